#include "tests/fuzz/fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_stop(const char *file, int line, const char *format, ...) {
    va_list args;
    fprintf(stderr, "%s:%d: ", file, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}

const GrBook *fuzz_book(void) {
    static GrBook *book;
    if (!book && !(book = gr_book_open()))
        fuzz_stop(__FILE__, __LINE__, "no memory for the rules");
    return book;
}

const GrRules *fuzz_rules(unsigned byte) {
    size_t count = 0;
    while (gr_book_at(fuzz_book(), count))
        count++;
    return gr_book_at(fuzz_book(), (byte + (count - '0' % count)) % count);
}

unsigned fuzz_byte(FuzzInput *in) {
    return in->at < in->end ? *in->at++ : 0;
}

uint64_t fuzz_number(FuzzInput *in, unsigned bytes) {
    uint64_t number = 0;
    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)fuzz_byte(in) << 8 * i;
    return number;
}

char *fuzz_text(const FuzzInput *in) {
    size_t len = (size_t)(in->end - in->at);
    char *text = malloc(len + 1);
    FUZZ_CHECK(text, "no memory for the input");
    memcpy(text, in->at, len);
    text[len] = '\0';
    return text;
}

/* The bytes of a character of UTF-8 at `at`, of which `left` are there; 0 if it is none. */
static size_t character(const unsigned char *at, size_t left) {
    static const struct {
        unsigned char low, high, second_low, second_high;
        size_t len;
    } forms[] = {{0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2},
                 {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
                 {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
                 {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4},
                 {0xF4, 0xF4, 0x80, 0x8F, 4}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (*at < forms[i].low || *at > forms[i].high)
            continue;
        if (left < forms[i].len)
            return 0;
        if (forms[i].len > 1 && (at[1] < forms[i].second_low || at[1] > forms[i].second_high))
            return 0;
        for (size_t k = 2; k < forms[i].len; k++)
            if ((at[k] & 0xC0) != 0x80)
                return 0;
        return forms[i].len;
    }
    return 0;
}

bool fuzz_is_utf8(const char *text, size_t len) {
    const unsigned char *at = (const unsigned char *)text, *end = at + len;
    while (at < end) {
        size_t bytes = character(at, (size_t)(end - at));
        if (!bytes)
            return false;
        at += bytes;
    }
    return true;
}
