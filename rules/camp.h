/* What GrCamp adds to positions, in FEN: marks after pieces, and the pocket. Internal to rules/.
 *
 * '+' a piece off its starting squares that has its first move, '-' one on them that has spent it; '~' risen or
 * resurrected; '^' on the quest. The pocket holds those that wait to be resurrected and one that must be placed now,
 * White's first.
 */
#ifndef GR_RULES_CAMP_H
#define GR_RULES_CAMP_H

#include "rules/position.h"

/* The hooks of rules/hooks.h with these names. */
size_t gr_camp_write_marks(const GrPosition *pos, int sq, char *out);
const char *gr_camp_read_mark(GrPosition *pos, int sq, char mark);
size_t gr_camp_write_pocket(const GrPosition *pos, char *out);
const char *gr_camp_read_pocket(GrPosition *pos, const char *text, size_t length);

/* To be called once when all is read: settles what marks and pocket said. Returns what is wrong, or "". */
const char *gr_camp_fault(GrPosition *pos);

/* Has a side more that come back by a quest, on the board and beside it, than it may have? */
bool gr_camp_has_too_many(const GrPosition *pos, int side);

#endif
