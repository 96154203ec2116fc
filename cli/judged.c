/* Reading the games of databases with the verdicts of one judge. */
#include "cli/judged.h"

#include "cli/unmet.h"

/* What it is read with, of one database. */
typedef struct CliJudgedWork {
    GrJudging judging;
    GrJudgement judgement;
    GrGame game;
    bool any; /* game was there */
} CliJudgedWork;

static int cli_take_judged(const CliJudged *read, GrDb *db, int64_t id, CliJudgedWork *work, GrError *error) {
    int code = read->header ? gr_db_get_header(db, id, &work->game, error)
                            : gr_db_get_game(db, id, &work->game, error);
    if (!code && !read->header)
        code = gr_judge_game(db, &work->judging, &work->judgement, &work->game, error);
    return code ? code : read->take(read->user, &work->game, error);
}

/* Reads the games that the cursor gives. A damaged one is reported; the others can still be read. */
static int cli_read_chosen(const CliJudged *read, CliDatabases *all, GrDb *db, GrCursor *cursor,
                           CliJudgedWork *work) {
    GrError error;
    int64_t id;
    int status = CLI_OK, got;
    while ((got = gr_cursor_next(cursor, &id, &error)) > 0 && !cli_signal()) {
        int code = cli_take_judged(read, db, id, work, &error);
        work->any = true;
        if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN) {
            cli_bad_game(read->cli, id, error.text);
            status = CLI_DAMAGED;
        } else if (code) {
            int one = cli_fail_database(read->cli, &error);
            status = one > status ? one : status;
        }
        if (code == GR_ERR_MEMORY || code == GR_ERR_IO)
            break;
        cli_show_games(all, id);
    }
    cli_progress_end(read->cli);
    return got < 0 ? cli_fail_database(read->cli, &error) : status;
}

/* Chooses the judge of one database, and reads the games of the selection. *any becomes true if there are any. */
static int cli_read_judged_of(const CliJudged *read, CliDatabases *all, GrDb *db, bool *any) {
    GrError error;
    GrCursor *cursor = NULL;
    CliJudgedWork work = {.judging = {.family = NULL}};
    gr_game_init(&work.game);
    gr_judgement_init(&work.judgement);
    int status, code = gr_db_begin_read(db, &error);
    if (!code && !read->header)
        code = cli_begin_judging(db, read->judge, &work.judging, &error);
    if (!code)
        cursor = gr_cursor_open(db, read->selection, &error);
    if (cursor)
        status = cli_read_chosen(read, all, db, cursor, &work);
    else
        status = cli_fail_database(read->cli, &error);
    *any |= work.any;
    int lost = cli_report_lost(read->cli, db);
    status = lost > status ? lost : status;
    gr_cursor_close(cursor);
    gr_judging_free(&work.judging);
    gr_judgement_free(&work.judgement);
    gr_game_free(&work.game);
    gr_db_end_read(db);
    return status;
}

int cli_read_judged(const CliJudged *read, CliDatabases *all) {
    bool any = false;
    for (GrDb *db; (db = cli_next_database(all)) && !cli_signal();)
        cli_add_status(all, cli_read_judged_of(read, all, db, &any));
    if (!any)
        cli_report_unmet(read->cli, all->db, all->count, read->selection);
    return cli_close_databases(all, CLI_OK);
}
