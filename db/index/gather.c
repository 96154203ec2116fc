/* The postings and entries of a segment, from the replays of its games. */
#include "db/index/gather.h"

#include <stdlib.h>

#include "db/codec/postings.h"
#include "db/index/frame_walk.h"
#include "db/store/workers.h"

/* What the passes have beside what is asked and made. */
typedef struct Pass {
    GrGather *g;
    size_t cap;          /* of g->posting */
    struct Shared {      /* tables of the frames that many games have: their keys, 0 for none */
        uint64_t *frame;
        unsigned bits;
    } shared[GR_FRAME_LEVELS];
    unsigned level;      /* of the frames that are gathered; GR_FRAME_LEVELS: positions */
    uint16_t *reach;     /* of each game the last ply that has a posting at the level before */
} Pass;

/* The key of games that have to be looked at in any case: they are damaged, or their variant is not
 * known. No other posting has it: of a key the last bit is 0 then, which no bucket stores. */
static const uint64_t always = UINT64_MAX;
static const uint64_t last_bit = 1ull << GR_POSTING_GROUP_BITS;

static uint64_t key_of(uint64_t posting) {
    return posting >> GR_POSTING_GROUP_BITS << GR_POSTING_GROUP_BITS;
}

static void put(uint64_t key, uint32_t game, GrBuffer *out) {
    key = key_of(key) == key_of(always) ? key & ~last_bit : key;
    uint64_t posting = gr_posting(key, game);
    gr_buffer_add(out, (const char *)&posting, sizeof posting);
}

static uint32_t first_game(const GrGather *g, int64_t replay) {
    return (uint32_t)(replay - g->first) * GR_REPLAY_GAMES;
}

/* Opens replay n; *replay is NULL if it is missing or damaged. */
static int open_replay(const GrGather *g, GrDb *db, size_t n, const GrReplayBlock **replay, GrError *error) {
    int code = gr_replays_open(db, g->replay[n], error);
    *replay = code || gr_replays(db)->replay.number != g->replay[n] ? NULL : &gr_replays(db)->replay;
    return code;
}

/* Makes room for that many postings more. */
static int make_room(Pass *pass, size_t more, GrError *error) {
    GrGather *g = pass->g;
    if (pass->cap - g->count >= more)
        return 0;
    size_t cap = pass->cap * 2 > g->count + more ? pass->cap * 2 : g->count + more;
    uint64_t *grown = realloc(g->posting, cap * sizeof *grown);
    if (!grown)
        return gr_no_memory(error);
    g->posting = grown;
    pass->cap = cap;
    return 0;
}

static int add_postings(Pass *pass, const char *bytes, size_t len, GrError *error) {
    size_t more = len / sizeof(uint64_t);
    int code = make_room(pass, more, error);
    if (!code && more)
        memcpy(pass->g->posting + pass->g->count, bytes, len);
    pass->g->count += code ? 0 : more;
    return code;
}

/* ---- the first pass: frames of the first level ---- */

/* A game that is gone through. */
typedef struct Game {
    const GrReplayBlock *replay; /* which has it */
    uint32_t i;                  /* as its game i */
    const GrRules *rules;
    GrReplayer *player;
    uint32_t id, plies;          /* in postings; to be looked at */
} Game;

static bool start_game(const Game *game, GrPosition *pos) {
    return gr_replay_block_start(game->replay, game->i, game->rules, pos, game->player);
}

/* 1, or below 0 if it has none. */
static int open_walk(const Game *game, GrFrameWalk *walk) {
    return gr_frame_walk_open(walk, game->replay, game->i, game->rules, game->player, game->plies) ? 1 : -1;
}

/* The frames of a game; false if its line is damaged. */
static bool put_frames(const Game *game, GrBuffer *out) {
    GrPosition pos;
    GrFrame frame = {.rules = NULL};
    uint64_t before = 0;
    if (!start_game(game, &pos))
        return false;
    for (uint32_t ply = 0;; ply++) {
        uint64_t key = gr_frame_key(&frame, &pos, 0);
        if (ply == 0 || key != before)
            put(key, game->id, out);
        before = key;
        if (ply == game->plies)
            return true;
        GrMove move = gr_replayer_next(game->player, &pos);
        if (move == GR_NO_MOVE)
            return false;
        gr_play(&pos, move);
    }
}

/* The same by the game's film; false if it has none: then nothing is put. */
static bool put_filmed_frames(GrFrameWalk *walk, const Game *game, GrBuffer *out) {
    const size_t start = out->len;
    uint64_t before = 0;
    bool moved;
    int got = open_walk(game, walk);
    while (got > 0 && (got = gr_frame_walk_next(walk, &moved)) > 0) {
        uint64_t key = walk->frame.key[GR_FRAME_WHITE];
        if (out->len == start || (moved && key != before))
            put(key, game->id, out);
        before = key;
    }
    if (got < 0)
        out->len = start;
    return got == 0;
}

static bool put_replay(GrDb *db, const GrReplayBlock *replay, uint32_t first, GrReplayer *player,
                       uint64_t *positions, GrBuffer *out) {
    GrFrameWalk walk = {.read = 0};
    bool sound = true;
    for (uint32_t i = 0; i < GR_REPLAY_GAMES && sound; i++) {
        const GrReplayBlockGame *game = &replay->game[i];
        const GrRules *rules = gr_replays_rules(db, game->variant);
        const uint64_t posting = gr_posting(always, first + i);
        if (game->flags & GR_REPLAY_ELSEWHERE || (game->flags & GR_REPLAY_HERE && !rules)) {
            gr_buffer_add(out, (const char *)&posting, sizeof posting);
        } else if (game->flags & GR_REPLAY_HERE) {
            const Game line = {replay, i, rules, player, first + i, game->plies};
            sound = put_filmed_frames(&walk, &line, out) || put_frames(&line, out);
            *positions += game->plies + 1;
        }
    }
    return sound;
}

/* How many positions a replay's games have, and the postings of their frames, in memory's own order of
 * bytes; a single byte for a replay that is missing or damaged. */
static int make_frames(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error) {
    const GrGather *g = ((const Pass *)context)->g;
    const GrReplayBlock *replay = NULL;
    uint64_t positions = 0;
    GrReplayer *player = &db->player;
    int code = open_replay(g, db, n, &replay, error);
    gr_buffer_add(out, (const char *)&positions, sizeof positions);
    bool sound = !code && replay &&
                 put_replay(db, replay, first_game(g, g->replay[n]), player, &positions, out);
    if (!code && !sound) {
        gr_buffer_clear(out);
        gr_buffer_putc(out, 0);
    } else if (!out->failed) {
        memcpy(out->data, &positions, sizeof positions);
    }
    return code;
}

static int take_frames(void *context, size_t n, const GrBuffer *piece, GrError *error) {
    Pass *pass = context;
    GrGather *g = pass->g;
    const GrWork *work = g->work;
    uint64_t positions;
    if (piece->len < sizeof positions) {
        g->broken = g->replay[n];
        return 1;
    }
    memcpy(&positions, piece->data, sizeof positions);
    if (add_postings(pass, piece->data + sizeof positions, piece->len - sizeof positions, error))
        return error->code;
    g->positions += positions;
    g->taken = n + 1;
    g->end = n + 1 < g->replays ? g->replay[n + 1] : g->last + 1;
    int64_t done = gr_replay_block_first(g->end) - 1;
    if (work->progress)
        work->progress(work->context, (uint64_t)(done < g->games ? done : g->games), (uint64_t)g->games);
    if (work->stop && work->stop(work->context))
        return gr_fail(error, GR_ERR_STOPPED, "stopped");
    return g->positions >= GR_ENOUGH_POSITIONS;
}

/* ---- which frames many games have ---- */

static size_t slot_of(const struct Shared *shared, uint64_t key) {
    size_t slots = (size_t)1 << shared->bits, at = (size_t)(key >> (64 - shared->bits));
    while (shared->frame[at] && shared->frame[at] != key)
        at = (at + 1) & (slots - 1);
    return at;
}

static bool is_shared(const struct Shared *shared, uint64_t frame) {
    uint64_t key = key_of(key_of(frame) == key_of(always) ? frame & ~last_bit : frame);
    return shared->frame[slot_of(shared, key)] != 0;
}

/* How many games have the frame of posting i; *end is the first posting of another one. */
static size_t games_of(const GrGather *g, size_t i, size_t *end) {
    size_t games = 1, n = i + 1;
    for (; n < g->count && key_of(g->posting[n]) == key_of(g->posting[i]); n++)
        games += g->posting[n] != g->posting[n - 1];
    *end = n;
    return games;
}

/* Allocates a table for this many frames. */
static int make_table(struct Shared *shared, size_t frames, GrError *error) {
    for (shared->bits = 4; (size_t)1 << shared->bits < 2 * frames + 2;)
        shared->bits++;
    shared->frame = calloc((size_t)1 << shared->bits, sizeof *shared->frame);
    return shared->frame ? 0 : gr_no_memory(error);
}

/* Of the postings from `from` on, which are sorted, takes those of frames that many games have out, and
 * puts these frames into the table of their level. Those of games that are looked at in any case stay. */
static int part_frames(Pass *pass, size_t from, GrError *error) {
    GrGather *g = pass->g;
    struct Shared *shared = &pass->shared[pass->level];
    size_t frames = 0, left = from;
    for (size_t i = from, end; i < g->count; i = end)
        frames += games_of(g, i, &end) > GR_RARE_FRAME;
    if (make_table(shared, frames, error))
        return error->code;
    for (size_t i = from, end; i < g->count; i = end) {
        uint64_t key = key_of(g->posting[i]);
        if (games_of(g, i, &end) > GR_RARE_FRAME && key != key_of(always)) {
            shared->frame[slot_of(shared, key)] = key;
        } else {
            memmove(g->posting + left, g->posting + i, (end - i) * sizeof *g->posting);
            left += end - i;
        }
    }
    g->count = left;
    return 0;
}

/* ---- further passes: what divides these frames, at last positions ---- */

/* Have many games the frames of the pawns, on the levels before the one at hand? */
static bool are_pawns_shared(const Pass *pass, const GrFrame *frame) {
    bool shared = is_shared(&pass->shared[GR_FRAME_WHITE], frame->key[GR_FRAME_WHITE]);
    if (pass->level > GR_FRAME_PAWNS)
        shared = shared && is_shared(&pass->shared[GR_FRAME_PAWNS], frame->key[GR_FRAME_PAWNS]);
    return shared;
}

/* The postings of a game on the levels of frames, by its film; *reach is the last ply that has one. False as above. */
static bool put_filmed(const Pass *pass, GrFrameWalk *walk, const Game *game, uint16_t *reach, GrBuffer *out) {
    const size_t start = out->len;
    uint64_t before = 0;
    uint32_t ply = 0;
    bool moved, shared = false;
    int got = open_walk(game, walk);
    for (*reach = 0; got > 0 && (got = gr_frame_walk_next(walk, &moved)) > 0; ply++) {
        if (moved)
            shared = are_pawns_shared(pass, &walk->frame);
        if (!shared)
            continue;
        uint64_t key = pass->level == GR_FRAME_PAWNS ? walk->frame.key[GR_FRAME_PAWNS]
                                                     : gr_frame_of_squares(&walk->frame, walk->white);
        if (key != before)
            put(key, game->id, out);
        before = key;
        *reach = (uint16_t)ply;
    }
    if (got < 0)
        out->len = start;
    return got == 0;
}

/* What was asked about last, to know whether many games have the frame of the position at hand. */
typedef struct Asked {
    GrFrame frame;
    bool pawns;      /* many have it by its pawns; */
    bool any;        /* and by this key, once it was asked about: */
    uint64_t key;
    bool squares;
} Asked;

/* Have many games the frames of the position on all levels before the one at hand? Mostly they are the same as those of
 * the one before. */
static bool is_divided(const Pass *pass, Asked *asked, const GrPosition *pos) {
    if (gr_frame_look(&asked->frame, pos))
        asked->pawns = are_pawns_shared(pass, &asked->frame);
    if (!asked->pawns || pass->level < GR_FRAME_LEVELS)
        return asked->pawns;
    uint64_t key = gr_frame_of_squares(&asked->frame, pos->side[GR_WHITE]);
    if (!asked->any || key != asked->key)
        asked->squares = is_shared(&pass->shared[GR_FRAME_SQUARES], key);
    asked->key = key;
    asked->any = true;
    return asked->squares;
}

/* The postings of a game, which has none beyond the last ply that had one at the level before; returns the
 * last ply that has one. */
static uint16_t put_positions(const Pass *pass, const Game *game, GrBuffer *out) {
    const bool last = pass->level == GR_FRAME_LEVELS;
    GrPosition pos;
    Asked asked = {.any = false};
    uint32_t reach = 0;
    uint64_t before = 0;
    if (!start_game(game, &pos))
        return 0;
    for (uint32_t ply = 0;; ply++) {
        if (is_divided(pass, &asked, &pos)) {
            uint64_t key = last ? gr_board_key(&pos) : gr_frame_key(&asked.frame, &pos, (GrFrameLevel)pass->level);
            if (last || key != before)
                put(key, game->id, out);
            before = key;
            reach = ply;
        }
        GrMove move = ply < game->plies ? gr_replayer_next(game->player, &pos) : GR_NO_MOVE;
        if (move == GR_NO_MOVE)
            return (uint16_t)reach;
        gr_play(&pos, move);
    }
}

/* The postings of a game of a replay that is there. */
static uint16_t put_game(const Pass *pass, GrFrameWalk *walk, GrDb *db, const GrReplayBlock *replay, uint32_t i,
                         uint32_t id, GrBuffer *out) {
    const uint32_t plies = replay->game[i].plies;
    const Game game = {replay, i, gr_replays_rules(db, replay->game[i].variant), &db->player, id,
                       plies < pass->reach[id] ? plies : pass->reach[id]};
    uint16_t reach;
    if (!(replay->game[i].flags & GR_REPLAY_HERE) || !game.rules)
        return 0;
    if (pass->level < GR_FRAME_LEVELS && put_filmed(pass, walk, &game, &reach, out))
        return reach;
    return put_positions(pass, &game, out);
}

/* How far the games of a replay have postings at this level, and these. */
static int make_positions(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error) {
    const Pass *pass = context;
    const GrGather *g = pass->g;
    const GrReplayBlock *replay = NULL;
    uint16_t reach[GR_REPLAY_GAMES] = {0};
    GrFrameWalk walk = {.read = 0};
    int code = open_replay(g, db, n, &replay, error);
    uint32_t first = first_game(g, g->replay[n]);
    gr_buffer_add(out, (const char *)reach, sizeof reach);
    for (uint32_t i = 0; !code && replay && i < GR_REPLAY_GAMES; i++)
        reach[i] = put_game(pass, &walk, db, replay, i, first + i, out);
    if (!out->failed)
        memcpy(out->data, reach, sizeof reach);
    return code;
}

static int take_positions(void *context, size_t n, const GrBuffer *piece, GrError *error) {
    Pass *pass = context;
    GrGather *g = pass->g;
    const size_t reach = GR_REPLAY_GAMES * sizeof *pass->reach;
    memcpy(pass->reach + first_game(g, g->replay[n]), piece->data, reach);
    return add_postings(pass, piece->data + reach, piece->len - reach, error);
}

/* ---- all of it ---- */

static int run(Pass *pass, size_t replays,
               int (*make)(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error),
               int (*take)(void *context, size_t n, const GrBuffer *piece, GrError *error),
               GrError *error) {
    const GrGather *g = pass->g;
    GrWorkersJob job = {.jobs = g->jobs, .count = replays, .context = pass, .make = make, .take = take};
    int code = gr_workers_run(g->db, &job, error);
    return code < 0 ? code : 0;
}

/* Adds the postings of the next level, sorted, behind those there are; *from is the first of them. */
static int add_level(Pass *pass, size_t *from, GrError *error) {
    GrGather *g = pass->g;
    *from = g->count;
    pass->level++;
    int code = run(pass, g->taken, make_positions, take_positions, error);
    if (!code && *from < g->count)
        gr_postings_sort(g->posting + *from, g->count - *from);
    return code;
}

/* Takes what is common out of the postings of positions, which begin at `from`. */
static int take_commons(Pass *pass, size_t from, GrError *error) {
    GrGather *g = pass->g;
    uint64_t *posting = from < g->count ? g->posting + from : NULL;
    const GrCommonsOf of = {.db = g->db, .jobs = g->jobs, .first = g->first, .replay = g->replay,
                            .replays = g->taken, .reach = pass->reach};
    g->commons = gr_commons_make(&of, posting, g->count - from, error);
    if (!g->commons)
        return error->code;
    if (posting)
        g->count = from + gr_commons_take_out(g->commons, posting, g->count - from);
    return 0;
}

static int gather(Pass *pass, GrError *error) {
    GrGather *g = pass->g;
    size_t from = 0;
    int code = run(pass, g->replays, make_frames, take_frames, error);
    if (code || !g->taken)
        return code;
    if (g->count)
        gr_postings_sort(g->posting, g->count);
    size_t reaches = (size_t)(g->end - g->first) * GR_REPLAY_GAMES * sizeof *pass->reach;
    pass->reach = malloc(reaches);
    if (!pass->reach)
        return gr_no_memory(error);
    memset(pass->reach, 0xFF, reaches); /* all of each game */
    while (!code && pass->level < GR_FRAME_LEVELS) {
        code = part_frames(pass, from, error);
        if (!code)
            code = add_level(pass, &from, error);
    }
    if (!code)
        code = take_commons(pass, from, error);
    if (!code && g->count)
        gr_postings_sort(g->posting, g->count);
    g->sure = g->count;
    while (g->sure && key_of(g->posting[g->sure - 1]) == key_of(always))
        g->sure--;
    return code;
}

int gr_gather(GrGather *g, GrError *error) {
    Pass pass = {.g = g};
    g->posting = NULL;
    g->commons = NULL;
    g->count = g->sure = g->taken = 0;
    g->positions = 0;
    g->end = g->first;
    g->broken = -1;
    int code = gather(&pass, error);
    for (unsigned level = 0; level < GR_FRAME_LEVELS; level++)
        free(pass.shared[level].frame);
    free(pass.reach);
    return code;
}

void gr_gather_free(GrGather *g) {
    free(g->posting);
    gr_commons_free(g->commons);
    g->posting = NULL;
    g->commons = NULL;
}
