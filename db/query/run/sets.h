/* Sets of squares of a position: what stands where, and what attacks what. Internal to the query
 * language. */
#ifndef GR_DB_QUERY_RUN_SETS_H
#define GR_DB_QUERY_RUN_SETS_H

#include "db/query/plan/test.h"

GrSet query_plane(const Plane *plane, const GrPosition *pos);

/* The squares of a set; is there any of it? */
GrSet query_squares(const SetTest *set, const GrPosition *pos);
bool query_some(const SetTest *set, const GrPosition *pos);

int query_pocket(const PocketTest *pocket, const GrPosition *pos);

/* pawns.c: the pawns of which an adjective of pawns holds, of those sides at least that have
 * pieces in `of`. */
GrSet query_pawns_that_are(const SetTest *test, const GrPosition *pos, GrSet of, unsigned adjective);

#endif
