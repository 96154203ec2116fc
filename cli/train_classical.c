/* grimoire-train --classical. */
#include "cli/train_classical.h"

#include <inttypes.h>

typedef struct Watched {
    Cli *cli;
    unsigned epochs;
} Watched;

static bool is_stopped(void *user) {
    Watched *watched = user;
    return cli_stop(watched->cli);
}

static void on_reading(void *user, uint64_t games, uint64_t total) {
    Watched *watched = user;
    cli_progress(watched->cli, "games read", games, total);
}

static void on_epoch(void *user, unsigned epoch, double loss, double test) {
    Watched *watched = user;
    cli_progress_end(watched->cli);
    cli_note(watched->cli, "epoch %u of %u: loss %.6f, on games kept apart %.6f", epoch,
             watched->epochs, loss, test);
}

int train_classical(Cli *cli, GrClassical *job) {
    GrError error;
    GrBuffer text;
    GrClassicalResult result;
    Watched watched = {cli, job->epochs};
    job->stop = is_stopped;
    job->reading = on_reading;
    job->learning = on_epoch;
    job->user = &watched;
    gr_buffer_init(&text);
    int code = gr_train_classical(job, &result, &text, &error);
    cli_progress_end(cli);
    int status = code ? CLI_FAULTS : CLI_OK;
    if (code == GR_ERR_STOPPED)
        cli_stopped(cli, "stopped; nothing was written");
    else if (code != 0)
        status = cli_fail(cli, &error);
    else if (!cli_output(cli))
        status = CLI_USAGE;
    else
        cli_put(cli, &text);
    gr_buffer_free(&text);
    return status;
}
