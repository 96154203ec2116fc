/* The evaluation: symmetric in every variant, bounded, and sane about material; scores as text; the
 * transposition table. */
#include "analysis/engine/evaluate_local.h"
#include "analysis/engine/trace.h"
#include "analysis/engine/ttable.h"
#include "rules/error.h"
#include "rules/fen.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/mirror.h"
#include "tests/aid/test.h"

static GrVariants *variants;

/* ---- tests ---- */

static unsigned next_random(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> 33);
}

typedef void (*Visit)(const GrEvaluator *eval, const GrPosition *pos);

/* Visits the positions of random games of each variant. */
static void random_games(int games, Visit visit) {
    GrMoveList *list = malloc(sizeof *list);
    uint64_t state = test_seed(42);
    for (size_t n = 0; gr_variants_at(variants, n); n++) {
        GrEvaluator *eval = gr_evaluator_new(gr_variants_at(variants, n));
        for (int game = 0; eval && list && game < games; game++) {
            GrPosition pos;
            gr_start(gr_variants_at(variants, n), &pos);
            for (int ply = 0; ply < 150; ply++) {
                visit(eval, &pos);
                gr_moves(&pos, list);
                if (list->count == 0)
                    break;
                gr_play(&pos, list->move[next_random(&state) % list->count]);
            }
        }
        CHECK(eval);
        gr_evaluator_free(eval);
    }
    free(list);
}

static long visited, unequal;

/* At the start, where all pieces are there. */
static int tempo(const GrEvaluator *eval) {
    return eval->weights.weight[GR_W_TEMPO].phase[GR_MIDGAME];
}

static void check_mirrored(const GrEvaluator *eval, const GrPosition *pos) {
    GrPosition mirrored;
    if (!mirror_exists(eval->variant))
        return;
    visited++;
    bool same = CHECK(mirror_position(pos, &mirrored)) &&
                CHECK_INT(gr_evaluate(eval, &mirrored), gr_evaluate(eval, pos));
    unequal += gr_evaluate(eval, pos) != tempo(eval);
    if (!same) {
        char fen[GR_FEN_SIZE];
        gr_fen_write(pos, fen);
        printf("    %s %s\n", eval->variant->name, fen);
    }
}

/* Both evaluations are from the view of the side to move, which the mirror changes as well. */
static void a_mirrored_position_has_the_mirrored_value(void) {
    visited = unequal = 0;
    random_games(15, check_mirrored);
    CHECK(visited > 5000 && unequal > visited / 2);
}

static void check_bound(const GrEvaluator *eval, const GrPosition *pos) {
    GrScore score = gr_evaluate(eval, pos);
    CHECK(score <= GR_EVAL_LIMIT && score >= -GR_EVAL_LIMIT);
}

static void values_stay_within_their_bound(void) {
    random_games(5, check_bound);
    GrEvaluator *eval = gr_evaluator_new(gr_variants_find(variants, "magi"));
    GrPosition pos;
    REQUIRE(eval && gr_fen_read(gr_variants_find(variants, "magi"),
                                "QQQQQQQQQQ/QQQQQQQQQQ/QQQQQQQQQQ/10/10/10/k9/10/8K1/10 b - - 0 1",
                                &pos, NULL) == 0);
    CHECK_INT(gr_evaluate(eval, &pos), -GR_EVAL_LIMIT);
    gr_evaluator_free(eval);
}

static void the_start_is_even(void) {
    for (size_t n = 0; gr_variants_at(variants, n); n++) {
        GrEvaluator *eval = gr_evaluator_new(gr_variants_at(variants, n));
        GrPosition pos;
        REQUIRE(eval);
        gr_start(gr_variants_at(variants, n), &pos);
        if (mirror_exists(eval->variant))
            CHECK_INT(gr_evaluate(eval, &pos), tempo(eval));
        gr_evaluator_free(eval);
    }
}

/* Taking any piece but the king off the board is good for the other side, where the position is
 * still one. */
static void every_piece_is_worth_having(void) {
    for (size_t n = 0; gr_variants_at(variants, n); n++) {
        const GrRules *rules = gr_variants_at(variants, n);
        GrEvaluator *eval = gr_evaluator_new(rules);
        GrPosition pos;
        int seen = 0;
        REQUIRE(eval);
        if (gr_variant(rules)->must_take) { /* there it is good to have nothing */
            gr_evaluator_free(eval);
            continue;
        }
        gr_start(rules, &pos);
        for (int type = 2; type <= gr_variant(rules)->types; type++)
            CHECK(gr_value_of(eval, type) > 0);
        for (int sq = 0; sq < gr_squares(gr_variant(rules)); sq++) {
            GrPosition less = pos;
            int code = pos.board[sq];
            if (code == GR_EMPTY || code == GR_HOLE || gr_type_of(code) == GR_KING)
                continue;
            less.board[sq] = GR_EMPTY;
            less.side[gr_side_of(code)] ^= gr_set_of(sq);
            less.type[gr_type_of(code)] ^= gr_set_of(sq);
            GrScore change = gr_evaluate(eval, &less) - gr_evaluate(eval, &pos);
            CHECK(gr_side_of(code) == pos.turn ? change < -20 : change > 20);
            seen++;
        }
        CHECK(seen > 13);
        gr_evaluator_free(eval);
    }
}

/* Weights that have nothing to do with each other, so that one taken for another is noticed. */
static void scramble(GrWeights *weights, uint64_t seed) {
    seed = test_seed(seed);
    for (int i = 0; i < GR_WEIGHTS; i++)
        for (int phase = 0; phase < GR_PHASES; phase++)
            weights->weight[i].phase[phase] = (int16_t)((int)(next_random(&seed) % 401) - 200);
}

static GrTrace traced;

static void check_trace(const GrEvaluator *eval, const GrPosition *pos) {
    gr_trace(eval, pos, &traced);
    visited++;
    CHECK_INT(gr_trace_score(eval, &traced, &eval->weights), gr_evaluate(eval, pos));
    CHECK(traced.count > 2 && traced.count < GR_TRACE_SIZE);
}

/* In every variant, with the built-in weights and with others. */
static void an_evaluation_is_the_sum_of_its_trace(void) {
    visited = 0;
    random_games(10, check_trace);
    CHECK(visited > 3000);
    GrMoveList *list = malloc(sizeof *list);
    uint64_t state = test_seed(7);
    for (size_t n = 0; list && gr_variants_at(variants, n); n++) {
        GrEvaluator *eval = gr_evaluator_new(gr_variants_at(variants, n));
        GrWeights weights = *gr_evaluator_weights(eval);
        scramble(&weights, n);
        weights.weight[GR_W_VALUE + GR_KING] = (GrWeight){{0, 0}};
        gr_evaluator_set(eval, &weights);
        for (int game = 0; game < 5; game++) {
            GrPosition pos;
            gr_start(gr_variants_at(variants, n), &pos);
            for (int ply = 0; ply < 200; ply++) {
                check_trace(eval, &pos);
                gr_moves(&pos, list);
                if (list->count == 0)
                    break;
                gr_play(&pos, list->move[next_random(&state) % list->count]);
            }
        }
        gr_evaluator_free(eval);
    }
    free(list);
}

/* Every table but those for rare endings is used in some random game of a variant. */
static bool used[GR_WEIGHTS];

static void note_used(const GrEvaluator *eval, const GrPosition *pos) {
    gr_trace(eval, pos, &traced);
    for (int i = 0; i < traced.count; i++)
        used[traced.index[i]] = true;
}

static bool any_used(int from, int to) {
    bool any = false;
    for (int i = from; i < to; i++)
        any = any || used[i];
    return any;
}

static void every_table_is_used(void) {
    static const int first[] = {
        GR_W_VALUE,   GR_W_SQUARE, GR_W_MOBILITY, GR_W_PAIR,     GR_W_HALF_OPEN, GR_W_OPEN,
        GR_W_ATTACK,  GR_W_GUARDED, GR_W_RIGHT,   GR_W_PASSED,   GR_W_BLOCKED,   GR_W_ESCORT,
        GR_W_CATCHER, GR_W_LINKED, GR_W_DOUBLED,  GR_W_ISOLATED, GR_W_SHELTER,   GR_W_AHEAD,
        GR_W_STORM,   GR_W_BARE,   GR_W_TEMPO,    GR_W_DANGER,   GR_W_CORNER,    GR_W_APART,
        GR_W_OWN,     GR_WEIGHTS};
    memset(used, 0, sizeof used);
    random_games(20, note_used);
    GrEvaluator *eval = gr_evaluator_new(gr_variants_find(variants, "chess"));
    GrPosition pos;
    REQUIRE(eval && gr_fen_read(gr_variants_find(variants, "chess"),
                                "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", &pos, NULL) == 0);
    note_used(eval, &pos);
    gr_evaluator_free(eval);
    for (size_t i = 0; i + 1 < sizeof first / sizeof first[0]; i++)
        CHECK(any_used(first[i], first[i + 1]));
}

/* A king that is alone is driven to a corner, but not while there is a pawn to promote. */
static void a_lone_king_belongs_into_a_corner(void) {
    static const struct {
        const char *fen;
        int corner, apart; /* -1: no lone king */
    } cases[] = {{"8/8/8/3k4/8/3K4/8/7R w - - 0 1", 6, 2}, {"8/3k4/8/8/8/3K4/8/7R w - - 0 1", 4, 4},
                 {"k7/8/8/8/8/3K4/8/7R w - - 0 1", 0, 5},  {"k7/8/8/8/8/3K4/P7/7R w - - 0 1", -1, -1},
                 {"kn6/8/8/8/8/3K4/8/7R w - - 0 1", -1, -1}};
    GrEvaluator *eval = gr_evaluator_new(gr_variants_find(variants, "chess"));
    REQUIRE(eval);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        GrPosition pos;
        REQUIRE(gr_fen_read(gr_variants_find(variants, "chess"), cases[i].fen, &pos, NULL) == 0);
        gr_trace(eval, &pos, &traced);
        for (int n = 0; n < GR_WEIGHT_CORNER; n++)
            CHECK_INT(traced.times[GR_W_CORNER + n], n == cases[i].corner);
        for (int n = 0; n < GR_WEIGHT_STEPS; n++)
            CHECK_INT(traced.times[GR_W_APART + n], n == cases[i].apart);
    }
    for (int n = 1; n < GR_WEIGHT_STEPS; n++)
        CHECK(eval->weights.weight[GR_W_CORNER + n].phase[GR_ENDGAME] <
              eval->weights.weight[GR_W_CORNER].phase[GR_ENDGAME]);
    gr_evaluator_free(eval);
}

static void reaches_end_at_blockers(void) {
    const GrVariant *magi = gr_variant(gr_variants_find(variants, "magi"));
    GrGeometry *g = malloc(sizeof *g);
    REQUIRE(g);
    gr_geometry_build(g, magi);
    int rook = gr_type_of_letter(magi, 'R'), duke = gr_type_of_letter(magi, 'D');
    int wizard = gr_type_of_letter(magi, 'W'), queen = gr_type_of_letter(magi, 'Q');
    int e5 = 44;
    CHECK_INT(gr_set_count(gr_geometry_reach(g, rook, GR_MOVING, e5, 0)), 18);
    CHECK_INT(gr_set_count(gr_geometry_reach(g, duke, GR_MOVING, e5, 0)), 12);
    CHECK_INT(gr_set_count(gr_geometry_reach(g, wizard, GR_TAKING, e5, 0)), 16);
    CHECK_INT(gr_set_count(gr_geometry_reach(g, queen, GR_TAKING, 0, 0)), 27);
    GrSet around = g->near[e5];
    CHECK(gr_geometry_reach(g, queen, GR_MOVING, e5, around) == around);
    /* Blockers on g5 and b5: three squares to the west, two to the east; the files are free. */
    GrSet blockers = gr_set_of(e5 + 2) | gr_set_of(e5 - 3);
    CHECK_INT(gr_set_count(gr_geometry_reach(g, rook, GR_MOVING, e5, blockers)), 9 + 5);
    free(g);
}

static void scores_become_evaluations_and_back(void) {
    static const struct {
        GrScore score;
        const char *text;
    } cases[] = {{0, "0.00,9"},         {34, "0.34,9"},          {-5, "-0.05,9"},
                 {-1234, "-12.34,9"},   {20000, "200.00,9"},     {GR_MATE - 1, "#1,9"},
                 {GR_MATE - 5, "#3,9"}, {-GR_MATE + 2, "#-1,9"}, {-GR_MATE + 6, "#-3,9"}};
    char text[GR_EVAL_SIZE];
    GrEval eval;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gr_score_to_eval(cases[i].score, 9, &eval);
        gr_eval_write(&eval, text);
        CHECK_STR(text, cases[i].text);
        CHECK_INT(gr_score_of_eval(&eval), cases[i].score);
    }
    /* Seen from the side that is mated, a mate in two turns has its one move too. */
    gr_score_to_eval(GR_MATE - 2, 0, &eval);
    CHECK_INT(eval.moves, 1);
    CHECK_INT(gr_score_of_eval(&(GrEval){.centipawns = 999999}), GR_EVAL_LIMIT);
    CHECK_INT(gr_score_of_eval(&(GrEval){.mate = true, .moves = -9999}), -GR_MATE_FOUND);
    CHECK_INT(gr_score_of_eval(&(GrEval){.mate = true}), 0);
}

static void the_table_keeps_what_it_is_given(void) {
    GrTable table = {0};
    REQUIRE(gr_table_resize(&table, 1) == 0);
    GrTableEntry in = {.move = gr_move_make(GR_DROP, 98, 99, 11, 97),
                  .score = -31999,
                  .eval = 20000,
                  .depth = 127,
                  .bound = GR_BOUND_LOWER,
                  .pv = true},
            out;
    uint64_t key = UINT64_C(0xFEDCBA9876543210);
    CHECK(!gr_table_find(&table, key, &out));
    gr_table_store(&table, key, &in);
    REQUIRE(gr_table_find(&table, key, &out));
    CHECK(out.move == in.move && out.score == in.score && out.eval == in.eval);
    CHECK(out.depth == in.depth && out.bound == in.bound && out.pv == in.pv);
    CHECK(!gr_table_find(&table, key ^ 1, &out));
    in.move = GR_NO_MOVE;
    in.eval = GR_NO_SCORE;
    gr_table_store(&table, key, &in); /* no move: the old one is kept */
    CHECK(gr_table_find(&table, key, &out) && out.move != GR_NO_MOVE && out.eval == GR_NO_SCORE);
    gr_table_forget(&table);
    CHECK(!gr_table_find(&table, key, &out));
    CHECK_INT(gr_table_fill(&table), 0);
    for (int i = 0; i < 2 * GR_TABLE_EPOCHS + 3; i++) {
        gr_table_store(&table, key, &in);
        gr_table_forget(&table);
        CHECK(!gr_table_find(&table, key, &out));
    }
    CHECK_INT(gr_table_resize(&table, SIZE_MAX), GR_ERR_MEMORY);
    CHECK_INT(gr_table_resize(&table, 0), GR_ERR_MEMORY);
    gr_table_free(&table);
}

/* However many searches a game takes, what the first of them learnt is there as long as nothing
 * has taken its place; and nothing comes back when the table has been made to forget so often that
 * its counting begins anew. */
static void the_table_forgets_only_on_request(void) {
    GrTable table = {0};
    GrTableEntry in = {.depth = 9, .bound = GR_BOUND_EXACT}, out;
    int lost = 0, back = 0;
    REQUIRE(gr_table_resize(&table, 1) == 0);
    gr_table_store(&table, 7, &in);
    for (int search = 0; search < 3000; search++) {
        gr_table_next(&table);
        lost += !gr_table_find(&table, 7, &out);
    }
    CHECK_INT(lost, 0);
    for (uint64_t n = 0; n < 5000; n++) /* all over the table, and never written again */
        gr_table_store(&table, n * UINT64_C(0x9E3779B97F4A7C15), &in);
    for (int game = 0; game < 2 * GR_TABLE_EPOCHS + 3; game++) {
        gr_table_forget(&table);
        for (uint64_t n = 0; n < 5000; n += 19)
            back += gr_table_find(&table, n * UINT64_C(0x9E3779B97F4A7C15), &out);
    }
    CHECK_INT(back, 0);
    gr_table_free(&table);
}

/* A bound takes the place of what is known of its position, unless that is of this search and more than four plies
 * deeper; an exact score always does. */
static void a_shallow_bound_replaces_no_deep_entry(void) {
    GrTable table = {0};
    GrTableEntry deep = {.depth = 12, .bound = GR_BOUND_LOWER}, near = {.depth = 8, .bound = GR_BOUND_UPPER},
                 flat = {.depth = 3, .bound = GR_BOUND_UPPER}, exact = {.depth = 2, .bound = GR_BOUND_EXACT}, out;
    REQUIRE(gr_table_resize(&table, 1) == 0);
    gr_table_store(&table, 7, &deep);
    gr_table_store(&table, 7, &flat);
    CHECK(gr_table_find(&table, 7, &out) && out.depth == 12);
    gr_table_store(&table, 7, &near);
    CHECK(gr_table_find(&table, 7, &out) && out.depth == 8);
    gr_table_store(&table, 7, &exact);
    CHECK(gr_table_find(&table, 7, &out) && out.depth == 2);
    gr_table_store(&table, 7, &deep);
    gr_table_next(&table);
    gr_table_store(&table, 7, &flat);
    CHECK(gr_table_find(&table, 7, &out) && out.depth == 3);
    gr_table_free(&table);
}

static void a_full_bucket_gives_up_its_least_entry(void) {
    GrTable table = {0};
    GrTableEntry out, deep = {.depth = 50, .bound = GR_BOUND_EXACT}, flat = {.bound = GR_BOUND_EXACT};
    REQUIRE(gr_table_resize(&table, 1) == 0);
    gr_table_store(&table, 7, &deep);
    for (uint64_t key = 8; key < 100; key++) /* the same high bits: the same bucket */
        gr_table_store(&table, key, &flat);
    CHECK(gr_table_find(&table, 7, &out));
    CHECK(gr_table_find(&table, 99, &out));
    CHECK(!gr_table_find(&table, 50, &out));
    gr_table_free(&table);
}

static void memory_that_runs_out_gives_no_evaluator(void) {
    FAIL_EACH_ALLOCATION(n, 20) {
        GrEvaluator *eval = gr_evaluator_new(gr_variants_at(variants, 0));
        fail_alloc_stop();
        gr_evaluator_free(eval);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(a_mirrored_position_has_the_mirrored_value);
    RUN(values_stay_within_their_bound);
    RUN(the_start_is_even);
    RUN(every_piece_is_worth_having);
    RUN(an_evaluation_is_the_sum_of_its_trace);
    RUN(every_table_is_used);
    RUN(a_lone_king_belongs_into_a_corner);
    RUN(reaches_end_at_blockers);
    RUN(scores_become_evaluations_and_back);
    RUN(the_table_keeps_what_it_is_given);
    RUN(the_table_forgets_only_on_request);
    RUN(a_shallow_bound_replaces_no_deep_entry);
    RUN(a_full_bucket_gives_up_its_least_entry);
    RUN(memory_that_runs_out_gives_no_evaluator);
    gr_variants_close(variants);
    return test_end();
}
