/* Names of files that are made of text from games, such as a player's: safe on any system. */
#ifndef GR_CLI_SPLIT_NAME_H
#define GR_CLI_SPLIT_NAME_H

#include "notation/buffer.h"

/* The most bytes of such a name: what file systems take, less room for a number and an ending. */
enum { CLI_NAME_MOST = 200 };

/* Adds the name that stands for the text, from 1 to CLI_NAME_MOST bytes. `_` replaces what cannot stand in it on every
 * system, or would mean something else: slashes and the other signs that Windows reserves, control characters, bytes
 * that are not UTF-8, a dot or a dash at the beginning. Blanks around the text and dots at its end are left out; a name
 * that Windows reserves for a device, such as `con`, gets a `_` before it. Different texts may give one name. */
void cli_put_file_name(GrBuffer *out, const char *text);

/* Adds the name in small letters, Latin, Greek and Cyrillic ones, with their accents as marks of their own. Names
 * that a file system takes for one that knows no large and small letters, or no difference between a letter with an
 * accent and the two characters of it, are the same then. */
void cli_put_small(GrBuffer *out, const char *name);

#endif
