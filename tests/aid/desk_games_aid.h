/* For the tests of the desk: one with three games. */
#ifndef GR_TESTS_DESK_GAMES_AID_H
#define GR_TESTS_DESK_GAMES_AID_H

#include "db/db.h"
#include "tests/aid/desk_aid.h"
#include "tests/aid/store_aid.h"

static const char GAMES[] = "[White \\\"Ann\\\"]\\n[Black \\\"Bob\\\"]\\n[Date \\\"2001.05.01\\\"]\\n\\n1. e4 e5 {so} "
                            "(1... c5 2. Nf3) "
                            "2. Nf3 Nc6 1-0\\n\\n[White \\\"Cy\\\"]\\n[Black \\\"Ann\\\"]\\n\\n1. d4 d5 0-1\\n\\n"
                            "[White \\\"<b>&\\\"]\\n\\n1. f3 e5 2. g4 Qh4# *\\n";

static char name[32]; /* of the database */
static int made_games;

/* A desk with a new database of three games. */
static inline void open_games(void) {
    GrDb *db;
    GrError error;
    char body[1000];
    bool alone = false;
    snprintf(name, sizeof name, "games-%d.db", ++made_games);
    const char *path = aid_path(name);
    CHECK_INT(gr_db_open(path, variants, GR_DB_CREATE, &db, &error), 0);
    gr_db_close(db);
    open_desk();
    CHECK_INT(gr_desk_add_database(desk, path, &alone, &error), 0);
    CHECK(alone);
    snprintf(body, sizeof body, "{\"text\":\"%s\"}", GAMES);
    CHECK_INT(ask_for("POST", "/api/1/db/1/import", body), 200);
    CHECK_STR(response.body.data,
              "{\"games\":3,\"plies\":10,\"faulty\":0,\"duplicates\":0,\"replaced\":0,\"ids\":[1,2,3],"
              "\"change\":null}");
}

#endif
