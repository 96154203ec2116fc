/* grimoire-db: maintains databases. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/apart.h"
#include "cli/db_change.h"
#include "cli/db_copy.h"
#include "cli/db_edit.h"
#include "cli/db_tidy.h"
#include "cli/dump.h"
#include "cli/info.h"
#include "cli/opening.h"
#include "cli/select.h"
#include "db/db.h"
#include "rules/plural.h"

enum { DRY_RUN = CLI_LONG, APPLY, DROP, FORGET, NAMES, NEAR, OPENINGS, PLAYERS, PLIES, SHARDS, SUGGEST };

static const CliOption OPTIONS[] = {
    {"openings", OPENINGS, "FILE", "classify: list of openings and their names"},
    {"dry-run", DRY_RUN, NULL, "classify, clean, dedupe, delete, edit: show what would change, change nothing"},
    {"players", PLAYERS, "FILE", "clean: list of players and other spellings of their names"},
    {"names", NAMES, "FILE", "clean: the same of events and sites, too"},
    {"suggest", SUGGEST, NULL, "clean: print such a list of names that may be one, and change nothing"},
    {"near", NEAR, NULL, "dedupe: show games that are nearly the same, and change nothing"},
    {"differing", PLIES, "N", "dedupe --near: plies that may differ at the end (default 4)"},
    {"apply", APPLY, NULL, "dedupe --near: delete them"},
    {"drop", DROP, NULL, "index: remove the index"},
    {"forget", FORGET, NULL, "optimise: drop what undo needs"},
    {"shards", SHARDS, "N", "split: N copies, each for a part of the positions"},
    CLI_EDIT_OPTIONS,
    CLI_SELECT_OPTIONS
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "db",
    .summary = "Maintain databases",
    .usage = "info [-f text|json] [-d DB | DB]...\n"
             "verify [-d DB | DB]...\n"
             "optimise [--forget] [-d DB | DB]\n"
             "index [--drop] [-j N] [-d DB | DB]\n"
             "edit --game N [operation]... [--editor] [--dry-run] [-d DB | DB]\n"
             "delete [-d DB] [--dry-run] [selection] [QUERY]\n"
             "undo [-d DB | DB]\n"
             "dedupe [--dry-run] [-d DB | DB]\n"
             "dedupe --near [--differing N] [--apply] [-d DB | DB]\n"
             "clean [--dry-run] [--players FILE | --names FILE] [-d DB | DB]\n"
             "clean --suggest [-d DB | DB]\n"
             "classify --openings FILE [-v NAME] [--dry-run] [-d DB | DB]\n"
             "merge [-d DB] OTHER...\n"
             "split [-d DB] [selection | --shards N] NEW\n"
             "dump [-d DB | DB] [-f sql|json|sqlite] [selection]",
    .common = "vdfojq",
    .parts = true,
    .options = OPTIONS,
    .words = CLI_WORDS,
    .notes = "info      shows what the database holds and where its bytes go\n"
             "verify    replays every game, compares it with its check, reports every fault\n"
             "optimise  corrects wrong bytes, joins parts of the index, and closes gaps\n"
             "index     builds or updates the search index\n"
             "edit      changes a game: tags, comments, glyphs, lines; or all of it in an editor\n"
             "delete    deletes the selected games, or those in which a query is found\n"
             "undo      takes back the last edit, delete, dedupe or clean\n"
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
    CliJudges judges;
    Cli *cli = asked->cli;
    int format = cli_format(cli, INFO_FORMATS, 0);
    FILE *out = format < 0 ? NULL : cli_output(cli);
    if (!out)
        return CLI_USAGE;
    if (gr_db_info(asked->db, &of, &error) || cli_judges(asked->db, &judges, &error)) {
        gr_info_free(&of);
        return cli_fail_database(cli, &error);
    }
    if (format == 1)
        cli_put_info_json(out, &of, &judges, cli_part(cli));
    else
        cli_put_info(out, &of, &judges, cli_part(cli));
    free(judges.judge);
    int status = of.unreadable ? CLI_DAMAGED : CLI_OK;
    gr_info_free(&of);
    return status;
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

/* Says after a failure what a stopped command would say, if that is that nothing was done: all of it is one
 * transaction, and what was printed of it may be long. */
static void report_nothing(CliDbAsked *asked, int code, const char *stopped) {
    const char *what = strstr(stopped, "; no");
    if (what && (code == GR_ERR_IO || code == GR_ERR_MEMORY) && asked->db)
        cli_error(asked->cli, "%s: %s", asked->cli->db, what + 2);
}

/* The exit status of a command that may have been stopped. */
int cli_db_finish(CliDbAsked *asked, int code, const GrError *error, const char *stopped) {
    cli_progress_end(asked->cli);
    asked->cli->complete = !code;
    if (code == GR_ERR_STOPPED)
        cli_stopped(asked->cli, "%s", stopped);
    if (!code || code == GR_ERR_STOPPED)
        return code ? CLI_FAULTS : CLI_OK;
    int status = cli_fail_database(asked->cli, error);
    report_nothing(asked, code, stopped);
    return status;
}

static int optimise(CliDbAsked *asked) {
    GrError error;
    GrOptimised done;
    GrWork work = cli_db_work(asked);
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    int code = asked->forget ? gr_db_forget_changes(asked->db, &error) : 0;
    if (!code)
        code = gr_db_optimise(asked->db, &work, &done, &error);
    int status = cli_db_finish(asked, code, &error, "stopped; no game has changed");
    if (!status && done.joined)
        cli_summary(asked->cli, "%" PRIu64 " index %s joined to others", done.joined,
                    gr_plural(done.joined, "segment", "segments"));
    if (!status && (done.dropped_blocks || done.dropped))
        cli_note(asked->cli, "dropped for damage: %" PRIu64 " %s of evaluations, and %" PRIu64
                 " evaluations of others", done.dropped_blocks,
                 gr_plural(done.dropped_blocks, "block", "blocks"), done.dropped);
    if (!status)
        cli_summary(asked->cli, "%" PRIu64 " %s unreadable, %" PRIu64 " bytes before, %" PRIu64 " after", done.left,
                    gr_plural(done.left, "game", "games"), done.before, done.after);
    return status;
}

static int drop_index(CliDbAsked *asked) {
    GrError error;
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    int code = gr_db_drop_index(asked->db, &error);
    return cli_db_finish(asked, code, &error, "stopped; the index is as it was. Run the same command again");
}

static int make_index(CliDbAsked *asked) {
    GrError error;
    GrIndexed done = {0};
    GrWork work = cli_db_work(asked);
    if (asked->drop)
        return drop_index(asked);
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    int code = gr_db_index(asked->db, asked->cli->jobs, &work, &done, &error);
    int status = cli_db_finish(asked, code, &error,
                               "stopped; what is indexed stays. Run the same command again to go on");
    if (!status)
        cli_summary(asked->cli, "%" PRIu64 " %s, %" PRIu64 " %s", done.games,
                    gr_plural(done.games, "game", "games"), done.postings,
                    gr_plural(done.postings, "position", "positions"));
    return status;
}

static int dump(CliDbAsked *asked) {
    int format = cli_format(asked->cli, DUMP_FORMATS, 0);
    bool ready = format == CLI_DUMP_SQLITE || (format >= 0 && cli_output(asked->cli));
    return ready ? cli_dump(asked->cli, asked->db, asked->selection, (CliDumpFormat)format)
                 : CLI_USAGE;
}

/* Options that only some commands obey, by what stands for them in `obeys` and CliDbAsked.given. */
enum {
    DRY = 1, DROPPING = 2, NAMED = 4, NAMING = 8, DIVIDING = 16, SELECTING = 32, VARIANT = 64, FORMAT = 128,
    EDITING = 256, FORGETTING = 512, SUGGESTING = 1024, NAMED_ALL = 2048
};

static const struct {
    unsigned bit;
    const char *name;
} PARTICULAR[] = {
    {DRY, "--dry-run"},   {DROPPING, "--drop"},           {NAMED, "--players"}, {NAMING, "--openings"},
    {DIVIDING, "--shards"}, {SELECTING, "selection of games"}, {VARIANT, "-v"},      {FORMAT, "-f"},
    {EDITING, "operations on a game"}, {FORGETTING, "--forget"},
    {SUGGESTING, "--suggest"}, {NAMED_ALL, "--names"},
    {CLI_DB_NEARING, "--near, --differing or --apply"},
};

typedef struct Command {
    const char *name;
    GrDbMode mode;
    int (*run)(CliDbAsked *asked);
    int least, most; /* operands; if none is needed, they are databases, as with -d */
    unsigned obeys;  /* of the particular options */
} Command;

enum { MANY = 10000 };

static const Command COMMANDS[] = {
    {"info", GR_DB_READ, info, 0, MANY, VARIANT | FORMAT},
    {"verify", GR_DB_READ, verify, 0, MANY, VARIANT},
    {"optimise", GR_DB_WRITE, optimise, 0, 1, VARIANT | FORGETTING},
    {"index", GR_DB_WRITE, make_index, 0, 1, VARIANT | DROPPING},
    {"edit", GR_DB_WRITE, cli_db_edit, 0, 1, DRY | EDITING},
    {"delete", GR_DB_WRITE, cli_db_delete, 0, 1, DRY | SELECTING | VARIANT},
    {"undo", GR_DB_WRITE, cli_db_undo, 0, 1, 0},
    {"dedupe", GR_DB_WRITE, cli_db_dedupe, 0, 1, DRY | CLI_DB_NEARING},
    {"clean", GR_DB_WRITE, cli_db_clean, 0, 1, DRY | NAMED | NAMED_ALL | SUGGESTING},
    {"classify", GR_DB_WRITE, cli_db_classify, 0, 1, DRY | NAMING | VARIANT},
    {"dump", GR_DB_READ, dump, 0, 1, SELECTING | VARIANT | FORMAT},
    {"merge", GR_DB_CREATE, cli_db_merge, 1, MANY, SELECTING | VARIANT},
    {"split", GR_DB_READ, cli_db_split, 1, 1, DIVIDING | SELECTING | VARIANT},
    {NULL, GR_DB_READ, NULL, 0, 0, 0},
};

/* A command that passed over --dry-run or a selection would change what the user wants to keep. (-v may also choose
 * from the games of --variants, so only those that delete or rewrite games refuse it.) */
static bool obeys_all(CliDbAsked *asked, const Command *command) {
    unsigned strange = asked->given & ~command->obeys;
    for (size_t i = 0; i < sizeof PARTICULAR / sizeof PARTICULAR[0]; i++)
        if (strange & PARTICULAR[i].bit) {
            cli_usage(asked->cli, "%s takes no %s", command->name, PARTICULAR[i].name);
            return false;
        }
    return true;
}

static const Command *find_command(Cli *cli) {
    const char *names[sizeof COMMANDS / sizeof COMMANDS[0]];
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
        names[n] = COMMANDS[n].name;
    if (!cli->operands) {
        cli_usage(cli, "no command given: info, verify, optimise, index, edit, delete, undo, dedupe, clean, classify, "
                       "merge, split or dump");
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
        cli_usage(cli, "unexpected argument '%s': %s takes one %s", cli->operand[command->most + 1], command->name,
                  command->run == cli_db_delete ? "query; put it in quotes" : "database");
        return NULL;
    }
    bool query = command->run == cli_db_delete; /* is its operand */
    for (int i = 1; i <= operands && command->run != cli_db_split && !query; i++)
        if (!cli_may_read(cli, NULL, cli->operand[i]))
            return NULL;
    for (int i = 1; i <= operands && !command->least && !query; i++)
        if (!cli_add_database(cli, cli->operand[i]))
            return NULL;
    if (cli->databases > 1 && (command->least || command->most == 1)) {
        cli_usage(cli, "a second database, %s: %s takes one", cli->dbs[1], command->name);
        return NULL;
    }
    return command;
}

/* A dry run needs no permission to write. */
static GrDbMode mode_of(const CliDbAsked *asked, const Command *command) {
    return asked->dry || asked->suggest || (asked->near && !asked->apply) ? GR_DB_READ : command->mode;
}

static int run(CliDbAsked *asked) {
    GrError error;
    Cli *cli = asked->cli;
    const Command *command = find_command(cli);
    if (!command || !obeys_all(asked, command) || !cli_database(cli))
        return CLI_USAGE;
    int others = command->run == cli_db_merge ? cli_db_try_others(asked) : CLI_OK;
    if (others)
        return others;
    int status = CLI_OK;
    for (int n = 0; n < cli->databases && !cli_signal(); n++) {
        cli->db = cli->dbs[n];
        bool later = command->run == cli_db_merge && access(cli->db, F_OK);
        int code = later ? 0
                         : cli_open_db(cli, cli->db, asked->variants, mode_of(asked, command), &asked->db, &error);
        int one = code ? cli_fail_file(cli, cli->db, &error) : command->run(asked);
        one = cli_close_db(cli, cli->db, asked->db, one);
        asked->db = NULL;
        status = one > status ? one : status;
    }
    return status;
}

/* Options of dedupe and clean. */
static unsigned read_tidying(Cli *cli, int code, CliDbAsked *asked) {
    switch (code) {
    case NAMES:
        asked->names = cli->arg;
        return NAMED_ALL;
    case NEAR:
        asked->near = true;
        return CLI_DB_NEARING;
    case APPLY:
        asked->apply = true;
        return CLI_DB_NEARING;
    case PLIES:
        asked->plies = (uint32_t)cli_number(cli, 0, GR_NEAR_MOST_PLIES);
        return CLI_DB_NEARING;
    default: /* SUGGEST */
        asked->suggest = true;
        return SUGGESTING;
    }
}

/* Keeps an option; what stands for it in `given`. */
static unsigned read_option(Cli *cli, int code, CliDbAsked *asked, GrSelection *selection) {
    switch (code) {
    case DRY_RUN:
        asked->dry = true;
        return DRY;
    case DROP:
        asked->drop = true;
        return DROPPING;
    case PLAYERS:
        asked->players = cli->arg;
        return NAMED;
    case OPENINGS:
        asked->openings = cli->arg;
        return NAMING;
    case FORGET:
        asked->forget = true;
        return FORGETTING;
    case SHARDS:
        asked->shards = (unsigned)cli_number(cli, 1, GR_MAX_SHARDS);
        return DIVIDING;
    case NAMES:
    case NEAR:
    case APPLY:
    case PLIES:
    case SUGGEST:
        return read_tidying(cli, code, asked);
    default:
        if (code >= CLI_EDIT && code < CLI_EDIT_END) {
            cli_edit_option(cli, code, asked->edit);
            return EDITING;
        }
        cli_select(cli, code, selection, asked->variants);
        return SELECTING;
    }
}

static int read_options(Cli *cli, const GrVariants *variants) {
    GrSelection selection;
    CliEdit edit = {.game = 0};
    CliDbAsked asked = {.cli = cli, .variants = variants, .selection = &selection, .edit = &edit,
                        .plies = GR_NEAR_PLIES};
    gr_selection_init(&selection);
    for (int code; (code = cli_next(cli)) > 0;)
        asked.given |= read_option(cli, code, &asked, &selection);
    asked.given |= (cli->variant ? VARIANT : 0U) | (cli->format ? FORMAT : 0U);
    int status = cli->status;
    if (!cli->done)
        status = cli_select_variant(cli, &selection, variants) ? run(&asked) : CLI_USAGE;
    gr_selection_free(&selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, read_options);
}
