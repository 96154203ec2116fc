/* The tables of the code of moves, and what it has to know of a variant. */
#include "db/codec/move_code.h"

#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 8, DISTANCES = 7, LEAPS = 3, PAWN_BITS = 7, ZONE_FILES = 4, MOST = 1 << GR_CODE_BITS };

/* Classes of pieces, by how they go. */
enum { STEPS, KNIGHT, DIAGONAL, STRAIGHT, QUEEN, COMPOUND, SHORT, ODD };

/* ---- the tables ---- */

static unsigned reversed(unsigned number, unsigned bits) {
    unsigned other = 0;
    for (; bits; bits--, number >>= 1)
        other = other << 1 | (number & 1);
    return other;
}

/* Canonical codes: shorter ones first, among equal ones by symbol. */
void gr_move_code_numbers(const char *bits, unsigned symbols, bool lowest, uint8_t *number) {
    unsigned next = 0;
    memset(number, 0, symbols);
    for (unsigned len = 1; len <= GR_CODE_BITS; len++, next <<= 1)
        for (unsigned i = 0; i < symbols; i++)
            if (bits[i] == (char)('0' + len)) {
                number[i] = (uint8_t)(lowest ? reversed(next, len) : next);
                next++;
            }
}

/* By the next bits of places, which begin with the lowest, or of targets, which begin with the highest. */
static void fill_table(const char *bits, unsigned symbols, bool lowest, uint16_t entry[MOST]) {
    uint8_t number[GR_TARGET_SYMBOLS];
    gr_move_code_numbers(bits, symbols, lowest, number);
    for (unsigned i = 0; i < symbols; i++) {
        unsigned len = bits[i] == '.' ? 0 : (unsigned)(bits[i] - '0'), others = 1u << (GR_CODE_BITS - len);
        for (unsigned k = 0; k < others && bits[i] != '.'; k++)
            entry[lowest ? number[i] + (k << len) : number[i] * others + k] = (uint16_t)(i << 4 | len);
    }
}

void gr_move_ways(GrMoveWay way[GR_TARGET_WAYS]) {
    static const GrMoveWay direction[DIRECTIONS] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                                    {1, 0},   {-1, 1}, {0, 1},  {1, 1}};
    static const GrMoveWay leap[LEAPS] = {{1, 2}, {1, 3}, {2, 3}};
    for (int i = 0; i < DIRECTIONS * DISTANCES; i++) {
        GrMoveWay one = direction[i / DISTANCES];
        int steps = i % DISTANCES + 1;
        way[i] = (GrMoveWay){(int8_t)(one.files * steps), (int8_t)(one.ranks * steps)};
    }
    for (int i = 0; i < LEAPS * 8; i++) {
        GrMoveWay one = leap[i / 8];
        int a = i & 1 ? one.ranks : one.files, b = i & 1 ? one.files : one.ranks;
        way[DIRECTIONS * DISTANCES + i] = (GrMoveWay){(int8_t)(i & 4 ? a : -a), (int8_t)(i & 2 ? b : -b)};
    }
}

static void fill_ways(GrMoveCode *code) {
    gr_move_ways(code->way);
    memset(code->symbol, GR_TARGET_ANY, sizeof code->symbol);
    for (unsigned i = 0; i < GR_TARGET_WAYS; i++)
        for (int side = GR_WHITE; side <= GR_BLACK; side++) {
            int ranks = side == GR_WHITE ? code->way[i].ranks : -code->way[i].ranks;
            code->symbol[side][GR_WIDE_FIRST + ranks * GR_WIDE + code->way[i].files] = (uint8_t)i;
        }
}

static void fill_tables(GrMoveCode *code) {
    static const uint8_t moved[GR_PLACE_MOVED] = {0, 1, 2, 3, 4, 5, 6, 8, 10, 13};
    static const uint8_t still[GR_PLACE_STILL] = {0, 1, 3, 5, 8, 11, 15, 17};
    for (unsigned i = 0; i < GR_PLACE_CODES; i++)
        fill_table(gr_place_bits[i], GR_PLACE_SYMBOLS, true, code->place[i]);
    for (unsigned i = 0; i < GR_TARGET_CODES; i++)
        fill_table(gr_target_bits[i], GR_TARGET_SYMBOLS, false, code->target[i]);
    for (unsigned n = 0, m = 0, s = 0; n <= GR_MAX_SQUARES; n++) {
        m += m + 1 < GR_PLACE_MOVED && n >= moved[m + 1];
        s += s + 1 < GR_PLACE_STILL && n >= still[s + 1];
        code->moved[n] = (uint8_t)(GR_PLACE_STILL * m);
        code->still[n] = (uint8_t)s;
    }
    fill_ways(code);
    code->known = true;
}

/* ---- a variant: its board ---- */

static void learn_square(GrMoveCode *code, const GrVariant *variant, int side, int sq) {
    int files = variant->files, file = sq % files, rank = gr_relative_rank(variant, side, sq);
    int fore = side == GR_WHITE ? sq + files : sq - files;
    bool last = rank == variant->ranks - 1;
    code->last[side][sq] = last;
    for (int i = 0; i < GR_TARGET_SYMBOLS; i++) {
        GrMoveWay way = i < GR_TARGET_WAYS ? code->way[i] : (GrMoveWay){0, 0};
        int to_file = file + way.files, to_rank = rank + way.ranks;
        bool on = to_file >= 0 && to_file < files && to_rank >= 0 && to_rank < variant->ranks;
        int board_rank = side == GR_WHITE ? to_rank : variant->ranks - 1 - to_rank;
        code->step[side][sq][i] = (uint8_t)(on ? board_rank * files + to_file : GR_NO_SQUARE);
    }
    code->ahead[side][sq][0] = (uint8_t)(last ? sq : fore);
    code->ahead[side][sq][1] = (uint8_t)(last || file == 0 ? sq : fore - 1);
    code->ahead[side][sq][2] = (uint8_t)(last || file == files - 1 ? sq : fore + 1);
}

static void learn_board(GrMoveCode *code, const GrVariant *variant) {
    code->files = variant->files;
    code->squares = (unsigned)gr_squares(variant);
    memset(code->wide, 0, sizeof code->wide);
    for (int sq = 0; sq < gr_squares(variant); sq++) {
        code->wide[sq] = (uint16_t)(sq / variant->files * GR_WIDE + sq % variant->files);
        learn_square(code, variant, GR_WHITE, sq);
        learn_square(code, variant, GR_BLACK, sq);
    }
}

/* ---- a variant: its pieces ---- */

static bool leaps(const GrReach *reach, int a, int b) {
    bool found = false;
    for (int i = 0; i < 4; i++)
        found |= (reach->leap[i].df == a && reach->leap[i].dr == b) ||
                 (reach->leap[i].df == b && reach->leap[i].dr == a);
    return found && (a || b);
}

static unsigned class_of(const GrPieceRow *row) {
    const GrReach *go = &row->move;
    bool leaper = go->leap[0].df || go->leap[0].dr;
    if (row->flags & GR_GOES_ODDLY || (!leaper && !go->orth && !go->diag))
        return ODD;
    if (leaps(go, 1, 0) && leaps(go, 1, 1) && !go->leap[2].df && !go->orth && !go->diag)
        return STEPS;
    if (leaps(go, 1, 2) && !go->leap[1].df && !go->leap[1].dr && !go->orth && !go->diag)
        return KNIGHT;
    if (go->orth < DISTANCES && go->diag < DISTANCES)
        return SHORT;
    return leaper ? COMPOUND : go->orth && go->diag ? QUEEN : go->orth ? STRAIGHT : DIAGONAL;
}

static bool reaches(const GrReach *reach, int files, int ranks) {
    int f = abs(files), r = abs(ranks);
    return (f || r) && (leaps(reach, f, r) || ((!f || !r) && f + r <= reach->orth) || (f == r && f <= reach->diag));
}

/* Where both sides' pieces of a type may reach to, on an empty board, in one of the ways. */
static void learn_reach(GrMoveCode *code, const GrReach *reach, int type) {
    uint8_t way[GR_TARGET_WAYS];
    unsigned ways = 0;
    for (unsigned i = 0; i < GR_TARGET_WAYS; i++)
        if (reaches(reach, code->way[i].files, code->way[i].ranks))
            way[ways++] = (uint8_t)i;
    for (unsigned sq = 0; sq < code->squares; sq++) {
        uint64_t *set = code->reach[gr_piece(GR_WHITE, type)][sq], *other = code->reach[gr_piece(GR_BLACK, type)][sq];
        for (unsigned i = 0; i < ways; i++) {
            unsigned to = code->step[GR_WHITE][sq][way[i]];
            set[to / 64 % 2] |= to != GR_NO_SQUARE ? (uint64_t)1 << to % 64 : 0;
        }
        memcpy(other, set, sizeof code->reach[0][0]);
    }
}

/* The code of the target of a piece on a square. A rank is one of four: the first, the second, the rest of the own
 * half, the other half. Of a pawn only the last two count, and whether it stands on the second if it has not moved. */
static void learn_zone(GrMoveCode *code, const GrVariant *variant, int side, int sq, int piece, int class, bool pawn) {
    int rank = gr_relative_rank(variant, side, sq), half = rank < variant->ranks / 2 ? 2 : 3;
    int first = GR_TARGET_PAWNS + class * GR_TARGET_CLASS, file = sq % variant->files * ZONE_FILES / variant->files;
    int zone = first + (rank < 2 ? rank : half) * ZONE_FILES + file, reached = first + GR_TARGET_ZONES + 2 * (rank > 1);
    code->at[piece][sq].zone = (uint8_t)(pawn ? half * (PAWN_BITS + 1) : zone);
    code->at[piece][sq].reached = (uint8_t)(pawn ? (rank == 1) * (PAWN_BITS + 1) : reached);
    code->at[piece][sq].pawn = pawn ? PAWN_BITS : 0;
}

/* When the moves of a piece are not plain, by target. */
static void learn_odd(GrMoveCode *code, const GrVariant *variant, int type, unsigned traits, bool orthodox,
                      uint8_t odd[GR_MAX_SQUARES]) {
    bool steps = class_of(&variant->piece[type]) == STEPS;
    for (unsigned i = 0; i < GR_TARGET_SYMBOLS; i++) {
        GrMoveWay way = i < GR_TARGET_WAYS ? code->way[i] : (GrMoveWay){0, 0};
        bool near = i < GR_TARGET_WAYS ? abs(way.files) < 2 && abs(way.ranks) < 2 : i == GR_TARGET_LAST && steps;
        odd[i] = traits & (GR_TRAIT_SHOOTS | GR_TRAIT_EXPLODES) ? GR_ODD_TAKEN : 0;
        if (traits & GR_TRAIT_DROPS || (traits & GR_TRAIT_CASTLES && (!near || variant->moving_castlings)))
            odd[i] = GR_ODD;
        if (traits & GR_TRAIT_PAWN)
            odd[i] |= !orthodox || i >= GR_TARGET_WAYS ? GR_ODD : way.files ? GR_ODD_EMPTY : 0;
    }
}

static void learn_piece(GrMoveCode *code, const GrVariant *variant, int type) {
    const GrPieceRow *row = &variant->piece[type];
    bool pawn = row->flags & GR_IS_PAWN && !(row->flags & GR_GOES_ODDLY);
    unsigned class = class_of(row), traits = row->flags & GR_SHOOTS ? GR_TRAIT_SHOOTS : 0;
    const uint64_t one = 1, both = one << gr_piece(GR_WHITE, type) | one << gr_piece(GR_BLACK, type);
    traits |= row->flags & GR_IS_PAWN ? GR_TRAIT_PAWN : 0;
    traits |= type == GR_KING && variant->castlings ? GR_TRAIT_CASTLES : 0;
    traits |= variant->drops && class == STEPS ? GR_TRAIT_DROPS : 0;
    traits |= variant->explosions ? GR_TRAIT_EXPLODES : 0;
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        int piece = gr_piece(side, type);
        code->traits[piece] = (uint8_t)traits;
        code->barred[side] |= one << piece | (type == GR_KING ? both : 0);
        code->stands[side][piece] = 1;
        code->stands[!side][piece] = PAWN_BITS;
        for (int sq = 0; sq < gr_squares(variant); sq++)
            learn_zone(code, variant, side, sq, piece, (int)class, pawn);
        learn_odd(code, variant, type, traits, pawn, code->odd[piece]);
    }
    if (!pawn)
        learn_reach(code, &row->capture, type);
    if (type != GR_KING && !(row->flags & GR_IS_PAWN))
        code->become[code->becomes++] = (uint8_t)type;
}

/* Fills *code, which is all zero or was used before. */
static void learn(GrMoveCode *code, const GrRules *rules) {
    const GrVariant *variant = gr_variant(rules);
    if (!code->known)
        fill_tables(code);
    code->rules = rules;
    code->others = (variant->holes && !variant->walls) || variant->hands ? GR_PLACE_GAMES : 0;
    learn_board(code, variant);
    memset(code->at, 0, sizeof code->at);
    memset(code->reach, 0, sizeof code->reach);
    memset(code->odd, GR_ODD, sizeof code->odd);
    memset(code->stands, 0, sizeof code->stands);
    memset(code->traits, 0, sizeof code->traits);
    code->becomes = 0;
    for (int side = GR_WHITE; side <= GR_BLACK; side++)
        code->barred[side] = (uint64_t)1 << GR_HOLE;
    for (int type = 1; type <= variant->types; type++)
        learn_piece(code, variant, type);
    if (variant->walls)
        memset(code->odd, GR_ODD, sizeof code->odd);
}

const GrMoveCode *gr_move_codes_find(GrMoveCodes *codes, const GrRules *rules) {
    for (unsigned i = 0; i < GR_CODES_KEPT; i++)
        if (codes->code[i].rules == rules)
            return &codes->code[i];
    GrMoveCode *code = &codes->code[codes->next];
    codes->next = (codes->next + 1) % GR_CODES_KEPT;
    learn(code, rules);
    return code;
}
