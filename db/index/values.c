/* Columns of what games have besides their moves, for each segment of the index. */
#include "db/index/values.h"

#include <stdlib.h>

#include "db/codec/column.h"
#include "db/codec/integrity.h"
#include "db/codec/postings.h"
#include "db/store/head.h"

/* The row of facts is the last one before that of games which are always asked, those of tags lie below it. */
enum { FACTS = GR_BUCKET_ALWAYS - 1, BATCH = 16, RUN = 512, FEW = 9 };

void gr_values_free(GrTagValues *values) {
    free(values->state);
    free(values->fact);
    free(values->tag);
    free(values->check);
    *values = (GrTagValues){0};
}

static int64_t row_of(int64_t segment, uint32_t tag) {
    return segment << GR_SEGMENT_SHIFT | (int64_t)(FACTS - tag);
}

static int64_t bucket_of(int64_t number) {
    return number & GR_BUCKET_ALWAYS;
}

bool gr_values_have_row(int64_t number) {
    return bucket_of(number) >= FACTS - GR_MAX_TAGS && bucket_of(number) <= FACTS;
}

/* Makes room for what there is of a segment's games, as in any other; false if memory runs out. */
static bool make_room(GrTagValues *values, const GrSegment *segment, bool facts) {
    values->id = segment->id;
    values->first = gr_chunk_first(segment->first);
    values->chunks = (uint32_t)(segment->last - segment->first + 1);
    values->games = values->chunks * GR_CHUNK_GAMES;
    values->tags = 0;
    if (!values->state)
        values->state = malloc((size_t)GR_VALUES_CHUNKS * GR_CHUNK_GAMES);
    if (facts && !values->fact)
        values->fact = calloc((size_t)GR_VALUES_CHUNKS * GR_CHUNK_GAMES, sizeof *values->fact);
    if (!values->check)
        values->check = calloc(GR_VALUES_CHUNKS, sizeof *values->check);
    if (!values->tag)
        values->tag = calloc(GR_MAX_TAGS, sizeof *values->tag);
    return values->state && (values->fact || !facts) && values->check && values->tag;
}

/* ---- going through games as their blocks have them ---- */

/* What a head says of a game that is there. */
typedef struct Known {
    int64_t id;
    uint32_t fact;
    uint32_t start, plies, check; /* as far as they are known; else 0 */
    const GrShape *shape;  /* NULL: none is known; */
    const uint32_t *cell;  /* the values of its tags, NULL if it has none */
} Known;

typedef struct Walk {
    GrDb *db;
    int64_t first, end;  /* games from first on, before end */
    void *context;
    void (*game)(void *context, const Known *known);
} Walk;

/* Is all that the index has of a game in the head and in its moves? */
static bool is_in_head(const GrBlock *block, uint32_t i) {
    bool all = !(block->column[GR_COL_FLAGS][i] & GR_FLAG_INLINE_TAGS);
    all = all && block->column[GR_COL_START][i] != GR_START_TEXT;
    for (uint32_t at = block->cells_at[i]; all && at < block->cells_at[i + 1]; at++)
        all = block->cells[at] != 0;
    return all;
}

/* A checksum of a game's moves; of all of it, if the index has something of it that is elsewhere. A comment alone thus
 * mostly changes nothing. */
static uint32_t check_of(const GrBlock *block, uint32_t i) {
    uint32_t at = block->moves_at[i], len = block->moves_at[i + 1] - at;
    if (!is_in_head(block, i))
        return block->column[GR_COL_CHECK][i];
    return len ? gr_crc(block->moves.data + at, len) : 0;
}

static void walk_game(const Walk *walk, const GrBlock *block, uint32_t i) {
    const uint32_t flags = block->column[GR_COL_FLAGS][i], *cell = block->cells;
    const GrShape *shape = gr_catalog_get_shape(&walk->db->catalog, block->column[GR_COL_SHAPE][i]);
    if (!block->suspect && (flags & GR_FLAG_DELETED))
        return;
    Known known = {.id = block->first + i, .fact = GR_FACT_UNKNOWN};
    if (!block->suspect) {
        known.start = block->column[GR_COL_START][i];
        known.plies = block->column[GR_COL_PLIES][i];
        known.check = check_of(block, i);
    }
    if (!block->suspect && !(flags & GR_FLAG_INLINE_TAGS) && shape) {
        known.fact = GR_FACT_GAME + (flags & GR_FLAG_RESULT) + 4 * block->column[GR_COL_VARIANT][i];
        known.shape = shape;
        known.cell = cell ? cell + block->cells_at[i] : NULL;
    }
    walk->game(walk->context, &known);
}

static void walk_block(const Walk *walk, const GrBlock *block) {
    for (uint32_t i = 0; i < block->games; i++)
        if (block->first + i >= walk->first && block->first + i < walk->end)
            walk_game(walk, block, i);
}

/* Of games whose block cannot be read nothing is known. */
static void walk_unread(const Walk *walk, int64_t first, int64_t next) {
    int64_t end = next && next < first + GR_BLOCK_GAMES ? next : first + GR_BLOCK_GAMES;
    for (int64_t id = first; id < end; id++)
        if (id >= walk->first && id < walk->end)
            walk->game(walk->context, &(Known){.id = id, .fact = GR_FACT_UNKNOWN});
}

static int walk_games(const Walk *walk, GrError *error) {
    GrDb *db = walk->db;
    GrBlock *block = calloc(1, sizeof *block);
    if (!block)
        return gr_no_memory(error);
    int64_t first = gr_db_block_of(db, walk->first, error);
    if (!first)
        first = gr_db_next_block(db, walk->first, error);
    int code = 0;
    while (!code && first > 0 && first < walk->end) {
        GrError why;
        int64_t next = gr_db_next_block(db, first + 1, error);
        code = next < 0 ? (int)next : gr_db_read_block(db, first, GR_BLOCK_TAGS, block, &why);
        if (!code)
            walk_block(walk, block);
        else if (next >= 0 && gr_is_damage(code))
            walk_unread(walk, first, next);
        if (next >= 0)
            code = code && !gr_is_damage(code) ? gr_fail(error, why.code, "%s", why.text) : 0;
        first = next;
    }
    gr_block_free(block);
    free(block);
    return code || first >= 0 ? code : (int)first;
}

/* ---- making columns ---- */

typedef struct Making {
    GrDb *db;
    GrTagValues values;
    GrBuffer sum;          /* what the check of the chunk at hand is of, */
    int64_t chunk;         /* and its number in the segment */
    bool has[GR_MAX_TAGS + 1];
    uint32_t at[GR_MAX_TAGS + 1]; /* of a tag of the batch at hand: 1 + its column */
    uint32_t *column[BATCH];
    GrBuffer row;
} Making;

static void put_check(GrBuffer *sum, const Known *known) {
    gr_put_varint(sum, (uint64_t)known->id);
    gr_put_varint(sum, known->fact);
    gr_put_varint(sum, known->start);
    gr_put_varint(sum, known->plies);
    gr_put_u32(sum, known->check);
    for (uint32_t j = 0; known->shape && known->cell && j < known->shape->count; j++) {
        gr_put_varint(sum, known->shape->tags[j]);
        gr_put_varint(sum, known->cell[j]);
    }
}

static void end_check(Making *making) {
    making->values.check[making->chunk] = gr_crc(making->sum.data, making->sum.len);
    gr_buffer_clear(&making->sum);
}

static void take_facts(void *context, const Known *known) {
    Making *making = context;
    int64_t i = known->id - making->values.first;
    making->values.fact[i] = known->fact;
    if (i / GR_CHUNK_GAMES != making->chunk)
        end_check(making);
    making->chunk = i / GR_CHUNK_GAMES;
    for (uint32_t j = 0; known->shape && j < known->shape->count; j++)
        making->has[known->shape->tags[j]] = true;
    put_check(&making->sum, known);
}

static void take_values(void *context, const Known *known) {
    Making *making = context;
    for (uint32_t j = 0; known->shape && known->cell && j < known->shape->count; j++) {
        uint32_t at = making->at[known->shape->tags[j]];
        if (at)
            making->column[at - 1][known->id - making->values.first] = known->cell[j] + 1;
    }
}

static int put_row(Making *making, int64_t number, GrError *error) {
    sqlite3_stmt *stmt;
    gr_sum_row(&making->row, 0, gr_posting_seed(number));
    if (making->row.failed)
        return gr_no_memory(error);
    int code = gr_sql(&making->db->sql, GR_SQL_PUT_POSTING, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, number);
    sqlite3_bind_blob64(stmt, 2, making->row.data, making->row.len, SQLITE_STATIC);
    return gr_sql_run(&making->db->sql, stmt, error);
}

/* Most tags are of all games of a run or of few. How many are theirs; if that is neither none nor all, which ones:
 * by number if they are few, else by a bit for each; then their values. */
static void put_run(GrBuffer *out, const uint32_t *value, uint32_t games) {
    uint32_t have[RUN], at[RUN], is[RUN], count = 0;
    for (uint32_t i = 0; i < games; i++) {
        is[i] = value[i] != 0;
        have[count] = value[i];
        at[count] = i;
        count += is[i];
    }
    gr_put_varint(out, count);
    if (count && count < games)
        gr_column_write(out, count < games / FEW ? at : is, count < games / FEW ? count : games);
    if (count)
        gr_column_write(out, have, count);
}

static void put_column(GrBuffer *out, const uint32_t *value, uint32_t games) {
    for (uint32_t i = 0; i < games; i += RUN)
        put_run(out, value + i, games - i < RUN ? games - i : RUN);
}

/* The values of `count` games, to those that have them; the others have 0. */
static void spread(const uint32_t *which, const uint32_t *have, uint32_t count, uint32_t games, GrInput *in,
                   uint32_t *value) {
    uint32_t next = 0;
    bool few = count < games / FEW;
    memset(value, 0, games * sizeof *value);
    for (uint32_t i = 0; i < (few ? count : games); i++) {
        if (few && which[i] < games)
            value[which[i]] = have[i];
        else if (!few && which[i] && next < count)
            value[i] = have[next++];
        else
            in->bad |= few || which[i];
    }
}

static void read_run(GrInput *in, uint32_t *value, uint32_t games) {
    uint32_t have[RUN], which[RUN], count = gr_input_bounded(in, games);
    if (count == games) {
        gr_column_read(in, value, games);
    } else if (count) {
        gr_column_read(in, which, count < games / FEW ? count : games);
        gr_column_read(in, have, count);
        spread(which, have, count, games, in, value);
    } else {
        memset(value, 0, games * sizeof *value);
    }
}

static void begin_row(Making *making) {
    gr_buffer_clear(&making->row);
    gr_put_u32(&making->row, 0);
}

static int put_facts(Making *making, GrError *error) {
    const GrTagValues *values = &making->values;
    begin_row(making);
    gr_put_varint(&making->row, values->tags);
    for (uint32_t i = 0; i < values->tags; i++)
        gr_put_varint(&making->row, values->tag[i]);
    put_column(&making->row, values->fact, values->games);
    for (uint32_t i = 0; i < values->chunks; i++)
        gr_put_u32(&making->row, values->check[i]);
    return put_row(making, row_of(values->id, 0), error);
}

/* Facts, and which tags there are. */
static int make_facts(Making *making, GrError *error) {
    GrTagValues *values = &making->values;
    const Walk walk = {making->db, values->first, values->first + values->games, making, take_facts};
    int code = walk_games(&walk, error);
    end_check(making);
    for (uint32_t tag = 1; tag <= GR_MAX_TAGS; tag++)
        if (making->has[tag] && values->tags < GR_MAX_TAGS)
            values->tag[values->tags++] = tag;
    if (!code && making->sum.failed)
        code = gr_no_memory(error);
    return code ? code : put_facts(making, error);
}

/* The columns of some tags, so that few are in memory at once. */
static int make_batch(Making *making, const uint32_t *tag, uint32_t tags, GrError *error) {
    const GrTagValues *values = &making->values;
    const Walk walk = {making->db, values->first, values->first + values->games, making, take_values};
    memset(making->at, 0, sizeof making->at);
    for (uint32_t i = 0; i < tags; i++) {
        memset(making->column[i], 0, values->games * sizeof *making->column[i]);
        making->at[tag[i]] = i + 1;
    }
    int code = walk_games(&walk, error);
    for (uint32_t i = 0; i < tags && !code; i++) {
        begin_row(making);
        put_column(&making->row, making->column[i], values->games);
        code = put_row(making, row_of(values->id, tag[i]), error);
    }
    return code;
}

static int make_columns(Making *making, GrError *error) {
    const GrTagValues *values = &making->values;
    int code = 0;
    for (uint32_t i = 0; i < BATCH && i < values->tags; i++) {
        making->column[i] = malloc(values->games * sizeof *making->column[i]);
        if (!making->column[i])
            return gr_no_memory(error);
    }
    for (uint32_t i = 0; i < values->tags && !code; i += BATCH)
        code = make_batch(making, values->tag + i, values->tags - i < BATCH ? values->tags - i : BATCH, error);
    return code;
}

int gr_values_put(GrDb *db, const GrSegment *segment, GrError *error) {
    Making *making = calloc(1, sizeof *making);
    if (!making)
        return gr_no_memory(error);
    making->db = db;
    gr_buffer_init(&making->row);
    gr_buffer_init(&making->sum);
    int code = make_room(&making->values, segment, true) ? make_facts(making, error) : gr_no_memory(error);
    if (!code)
        code = make_columns(making, error);
    for (int i = 0; i < BATCH; i++)
        free(making->column[i]);
    gr_values_free(&making->values);
    gr_buffer_free(&making->row);
    gr_buffer_free(&making->sum);
    free(making);
    return code;
}

/* ---- asking ---- */

/* A row, whose statement is to be reset: 1, 0 if it is missing or damaged, or a code. */
static int open_row(GrDb *db, int64_t number, sqlite3_stmt **stmt, GrInput *row, GrError *error) {
    int found = gr_sql_find(&db->sql, GR_SQL_GET_POSTING, number, stmt, error);
    if (found <= 0)
        return found;
    int code = gr_db_long_blob(db, GR_LONG_POSTING, number, *stmt, 0, row, error);
    if (!code && gr_row_is_sound(row, gr_posting_seed(number)))
        return 1;
    sqlite3_reset(*stmt);
    return code && !gr_is_damage(code) ? code : 0;
}

/* The tags, in order, each once. */
static uint32_t read_tags(GrInput *row, uint32_t *tag) {
    uint32_t tags = gr_input_bounded(row, GR_MAX_TAGS), last = 0;
    for (uint32_t i = 0; i < tags && !row->bad; i++) {
        uint32_t one = gr_input_bounded(row, GR_MAX_TAGS);
        row->bad |= one <= last;
        last = one;
        if (tag)
            tag[i] = one;
    }
    return row->bad ? 0 : tags;
}

/* A run in which the lowest fact is that of a game has nothing but games: then it need not be unpacked. */
static bool is_all_games(GrInput *in, uint32_t games) {
    GrInput run = *in;
    GrColumn column;
    if (gr_input_bounded(&run, games) != games)
        return false;
    gr_column_open(&run, &column, games);
    bool all = !run.bad && column.low >= GR_FACT_GAME;
    if (all)
        *in = run;
    return all;
}

static void read_states(GrInput *in, GrTagValues *values, bool facts) {
    uint32_t room[RUN];
    for (uint32_t i = 0; i < values->games && !in->bad; i += RUN) {
        uint32_t run = values->games - i < RUN ? values->games - i : RUN;
        uint32_t *fact = facts ? values->fact + i : room;
        if (!facts && is_all_games(in, run)) {
            memset(values->state + i, GR_FACT_GAME, run);
            continue;
        }
        read_run(in, fact, run);
        for (uint32_t n = 0; n < run; n++)
            values->state[i + n] = (uint8_t)(fact[n] < GR_FACT_GAME ? fact[n] : GR_FACT_GAME);
    }
}

static bool read_facts(GrInput row, GrTagValues *values, bool facts) {
    values->tags = read_tags(&row, values->tag);
    if (!row.bad)
        read_states(&row, values, facts);
    for (uint32_t i = 0; i < values->chunks; i++)
        values->check[i] = gr_input_u32(&row);
    return !row.bad && !gr_input_left(&row);
}

int gr_values_open(GrDb *db, const GrSegment *segment, bool facts, GrTagValues *values, GrError *error) {
    sqlite3_stmt *stmt;
    GrInput row;
    if (segment->last - segment->first >= GR_VALUES_CHUNKS)
        return 0;
    int found = open_row(db, row_of(segment->id, 0), &stmt, &row, error);
    if (found <= 0)
        return found;
    if (!make_room(values, segment, facts))
        found = gr_no_memory(error);
    else
        found = read_facts(row, values, facts);
    sqlite3_reset(stmt);
    return found;
}

static bool has_tag(const GrTagValues *values, uint32_t tag) {
    uint32_t i = 0;
    while (i < values->tags && values->tag[i] != tag)
        i++;
    return i < values->tags;
}

static void look_up_column(GrInput *row, const GrValueTable *of, uint8_t *found, uint32_t games) {
    uint32_t value[RUN];
    for (uint32_t i = 0; i < games && !row->bad; i += RUN) {
        uint32_t run = games - i < RUN ? games - i : RUN;
        read_run(row, value, run);
        for (uint32_t n = 0; n < run; n++)
            found[i + n] = gr_value_table_at(of, value[n]);
    }
}

int gr_values_look_up(GrDb *db, const GrTagValues *values, uint32_t tag, const GrValueTable *of, uint8_t *found,
                      GrError *error) {
    sqlite3_stmt *stmt;
    GrInput row;
    if (!has_tag(values, tag)) {
        memset(found, of->of[0], values->games);
        return 1;
    }
    int got = open_row(db, row_of(values->id, tag), &stmt, &row, error);
    if (got <= 0)
        return got;
    look_up_column(&row, of, found, values->games);
    sqlite3_reset(stmt);
    return !row.bad && !gr_input_left(&row);
}

/* ---- is it still so? ---- */

static void take_check(void *context, const Known *known) {
    put_check(context, known);
}

int gr_values_hold(GrDb *db, const GrTagValues *values, int64_t chunk, GrError *error) {
    GrBuffer sum;
    int64_t first = gr_chunk_first(chunk);
    const Walk walk = {db, first, first + GR_CHUNK_GAMES, &sum, take_check};
    gr_buffer_init(&sum);
    int code = walk_games(&walk, error);
    if (!code && sum.failed)
        code = gr_no_memory(error);
    bool same = !code && gr_crc(sum.data, sum.len) == values->check[(first - values->first) / GR_CHUNK_GAMES];
    gr_buffer_free(&sum);
    return code ? code : same;
}

const GrSegment *gr_values_segment(const GrCoverage *coverage, int64_t chunk) {
    const GrSegment *found = NULL;
    for (size_t i = 0; i < coverage->segments; i++) {
        const GrSegment *s = &coverage->segment[i];
        if (s->first > chunk || s->last < chunk)
            continue;
        if (found)
            return NULL;
        found = s;
    }
    return found;
}

int gr_values_sound(int64_t number, GrInput row, uint32_t *tags) {
    if (!gr_row_is_sound(&row, gr_posting_seed(number)))
        return 0;
    if (bucket_of(number) == FACTS)
        *tags = read_tags(&row, NULL);
    return !row.bad;
}
