/* The counting rules of Makruk and related games, which draw when a count of moves is exceeded, and the rights to first
 * leaps in Cambodian chess. */
#include <ctype.h>
#include <string.h>

#include "rules/defined_build.h"
#include "rules/tables.h"

/* ---- counting ---- */

/* Types that go as a rook, a khon or a knight, whatever their names. */
void gr_defined_counted_types(GrDefined *defined) {
    static const char *const betza[3] = {"R", "FfW", "N"};
    for (int type = 2; type <= defined->def.types; type++) {
        for (int i = 0; i < 3; i++)
            if (!strcmp(defined->def.piece[type].betza, betza[i]))
                defined->counted[i] |= 1u << type;
        if (defined->def.piece[type].pawn)
            defined->chess_pawn = (uint8_t)type;
    }
}

static int count_of(const GrPosition *pos, int side, uint32_t types) {
    int n = 0;
    for (; types; types &= types - 1)
        n += gr_set_count(pos->side[side] & pos->type[__builtin_ctz(types)]);
    return n;
}

static bool has_pawns(const GrPosition *pos) {
    int pawn = pos->rules->variant->defined->chess_pawn;
    return pawn && pos->type[pawn];
}

/* The moves that a bare king has against these pieces. */
static int limit_against(const GrPosition *pos, int side, int rest) {
    const GrDefined *defined = pos->rules->variant->defined;
    int rooks = count_of(pos, side, defined->counted[0]), khons = count_of(pos, side, defined->counted[1]);
    if (rooks)
        return rooks > 1 ? 8 : 16;
    if (khons > 1)
        return 22;
    if (count_of(pos, side, defined->counted[2]) > 1)
        return 32;
    return khons ? 44 : rest;
}

/* How many moves a side may count, 0 if it may not. */
static int limit_of(const GrPosition *pos, int side) {
    const GrDefined *defined = pos->rules->variant->defined;
    int own = gr_set_count(pos->side[side]), others = gr_set_count(pos->side[!side]), rule = defined->def.counting;
    bool cambodian = rule == GR_COUNTING_CAMBODIAN;
    if (rule == GR_COUNTING_ASEAN) {
        if (own > 1 || has_pawns(pos))
            return 0;
        return count_of(pos, !side, defined->counted[0])   ? 16
               : count_of(pos, !side, defined->counted[1]) ? 44
               : count_of(pos, !side, defined->counted[2]) ? 64
                                                           : 0;
    }
    if (others == 1 || (cambodian ? own > 3 : has_pawns(pos)))
        return 0;
    if (own > 1)
        return cambodian ? 63 : 64;
    if (cambodian && has_pawns(pos))
        return 0;
    int limit = limit_against(pos, !side, 64);
    return cambodian ? limit - 1 : limit;
}

/* The count begins with the pieces on the board, but where several pieces count, with nothing. */
static void start_count(GrPosition *pos, int side, int begun) {
    pos->count_limit = (uint8_t)(2 * limit_of(pos, side));
    pos->counted = (uint8_t)begun;
}

void gr_defined_count_move(GrPosition *pos, int took, bool promoted) {
    const GrDefinition *def = &pos->rules->variant->defined->def;
    if (!pos->count_limit && def->counting != GR_COUNTING_CAMBODIAN && has_pawns(pos))
        return; /* nobody may: so it is in most games until their end */
    int us = !pos->turn, them = pos->turn, all = gr_set_count(pos->side[0] | pos->side[1]);
    int theirs = gr_set_count(pos->side[them]);
    bool asean = def->counting == GR_COUNTING_ASEAN;
    if (pos->count_limit && pos->counted < UINT8_MAX)
        pos->counted++;
    if (!asean && def->piece[took].pawn && gr_set_count(pos->side[us]) == 1 && !has_pawns(pos) && limit_of(pos, us))
        start_count(pos, us, 2 * all - 1);
    if ((!pos->count_limit || ((took || promoted) && theirs == 1)) && limit_of(pos, them))
        start_count(pos, them, asean || theirs > 1 ? 0 : 2 * all);
}

/* ---- rights of first leaps ---- */

int gr_defined_gates(GrDefined *defined, const char *rights, GrError *error) {
    const GrDefinition *def = &defined->def;
    int n = 0;
    for (; isalpha((unsigned char)*rights); rights++, n++) {
        int file = tolower((unsigned char)*rights) - 'a';
        if (n == 4 || file >= def->files)
            return gr_fail(error, GR_ERR_ILLEGAL, "rights of first leaps are files, four at most");
        defined->rights[n] = *rights;
        defined->gate[n] = (uint8_t)(file + (islower((unsigned char)*rights) ? (def->ranks - 1) * def->files : 0));
    }
    defined->gates = n;
    return 0;
}

const char *gr_defined_read_gate(GrPosition *pos, char letter) {
    const GrDefined *defined = pos->rules->variant->defined;
    const char *found = strchr(defined->rights, letter);
    if (!found || !letter)
        return "no piece leaps from that file";
    int right = (int)(found - defined->rights), code = pos->board[defined->gate[right]];
    int side = islower((unsigned char)letter) ? GR_BLACK : GR_WHITE;
    if (code == GR_EMPTY || code == GR_HOLE || gr_side_of(code) != side)
        return "no piece of its side stands there";
    pos->rights |= (uint8_t)(1u << right);
    return NULL;
}
