/* The options --sort and --reverse of searches: findings that wait until all are there.
 *
 * Threads put each finding between cli_sort_begin and cli_sort_end into their output, and the main thread hands that to
 * cli_sort_take and at the end calls cli_sort_write.
 */
#ifndef GR_CLI_SORTING_H
#define GR_CLI_SORTING_H

#include "cli/common.h"
#include "db/db.h"

typedef enum CliSortKey {
    CLI_SORT_NONE,
    CLI_SORT_DATE,  /* what is not known of a date comes before what is */
    CLI_SORT_ELO,   /* the mean of both ratings, or the one that is known */
    CLI_SORT_PLIES,
    CLI_SORT_COUNT, /* of findings in the game */
    CLI_SORT_WHITE, /* names, in the order of bytes, letters of ASCII alike */
    CLI_SORT_BLACK,
    CLI_SORT_EVENT
} CliSortKey;

/* A finding that waits. */
typedef struct CliSorted {
    int64_t number;     /* what it is sorted by; INT64_MAX: not known, which comes last in any case */
    size_t words;       /* or a text in CliSorting.text */
    uint64_t order;     /* among the findings */
    size_t at, len;     /* its bytes, in CliSorting.text */
} CliSorted;

typedef struct CliSorting {
    CliSortKey key;
    bool reverse;
    uint64_t limit;     /* so many are kept; 0: all */
    CliSorted *item;
    size_t items, cap;
    uint64_t taken;
    GrBuffer text;
    bool failed;        /* memory has run out */
} CliSorting;

/* Reads the value of --sort. */
void cli_sort_option(Cli *cli, CliSorting *sorting);

/* All tags that keys are made of, and those that are shown; NULL ends the list. */
extern const char *const cli_sort_tags[];

/* Begins and ends a finding, whose game has these tags. Begin returns what end is to be given. */
size_t cli_sort_begin(const CliSorting *sorting, const GrFinding *found, GrBuffer *out);
void cli_sort_end(GrBuffer *out, size_t begun);

/* Takes whole findings; false without memory. */
bool cli_sort_take(CliSorting *sorting, const char *bytes, size_t len);

/* Writes what was taken in its order. False after reporting that memory ran out. */
bool cli_sort_write(CliSorting *sorting, Cli *cli);

void cli_sort_free(CliSorting *sorting);

#endif
