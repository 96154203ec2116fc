/* What looks at the whole board: patterns, positions, material. */
#include <string.h>

#include "db/query/parse/grammar.h"
#include "db/query/parse/note.h"
#include "rules/fen.h"
#include "rules/plural.h"

/* ---- board patterns ---- */

typedef struct Pattern {
    QueryCell cell[QUERY_FILES * QUERY_RANKS];
    unsigned width, ranks; /* of the first row; rows begun */
    unsigned column;       /* in the present row */
} Pattern;

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static void piece_letter(QueryParser *p, const char *at, QueryCell *cell) {
    bool black = is_lower(*at);
    if (!query_letter_known(p->variants, black ? (char)(*at - 'a' + 'A') : *at))
        query_fault(p, at, "no variant has a piece of the letter %c", *at);
    else
        cell->letters[black] |= 1u << (*at - (black ? 'a' : 'A'));
}

/* One character that stands for pieces; false if it is none. */
static bool cell_character(QueryParser *p, QueryCell *cell) {
    const char *at = p->at++;
    if (*at == '.')
        cell->flags |= QUERY_CELL_EMPTY;
    else if (*at == '*')
        cell->flags |= QUERY_CELL_HOLE;
    else if (*at == '!')
        cell->whole[0] = cell->whole[1] = 1;
    else if (*at == 'A' || *at == 'a')
        cell->whole[*at == 'a'] = 1;
    else if (*at == '\\' && (is_upper(at[1]) || is_lower(at[1])))
        piece_letter(p, p->at++, cell);
    else if (is_upper(*at) || is_lower(*at))
        piece_letter(p, at, cell);
    else
        p->at--;
    return p->at != at;
}

static void cell_set(QueryParser *p, QueryCell *cell) {
    const char *open = p->at++;
    if (*p->at == '^') {
        cell->flags |= QUERY_CELL_NOT;
        p->at++;
    }
    while (!p->failed && *p->at != ']')
        if (!cell_character(p, cell))
            query_expected(p, p->at, "pieces, '.', '*' or ']'");
    if (p->at == open + 1 + (cell->flags & QUERY_CELL_NOT ? 1 : 0))
        query_fault(p, open, "a set of pieces cannot be empty");
    if (!p->failed)
        p->at++;
}

static void put_cell(QueryParser *p, Pattern *pattern, const char *at, const QueryCell *cell) {
    if (pattern->column == QUERY_FILES)
        query_fault(p, at, "a row has at most %d squares", QUERY_FILES);
    else
        pattern->cell[(pattern->ranks - 1) * QUERY_FILES + pattern->column++] = *cell;
}

static void empty_run(QueryParser *p, Pattern *pattern) {
    const char *at = p->at;
    unsigned n = query_count(p, QUERY_FILES, "a number of empty squares");
    while (n-- && !p->failed)
        put_cell(p, pattern, at, &(QueryCell){.flags = QUERY_CELL_EMPTY});
}

static void end_row(QueryParser *p, Pattern *pattern, const char *at) {
    if (pattern->ranks == 1)
        pattern->width = pattern->column;
    if (pattern->column == 0)
        query_fault(p, at, "a row of the pattern is empty");
    else if (pattern->column != pattern->width)
        query_fault(p, at, "this row has %u %s and the first one %u", pattern->column,
                        gr_plural(pattern->column, "square", "squares"),
                    pattern->width);
}

static void read_pattern(QueryParser *p, Pattern *pattern) {
    pattern->ranks = 1;
    while (!p->failed && *p->at && !strchr(" \t\r\n\v\f)", *p->at)) {
        const char *at = p->at;
        QueryCell cell = {.flags = 0};
        if (*at == '/') {
            end_row(p, pattern, at);
            p->at++;
            pattern->column = 0;
            if (pattern->ranks++ == QUERY_RANKS)
                query_fault(p, at, "a pattern has at most %d rows", QUERY_RANKS);
        } else if (*at >= '0' && *at <= '9') {
            empty_run(p, pattern);
        } else if (*at == '?') {
            p->at++;
            put_cell(p, pattern, at, &(QueryCell){.flags = QUERY_CELL_ANY});
        } else if (*at == '[') {
            cell_set(p, &cell);
            put_cell(p, pattern, at, &cell);
        } else if (cell_character(p, &cell)) {
            put_cell(p, pattern, at, &cell);
        } else {
            query_expected(p, at, "a square of the pattern: a piece, ? . ! A a * [...] or a "
                                  "number");
        }
    }
    if (!p->failed)
        end_row(p, pattern, p->at);
}

static void keep_cells(QueryParser *p, const Pattern *pattern, QueryBoard *board) {
    board->files = pattern->width;
    board->ranks = pattern->ranks;
    board->cell = query_new(p, sizeof(QueryCell) * board->files * board->ranks);
    for (unsigned row = 0; board->cell && row < board->ranks; row++)
        memcpy(board->cell + row * board->files, pattern->cell + row * QUERY_FILES,
               sizeof(QueryCell) * board->files);
}

/* The pattern must have a place on some board. */
static void check_size(QueryParser *p, const char *at, const QueryBoard *board) {
    const GrRules *rules;
    bool anywhere = board->shift || board->placed;
    for (size_t n = 0; (rules = gr_variants_at(p->variants, n)) != NULL; n++) {
        const GrVariant *v = gr_variant(rules);
        if (anywhere ? board->file + board->files <= v->files &&
                           board->rank + board->ranks <= v->ranks
                     : board->files == v->files && board->ranks == v->ranks)
            return;
    }
    query_fault(p, at, anywhere ? "the pattern goes beyond every board"
                                : "no board has %u %s and %u %s; for a part of a board add "
                                  "'at SQUARE' (its lower left corner) or 'shift'",
                board->files, gr_plural(board->files, "file", "files"), board->ranks,
                gr_plural(board->ranks, "rank", "ranks"));
}

static QueryNode *around(QueryParser *p, QueryOp op, const char *start, QueryNode *inner) {
    QueryNode *node = query_node(p, op, QUERY_OF_PLY, start);
    if (node)
        node->left = inner;
    return node;
}

/* `flip` or `mirror` after the pattern. */
static bool reflection(QueryParser *p, const char *word, bool inside, bool *wanted) {
    const char *at = query_skip(p);
    if (!query_word(p, word))
        return false;
    if (inside || *wanted)
        query_fault(p, at, "already inside another '%s'", word);
    *wanted = true;
    return true;
}

static bool board_place(QueryParser *p, QueryBoard *board) {
    const char *at = query_skip(p);
    bool shift = query_word(p, "shift");
    if (!shift && !query_word(p, "at"))
        return false;
    if (board->shift || board->placed)
        query_fault(p, at, "the place of the pattern is given twice");
    else if (!shift && !query_square(p, &board->file, &board->rank))
        query_expected(p, query_skip(p), "the square of the lower left corner");
    *(shift ? &board->shift : &board->placed) = true;
    return true;
}

QueryNode *query_read_board(QueryParser *p, const char *start, unsigned sides) {
    const char *at = query_skip(p);
    Pattern pattern = {.ranks = 0};
    QueryNode *node = query_node(p, QUERY_BOARD, QUERY_OF_PLY, start);
    bool flip = false, mirror = false;
    (void)sides;
    read_pattern(p, &pattern);
    if (!node || p->failed)
        return NULL;
    keep_cells(p, &pattern, &node->board);
    while (!p->failed && (board_place(p, &node->board) ||
                          reflection(p, "flip", p->flipped, &flip) ||
                          reflection(p, "mirror", p->mirrored, &mirror)))
        continue;
    check_size(p, at, &node->board);
    node->end = (uint32_t)(p->at - p->text);
    if (flip && node)
        node = around(p, QUERY_FLIP, start, node);
    return mirror && node ? around(p, QUERY_MIRROR, start, node) : node;
}

/* ---- positions ---- */

QueryNode *query_read_fen(QueryParser *p, const char *start, unsigned sides) {
    const char *at = query_skip(p), *fen = query_string(p);
    QueryNode *node = query_node(p, QUERY_FEN, QUERY_OF_PLY, start);
    const GrRules *rules;
    GrPosition pos;
    GrFaults faults = {0};
    (void)sides;
    if (!fen)
        query_expected(p, at, "a FEN in quotes");
    if (p->flipped || p->mirrored)
        query_fault(p, start, "'fen' cannot be flipped or mirrored; use 'board' with its pieces");
    if (!node || p->failed)
        return NULL;
    node->fen = fen;
    char why[sizeof faults.fault[0].text] = "";
    for (size_t n = 0; (rules = gr_variants_at(p->variants, n)) != NULL; n++) {
        if (gr_fen_read(rules, fen, &pos, &faults))
            continue;
        if (!faults.count)
            return node;
        if (!*why)
            memcpy(why, faults.fault[0].text, sizeof why);
    }
    query_fault(p, at, "no variant has this position%s%s", *why ? ": " : "", why);
    return NULL;
}

/* ---- material ---- */

/* Length of the letters of one side, "KRP" or "nothing"; 0 if none come next. */
static size_t side_letters(QueryParser *p) {
    bool upper;
    size_t len = query_letters(p, &upper);
    return query_next_is(p, "nothing") || upper ? len : 0;
}

bool query_imbalance_next(QueryParser *p) {
    QueryParser probe = *p;
    size_t len = side_letters(&probe);
    probe.at += len;
    return len && query_next_is(&probe, "vs");
}

static void side_material(QueryParser *p, uint8_t count[26]) {
    size_t len = side_letters(p);
    const char *at = query_skip(p);
    if (!len)
        query_expected(p, at, "upper-case letters of pieces, or 'nothing'");
    if (query_word(p, "nothing"))
        return;
    for (; len && !p->failed; len--, p->at++) {
        if (!query_letter_known(p->variants, *p->at))
            query_fault(p, p->at, "no variant has a piece of the letter %c", *p->at);
        else if (++count[*p->at - 'A'] > 100)
            query_fault(p, at, "no board holds that many pieces");
    }
}

static QueryNode *material(QueryParser *p, const char *start, unsigned sides, bool exact) {
    QueryNode *node = query_node(p, QUERY_MATERIAL, QUERY_OF_PLY, start);
    if (!node)
        return NULL;
    QueryMaterial *m = &node->material;
    m->exact = exact;
    m->sides = sides ? sides : QUERY_EITHER;
    side_material(p, m->left);
    m->one_sided = !query_word(p, "vs");
    if (!m->one_sided)
        side_material(p, m->right);
    if (query_word(p, "ignoring"))
        query_kinds(p, &m->ignored);
    return node;
}

QueryNode *query_read_material(QueryParser *p, const char *start, unsigned sides) {
    return material(p, start, sides, true);
}

QueryNode *query_read_imbalance(QueryParser *p, const char *start, unsigned sides) {
    QueryNode *node = material(p, start, sides, false);
    if (node && !p->failed)
        query_note_imbalance(p, node, sides != 0);
    return node;
}
