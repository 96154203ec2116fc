/* grimoire-match: a match between two engines, in any variant. */
#include "cli/match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/limits.h"
#include "cli/start_positions.h"

enum {
    GAMES = CLI_LONG, TC, OPENINGS, ORDER, PGN, RANDOM, SEED, MAX_PLIES, SPRT, ALPHA, BETA, DRAW, RESIGN,
    LOG, RESUME, BOOK, BOOK_PLIES, SUITE, START_TIMEOUT,
    /* Of engines: two codes each, for the first and the second. */
    ENGINE = CLI_LONG + 100, NAME = ENGINE + 2, OPTION = NAME + 2, VARIANT = OPTION + 2,
    RESTRICT = VARIANT + 2, OWN_TC = RESTRICT + 2, OWN_DEPTH = OWN_TC + 2, OWN_NODES = OWN_DEPTH + 2,
    OWN_MOVETIME = OWN_NODES + 2, PROTOCOL = OWN_MOVETIME + 2
};

enum { SPRT_GAMES = 200000, BOOK_PLIES_USUAL = 12 };

/* An option that each engine has. */
#define OF_ENGINES(name, code, arg, help, same)                                                    \
    {name "1", code, arg, help}, {name "2", code + 1, arg, same}

static const CliOption OPTIONS[] = {
    OF_ENGINES("engine", ENGINE, "CMD", "command of an engine, or builtin (default)",
               "same for its opponent"),
    {"suite", SUITE, "FILE", "have the engines solve the positions of an EPD file (bm, am, dm) instead"},
    {"games", GAMES, "N", "number of games (default: 2; with --sprt at most 200,000)"},
    {"tc", TC, "SECONDS+INC", "time per side and increment per move: 10+0.1"},
    CLI_LIMIT_OPTIONS,
    OF_ENGINES("tc", OWN_TC, "SECONDS+INC", "clock of the first engine alone", "same for its opponent"),
    OF_ENGINES("depth", OWN_DEPTH, "N", "depth for the first engine alone", "same for its opponent"),
    OF_ENGINES("nodes", OWN_NODES, "N", "nodes for the first engine alone", "same for its opponent"),
    OF_ENGINES("movetime", OWN_MOVETIME, "MS", "time per move for the first engine alone",
               "same for its opponent"),
    OF_ENGINES("option", OPTION, "NAME=VALUE", "set an option of the first engine",
               "same for its opponent"),
    OF_ENGINES("protocol", PROTOCOL, "WORD", "protocol of the first engine: auto (default), uci or cecp",
               "same for its opponent"),
    OF_ENGINES("name", NAME, "NAME", "name of the first engine in the games", "same for its opponent"),
    OF_ENGINES("variant", VARIANT, "NAME", "what the first engine calls the variant",
               "same for its opponent"),
    OF_ENGINES("restrict", RESTRICT, NULL, "send the first engine the legal moves",
               "same for its opponent"),
    {"sprt", SPRT, "ELO0,ELO1", "stop when it is clear which difference holds"},
    {"alpha", ALPHA, "P", "chance of accepting ELO1 though ELO0 holds (default: 0.05)"},
    {"beta", BETA, "P", "chance of accepting ELO0 though ELO1 holds (default: 0.05)"},
    {"openings", OPENINGS, "FILE", "games or FENs to start from, one per pair of games"},
    {"book", BOOK, "FILE", "go on with moves drawn from a book in Polyglot's format"},
    {"book-plies", BOOK_PLIES, "N", "so many at most (default: 12)"},
    {"order", ORDER, "WORD", "order of openings: shuffled (default) or file"},
    {"random", RANDOM, "N", "random plies after the opening (default: 0; without openings 4)"},
    {"seed", SEED, "N", "seed of the random plies and the order (default: 1)"},
    {"draw", DRAW, "MOVE,COUNT,CP", "from MOVE on, draw after COUNT moves within CP centipawns"},
    {"resign", RESIGN, "COUNT,CP", "decide after COUNT moves that lose by CP centipawns"},
    {"max-plies", MAX_PLIES, "N", "declare a draw after N plies (default: 600; 0: never)"},
    {"start-timeout", START_TIMEOUT, "SECONDS", "give engines so long to introduce themselves (default: 10)"},
    {"log", LOG, "FILE", "write what engines and this program say to each other to FILE"},
    {"pgn", PGN, "FILE", "write the games to FILE, replacing what it holds"},
    {"resume", RESUME, NULL, "continue the match whose games are in --pgn FILE"},
    {NULL, 0, NULL, NULL},
};

static const int WRITES[] = {PGN, LOG, 0};

static const CliProgram PROGRAM = {
    .name = "match",
    .summary = "Play a match between two engines",
    .usage = "[--engine1 CMD] [--engine2 CMD] [-v NAME] [--games N | --sprt ELO0,ELO1]"
             " (--tc SECONDS[+INC] | --movetime MS | --depth N | --nodes N) [--pgn FILE]\n"
             "--suite FILE [--engine1 CMD] [--engine2 CMD] [-v NAME] (--movetime MS | --depth N | --nodes N)"
             " [-f text|csv|csv-plain|json]",
    .common = "vfjoq",
    .options = OPTIONS,
    .writes = WRITES,
    .notes = "Games come in pairs: the same opening with colours exchanged. -j N plays N games\n"
             "at a time. Each game prints a line; the last line is `Elo D +/- E, W - L - D`: the first\n"
             "engine's rating above the second's, its 95 % error, and the first engine's wins, losses\n"
             "and draws. With --suite nothing is played: each engine that is named gets each\n"
             "position, and the last lines say how many it has solved.\n",
};

/* ---- options ---- */

/* SECONDS or SECONDS+INCREMENT, fractions allowed. */
static bool read_control(const char *text, MatchLimits *limits) {
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

static void take_control(Cli *cli, const char *option, MatchLimits *limits) {
    if (!read_control(cli->arg, limits))
        cli_bad_option(cli, "option --%s: '%s' is not SECONDS or SECONDS+INC", option, cli->arg);
}

/* Reads `count` numbers separated by commas, nothing else. */
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
static void take_engine_option(Cli *cli, MatchAsked *asked, int engine) {
    GrAnalystSetup *setup = &asked->job.engine[engine].setup;
    char *equals = strchr(cli->arg, '=');
    if (!equals || equals == cli->arg) {
        cli_bad_option(cli, "option --option%d: '%s' is not NAME=VALUE", engine + 1, cli->arg);
    } else if (setup->options == MATCH_OPTIONS) {
        cli_bad_option(cli, "more than %d options of an engine", MATCH_OPTIONS);
    } else {
        *equals = '\0';
        asked->option[engine][setup->options++] = (GrAnalystOption){cli->arg, equals + 1};
    }
}

/* An option of one of the engines. */
static void read_engine_option(Cli *cli, int code, MatchAsked *asked) {
    static const char *const words[] = {"auto", "uci", "cecp", "xboard", NULL};
    static const GrProtocol protocols[] = {GR_PROTOCOL_ANY, GR_PROTOCOL_UCI, GR_PROTOCOL_CECP,
                                           GR_PROTOCOL_CECP};
    int e = (code - ENGINE) % 2;
    GrMatchEngine *engine = &asked->job.engine[e];
    MatchLimits *own = &asked->own[e];
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
    case PROTOCOL:
        engine->protocol = protocols[cli_choice(cli, "protocol", words)];
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
static bool read_length_option(Cli *cli, int code, MatchAsked *asked) {
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
    case START_TIMEOUT:
        job->engine[0].start_ms = job->engine[1].start_ms = (int)cli_number(cli, 1, 3600) * 1000;
        break;
    case MAX_PLIES:
        job->most_plies = (uint32_t)cli_number(cli, 0, 1000000);
        break;
    default:
        return false;
    }
    return true;
}

/* What decides how games begin. */
static bool read_opening_option(Cli *cli, int code, MatchAsked *asked) {
    static const char *const orders[] = {"shuffled", "file", NULL};
    GrMatchJob *job = &asked->job;
    switch (code) {
    case OPENINGS:
        asked->openings = cli->arg;
        break;
    case BOOK:
        asked->book = cli->arg;
        break;
    case BOOK_PLIES:
        job->book_plies = (unsigned)cli_number(cli, 1, 1000);
        break;
    case ORDER:
        job->in_order = cli_choice(cli, "order", orders) == 1;
        break;
    case RANDOM:
        job->random_plies = (unsigned)cli_number(cli, 0, 1000);
        asked->random_given = true;
        break;
    case SEED:
        job->seed = (uint64_t)cli_number(cli, 0, INT64_MAX);
        break;
    default:
        return false;
    }
    return true;
}

static void read_option(Cli *cli, int code, MatchAsked *asked) {
    switch (code) {
    case TC:
        take_control(cli, "tc", &asked->both);
        break;
    case PGN:
        asked->pgn = cli->arg;
        break;
    case RESUME:
        asked->resume = true;
        break;
    case SUITE:
        asked->suite = cli->arg;
        break;
    case LOG:
        asked->log = cli->arg;
        break;
    default:
        if (code >= ENGINE && code < PROTOCOL + 2)
            read_engine_option(cli, code, asked);
        else if (!read_length_option(cli, code, asked) && !read_opening_option(cli, code, asked))
            cli_limit_option(cli, code, &asked->both.limits, &asked->job.hash);
        break;
    }
}

/* Keeps what says which of the two, a match or a suite, is wanted, and by how many engines. */
static void note_use(MatchAsked *asked, int code) {
    bool of_games = (code >= GAMES && code <= BOOK_PLIES) || code == OWN_TC || code == OWN_TC + 1;
    for (const CliOption *row = OPTIONS; of_games && !asked->of_games && row->name; row++)
        if (row->code == code)
            asked->of_games = row->name;
    asked->second |= code >= ENGINE && code < PROTOCOL + 2 && (code - ENGINE) % 2 == 1;
}

/* An engine's own limits, each in place of the one for both; a clock and a time per move exclude each
 * other. */
static bool set_limits(Cli *cli, MatchAsked *asked, int e) {
    MatchLimits l = asked->own[e];
    const MatchLimits *both = &asked->both;
    GrMatchEngine *engine = &asked->job.engine[e];
    bool timed = l.time || l.limits.movetime;
    l.limits.depth = l.limits.depth ? l.limits.depth : both->limits.depth;
    l.limits.nodes = l.limits.nodes ? l.limits.nodes : both->limits.nodes;
    l.limits.movetime = timed ? l.limits.movetime : both->limits.movetime;
    engine->increment = timed ? l.increment : both->increment;
    engine->time = timed ? l.time : both->time;
    engine->limits = l.limits;
    if (!engine->time && !l.limits.depth && !l.limits.nodes && !l.limits.movetime)
        cli_usage(cli, "give a limit: %s--movetime, --depth or --nodes", asked->suite ? "" : "--tc, ");
    else if (engine->time && l.limits.movetime)
        cli_usage(cli, "--tc and --movetime exclude each other");
    else
        return true;
    return false;
}

static bool check_engines(Cli *cli, MatchAsked *asked, int engines) {
    for (int e = 0; e < engines; e++) {
        asked->job.engine[e].setup.option = asked->option[e];
        if (!set_limits(cli, asked, e))
            return false;
    }
    return true;
}

static bool check_games(Cli *cli, MatchAsked *asked) {
    GrMatchJob *job = &asked->job;
    if (!asked->games_given && gr_sprt_is_on(&job->sprt))
        job->games = SPRT_GAMES;
    if (!asked->random_given && !asked->openings && !asked->book)
        job->random_plies = 4;
    if (job->book_plies && !asked->book) {
        cli_usage(cli, "--book-plies goes with --book");
        return false;
    }
    job->book_plies = asked->book && !job->book_plies ? BOOK_PLIES_USUAL : job->book_plies;
    if (!asked->resume || asked->pgn)
        return true;
    cli_usage(cli, "--resume takes the games from a file: give --pgn");
    return false;
}

static bool check(Cli *cli, MatchAsked *asked) {
    GrMatchJob *job = &asked->job;
    job->threads = cli->jobs;
    asked->format = match_suite_format(cli);
    if (asked->format < 0 || !cli_no_operands(cli, ""))
        return false;
    if (asked->suite && asked->of_games)
        cli_usage(cli, "--%s is for games: it does not go with --suite", asked->of_games);
    else if (!asked->suite && cli->format)
        cli_usage(cli, "-f goes with --suite alone");
    else if (check_engines(cli, asked, asked->suite && !asked->second ? 1 : 2))
        return asked->suite || check_games(cli, asked);
    return false;
}

/* Opens the book; without openings that lead elsewhere, it has to have a move of the start position. */
static int open_book(Cli *cli, MatchAsked *asked) {
    GrMatchJob *job = &asked->job;
    GrError error;
    GrPosition start;
    uint64_t random = 0;
    uint32_t illegal = 0;
    if (!asked->book)
        return CLI_OK;
    if (!gr_book_plays(job->rules)) {
        cli_error(cli, "Polyglot's books are for chess alone, not for %s", gr_variant(job->rules)->title);
        return CLI_USAGE;
    }
    int code = gr_book_open(asked->book, cli_stop, NULL, &asked->opened, &error);
    if (code)
        return code == GR_ERR_SYNTAX ? (cli_fail(cli, &error), CLI_USAGE) : cli_fail(cli, &error);
    job->book = asked->opened;
    gr_start(job->rules, &start);
    if (asked->openings || gr_book_draw(job->book, &start, GR_BOOK_NO_STEP, &random, &illegal) != GR_NO_MOVE)
        return CLI_OK;
    cli_error(cli, "%s: the book has no move of the start position", asked->book);
    return CLI_FAULTS;
}

static int run(Cli *cli, const GrVariants *variants) {
    GrOpenings openings;
    MatchAsked asked = {.job = {.engine = {{.command = GR_BUILTIN}, {.command = GR_BUILTIN}}, .games = 2,
                           .seed = 1, .most_plies = 600, .sprt = {.alpha = 0.05, .beta = 0.05},
                           .stop = cli_stop}};
    GrMatchJob *job = &asked.job;
    for (int code; (code = cli_next(cli)) > 0;) {
        note_use(&asked, code);
        read_option(cli, code, &asked);
    }
    if (cli->done)
        return cli->status;
    if (!check(cli, &asked) || !cli_rules(cli, variants, "chess", &job->rules))
        return CLI_USAGE;
    if (asked.suite)
        return match_suite(cli, variants, &asked);
    int status = open_book(cli, &asked);
    if (!status && asked.openings) {
        status = cli_read_openings(cli, variants, job->rules, asked.openings, &openings);
        job->openings = &openings;
    }
    if (!status)
        status = match_play(cli, variants, &asked);
    if (job->openings)
        gr_openings_free(&openings);
    gr_book_close(asked.opened);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
