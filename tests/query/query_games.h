/* Random games for tests of the query language, as the library and as the oracle have them. */
#ifndef GR_TESTS_QUERY_GAMES_H
#define GR_TESTS_QUERY_GAMES_H

#include "notation/game.h"
#include "tests/query/query_oracle.h"
#include "tests/oracle/random_position.h"

typedef struct QueryGame {
    GrGame game;       /* to be freed by query_game_free */
    OqGame turned[4];  /* [0] is the game as it is */
} QueryGame;

/* Makes a game of the variant: from the start or from a composed position, with tags, comments,
 * evaluations and NAGs. */
void query_game_make(Random *random, const GrRules *rules, const OrVariant *v, QueryGame *made);
void query_game_free(QueryGame *made);

/* What the making of games of all kinds shares: pieces that attack the royal ones of the side to move; which time a
 * position comes up; and, when the moves are made, everything else. */
int query_count_checkers(const OrPosition *pos);
void query_count_occurrence(OqGame *game, int ply);
void query_game_finish(Random *random, QueryGame *made);

/* Plays a game on from its last position, which the library has as `pos` and the node leads to, until it has `longest`
 * positions or no move is left; the new nodes by ply. Turns turned[0] in the other ways. */
void query_play_on(Random *random, GrGame *game, OqGame *own, GrPosition pos, uint32_t node, int longest,
                   uint32_t *nodes);
void query_turn_games(OqGame turned[4]);

/* Words that tags and comments are made of. */
extern const char *const query_names[6];
extern const char *const query_events[4];
extern const char *const query_ecos[5];
extern const char *const query_comments[4];

#endif
