/* Where the hits of variations begin. */
#include <stdlib.h>

#include "db/search/find_local.h"

int find_hit_position(const GrGame *game, const GrHit *hit, GrPosition *pos) {
    uint32_t *nodes, plies;
    int code = gr_line_nodes(game, hit->line, &nodes, &plies);
    *pos = game->start;
    for (uint32_t ply = 1; !code && ply <= hit->first && ply <= plies; ply++)
        gr_play(pos, game->nodes[nodes[ply]].move);
    free(nodes);
    return code;
}
