/* Asking the tests of a plan about all positions of a film. */
#include "db/query/run/film.h"

#include "db/query/run/film_local.h"
#include "db/query/run/matcher.h"

/* What a test is asked of. */
typedef struct Asked {
    Film film;
    const GrFilm *of;
    GrMatcher *m;
} Asked;

/* Its sets, which not every test needs. */
static Film *sets(Asked *a) {
    film_load(&a->film);
    return &a->film;
}

static uint64_t has_count(Asked *a, const Test *test, uint64_t plies) {
    uint8_t counts[GR_FILM_PLIES] = {0};
    uint64_t found = 0;
    FilmSet set;
    film_find(sets(a), &test->count.set, &set);
    film_count(&a->film, &set, counts);
    for (uint32_t i = 0; i < a->of->count; i++)
        found |= (uint64_t)(counts[i] >= test->count.low && counts[i] <= test->count.high) << i;
    return plies & found;
}

/* What is printed before the move that led to the nth position, or would have led there. */
static int64_t printed_number(const Asked *a, uint32_t n) {
    const bool second = a->of->turn != a->m->plan->variant->first;
    return (int64_t)film_number(a->of, a->m->plan, n) - ((n % 2 != 0) == second);
}

/* Of a value that is none of pieces. */
static int64_t value_at(const Asked *a, const SumTerm *term, uint32_t n) {
    if (term->value >= QUERY_RATING)
        return a->m->number[term->number].value;
    if (term->value == QUERY_OCCURRENCE)
        return 100 * (int64_t)a->m->followed.times[n + 1];
    if (term->value == QUERY_CLOCK)
        return 100 * (int64_t)a->m->followed.clock[n + 1];
    return 100 * (term->value == QUERY_MOVE ? printed_number(a, n) : (int64_t)(a->of->first + n));
}

/* Adds a term to the sums of all plies; false if it is not known. */
static bool add_term(Asked *a, const SumTerm *term, int64_t total[GR_FILM_PLIES]) {
    uint8_t counts[GR_FILM_PLIES] = {0};
    FilmSet set;
    if (term->value >= QUERY_RATING && !a->m->number[term->number].known)
        return false;
    if (term->value == QUERY_COUNT) {
        film_find(sets(a), &term->set, &set);
        film_count(&a->film, &set, counts);
    }
    for (uint32_t i = 0; i < a->of->count; i++)
        total[i] += term->factor * (term->value == QUERY_COUNT ? counts[i] : value_at(a, term, i));
    return true;
}

static uint64_t has_sum(Asked *a, const SumTest *sum, uint64_t plies) {
    int64_t total[GR_FILM_PLIES] = {0};
    uint64_t found = 0;
    for (unsigned n = 0; n < sum->terms; n++)
        if (!add_term(a, &sum->term[n], total))
            return 0;
    for (uint32_t i = 0; i < a->of->count; i++)
        found |= (uint64_t)((total[i] >= sum->low && total[i] <= sum->high) != sum->differs) << i;
    return plies & found;
}

static uint64_t has_some(Asked *a, const SetTest *test) {
    FilmSet set;
    return film_find(sets(a), test, &set) ? film_some(&a->film, &set) : 0;
}

static uint64_t has_ply(const Asked *a, const Test *test) {
    uint64_t found = 0;
    for (uint32_t i = 0; i < a->of->count; i++)
        found |= (uint64_t)(a->of->first + i >= test->number.low && a->of->first + i <= test->number.high) << i;
    return found;
}

/* Plies at which one of these sides is to move. */
static uint64_t moves(const Asked *a, unsigned sides) {
    uint64_t first = 0x5555555555555555;
    return (sides >> a->of->turn & 1 ? first : 0) | (sides >> !a->of->turn & 1 ? ~first : 0);
}

/* The last ply of the game, if it is among these. */
static uint64_t last(const Asked *a) {
    return a->of->first + a->of->count == a->m->plies ? (uint64_t)1 << (a->of->count - 1) : 0;
}

static uint64_t has_state(Asked *a, const Test *test, uint64_t plies) {
    unsigned sides = test->state.sides;
    switch (test->state.what) {
    case QUERY_CHECK:
        return plies & film_checks(sets(a), a->of->turn, sides);
    case QUERY_DISCOVERED_CHECK:
        return film_discoveries(&a->film, sides, plies);
    case QUERY_FINAL:
        return plies & moves(a, sides) & last(a);
    default:
        return plies & moves(a, sides);
    }
}

static uint64_t has(Asked *a, const Test *test, uint64_t plies);

/* What needs whole positions is asked last, about the plies that the others leave. */
static uint64_t has_joint(Asked *a, const Test *test, uint64_t plies) {
    uint64_t open = plies;
    for (TestNeed need = NEED_COLUMNS; need <= test->need; need++)
        for (unsigned i = 0; i < test->parts && open; i++) {
            if (test->part[i]->need == need)
                open &= test->op == TEST_AND ? has(a, test->part[i], open) : ~has(a, test->part[i], open);
        }
    return test->op == TEST_AND ? open : plies & ~open;
}

/* At which of these plies does the test hold? */
static uint64_t has(Asked *a, const Test *test, uint64_t plies) {
    if (test->need != NEED_COLUMNS && !test->parts)
        return film_ask_positions(a->m, a->of, test, plies);
    switch (test->op) {
    case TEST_TRUE:
        return plies;
    case TEST_AND:
    case TEST_OR:
        return has_joint(a, test, plies);
    case TEST_NOT:
        return plies & ~has(a, test->part[0], plies);
    case TEST_FACT:
        return a->m->fact[test->fact] ? plies : 0;
    case TEST_SOME:
        return plies & has_some(a, &test->set);
    case TEST_NONE:
        return plies & ~has_some(a, &test->set);
    case TEST_COUNT:
        return has_count(a, test, plies);
    case TEST_SUM:
        return has_sum(a, &test->sum, plies);
    case TEST_PLY:
        return plies & has_ply(a, test);
    case TEST_BOARD:
        return film_board(sets(a), &test->board, plies);
    case TEST_SHIFTED:
        return film_shifted(sets(a), &test->board, plies);
    case TEST_MATERIAL:
        return film_material(sets(a), &test->material, plies);
    case TEST_CHECKERS:
        return film_checkers(&a->film, test->number.low, test->number.high, plies);
    case TEST_STATE:
        return has_state(a, test, plies);
    case TEST_RIGHTS_ALL:
    case TEST_RIGHTS_ANY:
    case TEST_RIGHTS_EXACT:
        return film_rights(a->m, a->of, test, plies);
    case TEST_EVENT:
        return film_events(a->of, &test->event, plies);
    default: /* a sacrifice shows only in the moves that follow */
        return 0;
    }
}

/* Can no test hold after the last position of a film? */
static bool nothing_comes(GrMatcher *m, const GrFilm *film) {
    GrPosition pos = {.turn = 0};
    for (int type = 1; type <= GR_FILM_TYPES && m->plan->columns & GR_FILM_ROWS; type++)
        pos.type[type] = film->row[film->count - 1].word[type];
    for (int side = 0; side < 2 && m->plan->columns & GR_FILM_ROWS; side++)
        pos.side[side] = film->row[film->count - 1].word[gr_film_side(side)];
    m->ply = film->first + film->count - 1;
    return query_all_are_past(m, &pos);
}

bool gr_matcher_film(GrMatcher *m, const GrFilm *film) {
    Asked a; /* most of which is written when it is needed */
    if (m->over || !film->count || film->first >= m->plies)
        return false;
    a.of = a.film.of = film;
    a.m = m;
    a.film.plan = m->plan;
    a.film.fours = (film->count + 3) / 4;
    a.film.plies = UINT64_MAX >> (GR_FILM_PLIES - film->count);
    a.film.loaded = false;
    if (m->plan->follows)
        film_follow(m, film);
    if (m->plan->sacrifices)
        film_note_sacrifices(m, film);
    for (const unsigned *i = m->open, *end = i + m->opens; i < end; i++) {
        uint64_t plies = has(&a, m->plan->test[*i].test, a.film.plies);
        m->test[*i][film->first / 64] |= plies;
        m->seen[*i] |= plies != 0;
    }
    if (m->plan->follows)
        film_leave(m, film);
    m->over = film->first + film->count >= m->plies || (m->plan->closes && nothing_comes(m, film));
    m->ply = film->first + film->count;
    return !m->over;
}

/* Drops films once they needed so many whole positions that playing the games would have been as fast. */
unsigned gr_matcher_columns(const GrMatcher *m) {
    const QueryFollowed *f = &m->followed;
    return f->shown > 8192 && f->asked > f->shown / 4 ? 0 : m->plan->columns;
}
