/* grimoire-match: a match between two engines, in any variant. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/study/match.h"
#include "cli/limits.h"
#include "notation/write/pgn.h"
#include "rules/plural.h"

enum { ENGINE1 = CLI_LONG, ENGINE2, GAMES, TC, OPENINGS, PGN, RANDOM, SEED, MAX_PLIES };

static const CliOption OPTIONS[] = {
    {"engine1", ENGINE1, "CMD", "command of a UCI engine, or builtin (default)"},
    {"engine2", ENGINE2, "CMD", "same for its opponent"},
    {"games", GAMES, "N", "number of games (default: 2)"},
    {"tc", TC, "SECONDS+INC", "time per side and increment per move: 10+0.1"},
    CLI_LIMIT_OPTIONS,
    {"openings", OPENINGS, "FILE", "games or FENs to start from, one per pair of games"},
    {"random", RANDOM, "N", "random plies after the opening (default: 0; without openings 4)"},
    {"seed", SEED, "N", "seed of the random plies (default: 1)"},
    {"max-plies", MAX_PLIES, "N", "declare a draw after N plies (default: 600; 0: never)"},
    {"pgn", PGN, "FILE", "write the games to FILE, replacing what it holds"},
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "match",
    .summary = "Play a match between two engines",
    .usage = "[--engine1 CMD] [--engine2 CMD] [-v NAME] [--games N]\n"
             " (--tc SECONDS[+INC] | --movetime MS | --depth N | --nodes N) [--pgn FILE]",
    .common = "vjoq",
    .options = OPTIONS,
    .notes = "Games come in pairs: the same opening with colours exchanged. -j games are played at\n"
             "once. Each game prints a line; the last line is `Elo D +/- E, W - L - D`: the first\n"
             "engine's rating above the second's, its 95 % error, and the first engine's wins, losses\n"
             "and draws.\n",
};

typedef struct Work {
    Cli *cli;
    FILE *out, *pgn;
    GrBuffer text;
    uint32_t games; /* to be played */
    bool failed; /* memory ran out, or a game could not be written */
} Work;

/* Waits until bytes can be written; false if a signal comes first: a stalled reader must not keep
 * the match from ending. */
static bool can_write(FILE *out) {
    struct pollfd end = {.fd = fileno(out), .events = POLLOUT};
    while (poll(&end, 1, cli_stop(NULL) ? 0 : 50) <= 0)
        if (cli_stop(NULL))
            return false;
    return true;
}

/* Writes the text and empties it, in pieces that a pipe which has room at all takes whole. */
static void put(Work *w, FILE *out) {
    enum { PIECE = 512 }; /* POSIX: PIPE_BUF is not less */
    bool ok = !w->text.failed;
    for (size_t at = 0; ok && at < w->text.len; at += PIECE) {
        size_t left = w->text.len - at, size = left < PIECE ? left : PIECE;
        ok = can_write(out) && fwrite(w->text.data + at, 1, size, out) == size && !fflush(out);
    }
    w->failed |= !ok;
    gr_buffer_clear(&w->text);
}

static void on_game(void *user, uint32_t number, const GrGame *game, const GrTally *tally) {
    Work *w = user;
    const char *white = gr_game_tag(game, "White"), *black = gr_game_tag(game, "Black");
    const char *end = gr_game_tag(game, "Termination");
    bool normal = !end || !strcmp(end, "normal");
    cli_progress_end(w->cli);
    gr_buffer_printf(&w->text, "game %" PRIu32 ": %s - %s %s, %" PRIu32 " %s%s%s\n", number,
                     white ? white : "?", black ? black : "?", gr_result_text(game->result),
                     game->plies, gr_plural(game->plies, "ply", "plies"), normal ? "" : ", ",
                     normal ? "" : end);
    put(w, w->out);
    cli_progress(w->cli, "games", gr_tally_games(tally), w->games);
    if (!w->pgn)
        return;
    gr_write_pgn(&w->text, game);
    put(w, w->pgn);
}

/* SECONDS or SECONDS+INCREMENT, fractions allowed. */
static bool read_control(const char *text, GrMatchJob *job) {
    char *end;
    if (text[strspn(text, "0123456789.+")]) /* "inf", 0x10 and the like are numbers, too */
        return false;
    double seconds = strtod(text, &end), more = 0;
    if (end == text || *text == '+' || !(seconds > 0))
        return false;
    if (*end == '+') {
        const char *start = end + 1;
        more = strtod(start, &end);
        if (end == start || *start == '+')
            return false;
    }
    if (*end || !(seconds <= 1e6) || !(more >= 0 && more <= 1e6))
        return false;
    job->time = (int64_t)llround(seconds * 1000);
    job->increment = (int64_t)llround(more * 1000);
    return job->time > 0;
}

typedef struct Asked {
    GrMatchJob job;
    const char *openings, *pgn;
    bool random_given;
} Asked;

static void read_option(Cli *cli, int code, Asked *asked) {
    GrMatchJob *job = &asked->job;
    switch (code) {
    case ENGINE1:
    case ENGINE2:
        job->command[code == ENGINE2] = cli->arg;
        break;
    case GAMES:
        job->games = (uint32_t)cli_number(cli, 1, 10000000);
        break;
    case TC:
        if (!read_control(cli->arg, job))
            cli_bad_option(cli, "option --tc: '%s' is not SECONDS or SECONDS+INC", cli->arg);
        break;
    case OPENINGS:
        cli->input = asked->openings = cli->arg;
        break;
    case PGN:
        asked->pgn = cli->arg;
        break;
    case RANDOM:
        job->random_plies = (unsigned)cli_number(cli, 0, 1000);
        asked->random_given = true;
        break;
    case SEED:
        job->seed = (uint64_t)cli_number(cli, 0, INT64_MAX);
        break;
    case MAX_PLIES:
        job->most_plies = (uint32_t)cli_number(cli, 0, 1000000);
        break;
    default:
        cli_limit_option(cli, code, &job->limits, &job->hash);
        break;
    }
}

static bool check(Cli *cli, const Asked *asked) {
    const GrLimits *l = &asked->job.limits;
    if (!asked->job.time && !l->depth && !l->nodes && !l->movetime)
        cli_usage(cli, "give a limit: --tc, --movetime, --depth or --nodes");
    else if (asked->job.time && l->movetime)
        cli_usage(cli, "--tc and --movetime exclude each other");
    else
        return cli_no_operands(cli, "");
    return false;
}

/* The margin is rounded up, so that it never looks like 0. */
static void print_score(Work *w, const GrTally *tally) {
    GrElo elo;
    gr_elo(tally, &elo);
    double difference = round(elo.difference * 10) / 10 + 0.0;
    gr_buffer_printf(&w->text, "%" PRIu32 " %s, %" PRIu32 " different\n", gr_tally_games(tally),
                     gr_plural(gr_tally_games(tally), "game", "games"), tally->distinct);
    gr_buffer_printf(&w->text, "Elo %.1f +/- %.1f, %" PRIu32 " - %" PRIu32 " - %" PRIu32 "\n",
                     difference, ceil(elo.margin * 10) / 10, tally->wins, tally->losses,
                     tally->draws);
    put(w, w->out);
}

static int play(Work *w, GrMatchJob *job) {
    GrTally tally;
    GrError error;
    cli_progress(w->cli, "games", 0, w->games);
    int code = gr_match_run(job, &tally, &error);
    cli_progress_end(w->cli);
    if (code && code != GR_ERR_STOPPED && !gr_tally_games(&tally))
        return cli_fail(w->cli, &error);
    print_score(w, &tally);
    if (code == GR_ERR_STOPPED)
        cli_stopped(w->cli, "stopped; the line above counts the games that were finished");
    else if (code)
        return cli_fail(w->cli, &error);
    if (w->failed && code != GR_ERR_STOPPED)
        cli_error(w->cli, "not all games could be written");
    return code || w->failed ? CLI_FAULTS : CLI_OK;
}

static int open_and_play(Cli *cli, Asked *asked) {
    Work w = {.cli = cli, .games = asked->job.games};
    char date[16];
    time_t now = time(NULL);
    struct tm tm;
    if (asked->pgn && (!cli_may_write(cli, asked->pgn) || !cli_other_output(cli, asked->pgn)))
        return CLI_USAGE;
    if (!(w.out = cli_output(cli)))
        return CLI_USAGE;
    if (asked->pgn && !(w.pgn = fopen(asked->pgn, "w"))) {
        cli_error(cli, "cannot write %s: %s", asked->pgn, strerror(errno));
        return CLI_USAGE;
    }
    if (localtime_r(&now, &tm) && strftime(date, sizeof date, "%Y.%m.%d", &tm))
        asked->job.date = date;
    gr_buffer_init(&w.text);
    asked->job.played = on_game;
    asked->job.user = &w;
    int status = play(&w, &asked->job);
    gr_buffer_free(&w.text);
    if (w.pgn && fclose(w.pgn)) {
        cli_error(cli, "cannot write %s: %s", asked->pgn, strerror(errno));
        status = status ? status : CLI_FAULTS;
    }
    return status;
}

/* Reads the openings and shows what is wrong in them; returns the exit status. */
static int read_openings(Cli *cli, const GrVariants *variants, const GrRules *rules, const char *path,
                        GrOpenings *openings) {
    GrError error;
    int code = gr_openings_read(path, variants, rules, openings, &error);
    bool faulty = false;
    for (size_t i = 0; i < openings->fault_count && !openings->texts.failed; i++) {
        const GrOpeningFault *f = &openings->fault[i];
        cli_diagnose(cli, path, f->line, f->column, f->severity, f->game, f->ply,
                     openings->texts.data + f->text);
        faulty |= f->severity == GR_ERROR;
    }
    if (code == GR_ERR_SYNTAX && faulty)
        return CLI_FAULTS;
    return code ? cli_fail(cli, &error) : CLI_OK;
}

static int run(Cli *cli, const GrVariants *variants) {
    GrOpenings openings;
    Asked asked = {.job = {.command = {GR_BUILTIN, GR_BUILTIN}, .games = 2, .seed = 1,
                           .most_plies = 600, .stop = cli_stop}};
    GrMatchJob *job = &asked.job;
    for (int code; (code = cli_next(cli)) > 0;)
        read_option(cli, code, &asked);
    if (cli->done)
        return cli->status;
    if (!check(cli, &asked) || !cli_rules(cli, variants, "chess", &job->rules))
        return CLI_USAGE;
    job->threads = cli->jobs;
    if (!asked.random_given && !asked.openings)
        job->random_plies = 4;
    if (!asked.openings)
        return open_and_play(cli, &asked);
    int status = read_openings(cli, variants, job->rules, asked.openings, &openings);
    job->openings = &openings;
    if (!status)
        status = open_and_play(cli, &asked);
    gr_openings_free(&openings);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
