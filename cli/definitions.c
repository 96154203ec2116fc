/* --variants FILE and GRIMOIRE_VARIANTS: games described in files. */
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/opening.h"
#include "db/db.h"
#include "notation/definition/variants_file.h"

/* What is wrong with a game that was asked for by its name, or doubtful. */
static void report(void *user, const GrVariantsFile *file, size_t n, const GrVariantsFaults *faults, bool defined) {
    const CliDefinitions *from = user;
    size_t kept = faults->count < GR_VARIANTS_FAULTS ? faults->count : GR_VARIANTS_FAULTS;
    (void)file;
    (void)n;
    from->cli->faulty_definition |= !defined;
    for (size_t i = 0; i < kept; i++)
        cli_diagnose(from->cli, from->path, faults->fault[i].line, faults->fault[i].column,
                     defined ? GR_WARNING : GR_ERROR, 0, 0, faults->fault[i].text);
    if (faults->count > kept)
        cli_error(from->cli, "%s: %zu more errors", from->path, faults->count - kept);
}

/* Lends the games of a file to the variants, which define those that are asked for. */
static bool offer_file(Cli *cli, const GrVariants *variants, const char *path) {
    GrError error;
    GrVariantsFile *file = NULL;
    CliDefinitions *from = &cli->definitions[cli->offered];
    *from = (CliDefinitions){cli, path};
    file = gr_variants_file_open(path, cli_stop, NULL, &error);
    if (!file || gr_variants_offer(variants, file, report, from, &error)) {
        gr_variants_file_close(file);
        cli_fail(cli, &error);
        return false;
    }
    cli->offered++;
    return true;
}

const char *cli_definition_file(const Cli *cli, int n) {
    const char *path = getenv("GRIMOIRE_VARIANTS");
    if (cli->definition_files)
        return n < cli->definition_files ? cli->definition_file[n] : NULL;
    return n == 0 && path && *path ? path : NULL;
}

bool cli_load_definitions(Cli *cli) {
    const char *path;
    cli->offered = 0;
    if (!cli->variants)
        return true;
    for (int i = 0; (path = cli_definition_file(cli, i)); i++)
        if (!offer_file(cli, cli->variants, path))
            return false;
    GrError error;
    if (gr_variants_offer_described(cli->variants, &error)) {
        cli_fail(cli, &error);
        return false;
    }
    return !cli->variant || gr_variants_find(cli->variants, cli->variant) || !cli->faulty_definition;
}

bool cli_load_from_databases(Cli *cli, int *status) {
    bool any = false;
    for (int i = 0; i < cli->databases && cli->variants; i++) {
        GrDb *db;
        GrError error;
        int code = cli_open_db(cli, cli->dbs[i], cli->variants, GR_DB_READ, &db,
                                    &error); /* brings its games along */
        int one = code && status ? cli_fail_file(cli, cli->dbs[i], &error) : CLI_OK;
        if (one)
            *status = one > *status ? one : *status;
        any |= !code;
        gr_db_close(db);
    }
    return any;
}
