/* Making the nodes of a query's tree. */
#include "db/query/parse/grammar.h"

QueryNode *query_node(QueryParser *p, QueryOp op, QueryScope scope, const char *start) {
    QueryNode *node = query_new(p, sizeof *node);
    if (!node)
        return NULL;
    node->op = op;
    node->scope = scope;
    node->source = p->outer ? p->text : NULL;
    node->start = (uint32_t)(start - p->text);
    node->end = (uint32_t)(p->at - p->text);
    const QueryParser *at = p;
    for (; at->outer; at = at->outer)
        start = at->phrase;
    node->place = (uint32_t)(start - at->text);
    return node;
}
