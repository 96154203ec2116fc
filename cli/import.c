/* grimoire-import: adds games from text to a database. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/databases.h"
#include "cli/opening.h"
#include "cli/reading.h"
#include "db/db.h"
#include "notation/missing.h"
#include "rules/plural.h"

enum { REPLACE = CLI_LONG, COMBINE };

static const CliOption OPTIONS[] = {
    {"replace", REPLACE, NULL, "store duplicates with other comments, variations or tags in place of the stored games"},
    {"combine", COMBINE, NULL, "add their comments, variations and tags to the stored games"},
    CLI_READING_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "import",
    .summary = "Add games from text to a database",
    .usage = "-d DB [-d OTHER]... [-v NAME] [-j N] [--eval-dialect NAME] [--repair]\n"
             "       [--replace | --combine] FILE...",
    .common = "vdjoq",
    .parts = true,
    .options = OPTIONS,
    .notes = "The database is created if missing. FILE is PGN or any other text that grimoire check\n"
             "reads, plain or compressed; - is standard input. -v is the variant of games that do not\n"
             "name theirs (default: chess).\n"
             "A game that cannot be replayed to its end is stored all the same, its legal part as\n"
             "moves and the rest as text. Duplicates of stored games are skipped. With more than one\n"
             "-d, games go into the first database; the others must exist, are only read, and a game\n"
             "that one of them has is a duplicate, too.\n",
};

/* An import at work. */
typedef struct Work {
    Cli *cli;
    const char *path, *file;
    const GrVariants *variants;
    GrDb *db;      /* NULL: to be made when there is a game */
    CliDatabases others; /* whose games are not to be stored again */
    bool unopened; /* it could not be */
    bool stored;   /* all games are, so far */
    bool ended;    /* none can be stored any more */
    GrCopies copies;
    const char *differing; /* the file of the first duplicate that was dropped though it differs */
    CliReading reading;
} Work;

static int open_database(void *context, GrDb **db, GrError *error) {
    Work *work = context;
    int code = cli_open_db(work->cli, work->path, work->variants, GR_DB_CREATE, &work->db, error);
    *db = work->db;
    work->unopened = code != 0;
    return code;
}

/* Reports the errors of a game, and of a repaired one what was wrong with it; `grimoire check`
 * reports warnings and notes as well. */
static void report_game(void *context, uint64_t number, const GrGame *game, const GrAdded *added) {
    Work *work = context;
    (void)added;
    cli_count_repair(&work->reading, game);
    cli_diagnose_game(work->cli, work->file, number, game,
                      game->edit_count ? GR_WARNING : GR_ERROR);
}

static void show_progress(void *context, uint64_t bytes, uint64_t size) {
    Work *work = context;
    cli_progress(work->cli, "bytes", bytes, size);
}

/* What is wrong with the text names it; what is wrong with the database does not. */
static int fail(Work *work, const GrError *error) {
    bool of_text = strncmp(error->text, work->file, strlen(work->file)) == 0;
    bool outside = error->code == GR_ERR_IO || error->code == GR_ERR_BUSY || error->code == GR_ERR_DAMAGED ||
                   error->code == GR_ERR_FOREIGN;
    bool of_database = work->unopened || (outside && !of_text);
    work->ended = of_database || error->code == GR_ERR_MEMORY;
    return of_database ? cli_fail_file(work->cli, work->path, error) : cli_fail(work->cli, error);
}

/* Reports that a signal has ended the import behind so many games of the file. */
static int stop(Work *work, uint64_t games) {
    if (games)
        cli_stopped(work->cli, "stopped at game %" PRIu64 " of %s; all games up to there are stored. "
                    "Run the same command again to go on", games, work->file);
    else
        cli_stopped(work->cli, "stopped before a game of %s was stored. Run the same command again", work->file);
    work->stored = false;
    return CLI_FAULTS;
}

static int import_file(Work *work, const GrRules *rules, GrImported *imported) {
    GrError error;
    uint32_t stray;
    uint64_t before = imported->games;
    GrImportJob job = {.path = work->file,
                       .rules = rules,
                       .evals = work->reading.evals,
                       .repair = cli_repair(&work->reading),
                       .others = work->others.db,
                       .other_names = work->others.path,
                       .other_count = work->others.count,
                       .copies = work->copies,
                       .jobs = work->cli->jobs,
                       .context = work,
                       .open = open_database,
                       .variants = work->variants,
                       .read = report_game,
                       .progress = show_progress,
                       .stop = cli_stop};
    int code = gr_import(work->db, &job, imported, &stray, &error);
    work->differing = imported->differing && !work->differing ? work->file : work->differing;
    cli_progress_end(work->cli);
    if (code == GR_ERR_STOPPED)
        return stop(work, imported->games - before);
    work->stored &= !code;
    if (code)
        return fail(work, &error);
    if (imported->doubtful_eval)
        cli_diagnose(work->cli, work->file, imported->doubtful_eval, 0, GR_WARNING, 0, 0,
                     "ambiguous evaluations are stored unchanged; --eval-dialect says what they "
                     "mean");
    if (stray)
        cli_diagnose(work->cli, work->file, stray, 0, GR_WARNING, 0, 0,
                     "this text belongs to no game and is not stored");
    if (imported->games > before)
        return CLI_OK;
    return cli_no_games(work->cli, work->file, imported->looks_like);
}

/* Files that cannot be read are reported first, and no database is created for them. */
static int try_files(Cli *cli) {
    int status = CLI_OK;
    for (int i = 0; i < cli->operands; i++) {
        const char *file = cli->operand[i];
        struct stat found;
        if (strcmp(file, "-") == 0)
            continue;
        int why = access(file, R_OK) || stat(file, &found) ? errno : S_ISDIR(found.st_mode) ? EISDIR : 0;
        bool missing = gr_is_missing(why) || gr_is_closed(why);
        if (why)
            cli_error(cli, "%s: %s", file, strerror(why));
        if (missing || (why && !status))
            status = missing ? CLI_USAGE : CLI_FAULTS;
    }
    return status;
}

static void show_games(void *context, uint64_t done, uint64_t total) {
    Work *work = context;
    cli_progress(work->cli, "games indexed", done, total);
}

/* Updates the index of a database that has one, unless its games could not be stored either. */
static int complete_index(Work *work) {
    GrError error;
    GrIndexed done;
    GrWork index = {.context = work, .progress = show_games, .stop = cli_stop};
    int code = work->db && !work->ended ? gr_db_has_index(work->db, &error) : 0;
    if (code > 0)
        code = cli_signal() ? GR_ERR_STOPPED : gr_db_index(work->db, work->cli->jobs, &index, &done, &error);
    cli_progress_end(work->cli);
    if (code == GR_ERR_STOPPED && work->stored)
        cli_stopped(work->cli, "stopped; all games are stored, but not all of them are in the index yet. "
                               "Run grimoire db index to go on");
    work->cli->complete = work->stored && code >= 0;
    return code < 0 && code != GR_ERR_STOPPED ? cli_fail_file(work->cli, work->path, &error) : CLI_OK;
}

/* Duplicates of which something is lost, which -q does not hide. */
static void note_differing(const Work *work, const GrImported *imported) {
    if (!imported->differing)
        return;
    cli_error(work->cli, "warning: %" PRIu64 " %s comments, variations or tags that the stored games have not, and %s "
              "dropped; --combine adds them. The first: %s:%u: game %" PRIu64 ", a duplicate of game %" PRId64
              " of the database",
              imported->differing, gr_plural(imported->differing, "duplicate has", "duplicates have"),
              gr_plural(imported->differing, "is", "are"), work->differing, (unsigned)imported->differing_line,
              imported->differing_number, imported->differing_id);
}

static void put_summary(const Work *work, const GrImported *imported) {
    char more[60] = "";
    if (work->copies != GR_COPIES_DROP)
        snprintf(more, sizeof more, ", %" PRIu64 " %s", imported->replaced,
                 work->copies == GR_COPIES_REPLACE ? "replaced" : "combined");
    /* Always in the plural: scripts read this line. */
    cli_summary(work->cli, "%" PRIu64 " games, %" PRIu64 " plies, %" PRIu64 " faulty, %" PRIu64 " duplicates%s",
                imported->games, imported->plies, imported->faulty, imported->duplicates, more);
}

static int import_files(Work *work, const GrRules *rules) {
    GrImported imported = {0};
    int status = CLI_OK;
    Cli *cli = work->cli;
    if (!cli_output(cli))
        return CLI_USAGE;
    int i = 0;
    work->stored = true;
    for (; i < cli->operands && !cli_signal() && !work->ended; i++) {
        work->file = cli->operand[i];
        int one = import_file(work, rules, &imported);
        status = one > status ? one : status;
        if (one > CLI_FAULTS)
            break;
    }
    if (work->unopened)
        return status;
    work->stored &= i == cli->operands;
    int indexed = complete_index(work);
    status = indexed > status ? indexed : status;
    note_differing(work, &imported);
    put_summary(work, &imported);
    cli_note_repairs(cli, &work->reading);
    return status ? status : imported.faulty ? CLI_FAULTS : CLI_OK;
}

static int import_all(Work *work, const GrVariants *variants) {
    Cli *cli = work->cli;
    const GrRules *rules;
    GrError error;
    const char *path = cli_database(cli);
    if (!path || !cli_rules(cli, variants, NULL, &rules))
        return CLI_USAGE;
    int readable = try_files(cli);
    if (readable)
        return readable;
    work->path = path;
    work->variants = variants;
    GrDb *db;
    cli_open_from(cli, variants, &work->others, 1);
    int status = work->others.status;
    if (!status && !access(path, F_OK) && open_database(work, &db, &error))
        status = cli_fail_file(cli, path, &error);
    if (!status)
        status = import_files(work, rules);
    status = cli_close_db(cli, path, work->db, status);
    return cli_close_databases(&work->others, status);
}

static int run(Cli *cli, const GrVariants *variants) {
    Work work = {.cli = cli, .reading = cli_reading()};
    for (int code; (code = cli_next(cli)) > 0;) {
        GrCopies copies = code == REPLACE ? GR_COPIES_REPLACE : code == COMBINE ? GR_COPIES_COMBINE : GR_COPIES_DROP;
        if (copies && work.copies && work.copies != copies)
            cli_bad_option(cli, "--replace and --combine cannot both be given");
        work.copies = copies ? copies : work.copies;
        cli_reading_option(cli, code, &work.reading);
    }
    if (cli->done)
        return cli->status;
    return cli->operands ? import_all(&work, variants)
                         : cli_usage(cli, "no file given; - stands for standard input");
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
