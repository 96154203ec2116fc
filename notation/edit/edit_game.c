/* Operations on the game as a whole: tags, the result, the start position, what could not be played. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/edit/edit_local.h"
#include "rules/fen.h"

/* ---- tags ---- */

static bool find_tag(const GrGame *game, const char *name, size_t *at) {
    for (*at = 0; *at < game->tag_count; ++*at)
        if (!strcmp(gr_game_string(game, game->tags[*at].name), name))
            return true;
    return false;
}

/* Moves a tag from one place to another, or to the last one. */
static void move_tag(GrGame *game, size_t from, size_t to) {
    GrTag moved = game->tags[from];
    to = to < game->tag_count ? to : game->tag_count - 1;
    if (to < from)
        memmove(&game->tags[to + 1], &game->tags[to], (from - to) * sizeof moved);
    else
        memmove(&game->tags[from], &game->tags[from + 1], (to - from) * sizeof moved);
    game->tags[to] = moved;
}

/* Sets a tag and puts it into the nth place (GR_READER_TAGS: where it is, or the end), or removes it (value NULL). */
static int put_tag(Edit *edit, const char *name, const char *value, size_t place) {
    GrGame *game = edit->game;
    GrJson json;
    size_t at;
    bool had = find_tag(game, name, &at);
    edit_begin_inverse(edit, &json, "tag", NULL);
    gr_json_string(&json, "name", name);
    gr_json_string(&json, "value", had ? gr_game_string(game, game->tags[at].value) : NULL);
    if (had)
        gr_json_int(&json, "place", (int64_t)at);
    edit_end_inverse(edit, &json);
    if (!value) {
        if (had)
            memmove(&game->tags[at], &game->tags[at + 1], (--game->tag_count - at) * sizeof *game->tags);
        return 0;
    }
    if (gr_game_set_tag(game, name, value))
        return gr_no_memory(edit->error);
    if (place < GR_READER_TAGS)
        move_tag(game, had ? at : game->tag_count - 1, place);
    return 0;
}

bool edit_is_tag_name(const char *name) {
    size_t len = 0;
    while (isalnum((unsigned char)name[len]) || name[len] == '_')
        len++;
    return len && !name[len] && isalpha((unsigned char)*name);
}

int edit_check_tag_name(Edit *edit, const char *name) {
    static const char *const own[] = {"Variant", "FEN", "SetUp", "Result"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strcasecmp(own[i], name) && strcmp(own[i], name) != 0)
            return gr_fail(edit->error, GR_ERR_ILLEGAL, "the tag %s would be read as %s: spell it so", name, own[i]);
    return 0;
}

static bool same_start(const GrPosition *a, const GrPosition *b) {
    return gr_same(a, b) && a->number == b->number && a->clock == b->clock;
}

/* Tags that say what the game is in another way. */
static int check_own_tag(Edit *edit, const char *name, const char *value) {
    const GrGame *game = edit->game;
    GrPosition pos;
    if (!strcmp(name, "Variant"))
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "the variant of a game cannot be changed");
    if (!strcmp(name, "FEN") && (!game->rules || (value && (gr_fen_read(game->rules, value, &pos, NULL) ||
                                                            !same_start(&pos, &game->start)))))
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "the tag FEN is changed by the operation \"start\"");
    if (!strcmp(name, "Result"))
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "the tag Result is changed by the operation \"result\"");
    return 0;
}

int edit_tag(Edit *edit, uint32_t operation) {
    const GrJsonTree *tree = edit->tree;
    const char *name = gr_json_text(tree, gr_json_member(tree, operation, "name"));
    uint32_t member = gr_json_member(tree, operation, "value"), at = gr_json_member(tree, operation, "place");
    const char *value = gr_json_text(tree, member);
    int64_t place = GR_READER_TAGS;
    if (!name || !edit_is_tag_name(name))
        return gr_fail(edit->error, GR_ERR_SYNTAX,
                       "\"name\" is no name of a tag: a letter, then letters, digits and _");
    if (member && !value && tree->value[member].kind != GR_JSON_NULL)
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"value\" of a tag is a string, or null to remove it");
    if (value && value[strcspn(value, "\r\n")])
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "a tag has no line breaks in its value");
    if (at && !gr_json_whole(tree, at, 0, INT32_MAX, &place))
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"place\" of a tag is a number from 0");
    if (value && edit->game->tag_count >= GR_READER_TAGS && !gr_game_tag(edit->game, name))
        return gr_fail(edit->error, GR_ERR_LIMIT, "a game has at most %d tags", GR_READER_TAGS);
    int code = value ? edit_check_tag_name(edit, name) : 0;
    if (!code)
        code = check_own_tag(edit, name, value);
    return code ? code : put_tag(edit, name, value, (size_t)place);
}

/* ---- the result ---- */

int edit_result(Edit *edit, uint32_t operation) {
    GrGame *game = edit->game;
    const GrJsonTree *tree = edit->tree;
    const char *text = gr_json_text(tree, gr_json_member(tree, operation, "result"));
    uint32_t tag = gr_json_member(tree, operation, "tag");
    const char *old = gr_game_tag(game, "Result");
    GrJson json;
    if (!text || (gr_result_read(text) == GR_RESULT_NONE && strcmp(text, "*")))
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"result\" is not 1-0, 0-1, 1/2-1/2 or *");
    if (tag && !gr_json_text(tree, tag))
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"tag\" is not a string");
    edit_begin_inverse(edit, &json, "result", NULL);
    gr_json_string(&json, "result", gr_result_text(game->result));
    if (old)
        gr_json_string(&json, "tag", old);
    edit_end_inverse(edit, &json);
    game->result = gr_result_read(text);
    if (old && gr_game_set_tag(game, "Result", tag ? gr_json_text(tree, tag) : text))
        return gr_no_memory(edit->error);
    return 0;
}

/* ---- the start ---- */

static int read_start(Edit *edit, const char *fen, GrPosition *start) {
    GrFaults faults;
    if (!fen || !*fen) {
        gr_start(edit->game->rules, start);
        return 0;
    }
    if (gr_fen_read(edit->game->rules, fen, start, &faults) || faults.count)
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "impossible FEN: column %u: %s", faults.fault[0].column,
                       faults.fault[0].text);
    return 0;
}

/* The tags that a start position has: FEN and SetUp where it is not the usual one. */
static int put_start_tags(Edit *edit, const GrPosition *start) {
    GrPosition usual;
    char fen[GR_FEN_SIZE];
    gr_start(edit->game->rules, &usual);
    bool own = !same_start(&usual, start) || gr_variant(edit->game->rules)->moving_castlings;
    gr_fen_write(start, fen);
    int code = put_tag(edit, "FEN", own ? fen : NULL, GR_READER_TAGS);
    return code ? code : put_tag(edit, "SetUp", own ? "1" : NULL, GR_READER_TAGS);
}

int edit_start(Edit *edit, uint32_t operation) {
    uint32_t member = gr_json_member(edit->tree, operation, "fen");
    const char *text = gr_json_text(edit->tree, member);
    GrPosition start;
    char old[GR_FEN_SIZE];
    GrJson json;
    if (member && !text && edit->tree->value[member].kind != GR_JSON_NULL)
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"fen\" is a string, or null for the usual start");
    int code = read_start(edit, text, &start);
    if (code)
        return code;
    gr_fen_write(&edit->game->start, old);
    code = put_start_tags(edit, &start); /* first, as they are to be undone last: they must fit the start */
    edit_begin_inverse(edit, &json, "start", NULL);
    gr_json_string(&json, "fen", old);
    edit_end_inverse(edit, &json);
    if (!code)
        code = edit_restart(edit, &start);
    return code;
}

int edit_read_start(Edit *edit, const char *fen) {
    GrGame *game = edit->game;
    const char *tag = gr_game_known_tag(game, "FEN");
    GrPosition stated;
    int code = read_start(edit, fen ? fen : tag, &game->start);
    if (code)
        return code;
    bool sound = !tag || !gr_fen_read(game->rules, tag, &stated, NULL);
    if (!tag)
        gr_start(game->rules, &stated);
    return sound && same_start(&stated, &game->start) ? 0 : put_start_tags(edit, &game->start);
}

/* ---- what could not be played ---- */

/* Takes the diagnostic away that says why the game stops. */
static void drop_reason(GrGame *game) {
    size_t kept = 0;
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].severity != GR_ERROR || game->diags[i].ply != game->plies + 1)
            game->diags[kept++] = game->diags[i];
    game->diag_count = kept;
}

int edit_drop_rest(Edit *edit) {
    GrGame *game = edit->game;
    GrJson json;
    if (!game->partial)
        return 0;
    edit_begin_inverse(edit, &json, "rest", NULL);
    gr_json_string(&json, "text", gr_game_string(game, game->rest));
    gr_json_string(&json, "reason", gr_game_stop_reason(game));
    edit_end_inverse(edit, &json);
    drop_reason(game);
    game->partial = false;
    game->rest = 0;
    return 0;
}

int edit_rest(Edit *edit, uint32_t operation) {
    GrGame *game = edit->game;
    const GrJsonTree *tree = edit->tree;
    const char *text = gr_json_text(tree, gr_json_member(tree, operation, "text"));
    const char *reason = gr_json_text(tree, gr_json_member(tree, operation, "reason"));
    GrJson json;
    if (!text || !text[strspn(text, " \t\r\n\v\f")])
        return gr_fail(edit->error, GR_ERR_SYNTAX, "\"text\" has no text that goes on after the last move");
    if (game->partial)
        return gr_fail(edit->error, GR_ERR_ILLEGAL, "text goes on after the last move already");
    edit_begin_inverse(edit, &json, "delete", NULL);
    gr_json_int(&json, "at", (int64_t)game->plies + 1);
    edit_end_inverse(edit, &json);
    game->partial = true;
    if (gr_game_add_text(game, text, strlen(text), &game->rest) ||
        (reason && *reason && gr_game_diagnose(game, GR_ERROR, 0, 0, game->plies + 1, "%s", reason)))
        return gr_no_memory(edit->error);
    return 0;
}
