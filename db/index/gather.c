/* The postings and entries of a segment, from the lines of its games. */
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
    uint16_t *reach;     /* of each game the last ply that has a posting at the level before, */
    bool *passed;        /* and whether it is passed over, since it is looked at in any case */
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

static uint32_t first_game(const GrGather *g, int64_t chunk) {
    return (uint32_t)(chunk - g->first) * GR_CHUNK_GAMES;
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
    GrChunkGame at;
    GrLineFilmer *filmer;
    GrFrameWalk walk;
    uint32_t id, plies; /* in postings; to be looked at */
} Game;

/* Makes ready for the games of a chunk. */
static int begin_chunk(Game *game, GrDb *db, int64_t chunk, GrError *error) {
    int code = gr_coverage_load(db, error);
    game->filmer = code ? NULL : &gr_coverage(db)->filmer;
    gr_chunk_begin(chunk, &game->at);
    return code;
}

/* Begins to play it. */
static void start_game(const Game *game, GrPosition *pos) {
    const GrStoredLine *line = &game->at.line;
    *pos = game->at.start;
    gr_move_line_open(&game->filmer->line, pos, line->moves, line->len);
}

/* 1, or below 0 if it has none. */
static int open_walk(Game *game) {
    return gr_frame_walk_open(&game->walk, game->filmer, &game->at, game->plies) ? 1 : -1;
}

/* The frames of a game; false if its line is damaged: then nothing is put. */
static bool put_frames(const Game *game, GrBuffer *out) {
    const size_t begin = out->len;
    GrPosition pos;
    GrFrame frame = {.rules = NULL};
    uint64_t before = 0;
    start_game(game, &pos);
    for (uint32_t ply = 0;; ply++) {
        uint64_t key = gr_frame_key(&frame, &pos, 0);
        if (ply == 0 || key != before)
            put(key, game->id, out);
        before = key;
        if (ply == game->plies)
            return true;
        GrMove move = gr_move_line_next(&game->filmer->line, &pos);
        if (move == GR_NO_MOVE)
            break;
        gr_play(&pos, move);
    }
    out->len = begin;
    return false;
}

/* The same by the game's film; false if it has none: then nothing is put. */
static bool put_filmed_frames(Game *game, GrBuffer *out) {
    const size_t start = out->len;
    uint64_t before = 0;
    bool moved;
    int got = open_walk(game);
    while (got > 0 && (got = gr_frame_walk_next(&game->walk, &moved)) > 0) {
        uint64_t key = game->walk.frame.key[GR_FRAME_WHITE];
        if (out->len == start || (moved && key != before))
            put(key, game->id, out);
        before = key;
    }
    if (got < 0)
        out->len = start;
    return got == 0;
}

/* How many positions a chunk's games have, and the postings of their frames, in memory's own order of bytes. */
static int make_frames(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error) {
    const GrGather *g = ((const Pass *)context)->g;
    uint64_t positions = 0;
    Game game;
    int code = begin_chunk(&game, db, g->chunk[n], error), got = 0;
    gr_buffer_add(out, (const char *)&positions, sizeof positions);
    while (!code && (got = gr_chunk_next(db, &game.at, error)) > 0) {
        game.id = first_game(g, g->chunk[n]) + game.at.i;
        game.plies = game.at.readable ? game.at.line.plies : 0;
        const uint64_t posting = gr_posting(always, game.id);
        if (!game.at.readable || !(put_filmed_frames(&game, out) || put_frames(&game, out)))
            gr_buffer_add(out, (const char *)&posting, sizeof posting);
        else
            positions += game.plies + 1;
    }
    if (!out->failed)
        memcpy(out->data, &positions, sizeof positions);
    return code ? code : got;
}

static int take_frames(void *context, size_t n, const GrBuffer *piece, GrError *error) {
    Pass *pass = context;
    GrGather *g = pass->g;
    const GrWork *work = g->work;
    uint64_t positions;
    memcpy(&positions, piece->data, sizeof positions);
    if (add_postings(pass, piece->data + sizeof positions, piece->len - sizeof positions, error))
        return error->code;
    g->positions += positions;
    g->taken = n + 1;
    g->end = n + 1 < g->chunks ? g->chunk[n + 1] : g->last + 1;
    int64_t done = gr_chunk_first(g->end) - 1;
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
static bool put_filmed(const Pass *pass, Game *game, uint16_t *reach, GrBuffer *out) {
    GrFrameWalk *walk = &game->walk;
    const size_t start = out->len;
    uint64_t before = 0;
    uint32_t ply = 0;
    bool moved, shared = false;
    int got = open_walk(game);
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
    start_game(game, &pos);
    for (uint32_t ply = 0;; ply++) {
        if (is_divided(pass, &asked, &pos)) {
            uint64_t key = last ? gr_board_key(&pos) : gr_frame_key(&asked.frame, &pos, (GrFrameLevel)pass->level);
            if (last || key != before)
                put(key, game->id, out);
            before = key;
            reach = ply;
        }
        GrMove move = ply < game->plies ? gr_move_line_next(&game->filmer->line, &pos) : GR_NO_MOVE;
        if (move == GR_NO_MOVE)
            return (uint16_t)reach;
        gr_play(&pos, move);
    }
}

/* The postings of a game that can be read. */
static uint16_t put_game(const Pass *pass, Game *game, GrBuffer *out) {
    const uint32_t plies = game->at.line.plies;
    uint16_t reach;
    game->plies = plies < pass->reach[game->id] ? plies : pass->reach[game->id];
    if (pass->level < GR_FRAME_LEVELS && put_filmed(pass, game, &reach, out))
        return reach;
    return put_positions(pass, game, out);
}

/* How far the games of a chunk have postings at this level, and these. */
static int make_positions(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error) {
    const Pass *pass = context;
    const GrGather *g = pass->g;
    uint16_t reach[GR_CHUNK_GAMES] = {0};
    Game game;
    int code = begin_chunk(&game, db, g->chunk[n], error), got = 0;
    gr_buffer_add(out, (const char *)reach, sizeof reach);
    while (!code && (got = gr_chunk_next(db, &game.at, error)) > 0) {
        game.id = first_game(g, g->chunk[n]) + game.at.i;
        if (game.at.readable && !pass->passed[game.id])
            reach[game.at.i] = put_game(pass, &game, out);
    }
    if (!out->failed)
        memcpy(out->data, reach, sizeof reach);
    return code ? code : got;
}

static int take_positions(void *context, size_t n, const GrBuffer *piece, GrError *error) {
    Pass *pass = context;
    GrGather *g = pass->g;
    const size_t reach = GR_CHUNK_GAMES * sizeof *pass->reach;
    memcpy(pass->reach + first_game(g, g->chunk[n]), piece->data, reach);
    return add_postings(pass, piece->data + reach, piece->len - reach, error);
}

/* ---- all of it ---- */

static int run(Pass *pass, size_t chunks,
               int (*make)(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error),
               int (*take)(void *context, size_t n, const GrBuffer *piece, GrError *error),
               GrError *error) {
    const GrGather *g = pass->g;
    GrWorkersJob job = {.jobs = g->jobs, .count = chunks, .context = pass, .make = make, .take = take};
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
    const GrCommonsOf of = {.db = g->db, .jobs = g->jobs, .first = g->first, .chunk = g->chunk,
                            .chunks = g->taken, .reach = pass->reach, .passed = pass->passed};
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
    int code = run(pass, g->chunks, make_frames, take_frames, error);
    if (code || !g->taken)
        return code;
    if (g->count)
        gr_postings_sort(g->posting, g->count);
    size_t games = (size_t)(g->end - g->first) * GR_CHUNK_GAMES;
    pass->reach = malloc(games * sizeof *pass->reach);
    pass->passed = calloc(games, sizeof *pass->passed);
    if (!pass->reach || !pass->passed)
        return gr_no_memory(error);
    memset(pass->reach, 0xFF, games * sizeof *pass->reach); /* all of each game */
    for (size_t i = g->count; i > 0 && key_of(g->posting[i - 1]) == key_of(always); i--)
        pass->passed[g->posting[i - 1] & ((1u << GR_POSTING_GROUP_BITS) - 1)] = true;
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
    int code = gather(&pass, error);
    for (unsigned level = 0; level < GR_FRAME_LEVELS; level++)
        free(pass.shared[level].frame);
    free(pass.reach);
    free(pass.passed);
    return code;
}

void gr_gather_free(GrGather *g) {
    free(g->posting);
    gr_commons_free(g->commons);
    g->posting = NULL;
    g->commons = NULL;
}
