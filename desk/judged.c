/* What stored verdicts, or evaluations in its text, say of a game. It stands beside the game, whose own comments stay
 * what they are. */
#include "desk/local.h"
#include "desk/position.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "notation/write/judgement_json.h"

static const char *const GLYPHS[GR_GRADES] = {NULL, NULL, "?!", "?", "??"};

/* What would have been better than a fault: the best line of the position before it. */
static void put_better(GrJson *json, const GrPlyView *view, const GrPosition *before) {
    char text[GR_SAN_SIZE + GR_UCI_SIZE];
    GrPosition pos = *before;
    gr_json_open(json, "better", '{');
    gr_json_open(json, "uci", '[');
    for (int i = 0; i < view->length; i++) {
        gr_uci_write(&pos, view->best[i], text);
        gr_json_string(json, NULL, text);
        gr_play(&pos, view->best[i]);
    }
    gr_json_close(json, ']');
    gr_json_open(json, "san", '[');
    pos = *before;
    for (int i = 0; i < view->length; i++) {
        gr_san_play(&pos, view->best[i], text);
        gr_json_string(json, NULL, text);
    }
    gr_json_close(json, ']');
    gr_json_close(json, '}');
}

/* A ply: White's chance and the score before any move was made there; how the move that led to it, made in `before`, is
 * called, and what would have been better. */
static void put_ply(GrJson *json, const GrJudgement *judged, uint32_t ply, const GrPosition *before) {
    const GrPlyView *view = &judged->view[ply];
    const char *glyph = ply ? GLYPHS[judged->move[ply - 1].grade] : NULL;
    gr_json_open(json, NULL, '{');
    if (view->known || view->over) {
        gr_json_real(json, "chance", judged->chance[ply], 1);
        if (gr_score_is_mate(view->score))
            gr_json_int(json, "mate", gr_score_mate_moves(view->score));
        else
            gr_json_int(json, "score", view->score);
    }
    if (glyph) {
        gr_json_string(json, "glyph", glyph);
        if (judged->view[ply - 1].length)
            put_better(json, &judged->view[ply - 1], before);
    }
    gr_json_close(json, '}');
}

static void put_plies(GrJson *json, const GrJudgement *judged, const GrGame *game) {
    GrPosition pos = game->start;
    uint32_t node = 0;
    gr_json_open(json, "plies", '[');
    for (uint32_t ply = 0; ply <= judged->plies; ply++) {
        put_ply(json, judged, ply, &pos);
        if (ply) /* `pos` is always the one before the ply that comes next */
            gr_play(&pos, game->nodes[node].move);
        node = game->nodes[node].next;
    }
    gr_json_close(json, ']');
}

static void put_judged(GrJson *json, const GrJudgement *judged, const GrGame *game) {
    char by[GR_JUDGE_NAME];
    gr_judged_by_name(&judged->by, by);
    gr_json_open(json, "judged", '{');
    gr_json_string(json, "by", by);
    gr_json_int(json, "turning", judged->turning);
    gr_json_judged_side(json, "white", &judged->side[GR_WHITE]);
    gr_json_judged_side(json, "black", &judged->side[GR_BLACK]);
    put_plies(json, judged, game);
    gr_json_close(json, '}');
}

/* Judges a copy, as that writes into it; by what the text says where there are no verdicts. */
static int judge(GrDb *db, GrJudgement *judged, const GrGame *game, GrGame *copy, GrError *error) {
    GrJudging judging;
    int code = gr_judging_begin(db, NULL, NULL, &judging, error);
    if (!code)
        code = gr_game_copy(game, copy);
    if (!code)
        code = gr_judge_game(db, &judging, judged, copy, error);
    if (!code)
        code = gr_judge_own_evals(judged, copy, &judging.thresholds);
    gr_judging_free(&judging);
    return code;
}

void desk_put_judged(GrJson *json, GrDb *db, const GrGame *game) {
    GrJudgement judged;
    GrGame copy;
    GrError error;
    if (!game->rules)
        return;
    gr_game_init(&copy);
    gr_judgement_init(&judged);
    int code = judge(db, &judged, game, &copy, &error);
    if (!code && copy.judgement)
        put_judged(json, &judged, game);
    if (code == GR_ERR_MEMORY)
        json->code = code;
    gr_judgement_free(&judged);
    gr_game_free(&copy);
}
