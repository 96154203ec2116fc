/* What is left beside databases, by killed creators or by those who close one together: which files
 * go, and which stay. */
#include <sys/wait.h>
#include <unistd.h>

#include "db/store/beside.h"
#include "db/store/database.h"
#include "db/store/leftovers.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static GrError error;

/* The name of a new database beside `path` as another process would make it. */
static void name_of(char *name, size_t size, const char *path, long pid) {
    GrBuffer mine;
    gr_buffer_init(&mine);
    gr_put_new_name(&mine, path);
    const char *where = mine.data ? strrchr(mine.data, '-') : NULL;
    snprintf(name, size, "%s.new-%ld%s", path, pid, where ? where : "");
    gr_buffer_free(&mine);
}

static void touch(const char *name) {
    FILE *file = fopen(name, "w");
    CHECK(file && fclose(file) == 0);
}

static bool is_there(const char *name) {
    return access(name, F_OK) == 0;
}

/* Number of a process that has ended. */
static long gone(void) {
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return child;
}

static void those_of_dead_processes_go(void) {
    const char *path = aid_path("games.db");
    static const char *const parts[] = {"", "-journal", "-wal", "-shm"};
    char name[500];
    char file[520];
    name_of(name, sizeof name, path, gone());
    for (int i = 0; i < 4; i++) {
        snprintf(file, sizeof file, "%s%s", name, parts[i]);
        touch(file);
    }
    CHECK_INT(gr_remove_leftovers(path, &error), 0);
    for (int i = 0; i < 4; i++) {
        snprintf(file, sizeof file, "%s%s", name, parts[i]);
        CHECK(!is_there(file));
    }
    CHECK_INT(gr_remove_leftovers("/nonexistent/folder/games.db", &error), 0);
}

static void all_others_stay(void) {
    const char *path = aid_path("stay.db");
    long dead = gone();
    char name[8][500];
    name_of(name[0], sizeof name[0], path, getpid());
    name_of(name[1], sizeof name[1], path, 1); /* it may not be ours to signal, but it lives */
    name_of(name[2], sizeof name[2], path, dead);
    char *last = name[2] + strlen(name[2]) - 1;
    *last = *last == '0' ? '1' : '0'; /* another machine */
    name_of(name[3], sizeof name[3], aid_path("other.db"), dead);
    snprintf(name[4], sizeof name[4], "%s.new-%ld", path, dead);
    snprintf(name[5], sizeof name[5], "%s.new-1", path);
    name_of(name[6], sizeof name[6], path, dead);
    strcat(name[6], ".pgn");
    name_of(name[7], sizeof name[7], path, -dead);
    for (int i = 0; i < 8; i++)
        touch(name[i]);
    CHECK_INT(gr_remove_leftovers(path, &error), 0);
    for (int i = 0; i < 8; i++)
        if (!CHECK(is_there(name[i])))
            printf("    %s\n", name[i]);
}

/* Readers leave them alone; each writer removes them. */
static void writers_remove_them(void) {
    const char *path = aid_path("writers.db");
    static const GrDbMode modes[] = {GR_DB_CREATE, GR_DB_READ, GR_DB_WRITE};
    char name[500];
    name_of(name, sizeof name, path, gone());
    for (int i = 0; i < 3; i++) {
        GrDb *db = NULL;
        touch(name);
        CHECK_INT(gr_db_open(path, aid_book(), modes[i], &db, &error), 0);
        gr_db_close(db);
        CHECK_INT(is_there(name), modes[i] == GR_DB_READ);
    }
}

/* Opens the database, reads, says so, and closes it when the pipe is closed. */
static void read_and_close(const char *path, const int say[2], const int go[2]) {
    GrDb *db;
    char byte = 0;
    close(go[1]);
    bool done = gr_db_open(path, aid_book(), GR_DB_READ, &db, &error) == 0 &&
                gr_db_last(db, &error) == 0 && write(say[1], &byte, 1) == 1;
    done = read(go[0], &byte, 1) == 0 && done;
    gr_db_close(db);
    _exit(!done);
}

/* Two readers that close a database in the same moment: neither finds itself the last one. */
static void closing_together_leaves_nothing(void) {
    const char *path = aid_path("together.db");
    char log[500];
    GrDb *db;
    unsigned left = 0, wrong = 0;
    REQUIRE(gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    gr_db_close(db);
    snprintf(log, sizeof log, "%s-wal", path);
    for (int round = 0; round < (test_long() ? 200 : 8); round++) {
        int say[2], go[2], status;
        char byte;
        REQUIRE(pipe(say) == 0 && pipe(go) == 0);
        for (int i = 0; i < 2; i++)
            if (fork() == 0)
                read_and_close(path, say, go);
        wrong += read(say[0], &byte, 1) != 1;
        wrong += read(say[0], &byte, 1) != 1;
        close(go[0]);
        close(go[1]);
        for (int i = 0; i < 2; i++)
            wrong += wait(&status) < 0 || status;
        left += is_there(log);
        close(say[0]);
        close(say[1]);
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(left, 0);
}

static void files_beside_a_database_are_known_by_name(void) {
    static const struct {
        const char *name;
        GrBeside is;
        size_t length;
    } names[] = {
        {"games.db", GR_BESIDE_NONE, 0},
        {"games.db-wal", GR_BESIDE_USED, 8},
        {"games.db-shm", GR_BESIDE_USED, 8},
        {"dir/games-journal", GR_BESIDE_USED, 9},
        {"a-wal-shm", GR_BESIDE_USED, 5},
        {"a-walnut", GR_BESIDE_NONE, 0},
        {"a-WAL", GR_BESIDE_NONE, 0},
        {"-wal", GR_BESIDE_NONE, 0},
        {"dir/-wal", GR_BESIDE_NONE, 0},
        {"", GR_BESIDE_NONE, 0},
        {"a.new-1-0123abcd", GR_BESIDE_NEW, 1},
        {"dir/a.db.new-12345-ffffffff-journal", GR_BESIDE_NEW, 8},
        {"a.new-1-0123abcd-wal", GR_BESIDE_NEW, 1},
        {"a.new-1-0123abcd.pgn", GR_BESIDE_NONE, 0},
        {"a.new-1-0123ABCD", GR_BESIDE_NONE, 0},
        {"a.new--0123abcd", GR_BESIDE_NONE, 0},
        {"a.new-1-123abcd", GR_BESIDE_NONE, 0},
        {"a.old-1-0123abcd", GR_BESIDE_NONE, 0},
        {".new-1-0123abcd", GR_BESIDE_NONE, 0},
        {"0123abcd", GR_BESIDE_NONE, 0},
        {"1-0123abcd", GR_BESIDE_NONE, 0},
        {"new-1-0123abcd", GR_BESIDE_NONE, 0},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = 99;
        if (!CHECK_INT(gr_beside(names[i].name, &length), names[i].is) || !CHECK_INT(length, names[i].length))
            printf("    %s\n", names[i].name);
    }
    char name[500];
    size_t length;
    name_of(name, sizeof name, "any.db", getpid());
    CHECK_INT(gr_beside(name, &length), GR_BESIDE_NEW);
    CHECK_INT(length, 6);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(those_of_dead_processes_go);
    RUN(all_others_stay);
    RUN(writers_remove_them);
    RUN(closing_together_leaves_nothing);
    RUN(files_beside_a_database_are_known_by_name);
    return test_end();
}
