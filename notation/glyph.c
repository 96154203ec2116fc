/* Signs of chess books and the NAGs they stand for. */
#include "notation/glyph.h"

#include <ctype.h>
#include <string.h>

/* Longer ones before those that they begin with. The lines that are all escapes have the sign's
 * name beside them. */
static const struct {
    char text[8];
    unsigned char nag;
} table[] = {
    {"+/=", 14},          {"=/+", 15},           {"+/-", 16},
    {"-/+", 17},          {"+-", 18},            {"-+", 19},
    {"+=", 14},           {"=+", 15},            {"=", 10},
    {"N", 146},           {"+\xE2\x88\x92", 18}, {"\xE2\x88\x92+", 19}, /* with a minus sign */
    {"+\xE2\x80\x93", 18}, {"\xE2\x80\x93+", 19},                      /* with a dash */
    {"\xE2\xA9\xB2", 14}, /* plus above equals */
    {"\xE2\xA9\xB1", 15}, /* equals above plus */
    {"\xC2\xB1", 16},     /* plus-minus */
    {"\xE2\x88\x93", 17}, /* minus-plus */
    {"\xE2\x88\x9E", 13}, /* infinity: unclear */
    {"\xE2\x96\xA1", 7},  /* white square: the only move */
    {"\xE2\xA8\x80", 22}, /* circled dot: zugzwang */
    {"\xE2\x86\x91", 36}, /* upwards arrow: the initiative */
    {"\xE2\x86\x92", 40}, /* rightwards arrow: the attack */
    {"\xE2\x87\x86", 132}, /* arrows both ways: counterplay */
    {"\xE2\x8A\x95", 138}, /* circled plus: time trouble */
    {"\xE2\x88\x86", 140}, /* increment: with the idea */
    {"\xE2\x8C\x93", 142}, /* segment: better is */
    {"\xE2\x80\xBC", 3},  /* double exclamation mark */
    {"\xE2\x81\x87", 4},  /* double question mark */
    {"\xE2\x81\x89", 5},  /* exclamation question mark */
    {"\xE2\x81\x88", 6},  /* question exclamation mark */
};

/* A sign of letters and the like must stand alone; the others may be followed by another sign. */
static int stands_alone(const char *text, size_t len) {
    unsigned char next = (unsigned char)text[len];
    if ((unsigned char)text[len - 1] >= 0x80)
        return !isalnum(next);
    return !next || isspace(next) || strchr("(){};$!?", next) || next >= 0x80;
}

size_t gr_glyph_read(const char *text, unsigned *nag) {
    unsigned char c = (unsigned char)*text;
    if (c < 0x80 && (c == 0 || !strchr("+-=N", c)))
        return 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (*text != *table[i].text)
            continue;
        size_t len = strlen(table[i].text);
        if (!strncmp(text, table[i].text, len) && stands_alone(text, len)) {
            *nag = table[i].nag;
            return len;
        }
    }
    return 0;
}

const char *gr_glyph_of(unsigned nag) {
    static const char *const marks[] = {NULL, "!", "?", "!!", "??", "!?", "?!"};
    const char *plain = NULL;
    if (nag < sizeof marks / sizeof *marks)
        return marks[nag];
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].nag != nag)
            continue;
        /* A sign of its own is better than one put together, but +- needs none. */
        if (nag == 10 || nag == 18 || nag == 19 || (unsigned char)*table[i].text >= 0x80)
            return table[i].text;
        plain = table[i].text;
    }
    return plain;
}
