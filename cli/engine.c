/* grimoire-engine: the built-in engine, speaking UCI on standard input and output. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/uci/uci.h"
#include "cli/common.h"
#include "notation/buffer.h"

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

/* Carries out the operands as one command. */
static int run_operands(Cli *cli, GrUci *uci) {
    GrBuffer line;
    gr_buffer_init(&line);
    for (int i = 0; i < cli->operands; i++)
        gr_buffer_printf(&line, "%s ", cli->operand[i]);
    bool failed = line.failed;
    if (failed)
        cli_error(cli, "out of memory");
    else
        gr_uci_command(uci, line.data);
    gr_buffer_free(&line);
    return failed ? CLI_FAULTS : CLI_OK;
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
    return cli_finish(&cli, cli_with_book(&cli, run));
}
