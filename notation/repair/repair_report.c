/* What was repaired, as data and in words. */
#include "notation/repair/repair_report.h"

#include <string.h>

#include "notation/move/long.h"
#include "notation/repair/repair_text.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"

void repair_put_move(GrBuffer *out, const GrPosition *pos, GrMove move, bool named) {
    char text[GR_LONG_SIZE];
    if (named)
        gr_long_write(pos, move, text);
    else
        gr_san_write(pos, move, text);
    gr_buffer_puts(out, text);
}

/* What is reported of an edit. */
typedef struct Tale {
    const GrScript *script;
    const GrRepairs *repairs;
    const GrRepair *edit;
    const char *from;      /* text of the token, "" if there is none */
    bool named;            /* it has a piece's name */
    const GrPosition *pos; /* in which the edit was made */
    GrBuffer *out;
} Tale;

static void report_what(const Tale *t) {
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

/* The text of the token that another edit replaces, drops or moves; "" if it puts one in. */
static const char *text_at(const Tale *t, const GrRepairOther *other) {
    return other->kind == GR_INSERTED || other->token >= t->script->count
               ? "" : gr_script_text(t->script, &t->script->token[other->token]);
}

/* Where the two edits are one but for the move. */
static bool is_here(const GrRepair *edit, const GrRepairOther *other) {
    return other->kind == edit->kind && other->ply == edit->ply && other->move != GR_NO_MOVE;
}

/* An edit at another place or of another kind. */
static void report_elsewhere(const Tale *t, const GrRepairOther *other) {
    const char *from = text_at(t, other);
    if (other->move != GR_NO_MOVE)
        repair_put_move(t->out, &other->before, other->move, t->named);
    switch (other->kind) {
    case GR_INSERTED:
        gr_buffer_printf(t->out, " put in at ply %u", (unsigned)other->ply);
        break;
    case GR_DROPPED:
        gr_buffer_printf(t->out, "'%.60s' left out after ply %u", from, (unsigned)other->ply);
        break;
    case GR_SWAPPED:
        gr_buffer_printf(t->out, "plies %u and %u swapped", (unsigned)other->ply,
                         (unsigned)(other->ply + other->reach));
        break;
    default:
        gr_buffer_printf(t->out, " for '%.60s' at ply %u", from, (unsigned)other->ply);
        break;
    }
}

static void report_others(const Tale *t) {
    const GrRepair *edit = t->edit;
    for (uint32_t i = 0; i < edit->named; i++) {
        gr_buffer_puts(t->out, i == 0 && edit->close ? "; it might as well be "
                               : i == edit->close    ? "; less likely "
                                                     : ", ");
        if (is_here(edit, &edit->other[i]))
            repair_put_move(t->out, t->pos, edit->other[i].move, t->named);
        else
            report_elsewhere(t, &edit->other[i]);
    }
    if (edit->others + edit->elsewhere > edit->named)
        gr_buffer_printf(t->out, " and %u more", edit->others + edit->elsewhere - edit->named);
}

/* How sure it is. */
static void report_why(const Tale *t) {
    const GrRepair *edit = t->edit;
    const char *so = t->repairs->mate ? "the rest is legal and ends in mate"
                     : t->repairs->agrees ? "the rest is legal and as marked"
                                          : "the rest is legal";
    if (edit->kind == GR_DROPPED)
        gr_buffer_printf(t->out, ": without it %s", so);
    else if (edit->others)
        gr_buffer_printf(t->out, ": %s %u moves of %u after which %s",
                         edit->close ? "a guess among" : "the likeliest of", edit->others + 1,
                         edit->legal, so);
    else
        gr_buffer_printf(t->out, ": the only move of %u after which %s", edit->legal, so);
    report_others(t);
}

static GrText keep(GrGame *game, const GrBuffer *text, bool *failed) {
    GrText at = 0;
    *failed |= text->failed || (text->len && gr_game_add_text(game, text->data, text->len, &at));
    return at;
}

/* Edits that would do as well, a line of each: kind, ply, the text there, SAN, separated by tabs. */
static void put_others(const Tale *t) {
    for (uint32_t i = 0; i < t->edit->named; i++) {
        const GrRepairOther *other = &t->edit->other[i];
        gr_buffer_printf(t->out, "%s\t%u\t%s\t", gr_edit_kind_name(other->kind),
                         (unsigned)other->ply, text_at(t, other));
        if (other->move != GR_NO_MOVE)
            repair_put_move(t->out, &other->before, other->move, false);
        gr_buffer_putc(t->out, '\n');
    }
}

/* The edit as data. */
static bool add_edit(const Tale *t, const GrToken *token, GrGame *game) {
    const GrRepair *edit = t->edit;
    bool failed = false;
    char uci[GR_UCI_SIZE];
    GrEdit made = {.kind = (uint8_t)edit->kind, .forced = edit->forced, .open = edit->close > 0,
                   .ply = edit->ply, .legal = edit->legal,
                   .others = edit->others + edit->elsewhere,
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
    put_others(t);
    made.alternatives = keep(game, t->out, &failed);
    return !failed && gr_game_add_edit(game, &made) == 0;
}

static bool report_one(const GrScript *script, const GrRepairs *repairs, const GrRepair *edit,
                       const GrPosition *pos, GrBuffer *out, GrGame *game) {
    const GrToken *token = edit->token < script->count ? &script->token[edit->token] : NULL;
    Tale tale = {script, repairs, edit, token ? gr_script_text(script, token) : "",
                 token && token->syntax.named, pos, out};
    if (!add_edit(&tale, token, game))
        return false;
    gr_buffer_clear(out);
    report_what(&tale);
    report_why(&tale);
    return !out->failed && gr_game_diagnose(game, GR_WARNING, token ? token->line : 0,
                                            token ? token->column : 0, edit->ply, "%s",
                                            out->data) == 0;
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
    gr_game_sort_diagnostics(game);
    return good ? 0 : GR_ERR_MEMORY;
}
