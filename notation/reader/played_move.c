/* Reading movetext: a move is added to the game. */
#include "notation/reader/played_move.h"

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
