/* Moves in their order, and how likely they are by the models of variants, by what grimoire-format(5) says of
 * it and by its table. Part of the second reader of databases, which shares nothing else with
 * db/. */
#ifndef GR_TESTS_FORMAT_SCORES_H
#define GR_TESTS_FORMAT_SCORES_H

#include "rules/position.h"

/* A position and what was played before it. */
typedef struct FormatPlace {
    GrPosition pos;
    GrMove last[2]; /* the move before, and the one before that; GR_NO_MOVE for none */
    bool took;      /* something stood where the last move went to */
} FormatPlace;

void format_play(FormatPlace *place, GrMove move);

/* The number that puts moves in order; all legal moves in that order. */
uint32_t format_order(const GrVariant *v, GrMove m);
void format_list(const GrPosition *pos, GrMoveList *list);

/* Does the table have a model of the variant? */
bool format_has_scores(const GrVariant *variant);

/* How many numbers each move of the list has. */
void format_weigh(const FormatPlace *place, const GrMoveList *list, uint64_t *weight);

#endif
