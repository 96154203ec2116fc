/* The version of library and programs, which are released together. */
#ifndef GR_RULES_VERSION_H
#define GR_RULES_VERSION_H

#include "rules/decls.h"

/* Of this header. */
#define GR_VERSION "0.1.0"

GR_BEGIN_DECLS

/* Of the library that a program runs with, which may be newer than its header; it stays valid. */
const char *gr_version(void);

GR_END_DECLS

#endif
