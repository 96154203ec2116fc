/* What can never hold together: results, dates and texts of a game; numbers, of a game or of a position. */
#include <string.h>

#include "db/query/plan/never.h"

static const QueryNode *fact_of(const Requirements *all, const Required *r) {
    return r->test->op == TEST_FACT ? all->plan->fact[r->test->fact].node : NULL;
}

static bool is_flipped(const Requirements *all, const Required *r) {
    return all->plan->fact[r->test->fact].flip;
}

/* ---- results ---- */

static unsigned results_of(const Requirements *all, const Required *r) {
    unsigned results = 0;
    for (unsigned result = 0; result < 4; result++)
        results |= (unsigned)(query_result_fits(fact_of(all, r), is_flipped(all, r), result) != r->not) << result;
    return results;
}

/* ---- dates ---- */

/* The days that a game must lie within; of `!=` none are known. */
static bool days_of(const QueryDate *d, int32_t *first, int32_t *last) {
    *first = 0;
    *last = INT32_MAX;
    if (d->op == QUERY_EQUAL || d->op == QUERY_GREATER_EQUAL || d->op == QUERY_FROM_TO)
        *first = d->low.first;
    if (d->op == QUERY_GREATER)
        *first = d->low.last + 1;
    if (d->op == QUERY_EQUAL || d->op == QUERY_LESS_EQUAL)
        *last = d->low.last;
    if (d->op == QUERY_FROM_TO)
        *last = d->high.last;
    if (d->op == QUERY_LESS)
        *last = d->low.first - 1;
    return d->op != QUERY_UNEQUAL && d->op != QUERY_KNOWN;
}

static bool dates_exclude(const QueryDate *a, const QueryDate *b) {
    int32_t a_first, a_last, b_first, b_last;
    return days_of(a, &a_first, &a_last) && days_of(b, &b_first, &b_last) && (a_first > b_last || b_first > a_last);
}

/* ---- texts ---- */

typedef struct TextRange {
    const char *low, *high; /* NULL: open */
    bool above, below;      /* and neither end itself */
} TextRange;

static TextRange range_of(const QueryText *t) {
    TextRange r = {.above = t->op == QUERY_GREATER, .below = t->op == QUERY_LESS};
    if (t->op == QUERY_EQUAL || t->op == QUERY_GREATER || t->op == QUERY_GREATER_EQUAL || t->op == QUERY_FROM_TO)
        r.low = t->low;
    if (t->op == QUERY_EQUAL || t->op == QUERY_LESS || t->op == QUERY_LESS_EQUAL)
        r.high = t->low;
    if (t->op == QUERY_FROM_TO)
        r.high = t->high;
    return r;
}

/* Is nothing from the one's low end to the other's high end? */
static bool is_empty(const TextRange *low, const TextRange *high) {
    int order = low->low && high->high ? query_compare_texts(low->low, high->high) : -1;
    return order > 0 || (order == 0 && (low->above || high->below));
}

/* Is what the one is equal to not as the other says? */
static bool equal_differs(const QueryText *a, const QueryText *b) {
    return a->op == QUERY_EQUAL &&
           ((b->op == QUERY_CONTAINS && !query_contains(a->low, b->low)) ||
            (b->op == QUERY_UNEQUAL && query_compare_texts(a->low, b->low) == 0));
}

static bool texts_exclude(const QueryText *a, const QueryText *b) {
    TextRange x = range_of(a), y = range_of(b);
    return is_empty(&x, &y) || is_empty(&y, &x) || equal_differs(a, b) || equal_differs(b, a);
}

/* Do both ask the same one tag? */
static bool same_tag(const Requirements *all, const Required *a, const Required *b) {
    const QueryNode *x = fact_of(all, a), *y = fact_of(all, b);
    const char *one[2], *other[2];
    if ((x->text.sides | y->text.sides) & QUERY_BOTH)
        return false;
    return query_fact_values(x, is_flipped(all, a), one) == 1 && query_fact_values(y, is_flipped(all, b), other) == 1 &&
           !strcmp(one[0], other[0]);
}

/* ---- all facts ---- */

static bool two_facts_exclude(const Requirements *all, const Required *a, const Required *b) {
    const QueryNode *x = fact_of(all, a), *y = fact_of(all, b);
    if (!x || !y || x->op != y->op)
        return false;
    if (x->op == QUERY_RESULT)
        return !(results_of(all, a) & results_of(all, b));
    if (a->not || b->not)
        return false;
    return (x->op == QUERY_DATE && dates_exclude(&x->date, &y->date)) ||
           (x->op == QUERY_TEXT && same_tag(all, a, b) && texts_exclude(&x->text, &y->text));
}

/* A range from a later date, or text, to an earlier one. */
static bool is_turned(const QueryNode *node) {
    return node && ((node->op == QUERY_DATE && dates_exclude(&node->date, &node->date)) ||
                    (node->op == QUERY_TEXT && texts_exclude(&node->text, &node->text)));
}

bool query_facts_exclude(const Requirements *all, Never *why) {
    for (unsigned i = 0; i < all->count; i++) {
        const Required *r = &all->list[i];
        if (!r->not && is_turned(fact_of(all, r)))
            return query_exclude(why, r->test, NULL);
        for (unsigned j = 0; j < i; j++)
            if (two_facts_exclude(all, &all->list[j], r))
                return query_exclude(why, r->test, all->list[j].test);
    }
    return false;
}

/* ---- numbers ---- */

#define OPEN (INT64_MAX / 4)

/* A number in hundredths, and what it lies between. */
typedef struct Range {
    QueryValue value;
    PlanNumber number; /* of those of a game */
    int64_t low, high;
} Range;

static int64_t floor_by(int64_t value, int64_t by) {
    return value / by - (value % by < 0);
}

static bool is_whole(QueryValue value) {
    return value == QUERY_PLY || value == QUERY_MOVE || value == QUERY_CLOCK || value == QUERY_CHOICES ||
           value == QUERY_CHECKERS || value == QUERY_OCCURRENCE || value == QUERY_LENGTH;
}

/* Of a sum that is one number, which is not one of pieces. */
static bool range_of_sum(const GrPlan *plan, const SumTest *sum, Range *r) {
    const SumTerm *term = sum->term;
    if (sum->terms != 1 || sum->differs || term->factor <= 0 || term->value == QUERY_COUNT)
        return false;
    *r = (Range){.value = term->value};
    if (term->value == QUERY_RATING || term->value == QUERY_POINTS || term->value == QUERY_TAG)
        r->number = plan->number[term->number];
    r->low = sum->low <= -OPEN ? -OPEN : -floor_by(-sum->low, term->factor);
    r->high = sum->high >= OPEN ? OPEN : floor_by(sum->high, term->factor);
    if (is_whole(r->value) && r->low > -OPEN)
        r->low = -100 * floor_by(-r->low, 100);
    if (is_whole(r->value) && r->high < OPEN)
        r->high = 100 * floor_by(r->high, 100);
    return true;
}

static int64_t hundredths(int64_t value) {
    return value > OPEN / 100 ? OPEN : value < -OPEN / 100 ? -OPEN : 100 * value;
}

/* What is not in a range that is open at one end is beyond the other; only of numbers that are always known. */
static bool turn(Range *r) {
    int64_t low = r->low;
    if (!is_whole(r->value) || (r->low > -OPEN) == (r->high < OPEN))
        return false;
    r->low = low > -OPEN ? -OPEN : r->high + 100;
    r->high = low > -OPEN ? low - 100 : OPEN;
    return true;
}

/* Mate and stalemate leave no legal move. */
static bool range_of_state(const Required *r, Range *range) {
    QueryState what = r->test->state.what;
    *range = (Range){.value = QUERY_CHOICES, .low = what == QUERY_MAY_MATE ? 100 : 0,
                     .high = what == QUERY_MAY_MATE ? OPEN : 0};
    return !r->not && (what == QUERY_MAY_MATE || what == QUERY_CHECKMATE || what == QUERY_STALEMATE);
}

static bool range_of_number(const Requirements *all, const Required *required, Range *r) {
    const Test *test = required->test;
    bool is = false;
    if (test->op == TEST_STATE)
        return range_of_state(required, r);
    if (test->op == TEST_PLY || test->op == TEST_CHECKERS) {
        *r = (Range){.value = test->op == TEST_PLY ? QUERY_PLY : QUERY_CHECKERS, .low = hundredths(test->number.low),
                     .high = hundredths(test->number.high)};
        is = true;
    } else if (test->op == TEST_SUM) {
        is = range_of_sum(all->plan, &test->sum, r);
    } else if (test->op == TEST_FACT && fact_of(all, required)->op == QUERY_COMPARE) {
        is = range_of_sum(all->plan, &all->plan->fact[test->fact].sum, r);
    }
    return is && (!required->not || turn(r));
}

static bool same_number(const Range *a, const Range *b) {
    bool tagged = a->value == QUERY_RATING || a->value == QUERY_POINTS || a->value == QUERY_TAG;
    return a->value == b->value && (!tagged || (a->number.side == b->number.side &&
                                                (a->value != QUERY_TAG || !strcmp(a->number.tag, b->number.tag))));
}

/* No ply of the game as played is beyond its length. */
static bool is_beyond(const Requirements *all, const Range *a, const Range *b) {
    return !all->plan->query->variations && a->value == QUERY_PLY && b->value == QUERY_LENGTH && a->low > b->high;
}

bool query_numbers_exclude(const Requirements *all, Never *why) {
    Range range[NEVER_MOST];
    const Test *from[NEVER_MOST];
    unsigned count = 0;
    for (unsigned i = 0; i < all->count; i++) {
        if (!range_of_number(all, &all->list[i], &range[count]))
            continue;
        const Range *r = &range[count];
        from[count] = all->list[i].test;
        if (r->low > r->high || (is_whole(r->value) && r->high < 0 && r->value != QUERY_MOVE))
            return query_exclude(why, from[count], NULL);
        for (unsigned j = 0; j < count; j++) {
            const Range *s = &range[j];
            if ((same_number(r, s) && (r->low > s->high || s->low > r->high)) || is_beyond(all, r, s) ||
                is_beyond(all, s, r))
                return query_exclude(why, from[count], from[j]);
        }
        count++;
    }
    return false;
}
