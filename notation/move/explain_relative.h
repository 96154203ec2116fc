/* Reasons why a move of Xiangqi, `C2.5`, cannot be played, and what may have been meant. Internal to notation/. */
#ifndef GR_NOTATION_EXPLAIN_RELATIVE_H
#define GR_NOTATION_EXPLAIN_RELATIVE_H

#include "notation/move/explain.h"

/* As explain_move, of a syntax with GR_FORM_RELATIVE; and which moves may have been meant: "; did you mean C2.4?", of
 * those that are legal and differ in one of its words. */
void explain_relative(const Explain *e);

#endif
