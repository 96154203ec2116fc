/* A game's comments, NAGs and variations from bytes. */
#include "db/codec/text.h"

#include <stdlib.h>

#include "db/codec/limits.h"

/* A line that is being read. */
typedef struct Level {
    GrPlace place;      /* before the move of `node`, once there is one */
    uint32_t node;      /* the move read last; 0 (the root) on the main line before the first */
    uint32_t variation; /* the last variation in place of it, 0: none yet */
    GrText before;      /* comment for the first move */
} Level;

typedef struct Walk {
    GrGame *game;
    GrMoveReader *moves;
    GrInput *in;
    GrError *error;
    Level *level;
    size_t depth, cap;
} Walk;

static int damaged(Walk *walk) {
    return gr_fail(walk->error, GR_ERR_DAMAGED, "the game's comments and variations are damaged");
}

static int enter(Walk *walk, const GrPlace *place) {
    if (walk->depth > GR_MAX_NESTING)
        return damaged(walk);
    if (walk->depth == walk->cap) {
        size_t cap = walk->cap ? walk->cap * 2 : 4;
        Level *level = realloc(walk->level, cap * sizeof *level);
        if (!level)
            return gr_no_memory(walk->error);
        walk->level = level;
        walk->cap = cap;
    }
    walk->level[walk->depth++] = (Level){.place = *place};
    return 0;
}

/* n moves onward on the main line, which is there already. */
static int pass_main(Walk *walk, Level *level, uint64_t n) {
    const GrNode *nodes = walk->game->nodes;
    if (n > walk->game->plies - level->node)
        return damaged(walk);
    for (; n; n--, level->node++)
        if (level->node)
            gr_place_play(&level->place, nodes[level->node].move);
    level->variation = 0;
    return 0;
}

/* Puts a new node where it belongs: after the last move of its line, or, as the first one, into
 * the row of variations of the move that the line around it stands at. */
static void link_node(Walk *walk, Level *level, uint32_t index) {
    GrNode *nodes = walk->game->nodes;
    if (level->node) {
        nodes[level->node].next = index;
        return;
    }
    Level *around = level - 1;
    nodes[around->variation ? around->variation : around->node].alternative = index;
    around->variation = index;
    nodes[index].before = level->before;
}

static int read_moves(Walk *walk, Level *level, uint64_t n) {
    level->variation = 0;
    for (; n; n--) {
        uint32_t index;
        if (level->node)
            gr_place_play(&level->place, walk->game->nodes[level->node].move);
        GrPlace after = level->place;
        GrMove move = gr_moves_get(walk->moves, &after);
        if (move == GR_NO_MOVE || walk->game->node_count > GR_MAX_NODES)
            return damaged(walk);
        if (gr_game_add_node(walk->game, move, &index))
            return gr_no_memory(walk->error);
        link_node(walk, level, index);
        level->node = index;
    }
    return 0;
}

/* Reads the n bytes of a text and puts them where the operation says. */
static int read_text(Walk *walk, Level *level, GrOp op, uint64_t n) {
    const uint8_t *bytes = gr_input_bytes(walk->in, n);
    bool unplaced = walk->depth > 1 && (op == GR_OP_BEFORE) == (level->node != 0);
    GrText text;
    if (!bytes || unplaced || memchr(bytes, 0, n))
        return damaged(walk);
    if (gr_game_add_text(walk->game, (const char *)bytes, n, &text))
        return gr_no_memory(walk->error);
    GrNode *node = &walk->game->nodes[level->node];
    switch (op) {
    case GR_OP_BEFORE:
        level->before = text;
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

static int begin_variation(Walk *walk, Level *level) {
    if (!level->node)
        return damaged(walk);
    GrPlace place = level->place;
    return enter(walk, &place);
}

static int end_line(Walk *walk, const Level *level) {
    if (walk->depth > 1 && !level->node)
        return damaged(walk);
    walk->depth--;
    return 0;
}

static int read_operation(Walk *walk) {
    Level *level = &walk->level[walk->depth - 1];
    uint64_t word = gr_input_varint(walk->in), n = word >> 3;
    if (walk->in->bad)
        return damaged(walk);
    switch (word & 7) {
    case GR_OP_END:
        return end_line(walk, level);
    case GR_OP_MOVES:
        return walk->depth == 1 ? pass_main(walk, level, n) : read_moves(walk, level, n);
    case GR_OP_BEFORE:
    case GR_OP_COMMENT:
    case GR_OP_NAGS:
        return read_text(walk, level, (GrOp)(word & 7), n);
    case GR_OP_VARIATION:
        return begin_variation(walk, level);
    default:
        return damaged(walk);
    }
}

static int read_tree(GrInput *in, GrMoveReader *moves, GrGame *game, GrError *error) {
    Walk walk = {.game = game, .moves = moves, .in = in, .error = error};
    GrPlace place = {0};
    if (game->rules) /* else there is nothing but a comment */
        gr_place_start(&place, &game->start);
    int code = enter(&walk, &place);
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

bool gr_body_has_variations(GrInput body) {
    if (!gr_input_left(&body) || !(gr_input_u8(&body) & GR_BODY_TREE))
        return false;
    for (;;) {
        uint64_t word = gr_input_varint(&body), n = word >> 3;
        switch (body.bad ? GR_OP_VARIATION : word & 7) {
        case GR_OP_END:
            return false;
        case GR_OP_MOVES:
            break;
        case GR_OP_BEFORE:
        case GR_OP_COMMENT:
        case GR_OP_NAGS:
            gr_input_bytes(&body, n);
            break;
        default:
            return true;
        }
    }
}

int gr_body_read(GrInput *body, GrMoveReader *moves, GrGame *game, GrError *error) {
    int code = 0;
    if (!gr_input_left(body))
        return 0;
    unsigned parts = gr_input_u8(body);
    if (parts & GR_BODY_TREE)
        code = read_tree(body, moves, game, error);
    if (!code && parts & GR_BODY_REST && read_string(body, game, &game->rest))
        code = gr_no_memory(error);
    if (!code && parts & GR_BODY_DIAGS)
        code = read_diagnostics(body, game, error);
    if (!code && (body->bad || gr_input_left(body)))
        code = gr_fail(error, GR_ERR_DAMAGED, "the game's texts are damaged");
    return code;
}
