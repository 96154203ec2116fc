/* What inventors say of their games, to be set beside what was found. Internal to analysis/. */
#ifndef GR_REPORT_CLAIMS_H
#define GR_REPORT_CLAIMS_H

#include "rules/variant.h"

enum { GR_MOST_CLAIMS = 12 };

/* From `low` to `high`; the two are equal where one number is given. */
typedef struct GrWorthClaim {
    char letter; /* of the piece; 0 ends a list */
    double low, high;
} GrWorthClaim;

typedef struct GrClaims {
    const char *variant;
    const char *who;            /* "the inventor", at the start of no sentence */
    bool plural;                /* are they several? */
    GrWorthClaim piece[GR_MOST_CLAIMS + 1]; /* in pawns */
    double stalemates, draws;   /* shares of all games that these are to stay below; 0: nothing is said */
    double moves[2];            /* full moves that a game takes; 0, 0 */
} GrClaims;

/* NULL if nobody has claimed anything. */
const GrClaims *gr_claims_of(const GrVariant *variant);

/* The claim about a piece, NULL if there is none. */
const GrWorthClaim *gr_claim_of(const GrClaims *claims, char letter);

#endif
