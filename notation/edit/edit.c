/* Lists of operations: each is done on a copy of the game, which takes its place when all are done. */
#include "notation/edit/edit.h"

#include <stdlib.h>
#include <string.h>

#include "notation/edit/edit_local.h"
#include "notation/nearest.h"

/* The operations, and the members that each may have beside "op". */
typedef struct Kind {
    const char *name;
    EditOperation *apply;
    bool of_moves; /* needs a game with rules */
    const char *members[5];
} Kind;

static const Kind kinds[] = {
    {"add", edit_add, true, {"at", "line", "place"}},
    {"delete", edit_delete, true, {"at"}},
    {"place", edit_place, true, {"at", "place"}},
    {"promote", edit_promote, true, {"at"}},
    {"demote", edit_demote, true, {"at"}},
    {"main", edit_main, true, {"at"}},
    {"comment", edit_comment, true, {"at", "before", "after", "behind"}},
    {"glyphs", edit_glyphs, true, {"at", "glyphs"}},
    {"arrows", edit_arrows, true, {"at", "value"}},
    {"squares", edit_squares, true, {"at", "value"}},
    {"clock", edit_clock, true, {"at", "value"}},
    {"elapsed", edit_elapsed, true, {"at", "value"}},
    {"eval", edit_eval, true, {"at", "value"}},
    {"tag", edit_tag, false, {"name", "value", "place"}},
    {"result", edit_result, false, {"result", "tag"}},
    {"start", edit_start, true, {"fen"}},
    {"rest", edit_rest, true, {"text", "reason"}},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- what undoes it ---- */

/* Writes the operations that undo the others, the last one first. */
static void write_undo(const GrBuffer *inverses, GrBuffer *undo) {
    size_t end = inverses->len;
    gr_buffer_clear(undo);
    gr_buffer_putc(undo, '[');
    while (end > 0) {
        size_t from = end - 1; /* its NUL */
        while (from > 0 && inverses->data[from - 1])
            from--;
        gr_buffer_puts(undo, undo->len > 1 ? ",\n " : "");
        gr_buffer_puts(undo, inverses->data + from);
        end = from;
    }
    gr_buffer_puts(undo, "]\n");
}

/* ---- the nodes that are left ---- */

typedef struct Nodes {
    const GrNode *old;
    GrNode *node;
    uint32_t count;
    unsigned deepest;
} Nodes;

/* Copies a line in the order in which a reader would have made it; its new first node. */
static uint32_t copy_line(Nodes *nodes, uint32_t at, bool branches, unsigned depth) {
    uint32_t first = 0, last = 0;
    nodes->deepest = depth > nodes->deepest ? depth : nodes->deepest;
    for (; at; at = nodes->old[at].next, branches = true) {
        uint32_t made = nodes->count++;
        nodes->node[made] = nodes->old[at];
        nodes->node[made].next = nodes->node[made].alternative = 0;
        if (last)
            nodes->node[last].next = made;
        else
            first = made;
        last = made;
        uint32_t before = made;
        for (uint32_t alt = branches ? nodes->old[at].alternative : 0; alt; alt = nodes->old[alt].alternative) {
            uint32_t line = copy_line(nodes, alt, false, depth + 1);
            nodes->node[before].alternative = line;
            before = line;
        }
    }
    return first;
}

int edit_drop_nodes(Edit *edit) {
    GrGame *game = edit->game;
    if (!game->node_count)
        return 0;
    Nodes nodes = {.old = game->nodes, .node = malloc(game->node_count * sizeof *game->nodes), .count = 1};
    if (!nodes.node)
        return gr_no_memory(edit->error);
    nodes.node[0] = game->nodes[0];
    nodes.node[0].next = copy_line(&nodes, game->nodes[0].next, true, 0);
    free(game->nodes);
    game->nodes = nodes.node;
    game->node_cap = game->node_count;
    game->node_count = nodes.count;
    return nodes.deepest <= GR_READER_DEPTH
               ? 0 : gr_fail(edit->error, GR_ERR_LIMIT, "variations would nest deeper than %d", GR_READER_DEPTH);
}

/* ---- one after the other ---- */

static int check_members(Edit *edit, uint32_t operation, const Kind *kind) {
    const GrJsonTree *tree = edit->tree;
    for (uint32_t v = tree->value[operation].first; v; v = tree->value[v].next) {
        const char *name = tree->text + tree->value[v].name;
        bool known = !strcmp(name, "op");
        for (size_t i = 0; kind->members[i]; i++)
            known |= !strcmp(name, kind->members[i]);
        char meant[GR_MEANT_SIZE];
        gr_did_you_mean(meant, name, kind->members, "");
        if (!known)
            return gr_fail(edit->error, GR_ERR_SYNTAX, "it has no \"%.40s\"%s", name, meant);
    }
    return 0;
}

static int unknown_kind(Edit *edit, const char *name) {
    const char *names[KINDS + 1] = {0};
    char meant[GR_MEANT_SIZE];
    for (int i = 0; i < KINDS; i++)
        names[i] = kinds[i].name;
    gr_did_you_mean(meant, name, names, "");
    return gr_fail(edit->error, GR_ERR_SYNTAX, "there is no such operation%s", meant);
}

static int apply(Edit *edit, uint32_t operation, const char *name) {
    const Kind *kind = kinds;
    while (kind < kinds + KINDS && strcmp(kind->name, name) != 0)
        kind++;
    if (kind == kinds + KINDS)
        return unknown_kind(edit, name);
    if (kind->of_moves && (!edit->game->rules || !edit->game->node_count))
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "the game's moves are text that was not read");
    int code = check_members(edit, operation, kind);
    if (!code)
        code = kind->apply(edit, operation);
    edit->game->plies = 0;
    for (uint32_t at = edit->game->node_count ? edit->game->nodes[0].next : 0; at; at = edit->game->nodes[at].next)
        edit->game->plies++;
    return code;
}

static int apply_all(Edit *edit) {
    const GrJsonTree *tree = edit->tree;
    GrError *error = edit->error, why;
    unsigned number = 1;
    int code = 0;
    if (!edit->operations || tree->value[edit->operations].kind != GR_JSON_ARRAY)
        return gr_fail(error, GR_ERR_SYNTAX, "operations are an array");
    edit->error = &why;
    for (uint32_t v = tree->value[edit->operations].first; v && !code; v = tree->value[v].next, number++) {
        const char *name = gr_json_text(tree, gr_json_member(tree, v, "op"));
        if (!name)
            return gr_fail(error, GR_ERR_SYNTAX, "operation %u is no object with a string \"op\"", number);
        code = apply(edit, v, name);
        if (code)
            gr_fail(error, (GrCode)code, "operation %u, %.40s: %s", number, name, why.text);
    }
    edit->error = error;
    if (!code && edit->inverses.failed)
        code = gr_no_memory(error);
    return code ? code : edit_drop_nodes(edit);
}

int gr_game_edit_tree(GrGame *game, const GrJsonTree *tree, uint32_t operations, GrBuffer *undo, GrError *error) {
    GrGame copy;
    Edit edit = {.game = &copy, .tree = tree, .operations = operations, .error = error};
    gr_game_init(&copy);
    gr_buffer_init(&edit.inverses);
    if (game->rules)
        gr_lexicon_init(&edit.lexicon, game->rules);
    int code = gr_game_copy(game, &copy) ? gr_no_memory(error) : apply_all(&edit);
    if (!code && undo) {
        write_undo(&edit.inverses, undo);
        code = undo->failed ? gr_no_memory(error) : 0;
    }
    if (!code) {
        GrGame old = *game;
        *game = copy;
        copy = old;
    }
    gr_game_free(&copy);
    gr_buffer_free(&edit.inverses);
    return code;
}

int gr_game_edit(GrGame *game, const char *operations, size_t len, GrBuffer *undo, GrError *error) {
    GrJsonTree tree;
    int code = gr_json_read(operations, len, &tree, error);
    if (!code)
        code = gr_game_edit_tree(game, &tree, 1, undo, error);
    gr_json_free(&tree);
    return code;
}
