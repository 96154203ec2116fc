/* Chases: what is what, who is pinned, and what a move begins to attack to gain by it. */
#include "rules/chase.h"

#include <stdlib.h>

#include "rules/tables.h"

/* ---- what is what ---- */

/* In how many directions a piece goes so; `how` is GR_WAY_MOVES or GR_WAY_TAKES. 0 if it goes otherwise, too. */
static int turns(const GrDefinedPiece *piece, GrWayKind kind, int longer, int shorter, unsigned how) {
    int found = 0;
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        int df = abs(way->df), dr = abs(way->dr);
        bool far = way->range == GR_FAR || (kind != GR_WAY_RIDE && kind != GR_WAY_HOP);
        bool fits = (df == longer && dr == shorter) || (df == shorter && dr == longer);
        if (!(way->how & how))
            continue;
        if (!fits || !far || way->kind != kind || (way->how & GR_WAY_FIRST))
            return 0;
        found++;
    }
    return found;
}

static bool goes(const GrDefinedPiece *piece, GrWayKind move, GrWayKind take, int longer, int shorter, int directions) {
    return turns(piece, move, longer, shorter, GR_WAY_MOVES) == directions &&
           turns(piece, take, longer, shorter, GR_WAY_TAKES) == directions;
}

/* Steps forwards and to both sides. */
static bool is_soldier(const GrDefinedPiece *piece) {
    for (int i = 0; i < piece->ways; i++)
        if (piece->way[i].dr < 0)
            return false;
    return goes(piece, GR_WAY_LEAP, GR_WAY_LEAP, 1, 0, 3);
}

void gr_chase_roles(GrDefined *defined) {
    GrRoles *role = &defined->role;
    for (int type = GR_KING + 1; type <= defined->def.types; type++) {
        const GrDefinedPiece *piece = &defined->def.piece[type];
        uint32_t bit = 1u << type;
        role->rook |= goes(piece, GR_WAY_RIDE, GR_WAY_RIDE, 1, 0, 4) ? bit : 0;
        role->cannon |= goes(piece, GR_WAY_RIDE, GR_WAY_HOP, 1, 0, 4) ? bit : 0;
        role->horse |= goes(piece, GR_WAY_LAME, GR_WAY_LAME, 2, 1, 8) ? bit : 0;
        role->elephant |= goes(piece, GR_WAY_LAME, GR_WAY_LAME, 2, 2, 4) ? bit : 0;
        role->advisor |= goes(piece, GR_WAY_LEAP, GR_WAY_LEAP, 1, 1, 4) ? bit : 0;
        role->soldier |= is_soldier(piece) ? bit : 0;
    }
}

/* ---- who attacks what ---- */

static GrSet occupied(const GrPosition *pos) {
    return pos->side[GR_WHITE] | pos->side[GR_BLACK];
}

static GrSet pieces_of(const GrPosition *pos, int side, uint32_t types) {
    GrSet set = 0;
    for (; types; types &= types - 1)
        set |= pos->type[__builtin_ctz(types)];
    return set & pos->side[side];
}

static int type_on(const GrPosition *pos, int sq) {
    return gr_type_of(pos->board[sq]);
}

/* The squares that a piece of a side would attack from sq if just `occ` were occupied. */
static GrSet attacks(const GrPosition *pos, int side, int type, int sq, GrSet occ) {
    return pos->rules->variant->hooks->takes(pos, side, type, sq, occ);
}

/* The pieces of a side that would attack sq. */
static GrSet attackers(const GrPosition *pos, int side, int sq, GrSet occ) {
    GrSet found = 0;
    for (GrSet left = pos->side[side]; left;) {
        int from = gr_set_pop(&left);
        if (gr_set_has(attacks(pos, side, type_on(pos, from), from, occ), sq))
            found |= gr_set_of(from);
    }
    return found;
}

static GrSet line_of(const GrDefinition *def, int sq, bool rank) {
    return gr_set_of(sq) | gr_defined_ray(def, sq, rank, !rank, GR_FAR) |
           gr_defined_ray(def, sq, -rank, -!rank, GR_FAR);
}

/* What lies between two squares of a rank or file, the squares left out; *aligned says whether they are that. */
static GrSet between(const GrDefinition *def, int a, int b, bool *aligned) {
    int df = b % def->files - a % def->files, dr = b / def->files - a / def->files;
    *aligned = (df == 0) != (dr == 0);
    if (!*aligned)
        return 0;
    return gr_defined_ray(def, a, (df > 0) - (df < 0), (dr > 0) - (dr < 0), abs(df) + abs(dr) - 1);
}

/* What is in the way of an enemy on sq to the king: of a horse the square at its leg. */
static GrSet way_to(const GrDefined *d, int sq, int type, int king, bool *aims) {
    int df = king % d->def.files - sq % d->def.files, dr = king / d->def.files - sq / d->def.files;
    if ((d->role.rook | d->role.cannon) >> type & 1)
        return between(&d->def, sq, king, aims);
    *aims = (d->role.horse >> type & 1) && abs(df) + abs(dr) == 3 && df && dr;
    return *aims ? gr_defined_path(&d->def, sq, df, dr) : 0;
}

/* Pieces of both sides that may not leave their squares freely, since enemies aim at a side's king through them: those
 * that stand alone in the way, and both of two before a cannon. Others that aim through each other are no hindrance. */
static GrSet blockers(const GrPosition *pos, int side) {
    const GrDefined *d = pos->rules->variant->defined;
    int king = gr_king_square(pos, side);
    GrSet occ = occupied(pos), aiming = 0, through = 0, found = 0;
    if (king == GR_NO_SQUARE)
        return 0;
    GrSet enemies = pieces_of(pos, !side, d->role.rook | d->role.cannon | d->role.horse);
    enemies &= ~attackers(pos, !side, king, occ);
    for (GrSet left = enemies; left;) {
        bool aims;
        int sq = gr_set_pop(&left), type = type_on(pos, sq);
        way_to(d, sq, type, king, &aims);
        aiming |= aims ? gr_set_of(sq) : 0;
        through |= aims && !(d->role.cannon >> type & 1) ? gr_set_of(sq) : 0;
    }
    while (aiming) {
        bool aims;
        int sq = gr_set_pop(&aiming), type = type_on(pos, sq);
        bool cannon = d->role.cannon >> type & 1;
        GrSet way = way_to(d, sq, type, king, &aims) & (cannon ? occ : occ & ~through);
        if (gr_set_count(way) == 1 || (cannon && gr_set_count(way) == 2))
            found |= way;
    }
    return found;
}

/* ---- chases ---- */

typedef struct Chase {
    const GrPosition *pos;
    const GrDefined *d;
    int us, them;    /* who is chased, who chases */
    GrSet occ, own;
    GrSet exempt;    /* the king, and soldiers that have not crossed the river */
    GrSet pinned;
    GrSet found;
} Chase;

static GrSet young_soldiers(const GrPosition *pos, const GrDefined *d, int side) {
    GrSet young = 0;
    for (GrSet left = pieces_of(pos, side, d->role.soldier); left;) {
        int sq = gr_set_pop(&left);
        if (gr_relative_rank(pos->rules->variant, side, sq) < d->def.piece[type_on(pos, sq)].sideways_rank)
            young |= gr_set_of(sq);
    }
    return young;
}

/* Where kings may not face each other, the last piece on the file is pinned between them. */
static GrSet pinned_by_king(const Chase *c) {
    int theirs = gr_king_square(c->pos, c->them);
    GrSet king = pieces_of(c->pos, c->us, 1u << GR_KING);
    GrSet file = theirs == GR_NO_SQUARE ? 0 : line_of(&c->d->def, theirs, false) & c->own;
    return c->d->def.flying_kings && (file & king) && gr_set_count(file) <= 2 ? file & ~king : 0;
}

static Chase chase_of(const GrPosition *pos) {
    Chase c = {.pos = pos, .d = pos->rules->variant->defined, .us = pos->turn, .them = !pos->turn,
               .occ = occupied(pos), .own = pos->side[pos->turn]};
    c.exempt = pieces_of(pos, c.us, 1u << GR_KING) | young_soldiers(pos, c.d, c.us);
    c.pinned = blockers(pos, c.us) | pinned_by_king(&c);
    return c;
}

/* Those of a horse's victims that are horses and attack it in turn. A horse may be hobbled where the other is not. */
static GrSet mutual(const Chase *c, int sq, int type, GrSet victims) {
    GrSet same = victims & pieces_of(c->pos, c->us, 1u << type), found = 0;
    GrSet near = gr_defined_ray(&c->d->def, sq, 1, 1, 1) | gr_defined_ray(&c->d->def, sq, 1, -1, 1) |
                 gr_defined_ray(&c->d->def, sq, -1, 1, 1) | gr_defined_ray(&c->d->def, sq, -1, -1, 1);
    if (!(c->d->role.horse >> type & 1) || !(near & c->occ))
        return same & ~c->pinned;
    while (same) {
        int other = gr_set_pop(&same);
        if (gr_set_has(attacks(c->pos, c->us, type, other, c->occ), sq))
            found |= gr_set_of(other);
    }
    return found;
}

/* Can nobody capture back on sq, where a piece comes from `from`? A king cannot if the other one watches the square. */
static bool is_rootless(const Chase *c, int sq, int from) {
    GrSet occ = c->occ & ~gr_set_of(from), roots = attackers(c->pos, c->us, sq, occ) & ~c->pinned;
    int king = gr_king_square(c->pos, c->them);
    bool aligned;
    if (!roots || !c->d->def.flying_kings || king == GR_NO_SQUARE || roots != pieces_of(c->pos, c->us, 1u << GR_KING))
        return !roots;
    return !(between(&c->d->def, king, sq, &aligned) & occ) && aligned;
}

/* Adds those that an enemy on sq chases, of those that it attacks. */
static void add_chased(Chase *c, int sq, GrSet victims) {
    const GrRoles *role = &c->d->role;
    int type = type_on(c->pos, sq);
    victims &= ~c->exempt;
    if ((role->horse | role->cannon) >> type & 1)
        c->found |= victims & pieces_of(c->pos, c->us, role->rook);
    if ((role->elephant | role->advisor) >> type & 1)
        c->found |= victims & pieces_of(c->pos, c->us, role->rook | role->cannon | role->horse);
    for (victims &= ~c->found & ~mutual(c, sq, type, victims); victims;) {
        int victim = gr_set_pop(&victims);
        c->found |= is_rootless(c, victim, sq) ? gr_set_of(victim) : 0;
    }
}

/* By the piece that moved, but for kings and soldiers. Along its line a rook or a cannon attacked before, too. */
static void add_direct(Chase *c, int from, int to) {
    const GrRoles *role = &c->d->role;
    int type = type_on(c->pos, to);
    if (type == GR_KING || (role->soldier >> type & 1))
        return;
    GrSet victims = attacks(c->pos, c->them, type, to, c->occ) & c->own;
    if ((role->rook | role->cannon) >> type & 1)
        victims &= ~line_of(&c->d->def, to, from / c->d->def.files == to / c->d->def.files);
    add_chased(c, to, victims);
}

/* By pieces whose way was opened, or that have something to leap over now. */
static void add_opened(Chase *c, int to, GrSet occ_before) {
    const GrRoles *role = &c->d->role;
    uint32_t far = role->rook | role->cannon;
    GrSet left = pieces_of(c->pos, c->them, far | role->horse | role->elephant);
    if (!(far >> type_on(c->pos, to) & 1))
        left &= ~gr_set_of(to);
    while (left) {
        int sq = gr_set_pop(&left), type = type_on(c->pos, sq);
        add_chased(c, sq, c->own & attacks(c->pos, c->them, type, sq, c->occ) &
                              ~attacks(c->pos, c->them, type, sq, occ_before));
    }
}

/* Of what a piece defends that is now pinned, whatever is attacked. */
static void add_fake_roots(Chase *c, GrSet newly_pinned) {
    GrSet bound = newly_pinned ? blockers(c->pos, c->them) : 0;
    while (newly_pinned) {
        int sq = gr_set_pop(&newly_pinned);
        GrSet defended = c->own & ~c->exempt & attacks(c->pos, c->us, type_on(c->pos, sq), sq, c->occ);
        while (defended) {
            int victim = gr_set_pop(&defended);
            if (attackers(c->pos, c->them, victim, c->occ) & ~bound)
                c->found |= gr_set_of(victim);
        }
    }
}

/* By pieces that would give check by leaving their square: whatever they capture, but where the king captures back. */
static void add_discoverers(Chase *c, GrSet discoverers) {
    int king = gr_king_square(c->pos, c->us);
    if (king == GR_NO_SQUARE)
        return;
    GrSet near = attacks(c->pos, c->us, GR_KING, king, c->occ);
    while (discoverers) {
        int sq = gr_set_pop(&discoverers);
        GrSet victims = c->own & attacks(c->pos, c->them, type_on(c->pos, sq), sq, c->occ);
        c->found |= victims & ~near;
        for (victims &= near; victims;) {
            int victim = gr_set_pop(&victims);
            GrSet occ = c->occ & ~gr_set_of(sq) & ~gr_set_of(king);
            if (attackers(c->pos, c->them, victim, occ) & ~gr_set_of(sq))
                c->found |= gr_set_of(victim);
        }
    }
}

GrSet gr_chased(const GrPosition *before, GrMove move, const GrPosition *after) {
    if (!gr_is_by_piece(move))
        return 0;
    Chase c = chase_of(after);
    GrSet fresh = blockers(after, c.us) & ~blockers(before, c.us);
    add_direct(&c, gr_move_from(move), gr_move_to(move));
    add_opened(&c, gr_move_to(move), occupied(before));
    add_fake_roots(&c, fresh & c.own);
    add_discoverers(&c, fresh & ~c.own);
    return c.found;
}
