/* Reasons for pieces whose rows do not say how they go. Internal to notation/move/. */
#ifndef GR_NOTATION_EXPLAIN_DEFINED_H
#define GR_NOTATION_EXPLAIN_DEFINED_H

#include "notation/move/explain.h"

/* As explain_way, for a piece with GR_GOES_ODDLY. */
Way explain_defined_way(const Explain *e, int from, int to);

#endif
