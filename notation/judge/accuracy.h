/* Accuracy: how near to the best moves a player came, from 0 to 100.
 *
 * The formulas are lichess's. For moves they are published at https://lichess.org/page/accuracy,
 * for games in the sources of lila (AccuracyPercent): the mean of two means of the accuracies of a
 * player's moves, of which one weighs each move by how much the chances change around it, and the
 * other is harmonic, so that bad moves count for more.
 */
#ifndef GR_NOTATION_ACCURACY_H
#define GR_NOTATION_ACCURACY_H

#include <stddef.h>
#include <stdint.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

#define GR_NO_ACCURACY (-1.0)

/* Of a move that lowered its side's chance by `loss` percent: 100 for none (or below 0), otherwise
 *     103.1668100711649 * exp(-0.04354415386753951 * loss) - 3.166924740191411 + 1
 * within 0 and 100; the 1 makes up for the engine's doubts. */
double gr_move_accuracy(double loss);

/* A move of a game, as gr_game_accuracy looks at it. */
typedef struct GrAccuracyMove {
    size_t after; /* the position after it: chance[after]; the one before it is chance[after - 1] */
    int side;     /* GR_WHITE or GR_BLACK */
    double accuracy;
} GrAccuracyMove;

/* Sets accuracy[side] for a game: `chance` are White's, 0 to 100, in the positions that are known,
 * in order; moves between two of them that do not follow each other are left out of `move`.
 * GR_NO_ACCURACY for a side without a move.
 *
 *     size      = moves / 10, at least 2 and at most 8; "moves" is count - 1
 *     windows   = the first `size` chances (size - 2) times, then each `size` chances in a row
 *     weight    = standard deviation (of the whole window) of the nth window for the nth move,
 *                 at least 0.5 and at most 12
 *     weighted  = sum(weight * accuracy) / sum(weight)
 *     harmonic  = moves of the side / sum(1 / max(1, accuracy))
 *     accuracy  = (weighted + harmonic) / 2 */
void gr_game_accuracy(const double *chance, size_t count, const GrAccuracyMove *move, size_t moves,
                      double accuracy[2]);

GR_END_DECLS

#endif
