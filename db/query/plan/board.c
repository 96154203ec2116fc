/* Making board patterns, material, rights and events for a variant. */
#include <string.h>

#include "db/query/parse/grammar.h"
#include "db/query/parse/worth.h"
#include "db/query/plan/compile.h"
#include "rules/fen.h"

/* ---- board patterns ---- */

typedef struct CellClass {
    uint32_t types[2];
    bool empty, hole;
} CellClass;

static unsigned all_types(const GrPlan *plan) {
    return (2u << plan->variant->types) - 2;
}

/* What may stand on the square, sides exchanged if the pattern is flipped. Letters mean what they
 * mean in a FEN: aliases do not count. */
static CellClass class_of(const GrPlan *plan, const QueryCell *cell, unsigned turn) {
    CellClass c = {.empty = cell->flags & QUERY_CELL_EMPTY, .hole = cell->flags & QUERY_CELL_HOLE};
    unsigned all = all_types(plan);
    for (int side = 0; side < 2; side++) {
        unsigned types = cell->whole[side] ? all : 0;
        for (int i = 0; i < 26; i++)
            if (cell->letters[side] >> i & 1)
                types |= 1u << gr_type_of_letter(plan->variant, (char)('A' + i));
        types &= all; /* a letter that the variant has not gave bit 0 */
        if (cell->flags & QUERY_CELL_NOT)
            types ^= all;
        c.types[turn & FLIP ? !side : side] = types;
    }
    if (cell->flags & QUERY_CELL_NOT) {
        c.empty = !c.empty;
        c.hole = !c.hole;
    }
    return c;
}

static bool same_class(const Plane *plane, const CellClass *c) {
    return plane->types[0] == c->types[0] && plane->types[1] == c->types[1] &&
           plane->empty == c->empty && plane->holes == c->hole;
}

/* The index of the class, which is added if it is new. */
static unsigned find_class(const GrPlan *plan, BoardTest *board, const CellClass *c) {
    unsigned i = 0;
    while (i < board->classes && !same_class(&board->class[i].plane, c))
        i++;
    if (i == board->classes) {
        query_make_plane(plan, &board->class[i].plane, c->types, c->empty, c->hole);
        board->classes++;
    }
    return i;
}

/* Where the cells that matter lie, and the corners that the smallest box around them can have. */
typedef struct Box {
    int low_file, low_rank, high_file, high_rank;
} Box;

static GrSet corners(const GrPlan *plan, const Box *box) {
    const GrVariant *v = plan->variant;
    GrSet set = 0;
    for (int rank = 0; rank + box->high_rank - box->low_rank < v->ranks; rank++)
        for (int file = 0; file + box->high_file - box->low_file < v->files; file++)
            set |= gr_set_of(gr_square(v, file, rank));
    return set;
}

static void stretch(Box *box, int file, int rank) {
    box->low_file = file < box->low_file ? file : box->low_file;
    box->high_file = file > box->high_file ? file : box->high_file;
    box->low_rank = rank < box->low_rank ? rank : box->low_rank;
    box->high_rank = rank > box->high_rank ? rank : box->high_rank;
}

/* File and rank of a cell within the pattern, which is turned in itself. */
static void place_in_pattern(const QueryBoard *from, unsigned i, unsigned turn, int *file,
                             int *rank) {
    *file = (int)(i % from->files);
    *rank = (int)(from->ranks - 1 - i / from->files);
    if (turn & MIRROR)
        *file = (int)from->files - 1 - *file;
    if (turn & FLIP)
        *rank = (int)from->ranks - 1 - *rank;
}

static bool compile_shifted(GrPlan *plan, const QueryBoard *from, unsigned turn, BoardTest *to) {
    unsigned cells = from->files * from->ranks;
    int file, rank;
    Box box = {QUERY_FILES, QUERY_RANKS, -1, -1};
    for (unsigned i = 0; i < cells; i++)
        if (!(from->cell[i].flags & QUERY_CELL_ANY)) {
            place_in_pattern(from, i, turn, &file, &rank);
            stretch(&box, file, rank);
        }
    if (box.high_file < 0) { /* nothing but `?` */
        to->corners = plan->board;
        return true;
    }
    to->corners = corners(plan, &box);
    for (unsigned i = 0; to->corners && i < cells; i++) {
        if (from->cell[i].flags & QUERY_CELL_ANY)
            continue;
        CellClass c = class_of(plan, &from->cell[i], turn);
        place_in_pattern(from, i, turn, &file, &rank);
        BoardCell *cell = &to->cell[to->cells++];
        cell->plane = (uint8_t)find_class(plan, to, &c);
        cell->offset = (uint8_t)gr_square(plan->variant, file - box.low_file, rank - box.low_rank);
    }
    return to->corners;
}

static bool compile_placed(GrPlan *plan, const QueryBoard *from, unsigned turn, BoardTest *to) {
    const GrVariant *v = plan->variant;
    int left = from->placed ? from->file : 0, bottom = from->placed ? from->rank : 0;
    if (left + (int)from->files > v->files || bottom + (int)from->ranks > v->ranks)
        return false;
    if (!from->placed && (from->files != v->files || from->ranks != v->ranks))
        return false;
    for (unsigned i = 0; i < from->files * from->ranks; i++) {
        int file, rank;
        if (from->cell[i].flags & QUERY_CELL_ANY)
            continue;
        CellClass c = class_of(plan, &from->cell[i], turn);
        place_in_pattern(from, i, 0, &file, &rank);
        to->class[find_class(plan, to, &c)].squares |=
            gr_set_of(query_turn_square(plan, left + file, bottom + rank, turn));
    }
    return true;
}

bool query_compile_board(GrPlan *plan, const QueryBoard *from, unsigned turn, Test *to) {
    unsigned cells = from->files * from->ranks;
    BoardTest *board = &to->board;
    to->op = from->shift ? TEST_SHIFTED : TEST_BOARD;
    board->class = query_alloc(&plan->arena, sizeof *board->class * cells);
    board->cell = query_alloc(&plan->arena, sizeof *board->cell * cells);
    if (!board->class || !board->cell)
        return false;
    if (!(from->shift ? compile_shifted(plan, from, turn, board)
                      : compile_placed(plan, from, turn, board)))
        return false;
    for (unsigned i = 0; i < board->classes; i++)
        if (query_is_void(plan, &board->class[i].plane))
            return false;
    return true;
}

/* ---- material ---- */

/* Counts by type from counts by letter; false if a letter is none of the variant's, or that of several kinds. */
static bool counts(const GrVariant *v, const uint8_t letters[26], int8_t types[GR_MAX_TYPES]) {
    for (int i = 0; i < 26; i++) {
        QueryKinds kinds = {.letters = 1u << i};
        unsigned found = letters[i] ? query_types(v, &kinds) : 0;
        if (letters[i] && (!found || (found & (found - 1))))
            return false;
        if (found) {
            int8_t *count = &types[__builtin_ctz(found)];
            *count = (int8_t)(*count + letters[i]);
        }
    }
    return true;
}

bool query_compile_material(GrPlan *plan, const QueryMaterial *from, unsigned turn,
                            MaterialTest *to) {
    const GrVariant *v = plan->variant;
    unsigned sides = query_turn_sides(from->sides, turn);
    *to = (MaterialTest){.exact = from->exact, .one_sided = from->one_sided,
                         .either_way = sides == QUERY_EITHER, .swapped = sides == QUERY_BLACK};
    to->types = all_types(plan) & ~(1u << GR_KING) & ~query_types(v, &from->ignored);
    if (!counts(v, from->left, to->left) || !counts(v, from->right, to->right))
        return false;
    to->whole = to->exact && !to->one_sided && to->types == (all_types(plan) & ~(1u << GR_KING));
    for (unsigned types = to->types; types; types &= types - 1)
        to->pieces += (unsigned)(to->left[__builtin_ctz(types)] + to->right[__builtin_ctz(types)]);
    return true;
}

/* ---- rights ---- */

/* Is the right a castling, of that name if one is given? */
static bool is_castling(const GrVariant *v, int right, const char *name) {
    return right < v->castlings && (!name || !strcmp(v->castling[right].san, name));
}

static bool is_asked(const GrVariant *v, const QueryRights *from, unsigned turn, int right) {
    char letter = v->rights[right];
    bool black = letter >= 'a';
    if (from->what == QUERY_MAY_CASTLE || from->what == QUERY_MAY_TELEPORT) {
        bool kind = from->what == QUERY_MAY_CASTLE ? is_castling(v, right, from->castling)
                                                   : right >= v->castlings && !v->defined;
        return kind && (query_turn_sides(from->sides, turn) >> black & 1);
    }
    uint32_t letters = from->letters[turn & FLIP ? !black : black];
    return letters >> (letter - (black ? 'a' : 'A')) & 1;
}

bool query_compile_rights(GrPlan *plan, const QueryRights *from, unsigned turn, Test *to) {
    const GrVariant *v = plan->variant;
    bool by_letter = from->what == QUERY_ALL_RIGHTS || from->what == QUERY_EXACT_RIGHTS;
    int wanted = __builtin_popcount(from->letters[0]) + __builtin_popcount(from->letters[1]);
    for (int right = 0; v->rights[right]; right++)
        if (is_asked(v, from, turn, right)) {
            to->rights |= 1u << right;
            wanted--;
        }
    to->op = from->what == QUERY_ALL_RIGHTS     ? TEST_RIGHTS_ALL
             : from->what == QUERY_EXACT_RIGHTS ? TEST_RIGHTS_EXACT
                                                : TEST_RIGHTS_ANY;
    return by_letter ? wanted == 0 : to->rights != 0;
}

/* ---- events ---- */

static GrSet castling_squares(const GrPlan *plan, const char *name, unsigned sides) {
    const GrVariant *v = plan->variant;
    GrSet set = 0;
    for (int i = 0; i < v->castlings; i++)
        if (is_castling(v, i, name) && (sides >> (v->rights[i] >= 'a') & 1))
            set |= gr_set_of(v->castling[i].king_to);
    return set;
}

static bool compile_area(const GrPlan *plan, const QueryArea *from, unsigned turn, GrSet *to) {
    *to = query_compile_area(plan, from, turn);
    return from;
}

/* Can moves of the variant do such a thing at all? */
static bool can_happen(const GrPlan *plan, QueryVerb verb) {
    const GrVariant *v = plan->variant;
    switch (verb) {
    case QUERY_CASTLES:
        return v->castlings > 0;
    case QUERY_CASTS:
    case QUERY_FALLS:
    case QUERY_CARRIED:
        return v->holes;
    case QUERY_DROPS:
    case QUERY_PLACES:
    case QUERY_QUESTS:
    case QUERY_RESURRECTS:
        return !plan->shrinks;
    case QUERY_TELEPORTS:
        return v->rights[v->castlings] != '\0' && !v->defined; /* those have rights of other kinds */
    case QUERY_EN_PASSANT:
        return plan->pawns;
    default:
        return true;
    }
}

bool query_compile_event(GrPlan *plan, const QueryEvent *from, unsigned turn, EventTest *to) {
    *to = (EventTest){.verb = from->verb, .sides = query_turn_sides(from->sides, turn),
                      .object_sides = query_turn_sides(from->object_sides, turn)};
    to->subject = from->has_subject ? query_types(plan->variant, &from->subject) : 0;
    to->object = from->has_object ? query_types(plan->variant, &from->object) : 0;
    if (!can_happen(plan, from->verb) || (from->has_subject && !to->subject) ||
        (from->has_object && !to->object))
        return false;
    to->has_from = compile_area(plan, from->from, turn, &to->from);
    to->has_to = compile_area(plan, from->to, turn, &to->to);
    to->has_on = compile_area(plan, from->on, turn, &to->on);
    if (from->verb == QUERY_CASTLES) {
        to->to = castling_squares(plan, from->castling, to->sides);
        to->has_to = true;
    }
    return true;
}

/* A pocket with a comma has reserves, of which each bit is a piece: see compile_pocket. */
void query_make_worths(GrPlan *plan) {
    const GrVariant *v = plan->variant;
    const char *pocket = strchr(v->start, '[');
    plan->sacrifices = true;
    for (int type = 1; type <= v->types; type++)
        plan->worth[type] = (uint8_t)query_worth(v, type);
    for (int bit = 0; pocket && strchr(pocket, ',') && pocket[1 + bit] != ','; bit++)
        plan->pocket_worth[bit] = plan->worth[gr_type_of_letter(v, pocket[1 + bit])];
}
