/* What the writers of statistics share. Internal to analysis/. */
#ifndef GR_ANALYSIS_STATS_LOCAL_H
#define GR_ANALYSIS_STATS_LOCAL_H

#include "analysis/study/stats.h"
#include "notation/buffer.h"

/* The order in which results are listed. */
enum { GR_STATS_RESULTS = 4 };
extern const GrResult gr_stats_results[GR_STATS_RESULTS];

const char *gr_stats_result_name(GrResult result);

/* Length of the shortest and of the longest game. */
uint64_t gr_stats_shortest(const GrVariantStats *v);
uint64_t gr_stats_longest(const GrVariantStats *v);
double gr_stats_mean(const GrVariantStats *v);

/* Games of `from` plies and more, but less than from + bar. */
uint64_t gr_stats_between(const GrVariantStats *v, uint64_t from, uint64_t bar);

/* Pieces of a type that a side has lost: to the other side and to its own spells. */
uint64_t gr_stats_lost(const GrVariantStats *v, int side, int type);

/* Adds the tables of one variant, of at most `most_players` players (0: of all). */
void gr_stats_table(const GrVariantStats *v, size_t most_players, GrBuffer *out);

/* How many players of the variant are listed. */
size_t gr_stats_players_listed(const GrVariantStats *v, size_t most);

#endif
