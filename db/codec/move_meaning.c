/* What from and to mean. */
#include "db/codec/move_meaning.h"

#include <stdlib.h>

static bool has_other_file(const GrMoveCode *code, unsigned from, unsigned to) {
    return from % code->files != to % code->files;
}

static GrMoveMeaning pawn_meaning(const GrMoveCode *code, const GrPosition *pos, unsigned from, unsigned to,
                                  GrMove *move) {
    if (code->last[pos->turn][to])
        return GR_MEANS_BECOMES;
    if (!gr_set_has(pos->ep, (int)to) || !has_other_file(code, from, to))
        return GR_MEANS_PLAIN;
    *move = gr_move_make(GR_EN_PASSANT, (int)from, (int)to, 0, 0);
    return GR_MEANS_ONE;
}

static GrMoveMeaning king_meaning(const GrMoveCode *code, const GrPosition *pos, unsigned from, unsigned to,
                                  GrMove *move) {
    const GrVariant *variant = gr_variant(pos->rules);
    int files = abs((int)(to % code->files) - (int)(from % code->files));
    int ranks = abs((int)(to / code->files) - (int)(from / code->files));
    if (files < 2 && ranks < 2 && !variant->moving_castlings)
        return GR_MEANS_PLAIN;
    for (int right = 0; right < variant->castlings; right++) {
        GrCastling castling;
        if (!gr_castling(pos, right, &castling) || castling.king_from != from || castling.king_to != to)
            continue;
        *move = gr_move_make(GR_CASTLE, (int)from, (int)to, 0, 0);
        return GR_MEANS_ONE;
    }
    return GR_MEANS_PLAIN;
}

/* Of a move to where a plain one could go. */
static GrMoveMeaning meaning_by_traits(const GrMoveCode *code, const GrPosition *pos, unsigned from, unsigned to,
                                       GrMove *move) {
    unsigned traits = code->traits[pos->board[from] % GR_PIECES];
    bool takes = pos->board[to] != GR_EMPTY;
    GrMoveMeaning meaning = GR_MEANS_PLAIN;
    if (traits & GR_TRAIT_DROPS || (traits & GR_TRAIT_SHOOTS && takes))
        return GR_MEANS_LISTED;
    if (traits & GR_TRAIT_PAWN)
        meaning = pawn_meaning(code, pos, from, to, move);
    else if (traits & GR_TRAIT_CASTLES)
        meaning = king_meaning(code, pos, from, to, move);
    return meaning == GR_MEANS_PLAIN && traits & GR_TRAIT_EXPLODES && takes ? GR_MEANS_ONE : meaning;
}

GrMoveMeaning gr_move_meaning(const GrMoveCode *code, const GrPosition *pos, unsigned from, unsigned to, GrMove *move) {
    bool castles = code->traits[pos->board[from] % GR_PIECES] & GR_TRAIT_CASTLES;
    *move = (GrMove)(from | to << 7);
    if (pos->pending || gr_variant(pos->rules)->walls)
        return GR_MEANS_LISTED;
    if (code->barred[pos->turn] >> pos->board[to] % GR_PIECES & 1) {
        bool one = castles && king_meaning(code, pos, from, to, move) == GR_MEANS_ONE; /* onto its rook */
        return one ? GR_MEANS_ONE : GR_MEANS_LISTED;
    }
    return meaning_by_traits(code, pos, from, to, move);
}

void gr_move_order_follow(GrMoveOrder *order, const GrMoveCode *code, const GrPosition *pos) {
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        GrSet gone = order->set[side] & ~pos->side[side], come = pos->side[side] & ~order->set[side];
        order->took |= side == pos->turn && gone;
        while (gone)
            gr_move_order_remove(order, code, side, (unsigned)gr_set_pop(&gone));
        while (come)
            gr_move_order_add(order, code, side, (unsigned)gr_set_pop(&come));
        order->set[side] = pos->side[side];
    }
}

size_t gr_move_choices(const GrPosition *pos, unsigned from, unsigned to, GrMove move[GR_MAX_MOVES]) {
    const unsigned others = gr_kinds(GR_SPELLS | GR_ENTERS), of_pieces = 0x7FFF | 1u << GR_DROP_CASTLE;
    const GrSet all = gr_set_below(gr_squares(gr_variant(pos->rules)));
    bool piece = from != GR_NO_SQUARE;
    GrPattern pattern = {.kinds = piece ? ~others & of_pieces : others, .from = piece ? gr_set_of((int)from) : all,
                         .to = piece ? gr_set_of((int)to) : all, .piece = -1, .third = -1};
    size_t count = gr_match(pos, &pattern, move, GR_MAX_MOVES);
    return count < GR_MAX_MOVES ? count : GR_MAX_MOVES;
}
