/* For the tests of statistics: games of a line of SAN. */
#ifndef GR_TESTS_STATS_AID_H
#define GR_TESTS_STATS_AID_H

#include <stdbool.h>

#include "analysis/study/stats.h"

/* Fills the game with the moves of a line, blanks between; `fen` NULL is the usual start. False if
 * a move or the FEN cannot be read, or memory runs out. */
bool aid_fill(const GrVariants *variants, GrGame *game, const char *variant, const char *fen,
              const char *line, GrResult result);

/* Counts one such game; the caller frees the statistics. NULL if that fails. */
const GrVariantStats *aid_count_line(const GrVariants *variants, GrStats *stats, const char *variant,
                                     const char *fen, const char *line, GrResult result);

/* Legal's mate. */
#define AID_LEGAL_MATE "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#"

#endif
