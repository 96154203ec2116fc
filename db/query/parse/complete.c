/* Words that go on where a query is being typed.
 *
 * As for what may have been meant (meant.h), the grammar is the list of words: what is before the caret is read, and
 * the words that the parser looks for at its end are tried one after the other. Those are given with which the query
 * can be read, or only lacks more. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "db/query/parse/grammar.h"
#include "db/query/parse/meant.h"

enum { WORD = 64, TYPED_WORDS = 4 };

/* Reads a text as a query. Where it is at fault, or NULL: nowhere. */
static const char *read(const GrVariants *variants, const char *text, QueryTried *tried, bool *memory) {
    GrQueryFault fault;
    GrQuery query = {.variants = variants, .text = text};
    QueryParser p = {.variants = variants, .query = &query, .arena = &query.arena, .text = text, .at = text,
                     .fault = &fault, .tried = tried};
    int code = query_read(&p, &query);
    query_arena_free(&query.arena);
    *memory = code != GR_ERR_MEMORY;
    return code ? p.fault_at ? p.fault_at : text : NULL;
}

static bool is_typed(char c) {
    return isalpha((unsigned char)c) || c == '-';
}

/* The place where the last words of the text begin, `words` of them, or NULL if there are fewer. With 0 it is the
 * end. */
static const char *last_words(const char *text, size_t length, int words) {
    const char *at = text + length;
    for (; words; words--) {
        while (at > text && at < text + length && at[-1] == ' ')
            at--;
        const char *end = at;
        while (at > text && is_typed(at[-1]))
            at--;
        if (at == end)
            return NULL;
    }
    return at;
}

/* Does the word begin with what was typed, and go on? Letters of pieces are all upper case, and no word. */
static bool goes_on(const char *word, const char *typed) {
    size_t length = strlen(typed);
    bool upper = length > 0;
    for (size_t i = 0; i < length; i++)
        upper &= !islower((unsigned char)typed[i]);
    return !upper && strlen(word) > length && !strncasecmp(word, typed, length);
}

/* Puts the word behind what is before it, and reads that; false if it is at fault in or before the word. */
static bool can_be_read(const GrVariants *variants, GrBuffer *trial, size_t before, const char *word, bool *memory) {
    trial->len = before;
    gr_buffer_puts(trial, word);
    if (trial->failed) {
        *memory = false;
        return false;
    }
    const char *fault = read(variants, trial->data, NULL, memory);
    return !fault || fault >= trial->data + before + strlen(word);
}

static bool is_there(const GrBuffer *out, const char *word) {
    for (size_t at = 0; at < out->len; at += strlen(out->data + at) + 1)
        if (!strcmp(out->data + at, word))
            return true;
    return false;
}

/* Adds what goes on from a place, at which the parser has looked for words. Names of pieces begin with a capital letter
 * there, which nobody types. */
static bool add_words(const GrVariants *variants, const QueryTried *tried, GrBuffer *trial, size_t before,
                      const char *typed, GrBuffer *out) {
    bool memory = true;
    for (size_t i = 0; i < tried->count && memory; i++) {
        char word[WORD] = "";
        for (size_t n = 0; n < WORD - 1 && tried->word[i][n]; n++)
            word[n] = (char)tolower((unsigned char)tried->word[i][n]);
        if (goes_on(word, typed) && !is_there(out, word) && can_be_read(variants, trial, before, word, &memory))
            gr_buffer_add(out, word, strlen(word) + 1);
    }
    return memory && !out->failed;
}

int gr_query_complete(const GrVariants *variants, const char *text, size_t caret, size_t *from, GrBuffer *out) {
    size_t length = strnlen(text, caret);
    bool memory = true;
    if (length > GR_QUERY_SIZE)
        return 0;
    *from = length;
    for (int words = TYPED_WORDS; words >= 0 && memory && !out->len; words--) {
        const char *start = last_words(text, length, words);
        size_t before = start ? (size_t)(start - text) : 0;
        char typed[WORD] = "";
        if (!start || length - before >= sizeof typed || (!words && length && text[length - 1] != ' ' && text[length - 1] != '('))
            continue;
        memcpy(typed, start, length - before);
        GrBuffer trial;
        gr_buffer_init(&trial);
        gr_buffer_add(&trial, text, before);
        gr_buffer_putc(&trial, '\0');
        QueryTried tried = {.at = trial.failed ? NULL : trial.data + before};
        if (trial.failed)
            memory = false;
        else
            read(variants, trial.data, &tried, &memory);
        *from = before;
        memory = memory && add_words(variants, &tried, &trial, before, typed, out);
        gr_buffer_free(&trial);
    }
    return memory ? 0 : GR_ERR_MEMORY;
}
