/* Books of openings in Polyglot's format, which is for chess alone.
 *
 * A book has moves for positions, which it knows by a key of 64 bits. That key depends on more than a GrPosition keeps:
 * after a pawn's double step it counts that a pawn stands beside it which could take it en passant, even if that would
 * not be legal. So these functions are also given the file of such a step (0 to 7; GR_BOOK_NO_STEP for none).
 */
#ifndef GR_NOTATION_POLYGLOT_H
#define GR_NOTATION_POLYGLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation/json.h"
#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

enum { GR_BOOK_NO_STEP = -1 };

/* Are these the rules that books are for? */
bool gr_book_plays(const GrRules *rules);

/* The file of the double step that the move, legal in pos, is; GR_BOOK_NO_STEP if it is none. */
int gr_book_step(const GrPosition *pos, GrMove move);

/* The file of the double step that a FEN states, whether or not it can be taken; GR_BOOK_NO_STEP if it states none. */
int gr_book_step_of_fen(const char *fen);

/* The key of a position of chess. */
uint64_t gr_book_key(const GrPosition *pos, int step);

/* The move, legal in pos, as books have it: castling is the king taking its rook. */
uint16_t gr_book_code(const GrPosition *pos, GrMove move);

/* The legal move that a code means in the position; GR_NO_MOVE if it means none. Castling may also be written as the
 * king's own squares. */
GrMove gr_book_move(const GrPosition *pos, uint16_t code);

/* The squares and the promotion of a code, "e7e8q". */
enum { GR_BOOK_CODE_SIZE = 6 };
void gr_book_code_write(uint16_t code, char out[GR_BOOK_CODE_SIZE]);

/* ---- reading ---- */

typedef struct GrBook GrBook;

typedef struct GrBookMove {
    GrMove move;     /* GR_NO_MOVE: the entry is no legal move here: it is damaged, or another position has the key */
    uint16_t code, weight; /* weight 0: not to be played */
    uint32_t learn;
    size_t entry;    /* in the book, from 1 */
} GrBookMove;

/* Reads a whole book, unpacked if it is compressed; standard input for "-". GR_ERR_SYNTAX if the file cannot be one:
 * its size is no multiple of an entry's, or its keys are not in order; GR_ERR_LIMIT beyond GR_BOOK_ENTRIES. `stop` may
 * be NULL. *book is to be closed by gr_book_close, and NULL after a failure. */
enum { GR_BOOK_ENTRIES = 1 << 26 };
int gr_book_open(const char *path, bool (*stop)(void *user), void *user, GrBook **book, GrError *error);
void gr_book_close(GrBook *book);

/* How many entries it has. */
size_t gr_book_entries(const GrBook *book);

/* Up to cap moves of the position, in the order of the book (which is that of their weights, as a rule); returns how
 * many there are. */
size_t gr_book_find(const GrBook *book, const GrPosition *pos, int step, GrBookMove *out, size_t cap);

/* A legal move of the position, drawn by weight, which changes the state of rules/random.h; GR_NO_MOVE if it has none.
 * *illegal is raised by the entries with a weight that are no legal moves. */
GrMove gr_book_draw(const GrBook *book, const GrPosition *pos, int step, uint64_t *random, uint32_t *illegal);

/* ---- making one ---- */

/* Sums of what was played: a large table in memory. */
typedef struct GrBookMaker GrBookMaker;

/* NULL when memory runs out. Free with gr_book_maker_free. */
GrBookMaker *gr_book_maker_new(void);
void gr_book_maker_free(GrBookMaker *maker);

/* Counts a game in which the move was played in the position; `points` are those of the side that moves, twice: 2, 1
 * or 0. */
int gr_book_maker_add(GrBookMaker *maker, const GrPosition *pos, int step, GrMove move, unsigned points);

/* Puts the book: of each move of `least` games or more its points, which are scaled in positions where one has more
 * than 65,535. Moves without points are left out, and moves whose share of that is less than 1 get 1. *entries is how
 * many were put. */
int gr_book_maker_put(GrBookMaker *maker, uint64_t least, GrPut put, void *context, size_t *entries);

GR_END_DECLS

#endif
