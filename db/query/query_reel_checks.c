/* Which pieces give check, in single positions of a reel. */
#include "db/query/query_reel_local.h"

static int turn_at(const GrReel *reel, unsigned n) {
    return reel->turn ^ (int)(n & 1);
}

static uint64_t of_types(const GrSketchRow *row, unsigned types) {
    uint64_t set = 0;
    for (; types; types &= types - 1)
        set |= row->word[__builtin_ctz(types)];
    return set;
}

/* What attacks the king of the side to move, the first of several, in the nth position. */
static uint64_t checkers_at(const ReelAttacks *known, const GrReel *reel, unsigned n) {
    const GrSketchRow *row = &reel->row[n];
    const int side = turn_at(reel, n);
    const uint64_t own = row->word[gr_sketch_side(side)], enemies = row->word[gr_sketch_side(!side)];
    if (!(own & row->word[GR_KING]))
        return 0;
    const int at = __builtin_ctzll(own & row->word[GR_KING]);
    const uint64_t *aims = known->aims[side][at];
    uint64_t found = 0, slides = (of_types(row, known->types[REEL_ORTH]) & known->slides[at][0]) |
                                 (of_types(row, known->types[REEL_DIAG]) & known->slides[at][1]);
    for (slides &= enemies; slides; slides &= slides - 1)
        found |= known->between[at][__builtin_ctzll(slides)] & (own | enemies) ? 0 : slides & -slides;
    for (ReelWay way = REEL_PAWN; way < REEL_WAYS; way++)
        found |= of_types(row, known->types[way]) & aims[way] & enemies;
    return found;
}

/* Finds what has become empty on lines to the king of the side to move, by each position but the first. */
static void find_opened(const ReelAttacks *known, const GrReel *reel, ReelSet *left) {
    const unsigned sides = gr_sketch_side(GR_WHITE) ^ gr_sketch_side(GR_BLACK);
    const uint64_t *row = reel->row[0].word;
    unsigned own = gr_sketch_side(turn_at(reel, 0));
    uint64_t stood = row[own] | row[own ^ sides];
    left->at[0] = (QueryLanes){0};
    for (unsigned n = 1; n < reel->count; n++) {
        row += GR_SKETCH_WORDS;
        own ^= sides;
        const uint64_t king = row[GR_KING] & row[own], stands = row[own] | row[own ^ sides];
        left->at[n / 4][n % 4] = stood & ~stands & known->lines[king ? __builtin_ctzll(king) : 64];
        stood = stands;
    }
}

/* Does a slider of the other side stand behind the square that was left, as the king sees it? */
static bool is_seen(const ReelAttacks *known, const GrReel *reel, unsigned n, uint64_t left) {
    const GrSketchRow *row = &reel->row[n];
    const int side = turn_at(reel, n), at = __builtin_ctzll(row->word[GR_KING] & row->word[gr_sketch_side(side)]);
    const ReelWay way = left & known->slides[at][0] ? REEL_ORTH : REEL_DIAG;
    return left & (left - 1) || (known->behind[at][__builtin_ctzll(left)] & row->word[gr_sketch_side(!side)] &
                                 of_types(row, known->types[way]));
}

/* Plies at which two pieces may give check, or one that the last move did not put where it is: the first one, and
 * those at which a line to the king has been opened, as a third of all moves do. */
static uint64_t opened(const Reel *r, unsigned sides, uint64_t plies) {
    const uint64_t first = 0x5555555555555555;
    uint64_t found = 1;
    ReelSet left;
    find_opened(r->plan->attacks, r->of, &left);
    uint64_t may = plies & reel_some(r, &left) & ~found;
    may &= (sides >> turn_at(r->of, 0) & 1 ? first : 0) | (sides >> turn_at(r->of, 1) & 1 ? ~first : 0);
    for (; may; may &= may - 1) {
        unsigned n = (unsigned)__builtin_ctzll(may);
        found |= (uint64_t)is_seen(r->plan->attacks, r->of, n, left.at[n / 4][n % 4]) << n;
    }
    return found & plies;
}

uint64_t reel_discoveries(const Reel *r, unsigned sides, uint64_t plies) {
    uint64_t found = 0;
    for (uint64_t left = opened(r, sides, plies); left; left &= left - 1) {
        unsigned n = (unsigned)__builtin_ctzll(left);
        if (!(sides >> turn_at(r->of, n) & 1))
            continue;
        PlayedMove played = reel_played(r->of, n);
        uint64_t checkers = checkers_at(r->plan->attacks, r->of, n);
        found |= (uint64_t)query_has_discovered(r->plan->variant, checkers, &played) << n;
    }
    return found;
}

uint64_t reel_checkers(Reel *r, int64_t low, int64_t high, uint64_t plies) {
    uint64_t some = plies, found = 0;
    if (low < 2) {
        reel_load(r);
        some &= reel_checks(r, r->of->turn, QUERY_EITHER);
        found = low <= 0 && high >= 0 ? plies & ~some : 0;
    } else {
        some = opened(r, QUERY_EITHER, plies);
    }
    for (; some; some &= some - 1) {
        unsigned n = (unsigned)__builtin_ctzll(some);
        int count = __builtin_popcountll(checkers_at(r->plan->attacks, r->of, n));
        found |= (uint64_t)(count >= low && count <= high) << n;
    }
    return found;
}
