/* Conditions: the first words say which kind comes next. */
#include "db/query/parse/grammar.h"

#include <stdio.h>
#include <string.h>

typedef struct Head {
    const char *word;
    QueryReader *read;
    unsigned sides;
} Head;

/* ---- the state of the board ---- */

static QueryNode *state(QueryParser *p, const char *start, QueryState what, unsigned sides) {
    QueryNode *node = query_node(p, QUERY_STATE, QUERY_OF_PLY, start);
    if (node) {
        node->state.what = what;
        node->state.sides = sides ? sides : QUERY_EITHER;
    }
    return node;
}

static QueryNode *read_to_move(QueryParser *p, const char *start, unsigned sides) {
    return state(p, start, QUERY_TO_MOVE, sides);
}

static QueryNode *read_check(QueryParser *p, const char *start, unsigned sides) {
    return state(p, start, QUERY_CHECK, sides);
}

static QueryNode *read_discovered_check(QueryParser *p, const char *start, unsigned sides) {
    return state(p, start, QUERY_DISCOVERED_CHECK, sides);
}

static QueryNode *read_mate(QueryParser *p, const char *start, unsigned sides) {
    return state(p, start, QUERY_CHECKMATE, sides);
}

static QueryNode *read_stalemate(QueryParser *p, const char *start, unsigned sides) {
    return state(p, start, QUERY_STALEMATE, sides);
}

static QueryNode *read_final(QueryParser *p, const char *start, unsigned sides) {
    return state(p, start, QUERY_FINAL, sides);
}

static QueryNode *read_variation(QueryParser *p, const char *start, unsigned sides) {
    p->query->variations = true;
    return state(p, start, QUERY_IN_VARIATION, sides);
}

/* ---- rights ---- */

static QueryNode *read_may(QueryParser *p, const char *start, unsigned sides) {
    QueryNode *node = query_node(p, QUERY_RIGHTS, QUERY_OF_PLY, start);
    if (!node)
        return NULL;
    node->rights.sides = sides ? sides : QUERY_EITHER;
    if (query_word(p, "castle")) {
        node->rights.what = QUERY_MAY_CASTLE;
        node->rights.castling = query_castling(p);
    } else if (query_word(p, "teleport")) {
        node->rights.what = QUERY_MAY_TELEPORT;
    } else if (query_word(p, "take en passant")) {
        return state(p, start, QUERY_EN_PASSANT_LEGAL, sides);
    } else if (query_word(p, "mate")) {
        return state(p, start, QUERY_MAY_MATE, sides);
    } else {
        query_expected(p, query_skip(p), "'castle', 'teleport', 'mate' or 'take en passant'");
    }
    return node;
}

/* The letter of a right, by side; false if no variant has it. */
static bool right_known(const GrVariants *variants, char letter) {
    const GrRules *rules;
    for (size_t n = 0; (rules = gr_variants_at(variants, n)) != NULL; n++)
        for (const char *at = gr_variant(rules)->rights; *at; at++)
            if (*at == letter)
                return true;
    return false;
}

static QueryNode *read_rights(QueryParser *p, const char *start, unsigned sides) {
    QueryNode *node = query_node(p, QUERY_RIGHTS, QUERY_OF_PLY, start);
    bool exact = query_symbol(p, "="), upper;
    if (!node)
        return NULL;
    (void)sides;
    node->rights.what = exact ? QUERY_EXACT_RIGHTS : QUERY_ALL_RIGHTS;
    if (query_symbol(p, "-")) {
        node->rights.what = QUERY_EXACT_RIGHTS;
        return node;
    }
    size_t len = query_letters(p, &upper);
    if (!len)
        query_expected(p, p->at, "letters of rights as in a FEN, or '-'");
    for (; len && !p->failed; len--, p->at++) {
        bool black = *p->at >= 'a';
        if (!right_known(p->variants, *p->at))
            query_fault(p, p->at, "no variant has a right of the letter %c", *p->at);
        else
            node->rights.letters[black] |= 1u << (*p->at - (black ? 'a' : 'A'));
    }
    return node;
}

/* ---- which condition it is ---- */

static const Head heads[] = {
    {"to move", read_to_move, QUERY_SIDED},
    {"check", read_check, QUERY_PLAIN},
    {"in check", read_check, QUERY_SIDED},
    {"discovered check", read_discovered_check, QUERY_PLAIN},
    {"in discovered check", read_discovered_check, QUERY_SIDED},
    {"checkmate", read_mate, QUERY_PLAIN},
    {"mate", read_mate, QUERY_PLAIN},
    {"checkmated", read_mate, QUERY_SIDED},
    {"mated", read_mate, QUERY_SIDED},
    {"stalemate", read_stalemate, QUERY_PLAIN},
    {"stalemated", read_stalemate, QUERY_SIDED},
    {"final", read_final, QUERY_PLAIN},
    {"variation", read_variation, QUERY_PLAIN},
    {"may", read_may, QUERY_PLAIN | QUERY_SIDED},
    {"rights", read_rights, QUERY_PLAIN},
    {"board of", query_read_size, QUERY_PLAIN},
    {"board", query_read_board, QUERY_PLAIN},
    {"fen", query_read_fen, QUERY_PLAIN},
    {"material", query_read_material, QUERY_PLAIN | QUERY_SIDED},
    {"player", query_read_player, QUERY_PLAIN | QUERY_SIDED | QUERY_PAIRED},
    {"result", query_read_result, QUERY_PLAIN},
    {"date", query_read_date, QUERY_PLAIN},
    {"variant", query_read_variant, QUERY_PLAIN},
    {"tag", query_read_tag, QUERY_PLAIN},
    {"event", query_read_event_tag, QUERY_PLAIN},
    {"site", query_read_site, QUERY_PLAIN},
    {"round", query_read_round, QUERY_PLAIN},
    {"opening", query_read_opening, QUERY_PLAIN},
    {"eco", query_read_eco, QUERY_PLAIN},
    {"partial", query_read_partial, QUERY_PLAIN},
    {"comment", query_read_comment, QUERY_PLAIN},
    {"nag", query_read_nag, QUERY_PLAIN},
};

static const Head *head(QueryParser *p, unsigned wanted) {
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if ((heads[i].sides & wanted) && query_word(p, heads[i].word))
            return &heads[i];
    return NULL;
}

/* Does anything come next that a comparison could begin with? */
static bool comparison_next(QueryParser *p) {
    char c = *query_skip(p);
    return (c >= '0' && c <= '9') || c == '-' || c == '#' || query_next_is(p, "no") ||
           query_adjective_next(p) || query_value_next(p) || query_kinds_next(p);
}

/* Is it a move as players write it, to that square? */
static bool is_move(const char *at, char *piece, char to[8]) {
    size_t len = strcspn(at, " \t\r\n)+#=!?"), square = len;
    while (square && at[square - 1] >= '0' && at[square - 1] <= '9')
        square--;
    *piece = *at >= 'A' && *at <= 'Z' ? *at : 'P';
    if (!square || square == len || len - square > 2 || at[square - 1] < 'a' || at[square - 1] > 'p')
        return false;
    snprintf(to, 8, "%.*s", (int)(len - square + 1), at + square - 1);
    size_t before = square - 1 - (*piece == *at);
    return before == 0 || (before <= 4 && strspn(at + (*piece == *at), "abcdefghijklmnop0123456789x-") >= before);
}

/* What no condition begins with; what a reader may look for has its reason. */
static void no_condition(QueryParser *p, unsigned sides) {
    const char *at = query_skip(p);
    QueryParser ahead = *p;
    char piece, to[8];
    query_word(&ahead, "the");
    if (is_move(at, &piece, to))
        query_fault(p, at, "a move is asked for as in '%c moves to %s'", piece, to);
    else if (query_word(&ahead, "same"))
        query_fault(p, at, "a piece is not followed from ply to ply; say what it does, as in 'white P from e4 to e5'");
    else
        query_expected(p, at, sides ? "a piece, a name in quotes, or what the side does or is" : "a condition");
}

static QueryNode *condition(QueryParser *p, const char *start) {
    QueryJudged what;
    if (query_event_next(p))
        return query_event(p);
    unsigned sides = query_sides(p, true);
    unsigned wanted = sides == QUERY_BOTH ? QUERY_PAIRED : sides ? QUERY_SIDED : QUERY_PLAIN;
    const Head *found = head(p, wanted);
    if (found)
        return found->read(p, start, sides);
    if (!sides && query_judged_next(p, &what))
        return query_judged(p, start, what);
    if (sides && (*query_skip(p) == '"' || *p->at == '\''))
        return query_read_player(p, start, sides);
    if (sides && query_sides_compared_next(p))
        return query_read_sides_compared(p, start, sides);
    if (sides != QUERY_BOTH && query_imbalance_next(p))
        return query_read_imbalance(p, start, sides);
    if (!comparison_next(p)) {
        no_condition(p, sides);
        return NULL;
    }
    p->at = start;
    return query_comparison(p);
}

QueryNode *query_condition(QueryParser *p) {
    QueryNode *node = condition(p, query_skip(p));
    if (node && !p->failed)
        node->end = (uint32_t)(p->at - p->text);
    return p->failed ? NULL : node;
}
