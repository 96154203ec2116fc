/* A move is added to the game, behind a pass that nobody writes where that is needed. */
#include "notation/reader/played_move.h"

#include "notation/move/resolve.h"
#include "notation/move/uci.h"

void reader_link_first(GrReader *r, GrNode *nodes, uint32_t node) {
    Moves *m = &r->moves;
    Frame *f = &m->frame[m->depth];
    if (m->depth == 0) {
        nodes[0].next = node;
        return;
    }
    Frame *outer = f - 1;
    uint32_t at = outer->last == f->parent ? outer->last_alternative : f->parent;
    while (nodes[at].alternative) /* those in place of a variation's first move are in the same row */
        at = nodes[at].alternative;
    nodes[at].alternative = node;
    outer->last = f->parent;
    outer->last_alternative = node;
    nodes[node].before = f->comment;
    f->comment = 0;
}

void reader_pass_unwritten(GrReader *r, const GrSyntax *syntax) {
    Moves *m = &r->moves;
    const GrPosition *now = &m->frame[m->depth].now;
    GrPosition after;
    GrMove move;
    if (!m->lexicon.dropped || syntax->form == GR_FORM_PASS || !gr_variant(now->rules)->passes || m->lost ||
        gr_count_moves(now) != 1 || !gr_is_legal(now, gr_null_move()))
        return;
    gr_position_copy(&after, now);
    gr_play(&after, gr_null_move());
    if (gr_resolve(&m->lexicon, &after, syntax, &move, NULL) == 1)
        reader_add_move(r, gr_null_move(), r->lines.p);
}
