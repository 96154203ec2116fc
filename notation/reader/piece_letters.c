/* Piece letters of other languages. */
#include "notation/reader/piece_letters.h"

#include <stdio.h>
#include <string.h>

/* The most common ones first. */
static const GrLanguage languages[] = {
    {"German or Scandinavian", "KDTLS"},
    {"French", "RDTFC"},
    {"Spanish or Italian", "RDTAC"},
    {"Dutch", "KDTLP"},
    {"Portuguese", "RDTBC"},
    {"Polish", "KHWGS"},
    {"Czech or Slovak", "KDVSJ"},
    {"Hungarian", "KVBFH"},
    {"Finnish", "KDTLR"},
    {"Romanian", "RDTNC"},
    {"Icelandic", "KDHBR"},
};

static const char english[] = "KQRBN";
static const char *const names[] = {"King", "Queen", "Rook", "Bishop", "Knight"};

const GrLanguage *gr_language_at(size_t i) {
    return i < sizeof languages / sizeof *languages ? &languages[i] : NULL;
}

/* The variant's type of the ith chess piece, 0 if it has none. */
static int type_of(const GrVariant *v, size_t i) {
    for (int t = 1; t <= v->types; t++)
        if (!strcmp(v->piece[t].name, names[i]))
            return t;
    return 0;
}

/* Does the letter name a piece of the variant's own, or a spell? */
static bool is_taken(const GrLexicon *lexicon, char letter) {
    const GrVariant *v = lexicon->variant;
    int type = lexicon->type[(unsigned char)letter];
    if (letter == 'H' && lexicon->spells)
        return true;
    if (!type || v->piece[type].letter == 'P')
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (type_of(v, i) == type)
            return false;
    return true;
}

bool gr_language_apply(const GrLanguage *language, GrLexicon *lexicon) {
    bool differs = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!type_of(lexicon->variant, i))
            continue;
        if (is_taken(lexicon, language->letters[i]))
            return false;
        differs |= language->letters[i] != english[i];
    }
    if (!differs)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (type_of(lexicon->variant, i))
            lexicon->type[(unsigned char)english[i]] = 0;
    lexicon->type['P'] = 0; /* no pawn is written so where a Knight may be meant */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int type = type_of(lexicon->variant, i);
        if (type)
            lexicon->type[(unsigned char)language->letters[i]] = (uint8_t)type;
    }
    return true;
}

void gr_language_translate(const GrLanguage *language, char *san) {
    for (; *san; san++) {
        const char *letter = strchr(english, *san);
        if (letter)
            *san = language->letters[letter - english];
    }
}

void gr_language_describe(const GrLanguage *language, const GrVariant *variant,
                          char out[GR_LANGUAGE_SIZE]) {
    size_t len = 0;
    *out = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (type_of(variant, i) && language->letters[i] != english[i])
            len += (size_t)snprintf(out + len, GR_LANGUAGE_SIZE - len, "%s%c %s %s",
                                    len ? ", " : "", language->letters[i], len ? "a" : "is a",
                                    names[i]);
}
