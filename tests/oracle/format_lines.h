/* Lines of moves, by what grimoire-format(5) says of them and by the tables that it names. Part of the second reader of
 * databases, which shares nothing else with db/. */
#ifndef GR_TESTS_FORMAT_LINES_H
#define GR_TESTS_FORMAT_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "rules/position.h"

/* Reads the moves of a line of so many plies, and plays them from *pos. NULL if all is as the page says; else what is
 * not. */
const char *format_line(const uint8_t *bytes, size_t len, unsigned plies, GrPosition *pos, GrMove *move);

#endif
