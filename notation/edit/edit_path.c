/* Paths: names of moves that people and programs can read. */
#include <stdio.h>
#include <string.h>

#include "notation/edit/edit_local.h"

/* A number of a path; false if there is none. */
static bool read_number(const char **p, uint32_t *number) {
    uint64_t value = 0;
    const char *from = *p;
    for (; **p >= '0' && **p <= '9' && *p - from < 10; ++*p)
        value = value * 10 + (uint64_t)(**p - '0');
    *number = (uint32_t)value;
    return *p > from && value <= INT32_MAX;
}

static int no_path(Edit *edit, const char *path) {
    return gr_fail(edit->error, GR_ERR_SYNTAX, "'%.60s' is not a path: a ply, or plies and variations as in 12.1.15",
                   path);
}

/* Goes on in the line up to a ply. */
static int advance(Edit *edit, Spot *spot, uint32_t ply) {
    const GrNode *nodes = edit->game->nodes;
    while (spot->ply < ply) {
        uint32_t next = nodes[spot->node].next;
        if (!next)
            return gr_fail(edit->error, GR_ERR_NOT_FOUND, "there is no ply %u: the line ends with ply %u",
                           (unsigned)ply, (unsigned)spot->ply);
        spot->prev = spot->node;
        spot->node = spot->head = next;
        spot->place = 0;
        spot->before = spot->after;
        gr_play(&spot->after, nodes[next].move);
        spot->ply++;
    }
    return 0;
}

/* Goes over to a variation in place of the move. */
static int branch(Edit *edit, Spot *spot, uint32_t place) {
    const GrNode *nodes = edit->game->nodes;
    uint32_t count = edit_variations(edit, spot->head), node = spot->head;
    if (!spot->node || spot->place || !place || place > count)
        return gr_fail(edit->error, GR_ERR_NOT_FOUND, "there is no variation %u in place of ply %u", (unsigned)place,
                       (unsigned)spot->ply);
    if (spot->depth == GR_READER_DEPTH)
        return gr_fail(edit->error, GR_ERR_LIMIT, "variations nest deeper than %d", GR_READER_DEPTH);
    spot->branch = strlen(spot->path);
    for (uint32_t i = 0; i < place; i++)
        node = nodes[node].alternative;
    spot->node = node;
    spot->place = place;
    spot->depth++;
    spot->after = spot->before;
    gr_play(&spot->after, nodes[node].move);
    return 0;
}

static void add_number(Spot *spot, const char *dot, uint32_t number) {
    size_t len = strlen(spot->path);
    snprintf(spot->path + len, sizeof spot->path - len, "%s%u", dot, (unsigned)number);
}

int edit_find(Edit *edit, const char *path, Spot *spot) {
    const GrGame *game = edit->game;
    const char *p = path;
    uint32_t ply, place;
    *spot = (Spot){.before = game->start, .after = game->start};
    if (!read_number(&p, &ply))
        return no_path(edit, path);
    int code = advance(edit, spot, ply);
    add_number(spot, "", ply);
    while (!code && *p == '.') {
        p++;
        uint32_t from = spot->ply;
        if (!read_number(&p, &place) || *p++ != '.' || !read_number(&p, &ply) || ply < from)
            return no_path(edit, path);
        code = branch(edit, spot, place);
        if (code)
            return code;
        add_number(spot, ".", place);
        code = advance(edit, spot, ply);
        add_number(spot, ".", ply);
        if (spot->ply > from)
            spot->first = from;
    }
    return code || !*p ? code : no_path(edit, path);
}

const char *edit_path_text(Edit *edit, uint32_t operation, char number[16]) {
    uint32_t at = gr_json_member(edit->tree, operation, "at");
    const char *text = gr_json_text(edit->tree, at);
    int64_t ply;
    if (text)
        return text;
    if (gr_json_whole(edit->tree, at, 0, INT32_MAX, &ply)) {
        snprintf(number, 16, "%d", (int)ply);
        return number;
    }
    gr_fail(edit->error, GR_ERR_SYNTAX, "\"at\" is %s: it names a move, as 12 or \"12.1.15\"",
            at ? "no path" : "missing");
    return NULL;
}

int edit_find_at(Edit *edit, uint32_t operation, Spot *spot) {
    char number[16];
    const char *path = edit_path_text(edit, operation, number);
    return path ? edit_find(edit, path, spot) : (int)GR_ERR_SYNTAX;
}

/* The path with another last number. */
static void put_last(const char *path, int more, char out[PATH_SIZE]) {
    const char *dot = strrchr(path, '.'), *last = dot ? dot + 1 : path;
    uint32_t ply = 0;
    size_t len = (size_t)(last - path);
    read_number(&last, &ply);
    memmove(out, path, len);
    snprintf(out + len, PATH_SIZE - len, "%u", (unsigned)((int64_t)ply + more));
}

void edit_path_before(const char *path, char out[PATH_SIZE]) {
    put_last(path, -1, out);
}

void edit_path_behind(const char *path, uint32_t place, char out[PATH_SIZE]) {
    put_last(path, 1, out);
    edit_path_beside(out, place, out);
}

void edit_path_beside(const char *head, uint32_t place, char out[PATH_SIZE]) {
    const char *dot = strrchr(head, '.'), *last = dot ? dot + 1 : head;
    size_t len = strlen(head);
    char ply[16];
    snprintf(ply, sizeof ply, "%s", last);
    memmove(out, head, len + 1);
    if (place)
        snprintf(out + len, PATH_SIZE - len, ".%u.%s", (unsigned)place, ply);
}
