/* What games are divided by: the value of a tag, or something that tags say. */
#ifndef GR_CLI_SPLIT_BY_H
#define GR_CLI_SPLIT_BY_H

#include "cli/common.h"

typedef enum CliSplitBy { CLI_BY_TAG, CLI_BY_YEAR, CLI_BY_PLAYER, CLI_BY_RESULT, CLI_BY_VARIANT } CliSplitBy;

typedef struct CliDivision {
    CliSplitBy by;
    char *tag;       /* its name, or the word */
    unsigned letters; /* how many characters of a value matter, from its start; 0: all */
    bool known;      /* a game had the tag */
} CliDivision;

enum { CLI_SPLIT_VALUES = 2 };

/* Reads a tag's name, or one of the words year, player, result and variant (in large or small letters), and perhaps
 * behind a colon how many characters count: "ECO", "Year", "ECO:1". False after reporting bad usage. */
bool cli_division_read(Cli *cli, CliDivision *division, const char *text);

void cli_division_free(CliDivision *division);

/* The value or values of a game, cut to the letters that count, each to be freed by gr_buffer_free. Returns how many,
 * from 1 to 2; one that is empty: the game does not say. -1 without memory. */
int cli_division_values(CliDivision *division, const GrGame *game, GrBuffer value[CLI_SPLIT_VALUES]);

/* Reports that no game has the tag. */
void cli_division_unknown(Cli *cli, const CliDivision *division);

#endif
