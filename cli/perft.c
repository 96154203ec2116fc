/* grimoire-perft: counts and lists legal moves, checks published counts, measures speed. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/common.h"
#include "cli/faults.h"
#include "notation/book/epd.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "notation/text/source.h"
#include "rules/fen.h"
#include "rules/perft.h"
#include "rules/plural.h"

enum { FEN = CLI_LONG, DIVIDE, EPD, BENCH, MAX_DEPTH, MAX_NODES };

/* The move lists of 64 plies take a megabyte of the stack. */
enum { DEEPEST = 64, LINE_SIZE = 8192 };

static const CliOption OPTIONS[] = {
    {"depth", 'n', "N", "depth in plies (0 to 64)"},
    {"fen", FEN, "FEN", "start from this position"},
    {"divide", DIVIDE, NULL, "list each first move in UCI and SAN with its count, then the total"},
    {"epd", EPD, "FILE", "check the counts ;D1 20 ;D2 400 after each FEN of FILE"},
    {"max-depth", MAX_DEPTH, "N", "with --epd: skip counts deeper than N plies"},
    {"max-nodes", MAX_NODES, "N", "with --epd: skip counts above N"},
    {"bench", BENCH, NULL, "measure speed on a fixed workload"},
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "perft",
    .summary = "Count the legal move sequences from a position",
    .usage = "[-v NAME] [--fen FEN] --depth N [--divide]\n"
             "[-v NAME] --epd FILE [--max-depth N] [--max-nodes N]\n"
             "[-v NAME] --bench",
    .common = "voq",
    .options = OPTIONS,
    .notes = "The variant is chess unless -v names another; --bench without -v measures all.\n"
             "A placement in wizard chess is a ply.\n",
};

typedef struct Options {
    const char *fen, *epd;
    int depth; /* -1: not given */
    int max_depth;
    uint64_t max_nodes;
    bool divide, bench;
} Options;

/* Positions and depths of --bench: the start, and what lies further on in games.
 * The counts are checked, so that a fast wrong answer is no answer. */
typedef struct Work {
    const char *variant, *fen;
    int depth;
    uint64_t nodes;
} Work;

static const Work WORKS[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324},
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5,
     193690690},
    {"chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5,
     164075551},
    {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178633661},
    {"magi",
     "rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR w KQkq - 0 1", 5,
     91033770},
    {"magi",
     "1rb1w2bn1/1p1kc3r1/6p3/3l3p2/6q3/2B1p1N3/D2LP5/1P1PK1L1PP/P1P1C1P1R1/RN7B w - - 5 56", 5,
     502192420},
    {"magician", "rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w BFbf - 0 1", 7, 138923852},
    {"magician", "rm2nmr/ppk*2p/*2n2*/*1p*pp*/*1P2N*/PP1*PPP/RMNK1MR w BF - 2 7", 7, 114978630},
    {"magician", "r2knmr/p2*2p/*2Npp*/*1p*PP*/*2N2*/PPK*2P/RM1n1MR w bf - 0 11", 6, 27158255},
    {"royal", "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BNR,BNR,bnr,bnr] w KQkq - 0 1", 6,
     102867174},
    {"royal",
     "rn2kbnr/3pp1pB/bp3p2/p1pm3P/P7/2P1P1PN/1P1P1P1b/RNBMK1R1[BNR,BNR,bnr,nr] w Qkq - 1 11", 5,
     230803975},
    {"royal", "3r4/ppb1p2K/8/P4r2/2kP4/5BN1/3B1n2/8[-,-,r,-] w - - 1 56", 5, 160340959},
    {"wizard", "dcazacd/wgwwwgw/2hwh2/7/7/7/7/7/7/2HWH2/WGWWWGW/DCAZACD[] b Zz - 0 1", 4, 6456008},
    {"wizard", "1cahacd/d1wwwgw/1gh2z1/2w4/7/4w2/D6/3W3/7/2HWH1G/1GZWWDW/1CAW+A1C[] b - - 4 7", 5,
     228919500},
    {"wizard",
     "3h3/4a2/h1a2wg/2z2w1/1w1wW2/7/3w3/G1W1W2/2c4/1W1Z3/4H1W/GAH2A1[DDdd] b - - 3 53", 5,
     62016817},
    {"capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", 5,
     28741319},
};

enum { WORK_COUNT = sizeof WORKS / sizeof WORKS[0] };

/* gr_perft that can be interrupted: deep trees are walked here, where the flag is checked. After a
 * signal the count means nothing. */
static uint64_t count(const GrPosition *pos, int depth) {
    if (depth <= 3) {
        return gr_perft(pos, depth);
    }
    GrMoveList list;
    uint64_t paths = 0;
    gr_moves(pos, &list);
    for (unsigned n = 0; n < list.count && !cli_signal(); n++) {
        GrPosition next = *pos;
        gr_play(&next, list.move[n]);
        paths += count(&next, depth - 1);
    }
    return paths;
}

static int count_one(const GrPosition *pos, const Options *options, FILE *out) {
    uint64_t paths = count(pos, options->depth);
    if (!cli_signal()) {
        fprintf(out, "%" PRIu64 "\n", paths);
    }
    return CLI_OK;
}

static int divide(const GrPosition *pos, const Options *options, FILE *out) {
    GrMoveList list;
    uint64_t total = 0;
    gr_moves(pos, &list);
    for (unsigned n = 0; n < list.count; n++) {
        char uci[GR_UCI_SIZE], san[GR_SAN_SIZE];
        GrPosition next = *pos;
        gr_uci_write(pos, list.move[n], uci);
        gr_san_write(pos, list.move[n], san);
        gr_play(&next, list.move[n]);
        uint64_t paths = count(&next, options->depth - 1);
        if (cli_signal()) {
            return CLI_OK;
        }
        fprintf(out, "%s %s %" PRIu64 "\n", uci, san, paths);
        total += paths;
    }
    fprintf(out, "%" PRIu64 "\n", total);
    return CLI_OK;
}

/* Reads the position of --fen, or sets up the start; false after reporting each fault. */
static bool set_up(Cli *cli, const GrVariants *variants, const GrRules *rules, const char *fen, GrPosition *pos) {
    GrFaults faults;
    if (!fen) {
        gr_start(rules, pos);
        return true;
    }
    unsigned found = gr_fen_read(rules, fen, pos, &faults);
    gr_faults_arrange(&faults, variants, rules, fen);
    cli_report_faults(cli, "--fen", &faults);
    return found == 0;
}

/* The state of a check of an EPD file. */
typedef struct Epd {
    Cli *cli;
    const Options *options;
    const GrVariants *variants;
    const GrRules *rules;
    FILE *out;
    uint32_t line;
    uint64_t passed, failed, skipped;
    const char *kind; /* what the file is if it is no list of positions */
} Epd;

static void epd_error(Epd *epd, size_t column, const char *text) {
    cli_diagnose(epd->cli, epd->options->epd, epd->line, (uint32_t)column, GR_ERROR, 0, 0, text);
    epd->failed++;
}

/* A right or square that the position is counted without. */
static void epd_warning(Epd *epd, size_t column, const char *text) {
    char all[160];
    snprintf(all, sizeof all, "%s; it is left out", text);
    cli_diagnose(epd->cli, epd->options->epd, epd->line, (uint32_t)column, GR_WARNING, 0, 0, all);
}

/* Checks one `Dn COUNT` at `at` of the line; false if it is malformed. */
static bool check_count(Epd *epd, const GrPosition *pos, const char *line, const char *at, size_t length) {
    char *end;
    errno = 0;
    long depth = strtol(at + 1, &end, 10);
    if (depth < 0 || depth > DEEPEST || *end != ' ') {
        return false;
    }
    const char *digits = end + strspn(end, " ");
    uint64_t want = strtoull(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || errno || end != at + length) {
        return false;
    }
    if (depth > epd->options->max_depth || want > epd->options->max_nodes) {
        epd->skipped++;
        return true;
    }
    uint64_t got = count(pos, (int)depth);
    if (cli_signal()) {
        return true;
    }
    if (got == want) {
        epd->passed++;
    } else {
        epd->failed++;
        fprintf(epd->out, "line %u: D%ld is %" PRIu64 ", not %" PRIu64 ": %.*s\n",
                (unsigned)epd->line, depth, got, want, (int)strcspn(line, ";"), line);
    }
    return true;
}

/* Checks the counts among the operations of a line; others are passed over. */
static void check_operations(Epd *epd, const GrPosition *pos, const char *line) {
    bool counts = false;
    GrEpdOperation op;
    for (const char *at = gr_epd_operations(line); !cli_signal() && gr_epd_next(&at, &op);) {
        size_t length = (size_t)(op.value + op.value_length - op.name);
        bool depth = *op.name == 'D' && isdigit((unsigned char)op.name[1]);
        counts |= depth;
        if (depth ? !check_count(epd, pos, line, op.name, length) : !isalpha((unsigned char)*op.name)) {
            epd_error(epd, (size_t)(op.name - line) + 1, "not a count of the form ;D1 20");
            return;
        }
    }
    if (!counts && !cli_signal()) {
        epd_error(epd, strlen(line) + 1, "no count (;D1 20) after the position");
    }
}

static void check_line(Epd *epd, const char *line) {
    GrPosition pos;
    GrFaults faults;
    unsigned found = gr_fen_read(epd->rules, line, &pos, &faults);
    gr_faults_arrange(&faults, epd->variants, epd->rules, line);
    for (unsigned n = 0; n < faults.count && n < GR_MAX_FAULTS; n++) {
        if (faults.fault[n].dropped) {
            epd_warning(epd, faults.fault[n].column, faults.fault[n].text);
        } else {
            epd_error(epd, faults.fault[n].column, faults.fault[n].text);
        }
    }
    if (!found) {
        check_operations(epd, &pos, line);
    }
}

/* Takes one line of the file, without its line end. */
static void take_line(Epd *epd, const char *text, size_t length) {
    char line[LINE_SIZE];
    epd->line++;
    while (length > 0 && strchr(" \t", text[length - 1])) {
        length--;
    }
    if (length == 0 || text[0] == '#') {
        return;
    }
    if (length >= sizeof line) {
        epd_error(epd, sizeof line, "the line is too long");
        return;
    }
    memcpy(line, text, length);
    line[length] = '\0';
    check_line(epd, line);
}

/* Goes through the lines. A line longer than LINE_SIZE is cut, and its rest skipped, so that
 * the window on the file stays small. Returns 0 or the code of a read that failed. */
static int check_lines(Epd *epd, GrSource *source, GrError *error) {
    const char *at = NULL, *end = NULL;
    bool rest = false;
    while (!cli_signal()) {
        const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
        if (!stop && end - at <= LINE_SIZE) {
            int more = gr_source_slide(source, at, &at, &end, error);
            if (more > 0) {
                continue;
            }
            if (more < 0 || at == end) {
                return more;
            }
        }
        const char *line_end = stop ? stop : end;
        if (!epd->line && (epd->kind = gr_source_text_kind(source)) != NULL) {
            return GR_OK;
        }
        if (!rest) {
            take_line(epd, at, (size_t)(line_end - at));
        }
        rest = !stop;
        at = stop ? stop + 1 : end;
        cli_progress(epd->cli, "counts", epd->passed + epd->failed + epd->skipped, 0);
    }
    return GR_OK;
}

static int check_epd(Cli *cli, const GrVariants *variants, const GrRules *rules, const Options *options, FILE *out) {
    Epd epd = {.cli = cli, .options = options, .variants = variants, .rules = rules, .out = out};
    GrError error;
    GrSource *source = gr_source_open(options->epd, &error);
    if (!source) {
        return cli_fail(cli, &error);
    }
    gr_source_read_as_it_stands(source); /* `#` and `*` are no marks of a page here */
    gr_source_set_stop(source, cli_stop, NULL);
    int code = check_lines(&epd, source, &error);
    epd.kind = epd.kind ? epd.kind : gr_source_kind(source);
    gr_source_close(source);
    if (code < 0 && !cli_signal()) {
        cli_error(cli, "cannot read %s", error.text); /* which begins with the file */
    }
    if (epd.skipped) {
        cli_note(cli, "%" PRIu64 " %s skipped", epd.skipped,
                 gr_plural(epd.skipped, "count", "counts"));
    }
    bool none = code >= 0 && !cli_signal() && epd.passed + epd.failed + epd.skipped == 0;
    if (none) {
        cli_error(cli, "%s: no counts found%s%s", options->epd, epd.kind ? ": " : "", epd.kind ? epd.kind : "");
    }
    fprintf(out, "%" PRIu64 " passed, %" PRIu64 " failed\n", epd.passed, epd.failed);
    return code < 0 || epd.failed || none ? CLI_FAULTS : CLI_OK;
}

/* Runs the works of one variant; CLI_FAULTS after reporting a wrong count. */
static int bench_variant(Cli *cli, const GrVariants *variants, const GrRules *rules, FILE *out) {
    uint64_t nodes = 0;
    int status = CLI_OK;
    double start = cli_seconds();
    for (int n = 0; n < WORK_COUNT && !cli_signal(); n++) {
        GrPosition pos;
        if (strcmp(WORKS[n].variant, gr_variant(rules)->name) != 0) {
            continue;
        }
        if (!set_up(cli, variants, rules, WORKS[n].fen, &pos)) {
            return CLI_FAULTS;
        }
        uint64_t paths = count(&pos, WORKS[n].depth);
        if (paths != WORKS[n].nodes && !cli_signal()) {
            cli_error(cli, "wrong count %" PRIu64 ", not %" PRIu64 ", for %s", paths,
                      WORKS[n].nodes, WORKS[n].fen);
            status = CLI_FAULTS;
        }
        nodes += paths;
    }
    double seconds = cli_seconds() - start;
    if (!cli_signal()) {
        fprintf(out, "nodes %" PRIu64 "\nseconds %.3f\nnodes per second %.0f\n", nodes, seconds,
                (double)nodes / seconds);
    }
    return status;
}

static int bench(Cli *cli, const GrVariants *variants, FILE *out) {
    const GrRules *rules;
    int status = CLI_OK;
    if (cli->variant) {
        return cli_rules(cli, variants, NULL, &rules) ? bench_variant(cli, variants, rules, out) : CLI_USAGE;
    }
    gr_variants_load(variants);
    for (size_t n = 0; (rules = gr_variants_at(variants, n)) && !cli_signal(); n++) {
        fprintf(out, "%s\n", gr_variant(rules)->name);
        int one = bench_variant(cli, variants, rules, out);
        status = one ? one : status;
    }
    return status;
}

static int answer(Cli *cli, const GrVariants *variants, const Options *options) {
    const GrRules *rules;
    GrPosition pos;
    if (!cli_rules(cli, variants, "chess", &rules)) {
        return CLI_USAGE;
    }
    if (!options->bench && !options->epd && !set_up(cli, variants, rules, options->fen, &pos)) {
        return CLI_USAGE;
    }
    FILE *out = cli_output(cli);
    if (!out) {
        return CLI_USAGE;
    }
    return options->bench    ? bench(cli, variants, out)
           : options->epd    ? check_epd(cli, variants, rules, options, out)
           : options->divide ? divide(&pos, options, out)
                             : count_one(&pos, options, out);
}

static void read_options(Cli *cli, Options *options) {
    *options = (Options){.depth = -1, .max_depth = DEEPEST, .max_nodes = UINT64_MAX};
    for (int code; (code = cli_next(cli)) > 0;) {
        switch (code) {
        case 'n':
            options->depth = (int)cli_number(cli, 0, DEEPEST);
            break;
        case FEN:
            options->fen = cli->arg;
            break;
        case DIVIDE:
            options->divide = true;
            break;
        case EPD:
            options->epd = cli->arg;
            break;
        case BENCH:
            options->bench = true;
            break;
        case MAX_DEPTH:
            options->max_depth = (int)cli_number(cli, 0, DEEPEST);
            break;
        case MAX_NODES:
            options->max_nodes = (uint64_t)cli_number(cli, 0, INT64_MAX);
            break;
        }
    }
}

/* Says so if two options ask for different kinds of work, by the first one of each kind that was given. */
static bool are_at_odds(Cli *cli, const Options *options) {
    const char *position = options->fen          ? "--fen"
                           : options->divide     ? "--divide"
                           : options->depth >= 0 ? "--depth"
                                                 : NULL;
    const char *first = options->bench ? "--bench" : options->epd ? "--epd" : NULL;
    const char *second = options->bench && options->epd ? "--epd" : position;
    if (!first || !second)
        return false;
    cli_usage(cli, "%s and %s exclude each other", first, second);
    return true;
}

/* What is wrong with the options as a whole: missing, or in conflict; NULL if nothing is. */
static const char *misuse(const Options *options) {
    if (!options->bench && !options->epd && options->depth < 0) {
        return "give --depth N, --epd FILE or --bench";
    }
    if (options->divide && options->depth == 0) {
        return "--divide needs a depth of 1 or more";
    }
    return NULL;
}

static int run(Cli *cli, const GrVariants *variants) {
    Options options;
    read_options(cli, &options);
    if (cli->done)
        return cli->status;
    if (!cli_no_operands(cli, " (use --epd FILE)"))
        return CLI_USAGE;
    if (are_at_odds(cli, &options))
        return CLI_USAGE;
    const char *wrong = misuse(&options);
    return wrong ? cli_usage(cli, "%s", wrong) : answer(cli, variants, &options);
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
