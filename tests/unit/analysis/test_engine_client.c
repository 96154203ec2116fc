/* Driving engines of others: what they answer, and every way in which they may fail. */
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/study/analyst.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static GrPosition chess;

/* Milliseconds to wait for an answer. PATIENT is more than an engine that answers ever needs, however busy the machine
 * is; tests of engines that never answer wait IMPATIENT. */
enum { PATIENT = 30000, IMPATIENT = 500 };
static int patience = PATIENT;

static int open_stoppable(const char *what, GrStopCall stop, void *user, GrEngine **engine,
                          GrError *error) {
    char command[400];
    snprintf(command, sizeof command, "tests/programs/fake-engine %s", what);
    int code = gr_engine_open(command, stop, user, engine, error);
    if (code == 0)
        gr_engine_set_patience(*engine, patience);
    return code;
}

static int open_fake(const char *what, GrEngine **engine, GrError *error) {
    return open_stoppable(what, NULL, NULL, engine, error);
}

/* Opens the fake and lets it search the start position. */
static int ask_fake(const char *what, const GrLimits *limits, GrAnswer *answer, GrError *error) {
    GrEngine *engine;
    int code = open_fake(what, &engine, error);
    if (code == 0)
        code = gr_engine_search(engine, &chess, NULL, 0, limits, answer, error);
    gr_engine_close(engine);
    return code;
}

static bool says(const GrError *error, const char *what) {
    bool found = strstr(error->text, what) != NULL;
    if (!found)
        printf("    not '%s': %s\n", what, error->text);
    return found;
}

static void an_answer_is_understood(void) {
    GrAnswer answer;
    GrError error;
    REQUIRE(ask_fake("plain", &(GrLimits){.depth = 5}, &answer, &error) == 0);
    CHECK(answer.scored);
    CHECK_INT(answer.line.score, 31); /* not that of the second line, nor the bare bound */
    CHECK_INT(answer.line.depth, 5);
    CHECK_INT(answer.nodes, 2000);
    CHECK_INT(answer.line.length, 2); /* e1e8 is not legal, so the line ends before it */
    CHECK(gr_is_legal(&chess, answer.line.move[0]));
    REQUIRE(ask_fake("mated", &(GrLimits){.depth = 5}, &answer, &error) == 0);
    CHECK_INT(answer.line.score, gr_score_of_mate(-2));
    CHECK_INT(gr_score_mate_moves(answer.line.score), -2);
    REQUIRE(ask_fake("scoreless", &(GrLimits){.depth = 5}, &answer, &error) == 0);
    CHECK(!answer.scored && answer.line.length == 1);
}

static int judge_fake(const char *what, int lines, GrVerdict *verdict, GrError *error) {
    GrEngine *engine;
    GrPosition pos = chess;
    int code = open_fake(what, &engine, error);
    if (code == 0)
        code = gr_engine_judge(engine, &pos, &(GrLimits){.depth = 8, .lines = lines}, verdict, error);
    gr_engine_close(engine);
    return code;
}

static void several_lines_are_understood(void) {
    GrVerdict verdict;
    GrError error;
    REQUIRE(judge_fake("lines", 3, &verdict, &error) == 0);
    CHECK_INT(verdict.lines, 3);
    CHECK_INT(verdict.depth, 8);
    CHECK_INT(verdict.nodes, 900);
    CHECK_INT(verdict.line[0].score, 45);
    CHECK_INT(verdict.line[0].length, 2);
    CHECK_INT(verdict.line[1].score, 30); /* a bound came later, of a move that is in the first line */
    CHECK_INT(verdict.line[2].score, 10);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++)
            CHECK(verdict.line[i].move[0] != verdict.line[j].move[0]);
    REQUIRE(judge_fake("lines", 1, &verdict, &error) == 0);
    CHECK_INT(verdict.lines, 1);
    CHECK_INT(verdict.line[0].score, 45);
    REQUIRE(judge_fake("same-depth", 1, &verdict, &error) == 0);
    CHECK_INT(verdict.line[0].score, 31); /* no bound of the same depth */
    CHECK_INT(verdict.line[0].length, 1); /* but the move is the engine's */
    CHECK_INT(judge_fake("scoreless", 1, &verdict, &error), GR_ERR_SYNTAX);
    CHECK(says(&error, "gives a move but no score"));
    REQUIRE(judge_fake("mated", 1, &verdict, &error) == 0);
    CHECK_INT(verdict.line[0].score, gr_score_of_mate(-2));
}

static void a_bad_best_move_is_reported(void) {
    GrAnswer answer;
    GrError error;
    CHECK_INT(ask_fake("illegal", &(GrLimits){.depth = 1}, &answer, &error), GR_ERR_SYNTAX);
    CHECK(says(&error, "'e2e5'"));
    CHECK_INT(ask_fake("none", &(GrLimits){.depth = 1}, &answer, &error), GR_ERR_SYNTAX);
    CHECK_INT(ask_fake("null", &(GrLimits){.depth = 1}, &answer, &error), GR_ERR_SYNTAX);
    CHECK_INT(ask_fake("empty", &(GrLimits){.depth = 1}, &answer, &error), GR_ERR_SYNTAX);
}

static void an_engine_that_does_not_start_is_reported(void) {
    GrEngine *engine;
    GrError error;
    CHECK_INT(gr_engine_open("/no/such/engine 2>/dev/null", NULL, NULL, &engine, &error),
              GR_ERR_NOT_FOUND);
    CHECK(engine == NULL && says(&error, "exited with status 127 (no such command?)"));
    CHECK_INT(gr_engine_open("tests/data/golden 2>/dev/null", NULL, NULL, &engine, &error),
              GR_ERR_NOT_FOUND);
    CHECK(engine == NULL && says(&error, "exited with status 126 (not executable?)"));
    CHECK_INT(open_fake("quits", &engine, &error), GR_ERR_IO);
    CHECK(engine == NULL && says(&error, "' exited with status 3"));
    CHECK_INT(open_fake("noise", &engine, &error), GR_ERR_LIMIT);
    CHECK(engine == NULL && says(&error, "longer than"));
}

static void an_engine_that_dies_is_reported(void) {
    GrEngine *engine;
    GrAnswer answer;
    GrError error;
    CHECK_INT(ask_fake("chained", &(GrLimits){.depth = 1}, &answer, &error), GR_ERR_IO);
    CHECK(says(&error, "' was killed by signal 9 ("));
    REQUIRE(open_fake("chained", &engine, &error) == 0);
    CHECK(gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.depth = 1}, &answer, &error) < 0);
    CHECK(gr_engine_new_game(engine, &error) < 0 && says(&error, "' was killed by signal 9 ("));
    CHECK(gr_engine_set_option(engine, "Hash", "1", &error) < 0);
    gr_engine_close(engine);
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1); /* no child is left, as a zombie or alive */
}

typedef struct Progress {
    int lines, reports; /* the most, and how many in all, before it is enough */
    bool moves;
} Progress;

static void on_progress(void *user, const GrProgress *progress) {
    Progress *seen = user;
    GrPosition pos = chess;
    seen->reports++;
    seen->lines = progress->index >= seen->lines ? progress->index + 1 : seen->lines;
    for (int i = 0; i < progress->line->length; i++) {
        seen->moves = seen->moves || i > 0;
        gr_play(&pos, progress->line->move[i]);
    }
}

static bool has_enough(void *user) {
    const Progress *seen = user;
    return seen->reports >= 10;
}

static bool at_once(void *user) {
    (void)user;
    return true;
}

static void a_search_without_end_reports_lines_and_is_ended(void) {
    GrEngine *engine;
    GrAnswer answer;
    GrError error;
    Progress seen = {0};
    REQUIRE(gr_engine_open("\"${GRIMOIRE_BIN:-build/bin}\"/grimoire-engine", NULL, NULL, &engine, &error) == 0);
    CHECK_INT(gr_engine_set_option(engine, "MultiPV", "3", &error), 0);
    gr_engine_on_progress(engine, on_progress, &seen);
    gr_engine_on_wait(engine, has_enough, &seen);
    for (int i = 0; i < 2; i++) { /* it goes on with the same engine */
        seen = (Progress){0};
        CHECK_INT(gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.infinite = true, .lines = 3}, &answer, &error), 0);
        CHECK(seen.reports >= 10 && seen.lines == 3 && seen.moves && answer.scored);
    }
    gr_engine_close(engine);
    seen = (Progress){0};
    REQUIRE(open_fake("rises", &engine, &error) == 0); /* it never ends a line of moves, and reports none */
    gr_engine_on_progress(engine, on_progress, &seen);
    gr_engine_on_wait(engine, at_once, NULL);
    CHECK_INT(gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.infinite = true}, &answer, &error), GR_ERR_IO);
    CHECK(says(&error, "best move"));
    gr_engine_close(engine);
}

static void an_engine_that_hangs_is_killed(void) {
    GrAnswer answer;
    GrError error;
    int64_t start = gr_now_ms();
    patience = IMPATIENT;
    CHECK_INT(ask_fake("hangs", &(GrLimits){.depth = 1}, &answer, &error), GR_ERR_IO);
    CHECK(says(&error, "stopped answering"));
    CHECK(gr_now_ms() - start < 60000);
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
    patience = PATIENT;
}

/* Is there a process of this number that is more than a zombie? */
static bool is_alive(int pid) {
    char path[40], state = 'Z';
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    CHECK_INT(fscanf(file, "%*d %*s %c", &state), 1);
    fclose(file);
    return state != 'Z' && state != 'X';
}

static void what_an_engine_started_ends_with_it(void) {
    GrEngine *engine;
    GrError error;
    char command[300], path[200];
    int pid = 0;
    const char *tmp = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/grimoire-engine-%d", tmp ? tmp : "/tmp", getpid());
    snprintf(command, sizeof command, "nested %s", path);
    REQUIRE(open_fake(command, &engine, &error) == 0);
    FILE *file = fopen(path, "r");
    REQUIRE(file && fscanf(file, "%d", &pid) == 1);
    fclose(file);
    unlink(path);
    CHECK(is_alive(pid));
    gr_engine_close(engine);
    for (int i = 0; i < 100 && is_alive(pid); i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    CHECK(!is_alive(pid));
}

static bool after_a_while(void *user) {
    return gr_now_ms() >= *(int64_t *)user;
}

/* Starting, being ready, searching, quitting: whatever it waits for. */
static void a_wait_can_be_stopped(void) {
    GrEngine *engine;
    GrAnswer answer;
    GrError error;
    int64_t when = gr_now_ms() + 200;
    CHECK_INT(open_stoppable("mute", after_a_while, &when, &engine, &error), GR_ERR_STOPPED);
    CHECK(engine == NULL && gr_now_ms() - when < 5000);
    when = gr_now_ms() + 500;
    CHECK_INT(open_stoppable("drips", after_a_while, &when, &engine, &error), GR_ERR_STOPPED);
    CHECK(engine == NULL && gr_now_ms() - when < 5000);
    when = INT64_MAX;
    REQUIRE(open_stoppable("hangs", after_a_while, &when, &engine, &error) == 0);
    when = gr_now_ms() + 200;
    CHECK_INT(gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.depth = 1}, &answer, &error),
              GR_ERR_STOPPED);
    CHECK(gr_now_ms() - when < 5000);
    gr_engine_close(engine);
    when = INT64_MAX;
    REQUIRE(open_stoppable("stubborn", after_a_while, &when, &engine, &error) == 0);
    when = gr_now_ms() + 100;
    gr_engine_close(engine);
    CHECK(gr_now_ms() - when < 5000);
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
}

/* Was it given up for what it does in a search? Which of its faults shows first depends on how fast
 * it prints, and on what else the processor has to do. */
static bool is_given_up(const GrError *error) {
    return strstr(error->text, "prints without end") || strstr(error->text, "best move") ||
           says(error, "has stopped answering");
}

/* Prints without end: before `uciok`, in a search, instead of reading, and slowly. */
static void an_engine_that_floods_is_given_up(void) {
    GrEngine *engine;
    GrAnswer answer;
    GrError error;
    int64_t start = gr_now_ms();
    patience = IMPATIENT;
    CHECK_INT(gr_engine_open("yes", NULL, NULL, &engine, &error), GR_ERR_IO);
    CHECK(engine == NULL && says(&error, "prints without end and no 'uciok'"));
    CHECK_INT(ask_fake("floods", &(GrLimits){.depth = 1}, &answer, &error), GR_ERR_IO);
    CHECK(is_given_up(&error));
    CHECK_INT(ask_fake("floods", &(GrLimits){.movetime = 1}, &answer, &error), GR_ERR_IO);
    CHECK(is_given_up(&error));
    CHECK_INT(ask_fake("rises", &(GrLimits){.depth = 1}, &answer, &error), GR_ERR_IO);
    CHECK(is_given_up(&error));
    CHECK_INT(ask_fake("babbles", &(GrLimits){.depth = 1}, &answer, &error), GR_ERR_IO);
    CHECK(is_given_up(&error));
    CHECK(gr_now_ms() - start < 100000);
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
    patience = PATIENT;
}

static void an_engine_that_does_not_read_is_given_up(void) {
    GrEngine *engine;
    GrError error;
    int code, tries = 0;
    static char value[100000];
    memset(value, 'x', sizeof value - 1);
    patience = IMPATIENT;
    code = open_fake("deaf", &engine, &error);
    patience = PATIENT;
    REQUIRE(code == 0);
    while (code == 0 && tries++ < 1000)
        code = gr_engine_set_option(engine, "x", value, &error);
    CHECK_INT(code, GR_ERR_IO);
    CHECK(says(&error, "does not read its input"));
    gr_engine_close(engine);
    REQUIRE(open_fake("prints-deaf", &engine, &error) == 0);
    for (code = 0, tries = 0; code == 0 && tries < 100; tries++)
        code = gr_engine_set_option(engine, "x", value, &error);
    CHECK_INT(tries, 100); /* it reads once its output is taken off it */
    gr_engine_close(engine);
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
}

static void an_engine_that_answers_late_is_sent_a_stop(void) {
    GrAnswer answer;
    GrError error;
    patience = IMPATIENT;
    CHECK_INT(ask_fake("late", &(GrLimits){.movetime = 1}, &answer, &error), 0);
    CHECK_INT(ask_fake("late", &(GrLimits){.time = {1, 1}}, &answer, &error), 0);
    CHECK_INT(ask_fake("hangs", &(GrLimits){.time = {1, 1}}, &answer, &error), GR_ERR_IO);
    patience = PATIENT;
}

/* A second best move for the same search is not taken for the answer to the next one. */
static void what_is_said_unasked_is_not_an_answer(void) {
    GrEngine *engine;
    GrAnswer answer;
    GrError error;
    GrMove e4 = gr_move_make(GR_NORMAL, 12, 28, 0, 0);
    REQUIRE(open_fake("twice", &engine, &error) == 0);
    REQUIRE(gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.depth = 1}, &answer, &error) ==
            0);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    CHECK_INT(gr_engine_search(engine, &chess, &e4, 1, &(GrLimits){.depth = 1}, &answer, &error), 0);
    gr_engine_close(engine);
}

/* No control character and no half character of its text is shown. */
static void rubbish_is_not_repeated(void) {
    GrEngine *engine;
    GrAnswer answer;
    GrError error;
    REQUIRE(open_fake("rubbish", &engine, &error) == 0);
    const char *name = gr_engine_name(engine);
    CHECK(strlen(name) <= GR_ENGINE_NAME && strncmp(name, "a?[31mb\303\251?c", 11) == 0);
    CHECK_INT(gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.depth = 1}, &answer, &error),
              GR_ERR_SYNTAX);
    CHECK(says(&error, "'?[2J?x'"));
    gr_engine_close(engine);
}

/* The best move's own score, if it is a bound only and came last. */
static void a_bound_counts_for_its_move(void) {
    GrAnswer answer;
    GrError error;
    REQUIRE(ask_fake("bounds", &(GrLimits){.depth = 5}, &answer, &error) == 0);
    CHECK(answer.scored && answer.line.lower && answer.line.length == 1);
    CHECK_INT(answer.line.score, 500);
    REQUIRE(ask_fake("only-bound", &(GrLimits){.depth = 5}, &answer, &error) == 0);
    CHECK(answer.scored && answer.line.upper && answer.line.score == -40);
}

typedef struct Said {
    const char *info;
    GrScore score;        /* taken from it, */
    const char *nonsense; /* or NULL: none, since that cannot be */
} Said;

static const Said said[] = {
    {"info depth 3 score cp 99999 nodes 9", GR_EVAL_LIMIT, NULL},
    {"info depth 3 score cp -10000000 nodes 9", -GR_EVAL_LIMIT, NULL},
    {"info depth 3 score cp 31.7 nodes 9", 31, NULL},
    {"info depth 9999 score mate 600 nodes 9", GR_MATE - 999, NULL},
    {"info depth 3 nodes -5 score cp 31", 31, NULL}, /* not known */
    {"info depth 3 score cp 9223372036854775808 nodes 9", 0, "score cp 9223372036854775808"},
    {"info depth 3 score cp -99999999999999999999999", 0, "score cp -99999999999999999999999"},
    {"info depth 3 score cp 10000001", 0, "score cp 10000001"},
    {"info depth 3 score mate 99999999", 0, "score mate 99999999"},
    {"info depth 3 score mate -9223372036854775808", 0, "score mate -9223372036854775808"},
    {"info depth 3 score cp nan", 0, "score cp nan"},
    {"info depth 3 score cp 1e999", 0, "score cp 1e999"},
    {"info depth 3 score cp", 0, "score cp pv"},
    {"info depth 2147483648 score cp 31 nodes 9", 0, "depth 2147483648"},
    {"info depth 18446744073709551615 score cp 31 nodes 9", 0, "depth 18446744073709551615"},
    {"info depth 3 score cp 31 nodes 9223372036854775808", 0, "nodes 9223372036854775808"},
    {"info depth 3 score cp 31 nodes 99999999999999999999999", 0, "nodes 99999999999999999999999"},
    {"info depth 3 score cp 31\\ninfo depth 4 score cp 9223372036854775808", 0, "score cp 9223372036854775808"},
    {"info depth 3 score cp 9223372036854775808\\ninfo depth 4 score cp 31", 31, NULL},
    {"info depth 3 score cp 31\\ninfo depth 4 multipv 2 score cp 9223372036854775808", 31, NULL},
};

/* A number that cannot be is no score, and is quoted; the next one counts again. */
static void nonsense_is_set_aside(void) {
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        char command[300];
        GrEngine *engine;
        GrAnswer answer;
        GrVerdict verdict;
        GrError error;
        bool sane = !said[i].nonsense;
        snprintf(command, sizeof command, "says '%s pv e2e4'", said[i].info);
        REQUIRE(open_fake(command, &engine, &error) == 0);
        CHECK_INT(gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.depth = 5}, &answer, &error), 0);
        CHECK(answer.scored == sane && answer.line.length == 1 && answer.nodes < 10);
        CHECK(answer.line.depth >= 0 && answer.line.depth <= 9999);
        CHECK_INT(answer.line.score, said[i].score);
        const char *nonsense = gr_engine_nonsense(engine);
        if (sane)
            CHECK(!nonsense);
        else
            CHECK_STR(nonsense ? nonsense : "nothing", said[i].nonsense);
        int code = gr_engine_judge(engine, &chess, &(GrLimits){.depth = 5}, &verdict, &error);
        CHECK_INT(code, sane ? 0 : GR_ERR_SYNTAX);
        CHECK(sane ? verdict.nodes < 10 : says(&error, "states what cannot be: '"));
        CHECK(sane || says(&error, said[i].nonsense));
        gr_engine_close(engine);
    }
}

static void any_white_space_separates_words(void) {
    GrEngine *engine;
    GrAnswer answer;
    GrError error;
    const char *name, *usual;
    REQUIRE(open_fake("blanks", &engine, &error) == 0);
    CHECK_STR(gr_engine_name(engine), "Blank");
    CHECK(gr_engine_option(engine, 0, &name, &usual) && !strcmp(name, "Move Overhead") && !strcmp(usual, "5"));
    CHECK(gr_engine_plays(engine, gr_variant(gr_variants_find(variants, "magi"))));
    CHECK_INT(gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.depth = 5}, &answer, &error), 0);
    CHECK(answer.scored && answer.line.score == 31 && answer.line.depth == 7 && answer.line.length == 2);
    CHECK_INT(answer.nodes, 99);
    gr_engine_close(engine);
}

/* What is given up says what was waited for. */
static void what_was_waited_for_is_named(void) {
    GrEngine *engine;
    GrError error;
    CHECK_INT(open_fake("noise", &engine, &error), GR_ERR_LIMIT);
    CHECK(says(&error, "prints a line longer than 1048576 bytes instead of uciok"));
    CHECK_INT(open_fake("dribbles", &engine, &error), GR_ERR_IO);
    CHECK(says(&error, "does not say 'uciok' within 10 seconds"));
    patience = IMPATIENT;
    REQUIRE(open_fake("unready", &engine, &error) == 0);
    CHECK_INT(gr_engine_new_game(engine, &error), GR_ERR_IO);
    CHECK(says(&error, "does not say 'readyok' within 0.5 seconds"));
    gr_engine_close(engine);
    patience = PATIENT;
}

static void an_engine_is_asked_for_what_it_plays(void) {
    GrEngine *engine;
    GrError error;
    char command[300];
    REQUIRE(open_fake("plain", &engine, &error) == 0);
    CHECK_STR(gr_engine_name(engine), "Fake");
    CHECK(gr_engine_has_option(engine, "hash") && !gr_engine_has_option(engine, "Has"));
    CHECK_INT(gr_engine_set_variant(engine, gr_variant(chess.rules), &error), 0);
    CHECK_INT(gr_engine_set_variant(engine, gr_variant(gr_variants_find(variants, "magi")), &error),
              GR_ERR_NOT_FOUND);
    CHECK(says(&error, "does not play Magi"));
    gr_engine_close(engine);
    const char *bin = getenv("GRIMOIRE_BIN");
    snprintf(command, sizeof command, "%s/grimoire-engine", bin ? bin : "build/bin");
    REQUIRE(gr_engine_open(command, NULL, NULL, &engine, &error) == 0);
    for (size_t n = 0; gr_variants_at(variants, n); n++)
        CHECK_INT(gr_engine_set_variant(engine, gr_variant(gr_variants_at(variants, n)), &error), 0);
    gr_engine_close(engine);
}

/* The same search over the pipe and in this process gives the same, in every variant and after
 * moves that need all of UCI: our engine against itself. */
static void our_own_engine_answers_as_the_search_does(void) {
    GrAnalyst *inside, *outside;
    GrError error;
    char command[300];
    GrMoveList *list = malloc(sizeof *list);
    const char *bin = getenv("GRIMOIRE_BIN");
    snprintf(command, sizeof command, "%s/grimoire-engine", bin ? bin : "build/bin");
    REQUIRE(list && gr_analyst_open(GR_BUILTIN, 16, NULL, NULL, &inside, &error) == 0);
    REQUIRE(gr_analyst_open(command, 16, NULL, NULL, &outside, &error) == 0);
    CHECK_STR(gr_analyst_name(outside), gr_analyst_name(inside));
    for (size_t n = 0; gr_variants_at(variants, n); n++) {
        const GrRules *rules = gr_variants_at(variants, n);
        GrPosition start, pos;
        GrMove moves[24];
        GrAnswer a, b;
        gr_start(rules, &start);
        pos = start;
        for (size_t i = 0; i < 24; i++) {
            gr_moves(&pos, list);
            REQUIRE(list->count > 0);
            moves[i] = list->move[(i * 7 + 3) % list->count];
            gr_play(&pos, moves[i]);
        }
        REQUIRE(gr_state(&pos) == GR_OPEN);
        static const GrLimits limits[] = {{.depth = 5}, {.nodes = 1}, {.nodes = 50},
                                          {.nodes = 200}, {.nodes = 777}, {.nodes = 3000}};
        for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
            REQUIRE(gr_analyst_new_game(inside, gr_variant(rules), &error) == 0);
            REQUIRE(gr_analyst_new_game(outside, gr_variant(rules), &error) == 0);
            REQUIRE(gr_analyst_search(inside, &start, moves, 24, &limits[l], &a, &error) == 0);
            REQUIRE(gr_analyst_search(outside, &start, moves, 24, &limits[l], &b, &error) == 0);
            CHECK_INT(b.line.score, a.line.score);
            CHECK_INT(b.line.depth, a.line.depth);
            CHECK_INT(b.line.length, a.line.length);
            CHECK(b.scored && b.line.move[0] == a.line.move[0] && b.line.lower == a.line.lower);
            CHECK(l > 0 || b.nodes == a.nodes);
        }
    }
    gr_analyst_close(inside);
    gr_analyst_close(outside);
    free(list);
}

/* A null move in the game: the engine is given the position after it. */
static void null_moves_are_not_sent(void) {
    GrEngine *engine;
    GrAnswer answer;
    GrError error;
    char command[300];
    GrMove moves[3] = {gr_move_make(GR_NORMAL, 12, 28, 0, 0), gr_move_make(GR_PASS, 0, 0, 0, 0),
                       gr_move_make(GR_NORMAL, 11, 27, 0, 0)};
    const char *bin = getenv("GRIMOIRE_BIN");
    snprintf(command, sizeof command, "%s/grimoire-engine", bin ? bin : "build/bin");
    REQUIRE(gr_engine_open(command, NULL, NULL, &engine, &error) == 0);
    REQUIRE(gr_engine_search(engine, &chess, moves, 3, &(GrLimits){.depth = 2}, &answer, &error) ==
            0);
    GrPosition pos = chess; /* after e4, --, d4 it is Black's turn */
    for (int i = 0; i < 3; i++)
        gr_play(&pos, moves[i]);
    CHECK(gr_is_legal(&pos, answer.line.move[0]) && answer.line.score < 0);
    gr_engine_close(engine);
}

static void lack_of_memory_is_reported(void) {
    FAIL_EACH_ALLOCATION(n, 100) {
        GrEngine *engine;
        GrAnswer answer;
        GrError error;
        int code = open_fake("plain", &engine, &error);
        if (code == 0)
            code =
                gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.depth = 1}, &answer, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_engine_close(engine);
    }
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    gr_start(gr_variants_find(variants, "chess"), &chess);
    RUN(an_answer_is_understood);
    RUN(several_lines_are_understood);
    RUN(a_bad_best_move_is_reported);
    RUN(an_engine_that_does_not_start_is_reported);
    RUN(an_engine_that_dies_is_reported);
    RUN(a_search_without_end_reports_lines_and_is_ended);
    RUN(an_engine_that_hangs_is_killed);
    RUN(what_an_engine_started_ends_with_it);
    RUN(a_wait_can_be_stopped);
    RUN(an_engine_that_floods_is_given_up);
    RUN(an_engine_that_does_not_read_is_given_up);
    RUN(an_engine_that_answers_late_is_sent_a_stop);
    RUN(what_is_said_unasked_is_not_an_answer);
    RUN(rubbish_is_not_repeated);
    RUN(a_bound_counts_for_its_move);
    RUN(nonsense_is_set_aside);
    RUN(any_white_space_separates_words);
    RUN(what_was_waited_for_is_named);
    RUN(an_engine_is_asked_for_what_it_plays);
    RUN(our_own_engine_answers_as_the_search_does);
    RUN(null_moves_are_not_sent);
    RUN(lack_of_memory_is_reported);
    gr_variants_close(variants);
    return test_end();
}
