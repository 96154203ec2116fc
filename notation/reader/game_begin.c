/* The beginning of a game: all that is known of the last one is forgotten. */
#include "notation/reader/game_begin.h"

#include "notation/reader/parts.h"
#include "notation/reader/setup.h"

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
    r->looked_before = r->looks;
    reader_begin_keeping(&r->record);
}
