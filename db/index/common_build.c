/* Building entries of common positions. */
#include "db/index/common_build.h"

#include <stdlib.h>

#include "db/codec/postings.h"
#include "db/index/facts.h"
#include "db/store/workers.h"
#include "notation/room.h"

typedef struct Entry {
    uint64_t key;          /* as in postings: its first bits */
    uint64_t board_key;    /* all of it */
    size_t at, cap, places; /* where its places are, how many there will be, and are */
    GrCommonKey *state;
    unsigned states;
    bool dropped;          /* it stays among the postings */
} Entry;

struct GrCommons {
    GrCommonsOf of;
    Entry *entry;
    size_t entries, entry_cap, next; /* next: whose bucket was not asked for yet */
    uint32_t *slot;        /* a table of entries by key: their numbers, counted from 1 */
    unsigned slot_bits;
    GrCommonPlace *place;
    size_t places;
    GrGameFacts *facts;    /* by game of the segment */
    size_t games;
};

/* What a game did in a common position. */
typedef struct Seen {
    uint64_t key, board_key;
    uint32_t entry, game, ply, variant;
    GrMove next;
    uint32_t turn;
} Seen;

/* ---- choosing ---- */

static uint64_t key_of(uint64_t posting) {
    return posting >> GR_POSTING_GROUP_BITS << GR_POSTING_GROUP_BITS;
}

static int add_entry(GrCommons *c, uint64_t key, size_t places, GrError *error) {
    if (!gr_room(&c->entry, c->entries, 1, &c->entry_cap, sizeof *c->entry))
        return gr_no_memory(error);
    c->entry[c->entries++] = (Entry){.key = key, .at = c->places, .cap = places};
    c->places += places;
    return 0;
}

static int choose(GrCommons *c, const uint64_t *posting, size_t count, GrError *error) {
    int code = 0;
    for (size_t i = 0, end; i < count && !code; i = end) {
        uint64_t key = key_of(posting[i]);
        size_t games = 1;
        for (end = i + 1; end < count && key_of(posting[end]) == key; end++)
            games += posting[end] != posting[end - 1];
        if (games >= GR_COMMON_GAMES)
            code = add_entry(c, key, end - i, error);
    }
    return code;
}

/* Slots are found by the first bits of a key, which are as good as random. */
static int make_table(GrCommons *c, GrError *error) {
    c->slot_bits = 4;
    while (((size_t)1 << c->slot_bits) < 2 * c->entries)
        c->slot_bits++;
    size_t slots = (size_t)1 << c->slot_bits;
    c->slot = calloc(slots, sizeof *c->slot);
    c->place = malloc((c->places + 1) * sizeof *c->place);
    c->games = c->of.chunks ? (size_t)(c->of.chunk[c->of.chunks - 1] - c->of.first + 1) *
                                   GR_CHUNK_GAMES
                             : 0;
    c->facts = calloc(c->games + 1, sizeof *c->facts);
    if (!c->slot || !c->place || !c->facts)
        return gr_no_memory(error);
    for (size_t i = 0; i < c->entries; i++) {
        size_t at = (size_t)(c->entry[i].key >> (64 - c->slot_bits));
        while (c->slot[at])
            at = (at + 1) & (slots - 1);
        c->slot[at] = (uint32_t)i + 1;
    }
    return 0;
}

/* The number of a key's entry, counted from 1; 0 if it has none. */
static uint32_t find_entry(const GrCommons *c, uint64_t board_key) {
    uint64_t key = key_of(board_key);
    size_t slots = (size_t)1 << c->slot_bits, at = (size_t)(key >> (64 - c->slot_bits));
    while (c->slot[at] && c->entry[c->slot[at] - 1].key != key)
        at = (at + 1) & (slots - 1);
    return c->slot[at];
}

/* ---- gathering ---- */

static void put_seen(const GrCommons *c, const GrPosition *pos, const Seen *in, GrMove next, GrBuffer *out) {
    uint64_t board_key = gr_board_key(pos);
    uint32_t entry = find_entry(c, board_key);
    if (!entry)
        return;
    Seen seen = *in;
    seen.key = pos->key;
    seen.board_key = board_key;
    seen.entry = entry - 1;
    seen.turn = pos->turn;
    seen.next = next;
    gr_buffer_add(out, (const char *)&seen, sizeof seen);
}

static void put_game(const GrCommons *c, const GrChunkGame *game, uint32_t number, GrLineReader *reader,
                     GrBuffer *out) {
    const GrStoredLine *line = &game->line;
    GrPosition pos = game->start;
    Seen seen = {.game = number, .variant = line->variant};
    const uint32_t reach = c->of.reach[number];
    gr_move_line_open(reader, &pos, line->moves, line->len);
    for (seen.ply = 0; seen.ply <= line->plies && seen.ply <= reach; seen.ply++) {
        bool ends = seen.ply == line->plies;
        GrMove next = ends ? GR_NO_MOVE : gr_move_line_next(reader, &pos);
        put_seen(c, &pos, &seen, next, out);
        if (next != GR_NO_MOVE)
            gr_play(&pos, next);
    }
}

/* Adds the facts of a game to those of its chunk. */
static int note_facts(GrDb *db, const GrChunkGame *game, GrFacts *facts, GrGameFacts *to, GrError *error) {
    uint32_t value[GR_FACTS];
    int code = gr_facts_of_game(facts, db, game->id, value, error);
    *to = (GrGameFacts){.date = value[GR_FACT_DATE],
                        .elo = {(uint16_t)value[GR_FACT_WHITE_ELO], (uint16_t)value[GR_FACT_BLACK_ELO]},
                        .result = game->line.flags & GR_FLAG_RESULT};
    return code;
}

/* What the games of a chunk did: first the facts of all of them, in memory's own form. */
static int make_seen(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error) {
    const GrCommons *c = context;
    GrGameFacts fact[GR_CHUNK_GAMES] = {{0}};
    GrFacts *facts = gr_facts_open(db);
    GrChunkGame game;
    int code = facts ? gr_coverage_load(db, error) : gr_no_memory(error), got = 0;
    gr_chunk_begin(c->of.chunk[n], &game);
    gr_buffer_add(out, (const char *)fact, sizeof fact);
    while (!code && (got = gr_chunk_next(db, &game, error)) > 0) {
        uint32_t number = (uint32_t)(c->of.chunk[n] - c->of.first) * GR_CHUNK_GAMES + game.i;
        if (!game.readable || c->of.passed[number])
            continue;
        put_game(c, &game, number, &gr_coverage(db)->filmer.line, out);
        code = note_facts(db, &game, facts, &fact[game.i], error);
    }
    if (!out->failed)
        memcpy(out->data, fact, sizeof fact);
    return code ? code : got;
}

/* The number of the state, which is added if it is new; GR_COMMON_STATES if there is no room,
 * below 0 a code. */
static int state_of(Entry *e, const Seen *seen, GrError *error) {
    unsigned i = 0;
    while (i < e->states && (e->state[i].key != seen->key || e->state[i].variant != seen->variant))
        i++;
    if (i < e->states || i == GR_COMMON_STATES)
        return (int)i;
    if ((i & (i - 1)) == 0) { /* there is room up to the next power of two */
        GrCommonKey *grown = realloc(e->state, (i ? 2 * i : 1) * sizeof *grown);
        if (!grown)
            return gr_no_memory(error);
        e->state = grown;
    }
    e->state[e->states++] = (GrCommonKey){.key = seen->key, .variant = seen->variant,
                                          .turn = (uint8_t)seen->turn};
    return (int)i;
}

/* Positions of different boards whose keys begin alike stay among the postings. */
static int take_one(GrCommons *c, const Seen *seen, GrError *error) {
    Entry *e = &c->entry[seen->entry];
    if (!e->places)
        e->board_key = seen->board_key;
    e->dropped |= e->board_key != seen->board_key || e->places == e->cap;
    int state = e->dropped ? GR_COMMON_STATES : state_of(e, seen, error);
    e->dropped |= state == GR_COMMON_STATES;
    if (e->dropped || state < 0)
        return state < 0 ? state : 0;
    c->place[e->at + e->places++] = (GrCommonPlace){.game = seen->game, .next = seen->next,
                                                    .ply = (uint16_t)seen->ply,
                                                    .state = (uint16_t)state};
    return 0;
}

static int take_seen(void *context, size_t n, const GrBuffer *piece, GrError *error) {
    GrCommons *c = context;
    const size_t facts = GR_CHUNK_GAMES * sizeof *c->facts;
    Seen seen;
    int code = 0;
    memcpy(c->facts + (size_t)(c->of.chunk[n] - c->of.first) * GR_CHUNK_GAMES, piece->data, facts);
    for (size_t at = facts; at < piece->len && !code; at += sizeof seen) {
        memcpy(&seen, piece->data + at, sizeof seen);
        code = take_one(c, &seen, error);
    }
    return code;
}

static int gather(GrCommons *c, GrError *error) {
    GrWorkersJob job = {.jobs = c->of.jobs, .count = c->of.chunks, .context = c, .make = make_seen,
                        .take = take_seen};
    int code = gr_workers_run(c->of.db, &job, error);
    for (size_t i = 0; i < c->entries; i++)
        c->entry[i].dropped |= c->entry[i].places != c->entry[i].cap;
    return code;
}

GrCommons *gr_commons_make(const GrCommonsOf *of, const uint64_t *posting, size_t count, GrError *error) {
    GrCommons *c = calloc(1, sizeof *c);
    if (!c) {
        gr_no_memory(error);
        return NULL;
    }
    c->of = *of;
    int code = choose(c, posting, count, error);
    if (!code && c->entries)
        code = make_table(c, error);
    if (!code && c->entries)
        code = gather(c, error);
    if (!code)
        return c;
    gr_commons_free(c);
    return NULL;
}

void gr_commons_free(GrCommons *c) {
    for (size_t i = 0; c && i < c->entries; i++)
        free(c->entry[i].state);
    if (c) {
        free(c->entry);
        free(c->slot);
        free(c->place);
        free(c->facts);
    }
    free(c);
}

/* ---- writing ---- */

size_t gr_commons_take_out(const GrCommons *c, uint64_t *posting, size_t count) {
    size_t left = 0, at = 0;
    for (size_t i = 0; i < count; i++) {
        while (at < c->entries && c->entry[at].key < key_of(posting[i]))
            at++;
        bool common = at < c->entries && c->entry[at].key == key_of(posting[i]);
        if (!common || c->entry[at].dropped)
            posting[left++] = posting[i];
    }
    return left;
}

void gr_commons_put(GrCommons *c, uint64_t bucket, unsigned bucket_bits, GrBuffer *out) {
    unsigned game_bits = gr_bits_for((uint32_t)c->games);
    for (; c->next < c->entries; c->next++) {
        const Entry *e = &c->entry[c->next];
        if (bucket_bits && e->key >> (64 - bucket_bits) != bucket)
            return;
        const GrCommonEntry entry = {.board_key = e->board_key, .place = c->place + e->at,
                                     .places = e->places, .state = e->state, .states = e->states,
                                     .facts = c->facts, .game_bits = game_bits};
        if (!e->dropped)
            gr_common_pack(&entry, out);
    }
}
