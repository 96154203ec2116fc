/* Terms of the evaluation for chess with a hand, or with ends of its own. */
#include "analysis/engine/evaluate_local.h"

static void add(int sum[GR_PHASES], int midgame, int endgame) {
    sum[GR_MIDGAME] += midgame;
    sum[GR_ENDGAME] += endgame;
}

/* What is in hand is worth as much as on the board, and something for the choice of squares. */
void gr_terms_crazyhouse(const GrEvaluator *eval, const GrPosition *pos, int side,
                         int sum[GR_PHASES]) {
    enum { CHOICE = 15 };
    for (int type = GR_KING + 1; type <= eval->variant->types; type++) {
        int held = gr_in_hand(pos, side, type);
        const GrPieceValue *row = &eval->row[type];
        add(sum, held * (row->value[GR_MIDGAME] + CHOICE),
            held * (row->value[GR_ENDGAME] + CHOICE));
    }
}

/* Checks given; the third would have won. */
void gr_terms_threecheck(const GrEvaluator *eval, const GrPosition *pos, int side,
                         int sum[GR_PHASES]) {
    static const int worth[] = {0, 130, 420};
    int given = pos->pocket[side];
    (void)eval;
    if (given < 3)
        add(sum, worth[given], worth[given]);
}

/* How far the king has come. */
void gr_terms_racingkings(const GrEvaluator *eval, const GrPosition *pos, int side,
                          int sum[GR_PHASES]) {
    enum { RANK = 130 };
    int rank = gr_king_square(pos, side) / eval->variant->files;
    add(sum, RANK * rank, RANK * rank);
}

/* How near the king is to the middle, once few pieces can stop it. */
void gr_terms_kingofthehill(const GrEvaluator *eval, const GrPosition *pos, int side,
                            int sum[GR_PHASES]) {
    enum { STEP = 70 };
    const GrVariant *v = eval->variant;
    int king = gr_king_square(pos, side), file = king % v->files, rank = king / v->files;
    int by_file = file < v->files - 1 - file ? file : v->files - 1 - file;
    int by_rank = rank < v->ranks - 1 - rank ? rank : v->ranks - 1 - rank;
    int near = by_file < by_rank ? by_file : by_rank;
    add(sum, STEP * near / 4, STEP * near);
}
