/* The parts of the parser. Internal to the query language. Each function reads what the grammar of
 * grimoire-query(7) calls by its name, and returns NULL after a fault. */
#ifndef GR_DB_QUERY_PARSE_GRAMMAR_H
#define GR_DB_QUERY_PARSE_GRAMMAR_H

#include "db/query/parse/scan.h"

/* A new node that begins at a place in the text. */
QueryNode *query_node(QueryParser *p, QueryOp op, QueryScope scope, const char *start);

/* Reads the whole text into the query: 0, or the code of the fault. */
int query_read(QueryParser *p, GrQuery *query);

QueryNode *query_sequence(QueryParser *p);
QueryNode *query_condition(QueryParser *p);

/* What may stand before a condition's first word: nothing, a side, `both`. */
enum { QUERY_PLAIN = 1, QUERY_SIDED = 2, QUERY_PAIRED = 4, QUERY_KINDED = 8 };

/* `white`, `black`, `either`; with `both`, that too. 0 if none comes next. */
unsigned query_sides(QueryParser *p, bool both);

/* ---- pieces and squares (set.c) ---- */

/* Does a kind of piece (or an area) come next? */
bool query_kinds_next(QueryParser *p);
bool query_area_next(QueryParser *p);

bool query_kinds(QueryParser *p, QueryKinds *kinds);
/* Steps over a kind that comes next, without asking whether there is a piece of that name. */
void query_skip_kind(QueryParser *p);
QueryArea *query_area(QueryParser *p);
QuerySet *query_set(QueryParser *p);

/* Does a set begin with an adjective next (relation.c)? */
bool query_adjective_next(QueryParser *p);

/* The piece types of a variant that are meant, as bits 1 << type; empty squares and holes have
 * none. */
unsigned query_types(const GrVariant *variant, const QueryKinds *kinds);

/* Does any of the variants have a piece of this letter, a square of this file and rank? */
bool query_letter_known(const GrVariants *variants, char letter);
bool query_square_known(const GrVariants *variants, unsigned file, unsigned rank);

/* ---- conditions ---- */

/* Sums and comparisons; sets that are not empty; `no` and a set (value.c). */
QueryNode *query_comparison(QueryParser *p);
/* The same of a tag that is a number; the operator comes next. */
QueryNode *query_compare_tag(QueryParser *p, const char *start, const char *tag);
/* Does the name of a number come next, such as `ply`? */
bool query_value_next(QueryParser *p);

/* judged.c: reads a word such as `blunder`, false if none comes next; and what follows it,
 * `by white`. */
bool query_judged_next(QueryParser *p, QueryJudged *what);
QueryNode *query_judged(QueryParser *p, const char *start, QueryJudged what);

/* event.c */
bool query_event_next(QueryParser *p);
QueryNode *query_event(QueryParser *p);
/* `O-O`, `0-0-0`, `O-O(b)`; NULL, and no fault, if none comes next. */
const char *query_castling(QueryParser *p);

/* Of the game as a whole, or about the board as a whole. They read what comes after their first
 * word; `sides` is what stood before it, 0 if nothing did. */
typedef QueryNode *QueryReader(QueryParser *p, const char *start, unsigned sides);
QueryReader query_read_player, query_read_tag, query_read_date, query_read_result, query_read_variant,
    query_read_event_tag, query_read_site, query_read_round, query_read_opening, query_read_eco, query_read_comment,
    query_read_nag, query_read_partial, query_read_size;
/* Behind a side: does an operator come next, as in `white = black` or `white != "Tal"`? Then this reads that. */
bool query_sides_compared_next(QueryParser *p);
QueryReader query_read_sides_compared;
QueryReader query_read_board, query_read_fen, query_read_material, query_read_imbalance;

/* Do letters of material and `vs` come next? */
bool query_imbalance_next(QueryParser *p);

#endif
