/* grimoire-desk: serves the desk to the browser of this machine. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common.h"
#include "desk/desk.h"

extern char **environ;

enum { PORT = CLI_LONG, NO_OPEN, FOLDER, ENGINE, MOST_FOLDERS = 64, MOST_ENGINES = 32,
       MOST_LIST = 1 << 16 };

static const CliOption OPTIONS[] = {
    {"folder", FOLDER, "DIR", "databases in this folder may be opened, too"},
    {"engine", ENGINE, "CMD", "let this engine give lines and do jobs, too"},
    {"port", PORT, "N", "the port to listen at (default: any that is free)"},
    {"no-open", NO_OPEN, NULL, "do not open a browser"},
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "desk",
    .summary = "Serve the desk to the browser of this machine",
    .usage = "[-d DB]... [--folder DIR]... [--engine CMD]... [--port N] [--no-open]",
    .common = "djq",
    .parts = true,
    .options = OPTIONS,
    .notes = "The first line of the output is the address to be opened, which works once. Nobody but\n"
             "this machine's browser is answered; grimoire-desk(1) says how that is made sure of.\n"
             "A signal (Ctrl+C) ends it.\n",
};

typedef struct Asked {
    int port;
    bool no_open;
    const char *folder[MOST_FOLDERS];
    int folders;
    const char *engine[MOST_ENGINES];
    int engines;
} Asked;

/* ---- the browser ---- */

/* What opens an address with the program that the user has for it. 0 if it cannot be started. */
static pid_t open_browser(const char *address) {
    char name[] = "xdg-open", copy[128];
    char *argv[] = {name, copy, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t usual;
    pid_t child = 0;
    snprintf(copy, sizeof copy, "%s", address);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    if (posix_spawn_file_actions_init(&files))
        return 0;
    if (!posix_spawnattr_init(&how)) {
        bool ready = !posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0) &&
                     !posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) &&
                     !posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0) &&
                     !posix_spawnattr_setsigdefault(&how, &usual) &&
                     !posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
        if (!ready || posix_spawnp(&child, name, &files, &how, argv, environ))
            child = 0;
        posix_spawnattr_destroy(&how);
    }
    posix_spawn_file_actions_destroy(&files);
    return child;
}

/* ---- serving ---- */

/* Waits for a signal, and for what has opened the browser. */
static void wait_for_end(Cli *cli, pid_t child) {
    while (!cli_signal()) {
        int status;
        if (child && waitpid(child, &status, WNOHANG) == child) {
            if (!WIFEXITED(status) || WEXITSTATUS(status))
                cli_note(cli, "no browser could be opened: open the address above");
            child = 0;
        }
        poll(NULL, 0, 100);
    }
}

static int serve(Cli *cli, const Asked *asked, GrDeskServer *server, GrDesk *desk, int port) {
    GrError error;
    char address[128];
    FILE *out = cli_output(cli);
    if (!out)
        return CLI_USAGE;
    if (gr_desk_serve(server, desk, &error))
        return cli_fail(cli, &error);
    snprintf(address, sizeof address, "http://127.0.0.1:%d/?token=%s", port, gr_desk_token(desk));
    fprintf(out, "%s\n", address);
    fflush(out);
    if (!cli_written(cli))
        return CLI_FAULTS;
    pid_t child = asked->no_open ? 0 : open_browser(address);
    if (!child && !asked->no_open)
        cli_note(cli, "there is no xdg-open: open the address above in a browser");
    wait_for_end(cli, child);
    return CLI_OK;
}

/* Without a database or folder: this folder, and what was open lately. */
static int add_usual(Cli *cli, GrDesk *desk) {
    GrError error;
    if (gr_desk_add_recent(desk, &error) || gr_desk_add_folder(desk, ".", &error))
        return cli_fail(cli, &error);
    return CLI_OK;
}

/* Opens all that may be asked for; the exit status. */
static int add_all(Cli *cli, const Asked *asked, GrDesk *desk) {
    GrError error;
    bool alone;
    if (!cli->databases && !asked->folders)
        return add_usual(cli, desk);
    for (int i = 0; i < cli->databases; i++) {
        if (gr_desk_add_database(desk, cli->dbs[i], &alone, &error))
            return cli_fail_file(cli, cli->dbs[i], &error);
        if (!alone)
            cli_error(cli, "%s: warning: another desk has it, or it cannot be written to: it is only read",
                      cli->dbs[i]);
    }
    for (int i = 0; i < asked->folders; i++)
        if (gr_desk_add_folder(desk, asked->folder[i], &error))
            return cli_fail(cli, &error);
    return CLI_OK;
}

/* The user's list of engines, a command a line, behind those of the command line; `#` begins a comment. Their text is
 * in *lines. That there is no such file is no fault. */
static int read_engines(Cli *cli, Asked *asked, GrBuffer *lines) {
    char path[4096];
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    bool named = config && *config == '/';
    int length = snprintf(path, sizeof path, "%s%s/grimoire/engines", named ? config : home ? home : "",
                          named ? "" : "/.config");
    FILE *file = (named || home) && length < (int)sizeof path ? fopen(path, "re") : NULL;
    if (!file)
        return CLI_OK;
    char piece[4096];
    for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0 && lines->len < MOST_LIST;)
        gr_buffer_add(lines, piece, got);
    bool failed = ferror(file) || lines->failed;
    fclose(file);
    if (failed || lines->len >= MOST_LIST) {
        cli_error(cli, "%s: %s", path, failed ? "cannot be read" : "is longer than a list of engines may be");
        return CLI_USAGE;
    }
    for (char *at = strtok(lines->data, "\n"); at; at = strtok(NULL, "\n")) {
        at += strspn(at, " \t\r");
        at[strcspn(at, "\r")] = '\0';
        if (*at && *at != '#' && asked->engines < MOST_ENGINES)
            asked->engine[asked->engines++] = at;
    }
    return CLI_OK;
}

static bool stop(void *unused) {
    return cli_stop(unused);
}

static void warn(void *cli, const char *text) {
    cli_error(cli, "warning: %s", text);
}

static int run(Cli *cli, const GrVariants *variants, const Asked *asked) {
    GrDeskServer *server;
    GrError error;
    GrDesk *desk = NULL;
    int port, status = CLI_OK;
    char state[4000];
    bool kept = gr_desk_state_folder(state, sizeof state);
    if (gr_desk_listen(asked->port, &server, &port, &error))
        return cli_fail(cli, &error);
    const GrDeskStart start = {.variants = variants, .port = port, .jobs = cli->jobs, .stop = stop, .context = cli, .warn = warn,
                               .state = kept ? state : NULL, .engine = asked->engine, .engines = asked->engines};
    if (gr_desk_open(&start, &desk, &error))
        status = cli_fail(cli, &error);
    if (!status)
        status = add_all(cli, asked, desk);
    if (!status)
        status = serve(cli, asked, server, desk, port);
    gr_desk_stop_serving(server);
    if (gr_desk_close(desk, &error)) {
        int failed = cli_fail(cli, &error);
        status = status ? status : failed;
    }
    if (cli_signal())
        cli_stopped(cli, "stopped; all that the page says is saved is in the databases");
    return status;
}

/* ---- options ---- */

static int read_options(Cli *cli, const GrVariants *variants) {
    Asked asked = {0};
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == PORT)
            asked.port = (int)cli_number(cli, 1, 65535);
        else if (code == NO_OPEN)
            asked.no_open = true;
        else if (code == FOLDER && asked.folders < MOST_FOLDERS)
            asked.folder[asked.folders++] = cli->arg;
        else if (code == ENGINE && !*cli->arg)
            cli_bad_option(cli, "an engine is a command");
        else if (code == ENGINE && asked.engines < MOST_ENGINES)
            asked.engine[asked.engines++] = cli->arg;
        else
            cli_bad_option(cli, code == FOLDER ? "more than %d folders" : "more than %d engines",
                           code == FOLDER ? (int)MOST_FOLDERS : (int)MOST_ENGINES);
    }
    if (cli->done)
        return cli->status;
    if (!cli_no_operands(cli, " (use -d FILE)"))
        return CLI_USAGE;
    GrBuffer lines;
    gr_buffer_init(&lines);
    int status = read_engines(cli, &asked, &lines);
    status = status ? status : run(cli, variants, &asked);
    gr_buffer_free(&lines);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, read_options);
}
