/* A folder of files, one for each value: written beside one another, and put in their places when all are whole.
 *
 *     CliSplit split;
 *     bool well = cli_split_begin(cli, &split, "openings", "pgn");
 *     while (well && ... a value and text for it ...) {
 *         CliSplitFile *file = cli_split_file(&split, "B90");
 *         size_t before = file ? file->text.len : 0;
 *         ... add to file->text ...
 *         well = file && cli_split_keep(&split, file, before);
 *     }
 *     ... in the same way add what stands at the end of split.file[0 .. split.files - 1] ...
 *     well = well && cli_split_finish(&split);
 *     cli_split_end(&split);
 *
 * Text waits in memory, up to some 32 MiB of all files together, and then goes into files of a hidden folder in that
 * folder; at most one is open at a time. Until cli_split_finish, nothing else in the folder changes. Functions that
 * return false have reported why.
 */
#ifndef GR_CLI_SPLIT_H
#define GR_CLI_SPLIT_H

#include "cli/common.h"
#include "notation/write/format.h"

typedef struct CliSplitFile {
    char *value;       /* "" for games that do not say */
    char *name;        /* in the folder */
    char *small;       /* the name without its ending in small letters */
    GrBuffer text;     /* what is not written yet */
    uint64_t games;    /* the caller's: how many it has, */
    GrGameBefore before; /* and the last one */
    bool placed;       /* it is in its place */
} CliSplitFile;

/* Places of files in a hash table, from 1; 0 is free. */
typedef struct CliSplitTable {
    uint32_t *slot;
    size_t slots; /* a power of two, or 0 */
} CliSplitTable;

typedef struct CliSplit {
    Cli *cli;
    const char *folder, *ending;
    bool made;           /* the folder was, for this */
    int at, within;      /* descriptors of it, and of the one in which the files are written; below 0: none */
    char own[32];        /* the name of that one */
    CliSplitFile *file;  /* in the order in which their values came up */
    size_t files, cap;
    CliSplitTable by_value, by_small;
    size_t waiting;      /* bytes of text */
    int status;          /* CliStatus of what was reported */
} CliSplit;

bool cli_split_begin(Cli *cli, CliSplit *split, const char *folder, const char *ending);

/* The file of a value, with a name of its own; games == 0 if it is new. It stays until the next call. NULL after
 * reporting: no memory, or the file that has this name in the folder is nothing to be overwritten. */
CliSplitFile *cli_split_file(CliSplit *split, const char *value);

/* To be called when text was added to the file, which had `before` bytes: writes some where much is waiting. */
bool cli_split_keep(CliSplit *split, CliSplitFile *file, size_t before);

/* Writes what is waiting and puts all files in their places. */
bool cli_split_finish(CliSplit *split);

/* Removes what is not in its place. Returns the status of what was reported. */
int cli_split_end(CliSplit *split);

#endif
