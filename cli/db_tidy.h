/* What the commands of grimoire-db share, and those that are in a file of their own. */
#ifndef GR_CLI_DB_TIDY_H
#define GR_CLI_DB_TIDY_H

#include "cli/common.h"
#include "db/db.h"

enum { CLI_DB_NEARING = 1 << 12 }; /* in `given`: --near and what belongs to it */

/* What a command is to do. */
typedef struct CliDbAsked {
    Cli *cli;
    const GrVariants *variants;
    const GrSelection *selection;
    GrDb *db;
    bool dry, drop, suggest, near, apply;
    uint32_t plies; /* that may differ at the end of games that are nearly the same */
    const char *players, *names, *openings; /* files */
    unsigned shards;
    bool forget;
    struct CliEdit *edit; /* what is to be done with a game (cli/db_edit.h) */
    unsigned given; /* options that only some commands obey */
    uint64_t unread;
    uint64_t evals; /* evaluations that were copied */
} CliDbAsked;

/* Progress, games that cannot be read and stopping, for the library. */
GrWork cli_db_work(CliDbAsked *asked);

/* Ends the work after the library returned `code`: reports a failure, or `stopped` if it was stopped. The exit
 * status. */
int cli_db_finish(CliDbAsked *asked, int code, const GrError *error, const char *stopped);

/* Each returns the exit status. */
int cli_db_dedupe(CliDbAsked *asked);
int cli_db_clean(CliDbAsked *asked);
int cli_db_classify(CliDbAsked *asked);

#endif
