/* Showing games to matchers as reels. */
#include "tests/aid/reel_aid.h"

#include <stdlib.h>
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

static GrSketchMove move_of(const GrPosition *pos, GrMove move) {
    int square = gr_move_kind(move) == GR_PASS ? GR_NO_SQUARE : gr_captured_square(pos, move);
    return (GrSketchMove){.move = move, .piece = pos->board[gr_move_from(move)],
                          .target = pos->board[gr_move_to(move)],
                          .victim = square == GR_NO_SQUARE ? (uint8_t)GR_EMPTY : pos->board[square],
                          .square = (uint8_t)square};
}

int aid_match_reels(GrMatcher *matcher, const GrGame *game, const GrHit **hits, size_t *count) {
    GrSketchRow row[GR_REEL_PLIES];
    GrSketchMove move[GR_REEL_PLIES + 1] = {{.move = GR_NO_MOVE}};
    GrPosition pos = game->start;
    int go = gr_matcher_begin(matcher, game, NULL);
    uint32_t node = 0;
    memset(row, 0xA5, sizeof row);
    for (uint32_t first = 0; go > 0 && first <= game->plies; first += GR_REEL_PLIES) {
        uint32_t plies = 0;
        for (; plies < GR_REEL_PLIES && first + plies <= game->plies; plies++) {
            row[plies] = row_of(&pos);
            node = game->nodes[node].next;
            if (!node)
                continue;
            move[plies + 1] = move_of(&pos, game->nodes[node].move);
            gr_play(&pos, game->nodes[node].move);
        }
        gr_matcher_reel(matcher, &(GrReel){row, move, first, plies, game->start.turn});
        move[0] = move[plies];
    }
    gr_matcher_end(matcher, hits, count);
    return go < 0 ? go : 0;
}

bool aid_finds_the_same(const GrPlan *plan, const GrGame *game, AidMatch match, size_t *count) {
    GrMatcher *matcher = gr_matcher_new(plan);
    const GrHit *hits = NULL;
    GrHit *kept = NULL;
    size_t again = 0;
    *count = 0;
    bool same = matcher && gr_matcher_game(matcher, game, &hits, count) == 0;
    if (same && *count)
        same = (kept = malloc(*count * sizeof *kept)) != NULL;
    if (kept)
        memcpy(kept, hits, *count * sizeof *kept);
    same = same && match(matcher, game, &hits, &again) == 0 && again == *count;
    for (size_t i = 0; i < *count && same; i++)
        same = hits[i].first == kept[i].first && hits[i].last == kept[i].last;
    free(kept);
    gr_matcher_free(matcher);
    return same;
}
