/* The options that limit an engine's search, the same in all programs.
 *
 * A program puts CLI_LIMIT_OPTIONS into its table and hands every code that it does not know to
 * cli_limit_option.
 */
#ifndef GR_CLI_LIMITS_H
#define GR_CLI_LIMITS_H

#include "analysis/engine/search.h"
#include "cli/common.h"

/* Their codes; a program's own begin elsewhere. */
enum { CLI_DEPTH = CLI_LONG + 3000, CLI_NODES, CLI_MOVETIME, CLI_HASH };

#define CLI_LIMIT_OPTIONS                                                                          \
    {"depth", CLI_DEPTH, "N", "search to a depth of N plies"},                                \
    {"nodes", CLI_NODES, "N", "search at most N nodes per move"},                 \
    {"movetime", CLI_MOVETIME, "MS", "search for MS milliseconds per move"},                  \
    {"hash", CLI_HASH, "MB", "hash table of each engine in megabytes"}

/* Takes an option; `hash` is in megabytes. A bad value is reported as bad usage, and the next
 * cli_next will set cli->done. */
static inline void cli_limit_option(Cli *cli, int code, GrLimits *limits, size_t *hash) {
    if (code == CLI_DEPTH)
        limits->depth = (int)cli_number(cli, 1, GR_MAX_PLY - 1);
    else if (code == CLI_NODES)
        limits->nodes = (uint64_t)cli_number(cli, 1, INT64_MAX);
    else if (code == CLI_MOVETIME)
        limits->movetime = cli_number(cli, 1, 86400000);
    else if (code == CLI_HASH)
        *hash = (size_t)cli_number(cli, 1, 65536);
}

#endif
