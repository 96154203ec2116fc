/* grimoire-report: what games of a variant say about its rules, for its designer. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/play.h"
#include "analysis/report/report.h"
#include "cli/apart.h"
#include "cli/databases.h"
#include "cli/judged.h"
#include "cli/limits.h"
#include "cli/select.h"
#include "notation/write/pgn.h"
#include "rules/plural.h"
#include "rules/version.h"

enum { PLAY = CLI_LONG, AGAINST, AGAINST_VARIANT, RANDOM, SEED, MAX_PLIES, PGN, NET };

static const CliOption OPTIONS[] = {
    {"play", PLAY, "N", "let the engine play N games against itself first"},
    CLI_LIMIT_OPTIONS,
    {"random", RANDOM, "N", "random plies that a game begins with (default: 4)"},
    {"seed", SEED, "N", "seed of the random plies (default: 1)"},
    {"max-plies", MAX_PLIES, "N", "break off games after N plies (default: 600)"},
    {"net", NET, "FILE", "network that plays, or none (default: the built-in one)"},
    {"pgn", PGN, "FILE", "write the games played to FILE"},
    {"against", AGAINST, "DB", "compare with the games of another database"},
    {"against-variant", AGAINST_VARIANT, "NAME", "compare with another variant"},
    CLI_JUDGE_OPTIONS,
    CLI_SELECT_OPTIONS
    {NULL, 0, NULL, NULL},
};

static const int WRITES[] = {PGN, 0};

static const CliProgram PROGRAM = {
    .name = "report",
    .summary = "Report what games say about their rules",
    .usage = "-d DB... -v NAME [selection] [-f html|text|json] [-o FILE]\n"
             "-v NAME --play N (--nodes N | --depth N) [--seed N] [--pgn FILE] [-f html|text|json]"
             " [-o FILE]\n"
             "... [--against DB] [--against-variant NAME]",
    .common = "vdfojq",
    .parts = true,
    .options = OPTIONS,
    .writes = WRITES,
    .notes = "Without -f the output is HTML if FILE ends in .html, else text. -j N plays N games\n"
             "at a time.\n",
};

static const char *const FORMATS[] = {"text", "json", "html", NULL};

/* What was asked for. */
typedef struct Asked {
    GrSelection selection;
    CliJudge judge;
    GrReportPlay play;
    const char *pgn, *against, *against_variant;
} Asked;

/* One side of the report: where its games come from, and what came of them. */
typedef struct Part {
    const GrRules *rules;
    const char *db; /* NULL: those of -d */
    GrReport *report;
    GrReportMethod method;
    GrBuffer source, engine, player, limits, openings, command;
} Part;

typedef struct Work {
    Cli *cli;
    const GrVariants *variants;
    Asked *asked;
    Part *part;     /* at work */
    GrJudgement judgement; /* of a game's own evaluations */
    GrBuffer text;
    FILE *pgn;
} Work;

/* ---- stored games ---- */

static int count_game(Work *work, GrGame *game, GrError *error) {
    if (gr_judge_own_evals(&work->judgement, game, &work->asked->judge.thresholds) ||
        gr_report_add(work->part->report, game))
        return gr_no_memory(error);
    return 0;
}

/* Counts a game of a database. */
static int take_game(void *user, GrGame *game, GrError *error) {
    return count_game(user, game, error);
}

/* Adds the variant of the part to the conditions, in the place of another part's. */
static bool select_variant(Work *work, GrError *error) {
    GrSelection *selection = &work->asked->selection;
    for (size_t i = 0; i < selection->count; i++)
        if (selection->condition[i].subject == GR_ON_VARIANT) {
            selection->condition[i].rules = work->part->rules;
            return true;
        }
    return !gr_selection_add(selection, work->variants, "variant", gr_variant(work->part->rules)->name, error);
}

/* Reads those of -d, or the one that part->db names. */
static int read_databases(Work *work) {
    CliDatabases all;
    Part *part = work->part;
    Cli *cli = work->cli;
    GrError error;
    Cli named = *cli;
    if (part->db) {
        named.dbs[0] = part->db;
        named.databases = 1;
        named.db = part->db;
        work->cli = &named;
    }
    if (!select_variant(work, &error))
        return cli_fail(cli, &error);
    if (!cli_open_judged(work->cli, work->variants, &work->asked->judge, &all))
        return all.status;
    for (int n = 0; n < all.count; n++)
        gr_buffer_printf(&part->source, "%s%s", n ? ", " : "", all.path[n]);
    CliJudged read = {.cli = work->cli, .judge = &work->asked->judge, .selection = &work->asked->selection,
                      .take = take_game, .user = work};
    int status = cli_read_judged(&read, &all);
    work->cli = cli;
    return status;
}

/* ---- played games ---- */

static int on_game(void *user, uint32_t number, GrGame *game, GrError *error) {
    Work *work = user;
    cli_progress(work->cli, "games", number, work->asked->play.games);
    if (work->pgn) {
        gr_write_pgn(&work->text, game);
        if (work->text.failed)
            return gr_no_memory(error);
        bool failed = fwrite(work->text.data, 1, work->text.len, work->pgn) != work->text.len;
        gr_buffer_clear(&work->text);
        if (failed)
            return gr_fail(error, GR_ERR_IO, "cannot write %s: %s", work->asked->pgn, strerror(errno));
    }
    int code = count_game(work, game, error);
    game->judgement = NULL;
    return code;
}

static void put_limits(GrBuffer *out, const GrLimits *limits) {
    if (limits->nodes)
        gr_buffer_printf(out, "%" PRIu64 " %s a move%s", limits->nodes, gr_plural(limits->nodes, "node", "nodes"),
                         limits->depth ? ", " : "");
    if (limits->depth)
        gr_buffer_printf(out, "depth %d", limits->depth);
}

static void describe_play(Part *part, const GrReportPlay *play) {
    put_limits(&part->limits, &play->limits);
    gr_buffer_printf(&part->limits, ", at most %" PRIu32 " %s a game", play->most_plies,
                     gr_plural(play->most_plies, "ply", "plies"));
    gr_buffer_puts(&part->source, "self-play");
    gr_buffer_printf(&part->command, "grimoire report -v %s --play %" PRIu32, gr_variant(part->rules)->name,
                     play->games);
    if (play->limits.nodes)
        gr_buffer_printf(&part->command, " --nodes %" PRIu64, play->limits.nodes);
    if (play->limits.depth)
        gr_buffer_printf(&part->command, " --depth %d", play->limits.depth);
    gr_buffer_printf(&part->command, " --random %u --seed %" PRIu64 " --max-plies %" PRIu32, play->random_plies,
                     play->seed, play->most_plies);
    if (play->net)
        gr_buffer_printf(&part->command, " --net '%s'", play->net);
    gr_buffer_printf(&part->engine, "Grimoire " GR_VERSION "%s%s, against itself", play->net ? " with the network " : "",
                     play->net ? play->net : "");
    gr_buffer_printf(&part->player, "this engine at ");
    put_limits(&part->player, &play->limits);
    part->method.asked = play->games;
    part->method.seed = play->seed;
    part->method.seeded = true;
}

/* What there was to begin with, which is known when the games have been played. */
static void describe_openings(Part *part, const GrReportPlay *play, const GrPlayStarts *starts) {
    GrBuffer *out = &part->openings;
    gr_buffer_printf(out, "%u random %s, ", play->random_plies, gr_plural(play->random_plies, "ply", "plies"));
    if (starts->again)
        gr_buffer_printf(out, "after which %" PRIu32 " %s began in a position in which an earlier one had",
                         starts->again, gr_plural(starts->again, "game", "games"));
    else
        gr_buffer_puts(out, "all positions after them different");
    if (starts->uneven)
        gr_buffer_printf(out, ", %" PRIu32 " with more than %d centipawns for a side, or over", starts->uneven,
                         GR_PLAY_EVEN);
    else
        gr_buffer_printf(out, ", none with more than %d centipawns for a side", GR_PLAY_EVEN);
}

static int play_games(Work *work) {
    GrReportPlay play = work->asked->play;
    GrPlayStarts starts;
    GrError error;
    play.rules = work->part->rules;
    play.played = on_game;
    play.user = work;
    describe_play(work->part, &play);
    play.starts = &starts;
    int code = gr_report_play(&play, &error);
    describe_openings(work->part, &play, &starts);
    cli_progress_end(work->cli);
    if (code == GR_ERR_STOPPED && gr_report_games(work->part->report))
        cli_stopped(work->cli, "stopped; the report has the games that were finished");
    else if (code == GR_ERR_STOPPED)
        cli_stopped(work->cli, "stopped before the first game was finished");
    else if (code)
        return cli_fail(work->cli, &error);
    return CLI_OK;
}

/* ---- a part, and all ---- */

static int fill_part(Work *work, Part *part) {
    work->part = part;
    part->report = gr_report_new(part->rules);
    if (!part->report) {
        cli_error(work->cli, "out of memory");
        return CLI_FAULTS;
    }
    int status = work->asked->play.games && !part->db ? play_games(work) : read_databases(work);
    if (part->source.failed || part->limits.failed || part->openings.failed || part->command.failed ||
        part->engine.failed || part->player.failed) {
        cli_error(work->cli, "out of memory");
        return CLI_FAULTS;
    }
    part->method.source = part->source.data;
    part->method.engine = part->engine.data;
    part->method.player = part->player.data;
    part->method.limits = part->limits.data;
    part->method.openings = part->openings.data;
    part->method.command = part->command.data;
    if (!gr_report_games(part->report)) {
        if (status == CLI_OK && !cli_stop(NULL))
            cli_error(work->cli, "no games of %s found%s%s", gr_variant(part->rules)->title, part->db ? " in " : "",
                      part->db ? part->db : "");
        return status == CLI_OK ? CLI_FAULTS : status;
    }
    return status;
}

static void free_part(Part *part) {
    gr_report_free(part->report);
    gr_buffer_free(&part->source);
    gr_buffer_free(&part->engine);
    gr_buffer_free(&part->player);
    gr_buffer_free(&part->limits);
    gr_buffer_free(&part->openings);
    gr_buffer_free(&part->command);
}

static int print(Cli *cli, const Part part[2], int parts, GrReportFormat format) {
    GrReportText text = {.report = part[0].report, .method = &part[0].method};
    bool same = parts > 1 && part[0].rules == part[1].rules;
    if (parts > 1) {
        text.against = part[1].report;
        text.against_method = &part[1].method;
        text.name = same ? part[0].method.source : NULL;
        text.against_name = same ? part[1].method.source : NULL;
    }
    if (!cli_output(cli))
        return CLI_USAGE;
    if (gr_report_write(&text, format, cli_put_bytes, cli) == GR_ERR_MEMORY) {
        cli_error(cli, "out of memory");
        return CLI_FAULTS;
    }
    return CLI_OK; /* cli_finish reports a failed write */
}

static int report(Work *work, Part part[2], int parts, GrReportFormat format) {
    int status = CLI_OK;
    bool all = true;
    for (int i = 0; i < parts; i++) {
        int one = fill_part(work, &part[i]);
        status = one > status ? one : status;
        all &= part[i].report && gr_report_games(part[i].report) > 0;
    }
    if (!all)
        return status ? status : CLI_FAULTS;
    int printed = print(work->cli, part, parts, format);
    return status ? status : printed;
}

static bool open_pgn(Work *work) {
    const char *path = work->asked->pgn;
    if (!path)
        return true;
    work->pgn = cli_open_output(work->cli, "pgn", path, "w");
    return work->pgn != NULL;
}

static int close_pgn(Work *work, int status) {
    bool failed = work->pgn && ferror(work->pgn);
    if (work->pgn && (fclose(work->pgn) || failed)) {
        if (!failed) /* else it was reported when it happened */
            cli_error(work->cli, "cannot write %s: %s", work->asked->pgn, strerror(errno));
        return status ? status : CLI_FAULTS;
    }
    return status;
}

/* ---- options ---- */

static void read_options(Cli *cli, const GrVariants *variants, Asked *asked) {
    *asked = (Asked){.judge = cli_judge()};
    asked->play = (GrReportPlay){.random_plies = 4, .seed = 1, .most_plies = 600, .stop = cli_stop};
    gr_selection_init(&asked->selection);
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == PLAY)
            asked->play.games = (uint32_t)cli_number(cli, 1, 10000000);
        else if (code == RANDOM)
            asked->play.random_plies = (unsigned)cli_number(cli, 1, 60);
        else if (code == SEED)
            asked->play.seed = (uint64_t)cli_number(cli, 0, INT64_MAX);
        else if (code == MAX_PLIES)
            asked->play.most_plies = (uint32_t)cli_number(cli, 1, 100000);
        else if (code == PGN)
            asked->pgn = cli->arg;
        else if (code == NET)
            asked->play.net = cli->arg;
        else if (code == AGAINST)
            asked->against = cli->arg;
        else if (code == AGAINST_VARIANT)
            asked->against_variant = cli->arg;
        else if (code >= CLI_DEPTH && code <= CLI_HASH)
            cli_limit_option(cli, code, &asked->play.limits, &asked->play.hash);
        else if (!cli_judge_option(cli, code, &asked->judge))
            cli_select(cli, code, &asked->selection, variants);
    }
    asked->play.threads = cli->jobs;
}

static bool check(Cli *cli, const Asked *asked) {
    const GrLimits *limits = &asked->play.limits;
    bool limited = limits->nodes || limits->depth;
    if (!cli_no_operands(cli, " (use -d FILE)"))
        return false;
    if (!cli->variant)
        cli_usage(cli, "give the variant: -v NAME");
    else if (limits->movetime)
        cli_usage(cli, "--movetime does not give the same games again; use --nodes or --depth");
    else if (asked->play.games && !limited)
        cli_usage(cli, "--play needs a limit: --nodes or --depth");
    else if (!asked->play.games && (limited || asked->pgn || asked->play.net))
        cli_usage(cli, "--nodes, --depth, --net and --pgn go with --play");
    else if (asked->play.games && cli_names_database(cli))
        cli_usage(cli, "-d is for stored games; it does not go with --play");
    else if (asked->play.games && asked->selection.count)
        cli_usage(cli, "a selection is of stored games; it does not go with --play");
    else
        return true;
    return false;
}

/* HTML where the output's name says so. */
static int format_of(Cli *cli) {
    size_t length = cli->output ? strlen(cli->output) : 0;
    bool page = length > 5 && strcmp(cli->output + length - 5, ".html") == 0;
    return cli_format(cli, FORMATS, page ? GR_REPORT_HTML : GR_REPORT_TEXT);
}

static int run_asked(Cli *cli, const GrVariants *variants, Asked *asked) {
    Part part[2] = {{0}};
    int parts = asked->against || asked->against_variant ? 2 : 1;
    int format = check(cli, asked) ? format_of(cli) : -1;
    if (format < 0 || !cli_rules(cli, variants, NULL, &part[0].rules))
        return CLI_USAGE;
    part[1] = (Part){.rules = part[0].rules, .db = asked->against};
    if (asked->against_variant && !(part[1].rules = gr_variants_find(variants, asked->against_variant))) {
        cli_usage(cli, "unknown variant '%s'", asked->against_variant);
        return CLI_USAGE;
    }
    Work work = {.cli = cli, .variants = variants, .asked = asked};
    int status = CLI_USAGE;
    gr_judgement_init(&work.judgement);
    bool writable = !cli->output || cli_can_write(cli, cli->output); /* playing takes long */
    if (writable && open_pgn(&work))
        status = close_pgn(&work, report(&work, part, parts, (GrReportFormat)format));
    gr_judgement_free(&work.judgement);
    gr_buffer_free(&work.text);
    for (int i = 0; i < parts; i++)
        free_part(&part[i]);
    return status;
}

static int run(Cli *cli, const GrVariants *variants) {
    Asked asked;
    read_options(cli, variants, &asked);
    int status = cli->done ? cli->status : run_asked(cli, variants, &asked);
    gr_selection_free(&asked.selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
