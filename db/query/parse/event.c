/* Events: what the move that led to the position did. */
#include <string.h>

#include "db/query/parse/grammar.h"

/* What a verb's object is introduced by; how the other clauses are called is in the manual. */
typedef enum Object { NOTHING, DIRECT, AFTER_TO, AFTER_WITH, CASTLING } Object;
enum { FROM = 1, TO = 2, ON = 4 };

typedef struct Verb {
    const char *words[4]; /* ways to say it */
    bool subject;         /* pieces may stand before it; else the side alone */
    Object object;
    unsigned areas;
} Verb;

static const Verb verbs[QUERY_VERBS] = {
    [QUERY_TAKES] = {{"takes", "captures", "capture"}, true, DIRECT, FROM | TO | ON},
    [QUERY_MOVES] = {{"moves"}, true, NOTHING, FROM | TO},
    [QUERY_PROMOTES] = {{"promotes", "promotion"}, true, AFTER_TO, FROM | ON},
    [QUERY_CASTLES] = {{"castles", "castling"}, false, CASTLING, 0},
    [QUERY_CASTS] = {{"casts", "spell"}, false, NOTHING, FROM | TO},
    [QUERY_FALLS] = {{"falls", "fall"}, true, NOTHING, ON},
    [QUERY_CARRIED] = {{"is carried", "are carried", "carried"}, true, NOTHING, FROM | TO},
    [QUERY_DROPS] = {{"drops", "drop"}, true, DIRECT, FROM | TO | ON},
    [QUERY_TELEPORTS] = {{"teleports", "teleport"}, false, AFTER_WITH, FROM | TO},
    [QUERY_PLACES] = {{"places", "placement"}, false, DIRECT, ON},
    [QUERY_QUESTS] = {{"quests", "quest"}, true, NOTHING, FROM | ON},
    [QUERY_RESURRECTS] = {{"resurrects", "resurrection"}, true, NOTHING, FROM | ON},
    [QUERY_SHOOTS] = {{"shoots", "shot"}, true, DIRECT, FROM | ON},
    [QUERY_EN_PASSANT] = {{"takes en passant", "en passant"}, true, NOTHING, FROM | TO | ON},
    [QUERY_PASSES] = {{"passes"}, false, NOTHING, 0},
    [QUERY_SACRIFICES] = {{"sacrifices", "sacrifice"}, false, DIRECT, ON},
};

/* Reads the verb that comes next; QUERY_VERBS if none does. `takes en passant` before `takes`. */
static QueryVerb read_verb(QueryParser *p) {
    for (int verb = QUERY_VERBS - 1; verb >= 0; verb--)
        for (int i = 0; verbs[verb].words[i]; i++)
            if (query_word(p, verbs[verb].words[i]))
                return (QueryVerb)verb;
    return QUERY_VERBS;
}

bool query_event_next(QueryParser *p) {
    QueryParser probe = *p;
    query_sides(&probe, false);
    if (read_verb(&probe) != QUERY_VERBS)
        return true;
    if (!query_kinds_next(&probe))
        return false;
    query_skip_kind(&probe);
    return read_verb(&probe) != QUERY_VERBS;
}

const char *query_castling(QueryParser *p) {
    const char *at = query_skip(p);
    char name[12];
    size_t len = 0;
    if ((at[0] != 'O' && at[0] != '0') || at[1] != '-')
        return NULL;
    for (; *at && strchr("O0-", *at); at++)
        if (len < 8)
            name[len++] = *at == '-' ? '-' : 'O';
    if (at[0] == '(' && at[1] && at[2] == ')') {
        memcpy(name + len, at, 3);
        len += 3;
        at += 3;
    }
    name[len] = '\0';
    const GrRules *rules;
    for (size_t n = 0; (rules = gr_variants_at(p->variants, n)) != NULL; n++)
        for (int i = 0; i < gr_variant(rules)->castlings; i++)
            if (!strcmp(gr_variant(rules)->castling[i].san, name)) {
                p->at = at;
                return query_copy(p, name, len);
            }
    query_fault(p, p->at, "no variant has a castling %.*s", (int)(at - p->at), p->at);
    return NULL;
}

static void direct_object(QueryParser *p, QueryEvent *e) {
    unsigned sides = query_sides(p, false);
    if (sides || query_kinds_next(p)) {
        e->object_sides = sides;
        e->has_object = query_kinds(p, &e->object);
    }
}

/* `promotes to R or B` would be a promotion to a rook, or a bishop anywhere: nobody means that. */
static void no_piece_after_or(QueryParser *p) {
    QueryParser probe = *p;
    if (!query_word(&probe, "or"))
        return;
    const char *at = query_skip(&probe);
    query_sides(&probe, false);
    if (!query_kinds_next(&probe))
        return;
    query_skip_kind(&probe);
    if (query_joint_next(&probe))
        query_fault(p, at, "'or' joins conditions: for one of these pieces write [RB]; for a piece that is on the "
                           "board, put it in parentheses");
}

static void object(QueryParser *p, QueryEvent *e) {
    Object how = verbs[e->verb].object;
    if (how == CASTLING)
        e->castling = query_castling(p);
    else if (how == DIRECT)
        direct_object(p, e);
    else if ((how == AFTER_TO && query_word(p, "to")) ||
             (how == AFTER_WITH && query_word(p, "with")))
        e->has_object = query_kinds(p, &e->object);
    if (e->has_object)
        no_piece_after_or(p);
}

/* One of `from`, `to` and `on`; false if none comes next. */
static bool area(QueryParser *p, QueryEvent *e) {
    static const char *const words[3] = {"from", "to", "on"};
    QueryArea **at[3] = {&e->from, &e->to, &e->on};
    const char *start = query_skip(p);
    for (int i = 0; i < 3; i++) {
        if (!query_word(p, words[i]))
            continue;
        if (!(verbs[e->verb].areas >> i & 1))
            query_fault(p, start, "'%s' means nothing after '%s'", words[i],
                        verbs[e->verb].words[0]);
        else if (*at[i])
            query_fault(p, start, "'%s' is given twice", words[i]);
        else
            *at[i] = query_area(p);
        return !p->failed;
    }
    return false;
}

static void subject(QueryParser *p, QueryEvent *e, const char *start) {
    QueryParser before = *p;
    e->verb = read_verb(p);
    if (e->verb != QUERY_VERBS)
        return;
    p->at = before.at;
    e->has_subject = query_kinds(p, &e->subject);
    if (e->has_subject)
        e->verb = read_verb(p);
    if (e->has_subject && !verbs[e->verb].subject)
        query_fault(p, start, "'%s' takes only a side before it, not a piece",
                    verbs[e->verb].words[0]);
    else if (e->subject.groups & (QUERY_EMPTY | QUERY_HOLES))
        query_fault(p, start, "only pieces do something");
}

QueryNode *query_event(QueryParser *p) {
    const char *start = query_skip(p);
    QueryNode *node = query_node(p, QUERY_EVENT, QUERY_OF_PLY, start);
    if (!node)
        return NULL;
    QueryEvent *e = &node->event;
    e->sides = query_sides(p, false);
    subject(p, e, start);
    if (p->failed)
        return NULL;
    object(p, e);
    if (e->object.groups & (QUERY_EMPTY | QUERY_HOLES))
        query_fault(p, start, "only pieces can be the object of a move");
    while (area(p, e))
        continue;
    if (!e->sides)
        e->sides = QUERY_EITHER;
    if (!e->object_sides)
        e->object_sides = QUERY_EITHER;
    node->end = (uint32_t)(p->at - p->text);
    return p->failed ? NULL : node;
}
