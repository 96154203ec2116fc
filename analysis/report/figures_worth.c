/* What pieces were worth: the result of games explained by material. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/figures.h"

enum { LEAST_GAMES = 20 }; /* in which one side had more of a piece, before its value is asked for */

/* The groups of types: pawns of all kinds first, then every other piece but the royal one. Where there are
 * no pawns, the piece that is most numerous at the start is the unit. */
static void group_types(GrFigures *f) {
    const GrVariant *v = gr_variant(f->report->rules);
    GrPosition start;
    unsigned pawns = 0;
    int most = 0;
    gr_start(f->report->rules, &start);
    for (int type = 2; type <= v->types; type++)
        if (v->piece[type].flags & GR_IS_PAWN)
            pawns |= 1u << type;
    if (pawns)
        f->worth[f->worths++] = (GrPieceWorth){.types = pawns, .type = __builtin_ctz(pawns)};
    for (int type = 2; type <= v->types; type++)
        if (!(pawns >> type & 1))
            f->worth[f->worths++] = (GrPieceWorth){.types = 1u << type, .type = type};
    for (int i = 0; i < f->worths && !pawns; i++) {
        int count = gr_set_count(start.type[f->worth[i].type]);
        if (count > most) {
            most = count;
            f->unit = i;
        }
    }
}

static int balance(const GrReportSample *sample, unsigned types) {
    int sum = 0;
    for (int type = 1; type < GR_MAX_TYPES; type++)
        if (types >> type & 1)
            sum += sample->balance[type];
    return sum;
}

static void count_games(const GrRecords *records, GrFigures *f) {
    for (size_t i = 0; i < records->count; i++)
        for (int g = 0; g < f->worths; g++) {
            bool differs = false;
            for (int s = 0; s < records->record[i].samples; s++)
                differs |= balance(&records->record[i].sample[s], f->worth[g].types) != 0;
            f->worth[g].games += differs && records->record[i].result != GR_RESULT_NONE;
        }
}

/* Rows of all games with a result: the balance of the chosen groups, who is to move, and a constant. Each
 * game has the weight of one. */
static size_t make_rows(const GrRecords *records, const GrFigures *f, const int *chosen, int terms,
                        GrLogisticRow *row) {
    size_t rows = 0;
    for (size_t i = 0; i < records->count; i++) {
        const GrRecord *r = &records->record[i];
        for (int s = 0; s < r->samples && r->result != GR_RESULT_NONE; s++) {
            GrLogisticRow *to = &row[rows++];
            *to = (GrLogisticRow){.cluster = r->cluster, .weight = 1 / (float)r->samples};
            to->y = r->result == GR_WHITE_WINS ? 1 : r->result == GR_DRAW ? 0.5F : 0;
            for (int t = 0; t < terms; t++)
                to->x[t] = (int8_t)balance(&r->sample[s], f->worth[chosen[t]].types);
            to->x[terms] = r->sample[s].turn;
            to->x[terms + 1] = 1;
        }
    }
    return rows;
}

/* The groups that are known well enough; `least` games. Returns how many. */
static int choose(const GrFigures *f, size_t least, int *chosen) {
    int terms = 0;
    for (int g = 0; g < f->worths && terms < GR_MOST_TERMS - 2; g++)
        if (f->worth[g].games >= least)
            chosen[terms++] = g;
    return terms;
}

static void take_fit(GrFigures *f, const GrLogisticFit *fit, const int *chosen, int terms) {
    int unit = -1;
    for (int t = 0; t < terms; t++)
        unit = chosen[t] == f->unit ? t : unit;
    for (int t = 0; t < terms; t++) {
        GrPieceWorth *worth = &f->worth[chosen[t]];
        worth->fitted = true;
        worth->log_odds = fit->b[t];
        worth->error = sqrt(fmax(0, fit->covariance[t][t]));
        if (unit >= 0)
            worth->worth = gr_logistic_ratio(fit, t, unit);
    }
    f->fitted = unit >= 0 && fit->b[unit] > 0;
}

/* Groups with few games may be determined by nothing, or only by games that were all won: they are left
 * out, the rarest first. */
int gr_figures_worth(GrReport *report, GrFigures *figures) {
    const GrRecords *records = &report->records;
    int chosen[GR_MOST_TERMS];
    GrLogisticFit fit = {0};
    size_t rows = 0, least = LEAST_GAMES;
    group_types(figures);
    count_games(records, figures);
    GrLogisticRow *row = malloc((records->count * GR_SAMPLES + 1) * sizeof *row);
    if (!row)
        return GR_ERR_MEMORY;
    for (int terms; !fit.found && (terms = choose(figures, least, chosen)) > 0;) {
        rows = make_rows(records, figures, chosen, terms, row);
        gr_logistic_fit(row, rows, terms + 2, &fit);
        if (fit.found)
            take_fit(figures, &fit, chosen, terms);
        least = SIZE_MAX;
        for (int t = 0; t < terms; t++)
            if (figures->worth[chosen[t]].games < least)
                least = figures->worth[chosen[t]].games;
        least++;
    }
    figures->fitted_games = fit.found ? fit.clusters : 0;
    figures->fitted_positions = fit.found ? rows : 0;
    free(row);
    return 0;
}
