/* db dump: games and evaluations as SQL or JSON lines. */
#ifndef GR_CLI_DUMP_H
#define GR_CLI_DUMP_H

#include <inttypes.h>
#include <stdlib.h>

#include "cli/common.h"
#include "db/db.h"
#include "notation/write/format.h"

typedef struct CliDump {
    Cli *cli;
    GrDb *db;
    const GrSelection *selection;
    bool sql;
    uint64_t unread;      /* games that could not be written */
    GrJudgeCount *judges; /* whose evaluations are written: none with a selection */
    size_t judge_count;
    GrBuffer text;
} CliDump;

/* Writes a game. A damaged one is reported and left out. */
static inline int cli_dump_game(CliDump *d, int64_t id, GrGame *game) {
    GrError error;
    int code = gr_db_get_game(d->db, id, game, &error);
    if (code) {
        d->unread++;
        cli_error(d->cli, "game %" PRId64 ": %s", id, error.text);
    } else if (d->sql) {
        gr_dump_game(&d->text, id, game);
        if (d->judge_count)
            gr_dump_positions(&d->text, id, game);
    } else {
        gr_format_json.game(&d->text, game, 1, 1);
    }
    return d->text.failed ? GR_ERR_MEMORY : 0;
}

static inline int cli_dump_games(CliDump *d, GrError *error) {
    GrGame game;
    int64_t id;
    int got = 0, code = 0;
    GrCursor *cursor = gr_cursor_open(d->db, d->selection, error);
    gr_game_init(&game);
    int64_t last = gr_db_last(d->db, NULL);
    while (cursor && !code && !cli_signal() && (got = gr_cursor_next(cursor, &id, error)) > 0) {
        code = cli_dump_game(d, id, &game);
        cli_put(d->cli, &d->text);
        cli_progress(d->cli, "games", (uint64_t)id, last > 0 ? (uint64_t)last : 0);
    }
    cli_progress_end(d->cli);
    gr_game_free(&game);
    gr_cursor_close(cursor);
    return !cursor ? (int)error->code : code ? gr_no_memory(error) : got;
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
    bool failed = d->text.failed;
    if (d->text.len > 1 << 16 || failed)
        cli_put(d->cli, &d->text);
    return failed ? GR_ERR_MEMORY : cli_signal() ? GR_ERR_STOPPED : 0;
}

static inline int cli_dump_evaluations(CliDump *d, GrError *error) {
    for (size_t i = 0; i < d->judge_count && d->sql; i++)
        gr_dump_judge(&d->text, i + 1, &d->judges[i].judge);
    int code = d->judge_count ? gr_evals_each(d->db, cli_dump_evaluation, d, error) : 0;
    if (code == GR_ERR_MEMORY)
        gr_no_memory(error);
    return code;
}

/* Writes all of it, in one state of the database, whatever others write; the exit status. */
static inline int cli_dump(Cli *cli, GrDb *db, const GrSelection *selection, bool sql) {
    GrError error = {0};
    CliDump d = {.cli = cli, .db = db, .selection = selection, .sql = sql};
    if (gr_db_begin_read(db, &error) ||
        (!selection->count && gr_evals_judges(db, &d.judges, &d.judge_count, &error)))
        return cli_fail(cli, &error);
    gr_buffer_init(&d.text);
    if (sql)
        gr_dump_begin(&d.text);
    int code = cli_dump_games(&d, &error);
    if (!code && !cli_signal())
        code = cli_dump_evaluations(&d, &error);
    if (sql && !cli_signal())
        gr_dump_end(&d.text);
    cli_put(cli, &d.text);
    gr_buffer_free(&d.text);
    free(d.judges);
    if (code && code != GR_ERR_STOPPED)
        return cli_fail(cli, &error);
    return code ? CLI_FAULTS : d.unread ? CLI_DAMAGED : CLI_OK;
}

#endif
