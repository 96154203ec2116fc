/* A database from outside: what goes in comes out, and nothing else. */
#include <sys/stat.h>
#include <unistd.h>

#include "db/upkeep/info.h"
#include "db/codec/limits.h"
#include "db/store/internal.h"
#include "db/store/schema.h"
#include "db/upkeep/verify.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static GrError error;

static const GrRules *rules_at(size_t i) {
    size_t count = 0;
    while (gr_variants_at(aid_book(), count))
        count++;
    return gr_variants_at(aid_book(), i % count);
}

static GrDb *open_db(const char *path, GrDbMode mode) {
    GrDb *db;
    if (gr_db_open(path, aid_book(), mode, &db, &error))
        printf("%s\n", error.text);
    return db;
}

static int verify(GrDb *db, GrVerified *verified) {
    GrVerifyJob job = {.context = NULL};
    return gr_db_verify(db, &job, verified, &error);
}

/* Games of all variants with everything that games can have. */
static unsigned fill(GrDb *db, unsigned count, uint64_t seed) {
    AidRandom random = {test_seed(seed)};
    GrGame game;
    GrAdded added;
    unsigned wrong = 0;
    gr_game_init(&game);
    for (unsigned i = 0; i < count; i++) {
        wrong += !aid_random_tagged_game(&random, rules_at(i), 20, &game);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0 || added.duplicate;
    }
    gr_game_free(&game);
    return wrong;
}

/* Compares the database with the games that fill made of the seed; returns how many differ. */
static unsigned compare(GrDb *db, int64_t first, unsigned count, uint64_t seed) {
    AidRandom random = {test_seed(seed)};
    GrGame game, got;
    unsigned wrong = 0;
    gr_game_init(&game);
    gr_game_init(&got);
    for (unsigned i = 0; i < count; i++) {
        aid_random_tagged_game(&random, rules_at(i), 20, &game);
        int code = gr_db_get_game(db, first + i, &got, &error);
        wrong += code || aid_differs(&game, &got);
    }
    gr_game_free(&game);
    gr_game_free(&got);
    return wrong;
}

static void games_come_back(void) {
    const char *path = aid_path("games.db");
    GrVerified verified;
    GrDb *db = open_db(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(gr_db_last(db, &error), 0);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(fill(db, 1300, 1), 0);
    CHECK_INT(compare(db, 1, 1300, 1), 0); /* not written yet */
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(compare(db, 1, 1300, 1), 0);
    gr_db_close(db);
    db = open_db(path, GR_DB_READ);
    REQUIRE(db);
    CHECK_INT(gr_db_last(db, &error), 1300);
    CHECK_INT(compare(db, 1, 1300, 1), 0);
    CHECK_INT(verify(db, &verified), 0);
    CHECK_INT(verified.games, 1300);
    gr_db_close(db);
}

static void games_are_added_later(void) {
    const char *path = aid_path("later.db");
    for (unsigned i = 0; i < 8; i++) {
        GrDb *db = open_db(path, GR_DB_CREATE);
        REQUIRE(db);
        CHECK_INT(gr_db_begin(db, &error), 0);
        CHECK_INT(fill(db, 100, i + 1), 0);
        CHECK_INT(gr_db_commit(db, &error), 0);
        gr_db_close(db);
    }
    GrDb *db = open_db(path, GR_DB_READ);
    REQUIRE(db);
    for (unsigned i = 0; i < 8; i++)
        CHECK_INT(compare(db, 1 + 100 * (int64_t)i, 100, i + 1), 0);
    gr_db_close(db);
    CHECK_INT(aid_sql_number(path, "SELECT count(*) FROM block"), 2);
}

static void header_agrees_with_game(void) {
    GrDb *db = open_db(aid_path("games.db"), GR_DB_READ);
    GrGame whole, head;
    REQUIRE(db);
    gr_game_init(&whole);
    gr_game_init(&head);
    for (int64_t id = 1; id <= 100; id++) {
        CHECK_INT(gr_db_get_game(db, id, &whole, &error), 0);
        CHECK_INT(gr_db_get_header(db, id, &head, &error), 0);
        CHECK_STR(gr_game_tag(&head, "White"), gr_game_tag(&whole, "White"));
        CHECK(head.rules == whole.rules && head.result == whole.result &&
              head.plies == whole.plies && head.partial == whole.partial &&
              head.tag_count == whole.tag_count);
    }
    gr_game_free(&whole);
    gr_game_free(&head);
    gr_db_close(db);
}

/* Tags alone are those of the header, whichever part of a block was read before. */
static void tags_agree_with_header(void) {
    static const char *const some[] = {"White", "Date", "Round", NULL};
    GrDb *db = open_db(aid_path("games.db"), GR_DB_READ);
    GrGame head, few;
    REQUIRE(db);
    gr_game_init(&head);
    gr_game_init(&few);
    unsigned wrong = 0;
    for (int64_t id = 1; id <= 1300; id += 1 + id % 7) {
        const GrBlock *block;
        uint32_t at;
        gr_db_forget(db); /* nothing of it is in memory */
        GrBlockParts before = (GrBlockParts)(id % 4);
        CHECK_INT(gr_db_find(db, id, before, &block, &at, &error), 0);
        CHECK_INT(gr_db_get_tags(db, id, some, &few, &error), 0);
        if (id % 2)
            CHECK_INT(gr_db_get_game(db, id, &head, &error), 0);
        CHECK_INT(gr_db_get_header(db, id, &head, &error), 0);
        for (unsigned i = 0; some[i]; i++) {
            const char *a = gr_game_tag(&head, some[i]), *b = gr_game_tag(&few, some[i]);
            wrong += !a != !b || (a && strcmp(a, b) != 0);
        }
        wrong += head.rules != few.rules || head.result != few.result || head.plies != few.plies ||
                 head.partial != few.partial;
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(gr_db_get_tags(db, 1301, some, &few, &error), GR_ERR_NOT_FOUND);
    gr_game_free(&head);
    gr_game_free(&few);
    gr_db_close(db);
}

static void unknown_numbers_are_not_found(void) {
    GrDb *db = open_db(aid_path("games.db"), GR_DB_READ);
    GrGame game;
    REQUIRE(db);
    gr_game_init(&game);
    CHECK_INT(gr_db_get_game(db, 0, &game, &error), GR_ERR_NOT_FOUND);
    CHECK_INT(gr_db_get_game(db, -5, &game, &error), GR_ERR_NOT_FOUND);
    CHECK_INT(gr_db_get_game(db, 1301, &game, &error), GR_ERR_NOT_FOUND);
    CHECK_STR(error.text, "there is no game 1301");
    gr_game_free(&game);
    gr_db_close(db);
}

/* Adds what a text has; returns how many of its games were duplicates. */
static unsigned add_text(GrDb *db, const char *text) {
    GrReader *reader = gr_reader_open_memory(text, strlen(text), aid_book(), NULL, &error);
    GrGame game;
    GrAdded added;
    unsigned duplicates = 0;
    gr_game_init(&game);
    while (reader && gr_reader_next(reader, &game, &error) > 0) {
        CHECK_INT(gr_db_add_game(db, &game, &added, &error), 0);
        duplicates += added.duplicate;
    }
    gr_game_free(&game);
    gr_reader_close(reader);
    return duplicates;
}

static void duplicates_are_noticed(void) {
    GrDb *db = open_db(aid_path("twice.db"), GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n"), 0);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n"), 1);
    /* Comments, variations and other tags make no difference ... */
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n[Annotator \"C\"]\n\n"
                           "1. e4 {best by test} (1. d4) e5 *\n"),
              1);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n[Date \"????.??.??\"]\n\n1. e4 e5 *\n"),
              1);
    /* ... but players, moves, start position, variant and rest do. */
    CHECK_INT(add_text(db, "[White \"B\"]\n[Black \"A\"]\n\n1. e4 e5 *\n"), 0);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 *\n"), 0);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n"), 0);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n"), 1);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Kd3 *\n"), 0);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n[SetUp \"1\"]\n"
                           "[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 e5 *\n"),
              0);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n[Variant \"Royal\"]\n\n1. e4 e5 *\n"), 0);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n[Variant \"Hex\"]\n\n1. e4 e5 *\n"), 0);
    CHECK_INT(add_text(db, "[White \"A\"]\n[Black \"B\"]\n[Variant \"Hex\"]\n\n1. e4 e5 *\n"), 1);
    CHECK_INT(gr_db_last(db, &error), 8);
    gr_db_close(db);
}

/* Every game of a large file again, after the index of duplicates has split its buckets; and once more
 * through another handle, which reads a filter of them from the file. */
static void many_duplicates_are_noticed(void) {
    const char *path = aid_path("many.db");
    GrDb *db = open_db(path, GR_DB_CREATE);
    GrGame game;
    GrAdded added;
    unsigned wrong = 0;
    REQUIRE(db);
    gr_game_init(&game);
    for (int round = 0; round < 3; round++) {
        if (round == 2) {
            gr_db_close(db);
            db = open_db(path, GR_DB_WRITE);
            REQUIRE(db);
        }
        for (int i = 0; i < 3000; i++) {
            char name[20];
            if (i % 500 == 0)
                CHECK_INT(gr_db_begin(db, &error), 0);
            snprintf(name, sizeof name, "Player %d", i);
            gr_game_clear(&game);
            gr_game_begin(&game, rules_at((size_t)i));
            gr_game_set_tag(&game, "White", name);
            wrong += gr_db_add_game(db, &game, &added, &error) != 0;
            wrong += added.duplicate != (round > 0) || added.id != i + 1;
            if (i % 500 == 499)
                CHECK_INT(gr_db_commit(db, &error), 0);
        }
    }
    CHECK_INT(wrong, 0);
    gr_game_free(&game);
    gr_db_close(db);
    CHECK(aid_sql_number(path, "SELECT count(*) FROM fingerprint") > 16);
}

static void a_game_is_replaced(void) {
    const char *path = aid_path("replace.db");
    AidRandom random = {test_seed(99)};
    GrDb *db = open_db(path, GR_DB_CREATE);
    GrGame game, got;
    GrVerified verified;
    REQUIRE(db);
    gr_game_init(&game);
    gr_game_init(&got);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(fill(db, 700, 4), 0);
    CHECK_INT(gr_db_commit(db, &error), 0);
    for (int64_t id = 3; id < 700; id += 100) {
        aid_random_tagged_game(&random, rules_at((size_t)id), 30, &game);
        CHECK_INT(gr_db_replace_game(db, id, &game, &error), 0);
        CHECK_INT(gr_db_get_game(db, id, &got, &error), 0);
        CHECK_STR(aid_differs(&game, &got), NULL);
    }
    CHECK_INT(compare(db, 1, 2, 4), 0);
    CHECK_INT(compare(db, 1, 700, 4), 7);
    CHECK_INT(verify(db, &verified), 0);
    CHECK_INT(gr_db_replace_game(db, 701, &game, &error), GR_ERR_NOT_FOUND);
    gr_game_free(&game);
    gr_game_free(&got);
    gr_db_close(db);
}

/* Comments that grow beyond what a block may hold split it; all numbers stay. */
static void a_block_that_grows_is_split(void) {
    const char *path = aid_path("grow.db");
    GrDb *db = open_db(path, GR_DB_CREATE);
    GrGame game;
    GrVerified verified;
    char *comment = calloc(1, 50001);
    unsigned wrong = 0;
    REQUIRE(db && comment);
    gr_game_init(&game);
    fill(db, 60, 8);
    for (int pass = 0; pass < 2; pass++)
        for (int64_t id = 1; id <= 60; id += 1 + pass) {
            memset(comment, 'a' + pass + (int)id % 7, 50000);
            wrong += gr_db_get_game(db, id, &game, &error) != 0;
            wrong += gr_game_add_text(&game, comment, 50000, &game.nodes[0].comment) != 0;
            wrong += gr_db_replace_game(db, id, &game, &error) != 0;
        }
    CHECK_INT(wrong, 0);
    for (int64_t id = 1; id <= 60; id++) {
        wrong += gr_db_get_game(db, id, &game, &error) != 0;
        wrong += gr_game_string(&game, game.nodes[0].comment)[49999] != 'a' + id % 2 + id % 7;
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(verify(db, &verified), 0);
    CHECK_INT(gr_db_last(db, &error), 60);
    gr_game_free(&game);
    gr_db_close(db);
    free(comment);
    CHECK(aid_sql_number(path, "SELECT count(*) FROM block") >= 6);
    CHECK_INT(aid_sql_number(path, "SELECT sum(games) FROM block"), 60);
}

static void a_game_is_deleted(void) {
    GrDb *db = open_db(aid_path("delete.db"), GR_DB_CREATE);
    GrGame game;
    GrAdded added;
    GrVerified verified;
    REQUIRE(db);
    gr_game_init(&game);
    fill(db, 20, 5);
    CHECK_INT(gr_db_get_game(db, 7, &game, &error), 0);
    CHECK_INT(gr_db_delete_game(db, 7, &error), 0);
    CHECK_INT(gr_db_delete_game(db, 7, &error), GR_ERR_NOT_FOUND);
    CHECK_INT(gr_db_add_game(db, &game, &added, &error), 0);
    CHECK(added.id == 21 && !added.duplicate);
    CHECK_INT(gr_db_get_game(db, 7, &game, &error), GR_ERR_NOT_FOUND);
    CHECK_INT(verify(db, &verified), 0);
    CHECK_INT(verified.games, 20);
    gr_game_free(&game);
    gr_db_close(db);
}

static void a_rollback_leaves_nothing(void) {
    const char *path = aid_path("rollback.db");
    GrDb *db = open_db(path, GR_DB_CREATE);
    GrVerified verified;
    REQUIRE(db);
    fill(db, 10, 1);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK(gr_db_in_transaction(db));
    fill(db, 600, 2);
    gr_db_rollback(db);
    CHECK(!gr_db_in_transaction(db));
    CHECK_INT(gr_db_last(db, &error), 10);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(fill(db, 600, 2), 0);
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(compare(db, 1, 10, 1), 0);
    CHECK_INT(compare(db, 11, 600, 2), 0);
    CHECK_INT(verify(db, &verified), 0);
    gr_db_close(db);
}

/* What another connection writes is seen; a second writer waits in vain. */
static void two_connections_get_along(void) {
    const char *path = aid_path("both.db");
    GrDb *one = open_db(path, GR_DB_CREATE), *two = open_db(path, GR_DB_WRITE);
    GrGame game;
    REQUIRE(one && two);
    gr_game_init(&game);
    fill(one, 5, 1);
    CHECK_INT(compare(two, 1, 5, 1), 0);
    fill(two, 5, 2);
    CHECK_INT(compare(one, 6, 5, 2), 0);
    CHECK_INT(gr_db_begin(one, &error), 0);
    fill(one, 5, 3);
    gr_db_set_patience(two, 50);
    CHECK_INT(gr_db_begin(two, &error), GR_ERR_BUSY);
    CHECK_STR(error.text, "another program is writing to the database");
    CHECK_INT(gr_db_last(two, &error), 10); /* reading goes on */
    CHECK_INT(gr_db_commit(one, &error), 0);
    CHECK_INT(gr_db_last(two, &error), 15);
    gr_game_free(&game);
    gr_db_close(one);
    gr_db_close(two);
}

static void files_that_are_not_ours(void) {
    GrDb *db;
    const char *path = aid_path("text.db");
    FILE *file = fopen(path, "w");
    REQUIRE(file);
    for (int i = 0; i < 1000; i++)
        fputs("no database at all\n", file);
    fclose(file);
    CHECK_INT(gr_db_open(path, aid_book(), GR_DB_READ, &db, &error), GR_ERR_FOREIGN);
    CHECK_INT(gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error), GR_ERR_FOREIGN);
    CHECK_INT(gr_db_open(aid_path("none.db"), aid_book(), GR_DB_READ, &db, &error),
              GR_ERR_NOT_FOUND);
    CHECK_INT(gr_db_open(aid_path("none.db"), aid_book(), GR_DB_WRITE, &db, &error),
              GR_ERR_NOT_FOUND);
    path = aid_path("other.db");
    CHECK(aid_sql(path, "CREATE TABLE game(id)"));
    CHECK_INT(gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error), GR_ERR_FOREIGN);
    CHECK_STR(error.text, "not a Grimoire database");
    path = aid_path("newer.db");
    gr_db_close(open_db(path, GR_DB_CREATE));
    CHECK(aid_sql(path, "PRAGMA user_version = 99"));
    CHECK_INT(gr_db_open(path, aid_book(), GR_DB_WRITE, &db, &error), GR_ERR_FOREIGN);
    CHECK(strstr(error.text, "newer"));
    path = aid_path("empty.db");
    file = fopen(path, "w");
    REQUIRE(file);
    fclose(file);
    CHECK_INT(gr_db_open(path, aid_book(), GR_DB_READ, &db, &error), GR_ERR_FOREIGN);
    db = open_db(path, GR_DB_CREATE);
    CHECK(db);
    gr_db_close(db);
}

static void reading_only_writes_nothing(void) {
    GrDb *db = open_db(aid_path("games.db"), GR_DB_READ);
    REQUIRE(db);
    CHECK_INT(gr_db_begin(db, &error), GR_ERR_IO);
    CHECK_STR(error.text, "the database was opened for reading only");
    gr_db_close(db);
}

static void info_counts(void) {
    GrDb *db = open_db(aid_path("games.db"), GR_DB_READ);
    GrInfo info;
    uint64_t games = 0;
    REQUIRE(db);
    CHECK_INT(gr_db_info(db, &info, &error), 0);
    CHECK_INT(info.games, 1300);
    CHECK_INT(info.format, GR_FORMAT);
    CHECK(info.variants >= 5);
    for (size_t i = 0; i < info.variants; i++)
        games += info.variant[i].games;
    CHECK_INT(games, 1300);
    CHECK(info.moves + info.columns + info.texts + info.name_bytes + info.fingerprints < info.file);
    gr_info_free(&info);
    gr_db_close(db);
}

/* Whatever allocation fails, a call says so and the database goes on. */
/* Adds so many games that differ in a tag. */
static bool add_many(GrDb *db, unsigned from, unsigned count) {
    GrGame game;
    GrAdded added;
    char text[16];
    bool done = gr_db_begin(db, &error) == 0;
    gr_game_init(&game);
    for (unsigned i = from; i < from + count && done; i++) {
        snprintf(text, sizeof text, "%u", i);
        gr_game_clear(&game);
        done = gr_game_begin(&game, gr_variants_at(aid_book(), 0)) == 0 &&
               gr_game_set_tag(&game, "Round", text) == 0 &&
               gr_db_add_game(db, &game, &added, &error) == 0;
    }
    gr_game_free(&game);
    return gr_db_commit(db, &error) == 0 && done;
}

/* The index of fingerprints is rewritten as it grows, and what it was makes room for what comes. */
static void growing_leaves_no_free_pages(void) {
    const char *path = aid_path("growing.db");
    GrDb *db = open_db(path, GR_DB_CREATE);
    REQUIRE(db);
    CHECK(add_many(db, 0, 300));
    CHECK(add_many(db, 300, 2000));
    CHECK(add_many(db, 2300, 14000)); /* 2^6 buckets of less than 256, */
    int64_t bits = aid_sql_number(path, "SELECT value FROM meta WHERE key = 'fingerprint_bits'");
    CHECK(add_many(db, 16300, 200)); /* and now more */
    CHECK(aid_sql_number(path, "SELECT value FROM meta WHERE key = 'fingerprint_bits'") > bits);
    gr_db_close(db);
    CHECK(aid_sql_number(path, "PRAGMA freelist_count") < 4);
}

static void memory_runs_out(void) {
    const char *path = aid_path("memory.db");
    AidRandom random = {test_seed(6)};
    GrGame game;
    GrVerified verified;
    gr_game_init(&game);
    GrDb *db = open_db(path, GR_DB_CREATE);
    REQUIRE(db && aid_random_tagged_game(&random, rules_at(0), 60, &game));
    fill(db, 30, 6);
    gr_db_close(db);
    FAIL_EACH_ALLOCATION(n, 2000) {
        GrAdded added = {0};
        int code = gr_db_open(path, aid_book(), GR_DB_WRITE, &db, &error);
        if (!code)
            code = gr_db_add_game(db, &game, &added, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        if (db)
            CHECK_INT(gr_db_last(db, &error), code && !added.duplicate ? 30 : 31);
        gr_db_close(db);
    }
    db = open_db(path, GR_DB_READ);
    REQUIRE(db);
    CHECK_INT(compare(db, 1, 30, 6), 0);
    CHECK_INT(verify(db, &verified), 0);
    FAIL_EACH_ALLOCATION(n, 2000) {
        gr_db_close(db);
        int code = gr_db_open(path, aid_book(), GR_DB_READ, &db, &error);
        if (!code)
            code = gr_db_get_game(db, 31, &game, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
    }
    gr_game_free(&game);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(games_come_back);
    RUN(games_are_added_later);
    RUN(header_agrees_with_game);
    RUN(tags_agree_with_header);
    RUN(unknown_numbers_are_not_found);
    RUN(duplicates_are_noticed);
    RUN(many_duplicates_are_noticed);
    RUN(a_game_is_replaced);
    RUN(a_block_that_grows_is_split);
    RUN(a_game_is_deleted);
    RUN(a_rollback_leaves_nothing);
    RUN(two_connections_get_along);
    RUN(files_that_are_not_ours);
    RUN(reading_only_writes_nothing);
    RUN(info_counts);
    RUN(growing_leaves_no_free_pages);
    RUN(memory_runs_out);
    return test_end();
}
