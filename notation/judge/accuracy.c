/* Accuracy of moves and games. */
#include "notation/judge/accuracy.h"

#include <math.h>

double gr_move_accuracy(double loss) {
    if (loss <= 0)
        return 100.0;
    double value = 103.1668100711649 * exp(-0.04354415386753951 * loss) - 3.166924740191411 + 1.0;
    return value > 100.0 ? 100.0 : value < 0.0 ? 0.0 : value;
}

static double deviation(const double *value, size_t count) {
    double mean = 0, sum = 0;
    for (size_t i = 0; i < count; i++)
        mean += value[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        sum += (value[i] - mean) * (value[i] - mean);
    return sqrt(sum / (double)count);
}

/* The weight of the move to chance[after], which is the window's of that number. */
static double weight(const double *chance, size_t count, size_t after) {
    size_t size = (count - 1) / 10;
    size = size < 2 ? 2 : size > 8 ? 8 : size;
    size_t window = after - 1, first = window < size - 2 ? 0 : window - (size - 2);
    double wide = deviation(chance + first, size < count - first ? size : count - first);
    return wide < 0.5 ? 0.5 : wide > 12.0 ? 12.0 : wide;
}

void gr_game_accuracy(const double *chance, size_t count, const GrAccuracyMove *move, size_t moves,
                      double accuracy[2]) {
    double weights[2] = {0}, sum[2] = {0}, inverse[2] = {0};
    size_t made[2] = {0};
    for (size_t i = 0; i < moves; i++) {
        int side = move[i].side;
        double w = weight(chance, count, move[i].after);
        weights[side] += w;
        sum[side] += w * move[i].accuracy;
        inverse[side] += 1 / (move[i].accuracy < 1 ? 1 : move[i].accuracy);
        made[side]++;
    }
    for (int side = 0; side < 2; side++)
        accuracy[side] = made[side]
                             ? (sum[side] / weights[side] + (double)made[side] / inverse[side]) / 2
                             : GR_NO_ACCURACY;
}
