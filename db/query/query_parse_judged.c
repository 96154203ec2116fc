/* Conditions on the judgement of the move that led to a position. */
#include "db/query/query_grammar.h"

/* "... by white" */
static QueryNode *judged(QueryParser *p, const char *start, QueryJudged what) {
    QueryNode *node = query_node(p, QUERY_JUDGED, QUERY_OF_PLY, start);
    unsigned sides = QUERY_EITHER;
    if (query_word(p, "by")) {
        sides = query_sides(p, false);
        if (!sides)
            query_expected(p, query_skip(p), "'white', 'black' or 'either'");
    }
    if (node) {
        node->judged.what = what;
        node->judged.sides = sides;
    }
    return node;
}

QueryNode *query_read_dubious(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return judged(p, start, QUERY_DUBIOUS);
}

QueryNode *query_read_mistake(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return judged(p, start, QUERY_MISTAKE);
}

QueryNode *query_read_blunder(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return judged(p, start, QUERY_BLUNDER);
}

QueryNode *query_read_missed_mate(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return judged(p, start, QUERY_MISSED_MATE);
}

QueryNode *query_read_allowed_mate(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return judged(p, start, QUERY_ALLOWED_MATE);
}

QueryNode *query_read_turning_point(QueryParser *p, const char *start, unsigned sides) {
    (void)sides;
    return judged(p, start, QUERY_TURNING_POINT);
}
