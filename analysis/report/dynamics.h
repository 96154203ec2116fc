/* How exciting a game was, by the chances that an engine gave both sides all along. Internal to analysis/.
 *
 * The measures are C. Browne's (Automatic Generation and Evaluation of Recombination Games, PhD thesis,
 * Queensland University of Technology, 2008; C. Browne and F. Maire, Evolutionary Game Design, IEEE
 * Trans. Comput. Intell. AI Games 2, 2010), with the chances of winning, from 0 to 1, as evaluations of
 * the two sides:
 *
 *   drama        over the positions in which the later winner was behind, the mean of the square root of
 *                how far; 0 if it never was
 *   lead change  the share of moves after which the other side leads
 *   uncertainty  the mean of 1 - |White's chance - Black's chance|: 1 if nobody is ever ahead. Browne
 *                measures the area between the curve of the lead and that of a game that stays open; this
 *                is that area for the winner's curve
 *
 * and what says how far it went, and when:
 *
 *   worst        the least chance that the later winner had
 *   swing        the most that one move raised the later winner's chance
 *   decided      the share of the game after which the winner's chance never was below 3 in 4
 */
#ifndef GR_REPORT_DYNAMICS_H
#define GR_REPORT_DYNAMICS_H

#include <stdbool.h>
#include <stddef.h>

enum { GR_COURSE = 10 }; /* parts of a game, of equal length */

typedef struct GrDynamics {
    bool known;       /* there are chances enough: more than half of the positions */
    bool won;         /* somebody has won; drama, worst, swing and decided are 0 if not */
    double drama, lead_changes, uncertainty, worst, swing, decided;
    size_t decisive;  /* the ply of the greatest swing, from 1; 0: none */
    double open[GR_COURSE]; /* uncertainty in each tenth of the game; below 0: nothing is known */
} GrDynamics;

/* `chance` is White's after each of 0 .. plies plies, from 0 to 1; below 0: not known. `winner` is
 * GR_WHITE, GR_BLACK, or -1. The first position is that before the first move; the last one is left
 * out, since a game that is over is certain. */
void gr_dynamics(const double *chance, size_t plies, int winner, GrDynamics *dynamics);

#endif
