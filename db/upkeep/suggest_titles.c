/* Events and sites that are spelled in several ways. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "db/upkeep/suggest_local.h"
#include "rules/plural.h"

enum { KEY_BYTES = 256, KEY_WORDS = 32 };

/* A spelling and its key, which is the same for all of one title. */
typedef struct Title {
    char *key;
    uint32_t number, games;
} Title;

static int by_word(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Cuts a folded text into words, and numbers off letters: "ch35" is "ch" and "35". */
static size_t cut_words(char *text, char *out, const char *word[KEY_WORDS]) {
    size_t count = 0;
    while (*text && count < KEY_WORDS) {
        bool digit = isdigit((unsigned char)*text) != 0;
        word[count++] = out;
        while (*text && *text != ' ' && digit == (isdigit((unsigned char)*text) != 0))
            *out++ = *text++;
        *out++ = '\0';
        text += *text == ' ';
    }
    return *text ? 0 : count;
}

/* The key of a title: words without accents, case and marks; those with "ch" in the order of the alphabet, since it
 * stands before or behind. The caller frees it. NULL: memory ran out. "": it is too long, or has no letters. */
static char *key_of(const char *text) {
    char folded[KEY_BYTES], words[2 * KEY_BYTES];
    const char *word[KEY_WORDS];
    bool is_ch = false;
    GrBuffer key;
    gr_buffer_init(&key);
    size_t count = gr_fold_text(text, folded, KEY_BYTES - 1) ? cut_words(folded, words, word) : 0;
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(word[i], "championship") || !strcmp(word[i], "champ"))
            word[i] = "ch";
        is_ch |= !strcmp(word[i], "ch");
    }
    if (is_ch)
        qsort(word, count, sizeof *word, by_word);
    for (size_t i = 0; i < count; i++) {
        gr_buffer_puts(&key, word[i]);
        gr_buffer_putc(&key, ' ');
    }
    return gr_buffer_take(&key);
}

/* By keys; of one key, that with most games first. */
static int by_key(const void *left, const void *right) {
    const Title *a = left, *b = right;
    int order = strcmp(a->key, b->key);
    if (order)
        return order;
    if (a->games != b->games)
        return a->games > b->games ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static void put_line(const GrSpelledList *titles, uint32_t number, bool other, GrBuffer *list) {
    const GrSpelled *of = &titles->of[number];
    gr_buffer_printf(list, "%s%s  # %u %s", other ? "=" : "", gr_spelled(titles, number), of->games,
                     gr_plural(of->games, "game", "games"));
    if (of->from)
        gr_buffer_printf(list, ", %u", of->from);
    if (of->to != of->from)
        gr_buffer_printf(list, "-%u", of->to);
    gr_buffer_putc(list, '\n');
}

static void put_group(GrSuggest *s, const GrSpelledList *titles, const Title *title, size_t count, const char *section,
                      GrBuffer *list, bool *any) {
    size_t listed = 0;
    if (count < 2 || !*title->key)
        return;
    for (size_t i = 0; i < count; i++)
        listed += gr_suggest_listable(gr_spelled(titles, title[i].number));
    bool other = false;
    for (size_t i = 0; i < count && listed > 1; i++) {
        if (!gr_suggest_listable(gr_spelled(titles, title[i].number)))
            continue;
        if (!*any)
            gr_buffer_printf(list, "@%s\n", section);
        *any = true;
        put_line(titles, title[i].number, other, list);
        s->suggested->likely += other;
        other = true;
    }
}

int gr_suggest_write_titles(GrSuggest *s, GrSpelledList *titles, const char *section, GrBuffer *list) {
    bool any = false;
    size_t count = 0;
    Title *title = malloc((titles->text.top + 1) * sizeof *title);
    int code = title ? 0 : gr_no_memory(s->error);
    for (uint32_t i = 1; i <= titles->text.top && !code; i++) {
        title[count] = (Title){key_of(gr_spelled(titles, i)), i, titles->of[i].games};
        code = title[count].key ? 0 : gr_no_memory(s->error);
        count += !code;
    }
    if (count && !code)
        qsort(title, count, sizeof *title, by_key);
    for (size_t i = 0, end; i < count && !code; i = end) {
        for (end = i + 1; end < count && !strcmp(title[end].key, title[i].key);)
            end++;
        put_group(s, titles, title + i, end - i, section, list, &any);
    }
    for (size_t i = 0; i < count; i++)
        free(title[i].key);
    free(title);
    return !code && list->failed ? gr_no_memory(s->error) : code;
}
