/* Positions mirrored. */
#ifndef GR_TESTS_MIRROR_H
#define GR_TESTS_MIRROR_H

#include "rules/position.h"

/* The position with ranks turned over and colours changed, side to move, rights, reserves and all; false
 * if that cannot be. */
bool mirror_position(const GrPosition *pos, GrPosition *mirrored);

#endif
