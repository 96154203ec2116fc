/* The machine that runs games described in a file: walls that come with moves. Internal to rules/.
 *
 * A wall is a hole. Whether a move is legal is known without its wall, but for pieces that are royal though they are no
 * kings (rules/defined_royal.h); so such moves are made from those of the same game without walls, each with every
 * square where a wall may come after it. Moves are given a wall here, and nowhere else.
 */
#ifndef GR_RULES_DEFINED_WALLS_H
#define GR_RULES_DEFINED_WALLS_H

#include "rules/defined_gates.h"

/* Squares that are empty after the move. */
static BB empty_after(const GrPosition *p, GrMove move) {
    const Machine *m = machine(p);
    int from = gr_move_from(move), to = gr_move_to(move);
    BB occ = (occupied(p) & ~BB_OF(from)) | BB_OF(to);
    GrCastling c;
    if (gr_move_kind(move) == GR_EN_PASSANT)
        occ &= ~BB_OF(p->ep_victim);
    else if (gr_move_kind(move) == GR_CASTLE && gr_castling(p, gr_castling_right(p, move), &c))
        occ = (occ & ~BB_OF(c.rook_from)) | BB_OF(c.rook_to) | BB_OF(to);
    return m->all & ~occ;
}

/* The edge of the board, and squares beside walls along ranks and files. */
static BB edges(const GrPosition *p) {
    const Machine *m = machine(p);
    BB walls = (BB)p->type[0], edge = m->all & ~(m->not_first_file & m->not_last_file);
    edge |= m->first_rank | m->first_rank << (m->squares - m->files);
    return (edge | beside(m, walls)) & m->all;
}

/* Where the piece that has made the move would go from there, without capturing and without what it was becoming. */
static BB arrows(const GrPosition *p, GrMove move) {
    const Machine *m = machine(p);
    int from = gr_move_from(move), to = gr_move_to(move), type = gr_type_of(p->board[from]);
    BB occ = occupied(p) & ~BB_OF(from), shy = shy_ones(p) & ~BB_OF(from) & ~BB_OF(to);
    if (type == (int)m->pawn)
        return forward(m, BB_OF(to), p->turn);
    return moves_to(m, p->turn, type, to, occ, m->shy >> type & 1 ? shy | BB_OF(to) : shy) & m->any[p->turn][type][to];
}

/* Where a wall may come after a move without one. */
static BB walls_after(const GrPosition *p, GrMove move) {
    const GrDefinition *def = machine(p)->def;
    BB set = empty_after(p, move) & (BB)def->wall_region[p->turn];
    if (def->walls == GR_WALLS_ARROW)
        set &= arrows(p, move);
    else if (def->walls == GR_WALLS_PAST)
        set &= BB_OF(gr_move_from(move));
    else if (def->walls == GR_WALLS_EDGE)
        set &= edges(p);
    return set;
}

/* Where one may come instead of a move. A side in check has to end that by one. */
static BB lone_walls(const GrPosition *p) {
    const Machine *m = machine(p);
    bool checked = m->royal[p->turn] && king_in_check(p, p->turn);
    BB own = (BB)p->side[p->turn], set = m->all & ~occupied(p) & (BB)m->def->wall_region[p->turn];
    if (checked || !own)
        return 0;
    if (m->def->walls == GR_WALLS_EDGE)
        set &= edges(p);
    return set;
}

INLINE GrMove lone_wall(int sq) {
    return gr_move_make(GR_ENTER, sq, sq, 0, 0);
}

/* All moves of games in which walls may come instead. */
SELDOM uint64_t moves_or_walls(const GrPosition *p, GrMoveList *list, GrMoveSets *sets, Mode mode) {
    uint64_t n = plain_moves(p, list, sets, mode);
    if (mode == CAPTURES)
        return n;
    if (mode == COUNT)
        return n + (uint64_t)bb_count(lone_walls(p));
    for (BB left = lone_walls(p); left;)
        gr_list_add(mode == SETS ? &sets->others : list, lone_wall(bb_pop(&left)));
    return n;
}

static void add_walled(const GrPosition *p, GrMove plain, GrMoveList *list) {
    for (BB left = walls_after(p, plain); left && list->count < GR_MAX_MOVES;)
        gr_list_add(list, gr_move_walled(plain, bb_pop(&left)));
}

SELDOM uint64_t walled_moves(const GrPosition *p, GrMoveList *list, GrMoveSets *sets, Mode mode) {
    GrMoveList plain;
    uint64_t n = 0;
    plain.count = 0;
    plain_moves(p, &plain, NULL, mode == CAPTURES ? CAPTURES : LIST);
    if (mode == SETS)
        list = &sets->others;
    for (unsigned i = 0; i < plain.count; i++) {
        if (mode == COUNT)
            n += (uint64_t)bb_count(walls_after(p, plain.move[i]));
        else
            add_walled(p, plain.move[i], list);
    }
    return n;
}

/* `list` and `sets` are for the modes that have them. Whether the game is over is not asked. How many there are is only
 * known in mode COUNT. */
static uint64_t all_moves(const GrPosition *p, GrMoveList *list, GrMoveSets *sets, Mode mode) {
    const GrDefinition *def = machine(p)->def;
    if (__builtin_expect(!machine(p)->brings, 1))
        return plain_moves(p, list, sets, mode);
    if (p->pending)
        return placements(p, mode == COUNT ? NULL : list);
    if (def->returns)
        return plain_moves(p, list, sets, mode);
    if (def->gates)
        return gating_moves(p, list, sets, mode);
    return def->walls_alone ? moves_or_walls(p, list, sets, mode) : walled_moves(p, list, sets, mode);
}

/* ---- texts ---- */

/* Those that fit of the moves with walls that the plain ones become. */
static size_t match_walls(const GrPosition *p, const GrPattern *pattern, const GrMoveList *plain, GrMove *out,
                          size_t cap) {
    size_t n = 0;
    for (unsigned i = 0; i < plain->count; i++) {
        BB walls = walls_after(p, plain->move[i]);
        if (pattern->third >= 0)
            walls &= pattern->third < machine(p)->squares ? BB_OF(pattern->third) : 0;
        while (walls) {
            GrMove move = gr_move_walled(plain->move[i], bb_pop(&walls));
            if (n < cap)
                out[n] = move;
            n++;
        }
    }
    return n;
}

/* ---- playing ---- */

/* Of the game's walls only a duck leaves its square. */
SELDOM void put_wall(GrPosition *p, int sq) {
    const uint64_t *keys = p->rules->zobrist.piece[GR_HOLE];
    for (BB left = machine(p)->def->walls == GR_WALLS_DUCK ? (BB)p->type[0] : 0; left;) {
        int old = bb_pop(&left);
        p->board[old] = GR_EMPTY;
        p->type[0] ^= BB_OF(old);
        p->key ^= keys[old];
    }
    p->board[sq] = GR_HOLE;
    p->type[0] |= BB_OF(sq);
    p->key ^= keys[sq];
}

#endif
