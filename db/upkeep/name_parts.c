/* Names in parts. */
#include "db/upkeep/name_parts.h"

#include <ctype.h>
#include <string.h>

#include "db/codec/pack.h"

/* ---- letters ---- */

/* Base letters of U+00C0 to U+017F; '?' for those that stand for two, and others. */
static const char bases[] = "aaaaaa?ceeeeiiiidnooooo ouuuuy??aaaaaa?ceeeeiiiidnooooo ouuuuy?y"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii??jjkkklllllll"
                            "lllnnnnnnnnnoooooo??rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/* What stands for two letters. */
static const char *pair_of(unsigned c) {
    switch (c) {
    case 0xC6: case 0xE6: return "ae";
    case 0xDE: case 0xFE: return "th";
    case 0xDF: return "ss";
    case 0x132: case 0x133: return "ij";
    case 0x152: case 0x153: return "oe";
    default: return "";
    }
}

/* The character of two bytes at `u`; 0 if there is none. */
static unsigned two_bytes(const unsigned char *u) {
    return *u >= 0xC2 && *u <= 0xDF && (u[1] & 0xC0) == 0x80 ? (*u & 0x1Fu) << 6 | (u[1] & 0x3Fu) : 0;
}

/* Puts the next letter of the text, made small and plain, into `out` (at most two bytes and a NUL). How many bytes of
 * the text it took; *out is "" for a mark. */
static size_t plain_letter(const char *text, char out[3]) {
    const unsigned char *u = (const unsigned char *)text;
    unsigned c = two_bytes(u);
    out[0] = out[1] = out[2] = '\0';
    if (*u < 128) {
        out[0] = (char)(isalnum(*u) ? tolower(*u) : '\0');
        return 1;
    }
    if (c >= 0xC0 && c < 0x180 && c != 0xD7 && c != 0xF7) {
        char base = bases[c - 0xC0];
        if (base == '?')
            strcpy(out, pair_of(c));
        else
            out[0] = base;
        return 2;
    }
    if (c >= 0x218 && c <= 0x21B) { /* the Romanian ones with a comma below */
        out[0] = c < 0x21A ? 's' : 't';
        return 2;
    }
    if (c >= 0x410 && c <= 0x42F) { /* Cyrillic capitals */
        c += 0x20;
        out[0] = (char)(0xC0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    out[0] = *text;
    return 1;
}

/* Is it a mark that stands within a word: an apostrophe, or an accent of its own? How many bytes it takes. */
static size_t within_word(const char *text) {
    const unsigned char *u = (const unsigned char *)text;
    unsigned c = two_bytes(u);
    if (c >= 0x300 && c <= 0x36F)
        return 2;
    if (*u == 0xE2 && u[1] == 0x80 && (u[2] == 0x98 || u[2] == 0x99))
        return 3;
    return *u == '\'' || *u == '`' ? 1 : 0;
}

bool gr_fold_text(const char *text, char *out, size_t size) {
    size_t len = 0, skip;
    bool gap = false;
    char letter[3];
    while (*text) {
        if ((skip = within_word(text)) > 0) {
            text += skip;
            continue;
        }
        text += plain_letter(text, letter);
        if (!*letter) {
            gap = len > 0;
            continue;
        }
        if (len + gap + strlen(letter) > size)
            break;
        if (gap)
            out[len++] = ' ';
        gap = false;
        memcpy(out + len, letter, strlen(letter));
        len += strlen(letter);
    }
    out[len] = '\0';
    return !*text;
}

/* ---- words ---- */

static bool in(const char *word, const char *const list[]) {
    for (size_t i = 0; list[i]; i++)
        if (!strcmp(word, list[i]))
            return true;
    return false;
}

/* What tells people of one name apart, from 1; 0: it is none. */
static uint8_t generation_of(const char *word, bool last) {
    static const char *const names[] = {"jr", "jun", "junior", "sr", "sen", "senior", "ii", "iii", "iv", NULL};
    static const uint8_t number[] = {1, 1, 1, 2, 2, 2, 3, 4, 5};
    for (size_t i = 0; names[i]; i++)
        if (!strcmp(word, names[i]))
            return number[i];
    return last && !strcmp(word, "i") ? 6 : 0;
}

/* Is the word, of which `from` is how it was written, a title? */
static bool is_title(const char *word, const char *from) {
    static const char *const any[] = {"dr", "prof", "mr", "mrs", NULL};
    static const char *const capital[] = {"gm", "im", "fm", "cm", "nm", "wgm", "wim", "wfm", "wcm", "wnm", NULL};
    return in(word, any) || (in(word, capital) && isupper((unsigned char)from[0]) && isupper((unsigned char)from[1]));
}

typedef struct Cutter {
    GrNameParts *parts;
    size_t len;      /* of text */
    bool small;      /* the name has small letters */
} Cutter;

static bool add_word(Cutter *c, const char *word, size_t len) {
    GrNameParts *p = c->parts;
    if (p->words == GR_PARTS_WORDS || c->len + len + 1 > GR_PARTS_BYTES)
        return false;
    p->at[p->words++] = (uint8_t)c->len;
    memcpy(p->text + c->len, word, len);
    p->text[c->len + len] = '\0';
    c->len += len + 1;
    return true;
}

/* Adds a word unless it is a title or a generation. Two capitals are initials if there are small letters elsewhere. */
static bool put_word(Cutter *c, const char *word, const char *from, size_t written, bool last) {
    GrNameParts *p = c->parts;
    size_t len = strlen(word);
    if (is_title(word, from))
        return true;
    bool follows = p->words > 0;
    uint8_t generation = follows ? generation_of(word, last && p->words > 1 &&
                                                 strlen(gr_parts_word(p, p->words - 1U)) > 1) : 0;
    if (generation) {
        p->generation = generation;
        return true;
    }
    if (c->small && len == 2 && written == 2 && follows && isupper((unsigned char)from[0]) &&
        isupper((unsigned char)from[1]))
        return add_word(c, word, 1) && add_word(c, word + 1, 1);
    return add_word(c, word, len);
}

/* The words from `text` to `end`; false if they do not fit. */
static bool put_words(Cutter *c, const char *text, const char *end) {
    char word[GR_PARTS_BYTES], letter[3];
    size_t len = 0;
    const char *from = text;
    while (text < end) {
        size_t skip = within_word(text);
        *letter = '\0';
        const char *here = text;
        text += skip ? skip : plain_letter(text, letter);
        if (*letter) {
            from = len ? from : here;
            if (len + strlen(letter) >= sizeof word)
                return false;
            memcpy(word + len, letter, strlen(letter));
            len += strlen(letter);
            c->parts->digits |= isdigit((unsigned char)*letter) != 0;
        }
        if (len && ((!*letter && !skip) || text >= end)) {
            word[len] = '\0';
            bool rest = text + strspn(text, " .)") < end;
            if (!put_word(c, word, from, (size_t)((*letter ? text : here) - from), !rest))
                return false;
            len = 0;
        }
    }
    return true;
}

/* "Wiel, John van der": the words that belong to the family name go there. */
static void move_particles(GrNameParts *p) {
    static const char *const particles[] = {"van", "der", "den", "de", "von", "la", "da", "dos", "ten", "ter", "di",
                                            NULL};
    uint8_t own[GR_PARTS_WORDS];
    size_t moved = 0;
    while (moved + p->family + 1 < p->words && in(gr_parts_word(p, p->words - 1U - moved), particles))
        moved++;
    for (size_t i = 0; i < p->words; i++)
        own[(i + moved) % p->words] = p->at[i];
    if (p->family && moved) {
        memcpy(p->at, own, p->words);
        p->family = (uint8_t)(p->family + moved);
    }
}

/* Do all words stand for a name that is not known? "N." before another is an initial. */
static bool is_unknown(const GrNameParts *p) {
    static const char *const unknown[] = {"nn", "n", "unknown", "anonymous", "anonym", NULL};
    for (size_t i = 0; i < p->words; i++)
        if (!in(gr_parts_word(p, i), unknown))
            return false;
    return true;
}

void gr_name_parts(const char *name, GrNameParts *p) {
    *p = (GrNameParts){.words = 0};
    name = gr_identity_value(name);
    const char *end = name + strlen(name), *comma = strchr(name, ',');
    Cutter c = {.parts = p};
    for (const char *at = name; *at; at++)
        c.small |= islower((unsigned char)*at) != 0;
    bool whole = put_words(&c, name, comma ? comma : end);
    p->family = whole && comma ? p->words : 0;
    if (whole && comma)
        whole = put_words(&c, comma, end);
    if (!whole || !p->words || strpbrk(name, ":;/&+") /* several people */ || is_unknown(p))
        p->words = 0;
    else
        move_particles(p);
}

/* ---- sounds ---- */

typedef struct Sound {
    const char *from, *to;
} Sound;

/* The longer ones first. What is written as a capital is one sound. */
static const Sound sounds[] = {
    {"tsch", "C"}, {"dzh", "J"}, {"tch", "C"}, {"sch", "S"}, {"zh", "Z"}, {"ch", "C"}, {"cz", "C"}, {"sh", "S"},
    {"sz", "S"},   {"dj", "J"},  {"kh", "h"},  {"ph", "f"},  {"ck", "k"}, {"ts", "z"}, {"tz", "z"}, {"oe", "o"},
    {"ue", "u"},   {"ae", "a"},  {"ou", "u"},  {"th", "t"},  {"x", "ks"}, {"c", "k"},  {"q", "k"},  {"w", "v"},
    {"y", "i"},    {"j", "i"},
};

void gr_word_sound(const char *word, char out[GR_WORD_KEY]) {
    size_t len = 0;
    const char *at = word;
    if ((*at == 'y' || *at == 'j' || *at == 'i') && at[1] == 'e') /* Yermolinsky, Ermolinsky */
        at++;
    while (*at && len + 3 < GR_WORD_KEY) {
        char own[2] = {*at, '\0'};
        const char *to = own;
        size_t step = 1;
        for (size_t i = 0; i < sizeof sounds / sizeof *sounds && to == own; i++)
            if (!strncmp(at, sounds[i].from, strlen(sounds[i].from))) {
                to = sounds[i].to;
                step = strlen(sounds[i].from);
            }
        for (at += step; *to; to++)
            if (!len || out[len - 1] != *to)
                out[len++] = *to;
    }
    out[len] = '\0';
}

void gr_word_key(const char *word, char out[GR_WORD_KEY]) {
    char sound[GR_WORD_KEY];
    size_t len = 0;
    gr_word_sound(word, sound);
    for (size_t i = 0; sound[i]; i++)
        if (!i || (!strchr("aeiou", sound[i]) && out[len - 1] != sound[i]))
            out[len++] = sound[i];
    out[len] = '\0';
}
