/* The functions of the loadable extension: what one game is asked for. */
#include <string.h>

#include "db/extension/extension_functions.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "notation/write/pgn.h"
#include "rules/fen.h"

/* Begins a function whose first argument is a game's number and whose argument number `schema`
 * (from 0), if it has that many, names a database. NULL if it is over already: the game is not
 * there (NULL is the answer) or there is an error. Else it needs `end`. */
static const GrGame *begin(sqlite3_context *context, int count, sqlite3_value **value, int schema) {
    GrHost *host = sqlite3_user_data(context);
    const GrGame *game = NULL;
    GrError error;
    GrDb *db;
    for (int i = 0; i < count; i++)
        if (sqlite3_value_type(value[i]) == SQLITE_NULL)
            return NULL;
    const char *name = count > schema ? (const char *)sqlite3_value_text(value[schema]) : "main";
    int64_t id = sqlite3_value_int64(value[0]);
    int code = name ? gr_host_enter(host, name, &db, &error)
                    : gr_no_memory(&error);
    bool entered = code == 0;
    if (!code)
        code = gr_host_game(host, db, id, &game, &error);
    if (!code)
        return game;
    if (code == GR_ERR_MEMORY) {
        sqlite3_result_error_nomem(context);
    } else if (!entered) {
        sqlite3_result_error(context, error.text, -1);
    } else if (code != GR_ERR_NOT_FOUND) {
        char *text = sqlite3_mprintf("game %lld: %s", id, error.text);
        sqlite3_result_error(context, text ? text : error.text, -1);
        sqlite3_free(text);
    }
    if (entered)
        gr_host_leave(host);
    return NULL;
}

static void end(sqlite3_context *context) {
    gr_host_leave(sqlite3_user_data(context));
}

static void give(sqlite3_context *context, const GrBuffer *text) {
    if (text->failed)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text64(context, text->data ? text->data : "", text->len, SQLITE_TRANSIENT,
                              SQLITE_UTF8);
}

/* grimoire_fen(game[, ply[, schema]]): without a ply, after the last one. */
static void fen(sqlite3_context *context, int count, sqlite3_value **value) {
    const GrGame *game = begin(context, count, value, 2);
    char text[GR_FEN_SIZE];
    if (!game)
        return;
    int64_t ply = count > 1 ? sqlite3_value_int64(value[1]) : game->plies;
    if (game->rules && ply >= 0 && ply <= game->plies) {
        GrPosition pos;
        gr_game_position(game, (uint32_t)ply, &pos);
        size_t len = gr_fen_write(&pos, text);
        sqlite3_result_text(context, text, (int)len, SQLITE_TRANSIENT);
    }
    end(context);
}

/* The moves from ply `from` to ply `to`, separated by spaces. */
static void put_moves(GrBuffer *out, const GrGame *game, int64_t from, int64_t to, bool san) {
    GrPosition pos = game->start;
    int64_t ply = 1;
    char text[GR_SAN_SIZE + GR_UCI_SIZE];
    for (uint32_t i = game->nodes[0].next; i && ply <= to; i = game->nodes[i].next, ply++) {
        GrMove move = game->nodes[i].move;
        if (ply < from || !san) {
            gr_uci_write(&pos, move, text);
            gr_play(&pos, move);
        } else {
            gr_san_play(&pos, move, text);
        }
        if (ply > from)
            gr_buffer_putc(out, ' ');
        if (ply >= from)
            gr_buffer_puts(out, text);
    }
}

static void moves(sqlite3_context *context, int count, sqlite3_value **value, bool san) {
    const GrGame *game = begin(context, count, value, count == 2 ? 1 : 3);
    GrBuffer text;
    if (!game)
        return;
    int64_t from = count >= 3 ? sqlite3_value_int64(value[1]) : 1;
    int64_t to = count >= 3 ? sqlite3_value_int64(value[2]) : INT64_MAX;
    gr_buffer_init(&text);
    if (game->rules) {
        put_moves(&text, game, from < 1 ? 1 : from, to, san);
        give(context, &text);
    }
    gr_buffer_free(&text);
    end(context);
}

/* grimoire_san(game[, schema]), grimoire_san(game, from, to[, schema]) */
static void san(sqlite3_context *context, int count, sqlite3_value **value) {
    moves(context, count, value, true);
}

static void uci(sqlite3_context *context, int count, sqlite3_value **value) {
    moves(context, count, value, false);
}

/* grimoire_pgn(game[, schema]) */
static void pgn(sqlite3_context *context, int count, sqlite3_value **value) {
    const GrGame *game = begin(context, count, value, 1);
    GrBuffer text;
    if (!game)
        return;
    gr_buffer_init(&text);
    gr_write_pgn(&text, game);
    give(context, &text);
    gr_buffer_free(&text);
    end(context);
}

/* grimoire_tag(game, name[, schema]) */
static void tag(sqlite3_context *context, int count, sqlite3_value **value) {
    const char *name = (const char *)sqlite3_value_text(value[1]);
    const GrGame *game = begin(context, count, value, 2);
    if (!game)
        return;
    const char *text = name ? gr_game_tag(game, name) : NULL;
    if (text)
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    end(context);
}

/* grimoire_fault(game[, schema]): why the game cannot be read; NULL if it can, or is not there. */
static void fault(sqlite3_context *context, int count, sqlite3_value **value) {
    GrHost *host = sqlite3_user_data(context);
    const char *name = count > 1 ? (const char *)sqlite3_value_text(value[1]) : "main";
    const GrGame *game;
    GrError error;
    GrDb *db;
    if (!name || sqlite3_value_type(value[0]) == SQLITE_NULL)
        return;
    if (gr_host_enter(host, name, &db, &error)) {
        sqlite3_result_error(context, error.text, -1);
        return;
    }
    int code = gr_host_game(host, db, sqlite3_value_int64(value[0]), &game, &error);
    if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN)
        sqlite3_result_text(context, error.text, -1, SQLITE_TRANSIENT);
    else if (code && code != GR_ERR_NOT_FOUND)
        sqlite3_result_error(context, error.text, -1);
    gr_host_leave(host);
}

static const struct Function {
    const char *name;
    void (*call)(sqlite3_context *context, int count, sqlite3_value **value);
    unsigned counts; /* bit n: n arguments */
} FUNCTIONS[] = {
    {"grimoire_fen", fen, 1 << 1 | 1 << 2 | 1 << 3},
    {"grimoire_san", san, 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4},
    {"grimoire_uci", uci, 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4},
    {"grimoire_pgn", pgn, 1 << 1 | 1 << 2},
    {"grimoire_tag", tag, 1 << 2 | 1 << 3},
    {"grimoire_fault", fault, 1 << 1 | 1 << 2},
};

int gr_extension_functions(GrHost *host) {
    int result = SQLITE_OK;
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
        for (int count = 1; count <= 4 && result == SQLITE_OK; count++)
            if (FUNCTIONS[i].counts & 1u << count)
                result = sqlite3_create_function_v2(
                    gr_host_handle(host), FUNCTIONS[i].name, count, SQLITE_UTF8,
                    gr_host_keep(host), FUNCTIONS[i].call, NULL, NULL, gr_host_drop);
    return result;
}
