/* A child process that reads and writes lines. Internal to analysis/. */
#ifndef GR_ANALYSIS_ENGINE_PROCESS_H
#define GR_ANALYSIS_ENGINE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "notation/buffer.h"
#include "rules/error.h"

typedef struct GrProcess {
    pid_t pid;      /* and its process group; 0 once it has been waited for */
    int fd;         /* our end of the socket, -1 if none */
    GrBuffer input; /* received, */
    size_t taken;   /* bytes of it that have been handed out, */
    size_t seen;    /* and bytes after those that have no line end */
    uint64_t received; /* bytes, all in all */
} GrProcess;

/* Longest line that is taken from a process; more is an error. */
enum { GR_PROCESS_LINE = 1 << 20 };

/* Starts a shell command. */
int gr_process_start(GrProcess *process, const char *command, GrError *error);

/* Sends what the process takes within `ms`, and moves *bytes and *length past it, taking in what it
 * prints meanwhile. Returns 0 when all is sent, 1 when something is left. */
int gr_process_send(GrProcess *process, const char **bytes, size_t *length, int ms, GrError *error);

/* Waits up to `ms` for a line. Returns 1 with *line, without line end, valid until the next call; 0
 * if none came in time. GR_ERR_IO at the end of its output, GR_ERR_LIMIT if the line is too long. */
int gr_process_line(GrProcess *process, int ms, char **line, GrError *error);

/* Closes its input and waits up to `ms`: has it ended? */
bool gr_process_wait(GrProcess *process, int ms);

/* Waits up to `ms` for the process to end by itself, then kills its group. Fills `how`, if not NULL,
 * with how it ended ("exited with status 1", "was killed by signal 11 (Segmentation fault)"). Returns
 * whether it did so by itself. */
enum { GR_PROCESS_HOW = 100 };
bool gr_process_end(GrProcess *process, int ms, char how[GR_PROCESS_HOW]);

#endif
