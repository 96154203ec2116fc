/* An engine as a child process, and its pipes. */
#include "analysis/uci/engine_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/engine/search.h"

extern char **environ;

/* ---- starting ---- */

/* Own process group, so that a signal meant for us leaves the engine alone and a kill reaches all
 * that it started; signals as a fresh program expects them, whatever our own dispositions. */
static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    int failed = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    failed = failed ? failed : posix_spawnattr_setpgroup(attributes, 0);
    failed = failed ? failed : posix_spawnattr_setsigmask(attributes, &none);
    return failed ? failed : posix_spawnattr_setsigdefault(attributes, &defaults);
}

/* Starts the shell with `fd` as its standard input and output; returns 0 or an errno. */
static int spawn(const char *command, int fd, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    failed = posix_spawnattr_init(&attributes);
    if (failed) {
        posix_spawn_file_actions_destroy(&actions);
        return failed;
    }
    char *const argv[] = {(char[]){"sh"}, (char[]){"-c"}, strdup(command), NULL};
    failed = argv[2] ? set_attributes(&attributes) : ENOMEM;
    failed = failed ? failed : posix_spawn_file_actions_adddup2(&actions, fd, STDIN_FILENO);
    failed = failed ? failed : posix_spawn_file_actions_adddup2(&actions, fd, STDOUT_FILENO);
    failed = failed ? failed : posix_spawn(pid, "/bin/sh", &actions, &attributes, argv, environ);
    free(argv[2]);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

int gr_process_start(GrProcess *process, const char *command, GrError *error) {
    int end[2];
    *process = (GrProcess){.fd = -1};
    gr_buffer_init(&process->input);
    /* A socket and not a pipe: writing to a closed one need not raise SIGPIPE. */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) != 0)
        return gr_fail(error, GR_ERR_IO, "cannot make a socket: %s", strerror(errno));
    int failed = spawn(command, end[1], &process->pid);
    close(end[1]);
    if (failed) {
        close(end[0]);
        process->pid = 0;
        return gr_fail(error, failed == ENOMEM ? GR_ERR_MEMORY : GR_ERR_IO, "cannot start '%s': %s",
                       command, strerror(failed));
    }
    process->fd = end[0];
    return 0;
}

/* ---- talking ---- */

static int fail_to_talk(int number, GrError *error) {
    if (number == EPIPE || number == ECONNRESET)
        return gr_fail(error, GR_ERR_IO, "has closed its input");
    return gr_fail(error, GR_ERR_IO, "cannot be reached: %s", strerror(number));
}

/* Waits for events; those that came, 0 if none did in time. */
static short wait_for(int fd, short events, int64_t until) {
    for (;;) {
        int64_t left = until - gr_now_ms();
        struct pollfd ask = {.fd = fd, .events = events};
        int n = poll(&ask, 1, left > 0 ? (int)left : 0);
        if (n > 0)
            return ask.revents;
        if (n == 0 || errno != EINTR)
            return 0;
    }
}

/* Drops the lines handed out, keeping the start of the next one. */
static void drop_taken(GrProcess *process) {
    GrBuffer *input = &process->input;
    if (process->taken == 0)
        return;
    memmove(input->data, input->data + process->taken, input->len - process->taken);
    input->len -= process->taken;
    process->taken = 0;
}

static int receive(GrProcess *process, GrError *error) {
    char bytes[65536];
    ssize_t n = recv(process->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n > 0) {
        process->received += (uint64_t)n;
        gr_buffer_add(&process->input, bytes, (size_t)n);
        if (process->input.failed)
            return gr_no_memory(error);
        return 0;
    }
    if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
        return 0;
    if (n < 0)
        return fail_to_talk(errno, error);
    return gr_fail(error, GR_ERR_IO, "has closed its output");
}

/* Waits until more can be sent, taking in what comes meanwhile: a process that waits for room for its
 * output does not read. 1 if it can; 0 if time is up. */
static int wait_to_send(GrProcess *process, int64_t until, GrError *error) {
    for (;;) {
        drop_taken(process);
        bool room = process->input.len < GR_PROCESS_LINE;
        short came = wait_for(process->fd, (short)(room ? POLLIN | POLLOUT : POLLOUT), until);
        if (came & ~POLLIN || !came)
            return came != 0;
        int code = receive(process, error);
        if (code != 0)
            return code;
        if (gr_now_ms() >= until)
            return 0;
    }
}

int gr_process_send(GrProcess *process, const char **bytes, size_t *length, int ms,
                    GrError *error) {
    int64_t until = gr_now_ms() + ms;
    while (*length > 0) {
        ssize_t n = send(process->fd, *bytes, *length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n >= 0) {
            *bytes += n;
            *length -= (size_t)n;
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            return fail_to_talk(errno, error);
        int code = wait_to_send(process, until, error);
        if (code <= 0)
            return code < 0 ? code : 1;
    }
    return 0;
}

/* A whole line among what has come in; NULL if there is none. */
static char *take_line(GrProcess *process) {
    if (process->taken + process->seen >= process->input.len)
        return NULL;
    char *start = process->input.data + process->taken;
    size_t held = process->input.len - process->taken;
    char *end = memchr(start + process->seen, '\n', held - process->seen);
    process->seen = end ? 0 : held;
    if (!end)
        return NULL;
    process->taken += (size_t)(end - start) + 1;
    *end = '\0';
    if (end > start && end[-1] == '\r')
        end[-1] = '\0';
    return start;
}

int gr_process_line(GrProcess *process, int ms, char **line, GrError *error) {
    int64_t until = gr_now_ms() + ms;
    for (;;) {
        *line = take_line(process);
        if (*line)
            return 1;
        drop_taken(process);
        if (process->input.len > GR_PROCESS_LINE)
            return gr_fail(error, GR_ERR_LIMIT, "prints a line longer than %d bytes",
                           GR_PROCESS_LINE);
        if (!wait_for(process->fd, POLLIN, until))
            return 0;
        int code = receive(process, error);
        if (code != 0)
            return code;
    }
}

/* ---- ending ---- */

static void describe(int status, char how[GR_PROCESS_HOW]) {
    if (WIFSIGNALED(status))
        snprintf(how, GR_PROCESS_HOW, "was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == 127)
        snprintf(how, GR_PROCESS_HOW, "exited with status 127 (no such command?)");
    else if (WEXITSTATUS(status) == 126)
        snprintf(how, GR_PROCESS_HOW, "exited with status 126 (not executable?)");
    else
        snprintf(how, GR_PROCESS_HOW, "exited with status %d", WEXITSTATUS(status));
}

/* Has the process ended? It stays a zombie, so that its number and its group's stay taken. */
static bool has_ended(pid_t pid) {
    siginfo_t info = {0};
    int code = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
    return (code == 0 && info.si_pid == pid) || (code != 0 && errno != EINTR);
}

bool gr_process_wait(GrProcess *process, int ms) {
    int64_t until = gr_now_ms() + ms;
    char bytes[4096];
    if (process->fd < 0 || process->pid <= 0 || has_ended(process->pid))
        return true;
    if (ms <= 0) /* the end of its input, too, would let it end by itself */
        return false;
    shutdown(process->fd, SHUT_WR);
    while (!has_ended(process->pid)) {
        if (gr_now_ms() >= until)
            return false;
        /* What still comes is read, so that it can be written. */
        if (recv(process->fd, bytes, sizeof bytes, MSG_DONTWAIT) <= 0)
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return true;
}

bool gr_process_end(GrProcess *process, int ms, char how[GR_PROCESS_HOW]) {
    int status = 0;
    bool by_itself = true;
    if (how)
        snprintf(how, GR_PROCESS_HOW, "%s", "is not running");
    if (process->pid > 0) {
        by_itself = gr_process_wait(process, ms);
        /* What it started itself may go on after it has ended. */
        kill(-process->pid, SIGKILL);
        pid_t got;
        do
            got = waitpid(process->pid, &status, 0);
        while (got < 0 && errno == EINTR);
        if (how && got == process->pid)
            describe(status, how);
    }
    if (process->fd >= 0)
        close(process->fd);
    process->fd = -1;
    process->pid = 0;
    gr_buffer_free(&process->input);
    process->taken = process->seen = 0;
    return by_itself;
}
