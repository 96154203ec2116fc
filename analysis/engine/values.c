/* What pieces of a variant that nobody has tuned may be worth, and that as weights. */
#include "analysis/engine/values.h"

#include <string.h>

#include "rules/definition.h"

/* Squares that a reach covers from all squares of an empty board together, leaps apart. */
static int covered(const GrGait *gait, int squares, int *leaps) {
    int slides = 0;
    *leaps = 0;
    for (int sq = 0; sq < squares; sq++) {
        *leaps += gr_set_count(gait->leap[sq]);
        slides += gr_set_count(gait->slide[sq]);
    }
    return slides;
}

/* The same of a piece whose reaches do not say all. Over a hurdle it goes where there is one: along a line to half of
 * the squares perhaps, and onto one square of eight. */
static int worth_oddly(const GrVariant *v, const GrDefinedPiece *piece) {
    static const int each[] = {58, 40, 37, 18, 7, 18}; /* by GrWayKind */
    int sum = 0;
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        int modes = ((way->how & GR_WAY_MOVES) != 0) + ((way->how & GR_WAY_TAKES) != 0);
        int most = way->kind == GR_WAY_LEAP || way->kind == GR_WAY_LAME ? 1 : way->range;
        for (int sq = 0; sq < gr_squares(v) && !(way->how & (GR_WAY_FIRST | GR_WAY_DRAWN)); sq++) {
            int file = sq % v->files + way->df, rank = sq / v->files + way->dr;
            for (int n = 0; n < most && file >= 0 && file < v->files && rank >= 0 && rank < v->ranks; n++) {
                sum += each[way->kind] * modes;
                file += way->df;
                rank += way->dr;
            }
        }
    }
    return sum / (2 * gr_squares(v));
}

/* A leap's square is worth about 58 centipawns and a slide's 37, as the pieces of chess show
 * (knight 5.25 leaps, bishop 8.75 slides, rook 14, queen 22.75 on average); half of it for going
 * there and half for taking there. */
static int worth(const GrGeometry *g, int type, int squares) {
    int sum = 0;
    for (int mode = GR_MOVING; mode <= GR_TAKING; mode++) {
        int leaps, slides = covered(&g->gait[type][mode], squares, &leaps);
        sum += (58 * leaps + 37 * slides) / (2 * squares);
    }
    return sum;
}

void gr_values_guess(const GrVariant *variant, const GrGeometry *geometry, GrValues *values) {
    memset(values, 0, sizeof *values);
    for (int type = 1; type <= variant->types; type++) {
        GrPieceValue *row = &values->piece[type - 1];
        const GrPieceRow *piece = &variant->piece[type];
        int value = type == GR_KING                 ? 0
                    : piece->flags & GR_GOES_ODDLY ? worth_oddly(variant, gr_defined_piece(variant, type))
                                                    : worth(geometry, type, gr_squares(variant));
        *row = (GrPieceValue){variant->piece[type].letter, {(int16_t)value, (int16_t)value},
                              {2, 3}, {2, 2}, {5, 5}};
        if (type == GR_KING)
            *row = (GrPieceValue){variant->piece[type].letter, {0, 0}, {0, 1}, {-6, 6}, {-50, 10}};
        if (variant->piece[type].flags & GR_IS_PAWN)
            *row = (GrPieceValue){variant->piece[type].letter, {90, 110}, {0, 0}, {3, 0}, {20, 50}};
    }
    values->passed[GR_MIDGAME] = 40;
    values->passed[GR_ENDGAME] = 150;
    values->shelter = 8;
    values->danger = 10;
    values->tempo = 12;
}

/* ---- as weights ---- */

/* Steps from the nearer edge, by file and by rank together, less half of the most there can be. */
static int centrality(const GrVariant *v, int sq) {
    int file = sq % v->files, rank = sq / v->files;
    int by_file = file < v->files - 1 - file ? file : v->files - 1 - file;
    int by_rank = rank < v->ranks - 1 - rank ? rank : v->ranks - 1 - rank;
    return by_file + by_rank - ((v->files - 1) / 2 + (v->ranks - 1) / 2) / 2;
}

static int16_t advanced(const GrVariant *v, int rank, int weight) {
    int last = v->ranks > 1 ? v->ranks - 1 : 1;
    return (int16_t)(weight * rank * rank / (last * last));
}

static void spread_piece(const GrVariant *v, const GrPieceValue *row, int type, GrWeights *weights) {
    GrWeight *squares = &weights->weight[GR_W_SQUARE + type * GR_MAX_SQUARES];
    GrWeight *mobility = &weights->weight[GR_W_MOBILITY + type * GR_WEIGHT_REACH];
    for (int phase = 0; phase < GR_PHASES; phase++) {
        weights->weight[GR_W_VALUE + type].phase[phase] = row->value[phase];
        for (int sq = 0; sq < gr_squares(v); sq++)
            squares[sq].phase[phase] =
                (int16_t)(row->centre[phase] * centrality(v, sq) +
                          advanced(v, sq / v->files, row->advance[phase]));
        for (int n = 0; n < GR_WEIGHT_REACH; n++)
            mobility[n].phase[phase] = (int16_t)(row->mobility[phase] * n);
    }
    bool counts = !(v->piece[type].flags & GR_IS_PAWN) && row->value[GR_MIDGAME] > 0;
    weights->press[type] = (int16_t)(counts ? (row->value[GR_MIDGAME] + 25) / 50 : 0);
    weights->phase[type] = weights->press[type];
}

static void set(GrWeight *weight, int mid, int end) {
    weight->phase[GR_MIDGAME] = (int16_t)mid;
    weight->phase[GR_ENDGAME] = (int16_t)end;
}

/* The more pieces press on the king together, the worse: the square of their sum, up to a bound. */
static void spread_danger(int scale, GrWeight *danger) {
    for (int n = 0; n < GR_WEIGHT_DANGER; n++) {
        int attack = 3 * n + 1, penalty = scale * attack * attack / 256;
        set(&danger[n], n ? penalty < 500 ? penalty : 500 : 0, 0);
    }
}

/* To the corner with it, and the other king after it. */
static void spread_lone_king(GrWeight *corner, GrWeight *apart) {
    for (int n = 0; n < GR_WEIGHT_CORNER; n++)
        set(&corner[n], 15 * (8 - n), 15 * (8 - n));
    for (int n = 0; n < GR_WEIGHT_STEPS; n++)
        set(&apart[n], 8 * (8 - n), 8 * (8 - n));
}

void gr_values_spread(const GrVariant *variant, const GrValues *values, GrWeights *weights) {
    GrWeight *weight = weights->weight;
    memset(weights, 0, sizeof *weights);
    for (int i = 0; i < GR_MAX_TYPES && values->piece[i].letter; i++) {
        int type = variant->promoted ? i + 1 : gr_type_of_letter(variant, values->piece[i].letter);
        if (type)
            spread_piece(variant, &values->piece[i], type, weights);
    }
    for (int rank = 0; rank < variant->ranks && rank < GR_WEIGHT_RANKS; rank++)
        set(&weight[GR_W_PASSED + rank], advanced(variant, rank, values->passed[GR_MIDGAME]),
            advanced(variant, rank, values->passed[GR_ENDGAME]));
    set(&weight[GR_W_DOUBLED], values->doubled[GR_MIDGAME], values->doubled[GR_ENDGAME]);
    set(&weight[GR_W_ISOLATED], values->isolated[GR_MIDGAME], values->isolated[GR_ENDGAME]);
    int bishop = gr_type_of_letter(variant, 'B');
    if (bishop)
        set(&weight[GR_W_PAIR + bishop], values->pair[GR_MIDGAME], values->pair[GR_ENDGAME]);
    set(&weight[GR_W_SHELTER], values->shelter, 0);
    set(&weight[GR_W_TEMPO], values->tempo, values->tempo);
    spread_lone_king(&weight[GR_W_CORNER], &weight[GR_W_APART]);
    spread_danger(values->danger, &weight[GR_W_DANGER]);
}
