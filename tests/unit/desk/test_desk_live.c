/* Streams of the desk: what they tell of the search that was asked for last, and that they end. */
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/engine/search.h"
#include "db/db.h"
#include "tests/aid/desk_aid.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"

static GrDeskStream *stream;
static GrBuffer told;

static void open_stream(void) {
    open_desk();
    CHECK_INT(ask_for("GET", "/api/1/live?id=tab1", NULL), 200);
    CHECK_STR(response.type, "text/event-stream");
    stream = response.stream;
    response.stream = NULL;
    gr_buffer_init(&told);
}

static void close_stream(void) {
    gr_desk_stream_free(stream);
    gr_buffer_free(&told);
    close_desk();
}

/* Listens until that is told, half a minute at the most. */
static bool hears(const char *text) {
    for (int i = 0; i < 100; i++) {
        if (told.data && strstr(told.data, text))
            return true;
        if (!gr_desk_stream_next(stream, &told))
            break;
    }
    printf("told was %.3000s\n", told.data ? told.data : "(nothing)");
    return false;
}

static void lines_are_told(void) {
    open_stream();
    CHECK(gr_desk_stream_next(stream, &told));
    CHECK_STR(told.data, ":\n\n");
    CHECK_INT(ask_for("POST", "/api/1/live/tab1",
                      "{\"position\":{\"variant\":\"chess\",\"moves\":[\"e2e4\"]},\"lines\":2}"), 202);
    CHECK_STR(response.body.data, "{\"generation\":1}");
    CHECK(hears("event: lines\ndata: {\"generation\":1,"));
    CHECK(hears("{\"line\":2,\"depth\":"));
    CHECK(hears("\"uci\":[\"") && hears("\"san\":[\"") && hears("\"chance\":"));
    close_stream();
}

static void only_what_is_wanted_is_told(void) {
    open_stream();
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":{\"variant\":\"chess\"}}"), 202);
    CHECK(hears("\"generation\":1,"));
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":{\"variant\":\"magi\"}}"), 202);
    gr_buffer_clear(&told);
    CHECK(hears("\"generation\":2,"));
    CHECK(!strstr(told.data, "\"generation\":1,"));
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":null}"), 202);
    CHECK(hears("\"generation\":3,\"nodes\":0,\"ms\":0,\"lines\":[],\"done\":true}"));
    close_stream();
}

static void mates_end_a_search(void) {
    open_stream();
    CHECK_INT(ask_for("POST", "/api/1/live/tab1",
                      "{\"position\":{\"variant\":\"chess\",\"moves\":[\"f2f3\",\"e7e5\",\"g2g4\"]}}"), 202);
    CHECK(hears("\"done\":true"));
    CHECK(strstr(told.data, "\"mate\":-1,\"chance\":0.0,\"bound\":null,\"uci\":[\"d8h4\"],\"san\":[\"Qh4#\"]"));
    CHECK_INT(ask_for("POST", "/api/1/live/tab1",
                      "{\"position\":{\"variant\":\"chess\",\"moves\":[\"f2f3\",\"e7e5\",\"g2g4\",\"d8h4\"]}}"), 202);
    CHECK(hears("\"generation\":2,\"nodes\":0,\"ms\":0,\"lines\":[],\"done\":true}"));
    close_stream();
}

static void all_variants_are_searched(void) {
    const GrRules *rules;
    char body[100], want[40];
    open_stream();
    for (unsigned n = 0; (rules = gr_variants_at(variants, n)) != NULL; n++) {
        snprintf(body, sizeof body, "{\"position\":{\"variant\":\"%s\"}}", gr_variant(rules)->name);
        CHECK_INT(ask_for("POST", "/api/1/live/tab1", body), 202);
        snprintf(want, sizeof want, "\"generation\":%u,", n + 1);
        CHECK(hears(want));
    }
    close_stream();
}

static void a_tab_has_one_stream(void) {
    open_stream();
    CHECK_INT(ask_for("GET", "/api/1/live?id=tab1", NULL), 200);
    CHECK(!gr_desk_stream_next(stream, &told)); /* the earlier one ends */
    CHECK_INT(ask_for("POST", "/api/1/live/tab2", "{\"position\":null}"), 404); /* and so does the other, unheard */
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":null}"), 404);
    close_stream();
}

/* A search that nothing limits ends for the next one. */
static void engines_of_the_list_are_heard(void) {
    open_stream();
    CHECK_INT(ask_for("POST", "/api/1/live/tab1",
                      "{\"position\":{\"variant\":\"chess\",\"moves\":[\"e2e4\"]},\"lines\":2,\"engine\":\"1\"}"), 202);
    CHECK(hears("{\"generation\":1,") && hears("{\"line\":2,\"depth\":") && hears("\"san\":[\""));
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":{\"variant\":\"magi\"},\"engine\":\"1\"}"), 202);
    gr_buffer_clear(&told);
    CHECK(hears("{\"generation\":2,") && hears("{\"line\":1,\"depth\":"));
    CHECK(!strstr(told.data, "\"generation\":1,") && !strstr(told.data, "\"line\":2,"));
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":{\"variant\":\"magi\"},\"engine\":\"2\"}"), 202);
    CHECK(hears("\"done\":true,\"error\":\"engine 'tests/programs/fake-engine babbles' does not play Magi"));
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":{\"variant\":\"chess\"},\"engine\":\"3\"}"), 202);
    CHECK(hears("\"error\":\"engine 'exec false' exited with status 1"));
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":{\"variant\":\"chess\"}}"), 202);
    CHECK(hears("{\"generation\":5,") && hears("\"line\":1,"));
    close_stream();
}

/* It has five seconds to obey, but the next search does not wait for that. */
static void a_deaf_engine_does_not_delay_the_next_search(void) {
    open_stream();
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":{\"variant\":\"chess\"},\"engine\":\"2\"}"), 202);
    for (int i = 0; i < 4; i++)
        CHECK(gr_desk_stream_next(stream, &told));
    int64_t begun = gr_now_ms();
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":{\"variant\":\"chess\"}}"), 202);
    CHECK(hears("{\"generation\":2,") && hears("{\"line\":1,\"depth\":"));
    CHECK(gr_now_ms() - begun < 4000);
    CHECK(!strstr(told.data, "\"error\""));
    close_stream();
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
}

/* One that says nothing of use does not keep the stream from its end. */
static void engines_end_with_their_stream(void) {
    open_stream();
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":{\"variant\":\"chess\"},\"engine\":\"2\"}"), 202);
    CHECK(gr_desk_stream_next(stream, &told));
    int64_t begun = gr_now_ms();
    close_stream();
    CHECK(gr_now_ms() - begun < 5000);
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
}

static void threats_are_looked_for(void) {
    open_stream();
    CHECK_INT(ask_for("POST", "/api/1/live/tab1",
                      "{\"position\":{\"variant\":\"chess\",\"moves\":[\"e2e4\",\"e7e5\",\"d1h5\",\"b8c6\",\"f1c4\"]},"
                      "\"threat\":true}"), 202);
    CHECK(hears("\"mate\":1,\"chance\":100.0,\"bound\":null,\"uci\":[\"h5f7\"],\"san\":[\"Qxf7#\"]"));
    CHECK_INT(ask_for("POST", "/api/1/live/tab1",
                      "{\"position\":{\"variant\":\"chess\",\"moves\":[\"e2e4\",\"f7f6\",\"d1h5\"]},\"threat\":true}"), 400);
    CHECK(says("in check"));
    close_stream();
}

static void some_moves_alone_are_searched(void) {
    open_stream();
    CHECK_INT(ask_for("POST", "/api/1/live/tab1", "{\"position\":{\"variant\":\"chess\"},\"only\":[\"g2g4\"]}"), 202);
    CHECK(hears("\"uci\":[\"g2g4\""));
    gr_buffer_clear(&told);
    CHECK(hears("event: lines") && !strstr(told.data, "\"uci\":[\"e2e4\""));
    CHECK_INT(ask_for("POST", "/api/1/live/tab1",
                      "{\"position\":{\"variant\":\"chess\"},\"only\":[\"g2g4\"],\"engine\":\"1\"}"), 202);
    CHECK(hears("\"generation\":2,") && hears("\"uci\":[\"g2g4\"") && !strstr(told.data, "\"uci\":[\"e2e4\""));
    close_stream();
}

static void bad_requests_are_refused(void) {
    static const char *const bodies[] = {
        "{\"position\":{}}", "{\"position\":7}", "{\"position\":{\"variant\":\"halma\"}}",
        "{\"position\":{\"variant\":\"chess\",\"moves\":[\"e2e5\"]}}", "{\"position\":null,\"lines\":0}",
        "{\"position\":{\"variant\":\"chess\"},\"only\":[\"e2e5\"]}", "{\"position\":{\"variant\":\"chess\"},\"only\":[]}",
        "{\"position\":{\"variant\":\"chess\"},\"only\":7}", "{\"position\":null,\"engine\":\"4\"}",
        "{\"position\":null,\"engine\":\"ls\"}", "{\"position\":null,\"engine\":1}", "{\"position\":null,\"lines\":11}", "{\"position\":null,\"lines\":\"2\"}", "{\"position\":null,\"threads\":0}"};
    static const char *const ids[] = {"", "?id=", "?id=A", "?id=a-b", "?id=aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbb"};
    open_stream();
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        CHECK_INT(ask_for("POST", "/api/1/live/tab1", bodies[i]), 400);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char target[80];
        snprintf(target, sizeof target, "/api/1/live%s", ids[i]);
        CHECK_INT(ask_for("GET", target, NULL), 400);
    }
    close_stream();
}

static void streams_are_bounded(void) {
    GrDeskStream *all[20];
    int opened = 0;
    open_desk();
    for (int i = 0; i < 20; i++) {
        char target[40];
        snprintf(target, sizeof target, "/api/1/live?id=t%d", i);
        int status = ask_for("GET", target, NULL);
        CHECK(status == 200 || status == 503);
        if (status == 200)
            all[opened++] = response.stream;
        response.stream = NULL;
    }
    CHECK_INT(opened, 16);
    while (opened)
        gr_desk_stream_free(all[--opened]);
    close_desk();
}

/* ---- jobs ---- */

static void open_games(void) {
    GrDb *db;
    GrError error;
    const char *path = aid_path("games.db");
    unlink(path);
    CHECK_INT(gr_db_open(path, variants, GR_DB_CREATE, &db, &error), 0);
    gr_db_close(db);
    open_desk();
    CHECK_INT(gr_desk_add_database(desk, path, NULL, &error), 0);
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", "{\"text\":\"1. e4 e5 2. Nf3 Nc6 *\\n\\n1. d4 d5 *\"}"), 200);
    CHECK_INT(ask_for("GET", "/api/1/jobs/events", NULL), 200);
    stream = response.stream;
    response.stream = NULL;
    gr_buffer_init(&told);
}

static void jobs_are_done(void) {
    open_games();
    CHECK(hears("event: jobs\ndata: {\"jobs\":[]}"));
    CHECK_INT(ask_for("POST", "/api/1/jobs", "{\"kind\":\"annotate\",\"db\":\"1\",\"nodes\":100,\"sel\":[\"games=1\"]}"), 202);
    CHECK_STR(response.body.data, "{\"job\":\"1\"}");
    CHECK(hears("{\"jobs\":[{\"job\":\"1\",\"kind\":\"annotate\",\"name\":\"games.db\",\"state\":\"done\","
                "\"of\":\"positions\",\"done\":5,\"total\":5,\"judged\":5,\"aside\":0"));
    CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
    CHECK(says("\"state\":\"done\""));
    close_stream();
}

static void jobs_are_stopped(void) {
    open_games();
    CHECK_INT(ask_for("POST", "/api/1/jobs", "{\"kind\":\"annotate\",\"db\":\"1\",\"movetime\":600000}"), 202);
    CHECK(hears("\"state\":\"running\""));
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/2", NULL), 404);
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/1x", NULL), 404);
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/1", NULL), 200);
    CHECK(hears("\"state\":\"stopped\""));
    CHECK_INT(ask_for("POST", "/api/1/jobs", "{\"kind\":\"annotate\",\"db\":\"1\",\"movetime\":600000}"), 202);
    close_stream(); /* which ends the second one */
}

static void jobs_are_bounded(void) {
    static const char body[] = "{\"kind\":\"annotate\",\"db\":\"1\",\"movetime\":600000}";
    static const char *const bad[] = {
        "{}", "{\"kind\":\"rob\",\"db\":\"1\",\"nodes\":1}", "{\"kind\":\"annotate\",\"nodes\":1}",
        "{\"kind\":\"annotate\",\"db\":\"1\"}", "{\"kind\":\"annotate\",\"db\":\"1\",\"nodes\":0}",
        "{\"kind\":\"annotate\",\"db\":\"1\",\"depth\":\"x\"}", "{\"kind\":\"annotate\",\"db\":\"1\",\"nodes\":1,\"sel\":7}",
        "{\"kind\":\"annotate\",\"db\":\"1\",\"nodes\":1,\"sel\":[7]}",
        "{\"kind\":\"annotate\",\"db\":\"1\",\"nodes\":1,\"engine\":\"rm -rf x\"}",
        "{\"kind\":\"annotate\",\"db\":\"1\",\"nodes\":1,\"engine\":\"4\"}",
        "{\"kind\":\"annotate\",\"db\":\"1\",\"nodes\":1,\"q\":\"(\"}"};
    open_games();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_INT(ask_for("POST", "/api/1/jobs", bad[i]), 400);
    CHECK_INT(ask_for("POST", "/api/1/jobs", "{\"kind\":\"annotate\",\"db\":\"2\",\"nodes\":1}"), 404);
    for (int i = 0; i < 4; i++)
        CHECK_INT(ask_for("POST", "/api/1/jobs", body), 202);
    CHECK_INT(ask_for("POST", "/api/1/jobs", body), 503);
    close_stream();
}

static void without_memory(void) {
    open_desk();
    FAIL_EACH_ALLOCATION(n, 100) {
        int status = ask_for("GET", "/api/1/live?id=tab1", NULL);
        long failures = fail_alloc_failures();
        fail_alloc_stop();
        CHECK(status == 200 || (status == 500 && failures > 0));
    }
    close_desk();
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 2;
    RUN(lines_are_told);
    RUN(only_what_is_wanted_is_told);
    RUN(mates_end_a_search);
    RUN(all_variants_are_searched);
    RUN(a_tab_has_one_stream);
    RUN(engines_of_the_list_are_heard);
    RUN(a_deaf_engine_does_not_delay_the_next_search);
    RUN(engines_end_with_their_stream);
    RUN(threats_are_looked_for);
    RUN(some_moves_alone_are_searched);
    RUN(bad_requests_are_refused);
    RUN(streams_are_bounded);
    RUN(jobs_are_done);
    RUN(jobs_are_stopped);
    RUN(jobs_are_bounded);
    RUN(without_memory);
    gr_variants_close(variants);
    return test_end();
}
