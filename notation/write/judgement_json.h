/* The judgement of a game in JSON. Internal to notation/write. */
#ifndef GR_NOTATION_JUDGEMENT_JSON_H
#define GR_NOTATION_JUDGEMENT_JSON_H

#include "notation/json.h"
#include "notation/judge/judgement.h"

/* A member "judgement" of a move: what is said of the move after `ply` plies, made in `before`;
 * null if nothing is known of it. */
void gr_json_judged_move(GrJson *json, const GrJudgement *judgement, uint32_t ply,
                         const GrPosition *before);

/* A member "judgement" of a game: its judge, turning point, and each side's sums. */
void gr_json_judged_game(GrJson *json, const GrJudgement *judgement);

#endif
