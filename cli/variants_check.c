/* grimoire-variants check: errors of definitions, and what their author may not have meant. */
#include "cli/variants_check.h"

#include <stdlib.h>
#include <string.h>

#include "notation/definition/variants_file.h"
#include "rules/plural.h"
#include "rules/position.h"

typedef struct Check {
    Cli *cli;
    const char *path;
    uint32_t line;  /* of the section at hand */
    const GrRules *rules;
    const GrVariant *v;
    const GrDefinition *def;
    size_t games, errors, warnings;
    bool empty;     /* a file is */
} Check;

static void report(Check *c, const GrVariantsFaults *faults) {
    for (size_t i = 0; i < faults->count && i < GR_VARIANTS_FAULTS; i++)
        cli_diagnose(c->cli, c->path, faults->fault[i].line, faults->fault[i].column, GR_ERROR, 0, 0,
                     faults->fault[i].text);
    c->errors += faults->count;
}

__attribute__((format(printf, 2, 3))) static void warn(Check *c, const char *format, ...) {
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cli_diagnose(c->cli, c->path, c->line, 2, GR_WARNING, 0, 0, text);
    c->warnings++;
}

static GrSet all_reach(const Check *c, int side, int type, int sq) {
    return gr_defined_reach(c->v, side, type, sq, false) | gr_defined_reach(c->v, side, type, sq, true);
}

/* Squares that the side's pieces of a type can come to from where they stand at the start. */
static GrSet can_come_to(const Check *c, int side, int type) {
    GrPosition start;
    gr_start(c->rules, &start);
    GrSet found = start.side[side] & start.type[type], next = found;
    while (next) {
        GrSet more = all_reach(c, side, type, gr_set_pop(&next)) & ~found & ~start.type[0];
        found |= more;
        next |= more;
    }
    return found;
}

static void check_promotion(Check *c, int side, int type) {
    const char *name = c->v->piece[type].name, *who = side == GR_WHITE ? "White" : "Black";
    GrSet come = can_come_to(c, side, type), region = c->def->promotion_region[side];
    if (!c->def->piece[type].promotes[side] || !come)
        return;
    if (!region && c->def->promotions[side])
        warn(c, "%s's %s is never promoted: its promotion region is empty", who, name);
    else if (!(come & region) && c->def->promotions[side])
        warn(c, "%s's %s is never promoted: it cannot come to its promotion region", who, name);
    else if ((come & region) && !c->def->promotions[side] && c->def->must_promote)
        warn(c, "%s's %s can become nothing, and so cannot go to its promotion region", who, name);
}

/* Does the type stand on the board at the start, or can it be dropped, or a piece become it? */
static bool is_there(const Check *c, const GrPosition *start, int type) {
    bool held = gr_in_hand(start, GR_WHITE, type) || gr_in_hand(start, GR_BLACK, type);
    for (int i = 0; i < 3; i++)
        held = held || (c->def->carriers && c->def->carried[i] == type);
    for (int from = 1; from <= c->def->types; from++)
        held = held || c->def->rises[from] == type;
    return type && (start->type[type] || held || ((c->def->promotions[0] | c->def->promotions[1]) >> type & 1));
}

static void check_piece(Check *c, int type) {
    GrPosition start;
    bool moves = false;
    gr_start(c->rules, &start);
    for (int sq = 0; sq < gr_squares(c->v); sq++)
        moves = moves || all_reach(c, GR_WHITE, type, sq) || all_reach(c, GR_BLACK, type, sq);
    if (!moves)
        warn(c, "the %s has no move", c->v->piece[type].name);
    if (!is_there(c, &start, type) && !is_there(c, &start, c->def->piece[type].base) &&
        !is_there(c, &start, c->def->piece[type].promoted))
        warn(c, "the %s never comes onto the board", c->v->piece[type].name);
    for (int side = GR_WHITE; side <= GR_BLACK; side++)
        check_promotion(c, side, type);
}

/* How a side can win at all. */
static void check_ends(Check *c) {
    bool others = c->v->own_ends || c->v->stalemate;
    bool both = c->v->royals == GR_ROYALS_BOTH || c->v->royals == GR_ROYALS_FALL; /* in hand at first */
    bool white = both || c->v->royals == GR_ROYALS_WHITE;
    bool black = both || c->v->royals == GR_ROYALS_BLACK;
    if (!white && !black && !others)
        warn(c, "no side has a king, and nothing else ends the game");
    else if (white != black && !others)
        warn(c, "%s has no king and cannot lose", white ? "Black" : "White");
    GrPosition start;
    gr_start(c->rules, &start);
    if (gr_state(&start) != GR_OPEN)
        warn(c, "the game is over in its start position");
}

static void check_game(Check *c, const GrVariantsFile *file, size_t n, const GrVariants *variants) {
    GrVariantsFaults faults;
    size_t length;
    gr_variants_file_name(file, n, &length, &c->line);
    c->rules = gr_variants_file_define(file, n, variants, &faults);
    c->games++;
    report(c, &faults);
    gr_variants_file_doubts(file, n, &faults);
    for (size_t i = 0; i < faults.count && i < GR_VARIANTS_FAULTS; i++)
        cli_diagnose(c->cli, c->path, faults.fault[i].line, faults.fault[i].column, GR_WARNING, 0, 0,
                     faults.fault[i].text);
    c->warnings += faults.count;
    if (!c->rules)
        return;
    c->v = gr_variant(c->rules);
    c->def = gr_definition_of(c->rules);
    check_ends(c);
    for (int type = 1; type <= c->v->types; type++)
        if (c->v->piece[type].letter)
            check_piece(c, type);
}

/* Each file by itself: other variants than those of other files. */
static int check_file(Check *c) {
    GrError error;
    GrVariantsFile *file = gr_variants_file_open(c->path, cli_stop, NULL, &error);
    GrVariants *variants = NULL;
    if (!file)
        return cli_fail(c->cli, &error);
    report(c, gr_variants_file_broken(file));
    if (!gr_variants_file_games(file) && !gr_variants_file_broken(file)->count) {
        cli_error(c->cli, "%s: no game is described in it", c->path);
        c->empty = true;
    }
    for (size_t n = 0; n < gr_variants_file_games(file) && !cli_signal(); n++) {
        if (n % (GR_DEFINED_MOST / 2) == 0) { /* there is a limit */
            gr_variants_close(variants);
            variants = gr_variants_open();
        }
        if (variants)
            check_game(c, file, n, variants);
    }
    bool whole = variants || !gr_variants_file_games(file);
    if (!whole)
        cli_error(c->cli, "out of memory");
    gr_variants_close(variants);
    gr_variants_file_close(file);
    return whole ? CLI_OK : CLI_FAULTS;
}

int cli_check_definitions(Cli *cli, const GrVariants *variants) {
    Check c = {.cli = cli};
    (void)variants;
    for (int i = 1; i < cli->operands; i++) {
        c.path = cli->operand[i];
        int status = check_file(&c);
        if (status)
            return status;
    }
    cli_summary(cli, "%zu %s, %zu %s, %zu %s", c.games, gr_plural(c.games, "game", "games"), c.errors,
                gr_plural(c.errors, "error", "errors"), c.warnings, gr_plural(c.warnings, "warning", "warnings"));
    return c.errors || c.empty ? CLI_FAULTS : CLI_OK;
}
