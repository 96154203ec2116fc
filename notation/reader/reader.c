/* The reader: lines, and where a game begins and ends. */
#include "notation/reader/reader_ahead.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No token that must be read in one piece is longer than this. */
enum { TOKEN = 512 };

/* Of a page without games, where so many lines at least stood in the file is remembered. */
enum { REMEMBERED = 16384 };

/* So many diagnostics are told of one game; then, so many errors more. */
enum { MESSAGES = 200 };

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
    r->source = source;
    r->variants = variants;
    r->fallback = rules ? rules : gr_variants_find(variants, "chess");
    r->frame = frames;
    r->blank_before = true;
    gr_game_init(&r->between);
    return r;
}

GrReader *gr_reader_open(const char *path, const GrVariants *variants, const GrRules *rules,
                         GrError *error) {
    return make(gr_source_open(path, error), variants, rules, error);
}

GrReader *gr_reader_open_memory(const char *text, size_t len, const GrVariants *variants,
                                const GrRules *rules, GrError *error) {
    return make(gr_source_open_memory(text, len, error), variants, rules, error);
}

void gr_reader_close(GrReader *r) {
    if (!r)
        return;
    gr_reader_close(r->inner);
    gr_source_close(r->source);
    gr_buffer_free(&r->comment);
    gr_buffer_free(&r->captured);
    gr_buffer_free(&r->prose);
    gr_buffer_free(&r->scratch);
    gr_buffer_free(&r->prepared);
    gr_buffer_free(&r->kept);
    gr_buffer_free(&r->done);
    gr_game_free(&r->between);
    free(r->frame);
    free(r);
}

void gr_reader_set_stop(GrReader *r, bool (*stop)(void *user), void *user) {
    gr_source_set_stop(r->source, stop, user);
}

uint64_t gr_reader_bytes(const GrReader *r) {
    return gr_source_bytes(r->source);
}

uint64_t gr_reader_size(const GrReader *r) {
    return gr_source_size(r->source);
}

uint32_t gr_reader_stray(const GrReader *r) {
    return r->stray;
}

uint32_t gr_reader_doubtful_eval(const GrReader *r) {
    return r->doubt;
}

void gr_reader_set_evals(GrReader *r, GrEvalDialect dialect) {
    r->evals = dialect;
}

/* ---- faults ---- */

void reader_fail(Reader *r, int code, const char *text) {
    if (!r->status)
        r->status = gr_fail(r->error, (GrCode)code, "%s", text);
}

static bool is_ascii(const char *p, const char *end) {
    const uint64_t highs = 0x8080808080808080;
    for (uint64_t x; end - p >= 8; p += 8) {
        memcpy(&x, p, 8);
        if (x & highs)
            return false;
    }
    for (; p < end; p++)
        if ((unsigned char)*p >= 0x80)
            return false;
    return true;
}

uint32_t reader_count_column(Reader *r, const char *at) {
    if (!r->looked) {
        r->looked = true;
        r->ascii = is_ascii(r->line, r->end);
        return reader_column(r, at);
    }
    if (at < r->counted_to) {
        r->counted_to = r->line;
        r->counted = 0;
    }
    for (; r->counted_to < at; r->counted_to++)
        r->counted += ((unsigned char)*r->counted_to & 0xC0) != 0x80;
    return r->behind + 1 + r->counted;
}

static void add_diagnostic(Reader *r, GrSeverity severity, uint32_t line, uint32_t column,
                           uint32_t ply, const char *format, va_list args) {
    char text[1024];
    size_t told = r->game->diag_count;
    if (told > MESSAGES || (told == MESSAGES && severity != GR_ERROR)) {
        if (told == MESSAGES && gr_game_diagnose(r->game, GR_NOTE, line, column, 0,
                                                 "from here on only errors are told of this game"))
            reader_fail(r, GR_ERR_MEMORY, "out of memory");
        if (severity != GR_ERROR || told > 2 * MESSAGES)
            return;
    }
    vsnprintf(text, sizeof text, format, args);
    gr_source_place(r->source, &line, &column);
    if (gr_game_diagnose(r->game, severity, line, column, ply, "%s", text))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

void reader_diagnose(Reader *r, GrSeverity severity, const char *at, uint32_t ply,
                     const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_diagnostic(r, severity, r->number, reader_column(r, at), ply, format, args);
    va_end(args);
}

void reader_diagnose_at(Reader *r, GrSeverity severity, uint32_t line, uint32_t column,
                        uint32_t ply, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_diagnostic(r, severity, line, column, ply, format, args);
    va_end(args);
}

/* ---- lines ---- */

/* Slides the window so that it begins at p; false if nothing came after. */
static bool slide(Reader *r) {
    const char *text;
    reader_flush_capture(r);
    reader_keep(r);
    int code = gr_source_slide(r->source, r->p, &text, &r->window_end, &r->cut);
    if (code <= 0)
        r->ended = true;
    r->line = r->p = r->capture_from = r->keep_from = text;
    return code > 0;
}

/* The end of the line, or of what is in the window of it, is known. */
static void measure(Reader *r) {
    r->near_end = r->whole ? r->end + 1 : r->end - TOKEN;
    r->counted_to = r->p;
    r->counted = 0;
    r->ascii = gr_source_is_ascii(r->source);
    r->looked = r->ascii;
}

/* Finds the end of the line that begins at p, or of as much of it as the window may hold. */
static void find_end(Reader *r) {
    size_t seen = 0;
    for (;;) {
        size_t have = (size_t)(r->window_end - r->p);
        const char *end = have > seen ? memchr(r->p + seen, '\n', have - seen) : NULL;
        r->whole = end || r->ended;
        r->end = end ? end : r->window_end;
        if (r->whole || have >= GR_SOURCE_KEEP / 2)
            break;
        seen = have;
        slide(r);
    }
    measure(r);
}

bool reader_open_line(Reader *r) {
    r->behind = 0;
    find_end(r);
    if (r->p == r->window_end && r->ended)
        return false;
    r->line = r->p;
    r->number++;
    r->open = r->fresh = true;
    r->blank = false;
    r->capture_from = r->p;
    return true;
}

void reader_look_ahead(Reader *r) {
    if (r->whole || r->p < r->near_end)
        return;
    uint32_t behind = reader_column(r, r->p) - 1;
    slide(r);
    find_end(r);
    r->behind = behind;
}

void reader_see_further(Reader *r, size_t bytes) {
    while (!r->ended && r->whole && (size_t)(r->window_end - r->end) < bytes) {
        r->whole = false;
        r->near_end = r->p;
        reader_look_ahead(r);
    }
}

void reader_next_line(Reader *r, const char *p) {
    const char *end = memchr(p, '\n', (size_t)(r->window_end - p));
    r->behind = 0;
    r->number++;
    r->line = r->p = p;
    r->whole = end || r->ended;
    r->end = end ? end : r->window_end;
    measure(r);
}

size_t reader_margin(const Reader *r, const char *p) {
    size_t len = gr_blanks(p);
    while (r->quoted && p[len] == '>')
        len += 1 + gr_blanks(p + len + 1);
    return len;
}

void reader_close_line(Reader *r) {
    r->p = r->end;
    reader_flush_capture(r);
    if (r->capture)
        gr_buffer_putc(&r->captured, '\n');
    r->p = r->end < r->window_end ? r->end + 1 : r->end;
    r->capture_from = r->p;
    r->blank_before = r->blank;
    r->open = false;
}

/* ---- games ---- */

void reader_begin_game(Reader *r, GrGame *game) {
    gr_game_clear(game);
    r->game = game;
    if (gr_game_begin(game, NULL))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
    if (r->lexicon.rules != r->fallback) {
        gr_lexicon_init(&r->lexicon, r->fallback);
        reader_speak(r);
    }
    r->tagged = r->moving = r->ending = r->headed = r->result_seen = false;
    r->too_long = r->too_many = false;
    r->prosy = true;
    r->prose_told = r->unclosed = false;
    r->line_number = 0;
    if (r->frame[0].node)
        r->skipped_line = 0;
    r->marker = GR_RESULT_NONE;
    r->forfeit = r->own_result = false;
    r->named_line = 0;
    r->number_told = 0;
    r->last_comment = 0;
    r->fen_line = r->variant_line = r->result_line = r->score_line = 0;
    r->depth = 0;
    r->capture = CAPTURE_NONE;
    r->frame[0].node = r->frame[0].ply = r->frame[0].parent = r->frame[0].last = 0;
    gr_buffer_clear(&r->captured);
    r->lost = false;
    r->looked_before = r->looks;
    reader_begin_keeping(r);
}

/* Remembers how things stand before the line, for reader_words. */
static void note_line(Reader *r) {
    r->line_number = r->number;
    r->line_node = r->frame[0].node;
    r->line_ply = r->frame[0].ply;
    r->line_nodes = r->game->node_count;
    r->line_diags = r->game->diag_count;
}

bool reader_begin_line(Reader *r) {
    bool start = r->p == r->line && !r->behind; /* or it is looked at again */
    const char *p = r->p + gr_blanks(r->p);
    r->fresh = false;
    if (start)
        r->quoted = *p == '>';
    if (r->quoted || *p == '|') {
        p += reader_margin(r, p);
        p += reader_cell(p);
    }
    while (!strncmp(p, "\xEF\xBF\xBD", 3)) /* NUL bytes that fill up a file */
        p += 3;
    r->blank = p >= r->end && r->whole;
    if (!r->blank && (*r->p != '%' || !start)) {
        r->p = p;
        r->blank = reader_at_rule(r);
        if (!r->blank)
            return true;
    }
    reader_close_prose(r);
    return false;
}

/* At the start of a line: what kind of line is it? */
static Step begin_line(Reader *r) {
    if (!reader_begin_line(r))
        return STEP_LINE_DONE;
    bool heading = r->depth == 0 && reader_at_heading(r);
    if (!heading && reader_begins_anew(r)) {
        reader_close_prose(r);
        reader_reclaim_heading(r);
        return STEP_GAME_DONE;
    }
    if (!heading && r->prosy && !reader_at_tag(r) && reader_at_prose(r))
        return reader_prose(r);
    reader_close_prose(r);
    if (r->skipped_line)
        reader_check_skipped(r);
    if (!r->prosy)
        note_line(r);
    return heading ? reader_heading(r) : STEP_ON;
}

static void skip_blanks(Reader *r) {
    r->p += gr_blanks(r->p);
    while (!r->whole && r->p >= r->near_end) {
        reader_look_ahead(r);
        r->p += gr_blanks(r->p);
    }
}

/* One step inside a line. */
static Step step(Reader *r) {
    if (r->in_comment)
        return reader_comment(r);
    if (r->fresh) {
        Step s = begin_line(r);
        if (s != STEP_ON)
            return s;
    }
    skip_blanks(r);
    if (r->p >= r->end)
        return STEP_LINE_DONE;
    Step tag;
    return *r->p == '[' && reader_tag(r, &tag) ? tag : reader_token(r);
}

/* The result by the final position, if that decides the game: it is taken where the text states
 * none, and held against the one it states. True if they disagree, which is told. */
static bool check_outcome(Reader *r, bool unstated) {
    GrGame *game = r->game;
    const GrPosition *last = &r->frame[0].now;
    GrState state = gr_state(last);
    int winner = gr_winner(last, state);
    GrResult real = winner < 0 ? GR_DRAW : winner == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS;
    if (state != GR_CHECKMATE && state != GR_STALEMATE)
        return false;
    if (unstated)
        game->result = real;
    if (real == game->result)
        return false;
    /* A game that is given as open is hardly damaged: no ply is to blame. */
    reader_diagnose_at(r, GR_WARNING, r->result_line, r->result_column,
                       game->result == GR_RESULT_NONE ? 0 : game->plies,
                       "the result is given as %s, but the game ends in %s, %s",
                       gr_result_text(game->result),
                       state == GR_CHECKMATE ? "checkmate" : "stalemate", gr_result_text(real));
    return true;
}

/* The result stated twice, in the tag and after the moves, and by the final position. */
static void check_result(Reader *r) {
    GrGame *game = r->game;
    const char *tag = gr_game_tag(game, "Result");
    GrResult stated = tag ? reader_stated_result(r, tag) : GR_RESULT_NONE;
    game->result = stated ? stated : r->marker;
    if (r->script)
        r->script->result = game->result;
    bool odd = tag && stated == GR_RESULT_NONE && !r->forfeit && strcmp(tag, "*") && strcmp(tag, "?") && *tag;
    if (odd)
        reader_diagnose_at(r, GR_WARNING, r->result_line, r->result_column, 0,
                           "the Result tag is \"%.40s\", which is no result", tag);
    if (game->rules && !game->partial && game->plies &&
        check_outcome(r, !tag && !r->result_seen))
        return;
    if (!odd && tag && r->result_seen && stated != r->marker)
        reader_diagnose_at(r, GR_WARNING, r->result_line, r->result_column, 0,
                           "the Result tag says %s, but the moves end with %s",
                           gr_result_text(stated), gr_result_text(r->marker));
}

/* Evaluations in comments; of those in doubt the first of the whole text is told. */
static void read_evals(Reader *r) {
    GrGame *game = r->game;
    GrEvalDoubt doubt;
    if (gr_game_read_evals(game, r->evals, &doubt))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
    if (!*doubt.text || r->doubt)
        return;
    uint32_t line = doubt.node ? game->nodes[doubt.node].line : game->line, column = 0;
    r->doubt = line;
    gr_source_place(r->source, &r->doubt, &column);
    reader_diagnose_at(r, GR_WARNING, line, doubt.node ? game->nodes[doubt.node].column : 1,
                       doubt.ply, "ambiguous evaluation \"%s\": %s; such evaluations stay as they "
                       "are until an evaluation dialect is given",
                       doubt.text, *doubt.text == '[' ? "it may be pawns or hundredths of a pawn"
                                                      : "it may be White's view or the mover's");
}

static void end_game(Reader *r) {
    reader_close_prose(r);
    if (!r->moving)
        reader_begin_moves(r);
    reader_close_moves(r);
    r->game->plies = r->frame[0].ply;
    if (r->tagged && !r->result_seen && !r->unclosed)
        reader_diagnose_at(r, GR_WARNING,
                           r->game->last_line ? r->game->last_line : r->game->line, 0, 0,
                           "the moves end without a result");
    reader_look_at_game(r);
    if (r->last_comment || r->game->nodes[0].comment)
        read_evals(r);
    check_result(r);
    reader_tidy_result(r);
    reader_check_points(r);
}

/* Is there anything that makes a game of what was read? Prose and a lone result do not. */
static bool is_game(const Reader *r) {
    return r->tagged || r->frame[0].node || r->game->partial;
}

/* Reads up to the end of a game or of the text. */
static void read_game(Reader *r) {
    while (!r->status) {
        if (!r->open && !reader_open_line(r))
            return;
        Step s = step(r);
        if (s == STEP_LINE_DONE) {
            reader_close_line(r);
            if (r->ending && !r->in_comment)
                s = STEP_GAME_DONE;
            if (r->number % REMEMBERED == 0 && !is_game(r))
                gr_source_forget(r->source, r->number - REMEMBERED + 1);
        }
        if (s == STEP_GAME_DONE) {
            if (is_game(r))
                return;
            reader_return_prose(r);
            reader_begin_game(r, r->game);
        }
    }
}

int gr_reader_next(GrReader *r, GrGame *game, GrError *error) {
    r->error = error;
    int code = r->inner ? reader_next_inner(r, game) : 0;
    if (code)
        return code;
    gr_source_forget(r->source, r->open ? r->number : r->number + 1);
    reader_begin_game(r, game);
    reader_take_between(r);
    size_t diags = game->diag_count;
    uint32_t doubt = r->doubt;
    read_game(r);
    if (r->cut.code == GR_ERR_STOPPED) /* half of a game is none */
        return gr_fail(error, GR_ERR_STOPPED, "%s", r->cut.text);
    bool found = is_game(r);
    if (!found && !r->status) {
        reader_close_prose(r);
        reader_return_prose(r);
    }
    reader_end_keeping(r);
    r->last_prosy = r->prosy;
    if (found && !r->status) {
        end_game(r);
        reader_try_languages(r, diags, doubt);
        reader_after_game(r);
        reader_place_game(r, game);
        gr_game_sort_diagnostics(game);
    }
    if (r->status)
        return r->status;
    if (found)
        return 1;
    if (r->cut.code)
        return gr_fail(error, r->cut.code, "%s", r->cut.text);
    return 0;
}
