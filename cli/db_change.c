/* grimoire-db delete and undo. */
#include "cli/db_change.h"

#include <inttypes.h>

#include "cli/judge.h"
#include "cli/query.h"
#include "cli/unmet.h"
#include "rules/plural.h"

/* ---- delete ---- */

/* Of a dry run: the games, as grimoire search lists them. */
static void show_game(void *context, int64_t id, const GrGame *game) {
    const CliDbAsked *asked = context;
    static const char *const tags[] = {"White", "Black", "Event", "Site", "Date"};
    static const char *const lead[] = {"\t", " - ", NULL, ", ", ", "};
    GrBuffer line;
    gr_buffer_init(&line);
    gr_buffer_printf(&line, "%" PRId64, id);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        const char *value = gr_game_tag(game, tags[i]);
        if (lead[i])
            gr_buffer_puts(&line, lead[i]);
        else
            gr_buffer_printf(&line, " %s\t", gr_result_text(game->result));
        gr_put_plain(&line, value ? value : "?", false);
    }
    gr_buffer_putc(&line, '\n');
    cli_progress_end(asked->cli);
    cli_put(asked->cli, &line);
    gr_buffer_free(&line);
}

static int delete_found(CliDbAsked *asked, const GrQuery *query) {
    GrError error;
    GrJudging judging;
    uint64_t deleted = 0;
    Cli *cli = asked->cli;
    const CliJudge judge = cli_judge();
    GrWork work = cli_db_work(asked);
    const GrDelete job = {.selection = asked->selection, .query = query, .judging = &judging, .dry = asked->dry,
                          .work = &work, .found = asked->dry && !cli->quiet ? show_game : NULL};
    int code = cli_begin_judging(asked->db, &judge, &judging, &error);
    if (!code)
        code = gr_db_delete_found(asked->db, &job, &deleted, &error);
    gr_judging_free(&judging);
    int status = cli_db_finish(asked, code, &error, "stopped; no game is deleted");
    if (status)
        return status;
    if (!deleted && !asked->unread)
        cli_report_none(cli, &asked->db, 1, asked->selection);
    /* Always in the plural: scripts read this line. */
    cli_summary_of(cli, deleted && !asked->dry, "%" PRIu64 " games %s", deleted,
                   asked->dry ? "would be deleted" : "deleted");
    return asked->unread ? CLI_DAMAGED : deleted ? CLI_OK : CLI_FAULTS;
}

int cli_db_delete(CliDbAsked *asked) {
    Cli *cli = asked->cli;
    GrQuery *query = NULL;
    cli->operand++; /* behind the command */
    cli->operands--;
    if (!cli->operands && !asked->selection->count)
        return cli_usage(cli, "delete takes the games to be deleted: --games LIST, other options that select games, or "
                              "a query");
    if (!cli_output(cli) || !cli_query(cli, asked->variants, &query))
        return CLI_USAGE;
    if (query)
        cli_report_never(cli, &asked->db, 1, query, NULL);
    int status = delete_found(asked, query);
    gr_query_free(query);
    return status;
}

/* ---- undo ---- */

int cli_db_undo(CliDbAsked *asked) {
    GrError error;
    GrChange undone;
    char name[GR_CHANGE_NAME];
    GrWork work = cli_db_work(asked);
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    int code = gr_db_undo(asked->db, &work, &undone, &error);
    int status = cli_db_finish(asked, code < 0 ? code : 0, &error, "stopped; nothing is taken back");
    if (status)
        return status;
    if (!code) {
        cli_note(asked->cli, "there is no change to take back");
        return CLI_FAULTS;
    }
    gr_change_name(&undone, name);
    cli_summary_of(asked->cli, true, "taken back: %s", name);
    return CLI_OK;
}
