/* Win chances, grades, accuracy: against values worked out by hand, or by the few lines of Python
 * that each case quotes. */
#include <math.h>

#include "notation/judge/decorate.h"
#include "notation/judge/judgement.h"
#include "notation/judge/phase.h"
#include "notation/move/uci.h"
#include "notation/write/pgn.h"
#include "rules/fen.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static const GrThresholds usual = GR_USUAL_THRESHOLDS;

static bool near(double got, double want, double within) {
    if (fabs(got - want) <= within)
        return true;
    printf("    %.6f, not %.6f\n", got, want);
    return false;
}

/* Reads the one game of a text. */
static void read_game(const char *text, GrGame *game) {
    GrReader *reader = gr_reader_open_memory(text, strlen(text), variants, NULL, NULL);
    gr_game_init(game);
    CHECK(reader && gr_reader_next(reader, game, NULL) == 1);
    gr_reader_close(reader);
}

static void write_game(const GrGame *game, GrBuffer *out) {
    gr_buffer_init(out);
    gr_write_pgn(out, game);
}

/* Lichess, for 100, -250 and 1000 centipawns:
 *     [100 / (1 + math.exp(-0.00368208 * c)) for c in (100, -250, 1000)] */
static void chances_of_chess(void) {
    const GrWinCurve *curve = gr_win_curve(gr_variants_find(variants, "chess"));
    CHECK(near(gr_win_chance(curve, 0), 50, 1e-12));
    CHECK(near(gr_win_chance(curve, 100), 59.102590, 1e-6));
    CHECK(near(gr_win_chance(curve, -250), 28.485195, 1e-6));
    CHECK(near(gr_win_chance(curve, 1000), 97.544744, 1e-6));
    CHECK(near(gr_win_chance(curve, GR_MATE - 5), 100, 0));
    CHECK(near(gr_win_chance(curve, 4 - GR_MATE), 0, 0));
    CHECK_INT(gr_score_within_ceiling(GR_MATE - 5), 1000);
    CHECK_INT(gr_score_within_ceiling(-1200), -1000);
    CHECK_INT(gr_score_within_ceiling(999), 999);
}

/* Every curve rises, and says where it comes from. */
static void curves_of_variants(void) {
    const GrRules *rules;
    for (size_t n = 0; (rules = gr_variants_at(variants, n)) != NULL; n++) {
        const GrWinCurve *curve = gr_win_curve(rules);
        CHECK(curve->slope > 0.0005 && curve->slope < 0.02);
        CHECK(gr_win_chance(curve, 200) > gr_win_chance(curve, 100));
        CHECK((curve->error > 0) == (curve->games > 0));
    }
}

/* [103.1668100711649 * math.exp(-0.04354415386753951 * x) - 3.166924740191411 + 1
 *  for x in (5, 10, 50, 90)] */
static void accuracy_of_moves(void) {
    CHECK(near(gr_move_accuracy(0), 100, 0));
    CHECK(near(gr_move_accuracy(-3), 100, 0));
    CHECK(near(gr_move_accuracy(0.001), 100, 0));
    CHECK(near(gr_move_accuracy(5), 80.815300, 1e-6));
    CHECK(near(gr_move_accuracy(10), 64.579828, 1e-6));
    CHECK(near(gr_move_accuracy(50), 9.527819, 1e-6));
    CHECK(near(gr_move_accuracy(90), 0, 0));
}

/* Accuracies by centipawns after each move, White beginning; what stands before them is 15. */
static void of_centipawns(const int *centipawns, size_t moves, double accuracy[2]) {
    const GrWinCurve *curve = gr_win_curve(gr_variants_find(variants, "chess"));
    double chance[40];
    GrAccuracyMove move[40];
    chance[0] = gr_win_chance(curve, 15);
    for (size_t i = 0; i < moves; i++) {
        double sign = i % 2 ? -1 : 1;
        chance[i + 1] = gr_win_chance(curve, centipawns[i]);
        move[i] = (GrAccuracyMove){i + 1, (int)(i % 2),
                                   gr_move_accuracy(sign * (chance[i] - chance[i + 1]))};
    }
    gr_game_accuracy(chance, moves + 1, move, moves, accuracy);
}

/* The examples that lichess tests its own program with (lila, AccuracyPercentTest), within the
 * bounds that stand there. */
static void examples_of_lichess(void) {
    double a[2];
    int good[40];
    for (int i = 0; i < 40; i++)
        good[i] = 15;
    of_centipawns(good, 0, a);
    CHECK(a[GR_WHITE] < 0 && a[GR_BLACK] < 0);
    of_centipawns(good, 1, a);
    CHECK(a[GR_BLACK] < 0);
    of_centipawns(good, 2, a);
    CHECK(near(a[GR_WHITE], 100, 1) && near(a[GR_BLACK], 100, 1));
    of_centipawns((int[]){-900, -900}, 2, a);
    CHECK(near(a[GR_WHITE], 10, 5) && near(a[GR_BLACK], 100, 1));
    of_centipawns((int[]){15, 900}, 2, a);
    CHECK(near(a[GR_WHITE], 100, 1) && near(a[GR_BLACK], 10, 5));
    of_centipawns((int[]){-900, 0}, 2, a);
    CHECK(near(a[GR_WHITE], 10, 5) && near(a[GR_BLACK], 10, 5));
    of_centipawns(good, 20, a);
    CHECK(near(a[GR_WHITE], 100, 1) && near(a[GR_BLACK], 100, 1));
    good[20] = -900;
    of_centipawns(good, 21, a);
    CHECK(near(a[GR_WHITE], 50, 5) && near(a[GR_BLACK], 100, 1));
}

/* Windows of three, in a game of 32 moves, by other means:
 *
 *     import math, statistics as s
 *     win = lambda c: 100 / (1 + math.exp(-0.00368208 * c))
 *     acc = lambda x: 100 if x <= 0 else max(0, min(100,
 *         103.1668100711649 * math.exp(-0.04354415386753951 * x) - 3.166924740191411 + 1))
 *     cps = [(i * 37 % 200) - 100 for i in range(32)]
 *     w = [win(c) for c in [15] + cps]
 *     n = max(2, min(8, len(cps) // 10))
 *     windows = [w[:n]] * (n - 2) + [w[i:i + n] for i in range(len(w) - n + 1)]
 *     for side in 0, 1:
 *         a = [acc((w[i] - w[i + 1]) * (-1) ** i) for i in range(side, len(cps), 2)]
 *         k = [min(12, max(0.5, s.pstdev(windows[i]))) for i in range(side, len(cps), 2)]
 *         mean = sum(x * y for x, y in zip(a, k)) / sum(k)
 *         print((mean + s.harmonic_mean([max(1, x) for x in a])) / 2)
 */
static void windows_of_three(void) {
    int centipawns[32];
    double a[2];
    for (int i = 0; i < 32; i++)
        centipawns[i] = i * 37 % 200 - 100;
    of_centipawns(centipawns, 32, a);
    CHECK(near(a[GR_WHITE], 82.810670, 1e-6));
    CHECK(near(a[GR_BLACK], 88.932903, 1e-6));
}

/* ---- games ---- */

static const char MATED[] =
    "[Result \"1-0\"]\n\n1. e4 {[%eval 0.30]} e5 {[%eval 0.30]} 2. Qh5 {[%eval -0.20]} "
    "Ke7 {[%eval #1]} 3. Qxe5# 1-0\n";

/* 0.30 to -0.20 costs 52.7586 - 48.1594 points. The start counts as 0.15. */
static void judged_by_text(void) {
    GrGame game;
    GrJudgement j;
    gr_judgement_init(&j);
    read_game(MATED, &game);
    CHECK(gr_has_evals(&game));
    REQUIRE(!gr_judge_text(&j, &game, &usual));
    CHECK_INT(j.plies, 5);
    CHECK(near(j.move[0].loss, 0, 0) && j.move[0].grade == GR_GOOD);
    CHECK(near(j.move[2].loss, 4.598964, 1e-5) && j.move[2].grade == GR_GOOD);
    CHECK_INT(j.move[2].centipawns, 50);
    CHECK(near(j.chance[2], 52.758755, 1e-5));
    CHECK_INT(j.move[3].grade, GR_BLUNDER);
    CHECK_INT(j.move[3].marks, GR_MATE_ALLOWED | GR_TURNING_POINT);
    CHECK_INT(j.move[3].centipawns, 1020);
    CHECK(j.view[5].over && j.move[4].grade == GR_GOOD && j.chance[5] == 100);
    CHECK_INT(j.turning, 4);
    CHECK_INT(j.side[GR_WHITE].moves, 3);
    CHECK_INT(j.side[GR_BLACK].moves, 2);
    CHECK(near(gr_average_loss(&j.side[GR_WHITE]), 50 / 3.0, 1e-9));
    CHECK(near(gr_average_loss(&j.side[GR_BLACK]), 1035 / 2.0, 8));
    CHECK_INT(j.side[GR_BLACK].grade[GR_BLUNDER], 1);
    CHECK_INT(j.side[GR_BLACK].allowed, 1);
    CHECK_INT(j.stored, 0);
    gr_judgement_free(&j);
    gr_game_free(&game);
}

/* Judges a move of White's from one score to another, in hundredths; mates are 10000 more or less
 * their number. `limit` is where blunders begin. */
static GrJudgedMove grade(int before, int after, const GrThresholds *limit) {
    char text[200], eval[2][GR_EVAL_SIZE];
    GrGame game;
    GrJudgement j;
    GrJudgedMove move = {.grade = GR_NOT_JUDGED};
    int score[2] = {before, after};
    for (int i = 0; i < 2; i++) {
        GrEval one = {.mate = abs(score[i]) > 9000, .centipawns = score[i]};
        one.moves = score[i] > 0 ? 10000 - score[i] : -10000 - score[i];
        gr_eval_write(&one, eval[i]);
    }
    snprintf(text, sizeof text, "1. e4 {[%%eval 0.10]} e5 {[%%eval %s]} 2. Nc3 {[%%eval %s]} *\n",
             eval[0], eval[1]);
    gr_judgement_init(&j);
    read_game(text, &game);
    if (CHECK(!gr_judge_text(&j, &game, limit)) && CHECK_INT(j.plies, 3))
        move = j.move[2];
    gr_judgement_free(&j);
    gr_game_free(&game);
    return move;
}

static void grades(void) {
    static const struct {
        int before, after;
        GrGrade grade;
        unsigned marks;
    } cases[] = {
        /* win(0) is 50; win(-54) is 45.049, win(-55) 44.958; win(-110) 40.013, win(-111) 39.924;
         * win(-168) 35.012, win(-169) 34.929 */
        {0, 50, GR_GOOD, 0},
        {0, -54, GR_GOOD, 0},
        {0, -55, GR_DUBIOUS, 0},
        {0, -110, GR_DUBIOUS, 0},
        {0, -111, GR_MISTAKE, 0},
        {0, -168, GR_MISTAKE, 0},
        {0, -169, GR_BLUNDER, 0},
        {900, 700, GR_GOOD, 0},
        {9997, 9998, GR_GOOD, 0},
        {9998, 9990, GR_GOOD, 0},
        {-9995, -9998, GR_GOOD, 0},
        {9997, 1000, GR_DUBIOUS, GR_MATE_MISSED},
        {9997, 999, GR_MISTAKE, GR_MATE_MISSED},
        {9997, 701, GR_MISTAKE, GR_MATE_MISSED},
        {9997, 700, GR_BLUNDER, GR_MATE_MISSED},
        {9997, -1200, GR_BLUNDER, GR_MATE_MISSED},
        {9997, -9995, GR_BLUNDER, GR_MATE_MISSED},
        {-1000, -9995, GR_DUBIOUS, GR_MATE_ALLOWED},
        {-999, -9995, GR_MISTAKE, GR_MATE_ALLOWED},
        {-701, -9995, GR_MISTAKE, GR_MATE_ALLOWED},
        {-700, -9995, GR_BLUNDER, GR_MATE_ALLOWED},
        {1200, -9995, GR_BLUNDER, GR_MATE_ALLOWED},
        {-9995, 300, GR_GOOD, 0},
        {300, 9995, GR_GOOD, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GrJudgedMove move = grade(cases[i].before, cases[i].after, &usual);
        if (!CHECK_INT(move.grade, cases[i].grade) || !CHECK_INT(move.marks & ~16u, cases[i].marks))
            printf("    %d to %d\n", cases[i].before, cases[i].after);
    }
    CHECK_INT(grade(0, -169, &(GrThresholds){20, 30, 40}).grade, GR_GOOD);
    CHECK_INT(grade(0, -30, &(GrThresholds){1, 2, 2.5}).grade, GR_BLUNDER);
}

static void thresholds_as_text(void) {
    GrThresholds t;
    CHECK(gr_thresholds_read("5,10,15", &t) && t.dubious == 5 && t.mistake == 10 &&
          t.blunder == 15);
    CHECK(gr_thresholds_read("2.5,2.5,100", &t) && t.dubious == 2.5 && t.blunder == 100);
    CHECK(!gr_thresholds_read("5,10", &t) && !gr_thresholds_read("10,5,15", &t));
    CHECK(!gr_thresholds_read("", &t) && !gr_thresholds_read("5,10,101", &t));
    CHECK(!gr_thresholds_read("5,10,15,", &t) && !gr_thresholds_read("-1,10,15", &t));
    CHECK(!gr_thresholds_read("5,,15", &t) && !gr_thresholds_read("nan,1,2", &t));
}

/* The verdict that a line of moves in UCI, and a score, make. */
static GrVerdict verdict_of(const GrGame *game, uint32_t ply, GrScore score, const char *line) {
    GrVerdict verdict = {.depth = 9, .lines = 1};
    GrPosition pos;
    gr_game_position(game, ply, &pos);
    verdict.line[0].score = score;
    while (*line) {
        size_t length = strcspn(line, " ");
        char word[GR_UCI_SIZE];
        GrMove move;
        snprintf(word, sizeof word, "%.*s", (int)length, line);
        if (!CHECK(gr_uci_read(&pos, word, &move, NULL) == 0))
            break;
        verdict.line[0].move[verdict.line[0].length++] = move;
        gr_play(&pos, move);
        line += length + (line[length] == ' ');
    }
    return verdict;
}

/* Begins a judgement in which the positions have these scores by verdicts, with best lines. */
static void begin_with(GrJudgement *j, const GrGame *game, const GrScore *score,
                       const char *const *line) {
    GrPosition pos;
    gr_judgement_init(j);
    CHECK(!gr_judgement_begin(j, game));
    for (uint32_t ply = 0; ply <= j->plies; ply++) {
        gr_game_position(game, ply, &pos);
        GrVerdict verdict = verdict_of(game, ply, score[ply], line[ply]);
        gr_view_take(&j->view[ply], &pos, &verdict);
    }
}

static const char FOUR[] = "1. e4 $1 {good} {[%eval 9.99] x [%eval 8.88]} f6 $4 (1... e5 2. Nf3) "
                           "2. d4 {[%clk 0:01:00]} g5 *\n";
static const GrScore FOUR_SCORES[] = {20, 30, 110, 130, GR_MATE - 1};
static const char *const FOUR_LINES[] = {"e2e4 e7e5", "e7e5 g1f3", "d2d4",
                                         "e7e6 c2c4 d7d5 b1c3 g8e7 g1f3", "d1h5"};

static void best_moves_and_lines(void) {
    GrGame game;
    GrJudgement j;
    read_game(FOUR, &game);
    begin_with(&j, &game, FOUR_SCORES, FOUR_LINES);
    j.view[0].second = -150; /* 20 to -150 costs 15 points */
    gr_judgement_end(&j, &game, &usual);
    CHECK_INT(j.move[0].marks, GR_BEST_MOVE | GR_ONLY_GOOD);
    CHECK_INT(j.move[1].grade, GR_DUBIOUS);
    CHECK_INT(j.move[2].marks, GR_BEST_MOVE);
    CHECK_INT(j.move[3].grade, GR_BLUNDER);
    CHECK_INT(j.move[3].marks,
              GR_MATE_ALLOWED | GR_TURNING_POINT); /* no result: the largest blunder */
    CHECK_INT(j.view[3].length, 6);
    CHECK_INT(j.stored, 5);
    j.view[0].second = -60; /* a loss of 7.4 would do */
    gr_judgement_end(&j, &game, &usual);
    CHECK_INT(j.move[0].marks, GR_BEST_MOVE);
    j.view[2].score = -400; /* the best move all the same */
    gr_judgement_end(&j, &game, &usual);
    CHECK(j.move[2].grade == GR_GOOD);
    gr_judgement_free(&j);
    gr_game_free(&game);
}

static void written_into_the_game(void) {
    GrGame game, again;
    GrJudgement j;
    GrBuffer out, twice;
    read_game(FOUR, &game);
    begin_with(&j, &game, FOUR_SCORES, FOUR_LINES);
    gr_judgement_end(&j, &game, &usual);
    REQUIRE(!gr_game_decorate(&game, &j));
    CHECK(game.judgement == &j);
    write_game(&game, &out);
    CHECK(out.data && strstr(out.data, "\n\n"));
    CHECK_STR(
        out.data ? strstr(out.data, "\n\n") : NULL,
        "\n\n1. e4 $1 {[%eval 0.30,9] good} {x} 1... f6 $4 {[%eval 1.10,9]} (1... e5 2. Nf3)\n"
        "2. d4 {[%eval 1.30,9] [%clk 0:01:00]} 2... g5 $4 {[%eval #1,9]} (2... e6 3. c4\n"
        "d5 4. Nc3 Ne7 5. Nf3) *\n\n");
    gr_judgement_free(&j);
    read_game(out.data, &again);
    begin_with(&j, &again, FOUR_SCORES, FOUR_LINES);
    gr_judgement_end(&j, &again, &usual);
    REQUIRE(!gr_game_decorate(&again, &j) && !gr_game_decorate(&again, &j));
    write_game(&again, &twice);
    CHECK_STR(twice.data, out.data);
    gr_buffer_free(&out);
    gr_buffer_free(&twice);
    gr_judgement_free(&j);
    gr_game_free(&game);
    gr_game_free(&again);
}

/* A line that cannot be played, as of another position with the same key, is cut off. */
static void impossible_lines(void) {
    GrGame game;
    GrPosition pos;
    GrPlyView view = {.known = false};
    read_game(FOUR, &game);
    GrVerdict verdict = verdict_of(&game, 0, 20, "e2e4 e7e5 g1f3");
    gr_game_position(&game, 0, &pos);
    verdict.line[0].move[1] = verdict.line[0].move[0];
    gr_view_take(&view, &pos, &verdict);
    CHECK(view.known && view.stored && view.length == 1);
    verdict.lines = 0;
    view.known = false;
    gr_view_take(&view, &pos, &verdict);
    CHECK(!view.known);
    gr_game_free(&game);
}

/* A verdict on one side of a move and the text's evaluation on the other say nothing of it. */
static void not_of_two_judges(void) {
    GrGame game;
    GrJudgement j;
    GrPosition pos;
    gr_judgement_init(&j);
    read_game(
        "1. e4 {[%eval 0.30]} e5 {[%eval 0.30]} 2. Ke2 {[%eval -3.00]} Nc6 {[%eval -3.00]} *\n",
        &game);
    REQUIRE(!gr_judgement_begin(&j, &game));
    gr_game_position(&game, 2, &pos);
    GrVerdict verdict = verdict_of(&game, 2, 25, "g1f3");
    gr_view_take(&j.view[2], &pos, &verdict);
    gr_judgement_end(&j, &game, &usual);
    CHECK_INT(j.move[0].grade, GR_GOOD);
    CHECK_INT(j.move[1].grade, GR_NOT_JUDGED);
    CHECK_INT(j.move[2].grade, GR_NOT_JUDGED);
    CHECK_INT(j.move[3].grade, GR_GOOD);
    CHECK_INT(j.side[GR_WHITE].moves, 1);
    CHECK(near(j.side[GR_WHITE].accuracy, 100, 1e-9));
    gr_judgement_free(&j);
    gr_game_free(&game);
}

/* The third occurrence ends a game, unless the text says that somebody won all the same. */
static void ends(void) {
    static const char moves[] =
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 {[%eval 5.00]} Ng8 {[%eval 6.00]} ";
    static const char *const results[] = {"1/2-1/2", "*", "1-0"};
    for (int i = 0; i < 3; i++) {
        char text[200];
        GrGame game;
        GrJudgement j;
        snprintf(text, sizeof text, "%s%s\n", moves, results[i]);
        gr_judgement_init(&j);
        read_game(text, &game);
        REQUIRE(!gr_judge_text(&j, &game, &usual) && j.plies == 8);
        CHECK_INT(j.view[8].over, i < 2);
        CHECK(near(j.chance[8], i < 2 ? 50 : 90.108, 1e-3));
        gr_judgement_free(&j);
        gr_game_free(&game);
    }
}

/* Pieces of chess that count are 14: rooks, knights, bishops and queens. */
static void phases(void) {
    static const struct {
        const char *board;
        int pieces;
        uint32_t ply;
        GrPhase phase;
    } cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 14, 19, GR_OPENING},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 14, 20, GR_MIDDLEGAME},
        {"r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1", 11, 8, GR_OPENING},
        {"r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1", 10, 8, GR_MIDDLEGAME},
        {"r3k1n1/8/8/8/8/8/8/RNBQK2R w - - 0 1", 7, 60, GR_MIDDLEGAME},
        {"r3k3/8/8/8/8/8/8/RNBQK2R w - - 0 1", 6, 60, GR_ENDGAME},
        {"4k3/pppp4/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 0, 3, GR_ENDGAME},
    };
    const GrRules *chess = gr_variants_find(variants, "chess");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GrPosition pos;
        GrFaults faults;
        if (!CHECK(!gr_fen_read(chess, cases[i].board, &pos, &faults)))
            continue;
        CHECK_INT(gr_phase_pieces(&pos), cases[i].pieces);
        CHECK_INT(gr_phase(&pos, cases[i].ply, 14), cases[i].phase);
    }
    const GrRules *rules;
    for (size_t n = 0; (rules = gr_variants_at(variants, n)) != NULL; n++) {
        GrPosition pos;
        gr_start(rules, &pos);
        int first = gr_phase_pieces(&pos);
        CHECK(first > 0 && gr_phase(&pos, 0, first) == GR_OPENING);
    }
}

static void nothing_known(void) {
    GrGame game;
    GrJudgement j;
    gr_judgement_init(&j);
    read_game("1. e4 e5 2. Nf3 {fine} *\n", &game);
    CHECK(!gr_has_evals(&game));
    REQUIRE(!gr_judge_text(&j, &game, &usual));
    CHECK_INT(j.side[GR_WHITE].moves, 0);
    CHECK(j.side[GR_WHITE].accuracy < 0 && gr_average_loss(&j.side[GR_WHITE]) < 0);
    CHECK_INT(j.turning, 0);
    gr_game_free(&game);
    read_game("[Variant \"Unheard of\"]\n\n1. e4 e5 *\n", &game);
    CHECK(!gr_judge_text(&j, &game, &usual));
    CHECK_INT(j.plies, 0);
    gr_game_free(&game);
    gr_judgement_free(&j);
}

/* The one legal move is no mistake, whatever it loses. */
static void forced_moves(void) {
    GrGame game;
    GrJudgement j;
    gr_judgement_init(&j);
    read_game("[FEN \"1r6/8/8/8/8/2k5/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Ka2 {[%eval -5.00]} "
              "Rb3 {[%eval 3.00]} 2. Ka1 {[%eval 0.00]} *\n",
              &game);
    REQUIRE(!gr_judge_text(&j, &game, &usual) && j.plies == 3);
    CHECK_INT(j.move[0].grade, GR_NOT_JUDGED);
    CHECK_INT(j.move[1].grade, GR_BLUNDER);
    CHECK_INT(j.move[2].grade, GR_GOOD);
    gr_judgement_free(&j);
    gr_game_free(&game);
}

static void out_of_memory(void) {
    GrGame game;
    read_game(FOUR, &game);
    FAIL_EACH_ALLOCATION(n, 100) {
        GrJudgement j;
        gr_judgement_init(&j);
        int code = gr_judge_text(&j, &game, &usual);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_judgement_free(&j);
    }
    gr_game_free(&game);
}

static void out_of_memory_writing(void) {
    FAIL_EACH_ALLOCATION(n, 300) {
        GrGame game;
        GrJudgement j;
        fail_alloc_stop();
        read_game(FOUR, &game);
        begin_with(&j, &game, FOUR_SCORES, FOUR_LINES);
        gr_judgement_end(&j, &game, &usual);
        fail_alloc_at(n, false);
        int code = gr_game_decorate(&game, &j);
        fail_alloc_stop();
        CHECK(code == 0 || (code == GR_ERR_MEMORY && !game.judgement));
        gr_judgement_free(&j);
        gr_game_free(&game);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(chances_of_chess);
    RUN(curves_of_variants);
    RUN(accuracy_of_moves);
    RUN(examples_of_lichess);
    RUN(windows_of_three);
    RUN(judged_by_text);
    RUN(grades);
    RUN(thresholds_as_text);
    RUN(best_moves_and_lines);
    RUN(written_into_the_game);
    RUN(impossible_lines);
    RUN(not_of_two_judges);
    RUN(ends);
    RUN(phases);
    RUN(nothing_known);
    RUN(forced_moves);
    RUN(out_of_memory);
    RUN(out_of_memory_writing);
    gr_variants_close(variants);
    return test_end();
}
