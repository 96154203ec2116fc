/* Why a file could not be opened: is there none that could be, which programs report as GR_ERR_NOT_FOUND? Internal. */
#ifndef GR_NOTATION_MISSING_H
#define GR_NOTATION_MISSING_H

#include <errno.h>
#include <stdbool.h>

/* `why` is the errno of the failed call. */
static inline bool gr_is_missing(int why) {
    return why == ENOENT || why == ENOTDIR || why == ENAMETOOLONG;
}

/* Or is there something that cannot be opened as a file? */
static inline bool gr_is_closed(int why) {
    return why == EACCES || why == EPERM || why == EISDIR || why == ELOOP || why == ENXIO;
}

#endif
