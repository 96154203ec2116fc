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
#include "rules/fen.h"
#include "rules/plural.h"

enum {
    GAMES = CLI_LONG, TC, OPENINGS, ORDER, PGN, RANDOM, SEED, MAX_PLIES, SPRT, ALPHA, BETA, DRAW, RESIGN,
    /* Of engines: two codes each, for the first and the second. */
    ENGINE = CLI_LONG + 100, NAME = ENGINE + 2, OPTION = NAME + 2, VARIANT = OPTION + 2,
    RESTRICT = VARIANT + 2, OWN_TC = RESTRICT + 2, OWN_DEPTH = OWN_TC + 2, OWN_NODES = OWN_DEPTH + 2,
    OWN_MOVETIME = OWN_NODES + 2
};

enum { MOST_OPTIONS = 64, SPRT_GAMES = 200000 };

/* An option that each engine has. */
#define OF_ENGINES(name, code, arg, help, same)                                                    \
    {name "1", code, arg, help}, {name "2", code + 1, arg, same}

static const CliOption OPTIONS[] = {
    OF_ENGINES("engine", ENGINE, "CMD", "command of an engine, or builtin (default)",
               "same for its opponent"),
    {"games", GAMES, "N", "number of games (default: 2; with --sprt at most 200,000)"},
    {"tc", TC, "SECONDS+INC", "time per side and increment per move: 10+0.1"},
    CLI_LIMIT_OPTIONS,
    OF_ENGINES("tc", OWN_TC, "SECONDS+INC", "the first engine's own clock", "the second's"),
    OF_ENGINES("depth", OWN_DEPTH, "N", "the first engine's own depth", "the second's"),
    OF_ENGINES("nodes", OWN_NODES, "N", "the first engine's own nodes", "the second's"),
    OF_ENGINES("movetime", OWN_MOVETIME, "MS", "the first engine's own time per move", "the second's"),
    OF_ENGINES("option", OPTION, "NAME=VALUE", "set an option of the first engine", "of the second"),
    OF_ENGINES("name", NAME, "NAME", "call the first engine so", "the second"),
    OF_ENGINES("variant", VARIANT, "NAME", "what the first engine calls the variant", "the second"),
    OF_ENGINES("restrict", RESTRICT, NULL, "tell the first engine the legal moves", "the second"),
    {"sprt", SPRT, "ELO0,ELO1", "stop when it is clear which difference holds"},
    {"alpha", ALPHA, "P", "chance to take ELO0 for ELO1 (default: 0.05)"},
    {"beta", BETA, "P", "chance to take ELO1 for ELO0 (default: 0.05)"},
    {"openings", OPENINGS, "FILE", "games or FENs to start from, one per pair of games"},
    {"order", ORDER, "WORD", "of openings: shuffled (default) or file"},
    {"random", RANDOM, "N", "random plies after the opening (default: 0; without openings 4)"},
    {"seed", SEED, "N", "seed of the random plies and the order (default: 1)"},
    {"draw", DRAW, "MOVE,COUNT,CP", "from MOVE on, draw after COUNT moves within CP centipawns"},
    {"resign", RESIGN, "COUNT,CP", "decide after COUNT moves that lose by CP centipawns"},
    {"max-plies", MAX_PLIES, "N", "declare a draw after N plies (default: 600; 0: never)"},
    {"pgn", PGN, "FILE", "write the games to FILE, replacing what it holds"},
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "match",
    .summary = "Play a match between two engines",
    .usage = "[--engine1 CMD] [--engine2 CMD] [-v NAME] [--games N | --sprt ELO0,ELO1]\n"
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
    const GrMatchJob *job;
    bool ran_out;   /* that has been said */
    char beside[80]; /* the progress line */
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

static void report_fault(Work *w, uint32_t number, const GrGame *game, const GrGameEnd *end) {
    char fen[GR_FEN_SIZE];
    bool white = (number % 2 == 1) == (end->engine == 0);
    const char *name = gr_game_tag(game, white ? "White" : "Black");
    gr_fen_write(end->pos, fen);
    cli_error(w->cli, "game %" PRIu32 ", ply %" PRIu32 ": engine %d, %s, %s; the position is %s", number,
              game->plies + 1, end->engine + 1, name ? name : "?", end->detail, fen);
}

/* Says once that openings are played again. */
static void report_repeats(Work *w, uint32_t number, const GrStanding *standing) {
    if (w->ran_out || !standing->ran_out || (number + 1) / 2 < standing->ran_out)
        return;
    w->ran_out = true;
    cli_note(w->cli, "the openings have run out: from game %" PRIu32 " on they are played again",
             2 * standing->ran_out - 1);
}

static void print_ratio(GrBuffer *out, const GrSprt *sprt, const GrStanding *standing) {
    gr_buffer_printf(out, "LLR %.2f (%.2f, %.2f)", standing->ratio, gr_sprt_lower(sprt),
                     gr_sprt_upper(sprt));
}

/* What is known so far, beside the progress line. */
static void set_beside(Work *w, const GrStanding *standing) {
    GrElo elo;
    gr_elo(&standing->tally, &elo);
    gr_buffer_printf(&w->text, "Elo %.0f +/- %.0f", elo.difference, ceil(elo.margin));
    if (gr_sprt_is_on(&w->job->sprt)) {
        gr_buffer_puts(&w->text, ", ");
        print_ratio(&w->text, &w->job->sprt, standing);
    }
    snprintf(w->beside, sizeof w->beside, "%s", w->text.failed ? "" : w->text.data);
    gr_buffer_clear(&w->text);
    w->cli->beside = w->beside;
}

static void print_game(Work *w, uint32_t number, const GrGame *game, const GrStanding *standing) {
    const char *white = gr_game_tag(game, "White"), *black = gr_game_tag(game, "Black");
    const char *end = gr_game_tag(game, "Termination");
    bool normal = !end || !strcmp(end, "normal");
    gr_buffer_printf(&w->text, "game %" PRIu32 ": %s - %s %s, %" PRIu32 " %s%s%s", number,
                     white ? white : "?", black ? black : "?", gr_result_text(game->result),
                     game->plies, gr_plural(game->plies, "ply", "plies"), normal ? "" : ", ",
                     normal ? "" : end);
    if (gr_sprt_is_on(&w->job->sprt) && number % 2 == 0) {
        gr_buffer_puts(&w->text, "; ");
        print_ratio(&w->text, &w->job->sprt, standing);
    }
    gr_buffer_putc(&w->text, '\n');
    put(w, w->out);
}

static void on_game(void *user, uint32_t number, const GrGame *game, const GrGameEnd *end,
                    const GrStanding *standing) {
    Work *w = user;
    cli_progress_end(w->cli);
    report_repeats(w, number, standing);
    if (end->fault != GR_FAULT_NONE)
        report_fault(w, number, game, end);
    print_game(w, number, game, standing);
    set_beside(w, standing);
    cli_progress(w->cli, "games", gr_tally_games(&standing->tally), w->games);
    if (!w->pgn)
        return;
    gr_write_pgn(&w->text, game);
    put(w, w->pgn);
}

/* ---- options ---- */

typedef struct Limits {
    GrLimits limits;
    int64_t time, increment;
} Limits;

typedef struct Asked {
    GrMatchJob job;
    Limits both, own[2];
    GrAnalystOption option[2][MOST_OPTIONS];
    const char *openings, *pgn;
    bool random_given, games_given;
} Asked;

/* SECONDS or SECONDS+INCREMENT, fractions allowed. */
static bool read_control(const char *text, Limits *limits) {
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
    limits->time = (int64_t)llround(seconds * 1000);
    limits->increment = (int64_t)llround(more * 1000);
    return limits->time > 0;
}

static void take_control(Cli *cli, const char *option, Limits *limits) {
    if (!read_control(cli->arg, limits))
        cli_bad_option(cli, "option --%s: '%s' is not SECONDS or SECONDS+INC", option, cli->arg);
}

/* Reads `count` numbers parted by commas, nothing else. */
static bool read_numbers(const char *text, double number[], int count) {
    for (int i = 0; i < count; i++) {
        char *end;
        if (text[strspn(text, "0123456789.,+-")]) /* no "inf", no 0x10 */
            return false;
        number[i] = strtod(text, &end);
        if (end == text || *end != (i + 1 < count ? ',' : '\0'))
            return false;
        text = end + 1;
    }
    return true;
}

static void take_sprt(Cli *cli, GrSprt *sprt) {
    double elo[2];
    if (!read_numbers(cli->arg, elo, 2) || !(elo[0] < elo[1]) || fabs(elo[0]) > 1000 ||
        fabs(elo[1]) > 1000) {
        cli_bad_option(cli, "option --sprt: '%s' is not ELO0,ELO1 with ELO0 below ELO1", cli->arg);
        return;
    }
    sprt->elo0 = elo[0];
    sprt->elo1 = elo[1];
}

static void take_chance(Cli *cli, const char *option, double *chance) {
    double number;
    if (read_numbers(cli->arg, &number, 1) && number > 0 && number < 0.5)
        *chance = number;
    else
        cli_bad_option(cli, "option --%s: '%s' is not a number between 0 and 0.5", option, cli->arg);
}

static bool all_whole(const double number[], int count, double least) {
    for (int i = 0; i < count; i++)
        if (!(number[i] >= least && number[i] <= 100000) || number[i] != floor(number[i]))
            return false;
    return true;
}

static void take_draw(Cli *cli, GrAdjudication *a) {
    double number[3];
    if (!read_numbers(cli->arg, number, 3) || !all_whole(number, 3, 0) || number[1] < 1) {
        cli_bad_option(cli, "option --draw: '%s' is not MOVE,COUNT,CP in whole numbers", cli->arg);
        return;
    }
    a->draw_from = (uint32_t)number[0];
    a->draw_moves = (uint32_t)number[1];
    a->draw_score = (int)number[2];
}

static void take_resign(Cli *cli, GrAdjudication *a) {
    double number[2];
    if (!read_numbers(cli->arg, number, 2) || !all_whole(number, 2, 1)) {
        cli_bad_option(cli, "option --resign: '%s' is not COUNT,CP in whole numbers from 1", cli->arg);
        return;
    }
    a->resign_moves = (uint32_t)number[0];
    a->resign_score = (int)number[1];
}

/* NAME=VALUE; the '=' is overwritten. */
static void take_engine_option(Cli *cli, Asked *asked, int engine) {
    GrAnalystSetup *setup = &asked->job.engine[engine].setup;
    char *equals = strchr(cli->arg, '=');
    if (!equals || equals == cli->arg) {
        cli_bad_option(cli, "option --option%d: '%s' is not NAME=VALUE", engine + 1, cli->arg);
    } else if (setup->options == MOST_OPTIONS) {
        cli_bad_option(cli, "more than %d options of an engine", MOST_OPTIONS);
    } else {
        *equals = '\0';
        asked->option[engine][setup->options++] = (GrAnalystOption){cli->arg, equals + 1};
    }
}

/* An option of one of the engines. */
static void read_engine_option(Cli *cli, int code, Asked *asked) {
    int e = (code - ENGINE) % 2;
    GrMatchEngine *engine = &asked->job.engine[e];
    Limits *own = &asked->own[e];
    switch (code - e) {
    case ENGINE:
        engine->command = cli->arg;
        break;
    case NAME:
        engine->name = cli->arg;
        break;
    case OPTION:
        take_engine_option(cli, asked, e);
        break;
    case VARIANT:
        engine->setup.variant = cli->arg;
        break;
    case RESTRICT:
        engine->setup.restricted = true;
        break;
    case OWN_TC:
        take_control(cli, e ? "tc2" : "tc1", own);
        break;
    default:
        cli_limit_option(cli, code - e == OWN_DEPTH   ? CLI_DEPTH
                              : code - e == OWN_NODES ? CLI_NODES
                                                      : CLI_MOVETIME,
                         &own->limits, &asked->job.hash);
        break;
    }
}

/* What decides how long the match and its games last. */
static bool read_length_option(Cli *cli, int code, Asked *asked) {
    GrMatchJob *job = &asked->job;
    switch (code) {
    case GAMES:
        job->games = (uint32_t)cli_number(cli, 1, 10000000);
        asked->games_given = true;
        break;
    case SPRT:
        take_sprt(cli, &job->sprt);
        break;
    case ALPHA:
        take_chance(cli, "alpha", &job->sprt.alpha);
        break;
    case BETA:
        take_chance(cli, "beta", &job->sprt.beta);
        break;
    case DRAW:
        take_draw(cli, &job->adjudicate);
        break;
    case RESIGN:
        take_resign(cli, &job->adjudicate);
        break;
    case MAX_PLIES:
        job->most_plies = (uint32_t)cli_number(cli, 0, 1000000);
        break;
    default:
        return false;
    }
    return true;
}

static void read_option(Cli *cli, int code, Asked *asked) {
    static const char *const orders[] = {"shuffled", "file", NULL};
    GrMatchJob *job = &asked->job;
    switch (code) {
    case TC:
        take_control(cli, "tc", &asked->both);
        break;
    case OPENINGS:
        cli->input = asked->openings = cli->arg;
        break;
    case ORDER:
        job->in_order = cli_choice(cli, "order", orders) == 1;
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
    default:
        if (code >= ENGINE && code < OWN_MOVETIME + 2)
            read_engine_option(cli, code, asked);
        else if (!read_length_option(cli, code, asked))
            cli_limit_option(cli, code, &asked->both.limits, &job->hash);
        break;
    }
}

/* An engine's own limits, each in place of the one for both; a clock and a time per move exclude each
 * other. */
static bool set_limits(Cli *cli, Asked *asked, int e) {
    Limits l = asked->own[e];
    const Limits *both = &asked->both;
    GrMatchEngine *engine = &asked->job.engine[e];
    bool timed = l.time || l.limits.movetime;
    l.limits.depth = l.limits.depth ? l.limits.depth : both->limits.depth;
    l.limits.nodes = l.limits.nodes ? l.limits.nodes : both->limits.nodes;
    l.limits.movetime = timed ? l.limits.movetime : both->limits.movetime;
    engine->increment = timed ? l.increment : both->increment;
    engine->time = timed ? l.time : both->time;
    engine->limits = l.limits;
    if (!engine->time && !l.limits.depth && !l.limits.nodes && !l.limits.movetime)
        cli_usage(cli, "give a limit: --tc, --movetime, --depth or --nodes");
    else if (engine->time && l.limits.movetime)
        cli_usage(cli, "--tc and --movetime exclude each other");
    else
        return true;
    return false;
}

static bool check(Cli *cli, Asked *asked) {
    GrMatchJob *job = &asked->job;
    for (int e = 0; e < 2; e++) {
        job->engine[e].setup.option = asked->option[e];
        if (!set_limits(cli, asked, e))
            return false;
    }
    if (!asked->games_given && gr_sprt_is_on(&job->sprt))
        job->games = SPRT_GAMES;
    if (!asked->random_given && !asked->openings)
        job->random_plies = 4;
    job->threads = cli->jobs;
    return cli_no_operands(cli, "");
}

/* ---- the match ---- */

static void print_faults(Work *w, const GrStanding *standing) {
    static const char *const words[GR_FAULTS][2] = {
        [GR_FAULT_ILLEGAL] = {"illegal move", "illegal moves"},
        [GR_FAULT_CRASH] = {"crash", "crashes"},
        [GR_FAULT_HANG] = {"hang", "hangs"},
        [GR_FAULT_TIME] = {"loss on time", "losses on time"},
    };
    for (int e = 0; e < 2; e++) {
        const char *before = "";
        for (int f = 0; f < GR_FAULTS; f++) {
            uint32_t n = standing->fault[e][f];
            if (!n)
                continue;
            if (!*before)
                gr_buffer_printf(&w->text, "engine %d: ", e + 1);
            gr_buffer_printf(&w->text, "%s%" PRIu32 " %s", before, n,
                             gr_plural(n, words[f][0], words[f][1]));
            before = ", ";
        }
        gr_buffer_puts(&w->text, *before ? "\n" : "");
    }
}

static void print_test(Work *w, const GrStanding *standing) {
    const GrSprt *sprt = &w->job->sprt;
    static const char *const words[] = {
        [GR_SPRT_OPEN] = "undecided", [GR_SPRT_H0] = "H0 accepted", [GR_SPRT_H1] = "H1 accepted",
    };
    gr_buffer_printf(&w->text, "SPRT %g, %g: ", sprt->elo0, sprt->elo1);
    print_ratio(&w->text, sprt, standing);
    gr_buffer_printf(&w->text, ", %s\n", words[standing->decided]);
}

/* The margin is rounded up, so that it never looks like 0. */
static void print_score(Work *w, const GrStanding *standing) {
    GrElo elo;
    const GrTally *tally = &standing->tally;
    uint32_t games = gr_tally_games(tally);
    gr_elo(tally, &elo);
    double difference = round(elo.difference * 10) / 10 + 0.0;
    gr_buffer_printf(&w->text, "%" PRIu32 " %s, %" PRIu32 " different\n", games,
                     gr_plural(games, "game", "games"), tally->distinct);
    gr_buffer_puts(&w->text, "pairs with 0, 1/2, 1, 3/2, 2 points:");
    for (int i = 0; i < 5; i++)
        gr_buffer_printf(&w->text, " %" PRIu32, tally->pair[i]);
    gr_buffer_printf(&w->text, "; twins: %" PRIu32 "\n", tally->twins);
    gr_buffer_printf(&w->text, "likelihood of superiority %.1f %%\n", 100 * elo.superiority);
    if (gr_sprt_is_on(&w->job->sprt))
        print_test(w, standing);
    print_faults(w, standing);
    gr_buffer_printf(&w->text, "Elo %.1f +/- %.1f, %" PRIu32 " - %" PRIu32 " - %" PRIu32 "\n",
                     difference, ceil(elo.margin * 10) / 10, tally->wins, tally->losses,
                     tally->draws);
    put(w, w->out);
}

static bool has_faults(const GrStanding *standing) {
    for (int f = 0; f < GR_FAULTS; f++)
        if (standing->fault[0][f] || standing->fault[1][f])
            return true;
    return false;
}

static int play(Work *w) {
    GrStanding standing;
    GrError error;
    cli_progress(w->cli, "games", 0, w->games);
    int code = gr_match_run(w->job, &standing, &error);
    cli_progress_end(w->cli);
    if (code && code != GR_ERR_STOPPED && !gr_tally_games(&standing.tally))
        return cli_fail(w->cli, &error);
    print_score(w, &standing);
    if (code == GR_ERR_STOPPED)
        cli_stopped(w->cli, "stopped; the line above counts the games that were finished");
    else if (code)
        return cli_fail(w->cli, &error);
    if (w->failed && code != GR_ERR_STOPPED)
        cli_error(w->cli, "not all games could be written");
    return code || w->failed || has_faults(&standing) ? CLI_FAULTS : CLI_OK;
}

static int open_and_play(Cli *cli, Asked *asked) {
    Work w = {.cli = cli, .games = asked->job.games, .job = &asked->job};
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
    int status = play(&w);
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
    Asked asked = {.job = {.engine = {{.command = GR_BUILTIN}, {.command = GR_BUILTIN}}, .games = 2,
                           .seed = 1, .most_plies = 600, .sprt = {.alpha = 0.05, .beta = 0.05},
                           .stop = cli_stop}};
    GrMatchJob *job = &asked.job;
    for (int code; (code = cli_next(cli)) > 0;)
        read_option(cli, code, &asked);
    if (cli->done)
        return cli->status;
    if (!check(cli, &asked) || !cli_rules(cli, variants, "chess", &job->rules))
        return CLI_USAGE;
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
