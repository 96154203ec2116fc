/* GET, PUT and DELETE db/N/game/ID; POST game/edit; POST db/N/undo. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/local.h"
#include "desk/position.h"
#include "notation/edit/edit.h"
#include "notation/edit/game_tree.h"
#include "notation/write/format.h"

/* ---- versions ---- */

/* What a game's tag is made of: its text, which has all of it. */
static int make_tag(const GrGame *game, char tag[48], GrError *error) {
    GrBuffer text;
    uint64_t sum[2] = {UINT64_C(0xCBF29CE484222325), UINT64_C(0x9E3779B97F4A7C15)};
    gr_buffer_init(&text);
    gr_format_pgn.game(&text, game, 1, 1);
    for (size_t i = 0; i < text.len; i++) {
        sum[0] = (sum[0] ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
        sum[1] = (sum[1] + (unsigned char)text.data[i]) * UINT64_C(0xD6E8FEB86659FD93);
        sum[1] ^= sum[1] >> 29;
    }
    snprintf(tag, 48, "\"%016" PRIx64 "%016" PRIx64 "\"", sum[0], sum[1]);
    int code = text.failed ? gr_no_memory(error) : 0;
    gr_buffer_free(&text);
    return code;
}

/* Is the game the one that the client has? False after refusing the request. */
static bool is_known(DeskCall *call, const GrGame *game) {
    char tag[48];
    GrError error;
    const char *wanted = call->request->if_match;
    if (!wanted)
        desk_refuse(call, 428, "the header If-Match is missing, which says which version of the game is meant");
    else if (make_tag(game, tag, &error))
        desk_refuse_for(call, &error);
    else if (strcmp(wanted, tag) != 0)
        desk_refuse(call, 412, "the game has been changed since it was read");
    else
        return true;
    return false;
}

/* The number that the second `*` is; 0 after refusing it. */
static int64_t game_number(DeskCall *call) {
    char *end;
    const char *text = call->wild[1];
    long long id = strlen(text) < 19 && *text >= '0' && *text <= '9' ? strtoll(text, &end, 10) : 0;
    if (id > 0 && !*end)
        return id;
    desk_refuse(call, 404, "there is no game '%.20s'", text);
    return 0;
}

/* ---- answers ---- */

/* The members of a game's object. */
static void put_game(GrJson *json, const GrGame *game) {
    gr_json_int(json, "plies", game->plies);
    gr_game_write_tree(game, json);
    if (game->rules)
        gr_json_end(json, game);
}

/* Begins an answer with the game's version; NULL after failing. */
static GrJson *begin_game(DeskCall *call, int64_t id, const GrGame *game) {
    GrError error;
    char tag[48];
    if (make_tag(game, tag, &error)) {
        desk_refuse_for(call, &error);
        return NULL;
    }
    GrJson *json = desk_answer(call);
    memcpy(call->response->tag, tag, sizeof tag);
    gr_json_int(json, "id", id);
    gr_json_open(json, "game", '{');
    put_game(json, game);
    gr_json_close(json, '}');
    return json;
}

void desk_game(DeskCall *call) {
    GrGame game;
    GrJson *json;
    GrError error;
    DeskFile *file = desk_file(call);
    int64_t id = file ? game_number(call) : 0;
    GrDb *db = id ? desk_take(call, file) : NULL;
    if (!db)
        return;
    gr_game_init(&game);
    if (gr_db_get_game(db, id, &game, &error))
        desk_refuse_for(call, &error);
    else if ((json = begin_game(call, id, &game)) != NULL) {
        desk_put_judged(json, db, &game);
        desk_answered(call);
    }
    gr_game_free(&game);
    desk_give(file, db);
}

/* ---- writing ---- */

static void put_tree(GrBuffer *out, const GrGame *game) {
    GrJson json;
    gr_buffer_init(out);
    gr_json_start(&json, desk_put, out);
    gr_json_open(&json, NULL, '{');
    gr_game_write_tree(game, &json);
    gr_json_close(&json, '}');
    out->failed |= json.code != 0;
}

/* Is all the same that a client is told of two games? Where in a text a fault was found, it is not told. */
static bool are_alike(const GrGame *a, const GrGame *b) {
    GrBuffer one, other;
    put_tree(&one, a);
    put_tree(&other, b);
    bool alike = !one.failed && !other.failed && one.len == other.len && !memcmp(one.data, other.data, one.len);
    gr_buffer_free(&one);
    gr_buffer_free(&other);
    return alike;
}

/* Puts a game in the place of the one that was read. */
static void replace(DeskCall *call, GrDb *db, int64_t id, const GrGame *was) {
    GrGame game;
    GrError error;
    GrJson *json;
    gr_game_init(&game);
    uint32_t value = gr_json_member(&call->tree, 1, "game");
    int code = value ? gr_game_read_tree(&call->tree, value, call->desk->start.variants, &game, &error)
                     : gr_fail(&error, GR_ERR_SYNTAX, "the member \"game\" is missing");
    if (code) {
        desk_refuse(call, code == GR_ERR_MEMORY ? 500 : 400, "%s", error.text);
    } else if (game.rules != was->rules) {
        desk_refuse(call, 400, "the variant of a game cannot be changed");
    } else if (!desk_admit_tags(call, value, &game, was)) {
        code = GR_ERR_ILLEGAL; /* it is refused */
    } else if ((code = are_alike(&game, was) ? 0 : gr_db_edit_game(db, id, was, &game, &error)) < 0) {
        if (code != GR_ERR_BUSY || gr_db_get_game(db, id, &game, NULL) || is_known(call, &game))
            desk_refuse_for(call, &error);
    } else if (gr_db_get_game(db, id, &game, &error)) {
        desk_refuse_for(call, &error);
    } else if ((json = begin_game(call, id, &game)) != NULL) {
        desk_put_change(json, db, code ? GR_CHANGE_EDIT : 0, id);
        desk_answered(call);
    }
    gr_game_free(&game);
}

static void delete_game(DeskCall *call, GrDb *db, int64_t id) {
    GrSelection selection;
    GrError error;
    char number[24];
    uint64_t deleted = 0;
    const GrWork work = {0};
    const GrDelete job = {.selection = &selection, .work = &work};
    gr_selection_init(&selection);
    snprintf(number, sizeof number, "%" PRId64, id);
    int code = gr_selection_add(&selection, call->desk->start.variants, "games", number, &error);
    if (!code)
        code = gr_db_delete_found(db, &job, &deleted, &error);
    if (code) {
        desk_refuse_for(call, &error);
    } else {
        GrJson *json = desk_answer(call);
        gr_json_int(json, "deleted", (int64_t)deleted);
        desk_put_change(json, db, GR_CHANGE_DELETE, id);
        desk_answered(call);
    }
    gr_selection_free(&selection);
}

/* Changes a game, if it is the one that the client knows. */
static void change(DeskCall *call, bool deletes) {
    GrGame was;
    GrError error;
    DeskFile *file = desk_file(call);
    int64_t id = file ? game_number(call) : 0;
    GrDb *db = id ? desk_take_writer(call, file) : NULL;
    if (!db)
        return;
    gr_game_init(&was);
    if (gr_db_get_game(db, id, &was, &error))
        desk_refuse_for(call, &error);
    else if (is_known(call, &was) && deletes)
        delete_game(call, db, id);
    else if (call->response->status == 0)
        replace(call, db, id, &was);
    gr_game_free(&was);
    desk_give_writer(file);
}

void desk_game_put(DeskCall *call) {
    change(call, false);
}

void desk_game_delete(DeskCall *call) {
    change(call, true);
}

void desk_undo(DeskCall *call) {
    GrChange undone;
    GrError error;
    char name[GR_CHANGE_NAME];
    const GrWork work = {0};
    bool well = true;
    const char *meant = desk_text(call, "change", false, &well);
    DeskFile *file = well ? desk_file(call) : NULL;
    GrDb *db = file ? desk_take_writer(call, file) : NULL;
    if (!db)
        return;
    int done = gr_db_undo_this(db, meant, &work, &undone, &error);
    if (done == GR_ERR_ILLEGAL) {
        desk_refuse(call, 409, "%s", error.text);
    } else if (done < 0) {
        desk_refuse_for(call, &error);
    } else {
        GrJson *json = desk_answer(call);
        if (done)
            gr_change_name(&undone, name);
        gr_json_string(json, "undone", done ? name : NULL);
        if (done)
            gr_json_int(json, "game", undone.game);
        desk_answered(call);
    }
    desk_give_writer(file);
}

/* ---- editing without a database ---- */

void desk_game_edit(DeskCall *call) {
    GrGame game;
    GrError error;
    GrBuffer undo;
    uint32_t value = gr_json_member(&call->tree, 1, "game"), ops = gr_json_member(&call->tree, 1, "ops");
    if (!value || !ops) {
        desk_refuse(call, 400, "the member \"%s\" is missing", value ? "ops" : "game");
        return;
    }
    gr_game_init(&game);
    gr_buffer_init(&undo);
    int code = gr_game_read_tree(&call->tree, value, call->desk->start.variants, &game, &error);
    if (!code)
        code = gr_game_edit_tree(&game, &call->tree, ops, &undo, &error);
    if (code) {
        desk_refuse(call, code == GR_ERR_MEMORY ? 500 : 400, "%s", error.text);
    } else {
        GrJson *json = desk_answer(call);
        gr_json_open(json, "game", '{');
        put_game(json, &game);
        gr_json_close(json, '}');
        gr_json_raw(json, "undo", undo.data);
        desk_answered(call);
    }
    gr_buffer_free(&undo);
    gr_game_free(&game);
}
