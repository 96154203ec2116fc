/* Making a game's definition from its model. Internal to notation/definition/.
 *
 * conclude.c goes through all of it, conclude_sets.c has what its parts share; pieces, moves and ends have files of
 * their own. What a key has no meaning for is left at its default, so that games that are the same have the same
 * definition.
 */
#ifndef GR_NOTATION_DEFINITION_CONCLUDE_H
#define GR_NOTATION_DEFINITION_CONCLUDE_H

#include "notation/definition/model.h"

typedef struct Maker {
    const Model *model;
    const GrVariantsFile *file;
    const Section *section;
    GrDefinition *def;
    GrVariantsFaults *faults;
    int type[SLOTS];              /* of each slot, 0: none, or only promoted ones */
    int slot[GR_DEFINED_TYPES + 1]; /* of each type: how it goes */
    int types;                    /* that there would be */
} Maker;

/* Where a fault is: at the value of a key, or at the section if that does not have it. */
const Words *place_of(const Maker *m, const char *key);

/* The types of these pieces; the second with promoted pieces that have become them. */
uint32_t types_of(const Maker *m, Slots slots);
uint32_t likes_of(const Maker *m, Slots slots);

GrSet squares_of(const Maker *m, const Region *region);

/* The number, at most 255. */
static inline uint8_t byte_of(int number) {
    return (uint8_t)(number < 255 ? number : 255);
}

/* ---- pieces (conclude_pieces.c) ---- */

/* Gives the pieces their types; the king is type 1. */
void conclude_types(Maker *m);

/* Then all else of them. */
void conclude_pieces(const Maker *m);

/* ---- moves (conclude_moves.c) ---- */

void conclude_hands(const Maker *m);
void conclude_castling(const Maker *m);
void conclude_blasts(const Maker *m);
void conclude_walls(const Maker *m);
void conclude_flips(const Maker *m);

/* What few games have, with what it cannot be combined (conclude_special.c); after all other rules. */
void conclude_special(const Maker *m);

/* What is put where a piece was; after all other rules of moves. */
void conclude_gates(const Maker *m);

/* ---- ends (conclude_ends.c) ---- */

void conclude_ends(const Maker *m);
void conclude_repetition(const Maker *m);
void conclude_lines(const Maker *m);
void conclude_extinction(const Maker *m);

#endif
