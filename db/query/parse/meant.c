/* Words of the language that are near to what stands at the place of a fault. */
#include "db/query/parse/meant.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "notation/nearest.h"
#include "rules/variant.h"

enum { MOST_WORDS = 4, TEXT = 64, SHORTEST = 3 };

void query_note_tried(QueryTried *tried, const char *word) {
    for (size_t i = 0; i < tried->count; i++)
        if (!strcmp(tried->word[i], word))
            return;
    if (tried->count < QUERY_MOST_TRIED)
        tried->word[tried->count++] = word;
}

void query_note_variants(QueryTried *tried, const GrVariants *variants) {
    const GrRules *rules;
    for (size_t n = 0; (rules = gr_variants_at(variants, n)) != NULL; n++)
        query_note_tried(tried, gr_variant(rules)->name);
}

void query_note_pieces(QueryTried *tried, const GrVariants *variants) {
    const GrRules *rules;
    for (size_t n = 0; (rules = gr_variants_at(variants, n)) != NULL; n++)
        for (int type = 1; type <= gr_variant(rules)->types; type++)
            query_note_tried(tried, gr_variant(rules)->piece[type].name);
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static size_t words_in(const char *text) {
    size_t words = 1;
    for (; *text; text++)
        words += *text == ' ';
    return words;
}

/* Copies `words` words from a place, single blanks between them; false if there are fewer, or they do not fit. */
static bool copy_words(const char *at, size_t words, char out[TEXT]) {
    size_t len = 0;
    for (; words; words--) {
        at += strspn(at, " \t\r\n\v\f");
        if (!is_letter(*at))
            return false;
        if (len)
            out[len++] = ' ';
        for (; is_letter(*at) || *at == '-'; at++) {
            if (len >= TEXT - 2)
                return false;
            out[len++] = *at;
        }
    }
    out[len] = '\0';
    return len >= SHORTEST;
}

/* Do both begin with the same word, whatever its case? */
static bool begins_alike(const char *text, const char *word) {
    size_t len = strcspn(word, " ");
    return !strncasecmp(text, word, len) && strspn(text + len, " ") == 1;
}

/* Candidates of that many words, or (alike) only those whose first word matches; what the query has is skipped. */
static void collect(const QueryTried *tried, size_t words, bool alike, const char *text,
                    const char *names[QUERY_MOST_TRIED + 1]) {
    size_t count = 0;
    for (size_t i = 0; i < tried->count; i++)
        if (words_in(tried->word[i]) == words && strcmp(tried->word[i], text) != 0 &&
            (!alike || begins_alike(text, tried->word[i])))
            names[count++] = tried->word[i];
    names[count] = NULL;
}

/* A plural is like the singular: pieces are listed by their names. */
static void find(const char *text, const char *const names[], char meant[GR_MEANT_SIZE]) {
    char single[TEXT];
    size_t len = strlen(text);
    gr_did_you_mean(meant, text, names, "");
    if (*meant || len <= SHORTEST || text[len - 1] != 's')
        return;
    snprintf(single, sizeof single, "%.*s", (int)(len - 1), text);
    gr_did_you_mean(meant, single, names, "");
}

/* Where the first of several words is right, the others are not; else one word is more likely meant than several. */
void query_add_meant(const QueryTried *tried, GrQueryFault *fault) {
    const char *names[QUERY_MOST_TRIED + 1];
    char meant[GR_MEANT_SIZE] = "", text[TEXT];
    for (size_t n = 2; n < 2 * MOST_WORDS && !*meant; n++) {
        bool alike = n <= MOST_WORDS;
        size_t words = alike ? n : n - MOST_WORDS;
        if (!copy_words(tried->at, words, text))
            continue;
        collect(tried, words, alike, text, names);
        find(text, names, meant);
    }
    size_t len = strlen(fault->text);
    snprintf(fault->text + len, sizeof fault->text - len, "%s", meant);
}
