/* Racing Kings: a race of the kings to the eighth rank (Vernon Rylands Parton, 1961), as lichess
 * plays it.
 *
 * No move may give check. A side whose king is on the eighth rank has won; but when White gets
 * there first, Black has one move to draw by getting there, too. No pawns, no castling.
 */
#define FILES 8
#define RANKS 8

#include "rules/hooks.h"
#include "rules/piece_rows.h"
#include "rules/registry.h"

enum { K = 1, Q, R, B, N, TYPES = 5 };

static const GrPieceRow piece[TYPES + 1] = {
    [K] = KING_PIECE,
    [Q] = QUEEN_PIECE,
    [R] = ROOK_PIECE,
    [B] = BISHOP_PIECE,
    [N] = KNIGHT_PIECE,
};

#define OVER over
#define IS_LEGAL is_legal
#include "rules/core_filter.h"

/* A king that has been taken, as moves of a position try it that no game reaches, is in no check. */
static bool in_check(const GrPosition *p, int side) {
    BB king = pieces_of(p, side, K);
    return king && attacked_given(p, bb_first(king), !side, occupied(p), 0);
}

/* The machine has seen to the own king. */
static bool is_legal(const GrPosition *p, GrMove m) {
    GrPosition after;
    copy_few(&after, p);
    core_play(&after, m);
    return !in_check(&after, after.turn);
}

/* Can Black's king go to the eighth rank with this move? */
static bool can_follow(const GrPosition *p, BB goal) {
    int king = king_of(p, GR_BLACK);
    for (BB to = tables(p)->leap_move[K][king] & goal & ~side_of(p, GR_BLACK); to;) {
        int sq = bb_pop(&to);
        BB occ = (occupied(p) & ~BB_OF(king)) | BB_OF(sq);
        if (!attacked_given(p, sq, GR_WHITE, occ, BB_OF(sq)) &&
            is_legal(p, gr_move_make(GR_NORMAL, king, sq, 0, 0)))
            return true;
    }
    return false;
}

static bool over(const GrPosition *p, int *winner) {
    BB goal = tables(p)->rank[RANKS - 1], there = type_of(p, K) & goal;
    bool white = there & side_of(p, GR_WHITE), black = there & side_of(p, GR_BLACK);
    *winner = white && black ? -1 : white ? GR_WHITE : GR_BLACK;
    return black || (white && (p->turn == GR_WHITE || !can_follow(p, goal)));
}

static bool aim(const GrPosition *p, int side, GrAim *aim) {
    *aim = (GrAim){.to = tables(p)->rank[RANKS - 1], .types = 1u << K};
    return pieces_of(p, side, K) & tables(p)->rank[RANKS - 2];
}

static const char *fault(GrPosition *p, unsigned n) {
    if (n > 0)
        return NULL;
    bool kings = bb_count(type_of(p, K) & side_of(p, p->turn)) == 1;
    return kings && in_check(p, p->turn) ? "no side can be in check" : "";
}

static const char *objection(const GrPosition *p, GrMove m) {
    return is_legal(p, m) ? NULL : "it would give check, which no move may";
}

static const GrHooks hooks = {
    FILTER_HOOKS,
    .size = core_size, .fill = core_fill, .over = over, .aim = aim, .fault = fault, .objection = objection,
};

const GrVariant gr_racingkings = {
    .name = "racingkings",
    .title = "Racing Kings",
    .aliases = "Racing Kings Chess|Racing-Kings",
    .files = FILES,
    .ranks = RANKS,
    .first = GR_WHITE,
    .types = TYPES,
    .piece = piece,
    .rights = "",
    .start = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    .fifty = true,
    .abreast = true,
    .own_ends = true,
    .hooks = &hooks,
};
