/* Listing the lines of a game, and going along one. */
#include "db/query/run/lines.h"
#include "notation/room.h"

#include <stdlib.h>

void query_lines_free(QueryLines *lines) {
    free(lines->line);
    free(lines->place);
    free(lines->path);
    free(lines->hit);
    *lines = (QueryLines){.line = NULL};
}

/* ---- the lines of a game ---- */

static bool add_line(QueryLines *l, QueryLine line) {
    if (!gr_room(&l->line, l->lines, 1, &l->line_cap, sizeof *l->line))
        return false;
    l->line[l->lines++] = line;
    return true;
}

/* Goes to a node of a line. The first node of a variation has no variations of its own: those in
 * place of it are its parent's. */
static bool enter(QueryLines *l, QueryPlace place) {
    if (!gr_room(&l->place, l->places, 1, &l->place_cap, sizeof *l->place))
        return false;
    l->place[l->places++] = place;
    return true;
}

static bool enter_variation(QueryLines *l, const GrNode *node) {
    QueryPlace *at = &l->place[l->places - 1];
    uint32_t first = at->alternative, line = (uint32_t)l->lines, ply = at->ply, parent = at->line;
    uint32_t leaves = parent ? l->line[parent].leaves : ply;
    at->alternative = node[first].alternative;
    return add_line(l, (QueryLine){first, ply, parent, leaves}) &&
           enter(l, (QueryPlace){line, first, ply, 0});
}

bool query_lines_list(QueryLines *l, const GrGame *game) {
    const GrNode *node = game->nodes;
    l->lines = l->places = 0;
    if (!add_line(l, (QueryLine){node[0].next, 1, 0, UINT32_MAX}) ||
        !enter(l, (QueryPlace){0, 0, 0, 0}))
        return false;
    while (l->places) {
        QueryPlace *at = &l->place[l->places - 1];
        if (at->alternative) {
            if (!enter_variation(l, node))
                return false;
        } else if (node[at->node].next) {
            at->node = node[at->node].next;
            at->alternative = node[at->node].alternative;
            at->ply++;
        } else {
            l->places--;
        }
    }
    return true;
}

int64_t query_lines_path(QueryLines *l, const GrGame *game, size_t line) {
    uint32_t plies = 0, end = UINT32_MAX;
    for (;; line = l->line[line].parent) {
        uint32_t node = l->line[line].first, ply = l->line[line].ply;
        for (; node && ply < end; node = game->nodes[node].next, ply++) {
            if (!gr_room(&l->path, ply, 1, &l->path_cap, sizeof *l->path))
                return -1;
            l->path[ply] = node;
            plies = ply > plies ? ply : plies;
        }
        end = l->line[line].ply;
        if (line == 0)
            return plies;
    }
}

int gr_line_nodes(const GrGame *game, uint32_t line, uint32_t **nodes, uint32_t *plies) {
    QueryLines l = {.line = NULL};
    int64_t count = game->node_count && query_lines_list(&l, game) && line < l.lines
                        ? query_lines_path(&l, game, line)
                        : -1;
    *nodes = count < 0 ? NULL : l.path;
    *plies = count < 0 ? 0 : (uint32_t)count;
    if (count >= 0)
        l.path = NULL;
    query_lines_free(&l);
    return count < 0 ? GR_ERR_MEMORY : 0;
}
