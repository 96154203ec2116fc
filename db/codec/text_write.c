/* Walks a game's tree as a printed game is read: a move, its comment, then the variations in place
 * of it, each to its end. Variations may be nested deeply, so the walk keeps its own stack. */
#include "db/codec/text.h"

#include <stdlib.h>

#include "db/codec/limits.h"
#include "notation/room.h"

/* A line that the walk is in. */
typedef struct Level {
    GrPosition pos;       /* before the move of `at`, */
    uint32_t at;          /* which may be behind */
    uint32_t node;        /* 0: the line has ended */
    uint32_t alternative; /* the next variation in place of it, 0: none left */
    uint32_t plain;       /* moves passed since the last operation */
    bool first;           /* node is the first of a variation */
} Level;

typedef struct Walk {
    const GrGame *game;
    bool legal;           /* all moves are known to be */
    GrLineWriter *writer;
    GrBuffer line;        /* of a variation */
    GrBuffer *body;
    GrError *error;
    Level *level; /* level[0] is the main line */
    size_t depth, cap;
} Walk;

static void put_op(GrBuffer *body, GrOp op, uint64_t n) {
    gr_put_varint(body, n << 3 | op);
}

static void put_text(GrBuffer *body, GrOp op, const GrGame *game, GrText text) {
    const char *string = gr_game_string(game, text);
    size_t len = strlen(string);
    if (len) {
        put_op(body, op, len);
        gr_put_bytes(body, string, len);
    }
}

/* Says how many moves the walk has passed, before it says anything of the last one. */
static void flush(Walk *walk, Level *level) {
    if (level->plain)
        put_op(walk->body, GR_OP_MOVES, level->plain);
    level->plain = 0;
}

static int enter(Walk *walk, const GrPosition *pos, uint32_t node) {
    if (walk->depth > GR_MAX_NESTING)
        return gr_fail(walk->error, GR_ERR_LIMIT, "variations are nested deeper than %d",
                       GR_MAX_NESTING);
    if (!gr_room(&walk->level, walk->depth, 1, &walk->cap, sizeof *walk->level))
        return gr_no_memory(walk->error);
    bool first = walk->depth > 0;
    walk->level[walk->depth++] = (Level){.pos = *pos, .at = node, .node = node, .first = first};
    return 0;
}

/* Says all there is to say of the line's move, variations excepted. */
static void say_move(Walk *walk, Level *level) {
    const GrNode *node = &walk->game->nodes[level->node];
    if (level->first)
        put_text(walk->body, GR_OP_BEFORE, walk->game, node->before);
    level->plain++;
    /* Alternatives of a variation's first move are further variations of the same main move. */
    level->alternative = level->first ? 0 : node->alternative;
    if (node->comment || node->nags || level->alternative)
        flush(walk, level);
    put_text(walk->body, GR_OP_NAGS, walk->game, node->nags);
    put_text(walk->body, GR_OP_COMMENT, walk->game, node->comment);
}

/* Makes the position that before the line's move. */
static void catch_up(const GrGame *game, Level *level) {
    for (; level->at != level->node; level->at = game->nodes[level->at].next)
        gr_play(&level->pos, game->nodes[level->at].move);
}

/* Begins a variation by all its moves. */
static int put_variation(Walk *walk, const GrPosition *start, uint32_t first) {
    const GrNode *nodes = walk->game->nodes;
    GrPosition pos = *start;
    uint64_t plies = 0;
    for (uint32_t node = first; node; node = nodes[node].next)
        plies++;
    gr_buffer_clear(&walk->line);
    gr_put_varint(&walk->line, plies);
    gr_move_line_begin(walk->writer, &pos, &walk->line);
    for (uint32_t node = first; node; node = nodes[node].next) {
        if (!gr_move_line_takes(&pos, nodes[node].move, walk->legal))
            return gr_fail(walk->error, GR_ERR_ILLEGAL, "a variation has an illegal move");
        gr_move_line_put(walk->writer, &pos, nodes[node].move);
        gr_play(&pos, nodes[node].move);
    }
    gr_move_line_end(walk->writer);
    put_op(walk->body, GR_OP_VARIATION, walk->line.len);
    gr_put_bytes(walk->body, walk->line.data, walk->line.len);
    return walk->line.failed ? gr_no_memory(walk->error) : 0;
}

/* Goes on by a variation of the move at hand, or to the next move. */
static int advance(Walk *walk) {
    Level *level = &walk->level[walk->depth - 1];
    const GrNode *nodes = walk->game->nodes;
    uint32_t variation = level->alternative;
    if (variation) {
        level->alternative = nodes[variation].alternative;
        catch_up(walk->game, level);
        GrPosition pos = level->pos; /* which moves when there is room for one more */
        int code = put_variation(walk, &pos, variation);
        return code ? code : enter(walk, &pos, variation);
    }
    level->node = nodes[level->node].next;
    level->first = false;
    return 0;
}

static int walk_lines(Walk *walk) {
    int code = 0;
    while (walk->depth && !code) {
        Level *level = &walk->level[walk->depth - 1];
        if (!level->node) {
            put_op(walk->body, GR_OP_END, 0);
            walk->depth--;
            continue;
        }
        code = advance(walk);
        level = &walk->level[walk->depth - 1];
        if (!code && level->node)
            say_move(walk, level);
    }
    return code;
}

static int write_tree(const GrGame *game, bool legal, GrLineWriter *writer, GrBuffer *body, GrError *error) {
    Walk walk = {.game = game, .legal = legal, .writer = writer, .body = body, .error = error};
    gr_buffer_init(&walk.line);
    put_text(body, GR_OP_COMMENT, game, game->nodes[0].comment);
    int code = enter(&walk, &game->start, game->nodes[0].next);
    if (!code && walk.level[0].node)
        say_move(&walk, &walk.level[0]);
    if (!code)
        code = walk_lines(&walk);
    free(walk.level);
    gr_buffer_free(&walk.line);
    return code;
}

/* A game that was never replayed has the comment before its first move, and no moves. */
static void write_lead(const GrGame *game, GrBuffer *body) {
    put_text(body, GR_OP_COMMENT, game, game->nodes[0].comment);
    put_op(body, GR_OP_END, 0);
}

static bool has_tree(const GrGame *game) {
    const GrNode *nodes = game->nodes;
    if (!game->node_count)
        return false;
    if (nodes[0].comment)
        return true;
    for (uint32_t i = game->rules ? nodes[0].next : 0; i; i = nodes[i].next)
        if (nodes[i].comment || nodes[i].nags || nodes[i].alternative)
            return true;
    return false;
}

static void write_diagnostics(const GrGame *game, GrBuffer *body) {
    gr_put_varint(body, game->diag_count);
    for (size_t i = 0; i < game->diag_count; i++) {
        const GrDiagnostic *d = &game->diags[i];
        gr_put_u8(body, d->severity);
        gr_put_varint(body, d->line);
        gr_put_varint(body, d->column);
        gr_put_varint(body, d->ply);
        gr_put_string(body, gr_game_string(game, d->text));
    }
}

int gr_body_write(const GrGame *game, bool legal, GrLineWriter *writer, GrBuffer *body, GrError *error) {
    bool tree = has_tree(game), rest = *gr_game_string(game, game->rest);
    unsigned parts = (tree ? GR_BODY_TREE : 0u) | (rest ? GR_BODY_REST : 0u) |
                     (game->diag_count ? GR_BODY_DIAGS : 0u);
    int code = 0;
    if (game->node_count > GR_MAX_NODES)
        return gr_fail(error, GR_ERR_LIMIT, "the game has more than %d moves in its variations",
                       GR_MAX_NODES);
    if (!parts)
        return 0;
    gr_put_u8(body, parts);
    if (tree && game->rules)
        code = write_tree(game, legal, writer, body, error);
    else if (tree)
        write_lead(game, body);
    if (rest)
        gr_put_string(body, gr_game_string(game, game->rest));
    if (game->diag_count)
        write_diagnostics(game, body);
    return code;
}
