/* Evaluations in db merge and split. */
#ifndef GR_CLI_EVALS_H
#define GR_CLI_EVALS_H

#include <inttypes.h>
#include <stdlib.h>

#include "cli/common.h"
#include "db/db.h"
#include "rules/plural.h"

static inline bool cli_has_evals(GrDb *db) {
    GrJudgeCount *judges;
    size_t count;
    if (gr_evals_judges(db, &judges, &count, NULL))
        return false;
    free(judges);
    return count > 0;
}

/* Reports how many evaluations were copied, if any were. */
static inline void cli_report_evals(Cli *cli, uint64_t stored) {
    if (stored)
        cli_summary(cli, "%" PRIu64 " %s added", stored,
                    gr_plural(stored, "evaluation", "evaluations"));
}

/* The exit status after evaluations were copied; it is reported if some could not be read. */
static inline int cli_copied_evals(Cli *cli, const char *path, int code, const GrError *error) {
    cli_progress_end(cli);
    if (code == GR_ERR_STOPPED)
        return CLI_FAULTS;
    return code ? cli_fail_file(cli, path, error) : CLI_OK;
}

/* Adds the evaluations of one database to another, which is then no shard any more; *stored is added
 * to. */
static inline int cli_merge_evals(Cli *cli, GrDb *from, const char *path, GrDb *to, const GrWork *work,
                                  uint64_t *stored) {
    GrError error;
    unsigned shard, shards;
    int code = gr_evals_copy(from, to, work, stored, &error);
    int status = cli_copied_evals(cli, path, code, &error);
    if (!status && (gr_db_shard(to, &shard, &shards, NULL) || shards) &&
        gr_db_set_shard(to, 0, 0, &error))
        status = cli_fail(cli, &error);
    return status;
}

/* Adds those on positions of the selected games. */
static inline int cli_split_evals(Cli *cli, GrDb *from, const GrSelection *selection, GrDb *to,
                                  const GrWork *work, uint64_t *stored) {
    GrError error;
    int code = gr_db_copy_evals(from, selection, to, work, stored, &error);
    return cli_copied_evals(cli, cli->db, code, &error);
}

#endif
