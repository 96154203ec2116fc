/* --variants FILE and GRIMOIRE_VARIANTS: games described in files. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/common.h"
#include "cli/opening.h"
#include "db/db.h"
#include "notation/definition/variants_file.h"

static void report(Cli *cli, const char *path, const GrVariantsFaults *faults) {
    size_t kept = faults->count < GR_VARIANTS_FAULTS ? faults->count : GR_VARIANTS_FAULTS;
    for (size_t i = 0; i < kept; i++)
        cli_diagnose(cli, path, faults->fault[i].line, faults->fault[i].column, GR_ERROR, 0, 0,
                     faults->fault[i].text);
    if (faults->count > kept)
        cli_error(cli, "%s: %zu more errors", path, faults->count - kept);
}

static bool is_named(const GrVariantsFile *file, size_t n, const char *name) {
    size_t length;
    const char *text = gr_variants_file_name(file, n, &length, NULL);
    return strlen(name) == length && !strncasecmp(text, name, length);
}

/* The game that -v names. All others are wanted only as far as they are sound. */
static bool define_named(Cli *cli, const char *path, const GrVariantsFile *file, bool *found) {
    GrVariantsFaults faults;
    for (size_t n = 0; n < gr_variants_file_games(file); n++)
        if (is_named(file, n, cli->variant)) {
            *found = true;
            if (gr_variants_file_define(file, n, cli->variants, &faults))
                return true;
            report(cli, path, &faults);
            return false;
        }
    return true;
}

/* Adds the games of the file, `some` of them being enough; false after reporting what is wrong with others. */
static bool define_all(Cli *cli, const char *path, const GrVariantsFile *file, bool some) {
    GrVariantsFaults faults;
    bool sound = true;
    for (size_t n = 0; n < gr_variants_file_games(file); n++)
        if (!gr_variants_file_define(file, n, cli->variants, &faults) && !some) {
            report(cli, path, &faults);
            sound = false;
        }
    return sound;
}

static bool load_file(Cli *cli, const char *path) {
    GrError error;
    bool found = false;
    GrVariantsFile *file = gr_variants_file_open(path, cli_stop, NULL, &error);
    if (!file) {
        cli_fail(cli, &error);
        return false;
    }
    const GrVariantsFaults *broken = gr_variants_file_broken(file);
    bool sound = broken->count == 0;
    if (!sound)
        report(cli, path, broken);
    if (sound && cli->variant)
        sound = define_named(cli, path, file, &found);
    if (sound)
        sound = define_all(cli, path, file, found || (cli->variant && gr_variants_find(cli->variants, cli->variant)));
    gr_variants_file_close(file);
    return sound;
}

const char *cli_definition_file(const Cli *cli, int n) {
    const char *path = getenv("GRIMOIRE_VARIANTS");
    if (cli->definition_files)
        return n < cli->definition_files ? cli->definition_file[n] : NULL;
    return n == 0 && path && *path ? path : NULL;
}

bool cli_load_definitions(Cli *cli) {
    const char *path;
    bool sound = true;
    for (int i = 0; cli->variants && sound && (path = cli_definition_file(cli, i)); i++)
        sound = load_file(cli, path);
    return sound;
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
