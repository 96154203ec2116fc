/* Opening a reader: its parts are put together. */
#include <stdlib.h>

#include "notation/reader/bpgn.h"
#include "notation/reader/parts.h"
#include "notation/reader/reread.h"
#include "notation/text/page.h"

static void connect(GrReader *r) {
    Moves *m = &r->moves;
    r->out.lines = &r->lines;
    r->transcript.lines = &r->lines;
    r->transcript.out = &r->out;
    r->capture.lines = &r->lines;
    r->capture.out = &r->out;
    m->lines = &r->lines;
    m->out = &r->out;
    m->transcript = &r->transcript;
    m->capture = &r->capture;
    r->prose.out = &r->out;
}

static GrReader *make(GrSource *source, const GrVariants *variants, const GrRules *rules,
                      GrError *error) {
    GrReader *r = source ? calloc(1, sizeof *r) : NULL;
    Frame *frames = r ? calloc(GR_READER_DEPTH + 1, sizeof *frames) : NULL;
    if (!frames) {
        if (source)
            gr_no_memory(error);
        gr_source_close(source);
        free(r);
        return NULL;
    }
    connect(r);
    r->lines.source = source;
    r->variants = variants;
    r->fallback = rules ? rules : gr_variants_find(variants, "chess");
    r->moves.frame = frames;
    r->lines.blank_before = true;
    gr_game_init(&r->prose.between);
    return r;
}

GrReader *gr_reader_open(const char *path, const GrVariants *variants, const GrRules *rules,
                         GrError *error) {
    return make(gr_source_open(path, error), variants, rules, error);
}

GrReader *gr_reader_open_source(GrSource *source, const GrVariants *variants, const GrRules *rules,
                                GrError *error) {
    return make(source, variants, rules, error);
}

GrReader *gr_reader_open_memory(const char *text, size_t len, const GrVariants *variants,
                                const GrRules *rules, GrError *error) {
    return make(gr_source_open_memory(text, len, error), variants, rules, error);
}

GrReader *reader_open_part(const GrReader *whole, const char *text, size_t len, uint32_t line,
                           const GrLanguage *language, GrError *error) {
    GrReader *r = gr_reader_open_memory(text, len, whole->variants, whole->fallback, error);
    if (!r)
        return NULL;
    gr_reader_begin_at(r, line);
    r->evals = whole->evals;
    r->prose.always_prosy = whole->prose.last_prosy;
    r->letters.language = language;
    return r;
}

static void close_record(Bpgn *b) {
    for (int i = 0; b && i < 2; i++) {
        gr_reader_close(b->reader[i]);
        gr_buffer_free(&b->board[i]);
    }
    if (b) {
        gr_buffer_free(&b->text);
        gr_game_free(&b->other);
    }
    free(b);
}

void gr_reader_close(GrReader *r) {
    if (!r)
        return;
    gr_reader_close(r->letters.inner);
    reader_free_lines(&r->lines);
    reader_free_prose(&r->prose);
    gr_buffer_free(&r->comments.text);
    gr_buffer_free(&r->comments.prepared);
    gr_buffer_free(&r->out.scratch);
    gr_buffer_free(&r->moves.lead);
    gr_buffer_free(&r->transcript.done);
    free(r->moves.frame);
    free(r->sheet.path);
    free(r->sheet.branch);
    gr_buffer_free(&r->sheet.more);
    close_record(r->bpgn);
    gr_reader_close(r->saved.inner);
    gr_buffer_free(&r->saved.text);
    free(r);
}

/* ---- what may be set ---- */

void gr_reader_set_stop(GrReader *r, bool (*stop)(void *user), void *user) {
    gr_source_set_stop(r->lines.source, stop, user);
}

void gr_reader_set_evals(GrReader *r, GrEvalDialect dialect) {
    r->evals.dialect = dialect;
}

void gr_reader_keep_text(GrReader *r) {
    r->transcript.keep = true;
}

void gr_reader_begin_at(GrReader *r, uint32_t line) {
    r->lines.number = line - 1;
    r->transcript.is_part = true;
    gr_source_read_as_it_stands(r->lines.source);
}

void gr_reader_record(GrReader *r, GrScript *script) {
    r->transcript.script = script;
}

/* ---- what may be asked ---- */

uint64_t gr_reader_bytes(const GrReader *r) {
    return gr_source_bytes(r->lines.source);
}

uint64_t gr_reader_size(const GrReader *r) {
    return gr_source_size(r->lines.source);
}

uint32_t gr_reader_stray(const GrReader *r) {
    return r->prose.stray;
}

uint32_t gr_reader_doubtful_eval(const GrReader *r) {
    return r->evals.doubt;
}

const GrLanguage *reader_game_language(const GrReader *r) {
    return r->letters.game;
}

bool reader_rest_place(const GrReader *r, uint32_t *line, uint32_t *column) {
    *line = r->transcript.rest.line;
    *column = r->transcript.rest.column;
    return *line != 0;
}

const char *gr_reader_text(const GrReader *r, size_t *len, uint32_t *line) {
    const GrBuffer *done = &r->transcript.done;
    *len = done->len;
    *line = r->transcript.done_line;
    return r->transcript.keep && done->data && done->len < GR_READER_TEXT ? done->data : NULL;
}

const char *gr_reader_looks_like(const GrReader *r) {
    const ForeignNotation none = {0};
    const char *kind = gr_source_kind(r->lines.source);
    if (!kind)
        kind = reader_looks_like(&r->foreign, &none);
    if (kind)
        return kind;
    if (!gr_source_is_html(r->lines.source))
        return NULL;
    GrPageHidden hidden = gr_page_take_hidden(gr_source_page(r->lines.source));
    return hidden.open    ? "this is an HTML page without moves, the end of which a comment or script hides that is "
                            "never closed"
           : hidden.games ? "this is an HTML page without moves, but with tags of games in its comments or scripts"
                          : "this is an HTML page without moves";
}

void gr_reader_place_game(const GrReader *r, GrGame *game) {
    const GrSource *source = r->lines.source;
    if (!gr_source_is_page(source))
        return;
    reader_place_moves(source, game);
    reader_place_diagnostics(source, game);
    for (size_t i = 0; i < game->edit_count; i++)
        if (game->edits[i].line)
            gr_source_place(source, &game->edits[i].line, &game->edits[i].column);
}
