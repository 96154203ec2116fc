/* The client of another UCI engine. */
#include "analysis/uci/engine_client.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/uci/engine_answer.h"
#include "analysis/uci/engine_local.h"

enum {
    SLICE_MS = 50,        /* between two looks at whether to stop */
    START_MS = 10000,     /* until `uciok` */
    PATIENCE_MS = 30000,  /* without a sign of life */
    SEND_MS = 10000,      /* for a command to be read */
    QUIT_MS = 2000,       /* after `quit` */
    START_BYTES = 1 << 20 /* before `uciok`: more is a flood */
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
    if (exited_with(engine, 126) || exited_with(engine, 127)) /* by the shell */
        code = GR_ERR_NOT_FOUND;
    return gr_fail(error, code, "engine '%s' %s", engine->command, engine->how);
}

/* It seems to have ended. */
static int give_up(GrEngine *engine, GrCode code, const char *why, GrError *error) {
    return end_engine(engine, 200, code, why, error);
}

int engine_hung_up(GrEngine *engine, GrCode code, const char *why, GrError *error) {
    return end_engine(engine, 0, code, why, error);
}

static bool is_stopped(const GrEngine *engine) {
    return engine->stop && engine->stop(engine->user);
}

int engine_at_most(const GrEngine *engine, int ms) {
    return engine->patience < ms ? engine->patience : ms;
}

int engine_send(GrEngine *engine, const char *text, size_t length, GrError *error) {
    GrError why;
    int64_t until = gr_now_ms() + engine_at_most(engine, SEND_MS);
    if (engine->dead)
        return give_up(engine, GR_ERR_IO, "is not running", error);
    for (;;) {
        int code = gr_process_send(&engine->process, &text, &length, SLICE_MS, &why);
        if (code == 0)
            return 0;
        if (code < 0)
            return give_up(engine, (GrCode)code, why.text, error);
        if (is_stopped(engine)) /* half a command has been sent: no other can follow */
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
    for (;;) {
        GrError why;
        if (engine->dead)
            return give_up(engine, GR_ERR_IO, "is not running", error);
        if (is_stopped(engine))
            return gr_fail(error, GR_ERR_STOPPED, "stopped");
        int64_t left = until - gr_now_ms();
        if (left <= 0)
            return 0;
        int slice = left > SLICE_MS ? SLICE_MS : (int)left;
        int code = gr_process_line(&engine->process, slice, line, &why);
        if (code == GR_ERR_LIMIT)
            return engine_hung_up(engine, GR_ERR_LIMIT, why.text, error);
        if (code < 0)
            return give_up(engine, (GrCode)code, why.text, error);
        if (code > 0)
            return code;
    }
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
        if (engine->process.received > most)
            return engine_hung_up(engine, GR_ERR_IO, "prints without end, unasked", error);
    }
    return 0;
}

char *engine_after_word(char *line, const char *word) {
    size_t length = strlen(word);
    while (isspace((unsigned char)*line))
        line++;
    if (strncmp(line, word, length) != 0)
        return NULL;
    line += length;
    if (*line && !isspace((unsigned char)*line))
        return NULL;
    while (isspace((unsigned char)*line))
        line++;
    return line;
}

/* ---- introduction ---- */

static void note_variants(GrEngine *engine, const char *text) {
    for (const char *at = strstr(text, " var "); at; at = strstr(at, " var ")) {
        at += 5;
        gr_buffer_putc(&engine->variants, ' ');
        gr_buffer_add(&engine->variants, at, strcspn(at, " \t"));
        at--;
    }
}

/* Bounds and values may come after it. */
static size_t length_of_default(const char *text) {
    static const char *const after[] = {" min ", " max ", " var "};
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
        const char *end = strstr(text, after[i]);
        if (end && (size_t)(end - text) < length)
            length = (size_t)(end - text);
    }
    return length;
}

/* `option name NAME type ...` */
static void note_option(GrEngine *engine, char *text) {
    char *name = engine_after_word(text, "name");
    char *type = name ? strstr(name, " type ") : NULL;
    if (!type)
        return;
    *type = '\0';
    char *usual = strstr(type + 1, " default ");
    usual = usual ? usual + strlen(" default ") : type;
    gr_buffer_add(&engine->options, name, strlen(name) + 1);
    gr_buffer_add(&engine->options, usual, length_of_default(usual));
    gr_buffer_putc(&engine->options, '\0');
    if (strcasecmp(name, "UCI_Variant") == 0)
        note_variants(engine, type + 1);
}

static void note_introduction(GrEngine *engine, char *line) {
    char *rest;
    if ((rest = engine_after_word(line, "option"))) {
        note_option(engine, rest);
    } else if ((rest = engine_after_word(line, "id")) && (rest = engine_after_word(rest, "name"))) {
        gr_buffer_clear(&engine->name);
        gr_engine_text(&engine->name, rest, GR_ENGINE_NAME);
    }
}

/* Waits for a word; the lines before it are an introduction, if that is asked for. */
static int wait_for_word(GrEngine *engine, const char *word, int ms, uint64_t most, bool introduced,
                         GrError *error) {
    int64_t until = gr_now_ms() + ms;
    char why[100], *line;
    most += engine->process.received;
    for (;;) {
        int code = engine_next_line(engine, until, &line, error);
        if (code < 0)
            return code;
        if (code > 0 && engine_after_word(line, word))
            return 0;
        if (code > 0 && engine->process.received <= most) {
            if (!introduced)
                note_introduction(engine, line);
            continue;
        }
        if (code > 0)
            snprintf(why, sizeof why, "prints without end and no '%s'", word);
        else
            snprintf(why, sizeof why, "does not say '%s' within %g seconds", word, ms / 1000.0);
        return engine_hung_up(engine, GR_ERR_IO, why, error);
    }
}

static int introduce(GrEngine *engine, GrError *error) {
    int code = engine_send_line(engine, "uci", error);
    if (code == 0)
        code = wait_for_word(engine, "uciok", START_MS, START_BYTES, false, error);
    gr_buffer_putc(&engine->variants, ' ');
    if (code == 0 && (engine->name.failed || engine->options.failed || engine->variants.failed))
        return gr_no_memory(error);
    return code;
}

int gr_engine_open(const char *command, GrStopCall stop, void *user, GrEngine **engine,
                   GrError *error) {
    *engine = NULL;
    GrEngine *made = calloc(1, sizeof *made);
    char *copy = strdup(command);
    if (!made || !copy) {
        free(made);
        free(copy);
        return gr_no_memory(error);
    }
    made->command = copy;
    made->patience = PATIENCE_MS;
    made->stop = stop;
    made->user = user;
    gr_buffer_init(&made->name);
    gr_buffer_init(&made->options);
    gr_buffer_init(&made->variants);
    int code = gr_process_start(&made->process, command, error);
    if (code == 0)
        code = introduce(made, error);
    if (code == 0)
        *engine = made;
    else
        gr_engine_close(made);
    return code;
}

/* Asks it to quit and waits until it has, unless there is no time for that. */
static void let_quit(GrEngine *engine) {
    const char *text = "stop\nquit\n";
    size_t length = strlen(text);
    int64_t until = gr_now_ms() + QUIT_MS;
    gr_process_send(&engine->process, &text, &length, SLICE_MS, NULL);
    while (!gr_process_wait(&engine->process, SLICE_MS))
        if (gr_now_ms() >= until || is_stopped(engine))
            break;
    gr_process_end(&engine->process, 0, NULL);
}

void gr_engine_close(GrEngine *engine) {
    if (!engine)
        return;
    if (!engine->dead && engine->process.pid > 0)
        let_quit(engine);
    gr_buffer_free(&engine->process.input);
    gr_buffer_free(&engine->name);
    gr_buffer_free(&engine->options);
    gr_buffer_free(&engine->variants);
    free(engine->command);
    free(engine);
}

/* ---- settings ---- */

void gr_engine_set_patience(GrEngine *engine, int milliseconds) {
    engine->patience = milliseconds;
}

bool gr_engine_hung(const GrEngine *engine) {
    return engine->hung;
}

void gr_engine_restrict(GrEngine *engine, bool on) {
    engine->restricted = on;
}

void gr_engine_name_variant(GrEngine *engine, const char *name) {
    engine->variant = name;
}

const char *gr_engine_name(const GrEngine *engine) {
    return engine->name.len ? engine->name.data : engine->command;
}

bool gr_engine_option(const GrEngine *engine, size_t n, const char **name, const char **usual) {
    const char *at = engine->options.data;
    if (!at) /* it has none: no offset to nothing */
        return false;
    for (const char *end = at + engine->options.len; at < end; n--) {
        *name = at;
        *usual = at + strlen(at) + 1;
        if (n == 0)
            return true;
        at = *usual + strlen(*usual) + 1;
    }
    return false;
}

bool gr_engine_has_option(const GrEngine *engine, const char *name) {
    const char *known, *usual;
    for (size_t n = 0; gr_engine_option(engine, n, &known, &usual); n++)
        if (strcasecmp(name, known) == 0)
            return true;
    return false;
}

int gr_engine_set_option(GrEngine *engine, const char *name, const char *value, GrError *error) {
    GrBuffer line;
    gr_buffer_init(&line);
    gr_buffer_printf(&line, "setoption name %s value %s", name, value);
    int code = line.failed ? gr_no_memory(error)
                           : engine_send_line(engine, line.data, error);
    gr_buffer_free(&line);
    engine->changed = true;
    return code;
}

static bool lists_variant(const GrEngine *engine, const char *name) {
    size_t length = strlen(name);
    const char *at = engine->variants.data;
    while (at && (at = strchr(at, ' '))) {
        at++;
        if (strncasecmp(at, name, length) == 0 && at[length] == ' ')
            return true;
    }
    return false;
}

/* Of our names, those that the programs which know these games have others for. */
static const char *usual_name(const char *name) {
    static const char *const others[][2] = {{"threecheck", "3check"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i][0]) == 0)
            return others[i][1];
    return name;
}

/* What the engine calls the variant; NULL if it does not list it. */
static const char *name_there(const GrEngine *engine, const GrVariant *variant) {
    const char *names[] = {engine->variant ? engine->variant : variant->name, usual_name(variant->name)};
    for (size_t i = 0; i < (engine->variant ? 1 : 2); i++)
        if (lists_variant(engine, names[i]))
            return names[i];
    return NULL;
}

bool gr_engine_plays(const GrEngine *engine, const GrVariant *variant) {
    return strcmp(variant->name, "chess") == 0 || name_there(engine, variant) != NULL;
}

/* It introduces itself again. */
static int ask_again(GrEngine *engine, GrError *error) {
    gr_buffer_clear(&engine->options);
    gr_buffer_clear(&engine->variants);
    engine->changed = false;
    return introduce(engine, error);
}

int gr_engine_set_variant(GrEngine *engine, const GrVariant *variant, GrError *error) {
    const char *name = name_there(engine, variant);
    int code = 0;
    if (!name && engine->changed && (code = ask_again(engine, error)) == 0)
        name = name_there(engine, variant);
    if (code == 0 && name)
        return gr_engine_set_option(engine, "UCI_Variant", name, error);
    if (code || (!engine->variant && gr_engine_plays(engine, variant)))
        return code;
    return gr_fail(error, GR_ERR_NOT_FOUND,
                   "engine '%s' does not play %s: it does not list '%s' "
                   "among its values of UCI_Variant",
                   engine->command, variant->title, engine->variant ? engine->variant : variant->name);
}

static int wait_ready(GrEngine *engine, GrError *error) {
    int code = engine_send_line(engine, "isready", error);
    return code ? code
                : wait_for_word(engine, "readyok", engine->patience, ENGINE_MOST_BYTES, true, error);
}

int gr_engine_new_game(GrEngine *engine, GrError *error) {
    int code = engine_send_line(engine, "ucinewgame", error);
    return code ? code : wait_ready(engine, error);
}
