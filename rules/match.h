/* The long way of gr_match: all legal moves, those kept that fit. Internal to rules/. */
#ifndef GR_RULES_MATCH_H
#define GR_RULES_MATCH_H

#include "rules/position.h"

size_t gr_match_listed(const GrPosition *pos, const GrPattern *pattern, GrMove *out, size_t cap);

#endif
