/* Options of the programs: one table gives parsing and help text.
 *
 * The common options are rows like a program's own, so that help and getopt_long see one list.
 */
#include "cli/common.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/apart.h"
#include "cli/fold.h"
#include "cli/place.h"
#include "notation/nearest.h"
#include "rules/version.h"

enum { VERSION = CLI_LONG - 1, DEFINITIONS = CLI_LONG - 2 };

static const CliOption COMMON[] = {
    {"variant", 'v', "NAME", "variant, such as chess or magi"},
    {"variants", DEFINITIONS, "FILE", "take games described in FILE, too (default: $GRIMOIRE_VARIANTS)"},
    {"db", 'd', "FILE", "database (default: $GRIMOIRE_DB)"},
    {"format", 'f', "NAME", "output format"},
    {"output", 'o', "FILE", "write to FILE instead of standard output"},
    {"jobs", 'j', "N", "number of threads (default: one per processor)"},
    {"quiet", 'q', NULL, "show no progress and no summary"},
    {"help", 'h', NULL, "show this help"},
    {"version", VERSION, NULL, "show the version"},
    {NULL, 0, NULL, NULL},
};

/* Every program has --variants, --help and --version, and the others by their letter in program->common. */
static bool takes_common(const CliProgram *program, const CliOption *row) {
    return row->code == 'h' || row->code == VERSION || row->code == DEFINITIONS ||
           strchr(program->common, row->code) != NULL;
}

/* The nth option, the program's own first; NULL past the end. */
static const CliOption *option_at(const CliProgram *program, int n) {
    for (const CliOption *row = program->options; row && row->name; row++) {
        if (n-- == 0) {
            return row;
        }
    }
    for (const CliOption *row = COMMON; row->name; row++) {
        if (takes_common(program, row) && n-- == 0) {
            return row;
        }
    }
    return NULL;
}

static const CliOption *option_of(const CliProgram *program, int code) {
    const CliOption *row;
    for (int n = 0; (row = option_at(program, n)) && row->code != code; n++) {
    }
    return row;
}

/* A file that is opened gets the least number that is free. Where standard input, output or error were closed, it would
 * take their place, and messages would go into it: so each is opened in the wrong direction, to fail as before. */
static void fill_descriptors(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
            return;
}

void cli_start(Cli *cli, const CliProgram *program, int argc, char **argv) {
    fill_descriptors();
    memset(cli, 0, sizeof *cli);
    cli->program = program;
    cli->argc = argc;
    cli->argv = argv;
    cli->jobs = 1;
    if (strchr(program->common, 'j')) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        cli->jobs = processors < 1 ? 1 : processors > 256 ? 256 : (int)processors;
    }
    if (strchr(program->common, 'd')) {
        const char *db = getenv("GRIMOIRE_DB");
        cli->db = db && *db ? db : NULL;
        cli->default_db = cli->db != NULL;
        cli->databases = cli->default_db;
        cli->dbs[0] = cli->db;
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that must not grow is reported like a full disk */
    opterr = 0;
    if (cli_is_of_database(CLI_STDERR_PATH)) { /* nothing can be reported */
        cli->done = true;
        cli->status = CLI_USAGE;
    }
}

/* The usage line or lines. */
static void print_usage(const CliProgram *program, FILE *to) {
    const char *lead = "usage:";
    size_t indent = strlen("usage: grimoire-") + strlen(program->name) + 1;
    for (const char *form = program->usage; *form; lead = "      ") {
        size_t length = strcspn(form, "\n");
        fprintf(to, "%s grimoire-%s ", lead, program->name);
        cli_fold(to, form, length, indent, indent);
        form += length + (form[length] == '\n');
    }
}

/* Lines of text, each folded by itself, or with those that go on after it. */
static void print_lines(const char *text, FILE *to) {
    while (*text) {
        size_t length = cli_paragraph(text);
        cli_fold(to, text, length, 0, cli_hanging(text, length));
        text += length + (text[length] == '\n');
    }
}

static void print_help(const CliProgram *program, FILE *to) {
    enum { HELP_AT = 29 };
    const CliOption *row;
    print_usage(program, to);
    fprintf(to, "\n%s.\n\n", program->summary);
    for (int n = 0; (row = option_at(program, n)); n++) {
        char left[64];
        if (row->code < DEFINITIONS) {
            snprintf(left, sizeof left, "-%c, --%s %s", row->code, row->name,
                     row->arg ? row->arg : "");
        } else {
            snprintf(left, sizeof left, "    --%s %s", row->name, row->arg ? row->arg : "");
        }
        int column = fprintf(to, "  %-26s ", left);
        cli_fold(to, row->help, strlen(row->help), column > 0 ? (size_t)column : HELP_AT, HELP_AT);
    }
    if (program->notes) {
        fputc('\n', to);
        print_lines(program->notes, to);
    }
    if (program->print_more) {
        program->print_more(to);
    }
}

/* Translates the rows into getopt's two forms. */
static void make_getopt(const CliProgram *program, char *letters, struct option *longs) {
    const CliOption *row;
    int n = 0;
    *letters++ = ':'; /* missing values are distinguished from unknown options */
    for (; n < CLI_MAX_OPTIONS && (row = option_at(program, n)); n++) {
        longs[n] = (struct option){row->name, row->arg ? required_argument : no_argument, NULL,
                                   row->code};
        if (row->code < DEFINITIONS) {
            *letters++ = (char)row->code;
            if (row->arg) {
                *letters++ = ':';
            }
        }
    }
    *letters = '\0';
    longs[n] = (struct option){NULL, 0, NULL, 0};
}

static void stop(Cli *cli, int status) {
    cli->done = true;
    cli->status = status;
}

/* A long option that is unknown or abbreviates several. */
static void report_unknown(Cli *cli, const char *option) {
    const char *names[CLI_MAX_OPTIONS + 1];
    char name[64], meant[GR_MEANT_SIZE];
    const CliOption *row;
    size_t len = strcspn(option + 2, "="), begun = 0;
    int n = 0;
    for (; n < CLI_MAX_OPTIONS && (row = option_at(cli->program, n)); n++) {
        names[n] = row->name;
        begun += !strncmp(row->name, option + 2, len);
    }
    names[n] = NULL;
    snprintf(name, sizeof name, "%.*s", len < sizeof name ? (int)len : 0, option + 2);
    gr_did_you_mean(meant, name, names, "--");
    cli_usage(cli, "%s option '%s'%s", begun > 1 ? "ambiguous" : "unknown", option, meant);
}

/* getopt_long returned '?' or ':'. */
static void report_bad_option(Cli *cli, int answer) {
    const CliOption *row = optopt ? option_of(cli->program, optopt) : NULL;
    if (answer == ':' && row) {
        cli_usage(cli, "option --%s needs a value (%s)", row->name, row->arg);
    } else if (row && !row->arg) {
        cli_usage(cli, "option --%s takes no value", row->name);
    } else if (optopt) {
        cli_usage(cli, "unknown option '-%c'", optopt);
    } else {
        report_unknown(cli, cli->argv[optind - 1]);
    }
    stop(cli, CLI_USAGE);
}

bool cli_add_database(Cli *cli, const char *path) {
    if (cli->default_db)
        cli->databases = 0;
    cli->default_db = false;
    int same = 0;
    while (same < cli->databases && !cli_same_file(path, cli->dbs[same]))
        same++;
    if (cli->databases && !cli->program->parts)
        cli_bad_option(cli, "a second database, %s: grimoire-%s takes one", path,
                       cli->program->name);
    else if (same < cli->databases)
        cli_bad_option(cli, "%s and %s are the same database", cli->dbs[same], path);
    else if (cli->databases == CLI_MOST_DBS)
        cli_bad_option(cli, "too many databases: %d at the most", CLI_MOST_DBS);
    else
        cli->dbs[cli->databases++] = path;
    cli->db = cli->dbs[0];
    return !cli->done;
}

/* Ends with what is asked for instead of the command, before its files are checked: that standard output may take it is
 * asked here. */
static bool may_print(Cli *cli) {
    bool may = !cli_is_of_database(CLI_STDOUT_PATH);
    if (!may)
        cli_error(cli, "cannot write standard output: that file belongs to a database");
    stop(cli, may ? CLI_OK : CLI_USAGE);
    return may;
}

/* Keeps a common option; false if the option is none of them. */
static bool take_common(Cli *cli, int code) {
    switch (code) {
    case 'v':
        cli->variant = optarg;
        return true;
    case 'd':
        cli_add_database(cli, optarg);
        return true;
    case 'f':
        cli->format = optarg;
        return true;
    case 'o':
        cli->output = optarg;
        return true;
    case 'j':
        cli->jobs = (int)cli_number(cli, 1, 256);
        return true;
    case 'q':
        cli->quiet = true;
        return true;
    case DEFINITIONS:
        if (cli->definition_files == CLI_MOST_DEFINITIONS)
            cli_bad_option(cli, "option --variants: %d files at the most", CLI_MOST_DEFINITIONS);
        else
            cli->definition_file[cli->definition_files++] = optarg;
        return true;
    case 'h':
        if (may_print(cli))
            print_help(cli->program, stdout);
        return true;
    case VERSION:
        if (may_print(cli))
            printf("grimoire-%s %s\n", cli->program->name, GR_VERSION);
        return true;
    default:
        return false;
    }
}

static bool is_own(const CliProgram *program, int code) {
    for (const CliOption *row = program->options; row && row->name; row++) {
        if (row->code == code) {
            return true;
        }
    }
    return false;
}

int cli_next(Cli *cli) {
    char letters[2 * CLI_MAX_OPTIONS + 2];
    struct option longs[CLI_MAX_OPTIONS + 1];
    make_getopt(cli->program, letters, longs);
    while (!cli->done) {
        int code = getopt_long(cli->argc, cli->argv, letters, longs, NULL);
        if (code == -1) {
            cli->operand = cli->argv + optind;
            cli->operands = cli->argc - optind;
            if (!cli_check_files(cli) || !cli_load_definitions(cli))
                stop(cli, CLI_USAGE);
            return 0;
        }
        if (code == '?' || code == ':') {
            report_bad_option(cli, code);
            return 0;
        }
        const CliOption *row = option_of(cli->program, code);
        cli->arg = optarg;
        cli->option = row->name;
        if (is_own(cli->program, code)) {
            cli_keep_file(cli, row);
            return code;
        }
        take_common(cli, code);
    }
    return 0;
}

int64_t cli_number(Cli *cli, int64_t min, int64_t max) {
    const char *text = cli->arg;
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool begins = *text == '-' || (*text >= '0' && *text <= '9'); /* no blank, no sign */
    if (!begins || end == text || *end || errno || value < min || value > max) {
        cli_bad_option(cli, "option --%s: '%s' is not a whole number from %lld to %lld", cli->option,
                       text, (long long)min, (long long)max);
        return min;
    }
    return value;
}

double cli_real(Cli *cli, double least, double most) {
    char *end;
    bool plain = !cli->arg[strspn(cli->arg, "0123456789.eE+-")]; /* no blank, no "inf", no 0x10 */
    double number = strtod(cli->arg, &end);
    if (plain && end != cli->arg && !*end && number >= least && number <= most)
        return number;
    cli_bad_option(cli, "option --%s: '%s' is not a number from %g to %g", cli->option, cli->arg, least, most);
    return most;
}

bool cli_no_operands(Cli *cli, const char *hint) {
    if (cli->operands)
        cli_usage(cli, "unexpected argument '%s'%s", cli->operand[0], hint);
    return !cli->operands;
}

static void report_usage(Cli *cli, const char *format, va_list args) {
    cli_verror(cli, format, args);
    fprintf(stderr, "Try 'grimoire-%s --help'.\n", cli->program->name);
}

int cli_usage(Cli *cli, const char *format, ...) {
    va_list args;
    va_start(args, format);
    report_usage(cli, format, args);
    va_end(args);
    return CLI_USAGE;
}

void cli_bad_option(Cli *cli, const char *format, ...) {
    va_list args;
    va_start(args, format);
    report_usage(cli, format, args);
    va_end(args);
    stop(cli, CLI_USAGE);
}

/* Bad usage: the name is none of these. The list is cut when too long. */
static void report_unknown_name(Cli *cli, const char *what, const char *name,
                                const char *const names[]) {
    char known[256] = "", meant[GR_MEANT_SIZE];
    size_t used = 0;
    for (int n = 0; names[n]; n++) {
        int more = snprintf(known + used, sizeof known - used, "%s%s", n ? ", " : "", names[n]);
        if (more < 0 || (size_t)more >= sizeof known - used) {
            break;
        }
        used += (size_t)more;
    }
    known[used] = '\0';
    gr_did_you_mean(meant, name, names, "");
    cli_usage(cli, "unknown %s '%s' (known: %s)%s", what, name, known, meant);
}

/* -v may be a name that other programs give to another game: said once, however often its rules are asked for. */
static void note_another_game(Cli *cli, const char *name) {
    if (name == cli->variant && !strcasecmp(name, "giveaway") && !cli->noted_variant)
        cli_note(cli, "'%s' is taken to be Antichess, which has no castling; protocols of engines mean a game that has",
                 name);
    cli->noted_variant = true;
}

bool cli_rules(Cli *cli, const GrVariants *variants, const char *fallback, const GrRules **rules) {
    enum { MOST = 64 };
    const char *name = cli->variant ? cli->variant : fallback, *names[MOST + 1];
    *rules = name ? gr_variants_find(variants, name) : NULL;
    if (name && !*rules && cli_load_from_databases(cli, NULL))
        *rules = gr_variants_find(variants, name);
    if (name && *rules)
        note_another_game(cli, name);
    if (!name || *rules)
        return true;
    size_t n = 0;
    gr_variants_load(variants);
    for (const GrRules *one; n < MOST && (one = gr_variants_at(variants, n)); n++) {
        names[n] = gr_variant(one)->name;
    }
    names[n] = NULL;
    report_unknown_name(cli, "variant", name, names);
    return false;
}

bool cli_names_database(const Cli *cli) {
    return cli->db && !cli->default_db;
}

const char *cli_database(Cli *cli) {
    if (!cli->db) {
        cli_usage(cli, "no database: give -d FILE or set GRIMOIRE_DB");
    }
    return cli->db;
}

const char *cli_part(const Cli *cli) {
    return cli->databases > 1 ? cli->db : NULL;
}

int cli_choose(Cli *cli, const char *what, const char *name, const char *const names[]) {
    for (int n = 0; names[n]; n++) {
        if (strcasecmp(names[n], name) == 0) {
            return n;
        }
    }
    report_unknown_name(cli, what, name, names);
    return -1;
}

int cli_format(Cli *cli, const char *const names[], int fallback) {
    return cli->format ? cli_choose(cli, "format", cli->format, names) : fallback;
}

int cli_choice(Cli *cli, const char *what, const char *const names[]) {
    int n = cli_choose(cli, what, cli->arg, names);
    if (n < 0) {
        stop(cli, CLI_USAGE);
    }
    return n < 0 ? 0 : n;
}

int cli_with_variants(Cli *cli, int (*run)(Cli *cli, const GrVariants *variants)) {
    GrVariants *variants = gr_variants_open();
    int status = CLI_FAULTS;
    cli->variants = variants;
    bool late = cli->operand != NULL; /* the options have been read before */
    if (variants)
        status = late && !cli_load_definitions(cli) ? CLI_USAGE : run(cli, variants);
    else
        cli_error(cli, "out of memory");
    gr_variants_close(variants);
    return status;
}

int cli_main(const CliProgram *program, int argc, char **argv,
             int (*run)(Cli *cli, const GrVariants *variants)) {
    Cli cli;
    cli_start(&cli, program, argc, argv);
    cli_catch_signals();
    return cli_finish(&cli, cli_with_variants(&cli, run));
}
