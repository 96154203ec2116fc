/* grimoire-train --general: the network for all games. */
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/train/general.h"
#include "cli/apart.h"
#include "cli/opening.h"
#include "cli/train.h"
#include "rules/version.h"

/* What the callbacks fill in. */
typedef struct Making {
    Train *train;
    GrBuffer recipe;
} Making;

static void on_learning(void *user, uint64_t positions, uint64_t total) {
    const Making *making = user;
    cli_progress(making->train->cli, "positions learnt from", positions, total);
}

static void on_epoch(void *user, const GrGeneralState *state) {
    Making *making = user;
    Cli *cli = making->train->cli;
    double sum = 0;
    for (size_t i = 0; i < state->games; i++)
        sum += state->learnt[i].last / (double)state->games;
    cli_note(cli, "epoch %d of %d: error %.6f, on games kept apart %.6f", state->epoch, state->epochs, state->loss,
             sum);
}

static int make(Making *making, GrDb *db) {
    Train *train = making->train;
    Cli *cli = train->cli;
    GrError error;
    GrLearn job = train->learn;
    void *bytes = NULL;
    size_t size;
    job.db = db;
    job.seed = train->play.seed;
    job.stop = cli_stop;
    job.learning = on_learning;
    job.user = making;
    gr_buffer_printf(&making->recipe, "grimoire-train %s: general\n", GR_VERSION);
    gr_buffer_printf(&making->recipe, "%d epochs, seed %" PRIu64 ", rate %g, decay %g, blend %g, lambda %g\n",
                     job.epochs, job.seed, job.rate, job.decay, job.blend, job.lambda);
    const char *recipe = making->recipe.failed ? "" : making->recipe.data;
    int code = gr_learn_general(&job, on_epoch, recipe, &bytes, &size, &error);
    cli_progress_end(cli);
    if (code == GR_ERR_STOPPED) {
        cli_stopped(cli, "stopped");
        return CLI_FAULTS;
    }
    int status = code ? cli_fail_file(cli, cli->db, &error) : train_write(cli, bytes, size);
    free(bytes);
    return status;
}

int train_general(Train *train) {
    Cli *cli = train->cli;
    GrDb *db;
    GrError error;
    const char *path = cli_database(cli);
    if (!cli->output)
        return cli_usage(cli, "where shall the network go? use -o FILE");
    if (!path || !cli_may_write(cli, "o", cli->output) || !cli_can_write(cli, cli->output))
        return CLI_USAGE;
    if (cli_open_db(cli, path, train->variants, GR_DB_READ, &db, &error))
        return cli_fail_file(cli, path, &error);
    Making making = {.train = train};
    gr_buffer_init(&making.recipe);
    int status = make(&making, db);
    gr_buffer_free(&making.recipe);
    return cli_close_db(cli, path, db, status);
}
