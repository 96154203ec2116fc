/* grimoire-tree --compare A --with B: what was played in the games of one selection, and in those of another. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/place.h"
#include "cli/tree.h"
#include "cli/unmet.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "notation/plain.h"
#include "rules/plural.h"

/* ---- options ---- */

static bool is_known(const Cli *cli, const char *path) {
    for (int n = 0; n < cli->databases && !cli->default_db; n++)
        if (cli_same_file(cli->dbs[n], path))
            return true;
    return false;
}

void cli_tree_side(CliTree *w, int side, const GrVariants *variants) {
    Cli *cli = w->cli;
    CliTreeSide *s = &w->side[side];
    const char *option = side ? "with" : "compare", *equals = strchr(cli->arg, '=');
    char key[32] = "";
    GrError error;
    if (equals && (size_t)(equals - cli->arg) < sizeof key)
        snprintf(key, sizeof key, "%.*s", (int)(equals - cli->arg), cli->arg);
    if (!strcmp(key, "variant"))
        cli_bad_option(cli, "option --%s: -v says which variant both are of", option);
    else if (!*key)
        cli_bad_option(cli, "option --%s: '%s' is not KEY=VALUE, such as player=Tal, date=1990 or db=FILE", option,
                       cli->arg);
    else if (s->texts == CLI_TREE_CONDITIONS)
        cli_bad_option(cli, "option --%s: %d at the most", option, CLI_TREE_CONDITIONS);
    else if (!strcmp(key, "db") && s->db)
        cli_bad_option(cli, "option --%s: a second database, %s", option, equals + 1);
    else if (!strcmp(key, "db")) {
        s->db = equals + 1;
        s->added = !is_known(cli, s->db);
        if (s->added)
            cli_add_database(cli, s->db);
    } else if (gr_selection_add(&s->selection, variants, key, equals + 1, &error))
        cli_bad_option(cli, "option --%s: %s", option, error.text);
    if (!cli->done)
        s->text[s->texts++] = cli->arg;
}

/* ---- both trees ---- */

/* A move in both; a row of zeros where it was not played. */
typedef struct Pair {
    GrTreeMove row[2];
    char uci[GR_UCI_SIZE];
} Pair;

static uint64_t games_of(const Pair *pair) {
    return pair->row[0].games + pair->row[1].games;
}

static int compare(const void *one, const void *other) {
    const Pair *a = one, *b = other;
    if (games_of(a) != games_of(b))
        return games_of(a) > games_of(b) ? -1 : 1;
    return strcmp(a->uci, b->uci);
}

static Pair *pair_of(Pair *pair, size_t count, GrMove move) {
    for (size_t n = 0; n < count; n++)
        if (pair[n].row[0].move == move)
            return &pair[n];
    return NULL;
}

/* All moves of both, those with most games first; NULL without memory. */
static Pair *join(const CliTree *w, const GrTree tree[2], size_t *count) {
    Pair *pair = calloc(tree[0].count + tree[1].count + 1, sizeof *pair);
    *count = 0;
    for (int side = 0; side < 2 && pair; side++)
        for (size_t n = 0; n < tree[side].count; n++) {
            GrMove move = tree[side].move[n].move;
            Pair *one = pair_of(pair, *count, move);
            if (!one) {
                one = &pair[(*count)++];
                one->row[0].move = one->row[1].move = move;
                gr_uci_write(&w->target.pos, move, one->uci);
            }
            one->row[side] = tree[side].move[n];
        }
    if (pair && *count)
        qsort(pair, *count, sizeof *pair, compare);
    return pair;
}

/* ---- writing ---- */

static double share_of(const GrTreeMove *row, const GrTree *tree) {
    return tree->games ? (double)row->games / (double)tree->games : 0;
}

static void put_heading(const CliTree *w) {
    for (int side = 0; side < 2; side++) {
        GrBuffer text;
        gr_buffer_init(&text);
        for (int n = 0; n < w->side[side].texts; n++) {
            gr_buffer_puts(&text, n ? " " : "");
            gr_put_plain(&text, w->side[side].text[n], false);
        }
        fprintf(w->out, side ? "%s: %s\n" : "%s: %s, ", side ? "B" : "A", text.failed ? "" : text.data);
        gr_buffer_free(&text);
    }
    fprintf(w->out, "%-10s %8s %7s %6s  %8s %7s %6s\n", "move", "games A", "share", "score", "games B", "share",
            "score");
}

static void put_text(const CliTree *w, const Pair *pair, const GrTree tree[2]) {
    char san[GR_SAN_SIZE];
    gr_san_write(&w->target.pos, pair->row[0].move, san);
    fprintf(w->out, "%-10s", san);
    for (int side = 0; side < 2; side++) {
        const GrTreeMove *row = &pair->row[side];
        char score[CLI_TREE_SCORE];
        cli_tree_score(row, score);
        fprintf(w->out, "%s %8" PRIu64 " %6.1f%% %6s", side ? " " : "", row->games, 100 * share_of(row, &tree[side]),
                score);
    }
    fputc('\n', w->out);
}

static void put_json(const CliTree *w, const Pair *pair, const GrTree tree[2]) {
    char san[GR_SAN_SIZE];
    GrJson json;
    gr_san_write(&w->target.pos, pair->row[0].move, san);
    cli_tree_open_json(w, &json, 0);
    gr_json_string(&json, "san", san);
    gr_json_string(&json, "uci", pair->uci);
    for (int side = 0; side < 2; side++) {
        const GrTreeMove *row = &pair->row[side];
        gr_json_open(&json, side ? "with" : "compare", '{');
        gr_json_int(&json, "games", (int64_t)row->games);
        gr_json_real(&json, "share", share_of(row, &tree[side]), 4);
        gr_json_int(&json, "white", (int64_t)row->white);
        gr_json_int(&json, "draws", (int64_t)row->draws);
        gr_json_int(&json, "black", (int64_t)row->black);
        if (gr_tree_score(row) >= 0)
            gr_json_real(&json, "score", gr_tree_score(row), 4);
        else
            gr_json_null(&json, "score");
        gr_json_close(&json, '}');
    }
    cli_tree_close_json(w, &json);
}

static int put_pairs(CliTree *w, const GrTree tree[2]) {
    size_t count;
    Pair *pair = join(w, tree, &count);
    if (!pair) {
        cli_error(w->cli, "out of memory");
        return CLI_FAULTS;
    }
    if (w->format == CLI_TREE_TEXT)
        put_heading(w);
    for (size_t n = 0; n < count && games_of(&pair[n]) >= w->least; n++)
        if (w->format == CLI_TREE_JSON)
            put_json(w, &pair[n], tree);
        else
            put_text(w, &pair[n], tree);
    free(pair);
    if (w->format == CLI_TREE_TEXT)
        fprintf(w->out, "%" PRIu64 " %s of A, %" PRIu64 " of B\n", tree[0].games,
                gr_plural(tree[0].games, "game", "games"), tree[1].games);
    return tree[0].games || tree[1].games ? CLI_OK : CLI_FAULTS;
}

int cli_tree_compare(CliTree *w) {
    GrTree tree[2];
    int status = CLI_OK;
    for (int side = 0; side < 2; side++) {
        gr_tree_init(&tree[side]);
        w->only = &w->side[side];
        if (!status && !w->stopped)
            status = cli_tree_grow(w, &w->target, &tree[side]);
    }
    w->only = NULL;
    if (!status)
        status = put_pairs(w, tree);
    for (int side = 0; side < 2 && !w->stopped; side++)
        if (!tree[side].games)
            cli_report_none(w->cli, w->all.db, w->all.count, &w->side[side].selection);
    gr_tree_free(&tree[0]);
    gr_tree_free(&tree[1]);
    return status;
}
