/* Evaluations that go with games into another database, and copies for several machines. */
#include "db/upkeep/copy_evals.h"

#include <unistd.h>

#include "db/evals/evals.h"
#include "db/upkeep/verify.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 30, CHOSEN = 7, OTHERS = 500 };

static GrError error;
static const GrWork no_work;
static const GrJudge judge[] = {{"Deep Thought", "Hash=16", GR_BY_NODES, 1000, 1},
                                {"Sargon", "", GR_BY_DEPTH, 4, 1}};
static GrDb *db;      /* its first CHOSEN games are chosen */
static GrDb *wanted;  /* has the evaluations of their positions alone, put by hand */

static GrDb *new_db(const char *name) {
    GrDb *made;
    unlink(aid_path(name));
    return gr_db_open(aid_path(name), aid_book(), GR_DB_CREATE, &made, &error) ? NULL : made;
}

/* What each judge says of a position: the same whenever it is asked. */
static int judge_position(GrDb *to, const GrPosition *pos) {
    AidRandom random = {pos->key | 1};
    int code = 0;
    for (int j = 0; j < 2 && !code; j++) {
        GrEvaluation one = {.key = pos->key};
        int64_t id;
        aid_random_verdict(&random, pos->rules, 1, &one.verdict);
        code = gr_evals_add_judge(to, &judge[j], &id, &error);
        if (!code)
            code = gr_evals_put(to, id, pos->rules, &one, 1, NULL, &error);
    }
    return code;
}

/* Judges all positions of a game: each node's, by the way to it from the root. */
static unsigned judge_game(GrDb *to, const GrGame *game) {
    GrPosition *pos = malloc(game->node_count * sizeof *pos); /* before each node's move */
    unsigned wrong = judge_position(to, &game->start) != 0;
    if (game->node_count > 1)
        pos[game->nodes[0].next] = game->start;
    for (uint32_t i = 1; i < game->node_count; i++) { /* a node has a higher number than what leads to it */
        const GrNode *node = &game->nodes[i];
        GrPosition after = pos[i];
        if (node->alternative)
            pos[node->alternative] = pos[i];
        gr_play(&after, node->move);
        wrong += judge_position(to, &after) != 0;
        if (node->next)
            pos[node->next] = after;
    }
    free(pos);
    return wrong;
}

static void make_databases(void) {
    AidRandom random = {41};
    GrGame game;
    GrAdded added;
    unsigned wrong = 0;
    db = new_db("games.db");
    wanted = new_db("wanted.db");
    REQUIRE(db && wanted);
    gr_game_init(&game);
    CHECK_INT(aid_add_evals(db, 5, OTHERS, &error), 0); /* of positions that no game has */
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(gr_db_begin(wanted, &error), 0);
    for (unsigned i = 0; i < GAMES; i++) {
        wrong += !aid_random_game(&random, gr_variants_at(aid_book(), i % 6), 15, &game);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0;
        wrong += judge_game(db, &game);
        wrong += i < CHOSEN ? judge_game(wanted, &game) : 0;
    }
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(gr_db_commit(wanted, &error), 0);
    CHECK_INT(wrong, 0);
    gr_game_free(&game);
}

static bool same_evals(GrDb *a, GrDb *b, unsigned *count) {
    GrBuffer x, y;
    gr_buffer_init(&x);
    gr_buffer_init(&y);
    *count = aid_list_evals(a, &x);
    bool same = aid_list_evals(b, &y) == *count && x.len == y.len && !memcmp(x.data, y.data, x.len);
    gr_buffer_free(&x);
    gr_buffer_free(&y);
    return same;
}

static void those_of_some_games(void) {
    GrSelection some;
    uint64_t stored = 0;
    unsigned count;
    GrDb *to = new_db("some.db");
    REQUIRE(to);
    gr_selection_init(&some);
    CHECK_INT(gr_selection_add(&some, aid_book(), "games", "1-7", &error), 0);
    CHECK_INT(gr_db_copy_evals(db, &some, to, &no_work, &stored, &error), 0);
    CHECK(same_evals(to, wanted, &count));
    CHECK_INT(stored, count);
    CHECK(count > 2 * CHOSEN * 15);
    stored = 0;
    CHECK_INT(gr_db_copy_evals(db, &some, to, &no_work, &stored, &error), 0);
    CHECK_INT(stored, 0);
    gr_selection_free(&some);
    gr_db_close(to);
}

static bool at_once(void *context) {
    (void)context;
    return true;
}

static void copies_for_machines(void) {
    const GrWork stopping = {.stop = at_once};
    const GrVerifyJob job = {.context = NULL};
    const char *path = aid_path("shard.db");
    GrVerified verified;
    unsigned shard, shards, count;
    GrDb *made;
    CHECK_INT(gr_db_make_shard(db, path, 2, 3, &no_work, &error), 0);
    REQUIRE(gr_db_open(path, aid_book(), GR_DB_READ, &made, &error) == 0);
    CHECK_INT(gr_db_shard(made, &shard, &shards, &error), 0);
    CHECK_INT(shard, 2);
    CHECK_INT(shards, 3);
    CHECK(same_evals(made, db, &count));
    CHECK_INT(gr_db_verify(made, &job, &verified, &error), 0);
    CHECK_INT(verified.games, GAMES);
    CHECK_INT(verified.evaluations, count);
    gr_db_close(made);
    CHECK_INT(gr_db_make_shard(db, path, 2, 3, &no_work, &error), 0); /* as after a run that was killed */
    CHECK_INT(gr_db_make_shard(db, path, 1, 3, &no_work, &error), GR_ERR_ILLEGAL); /* another is there */
    REQUIRE(gr_db_open(path, aid_book(), GR_DB_READ, &made, &error) == 0);
    CHECK_INT(gr_db_shard(made, &shard, &shards, &error), 0);
    CHECK_INT(shard, 2);
    gr_db_close(made);
    unlink(path);
    CHECK_INT(gr_db_make_shard(db, path, 4, 3, &no_work, &error), GR_ERR_LIMIT);
    CHECK(access(path, F_OK) != 0);
    CHECK_INT(gr_db_make_shard(db, aid_path("none/shard.db"), 1, 3, &no_work, &error), GR_ERR_NOT_FOUND);
    int code = gr_db_make_shard(db, path, 1, 3, &stopping, &error);
    CHECK(code == GR_ERR_STOPPED || code == 0); /* it may have been done by then */
}

static void allocations_fail(void) {
    GrSelection some;
    gr_selection_init(&some);
    CHECK_INT(gr_selection_add(&some, aid_book(), "games", "2", &error), 0);
    FAIL_EACH_ALLOCATION(n, 100000) {
        GrDb *to = new_db("failing.db");
        uint64_t stored = 0;
        if (!to)
            continue;
        int code = gr_db_copy_evals(db, &some, to, &no_work, &stored, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_db_close(to);
    }
    FAIL_EACH_ALLOCATION(n, 100000) {
        const char *path = aid_path("failing-shard.db");
        unlink(path);
        int code = gr_db_make_shard(db, path, 1, 2, &no_work, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        CHECK(code == 0 || access(path, F_OK) != 0);
    }
    gr_selection_free(&some);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    test_now.wanted = NULL; /* the first makes what the others need */
    RUN(make_databases);
    RUN(those_of_some_games);
    RUN(copies_for_machines);
    RUN(allocations_fail);
    gr_db_close(db);
    gr_db_close(wanted);
    return test_end();
}
