/* What is wrong with a definition. */
#include <ctype.h>
#include <stdlib.h>

#include "rules/defined_build.h"

static int wrong_way(const GrDefinition *def, int type, GrError *error) {
    const GrDefinedPiece *piece = &def->piece[type];
    if (piece->ways > GR_DEFINED_WAYS || (piece->pawn && piece->ways))
        return gr_fail(error, GR_ERR_LIMIT, "'%c' has too many ways to go", piece->letter);
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        bool first = way->how & GR_WAY_FIRST;
        if ((!way->df && !way->dr) || abs(way->df) >= GR_DEFINED_SIZE || abs(way->dr) >= GR_DEFINED_SIZE ||
            way->kind > GR_WAY_SHY || !way->range || way->range > GR_FAR || !(way->how & 3) || way->how > 15)
            return gr_fail(error, GR_ERR_ILLEGAL, "'%c' has a way to go that means nothing", piece->letter);
        if (first && (way->how & GR_WAY_TAKES))
            return gr_fail(error, GR_ERR_ILLEGAL, "'%c' captures by a first step, which is not supported",
                           piece->letter);
    }
    return 0;
}

static int wrong_piece(const GrDefinition *def, int type, GrError *error) {
    const GrDefinedPiece *piece = &def->piece[type];
    if (type == GR_KING && !piece->letter)
        return piece->ways ? gr_fail(error, GR_ERR_ILLEGAL, "a piece without a letter") : 0;
    if (piece->letter < 'A' || piece->letter > 'Z')
        return gr_fail(error, GR_ERR_ILLEGAL, "a piece whose letter is none from A to Z");
    for (int other = 1; other < type; other++)
        if (def->piece[other].letter == piece->letter && !piece->base)
            return gr_fail(error, GR_ERR_ILLEGAL, "two pieces have the letter '%c'", piece->letter);
    if (type == GR_KING && (piece->pawn || piece->promotes[0] || piece->promotes[1] || piece->passes[0] ||
                            piece->passes[1]))
        return gr_fail(error, GR_ERR_ILLEGAL, "the royal piece cannot be a pawn");
    return wrong_way(def, type, error);
}

/* A promoted type and its base have to name each other. */
static int wrong_change(const GrDefinition *def, int type, GrError *error) {
    const GrDefinedPiece *piece = &def->piece[type];
    const GrDefinedPiece *base = piece->base < type ? &def->piece[piece->base] : NULL;
    bool pair = !piece->base || (base && base->promoted == type && base->letter == piece->letter && !base->base);
    bool forth = !piece->promoted || (piece->promoted <= def->types && def->piece[piece->promoted].base == type);
    if (!pair || !forth || (piece->base && (piece->pawn || piece->promoted || piece->base == GR_KING)))
        return gr_fail(error, GR_ERR_ILLEGAL, "'%c' is not promoted as a piece can be", piece->letter);
    return 0;
}

/* Moves are listed in a room of fixed size. */
static int wrong_hands(const GrDefinition *def, GrError *error) {
    const uint32_t all = (2u << def->types) - 2;
    int dropped = 0, squares = def->files * def->ranks;
    for (int type = 2; type <= def->types; type++)
        dropped += !def->piece[type].base || def->drops_promoted;
    if (def->drops && dropped * squares > GR_MAX_MOVES / 4 * 3)
        return gr_fail(error, GR_ERR_LIMIT, "%d types that may be dropped on %d squares; together at most %d", dropped,
                       squares, GR_MAX_MOVES / 4 * 3);
    if (def->gates && (def->walls || def->first_leaps || 2 * def->castling_rank + 1 >= def->ranks))
        return gr_fail(error, GR_ERR_ILLEGAL, "pieces cannot be put where others were in such a game");
    if ((def->drops_apart & ~all) || (def->no_drop_mates & ~all) || (def->must_drop & ~(all | 1)) ||
        (def->drops_by_colour & ~all))
        return gr_fail(error, GR_ERR_ILLEGAL, "a rule for drops of a type that is none");
    return 0;
}

static int wrong_letters(const GrDefinition *def, GrError *error) {
    int pawns = 0;
    for (const char *c = def->name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_')
            return gr_fail(error, GR_ERR_ILLEGAL, "'%c' in the name '%s'", *c, def->name);
    if (!def->name[0])
        return gr_fail(error, GR_ERR_ILLEGAL, "a game without a name");
    for (int type = 1; type <= def->types; type++) {
        pawns += def->piece[type].pawn;
        int code = wrong_piece(def, type, error);
        if (!code)
            code = wrong_change(def, type, error);
        if (code)
            return code;
    }
    return pawns > 1 ? gr_fail(error, GR_ERR_ILLEGAL, "more than one type is the pawn of chess") : 0;
}

int gr_defined_faults(const GrDefinition *def, GrError *error) {
    if (def->files < 1 || def->ranks < 1 || def->files > GR_DEFINED_SIZE || def->ranks > GR_DEFINED_SIZE)
        return gr_fail(error, GR_ERR_LIMIT, "a board of %d by %d squares; at most %d by %d", def->files, def->ranks,
                       GR_DEFINED_SIZE, GR_DEFINED_SIZE);
    if (def->files * def->ranks > GR_MAX_SQUARES)
        return gr_fail(error, GR_ERR_LIMIT, "a board of %d by %d has %d squares; at most %d", def->files, def->ranks,
                       def->files * def->ranks, GR_MAX_SQUARES);
    if (def->types < 1 || def->types > GR_DEFINED_TYPES)
        return gr_fail(error, GR_ERR_LIMIT, "%d types of pieces; at most %d", def->types, GR_DEFINED_TYPES);
    for (int side = 0; side < 2; side++)
        if ((def->promotions[side] & 3) || (uint64_t)def->promotions[side] >> (def->types + 1))
            return gr_fail(error, GR_ERR_ILLEGAL, "pawns cannot become the royal piece");
    if (def->repetition_value < GR_ENDS_LOST || def->repetition_value > GR_ENDS_WON)
        return gr_fail(error, GR_ERR_ILLEGAL, "repetitions end in nothing that is a result");
    if (def->blasts && def->piece[GR_KING].letter)
        return gr_fail(error, GR_ERR_ILLEGAL, "where captures explode there can be no king, but a commoner instead");
    int code = wrong_hands(def, error);
    return code ? code : wrong_letters(def, error);
}
