/* grimoire-train: the engine learns a variant from games against itself. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/train/learn.h"
#include "analysis/train/selfplay.h"
#include "cli/common.h"
#include "cli/train_classical.h"

enum { POSITIONS = CLI_LONG, NODES, RANDOM, SEED, PLAY, WIDTH, EPOCHS, RATE, DECAY, BLEND, CLASSICAL,
       START };

static const CliOption OPTIONS[] = {
    {"positions", POSITIONS, "N", "positions to play for, in all (default: 1000000)"},
    {"nodes", NODES, "N", "nodes for each move of the games (default: 1000)"},
    {"random", RANDOM, "N", "random plies at the start of each game (default: 8)"},
    {"seed", SEED, "N", "seed of games and training (default: 1)"},
    {"play-only", PLAY, NULL, "only play, do not learn"},
    {"width", WIDTH, "N", "neurons of the hidden layer: 16 to 128 (default: 64)"},
    {"epochs", EPOCHS, "N", "times that each position is learnt from (default: 20)"},
    {"rate", RATE, "X", "first step of the learning (default: 0.001)"},
    {"decay", DECAY, "X", "pull of weights towards 0 (default: 0.1)"},
    {"blend", BLEND, "X", "weight of scores against results, 0 to 1 (default: 0.7)"},
    {"classical", CLASSICAL, NULL, "fit the evaluation by hand instead of a network"},
    {"start", START, "FILE", "with --classical: begin with this evaluation"},
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "train",
    .summary = "Have the engine learn a variant from games against itself",
    .usage = "-v NAME -d DB -o FILE [options]",
    .common = "vdoqj",
    .options = OPTIONS,
};

typedef struct Asked {
    Cli *cli;
    const GrVariants *variants;
    const GrRules *rules;
    GrSelfplay play;
    GrLearn learn;
    const char *start;
    bool play_only, classical;
} Asked;

/* A number from 0 to 1. */
static double read_share(Cli *cli) {
    char *end;
    double share = strtod(cli->arg, &end);
    if (end != cli->arg && *end == '\0' && share >= 0 && share <= 1)
        return share;
    cli_bad_option(cli, "option --%s: '%s' is not a number from 0 to 1", cli->option, cli->arg);
    return 0;
}

static void read_option(Cli *cli, int code, Asked *asked) {
    switch (code) {
    case POSITIONS:
        asked->play.positions = (uint64_t)cli_number(cli, 1, INT64_MAX);
        break;
    case NODES:
        asked->play.nodes = (uint64_t)cli_number(cli, 1, INT64_MAX);
        break;
    case RANDOM:
        asked->play.random_plies = (unsigned)cli_number(cli, 0, 100);
        break;
    case SEED:
        asked->play.seed = (uint64_t)cli_number(cli, 0, INT64_MAX);
        break;
    case PLAY:
        asked->play_only = true;
        break;
    case WIDTH:
        asked->learn.width = (int)cli_number(cli, GR_NET_STEP, GR_NET_WIDTH);
        if (asked->learn.width % GR_NET_STEP)
            cli_bad_option(cli, "option --width: %d is no multiple of %d", asked->learn.width, GR_NET_STEP);
        break;
    case EPOCHS:
        asked->learn.epochs = (int)cli_number(cli, 1, 10000);
        break;
    case RATE:
        asked->learn.rate = read_share(cli);
        break;
    case DECAY:
        asked->learn.decay = read_share(cli);
        break;
    case BLEND:
        asked->learn.blend = read_share(cli);
        break;
    case CLASSICAL:
        asked->classical = true;
        break;
    case START:
        asked->start = cli->arg;
        break;
    default:
        break;
    }
}

static bool is_stopped(void *user) {
    return cli_stop(user);
}

static void on_play(void *user, uint64_t games, uint64_t positions) {
    Asked *asked = user;
    (void)games;
    cli_progress(asked->cli, "positions", positions, asked->play.positions);
}

static int play(Asked *asked, GrDb *db) {
    Cli *cli = asked->cli;
    GrError error;
    asked->play.db = db;
    asked->play.rules = asked->rules;
    asked->play.threads = cli->jobs;
    asked->play.stop = is_stopped;
    asked->play.progress = on_play;
    asked->play.user = asked;
    int code = gr_selfplay(&asked->play, &error);
    cli_progress_end(cli);
    if (code == GR_ERR_STOPPED) {
        cli_stopped(cli, "stopped; run the same command again to go on");
        return CLI_FAULTS;
    }
    return code ? cli_fail_file(cli, cli->db, &error) : CLI_OK;
}

/* ---- learning ---- */

static void on_reading(void *user, uint64_t games, uint64_t total) {
    Asked *asked = user;
    cli_progress(asked->cli, "games read", games, total);
}

static void on_learning(void *user, uint64_t positions, uint64_t total) {
    Asked *asked = user;
    cli_progress(asked->cli, "positions learnt from", positions, total);
}

static void on_epoch(void *user, const GrLearnState *state) {
    Asked *asked = user;
    cli_progress_end(asked->cli);
    cli_note(asked->cli, "epoch %d of %d: error %.6f, on games kept apart %.6f (the scores alone: %.6f)",
             state->epoch, state->epochs, state->loss, state->test_loss, state->score_loss);
}

/* Writes the network to the file that -o names. */
static int write_net(Asked *asked, GrNet *net) {
    GrError error;
    void *bytes;
    size_t size;
    if (gr_net_write(net, &bytes, &size, &error) != 0)
        return cli_fail(asked->cli, &error);
    FILE *out = cli_output(asked->cli);
    if (out)
        fwrite(bytes, 1, size, out);
    free(bytes);
    if (!out)
        return CLI_USAGE;
    cli_note(asked->cli, "%s: network %s, %zu bytes", asked->cli->output, net->id, size);
    return CLI_OK;
}

static int learn(Asked *asked, GrDb *db) {
    Cli *cli = asked->cli;
    GrError error;
    GrNet *net;
    GrLearnState state;
    char *part = malloc(strlen(cli->output) + 6);
    if (!part) {
        cli_error(cli, "out of memory");
        return CLI_FAULTS;
    }
    sprintf(part, "%s.part", cli->output);
    GrLearn *job = &asked->learn;
    job->db = db;
    job->rules = asked->rules;
    job->seed = asked->play.seed;
    job->threads = cli->jobs;
    job->resume = part;
    job->stop = is_stopped;
    job->reading = on_reading;
    job->learning = on_learning;
    job->epoch = on_epoch;
    job->user = asked;
    int code = gr_learn(job, &net, &state, &error);
    free(part);
    cli_progress_end(cli);
    if (code == GR_ERR_STOPPED) {
        cli_stopped(cli, "stopped; run the same command again to go on");
        return CLI_FAULTS;
    }
    if (code != 0)
        return cli_fail_file(cli, cli->db, &error);
    int status = write_net(asked, net);
    gr_net_free(net);
    return status;
}

static int learn_classical(Asked *asked, GrDb *db) {
    GrClassical job = {.db = db,
                       .rules = asked->rules,
                       .start = asked->start,
                       .results = 1 - asked->learn.blend,
                       .spread = 30,
                       .epochs = (unsigned)asked->learn.epochs,
                       .seed = asked->play.seed,
                       .threads = asked->cli->jobs};
    return train_classical(asked->cli, &job);
}

static int run_asked(Cli *cli, Asked *asked) {
    GrDb *db;
    GrError error;
    if (!cli_no_operands(cli, "") || !cli_rules(cli, asked->variants, NULL, &asked->rules))
        return CLI_USAGE;
    if (!asked->rules)
        return cli_usage(cli, "which variant? use -v NAME");
    if (!cli->output && !asked->play_only && !asked->classical)
        return cli_usage(cli, "where shall the network go? use -o FILE");
    const char *path = cli_database(cli);
    if (!path)
        return CLI_USAGE;
    if (gr_db_open(path, asked->variants, GR_DB_CREATE, &db, &error))
        return cli_fail_file(cli, path, &error);
    int status = play(asked, db);
    if (status == CLI_OK && !asked->play_only)
        status = asked->classical ? learn_classical(asked, db) : learn(asked, db);
    gr_db_close(db);
    return status;
}

static int run(Cli *cli, const GrVariants *variants) {
    Asked asked = {.cli = cli, .variants = variants};
    asked.play = (GrSelfplay){.positions = 1000000, .nodes = 1000, .random_plies = 8, .seed = 1};
    asked.learn = (GrLearn){.width = 64, .epochs = 20, .rate = 0.001, .decay = 0.1, .blend = 0.7};
    for (int code; (code = cli_next(cli)) > 0;)
        read_option(cli, code, &asked);
    return cli->done ? cli->status : run_asked(cli, &asked);
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
