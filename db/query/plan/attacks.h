/* How the pieces of a variant attack on boards of 8 by 8, as far as films ask for it. Internal to the query
 * language. */
#ifndef GR_DB_QUERY_PLAN_ATTACKS_H
#define GR_DB_QUERY_PLAN_ATTACKS_H

#include "db/query/plan/compiled.h"
#include "db/query/plan/rays.h"

/* How pieces attack, each as at least one of these. */
typedef enum FilmWay { FILM_ORTH, FILM_DIAG, FILM_PAWN, FILM_KNIGHT, FILM_KING, FILM_WAYS } FilmWay;

/* The types of pieces that attack so; and what is known of squares on which a king may stand: from where pieces of the
 * other side that step attack it, by its side; the lines from there, those down the board as they are when it is upside
 * down; all straight ones together, all diagonal ones, and all; and which squares are between it and another one, and
 * which are behind that, on a line. */
struct FilmAttacks {
    uint16_t types[FILM_WAYS];
    uint64_t aims[2][64][FILM_WAYS];
    uint64_t line[64][QUERY_RAYS], slides[64][2], lines[65]; /* of no king: none */
    uint64_t between[64][64], behind[64][64];
};
typedef struct FilmAttacks FilmAttacks;

/* The types that attack so, bits; false if a piece of the variant attacks in another way (reach.c). */
bool query_find_ways(const GrPlan *plan, uint16_t types[FILM_WAYS]);

/* How pieces attack; NULL if that cannot be said so, or when memory runs out. */
const FilmAttacks *film_learn_attacks(GrPlan *plan);

#endif
