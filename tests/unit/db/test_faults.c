/* Writing that fails at any operation: the database is sound afterwards and has all or nothing of
 * what was to be written. */
#include <sqlite3.h>
#include <unistd.h>

#include "db/store/internal.h"
#include "db/upkeep/verify.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/faulty_vfs.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { BEFORE = 40, ADDED = 30 };

static GrError error;
static GrGame game[BEFORE + ADDED + 1];

static void make_games(void) {
    AidRandom random = {test_seed(41)};
    unsigned wrong = 0;
    for (size_t i = 0; i <= BEFORE + ADDED; i++) {
        gr_game_init(&game[i]);
        wrong += !aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 5), 30, &game[i]);
    }
    CHECK_INT(wrong, 0);
}

static int add_games(GrDb *db, size_t from, size_t to) {
    GrAdded added;
    int code = 0;
    for (size_t i = from; i < to && !code; i++)
        code = gr_db_add_game(db, &game[i], &added, &error);
    return code;
}

static bool make_base(const char *path) {
    GrDb *db;
    unlink(path);
    if (gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error))
        return false;
    bool done = !gr_db_begin(db, &error) && !add_games(db, 0, BEFORE) && !gr_db_commit(db, &error);
    gr_db_close(db);
    return done;
}

/* What is to happen as a whole: games added, one replaced, one deleted. */
static int change(const char *path) {
    GrDb *db;
    int code = gr_db_open(path, aid_book(), GR_DB_WRITE, &db, &error);
    if (!code)
        code = gr_db_begin(db, &error);
    if (!code)
        code = add_games(db, BEFORE, BEFORE + ADDED);
    if (!code)
        code = gr_db_replace_game(db, 3, &game[BEFORE + ADDED], &error);
    if (!code)
        code = gr_db_delete_game(db, 5, &error);
    if (!code)
        code = gr_db_commit(db, &error);
    if (!code)
        code = gr_db_settle(db, &error);
    gr_db_close(db);
    return code;
}

/* Is game `id` what it should be, with the change or without it? */
static bool is_right(GrDb *db, int64_t id, bool changed, GrGame *got) {
    int code = gr_db_get_game(db, id, got, &error);
    if (id == 5 && changed)
        return code == GR_ERR_NOT_FOUND;
    return !code && !aid_differs(got, id == 3 && changed ? &game[BEFORE + ADDED] : &game[id - 1]);
}

/* Looks at what is left: 1 if all has happened, 0 if nothing has, -1 if it is neither. */
static int outcome(const char *path) {
    GrDb *db;
    GrGame got;
    GrVerified verified;
    GrVerifyJob job = {.context = NULL};
    if (gr_db_open(path, aid_book(), GR_DB_READ, &db, &error))
        return -1;
    int64_t last = gr_db_last(db, &error);
    bool changed = last == BEFORE + ADDED, right = changed || last == BEFORE;
    gr_game_init(&got);
    for (int64_t id = 1; id <= last && right; id++)
        right = is_right(db, id, changed, &got);
    gr_game_free(&got);
    right = right && gr_db_verify(db, &job, &verified, &error) == 0;
    gr_db_close(db);
    return right ? changed : -1;
}

static void fail_everywhere(int result, bool onward) {
    const char *path = aid_path("faulty.db");
    char *at = strdup(path), wal[200];
    int outcomes[2] = {0}, wrong = 0, silent = 0, refused = 0;
    long n = 1;
    REQUIRE(at);
    snprintf(wal, sizeof wal, "%s-wal", at);
    for (bool failed = true; failed && n < 2000; n += n < 12 || test_long() ? 1 : 5) {
        unlink(wal);
        CHECK(make_base(at));
        faulty_fail_at(n, result, onward);
        int code = change(at);
        failed = faulty_failures() > 0;
        faulty_fail_at(0, 0, false);
        if (!code) /* then all is in the file itself */
            unlink(wal);
        int after = outcome(at);
        wrong += after < 0;
        silent += code == 0 && after == 0; /* it said done, and was not */
        refused += code && code != GR_ERR_IO;
        if (after >= 0)
            outcomes[after]++;
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(silent, 0);
    CHECK_INT(refused, 0);
    CHECK(outcomes[0] > 5 && outcomes[1] > 0 && n < 2000);
    free(at);
}

static void an_operation_fails(void) {
    fail_everywhere(SQLITE_IOERR_WRITE, false);
}

static void the_disk_is_full(void) {
    fail_everywhere(SQLITE_FULL, true);
}

static void the_program_is_killed(void) {
    fail_everywhere(SQLITE_IOERR, true);
}

/* The making of a database, too, leaves a whole one or none. */
static void a_new_database_fails(void) {
    char *path = strdup(aid_path("new.db"));
    bool failed = true;
    int made = 0, none = 0;
    REQUIRE(path);
    for (long n = 1; failed && n < 500; n++) {
        GrDb *db;
        faulty_fail_at(n, SQLITE_FULL, true);
        gr_db_close(gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error) ? NULL : db);
        failed = faulty_failures() > 0;
        faulty_fail_at(0, 0, false);
        if (access(path, F_OK)) {
            none++;
            continue;
        }
        made++;
        CHECK_INT(gr_db_open(path, aid_book(), GR_DB_READ, &db, &error), 0);
        gr_db_close(db);
        unlink(path);
    }
    CHECK(made > 0 && none > 3 && !failed);
    free(path);
}

static void count_fault(void *context, int64_t id, const char *text) {
    (void)id, (void)text;
    ++*(long *)context;
}

/* A read that fails once, whatever for, while a sound file is checked is no damage. */
static void a_read_that_fails_is_no_damage(void) {
    char *path = strdup(aid_path("read.db"));
    long faults = 0, failed = 0;
    REQUIRE(path && make_base(path));
    for (long n = 1, more = 1; more; n += n < 12 || test_long() ? 1 : 5) {
        GrDb *db;
        GrVerified verified;
        GrVerifyJob job = {.context = &faults, .fault = count_fault};
        REQUIRE(gr_db_open(path, aid_book(), GR_DB_READ, &db, &error) == 0);
        sqlite3_db_release_memory(db->sql.handle);
        faulty_read_at(n, SQLITE_IOERR_READ, false);
        int code = gr_db_verify(db, &job, &verified, &error);
        more = faulty_read_failures();
        faulty_read_at(0, 0, false);
        if (!CHECK(code == (more ? GR_ERR_IO : 0)))
            printf("read %ld: %d, %s\n", n, code, code ? error.text : "");
        failed += code == GR_ERR_IO;
        gr_db_close(db);
    }
    CHECK(failed > 5);
    CHECK_INT(faults, 0);
    free(path);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    fail_alloc_stop();
    CHECK(faulty_install());
    make_games();
    RUN(an_operation_fails);
    RUN(the_disk_is_full);
    RUN(the_program_is_killed);
    RUN(a_new_database_fails);
    RUN(a_read_that_fails_is_no_damage);
    for (size_t i = 0; i <= BEFORE + ADDED; i++)
        gr_game_free(&game[i]);
    return test_end();
}
