/* The XBoard protocol: games, and having an engine move. The engine keeps the position; what it knows is
 * compared with what is asked, and it hears the difference. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/uci/engine_answer.h"
#include "analysis/uci/engine_local.h"
#include "analysis/uci/engine_xboard_local.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "rules/fen.h"

enum { FOREVER = 86400 }; /* seconds */

/* ---- games ---- */

int engine_xboard_begin(GrEngine *engine, GrError *error) {
    EngineXboard *x = &engine->x;
    GrBuffer out;
    gr_buffer_init(&out);
    gr_buffer_puts(&out, "new\n");
    if (*x->game)
        gr_buffer_printf(&out, "variant %s\n", x->game);
    gr_buffer_puts(&out, "easy\npost\nforce\n");
    int code = out.failed ? gr_no_memory(error) : engine_send(engine, out.data, out.len, error);
    gr_buffer_free(&out);
    x->games++;
    x->fresh = true;
    x->runs = x->draw_offered = false;
    x->count = 0;
    return code;
}

/* ---- what it is sent ---- */

/* A move as it is sent to the engine: in SAN without marks, or by its squares. */
static void write_move(const EngineXboard *x, const GrPosition *pos, GrMove move,
                       char out[GR_SAN_SIZE]) {
    char uci[GR_UCI_SIZE];
    bool by_name = x->san || (gr_move_kind(move) == GR_CASTLE && !strcmp(x->game, "fischerandom"));
    if (by_name) {
        gr_san_write(pos, move, out);
        out[strcspn(out, "+#")] = '\0';
    } else {
        gr_uci_write(pos, move, uci);
        if (engine_xboard_has_ten_ranks(pos))
            engine_xboard_shift_ranks(uci, -1, out, GR_SAN_SIZE);
        else
            strcpy(out, uci);
    }
}

/* "5:30" or, of full minutes, "5" */
static void put_level(GrBuffer *out, int64_t ms, int64_t increment) {
    int64_t seconds = ms / 1000 > 0 ? ms / 1000 : 1;
    gr_buffer_printf(out, "level 0 %" PRId64, seconds / 60);
    if (seconds % 60)
        gr_buffer_printf(out, ":%02" PRId64, seconds % 60);
    gr_buffer_printf(out, " %g\n", (double)increment / 1000);
}

/* How the engine is to use its time in this game. Fractions of a second are a session of one move, with
 * that time on its clock. */
static int put_limits(GrEngine *engine, const XboardQuestion *q, GrBuffer *out, GrError *error) {
    const GrLimits *l = q->limits;
    int turn = q->pos->turn;
    if (l->only)
        return gr_fail(error, GR_ERR_NOT_FOUND, "engine '%s' cannot search some moves alone", engine->command);
    if (l->nodes && !engine->x.nps)
        return gr_fail(error, GR_ERR_NOT_FOUND,
                       engine->x.features ? "engine '%s' cannot search a number of nodes: it has no feature nps"
                                          : "engine '%s' cannot search a number of nodes: no features came after 'protover 2'",
                       engine->command);
    if (l->nodes)
        gr_buffer_printf(out, "nps %llu\nst 1\n", (unsigned long long)l->nodes);
    else if (l->time[turn])
        put_level(out, l->time[turn], l->increment[turn]);
    else if (l->movetime && l->movetime % 1000 == 0)
        gr_buffer_printf(out, "st %" PRId64 "\n", l->movetime / 1000);
    else if (l->movetime)
        gr_buffer_printf(out, "level 1 0:%02" PRId64 " 0\n", l->movetime / 1000 + 1);
    else
        gr_buffer_printf(out, "st %d\n", FOREVER);
    if (l->depth)
        gr_buffer_printf(out, "sd %d\n", l->depth);
    return 0;
}

/* Both clocks, in hundredths of a second. */
static void put_clocks(const EngineXboard *x, const XboardQuestion *q, GrBuffer *out) {
    const GrLimits *l = q->limits;
    int turn = q->pos->turn;
    int64_t own = l->time[turn] ? l->time[turn] : l->movetime % 1000 ? l->movetime : 0;
    int64_t other = l->time[!turn] ? l->time[!turn] : own;
    if (x->time && own)
        gr_buffer_printf(out, "time %" PRId64 "\notim %" PRId64 "\n", own / 10, other / 10);
}

static bool knows(const EngineXboard *x, const XboardQuestion *q) {
    if (x->fresh)
        return true;
    if (q->start->key != x->start.key || q->count < x->count)
        return false;
    return x->count == 0 || memcmp(x->moves, q->moves, x->count * sizeof *x->moves) == 0;
}

/* Where the game starts. Moves that nobody can play (null moves) are part of the way there. */
static int put_start(GrEngine *engine, const XboardQuestion *q, GrBuffer *out, GrError *error) {
    char fen[GR_FEN_SIZE];
    gr_fen_write(q->start, fen);
    if (strcmp(fen, gr_variant(q->start->rules)->start) == 0)
        return 0;
    if (!engine->x.setboard)
        return gr_fail(error, GR_ERR_NOT_FOUND,
                       "engine '%s' cannot set up positions: it has no feature setboard; begin with "
                       "moves from the start of the game",
                       engine->command);
    gr_buffer_printf(out, "setboard %s\n", fen);
    return 0;
}

/* The moves that the engine does not know. The last one is left for later if it is what sets the engine
 * thinking. */
static int put_moves(GrEngine *engine, XboardQuestion *q, bool runs, GrBuffer *out, GrBuffer *last) {
    EngineXboard *x = &engine->x;
    GrPosition pos = *q->start;
    for (size_t i = 0; i < q->count; i++) {
        if (i >= x->count) {
            write_move(x, &pos, q->moves[i], q->told);
            gr_buffer_printf(runs ? last : out, "%s%s\n", x->usermove ? "usermove " : "", q->told);
        }
        gr_play(&pos, q->moves[i]);
    }
    for (size_t i = x->count; i < q->count; i++)
        if (!engine_xboard_keep_move(x, q->moves[i]))
            return GR_ERR_MEMORY;
    return 0;
}

/* ---- what it says ---- */

static int wait_move(GrEngine *engine, XboardHearing *h, GrError *error) {
    int64_t time = engine_time_of(h->q->pos, h->q->limits);
    int64_t most = time ? time + engine_at_most(engine, ENGINE_GRACE_MS)
                   : h->q->limits->infinite ? INT64_C(1000) * FOREVER
                                            : (int64_t)XBOARD_SILENCES * engine->patience;
    engine->began = gr_now_ms();
    h->move_at = engine->began + most;
    h->flood = engine->process.received + ENGINE_MOST_BYTES;
    engine->awaited = "a move";
    for (;;) {
        char *line = NULL;
        int64_t due = h->claim_at ? h->claim_at : h->kill_at ? h->kill_at : h->move_at;
        int code = engine_next_line(engine, engine_look_at(engine, due), &line, error);
        if (code > 0)
            code = engine_xboard_hear(engine, h, line, error);
        if (code != 0)
            return code > 0 ? 0 : code;
        bool enough = !h->claim_at && !h->kill_at && engine_has_enough(engine);
        if (!enough && gr_now_ms() < due)
            continue;
        if (h->claim_at)
            return 0;
        if (h->kill_at)
            return engine_hung_up(engine, GR_ERR_IO,
                                  engine->x.features ? "gives no move after '?'"
                                                     : "gives no move after '?', and no feature after 'protover 2'", error);
        h->kill_at = gr_now_ms() + engine_at_most(engine, ENGINE_GRACE_MS);
        code = engine_send_line(engine, "?", error);
        if (code)
            return code;
    }
}

/* Waits for all that it has said; what of that ends the game is taken in if there is a Hearing. */
static int wait_pong(GrEngine *engine, XboardHearing *h, GrError *error) {
    EngineXboard *x = &engine->x;
    char text[24], *line, *rest;
    int64_t until = gr_now_ms() + engine->patience;
    uint64_t most = engine->process.received + ENGINE_MOST_BYTES;
    if (!x->ping)
        return engine_drop_leftovers(engine, error);
    snprintf(text, sizeof text, "ping %u", ++x->pings);
    engine->awaited = "pong";
    int code = engine_send_line(engine, text, error);
    while (code == 0) {
        code = engine_next_line(engine, until, &line, error);
        if (code == 0)
            return engine_hung_up(engine, GR_ERR_IO, "does not answer 'ping'", error);
        if (code > 0 && engine->process.received > most)
            return engine_hung_up(engine, GR_ERR_IO, "prints without end and no 'pong'", error);
        if (code > 0 && (rest = engine_after_word(line, "pong")) &&
            strtoul(rest, NULL, 10) == x->pings)
            return 0;
        if (code > 0 && engine->unsure)
            engine_note_refusal(engine, line);
        if (code > 0 && h)
            engine_xboard_hear_claim(h, line);
        code = code > 0 ? 0 : code;
    }
    return code;
}

int engine_xboard_ready(GrEngine *engine, GrError *error) {
    return wait_pong(engine, NULL, error);
}

/* ---- a search ---- */

/* Sends the engine what it does not know, and starts it thinking, unless it has resigned since its last move. After a
 * move that leaves the turn with it, it thinks already. */
static int ask(GrEngine *engine, XboardQuestion *q, XboardHearing *h, GrError *error) {
    EngineXboard *x = &engine->x;
    GrBuffer before, go;
    bool known = knows(x, q);
    if (known && x->runs && q->count > 0 && q->count == x->count)
        return 0;
    int code = known ? 0 : engine_xboard_begin(engine, error);
    if (code)
        return code;
    gr_buffer_init(&before);
    gr_buffer_init(&go);
    bool first = x->fresh, runs = x->runs && q->count == x->count + 1;
    if (!runs)
        gr_buffer_puts(&before, "force\n");
    if (first)
        code = put_start(engine, q, &before, error);
    if (code == 0 && first)
        code = put_limits(engine, q, &before, error);
    if (code == 0) {
        put_clocks(x, q, &go);
        if (x->draw_offered && x->draw)
            gr_buffer_puts(&go, "draw\n");
        x->start = *q->start;
        x->fresh = x->draw_offered = false;
        code = put_moves(engine, q, runs, &before, &go) ? gr_no_memory(error) : 0;
        gr_buffer_puts(&go, runs ? "" : "go\n");
    }
    if (code == 0 && (before.failed || go.failed))
        code = gr_no_memory(error);
    if (code == 0 && before.len)
        code = engine_send(engine, before.data, before.len, error);
    if (code == 0)
        code = wait_pong(engine, first ? NULL : h, error);
    if (code == 0 && !h->resigned)
        code = engine_send(engine, go.data, go.len, error);
    gr_buffer_free(&before);
    gr_buffer_free(&go);
    return code;
}

int engine_xboard_search(GrEngine *engine, const GrPosition *start, const GrMove *moves, size_t count,
                         const GrLimits *limits, GrAnswer *answer, GrError *error) {
    GrPosition pos = *start, from = *start;
    size_t sent = 0; /* moves from here on: after the last null move, which engines do not take */
    for (size_t i = 0; i < count; i++) {
        gr_play(&pos, moves[i]);
        if (gr_move_kind(moves[i]) == GR_PASS && !gr_variant(pos.rules)->passes) {
            from = pos;
            sent = i + 1;
        }
    }
    XboardQuestion q = {.start = &from, .pos = &pos, .moves = sent ? moves + sent : moves,
                  .count = count - sent, .limits = limits};
    XboardHearing h = {.q = &q, .answer = answer};
    *answer = (GrAnswer){.nodes = 0};
    gr_buffer_clear(&engine->nonsense);
    int code = ask(engine, &q, &h, error);
    if (code == 0 && !h.resigned)
        code = wait_move(engine, &h, error);
    if (code == 0 && engine->nonsense.failed)
        code = gr_no_memory(error);
    if (code == GR_ERR_STOPPED) /* it still thinks: what it says later would be misunderstood */
        engine_hung_up(engine, GR_ERR_STOPPED, "was stopped", NULL);
    return code;
}

int engine_xboard_judge(GrEngine *engine, const GrPosition *pos, const GrLimits *limits,
                        GrVerdict *verdict, GrError *error) {
    GrAnswer answer;
    *verdict = (GrVerdict){.lines = 0};
    int code = engine_xboard_begin(engine, error);
    if (code == 0)
        code = engine_xboard_search(engine, pos, NULL, 0, limits, &answer, error);
    if (code)
        return code;
    if (gr_engine_nonsense(engine))
        return engine_talks_nonsense(engine, error);
    if (!answer.scored || answer.claim != GR_CLAIM_NONE)
        return gr_fail(error, GR_ERR_SYNTAX, "engine '%s' gives no move with a score", engine->command);
    GrVerdictLine *line = &verdict->line[0];
    line->score = pos->turn == GR_WHITE ? answer.line.score : -answer.line.score;
    line->length = 1;
    line->move[0] = answer.line.move[0];
    verdict->lines = 1;
    verdict->depth = answer.line.depth;
    verdict->nodes = answer.nodes;
    return 0;
}
