/* Marking hits in a game. */
#include <stdio.h>
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
        gr_buffer_putc(&both, 0x1E);
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
    uint32_t node = 0, ply = 0;
    int code = 0;
    for (size_t i = 0; i < finding->hits && !code && game->node_count; i++) {
        const GrHit *hit = &finding->hit[i];
        char text[32] = "[%hit]";
        for (; ply < hit->first && game->nodes[node].next; ply++)
            node = game->nodes[node].next;
        if (hit->last > hit->first)
            snprintf(text, sizeof text, "[%%hit %u]", (unsigned)hit->last);
        code = add_comment(game, node, text);
    }
    return code;
}
