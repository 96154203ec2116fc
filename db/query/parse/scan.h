/* Reading a query's text piece by piece. Internal to the query language.
 *
 * There are no tokens made in advance, since what a character means depends on where it stands: the
 * `*` of a board pattern is a hole, that of a sum is "times". A word
 * that is all upper case is letters of pieces; any other is compared whatever its case.
 *
 * The first fault sticks: once the parser has failed, nothing is accepted any more, so that callers
 * need to look at `failed` only where they would go wrong otherwise.
 */
#ifndef GR_DB_QUERY_PARSE_SCAN_H
#define GR_DB_QUERY_PARSE_SCAN_H

#include "db/query/parse/ast.h"
#include "db/query/parse/query.h"

typedef struct QueryParser {
    const GrVariants *variants;
    GrQuery *query;
    QueryArena *arena;
    const char *text, *at; /* the whole, and what is still to be read */
    const struct QueryParser *outer; /* NULL: the text is the query; else what a phrase of the outer
                                        one stands for: */
    const char *phrase;    /* where that begins there, */
    const char *word;      /* and its name */
    bool failed;
    GrCode code;
    GrQueryFault *fault;
    const char *fault_at;      /* where the query is at fault, */
    struct QueryTried *tried;  /* or NULL: words that are looked for at a place: meant.h */
    unsigned depth, set_depth; /* conditions, sets of pieces that are open, */
    unsigned and_depth;        /* and of sets, those around the one that `and` goes on with, */
    const char *and_set;       /* which begins here */
    const QueryNode *left;     /* what stands before the `and` that was read last, or NULL */
    bool flipped, mirrored; /* inside a `flip`, a `mirror` */
} QueryParser;

/* Fails at a place in the text: "expected a piece". The other form says the whole sentence. Inside
 * what a phrase stands for, the fault is that of the phrase. */
void query_expected(QueryParser *p, const char *at, const char *what);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void query_fault(QueryParser *p, const char *at, const char *format, ...);

/* The column of a place in a text, counted in characters from 1. */
uint32_t query_column(const char *text, const char *at);

/* Memory from the arena; fails and returns NULL when there is none. */
void *query_new(QueryParser *p, size_t size);
const char *query_copy(QueryParser *p, const char *bytes, size_t len);

/* Skips white space to the next thing; returns where that is. */
const char *query_skip(QueryParser *p);

/* Goes past white space, or a hyphen between two words. */
void query_skip_hyphen(QueryParser *p);

/* At the end of the text? */
bool query_at_end(QueryParser *p);

/* Reads the word or symbol if it comes next. A word of several words stands with one blank between
 * each: "en passant". */
bool query_word(QueryParser *p, const char *word);
bool query_symbol(QueryParser *p, const char *symbol);

/* The same without reading it. */
bool query_next_is(QueryParser *p, const char *word);

/* Does what may come after a condition: a word that joins, a closing parenthesis, the end? */
bool query_joint_next(QueryParser *p);

/* Length of the letters that come next (0: none do), and whether they are all upper case. */
size_t query_letters(QueryParser *p, bool *upper);

/* Reads digits, with at most two decimals if those are wanted; *hundredths is the value times 100.
 * False, and no fault, if no digit comes next. */
bool query_number(QueryParser *p, bool decimals, int64_t *hundredths);

/* The same as a count from 0 to max: fails if there is none, saying `what` was expected. */
unsigned query_count(QueryParser *p, unsigned max, const char *what);

/* Reads a string in quotes; NULL, and no fault, if none comes next. */
const char *query_string(QueryParser *p);

/* Reads a square, "e4": file and rank from 0. False, and no fault, if none comes next. */
bool query_square(QueryParser *p, uint8_t *file, uint8_t *rank);

/* Reads `=`, `!=`, `<` ...; QUERY_KNOWN if none comes next. */
QueryOperator query_operator(QueryParser *p);

#endif
