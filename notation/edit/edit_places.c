/* What stands in one place of a game: the move of a line, and the variations that depart from it there. */
#include <stdlib.h>
#include <string.h>

#include "notation/edit/edit_local.h"

typedef struct Line {
    uint32_t node;
    GrText behind; /* comments behind it; of the head: its own, which stand before all variations */
} Line;

typedef struct Lines {
    Line *line; /* the head first */
    size_t count;
} Lines;

static int load(Edit *edit, uint32_t head, Lines *lines) {
    size_t count = edit_variations(edit, head) + 1u;
    int code = 0;
    *lines = (Lines){.line = calloc(count + 1, sizeof *lines->line)}; /* one more may come */
    if (!lines->line)
        return gr_no_memory(edit->error);
    for (uint32_t at = head; lines->count < count && !code; at = edit->game->nodes[at].alternative) {
        lines->line[lines->count].node = at;
        code = edit_get_part(edit, head, (uint32_t)lines->count, &lines->line[lines->count].behind);
        lines->count++;
    }
    return code;
}

/* Links the lines, of which the first goes on from `prev`, and frees them. */
static int store(Edit *edit, uint32_t prev, Lines *lines) {
    GrNode *nodes = edit->game->nodes;
    uint32_t head = lines->line[0].node;
    int code = 0;
    nodes[prev].next = head;
    for (size_t i = 0; i < lines->count; i++)
        nodes[lines->line[i].node].alternative = i + 1 < lines->count ? lines->line[i + 1].node : 0;
    nodes[head].comment = 0;
    for (size_t i = 0; i < lines->count && !code; i++)
        if (lines->line[i].behind)
            code = edit_set_part(edit, head, (uint32_t)i, gr_game_string(edit->game, lines->line[i].behind));
    return code;
}

int edit_put_variation(Edit *edit, const Spot *head, uint32_t place, uint32_t node) {
    Lines lines;
    int code = load(edit, head->head, &lines);
    if (!code) {
        memmove(&lines.line[place + 1], &lines.line[place], (lines.count - place) * sizeof *lines.line);
        lines.line[place] = (Line){.node = node};
        lines.count++;
        code = store(edit, head->prev, &lines);
    }
    free(lines.line);
    return code;
}

int edit_take_variation(Edit *edit, const Spot *spot) {
    Lines lines;
    uint32_t place = spot->place;
    int code = load(edit, spot->head, &lines);
    if (!code)
        code = edit_join(edit, &lines.line[place - 1].behind, lines.line[place].behind);
    if (!code) {
        lines.count--;
        memmove(&lines.line[place], &lines.line[place + 1], (lines.count - place) * sizeof *lines.line);
        code = store(edit, spot->prev, &lines);
    }
    free(lines.line);
    return code;
}

/* A comment before a line that now goes on from the move before it stands after that, behind its variations. */
static int move_before(Edit *edit, const Spot *spot, uint32_t node) {
    GrText before = edit->game->nodes[node].before, part;
    bool head = spot->prev && spot->ply - 1 > spot->first;
    uint32_t last = head ? edit_variations(edit, spot->prev) : 0;
    if (!before)
        return 0;
    int code = edit_get_part(edit, spot->prev, last, &part);
    if (!code)
        code = edit_join(edit, &part, before);
    if (!code)
        code = edit_set_part(edit, spot->prev, last, gr_game_string(edit->game, part));
    edit->game->nodes[node].before = 0;
    return code;
}

/* Another line is the head now: each has after its move what was its own. */
static int change_head(Edit *edit, const Spot *spot, Lines *lines, Line *old) {
    Line *head = &lines->line[0];
    GrText own = edit->game->nodes[head->node].comment;
    int code = edit_join(edit, &own, head->behind);
    head->behind = own;
    edit->game->nodes[old->node].comment = old->behind;
    old->behind = 0;
    return code ? code : move_before(edit, spot, head->node);
}

int edit_move_line(Edit *edit, const Spot *spot, uint32_t place) {
    Lines lines;
    uint32_t from = spot->place;
    int code = load(edit, spot->head, &lines);
    if (!code) {
        Line moved = lines.line[from];
        Line *line = lines.line;
        if (from < place)
            memmove(&line[from], &line[from + 1], (place - from) * sizeof *line);
        else
            memmove(&line[place + 1], &line[place], (from - place) * sizeof *line);
        line[place] = moved;
        if (line[0].node != spot->head)
            code = change_head(edit, spot, &lines, &line[from ? 1 : place]);
    }
    if (!code)
        code = store(edit, spot->prev, &lines);
    free(lines.line);
    return code;
}
