/* The index of positions: with it and without, whatever has happened to it, answers are the
 * same. */
#include "db/search/find.h"
#include "db/index/coverage.h"
#include "db/store/internal.h"
#include "db/upkeep/maintain.h"
#include "db/index/position_index.h"
#include "db/codec/postings.h"
#include "db/upkeep/verify.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

static GrError error;
static const GrSelection everything;

/* What was found, by looking at every position: */
typedef struct Brute {
    const GrTarget *target;
    uint64_t games, hits;
    int64_t last;
} Brute;

static int look(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                GrMove next) {
    Brute *brute = context;
    (void)ply;
    (void)next;
    if (gr_target_fits(brute->target, pos)) {
        brute->games += brute->last != game->id;
        brute->last = game->id;
        brute->hits++;
    }
    return 1;
}

static Brute look_everywhere(GrDb *db, const GrTarget *target) {
    Brute brute = {.target = target};
    GrScan scan = {.rules = target->pos.rules, .context = &brute, .visit = look};
    CHECK_INT(gr_scan(db, NULL, &scan, &error), 0);
    return brute;
}

/* Is what gr_find finds the same, with the selection or all games? */
static bool agrees(GrDb *db, const GrTarget *target, const Brute *want, int jobs) {
    GrFind find = {.selection = &everything, .target = target, .jobs = jobs};
    GrFindCount count;
    int code = gr_find(db, &find, &count, &error);
    if (code)
        printf("%s\n", error.text);
    return code == 0 && count.games == want->games && count.hits == want->hits;
}

/* A target from the middle of a random game of the database, or one that no game has. */
static bool random_target(GrDb *db, AidRandom *random, GrTarget *target) {
    GrGame game;
    GrPosition pos;
    char fen[GR_FEN_SIZE], board[GR_FEN_SIZE];
    static GrMoveList list;
    int64_t id = 1 + aid_random(random, (uint32_t)gr_db_last(db, &error));
    id = gr_db_next_game(db, id, &error); /* which is another one only where there are gaps */
    gr_game_init(&game);
    bool there = gr_db_get_game(db, id, &game, &error) == 0;
    if (there) {
        gr_game_position(&game, aid_random(random, game.plies + 1), &pos);
        gr_moves(&pos, &list);
        if (list.count && aid_random(random, 8) == 0)
            gr_play(&pos, list.move[aid_random(random, list.count)]);
        gr_fen_write(&pos, fen);
        memcpy(board, fen, sizeof fen);
        board[strcspn(board, " ")] = '\0';
        there = aid_random(random, 3) ? gr_target_fen(target, game.rules, fen, NULL) == 0
                                      : gr_target_board(target, game.rules, board, NULL) == 0;
    }
    gr_game_free(&game);
    return there;
}

/* How many of so many random searches have another answer than looking everywhere has. */
static unsigned wrong_answers(GrDb *db, AidRandom *random, unsigned searches) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < searches; i++) {
        GrTarget target;
        if (!random_target(db, random, &target))
            continue;
        Brute want = look_everywhere(db, &target);
        wrong += !agrees(db, &target, &want, 1 + i % 2);
    }
    return wrong;
}

static uint64_t candidates(GrDb *db, const GrTarget *target) {
    GrGameSet set = {.word = NULL};
    CHECK_INT(gr_games_with(db, &target->pos, &set, &error), 0);
    uint64_t count = set.word ? set.count : UINT64_MAX;
    gr_game_set_free(&set);
    return count;
}

/* Of how many games the index says nothing. */
static uint64_t unasked(GrDb *db, const GrTarget *target) {
    GrGameSet set = {.word = NULL};
    CHECK_INT(gr_games_with(db, &target->pos, &set, &error), 0);
    uint64_t count = set.word ? set.unasked : UINT64_MAX;
    gr_game_set_free(&set);
    return count;
}

static void answers_are_the_same(void) {
    AidRandom random = {test_seed(101)};
    GrDb *db = index_open(aid_path("same.db"), GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 600), 0);
    CHECK_INT(wrong_answers(db, &random, 20), 0);
    CHECK(index_all(db, 2));
    CHECK_INT(wrong_answers(db, &random, 150), 0);
    gr_db_close(db);
}

/* The index leaves few games to look at where few have the position. */
static void the_index_is_used(void) {
    AidRandom random = {test_seed(102)};
    uint64_t many = 0;
    GrDb *db = index_open(aid_path("used.db"), GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 1200), 0);
    CHECK(index_all(db, 1));
    for (unsigned i = 0; i < 100; i++) {
        GrTarget target;
        if (random_target(db, &random, &target) && target.pos.number > 5)
            many += candidates(db, &target) > 8 << GR_GROUP_SHIFT;
    }
    CHECK(many < 10);
    gr_db_close(db);
}

static void changes_are_found(void) {
    AidRandom random = {test_seed(103)};
    GrDb *db = index_open(aid_path("changes.db"), GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 300), 0);
    CHECK(index_all(db, 2));
    for (unsigned round = 0; round < (test_long() ? 10u : 4u); round++) {
        uint32_t games = (uint32_t)gr_db_last(db, &error);
        for (unsigned i = 0; i < 4; i++)
            CHECK(index_change(db, &random, 1 + aid_random(&random, games)));
        CHECK_INT(index_add_games(db, &random, 40), 0);
        CHECK_INT(wrong_answers(db, &random, 15), 0);
        CHECK_INT(gr_db_begin(db, &error), 0); /* inside a transaction, too */
        CHECK(index_change(db, &random, 1 + aid_random(&random, games)));
        CHECK_INT(wrong_answers(db, &random, 5), 0);
        gr_db_rollback(db);
        CHECK_INT(wrong_answers(db, &random, 5), 0);
        CHECK(index_all(db, 1 + (int)round % 2));
        CHECK_INT(gr_coverage_load(db, &error), 0);
        CHECK_INT(gr_coverage(db)->lacks, 0);
        CHECK_INT(wrong_answers(db, &random, 15), 0);
    }
    /* small segments have been taken into larger ones */
    CHECK(aid_sql_number(aid_path("changes.db"), "SELECT count(*) FROM segment") < 8);
    gr_db_close(db);
}

/* Of games that are not covered the index says nothing: each of them is a candidate, the first and the last of a
 * range, too, and each counts once. */
static void games_written_since_are_candidates(void) {
    static const int64_t range[][2] = {{1, 1}, {64, 65}, {126, 131}, {192, 192}, {250, 320}};
    AidRandom random = {test_seed(114)};
    const char *path = aid_path("since.db");
    GrGameSet set = {.word = NULL};
    GrTarget target;
    uint64_t in_set = 0;
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db && gr_target_fen(&target, gr_variants_at(aid_book(), 0), "k7/8/1K6/8/8/8/8/8 w - - 0 1", NULL) == 0);
    CHECK_INT(index_add_games(db, &random, 600), 0);
    CHECK(index_all(db, 1));
    gr_db_close(db);
    for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
        char sql[100];
        snprintf(sql, sizeof sql, "INSERT INTO uncovered VALUES (%lld, %lld)", (long long)range[i][0],
                 (long long)range[i][1]);
        CHECK(aid_sql(path, sql));
    }
    CHECK(aid_sql(path, "INSERT INTO uncovered VALUES (257, 384)")); /* of which 257 to 320 are in another range */
    db = index_open(path, GR_DB_READ);
    REQUIRE(db);
    CHECK_INT(gr_games_with(db, &target.pos, &set, &error), 0);
    for (size_t i = 0; i < sizeof range / sizeof *range; i++)
        for (int64_t id = range[i][0]; id <= range[i][1]; id++)
            CHECK_INT(gr_game_set_next(&set, id), id);
    for (int64_t id = 1; (id = gr_game_set_next(&set, id)) != 0; id++)
        in_set++;
    CHECK_INT(gr_game_set_next(&set, 384), 384);
    CHECK_INT(set.unasked, 1 + 2 + 6 + 1 + 71 + 64);
    CHECK_INT(set.count, in_set);
    gr_game_set_free(&set);
    gr_db_close(db);
}

/* A comment does not change what is played: no new segment. */
static void comments_leave_the_index(void) {
    AidRandom random = {test_seed(104)};
    GrGame game;
    GrIndexed done;
    const GrWork no_work = {.context = NULL};
    GrDb *db = index_open(aid_path("comments.db"), GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 200), 0);
    CHECK(index_all(db, 1));
    gr_game_init(&game);
    CHECK_INT(gr_db_get_game(db, 100, &game, &error), 0);
    CHECK_INT(gr_game_add_text(&game, "fine", 4, &game.nodes[0].comment), 0);
    CHECK_INT(gr_db_replace_game(db, 100, &game, &error), 0);
    gr_game_free(&game);
    CHECK_INT(gr_db_index(db, 1, &no_work, &done, &error), 0);
    CHECK(done.games > 0);
    CHECK_INT(done.postings, 0);
    CHECK_INT(wrong_answers(db, &random, 10), 0);
    gr_db_close(db);
}

static int64_t segments_of(const char *path) {
    return aid_sql_number(path, "SELECT count(*) FROM segment");
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

/* Some segments, each beside the other and too small to take in the one before. */
static GrDb *many_segments(const char *path, AidRandom *random, const unsigned games[]) {
    GrDb *db = index_open(path, GR_DB_CREATE);
    for (unsigned i = 0; db && games[i]; i++) {
        CHECK_INT(index_add_games(db, random, games[i]), 0);
        CHECK(index_all(db, 2));
    }
    return db;
}

static void optimise_joins_segments(void) {
    const GrWork no_work = {.context = NULL}, stopping = {.stop = stop_at_once};
    AidRandom random = {test_seed(110)};
    const char *path = aid_path("joined.db");
    GrOptimised done;
    GrDb *db = many_segments(path, &random, (const unsigned[]){640, 128, 0});
    REQUIRE(db);
    int64_t before = segments_of(path);
    CHECK(before > 1);
    CHECK_INT(gr_db_optimise(db, &stopping, &done, &error), GR_ERR_STOPPED);
    CHECK_INT(segments_of(path), before);
    CHECK_INT(wrong_answers(db, &random, 10), 0);
    CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0);
    CHECK_INT(done.joined, before - 1);
    CHECK_INT(segments_of(path), 1);
    CHECK_INT(wrong_answers(db, &random, 25), 0);
    CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0);
    CHECK_INT(done.joined, 0);
    GrVerified verified;
    CHECK_INT(gr_db_verify(db, &(GrVerifyJob){.context = NULL}, &verified, &error), 0);
    CHECK_INT(verified.faults, 0);
    gr_db_close(db);
}

/* Games that have changed since, and those without postings, are found as before. */
static void segments_are_joined_in_any_state(void) {
    const GrWork no_work = {.context = NULL};
    AidRandom random = {test_seed(111)};
    const char *path = aid_path("state.db");
    GrOptimised done;
    GrDb *db = many_segments(path, &random, (const unsigned[]){640, 128, 0});
    REQUIRE(db);
    for (unsigned i = 0; i < 8; i++)
        CHECK(index_change(db, &random, 1 + aid_random(&random, 700)));
    CHECK_INT(index_add_games(db, &random, 200), 0);
    gr_db_close(db);
    CHECK(aid_sql(path, "UPDATE posting SET groups = x'00' WHERE bucket % 16777216 = 0"));
    db = index_open(path, GR_DB_WRITE);
    REQUIRE(db);
    CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0);
    CHECK_INT(done.joined, 1);
    CHECK_INT(wrong_answers(db, &random, 25), 0);
    CHECK(index_all(db, 1));
    CHECK_INT(gr_coverage_load(db, &error), 0);
    CHECK_INT(gr_coverage(db)->lacks, 0);
    CHECK_INT(wrong_answers(db, &random, 25), 0);
    gr_db_close(db);
}

static void joining_without_memory(void) {
    AidRandom random = {test_seed(112)};
    const GrWork no_work = {.context = NULL};
    const char *path = aid_path("nomemory.db");
    GrDb *db = many_segments(path, &random, (const unsigned[]){384, 128, 0});
    REQUIRE(db);
    CHECK_INT(segments_of(path), 2);
    FAIL_EACH_ALLOCATION(n, 3000) {
        uint64_t joined = 0;
        int code = gr_db_begin(db, &error);
        if (!code)
            code = gr_position_index_join(db, &no_work, &joined, &error);
        fail_alloc_stop();
        CHECK(code ? code == GR_ERR_MEMORY : joined == 1);
        gr_db_rollback(db);
    }
    CHECK_INT(segments_of(path), 2);
    CHECK_INT(wrong_answers(db, &random, 5), 0);
    gr_db_close(db);
}

/* Gives the games of the last block numbers far behind the others. */
static bool move_last_block(const char *path) {
    char sql[100];
    int64_t first = aid_sql_number(path, "SELECT max(first) FROM block");
    GrDb *db = index_open(path, GR_DB_WRITE);
    int code = db ? gr_db_begin(db, &error) : -1;
    if (!code)
        code = gr_db_open_work(db, first, &error);
    if (!code) {
        db->work.first += 100 * GR_CHUNK_GAMES;
        db->dirty = true;
        code = gr_db_commit(db, &error);
    }
    gr_db_close(db);
    snprintf(sql, sizeof sql, "DELETE FROM block WHERE first = %lld", (long long)first);
    return !code && aid_sql(path, sql);
}

/* Gaps between numbers of games, which a damaged or crafted file may have, take no time and no room. */
static void gaps_take_no_room(void) {
    const char *path = aid_path("gaps.db");
    const GrWork no_work = {.context = NULL};
    AidRandom random = {test_seed(113)};
    GrVerified verified;
    GrOptimised optimised; /* which notes the new numbers for finding duplicates */
    GrIndexed done;
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 600), 0);
    CHECK(index_all(db, 1));
    gr_db_close(db);
    for (int round = 0; round < 2; round++) {
        REQUIRE(round ? aid_sql(path, "DELETE FROM segment") : move_last_block(path));
        db = index_open(path, GR_DB_WRITE);
        REQUIRE(db);
        CHECK_INT(wrong_answers(db, &random, 12), 0);
        CHECK_INT(gr_db_optimise(db, &no_work, &optimised, &error), 0);
        CHECK(index_all(db, 1 + round));
        CHECK_INT(gr_coverage_load(db, &error), 0);
        CHECK_INT(gr_coverage(db)->lacks, 0);
        CHECK_INT(wrong_answers(db, &random, 25), 0);
        CHECK_INT(gr_db_verify(db, &(GrVerifyJob){.context = NULL}, &verified, &error),
                  GR_ERR_DAMAGED);
        CHECK_INT(verified.games, 600);
        CHECK_INT(verified.faults, 1); /* the gap */
        CHECK_INT(gr_db_index(db, 1, &no_work, &done, &error), 0);
        CHECK_INT(done.games + done.postings, 0);
        gr_db_close(db);
    }
}

static void damage(const char *sql) {
    AidRandom random = {test_seed(105)};
    const char *path = aid_path("damaged.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    if (gr_db_last(db, &error) == 0)
        CHECK_INT(index_add_games(db, &random, 300), 0);
    CHECK_INT(gr_db_drop_index(db, &error), 0);
    CHECK(index_all(db, 1));
    gr_db_close(db);
    if (!CHECK(aid_sql(path, sql)))
        printf("%s\n", sql);
    db = index_open(path, GR_DB_WRITE);
    REQUIRE(db);
    if (!CHECK_INT(wrong_answers(db, &random, 12), 0))
        printf("%s\n", sql);
    CHECK(index_all(db, 1));
    CHECK_INT(wrong_answers(db, &random, 12), 0);
    GrTarget target;
    while (!random_target(db, &random, &target) || target.pos.number < 6)
        continue;
    if (!CHECK_INT(unasked(db, &target), 0)) /* it has been corrected */
        printf("%s\n", sql);
    gr_db_close(db);
}

static void damage_is_noticed_and_corrected(void) {
    damage("UPDATE posting SET groups = x''");
    damage("UPDATE posting SET groups = CAST(substr(groups, 1, 200) || 'xyz' || "
           "substr(groups, 204) AS BLOB)");
    damage("DELETE FROM posting WHERE bucket % 2 = 0");
    damage("DELETE FROM posting WHERE bucket % 16777216 = 16777215");
    damage("UPDATE posting SET bucket = -bucket; "
           "UPDATE posting SET bucket = 16777216 + 1 + bucket WHERE bucket > -33554432");
    damage("UPDATE posting SET bucket = -bucket WHERE bucket % 16777216 < 2;"
           "UPDATE posting SET bucket = CASE WHEN -bucket % 16777216 = 0 THEN 1 - bucket "
           "ELSE -1 - bucket END WHERE bucket < 0");
    damage("DELETE FROM segment");
    damage("DELETE FROM posting WHERE bucket % 16777216 > 16770000 AND bucket % 16777216 < 16777215");
}

/* A damaged game is reported with the index as without. */
static void damaged_games_are_told(void) {
    AidRandom random = {test_seed(106)};
    const char *path = aid_path("told.db");
    GrTarget target;
    GrFindCount plain, indexed;
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 300), 0);
    while (!random_target(db, &random, &target) || target.pos.number < 6)
        continue;
    gr_db_close(db);
    CHECK(aid_sql(path, "UPDATE block SET moves = zeroblob(length(moves)) "
                        "WHERE first = (SELECT max(first) FROM block)"));
    db = index_open(path, GR_DB_WRITE);
    REQUIRE(db);
    GrFind find = {.selection = &everything, .target = &target, .jobs = 1};
    CHECK_INT(gr_find(db, &find, &plain, &error), GR_ERR_DAMAGED);
    CHECK(plain.unread > 0);
    CHECK(index_all(db, 1));
    CHECK_INT(gr_find(db, &find, &indexed, &error), GR_ERR_DAMAGED);
    CHECK_INT(indexed.unread, plain.unread);
    CHECK_INT(indexed.hits, plain.hits);
    gr_db_close(db);
}

static unsigned heard;

static void hear(void *context, uint32_t group) {
    (void)context;
    heard = heard * 31 + group;
}

/* Whatever the bytes of a bucket are, and even if their checksum fits, asking them does no harm. */
static void foreign_buckets_do_no_harm(void) {
    AidRandom random = {test_seed(107)};
    GrBuffer no_entries;
    gr_buffer_init(&no_entries);
    uint64_t posting[40];
    for (unsigned i = 0; i < 3000; i++) {
        GrBuffer bytes;
        gr_buffer_init(&bytes);
        for (unsigned j = 0; j < 40; j++)
            posting[j] = gr_posting((uint64_t)aid_random(&random, 1000) << 54, j);
        gr_postings_sort(posting, 40);
        size_t count = gr_postings_cut(posting, 40, 0);
        gr_postings_pack(posting, count, 0, 6, 7, &no_entries, &bytes);
        for (unsigned j = 0; j < 3; j++)
            bytes.data[aid_random(&random, (uint32_t)bytes.len)] = (char)aid_random(&random, 256);
        GrInput in = gr_input(bytes.data, bytes.len);
        GrBucket bucket;
        if (gr_bucket_open(in, 7, &bucket) == 0)
            gr_bucket_find(&bucket, (uint64_t)aid_random(&random, 1000) << 54, 0, hear, NULL);
        gr_buffer_free(&bytes);
    }
    CHECK(heard != 1);
}

static void memory_runs_out(void) {
    AidRandom random = {test_seed(108)};
    GrTarget target;
    GrDb *db = index_open(aid_path("memory.db"), GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(index_add_games(db, &random, 40), 0);
    CHECK(index_all(db, 1));
    while (!random_target(db, &random, &target))
        continue;
    Brute want = look_everywhere(db, &target);
    FAIL_EACH_ALLOCATION(n, 3000) {
        GrFind find = {.selection = &everything, .target = &target, .jobs = 2};
        GrFindCount count;
        int code = gr_find(db, &find, &count, &error);
        fail_alloc_stop();
        CHECK(code == 0 ? count.hits == want.hits : code == GR_ERR_MEMORY);
    }
    FAIL_EACH_ALLOCATION(n, 3000) {
        GrIndexed done;
        const GrWork no_work = {.context = NULL};
        int code = gr_db_index(db, 1, &no_work, &done, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        CHECK(agrees(db, &target, &want, 1));
        CHECK(index_change(db, &random, 1 + aid_random(&random, 40)));
        want = look_everywhere(db, &target);
    }
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(answers_are_the_same);
    RUN(the_index_is_used);
    RUN(changes_are_found);
    RUN(games_written_since_are_candidates);
    RUN(comments_leave_the_index);
    RUN(optimise_joins_segments);
    RUN(segments_are_joined_in_any_state);
    RUN(joining_without_memory);
    RUN(gaps_take_no_room);
    RUN(damage_is_noticed_and_corrected);
    RUN(damaged_games_are_told);
    RUN(foreign_buckets_do_no_harm);
    RUN(memory_runs_out);
    return test_end();
}
