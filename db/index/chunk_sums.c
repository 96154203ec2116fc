/* Checksums of the games of each chunk of a segment. */
#include "db/index/chunk_sums.h"

#include <stdlib.h>

#include "db/codec/integrity.h"
#include "db/codec/postings.h"
#include "db/store/internal.h"

/* The row of a segment is the last one before that of games which are always asked. */
enum { BUCKET = GR_BUCKET_ALWAYS - 1, UNKNOWN = 1, GAME };

void gr_chunk_sums_free(GrChunkSums *checks) {
    free(checks->of);
    *checks = (GrChunkSums){0};
}

static int64_t row_of(int64_t segment) {
    return segment << GR_SEGMENT_SHIFT | BUCKET;
}

bool gr_chunk_sums_have_row(int64_t number) {
    return (number & GR_BUCKET_ALWAYS) == BUCKET;
}

static bool make_room(GrChunkSums *checks, const GrSegment *segment) {
    checks->segment = segment->id;
    checks->first = segment->first;
    checks->chunks = (uint32_t)(segment->last - segment->first + 1);
    if (!checks->of)
        checks->of = calloc(GR_SEGMENT_CHUNKS, sizeof *checks->of);
    return checks->of != NULL;
}

/* ---- going through games as their blocks have them ---- */

/* What a head says of a game that is there. */
typedef struct Known {
    int64_t id;
    uint32_t fact;         /* UNKNOWN, or GAME + its result + 4 * the number of its variant */
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
    Known known = {.id = block->first + i, .fact = UNKNOWN};
    if (!block->suspect) {
        known.start = block->column[GR_COL_START][i];
        known.plies = block->column[GR_COL_PLIES][i];
        known.check = check_of(block, i);
    }
    if (!block->suspect && !(flags & GR_FLAG_INLINE_TAGS) && shape) {
        known.fact = GAME + (flags & GR_FLAG_RESULT) + 4 * block->column[GR_COL_VARIANT][i];
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
            walk->game(walk->context, &(Known){.id = id, .fact = UNKNOWN});
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

/* ---- making them ---- */

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

typedef struct Making {
    GrChunkSums checks;
    GrBuffer sum;   /* what the check of the chunk at hand is of, */
    uint32_t chunk; /* and its number in the segment */
} Making;

static void end_check(Making *making) {
    making->checks.of[making->chunk] = gr_crc(making->sum.data, making->sum.len);
    gr_buffer_clear(&making->sum);
}

static void take_game(void *context, const Known *known) {
    Making *making = context;
    uint32_t chunk = (uint32_t)(gr_chunk_of(known->id) - making->checks.first);
    if (chunk != making->chunk)
        end_check(making);
    making->chunk = chunk;
    put_check(&making->sum, known);
}

static int put_row(GrDb *db, const GrChunkSums *checks, GrError *error) {
    GrBuffer row;
    sqlite3_stmt *stmt;
    int64_t number = row_of(checks->segment);
    gr_buffer_init(&row);
    gr_put_u32(&row, 0);
    for (uint32_t i = 0; i < checks->chunks; i++)
        gr_put_u32(&row, checks->of[i]);
    gr_sum_row(&row, 0, gr_posting_seed(number));
    int code = row.failed ? gr_no_memory(error) : gr_sql(&db->sql, GR_SQL_PUT_POSTING, &stmt, error);
    if (!code) {
        sqlite3_bind_int64(stmt, 1, number);
        sqlite3_bind_blob64(stmt, 2, row.data, row.len, SQLITE_STATIC);
        code = gr_sql_run(&db->sql, stmt, error);
    }
    gr_buffer_free(&row);
    return code;
}

int gr_chunk_sums_put(GrDb *db, const GrSegment *segment, GrError *error) {
    Making making = {.chunk = 0};
    gr_buffer_init(&making.sum);
    int code = make_room(&making.checks, segment) ? 0 : gr_no_memory(error);
    const int64_t first = gr_chunk_first(segment->first), end = gr_chunk_first(segment->last + 1);
    const Walk walk = {db, first, end, &making, take_game};
    if (!code)
        code = walk_games(&walk, error);
    if (!code) {
        end_check(&making);
        code = making.sum.failed ? gr_no_memory(error) : put_row(db, &making.checks, error);
    }
    gr_buffer_free(&making.sum);
    gr_chunk_sums_free(&making.checks);
    return code;
}

/* ---- is it still so? ---- */

static bool read_row(GrInput row, GrChunkSums *checks) {
    for (uint32_t i = 0; i < checks->chunks; i++)
        checks->of[i] = gr_input_u32(&row);
    return !row.bad && !gr_input_left(&row);
}

int gr_chunk_sums_open(GrDb *db, const GrSegment *segment, GrChunkSums *checks, GrError *error) {
    sqlite3_stmt *stmt;
    GrInput row;
    int64_t number = row_of(segment->id);
    if (segment->last - segment->first >= GR_SEGMENT_CHUNKS)
        return 0;
    int found = gr_sql_find(&db->sql, GR_SQL_GET_POSTING, number, &stmt, error);
    if (found <= 0)
        return found;
    int code = gr_db_long_blob(db, GR_LONG_POSTING, number, stmt, 0, &row, error);
    if (!code && gr_row_is_sound(&row, gr_posting_seed(number)))
        found = make_room(checks, segment) ? read_row(row, checks) : gr_no_memory(error);
    else
        found = code && !gr_is_damage(code) ? code : 0;
    sqlite3_reset(stmt);
    return found;
}

static void take_check(void *context, const Known *known) {
    put_check(context, known);
}

int gr_chunk_sums_hold(GrDb *db, const GrChunkSums *checks, int64_t chunk, GrError *error) {
    GrBuffer sum;
    const Walk walk = {db, gr_chunk_first(chunk), gr_chunk_first(chunk + 1), &sum, take_check};
    gr_buffer_init(&sum);
    int code = walk_games(&walk, error);
    if (!code && sum.failed)
        code = gr_no_memory(error);
    bool same = !code && gr_crc(sum.data, sum.len) == checks->of[chunk - checks->first];
    gr_buffer_free(&sum);
    return code ? code : same;
}

const GrSegment *gr_chunk_sums_segment(const GrCoverage *coverage, int64_t chunk) {
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

int gr_chunk_sums_sound(int64_t number, GrInput row) {
    return gr_row_is_sound(&row, gr_posting_seed(number)) && gr_input_left(&row) % 4 == 0;
}
