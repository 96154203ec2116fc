/* What the tags of games of Xiangqi say, which have names of their own. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_XIANGQI_TAGS_H
#define GR_NOTATION_READER_XIANGQI_TAGS_H

#include "notation/reader/parts.h"

/* The rules of a game without a Variant tag that says to be one of Xiangqi, by [Game "Chinese Chess"], or by the
 * player Red; NULL if it does not. */
const GrRules *reader_xiangqi_rules(GrReader *r);

/* Gives the tags the names that all games have, and leaves out those that say how moves are written; the FEN becomes
 * one of ours. The moves are about to begin, by these rules. */
void reader_take_xiangqi_tags(GrReader *r, const GrRules *rules);

/* Does the game's first move, here at p, count ranks from 0? Then all do from now on, and it is read: its length, else
 * 0. */
size_t reader_counts_from_zero(GrReader *r, const char *p, GrSyntax *syntax);

#endif
