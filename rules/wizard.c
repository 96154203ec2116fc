/* Wizard Chess: Paul and Andrew Newton's chess on 7 by 12 squares (2002).
 *
 * The Wizard (royal) steps like a king; once a game, when not in check, it changes places with an
 * own piece. Two wizards must not face each other on an open line. The Dragon goes like a queen
 * and captures by passing over exactly one piece. The Chariot is a rook. The Archer goes one or
 * two squares straight and shoots, without moving, what stands exactly two squares away
 * diagonally. The Giant steps like a king or slides two squares diagonally. The Hero moves one
 * square diagonally and captures one square straight. The Warrior moves one square diagonally
 * forward, on its first move up to three, zigzag, and captures straight forward.
 *
 * A warrior captured on its own half is placed again by its owner, as a ply of its own, on a vacant
 * X square. A warrior, hero or giant that ends its own move in the enemy camp becomes the next
 * better piece, once in its life, or, while a captured dragon waits, goes on the quest: reaching
 * the last rank it is replaced by that dragon. Black moves first.
 *
 * Rulings: a placed warrior has its first move; teleporting is not the teleported piece's own
 * move; who has no legal move loses.
 */
#define FILES 7
#define RANKS 12

#include "rules/camp.h"
#include "rules/hooks.h"
#include "rules/piece_rows.h"
#include "rules/registry.h"
#include "rules/wizard.h"

#define GIANT {.leap = {{1, 0}, {1, 1}}, .diag = 2}

static const GrPieceRow piece[TYPES + 1] = {
    [Z] = {'Z', 0, "Wizard", "", 0, KING, KING},
    [D] = {'D', 0, "Dragon", "", GR_HOPS, QUEEN, QUEEN},
    [C] = {'C', 0, "Chariot", "", 0, ROOK, ROOK},
    [A] = {'A', 0, "Archer", "", GR_SHOOTS, {.orth = 2}, {.leap = {{2, 2}}}},
    [G] = {'G', 0, "Giant", "", 0, GIANT, GIANT},
    [H] = {'H', 0, "Hero", "", 0, {.leap = {{1, 1}}}, {.leap = {{1, 0}}}},
    [W] = {'W', 0, "Warrior", "", 0, NOTHING, NOTHING}, /* it has a forward: see warrior_ below */
};

#include "rules/core_play.h"

#define LOWER_HALF (ROW(0) | ROW(1) | ROW(2) | ROW(3) | ROW(4) | ROW(5))
#define UPPER_HALF (ROW(6) | ROW(7) | ROW(8) | ROW(9) | ROW(10) | ROW(11))

/* By side: its half of the board, the enemy camp, the last rank. */
static const BB territory[2] = {LOWER_HALF, UPPER_HALF};
static const BB enemy_camp[2] = {ROW(9) | ROW(10) | ROW(11), ROW(0) | ROW(1) | ROW(2)};
static const BB last_rank[2] = {ROW(11), ROW(0)};

INLINE BB extra(const GrPosition *p, int which) {
    return (BB)p->extra[which];
}

/* ---- attacks ---- */

INLINE BB forward_of(BB set, int side) {
    return side == GR_WHITE ? set << FILES : set >> FILES;
}

INLINE BB close_attackers(const GrPosition *p, int sq, int side) {
    const Tables *t = tables(p);
    BB set = forward_of(BB_OF(sq), !side) & type_of(p, W);
    set |= t->leap_take[Z][sq] & (type_of(p, Z) | type_of(p, G));
    set |= t->leap_take[A][sq] & type_of(p, A);
    set |= t->leap_take[H][sq] & type_of(p, H);
    return set & side_of(p, side);
}

/* Pieces of `side` on lines with sq: those that attack it if nothing stands between, and dragons,
 * which want exactly one piece between. */
INLINE BB open_line_pieces(const GrPosition *p, int sq, int side, bool royal) {
    const Tables *t = tables(p);
    BB set = (t->slide_take[C][sq] & type_of(p, C)) | (t->slide_take[G][sq] & type_of(p, G));
    if (royal)
        set |= t->slide_take[D][sq] & type_of(p, Z);
    return set & side_of(p, side);
}

INLINE BB dragons_in_line(const GrPosition *p, int sq, int side) {
    return tables(p)->slide_take[D][sq] & type_of(p, D) & side_of(p, side);
}

INLINE bool exactly_one(BB set) {
    return set && !(set & (set - 1));
}

INLINE BB find_attackers(const GrPosition *p, int sq, int side, BB occ, BB gone, bool royal) {
    const Tables *t = tables(p);
    BB found = close_attackers(p, sq, side) & ~gone;
    for (BB far = open_line_pieces(p, sq, side, royal) & ~gone; far;) {
        int from = bb_pop(&far);
        found |= t->between[sq][from] & occ ? 0 : BB_OF(from);
    }
    for (BB far = dragons_in_line(p, sq, side) & ~gone; far;) {
        int from = bb_pop(&far);
        found |= exactly_one(t->between[sq][from] & occ) ? BB_OF(from) : 0;
    }
    return found;
}

/* Is our wizard on sq safe, with `occ` occupied and `gone` captured? */
INLINE bool is_safe(const GrPosition *p, int sq, int us, BB occ, BB gone) {
    return !find_attackers(p, sq, !us, occ, gone, true);
}

static GrSet attackers(const GrPosition *p, int sq, int side, GrSet gone) {
    bool royal = p->board[sq] == gr_piece(!side, Z);
    return find_attackers(p, sq, side, occupied(p) & ~gone, gone, royal);
}

/* Warriors are the only pieces whose attacks are not in their row. */
#define EXTRA_ATTACKS warrior_attacks
#define EXTRA_ORIGINS warrior_origins
#include "rules/core_attacks.h"

INLINE BB warrior_attacks(const GrPosition *p, int side, int type, int sq) {
    (void)p;
    return type == W ? forward_of(BB_OF(sq), side) & ALL : 0;
}

INLINE BB warrior_origins(const GrPosition *p, int side, int type, int sq) {
    return warrior_attacks(p, !side, type, sq);
}

/* ---- playing ---- */

INLINE void set_extra(GrPosition *p, int which, int sq, bool on) {
    if (bb_has(extra(p, which), sq) == on)
        return;
    p->extra[which] ^= BB_OF(sq);
    p->key ^= p->rules->zobrist.extra[which][sq];
}

INLINE void set_dragons(GrPosition *p, int side, int count) {
    const uint64_t *numbers = p->rules->zobrist.pocket[side];
    p->key ^= numbers[p->pocket[side]] ^ numbers[count];
    p->pocket[side] = (uint8_t)count;
}

INLINE void set_pending(GrPosition *p, bool pending) {
    if (p->pending != pending)
        p->key ^= p->rules->zobrist.pending;
    p->pending = pending;
}

/* Takes the marks off a square, to put them on another. */
INLINE unsigned take_marks(GrPosition *p, int sq) {
    unsigned marks = 0;
    for (int i = 0; i < GR_EXTRA; i++) {
        marks |= bb_has(extra(p, i), sq) ? 1u << i : 0;
        set_extra(p, i, sq, false);
    }
    return marks;
}

INLINE void put_marks(GrPosition *p, int sq, unsigned marks) {
    for (int i = 0; i < GR_EXTRA; i++)
        set_extra(p, i, sq, marks >> i & 1);
}

/* Takes a captured piece off; says whether its owner has a warrior to place. */
static bool capture(GrPosition *p, int sq) {
    unsigned marks = take_marks(p, sq);
    int code = take_piece(p, sq), owner = gr_side_of(code);
    p->clock = 0;
    if (gr_type_of(code) == D && !(marks & 1u << GR_PROMOTED))
        set_dragons(p, owner, p->pocket[owner] + 1);
    return gr_type_of(code) == W && bb_has(territory[owner], sq);
}

static void play_teleport(GrPosition *p, int from, int to) {
    int wizard = take_piece(p, from), other = take_piece(p, to);
    unsigned marks = take_marks(p, to);
    put_piece(p, wizard, to);
    put_piece(p, other, from);
    put_marks(p, from, marks);
    p->rights ^= (uint8_t)(1u << p->turn);
    p->key ^= p->rules->zobrist.right[p->turn];
}

/* A piece's own move, what becomes of it at its end included. */
static void play_move(GrPosition *p, GrMove m) {
    int from = gr_move_from(m), to = gr_move_to(m), code = take_piece(p, from);
    unsigned marks = take_marks(p, from) & ~(1u << GR_FRESH);
    if (gr_type_of(code) == W)
        p->clock = 0;
    if (gr_move_kind(m) == GR_QUEST) {
        marks |= 1u << GR_QUESTING;
    } else if (gr_move_kind(m) == GR_RESURRECT) {
        code = gr_piece(p->turn, D);
        marks = 1u << GR_PROMOTED;
        set_dragons(p, p->turn, p->pocket[p->turn] - 1);
    } else if (gr_move_piece(m)) {
        code = gr_piece(p->turn, gr_move_piece(m));
        marks = gr_move_piece(m) == C ? 0 : 1u << GR_PROMOTED; /* a chariot promotes no more */
    }
    put_piece(p, code, to);
    put_marks(p, to, marks);
}

static void play(GrPosition *p, GrMove m) {
    int to = gr_move_to(m);
    bool returns = false;
    GrMoveKind kind = gr_move_kind(m);
    if (kind == GR_PLACE) { /* no turn passes, no clock moves */
        put_piece(p, gr_piece(p->turn, W), to);
        set_extra(p, GR_FRESH, to, true);
        set_pending(p, false);
        return;
    }
    p->clock = (uint16_t)(p->clock + 1);
    if (kind == GR_TELEPORT) {
        play_teleport(p, gr_move_from(m), to);
    } else if (kind != GR_PASS) {
        if (p->board[to] != GR_EMPTY)
            returns = capture(p, to);
        if (kind != GR_SHOT)
            play_move(p, m);
    }
    pass_turn(p);
    set_pending(p, returns && (WIZARD_X_SQUARES(p->turn) & ~occupied(p)));
}

#include "rules/wizard_moves.h"

static void moves(const GrPosition *p, GrMoveList *list) {
    list->count = 0;
    generate(p, list, LIST, NULL, NULL);
}

static uint64_t count(const GrPosition *p) {
    return generate(p, NULL, COUNT, NULL, NULL);
}

static void move_sets(const GrPosition *p, const GrAttackMap *map, GrMoveSets *sets) {
    sets->from = 0;
    sets->others.count = 0;
    generate(p, &sets->others, SETS, map, sets);
}

/* The moves of few pieces are soon made. */
static GrMove find(const GrPosition *p, unsigned types, GrSet from, int to, int becomes) {
    GrMove found = GR_NO_MOVE;
    GrMoveList list;
    Gen g;
    BB meant = 0;
    for (int type = 1; type <= TYPES; type++)
        meant |= types >> type & 1 ? type_of(p, type) : 0;
    gen_init(&g, p, &list, LIST);
    list.count = 0;
    if (p->pending)
        return GR_NO_MOVE;
    look_at_wizard(&g);
    g.own &= meant & (BB)from;
    if (bb_has(g.own, g.king))
        wizard_moves(&g);
    moves_of_pieces(&g);
    for (unsigned i = 0; i < list.count; i++) {
        GrMove move = list.move[i];
        if (gr_move_kind(move) != GR_NORMAL || gr_move_to(move) != to ||
            gr_move_piece(move) != becomes)
            continue;
        if (found != GR_NO_MOVE)
            return GR_NO_MOVE;
        found = move;
    }
    return found;
}

/* With a warrior to place, a side can move if it can after some placement. */
static bool can_move(const GrPosition *p) {
    if (!p->pending)
        return count(p) > 0;
    for (BB vacant = WIZARD_X_SQUARES(p->turn) & ~occupied(p); vacant;) {
        GrPosition after;
        copy_few(&after, p);
        int sq = bb_pop(&vacant);
        play(&after, gr_move_make(GR_PLACE, sq, sq, W, 0));
        if (count(&after) > 0)
            return true;
    }
    return false;
}

/* A warrior just placed may attack the enemy wizard, or be what a dragon of its side passes over,
 * while the placing side still has its move to make. The wizard cannot be captured by that move. */
static bool may_attack(const GrPosition *p) {
    int wizard = king_of(p, !p->turn);
    BB placed = WIZARD_X_SQUARES(p->turn) & pieces_of(p, p->turn, W) & extra(p, GR_FRESH);
    while (placed && !p->pending) {
        BB warrior = BB_OF(bb_pop(&placed));
        if (is_safe(p, wizard, !p->turn, occupied(p) & ~warrior, warrior))
            return true;
    }
    return false;
}

/* Pieces whose leaving may lay the enemy wizard on sq open to an attack along a line: those that alone are in the way;
 * for a dragon, one of two; and the dragons of such lines, which pass over pieces to get there. Where a dragon has none
 * to pass over, `screens` takes the squares on which it would have one. */
static BB uncovering_lines(const GrPosition *p, int sq, int side, BB *screens) {
    const Tables *t = tables(p);
    BB dragons = dragons_in_line(p, sq, side), found = dragons, occ = occupied(p);
    for (BB far = open_line_pieces(p, sq, side, true); far;) {
        BB between = t->between[sq][bb_pop(&far)] & occ;
        found |= exactly_one(between) ? between : 0;
    }
    for (BB far = dragons; far;) {
        BB line = t->between[sq][bb_pop(&far)], between = line & occ;
        found |= exactly_one(between & (between - 1)) ? between : 0;
        *screens |= between ? 0 : line;
    }
    return found;
}

static bool checks_by(const GrPosition *p, GrChecks *checks) {
    int wizard = king_of(p, !p->turn), us = p->turn;
    BB screens = 0;
    if (!is_safe(p, wizard, !us, occupied(p), 0))
        return false;
    core_origins(p, wizard, us, checks->to);
    checks->from = uncovering_lines(p, wizard, us, &screens);
    checks->seen = 0; /* nothing is dropped */
    for (int type = 1; type <= TYPES; type++)
        checks->to[type] |= screens;
    return true;
}

static const char *wizard_fault(GrPosition *p, unsigned n) {
    static const char *const too_many[2] = {
        "White has more than two dragons, those on the board and those to resurrect together",
        "Black has more than two dragons, those on the board and those to resurrect together"};
    if (n == 0)
        return gr_camp_fault(p);
    return n > 2 ? NULL : gr_camp_has_too_many(p, (int)n - 1) ? too_many[n - 1] : "";
}

static const GrCamp camp = {
    .rises = {[W] = H, [H] = G, [G] = C},
    .region = {ROW(9) | ROW(10) | ROW(11), ROW(0) | ROW(1) | ROW(2)},
    .quest = D, .quests = 2,
    .returns = W,
    .return_from = {LOWER_HALF, UPPER_HALF},
    .return_to = {WIZARD_X_SQUARES(GR_WHITE), WIZARD_X_SQUARES(GR_BLACK)},
    .fresh = 1u << W,
    .start = {WIZARD_WARRIOR_START(GR_WHITE), WIZARD_WARRIOR_START(GR_BLACK)},
    .teleports = true,
};

static const GrHooks hooks = {
    .size = core_size, .fill = core_fill, .moves = moves, .count = count,
    .move_sets = move_sets, .attack_map = core_attack_map, .play = play, .attackers = attackers,
    .attacks = core_attacks, .in_danger = core_in_danger, .origins = core_origins,
    .find = find, .checks = checks_by, .can_move = can_move, .write_marks = gr_camp_write_marks,
    .read_mark = gr_camp_read_mark,
    .write_pocket = gr_camp_write_pocket, .read_pocket = gr_camp_read_pocket, .pawns_anywhere = true,
    .may_attack = may_attack, .fault = wizard_fault,
};

const GrVariant gr_wizard = {
    .name = "wizard",
    .title = "Wizard Chess",
    .aliases = "Wizardchess|Wizards Chess",
    .files = FILES,
    .ranks = RANKS,
    .first = GR_BLACK,
    .types = TYPES,
    .piece = piece,
    .rights = "Zz",
    .start = "dcazacd/wgwwwgw/2hwh2/7/7/7/7/7/7/2HWH2/WGWWWGW/DCAZACD[] b Zz - 0 1",
    .fifty = false,
    .camp = &camp,
    .pockets = 1,
    .stalemate = -1,
    .hooks = &hooks,
};
