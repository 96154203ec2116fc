/* What the fuzzers share. A fuzzer is one file of this folder with the function below, which takes
 * any bytes at all and ends the program if something does not hold. It is linked with libFuzzer,
 * which looks for such bytes (make fuzz), or with replay.c, which replays the inputs that are kept
 * in corpus/NAME (make check).
 *
 * Inputs begin with one or two bytes that choose a variant and so on, digits as far as possible, so
 * that an input can be written by hand: '0' is chess, and what follows it the order of the variants.
 */
#ifndef GR_TESTS_FUZZ_H
#define GR_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation/buffer.h"
#include "rules/position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Says what does not hold and ends the program by abort. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4), noreturn))
#endif
void fuzz_stop(const char *file, int line, const char *format, ...);

#define FUZZ_CHECK(condition, ...)                                                                 \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_stop(__FILE__, __LINE__, __VA_ARGS__);                                            \
    } while (0)

/* The variants of the program, opened once. */
const GrVariants *fuzz_book(void);

/* The rules that a byte of the input chooses. */
const GrRules *fuzz_rules(unsigned byte);

/* The same, or by 'd' and 'a' games whose moves bring walls, which the oracle does not know. */
const GrRules *fuzz_any_rules(unsigned byte);

/* Input that is taken byte by byte; past its end come zeros. */
typedef struct FuzzInput {
    const uint8_t *at, *end;
} FuzzInput;
unsigned fuzz_byte(FuzzInput *in);
uint64_t fuzz_number(FuzzInput *in, unsigned bytes);

/* What is left of the input as a string, which the caller frees. Ends the program if memory runs
 * out. */
char *fuzz_text(const FuzzInput *in);

/* Is it UTF-8? */
bool fuzz_is_utf8(const char *text, size_t len);

#endif
