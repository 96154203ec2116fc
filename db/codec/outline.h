/* An outline: what a game shows from afar, in a few bytes. It tells of most games that they never
 * come to a position, so that only the others have to be played through. Internal to db/.
 *
 * Two things are told, in the order in which they happen: at which home squares of its pawns a
 * piece went missing, or came back; and, from the first position with but few pieces on, what there
 * is of each kind and how that changes. Every position of the game is on the way that is told so,
 * whatever its variant and its start; between two positions the way may lead over others, which
 * does no harm.
 *
 * Outlines are made from the games and can be made again at any time. What is changed of a block by
 * whatever program takes away its row of outlines, by a trigger; games without one are played
 * through. grimoire-format(5) has the bytes.
 */
#ifndef GR_DB_OUTLINE_H
#define GR_DB_OUTLINE_H

#include "notation/game.h"
#include "db/codec/limits.h"
#include "rules/position.h"

enum {
    GR_OUTLINE_EVENTS = 60, /* of either sort; a game with more has no outline */
    GR_OUTLINE_KINDS = GR_MAX_TYPES,
    GR_OUTLINE_SIZE = 2 * (GR_OUTLINE_EVENTS + 1) + GR_OUTLINE_KINDS + 1,
    GR_OUTLINE_VERSION = 1
};

/* Bytes of an outline. First come events of home squares: the nth of those that are as at the
 * start, counted from 0, is left; the nth of the others is as at the start again. Then one of three
 * ends. */
enum {
    GR_OUTLINE_END,      /* there were never few pieces */
    GR_OUTLINE_MATERIAL, /* number of kinds, what there was of each, events and a 0 follow */
    GR_OUTLINE_ANY,      /* nothing is told, this being the only byte */
    GR_OUTLINE_LEFT,     /* + n */
    GR_OUTLINE_BACK = 128 /* + n */
};

/* Kinds are types from the second on. There was of each: White's number + GR_OUTLINE_SIDE *
 * Black's. Events: 1 + c, one less; GR_OUTLINE_MORE + c, one more; c is 2 * kind, from 0, and 1
 * more for Black's. */
enum { GR_OUTLINE_SIDE = 15, GR_OUTLINE_MORE = 64 };

/* What is known of a variant. */
typedef struct GrOutlineVariant {
    const GrRules *rules; /* NULL: nothing yet */
    uint8_t type[2];      /* what White and Black have most of at the start, */
    GrSet home[2];        /* and where, but for the middle files, which tell too little */
    bool is_home[GR_NO_SQUARE + 1]; /* is a square among them? */
    unsigned kinds;       /* types from the second on */
    unsigned few;         /* half the pieces of the start */
} GrOutlineVariant;

/* Does nothing if it is that variant's already. */
void gr_outline_variant(GrOutlineVariant *variant, const GrRules *rules);

/* The home squares that are as at the start. */
static inline GrSet gr_outline_home(const GrOutlineVariant *v, const GrPosition *pos) {
    return (pos->type[v->type[0]] & pos->side[0] & v->home[0]) |
           (pos->type[v->type[1]] & pos->side[1] & v->home[1]);
}

static inline unsigned gr_outline_pieces(const GrPosition *pos) {
    return (unsigned)gr_set_count(pos->side[0] | pos->side[1]);
}

/* Makes the outline of a game that is played through. One that is all zero is ready to be used. */
typedef struct GrOutliner {
    GrOutlineVariant variant;
    GrSet home;
    unsigned pieces;    /* on the board of the last position, 0 before the first */
    bool few;           /* there were few pieces once */
    bool full;          /* there were too many events */
    unsigned squares, events;
    uint8_t square[GR_OUTLINE_EVENTS], event[GR_OUTLINE_EVENTS], kind[GR_OUTLINE_KINDS];
    uint8_t count[2 * GR_OUTLINE_KINDS];
} GrOutliner;

/* Begins with a game's first position; rules NULL for a game without any. */
void gr_outliner_start(GrOutliner *outliner, const GrRules *rules);

/* The two slow parts of gr_outliner_see. */
void gr_outliner_squares(GrOutliner *outliner, GrSet home);
void gr_outliner_material(GrOutliner *outliner, const GrPosition *pos);

/* Does the move no more than take one piece from a square to another, and what stood there away? */
static inline bool gr_outline_is_plain(GrMove move) {
    return gr_move_kind(move) == GR_NORMAL && !gr_move_piece(move);
}

/* Sees the next position of the game, and the move that led to it; first of all the position before
 * the first ply, with GR_NO_MOVE. Most moves change nothing that is told, which their squares and
 * the number of pieces show. */
static inline void gr_outliner_see(GrOutliner *o, const GrPosition *pos, GrMove move) {
    const bool *is_home = o->variant.is_home;
    unsigned pieces = gr_outline_pieces(pos);
    bool plain = pieces == o->pieces && gr_outline_is_plain(move);
    if (plain && !is_home[gr_move_from(move)] && !is_home[gr_move_to(move)])
        return;
    o->pieces = pieces;
    GrSet home = gr_outline_home(&o->variant, pos);
    if (home != o->home)
        gr_outliner_squares(o, home);
    if (!plain && (o->few || pieces <= o->variant.few))
        gr_outliner_material(o, pos);
}

/* Writes the outline of what was seen and returns its length, 1 at least. */
unsigned gr_outliner_end(const GrOutliner *outliner, uint8_t out[GR_OUTLINE_SIZE]);

/* The same of a whole game. */
unsigned gr_outline_of(GrOutliner *outliner, const GrGame *game, uint8_t out[GR_OUTLINE_SIZE]);

#endif
