/* What routes say of a position. Internal to desk/. */
#ifndef GR_DESK_POSITION_H
#define GR_DESK_POSITION_H

#include "notation/json.h"
#include "rules/position.h"

/* A member "end": null, or an object with how the game has ended. */
void desk_put_end(GrJson *json, const GrPosition *pos, GrState state);

#endif
