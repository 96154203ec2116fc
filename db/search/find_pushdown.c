/* What a query says of games as a whole, which columns answer for many games at once: as steps of a filter. They
 * stand beside the selection; and conditions that they say all of need not be asked any more.
 *
 * Of what columns do not know it is assumed that it helps the query: that it holds, and below a `not` that it
 * does not. So what is left says less than the query, but never rules out what it finds. */
#include <stdlib.h>

#include "db/query/plan/fact.h"
#include "db/search/find_local.h"
#include "notation/room.h"

enum { MOST_FACTS = 64 }; /* each asks every name of a dictionary */

typedef struct Implying {
    FindPushdown *to;
    size_t room, facts;
    bool less;   /* something was left out */
    bool failed; /* out of memory */
} Implying;

static bool put(Implying *im, GrConditionStep step) {
    GrConditions *conditions = &im->to->conditions;
    if (!gr_room(&conditions->step, conditions->steps, 1, &im->room, sizeof *conditions->step)) {
        im->failed = true;
        return false;
    }
    conditions->step[conditions->steps++] = step;
    return true;
}

/* Adds steps for a part of the query, if anything is known of it. `may`: they are to hold wherever it holds at some
 * ply; otherwise, only where it holds at all plies. */
static bool imply(Implying *im, const QueryNode *node, bool flip, bool may);

static bool imply_fact(Implying *im, const QueryNode *node, bool flip) {
    if (im->facts == MOST_FACTS || !query_fact_is_of_values(node)) {
        im->less = true;
        return false;
    }
    im->facts++;
    return put(im, (GrConditionStep){.op = GR_CONDITION_FACT, .fact = node, .flip = flip});
}

/* Joins two parts, the second of which may be the first with colours exchanged. Where nothing is known of one of them,
 * the other is still all that is asked of `and`, and says nothing of `or`; or, below a `not`, the reverse. */
static bool imply_both(Implying *im, GrConditionOp op, const QueryNode *const part[2], const bool flip[2], bool may) {
    size_t before = im->to->conditions.steps;
    bool first = imply(im, part[0], flip[0], may), second = imply(im, part[1], flip[1], may);
    if (first && second)
        return put(im, (GrConditionStep){.op = op});
    if ((op == GR_CONDITION_AND) == may)
        return first || second;
    im->to->conditions.steps = before;
    return false;
}

static bool imply_not(Implying *im, const QueryNode *node, bool flip, bool may) {
    return imply(im, node->left, flip, !may) && put(im, (GrConditionStep){.op = GR_CONDITION_NOT});
}

/* What takes times and sequences: its part must hold somewhere, but more is not known. */
static bool imply_timed(Implying *im, const QueryNode *node, bool flip, bool may) {
    im->less = true;
    return may && (node->op != QUERY_TIMES || node->low) && imply(im, node->left, flip, true);
}

/* Of a sequence, both parts must hold somewhere; with what is about the whole game it is no more than `and`. */
static bool is_sequence(const QueryNode *node) {
    return node->op == QUERY_THEN && node->left->scope != QUERY_OF_GAME && node->right->scope != QUERY_OF_GAME;
}

static bool imply(Implying *im, const QueryNode *node, bool flip, bool may) {
    const QueryNode *const parts[2] = {node->left, node->right}, *const same[2] = {node->left, node->left};
    im->less |= is_sequence(node);
    switch (node->op) {
    case QUERY_THEN:
        return (may || !is_sequence(node)) && imply_both(im, GR_CONDITION_AND, parts, (bool[]){flip, flip}, may);
    case QUERY_AND:
        return imply_both(im, GR_CONDITION_AND, parts, (bool[]){flip, flip}, may);
    case QUERY_OR:
        return imply_both(im, GR_CONDITION_OR, parts, (bool[]){flip, flip}, may);
    case QUERY_FLIP:
        return imply_both(im, GR_CONDITION_OR, same, (bool[]){flip, !flip}, may);
    case QUERY_MIRROR:
        return imply(im, node->left, flip, may);
    case QUERY_NOT:
        return imply_not(im, node, flip, may);
    case QUERY_FOR:
    case QUERY_TIMES:
    case QUERY_ALWAYS:
        return imply_timed(im, node, flip, may);
    default:
        return imply_fact(im, node, flip);
    }
}

/* ---- what is left of the query ---- */

/* A node of which one part is left, or both. */
static const QueryNode *join_rest(Implying *im, const QueryNode *node, const QueryNode *left, const QueryNode *right) {
    if (!left || !right || (left == node->left && right == node->right))
        return !left ? right : !right ? left : node;
    QueryNode *made = query_alloc(&im->to->rest.arena, sizeof *made);
    im->failed |= !made;
    if (!made)
        return node;
    *made = *node;
    made->left = (QueryNode *)left;
    made->right = (QueryNode *)right;
    return made;
}

/* Implies each of the conditions that must all hold, and returns what is left of the node: NULL if nothing is. */
static const QueryNode *imply_all(Implying *im, const QueryNode *node) {
    size_t before = im->to->conditions.steps;
    if (node->op == QUERY_AND || (node->op == QUERY_THEN && !is_sequence(node))) {
        const QueryNode *left = imply_all(im, node->left), *right = imply_all(im, node->right);
        return join_rest(im, node, left, right);
    }
    im->less = false;
    if (imply(im, node, false, true) && before)
        put(im, (GrConditionStep){.op = GR_CONDITION_AND});
    return im->less ? node : NULL;
}

int find_push_down(const GrFind *find, FindPushdown *pushdown) {
    Implying im = {.to = pushdown};
    *pushdown = (FindPushdown){.conditions = {.selection = find->selection}};
    if (!find->query)
        return 0;
    pushdown->rest = *find->query;
    pushdown->rest.arena = (QueryArena){.blocks = NULL};
    pushdown->rest.root = (QueryNode *)imply_all(&im, find->query->root);
    return im.failed ? GR_ERR_MEMORY : 0;
}

void find_free_pushdown(FindPushdown *pushdown) {
    query_arena_free(&pushdown->rest.arena);
    free(pushdown->conditions.step);
    *pushdown = (FindPushdown){.conditions = {.selection = NULL}};
}
