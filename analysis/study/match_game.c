/* One game of a match. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/match_local.h"
#include "notation/buffer.h"

/* The state of a game that is played. */
typedef struct Play {
    const GrMatchJob *job;
    GrAnalyst *const *analyst; /* by engine */
    GrGame *game;
    GrPosition pos;
    uint32_t node;      /* the last move's */
    GrMove *moves;      /* all so far */
    size_t count, cap;
    int white;          /* the engine that has White */
    int64_t left[2];    /* milliseconds on the clocks, by side */
    const char *end;    /* Termination; NULL while the game goes on */
    GrError *error;
} Play;

static int out_of_memory(Play *p) {
    return gr_no_memory(p->error);
}

static int engine_of(const Play *p, int side) {
    return side == GR_WHITE ? p->white : !p->white;
}

/* ---- moves ---- */

static int add_move(Play *p, GrMove move, const char *comment) {
    uint32_t node;
    GrText at = 0;
    if (p->count == p->cap) {
        size_t cap = p->cap ? 2 * p->cap : 256;
        GrMove *grown = realloc(p->moves, cap * sizeof *grown);
        if (!grown)
            return out_of_memory(p);
        p->moves = grown;
        p->cap = cap;
    }
    if (gr_game_add_node(p->game, move, &node) ||
        (*comment && gr_game_add_text(p->game, comment, strlen(comment), &at)))
        return out_of_memory(p);
    p->game->nodes[node].comment = at;
    p->game->nodes[p->node].next = node;
    p->game->plies++;
    p->node = node;
    p->moves[p->count++] = move;
    gr_play(&p->pos, move);
    return 0;
}

/* What the engine thought of its move, and how long, for the reader of the game. */
static void describe(const Play *p, const GrAnswer *answer, int64_t ms, char *out, size_t size) {
    char score[GR_EVAL_SIZE];
    GrEval eval;
    int used = 0;
    if (answer->scored) {
        GrScore white = p->pos.turn == GR_WHITE ? answer->line.score : -answer->line.score;
        gr_score_to_eval(white, answer->line.depth, &eval);
        gr_eval_write(&eval, score);
        used = snprintf(out, size, "[%%eval %s]", score);
    }
    if (p->job->time) /* as a clock shows it: what was used of it */
        snprintf(out + used, size - (size_t)used, "%s[%%emt %lld:%02lld:%02lld.%03lld]",
                 used ? " " : "", (long long)(ms / 3600000), (long long)(ms / 60000 % 60),
                 (long long)(ms / 1000 % 60), (long long)(ms % 1000));
    else if (!used)
        *out = '\0';
}

/* ---- the end ---- */

static void decide(Play *p, int winner, const char *how) {
    p->end = how;
    p->game->result = winner < 0             ? GR_DRAW
                      : winner == GR_WHITE ? GR_WHITE_WINS
                                           : GR_BLACK_WINS;
}

static void look_for_end(Play *p) {
    GrState state = gr_game_state(p->game);
    if (state != GR_OPEN)
        decide(p, gr_winner(&p->pos, state), "normal");
    else if (p->job->most_plies && p->game->plies >= p->job->most_plies)
        decide(p, -1, "adjudication");
}

/* ---- the opening ---- */

/* A generator of numbers that are the same everywhere (splitmix64: a Weyl sequence, mixed). */
static uint64_t next_random(uint64_t *state) {
    uint64_t x = *state += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

int gr_match_opening(const GrMatchJob *job, uint32_t pair, uint32_t attempt, GrOpening *opening) {
    const GrOpenings *list = job->openings;
    const GrOpening *given = list ? &list->opening[pair % list->count] : NULL;
    uint64_t random = job->seed + (uint64_t)pair * 0x100000001B3 + ((uint64_t)attempt << 56);
    GrMoveList moves;
    *opening = (GrOpening){0};
    opening->move = calloc((given ? given->count : 0) + job->random_plies + 1, sizeof(GrMove));
    if (!opening->move)
        return GR_ERR_MEMORY;
    if (given)
        opening->start = given->start;
    else
        gr_start(job->rules, &opening->start);
    GrPosition pos = opening->start;
    for (size_t i = 0; given && i < given->count; i++)
        gr_play(&pos, opening->move[opening->count++] = given->move[i]);
    for (unsigned i = 0; i < job->random_plies && gr_state(&pos) == GR_OPEN; i++) {
        gr_moves(&pos, &moves);
        GrMove move = moves.move[next_random(&random) % moves.count];
        gr_play(&pos, opening->move[opening->count++] = move);
    }
    opening->end = pos;
    return 0;
}

static int play_opening(Play *p, const GrOpening *opening) {
    int code = gr_game_begin(p->game, p->job->rules) ? out_of_memory(p) : 0;
    p->game->start = opening->start;
    p->pos = p->game->start;
    for (size_t i = 0; i < opening->count && !code; i++)
        code = add_move(p, opening->move[i], "");
    return code;
}

/* ---- thinking ---- */

static int think(Play *p, GrAnswer *answer, int64_t *ms) {
    GrLimits limits = p->job->limits;
    GrAnalyst *analyst = p->analyst[engine_of(p, p->pos.turn)];
    if (p->job->time)
        for (int side = 0; side < 2; side++) {
            limits.time[side] = p->left[side] > 1 ? p->left[side] : 1;
            limits.increment[side] = p->job->increment;
        }
    int64_t start = gr_now_ms();
    int code = gr_analyst_search(analyst, &p->game->start, p->moves, p->count, &limits, answer,
                                 p->error);
    *ms = gr_now_ms() - start;
    return code;
}

/* Takes the time off the clock; false if the flag falls. The increment is given for a turn: a
 * placement of wizard chess does not end one. */
static bool press_clock(Play *p, int side, int64_t ms, bool turn_over) {
    if (!p->job->time)
        return true;
    p->left[side] -= ms;
    if (p->left[side] < 0)
        return false;
    p->left[side] += turn_over ? p->job->increment : 0;
    return true;
}

static int play_move(Play *p, int *broken) {
    GrAnswer answer;
    int64_t ms;
    char comment[GR_EVAL_SIZE + 64];
    int side = p->pos.turn;
    int code = think(p, &answer, &ms);
    if (code == GR_ERR_STOPPED || code == GR_ERR_MEMORY)
        return code;
    if (code) {
        *broken = engine_of(p, side);
        bool late = p->job->time && ms > p->left[side];
        decide(p, !side, code == GR_ERR_SYNTAX ? "rules infraction"
                         : late                ? "time forfeit"
                                               : "abandoned");
        return 0;
    }
    GrMove move = answer.line.move[0];
    describe(p, &answer, ms, comment, sizeof comment);
    bool in_time = press_clock(p, side, ms, gr_move_kind(move) != GR_PLACE);
    code = add_move(p, move, comment);
    if (!code && in_time)
        look_for_end(p);
    else if (!code)
        decide(p, !side, "time forfeit");
    return code;
}

/* ---- tags ---- */

static void write_control(const GrMatchJob *job, char *out, size_t size) {
    if (job->increment)
        snprintf(out, size, "%g+%g", (double)job->time / 1000, (double)job->increment / 1000);
    else
        snprintf(out, size, "%g", (double)job->time / 1000);
}

static int set_tags(Play *p, uint32_t number) {
    char name[2][GR_ENGINE_NAME + 8], text[64], control[64], plies[16];
    bool alike = !strcmp(gr_analyst_name(p->analyst[0]), gr_analyst_name(p->analyst[1]));
    for (int side = 0; side < 2; side++) {
        int engine = engine_of(p, side);
        snprintf(name[side], sizeof name[side], "%s%s", gr_analyst_name(p->analyst[engine]),
                 !alike ? "" : engine ? " (2)" : " (1)");
    }
    snprintf(text, sizeof text, "%u", number);
    snprintf(plies, sizeof plies, "%u", p->game->plies);
    write_control(p->job, control, sizeof control);
    const char *const tag[][2] = {
        {"Event", "Engine match"},
        {"Date", p->job->date ? p->job->date : "????.??.??"},
        {"Round", text},
        {"White", name[GR_WHITE]},
        {"Black", name[GR_BLACK]},
        {"PlyCount", plies},
        {"Termination", p->end},
        {"TimeControl", p->job->time ? control : "-"},
    };
    for (size_t i = 0; i < sizeof tag / sizeof *tag; i++)
        if (gr_game_set_tag(p->game, tag[i][0], tag[i][1]))
            return out_of_memory(p);
    return 0;
}

static int begin(Play *p, const GrOpening *opening) {
    const GrVariant *variant = gr_variant(p->job->rules);
    gr_game_clear(p->game);
    int code = play_opening(p, opening);
    if (!code)
        look_for_end(p);
    for (int engine = 0; engine < 2 && !code; engine++)
        code = gr_analyst_new_game(p->analyst[engine], variant, p->error);
    return code;
}

int gr_match_play(const GrMatchJob *job, GrAnalyst *const analyst[2], uint32_t number,
                  const GrOpening *opening, GrGame *game, int *broken, GrError *error) {
    Play p = {.job = job, .analyst = analyst, .game = game, .error = error};
    p.white = (number - 1) % 2 ? 1 : 0;
    p.left[0] = p.left[1] = job->time;
    *broken = -1;
    int code = begin(&p, opening);
    while (!code && !p.end)
        code = play_move(&p, broken);
    if (!code)
        code = set_tags(&p, number);
    free(p.moves);
    return code;
}
