/* The UCI protocol: having an engine search a position. */
#include <stdio.h>
#include <string.h>

#include "analysis/uci/engine_answer.h"
#include "analysis/uci/engine_local.h"

enum {
    BEYOND = 10 /* plies beyond the depth wanted, before `stop` is sent, too */
};

/* What is due when, in gr_now_ms times; 0 is never. */
typedef struct Wait {
    int64_t stop_at;    /* `stop` is sent */
    int64_t kill_at;    /* it is given up */
    int64_t prod_at;    /* it is asked for a sign of life */
    bool asked;         /* that was sent, and nothing has come since */
    uint64_t flood;     /* this many bytes received are too many, */
    int depth;          /* and so is an iteration deeper than this; 0: none is */
} Wait;

static void start_waiting(const GrEngine *engine, const GrPosition *pos, const GrLimits *limits,
                          Wait *wait) {
    int64_t now = gr_now_ms(), time = engine_time_of(pos, limits);
    *wait = (Wait){.prod_at = now + engine->patience};
    wait->stop_at = time ? now + time + engine_at_most(engine, ENGINE_GRACE_MS) : 0;
    wait->flood = engine->process.received + ENGINE_MOST_BYTES;
    wait->depth = limits->depth ? limits->depth + BEYOND : 0;
}

static int send_stop(GrEngine *engine, Wait *wait, GrError *error) {
    wait->stop_at = 0;
    wait->kill_at = gr_now_ms() + engine_at_most(engine, ENGINE_GRACE_MS);
    wait->flood = engine->process.received + ENGINE_MOST_BYTES;
    return engine_send_line(engine, "stop", error);
}

/* Something is due. */
static int do_what_is_due(GrEngine *engine, Wait *wait, GrError *error) {
    int64_t now = gr_now_ms();
    if (wait->kill_at && now >= wait->kill_at)
        return engine_hung_up(engine, GR_ERR_IO, "gives no best move after 'stop'", error);
    if (wait->stop_at && now >= wait->stop_at)
        return send_stop(engine, wait, error);
    if (now < wait->prod_at)
        return 0;
    if (wait->asked)
        return engine_hung_up(engine, GR_ERR_IO, "has stopped answering", error);
    wait->asked = true;
    wait->prod_at = now + engine->patience;
    return engine_send_line(engine, "isready", error);
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
    GrLine heard;
    GrProgress progress;
    if ((rest = engine_after_word(line, "bestmove"))) {
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
    engine_note_refusal(engine, line);
    rest = engine_after_word(line, "info");
    bool news = rest ? gr_reading_info(reading, rest) : engine_after_word(line, "readyok") != NULL;
    if (rest && engine->progress && gr_reading_progress(reading, &heard, &progress))
        engine_report(engine, &progress);
    if (news) {
        wait->asked = false;
        wait->prod_at = gr_now_ms() + engine->patience;
    }
    if (wait->kill_at && engine->process.received >= wait->flood)
        return engine_hung_up(engine, GR_ERR_IO, "prints without end and no best move", error);
    bool beyond = wait->depth && reading->depth > wait->depth && !wait->kill_at;
    return beyond || engine->process.received >= wait->flood ? send_stop(engine, wait, error) : 0;
}

static int wait_best(GrEngine *engine, const GrLimits *limits, GrReading *reading, GrError *error) {
    Wait wait;
    start_waiting(engine, reading->pos, limits, &wait);
    engine->began = gr_now_ms();
    engine->awaited = "a best move";
    for (;;) {
        char *line = NULL;
        int code = engine_next_line(engine, engine_look_at(engine, next_due(&wait)), &line, error);
        if (code == 0)
            code = do_what_is_due(engine, &wait, error);
        else if (code > 0)
            code = hear(engine, &wait, reading, line, error);
        if (code == 0 && !wait.kill_at && engine_has_enough(engine))
            code = send_stop(engine, &wait, error);
        if (code != 0)
            return code > 0 ? 0 : code;
    }
}

/* Keeps what cannot be of the answer. */
static int note_nonsense(GrEngine *engine, const GrReading *reading, GrError *error) {
    gr_buffer_puts(&engine->nonsense, reading->nonsense.data);
    return engine->nonsense.failed ? gr_no_memory(error) : 0;
}

/* Sends what was put together, `go` included, which is freed, and waits for the answer. */
static int ask(GrEngine *engine, GrBuffer *out, const GrLimits *limits, GrReading *reading,
               GrError *error) {
    gr_buffer_clear(&engine->refusal);
    gr_buffer_clear(&engine->nonsense);
    int code = out->failed ? gr_no_memory(error) : engine_drop_leftovers(engine, error);
    if (code == 0)
        code = engine_send(engine, out->data, out->len, error);
    gr_buffer_free(out);
    if (code == 0)
        code = wait_best(engine, limits, reading, error);
    if (code == 0 && gr_reading_failed(reading))
        code = gr_no_memory(error);
    if (code == GR_ERR_STOPPED) /* it still searches: what it says later would be misunderstood */
        engine_hung_up(engine, GR_ERR_STOPPED, "was stopped", NULL);
    return code;
}

/* Castlings by the rules of Chess960, which the rights of a position may be, are an option of engines in all games. */
static void put_castlings(GrEngine *engine, const GrPosition *pos, GrBuffer *out) {
    bool on = gr_variant(pos->rules)->moving_castlings || pos->rights >> GR_MOVED_RIGHTS;
    if (on == engine->chess960 || engine->variant || !gr_engine_has_option(engine, "UCI_Chess960"))
        return;
    gr_buffer_printf(out, "setoption name UCI_Chess960 value %s\n", on ? "true" : "false");
    engine->chess960 = on;
}

/* How many lines are heard. */
static int lines_of(const GrLimits *limits) {
    int lines = limits->lines > 1 ? limits->lines : 1;
    return lines < GR_VERDICT_LINES ? lines : GR_VERDICT_LINES;
}

int engine_uci_search(GrEngine *engine, const GrPosition *start, const GrMove *moves, size_t count,
                     const GrLimits *limits, GrAnswer *answer, GrError *error) {
    GrBuffer out;
    GrPosition pos = *start, from = *start;
    GrReading reading;
    size_t sent = 0; /* moves from here on; engines do not take null moves, so after the last one */
    for (size_t i = 0; i < count; i++) {
        gr_play(&pos, moves[i]);
        if (gr_move_kind(moves[i]) == GR_PASS && !gr_variant(pos.rules)->passes) {
            from = pos;
            sent = i + 1;
        }
    }
    gr_buffer_init(&out);
    put_castlings(engine, &from, &out);
    gr_ask_position(&out, &from, sent ? moves + sent : moves, count - sent);
    gr_ask_go(&out, limits, &pos, engine->restricted);
    gr_reading_start(&reading, &pos, lines_of(limits));
    int code = ask(engine, &out, limits, &reading, error);
    *answer = (GrAnswer){.nodes = reading.last};
    if (code == 0)
        answer->scored = gr_reading_line(&reading, 0, GR_MAX_PLY, &answer->line);
    if (code == 0 && reading.absurd[0])
        code = note_nonsense(engine, &reading, error);
    gr_reading_free(&reading);
    return code;
}

/* A move without a score is no verdict. */
static int no_score(GrEngine *engine, const GrReading *reading, GrError *error) {
    if (!reading->absurd[0])
        return gr_fail(error, GR_ERR_SYNTAX, "engine '%s' gives a move but no score", engine->command);
    int code = note_nonsense(engine, reading, error);
    return code ? code : engine_talks_nonsense(engine, error);
}

/* Adds a line to the verdict, unless an earlier one begins with the same move. */
static void add_line(GrVerdict *verdict, const GrLine *line, int turn) {
    GrVerdictLine *to = &verdict->line[verdict->lines];
    for (int i = 0; i < verdict->lines; i++)
        if (verdict->line[i].move[0] == line->move[0])
            return;
    to->score = turn == GR_WHITE ? line->score : -line->score;
    to->length = (uint8_t)line->length;
    memcpy(to->move, line->move, (size_t)line->length * sizeof *line->move);
    verdict->lines++;
}

int engine_uci_judge(GrEngine *engine, const GrPosition *pos, const GrLimits *limits,
                    GrVerdict *verdict, GrError *error) {
    GrBuffer out;
    GrReading reading;
    GrLine line;
    int lines = lines_of(limits);
    *verdict = (GrVerdict){.lines = 0};
    gr_buffer_init(&out);
    put_castlings(engine, pos, &out);
    gr_ask_fen(&out, pos);
    gr_ask_go(&out, limits, pos, engine->restricted);
    gr_reading_start(&reading, pos, lines);
    int code = ask(engine, &out, limits, &reading, error);
    if (code == 0 && !gr_reading_line(&reading, 0, GR_VERDICT_PLIES, &line))
        code = no_score(engine, &reading, error);
    if (code == 0) {
        verdict->depth = line.depth;
        verdict->nodes = reading.last;
        add_line(verdict, &line, pos->turn);
    }
    for (int n = 1; code == 0 && n < lines; n++)
        if (gr_reading_line(&reading, n, GR_VERDICT_PLIES, &line))
            add_line(verdict, &line, pos->turn);
    gr_reading_free(&reading);
    return code;
}
