/* Magician Chess: Jonathon Whittle's chess on 7 by 7 squares with nine holes (1999).
 *
 * A hole is no square: nothing stands on it and slides stop before it. Magicians (and pawns that
 * were promoted to a piece with a magician's powers) cast spells: a hole one square diagonally or
 * exactly two squares straight from the magician changes places with a square next to it, straight
 * on. Whatever stands there, of either side, is carried to where the hole was, or falls, as the
 * caster likes; but a king cannot be made to fall. That a hole could be moved under a king is what
 * makes a magician's check.
 *
 * Rulings: a pawn carried to the last rank does not promote and has no move from there; a king or
 * rook that was carried has lost its castling right.
 */
#define FILES 7
#define RANKS 7
#define PAWNS 1
#define PROMOTIONS 3
#define CASTLINGS 4

#include "rules/hooks.h"
#include "rules/piece_rows.h"
#include "rules/registry.h"

enum { K = 1, R, N, M, P, C, W, S, TYPES = 8 };

#define MAGICIAN {.leap = {{1, 0}, {2, 2}}}
#define WARLOCK {.leap = {{2, 2}}, .orth = GR_FAR}
#define SORCERER {.leap = {{1, 2}, {1, 0}, {2, 2}}}

static const GrPieceRow piece[TYPES + 1] = {
    [K] = KING_PIECE,
    [R] = ROOK_PIECE,
    [N] = KNIGHT_PIECE,
    [M] = {'M', 0, "Magician", "", GR_CASTS, MAGICIAN, NOTHING},
    [P] = PAWN_PIECE,
    [C] = CHANCELLOR_PIECE,
    [W] = {'W', 0, "Warlock", "", GR_CASTS, WARLOCK, ROOK},
    [S] = {'S', 0, "Sorcerer", "", GR_CASTS, SORCERER, KNIGHT},
};

/* Two squares from relative ranks 1 and 2, whatever the pawn's history. */
static const GrPawnRow pawn[PAWNS] = {{.type = P, .leap_ranks = 1 << 0 | 1 << 1, .steps = 2}};
static const uint8_t promotion[PROMOTIONS] = {C, W, S};
static const GrCastling castling[CASTLINGS] = {
    {3, 1, 0, 2, "O-O(b)"},
    {3, 5, 6, 4, "O-O(f)"},
    {45, 43, 42, 44, "O-O(b)"},
    {45, 47, 48, 46, "O-O(f)"},
};

#define EXTRA_ATTACKERS spell_attackers
#define EXTRA_ATTACKS spell_attacks
#define EXTRA_ORIGINS spell_origins
#define EXTRA_WATCH spell_watch
#define EXTRA_MOVES spells
#define OWN_PLAY play
#define OWN_KINDS(pattern) (1u << GR_SPELL | 1u << GR_SPELL_FALL)
/* Holes help to mate, so that a lone knight might. */
#define LIGHT(p) ((BB)0)
#include "rules/core_hooks.h"

typedef struct SpellTables {
    Tables core;
    BB beside[SQUARES]; /* where a hole may move to; and from where one may come */
    BB caster[SQUARES]; /* from where a magician may move a hole that is here */
} SpellTables;

static size_t size(const GrVariant *variant) {
    (void)variant;
    return sizeof(SpellTables);
}

static void fill(GrRules *rules) {
    const GrReach step = {.leap = {{1, 0}}}, spell = {.leap = {{1, 1}, {2, 0}}};
    SpellTables *t = rules->board;
    core_fill_tables(&t->core);
    for (int sq = 0; sq < SQUARES; sq++) {
        t->beside[sq] = leaps_from(&step, sq);
        t->caster[sq] = leaps_from(&spell, sq);
    }
}

INLINE const SpellTables *spell_tables(const GrPosition *p) {
    return p->rules->board;
}

INLINE BB holes(const GrPosition *p) {
    return type_of(p, 0);
}

INLINE BB casters(const GrPosition *p, int side) {
    return (type_of(p, M) | type_of(p, W) | type_of(p, S)) & side_of(p, side);
}

/* Casters that could move a hole onto sq. */
static BB spell_attackers(const GrPosition *p, int sq, int side) {
    const SpellTables *t = spell_tables(p);
    BB found = 0, able = casters(p, side);
    for (BB near = t->beside[sq] & holes(p); near;)
        found |= t->caster[bb_pop(&near)] & able;
    return found;
}

INLINE bool casts(int type) {
    return type == M || type == W || type == S;
}

/* Where a caster on sq could move a hole to. */
INLINE BB spell_attacks(const GrPosition *p, int side, int type, int sq) {
    const SpellTables *t = spell_tables(p);
    BB set = 0;
    (void)side;
    for (BB near = casts(type) ? t->caster[sq] & holes(p) : 0; near;)
        set |= t->beside[bb_pop(&near)];
    return set;
}

/* Holes that come and go. */
INLINE BB spell_watch(const GrPosition *p, int type, int sq) {
    return casts(type) ? spell_tables(p)->caster[sq] : 0;
}

INLINE BB spell_origins(const GrPosition *p, int side, int type, int sq) {
    const SpellTables *t = spell_tables(p);
    BB set = 0;
    (void)side;
    for (BB near = casts(type) ? t->beside[sq] & holes(p) : 0; near;)
        set |= t->caster[bb_pop(&near)];
    return set;
}

/* ---- playing ---- */

INLINE void toggle_hole(GrPosition *p, int sq) {
    p->type[0] ^= BB_OF(sq);
    p->board[sq] = p->board[sq] == GR_HOLE ? GR_EMPTY : GR_HOLE;
    p->key ^= p->rules->zobrist.piece[GR_HOLE][sq];
}

static void move_hole(GrPosition *p, int hole, int to, bool falls) {
    int code = p->board[to] == GR_EMPTY ? GR_EMPTY : take_piece(p, to);
    toggle_hole(p, hole);
    toggle_hole(p, to);
    if (code != GR_EMPTY && !falls)
        put_piece(p, code, hole);
    drop_rights(p, hole, to);
}

static void play(GrPosition *p, GrMove m) {
    GrMoveKind kind = gr_move_kind(m);
    if (kind != GR_SPELL && kind != GR_SPELL_FALL) {
        core_play(p, m);
        return;
    }
    clear_ep(p);
    p->clock = kind == GR_SPELL_FALL ? 0 : (uint16_t)(p->clock + 1);
    move_hole(p, gr_move_from(m), gr_move_to(m), kind == GR_SPELL_FALL);
    pass_turn(p);
}

/* ---- spells ---- */

typedef struct Spells {
    Gen *g;
    BB holes;
    BB lines; /* squares between our king and the pieces that attack along them */
    BB under; /* squares next to our king onto which an enemy caster could bring a hole, and then
                 under the king */
} Spells;

static void init_spells(Spells *s, Gen *g) {
    const SpellTables *t = spell_tables(g->p);
    BB enemies = casters(g->p, !g->us);
    s->g = g;
    s->holes = holes(g->p);
    s->lines = s->under = 0;
    for (BB far = sliders_at(g->p, g->king, !g->us); far;)
        s->lines |= g->t->between[g->king][bb_pop(&far)];
    for (BB near = t->beside[g->king]; near && enemies;) {
        int sq = bb_pop(&near);
        s->under |= t->caster[sq] & enemies ? BB_OF(sq) : 0;
    }
}

/* Plays the spell on a copy and looks. */
static bool spell_is_safe(const Gen *g, int hole, int to, bool falls) {
    GrPosition after;
    copy_few(&after, g->p);
    move_hole(&after, hole, to, falls);
    return !attacked_given(&after, king_of(&after, g->us), !g->us, occupied(&after), 0);
}

/* Most spells can be seen to be safe: no check to answer, no line opened, no hole brought beside
 * the king within an enemy caster's power, no king or enemy piece carried. */
INLINE bool surely_safe(const Spells *s, int hole, int to, bool carries) {
    const Gen *g = s->g;
    if (g->checkers || (s->under & BB_OF(to)))
        return false;
    if (carries)
        return !((g->opp | BB_OF(g->king)) & BB_OF(to));
    return !(s->lines & BB_OF(hole));
}

INLINE uint64_t spell(const Spells *s, Mode mode, int hole, int to, bool falls) {
    bool carries = !falls && ((s->g->own | s->g->opp) & BB_OF(to));
    if (!surely_safe(s, hole, to, carries) && !spell_is_safe(s->g, hole, to, falls))
        return 0;
    return emit_one(s->g, mode, gr_move_make(falls ? GR_SPELL_FALL : GR_SPELL, hole, to, 0, 0));
}

INLINE uint64_t spells(Gen *g, Mode mode, int us) {
    const SpellTables *t = spell_tables(g->p);
    BB kings = type_of(g->p, K), within = 0;
    Spells s;
    uint64_t n = 0;
    for (BB able = casters(g->p, us); able;)
        within |= t->caster[bb_pop(&able)];
    within &= holes(g->p);
    if (!within)
        return 0;
    init_spells(&s, g);
    while (within) {
        int hole = bb_pop(&within);
        for (BB next = t->beside[hole] & ~s.holes; next;) {
            int to = bb_pop(&next);
            if (!g->captures_only)
                n += spell(&s, mode, hole, to, false);
            if ((g->own | g->opp) & ~kings & BB_OF(to))
                n += spell(&s, mode, hole, to, true);
        }
    }
    return n;
}

static const char *fault(GrPosition *p, unsigned n) {
    if (n > 0)
        return NULL;
    return gr_set_count(p->type[0]) == 9 ? "" : "there are always nine holes";
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = size, .fill = fill,
    .dead = core_dead,
    .pawns_anywhere = true, .fault = fault,
};

const GrVariant gr_magician = {
    .name = "magician",
    .title = "Magician Chess",
    .aliases = "Magicianchess|Magician's Chess",
    .files = FILES,
    .ranks = RANKS,
    .first = GR_WHITE,
    .types = TYPES,
    .piece = piece,
    .rights = "BFbf",
    .castlings = CASTLINGS,
    .castling = castling,
    .start = "rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w BFbf - 0 1",
    .fifty = true,
    .holes = true,
    .hooks = &hooks,
};
