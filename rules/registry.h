/* The variants there are. A new variant is one file and one line here and one in registry.c.
 * Internal to rules/. */
#ifndef GR_RULES_REGISTRY_H
#define GR_RULES_REGISTRY_H

#include "rules/variant.h"

extern const GrVariant gr_chess;
extern const GrVariant gr_magi;
extern const GrVariant gr_magician;
extern const GrVariant gr_royal;
extern const GrVariant gr_wizard;
extern const GrVariant gr_capablanca;
extern const GrVariant gr_chess960;
extern const GrVariant gr_crazyhouse;
extern const GrVariant gr_atomic;
extern const GrVariant gr_antichess;
extern const GrVariant gr_horde;
extern const GrVariant gr_threecheck;
extern const GrVariant gr_racingkings;
extern const GrVariant gr_kingofthehill;

/* Adds rules made from a definition to the list, which owns them from now on, and returns them; the rules that are
 * there already if they are the same game's, or NULL with `error`, and then `rules` stays the caller's. */
const GrRules *gr_variants_add(const GrVariants *variants, GrRules *rules, GrError *error);

/* Frees rules made from a definition. */
void gr_defined_free(GrRules *rules);

#endif
