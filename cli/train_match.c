/* grimoire-train: the match that shows whether a new network is better. */
#include <inttypes.h>

#include "cli/train.h"

/* The differences that the test decides between, and the chances that it errs. */
enum { ELO0 = 0, ELO1 = 20 };
static const double ERR = 0.05;

enum { RANDOM_PLIES = 8, MOST_PLIES = 400, SEED = 77 };

static void on_game(void *user, uint32_t number, const GrGame *game, const GrGameEnd *end,
                    const GrStanding *standing) {
    Train *train = user;
    (void)game;
    (void)end;
    (void)standing;
    cli_progress(train->cli, "games of the match", number, train->games);
}

static GrMatchEngine engine_of(const Train *train, const GrAnalystOption *option, const char *name) {
    GrMatchEngine engine = {.command = GR_BUILTIN, .name = name, .limits = {.movetime = train->movetime}};
    if (option->value)
        engine.setup = (GrAnalystSetup){.option = option, .options = 1};
    return engine;
}

/* Without a verdict of the test, a network that is clearly worse is called so, too. */
static const char *verdict_of(GrSprtState state, const GrElo *elo) {
    if (state == GR_SPRT_H1)
        return "better";
    if (elo->difference + elo->margin < 0)
        return "worse";
    return state == GR_SPRT_H0 ? "not better" : "not shown to be better";
}

int train_match(Train *train, const char *path, GrBuffer *recipe, bool *taken) {
    Cli *cli = train->cli;
    GrError error;
    GrStanding standing = {0};
    GrElo elo;
    const GrAnalystOption fresh = {"EvalFile", path}, old = {"EvalFile", train->against};
    GrMatchJob job = {.rules = train->rules, .games = train->games, .random_plies = RANDOM_PLIES,
                      .seed = SEED, .most_plies = MOST_PLIES, .threads = cli->jobs,
                      .sprt = {.elo0 = ELO0, .elo1 = ELO1, .alpha = ERR, .beta = ERR},
                      .adjudicate = {.draw_from = 60, .draw_moves = 8, .draw_score = 10,
                                     .resign_moves = 4, .resign_score = 1000},
                      .stop = train_stops, .played = on_game, .user = train};
    job.engine[0] = engine_of(train, &fresh, "new");
    job.engine[1] = engine_of(train, &old, "old");
    train_stage(train, TRAIN_TRIES);
    int code = gr_match_run(&job, &standing, &error);
    cli_progress_end(cli);
    if (code == GR_ERR_STOPPED && !cli_stop(NULL))
        code = 0; /* the time is over: what was played counts */
    if (code == GR_ERR_STOPPED) {
        cli_stopped(cli, "stopped; the network is in the file, the match was not played to its end");
        return CLI_FAULTS;
    }
    if (code != 0)
        return cli_fail(cli, &error);
    const GrTally *tally = &standing.tally;
    gr_elo(tally, &elo);
    *taken = standing.decided == GR_SPRT_H1;
    const char *verdict = verdict_of(standing.decided, &elo);
    const char *other = train->against ? train->against : "the network before";
    if (!*taken)
        cli_error(cli, "%s: %s than %s", path, verdict, other);
    gr_buffer_printf(recipe, "match against %s, %" PRId64 " ms a move: %" PRIu32 " - %" PRIu32 " - %" PRIu32
                             " (won, lost, drawn), Elo %+.1f +/- %.1f, %s by SPRT %d, %d\n",
                     other, train->movetime, tally->wins,
                     tally->losses, tally->draws, elo.difference, elo.margin, verdict,
                     ELO0, ELO1);
    return CLI_OK;
}
