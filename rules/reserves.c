/* Reserves that pieces carry, in FEN: "BNR,BNR,bnr,-". */
#include "rules/reserves.h"

#include <ctype.h>
#include <string.h>

#include "rules/tables.h"

/* The letters of what a reserve holds, by bit; 0 past the last. */
static void letters_of(const GrVariant *v, int side, char letters[4]) {
    memset(letters, 0, 4);
    for (int i = 0; i < 3 && v->carried[i]; i++) {
        int letter = v->piece[v->carried[i]].letter;
        letters[i] = (char)(side == GR_WHITE ? letter : tolower(letter));
    }
}

size_t gr_reserves_write(const GrPosition *pos, char *out) {
    char *at = out;
    for (int i = 0; i < 4; i++) {
        char letters[4];
        letters_of(pos->rules->variant, i / 2, letters);
        if (i)
            *at++ = ',';
        if (!pos->pocket[i])
            *at++ = '-';
        for (int bit = 0; bit < 3; bit++)
            if (pos->pocket[i] >> bit & 1)
                *at++ = letters[bit];
    }
    return (size_t)(at - out);
}

static const char *read_one(uint8_t *held, const char *text, size_t length, const char letters[4]) {
    if (length == 1 && text[0] == '-')
        return NULL;
    if (length == 0)
        return "an empty reserve is written '-'";
    for (size_t i = 0; i < length; i++) {
        const char *found = text[i] ? strchr(letters, text[i]) : NULL;
        if (!found)
            return "a reserve holds the letters of what may be dropped, those of Black in lower case";
        unsigned bit = 1u << (found - letters);
        if (*held & bit)
            return "a reserve holds each piece once at the most";
        *held = (uint8_t)(*held | bit);
    }
    return NULL;
}

const char *gr_reserves_read(GrPosition *pos, const char *text, size_t length) {
    const GrVariant *v = pos->rules->variant;
    const char *end = text + length;
    for (int i = 0; i < 4; i++) {
        const char *comma = memchr(text, ',', (size_t)(end - text)), *stop = comma ? comma : end;
        char letters[4];
        if ((comma != NULL) != (i < 3))
            return "there are four reserves, those of White and those of Black, with commas between";
        letters_of(v, i / 2, letters);
        const char *wrong = read_one(&pos->pocket[i], text, (size_t)(stop - text), letters);
        if (wrong)
            return wrong;
        text = stop + 1;
    }
    return NULL;
}
