/* What stored verdicts say of a game. It stands beside the game, whose own comments stay what they are. */
#include "desk/local.h"
#include "desk/position.h"
#include "notation/move/san.h"

static const char *const GLYPHS[GR_GRADES] = {NULL, NULL, "?!", "?", "??"};

/* A ply: White's chance and the score before any move was made there; how the move that led to it is called. */
static void put_ply(GrJson *json, const GrJudgement *judged, uint32_t ply) {
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
    if (glyph)
        gr_json_string(json, "glyph", glyph);
    gr_json_close(json, '}');
}

static void put_judged(GrJson *json, const GrJudgement *judged) {
    char by[GR_JUDGE_NAME];
    gr_judged_by_name(&judged->by, by);
    gr_json_open(json, "judged", '{');
    gr_json_string(json, "by", by);
    gr_json_int(json, "turning", judged->turning);
    gr_json_open(json, "plies", '[');
    for (uint32_t ply = 0; ply <= judged->plies; ply++)
        put_ply(json, judged, ply);
    gr_json_close(json, ']');
    gr_json_close(json, '}');
}

void desk_put_judged(GrJson *json, GrDb *db, const GrGame *game) {
    GrJudging judging;
    GrJudgement judged;
    GrGame copy;
    GrError error;
    gr_game_init(&copy);
    gr_judgement_init(&judged);
    int code = gr_judging_begin(db, NULL, NULL, &judging, &error);
    if (!code && game->rules && gr_judging_any(&judging)) {
        code = gr_game_copy(game, &copy);
        if (!code)
            code = gr_judge_game(db, &judging, &judged, &copy, &error);
        if (!code && copy.judgement)
            put_judged(json, &judged);
    }
    if (code == GR_ERR_MEMORY)
        json->code = code;
    gr_judging_free(&judging);
    gr_judgement_free(&judged);
    gr_game_free(&copy);
}
