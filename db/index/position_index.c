/* Asking the index of positions. */
#include "db/index/position_index.h"

#include <stdlib.h>

#include "db/index/frame.h"
#include "db/index/coverage.h"
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

void gr_game_set_add(GrGameSet *set, int64_t id) {
    if (id > 0)
        add_group(set, (id - 1) >> set->shift);
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
    to->unasked += from->unasked;
}

/* Adds single games of which nothing is known; by whole words, since a damaged database may seem to have hundreds of
 * millions of them. */
static void add_games(GrGameSet *set, int64_t first, int64_t last) {
    uint64_t added = 0;
    int64_t bit = first > 1 ? first - 1 : 0, end = last < set->groups ? last : set->groups;
    for (int64_t next; bit < end; bit = next) {
        next = (bit | 63) < end ? (bit | 63) + 1 : end;
        uint64_t ones = UINT64_MAX >> (64 - (next - bit)) << bit % 64, *word = &set->word[bit / 64];
        added += (uint64_t)__builtin_popcountll(ones & ~*word);
        *word |= ones;
    }
    set->count += added;
    set->unasked += added;
}

static void add_chunks(GrGameSet *set, int64_t first, int64_t last) {
    add_games(set, gr_chunk_first(first), gr_chunk_first(last + 1) - 1);
}

/* What a question is about, and where the answer goes. */
typedef struct Ask {
    GrDb *db;
    uint64_t key, frame[GR_FRAME_LEVELS]; /* of the board, and of its frames */
    GrFrameLevel level;       /* of the frame at hand */
    const GrHearCommon *hear; /* NULL: nobody hears */
    const GrSegment *segment; /* at hand; */
    bool as_built;            /* its games are as they were when it was made */
    GrGameSet *set;
    GrError *error;
} Ask;

static int64_t first_game(const Ask *ask) {
    return gr_chunk_first(ask->segment->first);
}

/* ---- common positions ---- */

/* Adds the games that an entry names. */
static int add_places(const Ask *ask, GrCommon *common) {
    GrCommonState state;
    GrCommonAt at;
    int code;
    while ((code = gr_common_next_state(common, &state)) > 0)
        continue;
    while (!code && (code = gr_common_next_place(common, &at)) > 0) {
        gr_game_set_add(ask->set, first_game(ask) + at.game);
        code = 0;
    }
    return code;
}

/* Tells whoever hears of the entry of the position, or adds its games. 1, 0 if there is no entry, or
 * a code. */
static int ask_commons(const Ask *ask, GrInput entries) {
    GrCommon common = {.move = NULL};
    int code = 0, found = gr_common_find(entries, ask->key, &common);
    if (found > 0 && ask->as_built)
        code = ask->hear->heard(ask->hear->context, ask->db, first_game(ask), &common, ask->set,
                                ask->error);
    if (found > 0 && !code) { /* from its beginning */
        gr_common_find(entries, ask->key, &common);
        code = add_places(ask, &common);
    }
    gr_common_free(&common);
    return found <= 0 || code < 0 ? found <= 0 ? found : code : 1;
}

/* ---- segments ---- */

static void add_group_found(void *context, uint32_t group) {
    const Ask *ask = context;
    int64_t id = first_game(ask) + ((int64_t)group << GR_GROUP_SHIFT);
    for (int64_t end = id + (1 << GR_GROUP_SHIFT); id < end; id++)
        gr_game_set_add(ask->set, id);
}

static void add_game_found(void *context, uint32_t game) {
    const Ask *ask = context;
    gr_game_set_add(ask->set, first_game(ask) + game);
}

/* The groups that a bucket has for a key. */
static void ask_postings(Ask *ask, const GrBucket *bucket, uint64_t key) {
    gr_bucket_find(bucket, key, ask->segment->bits, add_group_found, ask);
}

/* The bucket that has the position. Returns how many levels of frames have to be asked for, too. Where
 * there is an entry, no posting is of the position or its frames. */
static int ask_bucket(Ask *ask, const GrBucket *bucket) {
    int code = ask_commons(ask, bucket->entries);
    if (code)
        return code < 0 ? code : 0;
    ask_postings(ask, bucket, ask->key);
    return GR_FRAME_LEVELS;
}

/* The bucket that has a frame. */
static int ask_frame(Ask *ask, const GrBucket *bucket) {
    ask_postings(ask, bucket, ask->frame[ask->level]);
    return 0;
}

/* The bucket of games that are looked at in any case. */
static int ask_always(Ask *ask, const GrBucket *bucket) {
    gr_bucket_find(bucket, 0, 0, add_game_found, ask);
    return 0;
}

/* The row of the segment that a key is in. */
static int64_t bucket_of(const Ask *ask, uint64_t key) {
    return ask->segment->bits ? (int64_t)(key >> (64 - ask->segment->bits)) : 0;
}

/* Asks one row of the segment: what `answer` returns, or a code: of damage if the row is damaged or missing. */
static int ask_row(Ask *ask, int64_t bucket, int (*answer)(Ask *ask, const GrBucket *bucket)) {
    GrDb *db = ask->db;
    sqlite3_stmt *stmt;
    GrInput blob;
    GrBucket opened;
    int64_t number = ask->segment->id << GR_SEGMENT_SHIFT | bucket;
    int row = gr_sql_find(&db->sql, GR_SQL_GET_POSTING, number, &stmt, ask->error);
    if (row <= 0)
        return row ? row : GR_ERR_DAMAGED;
    int code = gr_db_long_blob(db, GR_LONG_POSTING, number, stmt, 0, &blob, ask->error);
    if (!code)
        code = gr_bucket_open(blob, gr_posting_seed(number), &opened);
    if (!code)
        code = answer(ask, &opened);
    sqlite3_reset(stmt);
    return code == GR_ERR_MEMORY ? gr_no_memory(ask->error) : code;
}

/* Asks for this many levels of frames. */
static int ask_frames(Ask *ask, int levels) {
    int code = 0;
    for (int i = 0; i < levels && !code; i++) {
        ask->level = (GrFrameLevel)i;
        code = ask_row(ask, bucket_of(ask, ask->frame[ask->level]), ask_frame);
    }
    return code;
}

/* Where a row says nothing it may be any game of the segment. The row of games that are looked at in
 * any case comes first: once an entry was heard of, nothing more can come of its games. */
static int ask_segment(Ask *ask) {
    const GrSegment *segment = ask->segment;
    int code = ask_row(ask, GR_BUCKET_ALWAYS, ask_always);
    if (!code)
        code = ask_row(ask, bucket_of(ask, ask->key), ask_bucket);
    if (code > 0)
        code = ask_frames(ask, code);
    if (!code || !gr_is_damage(code))
        return code;
    gr_coverage(ask->db)->damaged = true;
    add_chunks(ask->set, segment->first, segment->last);
    return 0;
}

/* Are all games of the segment as it has them, and in no other one? */
static bool is_as_built(const GrCoverage *coverage, const GrSegment *segment) {
    for (size_t i = 0; i < coverage->segments; i++) {
        const GrSegment *s = &coverage->segment[i];
        if (s != segment && s->first <= segment->last && s->last >= segment->first)
            return false;
    }
    return !gr_coverage_lacks(coverage, gr_chunk_first(segment->first),
                             gr_chunk_first(segment->last + 1) - 1);
}

/* Chunks that no segment has. */
static void add_uncovered(const GrCoverage *coverage, int64_t last, GrGameSet *set) {
    int64_t next = 0;
    for (size_t i = 0; i < coverage->segments; i++) {
        if (coverage->segment[i].first > next)
            add_chunks(set, next, coverage->segment[i].first - 1);
        if (coverage->segment[i].last >= next)
            next = coverage->segment[i].last + 1;
    }
    if (next <= last)
        add_chunks(set, next, last);
}

int gr_games_with(GrDb *db, const GrPosition *pos, GrGameSet *set, GrError *error) {
    return gr_games_with_but(db, pos, NULL, set, error);
}

int gr_games_with_but(GrDb *db, const GrPosition *pos, const GrHearCommon *hear, GrGameSet *set,
                      GrError *error) {
    int64_t last = gr_db_last(db, error);
    int code = last < 0 ? (int)last : gr_db_flush(db, error);
    if (!code)
        code = gr_coverage_load(db, error);
    const GrCoverage *coverage = gr_coverage(db);
    if (code || !coverage->any)
        return code;
    set->groups = last;
    set->word = calloc((size_t)set->groups / 64 + 1, sizeof *set->word);
    if (!set->word)
        return gr_no_memory(error);
    for (size_t i = 0; i < coverage->lacks; i++)
        add_games(set, coverage->lack[i][0], coverage->lack[i][1]);
    add_uncovered(coverage, gr_chunk_of(last), set);
    GrFrame frame = {.rules = NULL};
    Ask ask = {.db = db, .key = gr_board_key(pos), .hear = hear, .set = set, .error = error};
    for (int level = 0; level < GR_FRAME_LEVELS; level++)
        ask.frame[level] = gr_frame_key(&frame, pos, (GrFrameLevel)level);
    for (size_t i = 0; i < coverage->segments && !code; i++) {
        ask.segment = &coverage->segment[i];
        ask.as_built = hear && is_as_built(coverage, ask.segment);
        code = ask_segment(&ask);
    }
    if (code)
        gr_game_set_free(set);
    return code;
}
