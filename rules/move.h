/* A move, packed into 32 bits: from, to, kind, one piece type and one more square.
 *
 * A move means something only together with the position it is played in. Two legal moves of one
 * position are the same move exactly when their numbers are equal.
 *
 * What kinds do is in rules/kinds.h; a move has these parts:
 *
 *   kind            from, to                             piece                 third square
 *   GR_NORMAL       from, to                             0, or promoted to     -
 *   GR_CASTLE       king from, king to                   -                     -
 *   GR_EN_PASSANT   pawn from, landing square            -                     -
 *   GR_SPELL        hole, square it changes places with  -                     -
 *   GR_SPELL_FALL   the same; the piece on `to` falls    -                     -
 *   GR_DROP         from, to                             piece dropped         where it is dropped
 *   GR_TELEPORT     wizard, own piece it changes with    -                     -
 *   GR_SHOT         archer, victim                       -                     -
 *   GR_PLACE        (to again), square                   warrior               -
 *   GR_QUEST        from, to; the quest is declared      -                     -
 *   GR_RESURRECT    from, to; replaced by the dragon     dragon                -
 *   GR_ENTER        (to again), square                   piece from the hand   -
 *                   without a piece: a wall comes there, instead of a move
 *   GR_WALLED       as GR_NORMAL; a wall comes after it  0, or promoted to     where the wall comes
 *   GR_WALLED_CASTLE      as GR_CASTLE                   -                     the same
 *   GR_WALLED_EN_PASSANT  as GR_EN_PASSANT               -                     the same
 *   GR_TURN         from (twice)                         what it becomes       -
 *   GR_DROP_CASTLE  as GR_CASTLE                         piece dropped         where king or rook was
 *   GR_PASS         a null move (texts and search only; never generated as legal)
 */
#ifndef GR_RULES_MOVE_H
#define GR_RULES_MOVE_H

#include <stdint.h>

#include "rules/kinds.h"
#include "rules/set.h"

typedef uint32_t GrMove;

enum { GR_MOVE_TYPE_BITS = 5, GR_MOVE_BITS = 31 }; /* of the type, and of all */
enum { GR_MOVE_PIECE_AT = 19 };                   /* the lowest bit of the type */

enum { GR_NO_MOVE = 0 };

static inline GrMove gr_move_make(GrMoveKind kind, int from, int to, int piece, int third) {
    return (uint32_t)from | (uint32_t)to << 7 | (uint32_t)kind << 14 | (uint32_t)piece << GR_MOVE_PIECE_AT |
           (uint32_t)third << 24;
}

static inline int gr_move_from(GrMove m) {
    return (int)(m & 127);
}

static inline int gr_move_to(GrMove m) {
    return (int)(m >> 7 & 127);
}

static inline GrMoveKind gr_move_kind(GrMove m) {
    return (GrMoveKind)(m >> 14 & 31);
}

/* Is it made by the piece that stands on `from`? */
static inline bool gr_is_by_piece(GrMove m) {
    return gr_kind_does(gr_move_kind(m), GR_GOES | GR_ACTS);
}

/* Piece type promoted to, dropped, placed, entered or resurrected; 0 for none. */
static inline int gr_move_piece(GrMove m) {
    return (int)(m >> GR_MOVE_PIECE_AT & 31);
}

/* What the mover becomes; 0 if it stays what it is. */
static inline int gr_move_becomes(GrMove m) {
    return gr_kind_does(gr_move_kind(m), GR_BECOMES) ? gr_move_piece(m) : 0;
}

static inline bool gr_is_castling(GrMove m) {
    return gr_kinds_written(GR_FORM_CASTLE, 0) >> gr_move_kind(m) & 1;
}

/* The square of a drop, or of a wall. */
static inline int gr_move_third(GrMove m) {
    return (int)(m >> 24 & 127);
}

/* Does it have a third square? */
static inline bool gr_has_third(GrMove m) {
    return gr_kind_does(gr_move_kind(m), GR_PUTS | GR_WALLS);
}

/* Of a move that brings a wall, its square; else GR_NO_SQUARE. */
static inline int gr_move_wall(GrMove m) {
    return gr_kind_does(gr_move_kind(m), GR_WALLS) ? gr_move_third(m) : GR_NO_SQUARE;
}

/* The same move without its wall; in other games the move itself. */
static inline GrMove gr_move_unwalled(GrMove m) {
    return gr_kind_does(gr_move_kind(m), GR_WALLS)
               ? gr_move_make(gr_kind_unwalled(gr_move_kind(m)), gr_move_from(m), gr_move_to(m), gr_move_piece(m), 0)
               : m;
}

/* And a plain move, castling or capture en passant with a wall on the square. */
static inline GrMove gr_move_walled(GrMove m, int wall) {
    return gr_move_make((GrMoveKind)(gr_move_kind(m) + GR_WALLED), gr_move_from(m), gr_move_to(m), gr_move_piece(m),
                        wall);
}

/* The most legal moves that any position accepted by gr_fen_read has, but for games with walls: of their moves no more
 * are listed, and gr_count_moves and gr_match know of all. The worst is royal: a king
 * and a magician with eight squares each, two pieces to choose from and at most 62 empty squares
 * for the drop are 1,984 moves; all other pieces together stay far below the rest. */
enum { GR_MAX_MOVES = 4096 };

typedef struct GrMoveList {
    unsigned count;
    GrMove move[GR_MAX_MOVES];
} GrMoveList;

static inline void gr_list_add(GrMoveList *list, GrMove m) {
    list->move[list->count++] = m;
}

#endif
