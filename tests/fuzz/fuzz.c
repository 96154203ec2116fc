/* What the fuzzers share, and a main for compilers without libFuzzer. */
#include "tests/fuzz/fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/definition/variants_file.h"
#include "notation/json.h"

void fuzz_stop(const char *file, int line, const char *format, ...) {
    va_list args;
    fprintf(stderr, "%s:%d: ", file, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}

/* Those with C files, which numbers choose among; the described games are found by their names. */
static const GrVariants *open_book(size_t *built_in) {
    static GrVariants *variants;
    static size_t count;
    GrError error;
    if (!variants) {
        if (!(variants = gr_variants_open()))
            fuzz_stop(__FILE__, __LINE__, "no memory for the rules");
        while (gr_variants_at(variants, count))
            count++;
        if (gr_variants_offer_described(variants, &error))
            fuzz_stop(__FILE__, __LINE__, "%s", error.text);
    }
    *built_in = count;
    return variants;
}

const GrVariants *fuzz_book(void) {
    size_t built_in;
    return open_book(&built_in);
}

const GrRules *fuzz_rules(unsigned byte) {
    size_t count;
    const GrVariants *book = open_book(&count);
    return gr_variants_at(book, (byte + (count - '0' % count)) % count);
}

const GrRules *fuzz_any_rules(unsigned byte) {
    const char *name = byte == 'd' ? "duck" : byte == 'a' ? "amazons" : byte == 'g' ? "shouse" : NULL;
    return name ? gr_variants_find(fuzz_book(), name) : fuzz_rules(byte);
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

bool fuzz_is_utf8(const char *text, size_t len) {
    size_t bytes = 1;
    for (; len && bytes; text += bytes, len -= bytes)
        bytes = gr_utf8_length(text, len);
    return !len;
}
