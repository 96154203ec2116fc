/* Ratings and dates by the columns of blocks. */
#include "db/index/facts.h"

#include <stdlib.h>
#include <string.h>

#include "notation/tag_values.h"

/* Values with higher numbers are few, and read each time. */
enum { MOST_KNOWN = 1 << 16 };

static const char *const fact_tag[GR_FACTS] = {"WhiteElo", "BlackElo", "Date"};

static uint32_t date_of(const char *text) {
    int part[3];
    return gr_date_of(text, part) ? (uint32_t)(part[0] * 512 + part[1] * 32 + part[2]) : 0;
}

static uint32_t rating_of(const char *text) {
    return gr_rating_of(text);
}

static void free_facts(GrDbCache *cache) {
    GrFacts *facts = (GrFacts *)cache;
    for (int n = 0; n < GR_FACTS; n++)
        free(facts->known[n]);
    free(facts);
}

static GrFacts *make_facts(GrDb *db) {
    GrFacts *facts = calloc(1, sizeof *facts);
    if (!facts)
        return NULL;
    facts->cache.free = free_facts;
    facts->changes = db->changes;
    facts->head.tag = facts->column;
    facts->head.tags = GR_FACTS;
    for (int n = 0; n < GR_FACTS; n++) {
        facts->tag[n] = gr_intern_find(&db->catalog.tags, fact_tag[n], strlen(fact_tag[n]));
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
    *value = n == GR_FACT_DATE ? date_of(text) : rating_of(text);
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

int gr_facts_of_row(GrDb *db, const GrRow *row, uint32_t value[GR_FACTS], GrError *error) {
    const char *name, *text;
    GrRowReader reader;
    int tag = gr_row_open(db, row, &reader, error);
    memset(value, 0, GR_FACTS * sizeof *value);
    while (!tag && (tag = gr_row_next_tag(&reader, &name, &text, error)) > 0) {
        for (int n = 0; n < GR_FACTS; n++)
            if (!strcmp(name, fact_tag[n]))
                value[n] = n == GR_FACT_DATE ? date_of(text) : rating_of(text);
        tag = 0;
    }
    return tag;
}

int gr_facts_of_game(GrFacts *facts, GrDb *db, int64_t id, uint32_t value[GR_FACTS], GrError *error) {
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    memset(value, 0, GR_FACTS * sizeof *value);
    int code = gr_db_find(db, id, GR_BLOCK_MOVES, &block, &i, error);
    int got = code ? code : gr_facts_read(facts, db, block->first, i, value, error);
    if (got)
        return got < 0 ? got : 0;
    code = gr_db_find(db, id, GR_BLOCK_TEXTS, &block, &i, error);
    if (code)
        return code;
    gr_block_row(block, i, &row);
    return gr_facts_of_row(db, &row, value, error);
}
