/* Rows of a film made sets of four positions at a time. */
#include "db/query/run/film_local.h"

/* Half of a row, wherever it lies. */
typedef uint64_t Half __attribute__((vector_size(32), aligned(8), may_alias));

/* Rows are eight words, and sets four: halves of four rows become four sets. */
static inline __attribute__((always_inline)) void turn_half(const GrFilmRow *row, unsigned first, FilmSet *set,
                                                            unsigned at) {
    const Half *half = (const Half *)(row->word + first);
    const QueryLanes a = half[0], b = half[2], c = half[4], d = half[6];
    const QueryLanes even = QUERY_PICK(a, b, 0, 4, 2, 6), odd = QUERY_PICK(a, b, 1, 5, 3, 7);
    const QueryLanes next_even = QUERY_PICK(c, d, 0, 4, 2, 6), next_odd = QUERY_PICK(c, d, 1, 5, 3, 7);
    set[first].at[at] = QUERY_PICK(even, next_even, 0, 1, 4, 5);
    set[first + 1].at[at] = QUERY_PICK(odd, next_odd, 0, 1, 4, 5);
    set[first + 2].at[at] = QUERY_PICK(even, next_even, 2, 3, 6, 7);
    set[first + 3].at[at] = QUERY_PICK(odd, next_odd, 2, 3, 6, 7);
}

const FilmSet *film_of_types(const Film *r, unsigned types, FilmSet *room) {
    if (!types)
        film_fill(r, room, 0);
    if (!(types & (types - 1)))
        return types ? &r->word[__builtin_ctz(types)] : room;
    const FilmSet *one = &r->word[__builtin_ctz(types)], *other = &r->word[__builtin_ctz(types & (types - 1))];
    for (unsigned i = 0; i < r->fours; i++)
        room->at[i] = one->at[i] | other->at[i];
    types &= types - 1;
    for (types &= types - 1; types; types &= types - 1)
        film_add(r, room, &r->word[__builtin_ctz(types)]);
    return room;
}

static bool is_pair(unsigned types) {
    unsigned others = types & (types - 1);
    return others && !(others & (others - 1));
}

/* Sets of the first two of some types, which are joined as rows are read. */
typedef struct Pair {
    const FilmSet *one, *other;
} Pair;

static Pair pair_of(const Film *r, unsigned types) {
    unsigned others = types & (types - 1);
    return (Pair){&r->word[types ? __builtin_ctz(types) : 0], &r->word[others ? __builtin_ctz(others) : 0]};
}

static void load_rows(Film *r) {
    const GrFilm *film = r->of;
    for (unsigned i = 0; i < r->fours; i++) {
        turn_half(film->row + 4 * i, 0, r->word, i);
        turn_half(film->row + 4 * i, GR_FILM_WORDS / 2, r->word, i);
        r->empty.at[i] = ~(film_side(r, GR_WHITE)->at[i] | film_side(r, GR_BLACK)->at[i]);
    }
}

/* The same, where it matters how pieces attack. */
static void load_ways(Film *r) {
    const GrFilm *film = r->of;
    const uint16_t *types = r->plan->attacks->types;
    const Pair orth = pair_of(r, types[FILM_ORTH]), diag = pair_of(r, types[FILM_DIAG]);
    for (unsigned i = 0; i < r->fours; i++) {
        turn_half(film->row + 4 * i, 0, r->word, i);
        turn_half(film->row + 4 * i, GR_FILM_WORDS / 2, r->word, i);
        r->empty.at[i] = ~(film_side(r, GR_WHITE)->at[i] | film_side(r, GR_BLACK)->at[i]);
        r->room[FILM_ORTH].at[i] = orth.one->at[i] | orth.other->at[i];
        r->room[FILM_DIAG].at[i] = diag.one->at[i] | diag.other->at[i];
    }
    for (FilmWay way = 0; way < FILM_WAYS; way++)
        r->way[way] = way <= FILM_DIAG && is_pair(types[way]) ? &r->room[way]
                                                               : film_of_types(r, types[way], &r->room[way]);
}

void film_load(Film *r) {
    if (r->loaded)
        return;
    r->loaded = true;
    r->attacks = r->pins = 0;
    if (r->plan->attacks)
        load_ways(r);
    else
        load_rows(r);
}
