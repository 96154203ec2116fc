/* grimoire-variants: the games that Grimoire knows, those described in files, and what is wrong with a description. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/apart.h"
#include "cli/common.h"
#include "cli/variants_check.h"
#include "notation/definition/variants_file.h"
#include "notation/write/diagram.h"
#include "notation/write/piece_moves.h"
#include "rules/plural.h"
#include "rules/position.h"

static const CliProgram PROGRAM = {
    .name = "variants",
    .summary = "List, show, check and export the games that Grimoire knows",
    .usage = "list [--variants FILE] [-d DB]\n"
             "show [--variants FILE] [-d DB] NAME [PIECE]...\n"
             "check FILE...\n"
             "export [--variants FILE] [-d DB] NAME...",
    .common = "doq",
    .parts = true,
    .words = CLI_WORDS,
    .notes = "Games are described as in variants.ini of Fairy-Stockfish; see grimoire-definition(5).\n"
             "show marks squares: * the piece goes there and captures there, o it only goes, x it only\n"
             "captures, h it gets there by jumping over something.\n",
};

/* ---- list ---- */

static const char *origin_of(const GrRules *rules) {
    return gr_definition_of(rules) ? "described" : "built in";
}

static void list_one(const GrRules *rules, FILE *out) {
    const GrVariant *v = gr_variant(rules);
    char letters[GR_MAX_TYPES + 1] = "", board[12];
    size_t n = 0;
    for (int type = 1; type <= v->types; type++)
        if (v->piece[type].letter && !(v->piece[type].flags & GR_IS_PROMOTED))
            letters[n++] = v->piece[type].letter;
    letters[n] = '\0';
    snprintf(board, sizeof board, "%dx%d", v->files, v->ranks);
    fprintf(out, "%-16s %-6s %-12s %-10s %s\n", v->name, board, letters, origin_of(rules), v->title);
}

static int list(const GrVariants *variants, FILE *out) {
    const GrRules *rules;
    fprintf(out, "%-16s %-6s %-12s %-10s %s\n", "name", "board", "pieces", "rules", "title");
    gr_variants_load(variants);
    gr_variants_load_described(variants);
    for (size_t n = 0; (rules = gr_variants_at(variants, n)); n++)
        list_one(rules, out);
    return CLI_OK;
}

/* ---- show ---- */

static void show_piece(const GrVariant *v, int type, FILE *out) {
    const GrPieceRow *row = &v->piece[type];
    const char *betza = v->defined ? gr_defined_piece(v, type)->betza : "";
    int from = gr_piece_place(v, type);
    char sign[3];
    gr_piece_sign(v, type, sign);
    fprintf(out, "\n%s  %s%s%s%s%s\n", sign, row->name, *betza ? ", " : "", betza,
            type == GR_KING ? ", royal" : "", row->flags & GR_IS_PAWN ? ", a pawn" : "");
    for (int rank = v->ranks - 1; rank >= 0; rank--) {
        fprintf(out, "%2d ", rank + 1);
        for (int file = 0; file < v->files; file++)
            fprintf(out, " %c", gr_piece_mark(v, type, from, gr_square(v, file, rank)));
        fputc('\n', out);
    }
    fputs("   ", out);
    for (int file = 0; file < v->files; file++)
        fprintf(out, " %c", 'a' + file);
    fputc('\n', out);
}

/* The type that a word names by its letter or its name, 0 after reporting that none is. */
static int find_piece(Cli *cli, const GrVariant *v, const char *word) {
    for (int type = 1; type <= v->types; type++) {
        const GrPieceRow *row = &v->piece[type];
        char sign[3];
        gr_piece_sign(v, type, sign);
        bool letter = !strcasecmp(word, sign);
        if (row->letter && (letter || !strcasecmp(row->name, word)))
            return type;
    }
    cli_usage(cli, "%s has no piece '%s'", v->title, word);
    return 0;
}

static int show(Cli *cli, const GrRules *rules, char **pieces, int count, FILE *out) {
    const GrVariant *v = gr_variant(rules);
    GrDiagram diagram = {.caption = v->title};
    GrPosition start;
    GrBuffer text;
    gr_start(rules, &start);
    diagram.pos = &start;
    gr_buffer_init(&text);
    gr_diagram(&diagram, GR_DIAGRAM_TEXT, &text);
    bool failed = text.failed;
    if (!count)
        cli_put(cli, &text);
    gr_buffer_free(&text);
    for (int type = 1; type <= v->types && !count; type++)
        if (v->piece[type].letter)
            show_piece(v, type, out);
    for (int i = 0; i < count; i++) {
        int type = find_piece(cli, v, pieces[i]);
        if (!type)
            return CLI_USAGE;
        show_piece(v, type, out);
    }
    if (failed)
        cli_error(cli, "out of memory");
    return failed ? CLI_FAULTS : CLI_OK;
}

/* ---- export ---- */

static int export_one(Cli *cli, const GrRules *rules, FILE *out) {
    const GrVariant *v = gr_variant(rules);
    const GrDefinition *definition = gr_definition_of(rules);
    const char *text = definition ? NULL : gr_variants_text(v->name);
    GrBuffer written;
    if (!definition && !text) {
        cli_error(cli, "%s cannot be described", v->title);
        return CLI_FAULTS;
    }
    if (text) {
        fputs(text, out);
        return CLI_OK;
    }
    gr_buffer_init(&written);
    gr_definition_write(definition, &written);
    bool failed = written.failed;
    cli_put(cli, &written);
    gr_buffer_free(&written);
    return failed ? CLI_FAULTS : CLI_OK;
}

/* ---- the program ---- */

static const GrRules *find_game(Cli *cli, const GrVariants *variants, const char *name) {
    const GrRules *rules;
    cli->variant = name;
    return cli_rules(cli, variants, NULL, &rules) ? rules : NULL;
}

static int with_names(Cli *cli, const GrVariants *variants, bool shows, FILE *out) {
    int status = CLI_OK;
    for (int i = 1; i < cli->operands; i++) {
        const GrRules *rules = find_game(cli, variants, cli->operand[i]);
        if (!rules)
            return CLI_USAGE;
        if (shows)
            return show(cli, rules, cli->operand + 2, cli->operands - 2, out);
        if (i > 1)
            fputc('\n', out);
        int one = export_one(cli, rules, out);
        status = one ? one : status;
    }
    return status;
}

static int run(Cli *cli, const GrVariants *variants) {
    static const char *const COMMANDS[] = {"list", "show", "check", "export", NULL};
    while (cli_next(cli) > 0)
        continue;
    if (cli->done)
        return cli->status;
    int command = cli->operands ? cli_choose(cli, "command", cli->operand[0], COMMANDS) : 0;
    if (command < 0)
        return CLI_USAGE;
    if (command == 0 && cli->operands > 1)
        return cli_usage(cli, "unexpected argument '%s'", cli->operand[1]);
    if (command > 0 && cli->operands < 2)
        return cli_usage(cli, command == 2 ? "no file to check" : "no game named");
    for (int i = 1; command == 2 && i < cli->operands; i++)
        if (!cli_may_read(cli, NULL, cli->operand[i]))
            return CLI_USAGE;
    int status = CLI_OK;
    if (command != 2)
        cli_load_from_databases(cli, cli_names_database(cli) ? &status : NULL);
    FILE *out = status ? NULL : cli_output(cli);
    if (!out)
        return status ? status : CLI_USAGE;
    return command == 0   ? list(variants, out)
           : command == 2 ? cli_check_definitions(cli, variants)
                          : with_names(cli, variants, command == 1, out);
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
