/* The options that say whose verdicts count and what a blunder is, the same in all programs that show
 * judgements. */
#ifndef GR_CLI_JUDGE_H
#define GR_CLI_JUDGE_H

#include "cli/databases.h"
#include "db/db.h"

/* Their codes; a program's own begin elsewhere. */
enum { CLI_JUDGE = CLI_LONG + 1200, CLI_THRESHOLDS };

#define CLI_THRESHOLD_OPTION                                                                    \
    {"thresholds", CLI_THRESHOLDS, "A,B,C",                                                     \
     "points of winning chance lost with ?!, ?, ?? (default: 5,10,15)"}

#define CLI_JUDGE_OPTIONS                                                                       \
    {"judge", CLI_JUDGE, "TEXT", "whose evaluations to show: part of the name, or none"},       \
    CLI_THRESHOLD_OPTION

typedef struct CliJudge {
    const char *judge; /* NULL: the one with most positions */
    GrThresholds thresholds;
} CliJudge;

static inline CliJudge cli_judge(void) {
    return (CliJudge){.thresholds = GR_USUAL_THRESHOLDS};
}

/* Takes the option if it is one of these; false if not. */
static inline bool cli_judge_option(Cli *cli, int code, CliJudge *judge) {
    if (code == CLI_JUDGE)
        judge->judge = cli->arg;
    else if (code == CLI_THRESHOLDS && !gr_thresholds_read(cli->arg, &judge->thresholds))
        cli_bad_option(cli, "option --thresholds: '%s' is not three rising numbers up to 100, such as 5,10,15",
                       cli->arg);
    return code == CLI_JUDGE || code == CLI_THRESHOLDS;
}

/* Chooses the judge in a database; fails as gr_judging_begin does, and is undone as that is. A name that
 * fits several judges is as bad usage as one that fits none. */
static inline int cli_begin_judging(GrDb *db, const CliJudge *judge, GrJudging *judging, GrError *error) {
    *judging = (GrJudging){.family = NULL};
    int code = gr_judging_begin(db, judge->judge, &judge->thresholds, judging, error);
    if (code != GR_ERR_LIMIT)
        return code;
    return (int)(error->code = GR_ERR_NOT_FOUND);
}

/* CLI_DAMAGED after reporting that damaged evaluations were asked for, or 0. */
static inline int cli_report_lost(Cli *cli, const GrDb *db) {
    if (!gr_evals_lost(db))
        return CLI_OK;
    cli_error(cli, "%s: some evaluations are damaged and left out; 'grimoire db verify' lists them", cli->db);
    return CLI_DAMAGED;
}

/* Opens the databases, as cli_open_databases does. Those that have no such judge, or several, are
 * reported and left out. */
static inline bool cli_open_judged(Cli *cli, const GrVariants *variants, const CliJudge *judge,
                                   CliDatabases *all) {
    int kept = 0;
    GrError error;
    cli_open_databases(cli, variants, all);
    for (int n = 0; n < all->count; n++) {
        GrJudging judging;
        cli->db = all->path[n];
        int code = cli_begin_judging(all->db[n], judge, &judging, &error);
        gr_judging_free(&judging);
        if (code) {
            cli_add_status(all, cli_fail_database(cli, &error));
            gr_db_close(all->db[n]);
            continue;
        }
        all->path[kept] = all->path[n];
        all->db[kept++] = all->db[n];
    }
    all->count = kept;
    cli->db = cli->dbs[0];
    return kept > 0;
}

#endif
