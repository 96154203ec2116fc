/* db dump: games and evaluations as SQL, in an SQLite file or as JSON lines. */
#ifndef GR_CLI_DUMP_H
#define GR_CLI_DUMP_H

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <unistd.h>

#include "cli/common.h"
#include "cli/packing.h"
#include "db/db.h"
#include "notation/write/format.h"

typedef enum CliDumpFormat { CLI_DUMP_SQL, CLI_DUMP_JSON, CLI_DUMP_SQLITE } CliDumpFormat;

typedef struct CliDump {
    Cli *cli;
    GrDb *db;
    const GrSelection *selection;
    bool sql;             /* it is SQL, as text or run */
    GrDumpFile *file;     /* that it is run in; NULL: it is text */
    uint64_t unread;      /* games that could not be written */
    GrJudgeCount *judges; /* whose evaluations are written: none with a selection */
    size_t judge_count;
    GrBuffer text;
    GrError *error;
} CliDump;

/* Writes what there is so far. */
static inline int cli_dump_put(CliDump *d, GrError *error) {
    int code = d->text.failed ? gr_no_memory(error) : 0;
    if (!d->file)
        cli_put(d->cli, &d->text);
    else if (!code && d->text.len)
        code = gr_dump_file_run(d->file, d->text.data, error);
    gr_buffer_clear(&d->text);
    return code;
}

/* Writes a game; a code. A damaged one is reported and left out. */
static inline int cli_dump_game(CliDump *d, int64_t id, GrGame *game, GrError *error) {
    int code = gr_db_get_game(d->db, id, game, error);
    if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN) {
        d->unread++;
        cli_bad_game(d->cli, id, error->text);
        return 0;
    }
    if (code)
        return code;
    if (d->sql) {
        gr_dump_game(&d->text, id, game);
        if (d->file)
            gr_dump_moves(&d->text, id, game);
        if (d->judge_count || d->file)
            gr_dump_positions(&d->text, id, game);
    } else {
        gr_format_json.game(&d->text, game, 1, 1);
    }
    return 0;
}

static inline int cli_dump_games(CliDump *d, GrError *error) {
    GrGame game;
    int64_t id;
    int got = 0, code = 0;
    GrCursor *cursor = gr_cursor_open(d->db, d->selection, error);
    gr_game_init(&game);
    int64_t last = gr_db_last(d->db, NULL);
    bool on_terminal = !d->cli->output && isatty(STDOUT_FILENO);
    while (cursor && !code && !cli_signal() && (got = gr_cursor_next(cursor, &id, error)) > 0) {
        code = cli_dump_game(d, id, &game, error);
        if (!code)
            code = cli_dump_put(d, error);
        if (!on_terminal) /* where its rows show how far it is */
            cli_progress(d->cli, "games", (uint64_t)id, last > 0 ? (uint64_t)last : 0);
    }
    cli_progress_end(d->cli);
    gr_game_free(&game);
    gr_cursor_close(cursor);
    return !cursor ? (int)error->code : code ? code : got < 0 ? got : 0;
}

static inline size_t cli_dump_judge(const CliDump *d, const GrJudge *judge) {
    size_t i = 0;
    while (i < d->judge_count && memcmp(&d->judges[i].judge, judge, sizeof *judge))
        i++;
    return i + 1;
}

/* A GrEvalsTake. */
static inline int cli_dump_evaluation(void *context, const GrJudge *judge, const GrRules *rules,
                                      const GrEvaluation *evaluation) {
    CliDump *d = context;
    if (d->sql)
        gr_dump_evaluation(&d->text, cli_dump_judge(d, judge), rules, evaluation);
    else
        gr_dump_evaluation_json(&d->text, judge, rules, evaluation);
    int code = d->text.len > 1 << 16 || d->text.failed ? cli_dump_put(d, d->error) : 0;
    return code ? code : cli_signal() ? GR_ERR_STOPPED : 0;
}

static inline int cli_dump_evaluations(CliDump *d, GrError *error) {
    for (size_t i = 0; i < d->judge_count && d->sql; i++)
        gr_dump_judge(&d->text, i + 1, &d->judges[i].judge);
    int code = d->judge_count ? gr_evals_each(d->db, cli_dump_evaluation, d, error) : 0;
    if (code == GR_ERR_MEMORY)
        gr_no_memory(error);
    return code;
}

/* Writes all of it, in one state of the database, whatever others write; a code. */
static inline int cli_dump_all(CliDump *d) {
    if (d->sql)
        gr_dump_begin(&d->text);
    if (d->file)
        gr_dump_begin_moves(&d->text);
    int code = cli_dump_put(d, d->error);
    if (!code)
        code = cli_dump_games(d, d->error);
    if (!code && !cli_signal())
        code = cli_dump_evaluations(d, d->error);
    if (!code && d->sql && !cli_signal())
        gr_dump_end(&d->text);
    return code ? code : cli_dump_put(d, d->error);
}

/* The file that -f sqlite makes: it must be named, and new. The exit status. */
static inline int cli_dump_open(CliDump *d) {
    const char *path = d->cli->output;
    struct stat found;
    if (!path || strcmp(path, "-") == 0)
        return cli_usage(d->cli, "-f sqlite makes a file: -o FILE");
    if (cli_names_packed(path))
        return cli_usage(d->cli, "-f sqlite makes a file that is not compressed: give %s another ending", path);
    if (!gr_dump_file_open(path, &d->file, d->error))
        return CLI_OK;
    int status = cli_fail(d->cli, d->error);
    return lstat(path, &found) ? status : CLI_USAGE; /* there is such a file */
}

/* The exit status. */
static inline int cli_dump(Cli *cli, GrDb *db, const GrSelection *selection, CliDumpFormat format) {
    GrError error = {0};
    CliDump d = {.cli = cli, .db = db, .selection = selection, .sql = format != CLI_DUMP_JSON,
                 .error = &error};
    if (gr_db_begin_read(db, &error) ||
        (!selection->count && gr_evals_judges(db, &d.judges, &d.judge_count, &error)))
        return cli_fail_database(cli, &error);
    int opened = format == CLI_DUMP_SQLITE ? cli_dump_open(&d) : CLI_OK;
    if (opened) {
        free(d.judges);
        return opened;
    }
    gr_buffer_init(&d.text);
    int code = cli_dump_all(&d);
    int closed = gr_dump_file_close(d.file, !code && !cli_signal(), &error);
    code = code ? code : closed;
    gr_buffer_free(&d.text);
    free(d.judges);
    if (code && code != GR_ERR_STOPPED)
        return cli_fail_database(cli, &error);
    return code ? CLI_FAULTS : d.unread ? CLI_DAMAGED : CLI_OK;
}

#endif
