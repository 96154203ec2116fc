/* Sums of judged moves: of a side, a player, an opening, a phase. */
#ifndef GR_ANALYSIS_JUDGED_SUM_H
#define GR_ANALYSIS_JUDGED_SUM_H

#include <stdint.h>

#include "notation/judge/clock.h"
#include "notation/judge/judgement.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrJudgedSum {
    uint64_t games;               /* with an accuracy */
    double accuracy;              /* sum of those of games */
    uint64_t moves;               /* that were judged */
    double move_accuracy;         /* sum of theirs */
    uint64_t centipawns;          /* lost by them */
    uint64_t grade[GR_GRADES];    /* how many of each */
    uint64_t missed, allowed;     /* mates */
    uint64_t timed;               /* moves whose time is known, judged or not */
    double seconds;               /* sum of theirs */
    uint64_t calm[2], pressed[2]; /* judged moves with a known clock, without and in time pressure:
                                  all, and blunders */
} GrJudgedSum;

/* Adds a side's game, but for its moves. */
void gr_sum_game(GrJudgedSum *sum, const GrJudgedSide *side);

/* Adds a move. `move` NULL: it was not judged; `time` NULL: nothing is known of its time. `first`
 * is what gr_first_time gives. */
void gr_sum_move(GrJudgedSum *sum, const GrJudgedMove *move, const GrMoveTime *time, double first);

/* Adds one sum to another. */
void gr_sum_add(GrJudgedSum *sum, const GrJudgedSum *more);

/* Means: accuracy of games, of moves, and loss in centipawns, seconds a move; -1 where there are
 * none. */
double gr_sum_accuracy(const GrJudgedSum *sum);
double gr_sum_move_accuracy(const GrJudgedSum *sum);
double gr_sum_loss(const GrJudgedSum *sum);
double gr_sum_seconds(const GrJudgedSum *sum);

GR_END_DECLS

#endif
