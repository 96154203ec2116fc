/* The move codec: the moves of a game in few bytes, readable for ever. Internal to db/.
 *
 * A move is coded as a choice among the legal moves of its position, by a range coder and by
 * frequencies that depend on nothing but the position and the moves before it. These come from the
 * model of the game's variant, if it has one, and are even otherwise. Each stored game has the
 * number of its codec: 0 for even frequencies, otherwise the version of its variant's model.
 * A version that was released is never changed: new ideas get a new number, and all old ones are
 * kept for reading. grimoire-format(5) specifies each to the bit.
 *
 * Games of an indexed database have their main lines in a replay form instead (db/codec/replay.h): its codec is
 * GR_CODEC_LINE + that form. Such games have no variations; db/store/recode.h makes them of others, and others
 * of them.
 *
 * Damaged bytes decode to other legal moves and do no harm; the check stored with the game reveals
 * them.
 */
#ifndef GR_DB_CODEC_H
#define GR_DB_CODEC_H

#include "db/codec/place.h"
#include "db/codec/range.h"
#include "db/codec/replay.h"
#include "db/codec/variant_score.h"

enum {
    GR_CODEC_EVEN = 0,  /* all legal moves are equally likely */
    GR_CODEC_MODEL = 1, /* the variant's model, version 1; the next one is 2 */
    GR_CODEC_NEWEST = GR_CODEC_MODEL,
    GR_CODEC_LINE = 64, /* the main line in a replay form, GR_CODEC_LINE + GrReplayForm; to be read alone */
    GR_CODEC_LAST = GR_CODEC_LINE + GR_REPLAY_FORM_PACKED
};

void gr_place_start(GrPlace *place, const GrPosition *start);
void gr_place_play(GrPlace *place, GrMove move);

/* From here on nothing is kept up of a place of chess but the pieces, if moves are coded by the chess model: place->pos
 * stays behind, and playing takes half the time. Only for moves that are read, or are known to be legal. */
void gr_place_lighten(GrPlace *place, unsigned codec);

/* Makes place->pos that of the place, but for its key. */
void gr_place_settle(GrPlace *place);

typedef struct GrMoveWriter {
    GrRangeWriter range;
    GrVariantScorer scorer;
    unsigned codec;
    size_t moves; /* that were written */
    bool legal; /* set by a caller that knows all moves to be legal, which saves time */
} GrMoveWriter;

typedef struct GrMoveReader {
    GrRangeReader range;
    GrVariantScorer scorer;
    unsigned codec;
    size_t left; /* moves that there can still be: GR_MOVES_A_BYTE for each byte */
    GrReplayer *player; /* what reads a line; NULL for all other codecs */
} GrMoveReader;

/* Can this program read games of these rules (NULL: of an unknown variant) in this codec? */
bool gr_codec_known(const GrRules *rules, unsigned codec);

/* The same of the rules of a place. */
static inline bool gr_place_knows(const GrPlace *place, unsigned codec) {
    return codec <= (place->chess || place->model ? GR_CODEC_MODEL : GR_CODEC_EVEN) ||
           (codec >= GR_CODEC_LINE && codec <= GR_CODEC_LAST);
}

/* The codec to write games of these rules in (NULL: of an unknown variant). */
unsigned gr_codec_for(const GrRules *rules);

/* Starts writing moves to the end of `out`, in a codec that is known for its rules. */
void gr_moves_start(GrMoveWriter *w, unsigned codec, GrBuffer *out);

/* Codes a move and plays it on `place`. False, and nothing done, if it is not legal there; GR_PASS
 * is taken for legal unless the side to move is in check or has a piece to place. */
bool gr_moves_put(GrMoveWriter *w, GrPlace *place, GrMove move);

/* Ends the moves; they have a byte for each GR_MOVES_A_BYTE of them at least. out->failed is set
 * if memory runs out. */
void gr_moves_finish(GrMoveWriter *w);

/* Starts reading moves, which were written in a codec below GR_CODEC_LINE that is known for their rules. */
void gr_moves_open(GrMoveReader *r, unsigned codec, const uint8_t *bytes, size_t len);

/* The same in any codec that is known, from `start` on; `player` reads lines, and must stay where it is. False if
 * there can be no such line from there. */
bool gr_moves_open_at(GrMoveReader *r, GrReplayer *player, unsigned codec, const GrPosition *start,
                      const uint8_t *bytes, size_t len);

/* Reads the next move, which is legal at `place` or GR_PASS, and plays it there; GR_NO_MOVE if the
 * bytes are damaged in a way that shows, or are too few for the moves. A move of a line may be illegal if the
 * bytes are damaged, but harms no position; of `place`, a line updates only the position. The caller knows how
 * many moves there are: past the last one come moves without meaning. */
GrMove gr_moves_get(GrMoveReader *r, GrPlace *place);

/* The same in two steps, for whoever looks at the position in between: reads the next move at `place`, which is not
 * light, and plays it there. *book goes from the one to the other. */
GrMove gr_moves_read(GrMoveReader *r, const GrPlace *place, unsigned *book);
void gr_moves_play(const GrMoveReader *r, GrPlace *place, GrMove move, unsigned book);

#endif
