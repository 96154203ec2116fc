/* Why a file could not be opened: is there none, which programs report as GR_ERR_NOT_FOUND? Internal. */
#ifndef GR_NOTATION_MISSING_H
#define GR_NOTATION_MISSING_H

#include <errno.h>
#include <stdbool.h>

/* `why` is the errno of the failed call. */
static inline bool gr_is_missing(int why) {
    return why == ENOENT || why == ENOTDIR || why == ENAMETOOLONG;
}

#endif
