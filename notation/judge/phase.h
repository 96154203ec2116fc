/* Phases of a game, by the pieces that are left: all but royal pieces and pawns, of both sides, on
 * the board. Of those that the variant begins with
 *
 *   opening     more than ten fourteenths are there, and fewer than 20 plies have been played
 *   endgame     six fourteenths or fewer are there
 *   middlegame  everything else
 *
 * In chess, which begins with fourteen such pieces, these are the bounds by which lichess divides
 * games.
 */
#ifndef GR_NOTATION_PHASE_H
#define GR_NOTATION_PHASE_H

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

typedef enum GrPhase { GR_OPENING, GR_MIDDLEGAME, GR_ENDGAME, GR_PHASES } GrPhase;

/* "opening", "middlegame", "endgame". */
const char *gr_phase_name(GrPhase phase);

/* The pieces of a position that count. */
int gr_phase_pieces(const GrPosition *pos);

/* The phase of a position after `ply` plies; `first` are the pieces of the variant's start
 * position. */
GrPhase gr_phase(const GrPosition *pos, uint32_t ply, int first);

GR_END_DECLS

#endif
