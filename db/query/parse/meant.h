/* What may have been meant where a query is at fault. Internal to the query language.
 *
 * The query is read a second time, and all words that the parser looks for at the place of the fault are compared with
 * what stands there: so the grammar is the list of words, and only those that could come next are named.
 */
#ifndef GR_DB_QUERY_PARSE_MEANT_H
#define GR_DB_QUERY_PARSE_MEANT_H

#include "db/query/parse/scan.h"

enum { QUERY_MOST_TRIED = 512 };

typedef struct QueryTried {
    const char *at; /* the place of the fault; */
    size_t count;   /* words that the parser looked for there; they outlive it */
    const char *word[QUERY_MOST_TRIED];
} QueryTried;

/* Takes note of a word, of several words with one blank between each, or of the names of all variants or pieces. */
void query_note_tried(QueryTried *tried, const char *word);
void query_note_variants(QueryTried *tried, const GrVariants *variants);
void query_note_pieces(QueryTried *tried, const GrVariants *variants);

/* Adds to the fault, which is at tried->at, what may have been meant. */
void query_add_meant(const QueryTried *tried, GrQueryFault *fault);

#endif
