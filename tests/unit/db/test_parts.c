/* Several databases at once: trees that are grown from them, searches that share a limit, imports
 * that ask further ones for duplicates. */
#include <stdlib.h>

#include "db/db.h"
#include "notation/write/format.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { PARTS = 3 };

static const char *const NAME[PARTS] = {"part0.db", "part1.db", "part2.db"};
static GrError error;

/* ---- the databases ---- */

static uint32_t elo_of(const GrGame *game, const char *tag) {
    const char *text = gr_game_tag(game, tag);
    return text ? (uint32_t)atoi(text) : 0;
}

static int set_number(GrGame *game, const char *tag, unsigned number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    return gr_game_set_tag(game, tag, text);
}

/* Random moves, the first one of four. */
static bool add_moves(GrGame *game, AidRandom *random, unsigned plies) {
    GrPosition pos = game->start;
    GrMoveList list;
    uint32_t before = 0, node;
    for (unsigned ply = 0; ply < plies; ply++) {
        gr_moves(&pos, &list);
        GrMove move = list.move[aid_random(random, ply ? list.count : 4)];
        if (gr_game_add_node(game, move, &node))
            return false;
        game->nodes[before].next = node;
        before = node;
        gr_play(&pos, move);
        game->plies++;
    }
    return true;
}

/* Games of chess, no two of them duplicates, with ratings, dates and results. */
static unsigned add_games(GrDb *db, AidRandom *random, unsigned count, unsigned *round) {
    GrGame game;
    GrAdded added;
    unsigned wrong = gr_db_begin(db, &error) != 0;
    gr_game_init(&game);
    for (unsigned i = 0; i < count; i++) {
        char date[16];
        gr_game_clear(&game);
        wrong += gr_game_begin(&game, gr_variants_at(aid_book(), 0)) != 0;
        wrong += !add_moves(&game, random, 1 + i % 3);
        game.result = (GrResult)aid_random(random, 4);
        wrong += set_number(&game, "Round", ++*round) != 0;
        wrong += set_number(&game, "WhiteElo", 2000 + aid_random(random, 700)) != 0;
        wrong += set_number(&game, "BlackElo", 2000) != 0;
        snprintf(date, sizeof date, "%u.%02u.01", 1990 + aid_random(random, 30), 1 + i % 12);
        wrong += gr_game_set_tag(&game, "Date", date) != 0;
        wrong += gr_db_add_game(db, &game, &added, &error) != 0 || added.duplicate;
    }
    wrong += gr_db_commit(db, &error) != 0;
    gr_game_free(&game);
    return wrong;
}

static bool make_parts(GrDb *db[PARTS]) {
    AidRandom random = {test_seed(206)};
    unsigned round = 0;
    bool well = true;
    for (unsigned n = 0; n < PARTS; n++) {
        db[n] = index_open(aid_path(NAME[n]), GR_DB_CREATE);
        well &= db[n] && add_games(db[n], &random, 20 + 100 * n, &round) == 0;
    }
    return well;
}

static void close_parts(GrDb *db[PARTS]) {
    for (unsigned n = 0; n < PARTS; n++) {
        gr_db_close(db[n]);
        remove(aid_path(NAME[n]));
    }
}

/* ---- trees ---- */

static void start_of_chess(GrTarget *target) {
    GrPosition pos;
    gr_start(gr_variants_at(aid_book(), 0), &pos);
    gr_target_position(target, &pos);
}

/* Adds the row of that move to the sum, if the nth part has one. */
static void add_row(GrTreeMove *sum, const GrTree *part, unsigned n) {
    for (size_t i = 0; i < part->count; i++) {
        const GrTreeMove *row = &part->move[i];
        if (row->move != sum->move)
            continue;
        sum->games += row->games;
        sum->white += row->white;
        sum->draws += row->draws;
        sum->black += row->black;
        sum->ratings += row->ratings;
        sum->won += row->won;
        sum->played = row->played > sum->played ? row->played : sum->played;
        sum->last = row->last;
        sum->last_db = n;
    }
}

static bool same_row(const GrTreeMove *a, const GrTreeMove *b) {
    return a->games == b->games && a->white == b->white && a->draws == b->draws &&
           a->black == b->black && a->ratings == b->ratings && a->won == b->won &&
           a->played == b->played && a->last == b->last && a->last_db == b->last_db;
}

/* Is each listed game what its database says of it? Counts those that are not of the first one. */
static bool games_are_theirs(GrDb *const db[PARTS], const GrTreeGame *list, unsigned count,
                             unsigned *others) {
    GrGame game;
    bool right = count == GR_TREE_GAMES;
    gr_game_init(&game);
    for (unsigned i = 0; i < count && right; i++) {
        char date[GR_TREE_DATE_SIZE];
        right = list[i].db < PARTS && !gr_db_get_game(db[list[i].db], list[i].id, &game, &error) &&
                list[i].elo[0] == elo_of(&game, "WhiteElo") && list[i].result == game.result &&
                !strcmp(gr_tree_date(list[i].date, date), gr_game_tag(&game, "Date"));
        *others += list[i].db > 0;
    }
    gr_game_free(&game);
    return right;
}

static bool lists_are_in_order(const GrTree *tree) {
    bool right = true;
    for (unsigned i = 1; i < GR_TREE_GAMES; i++)
        right &= tree->best[i - 1].elo[0] >= tree->best[i].elo[0] &&
                 tree->latest[i - 1].date >= tree->latest[i].date;
    return right;
}

static void trees_are_summed_up(void) {
    GrDb *db[PARTS];
    GrTree sum, part[PARTS];
    GrTarget target;
    unsigned others = 0;
    uint64_t games = 0;
    REQUIRE(make_parts(db));
    start_of_chess(&target);
    GrTreeAsk ask = {.target = &target, .jobs = 2, .range = 30};
    gr_tree_init(&sum);
    for (unsigned n = 0; n < PARTS; n++) {
        gr_tree_init(&part[n]);
        CHECK_INT(gr_tree_grow(&part[n], db[n], &ask, &error), 0);
        CHECK_INT(gr_tree_grow(&sum, db[n], &ask, &error), 0);
    }
    CHECK_INT(sum.games, 20 + 120 + 220);
    CHECK_INT(sum.databases, PARTS);
    for (size_t i = 0; i < sum.count; i++) {
        GrTreeMove want = {.move = sum.move[i].move};
        for (unsigned n = 0; n < PARTS; n++)
            add_row(&want, &part[n], n);
        CHECK(same_row(&sum.move[i], &want));
        CHECK(i == 0 || sum.move[i - 1].games >= sum.move[i].games);
        games += want.games;
    }
    CHECK_INT(games, sum.games);
    CHECK(games_are_theirs(db, sum.best, sum.bests, &others));
    CHECK(games_are_theirs(db, sum.latest, sum.latests, &others));
    CHECK(others > 0 && lists_are_in_order(&sum));
    for (unsigned n = 0; n < PARTS; n++)
        gr_tree_free(&part[n]);
    gr_tree_free(&sum);
    close_parts(db);
}

static void what_was_counted_before_a_failure_stays(void) {
    GrDb *db[PARTS];
    GrTarget target;
    unsigned kept = 0;
    REQUIRE(make_parts(db));
    start_of_chess(&target);
    GrTreeAsk ask = {.target = &target, .jobs = 1};
    long failures = 1;
    for (long n = 1; failures; n += fail_alloc_step(n)) {
        GrTree tree;
        gr_tree_init(&tree);
        CHECK_INT(gr_tree_grow(&tree, db[0], &ask, &error), 0);
        fail_alloc_at(n, false);
        int code = gr_tree_grow(&tree, db[1], &ask, &error);
        failures = fail_alloc_failures();
        fail_alloc_stop();
        CHECK(code ? code == GR_ERR_MEMORY && (tree.games == 20 || !tree.games)
                   : tree.games == 140 && tree.databases == 2);
        kept += code && tree.games && tree.move && tree.databases == 2;
        gr_tree_free(&tree);
    }
    CHECK(kept > 0);
    close_parts(db);
}

static void a_database_that_cannot_be_read_adds_nothing(void) {
    GrDb *db[PARTS];
    GrTarget target;
    GrTree tree;
    REQUIRE(make_parts(db));
    start_of_chess(&target);
    GrTreeAsk ask = {.target = &target, .jobs = 1};
    gr_db_close(db[1]);
    CHECK(aid_sql(aid_path(NAME[1]), "DROP TABLE block"));
    gr_tree_init(&tree);
    CHECK_INT(gr_tree_grow(&tree, db[0], &ask, &error), 0);
    if (gr_db_open(aid_path(NAME[1]), aid_book(), GR_DB_READ, &db[1], &error) == 0)
        CHECK(gr_tree_grow(&tree, db[1], &ask, &error) < 0);
    else
        CHECK_INT(error.code, GR_ERR_DAMAGED);
    CHECK_INT(tree.games, 20);
    CHECK_INT(gr_tree_grow(&tree, db[2], &ask, &error), 0);
    CHECK_INT(tree.games, 240);
    gr_tree_free(&tree);
    close_parts(db);
}

/* ---- searches ---- */

static void nothing(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    (void)context;
    (void)found;
    (void)n;
    gr_buffer_putc(out, '.');
}

static int count_bytes(void *context, const char *bytes, size_t len) {
    (void)bytes;
    *(uint64_t *)context += len;
    return 0;
}

/* What is shown is what counts towards the limit, so that another search can go on with the rest. */
static void what_was_shown_is_counted(void) {
    static const char *const QUERY[] = {"move >= 1", "white wins", "capture"};
    GrDb *db[PARTS];
    GrSelection all;
    REQUIRE(make_parts(db));
    gr_selection_init(&all);
    for (unsigned q = 0; q < 3; q++) {
        GrQuery *query = NULL;
        REQUIRE(gr_query_parse(aid_book(), QUERY[q], &query, NULL) == 0);
        for (uint64_t limit = 0; limit < 9; limit += 4) {
            uint64_t shown = 0;
            GrFindCount count;
            GrFind find = {.selection = &all, .query = query, .jobs = 2, .by_game = limit == 8,
                           .limit = limit, .read = GR_FIND_NUMBERS, .context = &shown,
                           .show = nothing, .put = count_bytes};
            CHECK_INT(gr_find(db[2], &find, &count, &error), 0);
            CHECK_INT(count.shown, shown);
            CHECK(!limit || shown <= limit);
            CHECK(q == 2 || shown > 3);
        }
        gr_query_free(query);
    }
    gr_selection_free(&all);
    close_parts(db);
}

/* ---- imports ---- */

/* Writes all games of the parts into a file. */
static void write_all(GrDb *const db[PARTS]) {
    GrGame game;
    GrBuffer out;
    FILE *file = fopen(aid_path("all.pgn"), "wb");
    gr_game_init(&game);
    gr_buffer_init(&out);
    for (unsigned n = 0; n < PARTS; n++)
        for (int64_t id = 1; id <= gr_db_last(db[n], &error); id++) {
            CHECK_INT(gr_db_get_game(db[n], id, &game, &error), 0);
            gr_format_pgn.game(&out, &game, 1, 1);
        }
    CHECK(file && fwrite(out.data, 1, out.len, file) == out.len);
    if (file)
        fclose(file);
    gr_buffer_free(&out);
    gr_game_free(&game);
}

typedef struct Heard {
    unsigned there, elsewhere, added; /* duplicates of the database itself, of others; new games */
} Heard;

static void hear(void *context, uint64_t number, const GrGame *game, const GrAdded *added) {
    Heard *heard = context;
    (void)number;
    (void)game;
    heard->there += added->duplicate && added->id;
    heard->elsewhere += added->duplicate && !added->id;
    heard->added += !added->duplicate;
}

static void games_of_others_are_duplicates(void) {
    GrDb *db[PARTS], *fresh;
    REQUIRE(make_parts(db));
    write_all(db);
    for (int jobs = 1; jobs < 4; jobs += 2)
        for (int others = 0; others <= PARTS; others++) {
            static const unsigned OTHERS[PARTS + 1] = {0, 20, 140, 360};
            Heard heard = {0};
            GrImported imported = {0};
            uint32_t stray;
            GrImportJob job = {.path = aid_path("all.pgn"), .jobs = jobs, .others = db,
                               .other_names = NAME, .other_count = others, .context = &heard, .read = hear};
            fresh = index_open(aid_path("fresh.db"), GR_DB_CREATE);
            REQUIRE(fresh);
            CHECK_INT(gr_import(fresh, &job, &imported, &stray, &error), 0);
            CHECK_INT(heard.elsewhere, OTHERS[others]);
            CHECK_INT(heard.added, 360 - OTHERS[others]);
            CHECK_INT(imported.duplicates, OTHERS[others]);
            CHECK_INT(gr_db_last(fresh, &error), 360 - OTHERS[others]);
            CHECK_INT(gr_import(fresh, &job, &imported, &stray, &error), 0);
            CHECK_INT(heard.there, 360 - OTHERS[others]);
            CHECK_INT(gr_db_last(fresh, &error), 360 - OTHERS[others]);
            CHECK(!gr_db_in_transaction(db[0]) && gr_db_begin(db[0], &error) == 0); /* free again */
            gr_db_rollback(db[0]);
            gr_db_close(fresh);
            remove(aid_path("fresh.db"));
        }
    close_parts(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(trees_are_summed_up);
    RUN(what_was_counted_before_a_failure_stays);
    RUN(a_database_that_cannot_be_read_adds_nothing);
    RUN(what_was_shown_is_counted);
    RUN(games_of_others_are_duplicates);
    return test_end();
}
