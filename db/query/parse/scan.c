/* The tokens of a query, and its faults. */
#include "db/query/parse/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/query/parse/meant.h"
#include "notation/json.h"

/* ---- memory ---- */

struct QueryBlock {
    struct QueryBlock *next;
    size_t used, size;
    max_align_t data[];
};

enum { BLOCK = 8192, ALIGN = sizeof(max_align_t) };

static struct QueryBlock *new_block(QueryArena *arena, size_t size) {
    size_t room = size > BLOCK ? size : BLOCK;
    struct QueryBlock *block = calloc(1, sizeof *block + room);
    if (!block)
        return NULL;
    block->size = room;
    block->next = arena->blocks;
    arena->blocks = block;
    return block;
}

void *query_alloc(QueryArena *arena, size_t size) {
    struct QueryBlock *block = arena->blocks;
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (!block || block->size - block->used < size)
        block = new_block(arena, size);
    if (!block) {
        arena->failed = true;
        return NULL;
    }
    void *at = (char *)block->data + block->used;
    block->used += size;
    return at;
}

void query_arena_free(QueryArena *arena) {
    while (arena->blocks) {
        struct QueryBlock *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}

void *query_new(QueryParser *p, size_t size) {
    void *memory = query_alloc(p->arena, size);
    if (!memory && !p->failed) {
        p->failed = true;
        p->code = GR_ERR_MEMORY;
        *p->fault = (GrQueryFault){.column = 0, .text = "out of memory"};
    }
    return memory;
}

const char *query_copy(QueryParser *p, const char *bytes, size_t len) {
    char *copy = query_new(p, len + 1);
    if (copy)
        memcpy(copy, bytes, len);
    return copy;
}

/* ---- faults ---- */

/* Counts characters; a byte that is no UTF-8 counts as one. */
uint32_t query_column(const char *text, const char *at) {
    uint32_t column = 1;
    while (text < at) {
        size_t len = gr_utf8_length(text, (size_t)(at - text));
        text += len ? len : 1;
        column++;
    }
    return column;
}

/* Begins a fault inside what a phrase stands for with the phrase that the user wrote; returns the
 * length. */
static size_t name_phrase(const QueryParser *p) {
    int len = 0;
    for (; p->outer; p = p->outer)
        len = snprintf(p->fault->text, sizeof p->fault->text, "in '%s': ", p->word);
    return (size_t)len;
}

/* Where the user's own text is at fault. */
static uint32_t column_in_query(const QueryParser *p, const char *at) {
    for (; p->outer; p = p->outer)
        at = p->phrase;
    return query_column(p->text, at);
}

void query_fault(QueryParser *p, const char *at, const char *format, ...) {
    va_list args;
    if (p->failed)
        return;
    p->failed = true;
    p->code = GR_ERR_SYNTAX;
    p->fault_at = p->outer ? NULL : at;
    p->fault->column = column_in_query(p, at);
    size_t len = name_phrase(p);
    va_start(args, format);
    vsnprintf(p->fault->text + len, sizeof p->fault->text - len, format, args);
    va_end(args);
}

/* What stands at a place, short enough to be quoted. */
static void quote(const char *at, char out[40]) {
    size_t len = 0;
    if (*at == '\0') {
        strcpy(out, "the end");
        return;
    }
    while ((unsigned char)at[len] > ' ' && len < 24 && (len == 0 || !strchr("()", at[len])))
        len++;
    while (len < 30 && (at[len] & 0xC0) == 0x80)
        len++;
    if (len)
        snprintf(out, 40, "'%.*s'", (int)len, at);
    else
        snprintf(out, 40, "the byte 0x%02X", (unsigned)(unsigned char)*at);
}

void query_expected(QueryParser *p, const char *at, const char *what) {
    char found[40];
    quote(at, found);
    query_fault(p, at, "expected %s, found %s", what, found);
}

/* ---- words ---- */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

const char *query_skip(QueryParser *p) {
    p->at += strspn(p->at, " \t\r\n\v\f");
    return p->at;
}

bool query_at_end(QueryParser *p) {
    return *query_skip(p) == '\0';
}

size_t query_letters(QueryParser *p, bool *upper) {
    const char *at = query_skip(p);
    size_t len = 0;
    *upper = true;
    for (; is_letter(at[len]); len++)
        *upper &= at[len] >= 'A' && at[len] <= 'Z';
    return len;
}

/* The end of the word at `at`, if it is what stands in `word` up to a blank; else NULL. */
static const char *match_word(const char *at, const char *word, size_t len) {
    bool upper = true;
    for (size_t i = 0; i < len; i++) {
        if (lower(at[i]) != word[i])
            return NULL;
        upper &= at[i] != lower(at[i]);
    }
    return is_letter(at[len]) || is_digit(at[len]) || at[len] == '_' || upper ? NULL : at + len;
}

/* Words that belong together may have a hyphen between them: back-rank mate. */
static const char *skip_between(const char *at) {
    return *at == '-' && is_letter(at[1]) ? at + 1 : at + strspn(at, " \t\r\n\v\f");
}

void query_skip_hyphen(QueryParser *p) {
    p->at = skip_between(p->at);
}

static const char *match_words(QueryParser *p, const char *words) {
    const char *at = query_skip(p);
    if (p->tried && p->tried->at == at && !p->failed)
        query_note_tried(p->tried, words);
    while (at && !p->failed) {
        size_t len = strcspn(words, " ");
        at = match_word(at, words, len);
        words += len;
        if (*words == '\0')
            return at;
        words++;
        if (at)
            at = skip_between(at);
    }
    return NULL;
}

bool query_word(QueryParser *p, const char *word) {
    const char *end = match_words(p, word);
    if (end)
        p->at = end;
    return end;
}

bool query_next_is(QueryParser *p, const char *word) {
    return match_words(p, word);
}

bool query_joint_next(QueryParser *p) {
    static const char *const joints[] = {"and", "or", "then", "for", "within"};
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        if (query_next_is(p, joints[i]))
            return true;
    return query_at_end(p) || *p->at == ')';
}

bool query_symbol(QueryParser *p, const char *symbol) {
    size_t len = strlen(symbol);
    if (p->failed || strncmp(query_skip(p), symbol, len) != 0)
        return false;
    p->at += len;
    return true;
}

/* ---- numbers, strings, squares ---- */

bool query_number(QueryParser *p, bool decimals, int64_t *hundredths) {
    const char *at = query_skip(p), *start = at;
    int64_t value = 0;
    if (p->failed || !is_digit(*at))
        return false;
    for (; is_digit(*at) && at - start < 9; at++)
        value = value * 10 + (*at - '0');
    if (is_digit(*at)) {
        query_fault(p, start, "the number is too large; at most nine digits are possible");
        return false;
    }
    value *= 100;
    if (decimals && at[0] == '.' && is_digit(at[1])) {
        value += (*++at - '0') * 10;
        at++;
        if (is_digit(*at))
            value += *at++ - '0';
        if (is_digit(*at)) {
            query_fault(p, at, "a number has at most two decimals");
            return false;
        }
    }
    p->at = at;
    *hundredths = value;
    return true;
}

unsigned query_count(QueryParser *p, unsigned max, const char *what) {
    const char *at = query_skip(p);
    int64_t value;
    if (!query_number(p, false, &value)) {
        query_expected(p, at, what);
        return 0;
    }
    if (value / 100 > max) {
        query_fault(p, at, "at most %u is possible here", max);
        return 0;
    }
    return (unsigned)(value / 100);
}

const char *query_string(QueryParser *p) {
    const char *at = query_skip(p), *end = at + 1;
    char mark = *at;
    size_t len = 0;
    if (p->failed || (mark != '"' && mark != '\''))
        return NULL;
    for (; *end != mark; end++) {
        if (*end == '\\' && end[1] != '\0')
            end++;
        if (*end == '\0') {
            query_fault(p, at, "the text that begins here has no closing %c", mark);
            return NULL;
        }
    }
    char *copy = query_new(p, (size_t)(end - at));
    for (at++; copy && at < end; at++) {
        at += *at == '\\';
        copy[len++] = *at;
    }
    p->at = end + 1;
    return copy;
}

bool query_square(QueryParser *p, uint8_t *file, uint8_t *rank) {
    const char *at = query_skip(p);
    if (p->failed || *at < 'a' || *at >= 'a' + QUERY_FILES || !is_digit(at[1]) || at[1] == '0')
        return false;
    int number = at[1] - '0', digits = 1;
    if (is_digit(at[2])) {
        number = number * 10 + at[2] - '0';
        digits = 2;
    }
    if (is_digit(at[1 + digits]) || is_letter(at[1 + digits]) || number > QUERY_RANKS)
        return false;
    *file = (uint8_t)(*at - 'a');
    *rank = (uint8_t)(number - 1);
    p->at = at + 1 + digits;
    return true;
}

QueryOperator query_operator(QueryParser *p) {
    static const struct {
        const char *symbol;
        QueryOperator op;
    } table[] = {
        {"==", QUERY_EQUAL},        {"=", QUERY_EQUAL},  {"!=", QUERY_UNEQUAL},
        {"<=", QUERY_LESS_EQUAL},   {"<", QUERY_LESS},   {">=", QUERY_GREATER_EQUAL},
        {">", QUERY_GREATER},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (query_symbol(p, table[i].symbol))
            return table[i].op;
    return QUERY_KNOWN;
}
