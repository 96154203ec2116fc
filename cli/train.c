/* grimoire-train: the engine learns a variant from games against itself. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/apart.h"
#include "cli/opening.h"
#include "cli/start_positions.h"
#include "cli/train.h"
#include "cli/train_classical.h"
#include "rules/plural.h"
#include "rules/version.h"

enum { POSITIONS = CLI_LONG, NODES, OPENINGS, RANDOM, SEED, PLAY, WIDTH, EPOCHS, RATE, DECAY, BLEND, LAMBDA, SCALE,
       NET, GAMES, MOVETIME, AGAINST, CLASSICAL, START, ZONES, DANGER, PIECES, UNIT, TIME,
       GENERAL };

static const CliOption OPTIONS[] = {
    {"time", TIME, "T", "choose sizes that take about T in all, such as 10m, 1h, 8h"},
    {"positions", POSITIONS, "N", "play until N positions have scores (default: 2000000)"},
    {"nodes", NODES, "N", "nodes for each move of the games (default: 200)"},
    {"openings", OPENINGS, "FILE", "games or FENs, with one of which each game begins"},
    {"random", RANDOM, "N", "random plies after that (default: 8)"},
    {"pieces", PIECES, "N", "end games with N pieces, by the score (default: 0)"},
    {"seed", SEED, "N", "seed of games and training (default: 1)"},
    {"net", NET, "FILE", "network that plays, or none (default: the built-in one)"},
    {"play-only", PLAY, NULL, "only play, do not learn"},
    {"width", WIDTH, "N", "neurons of the hidden layer: 16 to 128 (default: 64)"},
    {"zones", ZONES, NULL, "learn pieces anew for each zone of the king"},
    {"danger", DANGER, NULL, "learn which pieces are in danger"},
    {"epochs", EPOCHS, "N", "times that each position is learnt from (default: 12)"},
    {"rate", RATE, "X", "first step of the learning (default: 0.002)"},
    {"decay", DECAY, "X", "pull of weights towards 0 (default: 0.3)"},
    {"blend", BLEND, "X", "weight of scores against the rest of the game, 0 to 1 (default: 0.5)"},
    {"lambda", LAMBDA, "X", "weight of what comes later in that, 0 to 1 (default: 0.8)"},
    {"unit", UNIT, "CP", "centipawns to 1 of the logistic curve (default: as results fit best)"},
    {"scale", SCALE, "X", "multiply evaluations by X (default: 1)"},
    {"games", GAMES, "N", "most games of the match; 0: no match (default: 1000)"},
    {"movetime", MOVETIME, "MS", "time for each move of the match (default: 50)"},
    {"against", AGAINST, "FILE", "network to play against, or none (default: the built-in one)"},
    {"classical", CLASSICAL, NULL, "fit the evaluation by hand instead of a network"},
    {"general", GENERAL, NULL, "make the network for all games, from all games of the database"},
    {"start", START, "FILE", "network to begin with, or builtin; with --classical the evaluation by hand"},
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "train",
    .summary = "Have the engine learn a variant from games against itself",
    .usage = "-v NAME -d DB -o NET [options]",
    .common = "vdoqj",
    .options = OPTIONS,
};

/* How the games are played. */
static bool read_play_option(Cli *cli, int code, Train *train) {
    GrSelfplay *play = &train->play;
    switch (code) {
    case POSITIONS:
        play->positions = (uint64_t)cli_number(cli, 1, INT64_MAX);
        break;
    case NODES:
        play->nodes = (uint64_t)cli_number(cli, 1, INT64_MAX);
        break;
    case OPENINGS:
        train->openings = cli->arg;
        break;
    case RANDOM:
        play->random_plies = (unsigned)cli_number(cli, 0, 100);
        break;
    case PIECES:
        play->fewest = (int)cli_number(cli, 0, 100);
        break;
    case SEED:
        play->seed = (uint64_t)cli_number(cli, 0, INT64_MAX);
        break;
    case NET:
        play->net = cli->arg;
        break;
    default:
        return false;
    }
    return true;
}

/* How the network, or the evaluation by hand, is fitted to them. */
static bool read_learn_option(Cli *cli, int code, GrLearn *learn, GrClassical *classical) {
    switch (code) {
    case WIDTH:
        learn->width = (int)cli_number(cli, GR_NET_STEP, GR_NET_WIDTH);
        if (learn->width % GR_NET_STEP)
            cli_bad_option(cli, "option --width: %d is no multiple of %d", learn->width, GR_NET_STEP);
        break;
    case ZONES:
        learn->zones = GR_ZONES;
        break;
    case DANGER:
        learn->danger = true;
        break;
    case EPOCHS:
        learn->epochs = (int)cli_number(cli, 1, 10000);
        classical->epochs = (unsigned)learn->epochs;
        break;
    case RATE:
        learn->rate = cli_real(cli, 0, 1);
        break;
    case DECAY:
        learn->decay = cli_real(cli, 0, 1);
        break;
    case BLEND:
        learn->blend = cli_real(cli, 0, 1);
        classical->results = 1 - learn->blend;
        break;
    case LAMBDA:
        learn->lambda = cli_real(cli, 0, 1);
        break;
    case UNIT:
        learn->unit = cli_real(cli, 10, 10000);
        break;
    case SCALE:
        learn->times = cli_real(cli, 0.01, 4);
        break;
    case START:
        learn->start = classical->start = cli->arg;
        break;
    default:
        return false;
    }
    return true;
}

static unsigned given_by(int code) {
    switch (code) {
    case POSITIONS:
        return GIVEN_POSITIONS;
    case EPOCHS:
        return GIVEN_EPOCHS;
    case RATE:
        return GIVEN_RATE;
    case ZONES:
        return GIVEN_ZONES;
    case MOVETIME:
        return GIVEN_MOVETIME;
    default:
        return 0;
    }
}

static void read_option(Cli *cli, int code, Train *train) {
    train->given |= given_by(code);
    switch (code) {
    case PLAY:
        train->play_only = true;
        break;
    case GENERAL:
        train->general = true;
        break;
    case CLASSICAL:
        train->by_hand = true;
        break;
    case TIME:
        if (!train_read_time(cli->arg, &train->time))
            cli_bad_option(cli, "option --time: '%s' is no time such as 10m, 1h or 8h, of 10 s or more", cli->arg);
        break;
    case GAMES:
        train->games = (uint32_t)cli_number(cli, 0, 1000000);
        break;
    case MOVETIME:
        train->movetime = cli_number(cli, 1, 86400000);
        break;
    case AGAINST:
        train->against = cli->arg;
        break;
    default:
        if (!read_play_option(cli, code, train))
            read_learn_option(cli, code, &train->learn, &train->classical);
        break;
    }
}

static void on_play(void *user, uint64_t games, uint64_t positions) {
    Train *train = user;
    (void)games;
    train->positions = positions;
    cli_progress(train->cli, "positions", positions, train_has_goal(train) ? train->play.positions : 0);
}

/* Games of earlier runs may be enough. */
static void note_played(const Train *train) {
    if (!train->played && train_has_goal(train))
        cli_note(train->cli, "%s has %" PRIu64 " positions by this engine already: no games were played",
                 train->cli->db, train->positions);
}

static int play(Train *train, GrDb *db) {
    Cli *cli = train->cli;
    GrError error;
    train->play.db = db;
    train->play.rules = train->rules;
    train->play.threads = cli->jobs;
    train->play.stop = train_stops;
    train->play.progress = on_play;
    train->play.user = train;
    int64_t last = gr_db_last(db, &error);
    train_stage(train, TRAIN_PLAYS);
    int code = last < 0 ? (int)last : gr_selfplay(&train->play, &error);
    cli_progress_end(cli);
    if (code == GR_ERR_STOPPED && !cli_stop(NULL))
        code = 0; /* the time for playing is over */
    if (code == 0)
        train->played = gr_db_last(db, &error) > last;
    if (code == GR_ERR_STOPPED) {
        cli_stopped(cli, "stopped; run the same command again to go on");
        return CLI_FAULTS;
    }
    if (code == 0)
        note_played(train);
    return code ? cli_fail_file(cli, cli->db, &error) : CLI_OK;
}

/* ---- learning ---- */

static void on_reading(void *user, uint64_t games, uint64_t total) {
    Train *train = user;
    cli_progress(train->cli, "games read", games, total);
}

static void on_learning(void *user, uint64_t positions, uint64_t total) {
    Train *train = user;
    cli_progress(train->cli, "positions learnt from", positions, total);
}

static void on_epoch(void *user, const GrLearnState *state) {
    Train *train = user;
    cli_progress_end(train->cli);
    cli_note(train->cli, "epoch %d of %d: error %.6f, on games kept apart %.6f (the scores alone: %.6f)",
             state->epoch, state->epochs, state->loss, state->test_loss, state->score_loss);
}

/* Whose scores the database has: games of earlier runs count, too. */
static int write_scores(const Train *train, GrBuffer *out, GrError *error) {
    GrJudgeCount *judges = NULL;
    size_t count = 0;
    char name[GR_JUDGE_NAME];
    int code = gr_evals_judges(train->play.db, &judges, &count, error);
    for (size_t i = 0; code == 0 && i < count; i++) {
        gr_judge_name(&judges[i].judge, name);
        gr_buffer_printf(out, "scores: %" PRIu64 " positions by %s\n", judges[i].positions, name);
    }
    free(judges);
    return code;
}

static void write_games(const Train *train, GrBuffer *out) {
    const GrSelfplay *p = &train->play;
    if (!train->played)
        return;
    gr_buffer_printf(out, "games of the last run: by %s, %" PRIu64 " %s a move, %u random %s, seed %" PRIu64,
                     p->net ? p->net : "the engine before", p->nodes, gr_plural(p->nodes, "node", "nodes"),
                     p->random_plies, gr_plural(p->random_plies, "ply", "plies"), p->seed);
    if (p->fewest)
        gr_buffer_printf(out, ", to the last %d pieces", p->fewest);
    gr_buffer_printf(out, "\n");
    if (train->openings)
        gr_buffer_printf(out, "openings: %zu of %s\n", p->openings->count, train->openings);
}

/* What the network is to learn from: asked before the hours of learning, since it may fail. */
static int begin_recipe(const Train *train, GrBuffer *out, GrError *error) {
    gr_buffer_printf(out, "grimoire-%s %s: %s\n", PROGRAM.name, GR_VERSION, gr_variant(train->rules)->name);
    int code = write_scores(train, out, error);
    write_games(train, out);
    return code;
}

/* And how it learnt. */
static void end_recipe(const Train *train, const GrLearnState *state, GrBuffer *out) {
    const GrLearn *l = &train->learn;
    if (l->start)
        gr_buffer_printf(out, "begun with the network %s\n", l->start);
    gr_buffer_printf(out, "learnt from %" PRIu64 " positions, tested on %" PRIu64 " of other games\n",
                     state->samples, state->tests);
    gr_buffer_printf(out, "width %d%s%s, %d epochs, seed %" PRIu64 ", rate %g, decay %g, blend %g, lambda %g, "
                          "%.1f centipawns to 1%s",
                     l->width, l->zones > 1 ? " with zones" : "", l->danger ? " and pieces in danger" : "",
                     l->epochs, l->seed, l->rate, l->decay, l->blend, l->lambda, state->scale,
                     l->unit > 0 ? " as given" : "");
    if (l->times != 1)
        gr_buffer_printf(out, ", evaluations times %g", l->times);
    gr_buffer_printf(out, "\n");
    gr_buffer_printf(out, "error %.6f, of the test %.6f\n", state->loss, state->test_loss);
}

int train_write(Cli *cli, const void *bytes, size_t size) {
    FILE *out = cli_open_output(cli, "o", cli->output, "wb");
    bool good = out && fwrite(bytes, 1, size, out) == size;
    good = out && fclose(out) == 0 && good;
    if (out && !good)
        cli_error(cli, "cannot write %s: %s", cli->output, strerror(errno));
    return good ? CLI_OK : CLI_FAULTS;
}

/* Gives the network its recipe and writes it to the file that -o names. */
static int write_net(Train *train, GrNet *net, const GrBuffer *recipe) {
    Cli *cli = train->cli;
    GrError error;
    void *bytes;
    size_t size;
    char *text = recipe->failed ? NULL : strdup(recipe->data);
    if (!text) {
        cli_error(cli, "out of memory");
        return CLI_FAULTS;
    }
    free(net->recipe);
    net->recipe = text;
    if (gr_net_write(net, &bytes, &size, &error) != 0)
        return cli_fail(cli, &error);
    int status = train_write(cli, bytes, size);
    free(bytes);
    return status;
}

/* Writes the network; after the match, if one is played, writes it again with the result. */
static int try_out(Train *train, GrNet *net, GrBuffer *recipe) {
    Cli *cli = train->cli;
    bool taken = true;
    int status = write_net(train, net, recipe);
    if (status == CLI_OK && train->games) {
        status = train_match(train, cli->output, recipe, &taken);
        if (status == CLI_OK)
            status = write_net(train, net, recipe);
    }
    if (status != CLI_OK)
        return status;
    cli_note(cli, "%s: network %s\n%s", cli->output, net->id, recipe->data);
    return taken ? CLI_OK : CLI_FAULTS;
}

static int learn_with(Train *train, GrBuffer *recipe) {
    Cli *cli = train->cli;
    GrError error;
    GrNet *net;
    GrLearnState state;
    int code = begin_recipe(train, recipe, &error);
    train_stage(train, TRAIN_LEARNS);
    if (code == 0)
        code = gr_learn(&train->learn, &net, &state, &error);
    if (code == GR_ERR_LIMIT && train->chosen) { /* this game has more to know than the game of that network */
        train_fresh(train);
        code = gr_learn(&train->learn, &net, &state, &error);
    }
    cli_progress_end(cli);
    if (code == GR_ERR_STOPPED) {
        cli_stopped(cli, "stopped; run the same command again to go on");
        return CLI_FAULTS;
    }
    if (code != 0)
        return cli_fail_file(cli, cli->db, &error);
    end_recipe(train, &state, recipe);
    int status = try_out(train, net, recipe);
    gr_net_free(net);
    return status;
}

static int learn_to(Train *train, GrDb *db, const char *part) {
    GrBuffer recipe;
    GrLearn *job = &train->learn;
    job->db = db;
    job->seed = train->play.seed;
    job->threads = train->cli->jobs;
    job->resume = part;
    job->stop = train_stops;
    job->reading = on_reading;
    job->learning = on_learning;
    job->epoch = on_epoch;
    job->user = train;
    gr_buffer_init(&recipe);
    int status = learn_with(train, &recipe);
    gr_buffer_free(&recipe);
    return status;
}

static int learn_by_hand(Train *train, GrDb *db) {
    GrClassical *job = &train->classical;
    job->db = db;
    job->seed = train->play.seed;
    job->threads = train->cli->jobs;
    return train_classical(train->cli, job);
}

/* The name of the output with an ending, to be freed; NULL after reporting that memory ran out. */
static char *name_beside(Cli *cli, const char *ending) {
    char *name = malloc(strlen(cli->output) + strlen(ending) + 1);
    if (name)
        sprintf(name, "%s%s", cli->output, ending);
    else
        cli_error(cli, "out of memory");
    return name;
}

static int learn(Train *train, GrDb *db) {
    if (train->by_hand)
        return learn_by_hand(train, db);
    char *part = name_beside(train->cli, ".part"); /* keeps the state of the learning */
    int status = part ? learn_to(train, db, part) : CLI_FAULTS;
    free(part);
    return status;
}

/* Is nothing that is to be written an input? A network that is taken further stays, too: the new one may be worse. */
static bool may_write(Train *train) {
    static const char *const beside[] = {".part", ".part.new"};
    bool may = true;
    for (int n = 0; n < 2 && may && !train->by_hand; n++) {
        char *name = name_beside(train->cli, beside[n]);
        may = name && cli_may_write(train->cli, "o", name);
        free(name);
    }
    return may && cli_can_write(train->cli, train->cli->output); /* hours of work come before that */
}

/* Reads the openings, if there are any, into `openings`, which is empty. */
static int take_openings(Train *train, GrOpenings *openings) {
    if (!train->openings)
        return CLI_OK;
    train->play.openings = openings;
    return cli_read_openings(train->cli, train->variants, train->rules, train->openings, openings);
}

/* Plays and learns. */
static int work_with(Train *train, const char *path) {
    GrDb *db;
    GrError error;
    if (cli_open_db(train->cli, path, train->variants, GR_DB_CREATE, &db, &error))
        return cli_fail_file(train->cli, path, &error);
    int status = play(train, db);
    if (status == CLI_OK && !train->play_only)
        status = learn(train, db);
    return cli_close_db(train->cli, path, db, status);
}

/* The same once it is known that all options are good. */
static int work(Train *train, const char *path) {
    GrOpenings openings = {0};
    int status = take_openings(train, &openings);
    if (status == CLI_OK)
        status = work_with(train, path);
    gr_openings_free(&openings);
    return status;
}

static int run_asked(Cli *cli, Train *train) {
    GrError error;
    if (!cli_no_operands(cli, "") || !cli_rules(cli, train->variants, NULL, &train->rules))
        return CLI_USAGE;
    if (train->general)
        return train_general(train);
    if (!train->rules)
        return cli_usage(cli, "which variant? use -v NAME");
    if (!cli->output && !train->play_only)
        return cli_usage(cli, "where shall the %s go? use -o FILE",
                         train->by_hand ? "evaluation" : "network");
    train->classical.rules = train->rules;
    if (train->by_hand && gr_classical_check(&train->classical, &error))
        return cli_fail(cli, &error);
    train->learn.rules = train->rules;
    if (train_size(train, &error) || (!train->by_hand && gr_learn_settle(&train->learn, &error)))
        return cli_fail(cli, &error);
    const char *path = cli_database(cli);
    if (!path || (cli->output && !may_write(train)))
        return CLI_USAGE;
    return work(train, path);
}

static int run(Cli *cli, const GrVariants *variants) {
    enum { LOG_EVERY = 60 }; /* seconds */
    Train train = {.cli = cli, .variants = variants, .games = 1000, .movetime = 50};
    cli->every = LOG_EVERY;
    train.play = (GrSelfplay){.positions = 2000000, .nodes = 200, .random_plies = 8, .seed = 1};
    train.learn = (GrLearn){.width = 64, .zones = 1, .epochs = 12, .rate = 0.002, .decay = 0.3};
    train.learn.blend = 0.5;
    train.learn.lambda = 0.8;
    train.learn.times = 1;
    train.classical = (GrClassical){.results = 0.3, .spread = 30, .epochs = 12};
    for (int code; (code = cli_next(cli)) > 0;)
        read_option(cli, code, &train);
    return cli->done ? cli->status : run_asked(cli, &train);
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
