/* Faults of a position as they are reported: few, and in the order of the text. Internal to the library and its
 * programs. */
#ifndef GR_NOTATION_FEN_FAULTS_H
#define GR_NOTATION_FEN_FAULTS_H

#include <stdio.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/variant.h"

/* Another game, on a board of another size, of which the text is a sound position; NULL if there is none. */
static inline const GrVariant *gr_fen_other_game(const GrVariants *variants, const GrRules *rules, const char *text) {
    const GrVariant *own = gr_variant(rules);
    const GrRules *other;
    GrPosition pos;
    GrFaults faults;
    for (size_t n = 0; variants && (other = gr_variants_at(variants, n)) != NULL; n++) {
        const GrVariant *variant = gr_variant(other);
        bool same = variant->files == own->files && variant->ranks == own->ranks;
        if (!same && gr_fen_read(other, text, &pos, &faults) == 0 && !faults.count)
            return variant;
    }
    return NULL;
}

/* Sorts the faults of a text by column. Of more than three the others are only counted; of a sound position of another
 * game it is said that it is one, instead. */
static inline void gr_faults_arrange(GrFaults *faults, const GrVariants *variants, const GrRules *rules,
                                     const char *text) {
    enum { SHOWN = 3 };
    const GrVariant *other = faults->count > faults->dropped ? gr_fen_other_game(variants, rules, text) : NULL;
    unsigned count = faults->count < GR_MAX_FAULTS ? faults->count : GR_MAX_FAULTS;
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k && faults->fault[k - 1].column > faults->fault[k].column; k--) {
            unsigned char last[sizeof faults->fault[0]];
            memcpy(last, &faults->fault[k], sizeof last);
            memcpy(&faults->fault[k], &faults->fault[k - 1], sizeof last);
            memcpy(&faults->fault[k - 1], last, sizeof last);
        }
    if (other) {
        snprintf(faults->fault[0].text, sizeof faults->fault[0].text, "this is a position of %s; give -v %s",
                 other->title, other->name);
        faults->fault[0].dropped = false;
        faults->count = 1;
        faults->dropped = 0;
    } else if (faults->count > faults->dropped && faults->count > SHOWN) {
        char *text_of_last = faults->fault[SHOWN - 1].text;
        size_t len = strlen(text_of_last);
        snprintf(text_of_last + len, sizeof faults->fault[0].text - len, "; %u more", faults->count - SHOWN);
        faults->count = SHOWN;
    }
}

#endif
