/* The model of chess in move codec 1: which moves are likely. Internal to db/.
 *
 * Two parts. The book is a tree of the openings that many games share, with the frequency of each
 * move; a game that begins at the usual start position goes along it as far as it leads. Beyond
 * it, first the piece that moves is coded and then where to. Each piece that may move, and then
 * each square that this piece may go to, gets a weight from the sum of a few numbers
 * (chess_view.h), fitted to the moves of real games. Tables and arithmetic are of whole numbers and
 * frozen.
 */
#ifndef GR_DB_CHESS_MODEL_H
#define GR_DB_CHESS_MODEL_H

#include "db/codec/chess_view.h"
#include "db/codec/range.h"

/* A move of the book. Of a node's moves, each has the interval of `share` numbers behind those
 * before it; what is left below 65535 says that the game leaves the book. tables/chess_book.c */
typedef struct GrBookEdge {
    uint8_t from, to, kind;
    uint16_t share;
    uint16_t node; /* where it leads, 0: out of the book */
} GrBookEdge;
extern const GrBookEdge gr_book_edge[];

/* Nodes are numbered from 1 on, below this. */
enum { GR_BOOK_NODES = 2365 };

/* The moves of node n are those from gr_book_first[n] on, up to gr_book_first[n + 1]; node 1 is
 * the start position. */
extern const uint16_t gr_book_first[];

/* The node of a position of chess: 1 for the usual start position, else 0. */
unsigned gr_chess_book_start(const GrPosition *pos);

/* The node behind a move, 0 if the book does not have it. */
unsigned gr_chess_book_next(unsigned node, GrMove move);

/* Codes a move that is no null move, and sets *book to the node behind it. False if it is none that
 * the pieces on the board could make; what is not seen is whether it leaves the king attacked, so that
 * has to be known. After false the range has no meaning. */
bool gr_chess_put(GrRangeWriter *range, const GrPlace *place, GrMove move, unsigned *book);

/* Codes the null move. */
void gr_chess_put_pass(GrRangeWriter *range, const GrPlace *place);

/* Reads a move: a legal one, GR_PASS, or GR_NO_MOVE where the bytes give none that is legal. Sets
 * *book as above. */
GrMove gr_chess_get(GrRangeReader *range, const GrPlace *place, unsigned *book);

#endif
