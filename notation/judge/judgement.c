/* Judging the moves of a game. */
#include "notation/judge/judgement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "notation/eval.h"

/* Centipawns by which White is ahead at the start, as lichess counts it. */
enum { AT_START = 15 };

/* How far ahead in centipawns a mate that is missed or allowed is no blunder, or no mistake. */
enum { AHEAD = 700, FAR_AHEAD = 999 };

bool gr_thresholds_read(const char *text, GrThresholds *thresholds) {
    double value[3];
    for (int i = 0; i < 3; i++) {
        char *end;
        value[i] = *text >= '0' && *text <= '9' ? strtod(text, &end) : -1;
        if (value[i] < 0 || value[i] > 100 || (i && value[i] < value[i - 1]) ||
            *end != (i < 2 ? ',' : '\0'))
            return false;
        text = end + 1;
    }
    *thresholds = (GrThresholds){value[0], value[1], value[2]};
    return true;
}

const char *gr_grade_name(GrGrade grade) {
    static const char *const name[GR_GRADES] = {NULL, "good", "dubious", "mistake", "blunder"};
    return name[grade];
}

int gr_grade_nag(GrGrade grade) {
    static const int nag[GR_GRADES] = {0, 0, 6, 2, 4};
    return nag[grade];
}

double gr_average_loss(const GrJudgedSide *side) {
    return side->moves ? (double)side->centipawns / side->moves : -1;
}

void gr_judgement_init(GrJudgement *judgement) {
    memset(judgement, 0, sizeof *judgement);
}

static void free_room(GrJudgement *j) {
    free(j->view);
    free(j->chance);
    free(j->move);
    free(j->list);
    free(j->accurate);
    j->view = NULL;
    j->chance = j->list = NULL;
    j->move = NULL;
    j->accurate = NULL;
    j->room = 0;
}

void gr_judgement_free(GrJudgement *judgement) {
    free_room(judgement);
    gr_judgement_init(judgement);
}

/* ---- what is known ---- */

/* Room for the positions after 0 to `plies` plies. */
static int make_room(GrJudgement *j, uint32_t plies) {
    if (j->room > plies)
        return 0;
    free_room(j);
    size_t room = (size_t)plies + plies / 2 + 64;
    j->view = calloc(room, sizeof *j->view);
    j->chance = calloc(room, sizeof *j->chance);
    j->move = calloc(room, sizeof *j->move);
    j->list = calloc(room, sizeof *j->list);
    j->accurate = calloc(room, sizeof *j->accurate);
    if (!j->view || !j->chance || !j->move || !j->list || !j->accurate) {
        free_room(j);
        return GR_ERR_MEMORY;
    }
    j->room = (uint32_t)(room < UINT32_MAX ? room : UINT32_MAX);
    return 0;
}

static void view_text(GrPlyView *view, const char *comment) {
    GrEval eval;
    *view = (GrPlyView){.second = GR_NO_SCORE};
    if (!gr_eval_find(comment, &eval) || (eval.mate && !eval.moves))
        return;
    view->known = view->of_text = true;
    view->score = gr_score_of_eval(&eval);
    view->depth = eval.depth > 0 && eval.depth < 1000 ? eval.depth : 0;
}

static void view_start(GrPlyView *view, const GrGame *game) {
    GrPosition usual;
    gr_start(game->rules, &usual);
    if (view->known || !gr_same(&usual, &game->start))
        return;
    view->known = true;
    view->score = usual.turn == GR_WHITE ? AT_START : -AT_START;
}

static void view_end(GrPlyView *view, const GrGame *game) {
    int winner;
    GrState state = gr_game_end(game, &winner);
    bool won = game->result == GR_WHITE_WINS || game->result == GR_BLACK_WINS;
    if (state == GR_OPEN || (state == GR_DRAWN && won))
        return;
    *view = (GrPlyView){.known = true, .over = true, .second = GR_NO_SCORE};
    view->score = winner < 0 ? 0 : winner == GR_WHITE ? GR_MATE : -GR_MATE;
}

int gr_judgement_begin(GrJudgement *judgement, const GrGame *game) {
    uint32_t plies = game->rules && game->node_count ? game->plies : 0, ply = 0;
    if (plies == UINT32_MAX || make_room(judgement, plies))
        return GR_ERR_MEMORY;
    GrPosition pos = game->start;
    uint32_t at = 0;
    judgement->plies = plies;
    judgement->by = (GrJudgedBy){.lines = 1};
    for (; ply <= plies; ply++) {
        const GrNode *node = game->node_count ? &game->nodes[at] : NULL;
        view_text(&judgement->view[ply], node ? gr_game_string(game, node->comment) : "");
        at = node ? node->next : 0;
        if (ply == plies || !at)
            break;
        judgement->move[ply] = (GrJudgedMove){.side = pos.turn};
        gr_play(&pos, game->nodes[at].move);
    }
    judgement->plies = ply < plies ? ply : plies;
    if (!game->rules)
        return 0;
    view_start(&judgement->view[0], game);
    if (judgement->plies)
        view_end(&judgement->view[judgement->plies], game);
    return 0;
}

bool gr_has_evals(const GrGame *game) {
    GrEval eval;
    for (uint32_t at = game->node_count ? game->nodes[0].next : 0; at; at = game->nodes[at].next)
        if (gr_eval_find(gr_game_string(game, game->nodes[at].comment), &eval))
            return true;
    return false;
}

void gr_view_take(GrPlyView *view, const GrPosition *pos, const GrVerdict *verdict) {
    GrPosition now = *pos;
    if (view->over || !verdict->lines)
        return;
    const GrVerdictLine *best = &verdict->line[0];
    *view = (GrPlyView){.known = true,
                        .stored = true,
                        .score = best->score,
                        .depth = verdict->depth,
                        .second = verdict->lines > 1 ? verdict->line[1].score : GR_NO_SCORE};
    for (int i = 0; i < best->length && i < GR_VERDICT_PLIES; i++) {
        if (!gr_is_legal(&now, best->move[i]))
            break;
        view->best[view->length++] = best->move[i];
        gr_play(&now, best->move[i]);
    }
}

/* ---- grades ---- */

/* A score from White's view as its side sees it. */
static GrScore seen_by(GrScore white, int side) {
    return side == GR_WHITE ? white : -white;
}

static GrGrade by_loss(double loss, const GrThresholds *limit) {
    return loss >= limit->blunder   ? GR_BLUNDER
           : loss >= limit->mistake ? GR_MISTAKE
           : loss >= limit->dubious ? GR_DUBIOUS
                                    : GR_GOOD;
}

static GrGrade by_mate(GrScore other) {
    if (gr_score_is_mate(other))
        return GR_BLUNDER;
    return abs(other) > FAR_AHEAD ? GR_DUBIOUS : abs(other) > AHEAD ? GR_MISTAKE : GR_BLUNDER;
}

/* The grade by the scores as the mover sees them; sets the marks about mates. */
static GrGrade grade_scores(GrJudgedMove *move, GrScore before, GrScore after,
                            const GrThresholds *limit) {
    bool had = gr_score_is_mate(before), has = gr_score_is_mate(after);
    if (!had && !has)
        return by_loss(move->loss, limit);
    if (had && before > 0 && (!has || after < 0)) {
        move->marks |= GR_MATE_MISSED;
        return by_mate(has || after <= 0 ? GR_MATE : after);
    }
    if (!had && after < 0) {
        move->marks |= GR_MATE_ALLOWED;
        return by_mate(before >= 0 ? 0 : before);
    }
    return GR_GOOD;
}

/* The chance of the mover. */
static double chance_of(const GrWinCurve *curve, GrScore white, int side) {
    double chance = gr_win_chance(curve, white);
    return side == GR_WHITE ? chance : 100.0 - chance;
}

static double lost(const GrWinCurve *curve, GrScore before, GrScore after, int side) {
    double loss = chance_of(curve, before, side) - chance_of(curve, after, side);
    return loss > 0 ? loss : 0;
}

/* Would the second line have been a mistake? */
static bool is_only(const GrWinCurve *curve, const GrPlyView *view, int side,
                    const GrThresholds *limit) {
    return view->second != GR_NO_SCORE &&
           lost(curve, view->score, view->second, side) >= limit->mistake;
}

static bool is_forced(const GrPosition *pos) {
    GrMoveList list;
    gr_moves(pos, &list);
    return list.count == 1;
}

static void judge_move(GrJudgement *j, uint32_t ply, const GrPosition *pos, GrMove played,
                       const GrWinCurve *curve, const GrThresholds *limit) {
    const GrPlyView *before = &j->view[ply], *after = &j->view[ply + 1];
    GrJudgedMove *move = &j->move[ply];
    *move = (GrJudgedMove){.side = pos->turn};
    if (before->length && before->best[0] == played)
        move->marks = GR_BEST_MOVE | (is_only(curve, before, move->side, limit) ? GR_ONLY_GOOD : 0);
    if (!before->known || !after->known || (before->stored && after->of_text) ||
        (before->of_text && after->stored))
        return;
    GrScore from = gr_score_within_ceiling(before->score),
            to = gr_score_within_ceiling(after->score);
    int fall = seen_by(from, move->side) - seen_by(to, move->side);
    move->centipawns = fall > 0 ? fall : 0;
    move->accuracy = gr_move_accuracy(lost(curve, from, to, move->side));
    move->loss = lost(curve, before->score, after->score, move->side);
    move->grade = grade_scores(move, seen_by(before->score, move->side),
                               seen_by(after->score, move->side), limit);
    if (move->grade > GR_GOOD && ((move->marks & GR_BEST_MOVE) || is_forced(pos))) {
        move->grade = GR_GOOD;
        move->marks &= ~(unsigned)(GR_MATE_MISSED | GR_MATE_ALLOWED);
    }
}

/* ---- the game ---- */

static void sum_up(GrJudgement *j, const GrWinCurve *curve) {
    size_t count = 0, moves = 0;
    double accuracy[2];
    for (uint32_t ply = 0; ply <= j->plies; ply++) {
        const GrPlyView *view = &j->view[ply];
        if (!view->known)
            continue;
        j->list[count++] = gr_win_chance(curve, gr_score_within_ceiling(view->score));
        if (!ply || j->move[ply - 1].grade == GR_NOT_JUDGED)
            continue;
        const GrJudgedMove *move = &j->move[ply - 1];
        GrJudgedSide *side = &j->side[move->side];
        j->accurate[moves++] = (GrAccuracyMove){count - 1, move->side, move->accuracy};
        side->moves++;
        side->grade[move->grade]++;
        side->missed += (move->marks & GR_MATE_MISSED) != 0;
        side->allowed += (move->marks & GR_MATE_ALLOWED) != 0;
        side->centipawns += (uint64_t)move->centipawns;
    }
    gr_game_accuracy(j->list, count, j->accurate, moves, accuracy);
    for (int side = 0; side < 2; side++)
        j->side[side].accuracy = accuracy[side];
}

/* The ply from which on the winner's chance stayed at 60 or more, if there was one before it where
 * it was less; 0 if there is none, or it is not known. */
static uint32_t turn_to_winner(const GrJudgement *j, int winner) {
    uint32_t ply = j->plies;
    for (;; ply--) {
        double chance = winner == GR_WHITE ? j->chance[ply] : 100.0 - j->chance[ply];
        if (!j->view[ply].known)
            return 0;
        if (chance < 60)
            return ply < j->plies ? ply + 1 : 0;
        if (!ply)
            return 0;
    }
}

static uint32_t largest_blunder(const GrJudgement *j) {
    uint32_t found = 0;
    double loss = 0;
    for (uint32_t ply = 0; ply < j->plies; ply++)
        if (j->move[ply].grade == GR_BLUNDER && j->move[ply].loss > loss) {
            found = ply + 1;
            loss = j->move[ply].loss;
        }
    return found;
}

/* Where the game was decided: see grimoire-judgement(7). */
static uint32_t turning_point(const GrJudgement *j, const GrGame *game) {
    if (game->result == GR_WHITE_WINS || game->result == GR_BLACK_WINS)
        return turn_to_winner(j, game->result == GR_WHITE_WINS ? GR_WHITE : GR_BLACK);
    return largest_blunder(j);
}

/* What is known of positions, and within which limits. */
static void count_known(GrJudgement *j, const GrWinCurve *curve) {
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t ply = 0; ply <= j->plies; ply++) {
        const GrPlyView *view = &j->view[ply];
        j->chance[ply] = view->known ? gr_win_chance(curve, view->score) : 50.0;
        j->known += view->known && !view->over;
        j->stored += view->stored;
        if (!view->stored)
            continue;
        least = view->limit < least ? view->limit : least;
        most = view->limit > most ? view->limit : most;
    }
    j->by.least = j->stored ? least : 0;
    j->by.most = most;
}

void gr_judgement_end(GrJudgement *judgement, const GrGame *game, const GrThresholds *thresholds) {
    GrJudgement *j = judgement;
    GrPosition pos = game->start;
    uint32_t at = j->plies ? game->nodes[0].next : 0;
    memset(j->side, 0, sizeof j->side);
    j->known = j->stored = j->turning = 0;
    j->side[GR_WHITE].accuracy = j->side[GR_BLACK].accuracy = GR_NO_ACCURACY;
    if (!game->rules)
        return;
    const GrWinCurve *curve = gr_win_curve(game->rules);
    count_known(j, curve);
    for (uint32_t ply = 0; ply < j->plies; ply++) {
        judge_move(j, ply, &pos, game->nodes[at].move, curve, thresholds);
        gr_play(&pos, game->nodes[at].move);
        at = game->nodes[at].next;
    }
    sum_up(j, curve);
    j->turning = turning_point(j, game);
    if (j->turning)
        j->move[j->turning - 1].marks |= GR_TURNING_POINT;
}

int gr_judge_text(GrJudgement *judgement, const GrGame *game, const GrThresholds *thresholds) {
    int code = gr_judgement_begin(judgement, game);
    if (!code)
        gr_judgement_end(judgement, game, thresholds);
    return code;
}

int gr_judge_own_evals(GrJudgement *judgement, GrGame *game, const GrThresholds *thresholds) {
    if (game->judgement || !gr_has_evals(game))
        return 0;
    int code = gr_judge_text(judgement, game, thresholds);
    bool any = judgement->side[GR_WHITE].moves || judgement->side[GR_BLACK].moves;
    game->judgement = code || !any ? NULL : judgement;
    return code;
}
