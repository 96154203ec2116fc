/* Mates by trying everything, for tests of the search. */
#ifndef GR_TESTS_MATE_AID_H
#define GR_TESTS_MATE_AID_H

#include "analysis/engine/search.h"

/* Can `side` force a win within `moves` turns of its own? */
bool mate_is_forced(const GrPosition *pos, int side, int moves);

/* Does the line end in a win for the side to move, after `moves` of its turns? */
bool mate_line_wins(const GrPosition *from, const GrLine *line, int moves);

#endif
