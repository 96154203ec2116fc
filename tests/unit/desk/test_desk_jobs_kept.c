/* Jobs of the desk outlive it: those that are not done, to go on, and those that have ended, to be looked at. */
#include <dirent.h>

#include "tests/aid/desk_jobs_aid.h"

static void jobs_are_kept_for_the_next_desk(void) {
    start_with(GAMES, 1);
    begin("{\"kind\":\"annotate\",\"db\":\"1\",\"movetime\":600000,\"sel\":[\"games=1\"]}");
    begin("{\"kind\":\"index\",\"db\":\"1\"}");
    CHECK(jobs_say("\"kind\":\"index\",\"name\":\"games.db\",\"state\":\"done\""));
    close_desk();
    for (int i = 0; i < 2; i++) {
        start_desk(1);
        CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
        CHECK(says("{\"jobs\":[{\"job\":\"1\",\"kind\":\"annotate\",\"name\":\"games.db\",\"state\":\"paused\""));
        CHECK(says("\"kind\":\"index\",\"name\":\"games.db\",\"state\":\"done\",\"of\":\"games\",\"done\":2,"
                   "\"total\":2,\"indexed\":2,\"positions\":"));
        close_desk();
    }
    start_desk(1);
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"running\"}"), 200);
    CHECK(jobs_say("\"of\":\"positions\",\"done\":0,\"total\":7")); /* those of one game */
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/1", NULL), 200);
    CHECK(jobs_say("\"state\":\"stopped\""));
    close_desk();
    start_desk(1);
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/1", NULL), 200);
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/2", NULL), 200);
    CHECK(says("{\"jobs\":[]}"));
    close_desk();
    start_desk(1);
    CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
    CHECK(says("{\"jobs\":[]}"));
    close_desk();
}

/* How many files in the folder end so. */
static int kept_files(const char *ending) {
    int count = 0;
    DIR *folder = opendir(state);
    for (struct dirent *one; folder && (one = readdir(folder));) {
        const char *dot = strrchr(one->d_name, '.');
        count += dot && !strcmp(dot, ending);
    }
    if (folder)
        closedir(folder);
    return count;
}

static void what_has_ended_is_known_to_the_next_desk(void) {
    start_with(GAMES, 1);
    begin("{\"kind\":\"report\",\"db\":\"1\",\"sel\":[\"result=1-0\"]}");
    CHECK(jobs_say("\"result\":\"report.html\""));
    begin("{\"kind\":\"report\",\"db\":\"1\",\"variant\":\"magi\"}");
    CHECK(jobs_say("\"state\":\"failed\""));
    CHECK(says("\"begun\":") && says("\"ended\":"));
    close_desk();
    for (int i = 0; i < 2; i++) {
        start_desk(1);
        CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
        CHECK(says("{\"jobs\":[{\"job\":\"1\",\"kind\":\"report\",\"name\":\"games.db\",\"state\":\"done\","
                   "\"of\":\"games\",\"done\":2,\"total\":2,\"games\":1,\"result\":\"report.html\""));
        CHECK(says("{\"job\":\"2\",\"kind\":\"report\",\"name\":\"games.db\",\"state\":\"failed\","));
        CHECK(says("there are no such games of Magi") && says("\"ended\":"));
        CHECK_INT(ask_for("GET", "/api/1/jobs/1/result", NULL), 200);
        CHECK_STR(response.type, "text/html; charset=utf-8");
        CHECK(response.policy && strstr(response.policy, "sandbox") && says("games.db"));
        CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"running\"}"), 409);
        CHECK_INT(ask_for("POST", "/api/1/jobs/2", "{\"state\":\"running\"}"), 200); /* again, in vain */
        CHECK(jobs_say("\"state\":\"failed\""));
        close_desk();
    }
    start_desk(1);
    CHECK_INT(kept_files(".html"), 1);
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/1", NULL), 200);
    CHECK_INT(kept_files(".html"), 0);
    close_desk();
    start_desk(1);
    CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
    CHECK(says("{\"jobs\":[{\"job\":\"1\",\"kind\":\"report\",\"name\":\"games.db\",\"state\":\"failed\""));
    CHECK_INT(ask_for("GET", "/api/1/jobs/1/result", NULL), 404);
    close_desk();
}

static void the_oldest_that_have_ended_are_forgotten(void) {
    char text[64];
    start_with(GAMES, 1);
    begin("{\"kind\":\"report\",\"db\":\"1\"}");
    CHECK(jobs_say("\"result\":\"report.html\""));
    for (int i = 2; i <= DESK_MOST_JOBS + 2; i++) {
        begin("{\"kind\":\"index\",\"db\":\"1\"}");
        snprintf(text, sizeof text, "{\"job\":\"%d\",\"kind\":\"index\",\"name\":\"games.db\",\"state\":\"done\"", i);
        CHECK(jobs_say(text));
    }
    CHECK_INT(kept_files(".html"), 0);
    close_desk();
    start_desk(1);
    CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
    CHECK(!strstr(response.body.data, "report") && says("\"job\":\"16\",\"kind\":\"index\""));
    CHECK(!strstr(response.body.data, "\"17\""));
    close_desk();
}

/* A desk that was killed wrote nothing at its end; and what it wrote may be damaged, or another's. */
static void what_was_kept_may_be_anything(void) {
    static const char *const kept[] = {
        "", "{", "[]", "7", "{\"database\":7}", "{\"database\":\"DB\",\"jobs\":7}",
        "{\"database\":\"DB\",\"jobs\":[7,{}]}",
        "{\"database\":\"/other\",\"jobs\":[{\"begun\":7,\"commands\":[],\"asked\":\"{\\\"kind\\\":\\\"index\\\"}\"}]}",
        "{\"database\":\"DB\",\"jobs\":[{\"begun\":7,\"commands\":[],\"asked\":\"{\"}]}",
        "{\"database\":\"DB\",\"jobs\":[{\"begun\":-7,\"commands\":[],\"asked\":\"{\\\"kind\\\":\\\"index\\\"}\"}]}",
        "{\"database\":\"DB\",\"jobs\":[{\"begun\":7,\"commands\":7,\"asked\":7}]}",
        "{\"database\":\"DB\",\"jobs\":[{\"begun\":7,\"commands\":[],\"asked\":\"{\\\"kind\\\":\\\"index\\\"}\","
        "\"end\":7}]}",
        "{\"database\":\"DB\",\"jobs\":[{\"begun\":7,\"commands\":[],\"asked\":\"{\\\"kind\\\":\\\"index\\\"}\","
        "\"end\":{\"state\":\"running\",\"of\":\"x\",\"done\":1,\"total\":1}}]}",
        "{\"database\":\"DB\",\"jobs\":[{\"begun\":7,\"commands\":[],\"asked\":\"{\\\"kind\\\":\\\"rob\\\"}\"}]}"};
    char name[64], path[300];
    start_with(GAMES, 1);
    begin(LONG);
    pthread_mutex_lock(&desk->lock);
    desk_job_file(desk->job[0], "json", name);
    pthread_mutex_unlock(&desk->lock);
    snprintf(path, sizeof path, "%s/%.21s.json", state, name);
    CHECK(access(path, F_OK) == 0);
    close_desk();
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        FILE *file = fopen(path, "w");
        REQUIRE(file);
        for (const char *at = kept[i]; *at; at++)
            if (strncmp(at, "DB", 2) == 0)
                at += fprintf(file, "%s", db_path) > 0;
            else
                fputc(*at, file);
        fclose(file);
        start_desk(1);
        CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
        CHECK(says("{\"jobs\":[]}"));
        close_desk();
    }
}

/* A job whose engine was not named this time is there, waits for one that is, and can be stopped. */
static void engines_may_be_missing(void) {
    GrError error;
    const char *engines[] = {"true", "cat"};
    GrDeskStart start = {.variants = variants, .port = PORT, .jobs = 1, .engine = engines, .engines = 2};
    char target[64];
    start_with(GAMES, 1);
    start.state = state;
    close_desk();
    CHECK_INT(gr_desk_open(&start, &desk, &error), 0);
    snprintf(target, sizeof target, "/?token=%s", gr_desk_token(desk));
    CHECK_INT(ask(&(GrDeskRequest){.method = "GET", .target = target, .host = "localhost:4711"}), 303);
    snprintf(cookie, sizeof cookie, "%.*s", (int)strcspn(response.cookie, ";"), response.cookie);
    CHECK_INT(gr_desk_add_database(desk, db_path, NULL, &error), 0);
    begin("{\"kind\":\"annotate\",\"db\":\"1\",\"nodes\":10,\"engine\":\"2\"}");
    close_desk(); /* while `cat` is asked what it is */
    start_desk(1);
    CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
    CHECK(says("\"state\":\"paused\"") && says("it cannot go on: the engine 'cat' was not named"));
    CHECK_INT(ask_for("POST", "/api/1/jobs/1", "{\"state\":\"running\"}"), 409);
    close_desk();
    start_desk(1);
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/1", NULL), 200);
    CHECK(says("\"state\":\"stopped\""));
    close_desk();
}

static void a_desk_has_so_many_jobs(void) {
    char target[32];
    start_with(GAMES, 1);
    for (int i = 1; i <= DESK_MOST_JOBS; i++) {
        snprintf(target, sizeof target, "/api/1/jobs/%d", i);
        begin(LONG);
        CHECK_INT(ask_for("POST", target, "{\"state\":\"paused\"}"), 200);
        for (int n = 0; n < 500 && atomic_load(&desk->jobs_running); n++)
            nap(10);
    }
    CHECK_INT(ask_for("POST", "/api/1/jobs", LONG), 503);
    CHECK(says("there are 16 jobs already"));
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/7", NULL), 200);
    begin(LONG); /* in its place */
    close_desk();
    start_desk(1);
    ask_for("GET", "/api/1/jobs", NULL);
    CHECK(says("\"job\":\"16\""));
    for (int i = 1; i <= DESK_MOST_JOBS; i++) {
        snprintf(target, sizeof target, "/api/1/jobs/%d", i);
        CHECK_INT(ask_for("DELETE", target, NULL), 200);
    }
    close_desk();
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 2;
    RUN(jobs_are_kept_for_the_next_desk);
    RUN(what_has_ended_is_known_to_the_next_desk);
    RUN(the_oldest_that_have_ended_are_forgotten);
    RUN(what_was_kept_may_be_anything);
    RUN(engines_may_be_missing);
    RUN(a_desk_has_so_many_jobs);
    gr_variants_close(variants);
    return test_end();
}
