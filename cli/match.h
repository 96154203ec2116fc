/* grimoire-match: what was asked for, and playing it. */
#ifndef GR_CLI_MATCH_H
#define GR_CLI_MATCH_H

#include "analysis/study/match.h"
#include "cli/common.h"

enum { MATCH_OPTIONS = 64 }; /* of an engine, at most */

typedef struct MatchLimits {
    GrLimits limits;
    int64_t time, increment;
} MatchLimits;

typedef struct MatchAsked {
    GrMatchJob job;
    MatchLimits both, own[2];
    GrAnalystOption option[2][MATCH_OPTIONS];
    const char *openings, *pgn, *log, *suite, *book;
    GrBook *opened; /* the book; NULL: none */
    const char *of_games; /* an option that has no meaning with a suite; NULL: none was given */
    int format;           /* of the answers to a suite */
    bool second;          /* there is an option for the second engine */
    char *ahead; /* the file of games that are over before their turn; NULL without pgn */
    bool random_given, games_given, resume;
} MatchAsked;

/* Plays the match that asked->job describes, or continues it, and prints the outcome; returns the exit
 * status. */
int match_play(Cli *cli, const GrVariants *variants, MatchAsked *asked);

/* Has the engines solve the positions of asked->suite, the first one alone unless something was said of the second,
 * and prints what came of it; returns the exit status. */
int match_suite(Cli *cli, const GrVariants *variants, const MatchAsked *asked);

/* The number of the format that -f names; below 0 after reporting that there is no such format. */
int match_suite_format(Cli *cli);

#endif
