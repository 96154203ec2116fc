/* Output to a terminal: what the characters of data would tell it to do is shown, not done. */
#ifndef GR_CLI_TERMINAL_H
#define GR_CLI_TERMINAL_H

#include <stdio.h>

/* A stream that writes to a terminal's; what it is given goes through gr_put_visible (notation/plain.h), line by line.
 * fclose flushes the terminal's stream and leaves it open. NULL with errno set if memory is short. */
FILE *cli_open_visible(FILE *terminal);

#endif
