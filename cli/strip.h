/* Several pictures as one: a game as a film strip. */
#ifndef GR_CLI_STRIP_H
#define GR_CLI_STRIP_H

#include <stddef.h>

#include "notation/buffer.h"

/* Adds an SVG to `out` in which `count` SVGs of the same kind stand in rows, about as wide as it is high. Each begins
 * with `<svg ` and has width and height in single quotes. The only failure is memory: out->failed. */
void cli_put_strip(const GrBuffer *picture, size_t count, GrBuffer *out);

#endif
