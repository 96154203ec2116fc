/* Comments: before a line, after a move, and behind each variation in place of it. */
#include <string.h>

#include "notation/edit/edit_local.h"

uint32_t edit_variations(const Edit *edit, uint32_t head) {
    uint32_t count = 0;
    for (uint32_t at = head ? edit->game->nodes[head].alternative : 0; at; at = edit->game->nodes[at].alternative)
        count++;
    return count;
}

/* Where a part begins; NULL if there are fewer. */
static const char *find_part(const char *comments, uint32_t part) {
    for (; part && comments; part--) {
        comments = strchr(comments, GR_COMMENT_BEHIND);
        comments = comments ? comments + 1 : NULL;
    }
    return comments;
}

static size_t part_length(const char *part) {
    return strcspn(part, (char[]){GR_COMMENT_BEHIND, 0});
}

/* Puts what a buffer has into the game's text and frees it. */
static int keep_text(Edit *edit, GrBuffer *buffer, GrText *text) {
    int code = buffer->failed || gr_game_add_text(edit->game, buffer->data, buffer->len, text)
                   ? gr_no_memory(edit->error) : 0;
    gr_buffer_free(buffer);
    return code;
}

int edit_get_part(Edit *edit, uint32_t node, uint32_t part, GrText *text) {
    GrBuffer copy;
    gr_buffer_init(&copy);
    const char *from = find_part(gr_game_string(edit->game, edit->game->nodes[node].comment), part);
    if (from)
        gr_buffer_add(&copy, from, part_length(from));
    return keep_text(edit, &copy, text);
}

/* A move's comments have no more parts than they need. */
int edit_set_part(Edit *edit, uint32_t node, uint32_t part, const char *text) {
    GrBuffer out;
    GrText *slot = &edit->game->nodes[node].comment;
    const char *old = gr_game_string(edit->game, *slot), *from = old;
    gr_buffer_init(&out);
    for (uint32_t i = 0; i <= part || from; i++) {
        if (i)
            gr_buffer_putc(&out, GR_COMMENT_BEHIND);
        if (i == part)
            gr_buffer_puts(&out, text);
        else if (from)
            gr_buffer_add(&out, from, part_length(from));
        from = from ? find_part(from, 1) : NULL;
    }
    while (!out.failed && out.len && out.data[out.len - 1] == GR_COMMENT_BEHIND)
        out.data[--out.len] = 0;
    GrText made;
    int code = keep_text(edit, &out, &made);
    if (!code)
        *slot = made;
    return code;
}

int edit_join(Edit *edit, GrText *to, GrText more) {
    GrBuffer out;
    if (!*to || !more) {
        *to = *to ? *to : more;
        return 0;
    }
    gr_buffer_init(&out);
    gr_buffer_puts(&out, gr_game_string(edit->game, *to));
    gr_buffer_putc(&out, GR_COMMENT_NEXT);
    gr_buffer_puts(&out, gr_game_string(edit->game, more));
    return keep_text(edit, &out, to);
}

/* ---- as JSON ---- */

/* One comment, added to those in the buffer. */
static int add_comment(Edit *edit, uint32_t value, GrBuffer *out) {
    const char *text = gr_json_text(edit->tree, value);
    if (!text)
        return gr_fail(edit->error, GR_ERR_SYNTAX, "a comment is a string, comments in a row an array of strings");
    for (const char *p = text; *p; p++)
        if (strchr(GR_COMMENT_ENDS, *p))
            return gr_fail(edit->error, GR_ERR_SYNTAX, "a comment has U+001E or U+001F, which separate comments");
    if (*text && out->len)
        gr_buffer_putc(out, GR_COMMENT_NEXT);
    gr_buffer_puts(out, text);
    return 0;
}

int edit_read_comments(Edit *edit, uint32_t value, GrText *text) {
    GrBuffer out;
    const GrJsonValue *values = edit->tree->value;
    int code = 0;
    gr_buffer_init(&out);
    if (values[value].kind == GR_JSON_ARRAY)
        for (uint32_t v = values[value].first; v && !code; v = values[v].next)
            code = add_comment(edit, v, &out);
    else if (values[value].kind != GR_JSON_NULL)
        code = add_comment(edit, value, &out);
    if (code)
        gr_buffer_free(&out);
    return code ? code : keep_text(edit, &out, text);
}

void edit_write_comments(GrJson *json, const char *name, const char *text, size_t len) {
    const char *end = text + len, *next = memchr(text, GR_COMMENT_NEXT, len);
    if (!next) {
        gr_json_bytes(json, name, text, len);
        return;
    }
    gr_json_open(json, name, '[');
    for (; text < end; text = next + 1) {
        next = memchr(text, GR_COMMENT_NEXT, (size_t)(end - text));
        next = next ? next : end;
        if (next > text)
            gr_json_bytes(json, NULL, text, (size_t)(next - text));
    }
    gr_json_close(json, ']');
}

static int read_behind(Edit *edit, uint32_t value, uint32_t node, uint32_t count) {
    const GrJsonValue *values = edit->tree->value;
    uint32_t part = 0;
    if (values[value].kind != GR_JSON_ARRAY)
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"behind\" is no array: it has comments for each variation");
    uint32_t v = values[value].first;
    for (; part < count || v; v = v ? values[v].next : 0) {
        GrText text = 0;
        if (part == count)
            return gr_fail(edit->error, GR_ERR_ILLEGAL,
                           "\"behind\" has comments for more variations than there are, %u", (unsigned)count);
        int code = v ? edit_read_comments(edit, v, &text) : 0;
        if (!code)
            code = edit_set_part(edit, node, ++part, gr_game_string(edit->game, text));
        if (code)
            return code;
    }
    return 0;
}

int edit_read_all_comments(Edit *edit, uint32_t object, uint32_t node, uint32_t variations) {
    uint32_t before = gr_json_member(edit->tree, object, "before"), after = gr_json_member(edit->tree, object, "after");
    uint32_t behind = gr_json_member(edit->tree, object, "behind");
    GrText text = 0;
    int code = before ? edit_read_comments(edit, before, &text) : 0;
    if (before && !code)
        edit->game->nodes[node].before = text;
    if (after && !code)
        code = edit_read_comments(edit, after, &text);
    if (after && !code)
        code = edit_set_part(edit, node, 0, gr_game_string(edit->game, text));
    return behind && !code ? read_behind(edit, behind, node, variations) : code;
}

void edit_write_all_comments(Edit *edit, GrJson *json, uint32_t node, bool all) {
    const GrNode *n = &edit->game->nodes[node];
    const char *before = gr_game_string(edit->game, n->before), *after = gr_game_string(edit->game, n->comment);
    if (*before || all)
        edit_write_comments(json, "before", before, strlen(before));
    if (part_length(after) || all)
        edit_write_comments(json, "after", after, part_length(after));
    after = find_part(after, 1);
    if (!after && !all)
        return;
    gr_json_open(json, "behind", '[');
    for (; after; after = find_part(after, 1))
        edit_write_comments(json, NULL, after, part_length(after));
    gr_json_close(json, ']');
}
