/* grimoire-annotate: evaluations, best lines and judgements for the games of a database. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/annotate_run.h"
#include "cli/limits.h"
#include "rules/plural.h"

enum { ENGINE = CLI_LONG, SHARD, OVERWRITE };

static const CliOption OPTIONS[] = {
    {"engine", ENGINE, "CMD", "command of a UCI engine, or builtin (default)"},
    CLI_LIMIT_OPTIONS,
    {"shard", SHARD, "I/N", "annotate every Nth game, starting with the Ith"},
    {"overwrite", OVERWRITE, NULL, "replace evaluations by others"},
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "annotate",
    .summary = "Annotate the games of a database with an engine",
    .usage = "[options] (--depth N | --nodes N | --movetime MS)",
    .common = "dqj",
    .options = OPTIONS,
    .notes = "Finished games are skipped and unfinished ones continued: after a stop, run the same\n"
             "command again to go on.\n",
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
        if (!read_shard(cli->arg, job))
            cli_bad_option(cli, "option --shard: '%s' is not I/N with I from 1 to N", cli->arg);
        break;
    case OVERWRITE:
        job->overwrite = true;
        break;
    default:
        cli_limit_option(cli, code, &job->limits, &job->hash);
        break;
    }
}

typedef struct Work {
    Cli *cli;
    bool damaged; /* there was a damaged game */
} Work;

static void on_event(void *user, const GrAnnotateEvent *event) {
    Work *work = user;
    Cli *cli = work->cli;
    work->damaged |= event->code == GR_ERR_DAMAGED;
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
    cli_summary(cli, "%lld %s annotated, %lld already done, %lld skipped, %lld faulty, %lld %s",
                (long long)summary->annotated,
                gr_plural((uint64_t)summary->annotated, "game", "games"),
                (long long)summary->before, (long long)summary->skipped,
                (long long)summary->faulty, (long long)summary->positions,
                gr_plural((uint64_t)summary->positions, "position", "positions"));
}

static int annotate(Cli *cli, GrAnnotateJob *job) {
    GrAnnotateSummary summary;
    GrError error;
    Work work = {.cli = cli};
    job->event = on_event;
    job->user = &work;
    int code = gr_annotate_run(job, &summary, &error);
    if (code == 0 || code == GR_ERR_STOPPED)
        print_summary(cli, &summary);
    if (code == GR_ERR_STOPPED) {
        cli_stopped(cli, "stopped; run the same command again to go on");
        return CLI_FAULTS;
    }
    if (code != 0) /* the engine's fault, or the database's */
        return cli_fail_file(cli, code == GR_ERR_FOREIGN ? cli->db : "", &error);
    return work.damaged ? CLI_DAMAGED : summary.faulty ? CLI_FAULTS : CLI_OK;
}

static bool check(Cli *cli, const GrAnnotateJob *job) {
    const GrLimits *l = &job->limits;
    if ((l->depth > 0) + (l->nodes > 0) + (l->movetime > 0) != 1) {
        cli_usage(cli, "give one limit: --depth, --nodes or --movetime");
        return false;
    }
    return cli_no_operands(cli, " (use -d FILE)");
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
