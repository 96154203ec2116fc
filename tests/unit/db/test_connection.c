/* How databases are opened, and how they wait for the locks of others. */
#include <errno.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "db/search/find.h"
#include "db/store/internal.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/faulty_vfs.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 20, NOBODY = 65534, SOON_MS = 3000 /* however busy the machine is; SQLite waits for ten seconds */ };

static GrError error;
static char *path;

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool add_games(GrDb *db, unsigned count) {
    AidRandom random = {test_seed(52)};
    GrGame game;
    GrAdded added;
    bool done = true;
    gr_game_init(&game);
    for (unsigned i = 0; i < count && done; i++)
        done = aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 5), 30, &game) &&
               gr_db_add_game(db, &game, &added, &error) == 0;
    gr_game_free(&game);
    return done;
}

static void make_file(void) {
    GrDb *db;
    path = strdup(aid_path("games.db"));
    REQUIRE(path && gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    CHECK(gr_db_begin(db, &error) == 0 && add_games(db, GAMES) && gr_db_commit(db, &error) == 0);
    gr_db_close(db);
}

/* ---- what is in a file is not believed ---- */

static bool is_set(sqlite3 *handle, int option, int wanted) {
    int value = -1;
    return sqlite3_db_config(handle, option, -1, &value) == SQLITE_OK && value == wanted;
}

static bool is_careful(GrDb *db, bool writes) {
    sqlite3_int64 only_reads = -1;
    return gr_sql_number(db->sql.handle, "PRAGMA query_only", &only_reads, &error) == 0 && only_reads == !writes &&
           is_set(db->sql.handle, SQLITE_DBCONFIG_DEFENSIVE, 1) &&
           is_set(db->sql.handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0) &&
           is_set(db->sql.handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0);
}

static bool opens_carefully(GrDbMode mode) {
    GrDb *db, *beside = NULL;
    if (gr_db_open(path, aid_book(), mode, &db, &error))
        return false;
    const GrDbSource same = gr_db_source(db);
    bool careful = is_careful(db, mode != GR_DB_READ) && gr_db_last(db, &error) == GAMES &&
                   gr_db_open_again(&same, &beside, &error) == 0 && is_careful(beside, false);
    gr_db_close(beside);
    gr_db_close(db);
    return careful;
}

/* The same in a process of an ordinary user. */
static bool opens_carefully_as_nobody(void) {
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        if (getuid() == 0 && setuid(NOBODY))
            _exit(2);
        _exit(!opens_carefully(GR_DB_READ));
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void nothing_is_believed_however_a_file_is_opened(void) {
    char folder[200];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    for (int mode = GR_DB_READ; mode <= GR_DB_CREATE; mode++)
        CHECK(opens_carefully((GrDbMode)mode));
    const mode_t modes[][2] = {{0777, 0666}, {0777, 0444}, {0555, 0666}, {0555, 0444}}; /* of folder and file */
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        REQUIRE(chmod(path, modes[i][1]) == 0 && chmod(folder, modes[i][0]) == 0);
        CHECK(opens_carefully_as_nobody());
    }
    CHECK(chmod(folder, 0755) == 0 && chmod(path, 0644) == 0);
}

/* ---- waiting ---- */

typedef struct Stopping {
    GrDb *holder; /* gives its lock back when asked; NULL: keeps it */
    int asked;
    bool says;
} Stopping;

static bool stop(void *context) {
    Stopping *stopping = context;
    stopping->asked++;
    if (stopping->holder)
        gr_db_rollback(stopping->holder);
    return stopping->says;
}

static GrDb *open_holder(void) {
    GrDb *holder = NULL;
    CHECK(gr_db_open(path, aid_book(), GR_DB_WRITE, &holder, &error) == 0 && gr_db_begin(holder, &error) == 0);
    return holder;
}

static void a_wait_ends_when_it_is_to_end(void) {
    Stopping stopping = {.says = true};
    const GrDbWaiting waiting = {stop, NULL, &stopping};
    GrDb *db, *holder = open_holder();
    int64_t began = now_ms();
    REQUIRE(holder && gr_db_open_until(path, aid_book(), GR_DB_WRITE, &waiting, &db, &error) == 0);
    CHECK_INT(gr_db_begin(db, &error), GR_ERR_STOPPED);
    CHECK(stopping.asked > 0);
    CHECK_STR(error.text, "stopped while another program was writing to the database");
    CHECK(now_ms() - began < SOON_MS);
    stopping.says = false;
    gr_db_set_patience(db, 30);
    CHECK_INT(gr_db_begin(db, &error), GR_ERR_BUSY);
    stopping.holder = holder; /* a lock that is free soon is taken all the same */
    stopping.says = true;
    gr_db_set_patience(db, 10000);
    CHECK_INT(gr_db_begin(db, &error), 0);
    gr_db_rollback(db);
    gr_db_set_waiting(db, NULL);
    CHECK_INT(gr_db_begin(holder, &error), 0);
    gr_db_set_patience(db, 30);
    CHECK_INT(gr_db_begin(db, &error), GR_ERR_BUSY);
    gr_db_close(db);
    gr_db_close(holder);
}

static void count(void *waits) {
    ++*(int *)waits;
}

static void a_long_wait_is_reported_once(void) {
    int waits = 0;
    const GrDbWaiting waiting = {NULL, count, &waits};
    GrDb *db, *holder = open_holder();
    REQUIRE(holder && gr_db_open_until(path, aid_book(), GR_DB_WRITE, &waiting, &db, &error) == 0);
    gr_db_set_patience(db, 50);
    CHECK_INT(gr_db_begin(db, &error), GR_ERR_BUSY);
    CHECK_INT(waits, 0);
    gr_db_set_patience(db, 1500);
    for (int i = 1; i <= 2; i++) {
        CHECK_INT(gr_db_begin(db, &error), GR_ERR_BUSY);
        CHECK_INT(waits, i);
    }
    gr_db_set_waiting(db, NULL);
    CHECK_INT(gr_db_begin(db, &error), GR_ERR_BUSY);
    CHECK_INT(waits, 2);
    gr_db_close(db);
    gr_db_close(holder);
}

/* Who has the file for himself keeps others from opening it. */
static void opening_ends_when_it_is_to_end(void) {
    Stopping stopping = {.says = true};
    const GrDbWaiting waiting = {stop, NULL, &stopping};
    sqlite3 *other;
    GrDb *db;
    REQUIRE(sqlite3_open(path, &other) == SQLITE_OK);
    CHECK_INT(sqlite3_exec(other, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM uncovered", NULL, NULL,
                           NULL), SQLITE_OK);
    for (int mode = GR_DB_READ; mode <= GR_DB_CREATE; mode++) {
        int64_t began = now_ms();
        CHECK_INT(gr_db_open_until(path, aid_book(), (GrDbMode)mode, &waiting, &db, &error), GR_ERR_STOPPED);
        CHECK(now_ms() - began < SOON_MS);
    }
    sqlite3_close(other);
    CHECK(opens_carefully(GR_DB_READ));
}

/* ---- what fails ---- */

static int look(void) {
    GrDb *db;
    GrGame game;
    int code = gr_db_open(path, aid_book(), GR_DB_READ, &db, &error);
    gr_game_init(&game);
    for (int64_t id = 1; id <= GAMES && !code; id += 7)
        code = gr_db_get_game(db, id, &game, &error);
    gr_game_free(&game);
    gr_db_close(db);
    return code;
}

static int change(void) {
    GrDb *db;
    int code = gr_db_open(path, aid_book(), GR_DB_WRITE, &db, &error);
    if (!code)
        code = gr_db_begin(db, &error);
    gr_db_close(db);
    return code;
}

static void fail_locks(int (*use)(void), int why, bool onward, long step) {
    bool failed = true;
    int failures = 0;
    for (long n = 1; failed && n < 200; n += step) {
        int64_t began = now_ms();
        faulty_lock_at(n, why, onward);
        int code = use();
        failed = faulty_lock_failures() > 0;
        faulty_lock_at(0, 0, false);
        CHECK(now_ms() - began < SOON_MS);
        CHECK(code == 0 || code == GR_ERR_IO);
        CHECK(code == 0 || (strstr(error.text, "cannot lock the database: ") && strstr(error.text, strerror(why))));
        failures += code != 0;
    }
    CHECK(failures > 0 || !onward);
}

static void locks_that_fail_are_no_locks_of_others(void) {
    static const int why[] = {ENOLCK, EIO, EINVAL};
    for (size_t i = 0; i < sizeof why / sizeof *why; i++)
        for (int onward = 0; onward <= 1; onward++) {
            fail_locks(look, why[i], onward, i == 0 ? 2 : 7);
            fail_locks(change, why[i], onward, i == 0 ? 2 : 7);
        }
}

static void there_may_be_no_more_open_files(void) {
    struct rlimit all, few;
    int (*const use[])(void) = {look, change};
    REQUIRE(getrlimit(RLIMIT_NOFILE, &all) == 0);
    int first = dup(0);
    close(first);
    for (size_t i = 0; i < sizeof use / sizeof *use; i++) {
        int code = -1;
        for (int more = 0; code && more < 20; more++) {
            few = (struct rlimit){(rlim_t)(first + more), all.rlim_max};
            CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
            code = use[i]();
            CHECK(setrlimit(RLIMIT_NOFILE, &all) == 0);
            CHECK(code == 0 || (code == GR_ERR_IO && strstr(error.text, strerror(EMFILE))));
        }
        CHECK_INT(code, 0);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    fail_alloc_stop();
    if (!faulty_install())
        return 2;
    make_file();
    RUN(nothing_is_believed_however_a_file_is_opened);
    RUN(a_wait_ends_when_it_is_to_end);
    RUN(a_long_wait_is_reported_once);
    RUN(opening_ends_when_it_is_to_end);
    RUN(locks_that_fail_are_no_locks_of_others);
    RUN(there_may_be_no_more_open_files);
    free(path);
    return test_end();
}
