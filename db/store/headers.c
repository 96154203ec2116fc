/* Headers with some tags alone, of many games one after the other: the columns of these tags are read once for
 * a block. */
#include <stdlib.h>

#include "db/store/head.h"
#include "db/store/headers.h"

enum { MOST_TAGS = 16 };

struct GrHeaders {
    GrDbCache cache;
    const char *name[MOST_TAGS + 1]; /* the tags asked for; their texts are those of the catalog, */
    uint64_t changes;                /* when it was in this state */
    GrHead head;                     /* games 0: none was read */
    GrHeadTag tag[MOST_TAGS];
};

static void free_headers(GrDbCache *cache) {
    gr_buffer_free(&((struct GrHeaders *)cache)->head.bytes);
    free(cache);
}

static struct GrHeaders *make_headers(GrDb *db) {
    struct GrHeaders *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->cache.free = free_headers;
    h->head.single = true;
    gr_buffer_init(&h->head.bytes);
    h->head.tag = h->tag;
    db->headers = &h->cache;
    return h;
}

/* Are these the tags that were asked for last? */
static bool are_asked(const GrDb *db, const struct GrHeaders *h, const char *const *tags) {
    size_t i = 0;
    if (!h->head.games || h->changes != db->changes)
        return false;
    for (; *tags; tags++)
        if (h->name[i] && !strcmp(h->name[i], *tags))
            i++;
        else if (gr_intern_find(&db->catalog.tags, *tags, strlen(*tags)))
            return false;
    return !h->name[i];
}

/* Notes the tags that are in the catalog; no game has the others. Are these not too many? */
static bool ask_for(const GrDb *db, struct GrHeaders *h, const char *const *tags) {
    const GrIntern *known = &db->catalog.tags;
    size_t count = 0;
    for (; *tags; tags++) {
        uint32_t tag = gr_intern_find(known, *tags, strlen(*tags));
        if (tag && count == MOST_TAGS)
            return false;
        if (!tag)
            continue;
        h->name[count] = gr_intern_get(known, tag);
        h->tag[count++].tag = tag;
    }
    h->name[count] = NULL;
    h->head.tags = count;
    h->changes = db->changes;
    return true;
}

/* Reads the head of the game's block; false if the block has to be asked. */
static bool open_head(GrDb *db, struct GrHeaders *h, int64_t id, const char *const *tags) {
    GrError why;
    const bool asked = are_asked(db, h, tags);
    if (asked && id >= h->head.first && id - h->head.first < h->head.games)
        return true;
    int64_t first = gr_db_block_of(db, id, &why);
    if (first <= 0 || (!asked && !ask_for(db, h, tags)))
        return false;
    if (gr_head_read(db, first, &h->head, &why) <= 0)
        h->head.games = 0;
    return id - first < h->head.games;
}

/* The tags of the block's game i: 1, 0 if the block has to be asked, or a code. */
static int read_values(GrDb *db, const struct GrHeaders *h, size_t i, GrGame *game, GrError *error) {
    uint32_t number[MOST_TAGS];
    const GrIntern *texts[MOST_TAGS];
    for (size_t n = 0; n < h->head.tags; n++) {
        number[n] = gr_head_value(&h->tag[n], i);
        texts[n] = &gr_catalog_dictionary(&db->catalog, h->tag[n].tag)->texts;
        gr_intern_reach_number(texts[n], number[n]);
    }
    for (size_t n = 0; n < h->head.tags; n++)
        gr_intern_touch_number(texts[n], number[n]);
    for (size_t n = 0; n < h->head.tags; n++) {
        if (number[n] == GR_NO_VALUE)
            continue;
        const char *value = number[n] ? gr_catalog_get_value(&db->catalog, h->tag[n].tag, number[n], error) : NULL;
        if (!value)
            return 0;
        if (gr_game_set_tag(game, h->name[n], value))
            return gr_no_memory(error);
    }
    return 1;
}

int gr_headers_get(GrDb *db, int64_t id, const char *const *tags, GrGame *game, GrError *error) {
    GrRow row = {.cell_count = 0};
    if (gr_db_refresh(db, error) || db->writing)
        return 0;
    struct GrHeaders *h = db->headers ? (struct GrHeaders *)db->headers : make_headers(db);
    if (!h)
        return gr_no_memory(error);
    if (id < 1 || !open_head(db, h, id, tags))
        return 0;
    size_t i = (size_t)(id - h->head.first);
    row.column[GR_COL_FLAGS] = gr_head_property(&h->head, GR_COL_FLAGS, i);
    row.column[GR_COL_VARIANT] = gr_head_property(&h->head, GR_COL_VARIANT, i);
    row.column[GR_COL_PLIES] = gr_head_property(&h->head, GR_COL_PLIES, i);
    if (row.column[GR_COL_FLAGS] & GR_FLAG_DELETED)
        return 0;
    gr_game_clear(game);
    int got = read_values(db, h, i, game, error);
    if (got > 0)
        gr_row_facts(db, &row, game);
    return got;
}
