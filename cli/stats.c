/* grimoire-stats: statistics of games, from files or from a database. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/study/crosstable.h"
#include "analysis/study/stats.h"
#include "cli/apart.h"
#include "cli/common.h"
#include "cli/databases.h"
#include "cli/judged.h"
#include "cli/place.h"
#include "cli/select.h"
#include "db/db.h"
#include "notation/reader/reader.h"

enum {
    PLAYERS = CLI_LONG,
    OPENINGS,
    OPENING_PLIES,
    BY,
    REPEATS,
    CROSSTABLE, /* these six are of crosstables alone */
    TEAMS,
    TOGETHER,
    COLUMNS,
    TIE_BREAKS,
    K_FACTOR
};

static const CliOption OPTIONS[] = {
    CLI_SELECT_OPTIONS
    {"players", PLAYERS, "N", "list the N players with most games (0: all)"},
    {"openings", OPENINGS, "N", "list the N openings with most games (0: all)"},
    {"opening-plies", OPENING_PLIES, "N", "an opening is the first N plies, not the ECO code"},
    {"by", BY, "WORD", "group games by year, event, player, opening or result"},
    {"repeats", REPEATS, NULL, "count equal games each time, not once"},
    {"crosstable", CROSSTABLE, NULL, "show the table of each event instead: who scored what against whom"},
    {"teams", TEAMS, NULL, "tables of teams, not of players"},
    {"together", TOGETHER, NULL, "one table of all games, whatever their events"},
    {"columns", COLUMNS, "WORD", "results by opponents or rounds (default: what fits the event)"},
    {"tie-breaks", TIE_BREAKS, "LIST", "order equal points by direct,wins,sonneborn,buchholz"},
    {"k-factor", K_FACTOR, "N", "K of rating changes (default: 10 from 2400 on, else 20)"},
    CLI_JUDGE_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "stats",
    .summary = "Show statistics of games: results, lengths, moves, captures, squares",
    .usage = "[-v NAME] [-f text|json|csv|csv-plain] [--players N] [--openings N] [--by WORD] FILE...\n"
             "-d DB... [-v NAME] [selection] [-f text|json|csv|csv-plain] [--players N] [--openings N]"
             " [--by WORD] [--judge TEXT]\n"
             "--crosstable (FILE... | -d DB... [selection]) [-f text|json|csv|csv-plain|html]"
             " [--columns WORD] [--tie-breaks LIST] [--k-factor N] [--teams] [--together]",
    .common = "vdfoq",
    .parts = true,
    .options = OPTIONS,
    .notes = "Games come from each FILE (a text, a database, or - for standard input), or else from\n"
             "the databases of -d. For texts, -v is the variant of games that do not name theirs; for\n"
             "databases, it selects the games of that variant. If a game cannot be read to its end,\n"
             "its legal part counts.\n",
};

/* As in GrStatsFormat, and in GrCrossFormat. */
static const char *const FORMATS[] = {"text", "json", "csv", "csv-plain", NULL};
static const char *const CROSS_FORMATS[] = {"text", "json", "csv", "csv-plain", "html", NULL};

typedef struct Options {
    GrSelection selection; /* of the games of a database */
    int64_t players;       /* how many to list, 0 for all, -1 for none */
    int64_t openings;      /* likewise */
    uint32_t opening_plies; /* 0: by the ECO code */
    GrGrouping by;
    bool repeats;          /* equal games count each time */
    CliJudge judge;
    bool crosstable;
    GrCrossOptions cross;
    bool for_stats, for_tables; /* was something given that is for one of them alone? */
} Options;

/* The games read so far. */
typedef struct Work {
    Cli *cli;
    const GrVariants *variants;
    const GrRules *rules;
    GrThresholds thresholds;
    GrJudgedBy by;             /* who has judged so far, */
    char judge[GR_JUDGE_NAME]; /* which is stats.judge */
    GrJudgement judgement; /* of a game's own evaluations */
    GrStats stats;
    GrCrosstables *tables; /* takes the games instead, unless it is NULL */
    GrGame game;           /* of a text */
    uint64_t games, faulty;
} Work;

static int count_game(Work *work, GrGame *game, GrError *error) {
    if (work->tables)
        return gr_crosstables_add(work->tables, game) ? gr_no_memory(error) : 0;
    int code = gr_judge_own_evals(&work->judgement, game, &work->thresholds);
    if (!code)
        code = gr_stats_add(&work->stats, game);
    if (code == GR_ERR_IO)
        return gr_fail(error, code, "the temporary file of games already counted failed: %s", strerror(errno));
    return code ? gr_no_memory(error) : 0;
}

static int read_file(Work *work, const char *file) {
    GrError error;
    GrReader *reader = gr_reader_open(file, work->variants, work->rules, &error);
    if (!reader)
        return cli_fail(work->cli, &error);
    int code = 0, status = CLI_OK;
    gr_reader_set_stop(reader, cli_stop, NULL);
    work->games = 0;
    while (!cli_signal() && (code = gr_reader_next(reader, &work->game, &error)) > 0) {
        work->games++;
        work->faulty += cli_diagnose_game(work->cli, file, work->games, &work->game, GR_ERROR) > 0;
        if (count_game(work, &work->game, &error)) {
            status = cli_fail(work->cli, &error);
            break;
        }
        cli_progress(work->cli, "bytes", gr_reader_bytes(reader), gr_reader_size(reader));
    }
    cli_progress_end(work->cli);
    if (code < 0)
        status = cli_fail(work->cli, &error);
    else if (!work->games && !cli_signal())
        status = cli_no_games(work->cli, file, gr_reader_looks_like(reader));
    gr_reader_close(reader);
    return status;
}

static int read_files(Work *work) {
    int status = CLI_OK;
    for (int i = 0; i < work->cli->operands && !cli_signal(); i++) {
        int one = read_file(work, work->cli->operand[i]);
        status = one > status ? one : status;
    }
    return status;
}

/* Names the judge of the game at hand in the statistics; games may have different ones. */
static void note_judge(Work *work, const GrGame *game) {
    if (!game->judgement || !*game->judgement->by.engine)
        return;
    gr_judged_by_add(&work->by, &game->judgement->by);
    gr_judged_by_name(&work->by, work->judge);
    work->stats.judge = work->judge;
}

/* Counts a game of a database. */
static int take_game(void *user, GrGame *game, GrError *error) {
    Work *work = user;
    note_judge(work, game);
    return count_game(work, game, error);
}

static int read_databases(Work *work, const Options *options) {
    CliDatabases all;
    if (!cli_open_judged(work->cli, work->variants, &options->judge, &all))
        return all.status;
    CliJudged read = {.cli = work->cli, .judge = &options->judge, .selection = &options->selection,
                      .take = take_game, .user = work, .header = work->tables != NULL};
    return cli_read_judged(&read, &all);
}

/* What a format without a place for it leaves unsaid. */
static void note(void *cli, const char *text) {
    cli_note(cli, "%s", text);
}

static bool found_games(const Work *work) {
    return work->tables ? gr_crosstables_games(work->tables) > 0 : work->stats.variants || work->stats.unknown;
}

static int print(Work *work, int format, const Options *options) {
    GrCrossOptions cross = options->cross;
    if (!found_games(work)) {
        cli_note(work->cli, "no games found");
        return CLI_FAULTS;
    }
    if (work->tables && cross.teams && !gr_crosstables_team_games(work->tables)) {
        cli_error(work->cli, "no game has the tags WhiteTeam and BlackTeam");
        return CLI_FAULTS;
    }
    if (!cli_output(work->cli))
        return CLI_USAGE;
    cross.note = note;
    cross.user = work->cli;
    int code = !work->tables
                   ? gr_stats_write(&work->stats, (GrStatsFormat)format, cli_put_bytes, work->cli)
                   : gr_crosstables_write(work->tables, &cross, (GrCrossFormat)format, cli_put_bytes, work->cli);
    if (code == GR_ERR_MEMORY) {
        cli_error(work->cli, "out of memory");
        return CLI_FAULTS;
    }
    return CLI_OK; /* cli_finish reports a failed write */
}

/* Takes the operands that are databases out of them, as if -d had named them. False after reporting that
 * this cannot be. */
static bool take_databases(Cli *cli) {
    int left = 0, found = 0;
    for (int i = 0; i < cli->operands; i++) {
        if (!strcmp(cli->operand[i], "-") || cli_contents(cli->operand[i]) != CLI_DATABASE)
            cli->operand[left++] = cli->operand[i];
        else if (found++, !cli_add_database(cli, cli->operand[i]))
            return false;
        if (cli->status)
            return false;
    }
    if (left && (found || (cli->databases && !cli->default_db))) {
        if (strcmp(cli->operand[0], "-") && access(cli->operand[0], F_OK))
            cli_usage(cli, "%s: no such file; stats takes no query: search -f pgn prints the games in which one is found, "
                      "which stats reads", cli->operand[0]);
        else
            cli_usage(cli, "give either databases or texts, not both");
        return false;
    }
    cli->operands = left;
    return true;
}

/* What is counted. */
static void set_up(Work *work, const Options *options) {
    gr_stats_init(&work->stats);
    work->stats.by = options->by;
    work->stats.once = !options->repeats;
    work->stats.with_players = options->players >= 0;
    work->stats.most_players = options->players > 0 ? (size_t)options->players : 0;
    work->stats.with_openings = options->openings >= 0 || options->opening_plies;
    work->stats.most_openings = options->openings > 0 ? (size_t)options->openings : 0;
    work->stats.opening_plies = options->opening_plies;
    work->thresholds = options->judge.thresholds;
    gr_judgement_init(&work->judgement);
    gr_game_init(&work->game);
}

static int sum_up(Cli *cli, const GrVariants *variants, int format, Options *options) {
    Work work = {.cli = cli, .variants = variants};
    if (!take_databases(cli))
        return CLI_USAGE;
    bool files = cli->operands > 0;
    if (files && options->selection.count)
        return cli_usage(cli, "a selection needs a database (-d FILE), not files");
    if (files ? !cli_rules(cli, variants, NULL, &work.rules)
              : !cli_select_variant(cli, &options->selection, variants))
        return CLI_USAGE;
    if (options->crosstable && !(work.tables = gr_crosstables_open())) {
        cli_error(cli, "out of memory");
        return CLI_FAULTS;
    }
    set_up(&work, options);
    int status = files ? read_files(&work) : read_databases(&work, options);
    if (status == CLI_OK || found_games(&work)) {
        int printed = print(&work, format, options);
        status = status ? status : printed;
    }
    if (!status && work.faulty) /* those of a database were reported by import */
        status = CLI_FAULTS;
    gr_game_free(&work.game);
    gr_judgement_free(&work.judgement);
    gr_stats_free(&work.stats);
    gr_crosstables_free(work.tables);
    return status;
}

static bool cross_option(Cli *cli, int code, Options *options) {
    static const char *const columns[] = {"opponents", "rounds", NULL};
    GrCrossOptions *cross = &options->cross;
    if (code == CROSSTABLE)
        options->crosstable = true;
    else if (code == TEAMS)
        cross->teams = true;
    else if (code == TOGETHER)
        cross->together = true;
    else if (code == COLUMNS)
        cross->columns = (GrCrossColumns)(GR_CROSS_OPPONENTS + cli_choice(cli, "columns", columns));
    else if (code == K_FACTOR)
        cross->k = (int)cli_number(cli, 1, 100);
    else if (code == TIE_BREAKS && !gr_tie_breaks_read(cli->arg, cross))
        cli_bad_option(cli, "option --tie-breaks: '%s' is not a list of direct, wins, sonneborn, buchholz, each once",
                       cli->arg);
    bool is = code >= CROSSTABLE && code <= K_FACTOR;
    options->for_tables |= is && code != CROSSTABLE;
    return is;
}

static void read_options(Cli *cli, const GrVariants *variants, Options *options) {
    static const char *const groupings[] = {"year", "event", "player", "opening", "result", NULL};
    *options = (Options){.players = -1, .openings = -1, .judge = cli_judge()};
    gr_selection_init(&options->selection);
    for (int code; (code = cli_next(cli)) > 0;) {
        options->for_stats |= code >= PLAYERS && code <= REPEATS;
        if (cross_option(cli, code, options))
            continue;
        if (code == PLAYERS)
            options->players = cli_number(cli, 0, INT32_MAX);
        else if (code == OPENINGS)
            options->openings = cli_number(cli, 0, INT32_MAX);
        else if (code == OPENING_PLIES)
            options->opening_plies = (uint32_t)cli_number(cli, 1, 100);
        else if (code == BY)
            options->by = (GrGrouping)(GR_BY_YEAR + cli_choice(cli, "grouping", groupings));
        else if (code == REPEATS)
            options->repeats = true;
        else if (!cli_judge_option(cli, code, &options->judge))
            cli_select(cli, code, &options->selection, variants);
    }
}

static bool fit_together(Cli *cli, const Options *options) {
    if (options->for_tables && !options->crosstable)
        cli_usage(cli, "--teams, --together, --columns, --tie-breaks and --k-factor go with --crosstable");
    else if (options->for_stats && options->crosstable)
        cli_usage(cli, "--players, --openings, --opening-plies, --by and --repeats have no place in a crosstable");
    else
        return true;
    return false;
}

static int run(Cli *cli, const GrVariants *variants) {
    Options options;
    read_options(cli, variants, &options);
    int status = cli->status;
    if (!cli->done) {
        int format = cli_format(cli, options.crosstable ? CROSS_FORMATS : FORMATS, GR_STATS_TEXT);
        bool well = format >= 0 && fit_together(cli, &options) && (!cli->output || cli_can_write(cli, cli->output));
        status = well ? sum_up(cli, variants, format, &options) : CLI_USAGE;
    }
    gr_selection_free(&options.selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
