/* A report's findings: sentences that say what the figures mean and how sure they are. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/report/sections.h"
#include "rules/plural.h"

static void say_first_move(const GrFigures *f, GrDocument *d) {
    const GrEstimate *e = &f->first;
    const char *first = gr_report_first(f);
    const char *verdict = e->low > 0.5 ? "moving first is an advantage"
                          : e->high < 0.5 ? "moving first is a disadvantage"
                                          : "it is not clear whether moving first is an advantage";
    if (e->weight > 0)
        gr_document_say(d, GR_BLOCK_FINDING, "", "%s moves first and scores %.1f %% (95 %%: %.1f to %.1f %%): %s.",
                        first, 100 * e->value, 100 * e->low, 100 * e->high, verdict);
}

static void say_decisiveness(const GrFigures *f, const char *player, GrDocument *d) {
    const GrEstimate *won = &f->decisive, *drawn = &f->result[GR_DRAW], *open = &f->result[GR_RESULT_NONE];
    gr_document_say(d, GR_BLOCK_FINDING, "",
                    "Of the games of %s, %.1f %% have a winner (%.1f to %.1f %%); %.1f %% are draws (%.1f to %.1f %%).",
                    player, 100 * won->value, 100 * won->low, 100 * won->high, 100 * drawn->value, 100 * drawn->low,
                    100 * drawn->high);
    if (open->value > 0)
        gr_document_say(d, GR_BLOCK_FINDING, "", "%.1f %% of the games have no result (%.1f to %.1f %%).",
                        100 * open->value, 100 * open->low, 100 * open->high);
}

static void say_length(const GrFigures *f, GrDocument *d) {
    if (f->moves.weight > 0)
        gr_document_say(d, GR_BLOCK_FINDING, "",
                        "A game takes %.0f moves on average (%.1f to %.1f); the middle half of the games take %.0f "
                        "to %.0f, the longest took %.0f.",
                        f->moves.value, f->moves.low, f->moves.high, f->move_length[1], f->move_length[3],
                        f->move_length[4]);
    gr_document_say(d, GR_BLOCK_FINDING, "",
                    "A player has %.1f legal moves to choose from on average (%.1f to %.1f).", f->branching.value,
                    f->branching.low, f->branching.high);
}

/* After the values: they are ratios, and share what is uncertain of the unit. */
static void say_unit(const GrFigures *f, GrDocument *d) {
    const GrPieceWorth *unit = &f->worth[f->unit];
    bool any = false;
    for (int i = 0; i < f->worths; i++)
        any |= i != f->unit && gr_report_is_bounded(&f->worth[i]);
    if (f->fitted && any)
        gr_document_say(d, GR_BLOCK_FINDING, "",
                        "All values are divided by that of a %s, whose standard error is %.0f %%: where it is off, they "
                        "are all off by the same factor. Their ratios to each other do not depend on it.",
                        gr_variant(f->report->rules)->piece[unit->type].name, 100 * unit->error / unit->log_odds);
}

/* Without claims: the values themselves. */
static void say_worths(const GrFigures *f, GrDocument *d) {
    const GrVariant *v = gr_variant(f->report->rules);
    GrBuffer words;
    if (!f->fitted || gr_claims_of(v))
        return;
    gr_buffer_init(&words);
    for (int i = 0; i < f->worths; i++) {
        const GrPieceWorth *w = &f->worth[i];
        if (i != f->unit && gr_report_is_bounded(w)) {
            gr_buffer_printf(&words, "%s%s ", words.len ? ", " : "", v->piece[w->type].name);
            gr_report_worth(&w->worth, &words);
            gr_buffer_putc(&words, ')');
        }
    }
    if (words.len)
        gr_document_say(d, GR_BLOCK_FINDING, "", "In units of a %s, pieces were worth: %s.",
                        v->piece[f->worth[f->unit].type].name, words.data);
    d->failed |= words.failed;
    gr_buffer_free(&words);
}

/* ---- what is not used ---- */

static void say_unused(const GrFigures *f, GrDocument *d) {
    const GrReport *report = f->report;
    unsigned kinds = gr_report_kinds(f);
    GrBuffer never;
    gr_buffer_init(&never);
    for (int kind = 1; kind < GR_PASS; kind++)
        if (kinds >> kind & 1 && !report->used[kind])
            gr_buffer_printf(&never, "%s%s%s", never.len ? ", " : "", gr_kind((GrMoveKind)kind)->name,
                             report->possible[kind] ? "" : " (which was never possible)");
    GrEstimate none = gr_exact_rate(0, (double)report->games / f->effect);
    if (never.len)
        gr_document_say(d, GR_BLOCK_FINDING, "",
                        "Never used: %s. Each would occur in less than %.1f %% of games like these (95 %%).",
                        never.data, 100 * none.high);
    int dead = gr_set_count(gr_report_dead_squares(report));
    if (dead)
        gr_document_say(d, GR_BLOCK_FINDING, "", "%d %s never used.", dead,
                        gr_plural((uint64_t)dead, "square of the board was", "squares of the board were"));
    d->failed |= never.failed;
    gr_buffer_free(&never);
}

static void say_drama(const GrFigures *f, GrDocument *d) {
    if (!(f->behind.weight > 0))
        return;
    gr_document_say(
        d, GR_BLOCK_FINDING, "",
        "In %.0f %% of the games with a winner (%.0f to %.0f %%), the winner's chance was below 1 in 3 at some point; "
        "on average, a game is decided after %.0f %% of its length (%.0f to %.0f %%), and %.1f of 100 moves change "
        "the lead (%.1f to %.1f).",
        100 * f->behind.value, 100 * f->behind.low, 100 * f->behind.high, 100 * f->decided.value, 100 * f->decided.low,
        100 * f->decided.high, 100 * f->lead_changes.value, 100 * f->lead_changes.low, 100 * f->lead_changes.high);
}

static void say_stopped(const GrReport *report, const GrReportMethod *method, GrDocument *d) {
    if (method && method->asked > report->games + report->equal)
        gr_document_say(d, GR_BLOCK_FINDING, "",
                        "Stopped after %llu of %llu games. They were played in batches, and the last batch is left out "
                        "whole, whichever of its games had ended: what is here was not chosen by length.",
                        (unsigned long long)(report->games + report->equal), (unsigned long long)method->asked);
}

void gr_section_findings(const GrFigures *f, const GrReportMethod *method, GrDocument *d) {
    const GrReport *report = f->report;
    const char *player = method && method->player ? method->player : "these players";
    gr_document_heading(d, "findings-section", "Findings");
    gr_document_say(d, GR_BLOCK_FINDING, "", "%llu different %s of %s.", (unsigned long long)report->games,
                    gr_plural(report->games, "game", "games"), gr_variant(report->rules)->title);
    say_stopped(report, method, d);
    say_first_move(f, d);
    say_decisiveness(f, player, d);
    say_length(f, d);
    gr_say_claims(f, player, d);
    say_worths(f, d);
    say_unit(f, d);
    say_unused(f, d);
    say_drama(f, d);
    gr_document_say(
        d, GR_BLOCK_PARAGRAPH, "",
        "All intervals have 95 %% confidence: about one in twenty misses the true value. They show how much other "
        "games of the same players might differ, not how stronger players would play.");
}

void gr_report_document(const GrFigures *f, const GrReportMethod *method, GrDocument *d) {
    if (f->report->games) {
        gr_section_findings(f, method, d);
        gr_section_results(f, d);
        gr_section_length(f, d);
        gr_section_points(f, d);
        gr_section_choice(f, d);
        gr_section_boards(f, d);
        gr_section_rules(f, d);
        gr_section_worth(f, d);
        gr_section_drama(f, d);
        gr_section_openings(f, d);
        gr_section_games(f, d);
    }
    gr_section_method(f, method, d);
}
