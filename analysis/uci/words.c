/* The words of a line. */
#include "analysis/uci/words.h"

#include <string.h>

bool gr_is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

const char *gr_word(const char *text, size_t *length) {
    while (gr_is_blank(*text))
        text++;
    *length = 0;
    while (text[*length] && !gr_is_blank(text[*length]))
        (*length)++;
    return text;
}

bool gr_word_is(const char *word, size_t length, const char *what) {
    return strlen(what) == length && memcmp(word, what, length) == 0;
}

bool gr_word_copy(const char *word, size_t length, char *to, size_t size) {
    bool fits = length < size;
    memcpy(to, word, fits ? length : 0);
    to[fits ? length : 0] = '\0';
    return fits;
}

const char *gr_after_word(const char *text, const char *first) {
    size_t length;
    const char *word = gr_word(text, &length);
    return gr_word_is(word, length, first) ? gr_word(word + length, &length) : NULL;
}

const char *gr_find_word(const char *text, const char *wanted) {
    size_t length;
    for (const char *word = gr_word(text, &length); length; word = gr_word(word + length, &length))
        if (gr_word_is(word, length, wanted))
            return word;
    return NULL;
}

size_t gr_trimmed(const char *text, size_t length) {
    while (length > 0 && gr_is_blank(text[length - 1]))
        length--;
    return length;
}

/* n * 10 + digit, or the bound that lies before it. */
static int64_t append_digit(int64_t n, int digit, bool negative) {
    if (negative)
        return n < (INT64_MIN + digit) / 10 ? INT64_MIN : n * 10 - digit;
    return n > (INT64_MAX - digit) / 10 ? INT64_MAX : n * 10 + digit;
}

bool gr_word_number(const char *word, size_t length, int64_t *number) {
    bool negative = length > 0 && *word == '-';
    size_t at = length > 0 && (*word == '-' || *word == '+');
    int64_t n = 0;
    if (at == length)
        return false;
    for (; at < length; at++) {
        if (word[at] < '0' || word[at] > '9')
            return false;
        n = append_digit(n, word[at] - '0', negative);
    }
    *number = n;
    return true;
}
