/* Names of squares and letters of pieces; filling tables once. */
#include "rules/variant.h"

#include <string.h>

#include "rules/tables.h"

const GrVariant *gr_variant(const GrRules *rules) {
    return rules->variant;
}

bool gr_pawns_anywhere(const GrVariant *variant) {
    return variant->hooks->pawns_anywhere;
}

bool gr_only_shrinks(const GrVariant *variant) {
    return !variant->grows && !strchr(variant->start, '[');
}

int gr_type_of_letter(const GrVariant *variant, char letter) {
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    for (int type = 1; letter && type <= variant->types; type++)
        if (variant->piece[type].letter == letter)
            return type;
    return 0;
}

int gr_piece_sign(const GrVariant *variant, int type, char out[3]) {
    int length = 0;
    if (variant->piece[type].flags & GR_IS_PROMOTED)
        out[length++] = '+';
    if (variant->piece[type].letter)
        out[length++] = variant->piece[type].letter;
    out[length] = '\0';
    return length;
}

int gr_piece_read(const GrVariant *variant, const char *text, int *type) {
    bool promoted = *text == '+' && variant->promoted;
    int base = gr_type_of_letter(variant, text[promoted]);
    *type = base;
    if (!base)
        return 0;
    for (int other = base + 1; promoted && other <= variant->types; other++)
        if ((variant->piece[other].flags & GR_IS_PROMOTED) &&
            variant->piece[other].letter == variant->piece[base].letter)
            *type = other;
    return *type == base && promoted ? 0 : 1 + promoted;
}

int gr_base_type(const GrVariant *variant, int type) {
    return variant->piece[type].flags & GR_IS_PROMOTED ? gr_type_of_letter(variant, variant->piece[type].letter) : type;
}

int gr_square_name(const GrVariant *v, int sq, char out[4]) {
    int length = 0, rank = sq / v->files + 1;
    out[length++] = (char)('a' + sq % v->files);
    if (rank >= 10)
        out[length++] = (char)('0' + rank / 10);
    out[length++] = (char)('0' + rank % 10);
    out[length] = '\0';
    return length;
}

int gr_square_read(const GrVariant *v, const char *text, int *sq) {
    int file = text[0] - 'a';
    if (file < 0 || file >= v->files || text[1] < '1' || text[1] > '9')
        return 0;
    int rank = text[1] - '0', length = 2;
    if (text[2] >= '0' && text[2] <= '9' && rank * 10 + (text[2] - '0') <= v->ranks) {
        rank = rank * 10 + (text[2] - '0');
        length = 3;
    }
    if (rank > v->ranks)
        return 0;
    *sq = gr_square(v, file, rank - 1);
    return length;
}

void gr_rules_fill_once(GrFilling *filling) {
    pthread_mutex_lock(&filling->lock);
    if (!atomic_load_explicit(&filling->done, memory_order_relaxed))
        filling->fill(filling->rules, NULL);
    atomic_store_explicit(&filling->done, true, memory_order_release);
    pthread_mutex_unlock(&filling->lock);
}
