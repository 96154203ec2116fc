/* grimoire-db: maintains databases. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/dump.h"
#include "cli/evals.h"
#include "cli/info.h"
#include "cli/db_tidy.h"
#include "cli/select.h"
#include "cli/shards.h"
#include "db/db.h"
#include "rules/plural.h"

enum { DRY_RUN = CLI_LONG, DROP, OPENINGS, PLAYERS, SHARDS };

static const CliOption OPTIONS[] = {
    {"openings", OPENINGS, "FILE", "classify: list of openings and their names"},
    {"dry-run", DRY_RUN, NULL, "classify, clean, dedupe: show what would change, change nothing"},
    {"players", PLAYERS, "FILE", "clean: list of players and other spellings of their names"},
    {"drop", DROP, NULL, "index: remove the index"},
    {"shards", SHARDS, "N", "split: N copies, each for a part of the positions"},
    CLI_SELECT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "db",
    .summary = "Maintain databases",
    .usage = "info|verify [-d DB | DB]...\n"
             "optimise [-d DB | DB]\n"
             "index [--drop] [-j N] [-d DB | DB]\n"
             "dedupe [--dry-run] [-d DB | DB]\n"
             "clean [--dry-run] [--players FILE] [-d DB | DB]\n"
             "classify --openings FILE [-v NAME] [--dry-run] [-d DB | DB]\n"
             "merge [-d DB] OTHER...\n"
             "split [-d DB] [selection | --shards N] NEW\n"
             "dump [-d DB | DB] [-f sql|json|sqlite] [selection]",
    .common = "vdfojq",
    .parts = true,
    .options = OPTIONS,
    .notes = "info      shows what the database holds and where its bytes go\n"
             "verify    replays every game, compares it with its check, reports every fault\n"
             "optimise  recodes games where that makes them smaller, and closes gaps\n"
             "index     builds or updates the search index\n"
             "dedupe    deletes duplicate games whose headers differ\n"
             "clean     unifies the spelling of dates, results and names\n"
             "classify  names the openings of the games of a variant (default: chess), by position\n"
             "merge     adds games and evaluations of other databases to this one, created if missing\n"
             "split     copies a selection of games into a new database; or all, once for each shard\n"
             "dump      writes the games as SQL, JSON lines or a plain SQLite file for other programs\n",
};

static const char *const INFO_FORMATS[] = {"text", "json", NULL};
static const char *const DUMP_FORMATS[] = {"sql", "json", "sqlite", NULL};

static int info(CliDbAsked *asked) {
    GrError error;
    GrInfo of;
    Cli *cli = asked->cli;
    int format = cli_format(cli, INFO_FORMATS, 0);
    FILE *out = format < 0 ? NULL : cli_output(cli);
    if (!out)
        return CLI_USAGE;
    if (gr_db_info(asked->db, &of, &error))
        return cli_fail_database(cli, &error);
    CliJudges judges = cli_judges(asked->db);
    if (format == 1)
        cli_put_info_json(out, &of, &judges, cli_part(cli));
    else
        cli_put_info(out, &of, &judges, cli_part(cli));
    free(judges.judge);
    return of.unreadable ? CLI_DAMAGED : CLI_OK;
}

static void report_fault(void *context, int64_t id, const char *text) {
    Cli *cli = context;
    if (id)
        cli_error(cli, "%s: game %" PRId64 ": %s", cli->db, id, text);
    else
        cli_error(cli, "%s: %s", cli->db, text);
}

static void show_progress(void *context, uint64_t done, uint64_t total) {
    cli_progress(context, "games", done, total);
}

static void put_verified(FILE *out, const GrVerified *verified, const char *db) {
    if (db)
        cli_put_name(out, "", db, ": ");
    fprintf(out, "%" PRIu64 " %s, %" PRIu64 " %s", verified->games,
            gr_plural(verified->games, "game", "games"), verified->plies,
            gr_plural(verified->plies, "ply", "plies"));
    if (verified->evaluations)
        fprintf(out, ", %" PRIu64 " %s", verified->evaluations,
                gr_plural(verified->evaluations, "evaluation", "evaluations"));
    fprintf(out, " sound, %" PRIu64 " damaged", verified->damaged);
    if (verified->unknown)
        fprintf(out, ", %" PRIu64 " of an unknown variant or codec", verified->unknown);
    if (verified->faults)
        fprintf(out, ", %" PRIu64 " other %s", verified->faults,
                gr_plural(verified->faults, "fault", "faults"));
    fputc('\n', out);
}

static int verify(CliDbAsked *asked) {
    Cli *cli = asked->cli;
    GrError error;
    GrVerified verified;
    GrVerifyJob job = {.context = cli, .fault = report_fault, .progress = show_progress,
                       .stop = cli_stop};
    FILE *out = cli_output(cli);
    if (!out)
        return CLI_USAGE;
    int code = gr_db_verify(asked->db, &job, &verified, &error);
    cli_progress_end(cli);
    if (code && code != GR_ERR_DAMAGED)
        return cli_fail_database(cli, &error);
    if (!cli->quiet)
        put_verified(out, &verified, cli_part(cli));
    return code ? CLI_DAMAGED : CLI_OK;
}

static void report_unread(void *context, int64_t id, const GrError *why) {
    CliDbAsked *asked = context;
    asked->unread++;
    cli_error(asked->cli, "game %" PRId64 ": %s", id, why->text);
}

static void show_work(void *context, uint64_t done, uint64_t total) {
    cli_progress(((CliDbAsked *)context)->cli, "games", done, total);
}

GrWork cli_db_work(CliDbAsked *asked) {
    return (GrWork){.context = asked, .progress = show_work, .unread = report_unread,
                    .stop = cli_stop};
}

/* The exit status of a command that may have been stopped. */
int cli_db_finish(CliDbAsked *asked, int code, const GrError *error, const char *stopped) {
    cli_progress_end(asked->cli);
    asked->cli->complete = !code;
    if (code == GR_ERR_STOPPED)
        cli_stopped(asked->cli, "%s", stopped);
    else if (code)
        return cli_fail(asked->cli, error);
    return code ? CLI_FAULTS : CLI_OK;
}

static int optimise(CliDbAsked *asked) {
    GrError error;
    GrOptimised done;
    GrWork work = cli_db_work(asked);
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    int code = gr_db_optimise(asked->db, &work, &done, &error);
    int status = cli_db_finish(asked, code, &error, "stopped; no game has changed");
    if (!status && done.joined)
        cli_summary(asked->cli, "%" PRIu64 " index %s joined to others", done.joined,
                    gr_plural(done.joined, "segment", "segments"));
    if (!status && (done.dropped_blocks || done.dropped))
        cli_note(asked->cli, "dropped for damage: %" PRIu64 " %s of evaluations, and %" PRIu64
                 " evaluations of others", done.dropped_blocks,
                 gr_plural(done.dropped_blocks, "block", "blocks"), done.dropped);
    if (!status)
        cli_summary(asked->cli, "%" PRIu64 " %s recoded, %" PRIu64 " unchanged, %" PRIu64
                    " bytes before, %" PRIu64 " after",
                    done.recoded, gr_plural(done.recoded, "game", "games"), done.left, done.before,
                    done.after);
    return status;
}

static int make_index(CliDbAsked *asked) {
    GrError error;
    GrIndexed done = {0};
    GrWork work = cli_db_work(asked);
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    int code = asked->drop ? gr_db_drop_index(asked->db, asked->cli->jobs, &work, &error)
                           : gr_db_index(asked->db, asked->cli->jobs, &work, &done, &error);
    int status = cli_db_finish(asked, code, &error,
                        asked->drop ? "stopped; the index is gone. Run the same command again to make the file smaller"
                                    : "stopped; what is indexed stays. Run the same command again to go on");
    if (!status && !asked->drop)
        cli_summary(asked->cli, "%" PRIu64 " %s, %" PRIu64 " %s", done.games,
                    gr_plural(done.games, "game", "games"), done.postings,
                    gr_plural(done.postings, "position", "positions"));
    return status;
}

/* Copies from a database into another; adds to *copied. */
static int copy(CliDbAsked *asked, GrDb *from, GrDb *to, GrCopied *copied, const char *stopped) {
    GrError error;
    GrWork work = cli_db_work(asked);
    int code = gr_db_copy(from, asked->selection, to, &work, copied, &error);
    int status = cli_db_finish(asked, code, &error, stopped);
    asked->cli->complete = false; /* there is more to do */
    return status;
}

static int report_copied(CliDbAsked *asked, int status, const GrCopied *copied) {
    cli_summary(asked->cli, "%" PRIu64 " %s, %" PRIu64 " %s, %" PRIu64 " unreadable, %" PRIu64 " %s",
                copied->games, gr_plural(copied->games, "game", "games"), copied->plies,
                gr_plural(copied->plies, "ply", "plies"), copied->unread, copied->duplicates,
                gr_plural(copied->duplicates, "duplicate", "duplicates"));
    cli_report_evals(asked->cli, asked->evals);
    return cli_output(asked->cli) ? status : CLI_USAGE;
}

/* Is there a game to be copied? 1, 0 or a code; if none can be read, they are reported. */
static int selects_any(CliDbAsked *asked, GrDb *from, GrCopied *copied, GrError *error) {
    uint64_t unread;
    GrWork work = cli_db_work(asked);
    work.unread = NULL;
    int any = gr_db_any_readable(from, asked->selection, &work, &unread, error);
    if (any || !unread)
        return any;
    work.unread = report_unread;
    any = gr_db_any_readable(from, asked->selection, &work, &unread, error);
    copied->unread += any ? 0 : unread;
    return any;
}

/* Merges one database into another, created with the first game to copy. */
static int merge_one(CliDbAsked *asked, GrDb *from, const char *path, GrCopied *copied) {
    Cli *cli = asked->cli;
    GrError error;
    uint64_t unread = copied->unread;
    int any = asked->db || cli_has_evals(from) ? 1 : selects_any(asked, from, copied, &error);
    if (any < 0)
        return error.code == GR_ERR_STOPPED ? CLI_FAULTS : cli_fail(cli, &error);
    if (copied->unread > unread)
        return CLI_DAMAGED;
    if (!asked->db && gr_db_open(cli->db, asked->variants, GR_DB_CREATE, &asked->db, &error))
        return cli_fail_file(cli, cli->db, &error);
    GrWork work = cli_db_work(asked);
    int status = copy(asked, from, asked->db, copied,
                      "stopped; what was copied stays. Run the same command again to go on");
    int evals = cli_signal() ? CLI_OK
                             : cli_merge_evals(cli, from, path, asked->db, &work, &asked->evals);
    return evals > status ? evals : status;
}

static int merge(CliDbAsked *asked) {
    Cli *cli = asked->cli;
    GrCopied copied = {0};
    GrError error;
    int status = CLI_OK;
    for (int i = 1; i < cli->operands && !cli_signal(); i++) {
        GrDb *from;
        int one = gr_db_open(cli->operand[i], asked->variants, GR_DB_READ, &from, &error)
                      ? cli_fail_file(cli, cli->operand[i], &error)
                      : merge_one(asked, from, cli->operand[i], &copied);
        gr_db_close(from);
        status = one > status ? one : status;
    }
    return report_copied(asked, status, &copied);
}

static int split_shards(CliDbAsked *asked) {
    GrWork work = cli_db_work(asked);
    if (asked->selection->count)
        return cli_usage(asked->cli, "--shards divides the whole database; it takes no selection");
    return cli_make_shards(asked->cli, asked->db, &work, asked->cli->operand[1], asked->shards);
}

/* Fills the new database in one transaction. True if all is stored; *status says what was reported. */
static bool split_into(CliDbAsked *asked, GrDb *to, GrCopied *copied, int *status) {
    Cli *cli = asked->cli;
    GrError error;
    GrWork work = cli_db_work(asked);
    *status = gr_db_begin(to, &error) ? cli_fail(cli, &error)
                                      : copy(asked, asked->db, to, copied, "stopped; nothing was copied");
    if (gr_db_in_transaction(to) && !cli_signal()) {
        int evals = cli_split_evals(cli, asked->db, asked->selection, to, &work, &asked->evals);
        *status = evals > *status ? evals : *status;
    }
    bool stored = !cli_signal() && gr_db_in_transaction(to);
    if (stored && gr_db_commit(to, &error)) {
        *status = cli_fail(cli, &error);
        stored = false;
    }
    if (!stored) {
        *copied = (GrCopied){.unread = copied->unread};
        asked->evals = 0;
    }
    return stored;
}

static int split(CliDbAsked *asked) {
    Cli *cli = asked->cli;
    if (asked->shards)
        return split_shards(asked);
    const char *path = cli->operand[1];
    GrCopied copied = {0};
    GrError error;
    GrDb *to;
    if (!cli_other_output(cli, path))
        return CLI_USAGE;
    bool fresh = access(path, F_OK) != 0;
    int any = fresh ? selects_any(asked, asked->db, &copied, &error) : 1, status;
    if (any < 0)
        return error.code == GR_ERR_STOPPED ? CLI_FAULTS : cli_fail(cli, &error);
    if (!any) /* no database is made for nothing */
        return report_copied(asked, copied.unread ? CLI_DAMAGED : CLI_FAULTS, &copied);
    if (gr_db_open(path, asked->variants, GR_DB_CREATE, &to, &error))
        return cli_fail_file(cli, path, &error);
    int64_t last = gr_db_last(to, &error);
    if (last) {
        gr_db_close(to);
        return last < 0 ? cli_fail(cli, &error)
                        : cli_usage(cli, "%s already has %" PRId64 " %s", path, last,
                                    gr_plural((uint64_t)last, "game", "games"));
    }
    bool stored = split_into(asked, to, &copied, &status);
    gr_db_close(to);
    if (fresh && !stored)
        unlink(path);
    status = report_copied(asked, status, &copied);
    return status ? status : copied.games ? CLI_OK : CLI_FAULTS;
}

static int dump(CliDbAsked *asked) {
    int format = cli_format(asked->cli, DUMP_FORMATS, 0);
    bool ready = format == CLI_DUMP_SQLITE || (format >= 0 && cli_output(asked->cli));
    return ready ? cli_dump(asked->cli, asked->db, asked->selection, (CliDumpFormat)format)
                 : CLI_USAGE;
}

typedef struct Command {
    const char *name;
    GrDbMode mode;
    int (*run)(CliDbAsked *asked);
    int least, most; /* operands; if none is needed, they are databases, as with -d */
} Command;

enum { MANY = 10000 };

static const Command COMMANDS[] = {
    {"info", GR_DB_READ, info, 0, MANY},
    {"verify", GR_DB_READ, verify, 0, MANY},
    {"optimise", GR_DB_WRITE, optimise, 0, 1},
    {"index", GR_DB_WRITE, make_index, 0, 1},
    {"dedupe", GR_DB_WRITE, cli_db_dedupe, 0, 1},
    {"clean", GR_DB_WRITE, cli_db_clean, 0, 1},
    {"classify", GR_DB_WRITE, cli_db_classify, 0, 1},
    {"dump", GR_DB_READ, dump, 0, 1},
    {"merge", GR_DB_CREATE, merge, 1, MANY},
    {"split", GR_DB_READ, split, 1, 1},
    {NULL, GR_DB_READ, NULL, 0, 0},
};

static const Command *find_command(Cli *cli) {
    const char *names[sizeof COMMANDS / sizeof COMMANDS[0]];
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
        names[n] = COMMANDS[n].name;
    if (!cli->operands) {
        cli_usage(cli, "no command given: info, verify, optimise, index, dedupe, clean, classify, merge, split "
                       "or dump");
        return NULL;
    }
    int n = cli_choose(cli, "command", cli->operand[0], names);
    if (n < 0)
        return NULL;
    const Command *command = &COMMANDS[n];
    int operands = cli->operands - 1;
    if (operands < command->least) {
        cli_usage(cli, "%s needs another database", command->name);
        return NULL;
    }
    if (operands > command->most) {
        cli_usage(cli, "unexpected argument '%s': %s takes one database",
                  cli->operand[command->most + 1], command->name);
        return NULL;
    }
    for (int i = 1; i <= operands && !command->least; i++)
        if (!cli_add_database(cli, cli->operand[i]))
            return NULL;
    if (cli->databases > 1 && (command->least || command->most == 1)) {
        cli_usage(cli, "a second database, %s: %s takes one", cli->dbs[1], command->name);
        return NULL;
    }
    return command;
}

/* Can all databases that are to be merged be opened? Else nothing is done or created. */
static int try_others(CliDbAsked *asked) {
    Cli *cli = asked->cli;
    GrError error;
    int status = CLI_OK;
    for (int i = 1; i < cli->operands && !cli_signal(); i++) {
        GrDb *other;
        int code = gr_db_open(cli->operand[i], asked->variants, GR_DB_READ, &other, &error);
        int one = code ? cli_fail_file(cli, cli->operand[i], &error) : CLI_OK;
        gr_db_close(other);
        status = one > status ? one : status;
    }
    return status;
}

static int run(CliDbAsked *asked) {
    GrError error;
    Cli *cli = asked->cli;
    const Command *command = find_command(cli);
    if (!command || !cli_database(cli) || !cli_may_output(cli))
        return CLI_USAGE;
    int others = command->run == merge ? try_others(asked) : CLI_OK;
    if (others)
        return others;
    int status = CLI_OK;
    for (int n = 0; n < cli->databases && !cli_signal(); n++) {
        cli->db = cli->dbs[n];
        bool later = command->run == merge && access(cli->db, F_OK);
        int code = later ? 0
                         : gr_db_open(cli->db, asked->variants, command->mode, &asked->db, &error);
        int one = code ? cli_fail_file(cli, cli->db, &error) : command->run(asked);
        gr_db_close(asked->db);
        asked->db = NULL;
        status = one > status ? one : status;
    }
    return status;
}

static int read_options(Cli *cli, const GrVariants *variants) {
    GrSelection selection;
    CliDbAsked asked = {.cli = cli, .variants = variants, .selection = &selection};
    gr_selection_init(&selection);
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == DRY_RUN)
            asked.dry = true;
        else if (code == DROP)
            asked.drop = true;
        else if (code == PLAYERS)
            cli->input[0] = asked.players = cli->arg;
        else if (code == OPENINGS)
            cli->input[1] = asked.openings = cli->arg;
        else if (code == SHARDS)
            asked.shards = (unsigned)cli_number(cli, 1, GR_MAX_SHARDS);
        else
            cli_select(cli, code, &selection, variants);
    }
    int status = cli->status;
    if (!cli->done)
        status = cli_select_variant(cli, &selection, variants) ? run(&asked) : CLI_USAGE;
    gr_selection_free(&selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, read_options);
}
