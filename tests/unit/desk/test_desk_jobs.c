/* Jobs of the desk: what they come to; that they pause and go on, and give way to lines. */
#include "tests/aid/desk_jobs_aid.h"
#include "tests/aid/fail_alloc.h"

/* ---- what they come to ---- */

static void games_are_indexed(void) {
    start_with(GAMES, 2);
    begin("{\"kind\":\"index\",\"db\":\"1\"}");
    CHECK(jobs_say("\"kind\":\"index\",\"name\":\"games.db\",\"state\":\"done\",\"of\":\"games\",\"done\":2,"
                   "\"total\":2,\"indexed\":2,\"positions\":"));
    GrDb *db;
    GrError error;
    CHECK_INT(gr_db_open(db_path, variants, GR_DB_READ, &db, &error), 0);
    CHECK_INT(gr_db_has_index(db, &error), 1);
    gr_db_close(db);
    close_desk();
}

static void doubles_are_found_and_removed(void) {
    static const char twice[] =
        "[White \\\"Tal, M\\\"]\\n[Black \\\"Bo\\\"]\\n\\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 "
        "b5 7. Bb3 d6 8. c3 O-O 9. h3 1-0\\n\\n[White \\\"Tal, Mikhail\\\"]\\n[Black \\\"Bo\\\"]\\n\\n"
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 1-0";
    start_with(twice, 1);
    begin("{\"kind\":\"dedupe\",\"db\":\"1\"}");
    CHECK(jobs_say("\"state\":\"done\",\"of\":\"games\""));
    CHECK(says("\"compared\":2,\"doubles\":1,\"kept\":0"));
    begin("{\"kind\":\"dedupe\",\"db\":\"1\",\"remove\":true}");
    CHECK(jobs_say("\"compared\":2,\"removed\":1,\"kept\":0"));
    begin("{\"kind\":\"dedupe\",\"db\":\"1\",\"remove\":false}");
    CHECK(jobs_say("\"compared\":1,\"doubles\":0,\"kept\":0"));
    CHECK_INT(ask_for("POST", "/api/1/db/1/undo", "{}"), 200); /* in the journal as any change */
    close_desk();
}

static void a_report_is_a_page(void) {
    start_with(GAMES, 1);
    begin("{\"kind\":\"report\",\"db\":\"1\",\"sel\":[\"result=1-0\"]}");
    CHECK(jobs_say("\"games\":1,\"result\":\"report.html\""));
    CHECK_INT(ask_for("GET", "/api/1/jobs/1/result", NULL), 200);
    CHECK_STR(response.type, "text/html; charset=utf-8");
    CHECK(response.policy && strstr(response.policy, "default-src 'none'") && strstr(response.policy, "sandbox") &&
          !strstr(response.policy, "script"));
    CHECK(response.file == NULL);
    CHECK(says("games.db"));
    begin("{\"kind\":\"report\",\"db\":\"1\",\"variant\":\"magi\"}");
    CHECK(jobs_say("\"state\":\"failed\""));
    CHECK(says("there are no such games of Magi"));
    CHECK_INT(ask_for("GET", "/api/1/jobs/2/result", NULL), 404);
    CHECK_INT(ask_for("GET", "/api/1/jobs/3/result", NULL), 404);
    CHECK_INT(ask_for("GET", "/api/1/jobs/1x/result", NULL), 404);
    close_desk();
}

/* How many games the database has. */
static int count_games(void) {
    GrDb *db;
    GrError error;
    if (gr_db_open(db_path, variants, GR_DB_READ, &db, &error))
        return -1;
    int64_t last = gr_db_last(db, &error);
    gr_db_close(db);
    return (int)last;
}

static void engines_play_into_the_database(void) {
    start_with(GAMES, 2);
    begin("{\"kind\":\"match\",\"db\":\"1\",\"variant\":\"magician\",\"nodes\":20,\"games\":4}");
    CHECK(jobs_say("\"state\":\"done\",\"of\":\"games\",\"done\":4,\"total\":4,\"wins\":"));
    CHECK(says("\"elo\":") && says("\"margin\":") && says("\"superiority\":"));
    CHECK_INT(count_games(), 6);
    CHECK_INT(ask_for("GET", "/api/1/db/1/games?sel=event=Engine+match+of&limit=1", NULL), 200);
    CHECK(says("\"variant\":\"magician\""));
    close_desk();
}

static void networks_are_learnt(void) {
    start_with(GAMES, 2);
    begin("{\"kind\":\"train\",\"db\":\"1\",\"variant\":\"magi\",\"positions\":300,\"nodes\":1,\"epochs\":1,"
          "\"width\":16}");
    CHECK(jobs_say("\"state\":\"done\"") && says("\"result\":\"magi.net\"") && says("\"text\":\"network "));
    CHECK_INT(ask_for("GET", "/api/1/jobs/1/result", NULL), 200);
    CHECK_STR(response.file, "magi.net");
    CHECK(response.policy == NULL && response.body.len > 1000);
    CHECK(count_games() > 100);
    close_desk();
    open_desk(); /* without a folder */
    GrError error;
    CHECK_INT(gr_desk_add_database(desk, db_path, NULL, &error), 0);
    CHECK_INT(ask_for("POST", "/api/1/jobs", "{\"kind\":\"train\",\"db\":\"1\",\"variant\":\"magi\"}"), 409);
    close_desk();
}

static void what_was_judged_is_said_with_the_game(void) {
    start_with("1. f3 e5 2. g4 Qh4#\\n\\n1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Ke2 {[%eval -1.9]} *", 1);
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/1", NULL), 200);
    CHECK(!strstr(response.body.data, "\"judged\""));
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 200); /* by what its text says */
    CHECK(says("\"judged\":{\"by\":\"\",\"turning\":3,\"white\":{\"moves\":2,\"accuracy\":"));
    CHECK(says("\"score\":-190,\"glyph\":\"??\"}]}"));
    begin("{\"kind\":\"annotate\",\"db\":\"1\",\"nodes\":3000,\"sel\":[\"games=1\"]}");
    CHECK(jobs_say("\"state\":\"done\""));
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/1", NULL), 200);
    CHECK(says("\"by\":\"Grimoire") && says("\"white\":{\"moves\":2,\"accuracy\":"));
    CHECK(says("\"mates_allowed\":1},\"black\":{\"moves\":2,"));
    CHECK(says("\"glyph\":\"??\",\"better\":{\"uci\":[\"") && says("],\"san\":[\""));
    CHECK_INT(ask_for("GET", "/api/1/db/1/game/2", NULL), 200);
    CHECK(says("\"glyph\":\"??\"}]}"));
    close_desk();
}

/* ---- pausing ---- */

static void jobs_pause_and_go_on(void) {
    start_with(GAMES, 1);
    begin(LONG);
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"running\"}"), 409);
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"paused\"}"), 200);
    CHECK(jobs_say("\"state\":\"paused\""));
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"paused\"}"), 200); /* it is */
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"running\"}"), 200);
    CHECK(says("\"state\":\"running\""));
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"paused\"}"), 200);
    CHECK(jobs_say("\"state\":\"paused\""));
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/1", NULL), 200);
    CHECK(says("\"state\":\"stopped\""));
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"running\"}"), 409);
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"paused\"}"), 409);
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/1", NULL), 200);
    CHECK(says("\"jobs\":[]"));
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"running\"}"), 404);
    close_desk();
}

/* A job does not go on with another file that has come in place of its own. */
static void another_file_is_not_taken(void) {
    char beside[200];
    start_with(GAMES, 1);
    begin(LONG);
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"paused\"}"), 200);
    CHECK(jobs_say("\"state\":\"paused\""));
    snprintf(beside, sizeof beside, "%s.copy", db_path);
    CHECK(aid_copy_file(db_path, beside) && !rename(beside, db_path));
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"running\"}"), 409);
    CHECK(says("is another file than the one that was opened"));
    close_desk();
}

/* Of a match that pauses again and again each game is played once. */
static void a_match_goes_on(void) {
    start_with(GAMES, 2);
    begin("{\"kind\":\"match\",\"db\":\"1\",\"variant\":\"magician\",\"nodes\":200,\"games\":8}");
    int pauses = 0;
    for (; pauses < 4; pauses++) {
        nap(30);
        ask_for("POST", "/api/1/jobs/1", "{\"state\":\"paused\"}");
        if (response.status == 409) /* it is done */
            break;
        for (int n = 0; n < 500 && ask_for("POST", "/api/1/jobs/1", "{\"state\":\"running\"}") == 409; n++)
            nap(10);
    }
    CHECK(jobs_say("\"state\":\"done\",\"of\":\"games\",\"done\":8,\"total\":8"));
    CHECK_INT(count_games(), 10);
    CHECK(pauses > 0);
    close_desk();
}

/* ---- giving way ---- */

static void jobs_give_way_to_lines(void) {
    static const char lines[] = "{\"position\":{\"variant\":\"chess\"},\"lines\":1,\"threads\":1}";
    start_with(GAMES, 1);
    CHECK_INT(ask_for("GET", "/api/1/live?id=tab1", NULL), 200);
    GrDeskStream *stream = response.stream;
    response.stream = NULL;
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", lines), 202);
    for (int n = 0; n < 500 && !atomic_load(&desk->lines); n++)
        nap(10);
    begin("{\"kind\":\"annotate\",\"db\":\"1\",\"nodes\":50}");
    CHECK(jobs_say("\"of\":\"positions\",\"done\":0,\"total\":11,\"threads\":1,\"places\":0"));
    nap(300);
    CHECK(jobs_say("\"done\":0,\"total\":11,\"threads\":1,\"places\":0"));
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":null}"), 202);
    CHECK(jobs_say("\"state\":\"done\",\"of\":\"positions\",\"done\":11"));
    CHECK_INT(atomic_load(&desk->lines), 0);
    CHECK_INT(atomic_load(&desk->jobs_running), 0);
    gr_desk_stream_free(stream);
    close_desk();
}

static void places_are_shared(void) {
    start_with(GAMES, 4);
    DeskJob job = {.desk = desk, .task.threads = 4};
    CHECK_INT(desk_job_places(&job), 4);
    desk_jobs_give_way(desk, 1);
    CHECK_INT(desk_job_places(&job), 3);
    job.task.threads = 2;
    CHECK_INT(desk_job_places(&job), 2); /* there is room for all */
    desk_jobs_give_way(desk, 7);
    CHECK_INT(desk_job_places(&job), 0);
    desk_jobs_give_way(desk, -7);
    atomic_store(&desk->jobs_running, 3);
    CHECK_INT(desk_job_places(&job), 1);
    desk_jobs_give_way(desk, -1);
    CHECK_INT(desk_job_places(&job), 2);
    atomic_store(&desk->jobs_running, 0);
    close_desk();
}

/* ---- refusals ---- */

static void bad_jobs_are_refused(void) {
    static const char *const bad[] = {
        "{\"kind\":\"dedupe\",\"db\":\"1\",\"remove\":1}", "{\"kind\":\"dedupe\",\"db\":\"1\",\"remove\":\"yes\"}",
        "{\"kind\":\"index\",\"db\":\"1\",\"threads\":0}", "{\"kind\":\"report\",\"db\":\"1\",\"variant\":\"go\"}",
        "{\"kind\":\"report\",\"db\":\"1\",\"q\":\"(\"}", "{\"kind\":\"match\",\"db\":\"1\",\"nodes\":1}",
        "{\"kind\":\"match\",\"db\":\"1\",\"variant\":\"chess\"}",
        "{\"kind\":\"match\",\"db\":\"1\",\"variant\":\"chess\",\"nodes\":1,\"games\":1}",
        "{\"kind\":\"match\",\"db\":\"1\",\"variant\":\"chess\",\"nodes\":1,\"engine\":\"sh\"}",
        "{\"kind\":\"match\",\"db\":\"1\",\"variant\":\"chess\",\"nodes\":1,\"opponent\":\"sh\"}",
        "{\"kind\":\"match\",\"db\":\"1\",\"variant\":\"chess\",\"time\":1,\"movetime\":1}",
        "{\"kind\":\"match\",\"db\":\"1\",\"variant\":\"chess\",\"nodes\":1,\"random\":-1}",
        "{\"kind\":\"train\",\"db\":\"1\"}", "{\"kind\":\"train\",\"db\":\"1\",\"variant\":\"magi\",\"width\":17}",
        "{\"kind\":\"train\",\"db\":\"1\",\"variant\":\"magi\",\"epochs\":0}",
        "{\"kind\":\"train\",\"db\":\"1\",\"variant\":\"magi\",\"builtin\":7}"};
    start_with(GAMES, 1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!CHECK_INT(ask_for("POST", "/api/1/jobs", bad[i]), 400))
            printf("of %s\n", bad[i]);
    static const char *const states[] = {"{}", "{\"state\":7}", "{\"state\":\"done\"}"};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        CHECK_INT(ask_for("POST", "/api/1/jobs/1", states[i]), 400);
    CHECK_INT(ask_for("POST", "/api/1/jobs/events", "{\"state\":\"paused\"}"), 404);
    CHECK_INT(ask_for("PUT", "/api/1/jobs/1", "{}"), 405);
    CHECK_STR(response.allow, "POST, DELETE");
    char *much = malloc(JOB_ASKED + 100);
    snprintf(much, JOB_ASKED + 100, "{\"kind\":\"index\",\"db\":\"1\",\"x\":\"%*s\"}", JOB_ASKED, "");
    CHECK_INT(ask_for("POST", "/api/1/jobs", much), 413);
    free(much);
    CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
    CHECK(says("{\"jobs\":[]}"));
    close_desk();
}

static void without_memory(void) {
    start_with(GAMES, 1);
    FAIL_EACH_ALLOCATION(n, 400) {
        int status = ask_for("POST", "/api/1/jobs", "{\"kind\":\"dedupe\",\"db\":\"1\"}");
        long failures = fail_alloc_failures();
        fail_alloc_stop();
        CHECK(status == 202 || (failures > 0 && (status == 500 || status == 503)));
        for (int i = 0; i < 500 && atomic_load(&desk->jobs_running); i++)
            nap(1);
    }
    begin(LONG);
    close_desk();
    FAIL_EACH_ALLOCATION(n, 2000) {
        GrError error;
        const GrDeskStart start = {.variants = variants, .port = PORT, .jobs = 1, .state = state};
        if (!gr_desk_open(&start, &desk, &error)) {
            gr_desk_add_database(desk, db_path, NULL, &error);
            gr_desk_close(desk, &error);
            desk = NULL;
        }
        fail_alloc_stop();
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 2;
    RUN(games_are_indexed);
    RUN(doubles_are_found_and_removed);
    RUN(a_report_is_a_page);
    RUN(engines_play_into_the_database);
    RUN(networks_are_learnt);
    RUN(what_was_judged_is_said_with_the_game);
    RUN(jobs_pause_and_go_on);
    RUN(another_file_is_not_taken);
    RUN(a_match_goes_on);
    RUN(jobs_give_way_to_lines);
    RUN(places_are_shared);
    RUN(bad_jobs_are_refused);
    RUN(without_memory);
    gr_variants_close(variants);
    return test_end();
}
