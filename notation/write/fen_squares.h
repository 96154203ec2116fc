/* Going through the board field of a FEN that gr_fen_write has written. Internal to notation/write/. */
#ifndef GR_NOTATION_FEN_SQUARES_H
#define GR_NOTATION_FEN_SQUARES_H

#include <ctype.h>

#include "rules/position.h"
#include "rules/variant.h"

/* To begin: the variant, and `at` at the field's first character. */
typedef struct GrFenSquares {
    const GrVariant *variant;
    const char *at;   /* what comes next; behind the last square, '[', ' ' or NUL */
    int passed, rank; /* squares of the rank that have been passed; ranks from the top */
    char letter;      /* a piece's letter, '*' for a hole, or a mark of the piece before */
    bool promoted;    /* that comes next: a '+' that stood before the letter */
    bool mark;        /* it is a mark, */
    int square;       /* of this square */
} GrFenSquares;

/* Goes on to the next letter, hole or mark; false behind the last one. */
static inline bool gr_fen_squares_next(GrFenSquares *walk) {
    if (walk->mark = walk->promoted, walk->promoted) { /* of a promoted piece, as a mark */
        walk->promoted = false;
        walk->letter = '+';
        return true;
    }
    for (; *walk->at && *walk->at != '[' && *walk->at != ' '; walk->at++) {
        char c = *walk->at;
        if (c == '/') {
            walk->rank++;
            walk->passed = 0;
        } else if (isdigit((unsigned char)c)) {
            bool two = isdigit((unsigned char)walk->at[1]);
            walk->passed += two ? 10 * (c - '0') + *++walk->at - '0' : c - '0';
        } else {
            walk->promoted = c == '+' && walk->variant->promoted;
            walk->at += walk->promoted;
            walk->letter = c = *walk->at;
            walk->mark = !isalpha((unsigned char)c) && c != '*';
            walk->passed += !walk->mark;
            walk->square = gr_square(walk->variant, walk->passed - 1, walk->variant->ranks - 1 - walk->rank);
            walk->at++;
            return true;
        }
    }
    return false;
}

#endif
