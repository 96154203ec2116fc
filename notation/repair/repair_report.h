/* Telling what a repair has done. Internal to notation/: repair_text.h is the door. */
#ifndef GR_NOTATION_REPAIR_REPORT_H
#define GR_NOTATION_REPAIR_REPORT_H

#include "notation/repair/repair.h"

/* Adds each edit to game->edits, and a warning to game->diags, with all diagnostics then in the
 * order of their places. */
int repair_report(const GrScript *script, const GrRepairs *repairs, GrGame *game);

/* Writes the move as the token's kind of text has moves: with piece names, or in SAN. */
void repair_put_move(GrBuffer *out, const GrPosition *pos, GrMove move, bool named);

#endif
