/* Evaluations in comments: read, written, distinguished by who wrote them. */
#include "notation/eval.h"
#include "notation/eval_dialect.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;

static void found_and_written(void) {
    static const struct {
        const char *comment, *written; /* NULL: none that can be read */
    } cases[] = {
        {"[%eval 0.35]", "0.35"},         {"[%eval -1.2,18]", "-1.20,18"},
        {"x [%eval +.5] y", "0.50"},      {"[%eval  12.345,3]", "12.34,3"},
        {"[%eval #3]", "#3"},             {"[%eval #-2,24]", "#-2,24"},
        {"[%eval 0]", "0.00"},            {"[%eval -0,9]", "0.00,9"},
        {"[%eval 35]", NULL},             {"[%eval 35,12]", NULL},
        {"[%eval -1]", NULL},             {"[%eval 1.]", "1.00"},
        {"[%eval ]", NULL},               {"[%eval x]", NULL},
        {"[%eval 0.35", NULL},            {"[%evaluation 0.35]", NULL},
        {"[%eval #]", NULL},              {"[%eval 12345678.0]", NULL},
        {"", NULL},                       {"0.35", NULL},
        {"[%eval 99999.99,9999]", "99999.99,9999"}, {"[%eval 100000.00]", NULL},
        {"[%eval M4]", "#4"},             {"[%eval -M1]", "#-1"},
        {"[%eval +M2,20]", "#2,20"},      {"[%eval -#3]", "#-3"},
        {"[%eval 0.16/16]", "0.16,16"},   {"[%eval -M3/9]", "#-3,9"},
        {"[%eval M]", NULL},              {"[%eval -M-1]", NULL},
        {"[%eval 0.35,10000]", NULL},     {"[%eval 0.35,4294967301]", NULL}, /* which is 5 in 32 bits */
        {"[%eval #3,99999999999999999999]", NULL}, {"[%eval 0.35,-99999999999999999999]", "0.35"},
    };
    char text[GR_EVAL_SIZE];
    GrEval eval;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool found = gr_eval_find(cases[i].comment, &eval);
        if (!CHECK_INT(found, cases[i].written != NULL))
            printf("    %s\n", cases[i].comment);
        if (!found || !cases[i].written)
            continue;
        CHECK_INT(gr_eval_write(&eval, text), strlen(cases[i].written));
        CHECK_STR(text, cases[i].written);
    }
}

/* Reads a game of the dialect; false if that fails. */
static bool read_game(const char *text, GrEvalDialect dialect, GrGame *game) {
    GrReader *reader = gr_reader_open_memory(text, strlen(text), variants, NULL, NULL);
    if (reader)
        gr_reader_set_evals(reader, dialect);
    bool read = reader && gr_reader_next(reader, game, NULL) == 1;
    gr_reader_close(reader);
    return read;
}

/* What becomes of a comment on a move of White's, and of the same on one of Black's. */
static void check_comment(const char *comment, GrEvalDialect dialect, const char *white,
                          const char *black) {
    GrGame game;
    char text[300];
    snprintf(text, sizeof text, "[Event \"x\"]\n\n1. e4 {%s} e5 {%s} *\n", comment, comment);
    gr_game_init(&game);
    if (CHECK(read_game(text, dialect, &game)) && CHECK_INT(game.plies, 2)) {
        CHECK_STR(gr_game_string(&game, game.nodes[1].comment), white);
        CHECK_STR(gr_game_string(&game, game.nodes[2].comment), black);
    }
    gr_game_free(&game);
}

static void check_all(const char *comment, const char *const want[5]) {
    for (int dialect = GR_EVAL_AUTO; dialect <= GR_EVAL_CUTECHESS; dialect++)
        check_comment(comment, (GrEvalDialect)dialect, want[dialect], want[dialect]);
}

static void brackets(void) {
    static const struct {
        const char *comment, *want[5]; /* by dialect; NULL: as it stands */
    } cases[] = {
        {"[%eval 0.35]", {NULL}},
        {"[%eval -1.2,18] good", {NULL}},
        {"[%eval #3,9]", {NULL}},
        {"[%eval 35,18]", {NULL, "[%eval 35.00,18]", "[%eval 35.00,18]", "[%eval 0.35,18]"}},
        {"a [%eval -120] b", {NULL, "a [%eval -120.00] b", "a [%eval -120.00] b",
                              "a [%eval -1.20] b"}},
        {"[%eval 0,18]", {"[%eval 0.00,18]", "[%eval 0.00,18]", "[%eval 0.00,18]",
                          "[%eval 0.00,18]", "[%eval 0.00,18]"}},
        {"[%eval 35,18] [%evp 0,1,35]", {"[%eval 0.35,18] [%evp 0,1,35]",
                                         "[%eval 35.00,18] [%evp 0,1,35]",
                                         "[%eval 35.00,18] [%evp 0,1,35]",
                                         "[%eval 0.35,18] [%evp 0,1,35]",
                                         "[%eval 0.35,18] [%evp 0,1,35]"}},
        {"[%eval x]", {NULL}},
        {"[%eval 35", {NULL}},
        {"[%eval 3 5]", {NULL}},
        {"[%eval 1234567]", {NULL}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *want[5];
        for (int d = 0; d < 5; d++)
            want[d] = cases[i].want[d] ? cases[i].want[d] : cases[i].comment;
        check_all(cases[i].comment, want);
    }
}

static void movers_view(void) {
    static const struct {
        const char *comment, *white, *black;
    } cases[] = {
        {"+0.57/17 5.7s", "[%eval 0.57,17] [%emt 0:00:05.7]", "[%eval -0.57,17] [%emt 0:00:05.7]"},
        {"-12.05/9 3725s", "[%eval -12.05,9] [%emt 1:02:05]", "[%eval 12.05,9] [%emt 1:02:05]"},
        {"0.00/30 0.01s", "[%eval 0.00,30] [%emt 0:00:00.01]", "[%eval 0.00,30] [%emt 0:00:00.01]"},
        {"+M1/8 1.0s", "[%eval #1,8] [%emt 0:00:01.0]", "[%eval #-1,8] [%emt 0:00:01.0]"},
        {"+M5/8 1.0s", "[%eval #3,8] [%emt 0:00:01.0]", "[%eval #-3,8] [%emt 0:00:01.0]"},
        {"-M4/8 61.250s", "[%eval #-2,8] [%emt 0:01:01.250]", "[%eval #2,8] [%emt 0:01:01.250]"},
        {"+0.10/1 2s, White mates", "[%eval 0.10,1] [%emt 0:00:02] White mates",
         "[%eval -0.10,1] [%emt 0:00:02] White mates"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_comment(cases[i].comment, GR_EVAL_AUTO, cases[i].white, cases[i].black);
        check_comment(cases[i].comment, GR_EVAL_CUTECHESS, cases[i].white, cases[i].black);
        check_comment(cases[i].comment, GR_EVAL_LICHESS, cases[i].comment, cases[i].comment);
        check_comment(cases[i].comment, GR_EVAL_CHESSBASE, cases[i].comment, cases[i].comment);
    }
    check_comment("0.57/17", GR_EVAL_CUTECHESS, "[%eval 0.57,17]", "[%eval -0.57,17]");
    check_comment("+0.57/17 5", GR_EVAL_CUTECHESS, "[%eval 0.57,17] [%emt 0:00:05]",
                  "[%eval -0.57,17] [%emt 0:00:05]");
    check_comment("-0.57/17 so far", GR_EVAL_CUTECHESS, "[%eval -0.57,17] so far",
                  "[%eval 0.57,17] so far");
}

/* What only resembles an evaluation stays as it is. */
static void look_alikes(void) {
    static const char *const comments[] = {
        "variants",         "0.57/17 5.7s",  "+0.57/17",      "+0.57/17 5",   "+0.5/17 5.7s",
        "x +0.57/17 5.7s", "+0.57 17 5.7s", "+M/17 5.7s",   "1/2",          "+0.57/1234 5.7s",
        "+0.57/17 5.7sec", "[%eval 0.10] +0.57/17 5.7s", "+0.57/17 5.s", "+0.57/a 5.7s",
        "+0.57/17 12345678s",
    };
    for (size_t i = 0; i < sizeof comments / sizeof *comments; i++)
        check_comment(comments[i], GR_EVAL_AUTO, comments[i], comments[i]);
}

static void check_game(const char *text, const char *want) {
    GrBuffer out;
    gr_buffer_init(&out);
    CHECK_INT(aid_rewrite(variants, NULL, text, strlen(text), &gr_format_pgn, &out), 1);
    const char *moves = out.data ? strstr(out.data, "\n\n") : NULL;
    CHECK_STR(moves ? moves + 2 : "", want);
    gr_buffer_free(&out);
}

/* The mover is known in variations, after placements, and where Black or a FEN begins. */
static void movers_in_trees(void) {
    check_game("[Event \"x\"]\n\n1. e4 {+0.10/1 1s} (1. d4 {+0.20/1 1s} d5 {+0.30/1 1s} (1... e5 "
               "{+0.40/1 1s} 2. e4 {+0.50/1 1s})) e5 {+0.60/1 1s} (1... c5 {+0.70/1 1s}) *\n",
               "1. e4 {[%eval 0.10,1] [%emt 0:00:01]} (1. d4 {[%eval 0.20,1] [%emt 0:00:01]}\n"
               "1... d5 {[%eval -0.30,1] [%emt 0:00:01]} (1... e5 {[%eval -0.40,1]\n"
               "[%emt 0:00:01]} 2. e4 {[%eval 0.50,1] [%emt 0:00:01]})) 1... e5\n"
               "{[%eval -0.60,1] [%emt 0:00:01]} (1... c5 {[%eval -0.70,1] [%emt 0:00:01]}) *\n\n");
    check_game("[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n\n1... Kd7 {+0.10/1 1s} *\n",
               "1... Kd7 {[%eval -0.10,1] [%emt 0:00:01]} *\n\n");
    check_game("[Event \"x\"]\n[Variant \"Wizard\"]\n"
               "[FEN \"6z/7/7/7/7/7/7/7/7/7/7/4Z2[w] b - - 0 1\"]\n\n"
               "1. W@c11 {+0.10/1 1s} Zg11 {+0.20/1 1s} Zd1 {+0.30/1 1s} *\n",
               "1. W@c11 {[%eval -0.10,1] [%emt 0:00:01]} 1. Zg11 {[%eval -0.20,1]\n"
               "[%emt 0:00:01]} 1... Zd1 {[%eval 0.30,1] [%emt 0:00:01]} *\n\n");
}

/* Comments in a row: each may begin with an evaluation. */
static void comments_in_a_row(void) {
    check_game("[Event \"x\"]\n\n1. e4 {good} {+0.10/1 1s} {+0.20/1 1s, x} *\n",
               "1. e4 {good} {[%eval 0.10,1] [%emt 0:00:01]} {[%eval 0.20,1] [%emt 0:00:01] x}\n"
               "*\n\n");
}

static unsigned warnings_of(const GrGame *game) {
    unsigned warnings = 0;
    for (size_t i = 0; i < game->diag_count; i++)
        warnings += game->diags[i].severity == GR_WARNING;
    return warnings;
}

/* XBoard writes a sign before each value but no s behind the time, from the mover's view. */
static void habit_of_xboard(void) {
    check_game("[Event \"x\"]\n\n1. e4 {+0.22/10 0.1} e5 {-0.20/11 2.9 so far} 2. Nf3 {+0.00/9} Nc6 {-0.35/12 1:05}\n"
               "3. Bb5 {x} (3. Bc4 {+0.10/8 30}) 3... a6 {+1000.03/9 4} *\n",
               "1. e4 {[%eval 0.22,10] [%emt 0:00:00.1]} 1... e5 {[%eval 0.20,11]\n"
               "[%emt 0:00:02.9] so far} 2. Nf3 {[%eval 0.00,9]} 2... Nc6 {[%eval 0.35,12]\n"
               "[%emt 0:01:05]} 3. Bb5 {x} (3. Bc4 {[%eval 0.10,8] [%emt 0:00:30]}) 3... a6\n"
               "{[%eval -1000.03,9] [%emt 0:00:04]} *\n\n");
}

/* ChessBase writes no + and whole seconds, from White's view. */
static void habit_of_chessbase(void) {
    check_game("[Event \"x\"]\n\n1. e4 {0.17/20 5} e5 {0.20/21 12} 2. Nf3 {-0.05/19 0} Nc6 {0.15/22 70} 3. Bb5"
               " {0.00/18} *\n",
               "1. e4 {[%eval 0.17,20] [%emt 0:00:05]} 1... e5 {[%eval 0.20,21] [%emt 0:00:12]}\n"
               "2. Nf3 {[%eval -0.05,19] [%emt 0:00:00]} 2... Nc6 {[%eval 0.15,22]\n"
               "[%emt 0:01:10]} 3. Bb5 {[%eval 0.00,18]} *\n\n");
}

/* What is no habit stays as it is: too few, both ways at once, values of which only the other view makes sense, and
 * those that may be of either. */
static void no_habit(void) {
    static const struct {
        const char *comment[4];
        unsigned warnings;
    } cases[] = {
        {{"+0.22/10 0.1", "-0.20/11 2.9", "+0.22/9 1.0", "1/2 0.5"}, 1},
        {{"0.17/20 5", "0.20/21 12", "0.05/19 1", "1/2 0.5"}, 0},
        {{"0.17/20", "0.20/21", "0.05/19", "0.10/20"}, 0},
        {{"0.17/20 5", "0.20/21 12", "+0.05/19 1", "0.15/22 70"}, 1},
        {{"+1.22/10 0.1", "+1.20/11 2.9", "+1.22/9 1.0", "+1.20/11 2.9"}, 1},
        {{"1.17/20 5", "-1.20/21 12", "1.05/19 1", "-1.15/22 70"}, 1},
        {{"-0.22/10 1", "-0.20/11 2", "-0.22/9 1", "-0.25/9 5"}, 1},
        {{"0.22/10 1.5", "0.20/11 2", "0.22/9 1", "0.25/9 5"}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const *c = cases[i].comment;
        char text[300];
        GrGame game;
        gr_game_init(&game);
        snprintf(text, sizeof text, "[Event \"x\"]\n\n1. e4 {%s} e5 {%s} 2. Nf3 {%s} Nc6 {%s} *\n", c[0], c[1], c[2],
                 c[3]);
        if (CHECK(read_game(text, GR_EVAL_AUTO, &game)) && CHECK_INT(game.plies, 4))
            for (int n = 0; n < 4; n++)
                CHECK_STR(gr_game_string(&game, game.nodes[n + 1].comment), c[n]);
        CHECK_INT(warnings_of(&game), cases[i].warnings);
        gr_game_free(&game);
    }
}

/* One warning a text, at the first evaluation in doubt; none if the dialect is given. */
static void doubts(void) {
    static const char text[] = "[Event \"a\"]\n\n1. e4 {[%eval 0.20]} e5 *\n\n[Event \"b\"]\n\n"
                               "1. d4 d5 (1... e5 {[%eval 35,2]}) 2. c4 {+0.57/17 5} *\n\n"
                               "[Event \"c\"]\n\n1. d4 {[%eval 4]} *\n";
    for (int dialect = GR_EVAL_AUTO; dialect <= GR_EVAL_CUTECHESS; dialect++) {
        GrReader *reader = gr_reader_open_memory(text, sizeof text - 1, variants, NULL, NULL);
        bool doubtful = dialect == GR_EVAL_AUTO || dialect == GR_EVAL_CUTECHESS;
        GrGame game;
        unsigned warned = 0;
        REQUIRE(reader != NULL);
        gr_reader_set_evals(reader, (GrEvalDialect)dialect);
        gr_game_init(&game);
        for (int n = 1; gr_reader_next(reader, &game, NULL) == 1; n++)
            for (size_t i = 0; i < game.diag_count; i++) {
                const GrDiagnostic *d = &game.diags[i];
                warned++;
                CHECK_INT(n, 2);
                CHECK_INT(d->severity, GR_WARNING);
                CHECK_INT(d->line, 7);
                CHECK_INT(d->column, 16);
                CHECK_INT(d->ply, 2);
                CHECK(strstr(gr_game_string(&game, d->text), "\"[%eval 35,2]\"") != NULL);
            }
        CHECK_INT(warned, doubtful);
        CHECK_INT(gr_reader_doubtful_eval(reader), doubtful ? 7 : 0);
        gr_game_free(&game);
        gr_reader_close(reader);
    }
}

/* Whatever stands in comments, what is written of it reads back to the same bytes. */
static void written_again_the_same(void) {
    static const char *const pieces[] = {
        "+0.57/17 5.7s", "-M4/8 1s",    ",",   " ",     "[%eval 35,2]", "[%eval 0]", "[%evp 0]",
        "[%eval -1.2]",  "0.00/1 0.5s", "} {", "x",     ";",            "-0.10/3 7", "[%eval 7",
        "} e5 {-0.10/3 7} 2. Nf3 {+0.10/3 7} Nc6 {-0.10/3 7} 3. d4 {+1.00/9 1:05",
        "} (1. d4 {",    "} d5 {",      "})",  " {",    "} e5 {",       "\n",        "]",
    };
    AidRandom random = {test_seed(577)};
    GrBuffer text, first, second;
    gr_buffer_init(&text);
    gr_buffer_init(&first);
    gr_buffer_init(&second);
    for (int i = 0; i < (test_slow() ? 100000 : 3000); i++) {
        gr_buffer_clear(&text);
        gr_buffer_puts(&text, "[Event \"x\"]\n\n1. e4 {");
        for (unsigned n = 1 + aid_random(&random, 8); n; n--)
            gr_buffer_puts(&text, pieces[aid_random(&random, sizeof pieces / sizeof *pieces)]);
        gr_buffer_puts(&text, "} *\n");
        CHECK_INT(aid_rewrite(variants, NULL, text.data, text.len, &gr_format_pgn, &first), 1);
        CHECK_INT(aid_rewrite(variants, NULL, first.data, first.len, &gr_format_pgn, &second), 1);
        if (!CHECK_STR(second.data, first.data))
            printf("    from <<%s>>\n", text.data);
    }
    gr_buffer_free(&text);
    gr_buffer_free(&first);
    gr_buffer_free(&second);
}

static void memory_runs_out(void) {
    static const char text[] = "[Event \"a\"]\n\n1. e4 {+0.10/1 1s} e5 {[%eval 0,3]} *\n";
    GrEvalDoubt doubt;
    GrGame game;
    int failures = 0;
    FAIL_EACH_ALLOCATION(n, 100) {
        fail_alloc_stop();
        gr_game_init(&game);
        REQUIRE(read_game(text, GR_EVAL_LICHESS, &game));
        fail_alloc_at(n, false);
        int code = gr_game_read_evals(&game, GR_EVAL_AUTO, &doubt);
        bool hit = fail_alloc_failures() > 0;
        CHECK_INT(code, hit ? GR_ERR_MEMORY : 0);
        failures += hit;
        gr_game_free(&game);
    }
    fail_alloc_stop();
    CHECK(failures > 0);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(found_and_written);
    RUN(brackets);
    RUN(movers_view);
    RUN(look_alikes);
    RUN(movers_in_trees);
    RUN(comments_in_a_row);
    RUN(habit_of_xboard);
    RUN(habit_of_chessbase);
    RUN(no_habit);
    RUN(doubts);
    RUN(written_again_the_same);
    RUN(memory_runs_out);
    gr_variants_close(variants);
    return test_end();
}
