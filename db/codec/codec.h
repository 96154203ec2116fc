/* The move codec: the moves of a game in few bytes, readable for ever.
 *
 * A move is coded as a choice among the legal moves of its position, by a range coder and by
 * frequencies that depend on nothing but the position and the moves before it. How the choice
 * is numbered and weighed is a codec's version; each stored game says which one it was written
 * with. A version that was ever released is never changed: new ideas get a new number, and all old
 * ones are kept for reading. grimoire-format(5) specifies each to the bit.
 *
 * Reading bytes that are damaged gives other legal moves, never harm; the record of the game holds
 * the check that tells.
 */
#ifndef GR_DB_CODEC_H
#define GR_DB_CODEC_H

#include "db/codec/range.h"
#include "db/codec/variant_score.h"
#include "rules/position.h"

enum {
    GR_CODEC_EVEN = 1,    /* all legal moves are equally likely */
    GR_CODEC_WEIGHED = 2, /* chess: by a book, pieces and squares; other variants as 1 */
    GR_CODEC_SCORED = 3,  /* chess as 2; other variants by scores of their legal moves */
    GR_CODEC_NEWEST = GR_CODEC_SCORED
};

/* The pieces of a chess position, as White and as Black sees the board: square s of White is square
 * s ^ 56 of Black. Classes are those of db/codec/chess_view.h. */
typedef struct GrChessMen {
    uint64_t set[2][6][2]; /* by who sees them, class and side */
    uint8_t on[2][64];     /* by who sees it and square: 16 times the class of what stands there */
} GrChessMen;

/* A place in a game at which a move may be coded: the position and the moves that led there. */
typedef struct GrPlace {
    GrPosition pos;
    GrChessMen men; /* chess: the pieces of pos */
    GrMove last[2]; /* the move played before, and the one before that; GR_NO_MOVE at the start */
    bool took;      /* a piece stood where the last move went to */
    bool chess;
    unsigned book;  /* chess: node of the opening book, 0: none */
    const struct GrVariantModel *model; /* of the other variants that have one, else NULL */
} GrPlace;

void gr_place_start(GrPlace *place, const GrPosition *start);
void gr_place_play(GrPlace *place, GrMove move);

typedef struct GrMoveWriter {
    GrRangeWriter range;
    GrVariantScorer scorer;
    unsigned version;
    bool legal; /* set by whoever knows that all moves to come are legal, which saves time */
} GrMoveWriter;

typedef struct GrMoveReader {
    GrRangeReader range;
    GrVariantScorer scorer;
    unsigned version;
} GrMoveReader;

/* Is this a version that this program can read? */
bool gr_codec_known(unsigned version);

/* The version to write games of these rules in (NULL: of an unknown variant): of those that code
 * them in the fewest bytes the first, which the most programs can read. */
unsigned gr_codec_for(const GrRules *rules);

/* Starts writing moves to the end of `out`, in a known version. */
void gr_moves_start(GrMoveWriter *w, unsigned version, GrBuffer *out);

/* Codes a move and plays it on `place`. False, and nothing done, if it is not legal there; GR_PASS
 * is taken for legal unless the side to move is in check or has a piece to place. */
bool gr_moves_put(GrMoveWriter *w, GrPlace *place, GrMove move);

/* Ends the moves. That memory ran out is told by out->failed. */
void gr_moves_finish(GrMoveWriter *w);

/* Starts reading moves, which were written in a known version. */
void gr_moves_open(GrMoveReader *r, unsigned version, const uint8_t *bytes, size_t len);

/* Reads the next move, which is legal at `place` or GR_PASS, and plays it there; GR_NO_MOVE if the
 * bytes are damaged in a way that shows. The caller knows how many moves there are: past the last
 * one come moves without meaning. */
GrMove gr_moves_get(GrMoveReader *r, GrPlace *place);

/* The number by which codecs tell the moves of a position apart and put them in order. It is made
 * of squares, kind and letters alone and does not change with the order of generation or the
 * packing of GrMove. */
static inline uint32_t gr_move_order(const GrVariant *variant, GrMove move) {
    int piece = gr_move_piece(move);
    uint32_t letter = piece ? (unsigned char)variant->piece[piece].letter & 127u : 0;
    return (uint32_t)gr_move_from(move) << 25 | (uint32_t)gr_move_to(move) << 18 |
           (uint32_t)gr_move_kind(move) << 14 | letter << 7 | (uint32_t)gr_move_third(move);
}

#endif
