/* Numbers: sums, comparisons, and what stands for a comparison.
 *
 * Everything is counted in hundredths. A comparison `sum op sum` becomes one sum, the right side
 * taken away, and the bounds between which it must lie.
 */
#include "db/query/parse/grammar.h"
#include "db/query/parse/note.h"

enum { MOST_TERMS = 16, MOST_FACTOR = 1000 };

/* No sum reaches these. */
#define LEAST (INT64_MIN / 2)
#define MOST (INT64_MAX / 2)

typedef struct Sum {
    QueryTerm *first, **end;
    unsigned terms;
    int64_t constant;
    QueryScope scope;
    QuerySet *lone; /* the set of the last term, for an `on` that comes late */
} Sum;

static const struct {
    const char *word;
    QueryValue value;
    QueryScope scope;
    bool sided;
} values[] = {
    {"ply", QUERY_PLY, QUERY_OF_PLY, false},
    {"move", QUERY_MOVE, QUERY_OF_PLY, false},
    {"clock", QUERY_CLOCK, QUERY_OF_PLY, false},
    {"legal moves", QUERY_CHOICES, QUERY_OF_PLY, false},
    {"checkers", QUERY_CHECKERS, QUERY_OF_PLY, false},
    {"occurrence", QUERY_OCCURRENCE, QUERY_OF_PLY, false},
    {"eval", QUERY_EVAL, QUERY_OF_PLY, false},
    {"officers at the start", QUERY_OFFICERS_AT_START, QUERY_OF_PLY, false},
    {"rating", QUERY_RATING, QUERY_OF_GAME, true},
    {"ratings", QUERY_RATING, QUERY_OF_GAME, true},
    {"points", QUERY_POINTS, QUERY_OF_GAME, true},
    {"length", QUERY_LENGTH, QUERY_OF_GAME, false},
    {"plies", QUERY_LENGTH, QUERY_OF_GAME, false},
};
enum { VALUES = sizeof values / sizeof *values };

bool query_value_next(QueryParser *p) {
    for (size_t i = 0; i < VALUES; i++)
        if (query_next_is(p, values[i].word))
            return true;
    return false;
}

static QueryTerm *add_term(QueryParser *p, Sum *sum, QueryValue value, int64_t factor) {
    QueryTerm *term = query_new(p, sizeof *term);
    sum->terms++;
    if (p->failed)
        return NULL;
    term->value = value;
    term->factor = factor;
    *sum->end = term;
    sum->end = &term->next;
    return term;
}

static void widen(Sum *sum, QueryScope scope) {
    if (scope > sum->scope)
        sum->scope = scope;
}

/* A named number; false if none comes next. */
static bool named(QueryParser *p, Sum *sum, int64_t factor, unsigned sides) {
    for (size_t i = 0; i < VALUES; i++) {
        if ((sides && !values[i].sided) || !query_word(p, values[i].word))
            continue;
        QueryTerm *term = add_term(p, sum, values[i].value, factor);
        if (term && values[i].sided)
            term->sides = sides ? sides : QUERY_EITHER;
        widen(sum, values[i].scope);
        return true;
    }
    return false;
}

static void countable(QueryParser *p, Sum *sum, int64_t factor) {
    QueryParser before = *p;
    unsigned sides = query_sides(p, true);
    if (named(p, sum, factor, sides))
        return;
    if (sides == QUERY_BOTH) {
        query_expected(p, query_skip(p), "'ratings', 'points' or 'player' after 'both'");
        return;
    }
    p->at = before.at;
    QuerySet *set = query_set(p);
    QueryTerm *term = set ? add_term(p, sum, QUERY_COUNT, factor * 100) : NULL;
    if (!term)
        return;
    term->set = set;
    sum->lone = set;
    widen(sum, QUERY_OF_PLY);
}

/* `#3`, `#-3`: mate in 3 by White, by Black. */
static int64_t mate(QueryParser *p) {
    bool black = query_symbol(p, "-");
    int64_t n = 100 * (int64_t)query_count(p, 9999, "a number of moves");
    return black ? n - QUERY_MATE : QUERY_MATE - n;
}

static void read_term(QueryParser *p, Sum *sum, int sign) {
    const char *at = query_skip(p);
    int64_t number;
    if (sum->terms == MOST_TERMS)
        query_fault(p, at, "a comparison has at most %d terms", MOST_TERMS);
    if (query_symbol(p, "#")) {
        sum->constant += sign * mate(p);
    } else if (query_number(p, true, &number)) {
        if (!query_symbol(p, "*")) {
            sum->constant += sign * number;
            return;
        }
        if (number % 100 || number / 100 > MOST_FACTOR)
            query_fault(p, at, "a factor is a whole number up to %d", MOST_FACTOR);
        countable(p, sum, sign * (number / 100));
    } else {
        countable(p, sum, sign);
    }
}

static void read_sum(QueryParser *p, Sum *sum, int sign) {
    bool minus = query_symbol(p, "-");
    do {
        read_term(p, sum, minus ? -sign : sign);
        minus = !query_symbol(p, "+");
    } while (!p->failed && (!minus || query_symbol(p, "-")));
}

/* ---- comparisons ---- */

static void set_bounds(QueryCompare *c, QueryOperator op, int64_t right) {
    c->low = LEAST;
    c->high = MOST;
    switch (op) {
    case QUERY_LESS:
        c->high = right - 1;
        break;
    case QUERY_LESS_EQUAL:
        c->high = right;
        break;
    case QUERY_GREATER:
        c->low = right + 1;
        break;
    case QUERY_GREATER_EQUAL:
        c->low = right;
        break;
    case QUERY_EQUAL:
    case QUERY_UNEQUAL:
        c->low = c->high = right;
        c->differs = op == QUERY_UNEQUAL;
        break;
    default: /* nothing is compared: a set must not be empty, a value known */
        break;
    }
}

/* A constant alone. */
static int64_t bound(QueryParser *p) {
    int64_t number = 0;
    const char *at = query_skip(p);
    bool minus = query_symbol(p, "-");
    if (query_symbol(p, "#"))
        number = mate(p);
    else if (!query_number(p, true, &number))
        query_expected(p, at, "a number");
    return minus ? -number : number;
}

static void from_to(QueryParser *p, Sum *sum, QueryCompare *c) {
    c->low = bound(p) - sum->constant;
    if (!query_word(p, "to"))
        query_expected(p, query_skip(p), "'to'");
    c->high = bound(p) - sum->constant;
}

/* `white P >= 3 on d-file`: the squares belong to the set. */
static void late_area(QueryParser *p, const Sum *sum, unsigned left_terms) {
    QuerySet *set = sum->lone;
    if (!set || left_terms != 1 || sum->terms != 1 || set->area || set->pocket ||
        !query_word(p, "on"))
        return;
    set->area = query_area(p);
}

/* What comes after the first sum. */
static void compare(QueryParser *p, Sum *sum, QueryCompare *c) {
    unsigned left_terms = sum->terms;
    const char *at = query_skip(p);
    QueryOperator op = query_operator(p);
    if (op != QUERY_KNOWN) {
        read_sum(p, sum, -1);
        set_bounds(c, op, -sum->constant);
        late_area(p, sum, left_terms);
    } else if (query_word(p, "from")) {
        from_to(p, sum, c);
        late_area(p, sum, left_terms);
    } else {
        if (left_terms != 1 || sum->constant)
            query_expected(p, at, "a comparison, such as '>= 3'");
        set_bounds(c, QUERY_KNOWN, 0);
        if (sum->lone)
            c->low = 1;
    }
    if (!sum->terms)
        query_fault(p, at, "nothing in this comparison depends on the game");
}

/* A term that may be of one player or the other: the comparison is made of each. */
static QueryNode *each_side(QueryParser *p, QueryNode *node, const QueryTerm *sided) {
    QueryNode *half[2], *whole;
    for (int side = 0; side < 2; side++) {
        if (!(half[side] = query_new(p, sizeof **half)))
            return NULL;
        *half[side] = *node;
        half[side]->compare.side = side ? QUERY_BLACK : QUERY_WHITE;
        QueryTerm **end = &half[side]->compare.terms;
        for (const QueryTerm *from = node->compare.terms; from; from = from->next) {
            if (!(*end = query_new(p, sizeof **end)))
                return NULL;
            **end = *from;
            if (from == sided)
                (*end)->sides = side ? QUERY_BLACK : QUERY_WHITE;
            end = &(*end)->next;
        }
    }
    whole = query_new(p, sizeof *whole);
    if (!whole)
        return NULL;
    *whole = *node;
    whole->op = sided->sides == QUERY_BOTH ? QUERY_AND : QUERY_OR;
    whole->left = half[0];
    whole->right = half[1];
    return whole;
}

static QueryNode *expand(QueryParser *p, QueryNode *node, const char *start) {
    const QueryTerm *sided = NULL;
    for (const QueryTerm *t = node->compare.terms; t; t = t->next) {
        if (t->sides != QUERY_EITHER && t->sides != QUERY_BOTH)
            continue;
        if (sided) {
            query_fault(p, start, "use 'white' or 'black' where several players' numbers are "
                                  "compared");
            return NULL;
        }
        sided = t;
    }
    return sided ? each_side(p, node, sided) : node;
}

/* `no N on d4` */
static QueryNode *none(QueryParser *p, const char *start) {
    QueryNode *node = query_node(p, QUERY_COMPARE, QUERY_OF_PLY, start);
    Sum sum = {.end = node ? &node->compare.terms : NULL};
    if (!node)
        return NULL;
    countable(p, &sum, 1);
    if (!sum.lone)
        query_fault(p, start, "after 'no' come pieces, squares or holes");
    node->end = (uint32_t)(p->at - p->text);
    return p->failed ? NULL : node;
}

QueryNode *query_compare_tag(QueryParser *p, const char *start, const char *tag) {
    QueryNode *node = query_node(p, QUERY_COMPARE, QUERY_OF_GAME, start);
    Sum sum = {.end = node ? &node->compare.terms : NULL};
    QueryTerm *term = node ? add_term(p, &sum, QUERY_TAG, 1) : NULL;
    if (!term)
        return NULL;
    term->tag = tag;
    compare(p, &sum, &node->compare);
    node->scope = sum.scope;
    return p->failed ? NULL : node;
}

QueryNode *query_comparison(QueryParser *p) {
    const char *start = query_skip(p);
    if (query_word(p, "no"))
        return none(p, start);
    QueryNode *node = query_node(p, QUERY_COMPARE, QUERY_OF_GAME, start);
    Sum sum = {.end = node ? &node->compare.terms : NULL};
    if (!node)
        return NULL;
    read_sum(p, &sum, 1);
    if (!p->failed)
        compare(p, &sum, &node->compare);
    node->scope = sum.scope;
    node->end = (uint32_t)(p->at - p->text);
    if (!p->failed)
        query_note_comparison(p, node);
    return p->failed ? NULL : expand(p, node, start);
}
