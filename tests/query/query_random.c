/* Random queries. */
#include "tests/query/query_random.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned below(QueryMaker *m, unsigned n) {
    return random_below(m->random, n);
}

static bool chance(QueryMaker *m, unsigned one_in) {
    return random_chance(m->random, one_in);
}

OqNode *query_new_node(QueryMaker *m, int op, int scope) {
    if (m->used == QUERY_NODES) {
        printf("a random query is too large\n");
        exit(2);
    }
    OqNode *node = &m->node[m->used++];
    memset(node, 0, sizeof *node);
    node->op = op;
    node->scope = scope;
    node->sides = OQ_EITHER;
    node->object_sides = OQ_EITHER;
    node->at = OR_NOWHERE;
    node->wing = -1;
    return node;
}

/* ---- pieces and squares ---- */

/* Those of the variant; one without a royal piece has '-' in its place. */
static const char *own_letters(const QueryMaker *m) {
    const char *own = m->game->v->letters;
    return *own == '-' ? own + 1 : own;
}

static void letters(QueryMaker *m, OqKinds *kinds) {
    static const char all[] = "KQRBNPDCWLMSZGH"; /* of all variants */
    const char *own = own_letters(m);
    size_t count = chance(m, 4) ? 2 + below(m, 2) : 1;
    for (size_t i = 0; i < count; i++) {
        kinds->letters[i] = chance(m, 12) ? all[below(m, sizeof all - 1)]
                                          : own[below(m, (unsigned)strlen(own))];
    }
}

static OqKinds piece_kinds(QueryMaker *m) {
    OqKinds kinds = {.what = OQ_LETTERS};
    unsigned choice = below(m, 10);
    if (choice < 6) {
        letters(m, &kinds);
        kinds.what = chance(m, 4) ? OQ_NAME : OQ_LETTERS;
        if (kinds.what == OQ_NAME) { /* names are taken of the variant's own pieces */
            const OrDescribed *described = or_described(m->game->v);
            const char *own = own_letters(m), *promoted = described ? described->promoted : "";
            own = *promoted && chance(m, 2) ? promoted : own;
            kinds.letters[0] = own[below(m, (unsigned)strlen(own))];
            kinds.letters[1] = '\0';
            kinds.what = kinds.letters[0] == 'P' ? OQ_PAWNS : OQ_NAME; /* "pawn" means them all */
        }
    } else {
        kinds.what = choice == 9 ? OQ_ROYAL : choice == 8 ? OQ_PAWNS : OQ_ANY;
    }
    return kinds;
}

static OqArea area(QueryMaker *m) {
    OqArea made = {.count = chance(m, 4) ? 2 + (int)below(m, 2) : 1};
    int files = m->game->v->files, ranks = m->game->v->ranks;
    for (int i = 0; i < made.count; i++) {
        int f[2] = {(int)below(m, (unsigned)files), (int)below(m, (unsigned)files)};
        int r[2] = {(int)below(m, (unsigned)ranks), (int)below(m, (unsigned)ranks)};
        unsigned shape = below(m, 8);
        made.item[i].shape = shape == 0   ? OQ_LAST_RANK
                             : shape == 1 ? OQ_LIGHT
                             : shape == 2 ? OQ_DARK
                                          : OQ_BOX;
        if (shape == 3) { /* a file */
            f[1] = f[0];
            r[0] = 0;
            r[1] = QUERY_ALL;
        } else if (shape == 4) { /* a rank */
            f[0] = 0;
            f[1] = QUERY_ALL;
            r[1] = r[0];
        } else if (shape == 5) {
            f[1] = f[0];
            r[1] = r[0];
        }
        made.item[i].file[0] = f[0] < f[1] ? f[0] : f[1];
        made.item[i].file[1] = f[0] < f[1] ? f[1] : f[0];
        made.item[i].rank[0] = r[0] < r[1] ? r[0] : r[1];
        made.item[i].rank[1] = r[0] < r[1] ? r[1] : r[0];
    }
    return made;
}

static int sides(QueryMaker *m) {
    return 1 + (int)below(m, 3);
}

static void make_set(QueryMaker *m, OqSet *set, int depth);

/* Now and then the second repeats the first, or denies it. */
static void states(QueryMaker *m, OqSet *set) {
    for (; set->states < 2 && chance(m, 3); set->states++) {
        int what = (int)below(m, OQ_ISOLATED + 1);
        OrId id = m->game->v->id;
        bool of_others = (what == OQ_PROMOTED && id != OR_WIZARD && id != OR_DESCRIBED) ||
                         (what == OQ_QUESTING && id != OR_WIZARD);
        set->state[set->states].what = of_others ? OQ_PASSED : what;
        set->state[set->states].wanted = !chance(m, 3);
        if (set->states == 1 && chance(m, 3)) {
            set->state[1].what = set->state[0].what;
        }
    }
}

static void relate(QueryMaker *m, OqSet *set, int depth) {
    int n = set->relations++, what = (int)(1 + below(m, 4));
    set->relation[n].what = what;
    set->relation[n].least = chance(m, 4) ? 2 + (int)below(m, 2) : 1;
    if (what == OQ_ATTACKS && chance(m, 2)) {
        set->relation[n].target = area(m);
        return;
    }
    OqSet *other = set->relation[n].other = &m->set[m->sets++];
    memset(other, 0, sizeof *other);
    make_set(m, other, depth - 1);
    if (what == OQ_ATTACKS && chance(m, 6)) {
        *other = (OqSet){.sides = OQ_EITHER, .kinds = {.what = OQ_EMPTY}};
        other->area = area(m);
    } else if (other->kinds.what == OQ_EMPTY || other->kinds.what == OQ_HOLES || other->pocket) {
        *other = (OqSet){.sides = sides(m), .kinds = {.what = OQ_ANY}};
    }
}

static void make_set(QueryMaker *m, OqSet *set, int depth) {
    *set = (OqSet){.sides = sides(m)};
    if (chance(m, 10)) {
        set->sides = OQ_EITHER;
        set->kinds.what = chance(m, 2) ? OQ_EMPTY : OQ_HOLES;
        set->area = area(m);
        return;
    }
    set->kinds = piece_kinds(m);
    if (chance(m, 12)) {
        set->pocket = true;
        set->holder = "\0KM"[below(m, 3)];
        return;
    }
    if (!chance(m, 3)) {
        set->area = area(m);
    }
    states(m, set);
    while (depth > 0 && m->sets < QUERY_NODES && set->relations < 2 && chance(m, 2)) {
        relate(m, set, depth);
    }
}

/* ---- numbers ---- */

static const char *const comparisons[7] = {"=", "!=", "<", "<=", ">", ">=", "ft"};

static void make_bounds(QueryMaker *m, OqNode *node, int low, int high) {
    unsigned range = (unsigned)(high - low + 1);
    strcpy(node->compare, comparisons[below(m, 7)]);
    node->bound[0] = 100 * (low + (int64_t)below(m, range));
    node->bound[1] = node->bound[0] + 100 * (int64_t)below(m, range);
}

static OqNode *compare_sets(QueryMaker *m) {
    OqNode *node = query_new_node(m, OQ_COMPARE, OQ_OF_PLY);
    node->terms = chance(m, 3) ? 2 + (int)below(m, 2) : 1;
    for (int i = 0; i < node->terms; i++) {
        node->term[i].value = OQ_COUNT;
        node->term[i].factor = i == 0 ? 1 : (int)below(m, 5) - 2;
        node->term[i].factor += node->term[i].factor == 0;
        make_set(m, &node->term[i].set, 2);
    }
    if (node->terms == 1 && chance(m, 3)) {
        strcpy(node->compare, chance(m, 2) ? "" : "no");
        if (node->compare[0] != '\0') { /* "no" is "= 0" */
            strcpy(node->compare, "=");
            node->bound[0] = node->bound[1] = 0;
        }
        return node;
    }
    make_bounds(m, node, 0, 5);
    return node;
}

static OqNode *compare_value(QueryMaker *m) {
    static const struct {
        int value, low, high;
    } values[] = {{OQ_PLY, 0, 30}, {OQ_MOVE, 0, 60},      {OQ_CLOCK, 0, 20},
                  {OQ_CHOICES, 0, 60}, {OQ_OCCURRENCE, 1, 3}, {OQ_EVAL, -3, 3},
                  {OQ_CHECKERS, 0, 2}};
    OqNode *node = query_new_node(m, OQ_COMPARE, OQ_OF_PLY);
    unsigned choice = below(m, 7);
    node->terms = 1;
    node->term[0].value = values[choice].value;
    node->term[0].factor = 1;
    make_bounds(m, node, values[choice].low, values[choice].high);
    if (node->term[0].value == OQ_EVAL) {
        node->bound[0] += below(m, 100);
        for (int i = 0; i < 2 && chance(m, 6); i++) {
            node->mate_bound[i] = true;
            node->bound[i] = chance(m, 2) ? 1 : -2;
        }
        node->compare[0] = chance(m, 8) ? '\0' : node->compare[0];
    } else if (chance(m, 4)) { /* a sum with what is of the game, and with a set */
        node->terms = 3;
        node->term[1].value = OQ_LENGTH;
        node->term[1].factor = chance(m, 2) ? 1 : -1;
        node->term[2].value = OQ_COUNT;
        node->term[2].factor = 2;
        make_set(m, &node->term[2].set, 1);
    }
    return node;
}

/* ---- the board ---- */

static void make_cell(QueryMaker *m, char piece, OqCell *cell) {
    const char *own = own_letters(m);
    unsigned choice = below(m, 12);
    if (choice < 5) {
        cell->any = true;
        return;
    }
    if (choice >= 9) { /* a set, with the piece or not */
        size_t n = 0;
        cell->inverted = chance(m, 3);
        for (; n < 1 + below(m, 3); n++) {
            char letter = own[below(m, (unsigned)strlen(own))];
            cell->ones[n] = chance(m, 4)   ? ".!*Aa"[below(m, 5)]
                            : chance(m, 2) ? letter
                                           : (char)tolower((unsigned char)letter);
        }
    }
    if (choice == 8 && or_owner(piece) >= 0) {
        cell->ones[0] = or_owner(piece) ? 'a' : 'A';
    } else if (choice < 8 || (!cell->inverted && chance(m, 2))) {
        cell->ones[strlen(cell->ones)] = piece & 0x80 ? '!' : piece; /* a promoted piece cannot be written */
    }
    if (cell->ones[0] == '\0') {
        cell->ones[0] = '!';
    }
    for (char *one = cell->ones; *one != '\0'; one++) { /* an archer has to be quoted */
        if ((*one == 'A' || *one == 'a') && choice != 8) {
            cell->quoted = *one;
            memmove(one, one + 1, strlen(one));
            one--;
        }
    }
}

static OqNode *make_board(QueryMaker *m) {
    const OrVariant *v = m->game->v;
    const OrPosition *pos = &m->game->ply[below(m, (unsigned)m->game->plies)].pos;
    OqNode *node = query_new_node(m, OQ_BOARD, OQ_OF_PLY);
    bool whole = chance(m, 3);
    node->files = whole ? v->files : 1 + (int)below(m, v->files < 4 ? (unsigned)v->files : 4);
    node->ranks = whole ? v->ranks : 1 + (int)below(m, 3);
    int file = (int)below(m, (unsigned)(v->files - node->files + 1));
    int rank = (int)below(m, (unsigned)(v->ranks - node->ranks + 1));
    for (int row = 0; row < node->ranks; row++) {
        for (int column = 0; column < node->files; column++) {
            int sq = (rank + node->ranks - 1 - row) * OR_WIDTH + file + column;
            OqCell *cell = &node->cell[row * node->files + column];
            make_cell(m, pos->piece[sq], cell);
            cell->any = cell->any || (whole && !chance(m, 8));
        }
    }
    node->shift = chance(m, whole ? 4 : 2);
    if (!node->shift && !whole) {
        node->at = rank * OR_WIDTH + file;
    }
    return node;
}

static void make_letters(QueryMaker *m, const OrPosition *pos, int side, char out[8]) {
    size_t n = 0;
    for (int sq = 0; sq < OR_SQUARES && n < 7; sq++) {
        if (or_owner(pos->piece[sq]) == side && !(pos->piece[sq] & 0x80) && !chance(m, 8)) {
            out[n++] = or_kind(pos->piece[sq]);
        }
    }
}

static OqNode *make_material(QueryMaker *m) {
    const OrPosition *pos = &m->game->ply[below(m, (unsigned)m->game->plies)].pos;
    OqNode *node = query_new_node(m, OQ_MATERIAL, OQ_OF_PLY);
    node->exact = chance(m, 2);
    node->one_sided = node->exact && chance(m, 3);
    node->sides = sides(m);
    int side = (int)below(m, 2);
    if (node->exact) {
        make_letters(m, pos, side, node->first);
        make_letters(m, pos, 1 - side, node->second);
    } else {
        const char *own = m->game->v->letters + 1;
        for (unsigned i = below(m, 3); i > 0; i--) {
            char *to = chance(m, 2) ? node->first : node->second;
            to[strlen(to)] = own[below(m, (unsigned)strlen(own))];
        }
    }
    if (node->one_sided) {
        node->second[0] = '\0';
    }
    node->ignoring = chance(m, 2);
    node->ignored = piece_kinds(m);
    return node;
}

/* ---- states, rights, events ---- */

static OqNode *make_state(QueryMaker *m) {
    static const char *const words[7] = {"to move",    "check", "double check",
                                         "checkmate", "stalemate", "final", "may take en passant"};
    OqNode *node = query_new_node(m, OQ_STATE, OQ_OF_PLY);
    node->word = m->variations && chance(m, 3) ? "variation" : words[below(m, 7)];
    bool bare = strcmp(node->word, "final") == 0 || strcmp(node->word, "variation") == 0;
    node->sides = bare ? OQ_EITHER : sides(m);
    return node;
}

static OqNode *make_word(QueryMaker *m) {
    static const char *const words[4] = {"bishop pair", "opposite bishops", "underpromotion",
                                         "discovered check"};
    OqNode *node = query_new_node(m, OQ_WORD, OQ_OF_PLY);
    unsigned choice = below(m, 4);
    node->word = words[choice];
    node->sides = choice == 1 ? OQ_EITHER : sides(m);
    return node;
}

/* Are there rights of the same kinds for both sides? Where only one castles, nobody can say what they are flipped. */
static bool has_equal_rights(const QueryMaker *m) {
    int sum = 0;
    for (const char *right = m->game->v->rights; *right; right++)
        sum += isupper((unsigned char)*right) ? 1 : -1;
    return sum == 0;
}

static OqNode *make_rights(QueryMaker *m) {
    OqNode *node = query_new_node(m, chance(m, 2) ? OQ_MAY : OQ_RIGHTS, OQ_OF_PLY);
    const char *own = m->game->v->rights;
    bool teleport = m->game->v->id == OR_WIZARD;
    if (node->op == OQ_MAY) {
        node->sides = sides(m);
        node->word = teleport ? "teleport" : "castle";
        node->wing = teleport || !m->variant->castlings || chance(m, 2) ? -1 : (int)below(m, 2);
        return node;
    }
    node->exactly = chance(m, 2);
    for (size_t i = 0; own[i] != '\0'; i++) {
        if (chance(m, 2)) {
            node->rights[strlen(node->rights)] = own[i];
        }
    }
    node->exactly = node->exactly || node->rights[0] == '\0';
    return node;
}

enum { VERBS = 16 };

/* Which parts a verb takes: s(ubject), o(bject), f(rom), t(o), (o)n, as 'n'. */
static const char *const verbs[VERBS][2] = {
    {"takes", "softn"}, {"moves", "sft"},      {"promotes", "sofn"}, {"castles", ""},
    {"casts", "ft"},    {"falls", "sn"},       {"carried", "sft"},   {"drops", "softn"},
    {"teleports", "oft"}, {"places", "on"},    {"quests", "sfn"},    {"resurrects", "sfn"},
    {"shoots", "sofn"}, {"takes en passant", "sftn"}, {"sacrifices", "on"},
    {"passes", ""}, /* of described games alone */
};

static OqNode *make_event(QueryMaker *m) {
    OqNode *node = query_new_node(m, OQ_EVENT, OQ_OF_PLY);
    unsigned known = m->game->v->id == OR_DESCRIBED ? VERBS : VERBS - 1;
    const char *const *verb = verbs[chance(m, 2) ? (chance(m, 4) ? 14 : 0) : below(m, known)];
    node->word = verb[0];
    node->sides = sides(m);
    for (const char *part = verb[1]; *part != '\0'; part++) {
        if (!chance(m, 4)) {
            continue;
        }
        if (*part == 's') {
            node->has_subject = true;
            node->subject = piece_kinds(m);
        } else if (*part == 'o') {
            bool sided = strcmp(verb[0], "promotes") != 0 && strcmp(verb[0], "teleports") != 0;
            node->has_object = true;
            node->object = piece_kinds(m);
            node->object_sides = sided ? sides(m) : OQ_EITHER;
        } else {
            *(*part == 'f' ? &node->from : *part == 't' ? &node->to : &node->on) = area(m);
        }
    }
    bool castles = strcmp(verb[0], "castles") == 0 && m->variant->castlings > 0;
    node->wing = castles && chance(m, 2) ? (int)below(m, 2) : -1;
    return node;
}

static OqNode *make_text_at_ply(QueryMaker *m) {
    static const int ops[3] = {OQ_COMMENT, OQ_NAG, OQ_JUDGED}, nags[3] = {2, 4, 6};
    OqNode *node = query_new_node(m, ops[below(m, 3)], OQ_OF_PLY);
    if (node->op == OQ_JUDGED) {
        node->nag = nags[below(m, 3)];
        node->sides = 1 + (int)below(m, 3);
    } else if (node->op == OQ_NAG) {
        node->nag = 1 + (int)below(m, 7);
    } else {
        strcpy(node->text, query_comments[below(m, 4)]);
    }
    return node;
}

static OqNode *make_fen(QueryMaker *m) {
    const OqPly *ply = &m->game->ply[below(m, (unsigned)m->game->plies)];
    OqNode *node = query_new_node(m, OQ_FEN, OQ_OF_PLY);
    if (m->flipped || m->mirrored || strlen(ply->fen) >= sizeof node->text - 4) {
        node->op = OQ_NAG; /* it cannot be turned, and its text must fit */
        node->nag = 1;
        return node;
    }
    strcpy(node->text, ply->fen);
    strcpy(node->identity, ply->identity);
    return node;
}

OqNode *query_make_condition(QueryMaker *m) {
    if (m->variations && chance(m, 4)) {
        return chance(m, 2) ? make_state(m) : compare_value(m);
    }
    switch (m->theme == QUERY_OF_SETS       ? 0
            : m->theme == QUERY_OF_MATERIAL ? 9
            : m->theme == QUERY_OF_EVENTS   ? 15
                                            : below(m, 16)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
        return compare_sets(m);
    case 5:
    case 6:
        return compare_value(m);
    case 7:
    case 8:
        return make_board(m);
    case 9:
        return make_material(m);
    case 10:
        return chance(m, 2) ? make_state(m) : make_word(m);
    case 11:
        return has_equal_rights(m) ? make_rights(m) : make_state(m);
    case 12:
        return chance(m, 2) ? make_text_at_ply(m) : make_fen(m);
    default:
        return make_event(m);
    }
}
