/* Writing queries as the grammar of the manual has them. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/query/query_random.h"

typedef struct Writer {
    const GrVariant *variant;
    Random *random;
    char *text;
    size_t len;
    size_t object; /* where the object of an event ended that nothing follows, */
    size_t guarded; /* and where an "or" behind it did: a kind alone needs parentheses there */
} Writer;

static void put(Writer *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(w->text + w->len, QUERY_TEXT_SIZE - w->len, format, args);
    va_end(args);
    if (n < 0 || w->len + (size_t)n >= QUERY_TEXT_SIZE) {
        printf("a random query is too long\n");
        exit(2);
    }
    w->len += (size_t)n;
}

static bool chance(Writer *w, unsigned one_in) {
    return random_chance(w->random, one_in);
}

/* ---- pieces and squares ---- */

/* The plain name of the piece, or another of its names; in the plural, or not. */
static void put_name(Writer *w, char letter) {
    for (int type = 1; type <= w->variant->types; type++) {
        const GrPieceRow *row = &w->variant->piece[type];
        char own = row->flags & GR_IS_PROMOTED ? (char)(row->letter | 0x80) : row->letter;
        if (own != letter) {
            continue;
        }
        bool other = row->names[0] != '\0' && chance(w, 2);
        const char *name = other ? row->names : row->name;
        put(w, "%.*s%s", (int)strcspn(name, " "), name,
            chance(w, 3) ? (strcmp(name, "Hero") == 0 ? "es" : "s") : "");
    }
}

static void put_kinds(Writer *w, const OqKinds *kinds) {
    static const char *const words[7] = {"", "", "piece", "royal", "pawns", "empty squares",
                                         "hole"};
    if (kinds->what == OQ_NAME) {
        put_name(w, kinds->letters[0]);
    } else if (kinds->what != OQ_LETTERS) {
        put(w, "%s", words[kinds->what]);
    } else if (kinds->letters[1] == '\0' && !chance(w, 4)) {
        put(w, "%s", kinds->letters);
    } else {
        put(w, "[%s]", kinds->letters);
    }
}

static void put_box(Writer *w, const int file[2], const int rank[2]) {
    if (rank[1] >= QUERY_ALL) {
        put(w, "%c-file", 'a' + file[0]);
    } else if (file[1] >= QUERY_ALL) {
        put(w, rank[0] == 0 && chance(w, 2) ? "first rank" : "rank %d", rank[0] + 1);
    } else if (file[0] == file[1] && rank[0] == rank[1]) {
        put(w, "%c%d", 'a' + file[0], rank[0] + 1);
    } else {
        int f = chance(w, 2), r = chance(w, 2);
        put(w, "%c%d-%c%d", 'a' + file[f], rank[r] + 1, 'a' + file[!f], rank[!r] + 1);
    }
}

static void put_area(Writer *w, const OqArea *area) {
    static const char *const words[4] = {"", "last rank", "light squares", "dark squares"};
    bool brackets = area->count > 1 || chance(w, 6);
    put(w, brackets ? "[" : "");
    for (int i = 0; i < area->count; i++) {
        put(w, i == 0 ? "" : chance(w, 2) ? " " : ", ");
        if (area->item[i].shape == OQ_BOX) {
            put_box(w, area->item[i].file, area->item[i].rank);
        } else {
            put(w, "%s", words[area->item[i].shape]);
        }
    }
    put(w, brackets ? "]" : "");
}

static const char *const side_words[5] = {"", "white ", "black ", "either ", "both "};

static void put_sides(Writer *w, int sides) {
    put(w, "%s", sides == OQ_EITHER && chance(w, 2) ? "" : side_words[sides]);
}

static void put_set(Writer *w, const OqSet *set, bool outer);

static void put_relation(Writer *w, const OqSet *set, int n, bool parenthesis) {
    static const char *const words[5][3] = {
        {"", "", ""}, {"attacks", "attack", "attacking"}, {"defends", "defend", "defending"},
        {"attacked by", "is attacked by", "are attacked by"}, {"defended by", "is defended by", "are defended by"}};
    int least = set->relation[n].least, which = (int)chance(w, 3) + (int)chance(w, 3);
    put(w, " %s ", words[set->relation[n].what][which]);
    if (least > 1 || chance(w, 12)) {
        put(w, chance(w, 2) ? "at least %d " : "%d ", least);
    }
    if (set->relation[n].other == NULL) {
        put_area(w, &set->relation[n].target);
        return;
    }
    put(w, parenthesis ? "(" : "");
    put_set(w, set->relation[n].other, parenthesis);
    put(w, parenthesis ? ")" : "");
}

/* A clause behind another set would be about that one: so it is in parentheses, or the next clause comes after "and",
 * which goes on with an outer set alone. */
static void put_relations(Writer *w, const OqSet *set, bool outer) {
    bool open = false;
    for (int n = 0; n < set->relations; n++) {
        bool last = n + 1 == set->relations, other = set->relation[n].other != NULL;
        bool parenthesis = other && ((!last && !outer) || chance(w, 4));
        put(w, n > 0 && (open || (outer && chance(w, 3))) ? " and" : "");
        put_relation(w, set, n, parenthesis);
        open = other && !parenthesis;
    }
}

/* An outer set is one that "and" may go on with. */
static void put_set(Writer *w, const OqSet *set, bool outer) {
    static const char *const states[10] = {"attacked", "defended", "hanging", "pinned",
                                           "fresh",    "promoted", "questing", "passed",
                                           "doubled",  "isolated"};
    bool before[2] = {false, false};
    for (int i = 0; i < set->states; i++) {
        int what = set->state[i].what;
        before[i] = chance(w, 2) && (set->state[i].wanted || what < OQ_HANGING);
        if (before[i]) {
            put(w, "%s%s ", set->state[i].wanted ? "" : "un", states[what]);
        }
    }
    bool squares = set->kinds.what == OQ_EMPTY || set->kinds.what == OQ_HOLES;
    if (!squares) {
        put_sides(w, set->sides);
    }
    put_kinds(w, &set->kinds);
    if (set->pocket) {
        put(w, " in pocket%s", set->holder == 'K' ? " of king" : set->holder ? " of M" : "");
    }
    if (set->area.count > 0) {
        put(w, " on ");
        put_area(w, &set->area);
    }
    for (int i = 0; i < set->states; i++) {
        if (!before[i]) {
            put(w, " %s %s%s", chance(w, 2) ? "is" : "are", set->state[i].wanted ? "" : "not ",
                states[set->state[i].what]);
        }
    }
    put_relations(w, set, outer);
}

/* ---- numbers ---- */

static void put_number(Writer *w, int64_t hundredths) {
    int64_t n = llabs(hundredths);
    put(w, hundredths < 0 ? "-%" PRId64 : "%" PRId64, n / 100);
    if (n % 100) {
        put(w, n % 10 ? ".%02d" : ".%d", (int)(n % 10 ? n % 100 : n % 100 / 10));
    }
}

static void put_bound(Writer *w, const OqNode *node, int i) {
    if (node->mate_bound[i]) {
        put(w, "#%d", (int)node->bound[i]);
    } else {
        put_number(w, node->bound[i]);
    }
}

static void put_term(Writer *w, const OqTerm *term) {
    static const char *const words[12] = {"",         "ply",        "move", "clock", "legal moves",
                                          "checkers", "occurrence", "eval", "length", "rating", "points",
                                          "tag Board"};
    int factor = abs(term->factor);
    if (factor != 1) {
        put(w, "%d * ", factor);
    }
    if (term->value == OQ_COUNT) {
        put_set(w, &term->set, true);
        return;
    }
    if (term->sides) {
        put_sides(w, term->sides);
    }
    put(w, "%s", words[term->value]);
}

static bool is_none(const OqNode *node) {
    return node->terms == 1 && node->term[0].value == OQ_COUNT &&
           strcmp(node->compare, "=") == 0 && node->bound[0] == 0;
}

static bool is_kind_alone(const OqNode *node) {
    const OqSet *set = &node->term[0].set;
    return node->terms == 1 && node->term[0].value == OQ_COUNT && node->term[0].factor == 1 &&
           node->compare[0] == '\0' && set->states == 0 && set->area.count == 0 && !set->pocket &&
           set->relations == 0;
}

static void put_compare(Writer *w, const OqNode *node) {
    if (w->guarded && w->guarded == w->len && is_kind_alone(node)) {
        put(w, "(");
        put_set(w, &node->term[0].set, true);
        put(w, ")");
        return;
    }
    if (is_none(node) && chance(w, 2)) {
        put(w, "no ");
        put_set(w, &node->term[0].set, true);
        return;
    }
    for (int i = 0; i < node->terms; i++) {
        bool minus = node->term[i].factor < 0;
        put(w, i > 0 ? (minus ? " - " : " + ") : minus ? "-" : "");
        put_term(w, &node->term[i]);
    }
    if (node->compare[0] == '\0') {
        return;
    }
    bool range = strcmp(node->compare, "ft") == 0;
    put(w, range ? " from " : " %s ", node->compare);
    put_bound(w, node, 0);
    if (range) {
        put(w, " to ");
        put_bound(w, node, 1);
    }
}

/* ---- the board ---- */

static void put_cell(Writer *w, const OqCell *cell) {
    if (cell->any) {
        put(w, "?");
        return;
    }
    bool one = !cell->inverted && strlen(cell->ones) + (cell->quoted != '\0') == 1;
    put(w, one ? "" : cell->inverted ? "[^" : "[");
    put(w, "%s", cell->ones);
    if (cell->quoted) {
        put(w, "\\%c", cell->quoted);
    }
    put(w, one ? "" : "]");
}

static void put_board(Writer *w, const OqNode *node) {
    put(w, "board ");
    for (int row = 0; row < node->ranks; row++) {
        put(w, row ? "/" : "");
        for (int column = 0; column < node->files; column++) {
            const OqCell *cell = &node->cell[row * node->files + column];
            int run = 0;
            while (column + run < node->files && !cell[run].any && !cell[run].inverted &&
                   !cell[run].quoted && strcmp(cell[run].ones, ".") == 0) {
                run++;
            }
            if (run > 0 && chance(w, 2)) {
                put(w, "%d", run);
                column += run - 1;
                bool digit = column + 1 < node->files && !cell[run].any;
                (void)digit; /* what follows is no empty square, so no second number */
            } else {
                put_cell(w, cell);
            }
        }
    }
    if (node->shift) {
        put(w, " shift");
    }
    if (node->at != OR_NOWHERE) {
        put(w, " at %c%d", 'a' + or_file(node->at), or_rank(node->at) + 1);
    }
}

static void put_material(Writer *w, const OqNode *node) {
    put_sides(w, node->sides);
    put(w, node->exact ? "material " : "");
    put(w, "%s", node->first[0] ? node->first : "nothing");
    if (!node->one_sided) {
        put(w, " vs %s", node->second[0] ? node->second : "nothing");
    }
    if (node->ignoring) {
        put(w, " ignoring ");
        put_kinds(w, &node->ignored);
    }
}

/* ---- states and events ---- */

static void put_state(Writer *w, const OqNode *node) {
    const char *word = node->word;
    bool mate = strcmp(word, "checkmate") == 0, stalemate = strcmp(word, "stalemate") == 0;
    bool to_move = strcmp(word, "to move") == 0, bare = strcmp(word, "final") == 0 || strcmp(word, "variation") == 0;
    static const char *const names[4] = {"", "white ", "black ", "either "};
    if (strcmp(word, "may take en passant") == 0) {
        put_sides(w, node->sides);
        put(w, "%s", word);
    } else if (!to_move && (bare || (node->sides == OQ_EITHER && chance(w, 2)))) {
        put(w, "%s", mate && chance(w, 2) ? "mate" : word);
    } else {
        put(w, "%s", names[node->sides]);
        put(w, mate ? (chance(w, 2) ? "mated" : "checkmated") : stalemate ? "stalemated"
                                                              : to_move   ? "to move"
                                                                          : "in %s",
            word);
    }
}

static void put_word(Writer *w, const OqNode *node) {
    bool check = strcmp(node->word, "discovered check") == 0;
    bool sided = node->sides != OQ_EITHER || chance(w, 2);
    if (strcmp(node->word, "opposite bishops") == 0 || !sided) {
        put(w, "%s", node->word);
        return;
    }
    put(w, node->sides == OQ_WHITE ? "white " : node->sides == OQ_BLACK ? "black " : "either ");
    put(w, check ? "in %s" : "%s", node->word);
}

static void put_castling(Writer *w, const OqNode *node) {
    if (node->wing < 0) {
        return;
    }
    const char *san = w->variant->castling[node->wing].san;
    put(w, " ");
    for (bool zeros = chance(w, 3); *san != '\0'; san++) {
        put(w, "%c", *san == 'O' && zeros ? '0' : *san);
    }
}

static void put_rights(Writer *w, const OqNode *node) {
    if (node->op == OQ_MAY) {
        put_sides(w, node->sides);
        put(w, "may %s", node->word);
        put_castling(w, node);
    } else {
        put(w, "rights %s%s", node->exactly && (node->rights[0] || chance(w, 2)) ? "= " : "",
            node->rights[0] ? node->rights : "-");
    }
}

static void put_place(Writer *w, const char *word, const OqArea *area) {
    if (area->count > 0) {
        put(w, " %s ", word);
        put_area(w, area);
    }
}

static const char *other_word(const char *verb) {
    static const char *const words[13][2] = {
        {"takes", "capture"},         {"promotes", "promotion"}, {"castles", "castling"},
        {"casts", "spell"},           {"falls", "fall"},         {"carried", "is carried"},
        {"drops", "drop"},            {"teleports", "teleport"}, {"places", "placement"},
        {"quests", "quest"},          {"resurrects", "resurrection"}, {"shoots", "shot"},
        {"sacrifices", "sacrifice"}};
    for (int i = 0; i < 13; i++) {
        if (strcmp(verb, words[i][0]) == 0) {
            return words[i][1];
        }
    }
    return strcmp(verb, "takes en passant") == 0 ? "en passant" : verb;
}

static void put_event(Writer *w, const OqNode *node) {
    put_sides(w, node->sides);
    if (node->has_subject) {
        put_kinds(w, &node->subject);
        put(w, " ");
    }
    put(w, "%s", chance(w, 2) ? other_word(node->word) : node->word);
    put_castling(w, node);
    if (node->has_object) {
        put(w, strcmp(node->word, "promotes") == 0    ? " to "
               : strcmp(node->word, "teleports") == 0 ? " with "
                                                      : " ");
        if (strcmp(node->word, "promotes") != 0 && strcmp(node->word, "teleports") != 0) {
            put_sides(w, node->object_sides);
        }
        put_kinds(w, &node->object);
        w->object = w->len;
    }
    put_place(w, "from", &node->from);
    put_place(w, "on", &node->on);
    put_place(w, "to", &node->to);
}

/* ---- games ---- */

static void put_quoted(Writer *w, const char *text) {
    char mark = chance(w, 2) ? '"' : '\'';
    put(w, "%c", mark);
    for (; *text != '\0'; text++) {
        put(w, *text == mark || *text == '\\' ? "\\%c" : "%c", *text);
    }
    put(w, "%c", mark);
}

static void put_text_comparison(Writer *w, const OqNode *node) {
    bool range = strcmp(node->compare, "ft") == 0;
    if (node->compare[0] == '\0') {
        return;
    }
    put(w, range ? " from " : strcmp(node->compare, "in") == 0 ? " " : " %s ", node->compare);
    put_quoted(w, node->text);
    if (range) {
        put(w, " to ");
        put_quoted(w, node->text2);
    }
}

static void put_day(Writer *w, int date) {
    put(w, "%d", date / 10000);
    if (date % 10000 != 0) {
        put(w, chance(w, 2) ? ".%02d" : "-%02d", date / 100 % 100);
    }
    if (date % 100 != 0) {
        put(w, ".%02d", date % 100);
    }
}

static void put_date(Writer *w, const OqNode *node) {
    bool range = strcmp(node->compare, "ft") == 0;
    put(w, range ? "date from " : "date %s ", node->compare);
    if (node->compare[0] != '\0') {
        put_day(w, node->date[0]);
    }
    if (range) {
        put(w, " to ");
        put_day(w, node->date[1]);
    }
}

static void put_result(Writer *w, int results) {
    static const char *const words[4][3] = {{"result none", "result *", "result = none"},
                                            {"white wins", "result white", "black loses"},
                                            {"black wins", "result 0-1", "white loses"},
                                            {"drawn", "result 1/2", "result draw"}};
    int result = results == 1 ? 0 : results == 2 ? 1 : results == 4 ? 2 : 3;
    put(w, "%s", words[result][random_below(w->random, 3)]);
}

static void put_condition(Writer *w, const OqNode *node) {
    switch (node->op) {
    case OQ_COMPARE:
        put_compare(w, node);
        break;
    case OQ_BOARD:
        put_board(w, node);
        break;
    case OQ_MATERIAL:
        put_material(w, node);
        break;
    case OQ_STATE:
        put_state(w, node);
        break;
    case OQ_WORD:
        put_word(w, node);
        break;
    case OQ_RIGHTS:
    case OQ_MAY:
        put_rights(w, node);
        break;
    case OQ_EVENT:
        put_event(w, node);
        break;
    case OQ_PLAYER:
        if (strcmp(node->compare, "in") == 0 && chance(w, 3)) {
            put(w, "%s", side_words[node->sides]);
            put_quoted(w, node->text);
            break;
        }
        put_sides(w, node->sides);
        put(w, "player");
        put_text_comparison(w, node);
        break;
    case OQ_TEXT:
        put(w, chance(w, 2) ? "%s" : strcmp(node->word, "eco") == 0 ? "tag ECO" : "tag Event",
            node->word);
        put_text_comparison(w, node);
        break;
    case OQ_DATE:
        put_date(w, node);
        break;
    case OQ_RESULT:
        put_result(w, node->low);
        break;
    case OQ_JUDGED:
        put(w, node->nag == 2 ? "mistake" : node->nag == 4 ? "blunder" : "dubious");
        if (node->sides != OQ_EITHER || chance(w, 2))
            put(w, node->sides == OQ_WHITE ? " by white" : node->sides == OQ_BLACK ? " by black" : " by either");
        break;
    case OQ_NAG:
        put(w, chance(w, 2) ? "nag %d" : "nag $%d", node->nag);
        break;
    case OQ_PARTIAL:
        put(w, "partial");
        break;
    default:
        put(w, node->op == OQ_VARIANT ? "variant " : node->op == OQ_FEN ? "fen " : "comment ");
        put_quoted(w, node->text);
    }
}

/* ---- joints ---- */

/* How tightly an expression binds: then, for, or, and, prefixes, conditions. */
static int level_of(const OqNode *node) {
    switch (node->op) {
    case OQ_THEN:
        return 0;
    case OQ_FOR:
        return 1;
    case OQ_OR:
        return 2;
    case OQ_AND:
        return 3;
    default:
        return 4;
    }
}

static void put_node(Writer *w, const OqNode *node, int level);

static void put_stretch(Writer *w, int plies) {
    if (plies % 2 == 0 && chance(w, 2)) {
        put(w, "%d %s", plies / 2, plies == 2 ? "move" : "moves");
    } else {
        put(w, "%d %s", plies, plies == 1 ? "ply" : "plies");
    }
}

static void put_then(Writer *w, const OqNode *node) {
    bool window = node->scope == OQ_SEQUENCE && node->left->scope != OQ_GAME &&
                  node->right->scope != OQ_GAME;
    bool behind = window && node->high > 0 && chance(w, 2);
    put_node(w, node->left, 0);
    put(w, " then ");
    if (window && !behind && (node->high > 0 || node->low > 1)) {
        put(w, node->high > 0 ? "within " : "after ");
        put_stretch(w, node->high > 0 ? node->high : node->low);
        put(w, " ");
    }
    put_node(w, node->right, 1);
    if (behind) {
        put(w, " within ");
        put_stretch(w, node->high);
    }
}

static void put_times(Writer *w, const OqNode *node) {
    if (node->low == 1 && node->high < 0) {
        put(w, "ever ");
    } else if (node->low == 0 && node->high == 0) {
        put(w, "never ");
    } else if (node->high < 0) {
        put(w, "at least %d times ", node->low);
    } else {
        put(w, node->low == node->high ? "exactly %d times " : "at most %d times ", node->high);
    }
    put_node(w, node->left, 4);
}

static void put_bare(Writer *w, const OqNode *node) {
    switch (node->op) {
    case OQ_THEN:
        put_then(w, node);
        break;
    case OQ_FOR:
        put_node(w, node->left, 2);
        put(w, " for ");
        put_stretch(w, node->low);
        break;
    case OQ_OR:
    case OQ_AND:
        put_node(w, node->left, level_of(node));
        w->guarded = node->op == OQ_OR && w->object == w->len ? w->len + strlen(" or ") : 0;
        put(w, node->op == OQ_OR ? " or " : " and ");
        put_node(w, node->right, level_of(node) + 1);
        break;
    case OQ_NOT:
    case OQ_ALWAYS:
        put(w, node->op == OQ_NOT ? "not " : "always ");
        put_node(w, node->left, 4);
        break;
    case OQ_TURN:
        put(w, node->turn == OQ_FLIP ? "flip " : "mirror ");
        put_node(w, node->left, 4);
        break;
    case OQ_TIMES:
        put_times(w, node);
        break;
    default:
        put_condition(w, node);
    }
}

/* In parentheses where it binds less than `level`. */
static void put_node(Writer *w, const OqNode *node, int level) {
    bool parentheses = level_of(node) < level || chance(w, 12);
    put(w, parentheses ? "(" : "");
    put_bare(w, node);
    put(w, parentheses ? ")" : "");
}

void query_write(const GrVariant *variant, Random *random, const OqNode *node,
                 char text[QUERY_TEXT_SIZE]) {
    Writer w = {.variant = variant, .random = random, .text = text};
    put_node(&w, node, 0);
}
