/* What stands after a game: prose that ends the text is said of the last game, all other of the
 * next one. Which it is can only be told by reading on. */
#include <string.h>

#include "notation/reader/reader_ahead.h"

/* Does anything follow but blank lines and a tag pair? */
static bool prose_may_follow(const Reader *r) {
    const char *p = r->p + strspn(r->p, " \t\n");
    return p < r->window_end ? *p != '[' : !r->ended;
}

/* Reads lines of prose. True if the text ends with them; else the line is left as it is. */
static bool read_prose(Reader *r) {
    while (!r->status) {
        if (!r->open && !reader_open_line(r))
            return true;
        if (r->fresh && !reader_begin_line(r)) {
            reader_close_line(r);
        } else if (reader_at_heading(r) || reader_at_tag(r) || !reader_at_prose(r)) {
            r->fresh = true;
            return false;
        } else if (reader_prose(r) == STEP_LINE_DONE) {
            reader_close_line(r);
        }
    }
    return false;
}

/* What was told of the text between goes to the game it belongs to. */
static void hand_diagnostics(Reader *r, GrGame *game) {
    const GrGame *from = &r->between;
    for (size_t i = 0; i < from->diag_count; i++) {
        const GrDiagnostic *d = &from->diags[i];
        if (gr_game_diagnose(game, d->severity, d->line, d->column, d->ply, "%s",
                             gr_game_string(from, d->text)))
            reader_fail(r, GR_ERR_MEMORY, "out of memory");
    }
    gr_game_clear(&r->between);
}

/* The prose becomes a comment after the game's last move. */
static void give_prose(Reader *r, GrGame *game, uint32_t last) {
    reader_close_prose(r);
    hand_diagnostics(r, game);
    reader_keep(r);
    if (r->kept.len)
        gr_buffer_add(&r->done, r->kept.data, r->kept.len);
    if (r->done.failed)
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
    if (!r->prose.len || r->prose_cut || r->status)
        return;
    r->game = game;
    r->frame[0].node = last;
    r->moving = true;
    reader_add_comment(r, r->prose.data, r->prose.len);
    gr_buffer_clear(&r->prose);
    r->stray = 0;
}

void reader_after_game(Reader *r) {
    GrGame *game = r->game;
    uint32_t last = r->frame[0].node;
    if (!r->ending || r->open || r->script || r->status || !prose_may_follow(r))
        return;
    reader_begin_game(r, &r->between);
    if (read_prose(r))
        give_prose(r, game, last);
    else
        r->kept_between = true;
}

void reader_take_between(Reader *r) {
    r->kept_between = false;
    if (r->between.diag_count)
        hand_diagnostics(r, r->game);
}
