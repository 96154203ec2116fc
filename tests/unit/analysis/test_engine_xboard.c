/* Driving engines of the XBoard protocol: what they answer, positions that jump about, and no memory. */
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/uci/engine_client.h"
#include "notation/move/uci.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static GrPosition chess;

static int open_fake(const char *what, GrProtocol protocol, GrEngine **engine, GrError *error) {
    char command[400];
    snprintf(command, sizeof command, "tests/programs/fake-xboard %s", what);
    GrEngineStart start = {.command = command, .protocol = protocol};
    int code = gr_engine_start(&start, engine, error);
    if (code == 0)
        gr_engine_set_patience(*engine, 1000);
    return code;
}

/* Opens the fake, which answers with those moves, and asks it for the first. */
static int ask(const char *moves, GrAnswer *answer, GrError *error) {
    char what[300];
    GrEngine *engine;
    snprintf(what, sizeof what, "plain /dev/null %s", moves);
    int code = open_fake(what, GR_PROTOCOL_CECP, &engine, error);
    if (code == 0)
        code = gr_engine_new_game(engine, error);
    if (code == 0)
        code = gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.movetime = 1000}, answer, error);
    gr_engine_close(engine);
    return code;
}

static bool is_move(GrMove move, const char *name) {
    char text[GR_UCI_SIZE];
    gr_uci_write(&chess, move, text);
    return strcmp(text, name) == 0;
}

static void thinking_output_is_understood(void) {
    static const struct {
        const char *says;
        GrScore score;
        int depth;
        bool scored;
    } lines[] = {
        {"'7_-31_12_999_e2e4_e7e5|move_e2e4'", -31, 7, true},
        {"'7&_+31_12_999|move_e2e4'", 31, 7, true},
        {"'12._5_0_1_x|12_x_0_1|move_e2e4'", 5, 12, true},
        {"'9_-100002_1_5_x|move_e2e4'", -GR_MATE + 4, 9, true},
        {"'9_100001_1_5_x|move_e2e4'", GR_MATE - 1, 9, true},
        {"'9_99999_1_5_x|move_e2e4'", GR_EVAL_LIMIT, 9, true},
        {"'9_-10000000_1_5_x|move_e2e4'", -GR_EVAL_LIMIT, 9, true},
        {"'9_-999999999999_1_5_x|move_e2e4'", 0, 0, false}, /* that cannot be */
        {"'9_99999999999999999999_1_5_x|move_e2e4'", 0, 0, false},
        {"'2147483648_10_1_5_x|move_e2e4'", 0, 0, false},
        {"'9_10_1_9223372036854775808_x|move_e2e4'", 0, 0, false},
        {"'9_10_1_-2147483648_x|move_e2e4'", 10, 9, true}, /* a count that has overflowed is none */
        {"'9_-999999999999_1_5_x|10_20_1_6_x|move_e2e4'", 20, 10, true},
        {"'8_20_1_6_x|9_-999999999999_1_5_x|move_e2e4'", 20, 8, false},
        {"'9_10_move|move_e2e4'", 0, 0, false},
        {"'#_9_10_4_5|-3_10_4_5|move_e2e4'", 0, 0, false},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        GrAnswer answer;
        GrError error;
        CHECK_INT(ask(lines[i].says, &answer, &error), 0);
        CHECK(is_move(answer.line.move[0], "e2e4") && answer.line.length == 1);
        CHECK(answer.claim == GR_CLAIM_NONE && answer.scored == lines[i].scored);
        CHECK_INT(answer.line.score, lines[i].score);
        CHECK_INT(answer.line.depth, lines[i].depth);
    }
}

static void nonsense_is_no_verdict(void) {
    GrEngine *engine;
    GrVerdict verdict;
    GrError error;
    REQUIRE(open_fake("plain /dev/null '9_-999999999999_1_5_x|move_e2e4'", GR_PROTOCOL_CECP, &engine, &error) == 0);
    CHECK_INT(gr_engine_judge(engine, &chess, &(GrLimits){.movetime = 1000}, &verdict, &error), GR_ERR_SYNTAX);
    CHECK(strstr(error.text, "states what cannot be: '9 -999999999999 1 5 x'") != NULL);
    CHECK(gr_engine_nonsense(engine) != NULL);
    gr_engine_close(engine);
}

/* On boards of ten ranks the protocol counts them from 0; what is no rank is no move. */
static void ranks_have_bounds(void) {
    static const char *const moves[] = {"a9223372036854775807b1", "a99999999999999999999b1", "a10b10", "b1c2"};
    const GrRules *magi = gr_variants_find(variants, "magi");
    GrPosition pos;
    gr_start(magi, &pos);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        char command[300];
        GrEngine *engine;
        GrAnswer answer;
        GrError error;
        snprintf(command, sizeof command, "plain /dev/null move_%s", moves[i]);
        REQUIRE(open_fake(command, GR_PROTOCOL_CECP, &engine, &error) == 0);
        CHECK_INT(gr_engine_search(engine, &pos, NULL, 0, &(GrLimits){.movetime = 1000}, &answer, &error),
                  GR_ERR_SYNTAX);
        CHECK(strstr(error.text, "which is not legal") != NULL);
        gr_engine_close(engine);
    }
}

static void claims_are_understood(void) {
    static const struct {
        const char *says;
        GrClaim claim;
    } claims[] = {
        {"resign", GR_CLAIM_LOSS},          {"tellics_resign", GR_CLAIM_LOSS},
        {"'0-1_{no}'", GR_CLAIM_LOSS},      {"'1-0_{yes}'", GR_CLAIM_WIN},
        {"'1/2-1/2_{draw}'", GR_CLAIM_DRAW}, {"'1/2-1/2_{draw}|move_e2e4'", GR_CLAIM_NONE},
    };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        GrAnswer answer;
        GrError error;
        CHECK_INT(ask(claims[i].says, &answer, &error), 0);
        CHECK_INT(answer.claim, claims[i].claim);
        CHECK_INT(answer.line.length, claims[i].claim == GR_CLAIM_NONE ? 1 : 0);
    }
}

/* What is asked need not follow what was asked before. */
static void any_position_may_follow(void) {
    GrEngine *engine;
    GrAnswer answer;
    GrError error;
    GrLimits second = {.movetime = 1000};
    GrVerdict verdict;
    GrMove moves[3];
    GrPosition pos = chess;
    static const char *const names[3] = {"e2e4", "e7e5", "d2d4"};
    for (int i = 0; i < 3; i++) {
        REQUIRE(gr_uci_read(&pos, names[i], &moves[i], NULL) == 0);
        gr_play(&pos, moves[i]);
    }
    REQUIRE(open_fake("plain /dev/null e2e4 g8f6 e7e5 b1c3 g1f3", GR_PROTOCOL_ANY, &engine, &error) == 0);
    CHECK(strcmp(gr_engine_name(engine), "Fake X") == 0 && gr_engine_has_option(engine, "level"));
    CHECK(gr_engine_plays(engine, gr_variant(gr_variants_find(variants, "capablanca"))));
    CHECK(!gr_engine_plays(engine, gr_variant(gr_variants_find(variants, "magi"))));
    CHECK_INT(gr_engine_set_variant(engine, gr_variant(gr_variants_find(variants, "chess")), &error), 0);
    CHECK_INT(gr_engine_new_game(engine, &error), 0);
    CHECK_INT(gr_engine_search(engine, &chess, NULL, 0, &second, &answer, &error), 0);
    CHECK_INT(gr_engine_search(engine, &chess, moves, 3, &second, &answer, &error), 0); /* two more */
    CHECK_INT(gr_engine_search(engine, &chess, moves, 1, &second, &answer, &error), 0); /* back */
    CHECK(answer.line.move[0] == moves[1]);
    CHECK_INT(gr_engine_search(engine, &chess, NULL, 0, &second, &answer, &error), 0);
    CHECK_INT(gr_engine_judge(engine, &chess, &second, &verdict, &error), 0);
    CHECK(verdict.lines == 1 && is_move(verdict.line[0].move[0], "g1f3") && verdict.line[0].score == 25);
    gr_engine_close(engine);
}

static void silence_ends(void) {
    GrAnswer answer;
    GrError error;
    CHECK_INT(ask("hang", &answer, &error), GR_ERR_IO);
    CHECK(strstr(error.text, "gives no move after '?'") != NULL);
    CHECK_INT(ask("die", &answer, &error), GR_ERR_IO);
    GrEngine *engine;
    CHECK_INT(open_fake("quits", GR_PROTOCOL_UCI, &engine, &error), GR_ERR_IO);
    GrEngineStart mute = {.command = "sleep 100", .protocol = GR_PROTOCOL_CECP};
    CHECK_INT(gr_engine_start(&mute, &engine, &error), 0); /* it may be one of version 1 */
    gr_engine_set_patience(engine, 200);
    CHECK_INT(gr_engine_new_game(engine, &error), 0); /* which has no ping */
    CHECK_INT(gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.movetime = 100}, &answer, &error),
              GR_ERR_IO);
    CHECK(gr_engine_hung(engine));
    CHECK(strstr(error.text, "gives no move after '?', and no feature after 'protover 2'") != NULL);
    gr_engine_close(engine);
}

static int start_script(const char *script, GrEngine **engine, GrError *error) {
    GrEngineStart start = {.command = script, .protocol = GR_PROTOCOL_CECP};
    return gr_engine_start(&start, engine, error);
}

/* It may take its time, but must not take it for ever. */
static void a_slow_start_is_waited_for(void) {
    GrEngine *engine;
    GrError error;
    const GrVariant *atomic = gr_variant(gr_variants_find(variants, "atomic"));
    CHECK_INT(start_script("sleep 4; read x; read y; echo 'feature myname=\"Slow\" variants=\"normal,atomic\" done=1'; cat >/dev/null",
                           &engine, &error), 0);
    CHECK_STR(gr_engine_name(engine), "Slow");
    CHECK_INT(gr_engine_set_variant(engine, atomic, &error), 0);
    gr_engine_close(engine);
    int64_t begun = gr_now_ms();
    REQUIRE(start_script("read x; read y; echo 'Error (unknown command): protover 2'; cat >/dev/null", &engine, &error) == 0);
    CHECK(gr_now_ms() - begun < 8000); /* it need not be waited for */
    CHECK_INT(gr_engine_set_variant(engine, atomic, &error), GR_ERR_NOT_FOUND);
    CHECK(strstr(error.text, "no features came after 'protover 2'") != NULL);
    gr_engine_close(engine);
}

static void memory_may_run_out(void) {
    FAIL_EACH_ALLOCATION(n, 100) {
        GrEngine *engine;
        GrAnswer answer;
        GrError error;
        int code = open_fake("plain /dev/null e2e4", GR_PROTOCOL_CECP, &engine, &error);
        if (code == 0)
            code = gr_engine_set_option(engine, "Style", "Solid", &error);
        if (code == 0)
            code = gr_engine_confirm(engine, &error);
        if (code == 0)
            code = gr_engine_new_game(engine, &error);
        if (code == 0)
            code = gr_engine_search(engine, &chess, NULL, 0, &(GrLimits){.movetime = 1000}, &answer, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        CHECK(code != 0 || is_move(answer.line.move[0], "e2e4"));
        gr_engine_close(engine);
    }
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    gr_start(gr_variants_find(variants, "chess"), &chess);
    RUN(thinking_output_is_understood);
    RUN(nonsense_is_no_verdict);
    RUN(ranks_have_bounds);
    RUN(claims_are_understood);
    RUN(any_position_may_follow);
    RUN(silence_ends);
    RUN(a_slow_start_is_waited_for);
    RUN(memory_may_run_out);
    gr_variants_close(variants);
    return test_end();
}
