/* From counts and records to figures with intervals. */
#include "analysis/report/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number of a game; NAN: it does not count. */
typedef double (*Value)(const GrRecord *record, int which);

static double result_is(const GrRecord *r, int which) {
    return r->result == which;
}

static double end_is(const GrRecord *r, int which) {
    return r->end == which;
}

static double is_decisive(const GrRecord *r, int which) {
    (void)which;
    return r->result == GR_WHITE_WINS || r->result == GR_BLACK_WINS;
}

static double is_finished(const GrRecord *r, int which) {
    (void)which;
    return r->result != GR_RESULT_NONE;
}

static double score_of(const GrRecord *r, int side) {
    if (r->result == GR_RESULT_NONE)
        return NAN;
    if (r->result == GR_DRAW)
        return 0.5;
    return (r->result == GR_WHITE_WINS) == (side == GR_WHITE);
}

/* Of games with a result: the others were broken off. */
static double plies_of(const GrRecord *r, int which) {
    (void)which;
    return r->result == GR_RESULT_NONE ? NAN : (double)r->plies;
}

static double moves_of(const GrRecord *r, int which) {
    (void)which;
    return r->result == GR_RESULT_NONE ? NAN : (double)r->moves;
}

static double branching_of(const GrRecord *r, int which) {
    (void)which;
    return r->plies ? r->branching : NAN;
}

static double repeated_of(const GrRecord *r, int which) {
    (void)which;
    return r->plies ? r->repeated : NAN;
}

static double repeats(const GrRecord *r, int which) {
    (void)which;
    return r->plies ? r->repeated > 0 : NAN;
}

/* The winner has turned a game if its chance had been below this. */
static const float TURNED = 1.0F / 3;

enum { DRAMA, BEHIND, LEAD_CHANGES, UNCERTAINTY, SWING, DECIDED, OPEN };

static double dynamics_of(const GrRecord *r, int which) {
    if (!r->judged || (!r->won && which != LEAD_CHANGES && which != UNCERTAINTY && which < OPEN))
        return NAN;
    switch (which) {
    case DRAMA: return r->drama;
    case BEHIND: return r->worst < TURNED;
    case LEAD_CHANGES: return r->lead_changes;
    case UNCERTAINTY: return r->uncertainty;
    case SWING: return r->swing;
    case DECIDED: return r->decided;
    default: return r->open[which - OPEN] < 0 ? NAN : r->open[which - OPEN];
    }
}

/* Sums over clusters, which stand next to each other. */
static GrClusterSums sum_up(const GrRecords *records, Value value, int which) {
    GrClusterSums sums = {0};
    double n = 0, x = 0, squares = 0;
    for (size_t i = 0; i < records->count; i++) {
        double v = value(&records->record[i], which);
        if (!isnan(v)) {
            n++;
            x += v;
            squares += v * v;
        }
        if (i + 1 == records->count || records->record[i + 1].cluster != records->record[i].cluster) {
            gr_cluster_add(&sums, n, x, squares);
            n = x = squares = 0;
        }
    }
    return sums;
}

/* The mean of numbers from 0 to `most`, beyond which no interval reaches. */
static GrEstimate mean(const GrRecords *records, Value value, int which, double most) {
    GrClusterSums sums = sum_up(records, value, which);
    GrEstimate e = gr_cluster_mean(&sums);
    e.low = fmax(0, e.low);
    e.high = fmin(most, e.high);
    return e;
}

/* The score x / n of all games, with the interval that clusters in the records suggest. */
static GrEstimate score(const GrFigures *f, int side, double x, double n) {
    GrClusterSums sums = sum_up(&f->report->records, score_of, side);
    GrEstimate e = gr_cluster_share(&sums);
    return sums.n > 0 && n > 0 ? gr_wilson(x / n, e.weight * n / sums.n) : e;
}

/* Likewise how often something happened, x times in n games. */
static GrEstimate rate(const GrFigures *f, Value value, int which, double x, double n) {
    GrClusterSums sums = sum_up(&f->report->records, value, which);
    return n > 0 ? gr_cluster_rate(&sums, x / n, n) : (GrEstimate){0};
}

/* Likewise where the records are all that is known. */
static GrEstimate rate_of_records(const GrFigures *f, Value value, int which) {
    GrClusterSums sums = sum_up(&f->report->records, value, which);
    return sums.n > 0 ? gr_cluster_rate(&sums, sums.x / sums.n, sums.n) : (GrEstimate){0};
}

static void measure_results(GrFigures *f) {
    const GrVariantStats *v = f->report->stats.variant[0];
    const GrRecords *records = &f->report->records;
    double all = f->games, known = all - (double)v->result[GR_RESULT_NONE];
    int first = gr_variant(f->report->rules)->first;
    double wins = (double)v->result[GR_WHITE_WINS] + (double)v->result[GR_BLACK_WINS];
    double own = (double)v->result[first == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS];
    GrClusterSums scores = sum_up(records, score_of, first);
    f->effect = gr_cluster_effect(&scores);
    f->first = score(f, first, own + (double)v->result[GR_DRAW] / 2, known);
    if (!(known > 0))
        f->first = (GrEstimate){0};
    for (int i = 0; i < 4; i++)
        f->result[i] = rate(f, result_is, i, (double)v->result[i], all);
    for (int i = 0; i < GR_ENDS; i++)
        f->end[i] = rate(f, end_is, i, (double)v->end[i], all);
    f->decisive = rate(f, is_decisive, 0, wins, all);
    f->finished = rate(f, is_finished, 0, known, all);
    f->stalemate = f->end[GR_END_STALEMATE];
}

static int compare_numbers(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

/* The five numbers: ends, quarters, median. */
static int spread(const GrRecords *records, Value value, double five[5]) {
    size_t n = 0;
    double *list = malloc((records->count + 1) * sizeof *list);
    if (!list)
        return GR_ERR_MEMORY;
    for (size_t i = 0; i < records->count; i++)
        if (!isnan(list[n] = value(&records->record[i], 0)))
            n++;
    qsort(list, n, sizeof *list, compare_numbers);
    for (size_t i = 0; i < 5; i++)
        five[i] = n ? list[(n - 1) * i / 4] : 0;
    free(list);
    return 0;
}

static void measure_play(GrFigures *f) {
    const GrRecords *records = &f->report->records;
    f->plies = mean(records, plies_of, 0, INFINITY);
    f->moves = mean(records, moves_of, 0, INFINITY);
    f->branching = mean(records, branching_of, 0, INFINITY);
    f->repeated = mean(records, repeated_of, 0, 1);
    f->repeating = rate_of_records(f, repeats, 0);
    f->drama = mean(records, dynamics_of, DRAMA, 1);
    f->behind = rate_of_records(f, dynamics_of, BEHIND);
    f->lead_changes = mean(records, dynamics_of, LEAD_CHANGES, 1);
    f->uncertainty = mean(records, dynamics_of, UNCERTAINTY, 1);
    f->swing = mean(records, dynamics_of, SWING, 1);
    f->decided = mean(records, dynamics_of, DECIDED, 1);
    for (int i = 0; i < GR_COURSE; i++)
        f->open[i] = mean(records, dynamics_of, OPEN + i, 1);
}

/* ---- openings ---- */

static int compare_keys(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return a < b ? -1 : a > b;
}

/* Shannon's entropy of the keys, which are sorted. */
static void sum_entropy(const uint64_t *key, size_t n, GrEntropy *e) {
    double bits = 0, squares = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && key[end] == key[i];)
            end++;
        double p = (double)(end - i) / (double)n, lg = log2(p);
        bits -= p * lg;
        squares += p * lg * lg;
        e->different++;
    }
    e->games = n;
    if (n) /* the correction is of no use where nearly all differ; no more than this can be seen */
        e->bits = fmin(bits + (double)(e->different - 1) / (2 * (double)n * log(2)), log2((double)n));
    e->error = n ? sqrt(fmax(0, squares - bits * bits) / (double)n) : 0;
}

static int measure_openings(GrFigures *f) {
    static const uint32_t depth[GR_OPENING_DEPTHS] = {1, 2, 4, 8};
    const GrRecords *records = &f->report->records;
    uint64_t *key = malloc((records->count + 1) * sizeof *key);
    if (!key)
        return GR_ERR_MEMORY;
    for (int d = 0; d < GR_OPENING_DEPTHS; d++) {
        size_t n = 0;
        for (size_t i = 0; i < records->count; i++)
            if (records->record[i].opening[d])
                key[n++] = records->record[i].opening[d];
        qsort(key, n, sizeof *key, compare_keys);
        f->entropy[d].plies = depth[d];
        sum_entropy(key, n, &f->entropy[d]);
    }
    free(key);
    return 0;
}

int gr_figures(GrReport *report, GrFigures *figures) {
    memset(figures, 0, sizeof *figures);
    figures->report = report;
    figures->games = (double)report->games;
    figures->part = report->records.count < report->games;
    figures->effect = 1;
    if (!report->games)
        return 0;
    gr_records_sort(&report->records);
    measure_results(figures);
    measure_play(figures);
    if (spread(&report->records, plies_of, figures->length) ||
        spread(&report->records, moves_of, figures->move_length) || measure_openings(figures))
        return GR_ERR_MEMORY;
    return gr_figures_worth(report, figures);
}
