/* Which plans can be asked about many positions at once, and asking them. */
#include "db/query/query_film.h"

#include "db/query/query_compile.h"
#include "db/query/query_film_local.h"
#include "db/query/query_matcher.h"

/* ---- plans ---- */

static bool is_of_pieces(const Plane *plane) {
    return !plane->empty && !plane->holes;
}

static bool films_set(const SetTest *set) {
    const unsigned known = QUERY_ATTACKED | QUERY_DEFENDED | QUERY_HANGING | QUERY_PINNED | QUERY_OF_PAWNS;
    unsigned adjectives = set->adjectives | set->not_adjectives;
    if (set->plane.holes || (adjectives && !is_of_pieces(&set->plane)) || adjectives & ~known)
        return false;
    for (unsigned i = 0; i < set->relations; i++) {
        const SetRelation *r = &set->relation[i];
        bool passive = r->kind == QUERY_ATTACKED_BY || r->kind == QUERY_DEFENDED_BY;
        if (passive ? !r->set || !is_of_pieces(&r->set->plane) : !is_of_pieces(&set->plane))
            return false;
        if ((r->squares && r->kind == QUERY_DEFENDS) || (r->set && !films_set(r->set)))
            return false;
    }
    return true;
}

static bool films_sum(const SumTest *sum) {
    for (unsigned i = 0; i < sum->terms; i++) {
        const SumTerm *term = &sum->term[i];
        bool counts = term->value == QUERY_COUNT && !term->is_pocket && films_set(&term->set);
        if (!counts && term->value != QUERY_PLY && term->value != QUERY_MOVE && term->value < QUERY_RATING)
            return false;
    }
    return true;
}

static bool films_board(const BoardTest *board) {
    for (unsigned i = 0; i < board->classes; i++)
        if (board->class[i].plane.holes)
            return false;
    return true;
}

static bool films_state(const GrPlan *plan, QueryState what) {
    bool checks = what == QUERY_CHECK || what == QUERY_DISCOVERED_CHECK;
    return what == QUERY_TO_MOVE || what == QUERY_FINAL || (checks && query_checks_as_chess(plan));
}

static bool is_filmed(const GrPlan *plan, const Test *test) {
    for (unsigned i = 0; i < test->parts; i++)
        if (!is_filmed(plan, test->part[i]))
            return false;
    switch (test->op) {
    case TEST_SOME:
    case TEST_NONE:
        return films_set(&test->set);
    case TEST_COUNT:
        return films_set(&test->count.set);
    case TEST_SUM:
        return films_sum(&test->sum);
    case TEST_BOARD:
    case TEST_SHIFTED:
        return films_board(&test->board);
    case TEST_STATE:
        return films_state(plan, test->state.what);
    case TEST_CHECKERS:
        return query_checks_as_chess(plan);
    case TEST_SACRIFICE: /* what a move takes or promotes says what it gains */
        return !plan->variant->explosions && !plan->variant->hands;
    case TEST_FALSE:
    case TEST_TRUE:
    case TEST_AND:
    case TEST_OR:
    case TEST_NOT:
    case TEST_FACT:
    case TEST_PLY:
    case TEST_MATERIAL:
    case TEST_EVENT:
        return true;
    default:
        return false;
    }
}

/* ---- what is filmed ---- */

static bool set_asks_for_attacks(const SetTest *set) {
    return set->relations || set->adjectives || set->not_adjectives;
}

static bool asks_for_attacks(const Test *test) {
    bool asks = test->op == TEST_CHECKERS;
    if (test->op == TEST_STATE)
        asks = test->state.what == QUERY_CHECK || test->state.what == QUERY_DISCOVERED_CHECK;
    if (test->op == TEST_SOME || test->op == TEST_NONE)
        asks = set_asks_for_attacks(&test->set);
    if (test->op == TEST_COUNT)
        asks = set_asks_for_attacks(&test->count.set);
    for (unsigned i = 0; i < test->parts; i++)
        asks |= asks_for_attacks(test->part[i]);
    for (unsigned i = 0; test->op == TEST_SUM && i < test->sum.terms; i++)
        asks |= test->sum.term[i].value == QUERY_COUNT && set_asks_for_attacks(&test->sum.term[i].set);
    return asks;
}

/* GR_FILM_ROWS, GR_FILM_MOVES. */
static unsigned columns(const Test *test) {
    unsigned what = 0;
    for (unsigned i = 0; i < test->parts; i++)
        what |= columns(test->part[i]);
    switch (test->op) {
    case TEST_SOME:
    case TEST_NONE:
    case TEST_COUNT:
    case TEST_SUM:
    case TEST_BOARD:
    case TEST_SHIFTED:
    case TEST_MATERIAL:
    case TEST_CHECKERS:
        return GR_FILM_ROWS;
    case TEST_STATE:
        return test->state.what == QUERY_CHECK              ? GR_FILM_ROWS
               : test->state.what == QUERY_DISCOVERED_CHECK ? GR_FILM_ROWS | GR_FILM_MOVES
                                                            : 0;
    case TEST_EVENT:
    case TEST_SACRIFICE:
        return GR_FILM_MOVES;
    default:
        return what;
    }
}

void query_know_columns(GrPlan *plan) {
    bool fits = plan->variant && gr_film_fits(plan->variant) && !plan->repeats && !plan->query->variations;
    bool attacks = false;
    unsigned what = 0;
    for (unsigned i = 0; i < plan->tests && fits; i++) {
        fits = is_filmed(plan, plan->test[i].test);
        attacks |= asks_for_attacks(plan->test[i].test);
        what |= columns(plan->test[i].test);
    }
    if (fits && attacks)
        plan->attacks = film_learn_attacks(plan);
    if (fits && (!attacks || plan->attacks))
        plan->columns = what ? what : GR_FILM_ROWS;
}

unsigned gr_matcher_columns(const GrMatcher *m) {
    return m->plan->columns;
}

/* ---- tests ---- */

/* What a test is asked of. */
typedef struct Asked {
    Film film;
    const GrFilm *of;
    const GrMatcher *m;
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
    const bool second = a->of->turn != a->m->plan->variant->first; /* to move in the first position */
    return (int64_t)(uint16_t)(a->of->number + (n + second) / 2) - ((n % 2 != 0) == second);
}

/* Of a value that is none of pieces. */
static int64_t value_at(const Asked *a, const SumTerm *term, uint32_t n) {
    if (term->value >= QUERY_RATING)
        return a->m->number[term->number].value;
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

static uint64_t has_joint(Asked *a, const Test *test, uint64_t plies) {
    uint64_t open = plies;
    for (unsigned i = 0; i < test->parts && open; i++)
        open &= test->op == TEST_AND ? has(a, test->part[i], open) : ~has(a, test->part[i], open);
    return test->op == TEST_AND ? open : plies & ~open;
}

/* At which of these plies does the test hold? */
static uint64_t has(Asked *a, const Test *test, uint64_t plies) {
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
    if (m->plan->sacrifices)
        film_note_sacrifices(m, film);
    for (const unsigned *i = m->open, *end = i + m->opens; i < end; i++) {
        uint64_t plies = has(&a, m->plan->test[*i].test, a.film.plies);
        m->test[*i][film->first / 64] |= plies;
        m->seen[*i] |= plies != 0;
    }
    m->over = film->first + film->count >= m->plies || nothing_comes(m, film);
    m->ply = film->first + film->count;
    return !m->over;
}
