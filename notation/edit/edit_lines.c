/* Lines of moves, read from a text or an array and written as an array. */
#include <string.h>

#include "notation/edit/edit_local.h"
#include "notation/move/diagnose.h"
#include "notation/move/resolve.h"
#include "notation/move/san.h"
#include "notation/move/typed.h"
#include "notation/move/uci.h"
#include "notation/write/html.h"

static int add_node(Edit *edit, GrMove move, uint32_t *last, uint32_t *first) {
    uint32_t node;
    if (gr_game_add_node(edit->game, move, &node))
        return gr_no_memory(edit->error);
    if (*last)
        edit->game->nodes[*last].next = node;
    else
        *first = node;
    *last = node;
    return 0;
}

/* Why the move cannot be played. */
static int refuse(Edit *edit, const GrPosition *pos, const GrSyntax *syntax, const char *text, size_t len,
                  uint32_t ply) {
    GrBuffer why;
    gr_buffer_init(&why);
    gr_diagnose(&edit->lexicon, pos, syntax, text, len, &why);
    int code = why.failed ? gr_no_memory(edit->error)
                          : gr_fail(edit->error, syntax ? GR_ERR_ILLEGAL : GR_ERR_SYNTAX, "ply %u: %s", (unsigned)ply,
                                    why.data);
    gr_buffer_free(&why);
    return code;
}

/* Reads a move at the start of a text, as engines write it or as people do; *len is what it takes up. */
static int read_move(Edit *edit, const GrPosition *pos, const char *text, uint32_t ply, size_t *len, GrMove *move,
                     unsigned *nag) {
    char word[GR_UCI_SIZE];
    GrSyntax syntax;
    size_t blank = strcspn(text, " \t\r\n");
    *nag = 0;
    if (blank < sizeof word) {
        memcpy(word, text, blank);
        word[blank] = 0;
        *len = blank;
        if (!gr_uci_read(pos, word, move, NULL))
            return 0;
    }
    *len = gr_typed_read(&edit->lexicon, pos, text, &syntax);
    if (!*len)
        return refuse(edit, pos, NULL, text, blank, ply);
    *nag = syntax.nag;
    if (gr_resolve(&edit->lexicon, pos, &syntax, move, NULL) != 1)
        return refuse(edit, pos, &syntax, text, *len, ply);
    return 0;
}

/* Blanks and numbers of moves: `12.`, `12...`. */
static const char *skip_numbers(const char *p) {
    for (;;) {
        p += strspn(p, " \t\r\n");
        const char *end = p + strspn(p, "0123456789");
        if (end == p || *end != '.')
            return p;
        p = end + strspn(end, ".");
    }
}

static int add_nag(Edit *edit, uint32_t node, unsigned nag) {
    GrText text;
    if (nag && gr_game_add_text(edit->game, (const char[]){(char)nag, 0}, 1, &text))
        return gr_no_memory(edit->error);
    if (nag)
        edit->game->nodes[node].nags = text;
    return 0;
}

/* What 同 in the next move means. */
static void note_target(Edit *edit, GrMove move) {
    edit->lexicon.same = (uint8_t)(gr_move_to(move) + 1);
}

static int read_text(Edit *edit, const char *text, const GrPosition *before, uint32_t ply, uint32_t *first) {
    GrPosition now = *before;
    uint32_t last = 0;
    *first = 0;
    for (const char *p = skip_numbers(text); *p; p = skip_numbers(p)) {
        GrMove move;
        unsigned nag;
        size_t len;
        int code = read_move(edit, &now, p, ply++, &len, &move, &nag);
        if (!code)
            code = add_node(edit, move, &last, first);
        if (!code)
            code = add_nag(edit, last, nag);
        if (code)
            return code;
        gr_play(&now, move);
        note_target(edit, move);
        p += len;
    }
    return *first ? 0 : gr_fail(edit->error, GR_ERR_SYNTAX, "the line has no moves");
}

/* ---- arrays ---- */

static int read_variations(Edit *edit, uint32_t value, const GrPosition *before, uint32_t ply,
                           uint32_t head) {
    const GrJsonValue *values = edit->tree->value;
    const uint8_t same = edit->lexicon.same; /* for each of them */
    if (value && values[value].kind != GR_JSON_ARRAY)
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"variations\" is no array of lines");
    for (uint32_t v = value ? values[value].first : 0, last = head, first; v; v = values[v].next, last = first) {
        edit->lexicon.same = same;
        int code = edit_read_line(edit, v, before, ply, &first);
        if (!code && edit->game->nodes[first].alternative)
            code = gr_fail(edit->error, GR_ERR_ILLEGAL, "ply %u: the first move of a variation has no variations: "
                           "they are those of the move that it replaces", (unsigned)ply);
        if (code)
            return code;
        edit->game->nodes[last].alternative = first;
    }
    return 0;
}

/* What a move has beside itself. */
static int read_decoration(Edit *edit, uint32_t object, const GrPosition *before, uint32_t ply,
                           uint32_t node) {
    static const char *const known[] = {"move", "glyphs", "before", "after", "behind", "variations"};
    const GrJsonTree *tree = edit->tree;
    for (uint32_t v = tree->value[object].first; v; v = tree->value[v].next) {
        const char *name = tree->text + tree->value[v].name;
        bool found = edit->shown && (!strcmp(name, "san") || !strcmp(name, "step"));
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            found |= !strcmp(name, known[i]);
        if (!found)
            return gr_fail(edit->error, GR_ERR_SYNTAX, "a move of a line has no \"%.40s\"", name);
    }
    uint32_t glyphs = gr_json_member(tree, object, "glyphs");
    GrText nags = 0;
    int code = glyphs ? edit_read_glyphs(edit, glyphs, &nags) : 0;
    edit->game->nodes[node].nags = nags;
    if (!code)
        code = read_variations(edit, gr_json_member(tree, object, "variations"), before, ply, node);
    return code ? code : edit_read_all_comments(edit, object, node, edit_variations(edit, node));
}

static int read_array(Edit *edit, uint32_t value, const GrPosition *before, uint32_t ply,
                      uint32_t *first) {
    const GrJsonTree *tree = edit->tree;
    GrPosition now = *before;
    uint32_t last = 0;
    *first = 0;
    for (uint32_t v = tree->value[value].first; v; v = tree->value[v].next, ply++) {
        bool object = tree->value[v].kind == GR_JSON_OBJECT;
        const char *text = gr_json_text(tree, object ? gr_json_member(tree, v, "move") : v);
        GrMove move;
        unsigned nag;
        size_t len;
        if (!text)
            return gr_fail(edit->error, GR_ERR_SYNTAX,
                           "ply %u: a move of a line is a string, or an object with \"move\"", (unsigned)ply);
        int code = read_move(edit, &now, text, ply, &len, &move, &nag);
        if (!code && text[len])
            code = refuse(edit, &now, NULL, text, strlen(text), ply);
        if (!code)
            code = add_node(edit, move, &last, first);
        if (!code)
            code = object ? read_decoration(edit, v, &now, ply, last) : add_nag(edit, last, nag);
        if (code)
            return code;
        if (last != *first && edit->game->nodes[last].before)
            return gr_fail(edit->error, GR_ERR_ILLEGAL,
                           "ply %u: only the first move of a variation has comments before it", (unsigned)ply);
        gr_play(&now, move);
        note_target(edit, move);
    }
    return *first ? 0 : gr_fail(edit->error, GR_ERR_SYNTAX, "the line has no moves");
}

int edit_read_line(Edit *edit, uint32_t value, const GrPosition *before, uint32_t ply,
                   uint32_t *first) {
    const char *text = gr_json_text(edit->tree, value);
    if (text)
        return read_text(edit, text, before, ply, first);
    if (!value || edit->tree->value[value].kind != GR_JSON_ARRAY)
        return gr_fail(edit->error, GR_ERR_SYNTAX, "a line is a string or an array of moves");
    return read_array(edit, value, before, ply, first);
}

/* ---- writing ---- */

static void write_variations(Edit *edit, GrJson *json, uint32_t node, const GrPosition *before) {
    const GrNode *nodes = edit->game->nodes;
    gr_json_open(json, "variations", '[');
    for (uint32_t at = nodes[node].alternative; at; at = nodes[at].alternative)
        edit_write_line(edit, json, NULL, at, before, false);
    gr_json_close(json, ']');
}

/* What shows a move. */
static void write_shown(GrJson *json, const GrPosition *before, GrMove move) {
    char san[GR_SAN_SIZE];
    GrBuffer step;
    gr_buffer_init(&step);
    gr_step_write(&step, before, move);
    gr_san_write(before, move, san);
    gr_json_string(json, "san", san);
    gr_json_string(json, "step", step.data ? step.data : "");
    if (step.failed)
        json->code = GR_ERR_MEMORY;
    gr_buffer_free(&step);
}

void edit_write_line(Edit *edit, GrJson *json, const char *name, uint32_t node, const GrPosition *before,
                     bool branches) {
    const GrNode *nodes = edit->game->nodes;
    GrPosition now = *before;
    gr_json_open(json, name, '[');
    for (; node; node = nodes[node].next, branches = true) {
        const GrNode *n = &nodes[node];
        bool divides = branches && n->alternative;
        char uci[GR_UCI_SIZE];
        gr_uci_write(&now, n->move, uci);
        if (!edit->shown && !divides && !n->nags && !n->comment && !n->before) {
            gr_json_string(json, NULL, uci);
        } else {
            gr_json_open(json, NULL, '{');
            gr_json_string(json, "move", uci);
            if (edit->shown)
                write_shown(json, &now, n->move);
            if (n->nags)
                edit_write_glyphs(json, "glyphs", gr_game_string(edit->game, n->nags));
            edit_write_all_comments(edit, json, node, false);
            if (divides)
                write_variations(edit, json, node, &now);
            gr_json_close(json, '}');
        }
        gr_play(&now, n->move);
    }
    gr_json_close(json, ']');
}

/* ---- another start ---- */

static int replay(Edit *edit, uint32_t node, const GrPosition *old_before, const GrPosition *new_before, uint32_t ply,
                  bool branches) {
    GrPosition old_now = *old_before, new_now = *new_before;
    for (; node; node = edit->game->nodes[node].next, branches = true, ply++) {
        GrNode *n = &edit->game->nodes[node];
        char uci[GR_UCI_SIZE], again[GR_UCI_SIZE];
        size_t len = gr_uci_write(&old_now, n->move, uci);
        unsigned nag;
        GrMove move;
        for (uint32_t at = branches ? n->alternative : 0; at; at = edit->game->nodes[at].alternative) {
            int code = replay(edit, at, &old_now, &new_now, ply, false);
            if (code)
                return code;
        }
        int code = read_move(edit, &new_now, uci, ply, &len, &move, &nag);
        if (code)
            return code;
        gr_uci_write(&new_now, move, again);
        if (strcmp(uci, again))
            return gr_fail(edit->error, GR_ERR_ILLEGAL, "ply %u: %s would be another move", (unsigned)ply, uci);
        gr_play(&old_now, n->move);
        gr_play(&new_now, move);
        n->move = move;
    }
    return 0;
}

int edit_restart(Edit *edit, const GrPosition *start) {
    GrPosition old = edit->game->start;
    edit->game->start = *start;
    return replay(edit, edit->game->nodes[0].next, &old, start, 1, true);
}
