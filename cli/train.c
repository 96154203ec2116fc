/* grimoire-train: the engine learns a variant from games against itself. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/train/selfplay.h"
#include "cli/common.h"
#include "rules/plural.h"

enum { POSITIONS = CLI_LONG, NODES, RANDOM, SEED, PLAY };

static const CliOption OPTIONS[] = {
    {"positions", POSITIONS, "N", "positions to play for, in all (default: 1000000)"},
    {"nodes", NODES, "N", "nodes for each move of the games (default: 1000)"},
    {"random", RANDOM, "N", "random plies at the start of each game (default: 8)"},
    {"seed", SEED, "N", "seed of games and training (default: 1)"},
    {"play-only", PLAY, NULL, "only play, do not learn"},
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "train",
    .summary = "Have the engine learn a variant from games against itself",
    .usage = "-v NAME -d DB [options]",
    .common = "vdqj",
    .options = OPTIONS,
};

typedef struct Asked {
    Cli *cli;
    const GrVariants *variants;
    const GrRules *rules;
    GrSelfplay play;
    bool play_only;
} Asked;

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

static int run_asked(Cli *cli, Asked *asked) {
    GrDb *db;
    GrError error;
    if (!cli_no_operands(cli, "") || !cli_rules(cli, asked->variants, NULL, &asked->rules))
        return CLI_USAGE;
    if (!asked->rules)
        return cli_usage(cli, "which variant? use -v NAME");
    const char *path = cli_database(cli);
    if (!path)
        return CLI_USAGE;
    if (gr_db_open(path, asked->variants, GR_DB_CREATE, &db, &error))
        return cli_fail_file(cli, path, &error);
    int status = play(asked, db);
    gr_db_close(db);
    return status;
}

static int run(Cli *cli, const GrVariants *variants) {
    Asked asked = {.cli = cli, .variants = variants};
    asked.play = (GrSelfplay){.positions = 1000000, .nodes = 1000, .random_plies = 8, .seed = 1};
    for (int code; (code = cli_next(cli)) > 0;)
        read_option(cli, code, &asked);
    return cli->done ? cli->status : run_asked(cli, &asked);
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
