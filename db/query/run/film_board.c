/* Patterns, and numbers of pieces, at all positions of a film. */
#include "db/query/run/film_local.h"

/* Plies at which the set has all of the squares. */
static uint64_t has_all(const Film *r, const FilmSet *set, uint64_t squares) {
    QueryLanes all = {0}, bit = {1, 2, 4, 8};
    for (unsigned i = 0; i < r->fours; i++, bit <<= 4)
        all |= bit & (QueryLanes)((set->at[i] & squares) == squares);
    return all[0] | all[1] | all[2] | all[3];
}

uint64_t film_board(const Film *r, const BoardTest *board, uint64_t plies) {
    for (unsigned i = 0; i < board->classes && plies; i++) {
        FilmSet set;
        film_plane(r, &board->class[i].plane, &set);
        plies &= has_all(r, &set, (uint64_t)board->class[i].squares);
    }
    return plies;
}

/* All corners at once: a corner stays if each cell's square is in the cell's plane. */
uint64_t film_shifted(const Film *r, const BoardTest *board, uint64_t plies) {
    FilmSet corners, plane;
    film_fill(r, &corners, (uint64_t)board->corners);
    for (unsigned i = 0, last = UINT32_MAX; i < board->cells && plies; i++) {
        const BoardCell *cell = &board->cell[i];
        if (cell->plane != last)
            film_plane(r, &board->class[cell->plane].plane, &plane);
        last = cell->plane;
        for (unsigned n = 0; n < r->fours; n++)
            corners.at[n] &= plane.at[n] >> cell->offset;
        plies &= film_some(r, &corners);
    }
    return plies;
}

/* Numbers of pieces of a type: White's and Black's. */
typedef struct Numbers {
    uint8_t of[2][GR_FILM_PLIES];
} Numbers;

static void count_type(const Film *r, int type, Numbers *numbers) {
    for (int side = 0; side < 2; side++) {
        FilmSet set;
        for (unsigned i = 0; i < r->fours; i++)
            set.at[i] = r->word[type].at[i] & film_side(r, side)->at[i];
        film_count(r, &set, numbers->of[side]);
    }
}

/* Has `side` what is left, and the other one what is right? */
static bool fits(const MaterialTest *m, const Numbers *numbers, int type, int side, unsigned n) {
    int own = numbers->of[side][n], other = numbers->of[!side][n];
    int left = m->left[type], right = m->right[type];
    if (!m->exact)
        return own - other == left - right;
    return own == left && (m->one_sided || other == right);
}

uint64_t film_material(const Film *r, const MaterialTest *m, uint64_t plies) {
    uint64_t straight = m->either_way || !m->swapped ? plies : 0, swapped = m->either_way || m->swapped ? plies : 0;
    for (unsigned types = m->types; types && (straight | swapped); types &= types - 1) {
        int type = __builtin_ctz(types);
        uint64_t white = 0, black = 0;
        Numbers numbers;
        count_type(r, type, &numbers);
        for (uint64_t left = straight | swapped; left; left &= left - 1) {
            unsigned n = (unsigned)__builtin_ctzll(left);
            white |= (uint64_t)fits(m, &numbers, type, GR_WHITE, n) << n;
            black |= (uint64_t)fits(m, &numbers, type, GR_BLACK, n) << n;
        }
        straight &= white;
        swapped &= black;
    }
    return straight | swapped;
}
