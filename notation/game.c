/* Keeping a game: growing arrays, one text buffer, and the main line played. */
#include "notation/game.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/buffer.h"
#include "notation/plain.h"

void gr_game_init(GrGame *game) {
    memset(game, 0, sizeof *game);
}

void gr_game_free(GrGame *game) {
    free(game->tags);
    free(game->nodes);
    free(game->diags);
    free(game->edits);
    free(game->text);
    gr_game_init(game);
}

void gr_game_clear(GrGame *game) {
    GrGame kept = *game;
    gr_game_init(game);
    game->tags = kept.tags;
    game->tag_cap = kept.tag_cap;
    game->nodes = kept.nodes;
    game->node_cap = kept.node_cap;
    game->diags = kept.diags;
    game->diag_cap = kept.diag_cap;
    game->edits = kept.edits;
    game->edit_cap = kept.edit_cap;
    game->text = kept.text;
    game->text_cap = kept.text_cap;
}

/* A copy of `count` elements; of none it is NULL. False without memory. */
static bool copy_array(const void *from, size_t count, size_t size, void *to) {
    void *made = count ? malloc(count * size) : NULL;
    if (made)
        memcpy(made, from, count * size);
    memcpy(to, &made, sizeof made);
    return made || !count;
}

int gr_game_copy(const GrGame *game, GrGame *copy) {
    *copy = *game;
    copy->judgement = NULL;
    copy->tag_cap = game->tag_count;
    copy->node_cap = game->node_count;
    copy->diag_cap = game->diag_count;
    copy->edit_cap = game->edit_count;
    copy->text_cap = game->text_len;
    bool copied = copy_array(game->tags, game->tag_count, sizeof *game->tags, &copy->tags);
    copied &= copy_array(game->nodes, game->node_count, sizeof *game->nodes, &copy->nodes);
    copied &= copy_array(game->diags, game->diag_count, sizeof *game->diags, &copy->diags);
    copied &= copy_array(game->edits, game->edit_count, sizeof *game->edits, &copy->edits);
    copied &= copy_array(game->text, game->text_len, 1, &copy->text);
    if (copied)
        return 0;
    gr_game_free(copy);
    return GR_ERR_MEMORY;
}

/* Makes room for `need` elements in all; the array stays where it is if that fails. */
static int reserve(void *array, size_t *cap, size_t need, size_t size, size_t first) {
    void **data = array;
    if (need <= *cap)
        return 0;
    size_t more = *cap ? *cap : first;
    while (more < need) {
        if (more > SIZE_MAX / 2 / size)
            return GR_ERR_MEMORY;
        more *= 2;
    }
    void *grown = realloc(*data, more * size);
    if (!grown)
        return GR_ERR_MEMORY;
    *data = grown;
    *cap = more;
    return 0;
}

int gr_game_add_text(GrGame *game, const char *bytes, size_t len, GrText *at) {
    if (len == 0) {
        *at = 0;
        return 0;
    }
    /* Offset 0 is the empty string of every game. */
    size_t start = game->text_len ? game->text_len : 1;
    if (len >= UINT32_MAX - start)
        return GR_ERR_MEMORY;
    if (reserve(&game->text, &game->text_cap, start + len + 1, 1, 1024))
        return GR_ERR_MEMORY;
    game->text[0] = 0;
    memcpy(game->text + start, bytes, len);
    game->text[start + len] = 0;
    game->text_len = start + len + 1;
    *at = (GrText)start;
    return 0;
}

/* The bit of a name in tag_marks; the factors keep the common names apart. */
static uint64_t tag_mark(const char *name, size_t len) {
    if (!len)
        return 1;
    size_t first = (unsigned char)name[0], last = (unsigned char)name[len - 1];
    return 1ull << ((5 * first + 3 * last + 7 * len) & 63);
}

static GrTag *find_tag(const GrGame *game, const char *name, size_t len) {
    if (!(game->tag_marks & tag_mark(name, len)))
        return NULL;
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *known = gr_game_string(game, game->tags[i].name);
        if (*known == *name && !strncmp(known, name, len) && !known[len])
            return &game->tags[i];
    }
    return NULL;
}

int gr_game_put_tag(GrGame *game, const char *name, size_t name_len, const char *value,
                    size_t value_len) {
    GrTag tag;
    GrTag *old = find_tag(game, name, name_len);
    size_t mark = game->text_len;
    if (gr_game_add_text(game, value, value_len, &tag.value))
        return GR_ERR_MEMORY;
    if (old) {
        old->value = tag.value;
        return 0;
    }
    if (reserve(&game->tags, &game->tag_cap, game->tag_count + 1, sizeof *game->tags, 16) ||
        gr_game_add_text(game, name, name_len, &tag.name)) {
        game->text_len = mark;
        return GR_ERR_MEMORY;
    }
    game->tags[game->tag_count++] = tag;
    game->tag_marks |= tag_mark(name, name_len);
    return 0;
}

int gr_game_set_tag(GrGame *game, const char *name, const char *value) {
    return gr_game_put_tag(game, name, strlen(name), value, strlen(value));
}

int gr_game_grow(GrGame *game) {
    size_t count = game->node_count ? game->node_count : 1;
    if (count > INT32_MAX || /* so that no index has more than 32 bits, doubled capacity and all */
        reserve(&game->nodes, &game->node_cap, count + 1, sizeof *game->nodes, 256))
        return GR_ERR_MEMORY;
    if (!game->node_count)
        game->nodes[0] = (GrNode){.move = GR_NO_MOVE};
    game->node_count = count;
    return 0;
}

int gr_game_begin(GrGame *game, const GrRules *rules) {
    if (reserve(&game->nodes, &game->node_cap, 1, sizeof *game->nodes, 256))
        return GR_ERR_MEMORY;
    game->nodes[0] = (GrNode){.move = GR_NO_MOVE};
    game->node_count = 1;
    game->rules = rules;
    if (rules)
        gr_start(rules, &game->start);
    return 0;
}

int gr_game_diagnose(GrGame *game, GrSeverity severity, uint32_t line, uint32_t column,
                     uint32_t ply, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    gr_mend_text(text); /* it may quote the beginning of something */
    size_t mark = game->text_len;
    GrDiagnostic d = {.severity = severity, .line = line, .column = column, .ply = ply};
    if (len < 0 || gr_game_add_text(game, text, strlen(text), &d.text))
        return GR_ERR_MEMORY;
    if (reserve(&game->diags, &game->diag_cap, game->diag_count + 1, sizeof *game->diags, 8)) {
        game->text_len = mark;
        return GR_ERR_MEMORY;
    }
    game->diags[game->diag_count++] = d;
    return 0;
}

/* A diagnostic without a place stays behind the one before it; one of a line as a whole (column 0)
 * stands at its end. */
static bool stands_before(const GrDiagnostic *a, const GrDiagnostic *b) {
    return a->line && (a->line != b->line ? a->line < b->line : a->column - 1 < b->column - 1);
}

void gr_game_sort_diagnostics(GrGame *game) {
    for (size_t i = 1; i < game->diag_count; i++) {
        GrDiagnostic d = game->diags[i];
        size_t at = i;
        for (; at > 0 && stands_before(&d, &game->diags[at - 1]); at--)
            game->diags[at] = game->diags[at - 1];
        game->diags[at] = d;
    }
}

int gr_game_add_edit(GrGame *game, const GrEdit *edit) {
    if (reserve(&game->edits, &game->edit_cap, game->edit_count + 1, sizeof *game->edits, 8))
        return GR_ERR_MEMORY;
    game->edits[game->edit_count++] = *edit;
    return 0;
}

void gr_comment_lines(GrBuffer *out, const char *comments) {
    size_t begun = out->len;
    while (*comments) {
        size_t len = strcspn(comments, GR_COMMENT_ENDS);
        if (len && out->len > begun)
            gr_buffer_putc(out, '\n');
        gr_buffer_add(out, comments, len);
        comments += len + (comments[len] != 0);
    }
}

const char *gr_game_tag(const GrGame *game, const char *name) {
    return gr_game_tag_of(game, name, strlen(name));
}

const char *gr_game_known_tag(const GrGame *game, const char *name) {
    const char *value = gr_game_tag(game, name);
    return value && value[strspn(value, "?.- ")] ? value : NULL;
}

const char *gr_game_tag_of(const GrGame *game, const char *name, size_t name_len) {
    const GrTag *tag = find_tag(game, name, name_len);
    return tag ? gr_game_string(game, tag->value) : NULL;
}

const char *gr_result_text(GrResult result) {
    static const char *const text[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return text[result];
}

GrResult gr_result_read(const char *text) {
    for (int r = GR_WHITE_WINS; r <= GR_DRAW; r++)
        if (!strcmp(text, gr_result_text((GrResult)r)))
            return (GrResult)r;
    return GR_RESULT_NONE;
}

void gr_game_position(const GrGame *game, uint32_t ply, GrPosition *pos) {
    *pos = game->start;
    if (!game->node_count)
        return;
    uint32_t node = game->nodes[0].next;
    for (; node && ply; node = game->nodes[node].next, ply--)
        gr_play(pos, game->nodes[node].move);
}

const char *gr_edit_kind_name(GrEditKind kind) {
    static const char *const names[] = {"replaced", "inserted", "dropped", "swapped"};
    return names[kind];
}

const char *gr_game_variant(const GrGame *game) {
    return game->rules ? gr_variant(game->rules)->name : NULL;
}

const char *gr_game_stop_reason(const GrGame *game) {
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].severity == GR_ERROR && game->diags[i].ply == game->plies + 1)
            return gr_game_string(game, game->diags[i].text);
    return "";
}
