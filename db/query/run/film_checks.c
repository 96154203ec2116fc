/* Which pieces give check, in single positions of a film. */
#include "db/query/run/film_local.h"

static int turn_at(const GrFilm *film, unsigned n) {
    return film->turn ^ (int)(n & 1);
}

static uint64_t of_types(const GrFilmRow *row, unsigned types) {
    uint64_t set = 0;
    for (; types; types &= types - 1)
        set |= row->word[__builtin_ctz(types)];
    return set;
}

/* What attacks the king of the side to move, the first of several, in the nth position. */
static uint64_t checkers_at(const FilmAttacks *known, const GrFilm *film, unsigned n) {
    const GrFilmRow *row = &film->row[n];
    const int side = turn_at(film, n);
    const uint64_t own = row->word[gr_film_side(side)], enemies = row->word[gr_film_side(!side)];
    if (!(own & row->word[GR_KING]))
        return 0;
    const int at = __builtin_ctzll(own & row->word[GR_KING]);
    const uint64_t *aims = known->aims[side][at];
    uint64_t found = 0, slides = (of_types(row, known->types[FILM_ORTH]) & known->slides[at][0]) |
                                 (of_types(row, known->types[FILM_DIAG]) & known->slides[at][1]);
    for (slides &= enemies; slides; slides &= slides - 1)
        found |= known->between[at][__builtin_ctzll(slides)] & (own | enemies) ? 0 : slides & -slides;
    for (FilmWay way = FILM_PAWN; way < FILM_WAYS; way++)
        found |= of_types(row, known->types[way]) & aims[way] & enemies;
    return found;
}

/* A few instructions for each ply, which know whose turn it is. */
#define EACH static inline __attribute__((always_inline))

/* What has become empty on lines to the king of a side since `*stood` was what stood; which becomes that of the row. */
EACH uint64_t opened_at(const FilmAttacks *known, const GrFilmRow *row, int side, uint64_t *stood) {
    const uint64_t own = row->word[gr_film_side(side)], stands = own | row->word[gr_film_side(!side)];
    const uint64_t king = own & row->word[GR_KING];
    const uint64_t left = *stood & ~stands & known->lines[king ? __builtin_ctzll(king) : 64];
    *stood = stands;
    return left;
}

EACH void find_opened_from(const FilmAttacks *known, const GrFilm *film, int side, FilmSet *left) {
    uint64_t stood = film->row[0].word[gr_film_side(GR_WHITE)] | film->row[0].word[gr_film_side(GR_BLACK)];
    unsigned n = 1;
    for (; n + 1 < film->count; n += 2) {
        left->at[n / 4][n % 4] = opened_at(known, &film->row[n], side, &stood);
        left->at[(n + 1) / 4][(n + 1) % 4] = opened_at(known, &film->row[n + 1], !side, &stood);
    }
    if (n < film->count)
        left->at[n / 4][n % 4] = opened_at(known, &film->row[n], side, &stood);
}

/* Finds what has become empty on lines to the king of the side to move, by each position but the first. */
static void find_opened(const FilmAttacks *known, const GrFilm *film, FilmSet *left) {
    left->at[0] = (QueryLanes){0};
    if (film->turn == GR_WHITE)
        find_opened_from(known, film, GR_BLACK, left);
    else
        find_opened_from(known, film, GR_WHITE, left);
}

#undef EACH

/* Does a slider of the other side stand behind the square that was left, as the king sees it? */
static bool is_seen(const FilmAttacks *known, const GrFilm *film, unsigned n, uint64_t left) {
    const GrFilmRow *row = &film->row[n];
    const int side = turn_at(film, n), at = __builtin_ctzll(row->word[GR_KING] & row->word[gr_film_side(side)]);
    const FilmWay way = left & known->slides[at][0] ? FILM_ORTH : FILM_DIAG;
    return left & (left - 1) || (known->behind[at][__builtin_ctzll(left)] & row->word[gr_film_side(!side)] &
                                 of_types(row, known->types[way]));
}

/* Plies at which two pieces may give check, or one that the last move did not put where it is: the first one, and
 * those at which a line to the king has been opened, as a third of all moves do. */
static uint64_t opened(const Film *r, unsigned sides, uint64_t plies) {
    const uint64_t first = 0x5555555555555555;
    uint64_t found = 1;
    FilmSet left;
    find_opened(r->plan->attacks, r->of, &left);
    uint64_t may = plies & film_some(r, &left) & ~found;
    may &= (sides >> turn_at(r->of, 0) & 1 ? first : 0) | (sides >> turn_at(r->of, 1) & 1 ? ~first : 0);
    for (; may; may &= may - 1) {
        unsigned n = (unsigned)__builtin_ctzll(may);
        found |= (uint64_t)is_seen(r->plan->attacks, r->of, n, left.at[n / 4][n % 4]) << n;
    }
    return found & plies;
}

uint64_t film_discoveries(const Film *r, unsigned sides, uint64_t plies) {
    uint64_t found = 0;
    for (uint64_t left = opened(r, sides, plies); left; left &= left - 1) {
        unsigned n = (unsigned)__builtin_ctzll(left);
        if (!(sides >> turn_at(r->of, n) & 1))
            continue;
        PlayedMove played = film_played(r->of, n);
        uint64_t checkers = checkers_at(r->plan->attacks, r->of, n);
        found |= (uint64_t)query_has_discovered(r->plan->variant, checkers, &played) << n;
    }
    return found;
}

uint64_t film_checkers(Film *r, int64_t low, int64_t high, uint64_t plies) {
    uint64_t some = plies, found = 0;
    if (low < 2) {
        film_load(r);
        some &= film_checks(r, r->of->turn, QUERY_EITHER);
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
