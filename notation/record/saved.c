/* Games of a text that a program for all kinds of games has saved: they are read as PGN. */
#include "notation/reader/saved.h"

#include "notation/reader/game.h"
#include "notation/reader/reread.h"
#include "notation/reader/parts.h"
#include "notation/record/saved_text.h"

bool reader_is_saved(GrReader *r) {
    Lines *l = &r->lines;
    if (!r->saved.looked) {
        r->saved.looked = true;
        if (!r->transcript.is_part && (l->open || reader_open_line(l)))
            r->saved.kind = saved_kind(l->line, l->window_end);
    }
    return r->saved.kind != SAVED_NOT;
}

/* The text up to its end, or as much of it as is kept of a game. */
static void take_text(GrReader *r, GrBuffer *text) {
    Lines *l = &r->lines;
    while (!text->failed && (l->open || reader_open_line(l))) {
        for (;;) {
            size_t len = (size_t)(l->end - l->p);
            if (text->len + len < GR_READER_TEXT)
                gr_buffer_add(text, l->p, len);
            if (l->whole)
                break;
            l->p = l->end;
            reader_look_ahead(l);
        }
        gr_buffer_putc(text, '\n');
        reader_close_line(l);
    }
    if (text->failed)
        reader_no_memory(&r->out);
}

/* Reads the text and opens its reader; false if that fails. */
static bool open_text(GrReader *r) {
    GrBuffer text;
    gr_buffer_init(&text);
    gr_buffer_init(&r->saved.text);
    r->lines.kept.on = false;
    take_text(r, &text);
    saved_mask(&r->saved.text, text.len ? text.data : "", text.len, r->saved.kind);
    if (text.failed || r->saved.text.failed)
        gr_no_memory(r->out.error);
    else
        r->saved.inner = reader_open_part(r, r->saved.text.len ? r->saved.text.data : "", r->saved.text.len, 1, NULL,
                                          r->out.error);
    gr_buffer_free(&text);
    if (r->saved.inner)
        r->saved.inner->transcript.keep = r->transcript.keep;
    return r->saved.inner != NULL;
}

/* The text of the game, for its repair, is that of which it was read. */
static void take_record(GrReader *r) {
    Transcript *own = &r->transcript, *read = &r->saved.inner->transcript;
    GrBuffer done = own->done;
    own->done = read->done;
    read->done = done;
    own->done_line = read->done_line;
}

int reader_next_saved(GrReader *r, GrGame *game) {
    if (!r->saved.inner && !open_text(r))
        return r->out.error->code;
    if (r->lines.cut.code == GR_ERR_STOPPED)
        return gr_fail(r->out.error, GR_ERR_STOPPED, "%s", r->lines.cut.text);
    GrReader *inner = r->saved.inner;
    int code = reader_next_game(inner, game, r->out.error);
    take_record(r);
    r->prose.stray = inner->prose.stray;
    r->foreign = inner->foreign;
    r->evals.doubt = inner->evals.doubt;
    if (code > 0)
        gr_reader_place_game(r, game);
    return code || !r->lines.cut.code ? code : gr_fail(r->out.error, r->lines.cut.code, "%s", r->lines.cut.text);
}
