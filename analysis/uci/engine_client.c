/* The client of another UCI engine. */
#include "analysis/uci/engine_client.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/uci/engine_process.h"
#include "notation/move/uci.h"
#include "rules/fen.h"

enum {
    SLICE_MS = 100, /* between two looks at whether to stop */
    PATIENCE_MS = 30000,
    SEND_MS = 10000,
    GRACE_MS = 5000, /* beyond movetime before `stop` is sent */
    QUIT_MS = 2000
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

/* The engine is of no use any more: ends the process, and says why. */
static int give_up(GrEngine *engine, GrCode code, const char *why, GrError *error) {
    if (!engine->dead)
        gr_process_end(&engine->process, 200, engine->how);
    engine->dead = true;
    if (strncmp(engine->how, "exit status 127", 15) == 0) /* what the shell says of no command */
        code = GR_ERR_NOT_FOUND;
    return gr_fail(error, code, "engine '%s': %s; it ended with %s", engine->command, why,
                   engine->how);
}

static int hung_up(GrEngine *engine, const char *why, GrError *error) {
    if (!engine->dead)
        gr_process_end(&engine->process, 0, NULL);
    engine->dead = true;
    strcpy(engine->how, "being killed by us");
    return gr_fail(error, GR_ERR_IO, "engine '%s' %s", engine->command, why);
}

static int send_text(GrEngine *engine, const char *text, size_t length, GrError *error) {
    GrError why;
    if (engine->dead)
        return give_up(engine, GR_ERR_IO, "is not running", error);
    int code = gr_process_send(&engine->process, text, length, SEND_MS, &why);
    return code ? give_up(engine, (GrCode)code, why.text, error) : 0;
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

/* The next line within `ms`: 1 with it, 0 if none came, a code below 0. */
static int next_line(GrEngine *engine, int64_t ms, char **line, GrError *error) {
    int64_t until = gr_now_ms() + ms;
    for (;;) {
        GrError why;
        if (engine->dead)
            return give_up(engine, GR_ERR_IO, "is not running", error);
        if (engine->stop && engine->stop(engine->user))
            return gr_fail(error, GR_ERR_STOPPED, "stopped");
        int64_t left = until - gr_now_ms();
        int slice = left > SLICE_MS ? SLICE_MS : left > 0 ? (int)left : 0;
        int code = gr_process_line(&engine->process, slice, line, &why);
        if (code < 0)
            return give_up(engine, (GrCode)code, why.text, error);
        if (code > 0 || left <= 0)
            return code;
    }
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

static int introduce(GrEngine *engine, GrError *error) {
    int code = send_line(engine, "uci", error);
    int64_t until = gr_now_ms() + engine->patience;
    while (code == 0) {
        char *line, *rest;
        code = next_line(engine, until - gr_now_ms(), &line, error);
        if (code == 0)
            return hung_up(engine, "does not answer 'uci'", error);
        if (code < 0)
            return code;
        code = 0;
        if (after_word(line, "uciok"))
            break;
        if ((rest = after_word(line, "option")))
            note_option(engine, rest);
        else if ((rest = after_word(line, "id")) && (rest = after_word(rest, "name")))
            gr_buffer_puts(&engine->name, rest);
    }
    gr_buffer_putc(&engine->options, '\n');
    gr_buffer_putc(&engine->variants, ' ');
    if (code == 0 && (engine->name.failed || engine->options.failed || engine->variants.failed))
        return gr_no_memory(error);
    return code;
}

int gr_engine_open(const char *command, GrEngine **engine, GrError *error) {
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

void gr_engine_close(GrEngine *engine) {
    if (!engine)
        return;
    if (!engine->dead && engine->process.pid > 0) {
        gr_process_send(&engine->process, "stop\nquit\n", 10, 100, NULL);
        gr_process_end(&engine->process, QUIT_MS, NULL);
    }
    gr_buffer_free(&engine->process.input);
    gr_buffer_free(&engine->name);
    gr_buffer_free(&engine->options);
    gr_buffer_free(&engine->variants);
    free(engine->command);
    free(engine);
}

/* ---- settings ---- */

void gr_engine_on_wait(GrEngine *engine, GrStopCall stop, void *user) {
    engine->stop = stop;
    engine->user = user;
}

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
    int64_t until = gr_now_ms() + engine->patience;
    while (code == 0) {
        char *line;
        code = next_line(engine, until - gr_now_ms(), &line, error);
        if (code == 0)
            return hung_up(engine, "does not answer 'isready'", error);
        if (code < 0)
            return code;
        code = 0;
        if (after_word(line, "readyok"))
            break;
    }
    return code;
}

int gr_engine_new_game(GrEngine *engine, GrError *error) {
    int code = send_line(engine, "ucinewgame", error);
    return code ? code : wait_ready(engine, error);
}

/* ---- searching ---- */

static void add_position(GrBuffer *out, const GrPosition *start, const GrMove *moves,
                         size_t count) {
    char fen[GR_FEN_SIZE], move[GR_UCI_SIZE];
    GrPosition pos = *start;
    gr_fen_write(start, fen);
    if (strcmp(fen, gr_variant(start->rules)->start) == 0)
        gr_buffer_puts(out, "position startpos");
    else
        gr_buffer_printf(out, "position fen %s", fen);
    for (size_t i = 0; i < count; i++) {
        gr_uci_write(&pos, moves[i], move);
        gr_buffer_printf(out, "%s%s", i == 0 ? " moves " : " ", move);
        gr_play(&pos, moves[i]);
    }
    gr_buffer_putc(out, '\n');
}

static void add_go(GrBuffer *out, const GrLimits *limits) {
    gr_buffer_puts(out, "go");
    if (limits->depth)
        gr_buffer_printf(out, " depth %d", limits->depth);
    if (limits->nodes)
        gr_buffer_printf(out, " nodes %llu", (unsigned long long)limits->nodes);
    if (limits->movetime)
        gr_buffer_printf(out, " movetime %lld", (long long)limits->movetime);
    if (limits->time[GR_WHITE] || limits->time[GR_BLACK])
        gr_buffer_printf(out, " wtime %lld btime %lld winc %lld binc %lld",
                         (long long)limits->time[GR_WHITE], (long long)limits->time[GR_BLACK],
                         (long long)limits->increment[GR_WHITE],
                         (long long)limits->increment[GR_BLACK]);
    if (limits->moves_to_go)
        gr_buffer_printf(out, " movestogo %d", limits->moves_to_go);
    gr_buffer_putc(out, '\n');
}

/* Reads the moves of a line as far as they are legal. */
static void read_line_moves(const GrPosition *from, const char *text, GrLine *line) {
    GrPosition pos = *from;
    line->length = 0;
    while (line->length < GR_MAX_PLY) {
        char name[GR_UCI_SIZE];
        text += strspn(text, " \t");
        size_t length = strcspn(text, " \t");
        if (length == 0 || length >= sizeof name)
            return;
        memcpy(name, text, length);
        name[length] = '\0';
        GrMove move;
        if (gr_uci_read(&pos, name, &move, NULL) != 0 || gr_move_kind(move) == GR_PASS)
            return;
        line->move[line->length++] = move;
        gr_play(&pos, move);
        text += length;
    }
}

/* `cp N` or `mate N` with bounds after it; returns what follows. */
static const char *read_score(const char *text, GrLine *line, bool *scored) {
    char *end;
    text += strspn(text, " ");
    bool mate = strncmp(text, "mate ", 5) == 0;
    if (!mate && strncmp(text, "cp ", 3) != 0)
        return text;
    text += mate ? 5 : 3;
    long value = strtol(text, &end, 10);
    if (end == text)
        return text;
    long limit = mate ? (GR_MATE - GR_MATE_FOUND) / 2 : GR_EVAL_LIMIT;
    value = value > limit ? limit : value < -limit ? -limit : value;
    line->score = mate ? gr_score_of_mate((int)value) : (GrScore)value;
    line->lower = line->upper = false;
    *scored = true;
    return end;
}

/* Takes in what an `info` line says of the first line; other lines and bare bounds are passed
 * over. */
static void read_info(GrAnswer *answer, const GrPosition *pos, const char *text) {
    GrLine line = {0};
    bool scored = false, first = true, bound = false;
    const char *moves = NULL;
    while (*(text += strspn(text, " \t"))) {
        size_t length = strcspn(text, " \t");
        const char *value = text + length;
        if (strncmp(text, "pv ", 3) == 0) {
            moves = value;
            break;
        }
        if (strncmp(text, "string ", 7) == 0)
            return;
        if (strncmp(text, "score ", 6) == 0) {
            text = read_score(value, &line, &scored);
            continue;
        }
        if (strncmp(text, "depth ", 6) == 0)
            line.depth = (int)strtol(value, NULL, 10);
        if (strncmp(text, "nodes ", 6) == 0)
            answer->nodes = strtoull(value, NULL, 10);
        if (strncmp(text, "multipv ", 8) == 0)
            first = strtol(value, NULL, 10) == 1;
        bound |= strncmp(text, "lowerbound", 10) == 0 || strncmp(text, "upperbound", 10) == 0;
        text = value;
    }
    if (!scored || !first || (bound && answer->scored))
        return;
    if (moves)
        read_line_moves(pos, moves, &line);
    answer->line = line;
    answer->scored = true;
}

static int read_best(GrEngine *engine, GrAnswer *answer, const GrPosition *pos, const char *text,
                     GrError *error) {
    GrLine best = {0};
    read_line_moves(pos, text, &best);
    if (best.length == 0)
        return gr_fail(error, GR_ERR_SYNTAX,
                       "engine '%s' gives '%.20s' as its best move, which is "
                       "not legal",
                       engine->command, text);
    if (answer->line.length == 0 || answer->line.move[0] != best.move[0]) {
        answer->line.move[0] = best.move[0];
        answer->line.length = 1;
    }
    return 0;
}

typedef struct Wait {
    int64_t stop_at; /* when `stop` is to be sent, 0: never */
    bool asked;      /* `isready` was sent, to see whether it lives */
} Wait;

/* Nothing was heard for a while: asks for a sign of life, or sends `stop` when that is due. */
static int prod(GrEngine *engine, Wait *wait, GrError *error) {
    if (wait->stop_at && gr_now_ms() >= wait->stop_at) {
        wait->stop_at = 0;
        return send_line(engine, "stop", error);
    }
    if (wait->asked)
        return hung_up(engine, "has stopped answering", error);
    wait->asked = true;
    return send_line(engine, "isready", error);
}

static int64_t next_prod(const GrEngine *engine, const Wait *wait) {
    int64_t ms = engine->patience;
    if (wait->stop_at && wait->stop_at - gr_now_ms() < ms)
        ms = wait->stop_at - gr_now_ms();
    return ms > 0 ? ms : 0;
}

static int wait_best(GrEngine *engine, const GrPosition *pos, const GrLimits *limits,
                     GrAnswer *answer, GrError *error) {
    Wait wait = {0};
    if (limits->movetime)
        wait.stop_at = gr_now_ms() + limits->movetime + GRACE_MS;
    for (;;) {
        char *line = NULL, *rest;
        int code = next_line(engine, next_prod(engine, &wait), &line, error);
        if (code == 0) {
            code = prod(engine, &wait, error);
        } else if (code > 0 && line) {
            code = 0;
            wait.asked = false;
            if ((rest = after_word(line, "info")))
                read_info(answer, pos, rest);
            else if ((rest = after_word(line, "bestmove")))
                return read_best(engine, answer, pos, rest, error);
        }
        if (code != 0)
            return code;
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
    add_position(&out, &from, moves + sent, count - sent);
    add_go(&out, limits);
    int code = out.failed ? gr_no_memory(error)
                          : send_text(engine, out.data, out.len, error);
    gr_buffer_free(&out);
    if (code == 0)
        code = wait_best(engine, &pos, limits, answer, error);
    if (code == GR_ERR_STOPPED) /* it still searches: what it says later would be misunderstood */
        hung_up(engine, "was stopped", NULL);
    return code;
}
