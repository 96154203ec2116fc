/* Output to terminals and pipes, whose readers may stop reading: a signal ends the wait for them. Control
 * characters of data are shown on a terminal, not obeyed. */
#ifndef GR_CLI_TERMINAL_H
#define GR_CLI_TERMINAL_H

#include <stdio.h>

/* A stream that writes to that of a terminal or a pipe; what a terminal is given goes through gr_put_visible
 * (notation/plain.h), line by line. Once a signal has been caught, whoever does not read is waited for no longer than a
 * moment: then the write fails with EINTR. fclose flushes the other stream and leaves it open. NULL with errno set if
 * memory is short, and without if there is no need for it: `out` is another kind of file. */
FILE *cli_open_waiting(FILE *out);

/* The columns of a terminal; 80 if it does not say, or is none. */
size_t cli_columns(int file);

#endif
