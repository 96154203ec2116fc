/* grimoire-import: reads games from text into a database. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/reading.h"
#include "db/db.h"

static const CliOption OPTIONS[] = {
    CLI_READING_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "import",
    .summary = "Read games from text into a database",
    .usage = "-d DB [-v NAME] [-j N] [--eval-dialect NAME] [--repair] FILE...",
    .common = "vdjoq",
    .options = OPTIONS,
    .notes = "The database is made if it is missing. FILE is PGN or any other text that grimoire\n"
             "check can read, as it is or compressed by gzip; - is standard input. -v names the\n"
             "variant of games that do not tell theirs (chess).\n"
             "A game that cannot be replayed to its end is stored all the same, its legal part\n"
             "as moves and the rest as text; a game that is there already is not stored again.\n",
};

/* An import that is going on. */
typedef struct Work {
    Cli *cli;
    const char *file;
    CliReading reading;
} Work;

/* Tells the errors of a game, and of a repaired one what was wrong with it; `grimoire check` tells
 * warnings and notes as well. */
static void tell_game(void *context, uint64_t number, const GrGame *game, const GrAdded *added) {
    Work *work = context;
    (void)added;
    cli_count_repair(&work->reading, game);
    for (size_t i = 0; i < game->diag_count; i++) {
        const GrDiagnostic *d = &game->diags[i];
        if (d->severity == GR_ERROR || (game->edit_count && d->severity == GR_WARNING))
            cli_diagnose(work->cli, work->file, d->line, d->column, d->severity, number, d->ply,
                         gr_game_string(game, d->text));
    }
}

static void show_progress(void *context, uint64_t bytes, uint64_t size) {
    Work *work = context;
    cli_progress(work->cli, "bytes", bytes, size);
}

static int import_file(Work *work, GrDb *db, const GrRules *rules, GrImported *imported) {
    GrError error;
    uint32_t stray;
    uint64_t before = imported->games;
    GrImportJob job = {.path = work->file,
                       .rules = rules,
                       .evals = work->reading.evals,
                       .repair = cli_repair(&work->reading),
                       .jobs = work->cli->jobs,
                       .context = work,
                       .read = tell_game,
                       .progress = show_progress,
                       .stop = cli_stop};
    int code = gr_import(db, &job, imported, &stray, &error);
    cli_progress_end(work->cli);
    if (code == GR_ERR_STOPPED) {
        cli_stopped(work->cli,
                    "stopped at game %" PRIu64 " of %s; all games up to there are stored. "
                    "Run the same command again to go on",
                    imported->games - before, work->file);
        return CLI_FAULTS;
    }
    if (code)
        return cli_fail(work->cli, &error);
    if (imported->doubtful_eval)
        cli_diagnose(work->cli, work->file, imported->doubtful_eval, 0, GR_WARNING, 0, 0,
                     "ambiguous evaluations are stored as they stand; --eval-dialect says what "
                     "they mean");
    if (stray)
        cli_diagnose(work->cli, work->file, stray, 0, GR_WARNING, 0, 0,
                     "this text belongs to no game and is not stored");
    if (imported->games > before)
        return CLI_OK;
    const char *looks = imported->looks_like;
    cli_error(work->cli, "%s: no games found%s%s", work->file, looks ? ": " : "",
              looks ? looks : "");
    return CLI_FAULTS;
}

/* Files that cannot be read are told before anything is done, and no database is made for them. */
static int try_files(Cli *cli) {
    int status = CLI_OK;
    for (int i = 0; i < cli->operands; i++) {
        const char *file = cli->operand[i];
        struct stat found;
        bool missing = strcmp(file, "-") && (access(file, R_OK) || stat(file, &found));
        bool folder = strcmp(file, "-") && !missing && S_ISDIR(found.st_mode);
        if (missing || folder)
            cli_error(cli, "%s: %s", file, strerror(missing ? errno : EISDIR));
        if (missing || (folder && !status))
            status = missing ? CLI_USAGE : CLI_FAULTS;
    }
    return status;
}

static void show_games(void *context, uint64_t done, uint64_t total) {
    Work *work = context;
    cli_progress(work->cli, "games indexed", done, total);
}

/* A database that has an index of positions keeps it complete. */
static int complete_index(Work *work, GrDb *db) {
    GrError error;
    GrIndexed done;
    GrWork index = {.context = work, .progress = show_games, .stop = cli_stop};
    int code = gr_db_has_index(db, &error);
    if (code > 0 && !cli_signal())
        code = gr_db_index(db, work->cli->jobs, &index, &done, &error);
    cli_progress_end(work->cli);
    return code < 0 && code != GR_ERR_STOPPED ? cli_fail(work->cli, &error) : CLI_OK;
}

static int import_files(Work *work, GrDb *db, const GrRules *rules) {
    GrImported imported = {0};
    int status = CLI_OK;
    Cli *cli = work->cli;
    if (!cli_output(cli))
        return CLI_USAGE;
    for (int i = 0; i < cli->operands && !cli_signal(); i++) {
        work->file = cli->operand[i];
        int one = import_file(work, db, rules, &imported);
        status = one > status ? one : status;
        if (one > CLI_FAULTS)
            break;
    }
    int indexed = complete_index(work, db);
    status = indexed > status ? indexed : status;
    cli_summary(cli, "%" PRIu64 " games, %" PRIu64 " plies, %" PRIu64 " faulty, %" PRIu64
                     " duplicates",
                imported.games, imported.plies, imported.faulty, imported.duplicates);
    cli_tell_repairs(cli, &work->reading);
    return status ? status : imported.faulty ? CLI_FAULTS : CLI_OK;
}

static int import_all(Work *work, const GrVariants *variants) {
    Cli *cli = work->cli;
    const GrRules *rules;
    GrError error;
    GrDb *db;
    const char *path = cli_database(cli);
    if (!path || !cli_rules(cli, variants, NULL, &rules))
        return CLI_USAGE;
    int readable = try_files(cli);
    if (readable)
        return readable;
    if (gr_db_open(path, variants, GR_DB_CREATE, &db, &error))
        return cli_fail_file(cli, path, &error);
    int status = import_files(work, db, rules);
    gr_db_close(db);
    return status;
}

static int run(Cli *cli, const GrVariants *variants) {
    Work work = {.cli = cli, .reading = cli_reading()};
    for (int code; (code = cli_next(cli)) > 0;)
        cli_reading_option(cli, code, &work.reading);
    if (cli->done)
        return cli->status;
    return cli->operands ? import_all(&work, variants) : cli_usage(cli, "no file given");
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
