/* Annotating a database: going on after a stop, shards, threads, engines that die. */
#include <stdatomic.h>
#include <unistd.h>

#include "analysis/study/annotate_run.h"
#include "analysis/study/annotate_text.h"
#include "db/store/database.h"
#include "tests/aid/annotate_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static char db_path[200], counter[220];

static bool make_database(int games) {
    static const char *const moves[] = {"e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", "d4 d5 c4 dxc4 e3 b5",
                                        "f3 e5 g4 Qh4#",
                                        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6", "Nf3 Nf6 Ng1 Ng8"};
    GrDb *db;
    GrGame game;
    GrAdded added;
    GrError error;
    char name[20];
    unlink(db_path);
    gr_game_init(&game);
    bool ok = gr_db_open(db_path, variants, GR_DB_CREATE, &db, &error) == 0;
    for (int i = 0; ok && i < games; i++) {
        snprintf(name, sizeof name, "Player %d", i);
        ok = aid_play_line(variants, &game, "chess", moves[i % 5]) &&
             gr_game_set_tag(&game, "White", name) == 0;
        if (i == 3)
            CHECK(aid_set_comment(&game, 2, "[%eval 0.3] foreign"));
        ok = ok && gr_db_add_game(db, &game, &added, &error) == 0;
    }
    gr_game_clear(&game); /* an unknown variant, and no moves */
    ok = ok && gr_game_set_tag(&game, "Variant", "Shogi") == 0 &&
         gr_db_add_game(db, &game, &added, &error) == 0 && aid_play_line(variants, &game, "magi", "") &&
         gr_db_add_game(db, &game, &added, &error) == 0;
    gr_game_free(&game);
    gr_db_close(db);
    return ok;
}

/* All games of the database as one text; to be freed. */
static char *print_database(void) {
    GrDb *db;
    GrGame game;
    GrError error;
    GrBuffer out;
    gr_buffer_init(&out);
    gr_game_init(&game);
    if (CHECK_INT(gr_db_open(db_path, variants, GR_DB_READ, &db, &error), 0)) {
        int64_t last = gr_db_last(db, &error);
        for (int64_t id = 1; id <= last; id++) {
            if (!CHECK_INT(gr_db_get_game(db, id, &game, &error), 0) || game.node_count == 0)
                continue;
            char *text = aid_print_game(&game, true);
            gr_buffer_puts(&out, text);
            free(text);
        }
        gr_db_close(db);
    }
    gr_game_free(&game);
    return gr_buffer_take(&out);
}

static GrAnnotateJob job_of(int threads) {
    return (GrAnnotateJob){.path = db_path,
                           .variants = variants,
                           .engine = GR_BUILTIN,
                           .hash = 1,
                           .limits = {.depth = 3},
                           .shard = 1,
                           .shards = 1,
                           .threads = threads};
}

static void a_database_is_annotated_once(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database(10));
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    CHECK_INT(summary.annotated, 9); /* the fourth has evaluations by others */
    CHECK_INT(summary.skipped, 3);
    CHECK_INT(summary.faulty, 0);
    char *first = print_database();
    CHECK_INT(aid_count_in(first, "[%eval 0.30]") + aid_count_in(first, "[%eval 0.3] foreign"), 1);
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    CHECK_INT(summary.annotated, 0);
    CHECK_INT(summary.before, 9);
    CHECK_INT(summary.positions, 0);
    char *second = print_database();
    CHECK_STR(second, first);
    REQUIRE(make_database(10));
    job.threads = 3;
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    char *threads = print_database();
    CHECK_STR(threads, first);
    job.overwrite = true;
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    CHECK_INT(summary.annotated, 1);
    free(first);
    free(second);
    free(threads);
}

static void shards_share_the_games_out(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database(10));
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    char *whole = print_database();
    REQUIRE(make_database(10));
    job.shards = 3;
    int64_t sum = 0;
    for (job.shard = 3; job.shard >= 1; job.shard--) {
        REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
        CHECK(summary.annotated >= 2 && summary.annotated <= 4);
        sum += summary.annotated;
    }
    CHECK_INT(sum, 9);
    char *shards = print_database();
    CHECK_STR(shards, whole);
    free(whole);
    free(shards);
}

static bool countdown(void *user) {
    return atomic_fetch_sub((atomic_int *)user, 1) <= 0;
}

/* Stopped again and again at ever other moments, it comes to the same end. */
static void a_run_that_is_stopped_goes_on(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database(6));
    REQUIRE(gr_annotate_run(&job, &summary, &error) == 0);
    char *whole = print_database();
    REQUIRE(make_database(6));
    atomic_int left;
    int stops = 0, code = GR_ERR_STOPPED;
    job.stop = countdown;
    job.user = &left;
    for (; code == GR_ERR_STOPPED && stops < 200; stops++) {
        atomic_init(&left, 16 + 9 * (stops % 5));
        code = gr_annotate_run(&job, &summary, &error);
    }
    CHECK_INT(code, 0);
    CHECK(stops > 4);
    char *parts = print_database();
    CHECK_STR(parts, whole);
    free(whole);
    free(parts);
}

static void note_fault(void *user, const GrAnnotateEvent *event) {
    if (event->kind == GR_ANNOTATE_FAULT)
        snprintf(user, 300, "game %d: %s", (int)event->game, event->text);
}

static int run_fake(const char *what, GrAnnotateSummary *summary, char fault[300], GrError *error) {
    char command[500];
    GrAnnotateJob job = job_of(1);
    unlink(counter);
    snprintf(command, sizeof command, "tests/programs/fake-engine %s", what);
    fault[0] = '\0';
    job.engine = command;
    job.event = note_fault;
    job.user = fault;
    return gr_annotate_run(&job, summary, error);
}

static void an_engine_that_dies_once_is_started_again(void) {
    GrAnnotateSummary summary;
    GrError error;
    char fault[300], what[400];
    REQUIRE(make_database(2));
    snprintf(what, sizeof what, "dies %s 4", counter);
    CHECK_INT(run_fake(what, &summary, fault, &error), 0);
    CHECK_INT(summary.annotated, 2);
    CHECK_INT(summary.faulty, 0);
    REQUIRE(make_database(2));
    snprintf(what, sizeof what, "stops %s 4", counter);
    CHECK_INT(run_fake(what, &summary, fault, &error), 0);
    CHECK_INT(summary.annotated, 2);
}

static void a_useless_engine_is_reported(void) {
    GrAnnotateSummary summary;
    GrError error = {0};
    char fault[300];
    REQUIRE(make_database(2));
    CHECK_INT(run_fake("chained", &summary, fault, &error), 0);
    CHECK_INT(summary.faulty, 2); /* each game is reported, the run goes on */
    CHECK(strstr(fault, "game 2: engine 'tests/programs/fake-engine chained'") && strstr(fault, "signal 9"));
    CHECK_INT(run_fake("scoreless", &summary, fault, &error), 0);
    CHECK_INT(summary.faulty, 2);
    CHECK(strstr(fault, "gives no score"));
    CHECK_INT(run_fake("quits", &summary, fault, &error), GR_ERR_IO);
    CHECK(strstr(error.text, "' exited with status 3"));
    CHECK_INT(run_fake("no-such-mode 2>&1 || exit 127", &summary, fault, &error), GR_ERR_NOT_FOUND);
}

static void a_file_that_is_no_database_is_reported(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    unlink(db_path);
    CHECK_INT(gr_annotate_run(&job, &summary, &error), GR_ERR_NOT_FOUND);
    FILE *file = fopen(db_path, "w");
    REQUIRE(file);
    fputs("this is no database, though it is long enough to have a header", file);
    fclose(file);
    CHECK_INT(gr_annotate_run(&job, &summary, &error), GR_ERR_FOREIGN);
}

int main(int argc, char **argv) {
    const char *tmp = getenv("TMPDIR");
    test_start(argc, argv);
    variants = gr_variants_open();
    snprintf(db_path, sizeof db_path, "%s/grimoire-annotate-%d.db", tmp ? tmp : "/tmp", getpid());
    snprintf(counter, sizeof counter, "%s.count", db_path);
    RUN(a_database_is_annotated_once);
    RUN(shards_share_the_games_out);
    RUN(a_run_that_is_stopped_goes_on);
    RUN(an_engine_that_dies_once_is_started_again);
    RUN(a_useless_engine_is_reported);
    RUN(a_file_that_is_no_database_is_reported);
    unlink(db_path);
    unlink(counter);
    gr_variants_close(variants);
    return test_end();
}
