/* The words that stand for other words; grimoire-query(7) says in sentences what each means. */
#include "db/query/query_words.h"

#include "db/query/query_grammar.h"

enum { PLAIN = QUERY_PLAIN, SIDED = QUERY_SIDED, ANY = PLAIN | SIDED };

static const QueryWords table[] = {
    {"wins", SIDED, "result {side}"},
    {"loses", SIDED, "result {other}"},
    {"drawn", PLAIN, "result draw"},
    {"only move", PLAIN, "legal moves = 1"},
    {"double check", PLAIN, "checkers >= 2"},
    {"in double check", SIDED, "{side} to move and checkers >= 2"},
    {"bishop pair", ANY, "{side} bishop on light squares and {side} bishop on dark squares"},
    {"opposite bishops", PLAIN,
     "white bishop = 1 and black bishop = 1 and (white bishop on light squares and "
     "black bishop on dark squares or white bishop on dark squares and "
     "black bishop on light squares)"},
    {"underpromotion", ANY,
     "{side} promotes and not {side} promotes to queen and not variant wizard and "
     "not (variant magician and {side} promotes to chancellor)"},
};

const QueryWords *query_words_next(QueryParser *p, unsigned sides) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if ((table[i].sides & sides) && query_word(p, table[i].name))
            return &table[i];
    return NULL;
}
