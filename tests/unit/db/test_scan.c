/* Scans with an index, without one, and with one that covers only some of the games. */
#include "db/index/coverage.h"
#include "db/index/index.h"
#include "db/search/scan.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

static GrError error;
static const GrWork no_work;

/* What a scan has seen, as a number. */
typedef struct Seen {
    uint64_t sum, positions, games;
    int64_t last;
} Seen;

static int see(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
               GrMove next) {
    Seen *seen = context;
    uint64_t facts = game->elo[0] * 3u + game->elo[1] * 5u + game->date * 7u + game->plies * 11u;
    seen->games += seen->last != game->id;
    seen->last = game->id;
    seen->positions++;
    seen->sum = seen->sum * 1000003 + (uint64_t)game->id * 131 + ply + (unsigned)game->result * 17u;
    seen->sum = seen->sum * 1000003 + pos->key + next + facts + (game->rules == pos->rules) + game->partial;
    return 1;
}

static Seen scan(GrDb *db, const GrSelection *selection, int64_t first, int64_t last, bool facts) {
    Seen seen = {0};
    GrScan job = {.from = first, .to = last, .facts = facts, .context = &seen, .visit = see};
    CHECK_INT(gr_scan(db, selection, &job, &error), 0);
    return seen;
}

static bool same(const Seen *a, const Seen *b) {
    return a->sum == b->sum && a->positions == b->positions && a->games == b->games;
}

static void scans_see_the_same(void) {
    AidRandom random = {test_seed(5)};
    GrDb *db = index_open(aid_path("scan.db"), GR_DB_CREATE);
    GrSelection selection;
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 700), 0);
    Seen before = scan(db, NULL, 0, 0, true), part = scan(db, NULL, 200, 450, false);
    CHECK_INT(before.games, 700);
    CHECK_INT(part.games, 251);
    CHECK(index_all(db, 2));
    CHECK_INT(gr_db_has_index(db, &error), 1);
    CHECK(aid_sql_number(aid_path("scan.db"), "SELECT count(*) FROM segment") > 0);
    CHECK_INT(aid_sql_number(aid_path("scan.db"), "SELECT count(*) FROM uncovered"), 0);
    Seen after = scan(db, NULL, 0, 0, true);
    CHECK(same(&before, &after));
    after = scan(db, NULL, 200, 450, true); /* facts come along where they cost nothing */
    part = scan(db, NULL, 200, 450, true);
    CHECK(same(&part, &after));
    gr_selection_init(&selection);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "games", "100-149,300,600-", &error), 0);
    CHECK_INT(scan(db, &selection, 0, 0, true).games, 152);
    CHECK_INT(scan(db, &selection, 140, 600, true).games, 12);
    gr_selection_free(&selection);
    CHECK_INT(gr_db_drop_index(db, &error), 0);
    CHECK_INT(gr_db_has_index(db, &error), 0);
    after = scan(db, NULL, 0, 0, true);
    CHECK(same(&before, &after));
    gr_db_close(db);
}

/* Before, in the middle of, and after a completion of the index, scans see the games as they
 * are. */
static void changes_are_seen(void) {
    AidRandom random = {test_seed(6)};
    const char *path = aid_path("changes.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 600), 0);
    CHECK(index_all(db, 1));
    for (unsigned round = 0; round < 6; round++) {
        for (unsigned i = 0; i < 5; i++)
            CHECK(index_change(db, &random, 1 + aid_random(&random, 600)));
        CHECK_INT(index_add_games(db, &random, 30), 0);
        Seen mixed = scan(db, NULL, 0, 0, true);
        CHECK_INT(gr_db_begin(db, &error), 0); /* not yet committed, and taken back */
        CHECK(index_change(db, &random, 1 + aid_random(&random, 600)));
        Seen changed = scan(db, NULL, 0, 0, true);
        gr_db_rollback(db);
        Seen back = scan(db, NULL, 0, 0, true);
        CHECK(same(&mixed, &back));
        CHECK(index_all(db, 2));
        Seen indexed = scan(db, NULL, 0, 0, true);
        CHECK_INT(gr_db_drop_index(db, &error), 0);
        Seen plain = scan(db, NULL, 0, 0, true);
        CHECK(same(&mixed, &indexed));
        CHECK(same(&mixed, &plain));
        CHECK(!same(&mixed, &changed) || changed.games == mixed.games);
        CHECK(index_all(db, 2));
    }
    gr_db_close(db);
}

/* Blocks that another program writes, with no more than SQL, make their games uncovered. */
static void blocks_written_past_us_are_seen(void) {
    AidRandom random = {test_seed(8)};
    const char *path = aid_path("past.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 1100), 0);
    CHECK(index_all(db, 1));
    gr_db_close(db);
    int64_t games = aid_sql_number(path, "SELECT games FROM block WHERE first > 1 ORDER BY first");
    CHECK(games > 10);
    CHECK(aid_sql(path, "UPDATE block SET plies = plies WHERE first = (SELECT min(first) FROM block "
                        "WHERE first > 1)"));
    CHECK_INT(aid_sql_number(path, "SELECT sum(last - first + 1) FROM uncovered"), games);
    CHECK(aid_sql(path, "DELETE FROM block WHERE first = (SELECT min(first) FROM uncovered)"));
    db = index_open(path, GR_DB_READ);
    REQUIRE(db);
    CHECK_INT(scan(db, NULL, 0, 0, true).games, 1100 - games);
    gr_db_close(db);
}

static void memory_runs_out(void) {
    AidRandom random = {test_seed(10)};
    const char *path = aid_path("memory.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    GrIndexed done;
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 60), 0);
    Seen before = scan(db, NULL, 0, 0, true);
    FAIL_EACH_ALLOCATION(n, 3000) {
        int code = gr_db_index(db, 1, &no_work, &done, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        if (code)
            CHECK(!gr_db_in_transaction(db));
        Seen after = scan(db, NULL, 0, 0, true);
        CHECK(same(&before, &after));
        CHECK_INT(gr_db_drop_index(db, &error), 0);
    }
    CHECK(index_all(db, 1));
    gr_db_close(db);
    FAIL_EACH_ALLOCATION(n, 3000) {
        Seen seen = {0};
        GrScan job = {.context = &seen, .facts = true, .visit = see};
        int code = gr_db_open(path, aid_book(), GR_DB_READ, &db, &error);
        if (!code)
            code = gr_scan(db, NULL, &job, &error);
        fail_alloc_stop();
        CHECK(code == 0 ? same(&before, &seen) : code == GR_ERR_MEMORY);
        gr_db_close(db);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(scans_see_the_same);
    RUN(changes_are_seen);
    RUN(blocks_written_past_us_are_seen);
    RUN(memory_runs_out);
    return test_end();
}
