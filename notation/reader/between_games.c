/* Between two games: what is known of the last one is forgotten, and what stands behind it is kept. Prose that ends the
 * text is a comment on the last game, all other on the next one; only reading on shows which it is. */
#include "notation/reader/between_games.h"

#include <string.h>

#include "notation/reader/header.h"
#include "notation/reader/paragraphs.h"
#include "notation/reader/parts.h"
#include "notation/reader/results.h"
#include "notation/reader/setup.h"
#include "notation/reader/tag_pairs.h"
#include "notation/reader/tag_slips.h"

/* ---- a game begins ---- */

static void begin_moves(Moves *m) {
    Frame *f = &m->frame[0];
    f->node = f->ply = f->parent = f->last = 0;
    m->begun = m->lost = m->ending = m->result_seen = m->side_told = m->empty = false;
    m->result = GR_RESULT_NONE;
    m->depth = 0;
    m->named_line = 0;
    m->number_reported = 0;
    m->bare_numbers = 0;
    *m->held = 0;
    m->apart = false;
    m->open_ply = 0;
    gr_buffer_clear(&m->lead);
}

static void begin_prose(Prose *prose, bool had_moves) {
    prose->prosy = true;
    prose->reported = false;
    prose->mark.number = 0;
    prose->skipped_legal = false;
    if (had_moves)
        prose->skipped_line = 0;
}

static void begin_capture(Capture *capture) {
    capture->kind = CAPTURE_NONE;
    capture->too_long = false;
    capture->lines->captured.on = false;
    gr_buffer_clear(&capture->lines->captured.text);
}

void reader_begin_game(GrReader *r, GrGame *game) {
    gr_game_clear(game);
    r->out.game = game;
    if (gr_game_begin(game, NULL))
        reader_no_memory(&r->out);
    reader_set_rules(r, r->fallback);
    begin_prose(&r->prose, r->moves.frame[0].node);
    begin_moves(&r->moves);
    begin_capture(&r->capture);
    r->tags = (Tags){0};
    r->comments.last = 0;
    r->comments.unclosed = false;
    r->comments.rest.line = 0;
    r->foreign_before = r->foreign;
    reader_begin_keeping(&r->transcript);
}

/* ---- text behind a game ---- */

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
    reader_keep_more(&r->transcript);
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
    if (!r->moves.ending || r->lines.open || r->transcript.script || r->out.status ||
        !prose_may_follow(r))
        return;
    GrResult result = r->moves.result;
    reader_begin_game(r, &r->prose.between);
    if (read_prose(r, result))
        give_prose(r, game, last);
    else
        r->transcript.between = true;
}

void reader_take_between(GrReader *r) {
    r->transcript.between = false;
    if (r->prose.between.diag_count)
        hand_diagnostics(r, r->out.game);
}
