/* The client of another UCI engine. */
#include "analysis/uci/engine_client.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/uci/engine_answer.h"
#include "analysis/uci/engine_process.h"

enum {
    SLICE_MS = 50,         /* between two looks at whether to stop */
    START_MS = 10000,      /* until `uciok` */
    PATIENCE_MS = 30000,   /* without a sign of life */
    SEND_MS = 10000,       /* for a command to be read */
    GRACE_MS = 5000,       /* beyond the time of a search before `stop` is sent, and after it */
    QUIT_MS = 2000,        /* after `quit` */
    SLOW_MS = 60000,       /* and SLOW_NODE_MS each are what a search by nodes may take */
    SLOW_NODE_MS = 10,
    START_BYTES = 1 << 20, /* before `uciok`, */
    MOST_BYTES = 16 << 20  /* and in a search: more is a flood */
};

struct GrEngine {
    GrProcess process;
    char *command;
    GrBuffer name;
    GrBuffer options;  /* "\nname" for each, in lower case */
    GrBuffer variants; /* " name" for each value of UCI_Variant, and a last blank */
    GrStopCall stop;
    void *user;
    int patience;
    bool dead;
    char how[GR_PROCESS_HOW]; /* it ended */
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
    if (!engine->dead && !gr_process_end(&engine->process, ms, engine->how))
        snprintf(engine->how, sizeof engine->how, "%s: killed", why);
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

/* It is running, but of no use. */
static int hung_up(GrEngine *engine, GrCode code, const char *why, GrError *error) {
    return end_engine(engine, 0, code, why, error);
}

static bool is_stopped(const GrEngine *engine) {
    return engine->stop && engine->stop(engine->user);
}

/* Less than `ms` where the engine's patience is shorter. */
static int at_most(const GrEngine *engine, int ms) {
    return engine->patience < ms ? engine->patience : ms;
}

static int send_text(GrEngine *engine, const char *text, size_t length, GrError *error) {
    GrError why;
    int64_t until = gr_now_ms() + at_most(engine, SEND_MS);
    if (engine->dead)
        return give_up(engine, GR_ERR_IO, "is not running", error);
    for (;;) {
        int code = gr_process_send(&engine->process, &text, &length, SLICE_MS, &why);
        if (code == 0)
            return 0;
        if (code < 0)
            return give_up(engine, (GrCode)code, why.text, error);
        if (is_stopped(engine)) /* half a command has been sent: no other can follow */
            return hung_up(engine, GR_ERR_STOPPED, "was stopped", error);
        if (gr_now_ms() >= until)
            return hung_up(engine, GR_ERR_IO, "does not read its input", error);
    }
}

static int send_line(GrEngine *engine, const char *text, GrError *error) {
    GrBuffer line;
    gr_buffer_init(&line);
    gr_buffer_printf(&line, "%s\n", text);
    int code = line.failed ? gr_no_memory(error)
                           : send_text(engine, line.data, line.len, error);
    gr_buffer_free(&line);
    return code;
}

/* The next line before `until`: 1 with it, 0 if time is up, however many lines may still come; a
 * code below 0. */
static int next_line(GrEngine *engine, int64_t until, char **line, GrError *error) {
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
            return hung_up(engine, GR_ERR_LIMIT, why.text, error);
        if (code < 0)
            return give_up(engine, (GrCode)code, why.text, error);
        if (code > 0)
            return code;
    }
}

/* Throws away what has come unasked, so that it is not taken for an answer. */
static int drop_leftovers(GrEngine *engine, GrError *error) {
    uint64_t most = engine->process.received + MOST_BYTES;
    char *line;
    GrError why;
    int code = 1;
    while (code > 0 && !engine->dead) {
        code = gr_process_line(&engine->process, 0, &line, &why);
        if (code < 0)
            return give_up(engine, (GrCode)code, why.text, error);
        if (engine->process.received > most)
            return hung_up(engine, GR_ERR_IO, "prints without end, unasked", error);
    }
    return 0;
}

/* A word at the start of a line; returns what follows it, NULL if it is another. */
static char *after_word(char *line, const char *word) {
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

/* `option name NAME type ...` */
static void note_option(GrEngine *engine, char *text) {
    char *name = after_word(text, "name");
    char *type = name ? strstr(name, " type ") : NULL;
    if (!type)
        return;
    *type = '\0';
    gr_buffer_putc(&engine->options, '\n');
    for (const char *c = name; *c; c++)
        gr_buffer_putc(&engine->options, (char)tolower((unsigned char)*c));
    if (strcasecmp(name, "UCI_Variant") == 0)
        note_variants(engine, type + 1);
}

static void note_introduction(GrEngine *engine, char *line) {
    char *rest;
    if ((rest = after_word(line, "option"))) {
        note_option(engine, rest);
    } else if ((rest = after_word(line, "id")) && (rest = after_word(rest, "name"))) {
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
        int code = next_line(engine, until, &line, error);
        if (code < 0)
            return code;
        if (code > 0 && after_word(line, word))
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
        return hung_up(engine, GR_ERR_IO, why, error);
    }
}

static int introduce(GrEngine *engine, GrError *error) {
    int code = send_line(engine, "uci", error);
    if (code == 0)
        code = wait_for_word(engine, "uciok", START_MS, START_BYTES, false, error);
    gr_buffer_putc(&engine->options, '\n');
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

const char *gr_engine_name(const GrEngine *engine) {
    return engine->name.len ? engine->name.data : engine->command;
}

bool gr_engine_has_option(const GrEngine *engine, const char *name) {
    const char *list = engine->options.data;
    size_t length = strlen(name);
    while (list && (list = strchr(list, '\n'))) {
        list++;
        if (strncasecmp(list, name, length) == 0 && list[length] == '\n')
            return true;
    }
    return false;
}

int gr_engine_set_option(GrEngine *engine, const char *name, const char *value, GrError *error) {
    GrBuffer line;
    gr_buffer_init(&line);
    gr_buffer_printf(&line, "setoption name %s value %s", name, value);
    int code = line.failed ? gr_no_memory(error)
                           : send_line(engine, line.data, error);
    gr_buffer_free(&line);
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

int gr_engine_set_variant(GrEngine *engine, const GrVariant *variant, GrError *error) {
    bool chess = strcmp(variant->name, "chess") == 0;
    if (lists_variant(engine, variant->name))
        return gr_engine_set_option(engine, "UCI_Variant", variant->name, error);
    if (chess)
        return 0;
    return gr_fail(error, GR_ERR_NOT_FOUND,
                   "engine '%s' does not play %s: it does not list '%s' "
                   "among its values of UCI_Variant",
                   engine->command, variant->title, variant->name);
}

static int wait_ready(GrEngine *engine, GrError *error) {
    int code = send_line(engine, "isready", error);
    return code ? code
                : wait_for_word(engine, "readyok", engine->patience, MOST_BYTES, true, error);
}

int gr_engine_new_game(GrEngine *engine, GrError *error) {
    int code = send_line(engine, "ucinewgame", error);
    return code ? code : wait_ready(engine, error);
}

/* ---- searching ---- */

/* What is due when, in gr_now_ms times; 0 is never. */
typedef struct Wait {
    int64_t stop_at;    /* `stop` is sent */
    int64_t kill_at;    /* it is given up */
    int64_t prod_at;    /* it is asked for a sign of life */
    bool asked;         /* that was sent, and nothing has come since */
    uint64_t flood;     /* this many bytes received are too many */
} Wait;

/* How long the search may take; 0 if its limits do not say. */
static int64_t time_of(const GrPosition *pos, const GrLimits *limits) {
    const uint64_t long_search = UINT64_C(1) << 40;
    if (limits->movetime)
        return limits->movetime;
    if (limits->time[pos->turn])
        return limits->time[pos->turn];
    if (limits->nodes && limits->nodes < long_search)
        return SLOW_MS + SLOW_NODE_MS * (int64_t)limits->nodes;
    return 0;
}

static void start_waiting(const GrEngine *engine, const GrPosition *pos, const GrLimits *limits,
                          Wait *wait) {
    int64_t now = gr_now_ms(), time = time_of(pos, limits);
    *wait = (Wait){.prod_at = now + engine->patience};
    wait->stop_at = time ? now + time + at_most(engine, GRACE_MS) : 0;
    wait->flood = engine->process.received + MOST_BYTES;
}

static int send_stop(GrEngine *engine, Wait *wait, GrError *error) {
    wait->stop_at = 0;
    wait->kill_at = gr_now_ms() + at_most(engine, GRACE_MS);
    wait->flood = engine->process.received + MOST_BYTES;
    return send_line(engine, "stop", error);
}

/* Something is due. */
static int do_what_is_due(GrEngine *engine, Wait *wait, GrError *error) {
    int64_t now = gr_now_ms();
    if (wait->kill_at && now >= wait->kill_at)
        return hung_up(engine, GR_ERR_IO, "gives no best move after 'stop'", error);
    if (wait->stop_at && now >= wait->stop_at)
        return send_stop(engine, wait, error);
    if (now < wait->prod_at)
        return 0;
    if (wait->asked)
        return hung_up(engine, GR_ERR_IO, "has stopped answering", error);
    wait->asked = true;
    wait->prod_at = now + engine->patience;
    return send_line(engine, "isready", error);
}

static int64_t next_due(const Wait *wait) {
    int64_t due = wait->prod_at;
    if (wait->stop_at && wait->stop_at < due)
        due = wait->stop_at;
    return wait->kill_at && wait->kill_at < due ? wait->kill_at : due;
}

/* Takes a line in; 1 if it is the best move. Only what shows that the search goes on is a sign of
 * life: an engine may go mad and print. */
static int hear(GrEngine *engine, Wait *wait, GrReading *reading, char *line, GrError *error) {
    char *rest;
    if ((rest = after_word(line, "bestmove"))) {
        if (gr_reading_best(reading, rest))
            return 1;
        GrBuffer shown;
        gr_buffer_init(&shown);
        gr_engine_text(&shown, rest, 20);
        int code = gr_fail(error, GR_ERR_SYNTAX,
                           "engine '%s' gives '%s' as its best move, which is not legal",
                           engine->command, shown.len ? shown.data : "");
        gr_buffer_free(&shown);
        return code;
    }
    rest = after_word(line, "info");
    if (rest ? gr_reading_info(reading, rest) : after_word(line, "readyok") != NULL) {
        wait->asked = false;
        wait->prod_at = gr_now_ms() + engine->patience;
    }
    if (engine->process.received < wait->flood)
        return 0;
    if (wait->kill_at)
        return hung_up(engine, GR_ERR_IO, "prints without end and no best move", error);
    return send_stop(engine, wait, error);
}

static int wait_best(GrEngine *engine, const GrPosition *pos, const GrLimits *limits,
                     GrAnswer *answer, GrError *error) {
    GrReading reading = {.pos = pos, .answer = answer};
    Wait wait;
    start_waiting(engine, pos, limits, &wait);
    for (;;) {
        char *line = NULL;
        int code = next_line(engine, next_due(&wait), &line, error);
        if (code == 0)
            code = do_what_is_due(engine, &wait, error);
        else if (code > 0)
            code = hear(engine, &wait, &reading, line, error);
        if (code != 0)
            return code > 0 ? 0 : code;
    }
}

int gr_engine_search(GrEngine *engine, const GrPosition *start, const GrMove *moves, size_t count,
                     const GrLimits *limits, GrAnswer *answer, GrError *error) {
    GrBuffer out;
    GrPosition pos = *start, from = *start;
    size_t sent = 0; /* moves from here on; engines do not take null moves, so after the last one */
    *answer = (GrAnswer){0};
    for (size_t i = 0; i < count; i++) {
        gr_play(&pos, moves[i]);
        if (gr_move_kind(moves[i]) == GR_PASS) {
            from = pos;
            sent = i + 1;
        }
    }
    gr_buffer_init(&out);
    gr_ask_position(&out, &from, sent ? moves + sent : moves, count - sent);
    gr_ask_go(&out, limits);
    int code = out.failed ? gr_no_memory(error) : drop_leftovers(engine, error);
    if (code == 0)
        code = send_text(engine, out.data, out.len, error);
    gr_buffer_free(&out);
    if (code == 0)
        code = wait_best(engine, &pos, limits, answer, error);
    if (code == GR_ERR_STOPPED) /* it still searches: what it says later would be misunderstood */
        hung_up(engine, GR_ERR_STOPPED, "was stopped", NULL);
    return code;
}
