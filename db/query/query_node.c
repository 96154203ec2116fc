/* Making the nodes of a query's tree. */
#include "db/query/query_grammar.h"

QueryNode *query_node(QueryParser *p, QueryOp op, QueryScope scope, const char *start) {
    QueryNode *node = query_new(p, sizeof *node);
    if (!node)
        return NULL;
    node->op = op;
    node->scope = scope;
    node->start = (uint32_t)(start - p->text);
    node->end = (uint32_t)(p->at - p->text);
    return node;
}
