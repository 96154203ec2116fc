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

#endif
