/* The text of a record of Bughouse (BPGN): what belongs to which of its two boards. Internal to notation/reader.
 *
 *   [WhiteA "Ann"][BlackA "Ben"]
 *   [WhiteB "Cem"][BlackB "Dag"]
 *   [Result "1-0"]
 *
 *   1A. e4 {179.5} 1B. d4 {179.0} 1a. e5 {178.2} ... {Ben resigns} 1-0
 *
 * It is PGN but for what numbers moves: a letter says on which board, in lower case for Black. White on board A and
 * Black on board B are partners, and the result is theirs.
 */
#ifndef GR_NOTATION_READER_BPGN_TEXT_H
#define GR_NOTATION_READER_BPGN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "notation/buffer.h"

/* Length of a number such as `12a.` at p, and its board, 0 or 1; 0 if there is none. */
size_t bpgn_number(const char *p, const char *end, int *board);

/* Does the text begin as such a record does? */
bool bpgn_begins(const char *text, const char *end);

/* Where the reader of a record stands: does it end before the next line? */
typedef struct BpgnEnd {
    bool comment; /* in one that is not closed */
    bool moves;   /* something else than tags was read, */
    bool result;  /* last a result */
} BpgnEnd;

/* Goes on past a line, or a part of one; `begins`: it has its beginning. */
void bpgn_pass(BpgnEnd *at, const char *p, const char *end, bool begins);

/* Does the line at p begin another record? */
bool bpgn_is_next(const BpgnEnd *at, const char *p, const char *end);

/* Appends the text of the record as PGN of one board: what belongs to the other is blank, so that lines and columns
 * stay what they are. What stands before the first move is board A's. The result is White's on that board. */
void bpgn_mask(GrBuffer *out, const char *text, size_t len, int board);

/* Is the comment a number alone, what the clock shows in seconds? */
bool bpgn_is_clock(const char *comment);

/* What is in hand at the start on a board by the value of the tag FEN, which has the boards one behind the other with a
 * bar between them: the letters, which *letters is set to; their number. */
size_t bpgn_hands(const char *fens, int board, const char **letters);

#endif
