/* The conditions of a query, each as a query; and their text. */
#include <stdlib.h>
#include <string.h>

#include "db/query/parse/ast.h"

static bool joins(const QueryNode *node) {
    return node->op == QUERY_AND || node->op == QUERY_THEN;
}

static size_t count(const QueryNode *node) {
    return joins(node) ? count(node->left) + count(node->right) : 1;
}

size_t gr_query_conditions(const GrQuery *query) {
    return count(query->root);
}

GrQuery *gr_query_condition(const GrQuery *query, size_t n) {
    QueryNode *node = query->root;
    GrQuery *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    while (joins(node)) {
        size_t before = count(node->left);
        node = n < before ? node->left : node->right;
        n -= n < before ? 0 : before;
    }
    *made = *query;
    made->arena = (QueryArena){.blocks = NULL};
    made->root = node;
    return made;
}

void query_write_node(const GrQuery *query, const QueryNode *node, GrBuffer *out) {
    static const char blanks[] = " \t\r\n\v\f";
    const char *text = node->source ? node->source : query->text;
    for (uint32_t i = node->start; i < node->end; i++) {
        if (!strchr(blanks, text[i]))
            gr_buffer_putc(out, text[i]);
        else if (i + 1 < node->end && !strchr(blanks, text[i + 1]))
            gr_buffer_putc(out, ' ');
    }
    if (node->op == QUERY_COMPARE && node->compare.side)
        gr_buffer_puts(out, node->compare.side == QUERY_WHITE ? " (of White)" : " (of Black)");
}

void gr_query_write(const GrQuery *query, GrBuffer *out) {
    query_write_node(query, query->root, out);
}
