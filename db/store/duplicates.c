/* The index of games by identity, which finds duplicates. */
#include "db/store/duplicates.h"

#include <stdlib.h>

#include "db/codec/bytes.h"

/* A bucket of `bits` first bits has the row (bits << 32) + those bits: buckets of another number
 * of bits are other rows, so that the index can be rebuilt beside itself. Buckets are made
 * smaller when they have come to BUCKET_FULL games each, to BUCKET_NEW. */
enum { BUCKET_NEW = 64, BUCKET_FULL = 256, MAX_BITS = 24, MAX_FRESH = 1 << 17 };

/* A bucket has no more entries, even for games crafted to collide. */
enum { MOST_ENTRIES = 1 << 20 };

/* Bits of the filter for each game, up to 2 MB in all. */
enum { FILTER_A_GAME = 16, FILTER_LEAST = 1 << 20, FILTER_MOST = 1 << 24 };

/* And the index no more, so that nothing overflows. */
static const int64_t most_games = (int64_t)1 << 48;

static const char bits_key[] = "fingerprint_bits", total_key[] = "fingerprint_games";

static int64_t row_of(unsigned bits, uint32_t bucket) {
    return ((int64_t)bits << 32) + bucket;
}

static uint32_t bucket_of(unsigned bits, uint32_t identity) {
    return bits ? identity >> (32 - bits) : 0; /* a shift by 32 would be undefined */
}

static uint32_t bucket_start(unsigned bits, uint32_t bucket) {
    return bits ? bucket << (32 - bits) : 0;
}

static void drop_filter(GrDuplicates *seen) {
    free(seen->filter);
    seen->filter = NULL;
    seen->reads = 0;
}

void gr_duplicates_free(GrDuplicates *seen) {
    free(seen->fresh);
    free(seen->entry);
    free(seen->filter);
    *seen = (GrDuplicates){.sql = seen->sql};
}

static int get_meta(GrDuplicates *seen, const char *key, int64_t max, int64_t *value, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(seen->sql, GR_SQL_GET_META, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
    int row = gr_sql_row(seen->sql, stmt, error);
    *value = row > 0 ? sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_reset(stmt);
    if (row >= 0 && (*value < 0 || *value > max))
        return gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: %s", key);
    return row < 0 ? row : 0;
}

static int put_meta(GrDuplicates *seen, const char *key, int64_t value, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(seen->sql, GR_SQL_PUT_META, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 2, value);
    return gr_sql_run(seen->sql, stmt, error);
}

static int load(GrDuplicates *seen, GrError *error) {
    int64_t bits = 0;
    int code = seen->loaded ? 0 : get_meta(seen, bits_key, MAX_BITS, &bits, error);
    if (!code && !seen->loaded)
        code = get_meta(seen, total_key, most_games, &seen->total, error);
    if (code || seen->loaded)
        return code;
    seen->bits = (unsigned)bits;
    seen->loaded = true;
    return 0;
}

static int damaged(GrError *error) {
    return gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: table seen");
}

/* Unpacks a row into seen->entry. Its entries are of its bucket, in order, and each is there once;
 * what follows one that is not is damaged. */
static int unpack(GrDuplicates *seen, int64_t row, GrInput in, GrError *error) {
    size_t most = gr_input_left(&in) / 2; /* an entry has two bytes at least */
    int64_t bucket = row - row_of(seen->bits, 0);
    seen->entries = 0;
    seen->has_bucket = false;
    if (bucket < 0 || bucket >> seen->bits || most > MOST_ENTRIES)
        return damaged(error);
    GrDuplicatesEntry last = {bucket_start(seen->bits, (uint32_t)bucket), 0};
    if (most > seen->entry_cap) {
        GrDuplicatesEntry *entry = realloc(seen->entry, most * sizeof *entry);
        if (!entry)
            return gr_no_memory(error);
        seen->entry = entry;
        seen->entry_cap = (uint32_t)most;
    }
    while (gr_input_left(&in) && !in.bad && seen->entries < most) {
        uint32_t more = gr_input_bounded(&in, UINT32_MAX - last.identity);
        uint64_t game = gr_input_varint(&in);
        in.bad |= game < 1 || game > (uint64_t)most_games ||
                  (!more && game <= (uint64_t)last.game);
        last = (GrDuplicatesEntry){last.identity + more, (int64_t)game};
        in.bad |= bucket_of(seen->bits, last.identity) != (uint32_t)bucket;
        seen->entry[seen->entries] = last;
        seen->entries += !in.bad;
    }
    return in.bad ? damaged(error) : 0;
}

/* The same, where damage is no reason to do nothing: entries that are missing, which verify finds
 * out, only let a game come in twice. */
static int unpack_some(GrDuplicates *seen, int64_t row, GrInput in, GrError *error) {
    GrError why;
    int code = unpack(seen, row, in, &why);
    return !code || code == GR_ERR_DAMAGED ? 0 : gr_fail(error, why.code, "%s", why.text);
}

static int read_bucket(GrDuplicates *seen, uint32_t bucket, GrError *error) {
    sqlite3_stmt *stmt;
    size_t len = 0;
    if (seen->has_bucket && seen->bucket == bucket)
        return 0;
    int row = gr_sql_find(seen->sql, GR_SQL_GET_DUPLICATES, row_of(seen->bits, bucket), &stmt, error);
    if (row < 0) {
        seen->has_bucket = false;
        return row;
    }
    const void *bytes = row ? gr_sql_blob(stmt, 0, &len) : "";
    int code = unpack_some(seen, row_of(seen->bits, bucket), gr_input(bytes, len), error);
    sqlite3_reset(stmt);
    seen->bucket = bucket;
    seen->has_bucket = !code;
    return code;
}

/* ---- the filter: most games are new, and no bucket has to be read to know it ---- */

static void filter_add(GrDuplicates *seen, const GrDuplicatesEntry *entry, uint32_t count) {
    for (uint32_t i = 0; i < count && seen->filter; i++) {
        uint32_t at = entry[i].identity & seen->filter_mask;
        seen->filter[at / 64] |= (uint64_t)1 << at % 64;
    }
}

/* An empty filter, with room to grow; none if memory is short. */
static void make_filter(GrDuplicates *seen, int64_t games) {
    uint32_t size = FILTER_LEAST;
    while (size < FILTER_MOST && size / (4 * FILTER_A_GAME) < games)
        size *= 2;
    drop_filter(seen);
    seen->filter = calloc(size / 64, sizeof *seen->filter);
    seen->filter_mask = size - 1;
}

/* Is the filter too small for that many games? */
static bool is_small(const GrDuplicates *seen, int64_t games) {
    return seen->filter_mask < FILTER_MOST - 1 && seen->filter_mask / FILTER_A_GAME < games;
}

/* Fills a filter with all that the file has. Whatever fails, there is none then, and buckets go on to
 * be read one by one. */
static void fill_filter(GrDuplicates *seen) {
    sqlite3_stmt *stmt = NULL;
    int64_t number = INT64_MIN;
    int row = 0, code = gr_sql(seen->sql, GR_SQL_ALL_DUPLICATES, &stmt, NULL);
    make_filter(seen, seen->total);
    if (code || !seen->filter) {
        drop_filter(seen);
        return;
    }
    sqlite3_bind_int64(stmt, 1, row_of(seen->bits, 0));
    sqlite3_bind_int64(stmt, 2, row_of(seen->bits + 1, 0));
    seen->has_bucket = false;
    while (!code && (row = gr_sql_next(seen->sql, stmt, &number, NULL)) > 0) {
        size_t len;
        const void *bytes = gr_sql_blob(stmt, 1, &len);
        code = unpack_some(seen, number, gr_input(bytes, len), NULL);
        filter_add(seen, seen->entry, seen->entries);
    }
    sqlite3_reset(stmt);
    if (code || row < 0)
        drop_filter(seen);
}

/* Can the file have a game of that identity? A filter is made when as many buckets have been asked as
 * there are. */
static bool may_have(GrDuplicates *seen, uint32_t identity) {
    if (!seen->total)
        return false;
    if (!seen->filter && seen->reads++ >> seen->bits)
        fill_filter(seen);
    uint32_t at = identity & seen->filter_mask;
    return !seen->filter || (seen->filter[at / 64] >> at % 64 & 1);
}

int gr_duplicates_find(GrDuplicates *seen, uint32_t identity, GrDuplicatesSame same, void *context, GrError *error) {
    int code = load(seen, error);
    bool ask = !code && may_have(seen, identity);
    if (ask)
        code = read_bucket(seen, bucket_of(seen->bits, identity), error);
    for (uint32_t i = 0; ask && i < seen->entries && !code; i++)
        if (seen->entry[i].identity == identity)
            code = same(context, seen->entry[i].game, error);
    uint32_t mask = seen->slots - 1;
    for (uint32_t i = identity & mask; !code && seen->slots && seen->fresh[i].game;
         i = (i + 1) & mask)
        if (seen->fresh[i].identity == identity)
            code = same(context, seen->fresh[i].game, error);
    return code;
}

void gr_duplicates_expect(const GrDuplicates *seen, uint32_t identity) {
    if (seen->slots)
        __builtin_prefetch(&seen->fresh[identity & (seen->slots - 1)]);
    if (seen->filter)
        __builtin_prefetch(&seen->filter[(identity & seen->filter_mask) / 64]);
}

static void put_fresh(GrDuplicates *seen, GrDuplicatesEntry entry) {
    uint32_t mask = seen->slots - 1, i = entry.identity & mask;
    while (seen->fresh[i].game)
        i = (i + 1) & mask;
    seen->fresh[i] = entry;
    seen->used++;
}

int gr_duplicates_add(GrDuplicates *seen, uint32_t identity, int64_t game, GrError *error) {
    int code = load(seen, error);
    if (code)
        return code;
    if (seen->used >= seen->slots / 2) {
        uint32_t slots = seen->slots;
        GrDuplicatesEntry *old = seen->fresh;
        GrDuplicatesEntry *fresh = calloc(slots ? slots * 2 : 1024, sizeof *fresh);
        if (!fresh)
            return gr_no_memory(error);
        seen->fresh = fresh;
        seen->slots = slots ? slots * 2 : 1024;
        seen->used = 0;
        for (uint32_t i = 0; i < slots; i++)
            if (old[i].game)
                put_fresh(seen, old[i]);
        free(old);
    }
    put_fresh(seen, (GrDuplicatesEntry){identity, game});
    return 0;
}

bool gr_duplicates_full(const GrDuplicates *seen) {
    return seen->used >= MAX_FRESH;
}

static int compare(const void *a, const void *b) {
    const GrDuplicatesEntry *x = a, *y = b;
    if (x->identity != y->identity)
        return x->identity < y->identity ? -1 : 1;
    return (x->game > y->game) - (x->game < y->game);
}

/* Writes entries, which come in order, into buckets of `bits` bits. */
typedef struct Emitter {
    GrDuplicates *seen;
    unsigned bits;
    uint32_t bucket, last;
    GrBuffer out;
    GrError *error;
} Emitter;

static int put_bucket(Emitter *e) {
    int code = gr_sql_put(e->seen->sql, GR_SQL_PUT_DUPLICATES, row_of(e->bits, e->bucket), &e->out, e->error);
    gr_buffer_clear(&e->out);
    return code;
}

static int emit(Emitter *e, GrDuplicatesEntry entry) {
    uint32_t bucket = bucket_of(e->bits, entry.identity);
    int code = 0;
    if (bucket != e->bucket || !e->out.len) {
        code = e->out.len ? put_bucket(e) : 0;
        e->bucket = bucket;
        e->last = bucket_start(e->bits, bucket);
    }
    gr_put_varint(&e->out, entry.identity - e->last);
    gr_put_varint(&e->out, (uint64_t)entry.game);
    e->last = entry.identity;
    return code;
}

/* Emits the entries that were read and those of `fresh` up to `end` in one order. Returns how many
 * fresh ones there were; *code is set if it fails. */
static uint32_t merge(Emitter *e, const GrDuplicatesEntry *fresh, const GrDuplicatesEntry *end, int *code) {
    const GrDuplicates *seen = e->seen;
    const GrDuplicatesEntry *at = fresh, *old = seen->entry;
    const GrDuplicatesEntry *old_end = seen->entries ? old + seen->entries : old;
    while (!*code && (old < old_end || at < end)) {
        bool older = old < old_end && (at == end || compare(old, at) < 0);
        *code = emit(e, older ? *old++ : *at++);
    }
    return (uint32_t)(at - fresh);
}

/* Adds the entries to the buckets there are. */
static int add_to_buckets(Emitter *e, const GrDuplicatesEntry *fresh, uint32_t count) {
    int code = 0;
    for (uint32_t i = 0; i < count && !code;) {
        uint32_t bucket = bucket_of(e->bits, fresh[i].identity), end = i;
        while (end < count && bucket_of(e->bits, fresh[end].identity) == bucket)
            end++;
        code = read_bucket(e->seen, bucket, e->error);
        if (!code)
            i += merge(e, fresh + i, fresh + end, &code);
    }
    return code || !e->out.len ? code : put_bucket(e);
}

static int drop_below(GrDuplicates *seen, int64_t row, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(seen->sql, GR_SQL_DROP_DUPLICATES, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, row);
    return gr_sql_run(seen->sql, stmt, error);
}

int gr_duplicates_clear(GrDuplicates *seen, GrError *error) {
    gr_duplicates_free(seen);
    int code = drop_below(seen, INT64_MAX, error);
    if (!code)
        code = put_meta(seen, bits_key, 0, error);
    return code ? code : put_meta(seen, total_key, 0, error);
}

int gr_duplicates_complete(GrDuplicates *seen, GrError *error) {
    sqlite3_stmt *stmt = NULL;
    int64_t total = 0, number = INT64_MIN;
    int row = 0, code = gr_duplicates_flush(seen, error);
    if (!code)
        code = load(seen, error);
    if (!code)
        code = gr_sql(seen->sql, GR_SQL_ALL_DUPLICATES, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, row_of(seen->bits, 0));
    sqlite3_bind_int64(stmt, 2, row_of(seen->bits + 1, 0));
    seen->has_bucket = false;
    while (!code && (row = gr_sql_next(seen->sql, stmt, &number, error)) > 0) {
        size_t len;
        const void *bytes = gr_sql_blob(stmt, 1, &len);
        code = unpack(seen, number, gr_input(bytes, len), error);
        total += seen->entries;
    }
    sqlite3_reset(stmt);
    return code ? code : row < 0 ? row : total == seen->total;
}

/* Rewrites all buckets, with more bits, the entries among them. */
static int rebuild(Emitter *e, const GrDuplicatesEntry *fresh, uint32_t count) {
    GrDuplicates *seen = e->seen;
    sqlite3_stmt *stmt;
    uint32_t at = 0;
    int64_t number = INT64_MIN;
    int row, code = gr_sql(seen->sql, GR_SQL_ALL_DUPLICATES, &stmt, e->error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, row_of(seen->bits, 0));
    sqlite3_bind_int64(stmt, 2, row_of(seen->bits + 1, 0));
    while ((row = gr_sql_next(seen->sql, stmt, &number, e->error)) > 0 && !code) {
        size_t len;
        const void *bytes = gr_sql_blob(stmt, 1, &len);
        uint32_t bucket = (uint32_t)number, end = at;
        while (end < count && bucket_of(seen->bits, fresh[end].identity) <= bucket)
            end++;
        code = unpack_some(seen, number, gr_input(bytes, len), e->error);
        if (!code) /* what was read goes first, so that the new rows take its pages */
            code = drop_below(seen, number + 1, e->error);
        if (!code)
            at += merge(e, fresh + at, fresh + end, &code);
    }
    sqlite3_reset(stmt);
    for (seen->entries = 0; at < count && !code && row == 0; at++)
        code = emit(e, fresh[at]);
    if (!code)
        code = row < 0 || !e->out.len ? row : put_bucket(e);
    return code ? code : drop_below(seen, row_of(e->bits, 0), e->error);
}

/* Takes the fresh entries out of their table, in order. */
static uint32_t take_fresh(GrDuplicates *seen) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < seen->slots; i++)
        if (seen->fresh[i].game)
            seen->fresh[count++] = seen->fresh[i];
    qsort(seen->fresh, count, sizeof *seen->fresh, compare);
    return count;
}

int gr_duplicates_flush(GrDuplicates *seen, GrError *error) {
    if (!seen->used)
        return 0;
    uint32_t count = take_fresh(seen);
    Emitter e = {.seen = seen, .bits = seen->bits, .error = error};
    if (!seen->total)
        make_filter(seen, count);
    else if (seen->filter && is_small(seen, seen->total + count))
        drop_filter(seen);
    filter_add(seen, seen->fresh, count);
    seen->total += count;
    if (seen->total >> seen->bits > BUCKET_FULL)
        while (e.bits < MAX_BITS && seen->total >> e.bits > BUCKET_NEW)
            e.bits++;
    seen->has_bucket = false;
    int code = e.bits == seen->bits ? add_to_buckets(&e, seen->fresh, count)
                                    : rebuild(&e, seen->fresh, count);
    gr_buffer_free(&e.out);
    if (!code)
        code = put_meta(seen, bits_key, e.bits, error);
    if (!code)
        code = put_meta(seen, total_key, seen->total, error);
    memset(seen->fresh, 0, seen->slots * sizeof *seen->fresh);
    seen->used = 0;
    seen->bits = e.bits;
    seen->has_bucket = false;
    return code;
}

int gr_duplicates_remove(GrDuplicates *seen, uint32_t identity, int64_t game, GrError *error) {
    int code = gr_duplicates_flush(seen, error);
    if (!code)
        code = load(seen, error);
    uint32_t bucket = bucket_of(seen->bits, identity), kept = 0;
    if (!code)
        code = read_bucket(seen, bucket, error);
    if (code)
        return code;
    for (uint32_t i = 0; i < seen->entries; i++)
        if (seen->entry[i].identity != identity || seen->entry[i].game != game)
            seen->entry[kept++] = seen->entry[i];
    if (kept == seen->entries)
        return 0;
    seen->total -= seen->entries - kept;
    seen->entries = kept;
    seen->has_bucket = false;
    Emitter e = {.seen = seen, .bits = seen->bits, .bucket = bucket, .error = error};
    merge(&e, NULL, NULL, &code);
    if (!code)
        code = put_bucket(&e);
    gr_buffer_free(&e.out);
    return code ? code : put_meta(seen, total_key, seen->total, error);
}
