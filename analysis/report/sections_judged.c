/* A report's sections on the values of pieces, drama, openings, dramatic games, and the method. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/report/sections.h"
#include "rules/plural.h"
#include "rules/version.h"

void gr_report_group_name(const GrVariant *variant, unsigned types, char out[GR_GROUP_NAME]) {
    size_t used = 0;
    out[0] = '\0';
    for (int type = 1; type <= variant->types; type++)
        if (types >> type & 1 && used < GR_GROUP_NAME)
            used += (size_t)snprintf(out + used, GR_GROUP_NAME - used, "%s%s", used ? ", " : "",
                                     variant->piece[type].name);
}

bool gr_report_is_bounded(const GrPieceWorth *worth) {
    return worth->fitted && (isfinite(worth->worth.low) || isfinite(worth->worth.high));
}

void gr_report_worth(const GrEstimate *worth, GrBuffer *out) {
    double low = gr_plain_zero(worth->low, 1), high = gr_plain_zero(worth->high, 1);
    gr_buffer_printf(out, "%.1f (", gr_plain_zero(worth->value, 1));
    if (isfinite(low) && isfinite(high))
        gr_buffer_printf(out, "%.1f to %.1f", low, high);
    else
        gr_buffer_printf(out, "at %s %.1f", isfinite(low) ? "least" : "most", isfinite(low) ? low : high);
}

static void put_claim(const GrClaims *claims, char letter, GrDocument *d) {
    const GrWorthClaim *claim = gr_claim_of(claims, letter);
    if (!claim)
        gr_cell_none(d);
    else if (claim->low < claim->high)
        gr_cell_words(d, "%g to %g", claim->low, claim->high);
    else
        gr_cell_words(d, "%g", claim->low);
}

static void put_worth(const GrFigures *f, const GrPieceWorth *worth, const GrClaims *claims, GrDocument *d) {
    const GrVariant *v = gr_variant(f->report->rules);
    char name[GR_GROUP_NAME];
    gr_report_group_name(v, worth->types, name);
    bool bounded = worth->fitted && f->fitted && isfinite(worth->worth.low) && isfinite(worth->worth.high);
    gr_cell_words(d, "%s", name);
    gr_cell_real(d, worth->fitted && f->fitted ? worth->worth.value : NAN, 2);
    gr_cell_real(d, bounded ? worth->worth.low : NAN, 2);
    gr_cell_real(d, bounded ? worth->worth.high : NAN, 2);
    if (claims)
        put_claim(claims, v->piece[worth->type].letter, d);
    gr_cell_real(d, worth->fitted ? worth->log_odds : NAN, 3);
    gr_cell_real(d, worth->fitted ? worth->error : NAN, 3);
    gr_cell_count(d, (double)worth->games);
}

void gr_section_worth(const GrFigures *f, GrDocument *d) {
    const GrClaims *claims = gr_claims_of(gr_variant(f->report->rules));
    char unit[GR_GROUP_NAME], columns[240];
    gr_document_heading(d, "values-section", "What pieces are worth");
    if (!f->fitted) {
        gr_document_say(d, GR_BLOCK_PARAGRAPH, "",
                        "Too few games have a result, or uneven material, to estimate these values.");
        return;
    }
    gr_report_group_name(gr_variant(f->report->rules), f->worth[f->unit].types, unit);
    snprintf(columns, sizeof columns,
             "piece|Piece\nvalue|Value\nlow|from\nhigh|to%s%s\nlog_odds|log odds\nerror|standard error\n"
             "games|Games", claims ? "\nclaim|By " : "", claims ? claims->who : "");
    gr_document_table(d, "values", "Values", GR_CHART_RANGE, columns);
    for (int i = 0; i < f->worths; i++)
        if (f->worth[i].games)
            put_worth(f, &f->worth[i], claims, d);
    gr_document_note(d,
        "Unit: %s, whose error is in all values alike; log odds have errors of their own. Logistic regression of the result on White's surplus of each piece, the side to move, and a "
        "constant, in %zu quiet positions of %zu independent games, each game with the same weight. 95 %% "
        "intervals: Fieller's, of the ratio of log odds; standard errors allow for positions of the same game and "
        "for clusters of games (sandwich). Games: those in which one side had more of the piece, at least 20. A "
        "value is what one more piece was worth to these players, with all other material equal; it includes "
        "advantages that usually come with the piece, such as the pieces that it carries.",
        unit, f->fitted_positions, f->fitted_games);
}

/* ---- drama ---- */

static void put_mean(GrDocument *d, const char *name, const GrEstimate *e, bool share) {
    gr_cell_words(d, "%s", name);
    if (share)
        gr_cells_share(d, e, 1);
    else
        gr_cells_real(d, e, 3);
}

void gr_section_drama(const GrFigures *f, GrDocument *d) {
    const GrReport *report = f->report;
    char judge[GR_JUDGE_NAME];
    gr_document_heading(d, "drama-section", "Drama");
    if (!report->judged) {
        gr_document_say(d, GR_BLOCK_PARAGRAPH, "", "The games have no evaluations.");
        return;
    }
    gr_document_table(d, "drama", "Measures after Browne", GR_CHART_NONE,
                      "measure|Measure\nmean|Mean\nlow|from\nhigh|to");
    put_mean(d, "drama: how far behind the winner was while behind", &f->drama, false);
    put_mean(d, "turned games: the winner's chance was below 1 in 3 at some point", &f->behind, true);
    put_mean(d, "lead change: moves after which the other side leads", &f->lead_changes, true);
    put_mean(d, "uncertainty: 1 if nobody is ever ahead", &f->uncertainty, false);
    put_mean(d, "completion: games with a winner", &f->decisive, true);
    put_mean(d, "decisive moment: the largest rise of the winner's chance by one move", &f->swing, true);
    put_mean(d, "decided: part of the game after which the winner stayed above 75 %", &f->decided, true);
    gr_judged_by_name(&report->by, judge);
    gr_document_note(d, "Of %llu games with evaluations (%s); chances are from 0 to 1. Definitions: "
                        "grimoire-report(1). 95 %% intervals: exact (Clopper and Pearson's) for shares of games, otherwise "
                        "Student's.",
                     (unsigned long long)report->judged, judge);
    gr_document_table(d, "openness", "Uncertainty over the course of the game", GR_CHART_LINE,
                      "tenth|Tenth of the game\nmean|Mean\nlow|from\nhigh|to");
    for (int i = 0; i < GR_COURSE; i++) {
        gr_cell_count(d, i + 1);
        gr_cells_real(d, &f->open[i], 3);
    }
    gr_document_note(d, "The band is the 95 %% interval of the mean (Student's).");
}

void gr_section_openings(const GrFigures *f, GrDocument *d) {
    gr_document_heading(d, "openings-section", "Openings");
    gr_document_table(d, "openings", "Variety of openings", GR_CHART_NONE,
                      "plies|After plies\ngames|Games\ndifferent|Different positions\nbits|Entropy in bits\n"
                      "error|standard error\nas_many|effective number\nmost|upper bound, bits");
    for (int i = 0; i < GR_OPENING_DEPTHS; i++) {
        const GrEntropy *e = &f->entropy[i];
        if (!e->games)
            continue;
        gr_cell_count(d, e->plies);
        gr_cell_count(d, (double)e->games);
        gr_cell_count(d, (double)e->different);
        gr_cell_real(d, e->bits, 2);
        gr_cell_real(d, e->error, 2);
        gr_cell_real(d, pow(2, e->bits), 1);
        gr_cell_real(d, log2((double)e->games), 2);
    }
    gr_document_note(d, "Shannon entropy of the positions reached, with the Miller-Madow correction. It cannot exceed "
                        "the logarithm of the number of games, its upper bound: where nearly every game has an opening "
                        "of its own, it reflects the number of games, not the openings. Random openings show only how "
                        "they were drawn.");
}

void gr_section_games(const GrFigures *f, GrDocument *d) {
    const GrReport *report = f->report;
    if (!report->dramatics)
        return;
    gr_document_heading(d, "games-section", "The most dramatic games");
    gr_document_say(d, GR_BLOCK_PARAGRAPH, "",
                    "In these games the winner was far behind, and the decision came late.");
    for (size_t i = 0; i < report->dramatics; i++) {
        const GrDramatic *g = &report->dramatic[i];
        gr_document_say(d, GR_BLOCK_GAME, "game", "%s, game %llu: drama %.2f, %u plies, decisive moment at ply %u",
                        g->title, (unsigned long long)g->number, g->drama, g->plies, g->decisive);
        gr_document_game(d, &g->game, g->number);
    }
}

/* ---- method ---- */

static void put_fact(GrDocument *d, const char *name, const char *value) {
    if (!value || !*value)
        return;
    gr_cell_words(d, "%s", name);
    gr_cell_words(d, "%s", value);
}

static void put_number(GrDocument *d, const char *name, uint64_t value) {
    gr_cell_words(d, "%s", name);
    gr_cell_words(d, "%llu", (unsigned long long)value);
}

void gr_section_method(const GrFigures *f, const GrReportMethod *method, GrDocument *d) {
    const GrReport *report = f->report;
    gr_document_heading(d, "method-section", "Method");
    gr_document_table(d, "method", "How this was found", GR_CHART_NONE, "what|What\nvalue|Value");
    put_fact(d, "variant", gr_variant(report->rules)->title);
    put_fact(d, "games from", method ? method->source : NULL);
    if (method && method->asked > report->games + report->equal)
        put_number(d, "stopped; games asked for", method->asked);
    put_number(d, "different games", report->games);
    put_number(d, "games equal to an earlier one, not counted", report->equal);
    if (report->strange)
        put_number(d, "games of other variants, or unreadable, not counted", report->strange);
    put_number(d, "plies", report->stats.variants ? report->stats.variant[0]->plies : 0);
    put_fact(d, "engine", method ? method->engine : NULL);
    put_fact(d, "limits", method ? method->limits : NULL);
    put_fact(d, "openings", method ? method->openings : NULL);
    if (method && method->seeded)
        put_number(d, "seed", method->seed);
    put_fact(d, "repeat it with", method ? method->command : NULL);
    put_fact(d, "written by", "Grimoire " GR_VERSION);
    if (f->part)
        gr_document_note(d, "Means, medians, values of pieces and entropies cover a random part of the clusters, with "
                            "%zu games.%s", report->records.count,
                         report->crowded ? " Not all games could be compared with all earlier ones." : "");
}
