/* Adding moves to the game. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_PLAYED_MOVE_H
#define GR_NOTATION_READER_PLAYED_MOVE_H

#include "notation/reader/parts.h"

/* The first move of a game follows on the root, that of a variation is linked to the move that it
 * could replace. */
void reader_link_first(GrReader *r, GrNode *nodes, uint32_t node);

/* Adds a legal move that stands at `at` to the line of moves at hand; false if memory is short. */
__attribute__((always_inline)) static inline bool reader_add_move(GrReader *r, GrMove move, const char *at) {
    Frame *f = &r->moves.frame[r->moves.depth];
    uint32_t node;
    if (gr_game_add_node(r->out.game, move, &node)) {
        reader_no_memory(&r->out);
        return false;
    }
    GrNode *nodes = r->out.game->nodes;
    nodes[node].line = r->lines.number;
    nodes[node].column = reader_column(&r->lines, at);
    if (f->node) {
        nodes[f->node].next = node;
    } else {
        f->before = f->now;
        f->before_node = node;
        reader_link_first(r, nodes, node);
    }
    f->node = node;
    f->ply++;
    gr_play(&f->now, move);
    return true;
}

/* Where one kind of piece is dropped (Othello), players leave out passes, which are made when nothing else can be: adds
 * one if a move of this syntax at the place of reading can be played only after it. */
void reader_pass_unwritten(GrReader *r, const GrSyntax *syntax);

#endif
