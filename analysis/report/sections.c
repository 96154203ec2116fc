/* A report's sections: results, ends, lengths, points, choice, rules. */
#include <math.h>
#include <stdio.h>

#include "analysis/report/sections.h"
#include "rules/plural.h"

const char *gr_report_first(const GrFigures *f) {
    return gr_variant(f->report->rules)->first == GR_WHITE ? "White" : "Black";
}

static void put_share(GrDocument *d, const char *name, double count, const GrEstimate *e) {
    gr_cell_words(d, "%s", name);
    gr_cell_count(d, count);
    gr_cells_share(d, e, 1);
}

void gr_section_results(const GrFigures *f, GrDocument *d) {
    static const struct {
        GrResult result;
        const char *name;
    } rows[] = {{GR_WHITE_WINS, "White wins"}, {GR_BLACK_WINS, "Black wins"}, {GR_DRAW, "draw"},
                {GR_RESULT_NONE, "no result"}};
    const GrVariantStats *v = f->report->stats.variant[0];
    gr_document_heading(d, "results-section", "Results");
    gr_document_table(d, "results", "Results", GR_CHART_RANGE,
                      "result|Result\ngames|Games\nshare|Share\nlow|from\nhigh|to");
    for (size_t i = 0; i < 4; i++)
        if (v->result[rows[i].result] || rows[i].result != GR_RESULT_NONE)
            put_share(d, rows[i].name, (double)v->result[rows[i].result], &f->result[rows[i].result]);
    gr_cell_words(d, "games with a winner (decisiveness)");
    gr_cell_count(d, (double)(v->result[GR_WHITE_WINS] + v->result[GR_BLACK_WINS]));
    gr_cells_share(d, &f->decisive, 1);
    gr_cell_words(d, "score of %s, who moves first", gr_report_first(f));
    gr_cell_none(d);
    gr_cells_share(d, &f->first, 1);
    gr_document_note(d, "95 %% intervals: exact (Clopper and Pearson's), of the score Wilson's%s.", f->effect > 1.005
        ? ", widened for games of the same players with the same opening" : "");
    gr_document_table(d, "ends", "How games end", GR_CHART_RANGE,
                      "end|End\ngames|Games\nshare|Share\nlow|from\nhigh|to");
    for (int end = 0; end < GR_ENDS; end++)
        if (v->end[end] || end == GR_END_CHECKMATE || end == GR_END_STALEMATE)
            put_share(d, gr_end_name((GrEnd)end), (double)v->end[end], &f->end[end]);
    gr_document_note(
        d, "95 %% intervals: exact (Clopper and Pearson's). %s",
        gr_variant(f->report->rules)->stalemate < 0 ? "In this game stalemate loses."
        : gr_variant(f->report->rules)->stalemate > 0
            ? "In this game stalemate wins."
        : gr_variant(f->report->rules)->repeats_decide
            ? "Stalemate, fifty moves and too little material are draws on the board; who wins by a repetition is said "
              "by the rules."
            : "Stalemate, repetition, fifty moves and too little material are draws on the board; any other "
              "draw is called \"draw agreed\".");
}

/* Lengths in classes. */
static void table_lengths(const GrFigures *f, GrDocument *d) {
    const GrVariantStats *v = f->report->stats.variant[0];
    uint64_t bar = gr_stats_bar(v), longest = v->lengths;
    while (longest && !v->length[longest - 1])
        longest--;
    gr_document_table(d, "lengths", "Lengths of all games in plies", GR_CHART_BARS, "plies|Plies\ngames|Games");
    uint64_t shortest = 0;
    while (shortest < longest && !v->length[shortest])
        shortest++;
    for (uint64_t from = shortest / bar * bar; from < longest; from += bar) {
        uint64_t games = 0;
        for (uint64_t n = from; n < from + bar && n < v->lengths; n++)
            games += v->length[n];
        if (bar > 1)
            gr_cell_words(d, "%llu-%llu", (unsigned long long)from, (unsigned long long)(from + bar - 1));
        else
            gr_cell_words(d, "%llu", (unsigned long long)from);
        gr_cell_count(d, (double)games);
    }
}

void gr_section_length(const GrFigures *f, GrDocument *d) {
    gr_document_heading(d, "length-section", "Length");
    gr_document_table(d, "length", "How long games are", GR_CHART_NONE,
                      "unit|Unit\nmean|Mean\nlow|from\nhigh|to\nshortest|Shortest\nquarter|First quartile\n"
                      "median|Median\nlongest|Longest");
    gr_cell_words(d, "plies");
    gr_cells_real(d, &f->plies, 1);
    for (int i = 0; i < 5; i++)
        if (i != 3)
            gr_cell_count(d, f->length[i]);
    gr_cell_words(d, "moves");
    gr_cells_real(d, &f->moves, 1);
    for (int i = 0; i < 5; i++)
        if (i != 3)
            gr_cell_count(d, f->move_length[i]);
    gr_document_note(d, "Games with a result. 95 %% intervals of means: Student's, over clusters of games. A move is "
                        "a ply of each side.");
    table_lengths(f, d);
    gr_document_table(d, "repetition", "Repetition", GR_CHART_NONE,
                      "what|What\nshare|Share\nlow|from\nhigh|to");
    gr_cell_words(d, "games in which a position was repeated");
    gr_cells_share(d, &f->repeating, 1);
    gr_cell_words(d, "repeated positions, mean share per game");
    gr_cells_share(d, &f->repeated, 1);
}

void gr_section_points(const GrFigures *f, GrDocument *d) {
    const GrVariantStats *v = f->report->stats.variant[0];
    if (!v->scorings)
        return;
    gr_document_heading(d, "points-section", "Points");
    gr_document_table(d, "points", "Points a game", GR_CHART_NONE,
                      "scoring|Scoring\ngames|Games\nwhite|White\nblack|Black");
    for (size_t i = 0; i < v->scorings; i++) {
        const GrScoringPoints *p = &v->points[i];
        gr_cell_words(d, "%s", *p->scoring ? p->scoring : "not named");
        gr_cell_count(d, (double)p->games);
        gr_cell_real(d, p->sum[GR_WHITE] / (double)p->games, 2);
        gr_cell_real(d, p->sum[GR_BLACK] / (double)p->games, 2);
    }
}

/* ---- choice ---- */

void gr_section_choice(const GrFigures *f, GrDocument *d) {
    const GrReport *report = f->report;
    gr_document_heading(d, "choice-section", "Choice");
    gr_document_say(d, GR_BLOCK_PARAGRAPH, "",
                    "Averaged over games, a player has %.1f legal moves to choose from (95 %%: %.1f to %.1f).",
                    f->branching.value, f->branching.low, f->branching.high);
    gr_document_table(d, "branching", "Legal moves over the course of the game", GR_CHART_LINE,
                      "ply|From ply\nmean|Mean\ntenth|10th percentile\nninth|90th percentile\n"
                      "positions|Positions");
    for (int bin = 0; bin < GR_BRANCH_BINS; bin++) {
        const GrBranching *b = &report->branching[bin];
        if (b->positions < 20 && bin)
            continue;
        gr_cell_count(d, bin * GR_BRANCH_WIDTH + 1);
        gr_cell_real(d, b->positions ? (double)b->moves / (double)b->positions : NAN, 1);
        gr_cell_count(d, gr_branching_quantile(b, 0.1));
        gr_cell_count(d, gr_branching_quantile(b, 0.9));
        gr_cell_count(d, (double)b->positions);
    }
    gr_document_note(d,
                     "Classes of %d plies with at least 20 positions. The band holds the middle 80 %% of the "
                     "positions: it shows their spread, not the error of the mean.%s",
                     GR_BRANCH_WIDTH,
                     report->branching[GR_BRANCH_BINS - 1].positions ? " The last class holds all later plies." : "");
}

/* ---- rules ---- */

unsigned gr_report_kinds(const GrFigures *f) {
    const GrVariant *v = gr_variant(f->report->rules);
    const int walled = v->walls ? GR_WALLED : 0;
    unsigned kinds = v->castlings ? 1u << (GR_CASTLE + walled) : 0;
    for (int type = 1; type <= v->types; type++) {
        kinds |= v->piece[type].flags & GR_IS_PAWN ? 1u << (GR_EN_PASSANT + walled) : 0;
        kinds |= v->piece[type].flags & GR_SHOOTS ? gr_kinds(GR_ACTS) : 0;
        kinds |= v->piece[type].flags & GR_CASTS ? gr_kinds(GR_SPELLS) : 0;
    }
    for (int kind = 1; kind < GR_PASS; kind++)
        kinds |= f->report->possible[kind] ? 1u << kind : 0;
    return kinds;
}

void gr_section_rules(const GrFigures *f, GrDocument *d) {
    const GrReport *report = f->report;
    const GrVariantStats *v = report->stats.variant[0];
    const GrVariant *variant = gr_variant(report->rules);
    unsigned kinds = gr_report_kinds(f);
    double games = (double)report->games;
    gr_document_heading(d, "rules-section", "Rules in use");
    gr_document_table(d, "rules", "Special moves", GR_CHART_NONE,
                      "move|Move\npossible|Possible in games\nused|Used in games\nshare|Share of games\nlow|from\n"
                      "high|to\nmoves|Moves");
    for (int kind = 1; kind < GR_PASS; kind++) {
        if (!(kinds >> kind & 1))
            continue;
        GrEstimate e = gr_exact_rate((double)report->used[kind] / games, games / f->effect);
        gr_cell_words(d, "%s", gr_kind((GrMoveKind)kind)->name);
        gr_cell_count(d, (double)report->possible[kind]);
        gr_cell_count(d, (double)report->used[kind]);
        gr_cells_share(d, &e, 1);
        gr_cell_count(d, (double)(v->kind[0][kind] + v->kind[1][kind]));
    }
    GrEstimate e = gr_exact_rate((double)report->promoted / games, games / f->effect);
    uint64_t promoted = 0;
    for (int type = 1; type <= variant->types; type++)
        promoted += v->promoted[0][type] + v->promoted[1][type];
    gr_cell_words(d, "promotion");
    gr_cell_none(d);
    gr_cell_count(d, (double)report->promoted);
    gr_cells_share(d, &e, 1);
    gr_cell_count(d, (double)promoted);
    gr_document_note(d, "A move is possible in a game if it was legal at some point. 95 %% intervals: exact (Clopper and "
                        "Pearson's).");
    if (!promoted)
        return;
    gr_document_table(d, "promotions", "Promotions", GR_CHART_BARS, "piece|To\ncount|Promotions");
    for (int type = 1; type <= variant->types; type++)
        if (v->promoted[0][type] + v->promoted[1][type]) {
            gr_cell_words(d, "%s", variant->piece[type].name);
            gr_cell_count(d, (double)(v->promoted[0][type] + v->promoted[1][type]));
        }
}
