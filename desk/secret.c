/* Secrets: random, and compared in constant time. */
#include <stdio.h>
#include <string.h>

#include "desk/local.h"

int desk_secret_make(char out[DESK_SECRET], GrError *error) {
    static const char digit[] = "0123456789abcdef";
    unsigned char random[(DESK_SECRET - 1) / 2];
    FILE *source = fopen("/dev/urandom", "rb");
    size_t got = source ? fread(random, 1, sizeof random, source) : 0;
    if (source)
        fclose(source);
    if (got != sizeof random)
        return gr_fail(error, GR_ERR_IO, "/dev/urandom gives no random numbers");
    for (size_t i = 0; i < sizeof random; i++) {
        out[2 * i] = digit[random[i] >> 4];
        out[2 * i + 1] = digit[random[i] & 15];
    }
    out[DESK_SECRET - 1] = '\0';
    return 0;
}

bool desk_secret_is(const char secret[DESK_SECRET], const char *text, size_t length) {
    unsigned differs = 0;
    if (length != DESK_SECRET - 1)
        return false;
    for (size_t i = 0; i < DESK_SECRET - 1; i++)
        differs |= (unsigned char)(secret[i] ^ text[i]);
    return differs == 0;
}
