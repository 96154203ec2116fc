/* The two boards of a record of Bughouse are played side by side: which pieces are in hand, and in which order the
 * moves came. */
#include <ctype.h>
#include <string.h>

#include "notation/reader/bpgn.h"
#include "notation/reader/parts.h"

/* A board as it stands. */
typedef struct Board {
    GrGame *game;
    GrPosition now;
    uint32_t node;  /* the next move; 0: none */
    uint32_t ply;   /* of it, from 1 */
    unsigned hand[2][GR_MAX_TYPES];
} Board;

static void take_hand(Board *b, const GrBuffer *letters) {
    for (size_t i = 0; i < letters->len && !letters->failed; i++) {
        int side = islower((unsigned char)letters->data[i]) ? GR_BLACK : GR_WHITE;
        b->hand[side][gr_type_of_letter(gr_variant(b->game->rules), letters->data[i])]++;
    }
}

static void begin(Board *b, GrGame *game, const GrBuffer *hand) {
    *b = (Board){.game = game, .now = game->start, .node = game->nodes[0].next, .ply = 1};
    take_hand(b, hand);
}

/* Which board moves next, by where the moves stand in the text. */
static int next_board(const Board b[2]) {
    if (!b[0].node || !b[1].node)
        return b[0].node ? 0 : 1;
    const GrNode *first = &b[0].game->nodes[b[0].node], *second = &b[1].game->nodes[b[1].node];
    return first->line != second->line ? first->line > second->line : first->column > second->column;
}

/* A drop of what the partner has not captured. */
static void report(GrReader *r, const Board *b, int type, char partner) {
    const GrNode *n = &b->game->nodes[b->node];
    r->out.game = b->game;
    reader_diagnose_at(&r->out, GR_ERROR, n->line, n->column, b->ply,
                       "%s has no %s in hand: the partner on board %c has captured none that is left",
                       b->now.turn == GR_WHITE ? "White" : "Black", gr_variant(b->now.rules)->piece[type].name,
                       partner);
}

/* The next move of board `i`: the other one gets what is captured. */
static void play(GrReader *r, Board both[2], int i) {
    Board *b = &both[i], *other = &both[!i];
    bool blind = other->game->partial && !other->node; /* nobody knows what it captured since */
    GrMove move = b->game->nodes[b->node].move;
    int side = b->now.turn, at = gr_captured_square(&b->now, move);
    if (gr_move_kind(move) == GR_ENTER) {
        unsigned *hand = &b->hand[side][gr_move_piece(move)];
        if (*hand)
            --*hand;
        else if (!blind)
            report(r, b, gr_move_piece(move), (char)('B' - i));
    } else if (at != GR_NO_SQUARE && b->now.board[at] != GR_EMPTY) {
        bool promoted = gr_set_has(b->now.extra[GR_PROMOTED], at);
        int piece = b->now.board[at], pawn = gr_type_of_letter(gr_variant(b->now.rules), 'P');
        other->hand[gr_side_of(piece)][promoted ? pawn : gr_type_of(piece)]++;
    }
    gr_play(&b->now, move);
    b->node = b->game->nodes[b->node].next;
    b->ply++;
}

void reader_join_boards(GrReader *r, GrGame *game[2], const GrBuffer hands[2]) {
    Board b[2];
    GrBuffer order;
    if (!game[0]->rules || game[0]->rules != game[1]->rules)
        return;
    begin(&b[0], game[0], &hands[0]);
    begin(&b[1], game[1], &hands[1]);
    gr_buffer_init(&order);
    while (b[0].node || b[1].node) {
        int i = next_board(b);
        play(r, b, i);
        gr_buffer_putc(&order, (char)('A' + i));
    }
    for (int i = 0; i < 2 && order.len; i++)
        if (order.failed || gr_game_set_tag(game[i], "MoveOrder", order.data))
            reader_no_memory(&r->out);
    gr_buffer_free(&order);
}
