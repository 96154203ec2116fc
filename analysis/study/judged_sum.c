/* Sums of judged moves. */
#include "analysis/study/judged_sum.h"

void gr_sum_game(GrJudgedSum *sum, const GrJudgedSide *side) {
    if (!side->moves)
        return;
    sum->games++;
    sum->accuracy += side->accuracy;
    sum->missed += side->missed;
    sum->allowed += side->allowed;
}

void gr_sum_move(GrJudgedSum *sum, const GrJudgedMove *move, const GrMoveTime *time, double first) {
    bool judged = move && move->grade != GR_NOT_JUDGED;
    if (time && time->spent >= 0) {
        sum->timed++;
        sum->seconds += time->spent;
    }
    if (!judged)
        return;
    sum->moves++;
    sum->move_accuracy += move->accuracy;
    sum->centipawns += (uint64_t)move->centipawns;
    sum->grade[move->grade]++;
    if (time && time->before >= 0 && first > 0) {
        uint64_t *count = gr_is_pressed(time, first) ? sum->pressed : sum->calm;
        count[0]++;
        count[1] += move->grade == GR_BLUNDER;
    }
}

void gr_sum_add(GrJudgedSum *sum, const GrJudgedSum *more) {
    sum->games += more->games;
    sum->accuracy += more->accuracy;
    sum->moves += more->moves;
    sum->move_accuracy += more->move_accuracy;
    sum->centipawns += more->centipawns;
    for (int grade = 0; grade < GR_GRADES; grade++)
        sum->grade[grade] += more->grade[grade];
    sum->missed += more->missed;
    sum->allowed += more->allowed;
    sum->timed += more->timed;
    sum->seconds += more->seconds;
    for (int i = 0; i < 2; i++) {
        sum->calm[i] += more->calm[i];
        sum->pressed[i] += more->pressed[i];
    }
}

static double mean(double sum, uint64_t count) {
    return count ? sum / (double)count : -1;
}

double gr_sum_accuracy(const GrJudgedSum *sum) {
    return mean(sum->accuracy, sum->games);
}

double gr_sum_move_accuracy(const GrJudgedSum *sum) {
    return mean(sum->move_accuracy, sum->moves);
}

double gr_sum_loss(const GrJudgedSum *sum) {
    return mean((double)sum->centipawns, sum->moves);
}

double gr_sum_seconds(const GrJudgedSum *sum) {
    return mean(sum->seconds, sum->timed);
}
