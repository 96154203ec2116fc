/* A module that plays one game: it has that, or is given its description. */
#include "wasm/web.h"

bool gr_web_offer(GrVariants *variants) {
    (void)variants;
    return true;
}
