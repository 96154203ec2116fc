/* Games of a line of SAN, to be counted. */
#include "tests/aid/stats_aid.h"

#include <stdio.h>
#include <string.h>

#include "notation/move/san.h"
#include "rules/fen.h"

bool aid_fill(const GrVariants *variants, GrGame *game, const char *variant, const char *fen,
              const char *line, GrResult result) {
    char moves[1024];
    uint32_t last = 0, node;
    gr_game_clear(game);
    game->rules = gr_variants_find(variants, variant);
    game->result = result;
    gr_start(game->rules, &game->start);
    if (fen && gr_fen_read(game->rules, fen, &game->start, NULL) != 0)
        return false;
    GrPosition pos = game->start;
    snprintf(moves, sizeof moves, "%s", line);
    for (char *token = strtok(moves, " "); token; token = strtok(NULL, " ")) {
        GrMove move;
        if (gr_san_read(&pos, token, &move, NULL) != 0 || gr_game_add_node(game, move, &node) != 0)
            return false;
        game->nodes[last].next = node;
        last = node;
        gr_play(&pos, move);
        game->plies++;
    }
    return true;
}

const GrVariantStats *aid_count_line(const GrVariants *variants, GrStats *stats, const char *variant,
                                     const char *fen, const char *line, GrResult result) {
    GrGame game;
    gr_game_init(&game);
    gr_stats_init(stats);
    bool counted = aid_fill(variants, &game, variant, fen, line, result) &&
                   gr_stats_add(stats, &game) == 0;
    gr_game_free(&game);
    return counted && stats->variants == 1 ? stats->variant[0] : NULL;
}
