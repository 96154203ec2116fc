/* From words of the table to the text that they stand for, for the side before them. */
#include <string.h>

#include "db/query/parse/grammar.h"
#include "db/query/parse/words.h"

/* What is put in for parameters. */
typedef struct Meaning {
    bool black;       /* {side} is Black */
    const char *kind; /* {kind} */
    size_t kind_len;  /* its bytes */
} Meaning;

/* What a parameter stands for, and its length; or itself, if it is none. */
static const char *parameter(const char *text, const Meaning *as, char digit[2], size_t *length, size_t *used) {
    const struct {
        const char *name, *value[2];
    } names[] = {{"{side}", {"white", "black"}},
                 {"{other}", {"black", "white"}},
                 {"{far}", {"last rank", "first rank"}},
                 {"{kind}", {as->kind, as->kind}}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        *used = strlen(names[i].name);
        *length = names[i].value[0] == as->kind ? as->kind_len : strlen(names[i].value[as->black]);
        if (!strncmp(text, names[i].name, *used))
            return names[i].value[as->black];
    }
    *length = *used = 1;
    if (text[0] != '{')
        return text;
    digit[0] = as->black ? (char)('1' + '8' - text[1]) : text[1]; /* a rank */
    *used = 3;
    return digit;
}

/* Copies the text to `to` (NULL: only counts), its parameters put in; returns the length. */
static size_t fill_in(const char *text, const Meaning *as, char *to) {
    size_t len = 0;
    while (*text) {
        char digit[2];
        size_t size, used;
        const char *piece = parameter(text, as, digit, &size, &used);
        if (to)
            memcpy(to + len, piece, size);
        len += size;
        text += used;
    }
    return len;
}

/* Does the text say something of a side? */
static bool is_sided(const char *text) {
    return strstr(text, "{side}") || strstr(text, "{other}");
}

/* The words for one side, or for either: "(...) or (...)". */
static const char *text_for(QueryParser *p, const char *text, unsigned sides, Meaning as) {
    bool either = is_sided(text) && (!sides || sides == QUERY_EITHER);
    as.black = either || sides == QUERY_BLACK; /* which takes as many bytes but for {far} */
    size_t size = fill_in(text, &as, NULL);
    as.black = !either && sides == QUERY_BLACK;
    size += fill_in(text, &as, NULL);
    char *made = query_new(p, size + 16), *at = made;
    if (!made || !either) {
        if (made)
            fill_in(text, &as, made);
        return made;
    }
    *at++ = '(';
    at += fill_in(text, &as, at);
    memcpy(at, ") or (", 6);
    at += 6;
    as.black = true;
    at += fill_in(text, &as, at);
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
    Meaning as = {.kind = NULL};
    unsigned sides = query_sides(&ahead, false), place = sides ? QUERY_SIDED : QUERY_PLAIN;
    const QueryWords *words = query_words_next(&ahead, place);
    if (!words && query_kinds_next(&ahead)) {
        as.kind = query_skip(&ahead);
        query_skip_kind(&ahead);
        as.kind_len = (size_t)(ahead.at - as.kind);
        query_skip_hyphen(&ahead);
        words = query_words_of_kind(&ahead, place, as.kind, as.kind_len);
        words = words ? words : query_words_next(&ahead, place | QUERY_KINDED);
    }
    if (!words || (as.kind && !query_words_take(words, as.kind, as.kind_len)))
        return NULL;
    if (!as.kind) {
        as.kind = words->name;
        as.kind_len = strcspn(words->name, " ");
    }
    p->at = ahead.at;
    const char *name = name_at(p, start, p->at), *text = text_for(p, words->text, sides, as);
    return name && text ? keep(p, name, text) : NULL;
}
