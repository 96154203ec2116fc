/* Expressions: then, or, and, not, and what they may join.
 *
 * An expression is about the game as a whole, about one ply, or about a stretch of plies (a
 * sequence). What may be joined with what is checked here, where the text can still be pointed at,
 * so that the compiler meets only trees that make sense.
 */
#include "db/query/parse/grammar.h"
#include "db/query/parse/meant.h"
#include "db/query/parse/note.h"
#include "db/query/parse/words.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PLIES = 1000000, MOST_STEPS = 64 };

static QueryNode *join(QueryParser *p, QueryOp op, QueryScope scope, QueryNode *left,
                       QueryNode *right) {
    QueryNode *node = query_node(p, op, scope, p->text + left->start);
    if (node) {
        node->left = left;
        node->right = right;
    }
    return node;
}

static QueryScope wider(QueryScope a, QueryScope b) {
    return a > b ? a : b;
}

/* ---- prefixes ---- */

static QueryNode *prefixed(QueryParser *p);

static QueryNode *wrap(QueryParser *p, QueryOp op, const char *start) {
    QueryNode *inner = prefixed(p), *node;
    if (!inner || !(node = query_node(p, op, inner->scope, start)))
        return NULL;
    node->left = inner;
    return node;
}

/* One inside the other of its kind would say nothing new. */
static QueryNode *reflected(QueryParser *p, QueryOp op, bool *inside, const char *start) {
    if (*inside) {
        query_fault(p, start, "already inside another '%s'",
                    op == QUERY_FLIP ? "flip" : "mirror");
        return NULL;
    }
    *inside = true;
    QueryNode *node = wrap(p, op, start);
    *inside = false;
    return node;
}

static QueryNode *negation(QueryParser *p, const char *start) {
    QueryNode *node = wrap(p, QUERY_NOT, start);
    if (!node || node->scope != QUERY_OF_SEQUENCE)
        return node;
    query_fault(p, start, "a sequence cannot be negated; use 'never (...)'");
    return NULL;
}

static QueryNode *times(QueryParser *p, const char *start, uint32_t low, uint32_t high) {
    QueryNode *node = wrap(p, QUERY_TIMES, start);
    if (!node)
        return NULL;
    node->scope = QUERY_OF_GAME;
    node->low = low;
    node->high = high;
    return node;
}

static QueryNode *counted_times(QueryParser *p, const char *start, bool least, bool most) {
    unsigned n = query_count(p, MOST_PLIES, "how many times");
    if (!p->failed && !query_word(p, "times") && !query_word(p, "time"))
        query_expected(p, p->at, "'times'");
    return p->failed ? NULL : times(p, start, least ? n : 0, most ? n : UINT32_MAX);
}

static QueryNode *always(QueryParser *p, const char *start) {
    QueryNode *node = wrap(p, QUERY_ALWAYS, start);
    if (!node)
        return NULL;
    if (node->scope == QUERY_OF_SEQUENCE) {
        query_fault(p, start, "'always' takes a condition on a ply, not a sequence");
        return NULL;
    }
    node->scope = QUERY_OF_GAME;
    return node;
}

static QueryNode *parenthesised(QueryParser *p, const char *open) {
    QueryNode *node = query_sequence(p);
    if (node && !query_symbol(p, ")")) {
        query_expected(p, p->at, "'and', 'or', 'then' or ')'");
        return NULL;
    }
    if (node) {
        node->start = (uint32_t)(open - p->text);
        node->end = (uint32_t)(p->at - p->text);
    }
    return node;
}

/* What words of the table stand for, read as if it stood in parentheses in their place. */
static QueryNode *expanded(QueryParser *p, const char *start, const QueryPhrase *phrase) {
    QueryParser inner = *p;
    inner.text = inner.at = phrase->text;
    inner.outer = p;
    inner.phrase = start;
    inner.word = phrase->name;
    QueryNode *node = query_sequence(&inner);
    if (node && !query_at_end(&inner))
        query_expected(&inner, inner.at, "the end");
    p->failed = inner.failed;
    p->code = inner.code;
    if (p->failed || !node)
        return NULL;
    node->source = p->outer ? p->text : NULL;
    node->start = (uint32_t)(start - p->text);
    node->end = (uint32_t)(p->at - p->text);
    return node;
}

/* The same, asked of variations, too. */
static QueryNode *everywhere(QueryParser *p) {
    p->query->variations = true;
    return prefixed(p);
}

static QueryNode *prefixed_at(QueryParser *p, const char *start) {
    if (query_symbol(p, "("))
        return parenthesised(p, start);
    if (query_word(p, "not"))
        return negation(p, start);
    if (query_word(p, "flip"))
        return reflected(p, QUERY_FLIP, &p->flipped, start);
    if (query_word(p, "mirror"))
        return reflected(p, QUERY_MIRROR, &p->mirrored, start);
    if (query_word(p, "variations"))
        return everywhere(p);
    if (query_word(p, "ever"))
        return times(p, start, 1, UINT32_MAX);
    if (query_word(p, "never"))
        return times(p, start, 0, 0);
    if (query_word(p, "always"))
        return always(p, start);
    if (query_word(p, "at least"))
        return counted_times(p, start, true, false);
    if (query_word(p, "at most"))
        return counted_times(p, start, false, true);
    if (query_word(p, "exactly"))
        return counted_times(p, start, true, true);
    const QueryPhrase *phrase = query_phrase(p);
    if (phrase)
        return expanded(p, start, phrase);
    return query_condition(p);
}

static QueryNode *prefixed(QueryParser *p) {
    const char *start = query_skip(p);
    if (p->depth > GR_QUERY_DEPTH) { /* the innermost condition is no level of its own */
        query_fault(p, start, "nested more than %d deep", GR_QUERY_DEPTH);
        if (p->code == GR_ERR_SYNTAX)
            p->code = GR_ERR_LIMIT;
        return NULL;
    }
    p->depth++;
    QueryNode *node = prefixed_at(p, start);
    p->depth--;
    return p->failed ? NULL : node;
}

/* ---- and, or ---- */

static QueryNode *conjunction(QueryParser *p) {
    QueryNode *left = prefixed(p), *right;
    bool joined = false;
    while (left && query_word(p, "and")) {
        p->left = left->op == QUERY_AND ? left->right : left;
        right = prefixed(p);
        p->left = NULL;
        if (!right)
            return NULL;
        QueryScope scope = wider(left->scope, right->scope);
        if (scope == QUERY_OF_SEQUENCE && left->scope != QUERY_OF_GAME &&
            right->scope != QUERY_OF_GAME) {
            query_fault(p, p->text + right->start,
                        "a sequence can be joined by 'and' only with what holds of the whole game; "
                        "say 'ever (...)' of one of the two");
            return NULL;
        }
        left = join(p, QUERY_AND, scope, left, right);
        joined = true;
    }
    if (joined && left && !p->failed)
        query_note_joint(p, left, QUERY_AND);
    return left;
}

static QueryNode *choice(QueryParser *p) {
    QueryNode *left = conjunction(p), *right;
    bool joined = false;
    while (left && query_word(p, "or")) {
        if (!(right = conjunction(p)))
            return NULL;
        left = join(p, QUERY_OR, wider(left->scope, right->scope), left, right);
        joined = true;
    }
    if (joined && left && !p->failed)
        query_note_joint(p, left, QUERY_OR);
    return left;
}

/* ---- for, then ---- */

/* `6 plies`, `3 moves`; a move is two plies. */
static uint32_t stretch(QueryParser *p) {
    const char *at = query_skip(p);
    uint32_t n = query_count(p, MOST_PLIES, "a number of plies");
    if (query_word(p, "moves") || query_word(p, "move"))
        n *= 2;
    else if (!query_word(p, "plies") && !query_word(p, "ply"))
        query_expected(p, query_skip(p), "'plies' or 'moves'");
    if (n == 0)
        query_fault(p, at, "at least one ply is needed here");
    return n;
}

static QueryNode *step(QueryParser *p) {
    QueryNode *inner = choice(p), *node;
    const char *at = query_skip(p);
    if (!inner || !query_word(p, "for"))
        return inner;
    uint32_t plies = stretch(p);
    if (p->failed || !(node = query_node(p, QUERY_FOR, QUERY_OF_SEQUENCE, p->text + inner->start)))
        return NULL;
    if (inner->scope != QUERY_OF_PLY) {
        query_fault(p, at, "'for' takes a condition on a ply, not %s",
                    inner->scope == QUERY_OF_GAME ? "one on the game as a whole" : "a sequence");
        return NULL;
    }
    node->left = inner;
    node->low = plies;
    return node;
}

/* How far the next step may be away. */
typedef struct Window {
    const char *at; /* where it is given; NULL: nowhere */
    uint32_t low, high;
} Window;

static void window(QueryParser *p, Window *w, bool after_step) {
    const char *at = query_skip(p);
    bool within = query_word(p, "within");
    if (!within && (after_step || !query_word(p, "after")))
        return;
    if (w->at) {
        query_fault(p, at, "the distance of the step is given twice");
        return;
    }
    w->at = at;
    *(within ? &w->high : &w->low) = stretch(p);
}

static QueryNode *then(QueryParser *p, QueryNode *left, QueryNode *right, const Window *w) {
    QueryNode *node;
    bool whole = left->scope == QUERY_OF_GAME || right->scope == QUERY_OF_GAME;
    if (whole && w->at) {
        query_fault(p, w->at, "a condition on the whole game has no ply to count from or to");
        return NULL;
    }
    node = join(p, QUERY_THEN, whole ? wider(left->scope, right->scope) : QUERY_OF_SEQUENCE, left,
                right);
    if (node) {
        node->low = w->low;
        node->high = w->high;
    }
    return node;
}

QueryNode *query_sequence(QueryParser *p) {
    QueryNode *left = step(p);
    for (unsigned steps = 1; left && query_word(p, "then"); steps++) {
        Window w = {NULL, 1, UINT32_MAX};
        if (steps == MOST_STEPS) {
            query_fault(p, p->at, "a sequence has at most %d steps", MOST_STEPS);
            return NULL;
        }
        window(p, &w, false);
        QueryNode *right = p->failed ? NULL : step(p);
        if (right)
            window(p, &w, true);
        left = right && !p->failed ? then(p, left, right, &w) : NULL;
    }
    if (left && query_next_is(p, "within"))
        query_fault(p, p->at, "'within' needs a 'then' before it");
    /* What is joined by these has been read as far as the plies of a step. */
    if (left && (query_next_is(p, "and") || query_next_is(p, "or")))
        query_fault(p, p->at, "'and' and 'or' cannot follow a number of plies; put what they join "
                              "in parentheses");
    return p->failed ? NULL : left;
}

/* ---- the whole ---- */

int query_read(QueryParser *p, GrQuery *query) {
    query->root = query_sequence(p);
    if (query->root && *query_skip(p) == ')')
        query_fault(p, p->at, "')' without a '('");
    else if (query->root && !query_at_end(p))
        query_expected(p, p->at, *p->at >= '0' && *p->at <= '9' ? "a comparison before a number, such as '='"
                                                                : "'and', 'or', 'then', 'for' or the end");
    return p->failed ? (int)p->code : 0;
}

/* Reads it again, to find out what is looked for where it is at fault. */
static void add_meant(const QueryParser *failed) {
    GrQueryFault again;
    QueryArena arena = {NULL, false};
    GrQuery query = {.variants = failed->variants};
    QueryTried tried = {.at = failed->fault_at};
    QueryParser p = {.variants = failed->variants, .query = &query, .arena = &arena, .text = failed->text,
                     .at = failed->text, .fault = &again, .tried = &tried};
    query_read(&p, &query);
    query_add_meant(&tried, failed->fault);
    query_arena_free(&arena);
}

int gr_query_parse(const GrVariants *variants, const char *text, GrQuery **query, GrQueryFault *fault) {
    GrQueryFault unwanted;
    GrQuery *q = calloc(1, sizeof *q);
    size_t len = strlen(text);
    fault = fault ? fault : &unwanted;
    *query = NULL;
    *fault = (GrQueryFault){.column = 0, .text = "out of memory"};
    if (!q)
        return GR_ERR_MEMORY;
    QueryParser p = {.variants = variants, .query = q, .arena = &q->arena, .text = text, .at = text, .fault = fault};
    int code = GR_ERR_LIMIT;
    if (len > GR_QUERY_SIZE) {
        *fault = (GrQueryFault){.column = 1, .text = "the query is too long"};
    } else {
        q->variants = variants;
        q->text = query_copy(&p, text, len);
        code = p.failed ? GR_ERR_MEMORY : query_read(&p, q);
    }
    if (code == GR_ERR_SYNTAX && p.fault_at)
        add_meant(&p);
    if (code)
        gr_query_free(q);
    else
        *query = q;
    return code;
}

void gr_query_free(GrQuery *query) {
    if (!query)
        return;
    query_arena_free(&query->arena);
    free(query);
}

bool gr_query_variations(const GrQuery *query) {
    return query->variations;
}

bool gr_query_of_game(const GrQuery *query) {
    return query->root->scope == QUERY_OF_GAME;
}
