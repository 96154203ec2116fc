/* The kinds of moves: what a move of each kind does, how it is written, what it is called.
 *
 * Whoever handles moves asks this table, not for a kind by its name, as far as it can be asked: a new kind is then a
 * row here, and what its variant does to list and play it. Kinds are stored in databases by their numbers.
 */
#ifndef GR_RULES_KINDS_H
#define GR_RULES_KINDS_H

#include <stdbool.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

/* What a move may do, as bits. */
typedef enum GrEffect {
    GR_GOES = 1,      /* the piece on `from` leaves it for `to` */
    GR_ACTS = 2,      /* the piece on `from` makes the move, and stays */
    GR_ENTERS = 4,    /* a piece comes onto `to` from elsewhere; `from` is the same square */
    GR_SPELLS = 8,    /* a piece that is not named makes a hole change places with `to` */
    GR_TAKES = 16,    /* what stands on `to` is captured */
    GR_SWAPS = 32,    /* what stands on `to` goes to `from` */
    GR_BECOMES = 64,  /* the mover becomes the piece that the move names, if it names one */
    GR_PUTS = 128,    /* the piece that the move names is put on its third square */
    GR_NAMES = 256,   /* it always names a piece */
    GR_GROWS = 512,   /* there may be more pieces of a type afterwards */
    GR_HALF = 1024,   /* the turn does not pass */
    GR_WALLS = 2048   /* a wall, which is a hole from then on, comes onto its third square */
} GrEffect;

/* How a move is written. */
typedef enum GrForm {
    GR_FORM_MOVE,     /* a piece to a square, with its origin, a part of it or neither */
    GR_FORM_CASTLE,
    GR_FORM_SPELL,    /* `H...` */
    GR_FORM_TELEPORT, /* `Z=a2`: the royal piece, and what it changes places with */
    GR_FORM_PLACE,    /* `W@c11` */
    GR_FORM_PASS,     /* `--` */
    GR_FORM_RELATIVE  /* `C2.5`, by file and way (notation/move/xiangqi.h): no kind is written so alone */
} GrForm;

/* A row: the kind, its number; what statistics call it; how it is written, and the sign that sets it apart from others
 * of its form, or 0; the letter by which pages of games know it (notation/write/player/2-board.js draws it), or 0; what
 * it does. A piece that shoots, or teleports, takes nothing by going. What the squares of a kind mean is in move.h. */
#define GR_MOVE_KINDS(row)                                                                                             \
    row(GR_NORMAL, 0, "ordinary", GR_FORM_MOVE, 0, 0, GR_GOES | GR_TAKES | GR_BECOMES | GR_GROWS)                      \
    row(GR_CASTLE, 1, "castling", GR_FORM_CASTLE, 0, 0, GR_GOES)                                                       \
    row(GR_EN_PASSANT, 2, "en passant", GR_FORM_MOVE, 0, 0, GR_GOES)                                                   \
    row(GR_SPELL, 3, "spell", GR_FORM_SPELL, 0, 's', GR_SPELLS)                                                        \
    row(GR_SPELL_FALL, 4, "fall", GR_FORM_SPELL, 'x', 'f', GR_SPELLS | GR_TAKES)                                       \
    row(GR_DROP, 5, "drop", GR_FORM_MOVE, 0, 'd', GR_GOES | GR_TAKES | GR_PUTS | GR_NAMES | GR_GROWS)                  \
    row(GR_TELEPORT, 6, "teleport", GR_FORM_TELEPORT, 0, 't', GR_GOES | GR_SWAPS)                                      \
    row(GR_SHOT, 7, "shot", GR_FORM_MOVE, 0, 'x', GR_ACTS | GR_TAKES)                                                  \
    row(GR_PLACE, 8, "placement", GR_FORM_PLACE, 0, 'p', GR_ENTERS | GR_NAMES | GR_GROWS | GR_HALF)                    \
    row(GR_QUEST, 9, "quest", GR_FORM_MOVE, '^', 'q', GR_GOES | GR_TAKES | GR_GROWS)                                   \
    row(GR_RESURRECT, 10, "resurrection", GR_FORM_MOVE, 0, 'r',                                                        \
        GR_GOES | GR_TAKES | GR_BECOMES | GR_NAMES | GR_GROWS)                                                         \
    row(GR_ENTER, 11, "drop", GR_FORM_PLACE, 0, 'e', GR_ENTERS | GR_NAMES | GR_GROWS)                                  \
    row(GR_WALLED, 12, "move with wall", GR_FORM_MOVE, 0, 0, GR_GOES | GR_TAKES | GR_BECOMES | GR_GROWS | GR_WALLS)    \
    row(GR_WALLED_CASTLE, 13, "castling with wall", GR_FORM_CASTLE, 0, 0, GR_GOES | GR_WALLS)                          \
    row(GR_WALLED_EN_PASSANT, 14, "en passant with wall", GR_FORM_MOVE, 0, 0, GR_GOES | GR_WALLS)                      \
    row(GR_PASS, 15, "null move", GR_FORM_PASS, 0, 0, 0)                                                               \
    row(GR_TURN, 16, "promotion in place", GR_FORM_MOVE, 0, 0, GR_ACTS | GR_BECOMES | GR_NAMES)                        \
    row(GR_DROP_CASTLE, 17, "castling with drop", GR_FORM_CASTLE, 0, 'd', GR_GOES | GR_PUTS | GR_NAMES | GR_GROWS)

#define GR_KIND_NUMBER(kind, number, name, form, sign, letter, effects) kind = number,
typedef enum GrMoveKind { GR_MOVE_KINDS(GR_KIND_NUMBER) } GrMoveKind;
#undef GR_KIND_NUMBER

/* The kinds that do any of the effects, as bits 1 << GrMoveKind; with constants, a constant. */
#define GR_KIND_DOES(kind, number, name, form, sign, letter, does)                                                     \
    | (((unsigned)(does) & effects) ? 1u << (number) : 0u)
static inline unsigned gr_kinds(unsigned effects) {
    return 0u GR_MOVE_KINDS(GR_KIND_DOES);
}
#undef GR_KIND_DOES

static inline bool gr_kind_does(GrMoveKind kind, unsigned effects) {
    return gr_kinds(effects) >> kind & 1;
}

/* The kinds that are written so, with that sign or without one (0), as bits. */
#define GR_KIND_WRITTEN(kind, number, name, how, mark, letter, effects)                                                \
    | ((how) == form && (mark) == sign ? 1u << (number) : 0u)
static inline unsigned gr_kinds_written(GrForm form, char sign) {
    return 0u GR_MOVE_KINDS(GR_KIND_WRITTEN);
}
#undef GR_KIND_WRITTEN

/* Of a kind that walls, the kind of the same move without its wall; else the kind itself. */
static inline GrMoveKind gr_kind_unwalled(GrMoveKind kind) {
    bool walled = gr_kind_does(kind, GR_WALLS);
    return walled ? (GrMoveKind)(kind - GR_WALLED + GR_NORMAL) : kind;
}

/* A row of the table. */
typedef struct GrKindRow {
    const char *name;
    GrForm form;
    char sign, letter;
} GrKindRow;

/* Never NULL: a number that is no kind's has the name "?" and is written as an ordinary move. */
const GrKindRow *gr_kind(GrMoveKind kind);

GR_END_DECLS

#endif
