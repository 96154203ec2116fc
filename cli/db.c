/* grimoire-db: looks after databases. */
#include <inttypes.h>
#include <string.h>

#include "cli/common.h"
#include "db/info.h"
#include "db/verify.h"
#include "notation/json.h"

static const CliProgram PROGRAM = {
    .name = "db",
    .summary = "Tell about a database, and check it",
    .usage = "info -d DB [-f text|json]\n"
             "verify -d DB",
    .common = "dfoq",
    .options = NULL,
    .notes = "info    what the database holds, and where its bytes go\n"
             "verify  replays every game and holds it against its check; tells every fault\n",
};

static const char *const FORMATS[] = {"text", "json", NULL};

/* Parts of a file, named as they are printed. */
typedef struct Part {
    const char *name, *what;
    uint64_t bytes;
} Part;

enum { PARTS = 8 };

static void list_parts(const GrInfo *info, Part part[PARTS]) {
    uint64_t known = info->columns + info->moves + info->texts + info->name_bytes + info->seen +
                     info->index + info->free;
    const Part all[PARTS] = {
        {"moves", "moves", info->moves},
        {"columns", "tags and properties of games", info->columns},
        {"texts", "comments, variations, other texts", info->texts},
        {"names", "names, each stored once", info->name_bytes},
        {"seen", "index of duplicates", info->seen},
        {"index", "index of positions", info->index},
        {"free", "free pages", info->free},
        {"overhead", "SQLite's own", info->file > known ? info->file - known : 0},
    };
    memcpy(part, all, sizeof all);
}

static double per_game(const GrInfo *info, uint64_t bytes) {
    return info->games ? (double)bytes / (double)info->games : 0;
}

static void put_text(FILE *out, const GrInfo *info) {
    Part part[PARTS];
    list_parts(info, part);
    fprintf(out, "format %d\ngames %" PRIu64 "\nplies %" PRIu64 "\n", info->format, info->games,
            info->plies);
    for (size_t i = 0; i < info->variants; i++)
        fprintf(out, "  %s %" PRIu64 "\n",
                *info->variant[i].name ? info->variant[i].name : "(unknown variant)",
                info->variant[i].games);
    fprintf(out, "partial %" PRIu64 "\n", info->partial);
    if (info->deleted)
        fprintf(out, "deleted %" PRIu64 "\n", info->deleted);
    if (info->unreadable)
        fprintf(out, "unreadable %" PRIu64 "\n", info->unreadable);
    fprintf(out, "names %" PRIu64 "\n", info->names);
    for (unsigned version = 1; version < 8; version++)
        if (info->codec[version])
            fprintf(out, "codec %u: %" PRIu64 " games\n", version, info->codec[version]);
    fprintf(out, "bytes %" PRIu64 ", %.1f a game\n", info->file, per_game(info, info->file));
    for (size_t i = 0; i < PARTS; i++)
        if (part[i].bytes)
            fprintf(out, "  %-34s %10" PRIu64 "  %5.1f a game\n", part[i].what, part[i].bytes,
                    per_game(info, part[i].bytes));
}

static void put_json(FILE *out, const GrInfo *info) {
    GrJson json;
    Part part[PARTS];
    list_parts(info, part);
    gr_json_start(&json, gr_put_file, out);
    gr_json_open(&json, NULL, '{');
    gr_json_int(&json, "format", info->format);
    gr_json_int(&json, "games", (int64_t)info->games);
    gr_json_int(&json, "plies", (int64_t)info->plies);
    gr_json_open(&json, "variants", '{');
    for (size_t i = 0; i < info->variants; i++)
        gr_json_int(&json, info->variant[i].name, (int64_t)info->variant[i].games);
    gr_json_close(&json, '}');
    gr_json_int(&json, "partial", (int64_t)info->partial);
    gr_json_int(&json, "deleted", (int64_t)info->deleted);
    gr_json_int(&json, "unreadable", (int64_t)info->unreadable);
    gr_json_int(&json, "names", (int64_t)info->names);
    gr_json_int(&json, "bytes", (int64_t)info->file);
    gr_json_open(&json, "parts", '{');
    for (size_t i = 0; i < PARTS; i++)
        gr_json_int(&json, part[i].name, (int64_t)part[i].bytes);
    gr_json_close(&json, '}');
    gr_json_close(&json, '}');
    fputc('\n', out);
}

static int info(Cli *cli, GrDb *db) {
    GrError error;
    GrInfo of;
    int format = cli_format(cli, FORMATS, 0);
    FILE *out = format < 0 ? NULL : cli_output(cli);
    if (!out)
        return CLI_USAGE;
    if (gr_db_info(db, &of, &error))
        return cli_fail(cli, &error);
    if (format == 1)
        put_json(out, &of);
    else
        put_text(out, &of);
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

static int verify(Cli *cli, GrDb *db) {
    GrError error;
    GrVerified verified;
    GrVerifyJob job = {.context = cli, .fault = tell_fault, .progress = show_progress,
                       .stop = cli_stop};
    FILE *out = cli_output(cli);
    if (!out)
        return CLI_USAGE;
    int code = gr_db_verify(db, &job, &verified, &error);
    cli_progress_end(cli);
    if (code && code != GR_ERR_DAMAGED)
        return cli_fail(cli, &error);
    fprintf(out, "%" PRIu64 " games, %" PRIu64 " plies sound, %" PRIu64 " damaged", verified.games,
            verified.plies, verified.damaged);
    if (verified.unknown)
        fprintf(out, ", %" PRIu64 " of an unknown variant or codec", verified.unknown);
    if (verified.faults)
        fprintf(out, ", %" PRIu64 " other faults", verified.faults);
    fputc('\n', out);
    return code ? CLI_DAMAGED : CLI_OK;
}

typedef struct Command {
    const char *name;
    GrDbMode mode;
    int (*run)(Cli *cli, GrDb *db);
} Command;

static const Command COMMANDS[] = {
    {"info", GR_DB_READ, info},
    {"verify", GR_DB_READ, verify},
    {NULL, GR_DB_READ, NULL},
};

static int run(Cli *cli) {
    const Command *command = COMMANDS;
    GrError error;
    GrDb *db;
    if (cli->operands < 1)
        return cli_usage(cli, "what to do is missing: info, verify");
    while (command->name && strcmp(command->name, cli->operand[0]))
        command++;
    if (!command->name)
        return cli_usage(cli, "'%s' is none of info, verify", cli->operand[0]);
    if (cli->operands > 2)
        return cli_usage(cli, "%s takes one database", command->name);
    if (cli->operands == 2)
        cli->db = cli->operand[1];
    if (!cli_database(cli))
        return CLI_USAGE;
    GrBook *book = gr_book_open();
    if (!book) {
        cli_error(cli, "out of memory");
        return CLI_FAULTS;
    }
    int status;
    if (gr_db_open(cli->db, book, command->mode, &db, &error)) {
        status = cli_fail(cli, &error);
    } else {
        status = command->run(cli, db);
        gr_db_close(db);
    }
    gr_book_close(book);
    return status;
}

int main(int argc, char **argv) {
    Cli cli;
    cli_start(&cli, &PROGRAM, argc, argv);
    while (cli_next(&cli) > 0)
        continue;
    if (cli.done)
        return cli_finish(&cli, cli.status);
    cli_catch_signals();
    return cli_finish(&cli, run(&cli));
}
