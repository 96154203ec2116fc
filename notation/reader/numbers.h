/* Move numbers and results in a text. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_NUMBERS_H
#define GR_NOTATION_READER_NUMBERS_H

#include "notation/result.h"

/* A game's result at p: characters used, 0 if there is none. */
size_t reader_result(const char *p, GrResult *result);

/* A move number at p with its dots; characters used, 0 if there is none. */
size_t reader_move_number(const char *p, uint32_t *number);

/* Dots in a token of that length; an ellipsis is three. */
unsigned reader_dots(const char *p, size_t len);

/* Past a move number such as `12.` or `12...` and a blank; p if there is none, or none so plain. */
static inline const char *reader_plain_number(const char *p) {
    const char *q = p;
    while (*q >= '0' && *q <= '9')
        q++;
    if (*q != '.' || q == p || q - p > 6 || *p == '0')
        return p;
    while (*q == '.')
        q++;
    return (unsigned char)*q < 0x80 ? q + (*q == ' ') : p;
}

#endif
