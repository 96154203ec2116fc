/* Chases, as the rules of the Asian Xiangqi Federation have them and Fairy-Stockfish comes near to it. Internal to
 * rules/.
 *
 * A move chases a piece that it begins to attack, by itself or by what it opens, if capturing that piece would gain
 * something: it is not defended, or worth more. Kings and soldiers may chase, and soldiers that have not crossed the
 * river may be chased. Pieces are recognised by how they move, whatever they are called.
 */
#ifndef GR_RULES_CHASE_H
#define GR_RULES_CHASE_H

#include "rules/defined_build.h"

/* Finds which types are rooks, horses and so on. */
void gr_chase_roles(GrDefined *defined);

/* The pieces of the side to move that the last move has begun to chase. */
GrSet gr_chased(const GrPosition *before, GrMove move, const GrPosition *after);

#endif
