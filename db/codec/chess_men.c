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

uint64_t gr_chess_checkers(const GrChessMen *men, uint64_t all, uint64_t gone) {
    const uint64_t *other = men->other.set, one = men->own.set[GR_CV_KING];
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

void gr_chess_men(const GrPosition *pos, GrChessMen *men) {
    GrChessSide *side[2] = {&men->own, &men->other};
    for (int i = 0; i < 2; i++) {
        uint64_t all = (uint64_t)pos->side[i];
        for (int class = 0; class < GR_CV_CLASSES; class++)
            side[i]->set[class] = (uint64_t)pos->type[GR_CV_CLASSES - class] & all;
        side[i]->set[GR_CV_CLASSES] = all;
        side[i]->set[GR_CV_CLASSES + 1] = 0;
    }
    memset(men->on, GR_CV_CLASSES << 3, sizeof men->on);
    for (uint64_t left = men->own.set[GR_CV_CLASSES] | men->other.set[GR_CV_CLASSES]; left; left &= left - 1) {
        unsigned sq = (unsigned)__builtin_ctzll(left);
        men->on[sq] = (uint8_t)(class_of[pos->board[sq] & 31] << 3);
    }
    men->went[0] = men->went[1] = NOWHERE << 8 | NOWHERE;
    men->ep = (uint64_t)pos->ep;
    men->clock = pos->clock;
    men->number = pos->number;
    men->rights = pos->rights;
    men->turn = GR_WHITE;
    if (pos->turn != GR_WHITE)
        gr_chess_men_turn(men);
}

void gr_chess_men_sets(const GrChessMen *men, GrPosition *pos) {
    const uint64_t *own = men->own.set, *other = men->other.set;
    uint64_t set[2] = {own[GR_CV_CLASSES], other[GR_CV_CLASSES]};
    const bool black = men->turn == GR_BLACK;
    for (int class = 0; class < GR_CV_CLASSES; class++) {
        uint64_t both = own[class] | other[class];
        pos->type[GR_CV_CLASSES - class] = black ? __builtin_bswap64(both) : both;
    }
    for (int i = 0; i < 2; i++)
        pos->side[i ^ black] = black ? __builtin_bswap64(set[i]) : set[i];
}

void gr_chess_men_settle(const GrChessMen *men, GrPosition *pos) {
    const unsigned flip = men->turn == GR_BLACK ? 56 : 0;
    gr_chess_men_sets(men, pos);
    memset(pos->board, GR_EMPTY, 64);
    for (int side = 0; side < 2; side++)
        for (uint64_t left = (uint64_t)pos->side[side]; left; left &= left - 1) {
            unsigned sq = (unsigned)__builtin_ctzll(left);
            pos->board[sq] = (uint8_t)gr_piece(side, GR_CV_CLASSES - (men->on[sq ^ flip] >> 3));
        }
    pos->ep = men->ep;
    pos->ep_victim = (uint8_t)(men->ep ? __builtin_ctzll(men->ep) ^ 8 : pos->ep_victim);
    pos->clock = men->clock;
    pos->number = men->number;
    pos->turn = men->turn;
    pos->rights = men->rights;
}

/* ---- playing ---- */

/* Puts something of a class on squares, or takes it away. */
static void change(GrChessSide *side, unsigned class, uint64_t squares) {
    side->set[class] ^= squares;
    side->set[GR_CV_CLASSES] ^= squares;
}

static void stand(GrChessMen *men, unsigned sq, unsigned class) {
    men->on[sq] = (uint8_t)(class << 3);
}

#define KEPT(s) ((s) == 4 ? 12 : (s) == 60 ? 3 : (s) == 7 ? 14 : (s) == 0 ? 13 : (s) == 63 ? 11 : (s) == 56 ? 7 : 15)
const uint8_t gr_chess_kept[64] = {GR_CHESS_BOARD(KEPT, 0)};

/* Squares are as the side sees them that is to move now; the other one has moved. */
static void castle(GrChessMen *men, unsigned king) {
    unsigned to = king % 8 == 6 ? king - 1 : king + 1, from = king % 8 == 6 ? king + 1 : king - 2;
    change(&men->other, GR_CV_ROOK, ON(from) | ON(to));
    stand(men, from, GR_CV_CLASSES);
    stand(men, to, GR_CV_ROOK);
}

/* What a move does besides taking a piece to another square. */
static void play_rest(GrChessMen *men, GrMove move, unsigned to) {
    unsigned promoted = (unsigned)gr_move_piece(move);
    if (gr_move_kind(move) == GR_CASTLE)
        castle(men, to);
    if (gr_move_kind(move) == GR_EN_PASSANT) {
        change(&men->own, GR_CV_PAWN, ON(to ^ 8));
        stand(men, to ^ 8, GR_CV_CLASSES);
    }
    if (promoted) {
        change(&men->other, GR_CV_PAWN, ON(to));
        change(&men->other, GR_CV_CLASSES - promoted, ON(to));
        stand(men, to, GR_CV_CLASSES - promoted);
    }
}

/* A pawn has just gone two squares ahead: may it be taken where it has passed? */
static void allow_ep(GrChessMen *men, unsigned from, unsigned to) {
    unsigned flip = men->turn == GR_WHITE ? 0 : 56, at = (from + to) / 2;
    uint64_t victim = ON(to), passed = ON(at);
    uint64_t all = men->own.set[GR_CV_CLASSES] | men->other.set[GR_CV_CLASSES];
    for (uint64_t near = BESIDE(victim) & men->own.set[GR_CV_PAWN]; near; near &= near - 1) {
        uint64_t gone = (near & -near) | victim;
        if (!gr_chess_checkers(men, (all & ~gone) | passed, gone))
            men->ep = ON(at ^ flip);
    }
}

void gr_chess_men_finish(GrChessMen *men, GrMove move) {
    unsigned flip = men->turn == GR_WHITE ? 0 : 56;
    unsigned from = ((unsigned)gr_move_from(move) & 63) ^ flip, to = ((unsigned)gr_move_to(move) & 63) ^ flip;
    if (move >> 14)
        play_rest(men, move, to);
    else
        allow_ep(men, from, to);
}

void gr_chess_men_pass(GrChessMen *men) {
    for (int side = 0; side < 2; side++)
        men->went[side] = gr_chess_went(men->went[side], NOWHERE);
    men->number = (uint16_t)(men->number + men->turn);
    men->clock++;
    men->ep = 0;
    gr_chess_men_turn(men);
}
