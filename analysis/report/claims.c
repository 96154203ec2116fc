/* Claims about games, as data. */
#include "analysis/report/claims.h"

#include <stddef.h>
#include <string.h>

static const GrClaims CLAIMS[] = {
    {
        .variant = "chess",
        .who = "textbooks",
        .plural = true,
        .piece = {{'P', 1, 1}, {'N', 3, 3}, {'B', 3, 3}, {'R', 5, 5}, {'Q', 9, 9}},
    },
    {
        .variant = "magi",
        .who = "the inventor",
        .piece = {{'P', 1, 1}, {'N', 2.5, 2.5}, {'D', 3.5, 3.5}, {'B', 3.5, 4}, {'C', 4.5, 5},
                  {'W', 5.5, 6}, {'R', 6, 6}, {'Q', 11, 11}},
        .stalemates = 0.01,
        .draws = 0.05,
        .moves = {50, 80},
    },
};

const GrClaims *gr_claims_of(const GrVariant *variant) {
    for (size_t i = 0; i < sizeof CLAIMS / sizeof *CLAIMS; i++)
        if (strcmp(CLAIMS[i].variant, variant->name) == 0)
            return &CLAIMS[i];
    return NULL;
}

const GrWorthClaim *gr_claim_of(const GrClaims *claims, char letter) {
    for (int i = 0; claims && claims->piece[i].letter; i++)
        if (claims->piece[i].letter == letter)
            return &claims->piece[i];
    return NULL;
}
