/* Finds games that are nearly the same in time that grows with the games alone: each has a stem, its moves without the
 * last ones that may differ, and a game can be nearly the same as another only if its stem is among the beginnings of
 * that one. So all games are gone through twice, first for the stems and then for the beginnings. */
#include "db/upkeep/near.h"

#include <stdlib.h>
#include <string.h>

#include "db/upkeep/each_game.h"
#include "db/upkeep/journal.h"
#include "db/upkeep/near_local.h"
#include "notation/room.h"

/* The hash of a stem and of what is known of the year. */
typedef struct Stem {
    uint64_t key;
    uint32_t sheet;
} Stem;

typedef struct Pair {
    uint32_t kept, gone; /* sheets */
    uint32_t common;
    uint32_t plies;      /* of the longer one */
    int64_t game;        /* the number of the one that goes */
    bool loses;          /* something that is only written in that one */
} Pair;

typedef struct Near {
    GrDb *db;
    const GrNear *job;
    GrDeduped *deduped;
    uint64_t *crowded;
    GrError *error;
    GrNearTexts texts;
    GrNearSheet *sheet;
    size_t sheets, sheet_cap;
    Stem *stem;
    size_t stems, stem_cap;
    uint64_t *filter; /* a bit for each key of a stem, by its last bits */
    Pair *pair;
    size_t pairs, pair_cap;
    uint32_t at;      /* the sheet of the game at hand, and whether it is crowded */
    bool is_crowded;
    int64_t last;
    GrGame game, other;
    GrJournal journal;
} Near;

enum { FILTER_BITS = 1 << 24, ANY_YEAR = 0xFFFF, MOST_ALIKE = 1000 };

static int stopped(const Near *n) {
    const GrWork *work = n->job->work;
    return work->stop && work->stop(work->context) ? gr_fail(n->error, GR_ERR_STOPPED, "stopped") : 0;
}

/* Goes through all games that can be compared. */
static int each(Near *n, int64_t lead, int (*visit)(Near *n, int64_t id)) {
    const GrWork *work = n->job->work;
    for (int64_t id = 1;; id++) {
        GrError why;
        id = gr_db_next_game(n->db, id, n->error);
        if (id <= 0 || id > n->last)
            return id < 0 ? (int)id : 0;
        int code = gr_db_get_game(n->db, id, &n->game, &why);
        if (code && code != GR_ERR_NOT_FOUND)
            code = lead ? 0 : gr_each_game_unread(work, id, &why, n->error); /* it has been reported */
        else
            code = code ? 0 : visit(n, id);
        if (id % 64 == 0 && work->progress)
            work->progress(work->context, (uint64_t)(lead + id), (uint64_t)n->last * 2);
        if (!code && id % 64 == 0)
            code = stopped(n);
        if (code)
            return code;
    }
}

/* ---- stems ---- */

static bool add_stem(Near *n, uint64_t key, unsigned year) {
    if (!gr_room(&n->stem, n->stems, 1, &n->stem_cap, sizeof *n->stem))
        return false;
    key = gr_sheet_mix(key, year);
    n->stem[n->stems++] = (Stem){key, (uint32_t)n->sheets};
    uint64_t bit = key % FILTER_BITS;
    n->filter[bit / 64] |= UINT64_C(1) << bit % 64;
    return true;
}

/* A game that is too short has one stem, which is all of it and what identifies it. */
static bool is_short(uint32_t plies) {
    return plies < GR_DEDUPE_PLIES;
}

static uint64_t whole_key(const GrGame *game) {
    GrSheet sheet;
    gr_sheet_of(game, 0, &sheet);
    return sheet.moves;
}

static int put_stem(Near *n, int64_t id) {
    uint64_t key;
    if (!gr_room(&n->sheet, n->sheets, 1, &n->sheet_cap, sizeof *n->sheet))
        return gr_no_memory(n->error);
    GrNearSheet *sheet = &n->sheet[n->sheets];
    if (!gr_near_sheet(&n->texts, &n->game, sheet))
        return gr_no_memory(n->error);
    sheet->game = id;
    uint32_t plies = sheet->plies > GR_DEDUPE_PLIES + n->job->plies ? sheet->plies - n->job->plies : GR_DEDUPE_PLIES;
    gr_sheet_moves(&n->game, plies, 0, NULL, NULL, &key);
    if (is_short(sheet->plies) ? !add_stem(n, whole_key(&n->game), ANY_YEAR)
                               : !add_stem(n, key, sheet->date[0]) || !add_stem(n, key, ANY_YEAR))
        return gr_no_memory(n->error);
    n->sheets++;
    n->deduped->games++;
    return 0;
}

static int by_key(const void *left, const void *right) {
    const Stem *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->sheet > b->sheet) - (a->sheet < b->sheet);
}

/* ---- beginnings ---- */

/* Of two games that fit, the shorter one, or else the later one, is looked for. */
static int compare(Near *n, uint32_t a) {
    const GrNearSheet *x = &n->sheet[a], *y = &n->sheet[n->at];
    if (x->plies > y->plies || (x->plies == y->plies && a <= n->at) ||
        (!is_short(y->plies) && !gr_near_fit(&n->texts, x, y, UINT32_MAX)))
        return 0;
    if (!gr_room(&n->pair, n->pairs, 1, &n->pair_cap, sizeof *n->pair))
        return gr_no_memory(n->error);
    n->pair[n->pairs++] = (Pair){.kept = n->at, .gone = a, .plies = y->plies};
    return 0;
}

/* Compares the game at hand with those that have a stem of this key. */
static int look_up(Near *n, uint64_t key) {
    uint64_t bit = key % FILTER_BITS;
    if (!(n->filter[bit / 64] >> bit % 64 & 1))
        return 0;
    size_t low = 0, high = n->stems;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (n->stem[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    int code = 0;
    for (size_t i = low; i < n->stems && n->stem[i].key == key && !code; i++) {
        if (i - low == MOST_ALIKE) {
            n->is_crowded = true;
            break;
        }
        code = compare(n, n->stem[i].sheet);
    }
    return code;
}

/* For gr_sheet_moves. */
static int see_beginning(void *context, uint64_t hash) {
    Near *n = context;
    unsigned year = n->sheet[n->at].date[0];
    int code = look_up(n, gr_sheet_mix(hash, year ? year : ANY_YEAR));
    return code || !year ? code : look_up(n, gr_sheet_mix(hash, 0));
}

static int count_crowded(Near *n, int code) {
    *n->crowded += n->is_crowded;
    return code;
}

static int see_beginnings(Near *n, int64_t id) {
    uint64_t whole;
    while (n->at < n->sheets && n->sheet[n->at].game < id)
        n->at++;
    if (n->at == n->sheets || n->sheet[n->at].game != id)
        return 0;
    n->is_crowded = false;
    if (is_short(n->game.plies))
        return count_crowded(n, look_up(n, gr_sheet_mix(whole_key(&n->game), ANY_YEAR)));
    int code = gr_sheet_moves(&n->game, n->game.plies, GR_DEDUPE_PLIES, see_beginning, n, &whole);
    return count_crowded(n, code ? code : see_beginning(n, whole));
}

/* ---- pairs ---- */

/* How many plies are the same. */
static uint32_t common_plies(const GrGame *a, const GrGame *b) {
    uint32_t x = a->node_count ? a->nodes[0].next : 0, y = b->node_count ? b->nodes[0].next : 0, count = 0;
    for (; x && y && a->nodes[x].move == b->nodes[y].move; count++) {
        x = a->nodes[x].next;
        y = b->nodes[y].next;
    }
    return count;
}

/* Do the games, which are at hand, agree as their length demands? */
static bool are_near(const Near *n, const Pair *pair, GrSheet of[2]) {
    const GrNearSheet *a = &n->sheet[pair->kept], *b = &n->sheet[pair->gone];
    gr_sheet_of(&n->game, a->game, &of[0]);
    gr_sheet_of(&n->other, b->game, &of[1]);
    if (is_short(b->plies))
        return is_short(a->plies) && of[0].moves == of[1].moves;
    uint32_t most = pair->common + n->job->plies;
    return pair->common >= GR_DEDUPE_PLIES && gr_near_fit(&n->texts, a, b, pair->common) &&
           (pair->common == b->plies || (a->plies <= most && b->plies <= most));
}

/* 1 if the two are nearly the same indeed; which one stays is said then. */
static int check_pair(Near *n, Pair *pair) {
    const GrNearSheet *a = &n->sheet[pair->kept], *b = &n->sheet[pair->gone];
    GrSheet of[2];
    int code = gr_db_get_game(n->db, a->game, &n->game, n->error);
    if (!code)
        code = gr_db_get_game(n->db, b->game, &n->other, n->error);
    if (code)
        return code;
    pair->common = common_plies(&n->game, &n->other);
    if (!are_near(n, pair, of))
        return 0;
    bool stays = gr_sheet_stays(&of[0], &of[1]);
    if (!stays)
        *pair = (Pair){.kept = pair->gone, .gone = pair->kept, .common = pair->common};
    pair->loses = of[stays].annotated && of[0].content != of[1].content;
    pair->game = n->sheet[pair->gone].game;
    return 1;
}

/* The longest games first, since these stay. */
static int by_plies(const void *left, const void *right) {
    const Pair *a = left, *b = right;
    if (a->plies != b->plies)
        return a->plies > b->plies ? -1 : 1;
    if (a->kept != b->kept)
        return a->kept < b->kept ? -1 : 1;
    return (a->gone > b->gone) - (a->gone < b->gone);
}

static int by_game(const void *left, const void *right) {
    const Pair *a = left, *b = right;
    return (a->game > b->game) - (a->game < b->game);
}

/* Chooses the games that go, each for one that stays: what another one goes for does not go itself. */
static int choose(Near *n) {
    size_t kept = 0;
    int code = 0;
    if (n->pairs)
        qsort(n->pair, n->pairs, sizeof *n->pair, by_plies);
    for (size_t i = 0; i < n->pairs && !code; i++) {
        Pair pair = n->pair[i];
        if (n->sheet[pair.kept].gone || n->sheet[pair.gone].gone)
            continue;
        int near = check_pair(n, &pair);
        code = near < 0 ? near : stopped(n);
        if (near <= 0 || code)
            continue;
        GrNearSheet *gone = &n->sheet[pair.gone];
        if (pair.loses) {
            n->deduped->annotated += !gone->counted;
            gone->counted = true;
            continue;
        }
        if (gone->needed)
            continue;
        gone->gone = n->sheet[pair.kept].needed = true;
        n->pair[kept++] = pair;
    }
    n->pairs = kept;
    if (kept && !code)
        qsort(n->pair, kept, sizeof *n->pair, by_game);
    return code;
}

static int drop(Near *n, const Pair *pair) {
    const GrWork *work = n->job->work;
    GrError why;
    int64_t kept = n->sheet[pair->kept].game;
    int code = gr_db_can_change(n->db, pair->game, &why);
    if (code)
        return gr_each_game_unread(work, pair->game, &why, n->error);
    code = gr_db_get_game(n->db, kept, &n->other, n->error);
    if (!code)
        code = gr_db_get_game(n->db, pair->game, &n->game, n->error);
    if (code)
        return code;
    n->deduped->doubles++;
    const GrNearFound found = {kept, pair->game, &n->other, &n->game, pair->common};
    if (n->job->found)
        n->job->found(work->context, &found);
    if (n->job->dry)
        return 0;
    code = gr_journal_note(&n->journal, pair->game, &n->game, NULL, n->error);
    return code ? code : gr_db_delete_game(n->db, pair->game, n->error);
}

/* In the order of the database, so that each block is written once. */
static int drop_all(Near *n) {
    int code = 0;
    for (size_t i = 0; i < n->pairs && !code; i++) {
        code = drop(n, &n->pair[i]);
        if (!code)
            code = stopped(n);
    }
    return code || n->job->dry ? code : gr_journal_end(&n->journal, n->error);
}

/* ---- all of it ---- */

static int find_and_drop(Near *n) {
    n->last = gr_db_last(n->db, n->error);
    n->filter = calloc(FILTER_BITS / 64, sizeof *n->filter);
    if (!n->filter)
        return gr_no_memory(n->error);
    int code = n->last < 0 ? (int)n->last : each(n, 0, put_stem);
    if (!code && n->stems)
        qsort(n->stem, n->stems, sizeof *n->stem, by_key);
    if (!code)
        code = each(n, n->last, see_beginnings);
    if (!code)
        code = choose(n);
    return code ? code : drop_all(n);
}

int gr_db_dedupe_near(GrDb *db, const GrNear *job, GrDeduped *deduped, uint64_t *crowded, GrError *error) {
    GrError own;
    Near n = {.db = db, .job = job, .deduped = deduped, .crowded = crowded, .error = error ? error : &own};
    *deduped = (GrDeduped){0};
    *crowded = 0;
    int code = job->dry ? gr_db_begin_read(db, n.error) : gr_db_begin(db, n.error);
    if (code)
        return code;
    gr_game_init(&n.game);
    gr_game_init(&n.other);
    gr_journal_init(&n.journal, db, GR_CHANGE_DELETE);
    code = find_and_drop(&n);
    gr_journal_free(&n.journal);
    gr_game_free(&n.game);
    gr_game_free(&n.other);
    gr_near_free_texts(&n.texts);
    void *const array[] = {n.sheet, n.stem, n.pair, n.filter};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        free(array[i]);
    if (!code && !job->dry)
        code = gr_db_commit(db, n.error);
    gr_db_rollback(db);
    gr_db_end_read(db);
    return code;
}
