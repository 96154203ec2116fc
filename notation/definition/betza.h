/* Betza's notation of how pieces go, as far as the dialect of variants.ini has it. Internal to notation/definition/.
 *
 * Ralph Betza's "funny notation": atoms W F D N A H C (or L) Z (or J) G, K (W and F), R B Q (W, F and K without end);
 * a doubled atom or a number after it for riders; before an atom m (moves), c (captures), n (lame), p (hops over one
 * piece), g (grasshopper), i (from the squares of the double step only), and directions f b l r v s h.
 */
#ifndef GR_NOTATION_DEFINITION_BETZA_H
#define GR_NOTATION_DEFINITION_BETZA_H

#include "rules/definition.h"

enum { BETZA_FAULT = 160 };

typedef struct Betza {
    uint8_t ways;
    bool passes; /* an e: it may capture en passant */
    GrWay way[GR_DEFINED_WAYS];
    size_t at;   /* of a fault: the offset in the text */
    char fault[BETZA_FAULT];
} Betza;

/* False with `at` and `fault` set if the text is none that is understood. */
bool betza_read(Betza *betza, const char *text, size_t length);

#endif
