/* Uniting two games that begin in the same way: the tree of one is laid over that of the other. */
#include <string.h>

#include "notation/buffer.h"
#include "notation/edit/edit.h"
#include "notation/reader/reader.h"

typedef struct Unite {
    GrGame *to;
    const GrGame *from;
} Unite;

/* ---- texts ---- */

static int copy_text(const Unite *u, GrText from, GrText *to) {
    const char *text = gr_game_string(u->from, from);
    *to = 0;
    return *text ? gr_game_add_text(u->to, text, strlen(text), to) : 0;
}

/* Is the comment among those of a move? */
static bool has_comment(const char *comments, const char *comment, size_t len) {
    while (*comments) {
        size_t own = strcspn(comments, GR_COMMENT_ENDS);
        if (own == len && !memcmp(comments, comment, len))
            return true;
        comments += own + (comments[own] != 0);
    }
    return false;
}

/* Adds the comments that stand directly after a move, `more`, to those behind the variation of that number in place of
 * the move, 0: to those after the move itself; as far as they are nowhere there, nor in `also`. */
static int unite_comments(const Unite *u, GrText *slot, unsigned variation, const char *more, GrText also) {
    static const char behind[] = {GR_COMMENT_BEHIND, 0};
    const char *old = gr_game_string(u->to, *slot), *others = gr_game_string(u->to, also), *rest = old;
    GrBuffer out;
    gr_buffer_init(&out);
    size_t begun = 0;
    for (unsigned n = 0; n <= variation; n++) {
        if (n) {
            gr_buffer_putc(&out, GR_COMMENT_BEHIND);
            rest += *rest != 0;
        }
        begun = out.len;
        size_t len = strcspn(rest, behind);
        gr_buffer_add(&out, rest, len);
        rest += len;
    }
    bool news = false;
    for (size_t len; *more && *more != GR_COMMENT_BEHIND; more += len + (more[len] == GR_COMMENT_NEXT)) {
        len = strcspn(more, GR_COMMENT_ENDS);
        if (!len || has_comment(old, more, len) || has_comment(others, more, len))
            continue;
        if (out.len > begun)
            gr_buffer_putc(&out, GR_COMMENT_NEXT);
        gr_buffer_add(&out, more, len);
        news = true;
    }
    gr_buffer_puts(&out, rest);
    int code = out.failed ? GR_ERR_MEMORY : news ? gr_game_add_text(u->to, out.data, out.len, slot) : 0;
    gr_buffer_free(&out);
    return code;
}

static int unite_glyphs(const Unite *u, GrText *slot, const char *more) {
    GrBuffer out;
    gr_buffer_init(&out);
    gr_buffer_puts(&out, gr_game_string(u->to, *slot));
    size_t before = out.len;
    for (; *more; more++)
        if (!out.len || !strchr(out.data, *more))
            gr_buffer_putc(&out, *more);
    int code = out.failed            ? GR_ERR_MEMORY
               : out.len == before ? 0
                                     : gr_game_add_text(u->to, out.data, out.len, slot);
    gr_buffer_free(&out);
    return code;
}

/* What the same move behind the move `at` has in both. What stands before it stays there where it begins a variation,
 * too; else it comes behind it. */
static int unite_move(const Unite *u, uint32_t at, uint32_t to, uint32_t from) {
    const GrNode *more = &u->from->nodes[from];
    GrNode *node = &u->to->nodes[to];
    const char *before = gr_game_string(u->from, more->before);
    bool begins = u->to->nodes[at].next != to;
    int code = unite_glyphs(u, &node->nags, gr_game_string(u->from, more->nags));
    if (!code)
        code = begins ? unite_comments(u, &node->before, 0, before, node->comment)
                      : unite_comments(u, &node->comment, 0, before, node->before);
    return code ? code : unite_comments(u, &node->comment, 0, gr_game_string(u->from, more->comment), node->before);
}

/* ---- lines ---- */

/* Copies a line from its move `from` on, with all variations but those in place of its first move. */
static int copy_line(const Unite *u, uint32_t from, uint32_t *first) {
    uint32_t last = 0;
    *first = 0;
    for (bool branches = false; from; from = u->from->nodes[from].next, branches = true) {
        const GrNode *old = &u->from->nodes[from];
        GrNode made = {.move = old->move};
        uint32_t node;
        if (copy_text(u, old->before, &made.before) || copy_text(u, old->nags, &made.nags) ||
            (branches ? copy_text(u, old->comment, &made.comment)
                      : unite_comments(u, &made.comment, 0, gr_game_string(u->from, old->comment), 0)) ||
            gr_game_add_node(u->to, old->move, &node))
            return GR_ERR_MEMORY;
        u->to->nodes[node] = made;
        if (last)
            u->to->nodes[last].next = node;
        else
            *first = node;
        last = node;
        uint32_t before = node;
        for (uint32_t alt = branches ? old->alternative : 0, line; alt; alt = u->from->nodes[alt].alternative) {
            if (copy_line(u, alt, &line))
                return GR_ERR_MEMORY;
            u->to->nodes[before].alternative = line;
            before = line;
        }
    }
    return 0;
}

/* Adds a line that begins behind the move `to`. */
static int add_line(const Unite *u, uint32_t to, uint32_t from) {
    uint32_t line, at = u->to->nodes[to].next;
    int code = copy_line(u, from, &line);
    if (code)
        return code;
    while (at && u->to->nodes[at].alternative)
        at = u->to->nodes[at].alternative;
    if (at)
        u->to->nodes[at].alternative = line;
    else
        u->to->nodes[to].next = line;
    return 0;
}

/* What stands for `child` behind the move `to`. A move may be there more than once, in several variations: the second
 * one is that of the second one. */
static uint32_t find_same(const Unite *u, uint32_t to, uint32_t head, uint32_t child) {
    const GrNode *from = u->from->nodes, *nodes = u->to->nodes;
    uint32_t at = nodes[to].next, before = 0;
    for (uint32_t c = head; c != child; c = from[c].alternative)
        before += from[c].move == from[child].move;
    for (; at; at = nodes[at].alternative)
        if (nodes[at].move == from[child].move && !before--)
            return at;
    return 0;
}

/* Adds what stands behind the variations in place of `head`, which follows a move that stands for `to`: behind what
 * these variations are now. */
static int unite_behind(const Unite *u, uint32_t to, uint32_t head) {
    const GrNode *from = u->from->nodes;
    const char *comments = head ? strchr(gr_game_string(u->from, from[head].comment), GR_COMMENT_BEHIND) : NULL;
    int code = 0;
    for (uint32_t alt = from[head].alternative; comments && alt && !code; alt = from[alt].alternative) {
        uint32_t first = u->to->nodes[to].next, same = find_same(u, to, head, alt);
        unsigned variation = 0;
        for (uint32_t at = first; at && at != same; at = u->to->nodes[at].alternative)
            variation++;
        code = unite_comments(u, &u->to->nodes[first].comment, variation, comments + 1, 0);
        comments = strchr(comments + 1, GR_COMMENT_BEHIND);
    }
    return code;
}

/* Lays what follows the move `from` over what follows `to`. */
static int unite_line(const Unite *u, uint32_t to, uint32_t from) {
    int code = 0;
    bool goes_on = true;
    while (goes_on && !code) {
        uint32_t head = u->from->nodes[from].next, along = 0;
        for (uint32_t at = head; at && !code; at = u->from->nodes[at].alternative) {
            uint32_t same = find_same(u, to, head, at);
            code = same ? unite_move(u, to, same, at) : add_line(u, to, at);
            if (at == head)
                along = same;
            else if (same && !code)
                code = unite_line(u, same, at);
        }
        if (!code)
            code = unite_behind(u, to, head);
        to = along;
        from = head;
        goes_on = along != 0;
    }
    return code;
}

/* How deep variations nest in a line. */
static unsigned depth_of(const GrGame *game, uint32_t at, bool branches) {
    unsigned most = 0;
    for (; at; at = game->nodes[at].next, branches = true)
        for (uint32_t alt = branches ? game->nodes[at].alternative : 0; alt; alt = game->nodes[alt].alternative) {
            unsigned depth = 1 + depth_of(game, alt, false);
            most = depth > most ? depth : most;
        }
    return most;
}

/* ---- all of it ---- */

static int unite_tags(const Unite *u) {
    int code = 0;
    for (size_t i = 0; i < u->from->tag_count && !code; i++) {
        const char *name = gr_game_string(u->from, u->from->tags[i].name), *value = gr_game_known_tag(u->from, name);
        if (value && !gr_game_known_tag(u->to, name))
            code = gr_game_set_tag(u->to, name, value);
    }
    return code;
}

int gr_game_unite(GrGame *game, const GrGame *other, GrError *error) {
    GrGame copy;
    const Unite u = {&copy, other};
    if (gr_game_copy(game, &copy))
        return gr_no_memory(error);
    int code = unite_tags(&u);
    if (!code && copy.node_count && other->node_count) {
        code = unite_comments(&u, &copy.nodes[0].comment, 0, gr_game_string(other, other->nodes[0].comment), 0);
        if (!code)
            code = unite_line(&u, 0, 0);
    }
    if (code)
        gr_no_memory(error);
    else if (copy.node_count && depth_of(&copy, copy.nodes[0].next, true) > GR_READER_DEPTH)
        code = gr_fail(error, GR_ERR_LIMIT, "variations would nest deeper than %d", GR_READER_DEPTH);
    if (!code) {
        GrGame old = *game;
        *game = copy;
        copy = old;
    }
    gr_game_free(&copy);
    return code;
}
