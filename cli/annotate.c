/* grimoire-annotate: engines judge the positions of a database. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/study/annotate_run.h"
#include "analysis/study/annotate_take.h"
#include "cli/apart.h"
#include "cli/limits.h"
#include "cli/opening.h"
#include "cli/query.h"
#include "cli/select.h"
#include "cli/unmet.h"
#include "rules/plural.h"

enum { ENGINE = CLI_LONG, OPTION, MULTIPV, SHARD, SWING, REPRODUCIBLE, FROM_PLY, TO_PLY, SAVE, FROM, DIALECT };

static const CliOption OPTIONS[] = {
    {"engine", ENGINE, "CMD", "command of a UCI engine, or builtin (default)"},
    {"option", OPTION, "NAME=VALUE", "set an option of the engine; may be repeated"},
    CLI_LIMIT_OPTIONS,
    {"multipv", MULTIPV, "N", "keep the N best lines, up to 16 (default: 1)"},
    {"reproducible", REPRODUCIBLE, NULL, "make the engine forget before each position"},
    {"from-ply", FROM_PLY, "N", "only positions after N plies or more"},
    {"to-ply", TO_PLY, "N", "only positions after N plies or fewer"},
    {"swing", SWING, "POINTS", "only positions at which the chances swing, by earlier verdicts"},
    {"shard", SHARD, "I/N", "only positions of the Ith of N shards"},
    {"save", SAVE, "SECONDS", "save this often (default: 5; 0: after each position)"},
    {"from", FROM, "FILE", "read evaluations from a PGN or lichess JSON file; may be repeated"},
    {"eval-dialect", DIALECT, "NAME",
     "origin of evaluations in PGN: auto, lichess, python-chess, chessbase, cutechess"},
    CLI_SELECT_OPTIONS
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "annotate",
    .summary = "Have an engine judge the positions of a database",
    .usage = "-d DB ['QUERY'] [selection] [options]"
             " (--depth N | --nodes N | --movetime MS)\n"
             "-d DB [selection] [options] --from FILE [FILE...]",
    .common = "vdoqj",
    .options = OPTIONS,
    .words = CLI_WORDS,
    .notes = "Each position is judged once, however many games have it; games are not changed.\n"
             "Positions that have been judged are skipped: to continue after a stop, run the same\n"
             "command again.\n",
};

/* What was asked for on the command line. */
typedef struct Asked {
    GrAnnotateJob job;
    GrSelection selection;
    GrQuery *query;
    const GrVariants *variants;
    bool sharded;                /* by --shard */
    bool judging;                /* options were given that --from has no use for */
    GrEvalDialect dialect;       /* for --from */
    char **copy;                 /* of the options of the engine, cut at '=' */
    GrAnalystOption *option;     /* [0 .. job.setup.options - 1] */
    const char **file;           /* of --from */
    size_t files;
} Asked;

/* ---- options ---- */

/* I/N with 1 <= I <= N. */
static bool read_shard(const char *text, GrAnnotateJob *job) {
    char *slash, *end;
    if (*text < '0' || *text > '9')
        return false;
    long i = strtol(text, &slash, 10);
    if (*slash != '/' || slash[1] < '0' || slash[1] > '9')
        return false;
    long n = strtol(slash + 1, &end, 10);
    if (*end || i < 1 || i > n || n > GR_MAX_SHARDS)
        return false;
    job->shard = (uint32_t)i;
    job->shards = (uint32_t)n;
    return true;
}

static bool is_ours(const char *name) {
    static const char *const option[][2] = {{"MultiPV", "--multipv"}, {"UCI_Variant", "-v"}};
    for (size_t i = 0; i < sizeof option / sizeof *option; i++)
        if (!strcasecmp(name, option[i][0]))
            return true;
    return false;
}

/* NAME=VALUE; there is room for it. */
static void read_engine_option(Cli *cli, Asked *asked) {
    size_t n = asked->job.setup.options;
    const char *equals = strchr(cli->arg, '=');
    for (const char *c = cli->arg; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            equals = NULL;
    if (!equals || equals == cli->arg) {
        cli_bad_option(cli, "option --option: '%s' is not NAME=VALUE", cli->arg);
        return;
    }
    asked->copy[n] = strdup(cli->arg);
    if (!asked->copy[n]) {
        cli_bad_option(cli, "out of memory");
        return;
    }
    asked->copy[n][equals - cli->arg] = '\0';
    asked->option[n] = (GrAnalystOption){asked->copy[n], asked->copy[n] + (equals - cli->arg) + 1};
    asked->job.setup.options++;
    if (is_ours(asked->option[n].name))
        cli_bad_option(cli, "option --option: %s is set by %s", asked->option[n].name,
                       !strcasecmp(asked->option[n].name, "MultiPV") ? "--multipv" : "the games' variants");
}

static void read_option(Cli *cli, int code, Asked *asked) {
    GrAnnotateJob *job = &asked->job;
    asked->judging |= code == ENGINE || code == OPTION || code == MULTIPV || code == REPRODUCIBLE ||
                      code == SWING ||
                      (code >= CLI_DEPTH && code <= CLI_HASH);
    switch (code) {
    case ENGINE:
        job->engine = cli->arg;
        break;
    case OPTION:
        read_engine_option(cli, asked);
        break;
    case MULTIPV:
        job->limits.lines = (int)cli_number(cli, 1, GR_VERDICT_LINES);
        break;
    case SHARD:
        asked->sharded = true;
        if (!read_shard(cli->arg, job))
            cli_bad_option(cli, "option --shard: '%s' is not I/N with I from 1 to N", cli->arg);
        break;
    case SWING:
        job->swing = cli_real(cli, 0.1, 100);
        break;
    case REPRODUCIBLE:
        job->setup.reproducible = true;
        break;
    case FROM_PLY:
        job->from_ply = (uint32_t)cli_number(cli, 0, UINT32_MAX);
        break;
    case TO_PLY:
        job->to_ply = (uint32_t)cli_number(cli, 0, UINT32_MAX);
        break;
    case SAVE:
        job->save_ms = (int)cli_number(cli, 0, 86400) * 1000;
        job->save_ms = job->save_ms ? job->save_ms : -1;
        break;
    case DIALECT:
        asked->dialect = (GrEvalDialect)cli_choice(cli, "dialect", gr_eval_dialect_names());
        break;
    case FROM:
        asked->file[asked->files++] = cli->arg;
        break;
    default:
        if (code >= CLI_DEPTH && code <= CLI_HASH)
            cli_limit_option(cli, code, &job->limits, &job->hash);
        else
            cli_select(cli, code, &asked->selection, asked->variants);
        break;
    }
}

/* ---- judging ---- */

static void on_event(void *user, const GrAnnotateEvent *event) {
    Cli *cli = user;
    cli->about = event->about;
    switch (event->kind) {
    case GR_ANNOTATE_FINDING:
    case GR_ANNOTATE_COUNTING:
        cli_progress(cli, event->kind == GR_ANNOTATE_FINDING ? "games asked" : "games counted",
                     event->done, event->total);
        break;
    case GR_ANNOTATE_COUNTED:
        cli_progress_end(cli);
        cli_note(cli, "%s%" PRIu64 " %s to judge", event->about ? "about " : "", event->total,
                 gr_plural(event->total, "position", "positions"));
        break;
    case GR_ANNOTATE_JUDGING:
        cli_progress(cli, "positions", event->done, event->total);
        break;
    case GR_ANNOTATE_NOTE:
        if (!cli->quiet)
            cli_diagnose(cli, cli->db, 0, 0, GR_NOTE, (uint64_t)event->game, 0, event->text);
        break;
    case GR_ANNOTATE_ASIDE:
    case GR_ANNOTATE_UNREAD:
        cli_diagnose(cli, cli->db, 0, 0, GR_ERROR, (uint64_t)event->game, event->ply, event->text);
        break;
    }
}

static void print_summary(Cli *cli, const GrAnnotateSummary *s) {
    cli_progress_end(cli);
    cli_summary(cli, "%" PRIu64 " %s judged, %s%" PRIu64 " already known, %" PRIu64 " set aside, %" PRIu64
                     " %s",
                s->judged, gr_plural(s->judged, "position", "positions"), s->about ? "about " : "",
                s->known, s->aside, s->games, gr_plural(s->games, "game", "games"));
}

/* Reports that a signal has ended it, and what another writer kept from being stored. */
static void stop(Cli *cli, uint64_t lost, const char *one, const char *more, const char *text) {
    if (lost)
        cli_stopped(cli, "stopped while another program was writing to the database: %" PRIu64 " %s not stored. "
                    "Run the same command again to go on", lost, gr_plural(lost, one, more));
    else
        cli_stopped(cli, "%s", text);
}

static int annotate(Cli *cli, Asked *asked, GrDb *db) {
    GrAnnotateSummary summary;
    GrError error;
    GrAnnotateJob *job = &asked->job;
    job->db = db;
    job->selection = &asked->selection;
    job->query = asked->query;
    job->setup.option = asked->option;
    job->jobs = cli->jobs;
    job->count = !cli->quiet;
    job->stop = cli_stop;
    job->event = on_event;
    job->user = cli;
    if (asked->query)
        cli_report_never(cli, &db, 1, asked->query, NULL);
    int code = gr_annotate_run(job, &summary, &error);
    if (summary.started)
        print_summary(cli, &summary);
    if (code == GR_ERR_STOPPED) {
        stop(cli, summary.lost, "judged position is", "judged positions are",
             "stopped; run the same command again to go on");
        return CLI_FAULTS;
    }
    if (code != 0) /* the engine's fault, or the database's */
        return cli_fail_file(cli, code == GR_ERR_FOREIGN ? cli->db : "", &error);
    if (summary.unread)
        return CLI_DAMAGED;
    if (!summary.games)
        cli_report_none(cli, &db, 1, &asked->selection);
    return summary.aside || !summary.games ? CLI_FAULTS : CLI_OK;
}

/* ---- taking in ---- */

/* How many positions there are, and the memory that they take, where that is much. */
static void note_listed(Cli *cli, const GrTakeEvent *event) {
    char held[40] = "";
    if (event->total >= 1000000)
        snprintf(held, sizeof held, ", held in %.0f MB", (double)event->total / 1e6);
    cli_note(cli, "%" PRIu64 " different %s in the database%s", event->done,
             gr_plural(event->done, "position", "positions"), held);
}

static void on_take(void *user, const GrTakeEvent *event) {
    Cli *cli = user;
    switch (event->kind) {
    case GR_TAKE_LISTING:
        cli_progress(cli, "games listed", event->done, event->total);
        break;
    case GR_TAKE_LISTED:
        cli_progress_end(cli);
        note_listed(cli, event);
        break;
    case GR_TAKE_READING:
        cli_progress(cli, "bytes", event->done, event->total);
        break;
    case GR_TAKE_FAULT:
        if (!event->line)
            cli_error(cli, "%s", event->text);
        else
            cli_diagnose(cli, event->file, event->line, event->column, GR_ERROR, 0, 0, event->text);
        break;
    case GR_TAKE_WARNING:
        cli_diagnose(cli, event->file, event->line, event->column, GR_WARNING, 0, 0, event->text);
        break;
    case GR_TAKE_GAME:
        cli_diagnose_game(cli, event->file, event->number, event->game, GR_ERROR);
        break;
    case GR_TAKE_UNREAD:
        cli_diagnose(cli, cli->db, 0, 0, GR_ERROR, event->number, 0, event->text);
        break;
    }
}

static int take_in(Cli *cli, Asked *asked, GrDb *db) {
    const GrAnnotateJob *as = &asked->job;
    GrTakeSummary s;
    GrError error;
    GrTakeJob job = {.db = db, .selection = &asked->selection, .from_ply = as->from_ply,
                     .to_ply = as->to_ply, .shard = as->shard, .shards = as->shards,
                     .file = asked->file, .files = asked->files, .dialect = asked->dialect,
                     .stop = cli_stop, .event = on_take, .user = cli};
    if (!cli_rules(cli, asked->variants, NULL, &job.rules))
        return CLI_USAGE;
    int code = gr_take_run(&job, &s, &error);
    cli_progress_end(cli);
    cli_summary(cli, "%" PRIu64 " %s read, %" PRIu64 " of positions of the database, %" PRIu64
                     " stored, %" PRIu64 " faulty",
                s.read, gr_plural(s.read, "evaluation", "evaluations"), s.fitted, s.stored, s.faulty);
    if (code == GR_ERR_STOPPED) {
        stop(cli, s.lost, "evaluation is", "evaluations are",
             "stopped; what was read is stored, and the same command reads all of it again");
        return CLI_FAULTS;
    }
    if (code != 0)
        return cli_fail_file(cli, cli->db, &error);
    if (s.unread)
        return CLI_DAMAGED;
    return s.missing ? CLI_USAGE : s.failed || s.faulty ? CLI_FAULTS : CLI_OK;
}

/* ---- all of it ---- */

static bool check(Cli *cli, const Asked *asked) {
    const GrAnnotateJob *job = &asked->job;
    const GrLimits *l = &job->limits;
    if (asked->files ? asked->judging : (l->depth > 0) + (l->nodes > 0) + (l->movetime > 0) != 1)
        cli_usage(cli, "%s", asked->files ? "--from takes in what others have judged: give it no engine and no limit"
                                          : "give one limit: --depth, --nodes or --movetime");
    else if (job->from_ply > job->to_ply)
        cli_usage(cli, "--from-ply is beyond --to-ply");
    else
        return true;
    return false;
}

/* Without --shard, the one that the database was made for. */
static int set_shard(Asked *asked, GrDb *db, GrError *error) {
    unsigned shard, shards;
    if (asked->sharded)
        return 0;
    int code = gr_db_shard(db, &shard, &shards, error);
    if (code == 0 && shards) {
        asked->job.shard = shard;
        asked->job.shards = shards;
    }
    return code;
}

static int run_asked(Cli *cli, Asked *asked) {
    GrDb *db;
    GrError error;
    for (int i = 0; asked->files && i < cli->operands; i++) {
        if (!cli_may_read(cli, "from", cli->operand[i]))
            return CLI_USAGE;
        asked->file[asked->files++] = cli->operand[i];
    }
    if (!check(cli, asked) || (!asked->files && !cli_query(cli, asked->variants, &asked->query)) ||
        !cli_select_variant(cli, &asked->selection, asked->variants))
        return CLI_USAGE;
    const char *path = cli_database(cli);
    if (!path || (cli->output && !cli_can_write(cli, cli->output)))
        return CLI_USAGE;
    if (cli_open_db(cli, path, asked->variants, GR_DB_WRITE, &db, &error))
        return cli_fail_file(cli, path, &error);
    int status = set_shard(asked, db, &error) ? cli_fail_file(cli, path, &error)
                 : asked->files             ? take_in(cli, asked, db) : annotate(cli, asked, db);
    return cli_close_db(cli, path, db, status);
}

static int run(Cli *cli, const GrVariants *variants) {
    Asked asked = {.job = {.engine = GR_BUILTIN, .shard = 1, .shards = 1, .to_ply = UINT32_MAX},
                   .variants = variants};
    int status = CLI_FAULTS;
    size_t room = (size_t)cli->argc;
    asked.copy = calloc(room, sizeof *asked.copy);
    asked.option = calloc(room, sizeof *asked.option);
    asked.file = calloc(room, sizeof *asked.file);
    gr_selection_init(&asked.selection);
    if (!asked.copy || !asked.option || !asked.file) {
        cli_error(cli, "out of memory");
    } else {
        for (int code; (code = cli_next(cli)) > 0;)
            read_option(cli, code, &asked);
        status = cli->done ? cli->status : run_asked(cli, &asked);
    }
    for (size_t i = 0; asked.copy && i < room; i++)
        free(asked.copy[i]);
    free(asked.copy);
    free(asked.option);
    free(asked.file);
    gr_query_free(asked.query);
    gr_selection_free(&asked.selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
