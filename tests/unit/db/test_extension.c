/* The SQLite extension from inside: plans, closing, damage, and memory that runs out. */
#include "db/extension/extension.h"
#include "db/store/sql.h"
#include "notation/buffer.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 60 };

static GrError error;
static const char *path;

static void make_database(void) {
    AidRandom random = {test_seed(91)};
    GrGame game;
    GrAdded added;
    GrDb *db;
    unsigned wrong = 0;
    path = strdup(aid_path("games.db"));
    REQUIRE(path && gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    gr_game_init(&game);
    for (size_t i = 0; i < GAMES; i++) {
        wrong += !aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 5), 25, &game);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0;
    }
    wrong += gr_db_delete_game(db, 7, &error) != 0;
    CHECK_INT(wrong, 0);
    gr_game_free(&game);
    gr_db_close(db);
}

/* A connection with the extension; NULL if that fails. */
static sqlite3 *connect_to(const char *file) {
    sqlite3 *handle;
    if (sqlite3_open(file, &handle) || sqlite3_grimoire_init(handle, NULL, NULL)) {
        sqlite3_close(handle);
        return NULL;
    }
    return handle;
}

/* All rows of a query as text, separated by '|' and line ends: the caller's, to be freed. NULL with
 * *result set if it fails. */
static char *ask(sqlite3 *handle, const char *sql, int *result) {
    GrBuffer text;
    sqlite3_stmt *stmt;
    gr_buffer_init(&text);
    *result = sqlite3_prepare_v2(handle, sql, -1, &stmt, NULL);
    while (*result == SQLITE_OK && (*result = sqlite3_step(stmt)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(stmt); i++)
            gr_buffer_printf(&text, "%s|", gr_sql_text(stmt, i));
        gr_buffer_putc(&text, '\n');
        *result = SQLITE_OK;
    }
    *result = *result == SQLITE_DONE ? SQLITE_OK : *result;
    sqlite3_finalize(stmt);
    char *all = gr_buffer_take(&text);
    if (*result == SQLITE_OK && all)
        return all;
    free(all);
    return NULL;
}

static bool is_same(sqlite3 *handle, const char *a, const char *b) {
    int result[2];
    char *one = ask(handle, a, &result[0]), *other = ask(handle, b, &result[1]);
    bool same = one && other && !strcmp(one, other);
    if (!same)
        printf("%s\n%s: %s\nnot as\n%s\n", a, sqlite3_errmsg(handle), one ? one : "",
               other ? other : "");
    free(one);
    free(other);
    return same;
}

/* Whatever is asked of a game's number, the answer is that of a plain table. */
static void plans_find_what_a_table_finds(void) {
    static const char *const op[] = {"=", "<", "<=", ">", ">=", "IS", "<>"};
    static const char *const value[] = {"0", "1", "7", "8", "60", "61", "-3", "2.5", "59.5", "'9'",
                                        "'x'", "NULL", "1e30", "-1e30", "9223372036854775807",
                                        "-9223372036854775808", "x'31'"};
    static const char *const order[] = {"", " ORDER BY 1", " ORDER BY 1, 2", " ORDER BY 1, 2 DESC",
                                        " ORDER BY 2, 1", " ORDER BY 2", " ORDER BY 1 DESC, 2"};
    sqlite3 *handle = connect_to(path);
    AidRandom random = {test_seed(3)};
    char a[300], b[300];
    REQUIRE(handle);
    const char *copy = "CREATE TEMP TABLE g AS SELECT id, plies FROM grimoire_games;"
                       "CREATE TEMP TABLE m AS SELECT game, ply, san FROM grimoire_moves";
    CHECK_INT(sqlite3_exec(handle, copy, NULL, NULL, NULL), SQLITE_OK);
    CHECK(is_same(handle, "SELECT count(*), min(id), max(id) FROM g", "SELECT 59, 1, 60"));
    for (int round = 0; round < 500; round++) {
        const char *op1 = op[aid_random(&random, 7)], *op2 = op[aid_random(&random, 7)];
        const char *v1 = value[aid_random(&random, 17)], *v2 = value[aid_random(&random, 17)];
        const char *by = order[aid_random(&random, 7)];
        const char *form = "SELECT id, plies FROM %s WHERE id %s %s AND id %s %s%s";
        if (!strstr(by, "1"))
            by = " ORDER BY 2, 1";
        snprintf(a, sizeof a, form, "grimoire_games", op1, v1, op2, v2, by);
        snprintf(b, sizeof b, form, "g", op1, v1, op2, v2, by);
        REQUIRE(is_same(handle, a, b));
        form = "SELECT game, ply, san FROM %s WHERE game %s %s AND ply %s %s%s";
        snprintf(a, sizeof a, form, "grimoire_moves", op1, v1, op2, v2, by);
        snprintf(b, sizeof b, form, "m", op1, v1, op2, v2, by);
        REQUIRE(is_same(handle, a, b));
    }
    CHECK(is_same(handle, "SELECT g.id, x.ply FROM grimoire_games g JOIN grimoire_moves x "
                          "ON x.game = g.id WHERE g.plies > 10 ORDER BY 1, 2",
                  "SELECT g.id, m.ply FROM g JOIN m ON m.game = g.id WHERE g.plies > 10 "
                  "ORDER BY 1, 2"));
    CHECK_INT(sqlite3_close(handle), SQLITE_OK);
}

/* What the connection itself has changed and not yet committed is seen, and what it took back
 * not. */
static void changes_of_the_connection_are_seen(void) {
    sqlite3 *handle = connect_to(path);
    const char *count = "SELECT count(*), grimoire_san(1, 1, 1) IS NULL FROM grimoire_games";
    REQUIRE(handle);
    CHECK(is_same(handle, count, "SELECT 59, 0"));
    CHECK_INT(sqlite3_exec(handle, "BEGIN; DELETE FROM block", NULL, NULL, NULL), SQLITE_OK);
    CHECK(is_same(handle, count, "SELECT 0, 1"));
    CHECK_INT(sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    CHECK(is_same(handle, count, "SELECT 59, 0"));
    CHECK_INT(sqlite3_close(handle), SQLITE_OK);
}

/* A name stands for another file after it was attached anew. */
static void attached_databases_come_and_go(void) {
    sqlite3 *handle = connect_to(":memory:");
    char sql[300];
    int result;
    REQUIRE(handle);
    for (int round = 0; round < 4; round++) {
        snprintf(sql, sizeof sql, "ATTACH '%s' AS x", round % 2 ? ":memory:" : path);
        CHECK_INT(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
        const char *count = "SELECT count(*), grimoire_fen(1, 0, 'X') FROM grimoire_games('x')";
        char *rows = ask(handle, count, &result);
        CHECK(round % 2 ? !rows && result == SQLITE_ERROR : rows && !strncmp(rows, "59|", 3));
        free(rows);
        CHECK_INT(sqlite3_exec(handle, "DETACH x", NULL, NULL, NULL), SQLITE_OK);
    }
    CHECK_INT(sqlite3_close(handle), SQLITE_OK);
}

static const char all_sql[] =
    "SELECT g.id, g.white, t.value, m.san, p.fen, p.legal, grimoire_pgn(g.id), "
    "grimoire_san(g.id, 2, 5) FROM grimoire_games g JOIN grimoire_tags t ON t.game = g.id "
    "JOIN grimoire_moves m ON m.game = g.id JOIN grimoire_positions p ON p.game = g.id "
    "WHERE t.place = 1 AND m.ply = 3 AND p.ply = 4 AND g.id < 8";

static void memory_runs_out(void) {
    int result;
    sqlite3 *handle = connect_to(path);
    REQUIRE(handle);
    char *want = ask(handle, all_sql, &result);
    REQUIRE(want && sqlite3_close(handle) == SQLITE_OK);
    FAIL_EACH_ALLOCATION(n, 5000) {
        handle = connect_to(path);
        char *rows = handle ? ask(handle, all_sql, &result) : NULL;
        fail_alloc_stop();
        CHECK(!rows || !strcmp(rows, want));
        CHECK(rows || !handle || result == SQLITE_NOMEM || result == SQLITE_OK);
        free(rows);
        CHECK_INT(sqlite3_close(handle), SQLITE_OK);
    }
    free(want);
}

/* A wrong byte in a blob: each game is as it was, or it is an error. */
static void damage_is_told(void) {
    static const char *const blob[] = {"block.head", "block.moves", "block.texts", "name.texts",
                                       "shape.tags"};
    AidRandom random = {test_seed(29)};
    sqlite3 *handle = connect_to(path);
    unsigned wrong = 0, faults = 0, rounds = test_slow() ? 3000 : 60;
    char sql[500];
    int result;
    REQUIRE(handle);
    const char *copy = "CREATE TEMP TABLE was AS SELECT id, white, grimoire_pgn(id) AS pgn "
                       "FROM grimoire_games";
    CHECK_INT(sqlite3_exec(handle, copy, NULL, NULL, NULL), SQLITE_OK);
    for (unsigned round = 0; round < rounds; round++) {
        const char *dot = strchr(blob[round % 5], '.'), *column = dot + 1;
        unsigned at = aid_random(&random, 8000);
        snprintf(sql, sizeof sql,
                 "BEGIN; UPDATE %.*s SET %s = CAST(substr(%s, 1, %u %% length(%s)) || x'%02x' || "
                 "substr(%s, %u %% length(%s) + 2) AS BLOB)",
                 (int)(dot - blob[round % 5]), blob[round % 5], column, column, at, column,
                 aid_random(&random, 256), column, at, column);
        CHECK_INT(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
        for (int id = 1; id <= GAMES; id++) {
            snprintf(sql, sizeof sql, "SELECT pgn = grimoire_pgn(id) FROM was WHERE id = %d", id);
            char *rows = ask(handle, sql, &result);
            wrong += rows && *rows && id != 7 && strcmp(rows, "1|\n");
            faults += !rows;
            free(rows);
        }
        free(ask(handle, "SELECT * FROM grimoire_games", &result));
        free(ask(handle, "SELECT * FROM grimoire_positions", &result));
        CHECK_INT(sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    }
    CHECK_INT(wrong, 0);
    CHECK(faults > 0);
    CHECK_INT(sqlite3_close(handle), SQLITE_OK);
}

/* Asks everything of a database that may be damaged. Games that can be read are those of the table
 * `was`, which the connection has; the others have a fault, and are rows of grimoire_games all the
 * same if `listed` (and so may be the deleted one, if nobody can know). Returns how many can be
 * read. */
static unsigned ask_everything(sqlite3 *handle, bool listed) {
    unsigned readable = 0;
    char sql[200];
    int result;
    for (int id = 1; id <= GAMES; id++) {
        snprintf(sql, sizeof sql, "SELECT grimoire_fault(%d)", id);
        char *fault = ask(handle, sql, &result);
        snprintf(sql, sizeof sql, "SELECT pgn = grimoire_pgn(id) FROM was WHERE id = %d", id);
        char *same = ask(handle, sql, &result);
        snprintf(sql, sizeof sql, "SELECT count(*) > 0 FROM grimoire_positions(%d)", id);
        char *rows = ask(handle, sql, &result);
        bool sound = same && !strcmp(same, "1|\n");
        CHECK(!sound || (fault && !strcmp(fault, "|\n") && rows && !strcmp(rows, "1|\n")));
        CHECK(sound || !same || !*same || !strcmp(same, "|\n")); /* none, but not another */
        CHECK(same || !fault || strcmp(fault, "|\n"));
        readable += sound;
        free(fault);
        free(same);
        free(rows);
    }
    char *rows = ask(handle, "SELECT count(*), count(white) FROM grimoire_games", &result);
    if (!CHECK(!listed || (rows && (!strncmp(rows, "59|", 3) || !strncmp(rows, "60|", 3)))))
        printf("%s %s\n", rows ? rows : "none", sqlite3_errmsg(handle));
    free(rows);
    free(ask(handle, "SELECT * FROM grimoire_games", &result));
    free(ask(handle, "SELECT * FROM grimoire_tags", &result));
    free(ask(handle, "SELECT * FROM grimoire_moves WHERE ply < 3", &result));
    return readable;
}

static const char *const remember = "CREATE TEMP TABLE was AS SELECT id, grimoire_pgn(id) AS pgn "
                                    "FROM grimoire_games";

/* Tables that say something else, or nothing. */
static void damaged_tables_are_asked(void) {
    static const struct {
        const char *sql;
        unsigned least, most; /* games that can be read */
        bool listed;          /* all games are rows of grimoire_games */
    } damage[] = {
        {"DELETE FROM backup", 59, 59, true},
        {"UPDATE tag SET name = name || 'x'", 0, 10, true},
        {"UPDATE tag SET dictionary = 1", 0, 10, true},
        {"UPDATE tag SET dictionary = 4000 WHERE id = 3", 0, 58, true},
        {"UPDATE variant SET name = name || 'x' WHERE id = 2", 40, 58, true},
        {"UPDATE dictionary SET names = 1", 0, 59, true},
        {"UPDATE dictionary SET names = -1 WHERE id = 1", 0, 58, true},
        {"UPDATE shape SET tags = x'0100'", 0, 10, true},
        {"UPDATE shape SET tags = x'FFFF' WHERE id % 2", 0, 58, true},
        {"DELETE FROM shape", 0, 10, true},
        {"DELETE FROM tag", 0, 10, true},
        {"DELETE FROM dictionary", 0, 10, true},
        {"DELETE FROM variant", 0, 10, true},
        {"DELETE FROM name", 0, 10, true},
        {"DROP TABLE shape; DROP TABLE tag; DROP TABLE variant; DROP TABLE dictionary", 59, 59,
         true},
        {"UPDATE block SET games = 3, plies = 0", 59, 59, true},
        {"UPDATE block SET head = zeroblob(30)", 0, 0, true},
        {"UPDATE block SET moves = x'', texts = x''", 0, 30, true},
        {"UPDATE block SET first = first + 5", 0, 0, false},
        {"DROP TABLE block", 0, 0, false},
    };
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        sqlite3 *handle = connect_to(path);
        REQUIRE(handle && sqlite3_exec(handle, remember, NULL, NULL, NULL) == SQLITE_OK);
        CHECK_INT(sqlite3_exec(handle, "PRAGMA ignore_check_constraints = 1; BEGIN", NULL, NULL,
                               NULL), SQLITE_OK);
        CHECK_INT(sqlite3_exec(handle, damage[i].sql, NULL, NULL, NULL), SQLITE_OK);
        unsigned readable = ask_everything(handle, damage[i].listed);
        if (!CHECK(readable >= damage[i].least && readable <= damage[i].most))
            printf("%s: %u\n", damage[i].sql, readable);
        CHECK_INT(sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
        CHECK_INT(sqlite3_close(handle), SQLITE_OK);
    }
}

/* Pieces of noise anywhere in the file. */
static void damaged_files_are_asked(void) {
    char *noisy = strdup(aid_path("noisy.db")), sql[600];
    AidRandom random = {test_seed(37)};
    unsigned rounds = test_slow() ? 300 : 12, readable = 0;
    REQUIRE(noisy);
    for (unsigned round = 0; round < rounds; round++) {
        REQUIRE(aid_copy_file(path, noisy));
        FILE *file = fopen(noisy, "r+b");
        REQUIRE(file && fseek(file, 0, SEEK_END) == 0);
        uint32_t size = (uint32_t)ftell(file);
        for (unsigned n = 0; n < 3; n++) {
            CHECK(fseek(file, (long)(100 + aid_random(&random, size - 100)), SEEK_SET) == 0);
            for (unsigned i = 0; i < 1u << 3 * n; i++)
                fputc((int)aid_random(&random, 256), file);
        }
        fclose(file);
        sqlite3 *handle = connect_to(noisy);
        REQUIRE(handle);
        snprintf(sql, sizeof sql,
                 "ATTACH '%s' AS sound; CREATE TEMP TABLE was AS SELECT id, "
                 "grimoire_pgn(id, 'sound') AS pgn FROM grimoire_games('sound')", path);
        if (sqlite3_exec(handle, sql, NULL, NULL, NULL) == SQLITE_OK)
            readable += ask_everything(handle, false);
        CHECK_INT(sqlite3_close(handle), SQLITE_OK);
    }
    CHECK(readable > rounds * 10);
    free(noisy);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    make_database();
    RUN(plans_find_what_a_table_finds);
    RUN(changes_of_the_connection_are_seen);
    RUN(attached_databases_come_and_go);
    RUN(memory_runs_out);
    RUN(damage_is_told);
    RUN(damaged_tables_are_asked);
    RUN(damaged_files_are_asked);
    free((char *)(uintptr_t)path);
    return test_end();
}
