/* The client of another engine: which protocol it speaks, and what both have in common. */
#include "analysis/uci/engine_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/uci/engine_local.h"

enum {
    SLICE_MS = 50,       /* between two looks at whether to stop */
    PATIENCE_MS = 30000, /* without a sign of life */
    QUIT_MS = 2000,      /* after `quit` */
    UCI_MS = 3000        /* without `uciok`, before it is asked for the other protocol, too */
};

/* ---- which protocol ---- */

/* Does it complain of a command, so that it cannot be a UCI engine? */
static bool complains(const char *line) {
    static const char *const words[] = {"Error", "rror (", "nvalid", "llegal", "nknown", "nrecogni"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(line, words[i]) && strstr(line, "uci"))
            return true;
    return false;
}

static void kill_process(GrEngine *engine) {
    gr_process_end(&engine->process, 0, NULL);
    gr_buffer_free(&engine->process.input);
}

/* It has understood `uci`, but so late that it was sent the other protocol's words, too, which may have
 * confused it. */
static int start_again(GrEngine *engine, GrError *error) {
    kill_process(engine);
    gr_buffer_clear(&engine->name);
    gr_buffer_clear(&engine->options);
    gr_buffer_clear(&engine->variants);
    int code = gr_process_start(&engine->process, engine->command, error);
    return code ? code : engine_uci.introduce(engine, error);
}

/* Takes in a line of an engine that may speak either protocol: 1 if it shows which one. */
static int take_hint(GrEngine *engine, char *line, bool asked, GrError *error) {
    int code;
    if (engine_after_word(line, "uciok")) {
        engine->protocol = &engine_uci;
        gr_buffer_putc(&engine->variants, ' ');
        code = asked ? start_again(engine, error) : 0;
        return code ? code : 1;
    }
    if (engine_after_word(line, "feature")) {
        engine->protocol = &engine_xboard;
        gr_buffer_clear(&engine->options);
        code = engine_xboard_features(engine, line, error);
        return code ? code : 1;
    }
    engine_uci_note(engine, line);
    return 0;
}

static int says_nothing(GrEngine *engine, GrError *error) {
    char why[80];
    snprintf(why, sizeof why, "says neither 'uciok' nor 'feature' within %g seconds", engine->start_ms / 1000.0);
    return engine_hung_up(engine, GR_ERR_IO, why, error);
}

static int detect(GrEngine *engine, GrError *error) {
    int64_t now = gr_now_ms(), until = now + engine->start_ms, ask_at = now + UCI_MS;
    bool asked = false;
    int code = engine_send_line(engine, "uci", error);
    engine->awaited = "'uciok' or 'feature'";
    while (code == 0) {
        char *line = NULL;
        code = engine_next_line(engine, asked || until < ask_at ? until : ask_at, &line, error);
        if (code < 0)
            return code;
        bool refused = code > 0 && complains(line);
        if (code > 0 && !refused && (code = take_hint(engine, line, asked, error)) != 0)
            return code < 0 ? code : 0;
        if (engine->process.received > ENGINE_START_BYTES)
            return engine_hung_up(engine, GR_ERR_IO, "prints without end and no 'uciok'", error);
        code = 0;
        if (gr_now_ms() >= until)
            return says_nothing(engine, error);
        if (!asked && (refused || gr_now_ms() >= ask_at)) {
            asked = true;
            code = engine_send_line(engine, "xboard\nprotover 2", error);
        }
    }
    return code;
}

/* ---- beginning and end ---- */

static int introduce(GrEngine *engine, GrProtocol protocol, GrError *error) {
    int code;
    if (protocol == GR_PROTOCOL_ANY) {
        code = detect(engine, error);
    } else {
        engine->protocol = protocol == GR_PROTOCOL_UCI ? &engine_uci : &engine_xboard;
        code = engine->protocol->introduce(engine, error);
    }
    engine->introduced = code == 0;
    if (code == 0 && (engine->name.failed || engine->options.failed || engine->variants.failed))
        return gr_no_memory(error);
    return code;
}

int gr_engine_start(const GrEngineStart *start, GrEngine **engine, GrError *error) {
    *engine = NULL;
    GrEngine *made = calloc(1, sizeof *made);
    char *copy = strdup(start->command);
    if (!made || !copy) {
        free(made);
        free(copy);
        return gr_no_memory(error);
    }
    made->command = copy;
    made->protocol = &engine_uci;
    made->patience = PATIENCE_MS;
    made->start_ms = start->start_ms ? start->start_ms : ENGINE_START_MS;
    made->stop = start->stop;
    made->user = start->user;
    made->log = start->log;
    made->log_user = start->log_user;
    gr_buffer_init(&made->name);
    gr_buffer_init(&made->options);
    gr_buffer_init(&made->variants);
    gr_buffer_init(&made->refusal);
    gr_buffer_init(&made->nonsense);
    int code = gr_process_start(&made->process, start->command, error);
    if (code == 0)
        code = introduce(made, start->protocol, error);
    if (code == 0)
        *engine = made;
    else
        gr_engine_close(made);
    return code;
}

int gr_engine_open(const char *command, GrStopCall stop, void *user, GrEngine **engine,
                   GrError *error) {
    GrEngineStart start = {.command = command, .protocol = GR_PROTOCOL_UCI, .stop = stop, .user = user};
    return gr_engine_start(&start, engine, error);
}

/* Asks it to quit and waits until it has, unless there is no time for that. */
static void let_quit(GrEngine *engine) {
    const char *text = engine->protocol->quit;
    size_t length = strlen(text);
    int64_t until = gr_now_ms() + QUIT_MS;
    gr_process_send(&engine->process, &text, &length, SLICE_MS, NULL);
    while (!gr_process_wait(&engine->process, SLICE_MS))
        if (gr_now_ms() >= until || engine_is_stopped(engine))
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
    gr_buffer_free(&engine->refusal);
    gr_buffer_free(&engine->nonsense);
    free(engine->x.moves);
    free(engine->command);
    free(engine);
}

/* ---- what it is ---- */

void gr_engine_set_patience(GrEngine *engine, int milliseconds) {
    engine->patience = milliseconds;
}

bool gr_engine_hung(const GrEngine *engine) {
    return engine->hung;
}

bool gr_engine_can_go_on(const GrEngine *engine) {
    return engine->protocol != &engine_xboard || engine->x.reuse || engine->x.games == 0;
}

void gr_engine_on_progress(GrEngine *engine, GrProgressCall call, void *user) {
    engine->progress = call;
    engine->progress_user = user;
}

void gr_engine_on_wait(GrEngine *engine, GrStopCall enough, void *user) {
    engine->enough = enough;
    engine->enough_user = user;
}

void gr_engine_restrict(GrEngine *engine, bool on) {
    engine->restricted = on;
}

void gr_engine_name_variant(GrEngine *engine, const char *name) {
    engine->variant = name;
}

/* ---- what its protocol does ---- */

int gr_engine_set_option(GrEngine *engine, const char *name, const char *value, GrError *error) {
    return engine->protocol->set_option(engine, name, value, error);
}

int gr_engine_confirm(GrEngine *engine, GrError *error) {
    if (!engine->unsure)
        return 0;
    gr_buffer_clear(&engine->refusal);
    int code = engine->protocol->ready(engine, error);
    engine->unsure = false;
    if (code == 0 && engine->refusal.failed)
        return gr_no_memory(error);
    if (code == 0 && engine->refusal.len)
        return gr_fail(error, GR_ERR_NOT_FOUND, "%s refuses an option: it says '%s'", gr_engine_name(engine),
                       engine->refusal.data);
    return code;
}

bool gr_engine_plays(const GrEngine *engine, const GrVariant *variant) {
    return engine->protocol->plays(engine, variant);
}

int gr_engine_set_variant(GrEngine *engine, const GrVariant *variant, GrError *error) {
    return engine->protocol->set_variant(engine, variant, error);
}

int gr_engine_new_game(GrEngine *engine, GrError *error) {
    return engine->protocol->new_game(engine, error);
}

int gr_engine_search(GrEngine *engine, const GrPosition *start, const GrMove *moves, size_t count,
                     const GrLimits *limits, GrAnswer *answer, GrError *error) {
    return engine->protocol->search(engine, start, moves, count, limits, answer, error);
}

int gr_engine_judge(GrEngine *engine, const GrPosition *pos, const GrLimits *limits,
                    GrVerdict *verdict, GrError *error) {
    return engine->protocol->judge(engine, pos, limits, verdict, error);
}

void gr_engine_offer_draw(GrEngine *engine) {
    engine->x.draw_offered = true;
}

int gr_engine_end_game(GrEngine *engine, const char *result, const char *reason, GrError *error) {
    GrBuffer line;
    if (engine->protocol != &engine_xboard)
        return 0;
    gr_buffer_init(&line);
    gr_buffer_printf(&line, "result %s {%s}", result, reason);
    int code = line.failed ? gr_no_memory(error) : engine_send_line(engine, line.data, error);
    gr_buffer_free(&line);
    engine->x.runs = false;
    return code;
}
