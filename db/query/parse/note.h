/* What a query that can be read says differently than it may be meant: what never or always holds, and clauses that
 * are about another set. Internal to the query language.
 *
 * Words of the table are not looked into: what they stand for is ours.
 */
#ifndef GR_DB_QUERY_PARSE_NOTE_H
#define GR_DB_QUERY_PARSE_NOTE_H

#include "db/query/parse/scan.h"

/* Adds a note on a place of the query; a warning if the condition there never holds. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void query_note(QueryParser *p, const char *at, bool warning, const char *format, ...);

/* What was just read: a clause, which begins at `at`, of a set; a comparison; an imbalance; what `and` or `or` joins,
 * all of it. */
void query_note_relation(QueryParser *p, const QuerySet *set, const QueryRelation *relation, const char *at);
void query_note_set(QueryParser *p, const QuerySet *set, const char *at);
void query_note_comparison(QueryParser *p, const QueryNode *node);
void query_note_imbalance(QueryParser *p, const QueryNode *node, bool sided);
void query_note_joint(QueryParser *p, const QueryNode *node, QueryOp joint);

#endif
