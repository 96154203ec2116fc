/* Games that the engine plays against itself. */
#include "tests/aid/selfplay.h"

#include "analysis/engine/search.h"

static bool ends(const GrPosition *pos, Played *game) {
    GrState state = gr_state(pos);
    int winner = gr_winner(pos, state);
    if (state == GR_OPEN) {
        return false;
    }
    game->result = winner < 0 ? GR_DRAW : winner == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS;
    return true;
}

static GrMove engine_move(GrSearch *search, const GrPosition *pos, unsigned nodes) {
    GrFound found;
    if (gr_search_run(search, pos, NULL, 0, &(GrLimits){.nodes = nodes}, &found) != 0 ||
        found.lines == 0) {
        return GR_NO_MOVE;
    }
    return found.line[0].move[0];
}

bool selfplay(Random *random, const GrRules *rules, unsigned random_plies, unsigned plies,
              unsigned nodes, Played *game) {
    static GrMoveList list;
    GrSearch *search = gr_search_new(1);
    GrPosition pos;
    if (search == NULL) {
        return false;
    }
    gr_start(rules, &pos);
    game->start = pos;
    game->result = GR_RESULT_NONE;
    game->plies = 0;
    while (game->plies < plies && game->plies < DAMAGE_PLIES && !ends(&pos, game)) {
        GrMove move = GR_NO_MOVE;
        if (nodes > 0 && game->plies >= random_plies) {
            move = engine_move(search, &pos, nodes);
        }
        if (move == GR_NO_MOVE) {
            gr_moves(&pos, &list);
            move = list.move[random_below(random, list.count)];
        }
        game->move[game->plies++] = move;
        gr_play(&pos, move);
    }
    gr_search_free(search);
    return true;
}
