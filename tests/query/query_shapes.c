/* Random expressions: facts about games, and how conditions are joined. */
#include <string.h>

#include "tests/query/query_random.h"

static unsigned below(QueryMaker *m, unsigned n) {
    return random_below(m->random, n);
}

static bool chance(QueryMaker *m, unsigned one_in) {
    return random_chance(m->random, one_in);
}

static const char *const text_comparisons[9] = {"",  "in", "=",  "!=", "<",
                                                "<=", ">",  ">=", "ft"};

/* ---- facts ---- */

static OqNode *make_player(QueryMaker *m) {
    static const char *const parts[5] = {"polgar", "Tal, Mikhail", "l", "PETROSIAN, T", "Susan"};
    OqNode *node = query_new_node(m, OQ_PLAYER, OQ_GAME);
    node->sides = 1 + (int)below(m, 4);
    strcpy(node->compare, text_comparisons[below(m, 9)]);
    strcpy(node->text, parts[below(m, 5)]);
    strcpy(node->text2, parts[below(m, 5)]);
    return node;
}

static OqNode *make_tag_text(QueryMaker *m) {
    OqNode *node = query_new_node(m, OQ_TEXT, OQ_GAME);
    node->word = chance(m, 2) ? "eco" : "event";
    strcpy(node->compare, text_comparisons[below(m, 9)]);
    strcpy(node->text, chance(m, 2) ? query_ecos[below(m, 5)] : query_events[below(m, 4)]);
    strcpy(node->text2, chance(m, 2) ? query_ecos[below(m, 5)] : query_events[below(m, 4)]);
    return node;
}

static OqNode *make_date(QueryMaker *m) {
    static const char *const ops[8] = {"", "=", "!=", "<", "<=", ">", ">=", "ft"};
    static const int rest[5] = {0, 100, 700, 101, 731};
    OqNode *node = query_new_node(m, OQ_DATE, OQ_GAME);
    strcpy(node->compare, ops[below(m, 8)]);
    for (int i = 0; i < 2; i++) {
        node->date[i] = (1998 + (int)below(m, 4)) * 10000 + rest[below(m, 5)];
    }
    return node;
}

static OqNode *make_number(QueryMaker *m) {
    static const char *const ops[8] = {"", "=", "!=", "<", "<=", ">", ">=", "ft"};
    OqNode *node = query_new_node(m, OQ_COMPARE, OQ_GAME);
    OqTerm *term = &node->term[0];
    static const int values[4] = {OQ_RATING, OQ_POINTS, OQ_LENGTH, OQ_BOARD_TAG};
    static const int most[4] = {3000, 12, 40, 4};
    unsigned which = below(m, 4);
    node->terms = 1;
    term->value = values[which];
    term->factor = 1;
    term->sides = which < 2 ? 1 + (int)below(m, 4) : 0;
    strcpy(node->compare, ops[below(m, 8)]);
    if (which == 3 && node->compare[0] == '\0') {
        strcpy(node->compare, "="); /* the tag alone is asked as a text */
    }
    for (int i = 0; i < 2; i++) {
        node->bound[i] = 100 * (int64_t)below(m, (unsigned)most[which] + 1);
    }
    if (which == 0 && chance(m, 3)) {
        node->terms = 2;
        node->term[1] = *term;
        term->sides = chance(m, 4) ? 1 + (int)below(m, 4) : OQ_WHITE;
        node->term[1].sides = OQ_BLACK;
        node->term[1].factor = -1;
        node->bound[0] -= 100 * (int64_t)below(m, 3000);
        strcpy(node->compare, "<");
    }
    return node;
}

static OqNode *make_variant(QueryMaker *m) {
    static const char *const names[6] = {"chess", "magi", "magician", "royal", "wizard",
                                         "capablanca"};
    OqNode *node = query_new_node(m, OQ_VARIANT, OQ_GAME);
    strcpy(node->text, chance(m, 2) ? m->variant->name : names[below(m, 6)]);
    return node;
}

OqNode *query_make_fact(QueryMaker *m) {
    OqNode *node;
    switch (below(m, 8)) {
    case 0:
        return make_player(m);
    case 1:
        return make_tag_text(m);
    case 2:
        return make_date(m);
    case 3:
    case 4:
        return make_number(m);
    case 5:
        node = query_new_node(m, OQ_RESULT, OQ_GAME);
        node->low = 1 << below(m, 4);
        return node;
    case 6:
        return make_variant(m);
    default:
        return query_new_node(m, OQ_PARTIAL, OQ_GAME);
    }
}

/* ---- joints ---- */

static OqNode *of_game(QueryMaker *m, int depth);
static OqNode *of_ply(QueryMaker *m, int depth);
static OqNode *sequence(QueryMaker *m, int depth);

static OqNode *join(QueryMaker *m, int op, int scope, OqNode *left, OqNode *right) {
    OqNode *node = query_new_node(m, op, scope);
    node->left = left;
    node->right = right;
    if (right && chance(m, 2)) { /* either way round, where that makes no difference in kind */
        node->left = right;
        node->right = left;
    }
    return node;
}

typedef OqNode *Maker(QueryMaker *m, int depth);

/* `flip` or `mirror`; NULL if the one that came up stands around this already. */
static OqNode *turn(QueryMaker *m, int scope, Maker *inner, int depth) {
    bool flip = chance(m, 2), *inside = flip ? &m->flipped : &m->mirrored;
    if (*inside) {
        return NULL;
    }
    OqNode *node = query_new_node(m, OQ_TURN, scope);
    node->turn = flip ? OQ_FLIP : OQ_MIRROR;
    *inside = true;
    node->left = inner(m, depth);
    *inside = false;
    return node;
}

static OqNode *times(QueryMaker *m, int depth) {
    OqNode *node = query_new_node(m, chance(m, 5) ? OQ_ALWAYS : OQ_TIMES, OQ_GAME);
    node->left = node->op == OQ_TIMES && chance(m, 3) ? sequence(m, depth) : of_ply(m, depth);
    unsigned how = below(m, 5);
    node->low = how == 0 ? 1 : how < 3 ? (int)below(m, 6) : 0;
    node->high = how < 2 ? -1 : how == 2 ? node->low : how == 3 ? 0 : (int)below(m, 6);
    return node;
}

/* A contradiction, or what always holds: something joined to its negation. */
static OqNode *denied(QueryMaker *m, int scope, OqNode *inner) {
    OqNode *negation = query_new_node(m, OQ_NOT, scope);
    negation->left = inner;
    return join(m, chance(m, 2) ? OQ_AND : OQ_OR, scope, inner, negation);
}

static OqNode *of_game(QueryMaker *m, int depth) {
    OqNode *node;
    if (depth > 0 && chance(m, 24)) {
        return denied(m, OQ_GAME, of_game(m, depth - 1));
    }
    switch (depth > 0 ? below(m, 8) : 7) {
    case 0:
        return join(m, OQ_AND, OQ_GAME, of_game(m, depth - 1), of_game(m, depth - 1));
    case 1:
        return join(m, OQ_OR, OQ_GAME, of_game(m, depth - 1), of_game(m, depth - 1));
    case 2:
        return join(m, OQ_NOT, OQ_GAME, of_game(m, depth - 1), NULL);
    case 3:
        node = turn(m, OQ_GAME, of_game, depth - 1);
        return node ? node : query_make_fact(m);
    case 4:
    case 5:
        return times(m, depth - 1);
    default:
        return query_make_fact(m);
    }
}

static OqNode *of_ply(QueryMaker *m, int depth) {
    OqNode *node;
    if (depth > 0 && chance(m, 24)) {
        return denied(m, OQ_OF_PLY, of_ply(m, depth - 1));
    }
    switch (depth > 0 ? below(m, 9) : 8) {
    case 0:
    case 1:
        return join(m, OQ_AND, OQ_OF_PLY, of_ply(m, depth - 1), of_ply(m, depth - 1));
    case 2:
    case 3:
        return join(m, OQ_OR, OQ_OF_PLY, of_ply(m, depth - 1), of_ply(m, depth - 1));
    case 4:
        return join(m, OQ_NOT, OQ_OF_PLY, of_ply(m, depth - 1), NULL);
    case 5:
        node = turn(m, OQ_OF_PLY, of_ply, depth - 1);
        return node ? node : query_make_condition(m);
    case 6:
        return join(m, chance(m, 2) ? OQ_AND : chance(m, 2) ? OQ_OR : OQ_THEN, OQ_OF_PLY,
                    of_game(m, depth - 1), of_ply(m, depth - 1));
    default:
        return query_make_condition(m);
    }
}

static OqNode *step(QueryMaker *m, int depth) {
    return depth > 0 && chance(m, 3) ? sequence(m, depth) : of_ply(m, depth);
}

static OqNode *then(QueryMaker *m, int depth) {
    OqNode *node = query_new_node(m, OQ_THEN, OQ_SEQUENCE);
    node->left = step(m, depth - 1);
    node->right = step(m, depth - 1);
    node->low = 1;
    if (chance(m, 3)) {
        node->high = 1 + (int)below(m, 8);
    } else if (chance(m, 4)) {
        node->low = 1 + (int)below(m, 8);
    }
    return node;
}

static OqNode *lasting(QueryMaker *m, int depth) {
    OqNode *node = query_new_node(m, OQ_FOR, OQ_SEQUENCE);
    node->left = of_ply(m, depth);
    node->low = 1 + (int)below(m, 6);
    return node;
}

static OqNode *sequence(QueryMaker *m, int depth) {
    OqNode *node;
    switch (depth > 0 ? below(m, 9) : 8) {
    case 0:
        return join(m, OQ_OR, OQ_SEQUENCE, sequence(m, depth - 1), step(m, depth - 1));
    case 1:
        return join(m, chance(m, 2) ? OQ_AND : OQ_THEN, OQ_SEQUENCE, sequence(m, depth - 1),
                    of_game(m, depth - 1));
    case 2:
        node = turn(m, OQ_SEQUENCE, sequence, depth - 1);
        return node ? node : lasting(m, depth - 1);
    case 3:
        return join(m, OQ_OR, OQ_SEQUENCE, sequence(m, depth - 1), of_game(m, depth - 1));
    case 4:
    case 5:
    case 6:
        return then(m, depth);
    default:
        return lasting(m, depth > 0 ? depth - 1 : 0);
    }
}

OqNode *query_make(QueryMaker *m) {
    int depth = 1 + (int)below(m, 4);
    m->used = m->sets = 0;
    m->flipped = m->mirrored = false;
    m->theme = chance(m, 4) ? QUERY_OF_SETS : chance(m, 16) ? QUERY_OF_MATERIAL : QUERY_OF_ANYTHING;
    if (m->game->v->id == OR_DESCRIBED && chance(m, 3)) {
        m->theme = QUERY_OF_EVENTS;
        depth = (int)below(m, 2);
    }
    if (m->theme == QUERY_OF_MATERIAL || m->theme == QUERY_OF_EVENTS) {
        return of_ply(m, m->theme == QUERY_OF_EVENTS ? depth : 0);
    }
    switch (below(m, 6)) {
    case 0:
        return of_game(m, depth);
    case 1:
    case 2:
        return sequence(m, depth);
    default:
        return of_ply(m, depth);
    }
}
