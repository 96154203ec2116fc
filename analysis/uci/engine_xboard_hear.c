/* The XBoard protocol: what an engine says while it plays. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/uci/engine_answer.h"
#include "analysis/uci/engine_xboard_local.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "notation/room.h"

enum {
    CLAIM_MS = 1500, /* for a move, after a result was claimed */
    MOST_SHOWN = 60, /* bytes of a line that is quoted */
    MATE_SCORE = 100000 /* and moves to mate beyond it */
};

/* ---- moves ---- */

bool engine_xboard_keep_move(EngineXboard *x, GrMove move) {
    if (!gr_room(&x->moves, x->count, 1, &x->cap, sizeof *x->moves))
        return false;
    x->moves[x->count++] = move;
    return true;
}

void engine_xboard_shift_ranks(const char *text, int by, char *out, size_t size) {
    size_t used = 0;
    while (*text && used + 3 < size) {
        size_t digits = strspn(text, "0123456789");
        int64_t rank;
        if (!gr_word_number(text, digits, &rank)) {
            out[used++] = *text++;
            continue;
        }
        rank = rank <= 10 && rank + by >= 0 && rank + by <= 10 ? rank + by : 99;
        used += (size_t)snprintf(out + used, size - used, "%d", (int)rank);
        used = used < size ? used : size - 1;
        text += digits;
    }
    out[used] = '\0';
}

bool engine_xboard_has_ten_ranks(const GrPosition *pos) {
    return gr_variant(pos->rules)->ranks == 10;
}

/* The legal move that a word names, by its squares or in SAN; false if it is none. */
static bool read_move(const GrPosition *pos, const char *text, GrMove *move) {
    char shifted[GR_SAN_SIZE];
    if (engine_xboard_has_ten_ranks(pos)) {
        engine_xboard_shift_ranks(text, 1, shifted, sizeof shifted);
        text = shifted;
    }
    return gr_uci_read(pos, text, move, NULL) == 0 ? gr_move_kind(*move) != GR_PASS || gr_variant(pos->rules)->passes
                                                   : gr_san_read(pos, text, move, NULL) == 0;
}

/* ---- thoughts ---- */

/* Mates are 100,000 and the moves until then. */
static GrScore score_said(int64_t score) {
    int64_t mate = llabs(score) - MATE_SCORE;
    if (mate > 0 && mate < (GR_MATE - GR_MATE_FOUND) / 2)
        return gr_said_score(score > 0 ? mate : -mate, true);
    return gr_said_score(score, false);
}

/* What a line `PLY SCORE TIME NODES MOVES` says; the time is in hundredths of a second. */
typedef struct Thought {
    int64_t depth, score, time, nodes;
    const char *moves;
} Thought;

/* Its numbers: 1; 0 if it is another line, -1 if they cannot be. Engines put marks behind the first. Fewer nodes than 0
 * are not known. */
static int read_thought(const char *line, Thought *t) {
    size_t length;
    const char *word = gr_word(line, &length);
    int plies = *word == '-' || *word == '+' ? 0 : gr_said_number(word, length, 0, GR_MOST_SAID_DEPTH, &t->depth);
    size_t digits = strspn(word, "0123456789");
    if (!plies || digits + strspn(word + digits, ".&+-") < length)
        return 0;
    word = gr_word(word + length, &length);
    int scores = gr_word_number(word, length, &t->score) ? 1 : 0;
    word = gr_word(word + length, &length);
    int times = gr_word_number(word, length, &t->time) ? 1 : 0;
    word = gr_word(word + length, &length);
    int counts = gr_said_number(word, length, INT64_MIN, GR_MOST_SAID_NODES, &t->nodes);
    if (!scores || !times || !counts)
        return 0;
    t->nodes = t->nodes < 0 ? 0 : t->nodes;
    t->moves = word + length;
    return plies < 0 || counts < 0 || t->score > GR_MOST_SAID_SCORE || t->score < -GR_MOST_SAID_SCORE ? -1 : 1;
}

/* Keeps what cannot be; the answer has no score until one comes that can. */
static void keep_nonsense(GrEngine *engine, XboardHearing *h, const char *line) {
    h->answer->scored = false;
    if (!engine->nonsense.failed)
        gr_buffer_clear(&engine->nonsense);
    gr_engine_text(&engine->nonsense, line, MOST_SHOWN);
}

/* Reads the moves of a thought as far as they are legal. Some engines number them: `1. e4`. */
static void read_line(const GrPosition *from, const char *text, GrLine *line) {
    GrPosition pos = *from;
    char name[GR_SAN_SIZE];
    size_t length;
    for (const char *word = gr_word(text, &length); length && line->length < GR_PROGRESS_PLIES;
         word = gr_word(word + length, &length)) {
        GrMove move;
        if (strspn(word, "0123456789.") >= length)
            continue;
        if (!gr_word_copy(word, length, name, sizeof name) || !read_move(&pos, name, &move))
            return;
        line->move[line->length++] = move;
        gr_play(&pos, move);
    }
}

/* Reports the thought, if the first of its moves is legal. */
static void report_thought(const GrEngine *engine, const XboardHearing *h, const Thought *t) {
    GrLine line = {.score = score_said(t->score), .depth = (int)t->depth};
    GrProgress progress = {.line = &line, .nodes = (uint64_t)t->nodes,
                           .ms = t->time >= 0 && t->time <= GR_MOST_SAID_NODES / 10 ? 10 * t->time : -1};
    read_line(h->q->pos, t->moves, &line);
    if (line.length)
        engine_report(engine, &progress);
}

/* Takes a thought in; true if it shows that the engine goes on. */
static bool hear_thought(GrEngine *engine, XboardHearing *h, const char *line) {
    Thought t;
    int said = read_thought(line, &t);
    if (said == 0)
        return false;
    if (said < 0) {
        keep_nonsense(engine, h, line);
        return false;
    }
    bool news = t.depth > h->depth || (uint64_t)t.nodes > h->nodes;
    h->answer->scored = true;
    h->answer->line.score = score_said(t.score);
    h->answer->line.depth = h->depth = (int)t.depth;
    h->answer->nodes = h->nodes = (uint64_t)t.nodes;
    if (!engine->nonsense.failed)
        gr_buffer_clear(&engine->nonsense);
    if (engine->progress)
        report_thought(engine, h, &t);
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
static int hear_move(GrEngine *engine, XboardHearing *h, char *text, GrError *error) {
    GrMove move;
    GrBuffer shown;
    GrLine *line = &h->answer->line;
    size_t length;
    text += gr_word(text, &length) - text;
    text[length] = '\0';
    if (!read_move(h->q->pos, text, &move)) {
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
    return engine_xboard_keep_move(&engine->x, move) ? 1 : gr_no_memory(error);
}

/* `1-0 {White mates}` and the like; GR_CLAIM_NONE for any other line. */
static GrClaim claim_of(const XboardHearing *h, const char *line) {
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

bool engine_xboard_hear_claim(XboardHearing *h, const char *line) {
    GrClaim claim = claim_of(h, line);
    if (claim == GR_CLAIM_NONE || h->claim_at)
        return false;
    h->answer->claim = claim;
    h->claim_at = gr_now_ms() + CLAIM_MS;
    h->resigned = strstr(line, "resign") != NULL;
    return true;
}

/* Does it refuse the last move it was sent, or the position? */
static bool refuses(const XboardHearing *h, const char *line) {
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

int engine_xboard_hear(GrEngine *engine, XboardHearing *h, char *line, GrError *error) {
    char *move = move_of(engine, line);
    if (move)
        return hear_move(engine, h, move, error);
    if (refuses(h, line))
        return refused(engine, line, error);
    if (strncmp(line, "offer draw", 10) == 0)
        h->answer->offers_draw = true;
    if (engine_xboard_hear_claim(h, line))
        return h->resigned;
    bool news = hear_thought(engine, h, line), timed = engine_time_of(h->q->pos, h->q->limits) != 0;
    if (news && !timed && !h->kill_at)
        h->move_at = gr_now_ms() + (int64_t)XBOARD_SILENCES * engine->patience;
    int depth = h->q->limits->depth; /* which some engines do not heed */
    if (depth && h->depth > depth && !h->kill_at)
        h->move_at = gr_now_ms();
    if (engine->process.received >= h->flood)
        return engine_hung_up(engine, GR_ERR_IO, "prints without end and no move", error);
    return 0;
}
