/* Looking after databases: optimise, copy, dedupe, dump. */
#include <sqlite3.h>

#include "db/upkeep/dedupe.h"
#include "db/upkeep/dump.h"
#include "db/store/internal.h"
#include "db/upkeep/verify.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static GrError error;
static const GrWork no_work;

static GrDb *open_db(const char *path, GrDbMode mode) {
    GrDb *db;
    if (gr_db_open(path, aid_book(), mode, &db, &error))
        printf("%s\n", error.text);
    return db;
}

static bool is_sound(GrDb *db) {
    GrVerified verified;
    GrVerifyJob job = {.context = NULL};
    return gr_db_verify(db, &job, &verified, &error) == 0;
}

static void add_random(GrDb *db, unsigned count) {
    AidRandom random = {test_seed(77)};
    GrGame game;
    GrAdded added;
    unsigned wrong = 0;
    gr_game_init(&game);
    CHECK_INT(gr_db_begin(db, &error), 0);
    for (unsigned i = 0; i < count; i++) {
        wrong += !aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 5), 40, &game);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0;
    }
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(wrong, 0);
    gr_game_free(&game);
}

/* How many of the random games are not there, from the first one on. */
static unsigned missing(GrDb *db, unsigned count) {
    AidRandom random = {test_seed(77)};
    GrGame game, got;
    unsigned wrong = 0;
    gr_game_init(&game);
    gr_game_init(&got);
    for (unsigned i = 0; i < count; i++) {
        aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 5), 40, &game);
        wrong += gr_db_get_game(db, i + 1, &got, &error) || aid_differs(&game, &got);
    }
    gr_game_free(&game);
    gr_game_free(&got);
    return wrong;
}

static void optimise_keeps_all_games(void) {
    GrOptimised done;
    GrDb *db = open_db(aid_path("old.db"), GR_DB_CREATE);
    REQUIRE(db);
    add_random(db, 600);
    CHECK_INT(missing(db, 600), 0);
    CHECK(is_sound(db));
    CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0);
    CHECK_INT(done.left, 0);
    CHECK_INT(missing(db, 600), 0);
    CHECK(is_sound(db));
    gr_db_close(db);
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void a_stopped_optimise_changes_nothing(void) {
    const GrWork stopping = {.stop = stop_at_once};
    GrOptimised done;
    GrDb *db = open_db(aid_path("stop.db"), GR_DB_CREATE);
    REQUIRE(db);
    add_random(db, 100);
    CHECK_INT(gr_db_optimise(db, &stopping, &done, &error), GR_ERR_STOPPED);
    CHECK_INT(missing(db, 100), 0);
    CHECK(is_sound(db));
    CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0);
    CHECK_INT(done.left, 0);
    gr_db_close(db);
}

static void optimise_leaves_damaged_games(void) {
    const char *path = aid_path("corrupt.db");
    GrOptimised done;
    GrDb *db = open_db(path, GR_DB_CREATE);
    REQUIRE(db);
    add_random(db, 600);
    gr_db_close(db);
    CHECK(aid_sql(path, "UPDATE block SET moves = zeroblob(length(moves)) WHERE first = 1"));
    db = open_db(path, GR_DB_WRITE);
    REQUIRE(db);
    CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0);
    CHECK(done.left > 400 && done.left <= 520);
    CHECK_INT(missing(db, 600), done.left);
    gr_db_close(db);
}

static void copies_are_the_same(void) {
    GrDb *from = open_db(aid_path("old.db"), GR_DB_READ);
    GrDb *to = open_db(aid_path("copy.db"), GR_DB_CREATE);
    GrSelection all, magi;
    GrCopied copied = {0};
    REQUIRE(from && to);
    gr_selection_init(&all);
    gr_selection_init(&magi);
    CHECK_INT(gr_selection_add(&magi, aid_book(), "variant", "magi", &error), 0);
    CHECK_INT(gr_db_copy(from, &all, to, &no_work, &copied, &error), 0);
    CHECK(copied.games == 600 && copied.duplicates == 0);
    CHECK_INT(missing(to, 600), 0);
    CHECK_INT(gr_db_copy(from, &magi, to, &no_work, &copied, &error), 0);
    CHECK(copied.games == 720 && copied.duplicates == 120);
    CHECK(is_sound(to));
    gr_selection_free(&magi);
    gr_db_close(from);
    gr_db_close(to);
}

static void names_of_players(void) {
    static const struct {
        const char *a, *b;
        bool same;
    } pair[] = {
        {"Carlsen, Magnus", "Carlsen,M", true},
        {"Carlsen, Magnus", "CARLSEN, MAGNUS", true},
        {"Magnus Carlsen", "Carlsen,M.", true},
        {"Carlsen", "Carlsen, Magnus", true},
        {"Saidy, Anthony Fred", "Saidy,A", true},
        {"Saidy, Anthony Fred", "Saidy, A.F.", true},
        {"Polgar, Judit", "Polgar, Susan", false},
        {"Polgar,J", "Polgar,S", false},
        {"Carlsen,M", "Karlsen,M", false},
        {"?", "Anybody", true},
        {"", "Anybody", true},
        {"O'Kelly de Galway, A", "OKelly, A", false},
    };
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        if (!CHECK(gr_same_player(pair[i].a, pair[i].b) == pair[i].same))
            printf("%s / %s\n", pair[i].a, pair[i].b);
        CHECK(gr_same_player(pair[i].b, pair[i].a) == pair[i].same);
    }
}

static const char long_moves[] = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 "
                                 "7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";
static const char short_moves[] = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 "
                                  "7. Bb3 d6 8. c3 O-O";

static void add(GrDb *db, const char *white, const char *black, const char *date,
                const char *result, const char *moves) {
    char text[1000];
    GrGame game;
    GrAdded added = {0};
    snprintf(text, sizeof text,
             "[Event \"E%lld\"]\n[Date \"%s\"]\n[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n\n"
             "%s %s\n",
             (long long)gr_db_last(db, NULL), date, white, black, result, moves, result);
    GrReader *reader = gr_reader_open_memory(text, strlen(text), aid_book(), NULL, &error);
    gr_game_init(&game);
    CHECK(reader && gr_reader_next(reader, &game, &error) == 1);
    CHECK_INT(gr_db_add_game(db, &game, &added, &error), 0);
    CHECK(!added.duplicate);
    gr_game_free(&game);
    gr_reader_close(reader);
}

/* Keeps what is found as a text: "gone kept;" for each. */
static char found_text[200];
static void found(void *context, int64_t kept, int64_t gone, bool beginning) {
    size_t len = strlen(found_text);
    (void)context;
    snprintf(found_text + len, sizeof found_text - len, "%lld%s%lld;", (long long)gone,
             beginning ? "<" : "=", (long long)kept);
}

static void doubles_are_found(void) {
    GrDb *db = open_db(aid_path("double.db"), GR_DB_CREATE);
    GrDedupe job = {.dry = true, .found = found, .work = &no_work};
    GrDeduped done;
    REQUIRE(db);
    add(db, "Able, Anna", "Baker, Bob", "2001.02.03", "1-0", long_moves);
    add(db, "Able,A", "BAKER, B.", "2001.??.??", "1-0", long_moves);      /* the same */
    add(db, "Anna Able", "Bob Baker", "2001.02.??", "*", short_moves);    /* its beginning */
    add(db, "Able,A", "Baker,B", "2001.02.03", "0-1", long_moves);        /* another result */
    add(db, "Able,A", "Baker,B", "2002.??.??", "1-0", long_moves);        /* another date */
    add(db, "Able,A", "Baker,C", "2001.02.03", "1-0", long_moves);        /* another player */
    add(db, "Able,A", "Baker,B", "2001.02.03", "1-0", "1. e4 e5");        /* too short to tell */
    add(db, "?", "?", "????.??.??", "1-0", long_moves);                   /* may be the first */
    add(db, "?", "?", "????.??.??", "1-0", short_moves);                  /* may be the third */
    add(db, "Able, A", "Baker, B", "2001.02.03", "1-0",
        "1. e4 {this one stays} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O");
    CHECK_INT(gr_db_dedupe(db, &job, &done, &error), 0);
    CHECK_INT(done.games, 10);
    CHECK_INT(done.annotated, 1);
    CHECK_STR(found_text, "2=1;3=10;8=1;9=3;");
    CHECK_INT(gr_db_last(db, &error), 10);
    job.dry = false;
    job.found = NULL;
    CHECK_INT(gr_db_dedupe(db, &job, &done, &error), 0);
    CHECK_INT(done.doubles, 4);
    CHECK_INT(gr_db_dedupe(db, &job, &done, &error), 0);
    CHECK_INT(done.doubles, 0);
    CHECK_INT(done.games, 6);
    CHECK(is_sound(db));
    gr_db_close(db);
}

static unsigned doubles_of(GrDb *db, bool dry) {
    GrDedupe job = {.dry = dry, .work = &no_work};
    GrDeduped done;
    return CHECK_INT(gr_db_dedupe(db, &job, &done, &error), 0) ? (unsigned)done.doubles : 0;
}

/* A bucket of the index of fingerprints loses its last game. */
static void the_only_game_can_be_deleted(void) {
    GrDb *db = open_db(aid_path("only.db"), GR_DB_CREATE);
    REQUIRE(db);
    add(db, "Able", "Baker", "2001.02.03", "1-0", long_moves);
    CHECK_INT(gr_db_delete_game(db, 1, &error), 0);
    CHECK(is_sound(db));
    add(db, "Able", "Baker", "2001.02.03", "1-0", long_moves);
    gr_db_close(db);
}

/* Of games with the same moves those go that are doubles, whatever else has these moves; a double of a double is
 * compared with what stays, and a dry run only reads. */
static void many_doubles_are_found(void) {
    enum { PLAYERS = 12, COPIES = 40 };
    GrDb *db = open_db(aid_path("many.db"), GR_DB_CREATE);
    char white[32], date[32];
    REQUIRE(db);
    for (int copy = 0; copy < COPIES; copy++)
        for (int player = 0; player < PLAYERS; player++) {
            snprintf(white, sizeof white, "Player%c, %s", 'A' + player, copy % 2 ? "Anna" : "A");
            snprintf(date, sizeof date, "20%02d.??.??", copy / 4);
            add(db, white, "Other", date, "1-0", copy % 4 == 3 ? short_moves : long_moves);
        }
    gr_db_close(db);
    REQUIRE(db = open_db(aid_path("many.db"), GR_DB_READ));
    CHECK_INT(doubles_of(db, true), PLAYERS * COPIES * 3 / 4);
    gr_db_close(db);
    REQUIRE(db = open_db(aid_path("many.db"), GR_DB_WRITE));
    CHECK_INT(doubles_of(db, false), PLAYERS * COPIES * 3 / 4);
    CHECK_INT(doubles_of(db, false), 0);
    CHECK(is_sound(db));
    gr_db_close(db);
}

static bool stops_at_last(void *context) {
    int *left = context;
    return --*left < 0;
}

/* Wherever it is stopped or runs out of memory, nothing has changed, and it can be run again. */
static void dedupe_fails_as_a_whole(void) {
    GrDb *db = open_db(aid_path("fails.db"), GR_DB_CREATE);
    GrDeduped done;
    REQUIRE(db);
    for (int copy = 0; copy < 5; copy++)
        add(db, "Able", "Baker", "2001.??.??", "1-0", copy % 2 ? short_moves : long_moves);
    int code = GR_ERR_STOPPED;
    for (int questions = 0; code && questions < 1000; questions++) {
        int left = questions;
        GrWork work = {.context = &left, .stop = stops_at_last};
        GrDedupe job = {.dry = true, .work = &work};
        code = gr_db_dedupe(db, &job, &done, &error);
        CHECK(!code || code == GR_ERR_STOPPED);
    }
    CHECK_INT(done.doubles, 4);
    GrDedupe job = {.work = &no_work};
    FAIL_EACH_ALLOCATION(n, 3000) {
        job.dry = n % 2;
        code = gr_db_dedupe(db, &job, &done, &error);
        fail_alloc_stop();
        if (!code)
            break;
        CHECK_INT(code, GR_ERR_MEMORY);
        CHECK_INT(doubles_of(db, true), 4);
    }
    gr_db_close(db);
}

/* The dump is taken in by SQLite and says what the games say. */
static void a_dump_is_sql(void) {
    const char *path = aid_path("dump.db");
    GrDb *db = open_db(aid_path("old.db"), GR_DB_READ);
    GrBuffer text;
    GrGame game;
    sqlite3 *handle;
    REQUIRE(db);
    gr_buffer_init(&text);
    gr_game_init(&game);
    gr_dump_begin(&text);
    for (int64_t id = 1; id <= 50; id++) {
        CHECK_INT(gr_db_get_game(db, id, &game, &error), 0);
        gr_dump_game(&text, id, &game);
    }
    gr_dump_end(&text);
    CHECK(!text.failed);
    CHECK_INT(sqlite3_open(path, &handle), SQLITE_OK);
    CHECK_INT(sqlite3_exec(handle, text.data, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
    CHECK_INT(aid_sql_number(path, "SELECT count(*) FROM game"), 50);
    CHECK_INT(aid_sql_number(path, "SELECT count(*) FROM game WHERE pgn LIKE '[Event %'"), 50);
    CHECK_INT(aid_sql_number(path, "SELECT count(*) FROM tag WHERE name = 'White'"), 50);
    CHECK_INT(aid_sql_number(path, "SELECT plies FROM game WHERE id = 50"), game.plies);
    gr_game_free(&game);
    gr_buffer_free(&text);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    test_now.wanted = NULL; /* the first makes what others need */
    RUN(optimise_keeps_all_games);
    RUN(a_stopped_optimise_changes_nothing);
    RUN(optimise_leaves_damaged_games);
    RUN(copies_are_the_same);
    RUN(names_of_players);
    RUN(doubles_are_found);
    RUN(the_only_game_can_be_deleted);
    RUN(many_doubles_are_found);
    RUN(dedupe_fails_as_a_whole);
    RUN(a_dump_is_sql);
    return test_end();
}
