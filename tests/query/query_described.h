/* Random games of described games for queries. What is compared is the query language alone: moves and their number,
 * checks and ends come from the rules, which have tests of their own; boards are read from FEN by letters, what moves
 * did is seen by comparing boards, and attacks are made anew from the definition. */
#ifndef GR_TESTS_QUERY_DESCRIBED_H
#define GR_TESTS_QUERY_DESCRIBED_H

#include "tests/query/query_games.h"

/* The game as the oracle sees it; `described` must stay where it is. */
void query_describe(const GrRules *rules, OrDescribed *described);

/* As query_game_make; the game begins some moves after the start position. */
void query_game_make_described(Random *random, const GrRules *rules, const OrVariant *v, QueryGame *made);

#endif
