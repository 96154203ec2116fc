/* Files that are written, compressed on the way if their names say so. */
#ifndef GR_CLI_PACKING_H
#define GR_CLI_PACKING_H

#include <stdbool.h>
#include <stdio.h>

/* Does the name say that the file is compressed, by any of the programs whose files are read? */
bool cli_names_packed(const char *path);

/* Opens a file for writing, created if missing. One that has something in it is emptied by the first bytes that are
 * written, or by fclose if none were, unless *keep is set then. What is written is compressed by zstd if its name ends with .zst, by gzip if it ends
 * with .gz. NULL with errno set if that fails; ENOTSUP for .xz and .bz2, which are only read,
 * and for .zst if this was built without zstd. fclose ends the
 * compressed data, and fails if they cannot be written. */
FILE *cli_open_packed(const char *path, const bool *keep);

/* The endings by whose names cli_open_packed compresses, as a list in words. */
const char *cli_packed_endings(void);

#endif
