/* What both protocols share: sending and receiving lines, giving an engine up, what it has said of
 * itself. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "analysis/uci/engine_answer.h"
#include "analysis/uci/engine_local.h"

enum {
    SLICE_MS = 50,  /* between two looks at whether to stop */
    LOOK_MS = 10,   /* and at whether a search has done enough */
    SEND_MS = 10000, /* for a command to be read */
    SLOW_MS = 60000, /* and SLOW_NODE_MS each are what a search by nodes may take */
    SLOW_NODE_MS = 10
};

/* ---- sending and receiving ---- */

static bool exited_with(const GrEngine *engine, int status) {
    char how[GR_PROCESS_HOW];
    int length = snprintf(how, sizeof how, "exited with status %d ", status);
    return strncmp(engine->how, how, (size_t)length) == 0;
}

/* Kills the engine unless it ends by itself within `ms`, and says how it ended; `why` is why it had
 * to be killed. */
static int end_engine(GrEngine *engine, int ms, GrCode code, const char *why, GrError *error) {
    if (!engine->dead && !gr_process_end(&engine->process, ms, engine->how)) {
        snprintf(engine->how, sizeof engine->how, "%s: killed", why);
        engine->hung = true;
    }
    engine->dead = true;
    if (code == GR_ERR_MEMORY)
        return gr_no_memory(error);
    if (!engine->introduced && (exited_with(engine, 126) || exited_with(engine, 127))) /* by the shell */
        code = GR_ERR_NOT_FOUND;
    if (engine->refusal.len && !engine->refusal.failed)
        return gr_fail(error, code, "engine '%s' %s; it said '%s'", engine->command, engine->how,
                       engine->refusal.data);
    return gr_fail(error, code, "engine '%s' %s", engine->command, engine->how);
}

/* It seems to have ended. */
static int give_up(GrEngine *engine, GrCode code, const char *why, GrError *error) {
    return end_engine(engine, 200, code, why, error);
}

int engine_hung_up(GrEngine *engine, GrCode code, const char *why, GrError *error) {
    return end_engine(engine, 0, code, why, error);
}

bool engine_is_stopped(const GrEngine *engine) {
    return engine->stop && engine->stop(engine->user);
}

int engine_at_most(const GrEngine *engine, int ms) {
    return engine->patience < ms ? engine->patience : ms;
}

static void log_line(const GrEngine *engine, bool sent, const char *line, size_t length) {
    if (engine->log)
        engine->log(engine->log_user, sent, line, length);
}

/* Takes a line in. Whatever white space separates its words, who reads it need only look for blanks between them. */
static void take_in(const GrEngine *engine, char *line) {
    size_t length = strlen(line);
    log_line(engine, false, line, length);
    line[gr_trimmed(line, length)] = '\0';
    for (; *line; line++)
        if (gr_is_blank(*line))
            *line = ' ';
}

static void log_sent(const GrEngine *engine, const char *text, size_t length) {
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && text[end] != '\n'; end++)
            ;
        log_line(engine, true, text + at, end - at);
    }
}

int engine_send(GrEngine *engine, const char *text, size_t length, GrError *error) {
    GrError why;
    int64_t until = gr_now_ms() + engine_at_most(engine, SEND_MS);
    if (engine->dead)
        return give_up(engine, GR_ERR_IO, "is not running", error);
    log_sent(engine, text, length);
    for (;;) {
        int code = gr_process_send(&engine->process, &text, &length, SLICE_MS, &why);
        if (code == 0)
            return 0;
        if (code < 0)
            return give_up(engine, (GrCode)code, why.text, error);
        if (engine_is_stopped(engine)) /* half a command has been sent: no other can follow */
            return engine_hung_up(engine, GR_ERR_STOPPED, "was stopped", error);
        if (gr_now_ms() >= until)
            return engine_hung_up(engine, GR_ERR_IO, "does not read its input", error);
    }
}

int engine_send_line(GrEngine *engine, const char *text, GrError *error) {
    GrBuffer line;
    gr_buffer_init(&line);
    gr_buffer_printf(&line, "%s\n", text);
    int code = line.failed ? gr_no_memory(error)
                           : engine_send(engine, line.data, line.len, error);
    gr_buffer_free(&line);
    return code;
}

int engine_next_line(GrEngine *engine, int64_t until, char **line, GrError *error) {
    char text[GR_PROCESS_HOW];
    for (;;) {
        GrError why;
        if (engine->dead)
            return give_up(engine, GR_ERR_IO, "is not running", error);
        if (engine_is_stopped(engine))
            return gr_fail(error, GR_ERR_STOPPED, "stopped");
        int64_t left = until - gr_now_ms();
        if (left <= 0)
            return 0;
        int slice = left > SLICE_MS ? SLICE_MS : (int)left;
        int code = gr_process_line(&engine->process, slice, line, &why);
        if (code == GR_ERR_LIMIT) {
            snprintf(text, sizeof text, "%.50s instead of %.30s", why.text, engine->awaited);
            return engine_hung_up(engine, GR_ERR_LIMIT, text, error);
        }
        if (code < 0)
            return give_up(engine, (GrCode)code, why.text, error);
        if (code > 0) {
            take_in(engine, *line);
            return code;
        }
    }
}

void engine_report(const GrEngine *engine, GrProgress *progress) {
    if (progress->ms < 0)
        progress->ms = gr_now_ms() - engine->began;
    engine->progress(engine->progress_user, progress);
}

int64_t engine_look_at(const GrEngine *engine, int64_t due) {
    int64_t next = gr_now_ms() + LOOK_MS;
    return engine->enough && next < due ? next : due;
}

bool engine_has_enough(const GrEngine *engine) {
    return engine->enough && engine->enough(engine->enough_user);
}

int engine_drop_leftovers(GrEngine *engine, GrError *error) {
    uint64_t most = engine->process.received + ENGINE_MOST_BYTES;
    char *line;
    GrError why;
    int code = 1;
    while (code > 0 && !engine->dead) {
        code = gr_process_line(&engine->process, 0, &line, &why);
        if (code < 0)
            return give_up(engine, (GrCode)code, why.text, error);
        if (code > 0)
            take_in(engine, line);
        if (engine->process.received > most)
            return engine_hung_up(engine, GR_ERR_IO, "prints without end, unasked", error);
    }
    return 0;
}

char *engine_after_word(char *line, const char *word) {
    const char *rest = gr_after_word(line, word);
    return rest ? line + (rest - line) : NULL;
}

/* ---- what it has said of itself ---- */

void engine_note_option(GrEngine *engine, const char *name, const char *usual, size_t length,
                        const char *type) {
    gr_buffer_add(&engine->options, name, strlen(name) + 1);
    gr_buffer_add(&engine->options, usual, length);
    gr_buffer_putc(&engine->options, '\0');
    gr_buffer_add(&engine->options, type, strlen(type) + 1);
}

/* Neither protocol has an answer to an option, but engines complain in words like these. */
void engine_note_refusal(GrEngine *engine, char *line) {
    static const char *const words[] = {"error", "no such option", "unknown option", "unknown command",
                                        "invalid", "cannot", "could not", "failed", "unable"};
    char *text = engine_after_word(line, "info");
    text = text ? engine_after_word(text, "string") : line;
    if (!text)
        return;
    while (gr_is_blank(*text))
        text++;
    for (size_t i = 0; i < sizeof words / sizeof *words && !engine->refusal.len; i++)
        if (!strncasecmp(text, words[i], strlen(words[i])))
            gr_engine_text(&engine->refusal, text, GR_ENGINE_NAME);
}

int engine_talks_nonsense(const GrEngine *engine, GrError *error) {
    return gr_fail(error, GR_ERR_SYNTAX, "engine '%s' states what cannot be: '%s'", engine->command,
                   gr_engine_nonsense(engine));
}

bool engine_lists_variant(const GrEngine *engine, const char *name) {
    size_t length = strlen(name);
    const char *at = engine->variants.data;
    while (at && (at = strchr(at, ' '))) {
        at++;
        if (strncasecmp(at, name, length) == 0 && at[length] == ' ')
            return true;
    }
    return false;
}

int engine_no_variant(const GrEngine *engine, const GrVariant *variant, const char *name,
                      const char *where, GrError *error) {
    return gr_fail(error, GR_ERR_NOT_FOUND, "engine '%s' does not play %s: it does not list '%s' among %s",
                   engine->command, variant->title, name, where);
}

int64_t engine_time_of(const GrPosition *pos, const GrLimits *limits) {
    const uint64_t long_search = UINT64_C(1) << 40;
    if (limits->movetime)
        return limits->movetime;
    if (limits->time[pos->turn])
        return limits->time[pos->turn];
    if (limits->nodes && limits->nodes < long_search)
        return SLOW_MS + SLOW_NODE_MS * (int64_t)limits->nodes;
    return 0;
}

const char *gr_engine_name(const GrEngine *engine) {
    return engine->name.len ? engine->name.data : engine->command;
}

static const char *after(const char *text) {
    return text + strlen(text) + 1;
}

bool gr_engine_option(const GrEngine *engine, size_t n, const char **name, const char **usual) {
    const char *at = engine->options.data;
    if (!at) /* it has none: no offset to nothing */
        return false;
    for (const char *end = at + engine->options.len; at < end; n--) {
        *name = at;
        *usual = after(at);
        if (n == 0)
            return true;
        at = after(after(*usual));
    }
    return false;
}

const char *engine_option_type(const GrEngine *engine, size_t n) {
    const char *name, *usual;
    return gr_engine_option(engine, n, &name, &usual) ? after(usual) : NULL;
}

bool gr_engine_has_option(const GrEngine *engine, const char *name) {
    const char *known, *usual;
    for (size_t n = 0; gr_engine_option(engine, n, &known, &usual); n++)
        if (strcasecmp(name, known) == 0)
            return true;
    return false;
}

const char *gr_engine_nonsense(const GrEngine *engine) {
    return engine->nonsense.len ? engine->nonsense.data : NULL;
}
