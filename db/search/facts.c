/* Ratings and dates by the columns of blocks. */
#include "db/search/facts.h"

#include <stdlib.h>
#include <string.h>

#include "db/index/replay_block.h"

/* Values with higher numbers are few, and read each time. */
enum { MOST_KNOWN = 1 << 16 };

static void free_facts(GrDbCache *cache) {
    GrFacts *facts = (GrFacts *)cache;
    for (int n = 0; n < GR_FACTS; n++)
        free(facts->known[n]);
    free(facts);
}

static GrFacts *make_facts(GrDb *db) {
    static const char *const name[GR_FACTS] = {"WhiteElo", "BlackElo", "Date"};
    GrFacts *facts = calloc(1, sizeof *facts);
    if (!facts)
        return NULL;
    facts->cache.free = free_facts;
    facts->changes = db->changes;
    for (int n = 0; n < GR_FACTS; n++) {
        facts->tag[n] = gr_intern_find(&db->catalog.tags, name[n], strlen(name[n]));
        if (facts->tag[n]) /* without memory, values are read each time */
            facts->known[n] = calloc(MOST_KNOWN, sizeof *facts->known[n]);
    }
    db->facts = &facts->cache;
    return facts;
}

GrFacts *gr_facts_open(GrDb *db) {
    GrFacts *facts = (GrFacts *)db->facts;
    if (facts && facts->changes == db->changes)
        return facts;
    if (facts)
        free_facts(db->facts);
    db->facts = NULL;
    return make_facts(db);
}

/* If a tag stands in the shape more than once, the last one counts. */
static void find_places(GrFacts *facts, uint32_t id, const GrShape *shape) {
    facts->shape = id;
    for (int n = 0; n < GR_FACTS; n++) {
        facts->place[n] = shape->count;
        for (uint32_t j = 0; j < shape->count; j++)
            if (shape->tags[j] == facts->tag[n])
                facts->place[n] = j;
    }
}

/* What a number of a dictionary says; 1 or a code. */
static int look_up(GrFacts *facts, GrDb *db, int n, uint32_t number, uint32_t *value, GrError *error) {
    uint32_t *known = facts->known[n] && number < MOST_KNOWN ? &facts->known[n][number] : NULL;
    if (known && *known) {
        *value = *known - 1;
        return 1;
    }
    const char *text = gr_catalog_get_value(&db->catalog, facts->tag[n], number, error);
    if (!text)
        return (int)error->code;
    *value = n == GR_FACT_DATE ? gr_replay_block_date(text) : gr_replay_block_rating(text);
    if (known)
        *known = *value + 1;
    return 1;
}

int gr_facts_read(GrFacts *facts, GrDb *db, const GrRow *row, uint32_t value[GR_FACTS], GrError *error) {
    uint32_t id = row->column[GR_COL_SHAPE];
    if (row->column[GR_COL_FLAGS] & GR_FLAG_INLINE_TAGS || !id)
        return 0;
    if (id != facts->shape) {
        const GrShape *shape = gr_catalog_get_shape(&db->catalog, id);
        if (!shape || row->cell_count != shape->count)
            return 0;
        find_places(facts, id, shape);
    }
    int got = 1;
    for (int n = 0; n < GR_FACTS && got > 0; n++) {
        uint32_t at = facts->place[n];
        value[n] = 0;
        if (at < row->cell_count && facts->tag[n])
            got = row->cells[at] ? look_up(facts, db, n, row->cells[at], &value[n], error) : 0;
    }
    return got;
}
