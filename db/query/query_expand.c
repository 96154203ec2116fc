/* From words of the table to the text that they stand for, for the side before them. */
#include <string.h>

#include "db/query/query_grammar.h"
#include "db/query/query_words.h"

static const char *name_of(bool black) {
    return black ? "black" : "white";
}

/* Copies the text to `to` (NULL: only counts), its parameters put in; returns the length. */
static size_t fill_in(const char *text, bool black, char *to) {
    size_t len = 0;
    while (*text) {
        bool side = !strncmp(text, "{side}", 6), other = !strncmp(text, "{other}", 7);
        const char *piece = side || other ? name_of(black != other) : text;
        size_t size = side || other ? strlen(piece) : 1;
        if (to)
            memcpy(to + len, piece, size);
        len += size;
        text += side ? 6 : other ? 7 : 1;
    }
    return len;
}

/* The words for one side, or for either: "(...) or (...)". */
static const char *text_for(QueryParser *p, const char *text, unsigned sides) {
    bool either = strchr(text, '{') && (!sides || sides == QUERY_EITHER);
    bool black = sides == QUERY_BLACK;
    size_t size = fill_in(text, black, NULL);
    char *made = query_new(p, either ? 2 * size + 16 : size + 1), *at = made;
    if (!made || !either) {
        if (made)
            fill_in(text, black, made);
        return made;
    }
    *at++ = '(';
    at += fill_in(text, false, at);
    memcpy(at, ") or (", 6);
    at += 6;
    at += fill_in(text, true, at);
    *at = ')';
    return made;
}

/* The user's own words, white space made one blank. */
static const char *name_at(QueryParser *p, const char *start, const char *end) {
    size_t len = 0;
    char *name = query_new(p, (size_t)(end - start) + 1);
    for (const char *at = start; name && at < end; at++) {
        bool blank = strchr(" \t\r\n\v\f", *at);
        if (!blank || name[len - 1] != ' ')
            name[len++] = blank ? ' ' : *at;
    }
    return name;
}

/* The phrase, among those of the query; each text stands there once. */
static const QueryPhrase *keep(QueryParser *p, const char *name, const char *text) {
    QueryPhrase **at = &p->query->phrases;
    while (*at && (strcmp((*at)->text, text) != 0 || strcmp((*at)->name, name) != 0))
        at = &(*at)->next;
    if (*at || !(*at = query_new(p, sizeof **at)))
        return *at;
    (*at)->name = name;
    (*at)->text = text;
    return *at;
}

const QueryPhrase *query_phrase(QueryParser *p) {
    const char *start = query_skip(p);
    QueryParser ahead = *p;
    unsigned sides = query_sides(&ahead, false);
    const QueryWords *words = query_words_next(&ahead, sides ? QUERY_SIDED : QUERY_PLAIN);
    if (!words)
        return NULL;
    p->at = ahead.at;
    const char *name = name_at(p, start, p->at), *text = text_for(p, words->text, sides);
    return name && text ? keep(p, name, text) : NULL;
}
