/* The XBoard protocol: games, and having an engine move. The engine keeps the position; what it knows is
 * compared with what is asked, and it hears the difference. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/uci/engine_answer.h"
#include "analysis/uci/engine_local.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "rules/fen.h"

enum {
    CLAIM_MS = 1500, /* for a move, after a result was claimed */
    SILENCES = 4,    /* patience is this often without a sign of life before it ends */
    MOST_DEPTH = 9999,
    MATE_SCORE = 100000 /* and moves to mate beyond it */
};

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

static bool keep_move(EngineXboard *x, GrMove move) {
    if (x->count == x->cap) {
        size_t cap = x->cap ? 2 * x->cap : 256;
        GrMove *grown = realloc(x->moves, cap * sizeof *grown);
        if (!grown)
            return false;
        x->moves = grown;
        x->cap = cap;
    }
    x->moves[x->count++] = move;
    return true;
}

/* ---- what it is sent ---- */

/* A question: the position after `count` moves from `start`, and how it is to be searched. */
typedef struct Question {
    const GrPosition *start, *pos;
    const GrMove *moves;
    size_t count;
    const GrLimits *limits;
    char told[GR_SAN_SIZE]; /* the last move that the engine hears, as it does */
} Question;

/* The ranks of squares in a move, each one less or more: on boards of ten ranks the protocol counts them
 * from 0. What is no rank of such a board stays, and is no legal move. */
static void shift_ranks(const char *text, int by, char *out, size_t size) {
    size_t used = 0;
    while (*text && used + 3 < size) {
        if (!isdigit((unsigned char)*text)) {
            out[used++] = *text++;
            continue;
        }
        char *end;
        long rank = strtol(text, &end, 10) + by;
        used += (size_t)snprintf(out + used, size - used, "%ld", rank >= 0 && rank <= 10 ? rank : 99);
        used = used < size ? used : size - 1;
        text = end;
    }
    out[used] = '\0';
}

static bool has_ten_ranks(const GrPosition *pos) {
    return gr_variant(pos->rules)->ranks == 10;
}

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
        if (has_ten_ranks(pos))
            shift_ranks(uci, -1, out, GR_SAN_SIZE);
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
static int put_limits(GrEngine *engine, const Question *q, GrBuffer *out, GrError *error) {
    const GrLimits *l = q->limits;
    int turn = q->pos->turn;
    if (l->nodes && !engine->x.nps)
        return gr_fail(error, GR_ERR_NOT_FOUND,
                       "engine '%s' cannot search a number of nodes: it has no feature nps",
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
        gr_buffer_puts(out, "st 86400\n");
    if (l->depth)
        gr_buffer_printf(out, "sd %d\n", l->depth);
    return 0;
}

/* Both clocks, in hundredths of a second. */
static void put_clocks(const EngineXboard *x, const Question *q, GrBuffer *out) {
    const GrLimits *l = q->limits;
    int turn = q->pos->turn;
    int64_t own = l->time[turn] ? l->time[turn] : l->movetime % 1000 ? l->movetime : 0;
    int64_t other = l->time[!turn] ? l->time[!turn] : own;
    if (x->time && own)
        gr_buffer_printf(out, "time %" PRId64 "\notim %" PRId64 "\n", own / 10, other / 10);
}

static bool knows(const EngineXboard *x, const Question *q) {
    if (x->fresh)
        return true;
    if (q->start->key != x->start.key || q->count < x->count)
        return false;
    return x->count == 0 || memcmp(x->moves, q->moves, x->count * sizeof *x->moves) == 0;
}

/* Where the game starts. Moves that nobody can play (null moves) are part of the way there. */
static int put_start(GrEngine *engine, const Question *q, GrBuffer *out, GrError *error) {
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
static int put_moves(GrEngine *engine, Question *q, bool runs, GrBuffer *out, GrBuffer *last) {
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
        if (!keep_move(x, q->moves[i]))
            return GR_ERR_MEMORY;
    return 0;
}

/* ---- what it says ---- */

typedef struct Hearing {
    const Question *q;
    GrAnswer *answer;
    uint64_t nodes;
    int depth;
    int64_t move_at;  /* when it is ordered to move, */
    int64_t kill_at;  /* and given up; 0: not yet */
    int64_t claim_at; /* its claim counts, if there is no move; 0: there is none */
    bool resigned;
    uint64_t flood;   /* bytes received that are too many */
} Hearing;

/* `PLY SCORE TIME NODES MOVES`; true if it shows that the engine goes on. */
static bool hear_thought(Hearing *h, const char *line) {
    char *end;
    long depth = strtol(line, &end, 10);
    if (end == line || depth < 0)
        return false;
    end += strspn(end, ".&+-");
    const char *from = end;
    long score = strtol(from, &end, 10);
    if (end == from || !isspace((unsigned char)*end))
        return false;
    from = end;
    strtol(from, &end, 10);
    if (end == from || !isspace((unsigned char)*end))
        return false;
    from = end;
    uint64_t nodes = strtoull(from, &end, 10);
    if (end == from)
        return false;
    depth = depth < MOST_DEPTH ? depth : MOST_DEPTH;
    bool news = depth > h->depth || nodes > h->nodes;
    long mate = labs(score) - MATE_SCORE, most = (GR_MATE - GR_MATE_FOUND) / 2;
    GrScore found = score > GR_EVAL_LIMIT    ? GR_EVAL_LIMIT
                    : score < -GR_EVAL_LIMIT ? -GR_EVAL_LIMIT
                                             : (GrScore)score;
    if (mate > 0 && mate < most)
        found = gr_score_of_mate(score > 0 ? (int)mate : -(int)mate);
    h->answer->scored = true;
    h->answer->line.score = found;
    h->answer->line.depth = h->depth = (int)depth;
    h->answer->nodes = h->nodes = nodes;
    return news;
}

/* The move that a line states: `move MOVE`, `My move is: MOVE`, and of old engines `N. ... MOVE`, of which some
 * say `My move is` after it; NULL if none. */
static char *move_of(GrEngine *engine, char *line) {
    char *rest = engine_after_word(line, "move");
    if (rest)
        return rest;
    if (strncmp(line, "My move is", 10) == 0 && !engine->x.numbers) {
        rest = line + 10;
        return rest + strspn(rest, " :\t");
    }
    if (!engine->x.features && isdigit((unsigned char)*line)) {
        rest = line + strspn(line, "0123456789");
        rest += strspn(rest, ". ");
        bool stated = rest - line > 4 && strncmp(rest - 4, "... ", 4) == 0;
        engine->x.numbers |= stated;
        return stated ? rest : NULL;
    }
    return NULL;
}

/* Takes a move; 1, or GR_ERR_SYNTAX if it is not legal. */
static int hear_move(GrEngine *engine, Hearing *h, char *text, GrError *error) {
    GrMove move;
    GrBuffer shown;
    GrLine *line = &h->answer->line;
    char shifted[GR_SAN_SIZE];
    const char *name = text;
    text[strcspn(text, " \t\r")] = '\0';
    if (has_ten_ranks(h->q->pos)) {
        shift_ranks(text, 1, shifted, sizeof shifted);
        name = shifted;
    }
    if (gr_uci_read(h->q->pos, name, &move, NULL) == 0 ? gr_move_kind(move) == GR_PASS
                                                      : gr_san_read(h->q->pos, name, &move, NULL) != 0) {
        gr_buffer_init(&shown);
        gr_engine_text(&shown, text, 20);
        gr_fail(error, GR_ERR_SYNTAX, "engine '%s' plays '%s', which is not legal", engine->command,
                shown.len ? shown.data : "");
        gr_buffer_free(&shown);
        return GR_ERR_SYNTAX;
    }
    line->move[0] = move;
    line->length = 1;
    h->answer->claim = GR_CLAIM_NONE;
    engine->x.runs = true;
    return keep_move(&engine->x, move) ? 1 : gr_no_memory(error);
}

/* `1-0 {White mates}` and the like; GR_CLAIM_NONE for any other line. */
static GrClaim claim_of(const Hearing *h, const char *line) {
    bool white = h->q->pos->turn == GR_WHITE;
    if (strncmp(line, "resign", 6) == 0 || strncmp(line, "tellics resign", 14) == 0)
        return GR_CLAIM_LOSS;
    if (strncmp(line, "1/2-1/2", 7) == 0)
        return GR_CLAIM_DRAW;
    if (strncmp(line, "1-0", 3) == 0)
        return white ? GR_CLAIM_WIN : GR_CLAIM_LOSS;
    if (strncmp(line, "0-1", 3) == 0)
        return white ? GR_CLAIM_LOSS : GR_CLAIM_WIN;
    return GR_CLAIM_NONE;
}

/* Takes in what ends the game, if it is the first that does. */
static bool hear_claim(Hearing *h, const char *line) {
    GrClaim claim = claim_of(h, line);
    if (claim == GR_CLAIM_NONE || h->claim_at)
        return false;
    h->answer->claim = claim;
    h->claim_at = gr_now_ms() + CLAIM_MS;
    h->resigned = strstr(line, "resign") != NULL;
    return true;
}

/* Does it refuse the last move it was sent, or the position? */
static bool refuses(const Hearing *h, const char *line) {
    bool illegal = strncmp(line, "Illegal move", 12) == 0 || strncmp(line, "Invalid move", 12) == 0;
    if (illegal && *h->q->told && strstr(line, h->q->told))
        return true;
    return strncmp(line, "tellusererror Illegal position", 30) == 0;
}

static int refused(GrEngine *engine, const char *line, GrError *error) {
    GrBuffer shown;
    gr_buffer_init(&shown);
    gr_engine_text(&shown, line, 80);
    gr_fail(error, GR_ERR_SYNTAX, "engine '%s' refuses what is legal: '%s'", engine->command,
            shown.len ? shown.data : "");
    gr_buffer_free(&shown);
    return GR_ERR_SYNTAX;
}

/* Takes a line in: 1 if it ends the search. */
static int hear(GrEngine *engine, Hearing *h, char *line, GrError *error) {
    char *move = move_of(engine, line);
    if (move)
        return hear_move(engine, h, move, error);
    if (refuses(h, line))
        return refused(engine, line, error);
    if (strncmp(line, "offer draw", 10) == 0)
        h->answer->offers_draw = true;
    if (hear_claim(h, line))
        return h->resigned;
    bool news = hear_thought(h, line), timed = engine_time_of(h->q->pos, h->q->limits) != 0;
    if (news && !timed && !h->kill_at)
        h->move_at = gr_now_ms() + (int64_t)SILENCES * engine->patience;
    int depth = h->q->limits->depth; /* which some engines do not heed */
    if (depth && h->depth > depth && !h->kill_at)
        h->move_at = gr_now_ms();
    if (engine->process.received >= h->flood)
        return engine_hung_up(engine, GR_ERR_IO, "prints without end and no move", error);
    return 0;
}

static int wait_move(GrEngine *engine, Hearing *h, GrError *error) {
    int64_t time = engine_time_of(h->q->pos, h->q->limits);
    int64_t most = time ? time + engine_at_most(engine, ENGINE_GRACE_MS)
                        : (int64_t)SILENCES * engine->patience;
    h->move_at = gr_now_ms() + most;
    h->flood = engine->process.received + ENGINE_MOST_BYTES;
    for (;;) {
        char *line = NULL;
        int64_t due = h->claim_at ? h->claim_at : h->kill_at ? h->kill_at : h->move_at;
        int code = engine_next_line(engine, due, &line, error);
        if (code > 0)
            code = hear(engine, h, line, error);
        if (code != 0)
            return code > 0 ? 0 : code;
        if (gr_now_ms() < due)
            continue;
        if (h->claim_at)
            return 0;
        if (h->kill_at)
            return engine_hung_up(engine, GR_ERR_IO, "gives no move after '?'", error);
        h->kill_at = gr_now_ms() + engine_at_most(engine, ENGINE_GRACE_MS);
        code = engine_send_line(engine, "?", error);
        if (code)
            return code;
    }
}

/* Waits for all that it has said; what of that ends the game is taken in if there is a Hearing. */
static int wait_pong(GrEngine *engine, Hearing *h, GrError *error) {
    EngineXboard *x = &engine->x;
    char text[24], *line, *rest;
    int64_t until = gr_now_ms() + engine->patience;
    uint64_t most = engine->process.received + ENGINE_MOST_BYTES;
    if (!x->ping)
        return engine_drop_leftovers(engine, error);
    snprintf(text, sizeof text, "ping %u", ++x->pings);
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
            hear_claim(h, line);
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
static int ask(GrEngine *engine, Question *q, Hearing *h, GrError *error) {
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
        if (gr_move_kind(moves[i]) == GR_PASS) {
            from = pos;
            sent = i + 1;
        }
    }
    Question q = {.start = &from, .pos = &pos, .moves = sent ? moves + sent : moves,
                  .count = count - sent, .limits = limits};
    Hearing h = {.q = &q, .answer = answer};
    *answer = (GrAnswer){.nodes = 0};
    int code = ask(engine, &q, &h, error);
    if (code == 0 && !h.resigned)
        code = wait_move(engine, &h, error);
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
