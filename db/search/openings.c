/* Keeping the places of openings. */
#include "db/search/openings.h"

#include <stdlib.h>

static void free_openings(GrDbCache *cache) {
    GrOpenings *openings = (GrOpenings *)cache;
    for (unsigned node = 0; node < GR_BOOK_NODES; node++)
        free(openings->kept[node]);
    free(openings);
}

GrOpenings *gr_openings_open(GrDb *db) {
    GrOpenings *openings = (GrOpenings *)db->openings;
    if (openings)
        return openings;
    openings = calloc(1, sizeof *openings);
    if (!openings)
        return NULL;
    openings->cache.free = free_openings;
    db->openings = &openings->cache;
    return openings;
}

/* The book is a tree, so a node has one place. */
const GrPlace *gr_openings_go(GrOpenings *openings, const GrMoveReader *moves, const GrPlace *at, GrMove move,
                              unsigned node) {
    if (!node || node >= GR_BOOK_NODES)
        return NULL;
    GrPlace *kept = openings->kept[node];
    if (kept && kept->pos.rules == at->pos.rules)
        return kept;
    if (!kept)
        kept = openings->kept[node] = malloc(sizeof *kept);
    if (!kept)
        return NULL;
    *kept = *at;
    gr_moves_play(moves, kept, move, node);
    return kept;
}
