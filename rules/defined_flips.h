/* The machine that runs games described in a file: where drops enclose pieces, and pieces that change sides or become
 * walls. Internal to rules/. */
#ifndef GR_RULES_DEFINED_FLIPS_H
#define GR_RULES_DEFINED_FLIPS_H

#include "rules/defined_royal.h"

/* ---- neighbours ---- */

/* Beside squares of the set along ranks and files. */
static BB beside(const Machine *m, BB set) {
    BB row = (set & m->not_last_file) << 1 | (set & m->not_first_file) >> 1;
    return (row | set << m->files | set >> m->files) & m->all;
}

/* Diagonally, too. */
static BB around_set(const Machine *m, BB set) {
    BB row = set | (set & m->not_last_file) << 1 | (set & m->not_first_file) >> 1;
    return (row | row << m->files | row >> m->files) & m->all;
}

/* The other side's pieces between a square and own ones along the lines of a queen, with nothing else between. */
static BB enclosed(const GrPosition *p, int side, int sq) {
    const Machine *m = machine(p);
    BB theirs = (BB)p->side[!side], stops = m->all & ~theirs, found = 0;
    BB ends = (orthogonals(m->line[sq], stops) | diagonals(m->line[sq], stops)) & (BB)p->side[side];
    for (ends &= ~m->around[sq]; ends;)
        found |= m->between[sq][bb_pop(&ends)];
    return found;
}

/* ---- where pieces are dropped ---- */

static BB squares_enclosing(const GrPosition *p, BB to) {
    BB found = 0;
    for (BB left = to & ~occupied(p) & around_set(machine(p), (BB)p->side[!p->turn]); left;) {
        int sq = bb_pop(&left);
        found |= enclosed(p, p->turn, sq) ? BB_OF(sq) : 0;
    }
    return found;
}

/* Where a piece that slides in from an edge comes to lie, if it goes as far as it can: `step` is from the edge. */
static int slid_to(int edge, int step, int most, BB occ) {
    int sq = edge;
    if (bb_has(occ, edge))
        return GR_NO_SQUARE;
    for (int n = 1; n < most && !bb_has(occ, sq + step); n++)
        sq += step;
    return sq;
}

static BB squares_slid_to(const GrPosition *p) {
    const Machine *m = machine(p);
    int files = m->files, ranks = m->squares / files;
    BB occ = occupied(p), found = 0;
    for (int i = 0; i < 2 * (files + ranks); i++) {
        bool back = i & 1; /* from the last file or rank */
        int n = i / 2, across = n - files;
        int sq = n < files ? slid_to(back ? m->squares - files + n : n, back ? -files : files, ranks, occ)
                           : slid_to(across * files + (back ? files - 1 : 0), back ? -1 : 1, files, occ);
        found |= sq == GR_NO_SQUARE ? 0 : BB_OF(sq);
    }
    return found;
}

/* Those of the squares that GrDefinition.drops_enclosing allows for drops. */
SELDOM BB enclosing_squares(const GrPosition *p, BB to) {
    const Machine *m = machine(p);
    int us = p->turn;
    BB start = (BB)m->def->drop_start & m->all & ~occupied(p);
    if (start)
        return to & start;
    switch ((GrEnclosing)m->def->drops_enclosing) {
    case GR_ENCLOSING_LINES: return squares_enclosing(p, to);
    case GR_ENCLOSING_NEAR: return to & around_set(m, (BB)p->side[us]);
    case GR_ENCLOSING_APART: return to & ~beside(m, (BB)p->side[!us]);
    case GR_ENCLOSING_SLID: return to & squares_slid_to(p);
    case GR_ENCLOSING_TOP: return to & (occupied(p) << m->files | m->first_rank);
    case GR_ENCLOSING_NONE:
    case GR_ENCLOSING_MOVED:
    default: return to;
    }
}

/* ---- pieces that change sides ---- */

/* Pieces that the move, which is still to be played, makes the mover's; captured ones are not among them. */
static BB flipped_by(const GrPosition *p, GrMove move) {
    const Machine *m = machine(p);
    int us = p->turn, to = gr_move_to(move), taken = gr_captured_square(p, move);
    BB near = m->around[to], found = near & (BB)p->side[!us];
    if (gr_move_kind(move) == GR_PASS)
        return 0;
    if (m->def->flips == GR_ENCLOSING_LINES)
        found = enclosed(p, us, to);
    else if (m->def->flips == GR_ENCLOSING_MOVED && gr_move_kind(move) == GR_ENTER && !(near & (BB)p->side[us]))
        found = 0;
    return taken == GR_NO_SQUARE ? found : found & ~BB_OF(taken);
}

SELDOM void flip(GrPosition *p, BB set) {
    while (set) {
        int sq = bb_pop(&set), code = take_piece(p, sq);
        put_piece(p, gr_piece(!gr_side_of(code), gr_type_of(code)), sq);
        drop_rights(p, sq, sq);
    }
}

#endif
