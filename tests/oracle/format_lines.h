/* Games that are stored as lines, by what grimoire-format(5) says of them and by the table of packed form. Part of the
 * second reader of databases, which shares nothing else with db/. */
#ifndef GR_TESTS_FORMAT_LINES_H
#define GR_TESTS_FORMAT_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "tests/oracle/format_scores.h"

enum { FORMAT_NAMED = 64, FORMAT_PIECES, FORMAT_PACKED, FORMAT_PACKED_PLIES = 1020 };

static inline bool format_is_line(unsigned codec) {
    return codec >= FORMAT_NAMED && codec <= FORMAT_PACKED;
}

/* Reads the moves of a line of so many plies, and plays them from `place`. NULL if all is as the page says; else what
 * is not. */
const char *format_line(unsigned codec, const uint8_t *bytes, size_t len, unsigned plies, FormatPlace *place,
                        GrMove *move);

#endif
