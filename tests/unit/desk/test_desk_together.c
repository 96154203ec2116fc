/* The desk's requests to several databases at once, and for all numbers of a list. */
#include "db/db.h"
#include "tests/aid/desk_games_aid.h"

#define MAGI "rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR+w+KQkq+-+0+1"

/* A second database beside that of open_games, with one game. */
static void open_second(void) {
    GrDb *db;
    GrError error;
    char second[32];
    snprintf(second, sizeof second, "second-%d.db", made_games);
    const char *path = aid_path(second);
    CHECK_INT(gr_db_open(path, variants, GR_DB_CREATE, &db, &error), 0);
    gr_db_close(db);
    CHECK_INT(gr_desk_add_database(desk, path, NULL, &error), 0);
    CHECK_INT(ask_for("POST", "/api/1/db/2/import", "{\"text\":\"[White \\\"Bea\\\"]\\n\\n1. d4 Nf6 *\"}"), 200);
}

static void databases_are_asked_together(void) {
    open_games();
    open_second();
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?and=2&count=1", NULL), 200);
    CHECK(says("{\"games\":[{\"db\":\"1\",\"game\":1,") && says("},{\"db\":\"2\",\"game\":1,"));
    CHECK(says("\"next\":null,\"from\":null,\"complete\":true,\"unread\":0,\"least\":4,\"most\":4}"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?and=2&limit=2", NULL), 200);
    CHECK(says("\"next\":2,\"from\":\"1\","));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?and=2&limit=3", NULL), 200);
    CHECK(says("\"next\":0,\"from\":\"2\","));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?and=2&limit=3&after=0&from=2", NULL), 200);
    CHECK(says("{\"games\":[{\"db\":\"2\",\"game\":1,") && !strstr(response.body.data, "Ann"));
    CHECK_INT(ask_for("GET", "/api/1/db/2/games?and=1&and=2&limit=2&after=1&from=1", NULL), 200);
    CHECK(says("{\"games\":[{\"db\":\"1\",\"game\":2,") && says("\"game\":3,") && says("\"next\":null,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?and=2&sort=white&limit=2&after=1", NULL), 200);
    CHECK(says("\"white\":\"Ann\"") && says("},{\"db\":\"2\",\"game\":1,") && says("\"next\":3,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?and=2&sel=white=Bea&q=black+N+moves", NULL), 200);
    CHECK(says("{\"games\":[{\"db\":\"2\",\"game\":1,\"ply\":2,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree?and=2", NULL), 200);
    CHECK(says("\"games\":4,") && says("\"san\":\"d4\",\"uci\":\"d2d4\",\"games\":2,"));
    CHECK(says("\"db\":\"1\",\"game\":1}") && says("{\"uci\":\"e2e4\",\"db\":\"1\",\"id\":1,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?and=3", NULL), 404);
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?and=2&from=3", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree?and=0", NULL), 404);
    close_desk();
}

/* Without a variant, a position is one of the games that are asked. */
static void positions_are_of_the_databases(void) {
    static const char *const whats[] = {"games", "tree", "numbers", "stats", "export"};
    char target[200];
    open_games();
    open_second();
    for (size_t i = 0; i < sizeof whats / sizeof *whats; i++) {
        snprintf(target, sizeof target, "/api/1/db/1/%s?fen=" MAGI, whats[i]);
        CHECK_INT(ask_for("GET", target, NULL), 400);
        CHECK(says("FEN, column 1: this is a position of Magi"));
    }
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?and=2&fen=" MAGI, NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?variant=magi&fen=" MAGI, NULL), 200);
    CHECK(says("{\"games\":[],"));
    CHECK_INT(ask_for("POST", "/api/1/db/2/import", "{\"game\":{\"variant\":\"magi\",\"result\":\"*\",\"line\":[\"Nc3\"]}}"),
              200);
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?and=2&fen=" MAGI, NULL), 200);
    CHECK(says("{\"games\":[{\"db\":\"2\",\"game\":2,"));
    CHECK_INT(ask_for("GET", "/api/1/db/2/games?and=1&fen=" MAGI, NULL), 200);
    CHECK(says("{\"games\":[{\"db\":\"2\",\"game\":2,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?fen=" MAGI, NULL), 400);
    close_desk();
}

/* The target of the page behind the last answer, of one row; false behind the last page. */
static bool go_on(char target[400], const char *list) {
    const char *at = response.body.data ? strstr(response.body.data, "\"behind\":\"") : NULL;
    size_t len = (size_t)snprintf(target, 400, "/api/1/%s&limit=1&behind=", list);
    for (at = at ? at + 10 : NULL; at && *at != '"' && len < 390; at++)
        len += (size_t)snprintf(target + len, 400 - len, *at == ' ' || *at == '&' || *at == '+' ? "%%%02X" : "%c", *at);
    return at != NULL;
}

/* Pages of a sorted list, each from the last row of the one before, have what `numbers` has, in its order. */
static void check_pages(const char *list, const char *rows) {
    char target[400], found[200] = "";
    snprintf(target, sizeof target, "/api/1/%s&limit=1", list);
    do {
        if (!CHECK_INT(ask_for("GET", target, NULL), 200))
            return;
        const char *db = strstr(response.body.data, "\"db\":\""), *game = strstr(response.body.data, "\"game\":");
        size_t len = strlen(found);
        snprintf(found + len, sizeof found - len, "%.1s%.1s ", db ? db + 6 : "-", game ? game + 7 : "-");
    } while (strlen(found) < 100 && go_on(target, list));
    CHECK_STR(found, rows);
}

static void pages_go_on_behind_a_row(void) {
    char target[400];
    open_games();
    open_second();
    check_pages("db/1/games?and=2&sort=white", "13 11 21 12 ");
    check_pages("db/1/games?and=2&sort=white&reverse=1", "12 21 11 13 ");
    check_pages("db/2/games?and=1&sort=date", "11 21 12 13 "); /* those without a date come last, as they are stored */
    check_pages("db/1/games?and=2&sort=plies&reverse=1", "11 13 12 21 ");
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"[White \\\"Ann\\\"]\\n\\n1. a3 *\"}"),
              200);
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?sort=white&limit=2", NULL), 200);
    CHECK(says("\"game\":3,") && says("\"game\":1,") && says("\"behind\":\"0 0 1 Ann\""));
    CHECK(go_on(target, "db/1/games?sort=white"));
    GrDb *db;
    GrError error;
    REQUIRE(!gr_db_open(aid_path(name), variants, GR_DB_WRITE, &db, &error));
    CHECK_INT(gr_db_delete_game(db, 1, &error), 0); /* the row itself */
    CHECK_INT(gr_db_delete_game(db, 3, &error), 0);
    gr_db_close(db);
    CHECK_INT(ask_for("GET", target, NULL), 200);
    CHECK(says("{\"games\":[{\"game\":4,") && says("\"behind\":\"0 0 4 Ann\"") &&
          !strstr(response.body.data, "\"next\""));
    static const char *const bad[] = {"behind=0%200%201%20Ann", "sort=white&behind=x",
                                      "sort=white&behind=0%201%201%20Ann",
                                      "sort=white&behind=0%200%201",
                                      "sort=white&after=1&behind=0%200%201%20Ann"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(target, sizeof target, "/api/1/db/1/games?%s", bad[i]);
        CHECK_INT(ask_for("GET", target, NULL), 400);
    }
    close_desk();
}

static void numbers_stand_alone(void) {
    open_games();
    open_second();
    CHECK_INT(ask_for("GET", "/api/1/db/1/numbers", NULL), 200);
    CHECK_STR(response.body.data, "{\"arrays\":[{\"db\":\"1\",\"numbers\":[[1,3]]}],\"games\":3,\"complete\":true,\"unread\":0}");
    CHECK_INT(ask_for("GET", "/api/1/db/1/numbers?and=2&q=black+N+moves", NULL), 200);
    CHECK(says("{\"arrays\":[{\"db\":\"1\",\"numbers\":[1]},{\"db\":\"2\",\"numbers\":[1]}],\"games\":2,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/numbers?and=2&sort=white&reverse=1", NULL), 200);
    CHECK(says("{\"arrays\":[{\"db\":\"1\",\"numbers\":[2]},{\"db\":\"2\",\"numbers\":[1]},{\"db\":\"1\",\"numbers\":[1,3]}],"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/numbers?sel=player=nobody", NULL), 200);
    CHECK(says("{\"arrays\":[],\"games\":0,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/numbers?sort=colour", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/db/9/numbers", NULL), 404);
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?sel=games=1,3", NULL), 200);
    CHECK(says("\"game\":1,") && says("\"game\":3,") && !strstr(response.body.data, "\"game\":2,"));
    close_desk();
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 2;
    RUN(databases_are_asked_together);
    RUN(positions_are_of_the_databases);
    RUN(pages_go_on_behind_a_row);
    RUN(numbers_stand_alone);
    gr_variants_close(variants);
    return test_end();
}
