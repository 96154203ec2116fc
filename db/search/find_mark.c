/* Marking hits in a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/search/find.h"

/* Adds a comment before those that stand after the move already. */
static int add_comment(GrGame *game, uint32_t node, const char *text) {
    GrText old = game->nodes[node].comment, added;
    size_t len = strlen(text), more = old ? strlen(gr_game_string(game, old)) : 0;
    GrBuffer both;
    gr_buffer_init(&both);
    gr_buffer_add(&both, text, len);
    if (more) {
        gr_buffer_putc(&both, GR_COMMENT_NEXT);
        gr_buffer_add(&both, gr_game_string(game, old), more);
    }
    int code = both.failed ? GR_ERR_MEMORY
                           : gr_game_add_text(game, both.data, both.len, &added);
    if (!code)
        game->nodes[node].comment = added;
    gr_buffer_free(&both);
    return code;
}

int gr_finding_mark(const GrFinding *finding) {
    GrGame *game = finding->game;
    uint32_t *nodes = NULL, plies = 0, line = UINT32_MAX;
    int code = 0;
    for (size_t i = 0; i < finding->hits && !code && game->node_count; i++) {
        const GrHit *hit = &finding->hit[i];
        char text[32] = "[%hit]";
        if (hit->line != line) {
            free(nodes);
            code = gr_line_nodes(game, line = hit->line, &nodes, &plies);
        }
        if (hit->last > hit->first)
            snprintf(text, sizeof text, "[%%hit %u]", (unsigned)hit->last);
        uint32_t ply = hit->first < plies ? hit->first : plies;
        if (!code)
            code = add_comment(game, ply ? nodes[ply] : 0, text);
    }
    free(nodes);
    return code;
}
