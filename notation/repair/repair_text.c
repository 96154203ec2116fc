/* From a damaged game's text to the repaired game: the text is written down as a script, the
 * script repaired, the edits made in the text, and the text read again. */
#include "notation/repair/repair_text.h"

#include <string.h>

#include "notation/reader/reread.h"
#include "notation/repair/repair_report.h"
#include "notation/write/pgn.h"

/* Characters by which what comes after a place of a line has moved to the right. */
typedef struct Shift {
    uint32_t line, column;
    int32_t by;
} Shift;

typedef struct Job {
    const GrReader *reader;
    const GrRepairLimits *limits;
    GrError *error;
    GrBuffer text;     /* the game's, before the edits */
    uint32_t line;     /* where it begins */
    uint32_t unfolded; /* line and column where unplayable moves were taken out of a comment; */
    uint32_t unfolded_column; /* 0: nowhere */
    GrScript script;
    GrRepairs repairs;
    GrBuffer edited;
    Shift shift[256];  /* one for each edit; GrRepairLimits.edits is not more */
    size_t shifts;
    GrGame game;       /* read from it */
} Job;

/* ---- moves in a comment ---- */

/* The place in the game's text, whose first line is job->line. */
static const char *find_place(const Job *job, const char *text, uint32_t line, uint32_t column) {
    for (uint32_t at = job->line; at < line && *text; text++)
        at += *text == '\n';
    for (uint32_t at = 1; at < column && *text; text++)
        at += ((unsigned char)text[1] & 0xC0) != 0x80;
    return text;
}

/* The blank or line end before the moves in a comment that the writer has put them in; NULL if the
 * comment, which ends at `close`, is another one. */
static const char *moves_in_comment(const char *comment, const char *close) {
    const char *p = comment + 1 + strspn(comment + 1, " \n");
    if (*comment != '{' || strncmp(p, GR_UNPLAYABLE, strlen(GR_UNPLAYABLE) - 1))
        return NULL;
    while (p < close && !(p[0] == ']' && (p[1] == ' ' || p[1] == '\n')))
        p++;
    return p < close ? p + 1 : NULL;
}

/* Adds what a comment keeps, as it was; the comment's own line ends are blanks. */
static void unfold(Job *job, const char *p, const char *end) {
    GrBuffer *line = &job->edited; /* nothing is edited yet */
    for (; p < end; p++)
        gr_buffer_putc(line, *p == '\n' ? ' ' : *p);
    if (line->data)
        reader_unescape(&job->text, line->data, line->data + line->len);
    job->text.failed |= line->failed;
    gr_buffer_clear(line);
}

/* Takes the game's text; moves that the writer has put in a last comment become moves again. Only
 * the reader knows which comment that is: another one may look like it, or have it quoted. */
static void take_text(Job *job, const char *text, size_t len) {
    const char *end = text + len, *comment = end, *close = NULL, *moves = NULL;
    uint32_t line, column;
    if (reader_rest_place(job->reader, &line, &column)) {
        comment = find_place(job, text, line, column);
        close = strchr(comment, '}');
        moves = close ? moves_in_comment(comment, close) : NULL;
    }
    gr_buffer_add(&job->text, text, (size_t)((moves ? comment : end) - text));
    if (!moves)
        return;
    job->unfolded = line;
    job->unfolded_column = column;
    unfold(job, moves, close);
    gr_buffer_add(&job->text, close + 1, (size_t)(end - close - 1));
}

/* ---- reading ---- */

/* Reads the one game of a text; into the script, if there is one. */
static int read_text(Job *job, const GrBuffer *text, GrScript *script, GrGame *game) {
    GrReader *reader = reader_open_part(job->reader, text->data, text->len, job->line,
                                        reader_game_language(job->reader), job->error);
    if (!reader)
        return GR_ERR_MEMORY;
    gr_reader_set_stop(reader, job->limits->stop, job->limits->user);
    if (script)
        gr_reader_record(reader, script);
    int code = gr_reader_next(reader, game, job->error);
    gr_reader_close(reader);
    return code < 0 ? code : code == 0 ? GR_ERR_NOT_FOUND : 0;
}

static int record(Job *job) {
    int code = read_text(job, &job->text, &job->script, &job->game);
    if (code)
        return code;
    if (!job->game.rules)
        return GR_ERR_NOT_FOUND;
    job->script.start = job->game.start;
    return job->script.failed ? GR_ERR_MEMORY : 0;
}

/* ---- editing ---- */

/* A place in the text that is being copied. */
typedef struct Place {
    const char *p;
    uint32_t line, column;     /* in the original */
    uint32_t new_column;       /* in the edited text */
} Place;

static void step_over(Job *job, Place *at, bool copy) {
    if (copy)
        gr_buffer_putc(&job->edited, *at->p);
    if (*at->p == '\n') {
        at->line++;
        at->column = at->new_column = 1;
    } else if (((unsigned char)at->p[1] & 0xC0) != 0x80) { /* the character ends here */
        at->column++;
        at->new_column += copy;
    }
    at->p++;
}

static void copy_to(Job *job, Place *at, const GrToken *token) {
    while (*at->p && (at->line < token->line ||
                      (at->line == token->line && at->column < token->column)))
        step_over(job, at, true);
}

static void put_quoted(GrBuffer *out, const char *text) {
    gr_buffer_putc(out, '"');
    for (; *text; text++)
        if (strchr("\"]}%", *text))
            gr_buffer_printf(out, "%%%02X", (unsigned)(unsigned char)*text);
        else
            gr_buffer_putc(out, *text);
    gr_buffer_putc(out, '"');
}

static size_t characters(const char *text, size_t len) {
    size_t count = 0;
    for (size_t i = 0; i < len; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

/* Writes what an edit puts in the token's place, or before it. */
static void put_edit(Job *job, const GrRepair *edit, const GrToken *token,
                     const GrPosition *pos) {
    GrBuffer *out = &job->edited;
    bool inserted = edit->kind == GR_INSERTED;
    const char *from = inserted ? "" : gr_script_text(&job->script, token);
    if (edit->kind != GR_DROPPED) {
        size_t at = out->len;
        repair_put_move(out, pos, edit->move, token->syntax.named);
        const GrLanguage *language = reader_game_language(job->reader);
        if (language && !token->syntax.named && !out->failed)
            gr_language_translate(language, out->data + at);
        if (token->syntax.nag && !inserted)
            gr_buffer_printf(out, " $%d", token->syntax.nag);
        gr_buffer_putc(out, ' ');
    }
    gr_buffer_puts(out, edit->kind == GR_DROPPED ? "{" GR_DROPPED_PLY : "{" GR_REPAIRED);
    put_quoted(out, from);
    gr_buffer_puts(out, inserted ? "]} " : "]}");
}

static void make_edit(Job *job, const GrRepair *edit, const GrPosition *pos, Place *at) {
    const GrToken *token = &job->script.token[edit->token];
    copy_to(job, at, token);
    size_t mark = job->edited.len;
    put_edit(job, edit, token, pos);
    if (job->edited.failed)
        return;
    uint32_t width = (uint32_t)characters(job->edited.data + mark, job->edited.len - mark);
    uint32_t old = 0;
    if (edit->kind != GR_INSERTED) {
        const char *end = at->p + token->len;
        uint32_t column = at->column;
        while (at->p < end)
            step_over(job, at, false);
        old = at->column - column;
    }
    at->new_column += width;
    job->shift[job->shifts++] = (Shift){at->line, at->new_column, (int32_t)(width - old)};
}

/* Copies the text with all edits made. */
static void edit_text(Job *job) {
    const GrRepairs *repairs = &job->repairs;
    GrPosition pos = job->script.start;
    Place at = {job->text.data, job->line, 1, 1};
    size_t played = 0;
    for (size_t i = 0; i < repairs->count && job->shifts < 256; i++) {
        const GrRepair *edit = &repairs->edit[i];
        while (edit->kind != GR_DROPPED && played + 1 < edit->ply)
            gr_play(&pos, repairs->move[played++]);
        if (edit->token < job->script.count)
            make_edit(job, edit, &pos, &at);
    }
    gr_buffer_puts(&job->edited, at.p);
}

/* ---- the repaired game ---- */

static bool is_as_repaired(const Job *job) {
    const GrNode *nodes = job->game.nodes;
    uint32_t node = job->game.rules ? nodes[0].next : 0;
    size_t ply = 0;
    for (; node && ply < job->repairs.plies; node = nodes[node].next)
        if (nodes[node].move != job->repairs.move[ply++])
            return false;
    return !job->game.partial && !node && ply == job->repairs.plies;
}

/* The column in the text as it was. */
static uint32_t old_column(const Job *job, uint32_t line, uint32_t column) {
    int32_t old = (int32_t)column;
    for (size_t i = 0; i < job->shifts; i++)
        if (job->shift[i].line == line && job->shift[i].column <= column)
            old -= job->shift[i].by;
    return (uint32_t)old;
}

/* What was taken out of a comment stands where the comment begins. */
static void fold(const Job *job, uint32_t *line, uint32_t *column) {
    if (!job->unfolded || *line < job->unfolded ||
        (*line == job->unfolded && *column < job->unfolded_column))
        return;
    *line = job->unfolded;
    *column = job->unfolded_column;
}

/* Makes places in the edited text places in the text that the caller knows. */
static void restore_places(Job *job) {
    GrGame *game = &job->game;
    for (size_t i = 1; i < game->node_count; i++) {
        GrNode *n = &game->nodes[i];
        n->column = old_column(job, n->line, n->column);
        fold(job, &n->line, &n->column);
    }
    for (size_t i = 0; i < game->diag_count; i++) {
        GrDiagnostic *d = &game->diags[i];
        d->column = d->column ? old_column(job, d->line, d->column) : 0;
        fold(job, &d->line, &d->column);
    }
    for (size_t i = 0; i < job->script.count; i++)
        fold(job, &job->script.token[i].line, &job->script.token[i].column);
}

/* Comments in a row; none in an empty string. */
static size_t count_comments(const char *text) {
    size_t count = *text != 0;
    for (; *text; text++)
        count += *text == GR_COMMENT_NEXT;
    return count;
}

/* Plies that were left out before the first move. */
static size_t dropped_before(const GrRepairs *repairs) {
    size_t count = 0;
    for (size_t i = 0; i < repairs->count; i++)
        count += repairs->edit[i].kind == GR_DROPPED && repairs->edit[i].ply == 0;
    return count;
}

/* Comments before the game's first line belong to it, but not to its text: puts them before those
 * that do. */
static int keep_preface(Job *job, GrGame *game, const GrGame *old) {
    const char *before = gr_game_string(old, old->nodes[0].comment), *p = before;
    const char *own = gr_game_string(game, game->nodes[0].comment);
    size_t wanted = count_comments(before) + dropped_before(&job->repairs);
    size_t have = count_comments(own);
    for (; have < wanted && *p; p++)
        have += *p == GR_COMMENT_NEXT || !p[1];
    gr_buffer_clear(&job->text);
    gr_buffer_add(&job->text, before, (size_t)(p - before));
    if (p > before && p[-1] != GR_COMMENT_NEXT && *own)
        gr_buffer_putc(&job->text, GR_COMMENT_NEXT);
    gr_buffer_puts(&job->text, own);
    return job->text.failed || gr_game_add_text(game, job->text.data, job->text.len,
                                                &game->nodes[0].comment);
}

/* What the text alone does not hold. */
static int keep_rest(Job *job, GrGame *game, const GrGame *old) {
    const char *event = gr_game_tag(old, "Event");
    if ((event && gr_game_set_tag(game, "Event", event)) || keep_preface(job, game, old))
        return GR_ERR_MEMORY;
    game->line = old->line;
    game->last_line = old->last_line;
    return 0;
}

/* Makes the edits, reads the game again, and puts it in the place of the old one. */
static int replace_game(Job *job, GrGame *game) {
    edit_text(job);
    if (job->edited.failed)
        return GR_ERR_MEMORY;
    int code = read_text(job, &job->edited, NULL, &job->game);
    if (code)
        return code;
    if (!is_as_repaired(job))
        return GR_ERR_NOT_FOUND;
    restore_places(job);
    code = keep_rest(job, &job->game, game);
    if (!code)
        code = repair_report(&job->script, &job->repairs, &job->game);
    if (code)
        return code;
    gr_reader_place_game(job->reader, &job->game);
    GrGame old = *game;
    *game = job->game;
    job->game = old;
    return 0;
}

/* Does something call for a repair? */
static bool is_suspect(const GrGame *game) {
    if (!game->rules)
        return false;
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].severity != GR_NOTE && game->diags[i].ply)
            return true;
    return game->partial;
}

static int work(Job *job, GrGame *game, GrRepairStatus *status) {
    size_t len;
    const char *text = gr_reader_text(job->reader, &len, &job->line);
    *status = GR_REPAIR_GAVE_UP;
    if (!text)
        return 0;
    take_text(job, text, len);
    if (job->text.failed)
        return GR_ERR_MEMORY;
    int code = record(job);
    if (!code)
        code = gr_repair(&job->script, job->limits, &job->repairs);
    if (code)
        return code;
    *status = job->repairs.status;
    return *status == GR_REPAIR_DONE ? replace_game(job, game) : 0;
}

static int tell_failure(GrGame *game, GrRepairStatus status) {
    if (status == GR_REPAIR_WHOLE || status == GR_REPAIR_DONE)
        return 0;
    return gr_game_diagnose(game, GR_NOTE, game->line, 0, 0, "%s",
                            status == GR_REPAIR_GAVE_UP
                                ? "no repair was found within the limits of the search"
                                : "no small number of edits makes this game legal");
}

int gr_repair_game(const GrReader *reader, const GrRepairLimits *limits, GrGame *game,
                   GrRepairStatus *status, GrError *error) {
    Job job;
    *status = GR_REPAIR_WHOLE;
    if (!is_suspect(game))
        return 0;
    memset(&job, 0, sizeof job);
    job.reader = reader;
    job.limits = limits;
    job.error = error;
    int code = work(&job, game, status);
    if (code == GR_ERR_NOT_FOUND) { /* the edits do not read as they should */
        *status = GR_REPAIR_NONE;
        code = 0;
    }
    if (!code)
        code = tell_failure(game, *status);
    gr_buffer_free(&job.text);
    gr_buffer_free(&job.edited);
    gr_script_free(&job.script);
    gr_repairs_free(&job.repairs);
    gr_game_free(&job.game);
    if (code)
        gr_fail(error, (GrCode)code, code == GR_ERR_STOPPED ? "stopped" : "out of memory");
    return code;
}

int gr_repair_next(GrReader *reader, const GrRepairLimits *limits, GrGame *game, GrError *error) {
    GrRepairStatus status;
    if (limits)
        gr_reader_keep_text(reader);
    int code = gr_reader_next(reader, game, error);
    if (code <= 0 || !limits)
        return code;
    code = gr_repair_game(reader, limits, game, &status, error);
    return code ? code : 1;
}
