/* grimoire-db merge and split: copying games and evaluations between databases. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/apart.h"
#include "cli/db_copy.h"
#include "cli/evals.h"
#include "cli/opening.h"
#include "cli/place.h"
#include "cli/shards.h"
#include "rules/plural.h"

/* One database and its name. */
typedef struct Named {
    GrDb *db;
    const char *path;
} Named;

/* Copies from a database into another; adds to *copied. Damage is that of the first, unless the second has some. */
static int copy(CliDbAsked *asked, Named from, Named to, GrCopied *copied, const char *stopped) {
    GrError error;
    Cli *cli = asked->cli;
    GrWork work = cli_db_work(asked);
    int code = gr_db_copy(from.db, asked->selection, to.db, &work, copied, &error), status;
    if (code && code != GR_ERR_STOPPED) {
        bool of_first = (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN) && gr_db_last(to.db, NULL) >= 0;
        cli_progress_end(cli);
        status = cli_fail_file(cli, of_first ? from.path : to.path, &error);
    } else {
        status = cli_db_finish(asked, code, &error, stopped);
    }
    cli->complete = false; /* there is more to do */
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
    work.unread = cli_db_work(asked).unread;
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
        return error.code == GR_ERR_STOPPED ? CLI_FAULTS : cli_fail_file(cli, path, &error);
    if (copied->unread > unread)
        return CLI_DAMAGED;
    if (!asked->db && cli_open_db(cli, cli->db, asked->variants, GR_DB_CREATE, &asked->db, &error))
        return cli_fail_file(cli, cli->db, &error);
    GrWork work = cli_db_work(asked);
    int status = copy(asked, (Named){from, path}, (Named){asked->db, cli->db}, copied,
                      "stopped; what was copied stays. Run the same command again to go on");
    int evals = cli_signal() ? CLI_OK
                             : cli_merge_evals(cli, from, path, asked->db, &work, &asked->evals);
    return evals > status ? evals : status;
}

/* Do both paths, with all links followed, end at one name? */
static bool is_same_name(const char *path, const char *other) {
    CliPlace one, two;
    return cli_find_place(path, &one) && cli_find_place(other, &two) && !strcmp(one.name, two.name) &&
           cli_same_folder(&one, &two);
}

/* Is it the database at hand by another name? The names of one file have logs of their own: each would miss what the
 * other has. By the same name all its games are duplicates, as for `merge -d all.db *.db`. */
static bool is_other_name(Cli *cli, const char *other) {
    bool is = cli_same_file(cli->db, other) && !is_same_name(cli->db, other);
    if (is)
        cli_usage(cli, "%s and %s are the same database", cli->db, other);
    return is;
}

int cli_db_try_others(CliDbAsked *asked) {
    Cli *cli = asked->cli;
    GrError error;
    int status = CLI_OK;
    for (int i = 1; i < cli->operands; i++)
        if (is_other_name(cli, cli->operand[i]))
            return CLI_USAGE;
    for (int i = 1; i < cli->operands && !cli_signal(); i++) {
        GrDb *other;
        int code = cli_open_db(cli, cli->operand[i], asked->variants, GR_DB_READ, &other, &error);
        int one = code ? cli_fail_file(cli, cli->operand[i], &error) : CLI_OK;
        gr_db_close(other);
        status = one > status ? one : status;
    }
    return status;
}

int cli_db_merge(CliDbAsked *asked) {
    Cli *cli = asked->cli;
    GrCopied copied = {0};
    GrError error;
    int status = CLI_OK;
    for (int i = 1; i < cli->operands && !cli_signal(); i++) {
        GrDb *from;
        int one = cli_open_db(cli, cli->operand[i], asked->variants, GR_DB_READ, &from, &error)
                      ? cli_fail_file(cli, cli->operand[i], &error)
                      : merge_one(asked, from, cli->operand[i], &copied);
        int lost = from ? cli_report_missing(cli, cli->operand[i], from) : CLI_OK;
        gr_db_close(from);
        status = one > status ? one : status;
        status = lost > status ? lost : status;
    }
    return report_copied(asked, status, &copied);
}

static int split_shards(CliDbAsked *asked) {
    GrWork work = cli_db_work(asked);
    if (asked->selection->count)
        return cli_usage(asked->cli, "--shards divides the whole database; it takes no selection");
    return cli_make_shards(asked->cli, asked->db, &work, asked->cli->operand[1], asked->shards);
}

/* The file, and what SQLite left beside it. */
static void remove_database(const char *path) {
    const char *ending;
    GrBuffer name;
    gr_buffer_init(&name);
    unlink(path);
    for (size_t n = 0; (ending = gr_beside_ending(n)) != NULL; n++) {
        gr_buffer_clear(&name);
        gr_buffer_printf(&name, "%s%s", path, ending);
        if (!name.failed)
            unlink(name.data);
    }
    gr_buffer_free(&name);
}

/* Fills the new database in one transaction. True if all is stored; *status says what was reported. */
static bool fill(CliDbAsked *asked, GrDb *to, GrCopied *copied, int *status) {
    Cli *cli = asked->cli;
    GrError error;
    GrWork work = cli_db_work(asked);
    *status = gr_db_begin(to, &error) ? cli_fail_file(cli, cli->operand[1], &error)
                                      : copy(asked, (Named){asked->db, cli->db}, (Named){to, cli->operand[1]}, copied,
                                             "stopped; nothing was copied");
    if (gr_db_in_transaction(to) && !cli_signal()) {
        int evals = cli_split_evals(cli, asked->db, asked->selection, to, &work, &asked->evals);
        *status = evals > *status ? evals : *status;
    }
    bool stored = !cli_signal() && gr_db_in_transaction(to);
    if (stored && gr_db_commit(to, &error)) {
        *status = cli_fail_file(cli, cli->operand[1], &error);
        stored = false;
    }
    return stored;
}

/* Fills the new database and closes it. If that fails, a fresh one is gone: none is better than one of which a part
 * lies in the log beside it. */
static int split_into(CliDbAsked *asked, GrDb *to, bool fresh, GrCopied *copied) {
    Cli *cli = asked->cli;
    const char *path = cli->operand[1];
    GrError error;
    int status;
    bool stored = fill(asked, to, copied, &status);
    if (fresh && stored && gr_db_settle(to, &error)) {
        status = cli_fail_file(cli, path, &error);
        stored = false;
    }
    if (!stored) {
        *copied = (GrCopied){.unread = copied->unread};
        asked->evals = 0;
    }
    if (!fresh)
        return cli_close_db(cli, path, to, status);
    gr_db_close(to);
    if (!stored)
        remove_database(path);
    return status;
}

int cli_db_split(CliDbAsked *asked) {
    Cli *cli = asked->cli;
    if (asked->shards)
        return split_shards(asked);
    const char *path = cli->operand[1];
    GrCopied copied = {0};
    GrError error;
    GrDb *to;
    if (is_other_name(cli, path) || !cli_may_make(cli, path))
        return CLI_USAGE;
    bool fresh = access(path, F_OK) != 0;
    int any = fresh ? selects_any(asked, asked->db, &copied, &error) : 1, status;
    if (any < 0)
        return error.code == GR_ERR_STOPPED ? CLI_FAULTS : cli_fail_database(cli, &error);
    if (!any) { /* no database is made for nothing */
        if (!copied.unread)
            cli_error(cli, "%s: no games found; %s was not created", cli->db, path);
        return report_copied(asked, copied.unread ? CLI_DAMAGED : CLI_FAULTS, &copied);
    }
    if (cli_open_db(cli, path, asked->variants, GR_DB_CREATE, &to, &error))
        return cli_fail_file(cli, path, &error);
    int64_t last = gr_db_last(to, &error);
    if (last) {
        gr_db_close(to);
        return last < 0 ? cli_fail_file(cli, path, &error)
                        : cli_usage(cli, "%s already has %" PRId64 " %s", path, last,
                                    gr_plural((uint64_t)last, "game", "games"));
    }
    status = split_into(asked, to, fresh, &copied);
    status = report_copied(asked, status, &copied);
    return status ? status : copied.games ? CLI_OK : CLI_FAULTS;
}
