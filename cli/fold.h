/* Help texts within 80 columns. */
#ifndef GR_CLI_FOLD_H
#define GR_CLI_FOLD_H

#include <stddef.h>
#include <stdio.h>

enum { CLI_COLUMNS = 79 }; /* of 80: some terminals wrap when the last one is filled */

/* Writes the text from a column on, which the caller has reached, and ends the line. Where it would pass
 * CLI_COLUMNS it goes on in the next line, `indent` blanks from the left. Lines break at blanks; what stands in
 * brackets or parentheses is kept together if a line has room for it. A word longer than a line stays whole. */
void cli_fold(FILE *to, const char *text, size_t length, size_t column, size_t indent);

#endif
