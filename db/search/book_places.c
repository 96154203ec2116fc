/* Keeping the places of openings. */
#include "db/search/book_places.h"

#include <stdlib.h>

static void free_places(GrDbCache *cache) {
    GrBookPlaces *places = (GrBookPlaces *)cache;
    for (unsigned node = 0; node < GR_BOOK_NODES; node++)
        free(places->kept[node]);
    free(places);
}

GrBookPlaces *gr_book_places_open(GrDb *db) {
    GrBookPlaces *places = (GrBookPlaces *)db->book;
    if (places)
        return places;
    places = calloc(1, sizeof *places);
    if (!places)
        return NULL;
    places->cache.free = free_places;
    db->book = &places->cache;
    return places;
}

/* The book is a tree, so a node has one place. */
const GrPlace *gr_book_places_go(GrBookPlaces *places, const GrMoveReader *moves, const GrPlace *at, GrMove move,
                              unsigned node) {
    if (!node || node >= GR_BOOK_NODES)
        return NULL;
    GrPlace *kept = places->kept[node];
    if (kept && kept->pos.rules == at->pos.rules)
        return kept;
    if (!kept)
        kept = places->kept[node] = malloc(sizeof *kept);
    if (!kept)
        return NULL;
    *kept = *at;
    gr_moves_play(moves, kept, move, node);
    return kept;
}
