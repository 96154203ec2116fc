/* Operations on the tree of moves. */
#include <stdio.h>
#include <string.h>

#include "notation/edit/edit_local.h"

/* The end of a partial game cannot be moved or played on: the text that follows would belong to another move. */
static int check_whole(Edit *edit, bool main_line) {
    if (main_line && edit->game->partial)
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "after ply %u the game goes on with text that is no legal move; "
                       "delete that first, by \"at\": %u",
                       (unsigned)edit->game->plies, (unsigned)edit->game->plies + 1);
    return 0;
}

/* ---- adding ---- */

/* Goes along with moves of the line that the game has already: *spot is the last of them, *node the first new one. */
static int follow(Edit *edit, Spot *spot, uint32_t *node) {
    const GrNode *nodes = edit->game->nodes;
    while (*node) {
        const GrNode *n = &nodes[*node];
        uint32_t place = 0, child = nodes[spot->node].next;
        char path[PATH_SIZE];
        for (; child && nodes[child].move != n->move; child = nodes[child].alternative)
            place++;
        if (!child)
            return 0;
        if (n->nags || n->comment || n->before || n->alternative)
            return gr_fail(edit->error, GR_ERR_ILLEGAL, "ply %u of the line is in the game already: what the line has "
                           "there needs operations of its own, or the line a \"place\"", (unsigned)spot->ply + 1);
        edit_path_behind(spot->path, place, path);
        int code = edit_find(edit, path, spot);
        if (code)
            return code;
        *node = n->next;
    }
    return 0;
}

/* Links the line behind the move, as its continuation (place 0) or a variation of that, and writes what undoes it. */
static int put_line(Edit *edit, const Spot *spot, uint32_t place, uint32_t node) {
    char path[PATH_SIZE];
    GrJson json;
    int code = 0;
    if (place ? edit->game->nodes[node].alternative : edit->game->nodes[node].before)
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "ply %u: %s", (unsigned)spot->ply + 1,
                       place ? "the first move of a variation has no variations of its own"
                             : "only the first move of a variation has comments before it");
    edit_path_behind(spot->path, place, path);
    if (!place) {
        code = check_whole(edit, !spot->depth);
        edit->game->nodes[spot->node].next = node;
    } else {
        Spot head;
        char beside[PATH_SIZE];
        edit_path_behind(spot->path, 0, beside);
        code = edit_find(edit, beside, &head);
        if (!code)
            code = edit_put_variation(edit, &head, place, node);
    }
    edit_begin_inverse(edit, &json, "delete", path);
    edit_end_inverse(edit, &json);
    return code;
}

int edit_add(Edit *edit, uint32_t operation) {
    Spot spot;
    uint32_t node, place = gr_json_member(edit->tree, operation, "place");
    int64_t at;
    int code = edit_find_at(edit, operation, &spot);
    if (code)
        return code;
    uint32_t next = edit->game->nodes[spot.node].next, most = next ? edit_variations(edit, next) + 1 : 0;
    uint32_t line = gr_json_member(edit->tree, operation, "line");
    if (place && !gr_json_whole(edit->tree, place, next != 0, most, &at))
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "\"place\" is not %s, where the line can go",
                       next ? "the number of one of the variations there, or of the next one" : "0");
    edit->lexicon.same = spot.node ? (uint8_t)(gr_move_to(edit->game->nodes[spot.node].move) + 1) : 0;
    code = edit_read_line(edit, line, &spot.after, spot.ply + 1, &node);
    if (!code && !place) {
        code = follow(edit, &spot, &node);
        next = edit->game->nodes[spot.node].next;
        at = next ? (int64_t)edit_variations(edit, next) + 1 : 0;
    }
    return code || !node ? code : put_line(edit, &spot, (uint32_t)at, node);
}

/* ---- deleting ---- */

static int delete_variation(Edit *edit, const Spot *spot) {
    char before[PATH_SIZE], head[PATH_SIZE];
    GrJson json;
    memcpy(head, spot->path, spot->branch);
    head[spot->branch] = 0;
    edit_path_before(head, before);
    edit_begin_inverse(edit, &json, "comment", head);
    edit_write_all_comments(edit, &json, spot->head, true);
    edit_end_inverse(edit, &json);
    edit_begin_inverse(edit, &json, "add", before);
    gr_json_int(&json, "place", spot->place);
    edit_write_line(edit, &json, "line", spot->node, &spot->before, false);
    edit_end_inverse(edit, &json);
    return edit_take_variation(edit, spot);
}

/* The rest of a line, with all variations in it. */
static int delete_end(Edit *edit, const Spot *spot) {
    char before[PATH_SIZE];
    GrJson json;
    int code = spot->depth ? 0 : edit_drop_rest(edit);
    edit_path_before(spot->path, before);
    edit_begin_inverse(edit, &json, "add", before);
    gr_json_int(&json, "place", 0);
    edit_write_line(edit, &json, "line", spot->node, &spot->before, true);
    edit_end_inverse(edit, &json);
    edit->game->nodes[spot->prev].next = 0;
    return code;
}

int edit_delete(Edit *edit, uint32_t operation) {
    Spot spot;
    char number[16], rest[16];
    const char *path = edit_path_text(edit, operation, number);
    if (!path)
        return GR_ERR_SYNTAX;
    snprintf(rest, sizeof rest, "%u", (unsigned)edit->game->plies + 1);
    if (edit->game->partial && !strcmp(path, rest))
        return edit_drop_rest(edit);
    int code = edit_find(edit, path, &spot);
    if (!code && !spot.node)
        code = gr_fail(edit->error, GR_ERR_ILLEGAL, "0 is the start of the game, which has no move to delete");
    if (code)
        return code;
    return spot.place ? delete_variation(edit, &spot) : delete_end(edit, &spot);
}

/* ---- lines in another place ---- */

static void undo_comments(Edit *edit, uint32_t node, const char *path) {
    GrJson json;
    edit_begin_inverse(edit, &json, "comment", path);
    edit_write_all_comments(edit, &json, node, true);
    edit_end_inverse(edit, &json);
}

/* Puts the line into another place; `head` is the path of the head that is there now. */
static int move_line(Edit *edit, const Spot *spot, const char *head, uint32_t place) {
    char path[PATH_SIZE];
    GrJson json;
    bool turns = !spot->place || !place;
    int code = check_whole(edit, turns && spot->depth == (spot->place != 0));
    if (code)
        return code;
    if (turns) { /* comments move, too */
        uint32_t other = spot->place ? spot->place : 1, node = spot->node;
        if (!spot->place)
            node = edit->game->nodes[spot->head].alternative;
        edit_path_before(head, path);
        undo_comments(edit, spot->prev, path);
        undo_comments(edit, spot->head, head);
        edit_path_beside(head, other, path);
        undo_comments(edit, node, path);
    }
    edit_path_beside(head, place, path);
    edit_begin_inverse(edit, &json, "place", path);
    gr_json_int(&json, "place", spot->place);
    edit_end_inverse(edit, &json);
    return edit_move_line(edit, spot, place);
}

/* The path of the head in whose place the move is. */
static void head_path(const Spot *spot, char head[PATH_SIZE]) {
    size_t len = spot->place ? spot->branch : strlen(spot->path);
    memcpy(head, spot->path, len);
    head[len] = 0;
}

static int no_other(Edit *edit, const Spot *spot) {
    return gr_fail(edit->error, GR_ERR_ILLEGAL, "no other line stands in place of ply %u", (unsigned)spot->ply);
}

int edit_place(Edit *edit, uint32_t operation) {
    Spot spot;
    int64_t place;
    char head[PATH_SIZE];
    int code = edit_find_at(edit, operation, &spot);
    if (code)
        return code;
    uint32_t count = edit_variations(edit, spot.head);
    if (!count)
        return no_other(edit, &spot);
    if (!gr_json_whole(edit->tree, gr_json_member(edit->tree, operation, "place"), 0, count, &place))
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "\"place\" is not a number from 0, the line itself, to %u",
                       (unsigned)count);
    head_path(&spot, head);
    return place == spot.place ? 0 : move_line(edit, &spot, head, (uint32_t)place);
}

/* The first move of the innermost variation that the move is in. */
static int find_branch(Edit *edit, const Spot *spot, Spot *branch) {
    char path[PATH_SIZE];
    uint32_t place = 0;
    memcpy(path, spot->path, spot->branch);
    for (const char *p = spot->path + spot->branch + 1; *p >= '0' && *p <= '9'; p++)
        place = place * 10 + (uint32_t)(*p - '0');
    path[spot->branch] = 0;
    edit_path_beside(path, place, path);
    return edit_find(edit, path, branch);
}

static int not_in_variation(Edit *edit, const Spot *spot) {
    return gr_fail(edit->error, GR_ERR_ILLEGAL, "ply %u of the main line is in no variation%s", (unsigned)spot->ply,
                   edit_variations(edit, spot->head) ? "; those in place of it are named as its path, .1 and its ply"
                                                     : "");
}

int edit_promote(Edit *edit, uint32_t operation) {
    Spot spot, branch;
    char head[PATH_SIZE];
    int code = edit_find_at(edit, operation, &spot);
    if (!code && !spot.depth)
        code = not_in_variation(edit, &spot);
    if (!code)
        code = find_branch(edit, &spot, &branch);
    if (code)
        return code;
    head_path(&branch, head);
    return move_line(edit, &branch, head, branch.place - 1);
}

int edit_demote(Edit *edit, uint32_t operation) {
    Spot spot;
    char head[PATH_SIZE];
    int code = edit_find_at(edit, operation, &spot);
    if (code)
        return code;
    if (spot.place >= edit_variations(edit, spot.head))
        return no_other(edit, &spot);
    head_path(&spot, head);
    return move_line(edit, &spot, head, spot.place + 1);
}

int edit_main(Edit *edit, uint32_t operation) {
    Spot spot, branch;
    int code = edit_find_at(edit, operation, &spot);
    if (!code && !spot.depth)
        code = not_in_variation(edit, &spot);
    while (!code && spot.depth) {
        char path[PATH_SIZE], head[PATH_SIZE];
        code = find_branch(edit, &spot, &branch);
        if (code)
            return code;
        head_path(&branch, head);
        code = move_line(edit, &branch, head, 0);
        /* The move is in the line of the head now: the last number is that of its ply. */
        memcpy(path, spot.path, sizeof path);
        const char *dot = strrchr(head, '.');
        snprintf(path, sizeof path, "%.*s%u", dot ? (int)(dot + 1 - head) : 0, head, (unsigned)spot.ply);
        if (!code)
            code = edit_find(edit, path, &spot);
    }
    return code;
}
