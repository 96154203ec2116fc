/* The names nearest to one that is unknown, by edit distance. */
#include "notation/nearest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 40 };

static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Edits from a to b, both at most LONGEST long; a swap of neighbours counts as one. row[0] is the
 * row of the table at hand, row[1] the one before it, row[2] the one before that. */
static unsigned distance(const char *a, size_t a_len, const char *b, size_t b_len) {
    unsigned table[3][LONGEST + 1] = {{0}}, *row[3] = {table[0], table[1], table[2]};
    for (size_t j = 0; j <= b_len; j++)
        row[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a_len; i++) {
        unsigned *oldest = row[2];
        row[2] = row[1];
        row[1] = row[0];
        row[0] = oldest;
        row[0][0] = (unsigned)i;
        for (size_t j = 1; j <= b_len; j++) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            unsigned best = least(row[1][j - 1] + !same, least(row[1][j], row[0][j - 1]) + 1);
            bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
            row[0][j] = swapped ? least(best, row[2][j - 2] + 1) : best;
        }
    }
    return row[0][b_len];
}

size_t gr_nearest(const char *text, const char *const names[], const char *nearest[GR_NEAREST]) {
    size_t len = strlen(text), count = 0;
    if (len == 0 || len > LONGEST)
        return 0;
    unsigned best = 1 + (unsigned)(len - 1) / 4; /* more edits would make another word of it */
    for (; *names; names++) {
        size_t name_len = strlen(*names);
        if (name_len == 0 || name_len > LONGEST)
            continue;
        unsigned edits = strncasecmp(text, *names, len) ? distance(text, len, *names, name_len) : 1;
        if (edits > best || (edits == 1 && len == 1 && lower(*text) != lower(**names)))
            continue;
        count = edits < best ? 0 : count;
        best = edits;
        if (count < GR_NEAREST)
            nearest[count] = *names;
        count++;
    }
    return count <= GR_NEAREST ? count : 0;
}

void gr_did_you_mean(char out[GR_MEANT_SIZE], const char *text, const char *const names[],
                     const char *lead) {
    const char *nearest[GR_NEAREST];
    size_t count = gr_nearest(text, names, nearest), used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *before = i == 0 ? "; did you mean " : i + 1 < count ? ", " : " or ";
        int more = snprintf(out + used, GR_MEANT_SIZE - used, "%s%s%s%s", before, lead, nearest[i],
                            i + 1 < count ? "" : "?");
        used += more > 0 && (size_t)more < GR_MEANT_SIZE - used ? (size_t)more : 0;
    }
}
