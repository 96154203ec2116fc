/* What pieces count where material is weighed. Internal to the query language. */
#ifndef GR_DB_QUERY_PARSE_WORTH_H
#define GR_DB_QUERY_PARSE_WORTH_H

#include "rules/variant.h"

/* What a piece of the type counts, in pawns; 0 if it is royal. */
int query_worth(const GrVariant *variant, int type);

#endif
