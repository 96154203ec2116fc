/* The rules machine, compiled once for every board. Part 1: sets, tables, attacks.
 * Internal to rules/.
 *
 * A variant's file defines its data, then includes this header (and core_play.h, core_moves.h),
 * and so gets a generator of its own: sets are one machine word where the board has at most 64
 * squares and two where it has more, and the piece rows are constants to the compiler. Wanted are
 *
 *   FILES, RANKS                 the board
 *   piece[TYPES + 1], TYPES      piece rows
 *
 * what it has of these, their numbers as macros (one left out means none),
 *
 *   pawn[PAWNS]                  pawn rows
 *   promotion[PROMOTIONS]        what pawns become
 *   castling[CASTLINGS]
 *   ANY_CASTLINGS                may a FEN have rights of castlings from other squares, too?
 *
 * and, where a variant has more ways to attack than its piece rows say,
 *
 *   EXTRA_ATTACKERS              name of a function (see below)
 *
 * and, where it is not played for the kings of both sides,
 *
 *   ROYAL(side)                  must no move of that side leave its king attacked?
 *
 * Lines run through a square in four ways: along the rank, the file and the two diagonals. Squares
 * reached along a line up to the first blocker on either side come from one subtraction
 * ("obstruction difference", M. Hoffmann): with the nearest blocker below as the subtrahend, the
 * borrow runs up to the nearest blocker above.
 */
#ifndef GR_RULES_CORE_H
#define GR_RULES_CORE_H

#include <stdlib.h>
#include <string.h>

#include "rules/tables.h"

enum { SQUARES = FILES * RANKS };
_Static_assert((int)SQUARES <= (int)GR_MAX_SQUARES && (int)TYPES < (int)GR_FEW_TYPES, "copy_few copies all types");

/* C has no empty arrays. */
#ifndef PAWNS
#define PAWNS 0
static const GrPawnRow pawn[1];
#endif
#ifndef CASTLINGS
#define CASTLINGS 0
static const GrCastling castling[1];
#endif
#ifndef ANY_CASTLINGS
#define ANY_CASTLINGS false
#endif

#define WIDE (FILES * RANKS > 64)
#include "rules/core_sets.h"

#define ALL (~(BB)0 >> (sizeof(BB) * 8 - SQUARES))

/* Has the game ended by a rule of the variant's own? Then no move is legal. */
#ifndef IS_OVER
#define IS_OVER(p) false
#endif
#ifndef ROYAL
#define ROYAL(side) true
#endif

typedef struct Tables {
    Line line[SQUARES][4];             /* rank, file, rising diagonal, falling diagonal */
    BB between[SQUARES][SQUARES];      /* squares strictly between two squares of one line */
    BB leap_move[TYPES + 1][SQUARES];  /* where a type leaps, to move and to capture */
    BB leap_take[TYPES + 1][SQUARES];
    BB slide_move[TYPES + 1][SQUARES]; /* where it slides on an empty board */
    BB slide_take[TYPES + 1][SQUARES];
    BB pawn_take[2][SQUARES];          /* by side: where a pawn captures */
    BB rank[RANKS];
    BB not_file_first, not_file_last;
    BB castle_empty[CASTLINGS + 1], castle_safe[CASTLINGS + 1];
} Tables;

INLINE const Tables *tables(const GrPosition *p) {
    return p->rules->board;
}

/* ---- making the tables ---- */

static const int8_t line_step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

static inline bool on_board(int file, int rank) {
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

/* Squares on a line from sq in one direction, `range` at the most. */
static inline BB ray(int sq, int df, int dr, int range) {
    BB set = 0;
    int file = sq % FILES + df, rank = sq / FILES + dr;
    for (int n = 0; n < range && on_board(file, rank); n++, file += df, rank += dr)
        set |= BB_OF(rank * FILES + file);
    return set;
}

static inline BB leaps_from(const GrReach *reach, int sq) {
    BB set = 0;
    for (int i = 0; i < 4 && (reach->leap[i].df || reach->leap[i].dr); i++) {
        int a = reach->leap[i].df, b = reach->leap[i].dr;
        const int way[8][2] = {{a, b}, {a, -b}, {-a, b}, {-a, -b},
                               {b, a}, {b, -a}, {-b, a}, {-b, -a}};
        for (int w = 0; w < 8; w++)
            set |= ray(sq, way[w][0], way[w][1], 1);
    }
    return set;
}

/* After build_lines. Most types do not slide at all, or as far as the board goes. */
static inline BB slides_from(const Tables *t, const GrReach *reach, int sq) {
    BB set = 0;
    for (int i = 0; i < 4; i++) {
        int range = i < 2 ? reach->orth : reach->diag;
        if (range >= GR_FAR) {
            set |= t->line[sq][i].above | t->line[sq][i].below;
        } else if (range > 0) {
            set |= ray(sq, line_step[i][0], line_step[i][1], range);
            set |= ray(sq, -line_step[i][0], -line_step[i][1], range);
        }
    }
    return set;
}

/* The squares from sq to the edge of the board, and what lies between sq and each of them. */
static inline BB build_half_line(Tables *t, int sq, int df, int dr) {
    BB passed = 0;
    for (int file = sq % FILES + df, rank = sq / FILES + dr; on_board(file, rank); file += df, rank += dr) {
        t->between[sq][rank * FILES + file] = passed;
        passed |= BB_OF(rank * FILES + file);
    }
    return passed;
}

static inline void build_lines(Tables *t, int sq) {
    for (int i = 0; i < 4; i++) {
        int df = line_step[i][0], dr = line_step[i][1];
        t->line[sq][i].above = build_half_line(t, sq, df, dr);
        t->line[sq][i].below = build_half_line(t, sq, -df, -dr);
    }
}

static inline void build_piece(Tables *t, int type, int sq) {
    const GrReach *move = &piece[type].move, *take = &piece[type].capture;
    bool alike = memcmp(move, take, sizeof *move) == 0;
    t->leap_move[type][sq] = leaps_from(move, sq);
    t->slide_move[type][sq] = slides_from(t, move, sq);
    t->leap_take[type][sq] = alike ? t->leap_move[type][sq] : leaps_from(take, sq);
    t->slide_take[type][sq] = alike ? t->slide_move[type][sq] : slides_from(t, take, sq);
}

static inline void build_castlings(Tables *t) {
    for (int i = 0; i < CASTLINGS; i++) {
        const GrCastling *c = &castling[i];
        t->castle_empty[i] = t->between[c->king_from][c->rook_from];
        t->castle_safe[i] = t->between[c->king_from][c->king_to] | BB_OF(c->king_to);
    }
}

static inline void core_fill_tables(Tables *t) {
    for (int sq = 0; sq < SQUARES; sq++) {
        int file = sq % FILES;
        build_lines(t, sq);
        t->rank[sq / FILES] |= BB_OF(sq);
        t->not_file_first |= file > 0 ? BB_OF(sq) : 0;
        t->not_file_last |= file < FILES - 1 ? BB_OF(sq) : 0;
        t->pawn_take[GR_WHITE][sq] = ray(sq, -1, 1, 1) | ray(sq, 1, 1, 1);
        t->pawn_take[GR_BLACK][sq] = ray(sq, -1, -1, 1) | ray(sq, 1, -1, 1);
        for (int type = 1; type <= TYPES; type++)
            build_piece(t, type, sq);
    }
    build_castlings(t);
}

/* The hooks; variants that put tables of their own behind these have others. */
static inline size_t core_size(const GrVariant *variant) {
    (void)variant;
    return sizeof(Tables);
}

static inline void core_fill(GrRules *rules) {
    core_fill_tables(rules->board);
}

/* ---- sets of a position ---- */

INLINE BB side_of(const GrPosition *p, int side) {
    return (BB)p->side[side];
}

INLINE BB type_of(const GrPosition *p, int type) {
    return (BB)p->type[type];
}

INLINE BB pieces_of(const GrPosition *p, int side, int type) {
    return side_of(p, side) & type_of(p, type);
}

/* Everything a slide stops at: pieces and holes. */
INLINE BB occupied(const GrPosition *p) {
    return side_of(p, GR_WHITE) | side_of(p, GR_BLACK) | type_of(p, 0);
}

/* GR_NO_SQUARE if no king of that side has to be kept safe. */
INLINE int king_of(const GrPosition *p, int side) {
    return ROYAL(side) ? bb_first(pieces_of(p, side, GR_KING)) : GR_NO_SQUARE;
}

INLINE BB forward(BB set, int us) {
    return us == GR_WHITE ? set << FILES : set >> FILES;
}

/* ---- attacks ---- */

INLINE BB slide_orth(const Tables *t, int sq, BB occ) {
    return orthogonals(t->line[sq], occ);
}

INLINE BB slide_diag(const Tables *t, int sq, BB occ) {
    return diagonals(t->line[sq], occ);
}

INLINE bool has_leaps(const GrReach *r) {
    return r->leap[0].df || r->leap[0].dr;
}

/* Squares a reach covers from sq; `all` and `leaps` are its rows of the tables, `orth` and `diag`
 * what is seen along lines, if it slides there. */
INLINE BB joined(const GrReach *r, const BB *leaps, const BB *all, int sq, BB orth, BB diag) {
    BB set = has_leaps(r) ? leaps[sq] : 0, slides = 0;
    if (r->orth)
        slides |= orth;
    if (r->diag)
        slides |= diag;
    if ((r->orth && r->orth != GR_FAR) || (r->diag && r->diag != GR_FAR))
        slides &= all[sq];
    return set | slides;
}

INLINE BB reached(const Tables *t, const GrReach *r, const BB *leaps, const BB *all, int sq,
                  BB occ) {
    BB orth = r->orth ? slide_orth(t, sq, occ) : 0, diag = r->diag ? slide_diag(t, sq, occ) : 0;
    return joined(r, leaps, all, sq, orth, diag);
}

INLINE BB reached_moving(const Tables *t, int type, int sq, BB occ) {
    return reached(t, &piece[type].move, t->leap_move[type], t->slide_move[type], sq, occ);
}

INLINE BB reached_taking(const Tables *t, int type, int sq, BB occ) {
    return reached(t, &piece[type].capture, t->leap_take[type], t->slide_take[type], sq, occ);
}

INLINE bool same_reach(const GrReach *a, const GrReach *b) {
    return a->orth == b->orth && a->diag == b->diag && a->leap[0].df == b->leap[0].df &&
           a->leap[0].dr == b->leap[0].dr && a->leap[1].df == b->leap[1].df &&
           a->leap[1].dr == b->leap[1].dr && a->leap[2].df == b->leap[2].df &&
           a->leap[2].dr == b->leap[2].dr;
}

/* Further attackers of sq that the piece rows do not know of; none of them can be blocked. */
#ifdef EXTRA_ATTACKERS
static BB EXTRA_ATTACKERS(const GrPosition *p, int sq, int side);
#define ONLY_ROWS_ATTACK false
#else
#define EXTRA_ATTACKERS(p, sq, side) ((BB)0)
#define ONLY_ROWS_ATTACK true
#endif

/* All pawns of a side, of whatever row. */
INLINE BB all_pawns(const GrPosition *p) {
    BB set = 0;
#pragma GCC unroll 4
    for (int i = 0; i < PAWNS; i++)
        set |= type_of(p, pawn[i].type);
    return set;
}

/* Pieces of `side` that attack sq by leap, as pawns, or by EXTRA_ATTACKERS. */
INLINE BB near_attackers(const GrPosition *p, int sq, int side) {
    const Tables *t = tables(p);
    BB set = t->pawn_take[!side][sq] & all_pawns(p);
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++)
        if (has_leaps(&piece[type].capture))
            set |= t->leap_take[type][sq] & type_of(p, type);
    return (set & side_of(p, side)) | EXTRA_ATTACKERS(p, sq, side);
}

/* Pieces of `side` that would attack sq by a slide if nothing stood between. */
INLINE BB sliders_at(const GrPosition *p, int sq, int side) {
    const Tables *t = tables(p);
    BB set = 0;
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++)
        if (piece[type].capture.orth || piece[type].capture.diag)
            set |= t->slide_take[type][sq] & type_of(p, type);
    return set & side_of(p, side);
}

/* Pieces of `side`, those in `gone` left out, that attack sq when `occ` is occupied. */
INLINE BB attackers_given(const GrPosition *p, int sq, int side, BB occ, BB gone) {
    BB found = near_attackers(p, sq, side) & ~gone;
    for (BB far = sliders_at(p, sq, side) & ~gone; far;) {
        int from = bb_pop(&far);
        if (!(tables(p)->between[sq][from] & occ))
            found |= BB_OF(from);
    }
    return found;
}

INLINE bool attacked_given(const GrPosition *p, int sq, int side, BB occ, BB gone) {
    if (near_attackers(p, sq, side) & ~gone)
        return true;
    for (BB far = sliders_at(p, sq, side) & ~gone; far;)
        if (!(tables(p)->between[sq][bb_pop(&far)] & occ))
            return true;
    return false;
}

#endif
