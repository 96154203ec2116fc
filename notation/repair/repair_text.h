/* Repairing a game in its text: what was edited is changed there, and the text is read again, so
 * that comments, variations and everything else of it stay what they were.
 *
 * A ply that was replaced, or swapped with another, has a comment `[%repaired "Nf3"]` with
 * what the text had in its place; one that was missing has `[%repaired ""]`. Where one was left
 * out the ply before it has `[%dropped "Nf3"]`. In the quotes, `"`, `]`, `}` and `%` are written
 * as %22, %5D, %7D and %25.
 */
#ifndef GR_NOTATION_REPAIR_TEXT_H
#define GR_NOTATION_REPAIR_TEXT_H

#include "notation/reader/reader.h"
#include "notation/repair/repair.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Beginnings of those comments. */
#define GR_REPAIRED "[%repaired "
#define GR_DROPPED_PLY "[%dropped "

/* Repairs the game that the reader, which keeps text, has given last, if it breaks off or
 * something in it is not as the text says. *status is the outcome:
 *   GR_REPAIR_WHOLE     nothing to repair; the game is as it was
 *   GR_REPAIR_DONE      it is replaced by the repaired one: game->edits says what was done, each
 *                       with a warning in game->diags; the errors that led to it are gone
 *   others              it is as it was, with a note in its diagnostics
 * After a failure the game is as it was. */
int gr_repair_game(const GrReader *reader, const GrRepairLimits *limits, GrGame *game,
                   GrRepairStatus *status, GrError *error);

/* Reads the next game as gr_reader_next does, and repairs it unless limits is NULL. */
int gr_repair_next(GrReader *reader, const GrRepairLimits *limits, GrGame *game, GrError *error);

GR_END_DECLS

#endif
