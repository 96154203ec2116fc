/* Conditions that a query implies on games as a whole, as those of a selection, which columns answer for
 * many games at once. They stand beside the selection's own; where they are all that a query asks, it
 * need not be asked any more. */
#include <stdlib.h>
#include <string.h>

#include "db/query/query_ast.h"
#include "db/search/find_local.h"

static bool add(FindImplied *to, GrCondition condition, const char *tag, const char *text) {
    GrCondition *c = &to->selection.condition[to->selection.count];
    condition.tag = strdup(tag);
    condition.text = text ? strdup(text) : NULL;
    *c = condition;
    if (!condition.tag || (text && !condition.text)) {
        free(condition.tag);
        free(condition.text);
        return false;
    }
    to->selection.count++;
    return true;
}

/* Other comparisons than "contains" imply less, or nothing; "?" is a value that is not known. */
static bool imply_text(const QueryText *text, FindImplied *to) {
    static const GrSubject subject[] = {GR_ON_TAG, GR_ON_TAG, GR_ON_TAG, GR_ON_EITHER, GR_ON_BOTH};
    GrCondition c = {.comparison = GR_CONTAINS};
    bool contains = text->op == QUERY_CONTAINS && *text->low && strcmp(text->low, "?") != 0;
    to->all &= contains;
    if (!contains && text->op != QUERY_EQUAL)
        return true;
    if (text->sides > QUERY_BOTH)
        return true;
    c.subject = subject[text->sides];
    const char *tag = !text->sides                   ? text->tag
                      : text->sides == QUERY_WHITE   ? "White"
                      : text->sides == QUERY_BLACK ? "Black"
                                                     : "";
    return add(to, c, tag, text->low);
}

static void write_day(int32_t day, char out[12]) {
    int year = day / 10000, month = day / 100 % 100, date = day % 100;
    for (int i = 3; i >= 0; i--, year /= 10)
        out[i] = (char)('0' + year % 10);
    out[4] = out[7] = '.';
    out[5] = (char)('0' + month / 10);
    out[6] = (char)('0' + month % 10);
    out[8] = (char)('0' + date / 10);
    out[9] = (char)('0' + date % 10);
    out[10] = '\0';
}

/* A selection takes a date that is not known further for possible, a query does not. */
static bool imply_date(const QueryDate *date, FindImplied *to) {
    GrCondition c = {.subject = GR_ON_TAG, .comparison = GR_DATE};
    const QuerySpan *last = date->op == QUERY_FROM_TO ? &date->high : &date->low;
    to->all = false;
    if (date->op == QUERY_EQUAL || date->op == QUERY_FROM_TO || date->op == QUERY_GREATER_EQUAL)
        write_day(date->low.first, c.first);
    if (date->op == QUERY_EQUAL || date->op == QUERY_FROM_TO || date->op == QUERY_LESS_EQUAL)
        write_day(last->last, c.last);
    return (!*c.first && !*c.last) || add(to, c, "Date", NULL);
}

/* One result; of several, the query itself decides. */
static bool imply_result(unsigned results, FindImplied *to) {
    GrCondition c = {.subject = GR_ON_RESULT, .comparison = GR_EQUALS};
    bool one = results && !(results & (results - 1)) && results < 1u << 4;
    to->all &= one;
    c.low = one ? __builtin_ctz(results) : 0;
    return !one || add(to, c, "", NULL);
}

static bool imply(const QueryNode *node, FindImplied *to) {
    switch (node->op) {
    case QUERY_AND:
        return imply(node->left, to) && imply(node->right, to);
    case QUERY_THEN:
        to->all = false;
        return imply(node->left, to) && imply(node->right, to);
    case QUERY_TEXT:
        return imply_text(&node->text, to);
    case QUERY_DATE:
        return imply_date(&node->date, to);
    case QUERY_RESULT:
        return imply_result(node->results, to);
    default:
        to->all = false;
        return true;
    }
}

static size_t count_nodes(const QueryNode *node) {
    return node->op == QUERY_AND || node->op == QUERY_THEN ? count_nodes(node->left) + count_nodes(node->right) : 1;
}

int find_imply(const GrFind *find, FindImplied *implied) {
    const GrSelection *own = find->selection;
    size_t count = own ? own->count : 0;
    size_t room = count + (find->query ? count_nodes(find->query->root) : 0);
    *implied = (FindImplied){.own = count, .all = find->query != NULL};
    implied->selection.condition = calloc(room + 1, sizeof *implied->selection.condition);
    if (!implied->selection.condition)
        return GR_ERR_MEMORY;
    if (count)
        memcpy(implied->selection.condition, own->condition, count * sizeof *own->condition);
    implied->selection.count = count;
    return find->query && !imply(find->query->root, implied) ? GR_ERR_MEMORY : 0;
}

void find_free_implied(FindImplied *implied) {
    for (size_t i = implied->own; i < implied->selection.count; i++) {
        free(implied->selection.condition[i].tag);
        free(implied->selection.condition[i].text);
    }
    free(implied->selection.condition);
    *implied = (FindImplied){.own = 0};
}
