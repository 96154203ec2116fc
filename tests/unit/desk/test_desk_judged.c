/* The desk's answers with the evaluations that a database has stored: as the commands give them when nothing else is
 * said, which is what the library says here. */
#include "analysis/study/stats.h"
#include "db/db.h"
#include "notation/move/uci.h"
#include "notation/reader/reader.h"
#include "notation/write/format.h"
#include "tests/aid/desk_jobs_aid.h"

/* Black's sixth ply allows mate; the second game has evaluations in its text, the third none. */
static const char TEXT[] = "[White \\\"Ann\\\"]\\n\\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\\n\\n"
                           "[White \\\"Cy\\\"]\\n\\n1. d4 {[%eval 0.2]} d5 {[%eval 0.2]} 2. g4 {[%eval -9]} e6 *\\n\\n"
                           "1. c4 c5 *";

static const struct {
    GrScore score;
    const char *best;
} GIVEN[] = {{20, "e2e4"}, {25, "e7e5"}, {30, "g1f3"}, {-30, "b8c6"}, {-40, "f1c4"}, {-20, "g7g6"}, {GR_MATE - 1, "h5f7"}};

enum { PLIES = sizeof GIVEN / sizeof *GIVEN };

static GrError error;

/* Verdicts on the positions of the first game by somebody, and on the first two by somebody else. */
static void give(GrDb *db, const char *engine, size_t count) {
    GrJudge by = {.kind = GR_BY_NODES, .amount = 1000, .lines = 1};
    GrEvaluation evaluation[PLIES] = {0};
    GrGame game;
    GrPosition pos;
    int64_t id;
    snprintf(by.engine, sizeof by.engine, "%s", engine);
    gr_game_init(&game);
    REQUIRE(!gr_db_get_game(db, 1, &game, &error));
    for (size_t ply = 0; ply < count; ply++) {
        GrVerdict *verdict = &evaluation[ply].verdict;
        gr_game_position(&game, (uint32_t)ply, &pos);
        evaluation[ply].key = pos.key;
        verdict->nodes = 1000;
        verdict->lines = 1;
        verdict->line[0].score = GIVEN[ply].score;
        verdict->line[0].length = 1;
        CHECK(!gr_uci_read(&pos, GIVEN[ply].best, &verdict->line[0].move[0], NULL));
    }
    CHECK(!gr_db_begin(db, &error));
    CHECK(!gr_evals_add_judge(db, &by, &id, &error));
    CHECK(!gr_evals_put(db, id, game.rules, evaluation, count, NULL, &error));
    CHECK(!gr_db_commit(db, &error));
    gr_game_free(&game);
}

static void open_judged(void) {
    GrDb *db;
    start_with(TEXT, 2);
    close_desk();
    REQUIRE(!gr_db_open(db_path, variants, GR_DB_WRITE, &db, &error));
    give(db, "Fish 1", PLIES);
    give(db, "Bird 2", 2);
    gr_db_close(db);
    start_desk(2);
}

/* ---- what the library says ---- */

static void put_id(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    (void)context;
    (void)n;
    gr_buffer_printf(out, ",%d", (int)found->id);
}

static GrBuffer wanted;
static GrGameBefore before;

static void put_game(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    (void)n;
    gr_format_put(context, out, &before, found->game, (uint64_t)found->id, (uint64_t)found->id);
}

static int keep(void *context, const char *bytes, size_t len) {
    (void)context;
    gr_buffer_add(&wanted, bytes, len);
    return 0;
}

/* Asks all games, with that judge, and has what was found in `wanted`. */
static void find(const char *query, const char *judge, const GrFormat *format) {
    GrDb *db;
    GrQuery *asked = NULL;
    GrQueryFault fault;
    GrJudging judging;
    GrSelection all;
    GrFindCount count;
    gr_selection_init(&all);
    gr_buffer_clear(&wanted);
    REQUIRE(!gr_db_open(db_path, variants, GR_DB_READ, &db, &error));
    CHECK(!query || !gr_query_parse(variants, query, &asked, &fault));
    CHECK(!gr_judging_begin(db, judge, NULL, &judging, &error));
    const GrFind ask_it = {.selection = &all, .query = asked, .judging = &judging, .jobs = 1, .by_game = true,
                           .read = format ? GR_FIND_GAMES : GR_FIND_NUMBERS, .context = (void *)(uintptr_t)format,
                           .show = format ? put_game : put_id, .put = keep};
    before = (GrGameBefore){0};
    CHECK(!gr_find(db, &ask_it, &count, &error));
    gr_format_close(&wanted, &before);
    gr_buffer_putc(&wanted, '\0');
    gr_judging_free(&judging);
    gr_query_free(asked);
    gr_selection_free(&all);
    gr_db_close(db);
}

/* ---- the desk ---- */

/* The numbers of the games that the answer lists, as `find` has them. */
static const char *listed(char out[100]) {
    size_t len = 0;
    *out = '\0';
    for (const char *at = response.body.data; at && (at = strstr(at, "\"game\":")) != NULL && len < 80; at += 7)
        len += (size_t)snprintf(out + len, 100 - len, ",%d", atoi(at + 7));
    return out;
}

static void queries_ask_what_is_judged(void) {
    static const char *const queries[][2] = {{"blunder", "blunder"}, {"missed mate", "missed+mate"},
                                             {"turning point", "turning+point"}, {"eval > 3", "eval+%3E+3"},
                                             {"eval < 3", "eval+%3C+3"}, {"not blunder", "not+blunder"}};
    char target[200], games[100];
    open_judged();
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        find(queries[i][0], NULL, NULL);
        snprintf(target, sizeof target, "/api/1/db/1/games?count=1&q=%s", queries[i][1]);
        CHECK_INT(ask_for("GET", target, NULL), 200);
        CHECK_STR(listed(games), wanted.data);
        snprintf(target, sizeof target, "/api/1/db/1/games?sort=white&reverse=1&q=%s", queries[i][1]);
        CHECK_INT(ask_for("GET", target, NULL), 200);
        CHECK_INT((long)strlen(listed(games)), (long)strlen(wanted.data));
    }
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?q=blunder", NULL), 200);
    CHECK(says("{\"games\":[{\"game\":1,\"ply\":6,") && says("\"next\":null"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/numbers?q=blunder", NULL), 200);
    CHECK(says("\"games\":1,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree?q=blunder", NULL), 200);
    CHECK(says("\"games\":1,"));
    close_desk();
}

static void a_judge_can_be_named(void) {
    open_judged();
    CHECK_INT(ask_for("GET", "/api/1/db/1/numbers?q=blunder&judge=fish", NULL), 200);
    CHECK(says("\"games\":1,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/numbers?q=blunder&judge=bird", NULL), 200);
    CHECK(says("\"games\":0,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/numbers?q=blunder&judge=none", NULL), 200);
    CHECK(says("\"games\":0,"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/export?judge=none", NULL), 200);
    CHECK(!strstr(response.body.data, "%judge"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?judge=cat", NULL), 400);
    CHECK(says("{\"error\":\"judge: "));
    CHECK_INT(ask_for("GET", "/api/1/db/1/tree?judge=1000", NULL), 400);
    CHECK_INT(ask_for("GET", "/api/1/db/1/stats?judge=cat", NULL), 400);
    close_desk();
}

static void files_have_judgements(void) {
    char target[100];
    const GrFormat *const all[] = {&gr_format_pgn, &gr_format_json, &gr_format_csv, &gr_format_uci};
    open_judged();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        find(NULL, NULL, all[i]);
        snprintf(target, sizeof target, "/api/1/db/1/export?f=%s", all[i]->name);
        CHECK_INT(ask_for("GET", target, NULL), 200);
        CHECK(says(wanted.data));
    }
    CHECK_INT(ask_for("GET", "/api/1/db/1/export", NULL), 200);
    CHECK(says("[%eval ") && says("??"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/export?f=html", NULL), 200);
    CHECK(says("Fish 1"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/stats", NULL), 200);
    CHECK(says("\"judge\":\"Fish 1") && says("\"accuracy\":"));
    CHECK_INT(ask_for("GET", "/api/1/db/1/report?f=html", NULL), 200);
    char *report = gr_buffer_take(&response.body);
    CHECK_INT(ask_for("GET", "/api/1/db/1/report?f=html&judge=none", NULL), 200);
    CHECK(report && strcmp(report, response.body.data) != 0);
    CHECK(begin("{\"kind\":\"report\",\"db\":\"1\"}"));
    CHECK(jobs_say("\"state\":\"done\""));
    CHECK_INT(ask_for("GET", "/api/1/jobs/1/result", NULL), 200);
    CHECK_STR(response.body.data, report);
    free(report);
    close_desk();
}

static void jobs_select_by_what_is_judged(void) {
    open_judged();
    CHECK(begin("{\"kind\":\"annotate\",\"db\":\"1\",\"q\":\"blunder\",\"depth\":1}"));
    CHECK(jobs_say("\"state\":\"done\""));
    CHECK(says("\"done\":7,\"total\":7,") && says("\"judged\":7,"));
    close_desk();
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 2;
    gr_buffer_init(&wanted);
    RUN(queries_ask_what_is_judged);
    RUN(a_judge_can_be_named);
    RUN(files_have_judgements);
    RUN(jobs_select_by_what_is_judged);
    gr_buffer_free(&wanted);
    gr_variants_close(variants);
    return test_end();
}
