/* The desk's requests about games: lists, trees, one game read and written, texts, files. */
#include "db/db.h"
#include "tests/aid/desk_games_aid.h"
#include "tests/aid/fail_alloc.h"

#define OWN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
#define USUAL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* The version of a game, as it was just answered. */
static const char *tag(char out[48]) {
    snprintf(out, 48, "%s", response.tag);
    CHECK(*out == '"');
    return out;
}

static int change(const char *method, const char *target, const char *version, const char *body) {
    GrDeskRequest request = ours(method, target, body);
    request.if_match = version;
    return ask(&request);
}

/* ---- lists ---- */

static void games_come_in_pages(void) {
    open_games();
    CHECK_INT(ask_for("GET", "/api/1/db/1/games", NULL), 200);
    CHECK(says("{\"games\":[{\"game\":1,\"variant\":\"chess\",\"white\":\"Ann\",\"black\":\"Bob\",\"event\":null,"));
    CHECK(says("\"white\":\"<b>&\"") && says("\"next\":null,\"complete\":true,\"unread\":0}"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?limit=2", NULL), 200);
    CHECK(says("\"next\":2,\"complete\":true"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?limit=2&after=2", NULL), 200);
    CHECK(says("{\"games\":[{\"game\":3,") && says("\"next\":null"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?count=1&limit=1&after=1&sel=white=Ann", NULL), 200);
    CHECK(says("{\"games\":[],\"next\":null,\"complete\":true,\"unread\":0,\"least\":1,\"most\":1}"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?sort=white&reverse=1&limit=2", NULL), 200);
    CHECK(says("{\"games\":[{\"game\":2,") && says("},{\"game\":1,") && says("\"next\":2,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?sort=white&reverse=1&limit=2&after=2", NULL), 200);
    CHECK(says("{\"games\":[{\"game\":3,") && says("\"next\":null,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?sort=white&after=3", NULL), 200);
    CHECK(says("{\"games\":[],\"next\":null,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?sort=colour", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?after=3", NULL), 200);
    CHECK(says("{\"games\":[],\"next\":null"));
    close_desk();
}

static void games_are_filtered(void) {
    open_games();
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?sel=player%3DAnn&sel=result=0-1", NULL), 200);
    CHECK(says("{\"games\":[{\"game\":2,") && !strstr(response.body.data, "\"game\":1,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?q=black+Q+mates", NULL), 400);
    CHECK(says("{\"error\":\"query, column "));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?q=checkmate", NULL), 200);
    CHECK(says("{\"games\":[{\"game\":3,\"ply\":4,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?variant=chess&fen="
                      "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR+w+KQkq+-+0+2",
                      NULL), 200);
    CHECK(says("{\"games\":[{\"game\":2,\"ply\":2,"));
    static const char *const bad[] = {"limit=0", "limit=501", "limit=x", "limit=", "after=-1", "sel=player", "sel==Ann",
                                      "sel=nothing=1", "sel=date=1990.13", "q=(", "fen=x", "fen=x&variant=chess",
                                      "fen=x&variant=none"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char target[100];
        snprintf(target, sizeof target, "/api/1/db/1/games?%s", bad[i]);
        if (!CHECK_INT(ask_for("GET", target, NULL), 400))
            printf("%s\n", target);
    }
    static const char *const none[] = {"0", "2", "x", "1x", "-1", "99999999999999999999"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char target[100];
        snprintf(target, sizeof target, "/api/1/db/%s/games", none[i]);
        CHECK_INT(ask_for("GET", target, NULL), 404);
    }
    close_desk();
}

static void duplicates_are_resolved(void) {
    static const char other[] = "{\"text\":\"[White \\\"Cy\\\"]\\n[Black \\\"Ann\\\"]\\n"
                                "[WhiteElo \\\"2000\\\"]\\n\\n1. d4 {new} d5 0-1\"%s}";
    char body[300];
    open_games();
    for (const char *const *how = (const char *const[]){"", ",\"copies\":\"skip\"", NULL}; *how; how++) {
        snprintf(body, sizeof body, other, *how);
        CHECK_INT(ask_for("POST", "/api/1/db/1/import", body), 200);
        CHECK(says("\"duplicates\":1,\"replaced\":0,\"ids\":[2],\"change\":"));
    }
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 200);
    CHECK(!strstr(response.body.data, "new") && !strstr(response.body.data, "2000"));
    snprintf(body, sizeof body, other, ",\"copies\":\"combine\"");
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", body), 200);
    CHECK(says("\"games\":1,") && says("\"duplicates\":1,\"replaced\":1,\"ids\":[2],\"change\":"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 200);
    CHECK(says("\"new\"") && says("2000"));
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", body), 200);
    CHECK(says("\"replaced\":0,"));
    CHECK_INT(ask_for("POST", "/api/1/db/1/undo", "{}"), 200);
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 200);
    CHECK(!strstr(response.body.data, "new"));
    CHECK_INT(ask_for("POST", "/api/1/db/1/import",
                      "{\"text\":\"1. f3 {x} e5 2. g4 Qh4# *\",\"copies\":\"replace\"}"), 200);
    CHECK(says("\"duplicates\":0,"));
    snprintf(body, sizeof body, other, ",\"copies\":\"replace\"");
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", body), 200);
    CHECK(says("\"replaced\":1,"));
    snprintf(body, sizeof body, other, ",\"copies\":\"all\"");
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", body), 400);
    snprintf(body, sizeof body, other, ",\"copies\":1");
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", body), 400);
    close_desk();
}

static void queries_are_checked(void) {
    open_desk();
    CHECK_INT(ask_for("GET", "/api/1/query/check?q=white+takes+blck", NULL), 200);
    CHECK(says("{\"ok\":false,\"column\":13,\"text\":\"expected"));
    CHECK_INT(ask_for("GET", "/api/1/query/check?q=mate", NULL), 200);
    CHECK_STR(response.body.data, "{\"ok\":true,\"notes\":[]}");
    CHECK_INT(ask_for("GET", "/api/1/query/check", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/query/complete?q=white+N+ta", NULL), 200);
    CHECK_STR(response.body.data, "{\"from\":8,\"words\":[\"takes en passant\",\"takes\"]}");
    CHECK_INT(ask_for("GET", "/api/1/query/complete?q=player+'%C3%89'+and+che&at=18", NULL), 200);
    CHECK(says("{\"from\":15,\"words\":[\"check"));
    CHECK_INT(ask_for("GET", "/api/1/query/complete?q=white+N+ta&at=-1", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/query/complete", NULL), 400);
    close_desk();
}

static void trees_are_shown(void) {
    open_games();
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree", NULL), 200);
    CHECK(says("{\"variant\":\"chess\",\"fen\":\"rnbqkbnr/") && says("\"games\":3,") && says("\"uci\":\"e2e4\""));
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree?sel=white=Cy", NULL), 200);
    CHECK(says("\"games\":1,") && !strstr(response.body.data, "e2e4"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1", NULL), 200);
    CHECK(says("{\"variant\":\"chess\"") && says("\"games\":3,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree?variant=chess&fen=8/8", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree?variant=none", NULL), 400);
    close_desk();
}

/* ---- one game ---- */

static void a_game_is_read(void) {
    char version[48];
    open_games();
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/1", NULL), 200);
    CHECK(says("{\"id\":1,\"game\":{\"plies\":4,\"variant\":\"chess\",\"tags\":[{\"name\":\"White\","
               "\"value\":\"Ann\"}"));
    CHECK(says("{\"move\":\"e7e5\",\"san\":\"e5\",\"step\":\"e7e5!\",\"after\":\"so\","
               "\"variations\":[[{\"move\":\"c7c5\""));
    tag(version);
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/1", NULL), 200);
    CHECK_STR(response.tag, version);
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 200);
    CHECK(strcmp(response.tag, version) != 0);
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/3", NULL), 200);
    CHECK(says("\"end\":{\"state\":\"checkmate\",\"winner\":\"black\"}"));
    static const char *const none[] = {"0", "4", "x", "1x", "-1", "99999999999999999999"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char target[100];
        snprintf(target, sizeof target, "/api/1/db/1/game/%s", none[i]);
        CHECK_INT(ask_for("GET", target, NULL), 404);
        CHECK_STR(response.tag, "");
    }
    close_desk();
}

static void a_game_is_written(void) {
    static const char target[] = "/api/1/db/1/game/2";
    static const char body[] = "{\"game\":{\"variant\":\"chess\",\"result\":\"1/2-1/2\",\"tags\":[{\"name\":\"White\","
                               "\"value\":"
                               "\"Cyd\"}],\"line\":[{\"move\":\"d2d4\",\"glyphs\":[1],\"after\":\"well\"}]}}";
    char old[48], now[48];
    open_games();
    CHECK_INT(ask_for("GET", target, NULL), 200);
    tag(old);
    CHECK_INT(change("PUT", target, NULL, body), 428);
    CHECK_INT(change("PUT", target, "\"0\"", body), 412);
    CHECK_INT(change("PUT", target, old, "{}"), 400);
    CHECK_INT(change("PUT", target, old, "{\"game\":{\"variant\":\"magi\",\"result\":\"*\"}}"), 400);
    CHECK_INT(change("PUT", target, old, body), 200);
    CHECK(says("\"value\":\"Cyd\"") && says("\"after\":\"well\""));
    tag(now);
    CHECK(strcmp(old, now) != 0);
    CHECK_INT(change("PUT", target, old, body), 412);
    CHECK_INT(ask_for("GET", target, NULL), 200);
    CHECK_STR(response.tag, now);
    CHECK_INT(change("PUT", target, now, body), 200); /* the same again */
    CHECK_INT(ask_for("POST", "/api/1/db/1/undo", "{}"), 200);
    CHECK(says("{\"undone\":\"edit of game 2\",\"game\":2}"));
    CHECK_INT(ask_for("GET", target, NULL), 200);
    CHECK_STR(response.tag, old);
    CHECK_INT(ask_for("POST", "/api/1/db/1/undo", "{}"), 200);
    CHECK(says("{\"undone\":null}"));
    close_desk();
}

/* Tags that say what the game is must not say something else. */
static void tags_that_contradict_the_game_are_refused(void) {
    static const struct {
        const char *tag, *value, *start, *why; /* why NULL: it is fine */
    } all[] = {
        {"Variant", "Magi", "", "the tag Variant says 'Magi', but the game is one of Chess"},
        {"Variant", "no game", "", "the tag Variant says 'no game', but"},
        {"Variant", "chess", "", NULL},
        {"FEN", "8/8", "", "impossible FEN: column 1: 2 ranks"},
        {"FEN", "8/8", USUAL, "the tag FEN is no position of Chess: column 1: 2 ranks, not 8"},
        {"FEN", OWN, USUAL, "the tag FEN says another position than the one from which "},
        {"FEN", OWN, OWN, NULL},
        {"FEN", USUAL, "", NULL},
        {"SetUp", "1", "", "the tag SetUp says '1', but the game starts from the usual position"},
        {"SetUp", "0", "", NULL},
        {"SetUp", "0", OWN, "the tag SetUp says '0', but the game starts from a position of its own"},
        {"SetUp", "1", OWN, NULL},
        {"VARIANT", "Atomic", "", "the tag VARIANT would be read as Variant: spell it so"},
        {"variant", "chess", "", "the tag variant would be read as Variant"},
        {"Fen", OWN, OWN, "the tag Fen would be read as FEN"},
        {"setup", "1", OWN, "the tag setup would be read as SetUp"},
        {"RESULT", "*", "", "the tag RESULT would be read as Result"},
        {"Result", "1-0", "", "the tag Result says '1-0', but the result of the game is *"},
        {"Result", "zzz", "", "the tag Result says 'zzz', which is no result: 1-0, 0-1, 1/2-1/2 or *"},
        {"Result", "", "", "the tag Result says '', which is no result"},
        {"Result", "*", "", NULL}};
    char body[400], version[48];
    open_games();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 200);
        snprintf(body, sizeof body, "{\"game\":{\"variant\":\"chess\",\"result\":\"*\",%s%s%s\"tags\":[{"
                 "\"name\":\"%s\",\"value\":\"%s\"}]}}",
                 *all[i].start ? "\"start\":\"" : "", all[i].start, *all[i].start ? "\"," : "", all[i].tag,
                 all[i].value);
        int status = change("PUT", "/api/1/db/1/game/2", tag(version), body);
        if (!CHECK(status == (all[i].why ? 400 : 200) && (!all[i].why || says(all[i].why))))
            printf("%d: %s\n", status, body);
    }
    close_desk();
}

/* A result that is none, but was stored, may stay until the result is another one. */
static void results_that_were_stored_may_stay(void) {
    static const char body[] = "{\"game\":{\"variant\":\"chess\",\"result\":\"%s\",\"tags\":[{\"name\":\"Result\","
                               "\"value\":\"zzz\"}],\"line\":[\"e4\"]}}";
    char version[48], text[300];
    open_games();
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"[Result \\\"zzz\\\"]\\n\\n1. c4 *\"}"), 200);
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/4", NULL), 200);
    CHECK(says("\"value\":\"zzz\""));
    tag(version);
    snprintf(text, sizeof text, body, "1-0");
    CHECK_INT(change("PUT", "/api/1/db/1/game/4", version, text), 400);
    CHECK_INT(change("PUT", "/api/1/db/1/game/4", version, /* the last of two counts */
                     "{\"game\":{\"variant\":\"chess\",\"result\":\"*\",\"tags\":[{\"name\":\"Result\",\"value\":\"*\"},"
                     "{\"name\":\"Result\",\"value\":\"0-1\"}]}}"), 400);
    snprintf(text, sizeof text, body, "*");
    CHECK_INT(change("PUT", "/api/1/db/1/game/4", version, text), 200);
    close_desk();
}

/* Of a game whose text goes on behind the last move that can be played, too. */
static void what_is_sent_back_changes_nothing(void) {
    static const char *const texts[] = {"1. e4 e5 2. Ke5 Nf6 *",
                                        "[Date \\\"1990.13.01\\\"]\\n\\n1. d4 {x} (1. c4) d5 2. Qh8 0-1",
                                        "[Result \\\"zzz\\\"]\\n\\n1. c4 Kh1 *"};
    char version[48], target[60], text[200], *body;
    open_games();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        snprintf(text, sizeof text, "{\"text\":\"%s\"}", texts[i]);
        CHECK_INT(ask_for("POST", "/api/1/db/1/import", text), 200);
        snprintf(target, sizeof target, "/api/1/db/1/game/%zu", i + 4);
        CHECK_INT(ask_for("GET", target, NULL), 200);
        CHECK(says("\"rest\":"));
        tag(version);
        body = gr_buffer_take(&response.body);
        if (!CHECK_INT(change("PUT", target, version, body), 200) || !CHECK(says("\"change\":null")))
            printf("%s: %s\n", body, response.body.data);
        free(body);
    }
    close_desk();
}

/* What was answered can be sent back. */
static void a_game_is_written_as_it_was_read(void) {
    char version[48], *body;
    open_games();
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/1", NULL), 200);
    tag(version);
    body = gr_buffer_take(&response.body);
    CHECK_INT(change("PUT", "/api/1/db/1/game/1", version, body), 200);
    CHECK_STR(response.tag, version);
    free(body);
    close_desk();
}

static void a_game_is_deleted(void) {
    char version[48];
    open_games();
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 200);
    tag(version);
    CHECK_INT(change("DELETE", "/api/1/db/1/game/2", NULL, NULL), 428);
    CHECK_INT(change("DELETE", "/api/1/db/1/game/1", version, NULL), 412);
    CHECK_INT(change("DELETE", "/api/1/db/1/game/2", version, NULL), 200);
    CHECK(says("{\"deleted\":1,\"change\":\"1-"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 404);
    CHECK_INT(change("DELETE", "/api/1/db/1/game/2", version, NULL), 404);
    CHECK_INT(ask_for("POST", "/api/1/db/1/undo", "{}"), 200);
    CHECK(says("deletion of game 2"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 200);
    CHECK_STR(response.tag, version);
    close_desk();
}

/* What the last answer says that its change is, as a body. */
static const char *change_body(char out[120]) {
    const char *at = response.body.data ? strstr(response.body.data, "\"change\":\"") : NULL;
    snprintf(out, 120, "{%.*s}", at ? (int)strcspn(at, ",}") : 0, at ? at : "");
    return out;
}

static void only_the_change_that_is_meant_is_taken_back(void) {
    static const char undo[] = "/api/1/db/1/undo";
    char version[48], deleted[120], edited[120], *body;
    open_games();
    CHECK_INT(ask_for("POST", undo, "{\"change\":\"1\"}"), 409);
    CHECK(says("there is no change to take back"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 200);
    CHECK_INT(change("DELETE", "/api/1/db/1/game/2", tag(version), NULL), 200);
    CHECK(strlen(change_body(deleted)) > 14);
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/1", NULL), 200);
    tag(version);
    body = gr_buffer_take(&response.body);
    CHECK_INT(change("PUT", "/api/1/db/1/game/1", version, body), 200);
    CHECK(says("\"change\":null")); /* nothing was changed */
    free(body);
    CHECK_INT(change("PUT", "/api/1/db/1/game/1", version, "{\"game\":{\"variant\":\"chess\",\"result\":\"*\"}}"), 200);
    CHECK(strcmp(change_body(edited), deleted) != 0 && strlen(edited) > 14);
    CHECK_INT(ask_for("POST", undo, deleted), 409);
    CHECK(says("the last change is another one: edit of game 1"));
    CHECK_INT(ask_for("POST", undo, "{\"change\":7}"), 400);
    CHECK_INT(ask_for("POST", undo, edited), 200);
    CHECK_INT(ask_for("POST", undo, edited), 409);
    CHECK_INT(ask_for("POST", undo, deleted), 200);
    CHECK(says("{\"undone\":\"deletion of game 2\",\"game\":2}"));
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"1. c4 *\"}"), 200);
    CHECK(says("\"change\":null")); /* what is only added is no change that could be taken back */
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"1. c4 {x} *\",\"copies\":\"replace\"}"), 200);
    CHECK_INT(ask_for("POST", undo, change_body(edited)), 200);
    close_desk();
}

static void what_another_program_changed_is_not_written_over(void) {
    char version[48];
    GrDb *db;
    GrError error;
    open_games();
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/1", NULL), 200);
    tag(version);
    REQUIRE(!gr_db_open(aid_path(name), variants, GR_DB_WRITE, &db, &error));
    CHECK_INT(gr_db_delete_game(db, 2, &error), 0);
    GrGame game;
    gr_game_init(&game);
    CHECK_INT(gr_db_get_game(db, 1, &game, &error), 0);
    CHECK_INT(gr_game_set_tag(&game, "White", "other"), 0);
    CHECK_INT(gr_db_replace_game(db, 1, &game, &error), 0);
    gr_game_free(&game);
    gr_db_close(db);
    CHECK_INT(change("DELETE", "/api/1/db/1/game/1", version, NULL), 412);
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/1", NULL), 200);
    CHECK(says("\"value\":\"other\""));
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 404);
    close_desk();
}

static void a_file_that_was_replaced_is_not_written_to(void) {
    open_games();
    CHECK(aid_copy_file(aid_path(name), aid_path("copy.db")));
    CHECK_INT(rename(aid_path("copy.db"), aid_path(name)), 0);
    CHECK_INT(ask_for("GET", "/api/1/db/1/games", NULL), 409);
    CHECK_INT(ask_for("POST", "/api/1/db/1/undo", "{}"), 409);
    CHECK(says("is another file"));
    close_desk();
}

static void games_are_edited(void) {
    open_desk();
    CHECK_INT(ask_for("POST", "/api/1/game/edit",
                      "{\"game\":{\"variant\":\"chess\",\"result\":\"*\",\"line\":[\"e4\"]},\"ops\":[{\"op\":\"add\","
                      "\"at\":1,"
                      "\"line\":\"e5 Nf3\"},{\"op\":\"comment\",\"at\":1,\"after\":\"x\"}]}"), 200);
    CHECK(says("{\"game\":{\"plies\":3,") && says("\"after\":\"x\"") &&
          says("\"undo\":[{\"op\":\"comment\",\"at\":\"1\""));
    static const char *const bad[] = {
        "{}", "{\"ops\":[]}", "{\"game\":{\"variant\":\"chess\",\"result\":\"*\"}}",
        "{\"game\":{\"variant\":\"chess\",\"result\":\"*\"},\"ops\":7}",
        "{\"game\":{\"variant\":\"chess\",\"result\":\"*\"},\"ops\":[{\"op\":\"nothing\"}]}",
        "{\"game\":{\"variant\":\"chess\",\"result\":\"*\"},\"ops\":[{\"op\":\"add\",\"at\":0,\"line\":\"e5\"}]}",
        "{\"game\":7,\"ops\":[]}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_INT(ask_for("POST", "/api/1/game/edit", bad[i]), 400);
    close_desk();
}

/* ---- texts ---- */

static void texts_are_checked(void) {
    open_desk();
    CHECK_INT(ask_for("POST", "/api/1/text/check", "{\"text\":\"1. e4 e5 2. Nf4 Nc6 *\"}"), 200);
    CHECK(says("\"status\":\"partial\"") && says("{\"line\":1,\"column\":13,\"ply\":3,\"severity\":\"error\""));
    CHECK(says("\"complete\":true,\"stray\":0"));
    CHECK_INT(ask_for("POST", "/api/1/text/repair", "{\"text\":\"1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 4. Bxc6 *\"}"), 200);
    CHECK(says("\"repairs\":[{\"line\":1") && says("[%repaired"));
    CHECK_INT(ask_for("POST", "/api/1/text/check", "{\"text\":\"\"}"), 200);
    CHECK(says("{\"games\":[],"));
    CHECK_INT(ask_for("POST", "/api/1/text/check", "{\"text\":\"1. Nf3 *\",\"variant\":\"none\"}"), 400);
    CHECK_INT(ask_for("POST", "/api/1/text/check", "{}"), 400);
    close_desk();
}

static void imports_are_whole(void) {
    open_games();
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"1. e4 e5 2. Nf4 *\"}"), 200);
    CHECK(says("{\"games\":1,\"plies\":2,\"faulty\":1,\"duplicates\":0,\"replaced\":0,\"ids\":[4],\"change\":"));
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"1. e4 e5 2. Nf4 *\"}"), 200);
    CHECK(says("\"duplicates\":1,\"replaced\":0,\"ids\":[4],\"change\":"));
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"game\":{\"variant\":\"magi\",\"result\":\"*\","
                      "\"line\":[\"Nc3\"]}}"), 200);
    CHECK(says("{\"games\":1,\"plies\":1,\"faulty\":0,\"duplicates\":0,\"replaced\":0,\"ids\":[5],\"change\":"));
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"game\":{\"variant\":\"magi\",\"result\":\"*\","
                      "\"line\":[\"Nc4\"]}}"), 400);
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"\"}"), 200);
    CHECK(says("{\"games\":0,"));
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{}"), 400);
    CHECK_INT(ask_for("POST", "/api/1/db/2/import", "{\"text\":\"\"}"), 404);
    close_desk();
}

/* ---- files ---- */

static void games_leave_as_files(void) {
    open_games();
    CHECK_INT(ask_for("GET", "/api/1/db/1/export", NULL), 200);
    CHECK_STR(response.file, "games.pgn");
    CHECK(says("[White \"Ann\"]") && says("2. g4 Qh4#"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/export?f=uci&sel=games=2", NULL), 200);
    CHECK_STR(response.body.data, "d2d4 d7d5\n");
    CHECK_INT(ask_for("GET", "/api/1/db/1/export?f=long&sel=games=2-", NULL), 200);
    CHECK(response.body.data[0] != '\n'); /* games are numbered from 1 */
    CHECK_INT(ask_for("GET", "/api/1/db/01/games", NULL), 404);
    CHECK_INT(ask_for("GET", "/api/1/db/%2B1/games", NULL), 404);
    CHECK_INT(ask_for("GET", "/api/1/db/1/export?f=html&q=checkmate", NULL), 200);
    CHECK_STR(response.file, "games.html");
    CHECK(says("&lt;b&gt;&amp;"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/export?f=none", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/db/1/export?sel=x", NULL), 400);
    CHECK(!response.file);
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"[White \\\"X\\\"]\\n\\n1. d4 d5 0-1\"}"), 200);
    CHECK_INT(ask_for("GET", "/api/1/db/1/stats", NULL), 200); /* an equal game counts once */
    CHECK(says("{\"variants\":[{\"variant\":\"chess\",\"games\":3,") && says("\"complete\":true,\"unread\":0}"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/report", NULL), 200);
    CHECK(says("\"results\"") && says(name));
    CHECK_INT(ask_for("GET", "/api/1/db/1/report?f=html&variant=chess", NULL), 200);
    CHECK_STR(response.file, "report.html");
    CHECK_INT(ask_for("GET", "/api/1/db/1/report?variant=magi", NULL), 404);
    CHECK_INT(ask_for("GET", "/api/1/db/1/report?f=pdf", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/engines", NULL), 200);
    CHECK(says("{\"engines\":[{\"engine\":\"builtin\","));
    close_desk();
}

static void diagrams_are_drawn(void) {
    open_games();
    CHECK_INT(ask_for("GET", "/api/1/diagram.svg?variant=magi", NULL), 200);
    CHECK_STR(response.type, "image/svg+xml; charset=utf-8");
    CHECK(says("<svg "));
    CHECK_INT(ask_for("GET", "/api/1/diagram.svg?variant=chess&move=e2e4&flip=1&square=20", NULL), 200);
    CHECK_INT(ask_for("GET", "/api/1/db/1/diagram.svg?game=1&ply=2", NULL), 200);
    CHECK(says("1... e5"));
    static const char *const bad[] = {"diagram.svg", "diagram.svg?variant=chess&fen=x",
                                      "diagram.svg?variant=chess&move=e2e5",
                                      "diagram.svg?variant=chess&square=7", "diagram.svg?variant=chess&flip=2",
                                      "db/1/diagram.svg?game=x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char target[100];
        snprintf(target, sizeof target, "/api/1/%s", bad[i]);
        CHECK_INT(ask_for("GET", target, NULL), 400);
    }
    CHECK_INT(ask_for("GET", "/api/1/db/1/diagram.svg?game=9", NULL), 404);
    close_desk();
}

/* ---- memory ---- */

static void without_memory(void) {
    static const struct {
        const char *method, *target, *body;
    } all[] = {{"GET", "/api/1/db/1/games?q=checkmate&sel=plies=2..", NULL}, {"GET", "/api/1/db/1/tree", NULL},
               {"GET", "/api/1/db/1/game/1", NULL}, {"GET", "/api/1/db/1/export", NULL},
               {"GET", "/api/1/db/1/games?count=1", NULL},
               {"GET", "/api/1/query/check?q=mate", NULL}, {"GET", "/api/1/diagram.svg?variant=chess", NULL},
               {"POST", "/api/1/text/check", "{\"text\":\"1. e4 e5 2. Nf4 *\"}"},
               {"POST", "/api/1/game/edit", "{\"game\":{\"variant\":\"chess\",\"result\":\"*\"},\"ops\":[{"
                                            "\"op\":\"add\","
                                            "\"at\":0,\"line\":\"e4\"}]}"}};
    open_games();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        FAIL_EACH_ALLOCATION(n, 5000) {
            int status = ask_for(all[i].method, all[i].target, all[i].body);
            long failures = fail_alloc_failures();
            fail_alloc_stop();
            if (status != 200 && !CHECK(status == 500 && failures > 0))
                printf("%s: %d: %s\n", all[i].target, status, response.body.data);
        }
    close_desk();
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 2;
    RUN(games_come_in_pages);
    RUN(games_are_filtered);
    RUN(duplicates_are_resolved);
    RUN(queries_are_checked);
    RUN(trees_are_shown);
    RUN(a_game_is_read);
    RUN(a_game_is_written);
    RUN(tags_that_contradict_the_game_are_refused);
    RUN(results_that_were_stored_may_stay);
    RUN(what_is_sent_back_changes_nothing);
    RUN(a_game_is_written_as_it_was_read);
    RUN(a_game_is_deleted);
    RUN(only_the_change_that_is_meant_is_taken_back);
    RUN(what_another_program_changed_is_not_written_over);
    RUN(a_file_that_was_replaced_is_not_written_to);
    RUN(games_are_edited);
    RUN(texts_are_checked);
    RUN(imports_are_whole);
    RUN(games_leave_as_files);
    RUN(diagrams_are_drawn);
    RUN(without_memory);
    gr_variants_close(variants);
    return test_end();
}
