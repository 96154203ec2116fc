/* Databases that the desk creates, and those that were open lately. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/aid/desk_aid.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"

static char folder[300];
static int made;

/* A desk with an empty folder. */
static void open_folder(const char *state) {
    char name[32];
    GrError error;
    snprintf(name, sizeof name, "folder-%d", ++made);
    snprintf(folder, sizeof folder, "%s", aid_path(name));
    CHECK_INT(mkdir(folder, 0700), 0);
    open_desk_in(state, 1);
    CHECK_INT(gr_desk_add_folder(desk, folder, &error), 0);
}

static void databases_are_created(void) {
    char path[400];
    open_folder(NULL);
    CHECK_INT(ask_for("POST", "/api/1/dbs/create", "{\"name\":\"my games\"}"), 201);
    CHECK(says("{\"db\":\"1\",\"name\":\"my games.db\",\"open\":false,\"path\":\"/"));
    snprintf(path, sizeof path, "%s/my games.db", folder);
    CHECK_INT(access(path, W_OK), 0);
    CHECK_INT(ask_for("POST", "/api/1/dbs/create", "{\"name\":\"b.db\"}"), 201);
    CHECK(says("{\"db\":\"2\",\"name\":\"b.db\""));
    CHECK_INT(ask_for("POST", "/api/1/dbs/open", "{\"db\":\"2\"}"), 200);
    CHECK_INT(ask_for("POST", "/api/1/db/2/import", "{\"text\":\"1. e4 e5 *\"}"), 200);
    CHECK_INT(ask_for("GET", "/api/1/dbs", NULL), 200);
    CHECK(says("\"folder\":\"/") && says("\"last\":1,"));
    close_desk();
}

static void what_is_there_is_not_touched(void) {
    open_folder(NULL);
    CHECK_INT(ask_for("POST", "/api/1/dbs/create", "{\"name\":\"a\"}"), 201);
    CHECK_INT(ask_for("POST", "/api/1/dbs/create", "{\"name\":\"a\"}"), 409);
    CHECK(says("there is such a file already"));
    CHECK_INT(ask_for("POST", "/api/1/dbs/create", "{\"name\":\"a.db\"}"), 409);
    CHECK_INT(chmod(folder, 0500), 0);
    if (geteuid() != 0) /* root may write anywhere */
        CHECK_INT(ask_for("POST", "/api/1/dbs/create", "{\"name\":\"c\"}"), 500);
    CHECK_INT(chmod(folder, 0700), 0); /* so that the test's folder can be removed */
    close_desk();
}

static void names_are_no_paths(void) {
    static const char *const bodies[] = {
        "{\"name\":\"../x\"}", "{\"name\":\"/tmp/x\"}", "{\"name\":\"a/b\"}", "{\"name\":\"\"}", "{\"name\":\".x\"}",
        "{\"name\":\"a\\nb\"}", "{\"name\":\" a\"}", "{\"name\":\"a \"}", "{\"name\":7}", "{}", "{\"name\":\"a\\\\b\"}"};
    char body[300], longest[150];
    open_folder(NULL);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        CHECK_INT(ask_for("POST", "/api/1/dbs/create", bodies[i]), 400);
    memset(longest, 'n', sizeof longest);
    longest[101] = '\0';
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", longest);
    CHECK_INT(ask_for("POST", "/api/1/dbs/create", body), 400);
    close_desk();
    open_desk();
    CHECK_INT(ask_for("POST", "/api/1/dbs/create", "{\"name\":\"a\"}"), 409);
    CHECK(says("--folder"));
    close_desk();
}

static void what_was_open_is_offered(void) {
    GrError error;
    char state[300], path[400];
    snprintf(state, sizeof state, "%s", aid_path("state"));
    open_folder(state);
    for (const char *name = "ab"; *name; name++) {
        char body[40];
        snprintf(body, sizeof body, "{\"name\":\"%c\"}", *name);
        CHECK_INT(ask_for("POST", "/api/1/dbs/create", body), 201);
        snprintf(body, sizeof body, "{\"db\":\"%d\"}", *name - 'a' + 1);
        CHECK_INT(ask_for("POST", "/api/1/dbs/open", body), 200);
    }
    CHECK_INT(ask_for("POST", "/api/1/dbs/create", "{\"name\":\"never\"}"), 201);
    CHECK_INT(ask_for("POST", "/api/1/dbs/open", "{\"db\":\"1\"}"), 200); /* it is open: nothing changes */
    close_desk();
    open_desk_in(state, 1);
    CHECK_INT(gr_desk_add_recent(desk, &error), 0);
    CHECK_INT(ask_for("GET", "/api/1/dbs", NULL), 200);
    CHECK(says("{\"db\":\"1\",\"name\":\"b.db\"") && says("{\"db\":\"2\",\"name\":\"a.db\""));
    CHECK(!strstr(response.body.data, "never"));
    close_desk();
    snprintf(path, sizeof path, "%s/b.db", folder);
    unlink(path);
    open_desk_in(state, 1);
    CHECK_INT(gr_desk_add_recent(desk, &error), 0);
    CHECK_INT(ask_for("GET", "/api/1/dbs", NULL), 200);
    CHECK(says("{\"dbs\":[{\"db\":\"1\",\"name\":\"a.db\""));
    CHECK(!strstr(response.body.data, "b.db"));
    close_desk();
}

static void samples_come_with_it(void) {
    open_desk();
    CHECK_INT(ask_for("GET", "/samples.pgn", NULL), 200);
    CHECK_STR(response.type, "text/plain; charset=utf-8");
    CHECK(says("Neal Meyer") && says("Morphy"));
    close_desk();
}

static void without_memory(void) {
    open_folder(NULL);
    FAIL_EACH_ALLOCATION(n, 300) {
        char body[40];
        snprintf(body, sizeof body, "{\"name\":\"n%ld\"}", n);
        int status = ask_for("POST", "/api/1/dbs/create", body);
        long failures = fail_alloc_failures();
        fail_alloc_stop();
        CHECK(status == 201 || (status == 500 && failures > 0));
    }
    close_desk();
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 2;
    RUN(databases_are_created);
    RUN(what_is_there_is_not_touched);
    RUN(names_are_no_paths);
    RUN(what_was_open_is_offered);
    RUN(samples_come_with_it);
    RUN(without_memory);
    gr_variants_close(variants);
    return test_end();
}
