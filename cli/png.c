/* An SVG picture as PNG: librsvg's program draws it, if it is installed. */
#include "cli/png.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/apart.h"

extern char **environ;

#define CONVERTER "rsvg-convert"

/* Starts the program between two files; 0 or an errno. */
static int start(int in, int out, pid_t *child) {
    char *arguments[] = {CONVERTER, "-f", "png", NULL};
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    failed = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    failed = failed ? failed : posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    failed = failed ? failed : posix_spawnp(child, CONVERTER, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* Adds what the child writes until it ends. Returns 0 if it ended well. */
static int take_all(int from, pid_t child, GrBuffer *out) {
    char bytes[16384];
    int status = 0;
    ssize_t got;
    while ((got = read(from, bytes, sizeof bytes)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0)
            gr_buffer_add(out, bytes, (size_t)got);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return got < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static int convert(Cli *cli, FILE *svg, GrBuffer *png) {
    int ends[2];
    pid_t child;
    if (pipe(ends)) {
        cli_error(cli, "cannot open a pipe: %s", strerror(errno));
        return CLI_FAULTS;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    int failed = start(fileno(svg), ends[1], &child);
    close(ends[1]);
    int status = CLI_OK;
    if (failed == ENOENT)
        cli_error(cli, "-f png needs the program " CONVERTER " (Debian: librsvg2-bin), which is not installed; "
                       "-f svg needs none");
    else if (failed)
        cli_error(cli, "cannot run " CONVERTER ": %s", strerror(failed));
    if (failed)
        status = CLI_USAGE;
    else if (take_all(ends[0], child, png) || !png->len) {
        cli_error(cli, png->failed ? "out of memory" : CONVERTER " has failed");
        status = CLI_FAULTS;
    }
    close(ends[0]);
    return status;
}

int cli_make_png(Cli *cli, GrBuffer *picture) {
    GrBuffer png;
    if (!cli_may_run(cli, "f", CONVERTER))
        return CLI_USAGE;
    FILE *svg = tmpfile(); /* a file, so that neither program waits for the other */
    if (!svg || fwrite(picture->data, 1, picture->len, svg) != picture->len || fflush(svg) || fseek(svg, 0, SEEK_SET)) {
        cli_error(cli, "cannot write a temporary file: %s", strerror(errno));
        if (svg)
            fclose(svg);
        return CLI_FAULTS;
    }
    gr_buffer_init(&png);
    int status = convert(cli, svg, &png);
    fclose(svg);
    if (!status) {
        gr_buffer_clear(picture);
        gr_buffer_add(picture, png.data, png.len);
    }
    gr_buffer_free(&png);
    return status;
}
