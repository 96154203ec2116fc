/* A game's comments, NAGs and variations from bytes. */
#include "db/codec/text.h"

#include <stdlib.h>

#include "db/codec/limits.h"
#include "notation/room.h"

/* A line that is being gone through; its moves are read already. */
typedef struct Level {
    GrPosition pos;     /* before the move of `at`, */
    uint32_t at;        /* which may be behind */
    uint32_t first;     /* its first node; 0 for a main line without moves */
    uint32_t node;      /* the move passed last; 0 before the first */
    uint32_t variation; /* the last variation in place of it, 0: none yet */
} Level;

typedef struct Walk {
    GrGame *game;
    GrLineReader *reader;
    GrInput *in;
    GrError *error;
    Level *level;
    size_t depth, cap;
} Walk;

static int damaged(Walk *walk) {
    return gr_fail(walk->error, GR_ERR_DAMAGED, "the game's comments and variations are damaged");
}

static int enter(Walk *walk, const GrPosition *pos, uint32_t first) {
    if (walk->depth > GR_MAX_NESTING)
        return damaged(walk);
    if (!gr_room(&walk->level, walk->depth, 1, &walk->cap, sizeof *walk->level))
        return gr_no_memory(walk->error);
    walk->level[walk->depth++] = (Level){.pos = *pos, .at = first, .first = first};
    return 0;
}

/* n moves onward. */
static int pass(Walk *walk, Level *level, uint64_t n) {
    const GrNode *nodes = walk->game->nodes;
    level->variation = 0;
    for (; n; n--) {
        uint32_t next = level->node ? nodes[level->node].next : level->first;
        if (!next)
            return damaged(walk);
        level->node = next;
    }
    return 0;
}

/* Reads the n bytes of a text and puts them where the operation says. */
static int read_text(Walk *walk, Level *level, GrOp op, uint64_t n) {
    const uint8_t *bytes = gr_input_bytes(walk->in, n);
    bool unplaced = op == GR_OP_BEFORE ? walk->depth == 1 || level->node : walk->depth > 1 && !level->node;
    GrText text;
    if (!bytes || unplaced || memchr(bytes, 0, n))
        return damaged(walk);
    if (gr_game_add_text(walk->game, (const char *)bytes, n, &text))
        return gr_no_memory(walk->error);
    GrNode *node = &walk->game->nodes[level->node];
    switch (op) {
    case GR_OP_BEFORE:
        walk->game->nodes[level->first].before = text;
        break;
    case GR_OP_NAGS:
        node->nags = text;
        break;
    default:
        node->comment = text;
        break;
    }
    return 0;
}

/* Makes the position that before the move passed last. */
static void catch_up(const GrGame *game, Level *level) {
    for (; level->at != level->node; level->at = game->nodes[level->at].next)
        gr_play(&level->pos, game->nodes[level->at].move);
}

/* Adds a variation of `plies` moves in place of the move passed last; *first is its first node. */
static int add_line(Walk *walk, Level *level, uint32_t plies, uint32_t *first) {
    GrGame *game = walk->game;
    GrPosition pos = level->pos;
    uint32_t last = 0;
    for (uint32_t ply = 0; ply < plies; ply++) {
        uint32_t index;
        GrMove move = gr_move_line_next(walk->reader, &pos);
        if (move == GR_NO_MOVE || game->node_count > GR_MAX_NODES)
            return damaged(walk);
        if (gr_game_add_node(game, move, &index))
            return gr_no_memory(walk->error);
        *(ply ? &game->nodes[last].next
              : &game->nodes[level->variation ? level->variation : level->node].alternative) = index;
        *first = ply ? *first : index;
        last = index;
        gr_play(&pos, move);
    }
    level->variation = *first;
    return 0;
}

/* Reads the n bytes of a variation. */
static int begin_variation(Walk *walk, Level *level, uint64_t n) {
    uint32_t first = 0;
    GrInput line = gr_input(gr_input_bytes(walk->in, n), n);
    if (walk->in->bad || !level->node)
        return damaged(walk);
    uint32_t plies = gr_input_bounded(&line, GR_MAX_NODES);
    if (!plies)
        return damaged(walk);
    catch_up(walk->game, level);
    gr_move_line_open(walk->reader, &level->pos, line.at, gr_input_left(&line));
    int code = add_line(walk, level, plies, &first);
    GrPosition pos = level->pos; /* which moves when there is room for one more */
    return code ? code : enter(walk, &pos, first);
}

static int read_operation(Walk *walk) {
    Level *level = &walk->level[walk->depth - 1];
    uint64_t word = gr_input_varint(walk->in), n = word >> 3;
    if (walk->in->bad)
        return damaged(walk);
    switch (word & 7) {
    case GR_OP_END:
        walk->depth--;
        return 0;
    case GR_OP_MOVES:
        return pass(walk, level, n);
    case GR_OP_BEFORE:
    case GR_OP_COMMENT:
    case GR_OP_NAGS:
        return read_text(walk, level, (GrOp)(word & 7), n);
    case GR_OP_VARIATION:
        return begin_variation(walk, level, n);
    default:
        return damaged(walk);
    }
}

static int read_tree(GrInput *in, GrLineReader *reader, GrGame *game, GrError *error) {
    Walk walk = {.game = game, .reader = reader, .in = in, .error = error};
    int code = enter(&walk, &game->start, game->nodes[0].next);
    while (!code && walk.depth)
        code = read_operation(&walk);
    free(walk.level);
    return code;
}

static int read_string(GrInput *in, GrGame *game, GrText *text) {
    const char *string = gr_input_string(in);
    return gr_game_add_text(game, string, strlen(string), text);
}

static int read_diagnostics(GrInput *in, GrGame *game, GrError *error) {
    uint64_t count = gr_input_varint(in);
    for (; count && !in->bad; count--) {
        unsigned severity = gr_input_u8(in);
        uint32_t line = gr_input_bounded(in, UINT32_MAX), column = gr_input_bounded(in, UINT32_MAX);
        uint32_t ply = gr_input_bounded(in, UINT32_MAX);
        if (severity > GR_ERROR)
            in->bad = true;
        else if (gr_game_diagnose(game, (GrSeverity)severity, line, column, ply, "%s",
                                  gr_input_string(in)))
            return gr_no_memory(error);
    }
    return 0;
}

int gr_body_read(GrInput *body, GrLineReader *reader, GrGame *game, GrError *error) {
    int code = 0;
    if (!gr_input_left(body))
        return 0;
    unsigned parts = gr_input_u8(body);
    if (parts & GR_BODY_TREE)
        code = read_tree(body, reader, game, error);
    if (!code && parts & GR_BODY_REST && read_string(body, game, &game->rest))
        code = gr_no_memory(error);
    if (!code && parts & GR_BODY_DIAGS)
        code = read_diagnostics(body, game, error);
    if (!code && (body->bad || gr_input_left(body)))
        code = gr_fail(error, GR_ERR_DAMAGED, "the game's texts are damaged");
    return code;
}
