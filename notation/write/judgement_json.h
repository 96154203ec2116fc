/* The judgement of a game in JSON: members of the object that is open. A failure stays in the GrJson. */
#ifndef GR_NOTATION_JUDGEMENT_JSON_H
#define GR_NOTATION_JUDGEMENT_JSON_H

#include "notation/judge/judgement.h"
#include "notation/json.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* A member "judgement" of a move: the judgement of the move after `ply` plies, made in `before`;
 * null if nothing is known of it. */
void gr_json_judged_move(GrJson *json, const GrJudgement *judgement, uint32_t ply,
                         const GrPosition *before);

/* A member "judgement" of a game: its judge, turning point, and each side's sums. */
void gr_json_judged_game(GrJson *json, const GrJudgement *judgement);

/* A member of that name: a side's sums; its accuracy and average loss are null where no move was judged. */
void gr_json_judged_side(GrJson *json, const char *name, const GrJudgedSide *side);

GR_END_DECLS

#endif
