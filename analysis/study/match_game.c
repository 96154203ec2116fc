/* One game of a match. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/match_local.h"
#include "notation/room.h"

/* The state of a game that is played. */
typedef struct Play {
    const GrMatchJob *job;
    GrAnalyst *const *analyst; /* by engine */
    GrMatchGame *to;
    GrGame *game;       /* to->game */
    uint32_t node;      /* the last move's */
    GrMove *moves;      /* all so far */
    size_t count, cap;
    int white;          /* the engine that has White */
    int64_t left[2];    /* milliseconds on the clocks, by side */
    GrMatchScores scores;
    size_t offered[2];  /* 1 + the ply of each side's last offer of a draw; 0: none */
    GrError *error;
} Play;

void gr_match_game_init(GrMatchGame *game) {
    *game = (GrMatchGame){.fault = GR_FAULT_NONE};
    gr_game_init(&game->game);
}

void gr_match_game_free(GrMatchGame *game) {
    gr_game_free(&game->game);
}

static int out_of_memory(Play *p) {
    return gr_no_memory(p->error);
}

static int engine_of(const Play *p, int side) {
    return side == GR_WHITE ? p->white : !p->white;
}

static const GrMatchEngine *settings_of(const Play *p, int side) {
    return &p->job->engine[engine_of(p, side)];
}

/* ---- moves ---- */

static int add_move(Play *p, GrMove move, const char *comment) {
    uint32_t node;
    GrText at = 0;
    if (!gr_room(&p->moves, p->count, 1, &p->cap, sizeof *p->moves))
        return out_of_memory(p);
    if (gr_game_add_node(p->game, move, &node) ||
        (*comment && gr_game_add_text(p->game, comment, strlen(comment), &at)))
        return out_of_memory(p);
    p->game->nodes[node].comment = at;
    p->game->nodes[p->node].next = node;
    p->game->plies++;
    p->node = node;
    p->moves[p->count++] = move;
    gr_play(&p->to->pos, move);
    return 0;
}

/* ---- the end ---- */

static const char *reason_of(const GrPosition *pos, GrState state) {
    if (state == GR_CHECKMATE)
        return gr_in_check(pos) ? "checkmate" : "won by the rules";
    if (gr_is_over(pos))
        return state == GR_WON ? "won by the rules" : "drawn by the rules";
    if (state == GR_STALEMATE)
        return "stalemate";
    if (gr_state(pos) == GR_OPEN)
        return gr_repeats(gr_variant(pos->rules)) == 3 ? "third repetition" : "repetition";
    return gr_is_dead(pos) ? "dead position" : "fifty moves";
}

static void look_for_end(Play *p) {
    int winner;
    GrState state = gr_game_end(p->game, &winner);
    const GrPosition *pos = &p->to->pos;
    if (state != GR_OPEN)
        gr_match_decide(p->to, winner, "normal", reason_of(pos, state), pos->turn);
    else if (p->job->most_plies && p->game->plies >= p->job->most_plies)
        gr_match_decide(p->to, -1, "adjudication", "too many plies", pos->turn);
}

/* The side to move loses by a fault of its engine. What the client says begins with the engine's command,
 * which its name stands for. */
static void lose(Play *p, GrMatchFault fault, const char *text) {
    static const char *const how[GR_FAULTS][2] = {
        [GR_FAULT_ILLEGAL] = {"rules infraction", "%s plays no legal move"},
        [GR_FAULT_CRASH] = {"abandoned", "%s crashes"},
        [GR_FAULT_HANG] = {"abandoned", "%s hangs"},
        [GR_FAULT_TIME] = {"time forfeit", "%s's time is up"},
    };
    int side = p->to->pos.turn, engine = engine_of(p, side);
    size_t command = strlen(p->job->engine[engine].command);
    if (!strncmp(text, "engine '", 8) && strlen(text) > command + 10)
        text += command + 10;
    snprintf(p->to->detail, sizeof p->to->detail, "%s", text);
    p->to->fault = fault;
    p->to->engine = engine;
    gr_match_decide(p->to, !side, how[fault][0], how[fault][1], side);
}

/* ---- the opening ---- */

static int play_opening(Play *p, const GrOpening *opening) {
    int code = gr_game_begin(p->game, p->job->rules) ? out_of_memory(p) : 0;
    p->game->start = opening->start;
    p->to->pos = p->game->start;
    for (size_t i = 0; i < opening->count && !code; i++)
        code = add_move(p, opening->move[i], "");
    return code;
}

/* ---- thinking ---- */

/* Keeps the first nonsense of an engine. */
static void note_nonsense(Play *p, int engine) {
    const char *text = gr_analyst_nonsense(p->analyst[engine]);
    char *to = p->to->nonsense[engine];
    if (text && !*to)
        snprintf(to, sizeof p->to->nonsense[engine], "%s", text);
}

static int think(Play *p, GrAnswer *answer, int64_t *ms) {
    int turn = p->to->pos.turn;
    const GrMatchEngine *own = settings_of(p, turn);
    GrLimits limits = own->limits;
    for (int side = 0; side < 2 && own->time; side++) {
        bool timed = settings_of(p, side)->time != 0; /* else it is as if both had the same clock */
        int64_t left = p->left[timed ? side : turn];
        limits.time[side] = left > 1 ? left : 1;
        limits.increment[side] = timed ? settings_of(p, side)->increment : own->increment;
    }
    int64_t start = gr_now_ms();
    int code = gr_analyst_search(p->analyst[engine_of(p, turn)], &p->game->start, p->moves, p->count,
                                 &limits, answer, p->error);
    *ms = gr_now_ms() - start;
    if (code == 0)
        note_nonsense(p, engine_of(p, turn));
    return code;
}

/* Takes the time off the clock; false if the flag falls. The increment is given for a turn: a
 * placement of wizard chess does not end one. */
static bool press_clock(Play *p, int side, int64_t ms, bool turn_over) {
    const GrMatchEngine *engine = settings_of(p, side);
    if (!engine->time)
        return true;
    p->left[side] -= ms;
    if (p->left[side] < 0)
        return false;
    p->left[side] += turn_over ? engine->increment : 0;
    return true;
}

/* No move has come. */
static void fail_to_move(Play *p, int code, int64_t ms) {
    int side = p->to->pos.turn;
    bool late = settings_of(p, side)->time && ms > p->left[side];
    bool hung = gr_analyst_hung(p->analyst[engine_of(p, side)]);
    lose(p, code == GR_ERR_SYNTAX ? GR_FAULT_ILLEGAL
            : late                ? GR_FAULT_TIME
            : hung                ? GR_FAULT_HANG
                                  : GR_FAULT_CRASH,
         p->error->text);
}

static void lose_on_time(Play *p, int64_t over) {
    char text[80];
    snprintf(text, sizeof text, "oversteps its time by %lld ms", (long long)over);
    lose(p, GR_FAULT_TIME, text);
}

/* An engine ends the game instead of moving. Only its own loss is for it to declare: were the game over,
 * it would have been seen. */
static void judge_claim(Play *p, GrClaim claim) {
    int side = p->to->pos.turn;
    if (claim == GR_CLAIM_LOSS)
        gr_match_decide(p->to, !side, "normal", "%s resigns", side);
    else
        lose(p, GR_FAULT_ILLEGAL, claim == GR_CLAIM_WIN ? "claims a win that is none"
                                                        : "claims a draw that is none");
}

/* A draw is agreed if each side has offered one with its last move. */
static void note_offer(Play *p, int side, bool offers) {
    if (!offers || p->to->end)
        return;
    p->offered[side] = p->count;
    if (p->offered[!side] && p->offered[!side] + 1 == p->count)
        gr_match_decide(p->to, -1, "normal", "agreed", side);
    else
        gr_analyst_offer_draw(p->analyst[engine_of(p, !side)]);
}

static int play_move(Play *p) {
    GrAnswer answer;
    int64_t ms;
    char comment[GR_MATCH_COMMENT];
    int side = p->to->pos.turn;
    uint32_t number = p->to->pos.number;
    const GrMatchEngine *engine = settings_of(p, side);
    int code = think(p, &answer, &ms);
    if (code == GR_ERR_STOPPED || code == GR_ERR_MEMORY || code == GR_ERR_NOT_FOUND)
        return code;
    if (code)
        fail_to_move(p, code, ms);
    else if (answer.claim != GR_CLAIM_NONE)
        judge_claim(p, answer.claim);
    if (p->to->end)
        return 0;
    GrMove move = answer.line.move[0];
    if (!press_clock(p, side, ms, !gr_kind_does(gr_move_kind(move), GR_HALF))) {
        lose_on_time(p, -p->left[side]);
        return 0;
    }
    gr_match_comment(&answer, side, engine->time ? p->left[side] : -1,
                     engine->time || engine->limits.movetime ? ms : -1, comment);
    code = add_move(p, move, comment);
    if (code)
        return code;
    look_for_end(p);
    note_offer(p, side, answer.offers_draw);
    gr_match_adjudicate(p->job, &p->scores, side, number, &answer, p->to);
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
                  const GrOpening *opening, GrMatchGame *game, GrError *error) {
    Play p = {.job = job, .analyst = analyst, .to = game, .game = &game->game, .error = error};
    p.white = gr_match_white(number);
    for (int side = 0; side < 2; side++)
        p.left[side] = settings_of(&p, side)->time;
    int code = begin(&p, opening);
    while (!code && !game->end)
        code = play_move(&p);
    for (int e = 0; e < 2 && !code; e++)
        if (game->fault == GR_FAULT_NONE || game->engine != e)
            gr_analyst_end_game(analyst[e], gr_result_text(game->game.result), game->reason);
    if (!code && gr_match_tags(job, analyst, number, game))
        code = out_of_memory(&p);
    free(p.moves);
    return code;
}
