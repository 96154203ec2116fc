/* Evaluations that cannot be read: optimise drops them and says how many, keeps all others, and leaves a
 * database that verifies. */
#include <stdlib.h>

#include "db/codec/verdicts.h"
#include "db/evals/evals_upkeep.h"
#include "db/upkeep/maintain.h"
#include "db/upkeep/verify.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { EVALUATIONS = 4000 };

static GrError error;
static const GrWork no_work;
static char *sound; /* a database */
static GrBuffer all;      /* its evaluations, a line each */

static GrDb *open_db(const char *path, GrDbMode mode) {
    GrDb *db;
    if (gr_db_open(path, aid_book(), mode, &db, &error))
        printf("%s\n", error.text);
    return db;
}

static void make_sound(void) {
    sound = strdup(aid_path("sound.db"));
    REQUIRE(sound);
    gr_buffer_init(&all);
    GrDb *db = open_db(sound, GR_DB_CREATE);
    REQUIRE(db);
    CHECK_INT(aid_add_evals(db, 3, EVALUATIONS, &error), 0);
    CHECK_INT(aid_list_evals(db, &all), EVALUATIONS);
    gr_db_close(db);
    CHECK(aid_sql_number(sound, "SELECT count(*) FROM evaluation") > 20);
}

/* Is each line of the text one of all evaluations? */
static bool are_ours(const GrBuffer *text) {
    bool ours = true;
    for (const char *line = text->data; line && *line && ours; line = strchr(line, '\n') + 1) {
        char *copy = strndup(line, strcspn(line, "\n") + 1);
        ours = copy && strstr(all.data, copy);
        free(copy);
    }
    return ours;
}

static uint64_t verify(GrDb *db, int *code) {
    GrVerified verified;
    GrVerifyJob job = {.context = NULL};
    *code = gr_db_verify(db, &job, &verified, &error);
    return verified.evaluations;
}

typedef struct Case {
    const char *sql;
    unsigned blocks;  /* that are dropped */
    bool evaluations; /* some are dropped of other blocks */
    bool lost;        /* some are lost */
} Case;

/* Damages, optimises, and compares what is left. */
static void optimise(const Case *c) {
    GrOptimised done;
    GrBuffer left;
    int code;
    const char *path = aid_path("damaged.db");
    CHECK(aid_copy_file(sound, path) && aid_sql(path, c->sql));
    GrDb *db = open_db(path, GR_DB_WRITE);
    REQUIRE(db);
    gr_buffer_init(&left);
    verify(db, &code);
    CHECK_INT(code, GR_ERR_DAMAGED);
    CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0);
    CHECK_INT(done.dropped_blocks, c->blocks);
    CHECK((done.dropped > 0) == c->evaluations);
    uint64_t count = verify(db, &code);
    CHECK_INT(code, 0);
    CHECK_INT(aid_list_evals(db, &left), count);
    CHECK((count < EVALUATIONS) == c->lost);
    CHECK(count > EVALUATIONS / 4); /* the rest is all there */
    CHECK(are_ours(&left));
    CHECK_INT(gr_db_optimise(db, &no_work, &done, &error), 0);
    CHECK_INT(done.dropped_blocks + done.dropped, 0);
    gr_buffer_free(&left);
    gr_db_close(db);
}

#define SOME "(SELECT place FROM evaluation ORDER BY place LIMIT 1 OFFSET 3)"
#define NEXT "(SELECT place FROM evaluation ORDER BY place LIMIT 1 OFFSET 4)"

static void what_cannot_be_read_is_dropped(void) {
    static const Case cases[] = {
        {"UPDATE evaluation SET verdicts = zeroblob(length(verdicts)) WHERE place = " SOME, 1, false, true},
        {"UPDATE evaluation SET verdicts = x'' WHERE place = " SOME, 1, false, true},
        {"UPDATE evaluation SET verdicts = zeroblob(70000) WHERE place IN (" SOME ", " NEXT ")", 2, false,
         true},
        {"PRAGMA ignore_check_constraints = ON; INSERT INTO evaluation VALUES(-6, x'00'), (0, x'')", 2,
         false, false},
        {"DELETE FROM judge WHERE id = (SELECT max(id) FROM judge)", 0, true, true},
        {"UPDATE evaluation SET place = place + 1 WHERE place = " SOME, 0, false, false},
        /* one has gone to where another cannot be read */
        {"UPDATE evaluation SET verdicts = (SELECT verdicts FROM evaluation WHERE place = " SOME ") "
         "WHERE place = " NEXT "; UPDATE evaluation SET verdicts = x'00' WHERE place = " SOME, 1, false,
         true},
        {"INSERT INTO evaluation SELECT place + 1, verdicts FROM evaluation WHERE place = " SOME, 1, false,
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int failed = test_now.checks_failed;
        optimise(&cases[i]);
        if (test_now.checks_failed > failed)
            printf("%s\n", cases[i].sql);
    }
}

/* As long as the table of judges cannot be read, evaluations by those that it lacks stay. */
static void evaluations_wait_for_their_judges(void) {
    const char *path = aid_path("waiting.db");
    char theirs[100];
    GrEvalsDropped dropped;
    snprintf(theirs, sizeof theirs, "SELECT count(*) FROM evaluation WHERE place < %lld",
             (long long)gr_verdicts_place(2, 0, 0));
    CHECK(aid_copy_file(sound, path));
    CHECK(aid_sql(path, "DELETE FROM judge WHERE id = 1"));
    int64_t before = aid_sql_number(path, theirs);
    CHECK(before > 5);
    GrDb *db = open_db(path, GR_DB_WRITE);
    REQUIRE(db);
    CHECK_INT(gr_db_begin(db, &error), 0);
    db->catalog.part[GR_PART_JUDGE].corrupt = true; /* as if a page of it could not be read */
    CHECK_INT(gr_evals_optimise(db, &no_work, &dropped, &error), 0);
    CHECK_INT(dropped.blocks + dropped.evaluations, 0);
    CHECK_INT(gr_db_commit(db, &error), 0);
    gr_db_close(db);
    CHECK_INT(aid_sql_number(path, theirs), before);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    make_sound();
    RUN(what_cannot_be_read_is_dropped);
    RUN(evaluations_wait_for_their_judges);
    gr_buffer_free(&all);
    free(sound);
    return test_end();
}
