/* What the model of move codec 1 looks at: a legal move of a variant, from the side of the player
 * to move, and the numbers of the weights (variant_weights.h) that go with it. Frozen like those.
 * Internal to db/.
 */
#ifndef GR_DB_VARIANT_VIEW_H
#define GR_DB_VARIANT_VIEW_H

#include "db/codec/place.h"
#include "db/codec/variant_score.h"

typedef struct GrHalves {
    uint64_t half[2];
} GrHalves;

typedef struct GrVariantView {
    const GrPosition *pos;
    const GrVariantModel *model;
    bool in_check;
    bool took;                  /* the opponent's last move took */
    int king, enemy_king;       /* squares */
    int own_from, own_to;       /* of the mover's last move; -1: none */
    GrHalves once, twice;       /* squares supported by one, by two */
    GrHalves check[GR_VV_ROWS]; /* from where a type gives check */
    GrVariantBoard board;       /* as seen by the mover */
    GrSquareBytes risk;         /* danger times 3, and how many support the square */
    GrSquareBytes last, own, there; /* distances to where the last move went, the mover's last
                                       move, and to the opponent's royal piece */
} GrVariantView;

/* Looks at a place of a game that has a model. */
void gr_variant_view(const GrPlace *place, const GrVariantModel *model, GrVariantView *view);

/* The same for a caller that has the attacks of both sides and the board of the side to move. */
void gr_variant_view_with(const GrPlace *place, const GrVariantModel *model,
                          const GrAttacks attacks[2], const GrVariantBoard *board,
                          GrVariantView *view);

/* The numbers of a board's squares as a side sees them. */
void gr_variant_board(const GrVariant *variant, int side, GrVariantBoard *board);

static inline unsigned gr_vv_bit(const GrHalves *set, int sq) {
    return (unsigned)(set->half[sq >> 6] >> (sq & 63)) & 1;
}

static inline unsigned gr_vv_attacked(const GrVariantView *view, int sq) {
    return view->risk[sq] >= 3;
}

/* What stands on a square gone to, as CONTENT has it. */
static inline unsigned gr_vv_content(const GrVariantView *view, int sq) {
    unsigned code = view->pos->board[sq];
    return (code & 15) + (code && code >> 4 == view->pos->turn ? 12 : 0);
}

/* The row of the piece that moves: its type, 0 if it is not the mover's. */
static inline unsigned gr_vv_row(const GrVariantView *view, int from) {
    unsigned code = view->pos->board[from];
    return code >> 4 == view->pos->turn && code != GR_HOLE ? code & 15 : 0;
}

/* The numbers of the weights of a legal move, in three parts: those that all moves of the piece on
 * `from` have (a hole or an empty square counts as one), those that depend on where it goes, and
 * those that only some moves have. */
enum { GR_VV_LEAVE = 5, GR_VV_ARRIVE = 8, GR_VV_RARE = 12, GR_VV_DROPPED = 5 };

static inline void gr_variant_leave(const GrVariantView *view, int from, unsigned row,
                                    uint16_t out[GR_VV_LEAVE]) {
    unsigned base = row * GR_VV_ROW, danger = view->risk[from] / 3u;
    unsigned stake = row ? 2 * danger + gr_vv_bit(&view->once, from) : 0;
    out[0] = (uint16_t)(base + GR_VV_FROM_RANK + view->board.rank[from]);
    out[1] = (uint16_t)(base + GR_VV_FROM_FILE + view->board.file[from]);
    out[2] = (uint16_t)(base + GR_VV_STAKE + stake);
    out[3] = (uint16_t)(base + GR_VV_AWAY + view->last[from]);
    out[4] = (uint16_t)(base + GR_VV_GO_ON + view->own[from]);
}

/* `content` is that of the square. */
static inline void gr_variant_arrive(const GrVariantView *view, int from, int to, unsigned row,
                                     unsigned content, uint16_t out[GR_VV_ARRIVE]) {
    static const uint8_t ahead[] = {0,  0,  0,  0,  0,  0,  0,  0,  0,  4,  8, 12,
                                    16, 20, 24, 24, 24, 24, 24, 24, 24, 24, 24};
    static const uint8_t aside[] = {3, 3, 3, 3, 3, 3, 3, 2, 1, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3};
    unsigned base = row * GR_VV_ROW, takes = content - 1 < 12;
    unsigned check = gr_vv_bit(&view->check[row], to);
    unsigned way = (unsigned)ahead[11 + view->board.rank[to] - view->board.rank[from]] +
                   aside[9 + view->board.file[to] - view->board.file[from]];
    out[0] = (uint16_t)(base + GR_VV_TO_RANK + view->board.rank[to]);
    out[1] = (uint16_t)(base + GR_VV_TO_FILE + view->board.file[to]);
    out[2] = (uint16_t)(base + GR_VV_CONTENT + content);
    out[3] = (uint16_t)(base + GR_VV_RISK + takes * 15 + view->risk[to]);
    out[4] = (uint16_t)(base + GR_VV_CHECK + check * 4 + takes * 2 + gr_vv_attacked(view, to));
    out[5] = (uint16_t)(base + GR_VV_NEAR + view->took * 9u + view->last[to]);
    out[6] = (uint16_t)(base + GR_VV_THERE + view->there[to]);
    out[7] = (uint16_t)(base + GR_VV_WAY + way);
}

/* Those in DROP among them, of a move that drops a piece: the only ones by which drops of a piece
 * after the same move differ. Returns GR_VV_DROPPED. */
unsigned gr_variant_drop(const GrVariantView *view, GrMove move, uint16_t out[GR_VV_DROPPED]);

/* The number in TRADE of a capture: `row` is the capturing piece's, `taken` the type captured. */
unsigned gr_variant_trade(const GrVariantView *view, int to, unsigned row, unsigned taken);

/* Has a move any of the rare numbers? */
static inline bool gr_variant_is_rare(const GrVariantView *view, GrMove move, unsigned content) {
    return content || move >> 14 || view->in_check || gr_move_to(move) == view->own_from;
}

/* Those numbers; returns how many. */
unsigned gr_variant_rare(const GrVariantView *view, GrMove move, unsigned row, unsigned content,
                         uint16_t out[GR_VV_RARE]);

#endif
