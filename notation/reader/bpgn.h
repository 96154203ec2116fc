/* Games of a text that has records of Bughouse (bpgn_text.h). Internal to notation/reader and notation/record.
 *
 * A record becomes two games, that of board A and that of board B, one behind the other. Each is one of the variant
 * bughouse, which knows one board: what is captured there leaves it, and any piece may be dropped. Whether a piece is
 * in hand is known by both boards alone, and is checked here.
 */
#ifndef GR_NOTATION_READER_BPGN_H
#define GR_NOTATION_READER_BPGN_H

#include "notation/buffer.h"
#include "notation/reader/reader.h"

/* What is known of the text, and of the record at hand. */
typedef struct Bpgn {
    GrBuffer text;
    uint32_t line;        /* where it begins */
    bool too_long;        /* it was cut, on this line: */
    uint32_t cut_line;
    GrBuffer board[2];    /* its text for each board, */
    GrReader *reader[2];  /* and what reads that; NULL: it is read */
    GrGame other;         /* board B's game, */
    bool waits;           /* which is the next one */
} Bpgn;

/* Is the text such a record? Looks at its beginning, the first time. */
bool reader_is_bpgn(GrReader *r);

/* As gr_reader_next; then the next game. */
int reader_next_bpgn(GrReader *r, GrGame *game);

/* Goes through both games of a record in the order in which its moves stand: reports drops of what is in no hand, and
 * notes the order as a tag of both. `hands` are the pieces in hand at the start, of White's letters and Black's, by
 * board. */
void reader_join_boards(GrReader *r, GrGame *game[2], const GrBuffer hands[2]);

#endif
