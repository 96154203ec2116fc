/* The machine for games described in a file, on boards of more than 64 squares. */
#define WIDE 1
#define MACHINE_HOOKS gr_defined_large
#include "rules/defined_hooks.h"
