/* grimoire-tree --novelties: the first game with each move. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/tree.h"
#include "notation/move/san.h"
#include "notation/plain.h"

enum { MOVE = 10, DATE = 12 }; /* columns */

/* The latest first; those whose date is not known last. */
static int compare(const void *one, const void *other) {
    const GrTreeMove *a = one, *b = other;
    if (a->first_played != b->first_played)
        return a->first_played > b->first_played ? -1 : 1;
    if (a->first_db != b->first_db)
        return a->first_db > b->first_db ? -1 : 1;
    return a->first > b->first ? -1 : a->first < b->first;
}

void cli_tree_sort_novelties(GrTree *tree) {
    if (tree->count)
        qsort(tree->move, tree->count, sizeof *tree->move, compare);
}

void cli_tree_novelty_heading(const CliTree *w) {
    fprintf(w->out, "%-*s %8s %6s  %-*s  %s\n", MOVE + 2 * (w->depth - 1), "move", "games", "score", DATE,
            "first played", "in game");
}

/* The header of the first game; one that cannot be read has no names. */
static int read_first(const CliTree *w, const GrTreeMove *row, GrGame *game) {
    GrError error;
    int code = gr_db_get_header(w->all.db[row->first_db], row->first, game, &error);
    if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN)
        return CLI_OK;
    return code ? cli_fail_database(w->cli, &error) : CLI_OK;
}

static const char *name_of(const GrGame *game, const char *tag) {
    const char *name = gr_game_tag(game, tag);
    return name && *name ? name : "?";
}

static void put_text(const CliTree *w, const GrPosition *pos, const GrTreeMove *row, const GrGame *game, int ply) {
    char san[GR_SAN_SIZE], score[CLI_TREE_SCORE], date[GR_TREE_DATE_SIZE];
    GrBuffer names;
    gr_buffer_init(&names);
    gr_put_plain(&names, name_of(game, "White"), false);
    gr_buffer_puts(&names, " - ");
    gr_put_plain(&names, name_of(game, "Black"), false);
    gr_san_write(pos, row->move, san);
    cli_tree_score(row, score);
    fprintf(w->out, "%*s%-*s %8" PRIu64 " %6s  %-*s  ", 2 * ply, "", MOVE + 2 * (w->depth - 1) - 2 * ply, san,
            row->games, score, DATE, row->first_played ? gr_tree_date(row->first_played, date) : "-");
    if (w->all.count > 1)
        fprintf(w->out, "%s:", w->all.path[row->first_db]);
    fprintf(w->out, "%" PRId64 " %s", row->first, names.failed ? "" : names.data);
    if (w->names) {
        GrPosition after = *pos;
        gr_play(&after, row->move);
        cli_tree_put_opening(w, &after, 2);
    }
    fputc('\n', w->out);
    gr_buffer_free(&names);
}

static void put_json(const CliTree *w, const GrPosition *pos, const GrTreeMove *row, const GrGame *game, int ply) {
    char date[GR_TREE_DATE_SIZE];
    GrJson json;
    cli_tree_open_json(w, &json, ply);
    gr_tree_write_move(&json, pos, row);
    gr_json_string(&json, "firstPlayed", row->first_played ? gr_tree_date(row->first_played, date) : NULL);
    gr_json_open(&json, "first", '{');
    if (w->all.count > 1)
        gr_json_string(&json, "db", w->all.path[row->first_db]);
    gr_json_int(&json, "game", row->first);
    gr_json_string(&json, "white", gr_game_tag(game, "White"));
    gr_json_string(&json, "black", gr_game_tag(game, "Black"));
    gr_json_string(&json, "event", gr_game_tag(game, "Event"));
    gr_json_close(&json, '}');
    if (w->names) {
        GrPosition after = *pos;
        gr_play(&after, row->move);
        gr_tree_write_opening(&json, w->names, &after);
    }
    cli_tree_close_json(w, &json);
}

int cli_tree_novelty(CliTree *w, const GrPosition *pos, const GrTreeMove *row, int ply) {
    GrGame game;
    gr_game_init(&game);
    int status = read_first(w, row, &game);
    if (!status && w->format == CLI_TREE_JSON)
        put_json(w, pos, row, &game, ply);
    else if (!status)
        put_text(w, pos, row, &game, ply);
    gr_game_free(&game);
    return status;
}
