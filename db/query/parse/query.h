/* The query language: from text to a query. grimoire-query(7) is its manual.
 *
 *     GrQueryFault fault;
 *     GrQuery *query;
 *     if (gr_query_parse(variants, "white N takes Q then mate", &query, &fault))
 *         ... fault.column and fault.text say what is wrong ...
 *     ... compile it for each variant (db/query/plan/plan.h), match (db/query/run/match.h) ...
 *     gr_query_free(query);
 *
 * A query is read once for all variants and never changes; any number of threads may use it.
 */
#ifndef GR_DB_QUERY_PARSE_QUERY_H
#define GR_DB_QUERY_PARSE_QUERY_H

#include "notation/buffer.h"
#include "rules/decls.h"
#include "rules/error.h"
#include "rules/variant.h"

GR_BEGIN_DECLS

/* Bounds: bytes of a query's text, and how deep its parentheses and `not`s may nest. */
enum { GR_QUERY_SIZE = 16383, GR_QUERY_DEPTH = 100 };

typedef struct GrQuery GrQuery;

typedef struct GrQueryFault {
    uint32_t column; /* in characters, from 1; 0 when memory ran out */
    char text[240];  /* what was expected there; one line, no full stop */
} GrQueryFault;

/* Reads a query. The variants must stay open as long as the query. GR_ERR_SYNTAX or GR_ERR_LIMIT
 * (nested too deeply, too many words). After a failure *query is NULL and `fault`, which may be NULL, is
 * filled. */
int gr_query_parse(const GrVariants *variants, const char *text, GrQuery **query, GrQueryFault *fault);

/* What a query that can be read says differently than it may be meant: a condition that never holds (a warning), one
 * that always does, a clause about another set than it seems. */
typedef struct GrQueryNote {
    uint32_t column; /* in characters, from 1 */
    bool warning;
    char text[400];  /* one line, no full stop */
} GrQueryNote;

/* The nth of its notes, from 0; NULL past the end. It stays as long as the query. */
const GrQueryNote *gr_query_note(const GrQuery *query, size_t n);

/* What may be typed next, or ends the words that are being typed: appends the words to `out`, a NUL behind each, with
 * which the first `caret` bytes of the text can be read, or only lack more. They stand in place of the bytes from *from
 * to the caret. GR_ERR_MEMORY. */
int gr_query_complete(const GrVariants *variants, const char *text, size_t caret, size_t *from, GrBuffer *out);

/* NULL is fine. Nothing made from the query may be used any more. */
void gr_query_free(GrQuery *query);

/* Does it ask for variations, too? */
bool gr_query_variations(const GrQuery *query);

/* Is it about games as a whole, neither about plies nor sequences? */
bool gr_query_of_game(const GrQuery *query);

/* The conditions that must all be found in a game for the query to be found in it: what its `and`s and `then`s
 * join, in the order of the text; or it alone. Each is a query of its own, to be freed, which may be used as long as
 * the whole. NULL when memory runs out. */
size_t gr_query_conditions(const GrQuery *query);
GrQuery *gr_query_condition(const GrQuery *query, size_t n);

/* Writes its text on one line; a word of the table is written as what it stands for, where that was divided. */
void gr_query_write(const GrQuery *query, GrBuffer *out);

GR_END_DECLS

#endif
