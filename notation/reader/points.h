/* Points that a text says a game is worth. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_POINTS_H
#define GR_NOTATION_READER_POINTS_H

#include "notation/reader/diagnostics.h"
#include "notation/reader/tags.h"

/* The game is complete, and `last` its final position: compares its Scoring and Score tags and its
 * offers with its end. */
void reader_check_points(Output *out, const Tags *tags, const GrPosition *last);

#endif
