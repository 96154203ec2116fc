/* The general network learns: gradients of the rows of each game's network go back into what makes the rows. */
#include "analysis/train/general.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/general.h"
#include "analysis/study/places.h"
#include "analysis/train/learn_local.h"
#include "notation/buffer.h"
#include "rules/random.h"

#include <inttypes.h>

enum { I = GR_GENERAL_INPUTS, H = GR_GENERAL_HIDDEN, W = GR_GENERAL_WIDTH, BATCH = 8192 };

/* The general network in floating point. */
typedef struct Numbers {
    float first[H][I];
    float second[GR_GENERAL_KINDS][H][W];
    float bias[W];
    float out[GR_NET_STAGES][2][W];
    float out_bias[GR_NET_STAGES];
} Numbers;

enum { NUMBERS = sizeof(Numbers) / sizeof(float) };

typedef struct Game {
    GrLearn job; /* which the dataset points to */
    GrDataset dataset;
    GrFloatNet net;
    GrGeneralRows rows;
    float (*hidden)[H], (*back)[H]; /* of the rows' inputs, and their slopes */
    uint32_t *order;
    size_t learnt;
} Game;

typedef struct Course {
    const GrLearn *job;
    Game *game;
    size_t games;
    Numbers *now, *gradient, *mean, *square;
    uint64_t steps;
    GrGeneralState state;
    GrError *error;
} Course;

/* ---- rows, and back ---- */

static void hidden_of(const Numbers *n, const int8_t *input, float hidden[H]) {
    float in[I];
    for (int i = 0; i < I; i++)
        in[i] = (float)input[i] / GR_GENERAL_ONE;
    for (int h = 0; h < H; h++) {
        float sum = 0;
        for (int i = 0; i < I; i++)
            sum += n->first[h][i] * in[i];
        hidden[h] = sum > 0 ? sum : 0;
    }
}

/* Makes the network of a game what the numbers come to; the hidden neurons of its inputs are kept for trace_net. */
static void make_net(const Numbers *n, Game *game) {
    float *row = game->net.weight;
    const GrGeneralRows *rows = &game->rows;
    memset(row, 0, game->net.rows * W * sizeof *row);
    for (int i = 0; i < rows->inputs; i++)
        hidden_of(n, rows->input[i], game->hidden[i]);
    for (int r = 0; r < rows->count; r++, row += W) {
        const float *hidden = game->hidden[rows->from[r]];
        if (rows->kind[r] == GR_GENERAL_NOTHING)
            continue;
        for (int h = 0; h < H; h++)
            for (int w = 0; w < W && hidden[h] > 0; w++)
                row[w] += n->second[rows->kind[r]][h][w] * hidden[h];
    }
    memcpy(row, n->bias, sizeof n->bias);
    memcpy(row + W, n->out, sizeof n->out);
    memcpy(row + W + sizeof n->out / sizeof(float), n->out_bias, sizeof n->out_bias);
}

/* Adds what the slope of a row's weights says of the numbers that made it; what it says of the hidden neurons goes to
 * `back`. */
static void trace_row(const Numbers *n, int kind, const float *hidden, const float *slope, Numbers *gradient, float *back) {
    for (int h = 0; h < H; h++) {
        if (hidden[h] <= 0)
            continue;
        float sum = 0;
        for (int w = 0; w < W; w++) {
            gradient->second[kind][h][w] += hidden[h] * slope[w];
            sum += n->second[kind][h][w] * slope[w];
        }
        back[h] += sum;
    }
}

static void trace_input(const int8_t *input, const float *back, Numbers *gradient) {
    for (int h = 0; h < H; h++)
        for (int i = 0; i < I && back[h] != 0; i++)
            gradient->first[h][i] += back[h] * (float)input[i] / GR_GENERAL_ONE;
}

static void trace_net(const Numbers *n, Game *game, Numbers *gradient) {
    const float *slope = game->net.gradient[0];
    const GrGeneralRows *rows = &game->rows;
    memset(game->back, 0, (size_t)rows->inputs * sizeof *game->back);
    for (int r = 0; r < rows->count; r++, slope += W)
        if (rows->kind[r] != GR_GENERAL_NOTHING)
            trace_row(n, rows->kind[r], game->hidden[rows->from[r]], slope, gradient, game->back[rows->from[r]]);
    for (int i = 0; i < rows->inputs; i++)
        trace_input(rows->input[i], game->back[i], gradient);
    float *more[] = {gradient->bias, &gradient->out[0][0][0], gradient->out_bias};
    const size_t count[] = {W, 2 * W * GR_NET_STAGES, GR_NET_STAGES};
    for (int part = 0; part < 3; part++)
        for (size_t i = 0; i < count[part]; i++)
            more[part][i] += *slope++;
}

/* ---- steps ---- */

static float uniform(uint64_t *random, double bound) {
    return (float)(bound * ((double)(gr_random(random) >> 11) / (double)(UINT64_C(1) << 52) - 1));
}

static void set_first(Numbers *n, uint64_t seed) {
    for (int h = 0; h < H; h++)
        for (int i = 0; i < I; i++)
            n->first[h][i] = uniform(&seed, sqrt(3.0 / I) * 2);
    for (int kind = 0; kind < GR_GENERAL_KINDS; kind++)
        for (int h = 0; h < H; h++)
            for (int w = 0; w < W; w++)
                n->second[kind][h][w] = uniform(&seed, 0.03);
    for (int w = 0; w < W; w++) {
        n->bias[w] = 0.3F;
        for (int view = 0; view < 2; view++) {
            float out = uniform(&seed, 1 / sqrt(W));
            for (int stage = 0; stage < GR_NET_STAGES; stage++)
                n->out[stage][view][w] = out;
        }
    }
}

/* Adam, as of gr_float_net_step. */
static void step(Course *c, double rate, double decay, size_t count) {
    const float keep_mean = 0.9F, keep_square = 0.999F, share = 1 / (float)count;
    const float most = (float)GR_NET_OUT_MOST / GR_NET_OUT;
    float *now = &c->now->first[0][0], *gradient = &c->gradient->first[0][0];
    float *mean = &c->mean->first[0][0], *square = &c->square->first[0][0];
    c->steps++;
    float by = (float)(rate * sqrt(1 - pow((double)keep_square, (double)c->steps)) /
                       (1 - pow((double)keep_mean, (double)c->steps)));
    size_t rows = offsetof(Numbers, bias) / sizeof(float), outs = offsetof(Numbers, out) / sizeof(float);
    for (size_t i = 0; i < NUMBERS; i++) {
        float g = gradient[i] * share;
        mean[i] = keep_mean * mean[i] + (1 - keep_mean) * g;
        square[i] = keep_square * square[i] + (1 - keep_square) * g * g;
        now[i] *= i < rows ? (float)(1 - rate * decay) : 1;
        now[i] -= by * mean[i] / (sqrtf(square[i]) + 1e-8F);
        if (i >= outs && i < offsetof(Numbers, out_bias) / sizeof(float))
            now[i] = now[i] > most ? most : now[i] < -most ? -most : now[i];
    }
}

/* ---- games ---- */

static int read_game(Course *c, const GrRules *rules) {
    Game *game = &c->game[c->games];
    GrError why;
    game->job = *c->job;
    game->job.rules = rules;
    game->job.width = W;
    game->job.zones = 1;
    game->job.danger = true;
    game->job.start = NULL;
    game->dataset = (GrDataset){.job = &game->job, .error = &why};
    int code = gr_dataset_read(&game->dataset);
    if (code == GR_ERR_NOT_FOUND || (code == 0 && game->dataset.tests == 0)) {
        gr_dataset_free(&game->dataset);
        return 0;
    }
    c->games++;
    if (code != 0)
        return gr_fail(c->error, code, "%s", why.text);
    game->learnt = game->dataset.count - game->dataset.tests;
    game->order = malloc(game->dataset.count * sizeof *game->order);
    if (!game->order || gr_float_net_make(&game->net, &game->dataset.features, W, 1) ||
        gr_general_rows(rules, &game->dataset.features, &game->rows))
        return gr_no_memory(c->error);
    game->hidden = calloc((size_t)game->rows.inputs, sizeof *game->hidden);
    game->back = calloc((size_t)game->rows.inputs, sizeof *game->back);
    if (!game->hidden || !game->back)
        return gr_no_memory(c->error);
    for (size_t i = 0; i < game->dataset.count; i++)
        game->order[i] = (uint32_t)i;
    return 0;
}

static double test(const Course *c, Game *game) {
    make_net(c->now, game);
    return gr_float_net_learn(&game->net, &game->dataset, game->order + game->learnt, game->dataset.tests, -1) /
           (double)game->dataset.tests;
}

static int read_games(Course *c) {
    size_t most = gr_db_variants(c->job->db);
    c->game = calloc(most + 1, sizeof *c->game);
    c->state.learnt = calloc(most + 1, sizeof *c->state.learnt);
    if (!c->game || !c->state.learnt)
        return gr_no_memory(c->error);
    for (size_t n = 0; n < most; n++) {
        const GrRules *rules = gr_db_variant(c->job->db, n);
        int code = rules && gr_general_knows(gr_variant(rules)) ? read_game(c, rules) : 0;
        if (code != 0)
            return code;
    }
    for (size_t n = 0; n < c->games; n++)
        c->state.learnt[n] = (GrGeneralLearnt){gr_variant(c->game[n].job.rules), c->game[n].learnt,
                                               test(c, &c->game[n]), 0};
    c->state.games = c->games;
    return c->games ? 0 : gr_fail(c->error, GR_ERR_NOT_FOUND, "too few positions with a score and a result");
}

/* ---- epochs ---- */

/* A batch: of one game, from its place in that game's order on. */
typedef struct Portion {
    uint32_t game, at;
} Portion;

static void learn_portion(Course *c, const Portion *portion, double share) {
    Game *game = &c->game[portion->game];
    size_t left = game->learnt - portion->at, count = left < BATCH ? left : BATCH;
    make_net(c->now, game);
    memset(c->gradient, 0, sizeof *c->gradient);
    c->state.loss += gr_float_net_learn(&game->net, &game->dataset, game->order + portion->at, count, 0);
    trace_net(c->now, game, c->gradient);
    step(c, gr_learn_rate(c->job, share), c->job->decay, count);
}

static size_t make_portions(Course *c, Portion *portion) {
    size_t count = 0;
    for (size_t n = 0; n < c->games; n++) {
        uint64_t random = c->job->seed * 1000003 + (uint64_t)c->state.epoch * 997 + n;
        gr_shuffle(c->game[n].order, c->game[n].learnt, &random);
        for (size_t at = 0; at < c->game[n].learnt; at += BATCH)
            portion[count++] = (Portion){(uint32_t)n, (uint32_t)at};
    }
    return count;
}

static int run_epoch(Course *c, Portion *portion, uint32_t *order) {
    size_t count = make_portions(c, portion), positions = 0;
    uint64_t random = c->job->seed + (uint64_t)c->state.epoch;
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    gr_shuffle(order, count, &random);
    c->state.loss = 0;
    for (size_t i = 0; i < count; i++) {
        if (!gr_place_wait(&(GrPlaces){c->job->places, c->job->stop, c->job->user}, 0))
            return gr_fail(c->error, GR_ERR_STOPPED, "stopped");
        learn_portion(c, &portion[order[i]], (c->state.epoch + (double)i / (double)count) / c->job->epochs);
        positions += BATCH;
        if (c->job->learning)
            c->job->learning(c->job->user, ((uint64_t)c->state.epoch * count + i + 1) * BATCH,
                             (uint64_t)c->job->epochs * count * BATCH);
    }
    c->state.epoch++;
    c->state.loss /= (double)positions;
    for (size_t n = 0; n < c->games; n++)
        c->state.learnt[n].last = test(c, &c->game[n]);
    return 0;
}

static int run_epochs(Course *c, void (*done)(void *user, const GrGeneralState *state)) {
    size_t most = 0;
    for (size_t n = 0; n < c->games; n++)
        most += c->game[n].learnt / BATCH + 1;
    Portion *portion = calloc(most, sizeof *portion);
    uint32_t *order = calloc(most, sizeof *order);
    int code = portion && order ? 0 : gr_no_memory(c->error);
    while (code == 0 && c->state.epoch < c->job->epochs) {
        code = run_epoch(c, portion, order);
        if (code == 0 && done)
            done(c->job->user, &c->state);
    }
    free(portion);
    free(order);
    return code;
}

/* ---- whole numbers ---- */

static void round_all(const Course *c, GrGeneral *general) {
    const Numbers *n = c->now;
    double scale = 0;
    memset(general, 0, sizeof *general);
    for (int h = 0; h < H; h++) {
        for (int i = 0; i < I; i++)
            general->first[h][i] = gr_learn_rounded(n->first[h][i], GR_GENERAL_FIRST, INT16_MAX);
        for (int kind = 0; kind < GR_GENERAL_KINDS; kind++)
            for (int w = 0; w < W; w++)
                general->second[kind][w][h] = gr_learn_rounded(n->second[kind][h][w], GR_GENERAL_SECOND, GR_GENERAL_SECOND_MOST);
    }
    for (int w = 0; w < W; w++)
        general->bias[w] = gr_learn_rounded(n->bias[w], GR_NET_ONE, INT16_MAX);
    for (int stage = 0; stage < GR_NET_STAGES; stage++) {
        for (int w = 0; w < 2 * W; w++)
            general->out[stage][w / W][w % W] = gr_learn_rounded(n->out[stage][w / W][w % W], GR_NET_OUT, GR_NET_OUT_MOST);
        general->out_bias[stage] = (int32_t)lroundf(n->out_bias[stage] * GR_NET_ONE * GR_NET_OUT);
    }
    for (size_t g = 0; g < c->games; g++)
        scale += c->game[g].dataset.scale / (double)c->games;
    general->scale = (int32_t)lround(scale * 256);
}

static int write_file(const Course *c, const char *recipe, void **bytes, size_t *size) {
    GrGeneral *general = malloc(sizeof *general);
    GrBuffer text;
    gr_buffer_init(&text);
    gr_buffer_puts(&text, recipe);
    for (size_t i = 0; i < c->games; i++)
        gr_buffer_printf(&text, "%s: %" PRIu64 " positions, error %.6f\n", c->state.learnt[i].variant->name,
                         c->state.learnt[i].positions, c->state.learnt[i].last);
    int code = general && !text.failed ? 0 : gr_no_memory(c->error);
    if (code == 0) {
        round_all(c, general);
        code = gr_general_write(general, text.data, bytes, size, c->error);
    }
    gr_buffer_free(&text);
    free(general);
    return code;
}

static void free_all(Course *c) {
    for (size_t n = 0; n < c->games; n++) {
        gr_dataset_free(&c->game[n].dataset);
        gr_float_net_free(&c->game[n].net);
        gr_general_rows_free(&c->game[n].rows);
        free(c->game[n].hidden);
        free(c->game[n].back);
        free(c->game[n].order);
    }
    free(c->game);
    free(c->state.learnt);
    free(c->now);
    free(c->gradient);
    free(c->mean);
    free(c->square);
}

int gr_learn_general(const GrLearn *job, void (*done)(void *user, const GrGeneralState *state), const char *recipe,
                     void **bytes, size_t *size, GrError *error) {
    GrError own;
    Course c = {.job = job, .error = error ? error : &own, .state = {.epochs = job->epochs}};
    c.now = calloc(1, sizeof *c.now);
    c.gradient = calloc(1, sizeof *c.gradient);
    c.mean = calloc(1, sizeof *c.mean);
    c.square = calloc(1, sizeof *c.square);
    int code = c.now && c.gradient && c.mean && c.square ? 0 : gr_no_memory(c.error);
    if (code == 0) {
        set_first(c.now, job->seed);
        code = read_games(&c);
    }
    if (code == 0)
        code = run_epochs(&c, done);
    if (code == 0)
        code = write_file(&c, recipe, bytes, size);
    free_all(&c);
    return code;
}
