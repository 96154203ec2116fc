/* The version of library and programs, which are released together. */
#ifndef GR_RULES_VERSION_H
#define GR_RULES_VERSION_H

#define GR_VERSION "0.1.0"

#endif
