/* What the writers of statistics share. Internal to analysis/. */
#ifndef GR_ANALYSIS_STATS_LOCAL_H
#define GR_ANALYSIS_STATS_LOCAL_H

#include "analysis/study/stats.h"
#include "notation/buffer.h"
#include "notation/csv.h"

/* Counts what is judged and timed in a game, and its players and opening if they are wanted. */
int stats_count_judgement(GrStats *stats, GrVariantStats *v, const GrGame *game, GrResult result);

/* Counts a game in the group of its opening. */
int stats_group_opening(GrStats *stats, GrVariantStats *v, const GrGame *game, GrResult result, uint64_t plies);

/* Groups, as a table, JSON and CSV (stats_groups.c). */
void stats_table_groups(const GrVariantStats *v, GrGrouping by, GrBuffer *out);
void stats_json_groups(GrJson *json, const GrVariantStats *v, GrGrouping by);
void stats_csv_groups(const GrVariantStats *v, GrGrouping by, GrCsvField *field, GrBuffer *out);

/* The score of White, of games with a result. */
GrEstimate stats_score(const GrVariantStats *v);

/* Mean of legal moves in all positions; 0 without any. */
double stats_choice(const GrVariantStats *v);

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

/* Adds the tables of one variant, of as many players and openings as `stats` says. */
void gr_stats_table(const GrVariantStats *v, const GrStats *stats, GrBuffer *out);

/* How many of the players, or openings, are listed: `most`, 0 for all. */
size_t gr_stats_listed(const GrPlayers *players, size_t most);

/* Takes figures one by one, for JSON or CSV. A figure is of a statistic, of an item of it (NULL: of
 * the whole) and of a side (-1: of both). Figures of one statistic, and of one item, come one after
 * the other. */
typedef struct StatsWalk {
    const GrVariantStats *v;
    const GrVariant *variant;
    void (*take)(struct StatsWalk *walk, const char *statistic, const char *item, int side,
                 double value, int digits);
    GrBuffer *csv;
    GrCsvField *field;
    GrJson *json;
    char statistic[24], item[48]; /* JSON: the objects that are open now, "" for none */
} StatsWalk;

/* A name and blanks up to `width` columns, behind two blanks, without what could give orders to a terminal. A longer one
 * has a line of its own. */
void stats_put_name(const char *name, size_t width, GrBuffer *out);

/* Judgements and times (stats_judged_write.c). */
void stats_table_judged(const GrVariantStats *v, const char *judge, GrBuffer *out);
void stats_table_judged_players(const GrPlayers *players, size_t listed, const char *title, GrBuffer *out);
void stats_table_openings(const GrVariantStats *v, size_t listed, GrBuffer *out);
void stats_walk_judged(StatsWalk *walk);
void stats_json_judged(GrJson *json, const GrPlayer *player);
void stats_json_openings(GrJson *json, const GrVariantStats *v, size_t listed);
void stats_csv_judged(const GrVariantStats *v, const char *what, const GrPlayer *player, GrCsvField *field,
                      GrBuffer *out);
void stats_csv_openings(const GrVariantStats *v, size_t listed, GrCsvField *field, GrBuffer *out);

#endif
