/* Positions mirrored. */
#ifndef GR_TESTS_MIRROR_H
#define GR_TESTS_MIRROR_H

#include "rules/position.h"

/* Are both sides alike in the variant, but for who moves first? */
bool mirror_exists(const GrVariant *variant);

/* The position with ranks turned over and colours changed, side to move, rights, reserves and all; false
 * if that cannot be. */
bool mirror_position(const GrPosition *pos, GrPosition *mirrored);

#endif
