/* What stands after a game: prose that ends the text is said of the last game, all other of the
 * next one. Only reading on shows which it is. */
#include "notation/reader/text_after.h"

#include <string.h>

#include "notation/reader/game_begin.h"
#include "notation/reader/header.h"
#include "notation/reader/headings.h"
#include "notation/reader/paragraphs.h"
#include "notation/reader/parts.h"
#include "notation/reader/results.h"
#include "notation/reader/tag_pairs.h"
#include "notation/reader/tag_slips.h"

/* Does anything follow but blank lines and a tag pair? */
static bool prose_may_follow(const GrReader *r) {
    const Lines *l = &r->lines;
    const char *p = l->p + strspn(l->p, " \t\n");
    return p < l->window_end ? *p != '[' : !l->ended;
}

/* Does the line begin a game by itself: with a heading, or a tag pair? */
static bool begins_game(GrReader *r) {
    return reader_at_heading(r) || reader_at_tag(r) || reader_at_slip(r) || reader_at_inner_tag(r);
}

/* Reads lines of prose, behind a game with that result. True if the text ends with them; else the line stays. */
static bool read_prose(GrReader *r, GrResult result) {
    Lines *l = &r->lines;
    while (!r->out.status) {
        if (!l->open && !reader_open_line(l))
            return true;
        if (l->fresh && !reader_begin_line(r)) {
            reader_close_line(l);
            continue;
        }
        if (begins_game(r) || !reader_at_prose(r)) {
            l->fresh = true;
            return false;
        }
        reader_report_second_result(r, result);
        if (reader_prose(r) == STEP_LINE_DONE)
            reader_close_line(l);
    }
    return false;
}

/* What was reported of the text between goes to the game it belongs to. */
static void hand_diagnostics(GrReader *r, GrGame *game) {
    GrGame *from = &r->prose.between;
    reader_add_diagnostics(&r->out, game, from, from->diag_count);
    gr_game_clear(from);
}

/* The prose becomes a comment after the game's last move. */
static void give_prose(GrReader *r, GrGame *game, uint32_t last) {
    reader_close_prose(r);
    hand_diagnostics(r, game);
    reader_keep_more(&r->record);
    if (!r->prose.text.len || r->prose.cut || r->out.status)
        return;
    r->out.game = game;
    r->moves.frame[0].node = last;
    r->moves.begun = true;
    reader_add_comment(r, r->prose.text.data, r->prose.text.len);
    gr_buffer_clear(&r->prose.text);
    r->prose.stray = 0;
}

void reader_after_game(GrReader *r) {
    GrGame *game = r->out.game;
    uint32_t last = r->moves.frame[0].node;
    if (!r->moves.ending || r->lines.open || r->record.script || r->out.status ||
        !prose_may_follow(r))
        return;
    GrResult result = r->moves.result;
    reader_begin_game(r, &r->prose.between);
    if (read_prose(r, result))
        give_prose(r, game, last);
    else
        r->record.between = true;
}

void reader_take_between(GrReader *r) {
    r->record.between = false;
    if (r->prose.between.diag_count)
        hand_diagnostics(r, r->out.game);
}
