#include "db/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/internal.h"
#include "db/position_index.h"
#include "notation/uci.h"

void gr_tree_init(GrTree *tree) {
    *tree = (GrTree){0};
}

void gr_tree_free(GrTree *tree) {
    free(tree->move);
    gr_tree_init(tree);
}

double gr_tree_score(const GrTreeMove *move) {
    uint64_t decided = move->white + move->draws + move->black;
    if (!decided)
        return -1;
    return ((double)move->white + (double)move->draws / 2) / (double)decided;
}

int gr_tree_rating(const GrTreeMove *move) {
    return move->rated ? (int)((move->ratings + move->rated / 2) / move->rated) : 0;
}

int gr_tree_performance(const GrTreeMove *move) {
    if (!move->met)
        return 0;
    double share = (double)move->won / 2 / (double)move->met;
    double more = share <= 0.01 ? -800 : share >= 0.99 ? 800 : 400 * log10(share / (1 - share));
    return (int)lround((double)move->opponents / (double)move->met + more);
}

/* The row of a move, which is added if it is new; NULL without memory. */
static GrTreeMove *row_of(GrTree *tree, GrMove move) {
    for (size_t i = 0; i < tree->count; i++)
        if (tree->move[i].move == move)
            return &tree->move[i];
    if (tree->count == tree->cap) {
        size_t cap = tree->cap ? tree->cap * 2 : 32;
        GrTreeMove *rows = realloc(tree->move, cap * sizeof *rows);
        if (!rows)
            return NULL;
        tree->move = rows;
        tree->cap = cap;
    }
    tree->move[tree->count] = (GrTreeMove){.move = move};
    return &tree->move[tree->count++];
}

typedef struct Grow {
    GrTree *tree;
    const GrTarget *target;
    const GrScan *caller;
} Grow;

/* Counts a game for a move. */
static void count(GrTreeMove *row, const GrScanGame *game, int side) {
    unsigned won = game->result == GR_DRAW ? 1
                   : game->result == (side == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS) ? 2
                                                                                        : 0;
    row->last = game->id;
    row->games++;
    row->white += game->result == GR_WHITE_WINS;
    row->draws += game->result == GR_DRAW;
    row->black += game->result == GR_BLACK_WINS;
    row->played = game->date > row->played ? game->date : row->played;
    if (!game->elo[side])
        return;
    row->rated++;
    row->ratings += game->elo[side];
    if (game->result == GR_RESULT_NONE || !game->elo[!side])
        return;
    row->met++;
    row->opponents += game->elo[!side];
    row->won += won;
}

static int visit(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                 GrMove next) {
    Grow *grow = context;
    GrTree *tree = grow->tree;
    (void)ply;
    if (!gr_target_fits(grow->target, pos))
        return pos->clock || gr_target_ahead(grow->target, pos);
    tree->games += tree->last != game->id;
    tree->last = game->id;
    if (next == GR_NO_MOVE) {
        tree->ended++;
        return 1;
    }
    GrTreeMove *row = row_of(tree, next);
    if (!row)
        return GR_ERR_MEMORY;
    if (row->last == game->id)
        return 1;
    count(row, game, pos->turn);
    return 1;
}

static void unread(void *context, int64_t id, const GrError *why) {
    const GrScan *caller = ((Grow *)context)->caller;
    if (caller->unread)
        caller->unread(caller->context, id, why);
}

static bool stop(void *context, int64_t id, int64_t last) {
    const GrScan *caller = ((Grow *)context)->caller;
    return caller->stop && caller->stop(caller->context, id, last);
}

/* qsort has no context, so the names are made first. */
typedef struct Named {
    GrTreeMove row;
    char uci[GR_UCI_SIZE];
} Named;

static int compare(const void *a, const void *b) {
    const Named *x = a, *y = b;
    if (x->row.games != y->row.games)
        return x->row.games > y->row.games ? -1 : 1;
    return strcmp(x->uci, y->uci);
}

static int sort(GrTree *tree, const GrPosition *pos) {
    Named *named = malloc((tree->count + 1) * sizeof *named);
    if (!named)
        return GR_ERR_MEMORY;
    for (size_t i = 0; i < tree->count; i++) {
        named[i].row = tree->move[i];
        gr_uci_write(pos, tree->move[i].move, named[i].uci);
    }
    qsort(named, tree->count, sizeof *named, compare);
    for (size_t i = 0; i < tree->count; i++)
        tree->move[i] = named[i].row;
    free(named);
    return 0;
}

/* The index tells which games may have the position; in the state of the database that they are then
 * looked at in. */
static int scan(Grow *grow, GrDb *db, const GrSelection *selection, GrError *error) {
    const GrTarget *target = grow->target;
    GrGameSet only = {.word = NULL};
    bool own_read = !db->reading;
    int code = gr_db_begin_read(db, error);
    if (code)
        return code;
    code = gr_games_with(db, gr_board_key(&target->pos), &only, error);
    GrScan mine = {.rules = target->pos.rules, .only = only.word ? &only : NULL, .facts = true,
                   .context = grow, .visit = visit, .unread = unread, .stop = stop};
    if (!code)
        code = gr_scan(db, selection, &mine, error);
    gr_game_set_free(&only);
    if (own_read)
        gr_db_end_read(db);
    return code;
}

int gr_tree_grow(GrTree *tree, GrDb *db, const GrSelection *selection, const GrTarget *target,
                 const GrScan *caller, GrError *error) {
    Grow grow = {tree, target, caller};
    int code = scan(&grow, db, selection, error);
    if (code && code != GR_ERR_DAMAGED && code != GR_ERR_STOPPED)
        return code == GR_ERR_MEMORY ? gr_fail(error, GR_ERR_MEMORY, "out of memory") : code;
    if (sort(tree, &target->pos))
        return gr_fail(error, GR_ERR_MEMORY, "out of memory");
    return code;
}
