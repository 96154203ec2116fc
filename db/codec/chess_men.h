/* The pieces of a chess position, as the side to move sees them: all that the chess model of the move codec looks at,
 * and all that is kept up to date while a game is coded with it. Internal to db/codec/.
 *
 * Squares and ranks are counted from the own side of who looks: square s of White is square s ^ 56 of Black.
 */
#ifndef GR_DB_CHESS_MEN_H
#define GR_DB_CHESS_MEN_H

#include <string.h>

#include "rules/position.h"

/* Classes of pieces, in the order of their worth. */
enum { GR_CV_PAWN, GR_CV_KNIGHT, GR_CV_BISHOP, GR_CV_ROOK, GR_CV_QUEEN, GR_CV_KING, GR_CV_CLASSES };

/* The pieces of a side by class; behind the last, all that it has, and one that is not used. */
typedef struct GrChessSide {
    uint64_t set[GR_CV_CLASSES + 2];
} GrChessSide;

/* All is as the side to move sees it, and turned around when the turn passes: that is a few vectors to mirror, and a
 * move changes each thing but once. */
typedef struct GrChessMen {
    GrChessSide own, other;
    uint8_t on[64 + 1]; /* by square: 8 times the class of what stands there, or of nothing; behind all, nothing */
    uint8_t turn, rights;
    uint16_t went[2]; /* by side: where the last move went, and 256 times where the one before; 64 if none did */
    uint64_t ep;      /* as GrPosition has it, and the others, too */
    uint16_t clock, number;
} GrChessMen;

/* The pieces of a position of chess. */
void gr_chess_men(const GrPosition *pos, GrChessMen *men);

/* Bits of GrPosition.rights that last when something leaves or enters a square. */
extern const uint8_t gr_chess_kept[64];

/* The rare part of gr_chess_men_play: castling, promotion, en passant and double steps. `move` has been played but for
 * that, and the other side is to move. */
void gr_chess_men_finish(GrChessMen *men, GrMove move);

static inline uint16_t gr_chess_went(uint16_t went, unsigned to) {
    return (uint16_t)((unsigned)went << 8 | to);
}

/* Four sets, or four ranks of bytes, in a vector. */
typedef uint64_t GrChessLanes __attribute__((vector_size(32)));

/* The ranks in the order of the other side. */
static inline __attribute__((always_inline)) void gr_chess_mirror_ranks(uint8_t on[64]) {
    GrChessLanes low, high;
    memcpy(&low, on, sizeof low);
    memcpy(&high, on + 32, sizeof high);
    low = (GrChessLanes){low[3], low[2], low[1], low[0]};
    high = (GrChessLanes){high[3], high[2], high[1], high[0]};
    memcpy(on, &high, sizeof high);
    memcpy(on + 32, &low, sizeof low);
}

/* Shows the men to the other side. */
static inline __attribute__((always_inline)) void gr_chess_men_turn(GrChessMen *men) {
    for (unsigned i = 0; i < GR_CV_CLASSES + 2; i++) {
        uint64_t own = men->own.set[i];
        men->own.set[i] = __builtin_bswap64(men->other.set[i]);
        men->other.set[i] = __builtin_bswap64(own);
    }
    gr_chess_mirror_ranks(men->on);
    men->turn ^= 1;
}

/* Plays a legal move, no null move; returns whether something stood where it went. What is taken leaves its set; if
 * nothing is, that is the set of all, which does not have it. The men are turned first, since what vectors have stored
 * is there for what loads parts of it, and not the other way round. */
static inline bool gr_chess_men_play(GrChessMen *men, GrMove move) {
    unsigned side = men->turn & 1, flip = (side - 1) & 56;
    unsigned from = (unsigned)gr_move_from(move) & 63, to = (unsigned)gr_move_to(move) & 63;
    gr_chess_men_turn(men);
    men->rights &= gr_chess_kept[from] & gr_chess_kept[to];
    men->went[GR_WHITE] = gr_chess_went(men->went[GR_WHITE], to);
    men->went[GR_BLACK] = gr_chess_went(men->went[GR_BLACK], to ^ 56);
    from ^= flip;
    to ^= flip;
    uint8_t piece = men->on[from], taken = men->on[to];
    uint64_t here = (uint64_t)1 << to, both = (uint64_t)1 << from | here;
    bool takes = taken != GR_CV_CLASSES << 3, is_pawn = piece == GR_CV_PAWN << 3;
    men->own.set[taken >> 3] &= ~here;
    men->own.set[GR_CV_CLASSES] &= ~here;
    men->other.set[piece >> 3] ^= both;
    men->other.set[GR_CV_CLASSES] ^= both;
    men->on[from] = GR_CV_CLASSES << 3;
    men->on[to] = piece;
    men->ep = 0;
    men->clock = (takes | is_pawn) ? 0 : (uint16_t)(men->clock + 1);
    men->number = (uint16_t)(men->number + side);
    if (__builtin_expect(move >> 14 != 0 || (is_pawn && (from ^ to) == 16), 0))
        gr_chess_men_finish(men, move);
    return takes;
}

/* Plays a null move. */
void gr_chess_men_pass(GrChessMen *men);

/* Copy the men to a position of chess: the first its sets alone, the second all but its key. */
void gr_chess_men_sets(const GrChessMen *men, GrPosition *pos);
void gr_chess_men_settle(const GrChessMen *men, GrPosition *pos);

static inline unsigned gr_chess_men_count(const GrChessMen *men) {
    return (unsigned)__builtin_popcountll(men->own.set[GR_CV_CLASSES] | men->other.set[GR_CV_CLASSES]);
}

/* ---- where single pieces go ---- */

/* One file to either side of a set, and two; where knights leap from it. */
#define GR_CHESS_ON(s) ((uint64_t)1 << (s))
#define GR_CHESS_BESIDE(set) (((set) >> 1 & ~0x8080808080808080u) | ((set) << 1 & ~0x0101010101010101u))
#define GR_CHESS_BEYOND(set) (((set) >> 2 & ~0xC0C0C0C0C0C0C0C0u) | ((set) << 2 & ~0x0303030303030303u))
#define GR_CHESS_LEAPS(set)                                                                                   \
    (GR_CHESS_BESIDE(set) << 16 | GR_CHESS_BESIDE(set) >> 16 | GR_CHESS_BEYOND(set) << 8 | GR_CHESS_BEYOND(set) >> 8)

/* A table for all squares, or for 64 numbers from n on. */
#define GR_CHESS_EIGHT(what, n) \
    what(n), what(n + 1), what(n + 2), what(n + 3), what(n + 4), what(n + 5), what(n + 6), what(n + 7)
#define GR_CHESS_BOARD(what, n)                                                                               \
    GR_CHESS_EIGHT(what, n), GR_CHESS_EIGHT(what, n + 8), GR_CHESS_EIGHT(what, n + 16),                        \
    GR_CHESS_EIGHT(what, n + 24), GR_CHESS_EIGHT(what, n + 32), GR_CHESS_EIGHT(what, n + 40),                  \
    GR_CHESS_EIGHT(what, n + 48), GR_CHESS_EIGHT(what, n + 56)

static const uint64_t GR_FILE_A = 0x0101010101010101, GR_FILE_H = 0x8080808080808080;

/* The squares of a line below and above a square. */
typedef struct GrChessLine {
    uint64_t below, above;
} GrChessLine;

/* Of each square: rank, file, rising and falling diagonal; leaps of a knight; steps of a king. */
extern const GrChessLine gr_chess_lines[64][4];
extern const uint64_t gr_chess_leaps[64], gr_chess_steps[64];

/* Squares of a line up to and with the first piece on each side: with the nearest one below taken
 * away, the one subtraction runs up to the nearest above. */
static inline uint64_t gr_chess_along(const GrChessLine *line, uint64_t all) {
    uint64_t below = line->below & all, above = line->above & all;
    uint64_t last = ~(uint64_t)0 << (63 ^ __builtin_clzll(below | 1));
    return (above ^ (above + last)) & (line->below | line->above);
}

static inline uint64_t gr_chess_orthogonal(unsigned sq, uint64_t all) {
    return gr_chess_along(&gr_chess_lines[sq][0], all) | gr_chess_along(&gr_chess_lines[sq][1], all);
}

static inline uint64_t gr_chess_diagonal(unsigned sq, uint64_t all) {
    return gr_chess_along(&gr_chess_lines[sq][2], all) | gr_chess_along(&gr_chess_lines[sq][3], all);
}

/* The pieces of the other side, but for those on `gone`, that attack the king of the side to move when `all` is
 * occupied. */
uint64_t gr_chess_checkers(const GrChessMen *men, uint64_t all, uint64_t gone);

#endif
