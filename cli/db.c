/* grimoire-db: looks after databases. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/info.h"
#include "cli/select.h"
#include "db/db.h"
#include "notation/write/format.h"

enum { DRY_RUN = CLI_LONG, DROP, PLAYERS };

static const CliOption OPTIONS[] = {
    {"dry-run", DRY_RUN, NULL, "clean, dedupe: only tell what would be done"},
    {"players", PLAYERS, "FILE", "clean: names of players and their other spellings"},
    {"drop", DROP, NULL, "index: take the index out"},
    CLI_SELECT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "db",
    .summary = "Look after databases",
    .usage = "info|verify|optimise [-d DB | DB]\n"
             "index [--drop] [-j N] [-d DB | DB]\n"
             "dedupe [--dry-run] [-d DB | DB]\n"
             "clean [--dry-run] [--players FILE] [-d DB | DB]\n"
             "merge [-d DB] OTHER...\n"
             "split [-d DB] [selection] NEW\n"
             "dump [-d DB | DB] [-f sql|json] [selection]",
    .common = "vdfojq",
    .options = OPTIONS,
    .notes = "info      what the database holds, and where its bytes go\n"
             "verify    replays every game and holds it against its check; tells every fault\n"
             "optimise  codes all games anew where that makes them smaller, and closes gaps\n"
             "index     makes what searches are fast by, or completes it\n"
             "dedupe    deletes games that are there twice under different headers\n"
             "clean     writes dates, results and names in one way\n"
             "merge     adds the games of other databases to this one, which is made if it is missing\n"
             "split     copies the games of a selection into a new database\n"
             "dump      the games as SQL for other programs, or as JSON lines\n",
};

/* What is asked of a command. */
typedef struct Asked {
    Cli *cli;
    const GrVariants *variants;
    const GrSelection *selection;
    GrDb *db;
    bool dry, drop;
    const char *players;
    uint64_t unread;
} Asked;

static const char *const INFO_FORMATS[] = {"text", "json", NULL};
static const char *const DUMP_FORMATS[] = {"sql", "json", NULL};

static int info(Asked *asked) {
    GrError error;
    GrInfo of;
    Cli *cli = asked->cli;
    int format = cli_format(cli, INFO_FORMATS, 0);
    FILE *out = format < 0 ? NULL : cli_output(cli);
    if (!out)
        return CLI_USAGE;
    if (gr_db_info(asked->db, &of, &error))
        return cli_fail(cli, &error);
    if (format == 1)
        cli_put_info_json(out, &of);
    else
        cli_put_info(out, &of);
    return of.unreadable ? CLI_DAMAGED : CLI_OK;
}

static void tell_fault(void *context, int64_t id, const char *text) {
    Cli *cli = context;
    if (id)
        cli_error(cli, "%s: game %" PRId64 ": %s", cli->db, id, text);
    else
        cli_error(cli, "%s: %s", cli->db, text);
}

static void show_progress(void *context, uint64_t done, uint64_t total) {
    cli_progress(context, "games", done, total);
}

static void put_verified(FILE *out, const GrVerified *verified) {
    fprintf(out, "%" PRIu64 " games, %" PRIu64 " plies sound, %" PRIu64 " damaged",
            verified->games, verified->plies, verified->damaged);
    if (verified->unknown)
        fprintf(out, ", %" PRIu64 " of an unknown variant or codec", verified->unknown);
    if (verified->faults)
        fprintf(out, ", %" PRIu64 " other faults", verified->faults);
    fputc('\n', out);
}

static int verify(Asked *asked) {
    Cli *cli = asked->cli;
    GrError error;
    GrVerified verified;
    GrVerifyJob job = {.context = cli, .fault = tell_fault, .progress = show_progress,
                       .stop = cli_stop};
    FILE *out = cli_output(cli);
    if (!out)
        return CLI_USAGE;
    int code = gr_db_verify(asked->db, &job, &verified, &error);
    cli_progress_end(cli);
    if (code && code != GR_ERR_DAMAGED)
        return cli_fail(cli, &error);
    if (!cli->quiet)
        put_verified(out, &verified);
    return code ? CLI_DAMAGED : CLI_OK;
}

static void tell_unread(void *context, int64_t id, const GrError *why) {
    Asked *asked = context;
    asked->unread++;
    cli_error(asked->cli, "game %" PRId64 ": %s", id, why->text);
}

static void show_work(void *context, uint64_t done, uint64_t total) {
    cli_progress(((Asked *)context)->cli, "games", done, total);
}

static GrWork work_of(Asked *asked) {
    return (GrWork){.context = asked, .progress = show_work, .unread = tell_unread,
                    .stop = cli_stop};
}

/* What a command that may have been stopped exits with. */
static int finish(Asked *asked, int code, const GrError *error, const char *stopped) {
    cli_progress_end(asked->cli);
    asked->cli->complete = !code;
    if (code == GR_ERR_STOPPED)
        cli_stopped(asked->cli, "%s", stopped);
    else if (code)
        return cli_fail(asked->cli, error);
    return code ? CLI_FAULTS : CLI_OK;
}

static int optimise(Asked *asked) {
    GrError error;
    GrOptimised done;
    GrWork work = work_of(asked);
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    int code = gr_db_optimise(asked->db, &work, &done, &error);
    int status = finish(asked, code, &error, "stopped; no game has changed");
    if (!status && done.joined)
        cli_summary(asked->cli, "%" PRIu64 " segments of the index joined to others", done.joined);
    if (!status)
        cli_summary(asked->cli, "%" PRIu64 " games coded anew, %" PRIu64 " left, %" PRIu64
                    " bytes before, %" PRIu64 " after",
                    done.recoded, done.left, done.before, done.after);
    return status;
}

static int make_index(Asked *asked) {
    GrError error;
    GrIndexed done = {0};
    GrWork work = work_of(asked);
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    int code = asked->drop ? gr_db_drop_index(asked->db, &error)
                           : gr_db_index(asked->db, asked->cli->jobs, &work, &done, &error);
    int status = finish(asked, code, &error,
                        "stopped; what is indexed stays. Run the same command again to go on");
    if (!status && !asked->drop)
        cli_summary(asked->cli, "%" PRIu64 " games, %" PRIu64 " postings", done.games,
                    done.postings);
    return status;
}

static void tell_double(void *context, int64_t kept, int64_t gone, bool beginning) {
    Asked *asked = context;
    FILE *out = cli_output(asked->cli);
    if (out)
        fprintf(out, "game %" PRId64 " is %s game %" PRId64 "\n", gone,
                beginning ? "the beginning of" : "the same as", kept);
}

static int dedupe(Asked *asked) {
    GrError error;
    GrDeduped done;
    GrWork work = work_of(asked);
    GrDedupe job = {.dry = asked->dry, .found = tell_double, .work = &work};
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    int code = gr_db_dedupe(asked->db, &job, &done, &error);
    int status = finish(asked, code, &error, "stopped; nothing has changed");
    if (!status)
        cli_summary(asked->cli, "%" PRIu64 " games compared, %" PRIu64 " doubles %s, %" PRIu64
                    " with comments kept",
                    done.games, done.doubles, asked->dry ? "found" : "deleted", done.annotated);
    return status ? status : asked->unread ? CLI_DAMAGED : CLI_OK;
}

static void tell_change(void *context, int64_t id, const char *tag, const char *from,
                        const char *to) {
    Asked *asked = context;
    FILE *out = cli_output(asked->cli);
    if (out)
        fprintf(out, "game %" PRId64 ": %s \"%s\" becomes \"%s\"\n", id, tag, from, to);
}

static int clean(Asked *asked) {
    GrError error;
    GrCleaned done;
    GrSpelling *players = NULL;
    GrWork work = work_of(asked);
    if (!cli_output(asked->cli))
        return CLI_USAGE;
    if (asked->players && gr_spelling_open(asked->players, &players, &error))
        return cli_usage(asked->cli, "%s: %s", asked->players, error.text);
    GrClean job = {.dry = asked->dry, .players = players, .work = &work, .changed = tell_change};
    int code = gr_db_clean(asked->db, &job, &done, &error);
    gr_spelling_free(players);
    int status = finish(asked, code, &error, "stopped; nothing has changed");
    if (!status)
        cli_summary(asked->cli, "%" PRIu64 " games, %" PRIu64 " tags of %" PRIu64 " games %s",
                    done.games, done.tags, done.changed, asked->dry ? "would change" : "changed");
    return status ? status : asked->unread ? CLI_DAMAGED : CLI_OK;
}

/* Copies from a database into another; adds to *copied. */
static int copy(Asked *asked, GrDb *from, GrDb *to, GrCopied *copied, const char *stopped) {
    GrError error;
    GrWork work = work_of(asked);
    int code = gr_db_copy(from, asked->selection, to, &work, copied, &error);
    int status = finish(asked, code, &error, stopped);
    asked->cli->complete = false; /* it is not all that there is to do */
    return status;
}

static int tell_copied(Asked *asked, int status, const GrCopied *copied) {
    cli_summary(asked->cli, "%" PRIu64 " games, %" PRIu64 " plies, %" PRIu64 " unreadable, %"
                PRIu64 " duplicates",
                copied->games, copied->plies, copied->unread, copied->duplicates);
    return cli_output(asked->cli) ? status : CLI_USAGE;
}

static int merge(Asked *asked) {
    Cli *cli = asked->cli;
    GrCopied copied = {0};
    GrError error;
    int status = CLI_OK;
    for (int i = 1; i < cli->operands && !cli_signal(); i++) {
        GrDb *from;
        int one = gr_db_open(cli->operand[i], asked->variants, GR_DB_READ, &from, &error)
                      ? cli_fail_file(cli, cli->operand[i], &error)
                      : copy(asked, from, asked->db, &copied,
                             "stopped; what was copied stays. Run the same command again to go on");
        gr_db_close(from);
        status = one > status ? one : status;
    }
    return tell_copied(asked, status, &copied);
}

static int split(Asked *asked) {
    Cli *cli = asked->cli;
    const char *path = cli->operand[1];
    GrCopied copied = {0};
    GrError error;
    GrDb *to;
    if (gr_db_open(path, asked->variants, GR_DB_CREATE, &to, &error))
        return cli_fail_file(cli, path, &error);
    int64_t last = gr_db_last(to, &error);
    if (last > 0) {
        gr_db_close(to);
        return cli_usage(cli, "%s is there already, with %" PRId64 " games", path, last);
    }
    int code = last ? (int)last : gr_db_begin(to, &error);
    int status = code ? cli_fail(cli, &error)
                      : copy(asked, asked->db, to, &copied, "stopped; nothing was copied");
    bool stored = !cli_signal() && gr_db_in_transaction(to);
    if (stored && gr_db_commit(to, &error)) {
        status = cli_fail(cli, &error);
        stored = false;
    }
    if (!stored)
        copied = (GrCopied){.unread = copied.unread};
    gr_db_close(to);
    status = tell_copied(asked, status, &copied);
    return status ? status : copied.games ? CLI_OK : CLI_FAULTS;
}

/* Writes a game; 0 or a code. A damaged one is told and left out. */
static int dump_game(Asked *asked, int64_t id, bool sql, GrGame *game, GrBuffer *text) {
    GrError error;
    int code = gr_db_get_game(asked->db, id, game, &error);
    if (code)
        tell_unread(asked, id, &error);
    else if (sql)
        gr_dump_game(text, id, game);
    else
        gr_format_json.game(text, game, 1, 1);
    return text->failed ? GR_ERR_MEMORY : 0;
}

static int dump_games(Asked *asked, bool sql) {
    GrError error = {0};
    GrGame game;
    GrBuffer text;
    int64_t id;
    int got = 0, code = 0;
    if (gr_db_begin_read(asked->db, &error)) /* what others write meanwhile does not count */
        return cli_fail(asked->cli, &error);
    GrCursor *cursor = gr_cursor_open(asked->db, asked->selection, &error);
    gr_game_init(&game);
    gr_buffer_init(&text);
    if (sql)
        gr_dump_begin(&text);
    while (cursor && !code && !cli_signal() && (got = gr_cursor_next(cursor, &id, &error)) > 0) {
        code = dump_game(asked, id, sql, &game, &text);
        cli_put(asked->cli, &text);
    }
    if (sql && !cli_signal())
        gr_dump_end(&text);
    cli_put(asked->cli, &text);
    gr_buffer_free(&text);
    gr_game_free(&game);
    gr_cursor_close(cursor);
    if (code)
        cli_error(asked->cli, "out of memory");
    if (!cursor || got < 0)
        return cli_fail(asked->cli, &error);
    return code ? CLI_FAULTS : asked->unread ? CLI_DAMAGED : CLI_OK;
}

static int dump(Asked *asked) {
    int format = cli_format(asked->cli, DUMP_FORMATS, 0);
    bool ready = format >= 0 && cli_output(asked->cli);
    return ready ? dump_games(asked, format == 0) : CLI_USAGE;
}

typedef struct Command {
    const char *name;
    GrDbMode mode;
    int (*run)(Asked *asked);
    int least, most; /* operands; of those with at most one, it is the database */
} Command;

static const Command COMMANDS[] = {
    {"info", GR_DB_READ, info, 0, 1},
    {"verify", GR_DB_READ, verify, 0, 1},
    {"optimise", GR_DB_WRITE, optimise, 0, 1},
    {"index", GR_DB_WRITE, make_index, 0, 1},
    {"dedupe", GR_DB_WRITE, dedupe, 0, 1},
    {"clean", GR_DB_WRITE, clean, 0, 1},
    {"dump", GR_DB_READ, dump, 0, 1},
    {"merge", GR_DB_CREATE, merge, 1, 10000},
    {"split", GR_DB_READ, split, 1, 1},
    {NULL, GR_DB_READ, NULL, 0, 0},
};

static const Command *find_command(Cli *cli) {
    const Command *command = COMMANDS;
    const char *name = cli->operands ? cli->operand[0] : NULL;
    while (name && command->name && strcmp(command->name, name))
        command++;
    if (!name || !command->name) {
        cli_usage(cli, "what to do is missing: info, verify, optimise, index, dedupe, clean, "
                       "merge, split or dump");
        return NULL;
    }
    int operands = cli->operands - 1;
    if (operands < command->least || operands > command->most) {
        cli_usage(cli, operands < command->least ? "%s needs another database"
                                                 : "%s takes one database", command->name);
        return NULL;
    }
    if (!command->least && operands)
        cli->db = cli->operand[1];
    return command;
}

/* Can all databases that are to be merged be opened? Else nothing is done, and none is made. */
static int try_others(Asked *asked) {
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

static int run(Asked *asked) {
    GrError error;
    Cli *cli = asked->cli;
    const Command *command = find_command(cli);
    if (!command || !cli_database(cli))
        return CLI_USAGE;
    int others = command->run == merge ? try_others(asked) : CLI_OK;
    if (others)
        return others;
    if (gr_db_open(cli->db, asked->variants, command->mode, &asked->db, &error))
        return cli_fail_file(cli, cli->db, &error);
    int status = command->run(asked);
    gr_db_close(asked->db);
    return status;
}

static int read_options(Cli *cli, const GrVariants *variants) {
    GrSelection selection;
    Asked asked = {.cli = cli, .variants = variants, .selection = &selection};
    gr_selection_init(&selection);
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == DRY_RUN)
            asked.dry = true;
        else if (code == DROP)
            asked.drop = true;
        else if (code == PLAYERS)
            cli->input = asked.players = cli->arg;
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
