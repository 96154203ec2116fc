/* Messages, output and signals of the programs. */
#include "cli/common.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/apart.h"
#include "cli/packing.h"
#include "cli/terminal.h"
#include "notation/missing.h"
#include "notation/plain.h"

/* The one global variable: a signal handler can reach nothing else. All threads read it, and a
 * handler may only write what needs no lock. */
static atomic_int caught; /* the number, and NOTICED once somebody who works has asked for it */
enum { NOTICED = 0x100 };
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler cannot set the flag");

/* Messages quote files and the command line, which may hold anything. */
static void finish_line(GrBuffer *begun, const char *text, bool lines) {
    gr_put_plain(begun, text, lines);
    gr_buffer_putc(begun, '\n');
    fputs(begun->failed ? "out of memory\n" : begun->data, stderr);
    gr_buffer_free(begun);
}

static void put_message(const char *format, va_list args) {
    GrBuffer text, out;
    gr_buffer_init(&text);
    gr_buffer_init(&out);
    gr_buffer_vprintf(&text, format, args);
    finish_line(&out, text.failed ? "out of memory" : text.data, true);
    gr_buffer_free(&text);
}

void cli_verror(Cli *cli, const char *format, va_list args) {
    cli_progress_end(cli);
    fprintf(stderr, "grimoire-%s: ", cli->program->name);
    put_message(format, args);
}

void cli_error(Cli *cli, const char *format, ...) {
    va_list args;
    va_start(args, format);
    cli_verror(cli, format, args);
    va_end(args);
}

void cli_stopped(Cli *cli, const char *format, ...) {
    va_list args;
    va_start(args, format);
    cli_verror(cli, format, args);
    va_end(args);
    cli->stopped = true;
}

void cli_note(Cli *cli, const char *format, ...) {
    va_list args;
    if (cli->quiet) {
        return;
    }
    cli_progress_end(cli);
    va_start(args, format);
    put_message(format, args);
    va_end(args);
}

void cli_summary(Cli *cli, const char *format, ...) {
    FILE *out = cli->quiet ? NULL : cli_output(cli);
    va_list args;
    if (!out) {
        return;
    }
    va_start(args, format);
    vfprintf(out, format, args);
    fputc('\n', out);
    va_end(args);
}

void cli_summary_of(Cli *cli, bool changed, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(cli->did, sizeof cli->did, format, args);
    va_end(args);
    cli_summary(cli, "%s", cli->did);
    if (!changed)
        cli->did[0] = '\0';
}

/* Does the text begin with the name of the file, or with the part of a long one that was kept? */
static bool begins_with_name(const char *text, const char *file) {
    enum { ENOUGH = 100 };
    size_t len = strlen(file);
    return strncmp(text, file, len < ENOUGH ? len : ENOUGH) == 0;
}

int cli_fail(Cli *cli, const GrError *error) {
    return cli_fail_file(cli, "", error);
}

int cli_fail_database(Cli *cli, const GrError *error) {
    return cli_fail_file(cli, cli->db ? cli->db : "", error);
}

void cli_bad_game(Cli *cli, int64_t id, const char *text) {
    const char *part = cli_part(cli);
    cli_error(cli, "%s%sgame %lld: %s", part ? part : "", part ? ": " : "", (long long)id, text);
}

int cli_fail_file(Cli *cli, const char *file, const GrError *error) {
    bool named = begins_with_name(error->text, file);
    unsigned line;
    int end = 0;
    if (error->code == GR_ERR_STOPPED && cli_signal()) {
        if (strcmp(error->text, "stopped") && !cli->stopped)
            cli_stopped(cli, "%s%s%s. Run the same command again", named ? "" : file, named ? "" : ": ", error->text);
        return CLI_FAULTS; /* else cli_finish reports it */
    }
    if (*file && sscanf(error->text, "line %u: %n", &line, &end) == 1 && end) /* as all places in files are written */
        cli_error(cli, "%s:%u: %s", file, line, error->text + end);
    else
        cli_error(cli, "%s%s%s", named ? "" : file, named ? "" : ": ", error->text);
    switch (error->code) {
    case GR_ERR_NOT_FOUND:
        return CLI_USAGE;
    case GR_ERR_DAMAGED:
    case GR_ERR_FOREIGN:
        return CLI_DAMAGED;
    default:
        return CLI_FAULTS;
    }
}

/* May standard error have colours? Asked once, as there may be a message for each of a million games. */
static bool has_colour(Cli *cli) {
    const char *no = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if (!cli->colour)
        cli->colour = !(no && *no) && !(term && strcmp(term, "dumb") == 0) && isatty(STDERR_FILENO) ? 1 : -1;
    return cli->colour > 0;
}

void cli_diagnose(Cli *cli, const char *file, uint32_t line, uint32_t column, GrSeverity severity,
                  uint64_t game, uint32_t ply, const char *text) {
    static const char *const names[] = {"note", "warning", "error"};
    static const char *const colours[] = {"\033[36m", "\033[35m", "\033[31m"};
    bool colour = has_colour(cli);
    GrBuffer out;
    gr_buffer_init(&out);
    gr_put_plain(&out, file, false);
    gr_buffer_putc(&out, ':');
    if (line)
        gr_buffer_printf(&out, "%u:", (unsigned)line);
    if (line && column)
        gr_buffer_printf(&out, "%u:", (unsigned)column);
    gr_buffer_printf(&out, " %s%s%s: ", colour ? colours[severity] : "", names[severity], colour ? "\033[m" : "");
    if (game && ply)
        gr_buffer_printf(&out, "game %llu, ply %u: ", (unsigned long long)game, (unsigned)ply);
    else if (game)
        gr_buffer_printf(&out, "game %llu: ", (unsigned long long)game);
    cli_progress_end(cli);
    finish_line(&out, text, false);
}

unsigned cli_diagnose_game(Cli *cli, const char *file, uint64_t number, const GrGame *game,
                           GrSeverity least) {
    unsigned errors = 0;
    for (size_t i = 0; i < game->diag_count; i++) {
        const GrDiagnostic *d = &game->diags[i];
        errors += d->severity == GR_ERROR;
        if (d->severity >= least)
            cli_diagnose(cli, file, d->line, d->column, d->severity, number, d->ply,
                         gr_game_string(game, d->text));
    }
    return errors;
}

int cli_no_games(Cli *cli, const char *file, const char *looks) {
    cli_error(cli, "%s: no games found%s%s", file, looks ? ": " : "", looks ? looks : "");
    return CLI_FAULTS;
}

/* Puts a stream before the output if it is a terminal or a pipe. */
static void wait_for_readers(Cli *cli) {
    FILE *stream = cli_open_waiting(cli->out);
    if (!stream && !errno)
        return;
    cli->shown_by = cli->out;
    cli->out = stream;
    if (stream)
        return;
    cli->unwritable = true;
    cli_error(cli, "cannot write the output: %s", strerror(errno));
}

FILE *cli_output(Cli *cli) {
    const char *path = cli->output;
    if (cli->out || cli->no_output) {
        return cli->out;
    }
    if (!path || strcmp(path, "-") == 0) {
        cli->out = stdout;
    } else if (cli_may_write(cli, "o", path) && !(cli->out = cli_open_packed(path, &cli->keep_output))) {
        cli->unwritable = errno != ENOTSUP && !gr_is_missing(errno);
        if (errno == ENOTSUP)
            cli_error(cli, "cannot write %s: no such compression here; names ending with %s are compressed so", path,
                      cli_packed_endings());
        else
            cli_error(cli, "cannot write %s: %s", path, strerror(errno));
    }
    if (cli->out)
        wait_for_readers(cli);
    cli->no_output = !cli->out;
    return cli->out;
}

void cli_put_coloured(Cli *cli, GrBuffer *text) {
    FILE *out = cli->out;
    fflush(out);
    cli->out = cli->shown_by ? cli->shown_by : out;
    cli_put(cli, text);
    cli->out = out;
}

void cli_put(Cli *cli, GrBuffer *text) {
    if (text->len && fwrite(text->data, 1, text->len, cli->out) != text->len) /* without a length, data may be NULL */
        cli_written(cli);                                                     /* keeps the reason */
    gr_buffer_clear(text);
}

int cli_put_bytes(void *cli, const char *bytes, size_t len) {
    FILE *out = ((Cli *)cli)->out;
    if (fwrite(bytes, 1, len, out) == len)
        return GR_OK;
    cli_written(cli);
    return GR_ERR_IO;
}

bool cli_written(Cli *cli) {
    int reason = errno;
    if (!ferror(cli->out))
        return true;
    if (!cli->write_error)
        cli->write_error = reason;
    return false;
}

/* Is it a pipe that nobody reads any more, as in `| head`? */
static bool has_no_reader(FILE *out) {
    struct pollfd end = {.fd = fileno(out), .events = POLLOUT};
    return poll(&end, 1, 0) > 0 && (end.revents & POLLERR);
}

/* Closes an output. False after reporting that something could not be written to it: now, or when a
 * buffer was written out before (then the reason is gone). */
static bool close_output(Cli *cli, FILE *out, const char *name) {
    bool failed = ferror(out) != 0, gone = has_no_reader(cli->shown_by ? cli->shown_by : out);
    errno = cli->write_error;
    failed |= fclose(out) != 0;
    if (failed && !gone) {
        cli_error(cli, "cannot write %s: %s", name, errno ? strerror(errno) : "a write failed");
        if (*cli->did)
            cli_error(cli, "%s: %s all the same", cli->db, cli->did);
        cli->did[0] = '\0';
    }
    return !failed;
}

int cli_finish(Cli *cli, int status) {
    bool written = true;
    cli_progress_end(cli);
    cli->keep_output = status == CLI_USAGE || status == CLI_DAMAGED || (caught && !cli->complete);
    const char *name = cli->output ? cli->output : "standard output";
    if (cli->out && cli->out != stdout)
        written = close_output(cli, cli->out, name);
    if (cli->shown_by && cli->shown_by != stdout)
        written &= close_output(cli, cli->shown_by, name);
    written &= close_output(cli, stdout, "standard output");
    cli->out = cli->shown_by = NULL;
    cli_forget_files(cli);
    bool cut = cli->stopped || caught & NOTICED; /* else it came when all was done */
    if (caught && cut && !cli->complete) {
        if (!cli->stopped) {
            cli_error(cli, "stopped before the end");
        }
        return cli_signal() == SIGINT ? CLI_INTERRUPTED : CLI_TERMINATED;
    }
    if (cli->no_output && (!status || status == CLI_USAGE))
        return cli->unwritable ? CLI_FAULTS : CLI_USAGE;
    return status ? status : written ? CLI_OK : CLI_FAULTS;
}

static void catch_signal(int number) {
    caught = number;
}

void cli_catch_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = catch_signal;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction hangup;
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) /* nohup's */
        sigaction(SIGHUP, &action, NULL);
}

int cli_signal_sent(void) {
    return caught & ~NOTICED;
}

int cli_signal(void) {
    if (!caught)
        return 0;
    caught |= NOTICED;
    return cli_signal_sent();
}

bool cli_stop(void *unused) {
    (void)unused;
    return cli_signal() != 0;
}

void cli_waits(void *cli) {
    Cli *c = cli;
    if (!c->waited)
        cli_error(c, "the database is locked by another program; waiting for it");
    c->waited = true;
}
