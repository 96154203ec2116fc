/* Pieces and squares. */
#include <string.h>

#include "db/query/parse/grammar.h"
#include "db/query/parse/worth.h"
#include "db/query/parse/meant.h"
#include "rules/variant.h"

/* ---- kinds ---- */

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Is the word this name, in the singular or the plural, whatever its case? */
static bool is_named(const char *word, const char *name, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (lower(word[i]) != lower(name[i]))
            return false;
    word += len;
    return !*word || !strcmp(word, "s") || !strcmp(word, "es");
}

static bool row_is_named(const GrPieceRow *row, const char *word) {
    const char *more = row->names;
    if (is_named(word, row->name, strlen(row->name)))
        return true;
    while (*more) {
        size_t len = strcspn(more, " ");
        if (is_named(word, more, len))
            return true;
        more += len;
        more += strspn(more, " ");
    }
    return false;
}

static unsigned types_named(const GrVariant *v, const char *word) {
    unsigned types = 0;
    for (int type = 1; type <= v->types; type++)
        if (row_is_named(&v->piece[type], word))
            types |= 1u << type;
    return types;
}

/* A letter means the piece of that letter, or, in a variant without one, those that have it as their alias. */
static unsigned types_lettered(const GrVariant *v, char letter) {
    int type = gr_type_of_letter(v, letter);
    if (type)
        return 1u << type;
    unsigned types = 0;
    for (type = 1; type <= v->types; type++)
        if (v->piece[type].alias == letter)
            types |= 1u << type;
    return types;
}

/* Is the piece of one of the groups? */
static bool is_of_groups(const GrVariant *v, int type, unsigned groups) {
    bool pawn = query_is_pawn(v, type), royal = type == GR_KING;
    if ((groups & QUERY_ANY_PIECE) || (pawn && (groups & QUERY_PAWNS)) || (royal && (groups & QUERY_ROYAL)))
        return true;
    if (pawn || royal || !(groups & (QUERY_OFFICERS | QUERY_MINOR | QUERY_MAJOR)))
        return false;
    int worth = query_worth(v, type);
    return (groups & QUERY_OFFICERS) || ((groups & QUERY_MINOR) && worth >= 2 && worth <= 4) ||
           ((groups & QUERY_MAJOR) && worth > 4);
}

unsigned query_types(const GrVariant *v, const QueryKinds *kinds) {
    unsigned types = 0;
    for (int i = 0; i < 26; i++)
        if (kinds->letters >> i & 1)
            types |= types_lettered(v, (char)('A' + i));
    for (unsigned i = 0; i < kinds->names; i++)
        types |= types_named(v, kinds->name[i]);
    for (int type = 1; type <= v->types && kinds->groups; type++)
        if (is_of_groups(v, type, kinds->groups))
            types |= 1u << type;
    return types;
}

static bool any_type(const GrVariants *variants, const QueryKinds *kinds) {
    const GrRules *rules;
    for (size_t n = 0; (rules = gr_variants_at(variants, n)) != NULL; n++)
        if (query_types(gr_variant(rules), kinds))
            return true;
    return false;
}

bool query_letter_known(const GrVariants *variants, char letter) {
    return any_type(variants, &(QueryKinds){.letters = 1u << (letter - 'A')});
}

static const struct {
    const char *word;
    unsigned group;
} groups[] = {
    {"piece", QUERY_ANY_PIECE}, {"pieces", QUERY_ANY_PIECE}, {"royal", QUERY_ROYAL},
    {"royals", QUERY_ROYAL},    {"pawn", QUERY_PAWNS},       {"pawns", QUERY_PAWNS},
    {"empty", QUERY_EMPTY},     {"hole", QUERY_HOLES},       {"holes", QUERY_HOLES},
    {"officer", QUERY_OFFICERS},     {"officers", QUERY_OFFICERS},     {"minor piece", QUERY_MINOR},
    {"minor pieces", QUERY_MINOR},   {"major piece", QUERY_MAJOR},     {"major pieces", QUERY_MAJOR},
};

/* The group that comes next, its word read; 0 if none does. */
static unsigned group(QueryParser *p) {
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (query_word(p, groups[i].word)) {
            if (groups[i].group == QUERY_EMPTY && !query_word(p, "squares"))
                query_word(p, "square");
            return groups[i].group;
        }
    return 0;
}

/* Copies the word that comes next to out, as a string; false if it is too long for a name. */
static bool peek_name(QueryParser *p, char out[32]) {
    bool upper;
    size_t len = query_letters(p, &upper);
    if (p->tried && p->tried->at == p->at && !p->failed)
        query_note_pieces(p->tried, p->variants);
    if (len < 2 || len > 31 || upper)
        return false;
    memcpy(out, p->at, len);
    out[len] = '\0';
    return true;
}

bool query_kinds_next(QueryParser *p) {
    QueryParser probe = *p;
    bool upper;
    char name[32];
    if (group(&probe))
        return true;
    if (*query_skip(p) == '[') {
        const char *first = p->at + 1 + strspn(p->at + 1, " ");
        return *first >= 'A' && *first <= 'Z';
    }
    if (query_letters(p, &upper) && upper)
        return true;
    return peek_name(p, name) && any_type(p->variants, &(QueryKinds){.names = 1, .name = {name}});
}

void query_skip_kind(QueryParser *p) {
    bool upper;
    if (group(p))
        return;
    size_t len = query_letters(p, &upper);
    if (*p->at == '[') {
        p->at += strcspn(p->at, "]");
        p->at += *p->at == ']';
    } else {
        p->at += len;
    }
}

static void letter(QueryParser *p, QueryKinds *kinds, const char *at) {
    if (!query_letter_known(p->variants, *at))
        query_fault(p, at, "no variant has a piece of the letter %c%s", *at,
                    strncmp(at, "O-O", 3) ? "" : "; castling is asked for as in 'castles O-O'");
    kinds->letters |= 1u << (*at - 'A');
}

static void letters_in_brackets(QueryParser *p, QueryKinds *kinds) {
    while (!p->failed && !query_symbol(p, "]")) {
        char c = *query_skip(p);
        if (c < 'A' || c > 'Z') {
            query_expected(p, p->at, "the upper-case letter of a piece, or ']'");
            return;
        }
        letter(p, kinds, p->at++);
    }
}

bool query_kinds(QueryParser *p, QueryKinds *kinds) {
    bool upper;
    char name[32];
    const char *at = query_skip(p);
    if ((kinds->groups |= group(p)))
        return true;
    size_t len = query_letters(p, &upper);
    if (!query_kinds_next(p)) {
        query_expected(p, at, len == 1 && !upper
                                  ? "a piece (its letter in upper case, the side as 'white' or "
                                    "'black')"
                                  : "a piece, such as N, [RQ], knight or piece");
    } else if (query_symbol(p, "[")) {
        letters_in_brackets(p, kinds);
    } else if (peek_name(p, name)) {
        kinds->name[kinds->names++] = query_copy(p, name, len);
        p->at += len;
    } else if (len == 1) {
        letter(p, kinds, p->at++);
    } else {
        query_fault(p, at, "write [%.*s] for one of these pieces, or '%.*s vs ...' for material",
                    (int)len, at, (int)len, at);
    }
    return !p->failed;
}

unsigned query_sides(QueryParser *p, bool both) {
    if (query_word(p, "white"))
        return QUERY_WHITE;
    if (query_word(p, "black"))
        return QUERY_BLACK;
    if (query_word(p, "either"))
        return QUERY_EITHER;
    return both && query_word(p, "both") ? QUERY_BOTH : 0;
}

/* ---- squares ---- */

bool query_square_known(const GrVariants *variants, unsigned file, unsigned rank) {
    const GrRules *rules;
    for (size_t n = 0; (rules = gr_variants_at(variants, n)) != NULL; n++)
        if (file < gr_variant(rules)->files && rank < gr_variant(rules)->ranks)
            return true;
    return false;
}

/* `d-file`; the file from 0, -1 if none comes next. */
static int file_named(QueryParser *p) {
    const char *at = query_skip(p);
    if (*at < 'a' || *at >= 'a' + QUERY_FILES || at[1] != '-' || strncmp(at + 2, "file", 4) != 0)
        return -1;
    p->at = at + 6;
    return *at - 'a';
}

bool query_area_next(QueryParser *p) {
    QueryParser probe = *p;
    uint8_t file, rank;
    if (*query_skip(p) == '[')
        return !query_kinds_next(p);
    return query_square(&probe, &file, &rank) || file_named(&probe) >= 0 ||
           query_next_is(p, "rank") || query_next_is(p, "first rank") ||
           query_next_is(p, "last rank") || query_next_is(p, "light squares") ||
           query_next_is(p, "dark squares");
}

static QueryArea *rectangle(QueryParser *p, unsigned f0, unsigned r0, unsigned f1, unsigned r1) {
    QueryArea *area = query_new(p, sizeof *area);
    if (!area)
        return NULL;
    area->file[0] = (uint8_t)(f0 < f1 ? f0 : f1);
    area->file[1] = (uint8_t)(f0 < f1 ? f1 : f0);
    area->rank[0] = (uint8_t)(r0 < r1 ? r0 : r1);
    area->rank[1] = (uint8_t)(r0 < r1 ? r1 : r0);
    return area;
}

static QueryArea *shaped(QueryParser *p, QueryShape shape) {
    QueryArea *area = query_new(p, sizeof *area);
    if (area)
        area->shape = shape;
    return area;
}

static QueryArea *whole_rank(QueryParser *p) {
    const char *at = query_skip(p);
    unsigned rank = query_count(p, 99, "the number of a rank");
    if (!p->failed && (rank == 0 || !query_square_known(p->variants, 0, rank - 1)))
        query_fault(p, at, "no board has a rank %u", rank);
    return p->failed ? NULL : rectangle(p, 0, rank - 1, QUERY_FILES - 1, rank - 1);
}

static QueryArea *whole_file(QueryParser *p, const char *at, unsigned file) {
    if (!query_square_known(p->variants, file, 0))
        query_fault(p, at, "no board has a file %c", *at);
    return p->failed ? NULL : rectangle(p, file, 0, file, QUERY_RANKS - 1);
}

static bool square(QueryParser *p, uint8_t *file, uint8_t *rank) {
    const char *at = query_skip(p);
    if (!query_square(p, file, rank))
        query_expected(p, at, "a square");
    else if (!query_square_known(p->variants, *file, *rank))
        query_fault(p, at, "no board has a square %.*s", (int)(p->at - at), at);
    return !p->failed;
}

static QueryArea *squares(QueryParser *p) {
    uint8_t f0, r0, f1, r1;
    if (!square(p, &f0, &r0))
        return NULL;
    if (*p->at != '-')
        return rectangle(p, f0, r0, f0, r0);
    p->at++;
    return square(p, &f1, &r1) ? rectangle(p, f0, r0, f1, r1) : NULL;
}

static QueryArea *plain_area(QueryParser *p) {
    const char *at = query_skip(p);
    int file;
    if (query_word(p, "rank"))
        return whole_rank(p);
    if (query_word(p, "first rank"))
        return rectangle(p, 0, 0, QUERY_FILES - 1, 0);
    if (query_word(p, "last rank"))
        return shaped(p, QUERY_LAST_RANK);
    if (query_word(p, "light squares"))
        return shaped(p, QUERY_LIGHT);
    if (query_word(p, "dark squares"))
        return shaped(p, QUERY_DARK);
    if ((file = file_named(p)) >= 0)
        return whole_file(p, at, (unsigned)file);
    if (*at != '[' && query_area_next(p))
        return squares(p);
    query_expected(p, at, "squares, such as d4, a1-c3, d-file or rank 7");
    return NULL;
}

QueryArea *query_area(QueryParser *p) {
    QueryArea *first = NULL, **end = &first;
    if (!query_symbol(p, "["))
        return plain_area(p);
    do {
        if (!(*end = plain_area(p)))
            return NULL;
        end = &(*end)->next;
        query_symbol(p, ",");
    } while (!query_symbol(p, "]"));
    return first;
}
