/* Positions of games as a network sees them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/evaluate.h"
#include "analysis/train/learn_local.h"
#include "notation/room.h"

enum {
    FEWEST = 1000,      /* positions that are worth learning from */
    MOST_FEATURES = 255 /* of a view of an example */
};

/* ---- taking positions ---- */

static int grow(GrDataset *l) {
    if (!gr_room(&l->example, l->count, 1, &l->cap, sizeof *l->example))
        return gr_no_memory(l->error);
    if (l->room - l->used < 2 * GR_FEATURES_MOST) {
        size_t room = l->room ? 2 * l->room : 1 << 20;
        uint16_t *grown = realloc(l->feature, room * sizeof *grown);
        if (!grown)
            return gr_no_memory(l->error);
        l->feature = grown;
        l->room = room;
    }
    return 0;
}

static int clip(GrScore score) {
    return score > 30000 ? 30000 : score < -30000 ? -30000 : score;
}

static int take(void *user, const GrSample *sample) {
    GrDataset *l = user;
    int code = grow(l);
    if (code != 0 || sample->points < 0)
        return code;
    GrExample *example = &l->example[l->count];
    *example = (GrExample){.at = l->used, .score = (int16_t)clip(sample->score),
                            .stage = (uint8_t)gr_net_stage(sample->pos)};
    example->points = (int8_t)sample->points;
    example->turn = sample->pos->turn;
    example->test = sample->game % GR_LEARN_TEST == 0;
    example->last = true;
    int turn = sample->pos->turn, count[2];
    count[0] = gr_features_list(&l->features, sample->pos, turn, l->feature + l->used);
    count[1] = gr_features_list(&l->features, sample->pos, !turn, l->feature + l->used + count[0]);
    if (count[0] > MOST_FEATURES || count[1] > MOST_FEATURES)
        return 0;
    example->count[0] = (uint8_t)count[0];
    example->count[1] = (uint8_t)count[1];
    if (l->count > 0 && l->game == sample->game)
        example[-1].last = false;
    l->game = sample->game;
    l->used += (size_t)(count[0] + count[1]);
    l->count++;
    return 0;
}

static void on_reading(void *user, uint64_t games, uint64_t total) {
    const GrDataset *l = user;
    if (l->job->reading)
        l->job->reading(l->job->user, games, total);
}

static bool on_stop(void *user) {
    const GrDataset *l = user;
    return l->job->stop && l->job->stop(l->job->user);
}

/* Those to test on go to the end. */
static void put_tests_apart(GrDataset *l) {
    size_t kept = 0;
    for (size_t i = 0; i < l->count; i++) {
        if (l->example[i].test)
            continue;
        GrExample swapped = l->example[kept];
        l->example[kept++] = l->example[i];
        l->example[i] = swapped;
    }
    l->tests = l->count - kept;
}

/* ---- features that occur ---- */

/* Leaves out the blocks of which neither a position has a feature nor the initial network, and renumbers the
 * rest. */
static int drop_blocks(GrDataset *l) {
    const GrVariant *variant = gr_variant(l->job->rules);
    GrFeatures all = l->features;
    uint16_t *fresh = calloc(all.count, sizeof *fresh);
    if (!fresh)
        return gr_no_memory(l->error);
    for (size_t i = 0; i < l->used; i++)
        fresh[l->feature[i]] = 1;
    l->blocks = 0;
    for (int b = 0; l->start && b < GR_FEATURE_BLOCKS; b++)
        l->blocks |= (uint64_t)(l->start->features.block[b] != GR_NO_FEATURE) << gr_feature_bit(b);
    for (int b = 0; b < GR_FEATURE_BLOCKS; b++) {
        int count = all.block[b] == GR_NO_FEATURE ? 0 : gr_features_in_block(&all, b);
        for (int zone = 0; zone < gr_features_zones(&all, b); zone++)
            for (int f = 0; f < count; f++)
                l->blocks |= (uint64_t)fresh[all.block[b] + zone * all.zone_size + f] << gr_feature_bit(b);
    }
    gr_features_make(&l->features, variant, l->blocks, all.zones);
    memcpy(l->features.lesser, all.lesser, sizeof all.lesser);
    for (int b = 0; b < GR_FEATURE_BLOCKS; b++) {
        int count = l->features.block[b] == GR_NO_FEATURE ? 0 : gr_features_in_block(&all, b);
        for (int zone = 0; zone < gr_features_zones(&all, b); zone++)
            for (int f = 0; f < count; f++)
                fresh[all.block[b] + zone * all.zone_size + f] =
                    (uint16_t)(l->features.block[b] + zone * l->features.zone_size + f);
    }
    for (size_t i = 0; i < l->used; i++)
        l->feature[i] = fresh[l->feature[i]];
    free(fresh);
    return 0;
}

/* ---- the scale ---- */

enum { BIN = 10, BINS = 301 }; /* centipawns; scores from -1500 to 1500 */

/* Minus the mean log-likelihood of the results, if a score predicts logistic(score / scale). */
static double misfit(double bins[BINS][2], double scale) {
    double sum = 0;
    for (int i = 0; i < BINS; i++) {
        double x = (i - BINS / 2) * BIN / scale;
        sum += bins[i][1] * log1p(exp(-x)) + (bins[i][0] - bins[i][1]) * log1p(exp(x));
    }
    return sum;
}

/* The scale that fits the results best, by golden sections (J. Kiefer, 1953) of its logarithm. */
static double fit_scale(const GrDataset *l) {
    double bins[BINS][2] = {{0}}; /* positions, points */
    const double golden = 0.6180339887498949;
    for (size_t i = 0; i < l->count; i++) {
        int bin = l->example[i].score / BIN + BINS / 2;
        if (bin < 0 || bin >= BINS)
            continue;
        bins[bin][0] += 1;
        bins[bin][1] += l->example[i].points / 2.0;
    }
    double low = log(50), high = log(2000);
    for (int i = 0; i < 40; i++) {
        double a = high - golden * (high - low), b = low + golden * (high - low);
        if (misfit(bins, exp(a)) < misfit(bins, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}

/* ---- targets ---- */

/* From the last position of each game to the first; shares and courses are White's. */
static void set_targets(GrDataset *l) {
    double course = 0;
    for (size_t i = l->count; i-- > 0;) {
        GrExample *example = &l->example[i];
        bool black = example->turn == GR_BLACK;
        double share = 1 / (1 + exp(-example->score / l->scale)), points = example->points / 2.0;
        if (example->last)
            course = black ? 1 - points : points;
        course = (1 - l->job->lambda) * (black ? 1 - share : share) + l->job->lambda * course;
        example->target = (float)(l->job->blend * share + (1 - l->job->blend) * (black ? 1 - course : course));
    }
}

/* ---- all of it ---- */

enum { CLEARLY = 50 }; /* centipawns */

/* Which types are worth less than others: as the network to begin with has it, or else the evaluation by hand. */
static int know_lesser(GrDataset *l) {
    uint32_t *lesser = l->features.lesser;
    int types = gr_variant(l->job->rules)->types;
    if (l->start && gr_features_have_danger(&l->start->features)) {
        memcpy(lesser, l->start->features.lesser, sizeof l->features.lesser);
        return 0;
    }
    GrEvaluator *eval = gr_evaluator_new(l->job->rules);
    if (!eval)
        return GR_ERR_MEMORY;
    for (int type = GR_KING + 1; type <= types; type++)
        for (int other = GR_KING + 1; other <= types; other++)
            if (gr_value_of(eval, other) + CLEARLY < gr_value_of(eval, type))
                lesser[type] |= 1U << other;
    gr_evaluator_free(eval);
    return 0;
}

int gr_dataset_read(GrDataset *l) {
    const GrLearn *job = l->job;
    gr_features_make(&l->features, gr_variant(job->rules), job->danger ? ~UINT64_C(0) : ~GR_DANGER_BLOCK, job->zones);
    if (know_lesser(l) != 0)
        return gr_no_memory(l->error);
    GrSampling sampling = {.db = job->db, .rules = job->rules, .take = take, .stop = on_stop,
                           .progress = on_reading, .user = l};
    int code = gr_samples_each(&sampling, l->error);
    if (code != 0)
        return code;
    if (l->count < FEWEST)
        return gr_fail(l->error, GR_ERR_NOT_FOUND, "%zu positions with a score and a result: %d are needed",
                       l->count, FEWEST);
    l->scale = job->unit > 0 ? job->unit : fit_scale(l);
    set_targets(l);
    put_tests_apart(l);
    return drop_blocks(l);
}

void gr_dataset_free(GrDataset *l) {
    free(l->example);
    free(l->feature);
    l->example = NULL;
    l->feature = NULL;
}
