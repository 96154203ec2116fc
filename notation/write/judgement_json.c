/* The judgement of a game in JSON. */
#include "notation/write/judgement_json.h"

#include "notation/move/san.h"
#include "notation/move/uci.h"

/* The best line: its first move in UCI, and all of it in SAN. */
static void put_best(GrJson *json, const GrPlyView *view, const GrPosition *before) {
    char uci[GR_UCI_SIZE], line[GR_VERDICT_PLIES * GR_SAN_SIZE];
    GrPosition pos = *before;
    size_t length = 0;
    if (!view->length) {
        gr_json_null(json, "best");
        gr_json_null(json, "line");
        return;
    }
    gr_uci_write(&pos, view->best[0], uci);
    gr_json_string(json, "best", uci);
    for (int i = 0; i < view->length; i++) {
        if (i)
            line[length++] = ' ';
        length += gr_san_play(&pos, view->best[i], line + length);
    }
    gr_json_string(json, "line", line);
}

void gr_json_judged_move(GrJson *json, const GrJudgement *judgement, uint32_t ply,
                         const GrPosition *before) {
    static const struct {
        unsigned mark;
        const char *name;
    } marks[] = {{GR_BEST_MOVE, "best_move"},
                 {GR_ONLY_GOOD, "only_good_move"},
                 {GR_MATE_MISSED, "mate_missed"},
                 {GR_MATE_ALLOWED, "mate_allowed"},
                 {GR_TURNING_POINT, "turning_point"}};
    const GrJudgedMove *move = &judgement->move[ply];
    bool judged = move->grade != GR_NOT_JUDGED;
    if (!judgement->view[ply + 1].known && !judgement->view[ply].length) {
        gr_json_null(json, "judgement");
        return;
    }
    gr_json_open(json, "judgement", '{');
    if (judgement->view[ply + 1].known)
        gr_json_real(json, "win", judgement->chance[ply + 1], 2);
    else
        gr_json_null(json, "win");
    gr_json_string(json, "class", gr_grade_name(move->grade));
    if (judged) {
        gr_json_real(json, "loss", move->loss, 2);
        gr_json_real(json, "accuracy", move->accuracy, 2);
    } else {
        gr_json_null(json, "loss");
        gr_json_null(json, "accuracy");
    }
    put_best(json, &judgement->view[ply], before);
    if (judgement->view[ply + 1].stored)
        gr_json_int(json, "limit", (int64_t)judgement->view[ply + 1].limit);
    else
        gr_json_null(json, "limit");
    gr_json_open(json, "marks", '[');
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (move->marks & marks[i].mark)
            gr_json_string(json, NULL, marks[i].name);
    gr_json_close(json, ']');
    gr_json_close(json, '}');
}

void gr_json_judged_side(GrJson *json, const char *name, const GrJudgedSide *side) {
    gr_json_open(json, name, '{');
    gr_json_int(json, "moves", side->moves);
    if (side->moves) {
        gr_json_real(json, "accuracy", side->accuracy, 2);
        gr_json_real(json, "average_loss", gr_average_loss(side), 2);
    } else {
        gr_json_null(json, "accuracy");
        gr_json_null(json, "average_loss");
    }
    gr_json_int(json, "dubious", side->grade[GR_DUBIOUS]);
    gr_json_int(json, "mistakes", side->grade[GR_MISTAKE]);
    gr_json_int(json, "blunders", side->grade[GR_BLUNDER]);
    gr_json_int(json, "mates_missed", side->missed);
    gr_json_int(json, "mates_allowed", side->allowed);
    gr_json_close(json, '}');
}

/* Who judged, and within which limits. */
static void put_judge(GrJson *json, const GrJudgedBy *by) {
    char judge[GR_JUDGE_NAME];
    if (!*by->engine) {
        gr_json_null(json, "judge");
        gr_json_null(json, "limit");
        return;
    }
    gr_judged_by_name(by, judge);
    gr_json_string(json, "judge", judge);
    gr_json_open(json, "limit", '{');
    gr_json_string(json, "kind", gr_limit_kind_name(by->kind));
    gr_json_int(json, "least", (int64_t)by->least);
    gr_json_int(json, "most", (int64_t)by->most);
    gr_json_close(json, '}');
}

void gr_json_judged_game(GrJson *json, const GrJudgement *judgement) {
    gr_json_open(json, "judgement", '{');
    put_judge(json, &judgement->by);
    if (judgement->turning)
        gr_json_int(json, "turning_point", judgement->turning);
    else
        gr_json_null(json, "turning_point");
    gr_json_judged_side(json, "white", &judgement->side[GR_WHITE]);
    gr_json_judged_side(json, "black", &judgement->side[GR_BLACK]);
    gr_json_close(json, '}');
}
