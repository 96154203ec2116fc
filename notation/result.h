/* The result of a game as texts write it. Internal to notation/. */
#ifndef GR_NOTATION_RESULT_H
#define GR_NOTATION_RESULT_H

#include "notation/game.h"

/* Reads a result at the start of a NUL-terminated text: `1-0`, `1/2-1/2`, `1/2`, `*`, and the same
 * with colons, dashes of typography, a blank around them, or a half written as a decimal or as one
 * character. Returns the characters used, 0 if there is none. `0-0`, which may be castling, is none
 * unless `forfeit` is given: then it is GR_RESULT_NONE, and *forfeit is set to whether it was
 * that. */
size_t gr_result_parse(const char *text, GrResult *result, bool *forfeit);

#endif
