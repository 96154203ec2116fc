/* The desk without sockets: who is answered, and what is answered. */
#include "notation/definition/variants_file.h"
#include "tests/aid/desk_aid.h"
#include "tests/aid/fail_alloc.h"

/* ---- who is answered ---- */

static void the_token_counts_once(void) {
    char target[80], other[64];
    GrError error;
    const GrDeskStart start = {.variants = variants, .port = PORT, .jobs = 1};
    REQUIRE(!gr_desk_open(&start, &desk, &error));
    CHECK_INT(strlen(gr_desk_token(desk)), 32);
    CHECK_INT(strspn(gr_desk_token(desk), "0123456789abcdef"), 32);
    GrDeskRequest request = {.method = "GET", .target = target, .host = "127.0.0.1:4711", .fetch_site = "none"};
    snprintf(target, sizeof target, "/?token=%s0", gr_desk_token(desk));
    CHECK_INT(ask(&request), 403);
    snprintf(target, sizeof target, "/?token=");
    CHECK_INT(ask(&request), 403);
    snprintf(target, sizeof target, "/?token=%s", gr_desk_token(desk));
    target[10] ^= 1;
    CHECK_INT(ask(&request), 403);
    target[10] ^= 1;
    request.method = "POST";
    CHECK_INT(ask(&request), 403);
    request.method = "GET";
    CHECK_INT(ask(&request), 303);
    CHECK(!strncmp(response.cookie, "grimoire-4711=", 14));
    CHECK(strstr(response.cookie, "; HttpOnly") && strstr(response.cookie, "; SameSite=Strict"));
    CHECK(!strstr(response.cookie, gr_desk_token(desk)));
    snprintf(other, sizeof other, "%.*s", (int)strcspn(response.cookie, ";"), response.cookie);
    CHECK_INT(ask(&request), 403);
    CHECK_STR(response.cookie, "");
    request.cookie = other;
    CHECK_INT(ask(&request), 303); /* who has the cookie may come by that address again */
    CHECK_STR(response.cookie, "");
    close_desk();
}

/* Requests of which one thing is not as it must be. */
static void all_others_are_refused(void) {
    static const char *const hosts[] = {NULL, "", "127.0.0.1", "127.0.0.1:4712", "localhost", "example.org:4711",
                                        "127.0.0.1:4711.example.org", "127.0.0.1:04711", "[::1]:4711", "127.1:4711"};
    static const char *const origins[] = {"", "null", "http://127.0.0.1", "http://127.0.0.1:4712",
                                          "https://127.0.0.1:4711", "http://localhost:4711", "http://example.org",
                                          "http://127.0.0.1:4711/", "http://127.0.0.1:4711.example.org"};
    static const char *const sites[] = {"", "none", "cross-site", "same-site", "Same-Origin"};
    char wrong[128], longer[160];
    open_desk();
    snprintf(wrong, sizeof wrong, "%s", cookie);
    wrong[strlen(wrong) - 1] ^= 1;
    snprintf(longer, sizeof longer, "%s0", cookie);
    const char *const cookies[] = {NULL, "", "grimoire-4711=", "grimoire-4711", wrong, longer, cookie + 1,
                                   "grimoire-4712=00000000000000000000000000000000"};
    static const char *const targets[] = {"/api/1/variants", "/api/1/nothing", "/api/1/position", "/", "/desk.js"};
    for (size_t t = 0; t < sizeof targets / sizeof *targets; t++) {
        GrDeskRequest good = ours("GET", targets[t], NULL), bad;
        CHECK(ask(&good) != 403);
        for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
            bad = good;
            bad.host = hosts[i];
            CHECK_INT(ask(&bad), 403);
        }
        for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
            bad = good;
            bad.origin = origins[i];
            CHECK_INT(ask(&bad), 403);
        }
        for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
            bad = good;
            bad.fetch_site = sites[i];
            bool page = !strcmp(sites[i], "none") && t > 2;
            CHECK_INT(ask(&bad) == 403, !page);
        }
        for (size_t i = 0; i < sizeof cookies / sizeof *cookies; i++) {
            bad = good;
            bad.cookie = cookies[i];
            CHECK_INT(ask(&bad), 403);
            CHECK(says("{\"error\":\""));
        }
    }
    close_desk();
}

static void the_cookie_is_found_among_others(void) {
    char many[300];
    open_desk();
    GrDeskRequest request = ours("GET", "/api/1/variants", NULL);
    snprintf(many, sizeof many, "a=b; grimoire-1=c;%s;d=e", cookie);
    request.cookie = many;
    CHECK_INT(ask(&request), 200);
    request.origin = request.fetch_site = NULL; /* other programs than browsers */
    CHECK_INT(ask(&request), 200);
    request.host = "LOCALHOST:4711";
    CHECK_INT(ask(&request), 200);
    request.origin = "http://localhost:4711";
    CHECK_INT(ask(&request), 200);
    close_desk();
}

static void changes_need_more(void) {
    static const char *const types[] = {NULL, "", "text/plain", "application/x-www-form-urlencoded",
                                        "multipart/form-data", "application/jsonp", "application/json2"};
    open_desk();
    GrDeskRequest good = ours("POST", "/api/1/position", "{\"variant\":\"chess\"}"), bad = good;
    CHECK_INT(ask(&good), 200);
    bad.own_header = NULL;
    CHECK_INT(ask(&bad), 403);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        bad = good;
        bad.content_type = types[i];
        CHECK_INT(ask(&bad), 415);
    }
    bad = good;
    bad.content_type = "Application/JSON; charset=utf-8";
    CHECK_INT(ask(&bad), 200);
    bad = good;
    bad.length = (size_t)GR_DESK_BODY + 1;
    CHECK_INT(ask(&bad), 413);
    static const char *const bodies[] = {"", "{", "[]", "1", "null", "{\"variant\":}", "{\"variant\":\"chess\"}x"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        CHECK_INT(ask_for("POST", "/api/1/position", bodies[i]), 400);
    CHECK_INT(ask_for("POST", "/api/1/position", NULL), 400);
    close_desk();
}

static void addresses_and_methods(void) {
    open_desk();
    CHECK_INT(ask_for("GET", "/api/1/position", NULL), 405);
    CHECK_STR(response.allow, "POST");
    CHECK_INT(ask_for("DELETE", "/api/1/variants", NULL), 405);
    CHECK_STR(response.allow, "GET");
    CHECK_INT(ask_for("OPTIONS", "/api/1/variants", NULL), 405);
    CHECK_INT(ask_for("POST", "/", "{}"), 405);
    static const char *const none[] = {"/api/1/", "/api/1", "/api/2/variants", "/api/1/variants/", "/api/1/variantsx",
                                       "/api/1/db//games", "/api/1/variants/check/x", "/index.html", "/../etc/passwd",
                                       "/%2e%2e/x", "//"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        CHECK_INT(ask_for("GET", none[i], NULL), 404);
    static const char *const unreadable[] = {"", "x", "/%", "/%4", "/%zz", "/%00", "/%ff", "/?a=%00", "/?%c3=1",
                                             "http://127.0.0.1:4711/", "*"};
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++)
        CHECK_INT(ask_for("GET", unreadable[i], NULL), 400);
    char many[400] = "/?";
    for (int i = 0; i < 65; i++)
        strcat(many, "a=1&");
    CHECK_INT(ask_for("GET", many, NULL), 400);
    strcpy(many, "/?");
    for (int i = 0; i < 64; i++)
        strcat(many, i % 2 ? "a&" : "&b&");
    CHECK_INT(ask_for("GET", many, NULL), 200);
    CHECK_INT(ask_for("DELETE", "/api/1/jobs", NULL), 405);
    CHECK_STR(response.allow, "GET, POST");
    CHECK_INT(ask_for("POST", "/api/1/db/1/game/1", "{}"), 405);
    CHECK_STR(response.allow, "GET, PUT, DELETE");
    close_desk();
}

static void every_answer_is_closed_to_others(void) {
    const char *name, *value;
    bool policy = false;
    for (size_t n = 0; gr_desk_header(n, &name, &value); n++) {
        CHECK(strncmp(name, "Access-Control", 14) != 0);
        policy |= !strcmp(name, "Content-Security-Policy") && !strncmp(value, "default-src 'none';", 19) &&
                  strstr(value, "frame-ancestors 'none'") && !strstr(value, "unsafe");
    }
    CHECK(policy);
    open_desk();
    static const char *const files[] = {"/", "/desk.js", "/desk.css"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        CHECK_INT(ask_for("GET", files[i], NULL), 200);
    close_desk();
}

/* ---- positions ---- */

/* The letters of pieces that may be beside the board in a variant of the last answer. */
static const char *held(const char *variant, char out[32]) {
    char name[40];
    size_t count = 0;
    snprintf(name, sizeof name, "{\"name\":\"%s\",", variant);
    const char *at = strstr(response.body.data, name), *end = at ? strstr(at, "]}") : NULL;
    while (at && (at = strstr(at, "{\"letter\":\"")) != NULL && at < end && count < 31) {
        const char *is = strstr(at, "\"held\":");
        char letter = at[11];
        at = is;
        if (is && !strncmp(is + 7, "true", 4))
            out[count++] = letter;
    }
    out[count] = '\0';
    return out;
}

static void pieces_that_may_be_held_are_named(void) {
    static const char *const all[][2] = {{"chess", ""}, {"crazyhouse", "QRBNP"}, {"royal", "RBN"}, {"wizard", "DW"},
                                         {"magi", ""}, {"threecheck", ""}, {"shogi", "RBSPLNG"}, {"chess960", ""}};
    char letters[32];
    open_desk();
    CHECK_INT(ask_for("GET", "/api/1/variants", NULL), 200);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        CHECK_STR(held(all[i][0], letters), all[i][1]);
    close_desk();
}

static void variants_are_listed(void) {
    open_desk();
    CHECK_INT(ask_for("GET", "/api/1/variants", NULL), 200);
    CHECK(says("{\"variants\":[{\"name\":\"chess\",\"title\":"));
    CHECK(says("{\"letter\":\"K\",\"name\":\"King\",\"royal\":true,\"held\":false}"));
    CHECK(says("\"name\":\"wizard\""));
    close_desk();
}

static void descriptions_are_checked(void) {
    open_desk();
    CHECK_INT(ask_for("POST", "/api/1/variants/check", "{\"text\":\"[mine:chess]\\nmaxFile = 9\\nbogus = 1\\n\""
                      "}"), 200);
    CHECK(says("{\"name\":\"mine\",\"line\":1,\"faults\":[{\"line\":"));
    CHECK_INT(ask_for("POST", "/api/1/variants/check", "{\"text\":\"[mine:chess]\\n\"}"), 200);
    CHECK(says("\"faults\":[],\"variant\":{\"name\":\"mine\""));
    CHECK_INT(ask_for("POST", "/api/1/variants/check", "{\"text\":\"x\\n\"}"), 200);
    CHECK(says("{\"faults\":[{\"line\":1,\"column\":1,"));
    CHECK_INT(ask_for("POST", "/api/1/variants/check", "{}"), 400);
    CHECK_INT(ask_for("POST", "/api/1/variants/check", "{\"text\":7}"), 400);
    close_desk();
}

static void positions_have_their_moves(void) {
    open_desk();
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"chess\"}"), 200);
    CHECK(says("\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\""));
    CHECK(says("{\"uci\":\"e2e4\",\"san\":\"e4\",\"squares\":[\"e2\",\"e4\"],\"hand\":null,\"kind\":\"ordinary\","
               "\"piece\":null}"));
    CHECK(says("\"step\":null,\"end\":null,\"key\":\""));
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"chess\","
                      "\"moves\":[\"e2e4\"],\"move\":\"e5\"}"), 200);
    CHECK(says("\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\""));
    CHECK(says("\"step\":\"e7e5!\""));
    CHECK_INT(ask_for("POST", "/api/1/position",
                      "{\"variant\":\"chess\",\"moves\":[\"f2f3\",\"e7e5\",\"g2g4\",\"d8h4\"]}"), 200);
    CHECK(says("\"legal\":[],\"step\":\"d8h4\",\"end\":{\"state\":\"checkmate\",\"winner\":\"black\"}"));
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"crazyhouse\",\"fen\":"
                      "\"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\"}"), 200);
    CHECK(says("{\"uci\":\"N@a1\",\"san\":\"N@a1\",\"squares\":[\"a1\"],\"hand\":\"N\",\"kind\":\"drop\""));
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"othello\"}"), 200); /* a click on the square */
    CHECK(says("{\"uci\":\"P@d3\",\"san\":\"P@d3\",\"squares\":[\"d3\"],\"hand\":null,\"kind\":\"drop\""));
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"chess960\",\"fen\":"
                      "\"4k3/8/8/8/8/8/8/5RK1 w F - 0 1\"}"), 200);
    CHECK(says("\"san\":\"O-O-O\",\"squares\":[\"g1\",\"f1\"]"));
    if (gr_variants_offer_described(variants, NULL) ||
        !CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"seirawan\",\"fen\":"
                           "\"4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1\"}"), 200))
        return;
    CHECK(says("{\"uci\":\"h1e1h\",\"san\":\"O-O/Hh1\",\"squares\":[\"e1\",\"g1\"],\"hand\":null,"
               "\"kind\":\"castling with drop\",\"piece\":\"H\"}")); /* chosen among those of two clicks */
    close_desk();
}

/* As the players of a game write them; what cannot be played is said as of games in texts. */
static void moves_are_read_in_their_players_forms(void) {
    REQUIRE(!gr_variants_offer_described(variants, NULL));
    open_desk();
    CHECK_INT(ask_for("POST", "/api/1/position",
                      "{\"variant\":\"shogi\",\"moves\":[\"P-7f\",\"３四歩\",\"8h2b+\"]}"), 200);
    CHECK(says("lnsgkgsnl/1r5+B1/"));
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"xiangqi\",\"moves\":[\"C2.5\",\"馬８进７\"]}"), 200);
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"shogi\",\"move\":\"G-5h\"}"), 400);
    CHECK(says("ply 1: 'G-5h' cannot be played: "));
    CHECK_INT(ask_for("POST", "/api/1/game/edit", "{\"game\":{\"variant\":\"shogi\",\"result\":\"*\"},\"ops\":[{\"op\":"
                      "\"add\",\"at\":\"0\",\"line\":\"P-7f 2. ３四歩 Bx2b+\"}]}"), 200);
    CHECK(says("\"move\":\"b2h8+\""));
    CHECK_INT(ask_for("POST", "/api/1/game/edit", "{\"game\":{\"variant\":\"shogi\",\"result\":\"*\"},\"ops\":[{\"op\":"
                      "\"add\",\"at\":\"0\",\"line\":\"５八金\"}]}"), 400);
    CHECK(says("'５八金' cannot be played: "));
    close_desk();
}

static void addresses_are_bounded(void) {
    enum { LONG = 70000 };
    char *target = malloc(LONG + 40);
    REQUIRE(target != NULL);
    open_desk();
    size_t length = (size_t)sprintf(target, "/api/1/query/check?q=mate");
    for (int i = 0; i < 800; i++)
        length += (size_t)sprintf(target + length, "&p%d=1", i);
    CHECK_INT(ask_for("GET", target, NULL), 400);
    CHECK(says("the address has more than 64 parameters"));
    memset(target + length, 'x', LONG - length);
    target[LONG] = '\0';
    CHECK_INT(ask_for("GET", target, NULL), 414);
    CHECK(says("the address is longer than "));
    close_desk();
    free(target);
}

static void repetition_ends_a_game(void) {
    open_desk();
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"chess\",\"moves\":[\"g1f3\",\"g8f6\",\"f3g1\","
                      "\"f6g8\","
                      "\"g1f3\",\"g8f6\",\"f3g1\",\"f6g8\"]}"), 200);
    CHECK(says("\"end\":{\"state\":\"draw\",\"winner\":null}"));
    close_desk();
}

static void impossible_positions_are_refused(void) {
    static const char *const bodies[] = {
        "{}", "{\"variant\":1}", "{\"variant\":\"halma\"}", "{\"variant\":\"chess\",\"fen\":\"x\"}",
        "{\"variant\":\"chess\",\"fen\":5}", "{\"variant\":\"chess\",\"moves\":\"e2e4\"}",
        "{\"variant\":\"chess\",\"moves\":[\"e2e5\"]}", "{\"variant\":\"chess\",\"moves\":[1]}",
        "{\"variant\":\"chess\",\"move\":\"\"}", "{\"variant\":\"chess\",\"move\":[]}"};
    open_desk();
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        CHECK_INT(ask_for("POST", "/api/1/position", bodies[i]), 400);
        CHECK(says("{\"error\":\""));
    }
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"chess\",\"fen\":\"x\",\"draft\":true}"), 200);
    CHECK(says("{\"error\":\"FEN, column 1: ") && !strstr(response.body.data, "legal"));
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"chess\",\"fen\":\"x\",\"draft\":false}"), 400);
    CHECK_INT(ask_for("POST", "/api/1/position",
                      "{\"variant\":\"chess\",\"fen\":\"4k3/8/8/8/8/8/8/4K2R w KQ e3 0 1\"}"), 200);
    CHECK(says("\"dropped\":[{\"column\":") && says("en passant"));
    CHECK_INT(ask_for("POST", "/api/1/position", "{\"variant\":\"chess\",\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"}"), 200);
    CHECK(!strstr(response.body.data, "dropped"));
    close_desk();
}

/* ---- memory ---- */

static void without_memory(void) {
    static const struct {
        const char *method, *target, *body;
    } all[] = {{"GET", "/api/1/variants?a=b", NULL}, {"GET", "/", NULL},
               {"POST", "/api/1/position", "{\"variant\":\"chess\",\"moves\":[\"e2e4\"]}"},
               {"POST", "/api/1/variants/check", "{\"text\":\"[mine:chess]\\n\"}"},
               {"GET", "/api/1/dbs", NULL}};
    open_desk();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        FAIL_EACH_ALLOCATION(n, 3000) {
            int status = ask_for(all[i].method, all[i].target, all[i].body);
            long failures = fail_alloc_failures();
            fail_alloc_stop();
            if (status != 200)
                CHECK(status == 500 && failures > 0);
        }
    close_desk();
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 2;
    RUN(the_token_counts_once);
    RUN(all_others_are_refused);
    RUN(the_cookie_is_found_among_others);
    RUN(changes_need_more);
    RUN(addresses_and_methods);
    RUN(every_answer_is_closed_to_others);
    RUN(pieces_that_may_be_held_are_named);
    RUN(variants_are_listed);
    RUN(descriptions_are_checked);
    RUN(positions_have_their_moves);
    RUN(addresses_are_bounded);
    RUN(repetition_ends_a_game);
    RUN(impossible_positions_are_refused);
    RUN(without_memory);
    RUN(moves_are_read_in_their_players_forms);
    gr_variants_close(variants);
    return test_end();
}
