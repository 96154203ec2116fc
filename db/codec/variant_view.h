/* What the model of move codec 3 looks at: a legal move of a variant, from the side of the player to
 * move, and the numbers of the weights that go with it.
 *
 * This is part of the format of move codec 3 and frozen with it: a change would make other numbers
 * of the same moves, and stored games unreadable. grimoire-format(5) says in words what stands
 * here. Internal to db/.
 *
 * Ranks are counted from the mover's own side, files from a. A distance is that of a king on an
 * empty board, 7 if it is more. What a piece attacks is said in rules/position.h (GrAttacks).
 */
#ifndef GR_DB_VARIANT_VIEW_H
#define GR_DB_VARIANT_VIEW_H

#include "db/codec/codec.h"

/* Weights of a type: a row for each, and row 0 for moves that no piece makes (spells, placements).
 *
 *   FROM_RANK  rank, FROM_FILE  file: where it comes from
 *   TO_RANK    rank, TO_FILE  file: where it goes
 *   STAKE      danger of the square that is left, supported
 *   AWAY       how far that is from where the opponent's last move went; 8 if there is none
 *   GO_ON      how far it is from where the mover's last move went; 8 if there is none
 *   CONTENT    what stands on the square gone to: 0 nothing, its type, or 12 + its type if it is
 *              the mover's own
 *   RISK       takes, danger of the square gone to, by how many pieces supported (0, 1, 2 or more)
 *   CHECK      gives check, takes, attacked
 *   NEAR       the opponent's last move took, how far the square gone to is from where it went; 8
 *   THERE      how far that is from the opponent's royal piece
 *   WAY        ranks forward (-3 to 3) and files aside (0 to 3), more is taken for 3
 *   BACK       does the move take the mover's last one back
 *   CHECKED    in check: takes
 *
 * Danger is 0 where the opponent attacks nothing; else the lowest class of what attacks, 1 to 4.
 *
 * Behind the rows there are:
 *
 *   KIND    kind of move, piece of the move; for all but plain moves
 *   OBJECT  with a fall, content; for spells
 *   TRADE   what is taken is of a lower, the same or a higher class; attacked; supported by two;
 *           for a piece that takes
 *   DROP    a row for the piece dropped, by its square: rank, file, danger and support, distance to
 *           the opponent's royal piece, gives check */
enum {
    GR_VV_RANKS = 12,
    GR_VV_FILES = 10,
    GR_VV_FROM_RANK = 0,
    GR_VV_FROM_FILE = GR_VV_FROM_RANK + GR_VV_RANKS,
    GR_VV_TO_RANK = GR_VV_FROM_FILE + GR_VV_FILES,
    GR_VV_TO_FILE = GR_VV_TO_RANK + GR_VV_RANKS,
    GR_VV_STAKE = GR_VV_TO_FILE + GR_VV_FILES,
    GR_VV_AWAY = GR_VV_STAKE + 5 * 2,
    GR_VV_GO_ON = GR_VV_AWAY + 9,
    GR_VV_CONTENT = GR_VV_GO_ON + 9,
    GR_VV_RISK = GR_VV_CONTENT + 24,
    GR_VV_CHECK = GR_VV_RISK + 2 * 5 * 3,
    GR_VV_NEAR = GR_VV_CHECK + 2 * 2 * 2,
    GR_VV_THERE = GR_VV_NEAR + 2 * 9,
    GR_VV_WAY = GR_VV_THERE + 8,
    GR_VV_BACK = GR_VV_WAY + 7 * 4,
    GR_VV_CHECKED = GR_VV_BACK + 1,
    GR_VV_ROW = GR_VV_CHECKED + 2,

    GR_VV_ROWS = 11,
    GR_VV_KIND = GR_VV_ROWS * GR_VV_ROW,
    GR_VV_OBJECT = GR_VV_KIND + 11 * 12,
    GR_VV_TRADE = GR_VV_OBJECT + 2 * 24,
    GR_VV_DROP = GR_VV_TRADE + 3 * 2 * 2,
    GR_VV_DROP_FILE = GR_VV_RANKS,
    GR_VV_DROP_RISK = GR_VV_DROP_FILE + GR_VV_FILES,
    GR_VV_DROP_THERE = GR_VV_DROP_RISK + 5 * 3,
    GR_VV_DROP_CHECK = GR_VV_DROP_THERE + 8,
    GR_VV_DROP_ROW = GR_VV_DROP_CHECK + 2,
    GR_VV_WEIGHTS = GR_VV_DROP + GR_VV_ROWS * GR_VV_DROP_ROW
};

typedef struct GrVariantModel {
    const char *variant;
    uint8_t class[GR_VV_ROWS];    /* of each type, by worth: 1 to 4 */
    int8_t weight[GR_VV_WEIGHTS]; /* in eighths of a power of two */
} GrVariantModel;

/* All models there are. variant_weights.c */
enum { GR_VARIANT_MODELS = 5 };
extern const GrVariantModel gr_variant_model[GR_VARIANT_MODELS];

typedef struct GrHalves {
    uint64_t half[2];
} GrHalves;

/* Numbers for each square; a multiple of what a vector holds, so that compilers make them by
 * vectors. */
enum { GR_VV_SQUARES = 128 };
typedef uint8_t GrSquareBytes[GR_VV_SQUARES];

typedef struct GrVariantView {
    const GrPosition *pos;
    const GrVariantModel *model;
    bool in_check;
    bool took;                  /* the opponent's last move took */
    int king, enemy_king;       /* squares */
    int own_from, own_to;       /* of the mover's last move; -1: none */
    GrHalves once, twice;       /* squares supported by one, by two */
    GrHalves check[GR_VV_ROWS]; /* from where a type gives check */
    GrSquareBytes rank, file;   /* as seen by the mover */
    GrSquareBytes risk;         /* danger times 3, and how many support the square */
    GrSquareBytes last, own, there; /* distances to where the last move went, the mover's last
                                       move, and to the opponent's royal piece */
} GrVariantView;

/* Looks at a place of a game that has a model. */
void gr_variant_view(const GrPlace *place, const GrVariantModel *model, GrVariantView *view);

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
 * `from` have (a hole or an empty square counts as one), those that tell apart where it goes, and
 * those that only some moves have. */
enum { GR_VV_LEAVE = 5, GR_VV_ARRIVE = 8, GR_VV_RARE = 12 };

static inline void gr_variant_leave(const GrVariantView *view, int from, unsigned row,
                                    uint16_t out[GR_VV_LEAVE]) {
    unsigned base = row * GR_VV_ROW, danger = view->risk[from] / 3u;
    unsigned stake = row ? 2 * danger + gr_vv_bit(&view->once, from) : 0;
    out[0] = (uint16_t)(base + GR_VV_FROM_RANK + view->rank[from]);
    out[1] = (uint16_t)(base + GR_VV_FROM_FILE + view->file[from]);
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
    unsigned way = (unsigned)ahead[11 + view->rank[to] - view->rank[from]] +
                   aside[9 + view->file[to] - view->file[from]];
    out[0] = (uint16_t)(base + GR_VV_TO_RANK + view->rank[to]);
    out[1] = (uint16_t)(base + GR_VV_TO_FILE + view->file[to]);
    out[2] = (uint16_t)(base + GR_VV_CONTENT + content);
    out[3] = (uint16_t)(base + GR_VV_RISK + takes * 15 + view->risk[to]);
    out[4] = (uint16_t)(base + GR_VV_CHECK + check * 4 + takes * 2 + gr_vv_attacked(view, to));
    out[5] = (uint16_t)(base + GR_VV_NEAR + view->took * 9u + view->last[to]);
    out[6] = (uint16_t)(base + GR_VV_THERE + view->there[to]);
    out[7] = (uint16_t)(base + GR_VV_WAY + way);
}

/* Has a move any of the rare numbers? */
static inline bool gr_variant_is_rare(const GrVariantView *view, GrMove move, unsigned content) {
    return content || move >> 14 || view->in_check || gr_move_to(move) == view->own_from;
}

/* Those numbers; returns how many. */
unsigned gr_variant_rare(const GrVariantView *view, GrMove move, unsigned row, unsigned content,
                         uint16_t out[GR_VV_RARE]);

#endif
