/* grimoire-annotate: evaluations, best lines and judgements for the games of a database. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/annotate_run.h"
#include "cli/limits.h"

enum { ENGINE = CLI_LONG, SHARD, OVERWRITE };

static const CliOption OPTIONS[] = {
    {"engine", ENGINE, "CMD", "a UCI engine's command, or builtin (the default)"},
    CLI_LIMIT_OPTIONS,
    {"shard", SHARD, "I/N", "only every Nth game, from the Ith on"},
    {"overwrite", OVERWRITE, NULL, "replace evaluations that others wrote"},
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "annotate",
    .summary = "Let an engine judge the games of a database",
    .usage = "[options] (--depth N | --nodes N | --movetime MS)",
    .common = "dqj",
    .options = OPTIONS,
    .notes = "Games that are finished are passed over, and unfinished ones gone on with: the same\n"
             "command again goes on where the last one was stopped.\n",
};

/* I/N with 1 <= I <= N. */
static bool read_shard(const char *text, GrAnnotateJob *job) {
    char *slash, *end;
    job->shard = strtol(text, &slash, 10);
    if (slash == text || *slash != '/')
        return false;
    job->shards = strtol(slash + 1, &end, 10);
    return end > slash + 1 && *end == '\0' && job->shard >= 1 && job->shard <= job->shards;
}

static void read_option(Cli *cli, int code, GrAnnotateJob *job) {
    switch (code) {
    case ENGINE:
        job->engine = cli->arg;
        break;
    case SHARD:
        if (!read_shard(cli->arg, job)) {
            cli->status = cli_usage(cli, "--shard wants I/N, I from 1 to N, not '%s'", cli->arg);
            cli->done = true;
        }
        break;
    case OVERWRITE:
        job->overwrite = true;
        break;
    default:
        cli_limit_option(cli, code, &job->limits, &job->hash);
        break;
    }
}

typedef struct Told {
    Cli *cli;
    bool damaged; /* a game of the database is */
} Told;

static void on_event(void *user, const GrAnnotateEvent *event) {
    Told *told = user;
    Cli *cli = told->cli;
    told->damaged |= event->code == GR_ERR_DAMAGED;
    if (event->kind == GR_ANNOTATE_GAME) {
        cli_progress(cli, "games", (uint64_t)event->done, (uint64_t)event->total);
        return;
    }
    if (event->kind == GR_ANNOTATE_NOTE && cli->quiet)
        return;
    cli_diagnose(cli, cli->db, 0, 0, event->kind == GR_ANNOTATE_NOTE ? GR_NOTE : GR_ERROR,
                 (uint64_t)event->game, 0, event->text);
}

static void print_summary(Cli *cli, const GrAnnotateSummary *summary) {
    cli_progress_end(cli);
    cli_summary(cli, "%lld games annotated, %lld before, %lld skipped, %lld faulty, %lld positions",
                (long long)summary->annotated, (long long)summary->before,
                (long long)summary->skipped, (long long)summary->faulty,
                (long long)summary->positions);
}

static int annotate(Cli *cli, GrAnnotateJob *job) {
    GrAnnotateSummary summary;
    GrError error;
    Told told = {.cli = cli};
    job->event = on_event;
    job->user = &told;
    int code = gr_annotate_run(job, &summary, &error);
    if (code == 0 || code == GR_ERR_STOPPED)
        print_summary(cli, &summary);
    if (code == GR_ERR_STOPPED) {
        cli_stopped(cli, "stopped; the same command again goes on from here");
        return CLI_FAULTS;
    }
    if (code != 0) /* the engine's fault, or the database's */
        return cli_fail_file(cli, code == GR_ERR_FOREIGN ? cli->db : "", &error);
    return told.damaged ? CLI_DAMAGED : summary.faulty ? CLI_FAULTS : CLI_OK;
}

static bool check(Cli *cli, const GrAnnotateJob *job) {
    const GrLimits *l = &job->limits;
    if ((l->depth > 0) + (l->nodes > 0) + (l->movetime > 0) != 1) {
        cli_usage(cli, "one of --depth, --nodes and --movetime is wanted");
        return false;
    }
    if (cli->operands) {
        cli_usage(cli, "what is '%s'? The database is given by -d", cli->operand[0]);
        return false;
    }
    return true;
}

static int run(Cli *cli, const GrVariants *variants) {
    GrAnnotateJob job = {.engine = GR_BUILTIN, .shard = 1, .shards = 1};
    for (int code; (code = cli_next(cli)) > 0;)
        read_option(cli, code, &job);
    if (cli->done)
        return cli->status;
    job.path = check(cli, &job) ? cli_database(cli) : NULL;
    job.variants = variants;
    job.threads = cli->jobs;
    job.stop = cli_stop;
    return job.path ? annotate(cli, &job) : CLI_USAGE;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
