/* Do two names go together? */
#include <string.h>

#include "db/upkeep/name_parts.h"

/* ---- words ---- */

typedef enum WordFit { WORDS_APART, WORDS_EDITED, WORDS_SOUND, WORDS_SHORT, WORDS_SAME } WordFit;

/* Forms of women's names end so: Ivanov and Ivanova, Daniel and Daniela are two people. */
static bool is_feminine(const char *a, const char *b) {
    size_t x = strlen(a), y = strlen(b);
    const char *longer = x > y ? a : b;
    if (x == y)
        return x && !strncmp(a, b, x - 1) && (a[x - 1] == 'a' || b[y - 1] == 'a');
    size_t least = x < y ? x : y, most = x < y ? y : x;
    return most == least + 1 && !strncmp(a, b, least) && longer[least] == 'a';
}

/* Does one letter more or less, another one, or two swapped make one word the other? */
static bool is_one_edit(const char *a, const char *b) {
    size_t same = 0;
    while (a[same] && a[same] == b[same])
        same++;
    a += same;
    b += same;
    if (!*a || !*b)
        return strlen(a) + strlen(b) == 1;
    return !strcmp(a + 1, b) || !strcmp(a, b + 1) || !strcmp(a + 1, b + 1) ||
           (a[0] == b[1] && a[1] == b[0] && !strcmp(a + 2, b + 2));
}

/* One letter is much of a short word. */
static WordFit whole_words_fit(const char *a, const char *b) {
    enum { LEAST_SOUND = 4, LEAST_EDITED = 5 };
    char x[GR_WORD_KEY], y[GR_WORD_KEY];
    size_t least = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
    if (!strcmp(a, b))
        return WORDS_SAME;
    if (least < LEAST_SOUND || is_feminine(a, b))
        return WORDS_APART;
    gr_word_sound(a, x);
    gr_word_sound(b, y);
    if (!strcmp(x, y))
        return WORDS_SOUND;
    return least >= LEAST_EDITED && is_one_edit(a, b) ? WORDS_EDITED : WORDS_APART;
}

/* Words of which one may be the first letters of the other. */
static WordFit given_words_fit(const char *a, const char *b) {
    char x[GR_WORD_KEY], y[GR_WORD_KEY];
    size_t la = strlen(a), lb = strlen(b), least = la < lb ? la : lb;
    WordFit fit = whole_words_fit(a, b);
    if (fit != WORDS_APART || (least > 1 && is_feminine(a, b)))
        return fit;
    if (!strncmp(a, b, least))
        return WORDS_SHORT;
    gr_word_sound(a, x);
    gr_word_sound(b, y);
    return least == 1 && x[0] == y[0] ? WORDS_SOUND : WORDS_APART;
}

/* ---- names ---- */

/* A name as it may be meant. */
typedef struct View {
    char family[GR_PARTS_BYTES]; /* without blanks */
    const char *given[GR_PARTS_WORDS];
    size_t givens;
    bool turned; /* the family name first, though no comma says so */
} View;

enum { MOST_VIEWS = 4 };

/* The view in which words from `from` to `to` - 1 are the family name. */
static View view_of(const GrNameParts *p, size_t from, size_t to, bool turned) {
    View view = {.turned = turned};
    size_t len = 0;
    for (size_t i = 0; i < p->words; i++) {
        const char *word = gr_parts_word(p, i);
        if (i < from || i >= to) {
            view.given[view.givens++] = word;
        } else {
            memcpy(view.family + len, word, strlen(word) + 1);
            len += strlen(word);
        }
    }
    return view;
}

static size_t views_of(const GrNameParts *p, View view[MOST_VIEWS]) {
    size_t n = 0;
    if (p->family || p->words == 1) {
        view[0] = view_of(p, 0, p->family ? p->family : 1, false);
        return 1;
    }
    for (size_t last = 1; last < MOST_VIEWS && last < p->words; last++)
        view[n++] = view_of(p, p->words - last, p->words, false);
    view[n++] = view_of(p, 0, 1, true);
    return n;
}

static GrNameFit views_fit(const View *a, const View *b) {
    WordFit family = whole_words_fit(a->family, b->family), least = family;
    size_t common = a->givens < b->givens ? a->givens : b->givens;
    int edited = family == WORDS_EDITED;
    for (size_t i = 0; i < common && least != WORDS_APART; i++) {
        WordFit fit = given_words_fit(a->given[i], b->given[i]);
        edited += fit == WORDS_EDITED;
        least = fit < least ? fit : least;
    }
    if (least == WORDS_APART || edited > 1)
        return GR_NAMES_APART;
    if (!common && a->givens != b->givens)
        return least == WORDS_SAME && !a->turned && !b->turned ? GR_NAMES_BARE : GR_NAMES_APART;
    if (least < WORDS_SHORT)
        return GR_NAMES_NEAR;
    return least == WORDS_SHORT || a->givens != b->givens || a->turned || b->turned ? GR_NAMES_SHORT : GR_NAMES_SAME;
}

GrNameFit gr_names_fit(const GrNameParts *a, const GrNameParts *b) {
    View x[MOST_VIEWS], y[MOST_VIEWS];
    if (!a->words || !b->words || a->generation != b->generation)
        return GR_NAMES_APART;
    size_t of_a = views_of(a, x), of_b = views_of(b, y);
    GrNameFit best = GR_NAMES_APART;
    for (size_t i = 0; i < of_a; i++)
        for (size_t j = 0; j < of_b; j++) {
            GrNameFit fit = views_fit(&x[i], &y[j]);
            best = fit > best ? fit : best;
        }
    return (a->digits || b->digits) && best < GR_NAMES_SAME ? GR_NAMES_APART : best;
}
