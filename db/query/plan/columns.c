/* How a plan is asked of films: which of its tests take whole positions, and what has to be filmed. */
#include "db/codec/move_film.h"
#include "db/query/plan/attacks.h"
#include "db/query/plan/compile.h"

/* ---- what columns are enough for ---- */

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

static bool films_sum(const GrPlan *plan, const SumTest *sum) {
    for (unsigned i = 0; i < sum->terms; i++) {
        const SumTerm *term = &sum->term[i];
        bool counts = term->value == QUERY_COUNT && !term->is_pocket && films_set(&term->set);
        bool follows = term->value == QUERY_CLOCK || term->value == QUERY_OCCURRENCE;
        bool known = term->value == QUERY_PLY || term->value == QUERY_MOVE || term->value >= QUERY_RATING ||
                     (follows && gr_move_film_knows(plan->variant));
        if (!counts && !known)
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

/* Are columns enough for a test without parts? */
static bool is_filmed(const GrPlan *plan, const Test *test) {
    switch (test->op) {
    case TEST_SOME:
    case TEST_NONE:
        return films_set(&test->set);
    case TEST_COUNT:
        return films_set(&test->count.set);
    case TEST_SUM:
        return films_sum(plan, &test->sum);
    case TEST_BOARD:
    case TEST_SHIFTED:
        return films_board(&test->board);
    case TEST_STATE:
        return films_state(plan, test->state.what);
    case TEST_CHECKERS:
        return query_checks_as_chess(plan);
    case TEST_RIGHTS_ALL:
    case TEST_RIGHTS_ANY:
    case TEST_RIGHTS_EXACT:
        return gr_move_film_knows(plan->variant);
    case TEST_SACRIFICE: /* what a move takes or promotes says what it gains */
        return !plan->variant->explosions && !plan->variant->hands;
    case TEST_FALSE:
    case TEST_TRUE:
    case TEST_FACT:
    case TEST_PLY:
    case TEST_MATERIAL:
    case TEST_EVENT:
        return true;
    default:
        return false;
    }
}

/* ---- what takes whole positions ---- */

static bool is_at_few_plies(const Test *test) {
    QueryState what = test->op == TEST_STATE ? test->state.what : QUERY_TO_MOVE;
    return what == QUERY_CHECKMATE || what == QUERY_STALEMATE || test->op == TEST_POSITION;
}

/* Are the ways known in which pieces attack? */
static bool knows_attacks(GrPlan *plan) {
    if (!plan->attacks)
        plan->attacks = film_learn_attacks(plan);
    return plan->attacks;
}

static void know_need(GrPlan *plan, Test *test) {
    test->need = NEED_COLUMNS;
    for (unsigned i = 0; i < test->parts; i++) {
        know_need(plan, test->part[i]);
        if (test->part[i]->need > test->need)
            test->need = test->part[i]->need;
    }
    if (!test->parts && (!is_filmed(plan, test) || (asks_for_attacks(test) && !knows_attacks(plan))))
        test->need = is_at_few_plies(test) ? NEED_FEW_POSITIONS : NEED_POSITIONS;
}

/* Does a test without parts ask for repetitions together with what takes whole positions? These do not know them. */
static bool mixes_repeats(const Test *test) {
    bool mixes = false;
    for (unsigned i = 0; test->op == TEST_SUM && i < test->sum.terms; i++)
        mixes |= test->need != NEED_COLUMNS && test->sum.term[i].value == QUERY_OCCURRENCE;
    for (unsigned i = 0; i < test->parts; i++)
        mixes |= mixes_repeats(test->part[i]);
    return mixes;
}

/* Does a test say something of single plies, and that without whole positions? */
static bool narrows(const Test *test) {
    bool of_turn = test->op == TEST_STATE && test->state.what == QUERY_TO_MOVE;
    return test->need == NEED_COLUMNS && test->op != TEST_FACT && !of_turn;
}

/* Will a test probably need few whole positions? */
static bool needs_few(const Test *test) {
    bool all = test->need != NEED_POSITIONS || test->parts, some = false;
    for (unsigned i = 0; i < test->parts; i++) {
        all &= needs_few(test->part[i]);
        some |= narrows(test->part[i]) || test->part[i]->need == NEED_FEW_POSITIONS;
    }
    return all || (test->op == TEST_AND && some);
}

/* ---- what is filmed ---- */

/* Whole positions are made of both columns. */
static unsigned columns_of_sum(const SumTest *sum) {
    unsigned what = 0;
    for (unsigned i = 0; i < sum->terms; i++)
        what |= sum->term[i].value == QUERY_COUNT        ? GR_FILM_ROWS
                : sum->term[i].value == QUERY_CLOCK      ? GR_FILM_MOVES
                : sum->term[i].value == QUERY_OCCURRENCE ? GR_FILM_ROWS | GR_FILM_MOVES
                                                         : 0;
    return what;
}

/* GR_FILM_ROWS, GR_FILM_MOVES. */
static unsigned columns(const Test *test) {
    const unsigned both = GR_FILM_ROWS | GR_FILM_MOVES;
    unsigned what = 0;
    for (unsigned i = 0; i < test->parts; i++)
        what |= columns(test->part[i]);
    if (test->need != NEED_COLUMNS)
        return both;
    switch (test->op) {
    case TEST_SOME:
    case TEST_NONE:
    case TEST_COUNT:
    case TEST_BOARD:
    case TEST_SHIFTED:
    case TEST_MATERIAL:
    case TEST_CHECKERS:
        return GR_FILM_ROWS;
    case TEST_SUM:
        return columns_of_sum(&test->sum);
    case TEST_STATE:
        return test->state.what == QUERY_CHECK ? GR_FILM_ROWS : test->state.what == QUERY_DISCOVERED_CHECK ? both : 0;
    case TEST_RIGHTS_ALL:
    case TEST_RIGHTS_ANY:
    case TEST_RIGHTS_EXACT:
    case TEST_EVENT:
    case TEST_SACRIFICE:
        return GR_FILM_MOVES;
    default:
        return what;
    }
}

static bool follows(const Test *test) {
    bool is = test->need != NEED_COLUMNS || test->op == TEST_RIGHTS_ALL || test->op == TEST_RIGHTS_ANY ||
              test->op == TEST_RIGHTS_EXACT;
    for (unsigned i = 0; test->op == TEST_SUM && i < test->sum.terms; i++)
        is |= test->sum.term[i].value == QUERY_CLOCK || test->sum.term[i].value == QUERY_OCCURRENCE;
    for (unsigned i = 0; i < test->parts; i++)
        is |= follows(test->part[i]);
    return is;
}

/* A move from or to the square of a king or rook ends the rights that take it to be there. */
static void know_rights(GrPlan *plan) {
    const GrVariant *v = plan->variant;
    for (int sq = 0; sq < 64; sq++)
        plan->rights_kept[sq] = UINT8_MAX;
    for (int i = 0; i < v->castlings; i++) {
        plan->rights_kept[v->castling[i].king_from] &= (uint8_t)~(1u << i);
        plan->rights_kept[v->castling[i].rook_from] &= (uint8_t)~(1u << i);
    }
}

/* Whole positions can be made of films of all games whose lines can be filmed. */
void query_know_columns(GrPlan *plan) {
    bool fits = plan->variant && gr_film_fits(plan->variant) && !plan->query->variations &&
                !(plan->needs & GR_PLAN_TEXTS);
    unsigned what = 0;
    for (unsigned i = 0; i < plan->tests && fits; i++) {
        Test *test = plan->test[i].test;
        know_need(plan, test);
        fits = needs_few(test) && !mixes_repeats(test) && (test->op != TEST_SACRIFICE || test->need == NEED_COLUMNS);
        plan->positions |= test->need != NEED_COLUMNS;
        plan->follows |= follows(test);
        what |= columns(test);
    }
    if (!fits || (plan->positions && !gr_move_film_knows(plan->variant)))
        return;
    plan->columns = what ? what : GR_FILM_ROWS;
    know_rights(plan);
}
