/* Playing moves of chess with nothing but the pieces. */
#include "db/codec/chess_men.h"

#include <string.h>

/* ---- where single pieces go ---- */

#define ON(s) GR_CHESS_ON(s)
#define BESIDE(set) GR_CHESS_BESIDE(set)
#define LEAPS_FROM(s) GR_CHESS_LEAPS(ON(s))
#define STEPS_FROM(s) (BESIDE(ON(s)) | (ON(s) | BESIDE(ON(s))) << 8 | (ON(s) | BESIDE(ON(s))) >> 8)

const uint64_t gr_chess_leaps[64] = {GR_CHESS_BOARD(LEAPS_FROM, 0)};
const uint64_t gr_chess_steps[64] = {GR_CHESS_BOARD(STEPS_FROM, 0)};

#define RANK(s) ((uint64_t)0xFF << ((s) & 56))
#define FILE(s) ((uint64_t)0x0101010101010101 << ((s) & 7))
#define SHIFTED(set, ranks)                                                                        \
    ((ranks) > 0 ? (uint64_t)(set) << (8 * ((ranks) & 7)) : (uint64_t)(set) >> (8 * (-(ranks) & 7)))
#define RISING(s) SHIFTED(0x8040201008040201u, ((s) >> 3) - ((s) & 7))
#define FALLING(s) SHIFTED(0x0102040810204080u, ((s) >> 3) + ((s) & 7) - 7)
#define PARTED(line, s) {(line) & (ON(s) - 1), (line) & ~(ON(s) - 1) & ~ON(s)}
#define LINES(s) {PARTED(RANK(s), s), PARTED(FILE(s), s), PARTED(RISING(s), s), \
                  PARTED(FALLING(s), s)}

const GrChessLine gr_chess_lines[64][4] = {GR_CHESS_BOARD(LINES, 0)};

uint64_t gr_chess_checkers(const GrChessMen *men, unsigned side, uint64_t all, uint64_t gone) {
    const uint64_t *other = men->by[side].set[!side], one = men->by[side].set[side][GR_CV_KING];
    unsigned king = (unsigned)__builtin_ctzll(one);
    uint64_t pawns = (one << 9 & ~GR_FILE_A) | (one << 7 & ~GR_FILE_H);
    uint64_t found = (pawns & other[GR_CV_PAWN]) | (gr_chess_leaps[king] & other[GR_CV_KNIGHT]) |
                     (gr_chess_steps[king] & other[GR_CV_KING]) |
                     (gr_chess_diagonal(king, all) & (other[GR_CV_BISHOP] | other[GR_CV_QUEEN])) |
                     (gr_chess_orthogonal(king, all) & (other[GR_CV_ROOK] | other[GR_CV_QUEEN]));
    return found & ~gone;
}

/* ---- from and to positions ---- */

enum { NOWHERE = 64 };

/* Types of chess count from 1, the king, to 6, the pawn; so do White's codes. */
static const uint8_t class_of[32] = {
    6, 5, 4, 3, 2, 1, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 5, 4, 3, 2, 1, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6,
};

static void see(const GrChessMen *men, GrChessSight *sight) {
    const GrChessSight *white = &men->by[GR_WHITE];
    for (int side = 0; side < 2; side++)
        for (int class = 0; class <= GR_CV_CLASSES; class++)
            sight->set[side][class] = __builtin_bswap64(white->set[side][class]);
    for (unsigned rank = 0; rank < 64; rank += 8)
        memcpy(sight->on + (rank ^ 56), white->on + rank, 8);
    sight->on[NOWHERE] = white->on[NOWHERE];
    sight->went = NOWHERE << 8 | NOWHERE;
}

void gr_chess_men(const GrPosition *pos, GrChessMen *men) {
    GrChessSight *sight = &men->by[GR_WHITE];
    for (int side = 0; side < 2; side++) {
        uint64_t all = sight->set[side][GR_CV_CLASSES] = (uint64_t)pos->side[side];
        for (int class = 0; class < GR_CV_CLASSES; class++)
            sight->set[side][class] = (uint64_t)pos->type[GR_CV_CLASSES - class] & all;
    }
    for (unsigned sq = 0; sq < 64; sq++)
        sight->on[sq] = (uint8_t)(class_of[pos->board[sq] & 31] << 3);
    sight->on[NOWHERE] = GR_CV_CLASSES << 3;
    sight->went = NOWHERE << 8 | NOWHERE;
    see(men, &men->by[GR_BLACK]);
    men->ep = (uint64_t)pos->ep;
    men->clock = pos->clock;
    men->number = pos->number;
    men->turn = pos->turn;
    men->rights = pos->rights;
}

void gr_chess_men_sets(const GrChessMen *men, GrPosition *pos) {
    const GrChessSight *sight = &men->by[GR_WHITE];
    for (int class = 0; class < GR_CV_CLASSES; class++)
        pos->type[GR_CV_CLASSES - class] = sight->set[GR_WHITE][class] | sight->set[GR_BLACK][class];
    for (int side = 0; side < 2; side++)
        pos->side[side] = sight->set[side][GR_CV_CLASSES];
}

void gr_chess_men_settle(const GrChessMen *men, GrPosition *pos) {
    gr_chess_men_sets(men, pos);
    memset(pos->board, GR_EMPTY, 64);
    for (int side = 0; side < 2; side++)
        for (uint64_t left = (uint64_t)pos->side[side]; left; left &= left - 1) {
            int sq = __builtin_ctzll(left);
            pos->board[sq] = (uint8_t)gr_piece(side, GR_CV_CLASSES - (men->by[GR_WHITE].on[sq] >> 3));
        }
    pos->ep = men->ep;
    pos->ep_victim = (uint8_t)(men->ep ? __builtin_ctzll(men->ep) ^ 8 : pos->ep_victim);
    pos->clock = men->clock;
    pos->number = men->number;
    pos->turn = men->turn;
    pos->rights = men->rights;
}

/* ---- playing ---- */

/* Puts something of a class and side on squares, as White sees them, or takes it away. */
static void change(GrChessMen *men, unsigned class, unsigned side, uint64_t squares) {
    GrChessSight *white = &men->by[GR_WHITE], *black = &men->by[GR_BLACK];
    uint64_t mirrored = __builtin_bswap64(squares);
    white->set[side][class] ^= squares;
    black->set[side][class] ^= mirrored;
    white->set[side][GR_CV_CLASSES] ^= squares;
    black->set[side][GR_CV_CLASSES] ^= mirrored;
}

static void stand(GrChessMen *men, unsigned sq, unsigned class) {
    men->by[GR_WHITE].on[sq] = men->by[GR_BLACK].on[sq ^ 56] = (uint8_t)(class << 3);
}

#define KEPT(s) ((s) == 4 ? 12 : (s) == 60 ? 3 : (s) == 7 ? 14 : (s) == 0 ? 13 : (s) == 63 ? 11 : (s) == 56 ? 7 : 15)
const uint8_t gr_chess_kept[64] = {GR_CHESS_BOARD(KEPT, 0)};

static void castle(GrChessMen *men, unsigned side, unsigned king) {
    unsigned to = king % 8 == 6 ? king - 1 : king + 1, from = king % 8 == 6 ? king + 1 : king - 2;
    change(men, GR_CV_ROOK, side, ON(from) | ON(to));
    stand(men, from, GR_CV_CLASSES);
    stand(men, to, GR_CV_ROOK);
}

/* What a move does besides taking a piece to another square. */
static void play_rest(GrChessMen *men, unsigned side, GrMove move, unsigned to) {
    unsigned promoted = (unsigned)gr_move_piece(move);
    if (gr_move_kind(move) == GR_CASTLE)
        castle(men, side, to);
    if (gr_move_kind(move) == GR_EN_PASSANT) {
        change(men, GR_CV_PAWN, !side, ON(to ^ 8));
        stand(men, to ^ 8, GR_CV_CLASSES);
    }
    if (promoted) {
        change(men, GR_CV_PAWN, side, ON(to));
        change(men, GR_CV_CLASSES - promoted, side, ON(to));
        stand(men, to, GR_CV_CLASSES - promoted);
    }
}

/* A pawn has just gone two squares ahead: may it be taken where it has passed? */
static void allow_ep(GrChessMen *men, unsigned from, unsigned to) {
    unsigned side = men->turn, flip = side == GR_WHITE ? 0 : 56;
    const GrChessSight *sight = &men->by[side];
    uint64_t victim = ON(to ^ flip), passed = ON((from + to) / 2 ^ flip);
    uint64_t all = sight->set[GR_WHITE][GR_CV_CLASSES] | sight->set[GR_BLACK][GR_CV_CLASSES];
    for (uint64_t near = BESIDE(victim) & sight->set[side][GR_CV_PAWN]; near; near &= near - 1) {
        uint64_t gone = (near & -near) | victim;
        if (!gr_chess_checkers(men, side, (all & ~gone) | passed, gone))
            men->ep = ON((from + to) / 2);
    }
}

void gr_chess_men_finish(GrChessMen *men, GrMove move) {
    unsigned from = (unsigned)gr_move_from(move) & 63, to = (unsigned)gr_move_to(move) & 63;
    if (move >> 14)
        play_rest(men, !men->turn, move, to);
    else
        allow_ep(men, from, to);
}

void gr_chess_men_pass(GrChessMen *men) {
    for (int side = 0; side < 2; side++)
        men->by[side].went = gr_chess_went(&men->by[side], NOWHERE);
    men->number = (uint16_t)(men->number + men->turn);
    men->turn = !men->turn;
    men->clock++;
    men->ep = 0;
}
