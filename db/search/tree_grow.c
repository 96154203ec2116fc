/* Growing a tree from the games of a database.
 *
 * The games are cut into ranges; each has a part of the tree, made by whichever thread is free,
 * and the parts are added up in the order of the games. The index knows which games may have the
 * position, and has sums of what followed where many have it.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "db/search/find.h"
#include "db/search/position_hits.h"
#include "db/store/internal.h"
#include "db/index/signatures.h"
#include "db/index/position_index.h"
#include "db/index/chunk.h"
#include "db/codec/postings.h"
#include "db/store/workers.h"
#include "db/search/tree_local.h"
#include "db/search/watch.h"
#include "notation/room.h"

/* With a selection there are but a few ranges for each thread, since each of them asks the
 * conditions of all names anew. They are whole chunks. Where there are only few games, or the index
 * leaves only a few of them, a second thread would begin when all is done. */
enum { RANGE_GAMES = 4096, GAMES_A_JOB = 8192, RANGES_A_JOB = 4, FEW_LEFT = 3200 };

/* Games in a row that could not be read for one reason: mostly those of a block. */
typedef struct Unread {
    int64_t first, last;
    GrError why;
} Unread;

/* What was counted in a range of games. */
typedef struct Part {
    GrTree tree;
    Unread *unread;
    size_t unreads, cap;
    bool damaged;  /* something was hidden by damage */
    bool failed;   /* memory ran out */
} Part;

typedef struct Grow {
    GrDb *db;            /* the caller's */
    const GrTreeAsk *ask;
    int jobs;
    GrGameSet only;      /* games that may have the position */
    GrTree sums;         /* of others, which the index has counted */
    uint64_t *selected;  /* a bit for each game in which the query was found; NULL: all are */
    int64_t last, range; /* the highest number of a game; games of a part */
    Part *part;
    size_t parts;
    Part query;          /* of the query: only what could not be read */
    atomic_bool quit;    /* all threads are to end */
    GrError *error;
} Grow;

/* A thread's walk through a range. */
typedef struct Walk {
    Grow *grow;
    Part *part;
    GrDb *db;
    GrWatch watch;
    uint32_t score; /* number of the tag Score, 0: no game has it */
    GrError *error; /* why a scan is ended by one of the functions below */
} Walk;

/* ---- points ---- */

/* The Score tag of a game, NULL if it has none. Dictionary and columns mostly have it, so that the
 * texts need not be unpacked. */
static int find_score(const Walk *walk, int64_t id, const char **value, GrError *why) {
    GrDb *db = walk->db;
    const GrBlock *block;
    uint32_t i, j = 0;
    GrRow row;
    GrRowReader reader;
    const char *name;
    *value = NULL;
    int code = gr_db_find(db, id, GR_BLOCK_TAGS, &block, &i, why);
    if (code)
        return code;
    gr_block_row(block, i, &row);
    const GrShape *shape = gr_catalog_get_shape(&db->catalog, row.column[GR_COL_SHAPE]);
    while (shape && j < shape->count && shape->tags[j] != walk->score)
        j++;
    if (shape && (j == shape->count || j >= row.cell_count))
        return 0;
    if (shape && row.cells[j]) {
        *value = gr_catalog_get_value(&db->catalog, walk->score, row.cells[j], why);
        return *value ? 0 : (int)why->code;
    }
    code = gr_db_find(db, id, GR_BLOCK_TEXTS, &block, &i, why);
    if (code)
        return code;
    gr_block_row(block, i, &row);
    int tag = gr_row_open(db, &row, &reader, why);
    while (!tag && (tag = gr_row_next_tag(&reader, &name, value, why)) > 0 && strcmp(name, "Score"))
        tag = 0;
    if (tag <= 0)
        *value = NULL;
    return tag < 0 ? tag : 0;
}

/* ---- a range of games ---- */

static void unread(void *context, int64_t id, const GrError *why) {
    Part *part = ((Walk *)context)->part;
    part->damaged = true;
    Unread *before = part->unreads ? &part->unread[part->unreads - 1] : NULL;
    if (before && before->last + 1 == id && !strcmp(before->why.text, why->text)) {
        before->last = id;
        return;
    }
    if (!gr_room(&part->unread, part->unreads, 1, &part->cap, sizeof *part->unread)) {
        part->failed = true;
        return;
    }
    part->unread[part->unreads++] = (Unread){id, id, *why};
}

static int begin(void *context, const GrScanGame *game) {
    const Grow *grow = ((Walk *)context)->grow;
    if (!grow->selected)
        return 1;
    return game->id <= grow->last && (grow->selected[game->id / 64] >> game->id % 64 & 1);
}

/* Can the position that is asked for come again, after a move that is played in it? After one that takes, where pieces
 * only become fewer, or by which a pawn goes forward it cannot, and the rest of the game need not be read. */
static bool may_return(const GrTarget *target, const GrPosition *pos, GrMove next) {
    const GrVariant *v = gr_variant(pos->rules);
    if (next == GR_NO_MOVE || gr_move_kind(next) != GR_NORMAL)
        return true;
    int from = gr_move_from(next), to = gr_move_to(next), type = gr_type_of(pos->board[from]);
    bool advances = type <= v->types && v->piece[type].flags & GR_IS_PAWN && from / v->files != to / v->files;
    return !(target->forward && advances) && !(target->shrinks && pos->board[to] != GR_EMPTY);
}

static int visit(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                 GrMove next) {
    Walk *walk = context;
    const GrTarget *target = walk->grow->ask->target;
    (void)ply;
    if (gr_tree_count(&walk->part->tree, game, pos->turn, next))
        return GR_ERR_MEMORY;
    return may_return(target, pos, next);
}

/* Of a game that was counted: its points. Only now, since asking for them puts another block in the
 * place of the one that the game is read from. */
static int end(void *context, const GrScanGame *game) {
    Walk *walk = context;
    GrTree *tree = &walk->part->tree;
    GrPoints score;
    GrError why;
    const char *text;
    if (!walk->score || tree->last != game->id)
        return 0;
    int code = find_score(walk, game->id, &text, &why);
    if (code && code != GR_ERR_NOT_FOUND && !gr_is_damage(code))
        return gr_fail(walk->error, why.code, "%s", why.text);
    if (code)
        unread(walk, game->id, &why);
    else if (text && gr_points_read(text, &score))
        gr_tree_count_points(tree, &score);
    return 0;
}

/* Asked by all threads; only the caller's asks further. */
static bool stop(void *context, int64_t id, int64_t last) {
    const Walk *walk = context;
    Grow *grow = walk->grow;
    const GrTreeAsk *ask = grow->ask;
    if (walk->db == grow->db && ask->stop && ask->stop(ask->context, id, last))
        atomic_store(&grow->quit, true);
    return atomic_load(&grow->quit);
}

static int make_part(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error) {
    Grow *grow = context;
    const GrTreeAsk *ask = grow->ask;
    Part *part = &grow->part[n];
    Walk walk = {.grow = grow, .part = part, .db = db, .error = error, .watch.target = ask->target,
                 .score = gr_intern_find(&db->catalog.tags, "Score", 5)};
    GrScan scan = {.rules = ask->target->pos.rules, .from = (int64_t)n * grow->range + 1,
                   .to = ((int64_t)n + 1) * grow->range, .facts = true,
                   .only = grow->only.word ? &grow->only : NULL, .watch = &walk.watch, .context = &walk,
                   .begin = begin, .visit = visit, .end = end, .unread = unread, .stop = stop};
    (void)out; /* the part itself is what is made */
    int code = gr_scan(db, ask->selection, &scan, error);
    if (part->failed || code == GR_ERR_MEMORY)
        return gr_no_memory(error);
    part->damaged |= code == GR_ERR_DAMAGED;
    return code == GR_ERR_DAMAGED ? 0 : code;
}

static int take_part(void *context, size_t n, const GrBuffer *piece, GrError *error) {
    Grow *grow = context;
    Walk walk = {.grow = grow, .db = grow->db};
    int64_t done = ((int64_t)n + 1) * grow->range;
    (void)piece;
    if (stop(&walk, done < grow->last ? done : grow->last, grow->last))
        return gr_fail(error, GR_ERR_STOPPED, "stopped");
    return 0;
}

/* ---- the query ---- */

static void show_game(void *context, const GrFinding *finding, size_t n, GrBuffer *out) {
    (void)context;
    (void)n;
    gr_buffer_add(out, (const char *)&finding->id, sizeof finding->id);
}

static int choose_games(void *context, const char *bytes, size_t len) {
    Grow *grow = ((Walk *)context)->grow;
    int64_t id;
    for (; len >= sizeof id; bytes += sizeof id, len -= sizeof id) {
        memcpy(&id, bytes, sizeof id);
        if (id <= grow->last)
            grow->selected[id / 64] |= 1ull << id % 64;
    }
    return 0;
}

/* Asks the query of all games of the selection. */
static int ask_query(Grow *grow) {
    static const GrSelection all;
    const GrTreeAsk *ask = grow->ask;
    Walk walk = {.grow = grow, .part = &grow->query, .db = grow->db};
    GrFind find = {.selection = ask->selection ? ask->selection : &all, .query = ask->query,
                   .judging = ask->judging, .jobs = grow->jobs, .by_game = true,
                   .read = GR_FIND_NUMBERS, .context = &walk,
                   .show = show_game, .put = choose_games, .unread = unread, .stop = stop};
    GrFindCount count;
    if (!ask->query)
        return 0;
    grow->selected = calloc((size_t)grow->last / 64 + 1, sizeof *grow->selected);
    if (!grow->selected)
        return gr_no_memory(grow->error);
    int code = gr_find(grow->db, &find, &count, grow->error);
    if (grow->query.failed)
        return gr_no_memory(grow->error);
    grow->query.damaged |= code == GR_ERR_DAMAGED;
    return code == GR_ERR_DAMAGED ? 0 : code;
}

/* ---- all of it ---- */

/* How the games are shared out. */
static int plan(Grow *grow) {
    const GrSelection *selection = grow->ask->selection;
    uint32_t range = grow->ask->range;
    bool few = grow->only.word && grow->only.count < FEW_LEFT;
    if (!range && (few || grow->last < GAMES_A_JOB * 2))
        grow->jobs = 1;
    grow->range = range ? range : RANGE_GAMES;
    if (!range && (grow->jobs == 1 || (selection && selection->count))) {
        int64_t ranges = grow->jobs == 1 ? 1 : (int64_t)grow->jobs * RANGES_A_JOB;
        int64_t even = (grow->last / ranges / GR_CHUNK_GAMES + 1) * GR_CHUNK_GAMES;
        grow->range = even > RANGE_GAMES ? even : RANGE_GAMES;
    }
    size_t parts = (size_t)((grow->last + grow->range - 1) / grow->range);
    grow->part = calloc(parts + 1, sizeof *grow->part);
    if (!grow->part)
        return gr_no_memory(grow->error);
    grow->parts = parts;
    return 0;
}

/* Will the sums of the index do? They are those of all games, and know nothing of points or of first games. */
static bool will_sums_do(const Grow *grow) {
    const GrTreeAsk *ask = grow->ask;
    return !ask->query && !ask->firsts && gr_position_implies(ask->selection, ask->target) &&
           !gr_intern_find(&grow->db->catalog.tags, "Score", 5);
}

/* Asks the index for sums, and for the games that have to be looked at. */
static int ask_index(Grow *grow) {
    const GrTreeAsk *ask = grow->ask;
    const GrPosition *pos = &ask->target->pos;
    int code = will_sums_do(grow)
                   ? gr_position_tree(grow->db, ask->target, !ask->no_lists, &grow->sums, &grow->only,
                                   grow->error)
                   : gr_games_with(grow->db, pos, &grow->only, grow->error);
    return code ? code : gr_signatures_narrow(grow->db, pos, &grow->only, grow->error);
}

static int make_parts(Grow *grow) {
    GrWorkersJob job = {.context = grow, .make = make_part, .take = take_part};
    int code = gr_db_begin_read(grow->db, grow->error);
    if (!code)
        code = ask_index(grow);
    if (!code && grow->only.word && !grow->only.count)
        return 0;
    if (!code)
        code = plan(grow);
    job.jobs = grow->jobs;
    job.count = grow->parts;
    return code || !job.count ? code : gr_workers_run(grow->db, &job, grow->error);
}

/* Adds up all parts, even those that were not finished when somebody stopped it. */
static int add_up(Grow *grow, GrTree *tree) {
    for (size_t n = 0; n < grow->parts; n++)
        if (gr_tree_join(&grow->sums, &grow->part[n].tree))
            return gr_no_memory(grow->error);
    if (gr_tree_merge(tree, &grow->sums))
        return gr_no_memory(grow->error);
    return gr_tree_sort(tree, &grow->ask->target->pos) ? gr_no_memory(grow->error) : 0;
}

static void free_part(Part *part) {
    gr_tree_free(&part->tree);
    free(part->unread);
    *part = (Part){.unread = NULL};
}

static void give_back(Grow *grow) {
    for (size_t n = 0; n < grow->parts; n++)
        free_part(&grow->part[n]);
    free_part(&grow->query);
    gr_tree_free(&grow->sums);
    free(grow->part);
    free(grow->selected);
    gr_game_set_free(&grow->only);
    grow->part = NULL;
    grow->selected = NULL;
    grow->parts = 0;
}

/* Counts with a number of threads; *steady says whether all of it was counted in one state of the
 * database, which is certain with one thread in a transaction that reads. */
static int count_games(Grow *grow, int jobs, bool *steady) {
    GrDb *db = grow->db;
    bool alone = db->reading || db->writing;
    int code = gr_db_refresh(db, grow->error);
    int64_t version = db->version;
    grow->jobs = alone || db->attached ? 1 : jobs;
    grow->last = code ? 0 : gr_db_last(db, grow->error);
    if (grow->last < 0)
        code = (int)grow->last;
    if (!code)
        code = ask_query(grow);
    if (!code)
        code = make_parts(grow);
    if (!alone)
        gr_db_end_read(db);
    if (!code)
        code = gr_db_refresh(db, grow->error);
    *steady = code || db->version == version;
    return code;
}

static void tell_unread(const Grow *grow, const Part *part) {
    const GrTreeAsk *ask = grow->ask;
    for (size_t i = 0; i < part->unreads && ask->unread; i++)
        for (int64_t id = part->unread[i].first; id <= part->unread[i].last; id++)
            ask->unread(ask->context, id, &part->unread[i].why);
}

/* Reports damage; games that the query could not be asked of are reported once. */
static bool tell_damage(const Grow *grow) {
    bool damaged = grow->query.damaged;
    tell_unread(grow, &grow->query);
    for (size_t n = 0; n < grow->parts; n++) {
        damaged |= grow->part[n].damaged;
        if (!grow->selected)
            tell_unread(grow, &grow->part[n]);
    }
    return damaged;
}

/* Somebody wrote while several threads were at it: once more, by one thread in one transaction. */
static int count_steadily(Grow *grow) {
    bool steady;
    int code = count_games(grow, grow->ask->jobs < 1 ? 1 : grow->ask->jobs, &steady);
    if (steady)
        return code;
    give_back(grow);
    code = gr_db_begin_read(grow->db, grow->error);
    if (!code)
        code = count_games(grow, 1, &steady);
    gr_db_end_read(grow->db);
    return code;
}

int gr_tree_grow(GrTree *tree, GrDb *db, const GrTreeAsk *ask, GrError *error) {
    GrError own;
    Grow grow = {.db = db, .ask = ask, .error = error ? error : &own};
    atomic_init(&grow.quit, false);
    int code = count_steadily(&grow);
    bool counted = !code || code == GR_ERR_STOPPED;
    int sum = counted ? add_up(&grow, tree) : 0;
    if (sum)
        gr_tree_free(tree);
    else if (counted && tell_damage(&grow) && !code)
        code = gr_fail(grow.error, GR_ERR_DAMAGED, "some games cannot be read");
    tree->databases++;
    give_back(&grow);
    return sum ? sum : code;
}
