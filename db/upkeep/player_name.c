/* Comparing the names of players. */
#include <ctype.h>
#include <string.h>

#include "db/upkeep/dedupe.h"
#include "notation/letters.h"

/* A name in parts: lower case, without punctuation. */
typedef struct Name {
    char family[GR_PLAYER_NAME], given[GR_PLAYER_NAME];
} Name;

/* Copies letters (and all that is not ASCII), makes them lower case, and keeps words apart by
 * single blanks. */
static void fold(char *out, const char *from, const char *end) {
    size_t len = 0;
    bool gap = false;
    for (; from < end && len + 3 < GR_PLAYER_NAME; from++) {
        unsigned char c = (unsigned char)*from;
        if (c < 128 && !isalnum(c)) {
            gap = len > 0;
            continue;
        }
        if (gap)
            out[len++] = ' ';
        gap = false;
        unsigned letter = gr_two_bytes(from), small = gr_small_letter(letter);
        out[len++] = (char)(letter ? 0xC0 | small >> 6 : (unsigned)gr_small_ascii(*from));
        if (letter) {
            out[len++] = (char)(0x80 | (small & 0x3F));
            from++;
        }
    }
    out[len] = '\0';
}

static Name split(const char *text) {
    Name name;
    const char *end = text + strlen(text), *comma = strchr(text, ',');
    if (comma) {
        fold(name.family, text, comma);
        fold(name.given, comma, end);
        return name;
    }
    char whole[GR_PLAYER_NAME];
    fold(whole, text, end);
    const char *blank = strrchr(whole, ' ');
    strcpy(name.family, blank ? blank + 1 : whole);
    memcpy(name.given, whole, sizeof whole);
    name.given[blank ? blank - whole : 0] = '\0';
    return name;
}

/* Word by word, does one begin with the other? "m" fits "magnus", "s f" fits "sergey fedor". */
static bool given_fit(const char *a, const char *b) {
    while (*a && *b) {
        while (*a && *a != ' ' && *a == *b) {
            a++;
            b++;
        }
        if (*a && *a != ' ' && *b && *b != ' ')
            return false;
        a += strcspn(a, " ");
        b += strcspn(b, " ");
        a += *a == ' ';
        b += *b == ' ';
    }
    return true;
}

void gr_player_family(const char *name, char out[GR_PLAYER_NAME]) {
    Name parts = split(name);
    memcpy(out, parts.family, sizeof parts.family);
}

void gr_player_fold(const char *name, char out[GR_PLAYER_NAME]) {
    fold(out, name, name + strlen(name));
}

bool gr_same_player(const char *a, const char *b) {
    Name x = split(a), y = split(b);
    if (!*x.family || !*y.family)
        return true; /* not known */
    return !strcmp(x.family, y.family) && given_fit(x.given, y.given);
}
