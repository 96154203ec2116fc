/* Lines: the moves of a game from its start on, in the code of moves (db/codec/move_code.h). Internal to db/.
 *
 * Any line of legal moves of any variant can be written, and is read as it was. Bytes that were not written so do no
 * harm: every move that is read leaves the position whole.
 */
#ifndef GR_DB_CODEC_MOVE_LINE_H
#define GR_DB_CODEC_MOVE_LINE_H

#include "db/codec/bits.h"
#include "db/codec/move_order.h"
#include "notation/buffer.h"

/* Reads lines. One that is all zero is ready to be opened. */
typedef struct GrLineReader {
    GrMoveCodes codes;
    const GrMoveCode *code; /* of the last line, */
    GrMoveOrder order;
    GrLineAt at;
    GrMoveOrder first;    /* its order at the start, with which most lines begin */
} GrLineReader;

/* Begins to read a line from `start`; its bytes stay the caller's, and where they are. */
void gr_move_line_open(GrLineReader *reader, const GrPosition *start, const uint8_t *bytes, size_t len);

/* The next move, to be played on *pos by the caller, which was `start` at first; GR_NO_MOVE where the bytes are damaged
 * and behind them. It is legal if the bytes are those that were written. The caller knows how many moves there are:
 * behind the last one up to seven bits are left, which may look like some more. */
GrMove gr_move_line_next(GrLineReader *reader, const GrPosition *pos);

/* Writes lines. One that is all zero is ready; gr_move_line_writer_free frees what it has. */
typedef struct GrLineWriter {
    bool known;
    GrMoveCodes codes;
    const GrMoveCode *code; /* of the line */
    GrMoveOrder order;
    uint8_t place[GR_PLACE_CODES][GR_PLACE_SYMBOLS];    /* the bits of each symbol */
    uint8_t target[GR_TARGET_CODES][GR_TARGET_SYMBOLS];
    GrBitWriter low;     /* while a line is written: places, of which the first bit is the lowest of a byte; */
    GrBuffer targets;    /* targets, of which the first bit is the highest, */
    uint64_t high;       /* and the last bits of these, that do not fill a byte yet */
    unsigned high_count;
} GrLineWriter;

/* Can a line have the move? A null move out of check, or before a piece that must be placed, would leave a position
 * that the rules cannot go on from. `legal`: it is known to be legal, if it is not that. */
bool gr_move_line_takes(const GrPosition *pos, GrMove move, bool legal);

/* Writes a line from `start` on to the end of `out`, move by move, each with the position before it. The moves must be
 * legal, or GR_PASS. Once it has ended, out->failed is set if memory ran out. */
void gr_move_line_begin(GrLineWriter *writer, const GrPosition *start, GrBuffer *out);
void gr_move_line_put(GrLineWriter *writer, const GrPosition *pos, GrMove move);
void gr_move_line_end(GrLineWriter *writer);

/* The same of a whole line. */
void gr_move_line_write(GrLineWriter *writer, const GrPosition *start, const GrMove *move, uint32_t plies,
                        GrBuffer *out);

void gr_move_line_writer_free(GrLineWriter *writer);

/* How a move would be said best, if every symbol had bits: for writing, and for fitting the tables. */
typedef struct GrMoveSaying {
    GrPlaceRare form;      /* GR_RARE_FAR: a piece moves, unmarked */
    unsigned place_code, place;   /* the code and the symbol; GR_PLACE_RARE if there is none; */
    unsigned from_front;          /* the place itself; */
    unsigned target_code, target; /* of a piece that moves, marked or not: the code, the symbol, */
    unsigned to;                  /* and the square; */
    unsigned number, number_bits; /* the number behind that */
    bool plain;
} GrMoveSaying;

/* Says the next move of a line that was begun by gr_move_line_start, and of which *pos is the position. */
void gr_move_line_start(GrLineWriter *writer, const GrPosition *start);
void gr_move_line_say(GrLineWriter *writer, const GrPosition *pos, GrMove move, GrMoveSaying *saying);

#endif
