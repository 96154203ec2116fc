/* What the search has learnt of moves: which refuted others, alone and after the moves before them.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/search_local.h"

/* The type that moves; 0 for a hole, which a spell moves. */
static int moving_type(const GrPosition *pos, GrMove move) {
    return gr_type_of(pos->board[gr_move_from(move)]);
}

/* A move as a number for the continuation history: what went where. */
static int step_of(const GrSearch *s, const GrPosition *pos, GrMove move) {
    return gr_learnt_type(moving_type(pos, move)) * s->squares + gr_move_to(move);
}

int gr_history_step(const GrSearch *s, const GrPosition *pos, GrMove move) {
    return gr_move_kind(move) == GR_PASS ? GR_NO_STEP : step_of(s, pos, move);
}

int gr_history_make(GrSearch *s, const GrRules *rules) {
    int squares = gr_variant(rules)->files * gr_variant(rules)->ranks;
    int types = gr_variant(rules)->types + 1;
    size_t steps = (size_t)(types < GR_LEARNT ? types : GR_LEARNT) * (size_t)squares;
    int16_t *follow = calloc((steps + 1) * steps, sizeof *follow);
    if (!follow)
        return GR_ERR_MEMORY;
    free(s->follow);
    s->follow = follow;
    s->squares = squares;
    s->steps = steps;
    return 0;
}

void gr_history_forget(GrSearch *s) {
    memset(s->history, 0, sizeof s->history);
    memset(s->drop_history, 0, sizeof s->drop_history);
    memset(s->take_history, 0, sizeof s->take_history);
    memset(s->correction, 0, sizeof s->correction);
    if (s->follow)
        memset(s->follow, 0, s->steps * s->steps * sizeof *s->follow);
}

int gr_drop_history_of(const GrSearch *s, const GrPosition *pos, GrMove move) {
    return s->drop_history[pos->turn][gr_learnt_type(gr_move_piece(move))][gr_move_third(move)];
}

/* The entry of a capture: what takes what, and where. */
static int16_t *take_entry(const GrSearch *s, const GrPosition *pos, GrMove move) {
    int sq = gr_captured_square(pos, move);
    int taken = sq == GR_NO_SQUARE ? 0 : gr_type_of(pos->board[sq]);
    int type = gr_learnt_type(moving_type(pos, move));
    return (int16_t *)&s->take_history[type][gr_move_to(move)][gr_learnt_type(taken)];
}

int gr_take_history_of(const GrSearch *s, const GrPosition *pos, GrMove move) {
    return *take_entry(s, pos, move);
}

/* The row of the continuation history after the move `back` plies before; NULL where there is none. */
static int16_t *follow_row(const GrSearch *s, int ply, int back) {
    if (ply < back || s->frame[ply - back].step == GR_NO_STEP)
        return NULL;
    return &s->follow[(size_t)s->frame[ply - back].step * s->steps];
}

void gr_history_look(const GrSearch *s, int ply, GrPast *past) {
    past->alone = s->history[s->frame[ply].pos.turn];
    for (int back = 1; back <= GR_FOLLOWED; back++) {
        const int16_t *row = follow_row(s, ply, back);
        past->after[back - 1] = row ? row : &s->follow[s->steps * s->steps];
    }
}

/* The peril of any quiet move. */
static int peril_of(GrSearch *s, int ply, int type, GrMove move) {
    return gr_move_kind(move) == GR_NORMAL ? gr_peril(gr_threats(s, ply), type, gr_move_from(move), gr_move_to(move))
                                           : 0;
}

int gr_history_of(GrSearch *s, const GrPast *past, int ply, GrMove move) {
    const GrPosition *pos = &s->frame[ply].pos;
    int type = moving_type(pos, move);
    int score = gr_history_at(s, past, peril_of(s, ply, type, move), type, gr_move_to(move));
    if (gr_has_third(move))
        score += gr_drop_history_of(s, pos, move);
    return score;
}

/* Moves an entry of the history towards its bound, the less the nearer it is. */
static void update_entry(int16_t *entry, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / GR_HISTORY_MAX);
}

static void reward(GrSearch *s, int ply, GrMove move, int bonus) {
    const GrPosition *pos = &s->frame[ply].pos;
    int step = step_of(s, pos, move);
    int type = moving_type(pos, move);
    int peril = peril_of(s, ply, type, move);
    update_entry(&s->history[pos->turn][peril][gr_learnt_type(type)][gr_move_to(move)], bonus);
    if (gr_has_third(move))
        update_entry(&s->drop_history[pos->turn][gr_learnt_type(gr_move_piece(move))][gr_move_third(move)], bonus);
    for (int back = 1; back <= GR_FOLLOWED; back++) {
        int16_t *row = follow_row(s, ply, back);
        if (row)
            update_entry(&row[step], bonus);
    }
}

/* What a search of that depth is worth to the history. */
static int by_depth(int a_ply, int depth, int most) {
    int bonus = a_ply * (2 * depth - 1) / 2;
    return bonus < most ? bonus : most;
}

void gr_history_update(GrSearch *s, int ply, GrMove move, int depth, bool quiet) {
    Frame *frame = &s->frame[ply];
    int bonus = by_depth(s->tuned.bonus, depth, s->tuned.bonus_most);
    int malus = by_depth(s->tuned.malus, depth, s->tuned.malus_most);
    for (int i = 0; i < frame->taken_count; i++)
        if (frame->taken[i] != move)
            update_entry(take_entry(s, &frame->pos, frame->taken[i]), -malus);
    if (!quiet) {
        update_entry(take_entry(s, &frame->pos, move), bonus);
        return;
    }
    if (frame->killer[0] != move) {
        frame->killer[1] = frame->killer[0];
        frame->killer[0] = move;
    }
    reward(s, ply, move, bonus);
    for (int i = 0; i < frame->tried_count; i++)
        reward(s, ply, frame->tried[i], -malus);
}

void gr_history_reward(GrSearch *s, int ply, GrMove move, int depth, int share) {
    reward(s, ply, move, by_depth(s->tuned.bonus, depth, s->tuned.bonus_most) * share / 128);
}

void gr_history_judge(GrSearch *s, int ply, GrScore change) {
    const Frame *before = &s->frame[ply - 1];
    int bonus = -change * s->tuned.eval_bonus, most = 6 * s->tuned.bonus;
    bonus = bonus > most ? most : bonus < -most ? -most : bonus;
    int type = before->step / s->squares;
    int peril = peril_of(s, ply - 1, type, before->move);
    update_entry(&s->history[before->pos.turn][peril][type][before->step % s->squares], bonus);
}

/* ---- correction history: by how much the evaluation missed what the search found ---- */

enum { CORRECTION_GRAIN = 256, CORRECTION_MOST = 64 };

/* All pawns, of whatever type. */
static GrSet pawns_of(const GrSearch *s, const GrPosition *pos) {
    const GrVariant *v = s->variant;
    GrSet pawns = 0;
    for (int type = 2; type <= v->types; type++)
        if (v->piece[type].flags & GR_IS_PAWN)
            pawns |= pos->type[type];
    return pawns;
}

static uint64_t hash_set(uint64_t hash, GrSet set) {
    hash = (hash ^ (uint64_t)set) * UINT64_C(0x9E3779B97F4A7C15);
    return (hash ^ hash >> 29 ^ (uint64_t)(set >> 64)) * UINT64_C(0xBF58476D1CE4E5B9);
}

static int16_t *entry_at(const GrSearch *s, int kind, int turn, uint64_t hash) {
    return (int16_t *)&s->correction[kind][turn][(hash ^ hash >> 32) % GR_CORRECTIONS];
}

/* The entries of a position: of its pawns, and of where each side's other pieces stand. */
static void find_entries(const GrSearch *s, const GrPosition *pos, int16_t *entry[GR_CORRECTED]) {
    const GrSet *side = pos->side, pawns = pawns_of(s, pos);
    entry[0] = entry_at(s, 0, pos->turn, hash_set(hash_set(0, side[0] & pawns), side[1] & pawns));
    for (int who = 0; who < 2; who++)
        entry[1 + who] = entry_at(s, 1 + who, pos->turn, hash_set(0, side[who] & ~pawns));
}

int gr_correction_of(const GrSearch *s, int ply) {
    int16_t *entry[GR_CORRECTED];
    int sum = 0;
    find_entries(s, &s->frame[ply].pos, entry);
    for (int i = 0; i < GR_CORRECTED; i++)
        sum += *entry[i];
    return sum * s->tuned.correction / (CORRECTION_GRAIN * 256);
}

GrScore gr_corrected(const GrSearch *s, int ply, GrScore eval, int share) {
    enum { FIFTY = 100 }; /* plies */
    int clock = s->history_draws && s->variant->fifty ? s->frame[ply].pos.clock : 0;
    clock = clock < FIFTY ? clock : FIFTY;
    eval += gr_correction_of(s, ply) * share / 128;
    return eval - eval * clock * s->tuned.fade / (FIFTY * 128);
}

void gr_correction_learn(GrSearch *s, int ply, int missed, int depth) {
    int16_t *entry[GR_CORRECTED];
    int weight = depth < 16 ? depth + 1 : 16, most = CORRECTION_GRAIN * CORRECTION_MOST;
    missed = missed > 400 ? 400 : missed < -400 ? -400 : missed;
    find_entries(s, &s->frame[ply].pos, entry);
    for (int i = 0; i < GR_CORRECTED; i++) {
        int value = (*entry[i] * (256 - weight) + missed * CORRECTION_GRAIN * weight) / 256;
        *entry[i] = (int16_t)(value > most ? most : value < -most ? -most : value);
    }
}
