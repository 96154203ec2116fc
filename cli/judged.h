/* Reading the games of databases with the verdicts of one judge. */
#ifndef GR_CLI_JUDGED_H
#define GR_CLI_JUDGED_H

#include "cli/judge.h"

/* What is read, and who takes it. */
typedef struct CliJudged {
    Cli *cli;
    const CliJudge *judge;
    const GrSelection *selection;
    bool header; /* tags and results are enough: games come without moves and verdicts */
    /* Takes a game, which has its verdicts in game->judgement if there are any. Returns 0 or a code of *error;
     * GR_ERR_MEMORY and GR_ERR_IO end the reading. */
    int (*take)(void *user, GrGame *game, GrError *error);
    void *user;
} CliJudged;

/* Reads the databases that cli_open_judged has opened, and closes them. Returns the exit status. */
int cli_read_judged(const CliJudged *read, CliDatabases *all);

#endif
