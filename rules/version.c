/* The version of the library. */
#include "rules/version.h"

const char *gr_version(void) {
    return GR_VERSION;
}
