/* A finding as JSON. */
#ifndef GR_DB_FINDING_WRITE_H
#define GR_DB_FINDING_WRITE_H

#include "db/search/find.h"
#include "notation/json.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* The members of a finding's object: game, ply (and last and variation, where they say more), variant, white, black,
 * event, site, date, round, result, plies. It was found with GR_FIND_HEADERS or more, and with these tags; `hit` NULL:
 * the game as such. */
void gr_finding_write(GrJson *json, const GrFinding *finding, const GrHit *hit);

GR_END_DECLS

#endif
