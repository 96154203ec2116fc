/* Conditions on the judgement of the move that led to a position. */
#include "db/query/parse/grammar.h"

static const struct {
    const char *word;
    QueryJudged what;
} words[] = {
    {"dubious", QUERY_DUBIOUS},           {"mistake", QUERY_MISTAKE},
    {"blunder", QUERY_BLUNDER},           {"missed mate", QUERY_MISSED_MATE},
    {"allowed mate", QUERY_ALLOWED_MATE}, {"turning point", QUERY_TURNING_POINT},
};

bool query_judged_next(QueryParser *p, QueryJudged *what) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (query_word(p, words[i].word)) {
            *what = words[i].what;
            return true;
        }
    return false;
}

QueryNode *query_judged(QueryParser *p, const char *start, QueryJudged what) {
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
