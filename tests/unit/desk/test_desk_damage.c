/* What the desk answers about databases of which something is damaged or locked: never less than there is without a
 * word. */
#include "db/db.h"
#include "tests/aid/desk_aid.h"
#include "tests/aid/store_aid.h"

/* A desk with a database of two games, after what `sql` did to its file. */
static void open_games(const char *name, const char *sql) {
    GrDb *db;
    GrError error;
    const char *path = aid_path(name);
    CHECK_INT(gr_db_open(path, variants, GR_DB_CREATE, &db, &error), 0);
    gr_db_close(db);
    open_desk();
    CHECK_INT(gr_desk_add_database(desk, path, NULL, &error), 0);
    CHECK_INT(ask_for("POST", "/api/1/db/1/import",
                      "{\"text\":\"[White \\\"Ann\\\"]\\n\\n1. e4 e5 *\\n\\n[White \\\"Bob\\\"]\\n\\n1. d4 d5 2. c4 *\"}"),
              200);
    close_desk();
    CHECK(aid_sql(path, sql));
    open_desk();
    CHECK_INT(gr_desk_add_database(desk, path, NULL, &error), 0);
}

/* The moves of games cannot be read, what is at the heads of blocks can. */
static const char MOVES_LOST[] = "UPDATE block SET moves = zeroblob(length(moves))";

static void what_is_missing_is_counted(void) {
    open_games("moves.db", MOVES_LOST);
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?q=check", NULL), 200);
    CHECK(says("\"games\":[]") && says("\"unread\":2"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree", NULL), 200);
    CHECK(says("\"games\":0,") && says("\"unread\":2,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/stats", NULL), 200);
    CHECK(says("\"unread\":2}"));
    close_desk();
}

static void a_count_does_not_hide_the_list(void) {
    open_games("heads.db", "UPDATE block SET head = zeroblob(length(head))");
    CHECK_INT(ask_for("GET", "/api/1/db/1/games", NULL), 200);
    CHECK(says("\"unread\":2"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?count=1", NULL), 200);
    CHECK(says("\"unread\":2,\"least\":0,"));
    close_desk();
}

static void a_file_lacks_no_games_in_silence(void) {
    open_games("files.db", MOVES_LOST);
    CHECK_INT(ask_for("GET", "/api/1/db/1/export", NULL), 500);
    CHECK(says("2 of these games cannot be read; unread=skip leaves them out"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/export?unread=skip", NULL), 200);
    CHECK_INT(ask_for("GET", "/api/1/db/1/report", NULL), 500);
    CHECK(says("2 of these games cannot be read"));
    close_desk();
}

static void a_damaged_table_is_no_empty_tree(void) {
    open_games("table.db", "SELECT 1");
    const char *path = aid_path("table.db");
    long page = (long)aid_sql_number(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'block'");
    long size = (long)aid_sql_number(path, "PRAGMA page_size");
    FILE *file = fopen(path, "r+b");
    REQUIRE(file && !fseek(file, (page - 1) * size, SEEK_SET));
    for (long i = 0; i < size; i++)
        CHECK(fputc('Z', file) == 'Z');
    CHECK(!fclose(file));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games", NULL), 500);
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree", NULL), 500);
    close_desk();
}

static void one_database_is_exported(void) {
    open_games("one.db", "SELECT 1");
    CHECK_INT(ask_for("GET", "/api/1/db/1/export?and=1", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/db/1/stats?and=1", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/db/1/report?and=1", NULL), 400);
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"1. e4\",\"game\":{}}"), 400);
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"nothing at all\"}"), 200);
    CHECK(says("\"games\":0,") && says("\"stray\":1"));
    close_desk();
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 2;
    RUN(what_is_missing_is_counted);
    RUN(a_count_does_not_hide_the_list);
    RUN(a_file_lacks_no_games_in_silence);
    RUN(a_damaged_table_is_no_empty_tree);
    RUN(one_database_is_exported);
    gr_variants_close(variants);
    return test_end();
}
