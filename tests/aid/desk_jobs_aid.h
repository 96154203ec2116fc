/* For the tests of the desk's jobs. */
#ifndef GR_TESTS_DESK_JOBS_AID_H
#define GR_TESTS_DESK_JOBS_AID_H

#include <time.h>
#include <unistd.h>

#include "db/db.h"
#include "desk/jobs.h"
#include "tests/aid/desk_aid.h"
#include "tests/aid/store_aid.h"

static char state[128]; /* the folder of what is kept */
static char db_path[128];

/* A database with these games. */
static inline void make_database(const char *text) {
    GrDb *db;
    GrError error;
    char body[1000];
    snprintf(db_path, sizeof db_path, "%s", aid_path("games.db"));
    unlink(db_path);
    REQUIRE(!gr_db_open(db_path, variants, GR_DB_CREATE, &db, &error));
    gr_db_close(db);
    open_desk();
    CHECK_INT(gr_desk_add_database(desk, db_path, NULL, &error), 0);
    snprintf(body, sizeof body, "{\"text\":\"%s\"}", text);
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", body), 200);
    close_desk();
}

static inline void start_desk(int jobs) {
    GrError error;
    open_desk_in(state, jobs);
    CHECK_INT(gr_desk_add_database(desk, db_path, NULL, &error), 0);
}

/* The same as the first desk of a folder. */
static inline void start_with(const char *text, int jobs) {
    static int folders;
    char name[32];
    snprintf(name, sizeof name, "state%d", folders++);
    snprintf(state, sizeof state, "%s", aid_path(name));
    make_database(text);
    start_desk(jobs);
}

static const char GAMES[] = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\\n\\n1. d4 d5 2. c4 e6 1-0";

static inline void nap(int ms) {
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
}

/* Waits until the jobs say that, half a minute at the most. */
static inline bool jobs_say(const char *text) {
    for (int i = 0; i < 1500; i++) {
        ask_for("GET", "/api/1/jobs", NULL);
        if (response.body.data && strstr(response.body.data, text))
            return true;
        nap(20);
    }
    return says(text);
}

static inline bool begin(const char *body) {
    bool begun = CHECK_INT(ask_for("POST", "/api/1/jobs", body), 202);
    return begun || !says("(begun)");
}

/* A job that does not end by itself. */
static const char LONG[] = "{\"kind\":\"annotate\",\"db\":\"1\",\"movetime\":600000}";

#endif
