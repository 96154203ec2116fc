/* Fitting the evaluation: known weights are found again, whatever the number of threads. */
#include <math.h>

#include "analysis/engine/evaluate_local.h"
#include "analysis/train/tune.h"
#include "rules/fen.h"
#include "rules/random.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;

enum { GAMES = 500, EPOCHS = 40 };

/* Adds positions of random games, with scores of the evaluation `truth` and results that it foretells. */
static int add_games(GrTuner *tuner, const GrEvaluator *truth, int games, GrError *error) {
    GrMoveList *list = malloc(sizeof *list);
    uint64_t random = 5;
    int code = list ? 0 : GR_ERR_MEMORY;
    for (int game = 1; game <= games && code == 0; game++) {
        GrPosition pos;
        gr_start(truth->rules, &pos);
        for (int ply = 0; ply < 120 && code == 0; ply++) {
            gr_moves(&pos, list);
            if (list->count == 0)
                break;
            gr_play(&pos, list->move[gr_random(&random) % list->count]);
            GrScore score = gr_evaluate(truth, &pos);
            double chance = 1 / (1 + exp(-score / 200.0));
            int points = (double)(gr_random(&random) % 10000) < chance * 10000 ? 2 : 0;
            code = gr_tuner_add(tuner, &pos, score, points, game, error);
        }
    }
    free(list);
    return code;
}

/* Weights with another knight, mobility and centre than those that the fit begins with. */
static void change(GrWeights *weights, int knight) {
    weights->weight[GR_W_VALUE + knight].phase[GR_MIDGAME] = 230;
    weights->weight[GR_W_VALUE + knight].phase[GR_ENDGAME] = 410;
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++)
            weights->weight[GR_W_SQUARE + knight * GR_MAX_SQUARES + 8 * rank + file] =
                (GrWeight){{(int16_t)(5 * rank - 20), (int16_t)(20 - 5 * rank)}};
    weights->weight[GR_W_TEMPO] = (GrWeight){{40, 40}};
}

typedef struct Made {
    GrEvaluator *start, *truth;
    GrTuner *tuner;
    int knight;
} Made;

static bool make(Made *made, int games) {
    const GrRules *chess = gr_variants_find(variants, "chess");
    GrError error;
    made->start = gr_evaluator_new(chess);
    made->truth = gr_evaluator_new(chess);
    made->knight = gr_type_of_letter(gr_variant(chess), 'N');
    if (!made->start || !made->truth)
        return false;
    GrWeights weights = made->start->weights;
    change(&weights, made->knight);
    gr_evaluator_set(made->truth, &weights);
    made->tuner = gr_tuner_new(made->start);
    return made->tuner && add_games(made->tuner, made->truth, games, &error) == 0;
}

static void unmake(Made *made) {
    gr_tuner_free(made->tuner);
    gr_evaluator_free(made->start);
    gr_evaluator_free(made->truth);
}

static unsigned epochs_seen;

static void count_epoch(void *user, unsigned epoch, double loss, double test) {
    (void)user;
    CHECK_INT(epoch, ++epochs_seen);
    CHECK(loss > 0 && test > 0 && loss < 1 && test < 1);
}

static bool stop_soon(void *user) {
    return --*(int *)user == 0;
}

static int difference(const GrWeights *a, const GrWeights *b, int index, int phase) {
    return abs(a->weight[index].phase[phase] - b->weight[index].phase[phase]);
}

static void known_weights_are_found_again(void) {
    Made made;
    GrTuning job = {.results = 0, .spread = 100, .epochs = EPOCHS, .seed = 1, .threads = 2,
                    .progress = count_epoch};
    GrWeights weights;
    GrTuned tuned;
    GrError error;
    epochs_seen = 0;
    REQUIRE(make(&made, GAMES));
    REQUIRE(gr_tuner_fit(made.tuner, &job, &weights, &tuned, &error) == 0);
    CHECK_INT(epochs_seen, EPOCHS);
    CHECK(tuned.samples > 8 * tuned.tests && tuned.tests > tuned.samples / 16);
    CHECK(tuned.scale > 170 && tuned.scale < 230);
    CHECK(tuned.after < tuned.before);
    /* A knight's worth on a square is its value, the square's, and the mean of its mobility, which the
     * fit moves to the value: so squares are compared by how they differ. */
    const GrWeights *truth = &made.truth->weights;
    int squares = GR_W_SQUARE + made.knight * GR_MAX_SQUARES, c3 = squares + 18, c6 = squares + 42;
    int found = weights.weight[c6].phase[GR_MIDGAME] - weights.weight[c3].phase[GR_MIDGAME];
    int wanted = truth->weight[c6].phase[GR_MIDGAME] - truth->weight[c3].phase[GR_MIDGAME];
    CHECK(abs(found - wanted) <= 4);
    /* Random games have few endgames: they say the direction. */
    found = weights.weight[c6].phase[GR_ENDGAME] - weights.weight[c3].phase[GR_ENDGAME];
    const GrWeights *start = &made.start->weights;
    CHECK(found < start->weight[c6].phase[GR_ENDGAME] - start->weight[c3].phase[GR_ENDGAME]);
    CHECK(difference(&weights, truth, GR_W_TEMPO, GR_MIDGAME) <= 3);
    int knight = GR_W_VALUE + made.knight;
    CHECK(weights.weight[knight].phase[GR_ENDGAME] - weights.weight[knight].phase[GR_MIDGAME] > 100);
    unmake(&made);
}

/* What follows from the results alone, which are noisy. */
static void results_alone_say_it_too(void) {
    Made made;
    GrTuning job = {.results = 1, .spread = 30, .epochs = 20, .seed = 1, .threads = 1};
    GrWeights weights;
    GrTuned tuned;
    GrError error;
    REQUIRE(make(&made, GAMES));
    REQUIRE(gr_tuner_fit(made.tuner, &job, &weights, &tuned, &error) == 0);
    CHECK(tuned.after < tuned.before);
    CHECK(weights.weight[GR_W_TEMPO].phase[GR_MIDGAME] > 25);
    unmake(&made);
}

static void threads_do_not_change_the_result(void) {
    Made made;
    GrWeights one, three;
    GrTuned tuned;
    GrError error;
    GrTuning job = {.results = 0.5, .spread = 30, .epochs = 3, .seed = 9, .threads = 1};
    REQUIRE(make(&made, 60));
    REQUIRE(gr_tuner_fit(made.tuner, &job, &one, &tuned, &error) == 0);
    job.threads = 3;
    REQUIRE(gr_tuner_fit(made.tuner, &job, &three, &tuned, &error) == 0);
    CHECK(memcmp(&one, &three, sizeof one) == 0);
    job.seed = 10;
    REQUIRE(gr_tuner_fit(made.tuner, &job, &three, &tuned, &error) == 0);
    CHECK(memcmp(&one, &three, sizeof one) != 0);
    unmake(&made);
}

static void what_cannot_be_fitted_is_refused(void) {
    Made made;
    GrWeights weights;
    GrTuned tuned;
    GrError error;
    int left = 3;
    GrTuning job = {.results = 0.5, .spread = 30, .epochs = 5, .seed = 9, .threads = 1};
    REQUIRE(make(&made, 0));
    CHECK_INT(gr_tuner_fit(made.tuner, &job, &weights, &tuned, &error), GR_ERR_NOT_FOUND);
    /* A position that is won says nothing. */
    GrPosition pos;
    gr_start(made.start->rules, &pos);
    CHECK_INT(gr_tuner_add(made.tuner, &pos, 900, 1, 1, &error), 0);
    CHECK_INT(gr_tuner_add(made.tuner, &pos, -900, 1, 1, &error), 0);
    REQUIRE(gr_fen_read(made.start->rules, "8/8/8/3k4/8/3K4/8/7R w - - 0 1", &pos, NULL) == 0);
    CHECK_INT(gr_tuner_add(made.tuner, &pos, 500, 1, 1, &error), 0);
    CHECK_INT(gr_tuner_fit(made.tuner, &job, &weights, &tuned, &error), GR_ERR_NOT_FOUND);
    CHECK_INT(tuned.samples + tuned.tests, 0);
    CHECK_INT(add_games(made.tuner, made.truth, 40, &error), 0);
    job.stop = stop_soon;
    job.user = &left;
    CHECK_INT(gr_tuner_fit(made.tuner, &job, &weights, &tuned, &error), GR_ERR_STOPPED);
    CHECK_INT(left, 0);
    unmake(&made);
}

static void memory_may_run_out(void) {
    GrEvaluator *start = gr_evaluator_new(gr_variants_find(variants, "chess"));
    GrTuning job = {.results = 0.5, .spread = 30, .epochs = 1, .seed = 9, .threads = 1};
    REQUIRE(start);
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrError error = {0};
        GrWeights weights;
        GrTuned tuned;
        GrTuner *tuner = gr_tuner_new(start);
        int code = tuner ? add_games(tuner, start, 30, &error) : GR_ERR_MEMORY;
        if (code == 0)
            code = gr_tuner_fit(tuner, &job, &weights, &tuned, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_tuner_free(tuner);
    }
    gr_evaluator_free(start);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(known_weights_are_found_again);
    RUN(results_alone_say_it_too);
    RUN(threads_do_not_change_the_result);
    RUN(what_cannot_be_fitted_is_refused);
    RUN(memory_may_run_out);
    gr_variants_close(variants);
    return test_end();
}
