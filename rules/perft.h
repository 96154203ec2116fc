/* Counting legal move paths, the standard proof of a move generator. */
#ifndef GR_RULES_PERFT_H
#define GR_RULES_PERFT_H

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

/* Number of legal move sequences of exactly `depth` plies; 1 for depth 0. A wizard-chess placement
 * is a ply. The last ply is counted, not played. */
uint64_t gr_perft(const GrPosition *pos, int depth);

GR_END_DECLS

#endif
