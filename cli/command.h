/* Which files a shell command names. */
#ifndef GR_CLI_COMMAND_H
#define GR_CLI_COMMAND_H

#include <stdbool.h>
#include <sys/stat.h>

/* Is the file the shell, the program that the command runs, or what one of its words names: an argument, a variable's
 * value, the target of a redirection? Quotes, variables of the environment, `~/` and `cd` are understood, PATH is
 * searched; what the shell would compute is not. */
bool cli_command_names(const char *command, const struct stat *file);

#endif
