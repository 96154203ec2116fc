/* Games that are so much like another one that its network judges them, too. Internal to analysis/.
 *
 * Most described games are chess with something changed. Its network, which has seen millions of positions, plays them
 * far better than the general one: analysis/engine/nets/README.md has the figures.
 */
#ifndef GR_ANALYSIS_KIN_H
#define GR_ANALYSIS_KIN_H

#include "rules/variant.h"

/* Is the described game kin of a game with a C file? It has the same board, and pieces that go the same way, pawns
 * excepted if they are promoted on the same ranks; a side wins by the same means. Games that are won by something that
 * the other knows nothing of are not. */
bool gr_is_kin(const GrVariant *variant, const GrVariant *of);

#endif
