/* The files of a command: what it reads, runs and writes, and that nothing is written which is one of the others.
 *
 * cli_next knows them from the tables of options (CliOption.arg, CliProgram.writes, CliProgram.words) and checks them
 * when it has read the last one. What a program knows only later, such as a file beside one that is named, it
 * adds by the functions below. They report what is wrong and return false; the exit status is then CLI_USAGE.
 *
 * Refused as an output, by whatever name or link, is a file
 * - that belongs to a database: one of the command, be it yet to be made, or any that lies beside the file;
 * - that holds a database, or looks like a file which belongs to one;
 * - that is read: an operand, a file of an option, an argument or a redirection of an engine's command;
 * - that is run: the engine's program, or the library of this one;
 * - that is another output of the command.
 * Standard output is an output if there is no -o, and standard error must be nothing that is read.
 */
#ifndef GR_CLI_APART_H
#define GR_CLI_APART_H

#include "cli/common.h"

/* Keeps what the current option, with this row of the table, says of files. */
void cli_keep_file(Cli *cli, const CliOption *row);

/* Checks all files of the command line. */
bool cli_check_files(Cli *cli);

/* One more file that is read. `by` is the option that names it, without dashes; NULL if none does. */
bool cli_may_read(Cli *cli, const char *by, const char *path);

/* One more shell command that is run. */
bool cli_may_run(Cli *cli, const char *by, const char *command);

/* One more file that is written; what is known as such already has been checked. */
bool cli_may_write(Cli *cli, const char *by, const char *path);

/* The same of one of many files, which is not remembered: nothing that is read, run or written later is compared with
 * it. */
bool cli_may_replace(Cli *cli, const char *by, const char *path);

/* The same of a database that is to be made or filled, once all else that is written is known. */
bool cli_may_make(Cli *cli, const char *path);

/* Opens a file that is written, as fopen does; all are opened by this, or by cli_output. NULL after reporting why it
 * cannot be. */
FILE *cli_open_output(Cli *cli, const char *by, const char *path, const char *mode);

/* Can the file be written? To be asked before long work. What the question creates goes again; what was there, an
 * empty file or a device, stays. */
bool cli_can_write(Cli *cli, const char *path);

/* Frees what is known. */
void cli_forget_files(Cli *cli);

#endif
