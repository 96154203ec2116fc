/* What the general network knows of a game, and the network that it makes of that. */
#include "analysis/engine/general.h"

#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "analysis/engine/values.h"
#include "rules/definition.h"
#include "rules/fen.h"

enum { ONE = GR_GENERAL_ONE, CLEARLY = 50 /* centipawns */ };

/* Inputs, in order. Those of the game come first, then those of the type, then those of the square. */
enum {
    ALWAYS, FILES, RANKS, FULLNESS, HANDS, ARMY,
    ROYAL, PAWN, PROMOTED, WORTH, LEAPS, SLIDES, TAKEN_BY_LEAPS, TAKEN_BY_SLIDES, ALONG, DIAGONAL, ODD, CASTS, FORWARD,
    BOUND, PROMOTES, SHARE_OF_ARMY,
    ACROSS, FROM_CENTRE, ADVANCE, ADVANCE_SQUARED, FIRST_RANK, SECOND_RANK, LAST_RANK, CENTRE, MOBILITY, REACHES,
    PAWN_ADVANCE, PAWN_ADVANCE_SQUARED, ROYAL_ADVANCE, ROYAL_ACROSS, WORTH_ADVANCE, WORTH_CENTRE,
    COUNT, FEW
};
_Static_assert((int)FEW < (int)GR_GENERAL_INPUTS, "inputs");

/* What is known of a type on a square of an empty board. */
typedef struct Reach {
    float leaps[2], slides[2]; /* by GrMode */
} Reach;

typedef struct Known {
    const GrVariant *variant;
    GrGeometry *geometry;
    GrValues values;
    Reach (*reach)[GR_MAX_SQUARES]; /* by type */
    Reach mean[GR_MAX_TYPES];       /* of all squares, by type */
    int8_t game[GR_GENERAL_INPUTS];
    int army;                       /* what a side's pieces are worth at the start */
    int present[GR_MAX_TYPES];      /* of a type, of both sides */
} Known;

static int8_t bounded(double x) {
    double units = x * ONE + (x < 0 ? -0.5 : 0.5);
    return units > 127 ? 127 : units < -127 ? -127 : (int8_t)units;
}

/* ---- reaches ---- */

static void reach_oddly(const GrVariant *v, const GrDefinedPiece *piece, int sq, Reach *reach) {
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        bool leap = way->kind == GR_WAY_LEAP || way->kind == GR_WAY_LAME, ride = way->kind == GR_WAY_RIDE;
        int file = sq % v->files + way->df, rank = sq / v->files + way->dr, most = leap ? 1 : way->range;
        for (int n = 0; n < most && file >= 0 && file < v->files && rank >= 0 && rank < v->ranks; n++) {
            float much = way->kind == GR_WAY_LAME ? 0.7F : leap || ride ? 1 : 0.3F;
            for (int mode = GR_MOVING; mode <= GR_TAKING && !(way->how & GR_WAY_FIRST); mode++)
                if (way->how & (mode == GR_MOVING ? GR_WAY_MOVES : GR_WAY_TAKES))
                    *(leap ? &reach->leaps[mode] : &reach->slides[mode]) += much;
            file += way->df;
            rank += way->dr;
        }
    }
}

static void reach_from(const Known *k, int type, int sq, Reach *reach) {
    const GrPieceRow *row = &k->variant->piece[type];
    memset(reach, 0, sizeof *reach);
    if (row->flags & GR_IS_PAWN) {
        reach->leaps[GR_MOVING] = 1;
        reach->leaps[GR_TAKING] = 2;
    } else if (row->flags & GR_GOES_ODDLY) {
        reach_oddly(k->variant, gr_defined_piece(k->variant, type), sq, reach);
    } else {
        for (int mode = GR_MOVING; mode <= GR_TAKING; mode++) {
            reach->leaps[mode] = (float)gr_set_count(k->geometry->gait[type][mode].leap[sq]);
            reach->slides[mode] = (float)gr_set_count(k->geometry->gait[type][mode].slide[sq]);
        }
    }
}

static Reach mean_reach(const Known *k, int type) {
    Reach sum = {{0, 0}, {0, 0}};
    int squares = gr_squares(k->variant);
    for (int sq = 0; sq < squares; sq++)
        for (int mode = GR_MOVING; mode <= GR_TAKING; mode++) {
            sum.leaps[mode] += k->reach[type][sq].leaps[mode] / (float)squares;
            sum.slides[mode] += k->reach[type][sq].slides[mode] / (float)squares;
        }
    return sum;
}

/* ---- the game, and its types ---- */

static double worth_of(const Known *k, int type) {
    return k->values.piece[type - 1].value[GR_MIDGAME] / 1000.0;
}

static void know_game(Known *k, const GrPosition *start) {
    const GrVariant *v = k->variant;
    double army = 0;
    int pieces = 0;
    for (int sq = 0; sq < gr_squares(v); sq++)
        if (gr_type_of(start->board[sq])) {
            k->present[gr_type_of(start->board[sq])]++;
            army += worth_of(k, gr_type_of(start->board[sq])) / 2;
            pieces++;
        }
    k->army = (int)(1000 * army);
    k->game[ALWAYS] = ONE;
    k->game[FILES] = bounded(v->files / 10.0);
    k->game[RANKS] = bounded(v->ranks / 10.0);
    k->game[FULLNESS] = bounded((double)pieces / gr_squares(v));
    k->game[HANDS] = bounded(v->hands);
    k->game[ARMY] = bounded(army / 5);
}

/* Does the type stay on squares of one colour? */
static bool is_bound(const Known *k, int type) {
    const GrPieceRow *row = &k->variant->piece[type];
    if (row->flags & (GR_IS_PAWN | GR_GOES_ODDLY) || row->move.orth)
        return false;
    for (int i = 0; i < 4 && (row->move.leap[i].df || row->move.leap[i].dr); i++)
        if ((row->move.leap[i].df + row->move.leap[i].dr) & 1)
            return false;
    return true;
}

/* What share of its ways lead forward: half of those of most pieces. */
static double forward_share(const Known *k, int type) {
    const GrPieceRow *row = &k->variant->piece[type];
    int forward = 0, all = 0;
    if (row->flags & GR_IS_PAWN)
        return 1;
    if (!(row->flags & GR_GOES_ODDLY))
        return 0.5;
    const GrDefinedPiece *piece = gr_defined_piece(k->variant, type);
    for (int i = 0; i < piece->ways; i++) {
        forward += piece->way[i].dr > 0 ? 2 : piece->way[i].dr == 0;
        all += 2;
    }
    return all ? (double)forward / all : 0.5;
}

static void know_type(const Known *k, int type, int8_t *in) {
    const GrPieceRow *row = &k->variant->piece[type];
    Reach mean = k->mean[type];
    const GrDefinedPiece *defined = k->variant->defined ? gr_defined_piece(k->variant, type) : NULL;
    in[ROYAL] = bounded(type == GR_KING);
    in[PAWN] = bounded((row->flags & GR_IS_PAWN) != 0);
    in[PROMOTED] = bounded((row->flags & GR_IS_PROMOTED) != 0);
    in[WORTH] = bounded(worth_of(k, type));
    in[LEAPS] = bounded(mean.leaps[GR_MOVING] / 8);
    in[SLIDES] = bounded(mean.slides[GR_MOVING] / 14);
    in[TAKEN_BY_LEAPS] = bounded(mean.leaps[GR_TAKING] / 8);
    in[TAKEN_BY_SLIDES] = bounded(mean.slides[GR_TAKING] / 14);
    in[ALONG] = bounded(row->move.orth > 1);
    in[DIAGONAL] = bounded(row->move.diag > 1);
    in[ODD] = bounded((row->flags & (GR_GOES_ODDLY | GR_HOPS)) != 0);
    in[CASTS] = bounded((row->flags & (GR_CASTS | GR_SHOOTS)) != 0);
    in[FORWARD] = bounded(forward_share(k, type));
    in[BOUND] = bounded(is_bound(k, type));
    in[PROMOTES] = bounded(row->flags & GR_IS_PAWN || (defined && (defined->promoted || defined->promotes[0])));
    in[SHARE_OF_ARMY] = bounded(k->army ? 1000 * worth_of(k, type) * k->present[type] / 2 / k->army : 0);
}

/* ---- squares ---- */

static double distance_from_edge(int at, int count) {
    int near = at < count - 1 - at ? at : count - 1 - at;
    return count > 2 ? near / ((count - 1) / 2.0) : 0;
}

/* The square as the side sees it whose piece stands there. */
static void know_square(const Known *k, int type, int sq, int8_t *in) {
    const GrVariant *v = k->variant;
    const Reach *reach = &k->reach[type][sq];
    Reach mean = k->mean[type];
    double all = mean.leaps[GR_MOVING] + mean.slides[GR_MOVING], here = reach->leaps[GR_MOVING] + reach->slides[GR_MOVING];
    int file = sq % v->files, rank = sq / v->files;
    double across = v->files > 1 ? 2.0 * file / (v->files - 1) - 1 : 0, advance = v->ranks > 1 ? rank / (v->ranks - 1.0) : 0;
    double centre = distance_from_edge(file, v->files) * distance_from_edge(rank, v->ranks);
    double pawn = in[PAWN] / (double)ONE, royal = in[ROYAL] / (double)ONE, worth = in[WORTH] / (double)ONE;
    in[ACROSS] = bounded(across);
    in[FROM_CENTRE] = bounded(across < 0 ? -across : across);
    in[ADVANCE] = bounded(advance);
    in[ADVANCE_SQUARED] = bounded(advance * advance);
    in[FIRST_RANK] = bounded(rank == 0);
    in[SECOND_RANK] = bounded(rank == 1);
    in[LAST_RANK] = bounded(rank == v->ranks - 1);
    in[CENTRE] = bounded(centre);
    in[MOBILITY] = bounded(all > 0 ? here / all / 2 : 0);
    in[REACHES] = bounded(here / 20);
    in[PAWN_ADVANCE] = bounded(pawn * advance);
    in[PAWN_ADVANCE_SQUARED] = bounded(pawn * advance * advance);
    in[ROYAL_ADVANCE] = bounded(royal * advance);
    in[ROYAL_ACROSS] = bounded(royal * across);
    in[WORTH_ADVANCE] = bounded(worth * advance);
    in[WORTH_CENTRE] = bounded(worth * centre);
}

/* ---- rows ---- */

/* Rows of the inputs that were added last. */
static void put_row(GrGeneralRows *rows, int row, GrGeneralKind kind) {
    rows->kind[row] = (uint8_t)kind;
    rows->from[row] = (uint16_t)(rows->inputs - 1);
}

static void put_input(GrGeneralRows *rows, const int8_t *input) {
    memcpy(rows->input[rows->inputs++], input, GR_GENERAL_INPUTS);
}

/* Of a type: own and enemy, safe and in danger. An enemy's squares are seen from its side. */
static void put_type(const Known *k, const GrFeatures *f, int type, GrGeneralRows *rows) {
    const GrVariant *v = k->variant;
    int8_t input[GR_GENERAL_INPUTS];
    memcpy(input, k->game, sizeof input);
    know_type(k, type, input);
    for (int sq = 0; sq < gr_squares(v); sq++) {
        know_square(k, type, sq, input);
        put_input(rows, input);
        for (int enemy = 0; enemy < 2; enemy++) {
            int at = enemy ? gr_square(v, sq % v->files, v->ranks - 1 - sq / v->files) : sq;
            int piece = gr_piece(enemy, type);
            if (f->of_code[0][GR_WHITE][piece] != GR_NO_FEATURE)
                put_row(rows, f->of_code[0][GR_WHITE][piece] + at, enemy ? GR_GENERAL_ENEMY : GR_GENERAL_OWN);
            if (f->danger_of[GR_WHITE][piece] != GR_NO_FEATURE)
                put_row(rows, f->danger_of[GR_WHITE][piece] + at,
                        enemy ? GR_GENERAL_ENEMY_DANGER : GR_GENERAL_OWN_DANGER);
        }
    }
}

/* Rights, and pieces in hand by their number. */
static void put_others(const Known *k, const GrFeatures *f, GrGeneralRows *rows) {
    bool enemy;
    int type, number;
    put_input(rows, k->game);
    for (int row = 0; row < rows->count; row++)
        if (gr_features_is_right(f, row, &enemy))
            put_row(rows, row, enemy ? GR_GENERAL_ENEMY_RIGHT : GR_GENERAL_OWN_RIGHT);
    for (int row = 0; row < rows->count; row++) {
        int8_t input[GR_GENERAL_INPUTS];
        if (!gr_features_is_held(f, row, &enemy, &type, &number))
            continue;
        memcpy(input, k->game, sizeof input);
        know_type(k, type, input);
        input[COUNT] = bounded(number / 8.0);
        input[FEW] = bounded(number > 2 ? 1 : number / 2.0);
        put_input(rows, input);
        put_row(rows, row, enemy ? GR_GENERAL_ENEMY_HELD : GR_GENERAL_OWN_HELD);
    }
}

static int know(const GrVariant *variant, const GrPosition *start, Known *k) {
    *k = (Known){.variant = variant, .geometry = calloc(1, sizeof *k->geometry)};
    k->reach = calloc((size_t)variant->types + 1, sizeof *k->reach);
    if (!k->geometry || !k->reach)
        return GR_ERR_MEMORY;
    gr_geometry_build(k->geometry, variant);
    gr_values_guess(variant, k->geometry, &k->values);
    for (int type = 1; type <= variant->types; type++) {
        for (int sq = 0; sq < gr_squares(variant); sq++)
            reach_from(k, type, sq, &k->reach[type][sq]);
        k->mean[type] = mean_reach(k, type);
    }
    know_game(k, start);
    return 0;
}

static void forget(Known *k) {
    free(k->geometry);
    free(k->reach);
}

int gr_general_rows(const GrRules *rules, const GrFeatures *features, GrGeneralRows *known) {
    Known k;
    GrPosition start;
    gr_start(rules, &start);
    int code = know(gr_variant(rules), &start, &k);
    *known = (GrGeneralRows){.count = features->count};
    known->kind = malloc(features->count + 1U);
    known->from = calloc(features->count + 1U, sizeof *known->from);
    known->input = calloc(features->count + 1U, sizeof *known->input);
    if (code == 0 && known->kind && known->from && known->input) {
        memset(known->kind, GR_GENERAL_NOTHING, features->count);
        put_others(&k, features, known);
        for (int type = 1; type <= k.variant->types; type++)
            put_type(&k, features, type, known);
    } else {
        code = GR_ERR_MEMORY;
    }
    forget(&k);
    return code;
}

void gr_general_rows_free(GrGeneralRows *known) {
    free(known->kind);
    free(known->from);
    free(known->input);
}

bool gr_general_knows(const GrVariant *variant) {
    return variant->royals == GR_ROYALS_BOTH && !variant->must_take && !variant->mated && !variant->grows &&
           !variant->own_ends;
}

uint64_t gr_general_blocks(const GrVariant *variant) {
    GrFeatures all;
    uint64_t blocks = 0;
    gr_features_make(&all, variant, ~UINT64_C(0), 1);
    for (int block = 0; block < GR_FEATURE_BLOCKS; block++)
        if (all.block[block] != GR_NO_FEATURE && (block < 2 * GR_MAX_TYPES || block >= GR_DANGER - 1))
            blocks |= UINT64_C(1) << gr_feature_bit(block);
    return blocks;
}

int gr_general_lesser(GrFeatures *features) {
    const GrVariant *v = features->variant;
    GrGeometry *geometry = calloc(1, sizeof *geometry);
    GrValues values;
    if (!geometry)
        return GR_ERR_MEMORY;
    gr_geometry_build(geometry, v);
    gr_values_guess(v, geometry, &values);
    memset(features->lesser, 0, sizeof features->lesser);
    for (int type = GR_KING + 1; type <= v->types; type++)
        for (int other = GR_KING + 1; other <= v->types; other++)
            if (values.piece[other - 1].value[GR_MIDGAME] + CLEARLY < values.piece[type - 1].value[GR_MIDGAME])
                features->lesser[type] |= 1U << other;
    free(geometry);
    return 0;
}

/* ---- networks ---- */

static int16_t within(int64_t x) {
    return (int16_t)(x > INT16_MAX ? INT16_MAX : x < -INT16_MAX ? -INT16_MAX : x);
}

static void make_hidden(const GrGeneral *general, const int8_t *input, int16_t *hidden) {
    for (int h = 0; h < GR_GENERAL_HIDDEN; h++) {
        int32_t sum = 0;
        for (int i = 0; i < GR_GENERAL_INPUTS; i++)
            sum += general->first[h][i] * input[i];
        sum = sum > 0 ? sum / (ONE * GR_GENERAL_FIRST / GR_GENERAL_SUM) : 0;
        hidden[h] = (int16_t)(sum < GR_GENERAL_MOST ? sum : GR_GENERAL_MOST);
    }
}

#if defined(__SSE2__)
static int32_t product(const int16_t *a, const int16_t *b) {
    __m128i sum = _mm_setzero_si128();
    for (int n = 0; n < GR_GENERAL_HIDDEN; n += 8)
        sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(const void *)(a + n)),
                                                _mm_loadu_si128((const __m128i *)(const void *)(b + n))));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
}
#else
static int32_t product(const int16_t *a, const int16_t *b) {
    int32_t sum = 0;
    for (int n = 0; n < GR_GENERAL_HIDDEN; n++)
        sum += a[n] * b[n];
    return sum;
}
#endif

static void make_row(const GrGeneral *general, int kind, const int16_t *hidden, int16_t *row) {
    for (int n = 0; n < GR_GENERAL_WIDTH; n++) {
        int64_t sum = product(general->second[kind][n], hidden);
        row[n] = within(sum * GR_NET_ONE / (GR_GENERAL_SUM * GR_GENERAL_SECOND));
    }
}

static void make_rows(const GrGeneral *general, const GrGeneralRows *known, int16_t (*hidden)[GR_GENERAL_HIDDEN],
                      GrNet *net) {
    int16_t *row = net->weight;
    for (int i = 0; i < known->inputs; i++)
        make_hidden(general, known->input[i], hidden[i]);
    for (int i = 0; i < known->count; i++, row += GR_GENERAL_WIDTH)
        if (known->kind[i] != GR_GENERAL_NOTHING)
            make_row(general, known->kind[i], hidden[known->from[i]], row);
    memcpy(row, general->bias, sizeof general->bias);
    memcpy(row + GR_GENERAL_WIDTH, general->out, sizeof general->out);
    memcpy(net->bias, general->out_bias, sizeof net->bias);
    net->scale = general->scale;
}

int gr_general_net(const GrGeneral *general, const GrRules *rules, GrNet **net) {
    GrGeneralRows known = {0};
    GrNet *made = gr_net_new(rules, gr_general_blocks(gr_variant(rules)), 1, GR_GENERAL_WIDTH);
    *net = NULL;
    int code = made ? gr_general_lesser(&made->features) : GR_ERR_MEMORY;
    if (code == 0)
        code = gr_general_rows(rules, &made->features, &known);
    int16_t(*hidden)[GR_GENERAL_HIDDEN] = code == 0 ? malloc((size_t)known.inputs * sizeof *hidden) : NULL;
    if (hidden)
        make_rows(general, &known, hidden, made);
    else
        code = GR_ERR_MEMORY;
    free(hidden);
    gr_general_rows_free(&known);
    if (code != 0) {
        gr_net_free(made);
        return code;
    }
    *net = made;
    return 0;
}
