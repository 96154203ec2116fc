/* Moves of Janggi by numbers, as Korean sites write them. Internal to notation/.
 *
 * A square is its rank from the top, 1 to 9 and 0 for the tenth, and its file from the left: the soldier of Cho at the
 * right stands on 79. Between the squares stands the piece, `79졸78`, or a sign, `79-78`, and a letter of the piece may
 * come first, `P79-78`. */
#ifndef GR_NOTATION_JANGGI_WORDS_H
#define GR_NOTATION_JANGGI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct GrJanggiMove {
    int from[2], to[2]; /* rank from the top and file from the left, from 1 */
    char piece;         /* KRCNBAP, 0: not said */
    char side;          /* of a soldier, whose word it is: 'w' for Cho, 'b' for Han; 0: not said */
    bool korean;        /* a word stands for the piece */
} GrJanggiMove;

/* The length of the move at the start of a text, 0 if there is none. */
size_t gr_janggi_move(const char *text, GrJanggiMove *move);

/* The piece that a text begins with, and the length of its word; 0 if it is none. */
char gr_janggi_piece(const char *text, size_t *len);

/* Does the text, or its first lines, have such moves? Without a word for a piece there must be two, and no tags but
 * those of Janggi. */
bool gr_record_is_janggi(const char *text);

#endif
