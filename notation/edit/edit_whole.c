/* Whole games as JSON objects, and back. */
#include <string.h>

#include "notation/edit/edit_local.h"
#include "notation/edit/game_tree.h"
#include "rules/fen.h"

/* ---- writing ---- */

static void write_tags(GrJson *json, const GrGame *game) {
    gr_json_open(json, "tags", '[');
    for (size_t i = 0; i < game->tag_count; i++) {
        gr_json_open(json, NULL, '{');
        gr_json_string(json, "name", gr_game_string(game, game->tags[i].name));
        gr_json_string(json, "value", gr_game_string(game, game->tags[i].value));
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

static void write_moves(GrJson *json, const GrGame *game) {
    GrGame shown = *game;
    Edit edit = {.game = &shown, .shown = true};
    const char *comment = gr_game_string(game, game->nodes[0].comment);
    if (*comment)
        edit_write_comments(json, "comment", comment, strlen(comment));
    edit_write_line(&edit, json, "line", game->nodes[0].next, &game->start, true);
}

void gr_game_write_tree(const GrGame *game, GrJson *json) {
    char fen[GR_FEN_SIZE];
    bool replayed = game->rules && game->node_count;
    gr_json_string(json, "variant", gr_game_variant(game));
    write_tags(json, game);
    gr_json_string(json, "result", gr_result_text(game->result));
    if (game->rules)
        gr_fen_write(&game->start, fen);
    gr_json_string(json, "start", game->rules ? fen : NULL);
    if (replayed)
        write_moves(json, game);
    if (game->partial || !game->rules) {
        gr_json_string(json, "rest", gr_game_string(game, game->rest));
        gr_json_string(json, "reason", gr_game_stop_reason(game));
    }
}

/* ---- reading ---- */

static int read_variant(Edit *edit, uint32_t object, const GrVariants *variants, const GrRules **rules) {
    uint32_t value = gr_json_member(edit->tree, object, "variant");
    const char *name = gr_json_text(edit->tree, value);
    *rules = name ? gr_variants_find(variants, name) : NULL;
    if (name && !*rules)
        return gr_fail(edit->error, GR_ERR_NOT_FOUND, "there is no variant '%.60s'", name);
    if (!name && (!value || edit->tree->value[value].kind != GR_JSON_NULL))
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"variant\" is neither a string nor null");
    return 0;
}

static int read_tag(Edit *edit, uint32_t object) {
    const char *name = gr_json_text(edit->tree, gr_json_member(edit->tree, object, "name"));
    const char *value = gr_json_text(edit->tree, gr_json_member(edit->tree, object, "value"));
    if (!name || !edit_is_tag_name(name) || !value)
        return gr_fail(edit->error, GR_ERR_SYNTAX,
                       "a tag is an object of strings: \"name\", a letter, then letters, digits and _, and \"value\"");
    if (value[strcspn(value, "\r\n")])
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "the tag %.40s has line breaks in its value", name);
    int code = edit_check_tag_name(edit, name);
    if (code)
        return code;
    if (edit->game->tag_count >= GR_READER_TAGS && !gr_game_tag(edit->game, name))
        return gr_fail(edit->error, GR_ERR_LIMIT, "a game has at most %d tags", GR_READER_TAGS);
    return gr_game_set_tag(edit->game, name, value) ? gr_no_memory(edit->error) : 0;
}

static int read_tags(Edit *edit, uint32_t object) {
    const GrJsonTree *tree = edit->tree;
    uint32_t tags = gr_json_member(tree, object, "tags");
    int code = 0;
    if (tags && tree->value[tags].kind != GR_JSON_ARRAY)
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"tags\" is no array");
    for (uint32_t v = tags ? tree->value[tags].first : 0; v && !code; v = tree->value[v].next)
        code = read_tag(edit, v);
    return code;
}

static int read_result(Edit *edit, uint32_t object) {
    const char *text = gr_json_text(edit->tree, gr_json_member(edit->tree, object, "result"));
    if (!text || (gr_result_read(text) == GR_RESULT_NONE && strcmp(text, "*")))
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"result\" is not 1-0, 0-1, 1/2-1/2 or *");
    edit->game->result = gr_result_read(text);
    return 0;
}

/* The main line and all that hangs on it. */
static int read_moves(Edit *edit, uint32_t object) {
    const GrJsonTree *tree = edit->tree;
    GrGame *game = edit->game;
    uint32_t line = gr_json_member(tree, object, "line"), comment = gr_json_member(tree, object, "comment"), first = 0;
    GrText text = 0;
    int code = comment ? edit_read_comments(edit, comment, &text) : 0;
    game->nodes[0].comment = text;
    edit->lexicon.same = 0;
    if (!code && line && (tree->value[line].kind != GR_JSON_ARRAY || tree->value[line].first))
        code = edit_read_line(edit, line, &game->start, 1, &first);
    game->nodes[0].next = first;
    for (uint32_t at = first; at && !code; at = game->nodes[at].next)
        game->plies++;
    return code ? code : edit_drop_nodes(edit);
}

static int read_rest(Edit *edit, uint32_t object) {
    GrGame *game = edit->game;
    const char *text = gr_json_text(edit->tree, gr_json_member(edit->tree, object, "rest"));
    const char *reason = gr_json_text(edit->tree, gr_json_member(edit->tree, object, "reason"));
    if (!text)
        return 0;
    if (strlen(text) > GR_READER_TEXT)
        return gr_fail(edit->error, GR_ERR_LIMIT, "\"rest\" is longer than %d bytes", GR_READER_TEXT);
    game->partial = game->rules && text[strspn(text, " \t\r\n\v\f")];
    if ((game->partial || !game->rules) && gr_game_add_text(game, text, strlen(text), &game->rest))
        return gr_no_memory(edit->error);
    if (game->partial && reason && *reason &&
        gr_game_diagnose(game, GR_ERROR, 0, 0, game->plies + 1, "%s", reason))
        return gr_no_memory(edit->error);
    return 0;
}

static int read_whole(Edit *edit, uint32_t object, const GrVariants *variants) {
    const GrRules *rules = NULL;
    if (edit->tree->value[object].kind != GR_JSON_OBJECT)
        return gr_fail(edit->error, GR_ERR_SYNTAX, "a game is an object");
    int code = read_variant(edit, object, variants, &rules);
    if (!code && gr_game_begin(edit->game, rules))
        code = gr_no_memory(edit->error);
    if (!code && rules)
        gr_lexicon_init(&edit->lexicon, rules);
    if (!code)
        code = read_tags(edit, object);
    if (!code && rules)
        code = edit_read_start(edit, gr_json_text(edit->tree, gr_json_member(edit->tree, object, "start")));
    if (!code)
        code = read_result(edit, object);
    if (!code && rules)
        code = read_moves(edit, object);
    if (!code)
        code = read_rest(edit, object);
    return code ? code : edit->inverses.failed ? gr_no_memory(edit->error) : 0;
}

int gr_game_read_tree(const GrJsonTree *tree, uint32_t object, const GrVariants *variants, GrGame *game,
                      GrError *error) {
    Edit edit = {.game = game, .tree = tree, .error = error, .shown = true};
    gr_game_clear(game);
    gr_buffer_init(&edit.inverses);
    int code = read_whole(&edit, object, variants);
    gr_buffer_free(&edit.inverses);
    if (code)
        gr_game_clear(game);
    return code;
}
