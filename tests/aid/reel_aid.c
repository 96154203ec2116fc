/* Showing games to matchers as reels. */
#include "tests/aid/reel_aid.h"

#include <string.h>

#include "db/query/query_reel.h"

static GrSketchRow row_of(const GrPosition *pos) {
    GrSketchRow row;
    for (int type = 1; type <= GR_SKETCH_TYPES; type++)
        row.word[type] = (uint64_t)pos->type[type];
    for (int side = 0; side < 2; side++)
        row.word[gr_sketch_side(side)] = (uint64_t)pos->side[side];
    return row;
}

int aid_match_reels(GrMatcher *matcher, const GrGame *game, const GrHit **hits, size_t *count) {
    GrSketchRow row[GR_REEL_PLIES];
    GrPosition pos = game->start;
    int go = gr_matcher_begin(matcher, game, NULL);
    uint32_t node = 0;
    memset(row, 0xA5, sizeof row);
    for (uint32_t first = 0; go > 0 && first <= game->plies; first += GR_REEL_PLIES) {
        uint32_t plies = 0;
        for (; plies < GR_REEL_PLIES && first + plies <= game->plies; plies++) {
            row[plies] = row_of(&pos);
            node = game->nodes[node].next;
            if (node)
                gr_play(&pos, game->nodes[node].move);
        }
        gr_matcher_reel(matcher, &(GrReel){row, first, plies, game->start.turn});
    }
    gr_matcher_end(matcher, hits, count);
    return go < 0 ? go : 0;
}
