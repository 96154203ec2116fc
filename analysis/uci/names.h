/* What programs of the two protocols call our variants. Internal to analysis/. */
#ifndef GR_ANALYSIS_NAMES_H
#define GR_ANALYSIS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* The nth name (from 0) that UCI engines and their drivers have for the variant that we call `ours`; NULL if they have
 * fewer. Ours is the first. */
const char *gr_uci_name(const char *ours, size_t n);

/* The same of the XBoard protocol, whose usual name comes first. */
const char *gr_xboard_name(const char *ours, size_t n);

/* Is it the protocols' name for a game whose rules are others than those of ours that is called so elsewhere? Giveaway
 * is there Antichess with castling. */
bool gr_is_another_game(const char *name);

#endif
