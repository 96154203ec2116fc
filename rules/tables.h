/* What is computed once from a variant's data. Internal to rules/. */
#ifndef GR_RULES_TABLES_H
#define GR_RULES_TABLES_H

#include "rules/hooks.h"

/* Types that can be in hand: those after the royal piece. */
enum { GR_HAND_TYPES = 5, GR_HAND_MAX = 63 };

/* Zobrist numbers. They are part of the database format (positions are found by their keys), so
 * the generator and the order in which it is asked in tables.c must not change. */
typedef struct GrZobrist {
    uint64_t piece[32][GR_MAX_SQUARES]; /* by piece code; GR_HOLE for holes */
    uint64_t ep[GR_MAX_SQUARES];
    uint64_t extra[GR_EXTRA][GR_MAX_SQUARES];
    uint64_t right[8];
    uint64_t pocket[4][8];
    uint64_t turn, pending;
    uint64_t hand[2][GR_HAND_TYPES][64]; /* by side, type and number */
} GrZobrist;

struct GrRules {
    const GrVariant *variant;
    GrZobrist zobrist;
    uint8_t rights_kept[GR_MAX_SQUARES]; /* rights that survive a change on the square */
    void *board;                         /* the variant's tables, typed in its own file */
    GrPosition start;
};

/* Fills everything from `rules->variant`, which is set. False when memory runs out. `faults` is what is wrong with the
 * start position; NULL: nothing can be. */
bool gr_rules_build(GrRules *rules, GrFaults *faults);

#endif
