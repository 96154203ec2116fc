/* The rules machine, part 5: the hooks of a variant whose pieces move as their rows say.
 * Internal to rules/.
 *
 * A variant may define, before it includes this header,
 *   EXTRA_MOVES    name of a function that makes moves beyond the ordinary ones
 *   OWN_PLAY       name of a function that plays them, and calls core_play for all others
 *   LIMIT          name of a function that cuts the squares down to which pieces may go (g->target)
 *   OWN_KINDS(pattern)  see core_match.h: without it, moves of kinds of its own are listed and played, but not read
 *   OVER           name of the hook GrHooks.over
 *   LIGHT(p)       the set of pieces one of which cannot mate with its king alone; with it there
 *                  is the hook core_dead
 */
#ifndef GR_RULES_CORE_HOOKS_H
#define GR_RULES_CORE_HOOKS_H

#ifdef OVER
static bool OVER(const GrPosition *p, int *winner);
#define IS_OVER(p) OVER(p, &(int){0})
#endif

#include "rules/core_attacks.h"
/* Texts are matched backwards only where nothing but the king's safety limits moves. */
#if defined LIMIT || defined IS_LEGAL
#include "rules/core_moves.h"
#define CORE_TEXT_HOOKS
#else
#include "rules/core_match.h"
#define CORE_TEXT_HOOKS .match = core_match, .find = core_find,
#endif

#ifdef EXTRA_MOVES
INLINE uint64_t EXTRA_MOVES(Gen *g, Mode mode, int us);
#else
#define EXTRA_MOVES(g, mode, us) ((uint64_t)0)
#endif

#ifdef LIMIT
INLINE void LIMIT(Gen *g);
#else
#define LIMIT(g) ((void)0)
#endif

INLINE uint64_t moves_of(Gen *g, Mode mode) {
    LIMIT(g);
    uint64_t n = ordinary_moves(g, mode);
    return n + EXTRA_MOVES(g, mode, g->us);
}

static void list_moves(const GrPosition *p, GrMoveList *list, bool captures_only) {
    Gen g;
    list->count = 0;
    if (IS_OVER(p))
        return;
    gen_init(&g, p, list);
    if (captures_only) {
        g.captures_only = true;
        g.quiet = 0;
    }
    moves_of(&g, LIST);
}

static void core_moves(const GrPosition *p, GrMoveList *list) {
    list_moves(p, list, false);
}

static void core_captures(const GrPosition *p, GrMoveList *list) {
    list_moves(p, list, true);
}

#ifndef IS_LEGAL /* core_filter.h has others */
static void core_move_sets(const GrPosition *p, const GrAttackMap *map, GrMoveSets *sets) {
    Gen g;
    sets->from = 0;
    sets->others.count = 0;
    if (IS_OVER(p))
        return;
    gen_init(&g, p, &sets->others);
    g.sets = sets;
    g.map = map;
    for (BB pawns = g.own & all_pawns(p); pawns;)
        sets->to[bb_pop(&pawns)] = 0;
    moves_of(&g, SETS);
}

static uint64_t core_count(const GrPosition *p) {
    Gen g;
    if (IS_OVER(p))
        return 0;
    gen_init(&g, p, NULL);
    return moves_of(&g, COUNT);
}

/* Pieces that alone are between the king and a piece of `side` that would attack it. */
INLINE BB uncovering(const GrPosition *p, int king, int side) {
    BB found = 0, occ = occupied(p);
    for (BB far = sliders_at(p, king, side); far;) {
        BB blockers = tables(p)->between[king][bb_pop(&far)] & occ;
        if (!(blockers & (blockers - 1)))
            found |= blockers;
    }
    return found;
}

static bool core_checks(const GrPosition *p, GrChecks *checks) {
    BB king = pieces_of(p, !p->turn, GR_KING), attackers = 0;
    if (!ONLY_ROWS_ATTACK)
        return false;
    if (!king) {
        *checks = (GrChecks){0};
        return true;
    }
    int sq = bb_first(king);
    core_origins(p, sq, p->turn, checks->to);
    checks->from = uncovering(p, sq, p->turn);
    checks->seen = slide_orth(tables(p), sq, occupied(p)) | slide_diag(tables(p), sq, occupied(p));
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++)
        attackers |= (BB)checks->to[type] & pieces_of(p, p->turn, type);
    return !attackers;
}

/* Nearly always some pawn can move, which is soon seen. */
static bool core_can_move(const GrPosition *p) {
    Gen g;
    if (IS_OVER(p))
        return false;
    gen_init(&g, p, NULL);
    return (!g.checkers && pawn_moves(&g, COUNT, p->turn)) || core_count(p);
}
#endif

static GrSet core_attackers(const GrPosition *p, int sq, int side, GrSet gone) {
    return attackers_given(p, sq, side, occupied(p) & ~(BB)gone, (BB)gone);
}

static GrSet core_passable(const GrPosition *p, int victim) {
    int side = !p->turn, type = gr_type_of(p->board[victim]);
    int back = side == GR_WHITE ? -FILES : FILES;
    BB found = 0;
    for (int i = 0; i < PAWNS; i++) {
        const GrPawnRow *row = &pawn[i];
        bool starts_here = !row->start_files || (row->start_files >> victim % FILES & 1);
        if (row->type != type || !starts_here)
            continue;
        for (int step = 1, from = victim + back; step <= row->steps; step++, from += back) {
            if (from < 0 || from >= SQUARES || p->board[from] != GR_EMPTY)
                break;
            int rank = side == GR_WHITE ? from / FILES : RANKS - 1 - from / FILES;
            if (row->leap_ranks >> rank & 1)
                found |= passed_over(p, type, side, from, victim);
        }
    }
    return found;
}

#ifndef OWN_PLAY
#define OWN_PLAY core_play_all
static void core_play_all(GrPosition *p, GrMove m) {
    core_play(p, m);
}
#else
static void OWN_PLAY(GrPosition *p, GrMove m);
#endif

#ifdef LIGHT
/* The kings alone, or with one light piece between them. */
static bool core_dead(const GrPosition *p) {
    BB light = LIGHT(p);
    BB others = (side_of(p, GR_WHITE) | side_of(p, GR_BLACK)) & ~type_of(p, GR_KING) & ~light;
    return !others && !(light & (light - 1));
}
#endif

#define CORE_HOOKS                                                                                 \
    .moves = core_moves, .captures = core_captures, .count = core_count, .play = OWN_PLAY,         \
    .attackers = core_attackers, .en_passant = core_en_passant, .passable = core_passable,         \
    .move_sets = core_move_sets, .attack_map = core_attack_map,                                    \
    .attacks = core_attacks, .in_danger = core_in_danger, .origins = core_origins,                 \
    .checks = core_checks, CORE_TEXT_HOOKS .can_move = core_can_move

#endif
