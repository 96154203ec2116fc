/* grimoire-engine: the built-in engine, speaking UCI on standard input and output. */
#include <errno.h>
#include <string.h>

#include "analysis/uci/uci.h"
#include "cli/common.h"
#include "notation/buffer.h"

enum { LONGEST = 16 << 20 }; /* bytes of a command */

static const CliProgram PROGRAM = {
    .name = "engine",
    .summary = "The built-in engine, speaking UCI",
    .usage = "[options] [COMMAND...]",
    .common = "v",
    .notes = "Commands are read from standard input. Arguments, if any, are run as one command\n"
             "instead: `grimoire engine bench 6`, `grimoire engine go perft 3`.\n",
};

static void say(void *user, const char *line) {
    FILE *out = user;
    flockfile(out); /* the search writes, too */
    fputs(line, out);
    fputc('\n', out);
    fflush(out);
    funlockfile(out);
}

/* Carries out the operands as one command, which is bad usage if the engine refuses it. */
static int run_operands(Cli *cli, GrUci *uci) {
    GrBuffer line;
    gr_buffer_init(&line);
    for (int i = 0; i < cli->operands; i++)
        gr_buffer_printf(&line, "%s ", cli->operand[i]);
    int status = CLI_FAULTS;
    if (line.failed)
        cli_error(cli, "out of memory");
    else
        status = gr_uci_command(uci, line.data) < 0 ? CLI_USAGE : CLI_OK;
    gr_buffer_free(&line);
    return status;
}

/* The next line of the input, without its end: 1; 0 at the end of the input; -1 without memory. A
 * line that is too long to be a command is cut. */
static int next_command(GrBuffer *line) {
    int c;
    gr_buffer_clear(line);
    while ((c = getc(stdin)) != EOF && c != '\n')
        if (line->len <= LONGEST)
            gr_buffer_putc(line, (char)c);
    if (line->failed)
        return -1;
    return c != EOF || line->len > 0;
}

static int read_commands(Cli *cli, GrUci *uci) {
    FILE *out = cli_output(cli);
    GrBuffer line;
    int status = CLI_OK;
    bool quit = false;
    gr_buffer_init(&line);
    while (!quit && !ferror(out) && next_command(&line) > 0) {
        if (line.len <= LONGEST)
            quit = line.len && gr_uci_command(uci, line.data) > 0;
        else
            say(out, "info string a line of over 16 MB is no command");
    }
    if (line.failed || ferror(stdin)) {
        cli_error(cli, "cannot read commands: %s",
                  line.failed ? "out of memory" : strerror(errno));
        status = CLI_FAULTS;
    }
    gr_buffer_free(&line);
    return status;
}

static int run(Cli *cli, const GrVariants *variants) {
    const GrRules *rules;
    if (!cli_rules(cli, variants, NULL, &rules))
        return CLI_USAGE;
    GrUci *uci = gr_uci_open(variants, say, cli_output(cli));
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
    return cli_finish(&cli, cli_with_variants(&cli, run));
}
