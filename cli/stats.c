/* grimoire-stats: statistics of games, from files or from a database. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "analysis/study/stats.h"
#include "cli/common.h"
#include "cli/databases.h"
#include "cli/judged.h"
#include "cli/place.h"
#include "cli/select.h"
#include "db/db.h"
#include "notation/reader/reader.h"

enum { PLAYERS = CLI_LONG, OPENINGS, OPENING_PLIES, BY, REPEATS };

static const CliOption OPTIONS[] = {
    CLI_SELECT_OPTIONS,
    {"players", PLAYERS, "N", "list the N players with most games (0: all)"},
    {"openings", OPENINGS, "N", "list the N openings with most games (0: all)"},
    {"opening-plies", OPENING_PLIES, "N", "an opening is the first N plies, not the ECO code"},
    {"by", BY, "WORD", "group games by year, event, player, opening or result"},
    {"repeats", REPEATS, NULL, "count equal games each time, not once"},
    CLI_JUDGE_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "stats",
    .summary = "Show statistics of games: results, lengths, moves, captures, squares",
    .usage = "[-v NAME] [-f text|json|csv|csv-plain] [--players N] [--openings N] [--by WORD] FILE...\n"
             "-d DB... [-v NAME] [selection] [-f text|json|csv|csv-plain] [--players N] [--openings N]"
             " [--by WORD] [--judge TEXT]",
    .common = "vdfoq",
    .parts = true,
    .options = OPTIONS,
    .notes = "Games come from each FILE (a text, a database, or - for standard input), or else from\n"
             "the databases of -d. For texts, -v is the variant of games that do not name theirs; for\n"
             "databases, it selects the games of that variant. If a game cannot be read to its end,\n"
             "its legal part counts.\n",
};

static const char *const FORMATS[] = {"text", "json", "csv", "csv-plain", NULL};

typedef struct Options {
    GrSelection selection; /* of the games of a database */
    int64_t players;       /* how many to list, 0 for all, -1 for none */
    int64_t openings;      /* likewise */
    uint32_t opening_plies; /* 0: by the ECO code */
    GrGrouping by;
    bool repeats;          /* equal games count each time */
    CliJudge judge;
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
    GrGame game;           /* of a text */
    uint64_t games, faulty;
} Work;

static int count_game(Work *work, GrGame *game, GrError *error) {
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
                      .take = take_game, .user = work};
    return cli_read_judged(&read, &all);
}

static int print(Work *work, GrStatsFormat format) {
    if (!work->stats.variants && !work->stats.unknown) {
        cli_error(work->cli, "no games found");
        return CLI_FAULTS;
    }
    if (!cli_output(work->cli))
        return CLI_USAGE;
    if (gr_stats_write(&work->stats, format, cli_put_bytes, work->cli) == GR_ERR_MEMORY) {
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
    if (found && left) {
        cli_usage(cli, "give either databases or texts, not both");
        return false;
    }
    cli->operands = left;
    return true;
}

static int sum_up(Cli *cli, const GrVariants *variants, GrStatsFormat format, Options *options) {
    Work work = {.cli = cli, .variants = variants};
    if (!take_databases(cli))
        return CLI_USAGE;
    bool files = cli->operands > 0;
    if (files && options->selection.count)
        return cli_usage(cli, "a selection needs a database (-d FILE), not files");
    if (files ? !cli_rules(cli, variants, NULL, &work.rules)
              : !cli_select_variant(cli, &options->selection, variants))
        return CLI_USAGE;
    gr_stats_init(&work.stats);
    work.stats.by = options->by;
    work.stats.once = !options->repeats;
    work.stats.with_players = options->players >= 0;
    work.stats.most_players = options->players > 0 ? (size_t)options->players : 0;
    work.stats.with_openings = options->openings >= 0 || options->opening_plies;
    work.stats.most_openings = options->openings > 0 ? (size_t)options->openings : 0;
    work.stats.opening_plies = options->opening_plies;
    work.thresholds = options->judge.thresholds;
    gr_judgement_init(&work.judgement);
    gr_game_init(&work.game);
    int status = files ? read_files(&work) : read_databases(&work, options);
    bool found = work.stats.variants || work.stats.unknown;
    if (status == CLI_OK || found) {
        int printed = print(&work, format);
        status = status ? status : printed;
    }
    if (!status && work.faulty) /* those of a database were reported by import */
        status = CLI_FAULTS;
    gr_game_free(&work.game);
    gr_judgement_free(&work.judgement);
    gr_stats_free(&work.stats);
    return status;
}

static void read_options(Cli *cli, const GrVariants *variants, Options *options) {
    static const char *const groupings[] = {"year", "event", "player", "opening", "result", NULL};
    *options = (Options){.players = -1, .openings = -1, .judge = cli_judge()};
    gr_selection_init(&options->selection);
    for (int code; (code = cli_next(cli)) > 0;) {
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

static int run(Cli *cli, const GrVariants *variants) {
    Options options;
    read_options(cli, variants, &options);
    int status = cli->status;
    if (!cli->done) {
        int format = cli_format(cli, FORMATS, GR_STATS_TEXT);
        status = format < 0 ? CLI_USAGE : sum_up(cli, variants, (GrStatsFormat)format, &options);
    }
    gr_selection_free(&options.selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
