/* Places in the file, where that is a page: the reader counts lines and columns of what is to be
 * read of it. */
#include "notation/reader/reader_local.h"

static void place_moves(const Reader *r, GrGame *game) {
    for (size_t i = 1; i < game->node_count; i++)
        gr_source_place(r->source, &game->nodes[i].line, &game->nodes[i].column);
}

static void place_line(const Reader *r, uint32_t *line) {
    uint32_t column = 0;
    if (*line)
        gr_source_place(r->source, line, &column);
}

void reader_place_lines(const Reader *r, GrGame *game) {
    place_line(r, &game->line);
    place_line(r, &game->last_line);
}

void reader_place_diagnostics(const Reader *r, GrGame *game) {
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].line)
            gr_source_place(r->source, &game->diags[i].line, &game->diags[i].column);
}

void reader_place_game(Reader *r, GrGame *game) {
    if (!gr_source_is_page(r->source))
        return;
    place_moves(r, game);
    reader_place_lines(r, game);
}

void gr_reader_place_game(const GrReader *r, GrGame *game) {
    if (!gr_source_is_page(r->source))
        return;
    place_moves(r, game);
    reader_place_diagnostics(r, game);
    for (size_t i = 0; i < game->edit_count; i++)
        if (game->edits[i].line)
            gr_source_place(r->source, &game->edits[i].line, &game->edits[i].column);
}
