/* What pieces count where material is weighed, and which are pawns. Internal to the query language. */
#ifndef GR_DB_QUERY_PARSE_WORTH_H
#define GR_DB_QUERY_PARSE_WORTH_H

#include <stdbool.h>

#include "rules/variant.h"

/* What a piece of the type counts, in pawns; 0 if it is royal. */
int query_worth(const GrVariant *variant, int type);

/* Is it a pawn to those who ask: it moves as one, or has the name, as that of Shogi? */
bool query_is_pawn(const GrVariant *variant, int type);

#endif
