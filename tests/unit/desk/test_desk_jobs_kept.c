/* Jobs of the desk outlive it: those that are not done, to go on, and those that have ended, to be looked at. */
#include <dirent.h>

#include "desk/state.h"
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

static int listed(const char *what) {
    int count = 0;
    CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
    for (const char *at = response.body.data; at && (at = strstr(at, what)) != NULL; at++)
        count++;
    return count;
}

/* What it is asked to do is listed, and how far it was, when the end of a desk has paused it. */
static void a_paused_job_keeps_its_total(void) {
    start_with(GAMES, 1);
    begin("{\"kind\":\"annotate\",\"db\":\"1\",\n\"movetime\":600000,\"sel\":[\"games=1\"]}");
    begin("{\"kind\":\"annotate\",\"db\":\"1\",\"depth\":100,\"sel\":[\"games=2\"]}");
    CHECK(jobs_say("\"of\":\"positions\",\"done\":0,\"total\":7"));
    CHECK(says("\"asked\":{\"kind\":\"annotate\",\"db\":\"1\", \"movetime\":600000,\"sel\":[\"games=1\"]}"));
    close_desk();
    for (int i = 0; i < 2; i++) {
        start_desk(1);
        CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
        CHECK(says("\"state\":\"paused\",\"of\":\"positions\",\"done\":0,\"total\":7"));
        CHECK_INT(listed("\"state\":\"paused\""), 2);
        CHECK(says("\"asked\":{\"kind\":\"annotate\",\"db\":\"1\",\"depth\":100,"));
        close_desk();
    }
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
    char text[80];
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

/* Puts a file of what was kept in the folder: in `text`, DB stands for the path of the database. */
static void keep_of(const char *database, const char *text) {
    char *whole, name[JOB_NAME], path[300];
    const DeskFile file = {.path = (char *)(uintptr_t)database};
    REQUIRE(desk_jobs_file(&file, &whole, name));
    snprintf(path, sizeof path, "%s/%s", state, name);
    FILE *out = fopen(path, "w");
    REQUIRE(out);
    for (const char *at = text; *at; at++)
        if (strncmp(at, "DB", 2) == 0)
            at += fprintf(out, "%s", whole) > 0;
        else
            fputc(*at, out);
    fclose(out);
    free(whole);
}

/* A file of so many jobs that are not done, and of one that is. */
static void keep_unfinished(const char *database, int count) {
    static char text[4000];
    size_t len = (size_t)snprintf(text, sizeof text, "{\"database\":\"DB\",\"jobs\":[{\"begun\":1,\"commands\":[],"
                                  "\"asked\":\"{\\\"kind\\\":\\\"index\\\"}\",\"end\":{\"state\":\"done\",\"ended\":9,"
                                  "\"of\":\"games\",\"done\":1,\"total\":1,\"text\":\"\"}}");
    for (int i = 0; i < count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, ",{\"begun\":%d,\"commands\":[],"
                                "\"asked\":\"{\\\"kind\\\":\\\"index\\\"}\"}", i + 2);
    snprintf(text + len, sizeof text - len, "]}");
    keep_of(database, text);
}

static void what_is_not_done_is_never_forgotten(void) {
    char second[128];
    GrDb *db;
    GrError error;
    start_with(GAMES, 1);
    close_desk();
    snprintf(second, sizeof second, "%s", aid_path("second.db"));
    REQUIRE(!gr_db_open(second, variants, GR_DB_CREATE, &db, &error));
    gr_db_close(db);
    keep_unfinished(db_path, 12);
    keep_unfinished(second, 11);
    for (int i = 0; i < 2; i++) {
        start_desk(1);
        CHECK_INT(listed("\"state\":\"paused\""), 12);
        CHECK_INT(listed("\"state\":\"done\""), i == 0);
        CHECK_INT(gr_desk_add_database(desk, second, NULL, &error), 0);
        CHECK_INT(listed("\"state\":\"paused\""), 23);
        CHECK_INT(listed("\"state\":\"done\""), 0); /* they give way */
        CHECK_INT(ask_for("POST", "/api/1/jobs", LONG), 503);
        CHECK(says("there are 23 jobs already that are not done"));
        CHECK_STR(warnings, "");
        close_desk();
    }
    start_desk(1);
    CHECK_INT(gr_desk_add_database(desk, second, NULL, &error), 0);
    CHECK_INT(ask_for("DELETE", "/api/1/jobs/23", NULL), 200);
    CHECK_INT(ask_for("POST", "/api/1/jobs", LONG), 202); /* in place of what was stopped */
    CHECK_INT(listed("\"job\":"), 23);
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
    int damaged = 0;
    start_with(GAMES, 1);
    begin(LONG);
    close_desk();
    CHECK_INT(kept_files(".json"), 1);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        keep_of(db_path, kept[i]);
        start_desk(1);
        CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
        CHECK(says("{\"jobs\":[]}"));
        bool whole = strstr(kept[i], "DB\",\"jobs\":[") != NULL;
        damaged += !whole;
        if (!CHECK(strstr(warnings, whole ? " in it that are no jobs are left out" : "and is now called")))
            printf("%s: %s\n", kept[i], warnings);
        CHECK_INT(kept_files(".json"), 0);
        CHECK_INT(kept_files(".damaged"), damaged < DESK_STATE_DAMAGED ? damaged : DESK_STATE_DAMAGED);
        close_desk();
    }
}

static void one_damaged_entry_costs_no_other(void) {
    start_with(GAMES, 1);
    begin(LONG);
    close_desk();
    keep_of(db_path, "{\"database\":\"DB\",\"jobs\":[{\"begun\":7,\"commands\":[],\"asked\":7},{\"begun\":8,"
                     "\"commands\":[],\"asked\":\"{\\\"kind\\\":\\\"index\\\"}\"}]}");
    start_desk(1);
    CHECK_INT(listed("\"state\":\"paused\""), 1);
    CHECK(strstr(warnings, "1 of 2 entries in it that are no jobs are left out"));
    close_desk();
    start_desk(1);
    CHECK_INT(listed("\"state\":\"paused\""), 1);
    CHECK_STR(warnings, "");
    close_desk();
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
    CHECK_INT(ask_for("GET", "/api/1/jobs", NULL), 200);
    const char *new_one = strstr(response.body.data, "\"job\":\"17\"");
    CHECK(new_one && strstr(response.body.data, "\"job\":\"16\"") < new_one); /* in order */
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
    RUN(a_paused_job_keeps_its_total);
    RUN(what_has_ended_is_known_to_the_next_desk);
    RUN(the_oldest_that_have_ended_are_forgotten);
    RUN(what_is_not_done_is_never_forgotten);
    RUN(what_was_kept_may_be_anything);
    RUN(one_damaged_entry_costs_no_other);
    RUN(engines_may_be_missing);
    RUN(a_desk_has_so_many_jobs);
    gr_variants_close(variants);
    return test_end();
}
