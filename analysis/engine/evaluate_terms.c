/* Terms of the evaluation that only one variant has. */
#include "analysis/engine/evaluate_local.h"

static void add(int sum[GR_PHASES], int midgame, int endgame) {
    sum[GR_MIDGAME] += midgame;
    sum[GR_ENDGAME] += endgame;
}

/* ---- magician: spells ---- */

enum { SPELL_MIDGAME = 3, SPELL_ENDGAME = 4, THREAT = 12, KING_IN_REACH = 15 };

/* Squares orthogonally next to sq. */
static GrSet beside(const GrGeometry *g, int sq) {
    const GrAxis *rank = &g->axis[sq][0], *file = &g->axis[sq][1];
    return (rank->above | rank->below | file->above | file->below) & g->near[sq];
}

/* Squares from which, or at which, a hole can be moved by a magician: one step diagonally or two
 * orthogonally away, whatever stands between. */
static GrSet spell_range(const GrGeometry *g, const GrVariant *v, int sq) {
    GrSet near = g->near[sq], set = near & ~beside(g, sq);
    int file = sq % v->files, rank = sq / v->files;
    set |= file >= 2 ? gr_set_of(sq - 2) : 0;
    set |= file + 2 < v->files ? gr_set_of(sq + 2) : 0;
    set |= rank >= 2 ? gr_set_of(sq - 2 * v->files) : 0;
    set |= rank + 2 < v->ranks ? gr_set_of(sq + 2 * v->files) : 0;
    return set;
}

/* Every hole that a side can move, and what stands next to it, counts once however many magicians
 * reach it. */
void gr_terms_magician(const GrEvaluator *eval, const GrPosition *pos, int side,
                         int sum[GR_PHASES]) {
    const GrGeometry *g = &eval->geometry;
    GrSet reached = 0;
    for (int type = 2; type <= eval->variant->types; type++) {
        if (!(eval->variant->piece[type].flags & GR_CASTS))
            continue;
        for (GrSet left = pos->type[type] & pos->side[side]; left;)
            reached |= spell_range(g, eval->variant, gr_set_pop(&left));
    }
    for (GrSet holes = reached & pos->type[0]; holes;) {
        GrSet around = beside(g, gr_set_pop(&holes)) & ~pos->type[0];
        GrSet enemies = around & pos->side[!side];
        int spells = gr_set_count(around);
        add(sum, SPELL_MIDGAME * spells, SPELL_ENDGAME * spells);
        add(sum, THREAT * gr_set_count(enemies), THREAT * gr_set_count(enemies));
        if (enemies & pos->type[GR_KING])
            add(sum, KING_IN_REACH, KING_IN_REACH);
    }
}

static int worth(const GrEvaluator *eval, const GrVariant *v, char letter) {
    return eval->row[gr_type_of_letter(v, letter)].value[GR_MIDGAME];
}

/* ---- royal: what kings and magicians still carry ---- */

enum { HELD_BISHOP = 1, HELD_KNIGHT = 2, HELD_ROOK = 4 };

/* What is left of a reserve's worth for a piece on a relative rank, in hundredths: a dropped piece
 * is there, one held has still to be walked up the board, three ranks for the first. */
static int walked(int rank) {
    static const uint8_t share[] = {40, 44, 52, 58, 64, 60, 50, 40};
    return rank < 8 ? share[rank] : 40;
}

static int held(const GrEvaluator *eval, unsigned reserve) {
    const GrVariant *v = eval->variant;
    int sum = 0;
    sum += reserve & HELD_BISHOP ? worth(eval, v, 'B') : 0;
    sum += reserve & HELD_KNIGHT ? worth(eval, v, 'N') : 0;
    sum += reserve & HELD_ROOK ? worth(eval, v, 'R') * 3 / 4 : 0;
    return sum;
}

void gr_terms_royal(const GrEvaluator *eval, const GrPosition *pos, int side,
                      int sum[GR_PHASES]) {
    const GrVariant *v = eval->variant;
    int king = gr_set_first(pos->type[GR_KING] & pos->side[side]);
    int worth = held(eval, pos->pocket[2 * side]);
    /* A king has to come out for it, which is cheap only when few enemies are left. */
    add(sum, worth / 6, worth * walked(gr_relative_rank(v, side, king)) / 100);
    GrSet magicians = pos->type[gr_type_of_letter(v, 'M')] & pos->side[side];
    if (!magicians)
        return;
    int rank = gr_relative_rank(v, side, gr_set_first(magicians));
    worth = held(eval, pos->pocket[2 * side + 1]) * walked(rank) / 100;
    add(sum, worth, worth);
}

/* ---- wizard: dragons to resurrect, the warrior in hand, the teleport ---- */

enum { QUESTING = 60, QUESTING_WITH_DRAGON = 140, DRAGON = 25, TELEPORT = 20 };

void gr_terms_wizard(const GrEvaluator *eval, const GrPosition *pos, int side,
                       int sum[GR_PHASES]) {
    int dragons = pos->pocket[side];
    int questing = gr_set_count(pos->extra[GR_QUESTING] & pos->side[side]);
    int worth = dragons * DRAGON + questing * (dragons ? QUESTING_WITH_DRAGON : QUESTING);
    if (pos->rights >> side & 1)
        add(sum, TELEPORT, TELEPORT / 2);
    if (pos->pending && pos->turn == side) {
        const GrPieceValue *warrior = &eval->row[gr_type_of_letter(eval->variant, 'W')];
        add(sum, warrior->value[GR_MIDGAME], warrior->value[GR_ENDGAME]);
    }
    add(sum, worth, worth);
}
