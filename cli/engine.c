/* grimoire-engine: the built-in engine, speaking UCI on standard input and output. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/uci.h"
#include "cli/common.h"

static const CliProgram PROGRAM = {
    .name = "engine",
    .summary = "the built-in engine, speaking UCI",
    .usage = "[options] [COMMAND...]",
    .common = "v",
    .notes = "Commands are read from standard input. Operands, if any, are one command that is\n"
             "carried out instead: `grimoire engine bench 6`, `grimoire engine go perft 3`.\n",
};

static void say(void *user, const char *line) {
    FILE *out = user;
    fputs(line, out);
    fputc('\n', out);
    fflush(out);
}

/* The operands as one line; the caller frees it. NULL when memory runs out. */
static char *join(char **words, int count) {
    size_t size = 1;
    for (int i = 0; i < count; i++)
        size += strlen(words[i]) + 1;
    char *line = malloc(size);
    if (!line)
        return NULL;
    line[0] = '\0';
    for (int i = 0; i < count; i++) {
        strcat(line, words[i]);
        strcat(line, i + 1 < count ? " " : "");
    }
    return line;
}

static int read_commands(Cli *cli, GrUci *uci) {
    char *line = NULL;
    size_t size = 0;
    int status = CLI_OK;
    errno = 0;
    while (getline(&line, &size, stdin) != -1 && gr_uci_command(uci, line) == 0 &&
           !ferror(cli_output(cli)))
        errno = 0;
    if (ferror(stdin) || errno == ENOMEM) {
        cli_error(cli, "cannot read the commands: %s", strerror(errno));
        status = CLI_FAULTS;
    }
    free(line);
    return status;
}

static int run_operands(Cli *cli, GrUci *uci) {
    char *line = join(cli->operand, cli->operands);
    if (!line) {
        cli_error(cli, "out of memory");
        return CLI_FAULTS;
    }
    gr_uci_command(uci, line);
    free(line);
    return CLI_OK;
}

static int run(Cli *cli, const GrBook *book) {
    const GrRules *rules;
    if (!cli_rules(cli, book, NULL, &rules))
        return CLI_USAGE;
    GrUci *uci = gr_uci_open(book, say, cli_output(cli));
    if (!uci) {
        cli_error(cli, "out of memory");
        return CLI_FAULTS;
    }
    if (rules)
        gr_uci_set_variant(uci, rules);
    int status = cli->operands ? run_operands(cli, uci) : read_commands(cli, uci);
    gr_uci_close(uci);
    return status;
}

int main(int argc, char **argv) {
    Cli cli;
    cli_start(&cli, &PROGRAM, argc, argv);
    while (cli_next(&cli) > 0)
        continue;
    if (cli.done)
        return cli_finish(&cli, cli.status);
    GrBook *book = gr_book_open();
    int status = CLI_FAULTS;
    if (book)
        status = run(&cli, book);
    else
        cli_error(&cli, "out of memory");
    gr_book_close(book);
    return cli_finish(&cli, status);
}
