/* What was repaired, as data and in words. */
#include "notation/repair_report.h"

#include <string.h>

#include "notation/long.h"
#include "notation/repair_text.h"
#include "notation/san.h"
#include "notation/uci.h"

const char *gr_repair_kind_name(GrRepairKind kind) {
    static const char *const names[] = {"replaced", "inserted", "dropped", "swapped"};
    return names[kind];
}

void repair_put_move(GrBuffer *out, const GrPosition *pos, GrMove move, bool named) {
    char text[GR_LONG_SIZE];
    if (named)
        gr_long_write(pos, move, text);
    else
        gr_san_write(pos, move, text);
    gr_buffer_puts(out, text);
}

/* What is told of an edit. */
typedef struct Tale {
    const GrRepairs *repairs;
    const GrRepair *edit;
    const char *from;      /* text of the token, "" if there is none */
    bool named;            /* it has a piece's name */
    const GrPosition *pos; /* in which the edit was made */
    GrBuffer *out;
} Tale;

static void tell_what(const Tale *t) {
    switch (t->edit->kind) {
    case GR_INSERTED:
        gr_buffer_puts(t->out, "a ply is missing here, and ");
        repair_put_move(t->out, t->pos, t->edit->move, t->named);
        gr_buffer_puts(t->out, " was put in");
        break;
    case GR_DROPPED:
        gr_buffer_printf(t->out, "'%.60s' is superfluous and was left out", t->from);
        break;
    case GR_SWAPPED:
        gr_buffer_printf(t->out, "'%.60s' stands in the wrong place; here ", t->from);
        repair_put_move(t->out, t->pos, t->edit->move, t->named);
        gr_buffer_puts(t->out, " was played");
        break;
    default:
        gr_buffer_printf(t->out, "'%.60s' was replaced by ", t->from);
        repair_put_move(t->out, t->pos, t->edit->move, t->named);
        break;
    }
}

static void tell_others(const Tale *t) {
    const GrRepair *edit = t->edit;
    gr_buffer_puts(t->out, edit->others == 1 ? "; the other is " : "; others are ");
    for (uint32_t i = 0; i < edit->others && i < GR_REPAIR_OTHERS; i++) {
        gr_buffer_puts(t->out, i ? ", " : "");
        repair_put_move(t->out, t->pos, edit->other[i], t->named);
    }
    gr_buffer_puts(t->out, edit->others > GR_REPAIR_OTHERS ? ", ..." : "");
}

/* How sure it is. */
static void tell_why(const Tale *t) {
    const GrRepair *edit = t->edit;
    const char *so = t->repairs->mate ? "the rest is legal and ends in mate"
                     : t->repairs->agrees ? "the rest is legal and as marked"
                                          : "the rest is legal";
    if (edit->kind == GR_DROPPED)
        gr_buffer_printf(t->out, ": without it %s", so);
    else if (edit->others)
        gr_buffer_printf(t->out, ": the likeliest of %u moves among %u after which %s",
                         edit->others + 1, edit->legal, so);
    else
        gr_buffer_printf(t->out, ": the only move of %u after which %s", edit->legal, so);
    if (edit->others)
        tell_others(t);
    else if (!edit->forced)
        gr_buffer_puts(t->out, ", but other edits would do as well");
}

static GrText keep(GrGame *game, const GrBuffer *text, bool *failed) {
    GrText at = 0;
    *failed |= text->failed || (text->len && gr_game_add_text(game, text->data, text->len, &at));
    return at;
}

/* The edit as data. */
static bool add_edit(const Tale *t, const GrToken *token, GrGame *game) {
    const GrRepair *edit = t->edit;
    bool failed = false;
    char uci[GR_UCI_SIZE];
    GrEdit made = {.kind = (uint8_t)edit->kind, .forced = edit->forced, .ply = edit->ply,
                   .legal = edit->legal, .others = edit->others,
                   .line = token ? token->line : 0, .column = token ? token->column : 0};
    gr_buffer_clear(t->out);
    gr_buffer_puts(t->out, edit->kind == GR_INSERTED ? "" : t->from);
    made.from = keep(game, t->out, &failed);
    if (edit->move != GR_NO_MOVE) {
        gr_buffer_clear(t->out);
        repair_put_move(t->out, t->pos, edit->move, false);
        made.san = keep(game, t->out, &failed);
        gr_uci_write(t->pos, edit->move, uci);
        gr_buffer_clear(t->out);
        gr_buffer_puts(t->out, uci);
        made.uci = keep(game, t->out, &failed);
    }
    gr_buffer_clear(t->out);
    for (uint32_t i = 0; i < edit->others && i < GR_REPAIR_OTHERS; i++) {
        gr_buffer_puts(t->out, i ? " " : "");
        repair_put_move(t->out, t->pos, edit->other[i], false);
    }
    made.alternatives = keep(game, t->out, &failed);
    return !failed && gr_game_add_edit(game, &made) == 0;
}

static bool report_one(const GrScript *script, const GrRepairs *repairs, const GrRepair *edit,
                       const GrPosition *pos, GrBuffer *out, GrGame *game) {
    const GrToken *token = edit->token < script->count ? &script->token[edit->token] : NULL;
    Tale tale = {repairs, edit, token ? gr_script_text(script, token) : "",
                 token && token->syntax.named, pos, out};
    if (!add_edit(&tale, token, game))
        return false;
    gr_buffer_clear(out);
    tell_what(&tale);
    tell_why(&tale);
    return !out->failed && gr_game_diagnose(game, GR_WARNING, token ? token->line : 0,
                                            token ? token->column : 0, edit->ply, "%s",
                                            out->data) == 0;
}

static bool stands_before(const GrDiagnostic *a, const GrDiagnostic *b) {
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

static void sort_diagnostics(GrGame *game) {
    for (size_t i = 1; i < game->diag_count; i++) {
        GrDiagnostic d = game->diags[i];
        size_t at = i;
        for (; at > 0 && stands_before(&d, &game->diags[at - 1]); at--)
            game->diags[at] = game->diags[at - 1];
        game->diags[at] = d;
    }
}

int repair_report(const GrScript *script, const GrRepairs *repairs, GrGame *game) {
    GrPosition pos = script->start;
    size_t played = 0;
    bool good = true;
    GrBuffer out;
    gr_buffer_init(&out);
    for (size_t i = 0; i < repairs->count && good; i++) {
        const GrRepair *edit = &repairs->edit[i];
        size_t before = edit->kind == GR_DROPPED ? edit->ply : edit->ply - 1;
        while (played < before)
            gr_play(&pos, repairs->move[played++]);
        good = report_one(script, repairs, edit, &pos, &out, game);
    }
    gr_buffer_free(&out);
    sort_diagnostics(game);
    return good ? 0 : GR_ERR_MEMORY;
}
