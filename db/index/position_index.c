/* Asking the index of positions. */
#include "db/index/position_index.h"

#include <stdlib.h>

#include "db/index/replays.h"
#include "db/codec/postings.h"

void gr_game_set_free(GrGameSet *set) {
    free(set->word);
    *set = (GrGameSet){.word = NULL};
}

int64_t gr_game_set_next(const GrGameSet *set, int64_t id) {
    int64_t group = (id - 1) >> set->shift;
    if (!set->word)
        return id;
    if (group >= set->groups)
        return 0;
    if (set->word[group / 64] >> group % 64 & 1)
        return id;
    uint64_t word = set->word[group / 64] >> group % 64;
    for (group -= word ? 0 : group % 64; !word;) {
        group += 64;
        if (group >= set->groups)
            return 0;
        word = set->word[group / 64];
    }
    return ((group + __builtin_ctzll(word)) << set->shift) + 1;
}

static void add_group(GrGameSet *set, int64_t group) {
    if (group < 0 || group >= set->groups)
        return;
    uint64_t bit = 1ull << group % 64, *word = &set->word[group / 64];
    set->count += !(*word & bit);
    *word |= bit;
}

void gr_game_set_join(GrGameSet *to, GrGameSet *from) {
    if (!to->word || !from->word) {
        gr_game_set_free(to);
        return;
    }
    if (to->shift < from->shift) {
        GrGameSet held = *to;
        *to = *from;
        *from = held;
    }
    for (int64_t id = 1; (id = gr_game_set_next(from, id)) != 0;
         id += (int64_t)1 << from->shift) /* from group to group */
        add_group(to, (id - 1) >> to->shift);
}

static void add_games(GrGameSet *set, int64_t first, int64_t last) {
    int64_t from = (first - 1) / GR_GROUP_GAMES, to = (last - 1) / GR_GROUP_GAMES;
    if (to >= set->groups)
        to = set->groups - 1;
    for (int64_t group = from; group <= to; group++)
        add_group(set, group);
}

static void add_replays(GrGameSet *set, int64_t first, int64_t last) {
    add_games(set, gr_replay_block_first(first), gr_replay_block_first(last + 1) - 1);
}

/* Where the groups of a bucket go. */
typedef struct Found {
    GrGameSet *set;
    int64_t first; /* group of the segment */
} Found;

static void add_found(void *context, uint32_t group) {
    Found *found = context;
    add_group(found->set, found->first + group);
}

/* Asks one row of a segment. A row that is damaged or missing says nothing: then it may be any game
 * of the segment. */
static int ask_row(GrDb *db, const GrSegment *segment, int64_t bucket, uint64_t key, unsigned bits,
                   GrGameSet *set, GrError *error) {
    sqlite3_stmt *stmt;
    GrInput blob;
    Found found = {set, segment->first * GR_REPLAY_GROUPS};
    int64_t number = segment->id << GR_SEGMENT_SHIFT | bucket;
    bool sound = false;
    int code = 0, row = gr_sql_find(&db->sql, GR_SQL_GET_POSTING, number, &stmt, error);
    if (row < 0)
        return row;
    if (row) {
        code = gr_db_long_blob(db, GR_LONG_POSTING, number, stmt, 0, &blob, error);
        sound = !code && gr_postings_find(blob, gr_posting_seed(number), key, bits, add_found,
                                          &found) == 0;
        sqlite3_reset(stmt);
    }
    if (code && !gr_is_damage(code))
        return code;
    if (!sound) {
        gr_replays(db)->damaged = true;
        add_replays(set, segment->first, segment->last);
    }
    return 0;
}

static int ask_segment(GrDb *db, const GrSegment *segment, uint64_t key, GrGameSet *set,
                       GrError *error) {
    int64_t bucket = segment->bits ? (int64_t)(key >> (64 - segment->bits)) : 0;
    int code = ask_row(db, segment, bucket, key, segment->bits, set, error);
    return code ? code : ask_row(db, segment, GR_BUCKET_ALWAYS, 0, 0, set, error);
}

/* Replays that no segment has: bare ones, and those of segments that were lost. */
static void add_uncovered(const GrReplays *replays, int64_t last, GrGameSet *set) {
    int64_t next = 0;
    for (size_t i = 0; i < replays->segments; i++) {
        if (replays->segment[i].first > next)
            add_replays(set, next, replays->segment[i].first - 1);
        if (replays->segment[i].last >= next)
            next = replays->segment[i].last + 1;
    }
    if (next <= last)
        add_replays(set, next, last);
}

int gr_games_with(GrDb *db, uint64_t board_key, GrGameSet *set, GrError *error) {
    int64_t last = gr_db_last(db, error);
    int code = last < 0 ? (int)last : gr_db_flush(db, error);
    if (!code)
        code = gr_replays_load(db, error);
    const GrReplays *replays = gr_replays(db);
    if (code || !replays->any)
        return code;
    set->shift = GR_GROUP_SHIFT;
    set->groups = (last + GR_GROUP_GAMES - 1) / GR_GROUP_GAMES;
    set->word = calloc((size_t)set->groups / 64 + 1, sizeof *set->word);
    if (!set->word)
        return gr_no_memory(error);
    for (size_t i = 0; i < replays->stales; i++)
        add_games(set, replays->stale[i][0], replays->stale[i][1]);
    for (size_t i = 0; i < replays->bares; i++)
        add_replays(set, replays->bare[i][0], replays->bare[i][1]);
    add_uncovered(replays, gr_replay_block_of(last), set);
    for (size_t i = 0; i < replays->segments && !code; i++)
        code = ask_segment(db, &replays->segment[i], board_key, set, error);
    if (code)
        gr_game_set_free(set);
    return code;
}
