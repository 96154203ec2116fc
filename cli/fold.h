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

/* The length of the line at `text`, with those behind it if it is too long and they go on with its sentence; not with
 * the line end behind them. */
size_t cli_paragraph(const char *text);

/* By how much what does not fit in a line is indented: as the line, or in a table as its second column. */
size_t cli_hanging(const char *text, size_t length);

#endif
