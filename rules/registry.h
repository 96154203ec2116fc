/* The variants there are. A new variant is a file and a word here. Internal to rules/. */
#ifndef GR_RULES_REGISTRY_H
#define GR_RULES_REGISTRY_H

#include "rules/variant.h"

/* Their list, in the order in which they are shown. Databases know variants by their names. */
#define GR_BUILT_IN(row)                                                                                               \
    row(gr_chess) row(gr_magi) row(gr_magician) row(gr_royal) row(gr_wizard) row(gr_capablanca) row(gr_chess960)       \
    row(gr_crazyhouse) row(gr_atomic) row(gr_antichess) row(gr_horde) row(gr_threecheck) row(gr_racingkings)           \
    row(gr_kingofthehill)

#define GR_DECLARE(variant) extern const GrVariant variant;
GR_BUILT_IN(GR_DECLARE)
#undef GR_DECLARE

/* Adds rules made from a definition to the list, which owns them from now on, and returns them; the rules that are
 * there already if they are the same game's, or NULL with `error`, and then `rules` stays the caller's. */
const GrRules *gr_variants_add(const GrVariants *variants, GrRules *rules, GrError *error);

/* Frees rules made from a definition. */
void gr_defined_free(GrRules *rules);

#endif
