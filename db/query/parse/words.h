/* Words that stand for other words. Internal to the query language.
 *
 * A row of the table in words.c is all that such a word takes: the parser reads what it stands
 * for as if that stood there in parentheses, and points at the word if something is wrong in it.
 */
#ifndef GR_DB_QUERY_PARSE_WORDS_H
#define GR_DB_QUERY_PARSE_WORDS_H

#include "db/query/parse/scan.h"

typedef struct QueryWords {
    const char *name;
    unsigned sides;   /* QUERY_PLAIN, QUERY_SIDED: may stand without a side, after one; QUERY_KINDED: a kind of
                         piece stands before it */
    const char *text; /* {side} is that side, {other} its opponent; without one, or after `either`, the text holds of
                         White or of Black; {far} is the opponent's first rank, {7} that rank on a board of eight, as
                         the side sees it, and {kind} the kind of piece, or the name's first word */
} QueryWords;

/* Reads the words of the table that come next, with the side before them, and what they stand for;
 * NULL, and nothing read, if none come next. */
const QueryPhrase *query_phrase(QueryParser *p);

/* Reads a name of the table that may follow what `sides` says, and a kind of piece if it says that: NULL if none comes
 * next. */
const QueryWords *query_words_next(QueryParser *p, unsigned sides);

/* The same of the words behind a kind of piece that have a row of their own with its name: of `P fork`, as of
 * `pawn fork`. */
const QueryWords *query_words_of_kind(QueryParser *p, unsigned sides, const char *kind, size_t len);

/* May the kind stand before the words? No list of kinds may of which one has a row of its own, as `[PN] fork`. */
bool query_words_take(const QueryWords *words, const char *kind, size_t len);

#endif
