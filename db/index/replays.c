/* The replays of a database, and which of them can be believed. */
#include "db/index/replays.h"

#include <stdlib.h>

#include "db/codec/integrity.h"

enum { MORE_SEGMENTS = 16 }; /* than replays, which lie over others */

static void forget(GrReplays *replays) {
    free(replays->stale);
    free(replays->bare);
    free(replays->segment);
    replays->stale = replays->bare = NULL;
    replays->segment = NULL;
    replays->stales = replays->bares = replays->segments = 0;
    replays->loaded = replays->any = replays->damaged = replays->crowded = false;
    replays->replay.number = replays->missing = -1;
    replays->stored = 0;
}

static void free_replays(GrDbCache *cache) {
    GrReplays *replays = (GrReplays *)cache;
    forget(replays);
    gr_replay_block_free(&replays->replay);
    gr_buffer_free(&replays->moves);
    free(replays);
}

static int make_cache(GrDb *db, GrError *error) {
    GrReplays *replays = calloc(1, sizeof *replays);
    if (!replays)
        return gr_no_memory(error);
    replays->cache.free = free_replays;
    replays->missing = -1;
    gr_replay_block_init(&replays->replay);
    gr_buffer_init(&replays->moves);
    db->cache = &replays->cache;
    return 0;
}

/* Adds a range behind the others, or to the last of them. */
static int add_range(int64_t (**ranges)[2], size_t *count, int64_t first, int64_t last) {
    size_t n = *count;
    if (n && first <= (*ranges)[n - 1][1] + 1) {
        if (last > (*ranges)[n - 1][1])
            (*ranges)[n - 1][1] = last;
        return 0;
    }
    if ((n & (n - 1)) == 0) { /* there is room up to the next power of two */
        int64_t(*grown)[2] = realloc(*ranges, (n ? 2 * n : 1) * sizeof *grown);
        if (!grown)
            return GR_ERR_MEMORY;
        *ranges = grown;
    }
    (*ranges)[n][0] = first;
    (*ranges)[n][1] = last;
    ++*count;
    return 0;
}

/* What a table of ranges may say. */
typedef struct Bounds {
    int64_t least, most;
} Bounds;

/* The rows of stale or bare, as far as they are within bounds. If one does not agree with its
 * checksum, what is missing is unknown, and all counts as listed. */
static int load_ranges(GrDb *db, GrSql which, Bounds within, int64_t (**ranges)[2], size_t *count,
                       GrError *error) {
    sqlite3_stmt *stmt;
    bool agree = true;
    int64_t first = INT64_MIN;
    int code = gr_sql(&db->sql, which, &stmt, error), row = 0;
    while (!code && agree && (row = gr_sql_next(&db->sql, stmt, &first, error)) > 0) {
        int64_t last = sqlite3_column_int64(stmt, 1);
        agree = sqlite3_column_int(stmt, 2);
        *count = agree ? *count : 0;
        int64_t from = agree && first > within.least ? first : within.least;
        int64_t to = agree && last < within.most ? last : within.most;
        if (from <= to && add_range(ranges, count, from, to))
            code = gr_no_memory(error);
    }
    gr_replays(db)->damaged |= !agree;
    if (!code && row < 0)
        code = row;
    sqlite3_reset(stmt);
    return code;
}

/* Can there be such a segment? `most` is the last replay that there can be. */
static bool can_be(const GrSegment *s, int64_t bits, int64_t most) {
    return s->id > 0 && s->id <= GR_MAX_SEGMENT && s->first >= 0 && s->first <= s->last &&
           s->last <= most && bits >= 0 && bits <= GR_SEGMENT_SHIFT && s->postings >= 0;
}

static int by_replays(const void *a, const void *b) {
    const GrSegment *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->last != y->last)
        return x->last < y->last ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static int add_segment(GrReplays *replays, const GrSegment *segment) {
    size_t n = replays->segments;
    if ((n & (n - 1)) == 0) {
        GrSegment *grown = realloc(replays->segment, (n ? 2 * n : 1) * sizeof *grown);
        if (!grown)
            return GR_ERR_MEMORY;
        replays->segment = grown;
    }
    replays->segment[replays->segments++] = *segment;
    return 0;
}

/* The segments that can be and agree with their checksums. Segments that lie beside each other are
 * made one again and again, so that there are fewer than replays; more of them do not count. */
static int load_segments(GrDb *db, int64_t last, GrError *error) {
    GrReplays *replays = gr_replays(db);
    sqlite3_stmt *stmt;
    int64_t most = gr_db_last_replay(db);
    int code = gr_sql(&db->sql, GR_SQL_SEGMENTS, &stmt, error), row = 0;
    GrSegment s = {.id = INT64_MIN};
    while (!code && (row = gr_sql_next(&db->sql, stmt, &s.id, error)) > 0) {
        int64_t bits = sqlite3_column_int64(stmt, 3);
        s.first = sqlite3_column_int64(stmt, 1);
        s.last = sqlite3_column_int64(stmt, 2);
        s.postings = sqlite3_column_int64(stmt, 4);
        s.bits = (unsigned)bits;
        if (!sqlite3_column_int(stmt, 5) || !can_be(&s, bits, most))
            replays->damaged = true;
        else if (add_segment(replays, &s))
            code = gr_no_memory(error);
    }
    sqlite3_reset(stmt);
    if (replays->segments > (size_t)gr_replay_block_of(last) + MORE_SEGMENTS) {
        replays->segments = 0;
        replays->damaged = replays->crowded = true;
    }
    if (replays->segments)
        qsort(replays->segment, replays->segments, sizeof *replays->segment, by_replays);
    return code ? code : row < 0 ? row : 0;
}

/* Is there any replay? */
static int ask_any(GrDb *db, bool *any, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, GR_SQL_ANY_REPLAY, &stmt, error);
    int row = code ? code : gr_sql_row(&db->sql, stmt, error);
    *any = row > 0 && sqlite3_column_int(stmt, 0);
    if (stmt)
        sqlite3_reset(stmt);
    return row < 0 ? row : 0;
}

static int load_tables(GrDb *db, int64_t last, GrError *error) {
    GrReplays *replays = gr_replays(db);
    const Bounds games = {1, last}, numbers = {0, gr_replay_block_of(last)};
    int code = load_ranges(db, GR_SQL_STALE, games, &replays->stale,
                           &replays->stales, error);
    if (!code)
        code = load_ranges(db, GR_SQL_BARE, numbers, &replays->bare,
                           &replays->bares, error);
    return code ? code : load_segments(db, last, error);
}

static bool are_loaded(const GrDb *db) {
    const GrReplays *replays = gr_replays(db);
    return replays && replays->loaded && replays->changes == db->changes;
}

static int load(GrDb *db, bool all, GrError *error) {
    bool any = false;
    int64_t last = gr_db_last(db, error); /* may find that the file has changed */
    int code = last < 0 ? (int)last : db->cache ? 0 : make_cache(db, error);
    if (code)
        return code;
    GrReplays *replays = gr_replays(db);
    forget(replays);
    code = ask_any(db, &any, error);
    if (!code && (any || all))
        code = load_tables(db, last, error);
    if (code) {
        forget(replays);
        return code;
    }
    replays->any = any;
    replays->loaded = true;
    replays->changes = db->changes;
    return 0;
}

int gr_replays_load(GrDb *db, GrError *error) {
    return are_loaded(db) ? 0 : load(db, false, error);
}

int gr_replays_load_all(GrDb *db, GrError *error) {
    return load(db, true, error);
}

int64_t gr_replays_next(GrDb *db, int64_t number, GrError *error) {
    int64_t id = gr_replay_block_first(number), block = gr_db_block_of(db, id, error);
    if (block > 0 && id - block < GR_BLOCK_GAMES)
        return number;
    if (block >= 0)
        block = gr_db_next_block(db, id, error);
    return block > 0 ? gr_replay_block_of(block) : block < 0 ? block : GR_NO_REPLAY;
}

const GrRules *gr_replays_rules(const GrDb *db, uint32_t variant) {
    const char *name = gr_intern_get(&db->catalog.variants, variant);
    return name ? gr_variants_find(db->variants, name) : NULL;
}

bool gr_replays_stale(const GrReplays *replays, int64_t first, int64_t last) {
    size_t low = 0, high = replays->stales;
    while (low < high) { /* the first range that does not end before `first` */
        size_t middle = low + (high - low) / 2;
        if (replays->stale[middle][1] < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low < replays->stales && replays->stale[low][0] <= last;
}

/* Reads the moves of a block, all of them, for it is likely that others are asked for next; none if there is no
 * such block. */
static int load_moves(GrDb *db, int64_t block, GrError *error) {
    GrReplays *replays = gr_replays(db);
    sqlite3_stmt *stmt;
    GrInput blob = gr_input("", 0);
    if (replays->stored == block)
        return 0;
    replays->stored = 0;
    gr_buffer_clear(&replays->moves);
    int row = gr_sql_find(&db->sql, GR_SQL_GET_MOVES, block, &stmt, error);
    int code = row > 0 ? gr_db_long_blob(db, GR_LONG_BLOCK, block, stmt, 0, &blob, error) : row;
    gr_put_bytes(&replays->moves, blob.at, gr_input_left(&blob));
    if (stmt)
        sqlite3_reset(stmt);
    if (!code && replays->moves.failed)
        code = gr_no_memory(error);
    replays->stored = code ? 0 : block;
    return code;
}

/* The games of a run, as many numbers as they span. */
static uint32_t span(const GrReplayBlock *replay, const GrReplayRun *run) {
    const uint32_t stored = GR_REPLAY_HERE | GR_REPLAY_STORED;
    uint32_t i = run->from;
    for (uint32_t left = run->games; left; i++)
        left -= (replay->game[i].flags & stored) == stored;
    return i - run->from;
}

/* Sets where the lines of a run will be; if they cannot be had, its games are read from their block. */
static void place_games(GrReplayBlock *replay, const GrReplayRun *run, uint32_t numbers, bool lines) {
    for (uint32_t i = run->from; i < run->from + numbers; i++) {
        GrReplayBlockGame *game = &replay->game[i];
        if (!(game->flags & GR_REPLAY_HERE) || !(game->flags & GR_REPLAY_STORED))
            continue;
        if (lines)
            game->at += (uint32_t)replay->lines.len;
        else
            *game = (GrReplayBlockGame){.flags = GR_REPLAY_ELSEWHERE, .fen = ""};
    }
}

/* Puts the lines of a run behind the others. Those of a block that was written since may be elsewhere: its games are
 * stale, and are asked of their block if the checksum does not fit. */
static int fetch_run(GrDb *db, const GrReplayRun *run, GrError *error) {
    GrReplays *replays = gr_replays(db);
    GrReplayBlock *replay = &replays->replay;
    const GrBuffer *moves = &replays->moves;
    uint32_t numbers = span(replay, run);
    int64_t first = gr_replay_block_first(replay->number) + run->from;
    bool stale = gr_replays_stale(replays, first, first + numbers - 1);
    int code = load_moves(db, run->block, error);
    if (code && !(stale && code == GR_ERR_DAMAGED))
        return code;
    bool within = !code && run->at <= moves->len && run->len <= moves->len - run->at;
    const char *bytes = within && moves->data ? moves->data + run->at : "";
    bool fits = within && gr_crc(bytes, run->len) == run->crc;
    if (!fits && !stale)
        return gr_fail(error, GR_ERR_DAMAGED, "a replay of games is damaged");
    place_games(replay, run, numbers, fits);
    if (fits)
        gr_put_bytes(&replay->lines, bytes, run->len);
    return 0;
}

/* Puts together the lines of a replay, those of its row and those of blocks. */
static int fetch_lines(GrDb *db, GrError *error) {
    GrReplayBlock *replay = &gr_replays(db)->replay;
    int code = 0;
    if (!replay->runs)
        return 0;
    gr_put_bytes(&replay->lines, replay->moves, replay->own);
    for (uint32_t i = 0; i < replay->runs && !code; i++)
        code = fetch_run(db, &replay->run[i], error);
    if (!code && replay->lines.failed)
        code = gr_no_memory(error);
    replay->moves = (const uint8_t *)replay->lines.data;
    return code;
}

/* Loads a replay; sets gr_replays(db)->missing if it cannot be had. */
static int load_replay(GrDb *db, int64_t number, GrError *error) {
    GrReplays *replays = gr_replays(db);
    sqlite3_stmt *stmt;
    GrInput blob;
    GrError why;
    int code = 0, row = gr_sql_find(&db->sql, GR_SQL_GET_REPLAY, number, &stmt, error);
    if (row < 0)
        return row;
    if (!row)
        replays->missing = number;
    if (row) {
        code = gr_db_long_blob(db, GR_LONG_REPLAY, number, stmt, 0, &blob, &why);
        if (!code)
            code = gr_replay_block_unpack(&replays->replay, number, blob.at, gr_input_left(&blob),
                                          &why);
        sqlite3_reset(stmt);
        if (!code)
            code = fetch_lines(db, &why);
    }
    if (code == GR_ERR_DAMAGED) {
        replays->replay.number = -1;
        replays->missing = number;
        replays->damaged = true;
        return 0;
    }
    if (code)
        replays->replay.number = -1;
    return code ? gr_fail(error, why.code, "%s", why.text) : 0;
}

int gr_replays_open(GrDb *db, int64_t number, GrError *error) {
    int code = gr_replays_load(db, error);
    const GrReplays *replays = gr_replays(db);
    if (!code && replays->replay.number != number && replays->missing != number)
        code = load_replay(db, number, error);
    return code;
}

int gr_replays_find(GrDb *db, int64_t id, const GrReplayBlockGame **game, GrError *error) {
    int64_t number = gr_replay_block_of(id);
    *game = NULL;
    int code = gr_replays_load(db, error);
    const GrReplays *replays = gr_replays(db);
    if (code || !replays->any || (replays->stales && gr_replays_stale(replays, id, id)))
        return code;
    code = gr_replays_open(db, number, error);
    if (code || replays->replay.number != number)
        return code;
    const GrReplayBlockGame *found = &replays->replay.game[id - gr_replay_block_first(number)];
    if (!(found->flags & GR_REPLAY_ELSEWHERE))
        *game = found;
    return 0;
}
