/* The move codec: the moves of a game in few bytes, readable for ever. Internal to db/.
 *
 * A move is coded as a choice among the legal moves of its position, by a range coder and by
 * frequencies that depend on nothing but the position and the moves before it. These come from the
 * model of the game's variant, if it has one, and are even otherwise. Each stored game has the
 * number of its codec: 0 for even frequencies, otherwise the version of its variant's model.
 * A version that was released is never changed: new ideas get a new number, and all old ones are
 * kept for reading. grimoire-format(5) specifies each to the bit.
 *
 * Reading bytes that are damaged gives other legal moves, never harm; the record of the game holds
 * the check that tells.
 */
#ifndef GR_DB_CODEC_H
#define GR_DB_CODEC_H

#include "db/codec/place.h"
#include "db/codec/range.h"
#include "db/codec/variant_score.h"

enum {
    GR_CODEC_EVEN = 0,  /* all legal moves are equally likely */
    GR_CODEC_MODEL = 1, /* the variant's model, version 1; the next one is 2 */
    GR_CODEC_NEWEST = GR_CODEC_MODEL
};

void gr_place_start(GrPlace *place, const GrPosition *start);
void gr_place_play(GrPlace *place, GrMove move);

typedef struct GrMoveWriter {
    GrRangeWriter range;
    GrVariantScorer scorer;
    unsigned codec;
    size_t moves; /* that were written */
    bool legal; /* set by whoever knows that all moves to come are legal, which saves time */
} GrMoveWriter;

typedef struct GrMoveReader {
    GrRangeReader range;
    GrVariantScorer scorer;
    unsigned codec;
    size_t left; /* moves that there can still be: GR_MOVES_A_BYTE for each byte */
} GrMoveReader;

/* Can this program read games of these rules (NULL: of an unknown variant) in this codec? */
bool gr_codec_known(const GrRules *rules, unsigned codec);

/* The codec to write games of these rules in (NULL: of an unknown variant). */
unsigned gr_codec_for(const GrRules *rules);

/* Starts writing moves to the end of `out`, in a codec that is known for its rules. */
void gr_moves_start(GrMoveWriter *w, unsigned codec, GrBuffer *out);

/* Codes a move and plays it on `place`. False, and nothing done, if it is not legal there; GR_PASS
 * is taken for legal unless the side to move is in check or has a piece to place. */
bool gr_moves_put(GrMoveWriter *w, GrPlace *place, GrMove move);

/* Ends the moves; they have a byte for each GR_MOVES_A_BYTE of them at least. That memory ran out is told by out->failed. */
void gr_moves_finish(GrMoveWriter *w);

/* Starts reading moves, which were written in a codec that is known for their rules. */
void gr_moves_open(GrMoveReader *r, unsigned codec, const uint8_t *bytes, size_t len);

/* Reads the next move, which is legal at `place` or GR_PASS, and plays it there; GR_NO_MOVE if the
 * bytes are damaged in a way that shows, or are too few for so many moves. The caller knows how many moves there are: past the last
 * one come moves without meaning. */
GrMove gr_moves_get(GrMoveReader *r, GrPlace *place);

#endif
