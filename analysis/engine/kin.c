/* Games that are so much like another one that its network judges them, too. */
#include "analysis/engine/kin.h"

#include <string.h>

#include "rules/definition.h"

static const GrDefinition *definition_of(const GrVariant *variant) {
    return variant->defined ? gr_defined(variant) : NULL;
}

/* What a side may aim at beside mate, and what becomes of captured pieces. */
typedef struct Aims {
    bool checks, goal, keeps;
} Aims;

static Aims aims_of(const GrVariant *variant) {
    const GrDefinition *def = definition_of(variant);
    if (!def) /* of those with C files these have networks */
        return (Aims){.checks = strcmp(variant->name, "threecheck") == 0,
                      .goal = strcmp(variant->name, "kingofthehill") == 0, .keeps = variant->hands};
    return (Aims){.checks = def->counts_checks, .goal = def->flag_region[GR_WHITE] || def->flag_region[GR_BLACK],
                  .keeps = def->keeps_captures};
}

static bool same_aims(const GrVariant *variant, const GrVariant *of) {
    Aims a = aims_of(variant), b = aims_of(of);
    return a.checks == b.checks && a.goal == b.goal && a.keeps == b.keeps;
}

/* Where a king may come onto the board later, there is none at the start. */
static bool has_kings(const GrVariant *variant) {
    return variant->royals == GR_ROYALS_BOTH || variant->royals == GR_ROYALS_FALL;
}

/* Is the game won, or played, by rules that no network has seen? */
static bool is_strange(const GrVariant *variant) {
    const GrDefinition *def = definition_of(variant);
    return !def || !has_kings(variant) || variant->must_take || variant->mated || variant->walls ||
           variant->explosions || def->no_checks || def->free_drops || def->line || def->line_square ||
           def->line_spread || def->extinction_types || def->castling_wins || def->ends_full ||
           def->link_from[GR_WHITE] || def->link_from[GR_BLACK];
}

static bool same_reach(const GrReach *a, const GrReach *b) {
    return memcmp(a->leap, b->leap, sizeof a->leap) == 0 && a->orth == b->orth && a->diag == b->diag;
}

/* Pawns of both go straight on, or diagonally, or to the side: what counts is that they arrive on the last rank. */
static bool arrives_as_pawn(const GrVariant *variant, int type) {
    const GrDefinition *def = gr_defined(variant);
    GrSet last[2] = {0};
    for (int file = 0; file < variant->files; file++) {
        last[GR_WHITE] |= gr_set_of(gr_square(variant, file, variant->ranks - 1));
        last[GR_BLACK] |= gr_set_of(gr_square(variant, file, 0));
    }
    return def->piece[type].promotes[GR_WHITE] && def->piece[type].promotes[GR_BLACK] &&
           def->promotion_region[GR_WHITE] == last[GR_WHITE] && def->promotion_region[GR_BLACK] == last[GR_BLACK];
}

static bool goes_alike(const GrVariant *variant, const GrVariant *of, int type) {
    const GrPieceRow *a = &variant->piece[type], *b = &of->piece[type];
    if (a->letter != b->letter)
        return false;
    if (b->flags & GR_IS_PAWN)
        return (a->flags & GR_IS_PAWN) || arrives_as_pawn(variant, type);
    return a->flags == b->flags && same_reach(&a->move, &b->move) && same_reach(&a->capture, &b->capture);
}

bool gr_is_kin(const GrVariant *variant, const GrVariant *of) {
    if (is_strange(variant) || of->royals != GR_ROYALS_BOTH || of->explosions || variant->files != of->files ||
        variant->ranks != of->ranks || variant->types != of->types || variant->holes != of->holes ||
        variant->drops != of->drops || !same_aims(variant, of))
        return false;
    for (int type = 1; type <= of->types; type++)
        if (!goes_alike(variant, of, type))
            return false;
    return true;
}
