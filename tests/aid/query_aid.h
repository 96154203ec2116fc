/* Asking queries of games made by hand. */
#ifndef GR_TESTS_QUERY_AID_H
#define GR_TESTS_QUERY_AID_H

#include "db/query/run/match.h"
#include "tests/aid/test.h"

/* The variants and the game of the present case. */
const GrVariants *query_book(void);
GrGame *query_game(void);

/* Begins a game: moves as UCI strings from a position (NULL: the start). */
void query_play(const char *variant, const char *fen, const char *moves);

/* Gives the nth ply a comment and NAGs. */
void query_remark(unsigned ply, const char *comment, const char *nags);

/* The hits as text, "3 7 9-12", "" if there are none; or what went wrong. Valid until the next
 * call. */
const char *query_hits(const char *query);

/* The same for a plan's first part only, by gr_plan_explain for a variant. */
const char *query_explained(const char *query, const char *variant);

/* "column 7: expected ...", or "" if the query can be read. */
const char *query_fault_of(const char *query);

#define HITS(query, want) CHECK_STR(query_hits(query), want)

/* Of a game without moves: does the position fit? */
#define FITS(query) CHECK_STR(query_hits(query), "0")
#define MISSES(query) CHECK_STR(query_hits(query), "")

#endif
