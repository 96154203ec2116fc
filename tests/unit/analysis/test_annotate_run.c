/* Judging the positions of a database: each once, whatever stops it or fails, and options of engines. */
#include <stdatomic.h>
#include <unistd.h>

#include "analysis/study/annotate_run.h"
#include "tests/aid/annotate_aid.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static char db_path[200], log_path[220];

/* 14 different positions in which a move can be made; the last game's variant is unknown. */
static bool make_database(void) {
    static const char *const moves[] = {"e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", "f3 e5 g4 Qh4#",
                                        "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", "e4 c5 Nf3 d6 d4", "e4 c5"};
    GrDb *db;
    GrGame game;
    GrAdded added;
    GrError error;
    char name[20];
    unlink(db_path);
    gr_game_init(&game);
    bool ok = gr_db_open(db_path, variants, GR_DB_CREATE, &db, &error) == 0;
    for (int i = 0; ok && i < 5; i++) {
        snprintf(name, sizeof name, "Player %d", i);
        ok = aid_play_line(variants, &game, "chess", moves[i]) &&
             gr_game_set_tag(&game, "White", name) == 0 && gr_db_add_game(db, &game, &added, &error) == 0;
    }
    gr_game_clear(&game);
    ok = ok && gr_game_set_tag(&game, "Variant", "Shogi") == 0 &&
         gr_db_add_game(db, &game, &added, &error) == 0;
    gr_game_free(&game);
    gr_db_close(db);
    return ok;
}

enum {
    DIFFERENT = 14,
    PATIENT = 30000, /* milliseconds for an engine that answers, however busy the machine is */
    IMPATIENT = 2000 /* and for one that hangs once, among others that answer */
};

static GrAnnotateJob job_of(int jobs) {
    return (GrAnnotateJob){.engine = GR_BUILTIN, .hash = 1, .limits = {.depth = 3},
                           .setup = {.reproducible = true, .patience = PATIENT}, .shard = 1, .shards = 1,
                           .to_ply = UINT32_MAX, .jobs = jobs, .count = true};
}

/* Opens the database, does the job, closes it. */
static int run(GrAnnotateJob *job, GrAnnotateSummary *summary, GrError *error) {
    int code = gr_db_open(db_path, variants, GR_DB_WRITE, &job->db, error);
    if (code != 0)
        return code;
    code = gr_annotate_run(job, summary, error);
    gr_db_close(job->db);
    return code;
}

/* ---- what is stored ---- */

static int print_verdict(void *context, const GrJudge *judge, const GrRules *rules,
                         const GrEvaluation *evaluation) {
    const GrVerdict *v = &evaluation->verdict;
    char name[GR_JUDGE_NAME];
    GrBuffer *out = context;
    gr_judge_name(judge, name);
    gr_buffer_printf(out, "%s %s %016" PRIx64 " %d %" PRIu64, name, gr_variant(rules)->name,
                     evaluation->key, v->depth, v->nodes);
    for (int i = 0; i < v->lines; i++) {
        gr_buffer_printf(out, " | %d", v->line[i].score);
        for (int m = 0; m < v->line[i].length; m++)
            gr_buffer_printf(out, " %" PRIx32, v->line[i].move[m]);
    }
    gr_buffer_putc(out, '\n');
    return 0;
}

/* All verdicts as text; to be freed. */
static char *print_verdicts(void) {
    GrDb *db;
    GrError error;
    GrBuffer out;
    gr_buffer_init(&out);
    if (CHECK_INT(gr_db_open(db_path, variants, GR_DB_READ, &db, &error), 0)) {
        CHECK_INT(gr_evals_each(db, print_verdict, &out, &error), 0);
        gr_db_close(db);
    }
    return gr_buffer_take(&out);
}

static unsigned lines_of(const char *text) {
    return aid_count_in(text, "\n");
}

/* ---- cases ---- */

static void each_position_is_judged_once(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database());
    REQUIRE(run(&job, &summary, &error) == 0);
    CHECK_INT(summary.judged, DIFFERENT);
    CHECK_INT(summary.known, 0);
    CHECK_INT(summary.games, 5);
    CHECK_INT(summary.passed, 1);
    CHECK_INT(summary.aside, 0);
    char *first = print_verdicts();
    CHECK_INT(lines_of(first), DIFFERENT);
    REQUIRE(run(&job, &summary, &error) == 0);
    CHECK_INT(summary.judged, 0);
    CHECK_INT(summary.known, DIFFERENT);
    REQUIRE(make_database());
    job.jobs = 3;
    job.save_ms = -1;
    job.hash = 5;
    REQUIRE(run(&job, &summary, &error) == 0);
    char *threads = print_verdicts();
    CHECK_STR(threads, first);
    free(first);
    free(threads);
}

static void the_deeper_verdict_stays(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database());
    REQUIRE(run(&job, &summary, &error) == 0);
    job.limits.depth = 4;
    REQUIRE(run(&job, &summary, &error) == 0);
    CHECK_INT(summary.judged, DIFFERENT);
    char *deep = print_verdicts();
    CHECK_INT(lines_of(deep), DIFFERENT);
    CHECK_INT(aid_count_in(deep, "depth 4 "), DIFFERENT);
    job.limits.depth = 2;
    REQUIRE(run(&job, &summary, &error) == 0);
    CHECK_INT(summary.judged, 0);
    char *again = print_verdicts();
    CHECK_STR(again, deep);
    job.limits = (GrLimits){.nodes = 50, .lines = 3};
    REQUIRE(run(&job, &summary, &error) == 0);
    char *both = print_verdicts();
    CHECK_INT(lines_of(both), 2 * DIFFERENT);
    CHECK_INT(aid_count_in(both, "50 nodes, 3 lines "), DIFFERENT);
    free(deep);
    free(again);
    free(both);
}

static void beyond_a_bound_positions_are_estimated(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database());
    REQUIRE(run(&job, &summary, &error) == 0);
    job.exactly = 4;
    job.limits.depth = 1;
    REQUIRE(run(&job, &summary, &error) == 0);
    CHECK(summary.about);
    CHECK_INT(summary.known, DIFFERENT); /* so few are hardly ever wrong */
    CHECK_INT(summary.judged, 0);
}

static void shards_share_the_positions_out(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(2);
    uint64_t sum = 0;
    REQUIRE(make_database());
    REQUIRE(run(&job, &summary, &error) == 0);
    char *whole = print_verdicts();
    REQUIRE(make_database());
    job.shards = 3;
    for (job.shard = 3; job.shard >= 1; job.shard--) {
        REQUIRE(run(&job, &summary, &error) == 0);
        CHECK(summary.judged < DIFFERENT);
        sum += summary.judged;
    }
    CHECK_INT(sum, DIFFERENT);
    char *shards = print_verdicts();
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
    REQUIRE(make_database());
    REQUIRE(run(&job, &summary, &error) == 0);
    char *whole = print_verdicts();
    REQUIRE(make_database());
    atomic_int left;
    int stops = 0, code = GR_ERR_STOPPED;
    job.stop = countdown;
    job.user = &left;
    for (; code == GR_ERR_STOPPED && stops < 300; stops++) {
        atomic_init(&left, 8 + 5 * (stops % 9));
        code = run(&job, &summary, &error);
    }
    CHECK_INT(code, 0);
    CHECK(stops > 2);
    char *parts = print_verdicts();
    CHECK_STR(parts, whole);
    free(whole);
    free(parts);
}

/* ---- engines ---- */

typedef struct Giving {
    atomic_int asked;
    bool never; /* there is no place at all, and it stops after a while */
} Giving;

/* None at first, then for one engine, for none again, and at last for two. */
static int places(void *user) {
    Giving *giving = user;
    int asked = giving->never ? 0 : atomic_fetch_add(&giving->asked, 1);
    return asked >= 3 && (asked < 6 || asked >= 9) ? 1 + (asked >= 20) : 0;
}

static bool after_a_while(void *user) {
    Giving *giving = user;
    return giving->never && atomic_fetch_add(&giving->asked, 1) >= 100;
}

/* Engines that give way judge all the same, later. */
static void engines_give_way(void) {
    GrAnnotateSummary summary;
    GrError error;
    Giving giving = {.never = true};
    GrAnnotateJob job = job_of(3);
    REQUIRE(make_database());
    job.stop = after_a_while;
    job.places = places;
    job.user = &giving;
    CHECK_INT(run(&job, &summary, &error), GR_ERR_STOPPED);
    CHECK_INT((int)summary.judged, 0);
    giving.never = false;
    atomic_store(&giving.asked, 0);
    CHECK_INT(run(&job, &summary, &error), 0);
    CHECK(atomic_load(&giving.asked) > 20);
    uint64_t judged = summary.judged;
    REQUIRE(make_database());
    job.places = NULL;
    CHECK_INT(run(&job, &summary, &error), 0);
    CHECK_INT((int)judged, (int)summary.judged);
}

static void note_aside(void *user, const GrAnnotateEvent *event) {
    if (event->kind == GR_ANNOTATE_ASIDE)
        snprintf(user, 600, "game %d, ply %u: %s", (int)event->game, event->ply, event->text);
}

static int run_fake(const char *what, int jobs, GrAnnotateSummary *summary, char aside[600],
                    GrError *error) {
    char command[500];
    GrAnnotateJob job = job_of(jobs);
    if (strstr(what, "hangs"))
        job.setup.patience = IMPATIENT;
    snprintf(command, sizeof command, "tests/programs/fake-engine %s", what);
    aside[0] = '\0';
    job.setup.reproducible = false;
    job.engine = command;
    job.event = note_aside;
    job.user = aside;
    return run(&job, summary, error);
}

static void an_engine_that_dies_once_is_started_again(void) {
    GrAnnotateSummary summary;
    GrError error;
    char aside[600], what[400];
    for (int way = 0; way < 2; way++) {
        REQUIRE(make_database());
        unlink(log_path);
        snprintf(what, sizeof what, "%s %s 4", way ? "dies" : "stops", log_path);
        CHECK_INT(run_fake(what, 1, &summary, aside, &error), 0);
        CHECK_INT(summary.judged, DIFFERENT);
        CHECK_INT(summary.aside, 0);
    }
}

static void a_position_that_kills_it_is_set_aside(void) {
    static const char *const way[] = {"dies", "hangs", "illegal", "floods"};
    GrAnnotateSummary summary;
    GrError error;
    char aside[600], what[400];
    for (int i = 0; i < 4; i++) {
        REQUIRE(make_database());
        snprintf(what, sizeof what, "at %s pppp1ppp/8/4p2Q", way[i]); /* after 2. Qh5 */
        CHECK_INT(run_fake(what, 1 + i % 2, &summary, aside, &error), 0);
        CHECK_INT(summary.judged, DIFFERENT - 1);
        CHECK_INT(summary.aside, 1);
        CHECK(strstr(aside, "game 1, ply 3: engine "));
        CHECK(strstr(aside, "position set aside: rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b"));
    }
}

static void a_useless_engine_is_reported(void) {
    GrAnnotateSummary summary;
    GrError error = {0};
    char aside[600];
    REQUIRE(make_database());
    CHECK_INT(run_fake("chained", 1, &summary, aside, &error), GR_ERR_IO);
    CHECK_INT(summary.aside, 3);
    CHECK(strstr(error.text, "signal 9") && strstr(error.text, "given up after 3 failures in a row"));
    CHECK_INT(run_fake("scoreless", 2, &summary, aside, &error), GR_ERR_IO);
    CHECK_INT(summary.judged, 0);
    CHECK_INT(run_fake("quits", 1, &summary, aside, &error), GR_ERR_IO);
    CHECK(strstr(error.text, "' exited with status 3"));
    CHECK_INT(run_fake("no-such-mode 2>&1 || exit 127", 1, &summary, aside, &error), GR_ERR_NOT_FOUND);
}

/* Sets up the engine and has its options told. */
static int identity(const char *command, const GrAnalystOption *option, size_t options, bool reproducible,
                    char *text, size_t size, GrError *error) {
    GrAnalyst *analyst;
    GrAnalystSetup setup = {.option = option, .options = options, .lines = 1,
                            .reproducible = reproducible};
    int code = gr_analyst_open(command, 0, NULL, NULL, &analyst, error);
    if (code != 0)
        return code;
    code = gr_analyst_set_up(analyst, &setup, error);
    if (code == 0)
        code = gr_analyst_options(analyst, text, size, error);
    gr_analyst_close(analyst);
    return code;
}

static void options_that_matter_are_in_the_identity(void) {
    static const GrAnalystOption option[] = {
        {"skill level", "3"}, {"Threads", "2"}, {"Contempt", "0"}, {"Book File", "x.bin"}, {"Hash", "4"},
        {"Skill Level", "5"}, {"Contempt", "24"}};
    char text[GR_JUDGE_TEXT];
    GrError error;
    const char *fake = "tests/programs/fake-engine options";
    REQUIRE(identity(fake, option, 5, false, text, sizeof text, &error) == 0);
    CHECK_STR(text, "Book File=x.bin; Contempt=0; Skill Level=3");
    REQUIRE(identity(fake, option, 7, true, text, sizeof text, &error) == 0);
    CHECK_STR(text, "Book File=x.bin; Skill Level=5; reproducible"); /* 24 is the default */
    REQUIRE(identity(fake, option, 0, false, text, sizeof text, &error) == 0);
    CHECK_STR(text, "");
    CHECK_INT(identity(fake, option, 5, false, text, 20, &error), GR_ERR_LIMIT);
    CHECK_INT(identity(fake, &(GrAnalystOption){"Skil Level", "3"}, 1, false, text, 200, &error),
              GR_ERR_NOT_FOUND);
    CHECK(strstr(error.text, "did you mean Skill Level?"));
    CHECK_INT(identity(GR_BUILTIN, option, 1, false, text, 200, &error), GR_ERR_NOT_FOUND);
    FAIL_EACH_ALLOCATION(n, 500) {
        int code = identity(fake, option, 7, true, text, sizeof text, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
    }
}

/* What was stored before memory ran out stays, and the next run ends the same way. */
/* Does the job again and again, another allocation failing each time. */
static void run_short_of_memory(GrAnnotateJob *job) {
    GrAnnotateSummary summary;
    GrError error;
    FAIL_EACH_ALLOCATION(n, 5000) {
        int code = run(job, &summary, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY || code == GR_ERR_IO);
    }
}

static void memory_may_run_out(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database());
    job.limits.depth = 1;
    job.exactly = 3;
    run_short_of_memory(&job);
    REQUIRE(run(&job, &summary, &error) == 0);
    char *verdicts = print_verdicts();
    CHECK_INT(lines_of(verdicts), DIFFERENT);
    free(verdicts);
    job.limits.depth = 2;
    job.swing = 0.1;
    run_short_of_memory(&job);
    REQUIRE(run(&job, &summary, &error) == 0);
    CHECK_INT(summary.judged, 0);
    CHECK(summary.known > 0);
}

static void without_a_verdict_no_swing_is_known(void) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob job = job_of(1);
    REQUIRE(make_database());
    job.swing = 5;
    CHECK_INT(run(&job, &summary, &error), GR_ERR_NOT_FOUND);
    CHECK(!summary.started);
    job.swing = 0;
    REQUIRE(run(&job, &summary, &error) == 0);
    job.swing = 50;
    job.limits.depth = 4;
    REQUIRE(run(&job, &summary, &error) == 0); /* the positions around two mates */
    CHECK_INT(summary.passed, 1);
    CHECK_INT(summary.games, 5);
    CHECK(summary.judged > 0 && summary.judged < DIFFERENT);
}

int main(int argc, char **argv) {
    const char *tmp = getenv("TMPDIR");
    test_start(argc, argv);
    variants = gr_variants_open();
    snprintf(db_path, sizeof db_path, "%s/grimoire-annotate-%d.db", tmp ? tmp : "/tmp", getpid());
    snprintf(log_path, sizeof log_path, "%s.log", db_path);
    RUN(each_position_is_judged_once);
    RUN(the_deeper_verdict_stays);
    RUN(beyond_a_bound_positions_are_estimated);
    RUN(shards_share_the_positions_out);
    RUN(without_a_verdict_no_swing_is_known);
    RUN(a_run_that_is_stopped_goes_on);
    RUN(engines_give_way);
    RUN(an_engine_that_dies_once_is_started_again);
    RUN(a_position_that_kills_it_is_set_aside);
    RUN(a_useless_engine_is_reported);
    RUN(options_that_matter_are_in_the_identity);
    RUN(memory_may_run_out);
    unlink(db_path);
    unlink(log_path);
    gr_variants_close(variants);
    return test_end();
}
