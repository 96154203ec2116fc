/* The manual, before and after installing: finding a page and showing it. */
#ifndef GR_CLI_MANUAL_H
#define GR_CLI_MANUAL_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/lookup.h"
#include "notation/buffer.h"

/* The path of the page about a program or topic ("search", "query", or "grimoire" itself; "library" is
 * grimoire(3), "rules" is grimoire-variants(7)), which lies in ../share/man beside the folder of the programs, in a
 * build as after installing, where it may be compressed. `folder` ends with a slash. False if there is none. */
bool cli_manual_find(const char *folder, const char *name, char *path, size_t size);

/* Appends a page as it is in its file, which may be compressed; false, with errno, if it cannot be read. */
bool cli_manual_read(const char *path, GrBuffer *out);

/* Shows a page by man, else mandoc, else as plain text on standard output. Returns 0 or a CliStatus
 * after reporting a failure. */
int cli_manual_show(const char *path);

/* What the page says of a word; nothing if it cannot be read. */
CliMention cli_manual_mention(const char *path, const char *word);

#endif
