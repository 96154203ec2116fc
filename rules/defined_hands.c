/* Hands of games that are described in a file, as FEN has them, and the marks of pieces that pawns have become. */
#include <ctype.h>

#include "rules/defined_build.h"
#include "rules/tables.h"

int gr_defined_in_hand(const GrPosition *pos, int side, int type) {
    return pos->hand[side][type & (GR_MAX_TYPES - 1)];
}

size_t gr_defined_write_hands(const GrPosition *pos, char *out) {
    const GrVariant *v = pos->rules->variant;
    char *at = out;
    for (int side = GR_WHITE; side <= GR_BLACK; side++)
        for (int type = v->defined->held_kings ? 1 : 2; type <= v->types; type++)
            for (int n = pos->hand[side][type]; n > 0; n--)
                *at++ = side == GR_WHITE ? v->piece[type].letter : (char)tolower(v->piece[type].letter);
    return (size_t)(at - out);
}

const char *gr_defined_read_hands(GrPosition *pos, const char *text, size_t length) {
    const GrVariant *v = pos->rules->variant;
    if (length == 1 && *text == '-')
        return NULL;
    for (size_t i = 0; i < length; i++) {
        int type = isalpha((unsigned char)text[i]) ? gr_type_of_letter(v, text[i]) : 0;
        uint8_t *hand = &pos->hand[islower((unsigned char)text[i]) ? GR_BLACK : GR_WHITE][type];
        bool king = type == GR_KING && v->defined->held_kings && !*hand;
        if (type <= GR_KING && !king)
            return "a hand holds letters of pieces, lower case for Black, and no royal one";
        if (*hand == (v->defined->def.keeps_captures ? GR_HAND_MAX : 2 * GR_HAND_MAX))
            return "too many pieces";
        ++*hand;
    }
    return NULL;
}

/* Where pieces are dropped without being held, the hands of a FEN mean nothing. */
const char *gr_defined_read_no_hands(GrPosition *pos, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] != '-' && !(isalpha((unsigned char)text[i]) && gr_type_of_letter(pos->rules->variant, text[i])))
            return "a hand holds letters of pieces, lower case for Black";
    return NULL;
}

size_t gr_defined_write_mark(const GrPosition *pos, int sq, char *out) {
    *out = '~';
    return gr_set_has(pos->extra[GR_PROMOTED], sq);
}

/* Can pawns of a side become the type? */
static bool may_be_promoted(const GrDefinition *def, int side, int type) {
    return def->promotions[side] >> type & 1;
}

const char *gr_defined_read_mark(GrPosition *pos, int sq, char mark) {
    const GrDefinition *def = &pos->rules->variant->defined->def;
    int piece = pos->board[sq];
    if (mark != '~')
        return "only '~' follows a piece, for one that a pawn has become";
    if (piece == GR_HOLE || !may_be_promoted(def, gr_side_of(piece), gr_type_of(piece)))
        return "no pawn becomes this piece";
    pos->extra[GR_PROMOTED] |= gr_set_of(sq);
    return NULL;
}
