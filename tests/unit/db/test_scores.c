/* The scores of move codec 3. */
#include <limits.h>

#include "db/codec/codec.h"
#include "db/codec/variant_model.h"
#include "db/codec/variant_view.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

/* The sum of the weights that variant_view.h says a move has. */
static int score_of(const GrVariantView *view, GrMove move) {
    uint16_t number[GR_VV_LEAVE + GR_VV_ARRIVE + GR_VV_RARE];
    int from = gr_move_from(move), to = gr_move_to(move), sum = 0;
    unsigned row = gr_vv_row(view, from), content = gr_vv_content(view, to);
    unsigned count = GR_VV_LEAVE + GR_VV_ARRIVE;
    gr_variant_leave(view, from, row, number);
    gr_variant_arrive(view, from, to, row, content, number + GR_VV_LEAVE);
    if (gr_variant_is_rare(view, move, content))
        count += gr_variant_rare(view, move, row, content, number + count);
    for (unsigned i = 0; i < count; i++)
        sum += view->model->weight[number[i]];
    return sum;
}

/* The moves of scores, in their order. */
static unsigned list_scored(const GrVariantScores *scores, GrMove *move) {
    for (GrSet from = scores->sets.from; from;) {
        int sq = gr_set_pop(&from);
        unsigned at = scores->first[sq];
        for (GrSet to = scores->sets.to[sq]; to;)
            move[at++] = gr_move_make(GR_NORMAL, sq, gr_set_pop(&to), 0, 0);
    }
    for (unsigned i = 0; i < scores->sets.others.count; i++)
        move[scores->plain + i] = scores->sets.others.move[i];
    return scores->count;
}

/* How many scores are not what the definition says. */
static unsigned wrong_scores(GrVariantScorer *scorer, const GrPlace *place) {
    static GrVariantScores scores;
    static GrMove move[GR_MAX_MOVES];
    GrVariantView view;
    int best = INT_MIN;
    unsigned wrong = 0;
    gr_variant_score(scorer, place, &scores);
    gr_variant_view(place, place->model, &view);
    unsigned count = list_scored(&scores, move);
    for (unsigned i = 0; i < count; i++)
        best = score_of(&view, move[i]) > best ? score_of(&view, move[i]) : best;
    for (unsigned i = 0; i < count; i++) {
        int less = best - score_of(&view, move[i]);
        wrong += -scores.score[i] != (less < GR_VARIANT_FAR_BELOW ? less : GR_VARIANT_FAR_BELOW);
    }
    return wrong + (count != gr_count_moves(&place->pos));
}

/* Of a game of random moves. */
static unsigned wrong_in_game(AidRandom *random, const GrRules *rules) {
    static GrVariantScorer scorer;
    GrMoveList list;
    GrPosition start;
    GrPlace place;
    unsigned wrong = 0;
    gr_start(rules, &start);
    gr_place_start(&place, &start);
    scorer.model = NULL;
    for (int ply = 0; ply < 200 && place.model; ply++) {
        gr_moves(&place.pos, &list);
        if (!list.count)
            break;
        wrong += wrong_scores(&scorer, &place);
        gr_place_play(&place, list.move[aid_random(random, list.count)]);
    }
    return wrong;
}

/* What is summed up beforehand and by sets gives the scores of the definition, move by move. */
static void scores_are_as_defined(void) {
    AidRandom random = {test_seed(23)};
    const GrRules *rules;
    unsigned wrong = 0;
    for (size_t v = 0; (rules = gr_variants_at(aid_book(), v)); v++)
        for (int game = 0; game < 25; game++)
            wrong += wrong_in_game(&random, rules);
    CHECK_INT(wrong, 0);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(scores_are_as_defined);
    return test_end();
}
