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
    facts->head.tag = facts->column;
    facts->head.tags = GR_FACTS;
    for (int n = 0; n < GR_FACTS; n++) {
        facts->tag[n] = gr_intern_find(&db->catalog.tags, name[n], strlen(name[n]));
        facts->column[n].tag = facts->tag[n];
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

/* Makes the head at hand that of the block. */
static int find_head(GrFacts *facts, GrDb *db, int64_t first, GrError *error) {
    if (facts->head.first == first)
        return 0;
    int got = gr_head_read(db, first, &facts->head, error);
    facts->sound = got > 0;
    facts->head.first = got < 0 ? 0 : first;
    return got < 0 && !gr_is_damage(got) ? got : 0;
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

int gr_facts_read(GrFacts *facts, GrDb *db, int64_t first, uint32_t i, uint32_t value[GR_FACTS], GrError *error) {
    int got = find_head(facts, db, first, error);
    if (got || !facts->sound || i >= facts->head.games)
        return got;
    got = 1;
    for (int n = 0; n < GR_FACTS && got > 0; n++) {
        uint32_t number = facts->column[n].value[i];
        value[n] = 0;
        if (number != GR_NO_VALUE)
            got = number ? look_up(facts, db, n, number, &value[n], error) : 0;
    }
    return got;
}
