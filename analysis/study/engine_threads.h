/* Items of work for several threads, each with an engine of its own. Internal to analysis/.
 *
 * The room analysis/study gives engines work, ours or another's (analyst.h), and counts what comes of it.
 *
 * annotate_run.h has each position of a database judged once: one thread lists positions (annotate_list.c,
 * annotate_swing.c, walk.h) and saves verdicts, the others only have engines (annotate_pool.h); annotate_take.h takes
 * verdicts from files. match.h plays two engines against each other, and elo.h and sprt.h say what the result means.
 * stats.h counts a selection: stats.c a game, stats_sums.c the sums, stats_write.c the tables; estimate.h has shares
 * and means with their intervals.
 */
#ifndef GR_ANALYSIS_ENGINE_THREADS_H
#define GR_ANALYSIS_ENGINE_THREADS_H

#include "analysis/engine/search.h"
#include "analysis/study/places.h"

/* One item of the work; 0 or a GrCode. */
typedef int GrWorkItem(void *user, GrSearch *search, int at);

/* Calls work(user, one of the engines, at) once for each `at` from 0 to count - 1, in `threads` threads, each with its
 * own engine: the caller's is one of them, and where the system gives fewer, fewer work. A thread for which there is no
 * place begins nothing new. After a failure nothing new is begun. Returns 0 or the code of the first failure. */
int gr_engine_threads_run(GrSearch *const *search, int threads, int count, const GrPlaces *places, GrWorkItem *work,
                          void *user);

#endif
