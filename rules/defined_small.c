/* The machine for games described in a file, on boards of at most 64 squares. */
#define WIDE 0
#define MACHINE_HOOKS gr_defined_small
#include "rules/defined_hooks.h"
