/* The evaluation: material, squares, mobility, pawns, the king. */
#include "analysis/engine/evaluate_local.h"

#include <stdlib.h>

/* ---- making an evaluator ---- */

/* Steps from the nearer edge, by file and by rank together, less half of the most there can be. */
static int centrality(const GrVariant *v, int sq) {
    int file = sq % v->files, rank = sq / v->files;
    int by_file = file < v->files - 1 - file ? file : v->files - 1 - file;
    int by_rank = rank < v->ranks - 1 - rank ? rank : v->ranks - 1 - rank;
    return by_file + by_rank - ((v->files - 1) / 2 + (v->ranks - 1) / 2) / 2;
}

static int advanced(const GrVariant *v, int side, int sq, int weight) {
    int rank = gr_relative_rank(v, side, sq), last = v->ranks > 1 ? v->ranks - 1 : 1;
    return weight * rank * rank / (last * last);
}

static void build_square(GrEvaluator *eval, int side, int sq) {
    const GrVariant *v = eval->variant;
    for (int phase = 0; phase < GR_PHASES; phase++) {
        for (int type = 1; type <= v->types; type++) {
            const GrPieceValue *row = &eval->row[type];
            eval->place[side][type][sq][phase] =
                (int16_t)(row->value[phase] + row->centre[phase] * centrality(v, sq) +
                          advanced(v, side, sq, row->advance[phase]));
        }
        eval->passed[side][sq][phase] = (int16_t)advanced(v, side, sq, eval->values.passed[phase]);
    }
}

static void build_types(GrEvaluator *eval) {
    const GrVariant *v = eval->variant;
    for (int i = 0; i < GR_MAX_TYPES && eval->values.piece[i].letter; i++) {
        int type = gr_type_of_letter(v, eval->values.piece[i].letter);
        if (type)
            eval->row[type] = eval->values.piece[i];
    }
    for (int type = 1; type <= v->types; type++) {
        const GrPieceRow *row = &v->piece[type];
        eval->pawn[type] = row->flags & GR_IS_PAWN;
        if (row->letter == 'B' && row->capture.diag == GR_FAR && !row->capture.orth)
            eval->bishop = type;
    }
}

/* Midgame value of what is neither pawn nor king. */
static int material(const GrEvaluator *eval, const GrPosition *pos) {
    int sum = 0;
    for (int type = 2; type <= eval->variant->types; type++)
        if (!eval->pawn[type])
            sum += gr_set_count(pos->type[type]) * eval->row[type].value[GR_MIDGAME];
    return sum;
}

GrEvaluator *gr_evaluator_new(const GrRules *rules) {
    GrEvaluator *eval = calloc(1, sizeof *eval);
    if (!eval)
        return NULL;
    eval->variant = gr_variant(rules);
    gr_geometry_build(&eval->geometry, eval->variant);
    const GrValues *values = gr_values_of(eval->variant->name);
    if (values)
        eval->values = *values;
    else
        gr_values_guess(eval->variant, &eval->geometry, &eval->values);
    build_types(eval);
    for (int rank = 0; rank < eval->variant->ranks; rank++)
        for (int file = 0; file < eval->variant->files; file++) {
            build_square(eval, GR_WHITE, gr_square(eval->variant, file, rank));
            build_square(eval, GR_BLACK, gr_square(eval->variant, file, rank));
        }
    GrPosition start;
    gr_start(rules, &start);
    eval->full = material(eval, &start);
    return eval;
}

void gr_evaluator_free(GrEvaluator *eval) {
    free(eval);
}

int gr_value_of(const GrEvaluator *eval, int type) {
    return eval->row[type].value[GR_MIDGAME];
}

/* ---- evaluating ---- */

typedef struct View {
    const GrEvaluator *eval;
    const GrPosition *pos;
    int side;
    GrSet own, enemy, occupied; /* occupied: holes too */
    GrSet ring;                 /* squares around the enemy's king */
    int attack;                 /* on the ring */
    int sum[GR_PHASES];
} View;

static void add(View *view, const int16_t term[GR_PHASES], int times) {
    view->sum[GR_MIDGAME] += term[GR_MIDGAME] * times;
    view->sum[GR_ENDGAME] += term[GR_ENDGAME] * times;
}

/* What the piece could go to or take, and how hard it presses on the enemy's king. */
static void add_mobility(View *view, int type, int sq) {
    const GrGeometry *g = &view->eval->geometry;
    const GrPieceValue *row = &view->eval->row[type];
    GrSet moves = gr_geometry_reach(g, type, GR_MOVING, sq, view->occupied), takes = moves;
    if (!g->same[type])
        takes = gr_geometry_reach(g, type, GR_TAKING, sq, view->occupied);
    int squares = gr_set_count((moves & ~view->occupied) | (takes & view->enemy));
    view->sum[GR_MIDGAME] += row->mobility[GR_MIDGAME] * squares;
    view->sum[GR_ENDGAME] += row->mobility[GR_ENDGAME] * squares;
    if (type != GR_KING && (takes & view->ring))
        view->attack += row->value[GR_MIDGAME] * gr_set_count(takes & view->ring) / 100;
}

static void add_pieces(View *view, int type) {
    for (GrSet left = view->own & view->pos->type[type]; left;) {
        int sq = gr_set_pop(&left);
        add(view, view->eval->place[view->side][type][sq], 1);
        add_mobility(view, type, sq);
    }
}

static void add_pawns(View *view, int type, GrSet own, GrSet enemy) {
    const GrGeometry *g = &view->eval->geometry;
    const GrValues *values = &view->eval->values;
    for (GrSet left = view->own & view->pos->type[type]; left;) {
        int sq = gr_set_pop(&left);
        GrSet ahead = g->ahead[view->side][sq];
        add(view, view->eval->place[view->side][type][sq], 1);
        if (!((g->file[sq] | g->beside[sq]) & ahead & enemy))
            add(view, view->eval->passed[view->side][sq], 1);
        if (g->file[sq] & ahead & own)
            add(view, values->doubled, 1);
        if (!(g->beside[sq] & own))
            add(view, values->isolated, 1);
    }
}

static GrSet all_pawns(const GrEvaluator *eval, const GrPosition *pos) {
    GrSet set = 0;
    for (int type = 2; type <= eval->variant->types; type++)
        set |= eval->pawn[type] ? pos->type[type] : 0;
    return set;
}

/* The squares around the royal piece of a side, if it has one. */
static GrSet around_king(const GrEvaluator *eval, const GrPosition *pos, int side) {
    GrSet king = pos->type[GR_KING] & pos->side[side];
    return king ? eval->geometry.near[gr_set_first(king)] : 0;
}

static void look(View *view, const GrEvaluator *eval, const GrPosition *pos, int side) {
    const GrValues *values = &eval->values;
    GrSet pawns = all_pawns(eval, pos);
    GrSet home = around_king(eval, pos, side);
    *view = (View){.eval = eval, .pos = pos, .side = side};
    view->own = pos->side[side];
    view->enemy = pos->side[!side];
    view->occupied = view->own | view->enemy | pos->type[0];
    view->ring = around_king(eval, pos, !side);
    for (int type = 1; type <= eval->variant->types; type++) {
        if (eval->pawn[type])
            add_pawns(view, type, pawns & view->own, pawns & view->enemy);
        else
            add_pieces(view, type);
    }
    view->sum[GR_MIDGAME] += values->shelter * gr_set_count(home & pawns & view->own);
    if (eval->bishop && gr_set_count(view->own & pos->type[eval->bishop]) > 1)
        add(view, values->pair, 1);
    if (values->variant_terms)
        values->variant_terms(eval, pos, side, view->sum);
}

/* The more pieces press on the king together, the worse: the square of their sum, up to a bound. */
static int danger(const GrEvaluator *eval, int attack) {
    int penalty = eval->values.danger * attack * attack / 256;
    return penalty < 500 ? penalty : 500;
}

GrScore gr_evaluate(const GrEvaluator *eval, const GrPosition *pos) {
    View white, black;
    look(&white, eval, pos, GR_WHITE);
    look(&black, eval, pos, GR_BLACK);
    int mid = white.sum[GR_MIDGAME] - black.sum[GR_MIDGAME];
    int end = white.sum[GR_ENDGAME] - black.sum[GR_ENDGAME];
    mid += danger(eval, white.attack) - danger(eval, black.attack);
    int left = material(eval, pos);
    left = left < eval->full ? left : eval->full;
    int score = eval->full ? (mid * left + end * (eval->full - left)) / eval->full : end;
    score = (pos->turn == GR_WHITE ? score : -score) + eval->values.tempo;
    if (score > GR_EVAL_LIMIT)
        return GR_EVAL_LIMIT;
    return score < -GR_EVAL_LIMIT ? -GR_EVAL_LIMIT : score;
}
