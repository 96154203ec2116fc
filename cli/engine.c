/* grimoire-engine: the built-in engine, speaking UCI or, after `xboard`, the XBoard protocol on standard
 * input and output. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "analysis/uci/uci.h"
#include "analysis/xboard/xboard.h"
#include "cli/common.h"
#include "notation/buffer.h"

enum { LONGEST = 16 << 20 }; /* bytes of a command */

static const CliProgram PROGRAM = {
    .name = "engine",
    .summary = "The built-in engine, speaking UCI and the XBoard protocol",
    .usage = "[options] [COMMAND...]",
    .common = "v",
    .words = CLI_WORDS,
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
 * line that is too long to be a command is cut. A NUL, which no command has, separates words. */
static int next_command(GrBuffer *line) {
    int c;
    gr_buffer_clear(line);
    while ((c = getc(stdin)) != EOF && c != '\n')
        if (line->len <= LONGEST)
            gr_buffer_putc(line, c ? (char)c : ' ');
    if (line->failed)
        return -1;
    return c != EOF || line->len > 0;
}

/* A conversation: UCI, until its first command is `xboard`. */
typedef struct Talk {
    const GrVariants *variants;
    const GrRules *rules; /* to begin with */
    FILE *out;
    GrUci *uci;
    GrXboard *xboard;
    bool begun;
} Talk;

/* Carries out a line; true to go on. */
static bool talk_on(Talk *talk, const char *line) {
    if (!talk->begun && gr_xboard_begins(line)) {
        talk->xboard = gr_xboard_open(talk->variants, talk->rules, say, talk->out);
        if (!talk->xboard)
            say(talk->out, "tellusererror out of memory");
    }
    talk->begun |= *line != '\0';
    if (talk->xboard)
        return gr_xboard_command(talk->xboard, line) <= 0;
    return gr_uci_command(talk->uci, line) <= 0;
}

static int read_commands(Cli *cli, Talk *talk) {
    GrBuffer line;
    int status = CLI_OK;
    bool more = true;
    gr_buffer_init(&line);
    while (more && !ferror(talk->out) && next_command(&line) > 0) {
        if (line.len <= LONGEST)
            more = line.len == 0 || talk_on(talk, line.data);
        else
            say(talk->out, "info string ERROR: a line of over 16 MB is no command");
    }
    if (line.failed || ferror(stdin)) {
        cli_error(cli, "cannot read commands: %s",
                  line.failed ? "out of memory" : strerror(errno));
        status = CLI_FAULTS;
    }
    gr_buffer_free(&line);
    return status;
}

/* Ends the program when nobody reads its output any more. */
static void *await_hangup(void *file) {
    struct pollfd out = {.fd = fileno(file)};
    while (poll(&out, 1, -1) < 0 && errno == EINTR)
        continue;
    if (out.revents & (POLLERR | POLLHUP))
        _exit(CLI_FAULTS);
    return NULL;
}

/* Carries out the commands of the input. The thread that reads them waits for searches: in vain, if what drove the
 * engine was killed meanwhile. */
static int converse(Cli *cli, Talk *talk) {
    pthread_t thread;
    bool watched = pthread_create(&thread, NULL, await_hangup, cli->shown_by ? cli->shown_by : talk->out) == 0;
    int status = read_commands(cli, talk);
    gr_xboard_close(talk->xboard);
    gr_uci_close(talk->uci);
    if (watched) {
        pthread_cancel(thread);
        pthread_join(thread, NULL);
    }
    return status;
}

static int run(Cli *cli, const GrVariants *variants) {
    const GrRules *rules;
    if (!cli_rules(cli, variants, NULL, &rules))
        return CLI_USAGE;
    Talk talk = {.variants = variants, .rules = rules, .out = cli_output(cli)};
    talk.uci = gr_uci_open(variants, say, talk.out);
    if (!talk.uci) {
        cli_error(cli, "out of memory");
        return CLI_FAULTS;
    }
    if (rules)
        gr_uci_set_variant(talk.uci, rules);
    else
        talk.rules = gr_variants_at(variants, 0);
    if (!cli->operands)
        return converse(cli, &talk);
    int status = run_operands(cli, talk.uci);
    gr_uci_close(talk.uci);
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
