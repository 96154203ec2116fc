/* Sets: pieces on the board, and what they have to do with others. */
#include <string.h>

#include "db/query/parse/grammar.h"
#include "db/query/parse/note.h"

static const struct {
    const char *word, *opposite;
    unsigned bit;
} adjectives[] = {
#define ROW(name, word, opposite, found, mark) {word, opposite, QUERY_##name},
    QUERY_ADJECTIVES(ROW)
#undef ROW
};

static bool opposite_next(QueryParser *p, const char *word) {
    return word && query_next_is(p, word);
}

bool query_adjective_next(QueryParser *p) {
    for (int i = 0; i < QUERY_ADJECTIVE_COUNT; i++)
        if (query_next_is(p, adjectives[i].word) || opposite_next(p, adjectives[i].opposite))
            return true;
    return false;
}

static bool adjective(QueryParser *p, QuerySet *set, bool negative) {
    for (int i = 0; i < QUERY_ADJECTIVE_COUNT; i++) {
        bool is = query_word(p, adjectives[i].word);
        if (!is && !(adjectives[i].opposite && query_word(p, adjectives[i].opposite)))
            continue;
        if (is != negative)
            set->adjectives |= adjectives[i].bit;
        else
            set->not_adjectives |= adjectives[i].bit;
        return true;
    }
    return false;
}

/* `2`, `at least 2`: to how many; 1 if no number comes next. */
static unsigned least(QueryParser *p) {
    const char *at = query_skip(p);
    if (!query_word(p, "at least") && !(*at >= '0' && *at <= '9'))
        return 1;
    unsigned n = query_count(p, QUERY_MOST_RELATED, "a number");
    if (!n)
        query_fault(p, at, "at least one is needed here");
    return n;
}

/* Others that a set has to do with; in parentheses, clauses that follow are not theirs. */
static QuerySet *others(QueryParser *p) {
    unsigned outer = p->and_depth;
    const char *outer_set = p->and_set;
    if (!query_symbol(p, "("))
        return query_set(p);
    p->and_depth = p->set_depth;
    QuerySet *set = query_set(p);
    p->and_depth = outer;
    p->and_set = outer_set;
    if (set && !query_symbol(p, ")"))
        query_expected(p, query_skip(p), "a clause of these pieces, or ')'");
    return set;
}

/* `attacked by 2`: any pieces, where nothing else may follow. */
static QuerySet *any_others(QueryParser *p) {
    const char *at = p->at;
    p->at = "piece";
    QuerySet *set = query_set(p);
    p->at = at;
    return set;
}

static void relation(QueryParser *p, QuerySet *set, QueryRelationKind kind, const char *at) {
    QueryRelation *relation = query_new(p, sizeof *relation), **end = &set->relations;
    if (!relation)
        return;
    const char *number = query_skip(p);
    relation->kind = kind;
    relation->least = least(p);
    if (p->at > number && query_joint_next(p) && (kind == QUERY_ATTACKED_BY || kind == QUERY_DEFENDED_BY))
        relation->set = any_others(p);
    else if (query_area_next(p) && (kind == QUERY_ATTACKS || kind == QUERY_DEFENDS))
        relation->area = query_area(p);
    else
        relation->set = others(p);
    bool squares = relation->area || (relation->set && (relation->set->kinds.groups &
                                                        (QUERY_EMPTY | QUERY_HOLES)));
    if (squares && kind == QUERY_DEFENDS)
        query_fault(p, at, "only pieces are defended; use 'attacks' for squares");
    if (squares && (kind == QUERY_ATTACKED_BY || kind == QUERY_DEFENDED_BY))
        query_fault(p, at, "only pieces attack and defend");
    if (relation->set && relation->set->pocket)
        query_fault(p, at, "a piece in the pocket attacks nothing and cannot be attacked");
    while (*end)
        end = &(*end)->next;
    *end = relation;
    if (!p->failed)
        query_note_relation(p, set, relation, at);
}

static bool active_relation(QueryParser *p, QuerySet *set) {
    static const char *const attack[] = {"attacks", "attack", "attacking"};
    static const char *const defend[] = {"defends", "defend", "defending"};
    const char *at = query_skip(p);
    for (int i = 0; i < 3; i++) {
        if (query_word(p, attack[i]))
            relation(p, set, QUERY_ATTACKS, at);
        else if (query_word(p, defend[i]))
            relation(p, set, QUERY_DEFENDS, at);
        else
            continue;
        return true;
    }
    return false;
}

static bool passive_relation(QueryParser *p, QuerySet *set) {
    const char *at = query_skip(p);
    if (query_word(p, "attacked by"))
        relation(p, set, QUERY_ATTACKED_BY, at);
    else if (query_word(p, "defended by"))
        relation(p, set, QUERY_DEFENDED_BY, at);
    else
        return false;
    return true;
}

/* `is pinned`, `is not attacked`, `are attacked by N`. */
static bool predicate(QueryParser *p, QuerySet *set) {
    if (!query_word(p, "is") && !query_word(p, "are"))
        return false;
    bool negative = query_word(p, "not");
    if (!negative && passive_relation(p, set))
        return true;
    if (!adjective(p, set, negative))
        query_expected(p, query_skip(p), "a state, such as 'attacked', 'defended', 'pinned' or 'passed'");
    return true;
}

static bool place(QueryParser *p, QuerySet *set) {
    const char *at = query_skip(p);
    if (query_word(p, "in pocket")) {
        set->pocket = true;
        if (query_word(p, "of") && (set->holder = query_new(p, sizeof *set->holder)))
            query_kinds(p, set->holder);
        return true;
    }
    if (!query_word(p, "on"))
        return false;
    if (set->area)
        query_fault(p, at, "the squares are given twice");
    else
        set->area = query_area(p);
    return true;
}

static bool clause(QueryParser *p, QuerySet *set) {
    return place(p, set) || active_relation(p, set) || predicate(p, set) || passive_relation(p, set);
}

/* `and` before a clause goes on with the set that the condition, or the parenthesis, began with. `is carried` is a move
 * of its own. */
static bool further_clause(QueryParser *p, QuerySet *set) {
    static const char *const words[] = {"on", "attacks", "attack", "attacking", "defends", "defend", "defending",
                                        "is", "are", "attacked by", "defended by"};
    QueryParser ahead = *p;
    if (p->set_depth != p->and_depth + 1 || !query_word(&ahead, "and") || query_event_next(&ahead))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (query_next_is(&ahead, words[i])) {
            p->at = ahead.at;
            return clause(p, set);
        }
    return false;
}

static void check_set(QueryParser *p, const char *at, const QuerySet *set) {
    bool squares = set->kinds.groups & (QUERY_EMPTY | QUERY_HOLES);
    bool holes = set->kinds.groups & QUERY_HOLES, attacks = false;
    for (const QueryRelation *r = set->relations; r; r = r->next)
        attacks |= holes || r->kind != QUERY_ATTACKED_BY;
    unsigned adjective = set->adjectives | set->not_adjectives;
    if (squares && (set->sides || adjective || attacks))
        query_fault(p, at, "%s have no side, no state and no attacks",
                    holes ? "holes" : "empty squares");
    if (set->pocket && (squares || set->area || set->relations || adjective))
        query_fault(p, at, "pieces in the pocket have only a kind");
}

QuerySet *query_set(QueryParser *p) {
    const char *at = query_skip(p);
    QuerySet *set = query_new(p, sizeof *set);
    if (p->set_depth == GR_QUERY_DEPTH)
        query_fault(p, at, "nested more than %d deep", GR_QUERY_DEPTH);
    if (p->failed)
        return NULL;
    p->set_depth++;
    if (p->set_depth == p->and_depth + 1)
        p->and_set = at;
    while (adjective(p, set, false))
        continue;
    set->sides = query_sides(p, false);
    while (adjective(p, set, false))
        continue;
    query_kinds(p, &set->kinds);
    while (!p->failed && (clause(p, set) || further_clause(p, set)))
        continue;
    check_set(p, at, set);
    query_note_set(p, set, at);
    if (!set->sides)
        set->sides = QUERY_EITHER;
    p->set_depth--;
    return p->failed ? NULL : set;
}
