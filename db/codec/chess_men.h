/* The pieces of a chess position, as each side sees them: all that the chess model of the move codec looks at, and
 * all that is kept up to date while a game is coded with it. Internal to db/codec/.
 *
 * Squares and ranks are counted from the own side of who looks: square s of White is square s ^ 56 of Black.
 */
#ifndef GR_DB_CHESS_MEN_H
#define GR_DB_CHESS_MEN_H

#include "rules/position.h"

/* Classes of pieces, in the order of their worth. */
enum { GR_CV_PAWN, GR_CV_KNIGHT, GR_CV_BISHOP, GR_CV_ROOK, GR_CV_QUEEN, GR_CV_KING, GR_CV_CLASSES };

/* The board as a side sees it. Behind the squares is one that does not exist, and is empty. */
typedef struct GrChessSight {
    uint64_t set[2][GR_CV_CLASSES + 1]; /* by side and class; behind the last, all pieces of the side */
    uint8_t on[64 + 1];                 /* by square: 8 times the class of what stands there, or of nothing */
    uint16_t went; /* where the last move went, and 256 times where the one before; that behind all if none did */
} GrChessSight;

typedef struct GrChessMen {
    GrChessSight by[2]; /* by the side that looks */
    uint64_t ep;        /* as GrPosition has it, and the others, too */
    uint16_t clock, number;
    uint8_t turn, rights;
} GrChessMen;

/* The pieces of a position of chess. */
void gr_chess_men(const GrPosition *pos, GrChessMen *men);

/* Bits of GrPosition.rights that last when something leaves or enters a square. */
extern const uint8_t gr_chess_kept[64];

/* The rare part of gr_chess_men_play: castling, promotion, en passant and double steps. `move` has been played but for
 * that. */
void gr_chess_men_finish(GrChessMen *men, GrMove move);

static inline uint16_t gr_chess_went(const GrChessSight *sight, unsigned to) {
    return (uint16_t)((unsigned)sight->went << 8 | to);
}

/* Plays a legal move, no null move; returns whether something stood where it went. What is taken leaves its set; if
 * nothing is, that is the set of all, which does not have it. */
static inline bool gr_chess_men_play(GrChessMen *men, GrMove move) {
    GrChessSight *white = &men->by[GR_WHITE], *black = &men->by[GR_BLACK];
    unsigned from = (unsigned)gr_move_from(move) & 63, to = (unsigned)gr_move_to(move) & 63, side = men->turn & 1;
    uint8_t piece = white->on[from], taken = white->on[to];
    uint64_t here = (uint64_t)1 << to, both = (uint64_t)1 << from | here;
    uint64_t here_too = __builtin_bswap64(here), both_too = __builtin_bswap64(both);
    bool takes = taken != GR_CV_CLASSES << 3, is_pawn = piece == GR_CV_PAWN << 3;
    white->set[!side][taken >> 3] &= ~here;
    black->set[!side][taken >> 3] &= ~here_too;
    white->set[!side][GR_CV_CLASSES] &= ~here;
    black->set[!side][GR_CV_CLASSES] &= ~here_too;
    white->set[side][piece >> 3] ^= both;
    black->set[side][piece >> 3] ^= both_too;
    white->set[side][GR_CV_CLASSES] ^= both;
    black->set[side][GR_CV_CLASSES] ^= both_too;
    white->on[from] = black->on[from ^ 56] = GR_CV_CLASSES << 3;
    white->on[to] = black->on[to ^ 56] = piece;
    white->went = gr_chess_went(white, to);
    black->went = gr_chess_went(black, to ^ 56);
    men->ep = 0;
    men->rights &= gr_chess_kept[from] & gr_chess_kept[to];
    men->clock = (uint16_t)((men->clock + 1u) * !(takes | is_pawn));
    men->number = (uint16_t)(men->number + side);
    men->turn = (uint8_t)!side;
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
    const GrChessSight *sight = &men->by[GR_WHITE];
    return (unsigned)__builtin_popcountll(sight->set[GR_WHITE][GR_CV_CLASSES] | sight->set[GR_BLACK][GR_CV_CLASSES]);
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

/* The pieces of the other side, but for those on `gone`, that attack the king of a side when `all` is occupied, as that
 * side sees it. */
uint64_t gr_chess_checkers(const GrChessMen *men, unsigned side, uint64_t all, uint64_t gone);

#endif
