/* The names nearest to one that is unknown: "did you mean".
 *
 *     char meant[GR_MEANT_SIZE];
 *     gr_did_you_mean(meant, "magci", names, "");
 *     printf("unknown variant '%s'%s\n", "magci", meant);
 *
 * prints: unknown variant 'magci'; did you mean magi?
 */
#ifndef GR_NOTATION_NEAREST_H
#define GR_NOTATION_NEAREST_H

#include <stddef.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

enum { GR_NEAREST = 3, GR_MEANT_SIZE = 160 };

/* The names of a list, ended by NULL, to which the fewest edits lead: letters left out, put in,
 * replaced, or two swapped; upper and lower case are alike. Names that begin with the text are
 * one edit away. Fills `nearest` and returns how many there are; 0 if it is like none of them, or
 * like more than fit. */
size_t gr_nearest(const char *text, const char *const names[], const char *nearest[GR_NEAREST]);

/* Writes "; did you mean A, B or C?" with `lead` before each name, or "" if nothing is near. */
void gr_did_you_mean(char out[GR_MEANT_SIZE], const char *text, const char *const names[],
                     const char *lead);

GR_END_DECLS

#endif
