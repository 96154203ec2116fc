/* What may be written: no file that is read, run, written already, or part of a database. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include "cli/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/study/analyst.h"
#include "cli/command.h"
#include "cli/place.h"
#include "db/db.h"

/* What the command does with a file. */
enum { READS, RUNS, WRITES, MAKES /* a database */, REPORTS /* messages go there */ };

/* A file that is looked at. */
typedef struct Seen {
    const CliFile *entry;
    struct stat file;
    bool found;
    CliPlace place;
    bool placed;
} Seen;

/* ---- what is known ---- */

static bool same_option(const char *by, const char *other) {
    return by && other ? !strcmp(by, other) : by == other;
}

static bool is_known(const Cli *cli, int use, const char *by, const char *path) {
    for (size_t n = 0; n < cli->files; n++)
        if (cli->file[n].use == use && same_option(cli->file[n].by, by) && !strcmp(cli->file[n].path, path))
            return true;
    return false;
}

static bool add(Cli *cli, int use, const char *by, const char *path) {
    CliFile *file = realloc(cli->file, (cli->files + 1) * sizeof *file);
    char *copy = strdup(path);
    if (file)
        cli->file = file;
    if (!file || !copy) {
        free(copy);
        cli_bad_option(cli, "out of memory");
        return false;
    }
    cli->file[cli->files++] = (CliFile){.use = use, .by = by, .path = copy};
    return true;
}

void cli_forget_files(Cli *cli) {
    for (size_t n = 0; n < cli->files; n++)
        free((char *)(uintptr_t)cli->file[n].path);
    free(cli->file);
    cli->file = NULL;
    cli->files = 0;
}

static bool is_written(const CliProgram *program, int code) {
    const int *writes = program->writes;
    while (writes && *writes && *writes != code)
        writes++;
    return writes && *writes;
}

void cli_keep_file(Cli *cli, const CliOption *row) {
    const char *arg = row->arg ? row->arg : "", *value = cli->arg ? cli->arg : "", *equals = strchr(value, '=');
    int use = is_written(cli->program, row->code) ? WRITES : READS;
    if ((!strcmp(arg, "FILE") || !strcmp(arg, "DB")) && !is_known(cli, use, row->name, value))
        add(cli, use, row->name, value);
    else if (!strcmp(arg, "NAME=VALUE") && equals)
        add(cli, READS, row->name, equals + 1);
    else if (!strcmp(arg, "CMD") && strcmp(value, GR_BUILTIN) != 0)
        add(cli, RUNS, row->name, value);
}

/* `-` is standard input. */
static const char *path_of(const CliFile *entry) {
    return entry->use == READS && !strcmp(entry->path, "-") ? CLI_STDIN_PATH : entry->path;
}

static void see(Seen *seen, const CliFile *entry) {
    seen->entry = entry;
    seen->found = stat(path_of(entry), &seen->file) == 0;
    seen->placed = cli_find_place(path_of(entry), &seen->place);
}

/* ---- messages ---- */

static const char *dashes(const char *by) {
    return !by ? "" : by[1] ? "--" : "-";
}

static const char *name_of(const CliFile *entry) {
    const char *path = path_of(entry);
    return !strcmp(path, CLI_STDIN_PATH)    ? "standard input"
           : !strcmp(path, CLI_STDOUT_PATH) ? "standard output"
           : !strcmp(path, CLI_STDERR_PATH) ? "standard error"
                                            : path;
}

/* Reports why the file cannot be what it should be; true. */
__attribute__((format(printf, 3, 4)))
static bool refuse(Cli *cli, const Seen *seen, const char *format, ...) {
    const char *by = seen->entry->by;
    va_list args;
    GrBuffer why;
    if (seen->entry->use == REPORTS && !freopen("/dev/null", "w", stderr)) /* nor is that written to it */
        fclose(stderr);
    gr_buffer_init(&why);
    va_start(args, format);
    gr_buffer_vprintf(&why, format, args);
    va_end(args);
    cli_error(cli, "%s%s%s%s: %s", dashes(by), by ? by : "", by ? " " : "", name_of(seen->entry),
              why.failed ? "out of memory" : why.data);
    gr_buffer_free(&why);
    return true;
}

/* The same: the command does something else with it. */
static bool refuse_for(Cli *cli, const Seen *seen, const CliFile *other) {
    if (!other->by)
        return refuse(cli, seen, "that file is %s", name_of(other));
    return refuse(cli, seen, other->use == RUNS ? "%s%s runs that file" : "%s%s writes that file, too",
                  dashes(other->by), other->by);
}

/* ---- files of databases ---- */

/* Does it belong to the database, which there is or not? It may have another name, as a link. */
static bool belongs(const Seen *seen, const char *db) {
    char path[PATH_MAX];
    const char *ending;
    CliPlace at;
    size_t length;
    if (!cli_find_place(db, &at))
        return false;
    if (seen->placed && cli_same_folder(&seen->place, &at) && gr_beside(seen->place.name, &length) &&
        length == strlen(at.name) && !strncmp(seen->place.name, at.name, length))
        return true;
    for (size_t n = 0; seen->found && (ending = gr_beside_ending(n)) != NULL; n++) {
        int size = snprintf(path, sizeof path, "%s%s", at.path, ending);
        if (size > 0 && (size_t)size < sizeof path && cli_names(path, &seen->file))
            return true;
    }
    return false;
}

/* Does it belong, by its name, to a database that the command need not know? */
static bool is_beside_one(Cli *cli, Seen *seen) {
    size_t length;
    GrBeside is = seen->placed ? gr_beside(seen->place.path, &length) : GR_BESIDE_NONE;
    if (is == GR_BESIDE_NEW)
        return refuse(cli, seen, "such a name is for a database that is being made");
    if (is == GR_BESIDE_NONE)
        return false;
    char *db = strndup(seen->place.path, length);
    CliContents contents = db ? cli_contents(db) : CLI_OTHER;
    bool beside = contents == CLI_DATABASE || contents == CLI_UNKNOWN;
    if (beside)
        refuse(cli, seen, "that file belongs to the database %s", db);
    free(db);
    return beside;
}

/* Does it belong to this database, or, if that is NULL, to one of the command's? */
static bool is_of_database(Cli *cli, const Seen *seen, const char *db) {
    for (int n = 0; n < (db ? 1 : cli->databases); n++) {
        const char *one = db ? db : cli->dbs[n];
        if (belongs(seen, one))
            return refuse(cli, seen, "that file belongs to the database %s", one);
    }
    return false;
}

/* ---- a file that is written ---- */

/* Is it this file that is read, or does it belong to that, which may be a database? */
static bool is_read(Cli *cli, const Seen *seen, const CliFile *other) {
    const char *path = path_of(other);
    bool same = cli_names(path, &seen->file);
    if (same && path != other->path)
        return refuse(cli, seen, "that file is %s", name_of(other));
    if (same && other->by)
        return refuse(cli, seen, "%s%s reads that file", dashes(other->by), other->by);
    bool db = (same || belongs(seen, path)) && cli_contents(path) == CLI_DATABASE;
    if (same)
        return refuse(cli, seen, "that file is the %s %s", db ? "database" : "input", path);
    return db && refuse(cli, seen, "that file belongs to the database %s", path);
}

/* Is it a file among the words of the command line, or one of definitions? */
static bool is_input(Cli *cli, const Seen *seen) {
    const char *path;
    for (int n = cli->program->words; n < cli->operands; n++) {
        const CliFile operand = {.use = READS, .path = cli->operand[n]};
        if (is_read(cli, seen, &operand))
            return true;
    }
    for (int n = 0; (path = cli_definition_file(cli, n)); n++)
        if (cli_names(path, &seen->file))
            return refuse(cli, seen, "%s reads that file", cli->definition_files ? "--variants" : "GRIMOIRE_VARIANTS");
    return false;
}

/* Does the command run it, or write it as well? */
static bool is_shared(const Seen *seen, const CliFile *other) {
    int use = seen->entry->use;
    if (other->use == RUNS)
        return seen->found && cli_command_names(other->path, &seen->file);
    return (use == MAKES || (use == WRITES && other->use == WRITES)) && cli_same_file(seen->entry->path, other->path);
}

/* Does an option say that something else is done with it? */
static bool is_used(Cli *cli, const Seen *seen) {
    for (size_t n = 0; n < cli->files; n++) {
        const CliFile *other = &cli->file[n];
        bool reads = other->use == READS && seen->found;
        if (reads && is_read(cli, seen, other))
            return true;
        if (other != seen->entry && other->use != READS && is_shared(seen, other))
            return refuse_for(cli, seen, other);
    }
    return false;
}

/* Is this a library that the program uses, or the program? */
static int is_loaded(struct dl_phdr_info *info, size_t size, void *file) {
    (void)size;
    const char *name = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    return strchr(name, '/') && cli_names(name, file);
}

/* Is it, whatever the command does, something that must not be written over? */
static bool is_precious(Cli *cli, Seen *seen) {
    CliContents contents = cli_contents(seen->entry->path);
    if (seen->entry->use == MAKES && contents == CLI_DATABASE)
        return false;
    if (is_beside_one(cli, seen))
        return true;
    if (contents == CLI_DATABASE)
        return refuse(cli, seen, "that file is a database");
    if (contents == CLI_BESIDE)
        return refuse(cli, seen, "that file belongs to a database");
    if (seen->found && dl_iterate_phdr(is_loaded, &seen->file))
        return refuse(cli, seen, "this program runs that file");
    return false;
}

static bool may_write(Cli *cli, const CliFile *entry) {
    Seen seen;
    see(&seen, entry);
    if (seen.found && !S_ISREG(seen.file.st_mode))
        return true;
    for (int n = 0; n < cli->databases && entry->use != MAKES; n++)
        if (cli_same_file(entry->path, cli->dbs[n]))
            return !refuse(cli, &seen, "that file is the database %s", cli->dbs[n]);
    bool read = seen.found && entry->use != MAKES && is_input(cli, &seen);
    return !read && !is_of_database(cli, &seen, NULL) && !is_used(cli, &seen) && !is_precious(cli, &seen);
}

/* ---- all files ---- */

/* A file of a database, this one or any, is nothing to be read: it changes meanwhile, or goes. */
static bool may_read(Cli *cli, const CliFile *entry, const char *db) {
    Seen seen;
    see(&seen, entry);
    return !seen.found || !S_ISREG(seen.file.st_mode) || !is_of_database(cli, &seen, db);
}

static bool may_read_all(Cli *cli, const char *db) {
    CliFile one = {.use = READS};
    for (int n = cli->program->words; n < cli->operands; n++) {
        one.path = cli->operand[n];
        if (!may_read(cli, &one, db))
            return false;
    }
    one.by = cli->definition_files ? "variants" : NULL;
    for (int n = 0; (one.path = cli_definition_file(cli, n)) != NULL; n++)
        if (!may_read(cli, &one, db))
            return false;
    for (size_t n = 0; n < cli->files; n++)
        if (cli->file[n].use == READS && !may_read(cli, &cli->file[n], db))
            return false;
    return true;
}

/* No database is made in the place of a file of another one. */
static bool may_use_databases(Cli *cli) {
    for (int n = 0; n < cli->databases; n++) {
        const CliFile one = {.use = MAKES, .by = "d", .path = cli->dbs[n]};
        Seen seen;
        see(&seen, &one);
        if (cli_contents(one.path) != CLI_DATABASE && is_beside_one(cli, &seen))
            return false;
    }
    return true;
}

static bool check_all(Cli *cli) {
    for (size_t n = 0; n < cli->files; n++)
        if (cli->file[n].use >= WRITES && !may_write(cli, &cli->file[n]))
            return false;
    return may_use_databases(cli) && may_read_all(cli, NULL);
}

bool cli_check_files(Cli *cli) {
    bool named = cli->output && strcmp(cli->output, "-") != 0;
    return add(cli, REPORTS, NULL, CLI_STDERR_PATH) && /* first, as the others are reported there */
           add(cli, WRITES, named ? "o" : NULL, named ? cli->output : CLI_STDOUT_PATH) && check_all(cli);
}

bool cli_may_read(Cli *cli, const char *by, const char *path) {
    if (!add(cli, READS, by, path))
        return false;
    const CliFile *entry = &cli->file[cli->files - 1];
    for (size_t n = 0; n + 1 < cli->files; n++) {
        Seen seen;
        if (cli->file[n].use < WRITES)
            continue;
        see(&seen, &cli->file[n]);
        if (seen.found && S_ISREG(seen.file.st_mode) && is_read(cli, &seen, entry))
            return false;
    }
    return may_read(cli, entry, NULL);
}

bool cli_may_run(Cli *cli, const char *by, const char *command) {
    return add(cli, RUNS, by, command) && check_all(cli);
}

bool cli_may_write(Cli *cli, const char *by, const char *path) {
    return is_known(cli, WRITES, by, path) || (add(cli, WRITES, by, path) && check_all(cli));
}

bool cli_may_replace(Cli *cli, const char *by, const char *path) {
    const CliFile entry = {.use = WRITES, .by = by, .path = path};
    return may_write(cli, &entry);
}

bool cli_may_make(Cli *cli, const char *path) {
    const CliFile entry = {.use = MAKES, .path = path};
    Seen seen;
    for (size_t n = 0; n < cli->files; n++) {
        see(&seen, &cli->file[n]);
        if (cli->file[n].use >= WRITES && is_of_database(cli, &seen, path))
            return false;
    }
    return may_write(cli, &entry) && may_read_all(cli, path);
}

/* ---- opening ---- */

FILE *cli_open_output(Cli *cli, const char *by, const char *path, const char *mode) {
    if (!cli_may_write(cli, by, path))
        return NULL;
    FILE *file = fopen(path, mode);
    if (!file)
        cli_error(cli, "cannot write %s: %s", path, strerror(errno));
    return file;
}

bool cli_can_write(Cli *cli, const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool made = fd >= 0;
    if (!made && errno == EEXIST)
        fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    bool can = fd >= 0 || errno == ENXIO; /* a pipe that nobody reads yet */
    if (!can)
        cli_error(cli, "cannot write %s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    if (made)
        unlink(path);
    return can;
}
