/* A game as a JSON object on one line. */
#include <stdlib.h>
#include <string.h>

#include "notation/eval.h"
#include "notation/json.h"
#include "notation/judge/clock.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "notation/write/format.h"
#include "notation/write/judgement_json.h"
#include "rules/fen.h"

static void put_tags(GrJson *json, const GrGame *game) {
    gr_json_open(json, "tags", '{');
    for (size_t i = 0; i < game->tag_count; i++)
        gr_json_string(json, gr_game_string(game, game->tags[i].name),
                       gr_game_string(game, game->tags[i].value));
    gr_json_close(json, '}');
}

/* Comments in a row are separated by line ends; null without any. */
static void put_comment(GrJson *json, const char *text) {
    GrBuffer lines;
    gr_buffer_init(&lines);
    gr_comment_lines(&lines, text);
    if (lines.failed)
        json->code = GR_ERR_MEMORY;
    else if (lines.len)
        gr_json_bytes(json, "comment", lines.data, lines.len);
    else
        gr_json_null(json, "comment");
    gr_buffer_free(&lines);
}

/* Pawns as a number, mates as a text "#3", nothing as null. */
static void put_eval(GrJson *json, const char *comment) {
    GrEval eval;
    char text[GR_EVAL_SIZE];
    if (!gr_eval_find(comment, &eval)) {
        gr_json_null(json, "eval");
    } else if (eval.mate) {
        gr_eval_write(&eval, text);
        text[strcspn(text, ",")] = 0;
        gr_json_string(json, "eval", text);
    } else {
        gr_json_real(json, "eval", eval.centipawns / 100.0, 2);
    }
}

/* The times of the moves, to be freed; NULL if nothing is known of them. */
static GrMoveTime *times_of(GrJson *json, const GrGame *game) {
    if (!game->text_len || !game->plies || !gr_has_clocks(game))
        return NULL;
    GrMoveTime *time = malloc(game->plies * sizeof *time);
    if (!time) {
        json->code = GR_ERR_MEMORY;
    } else if (!gr_move_times(game, time)) {
        free(time);
        time = NULL;
    }
    return time;
}

static void put_time(GrJson *json, const GrMoveTime *time) {
    if (time->spent >= 0)
        gr_json_real(json, "time", time->spent, 2);
    else
        gr_json_null(json, "time");
}

static void put_moves(GrJson *json, const GrGame *game, GrPosition *pos) {
    gr_json_open(json, "moves", '[');
    GrMoveTime *time = times_of(json, game);
    uint32_t node = game->rules && game->node_count ? game->nodes[0].next : 0;
    for (uint32_t ply = 0; node; ply++, node = game->nodes[node].next) {
        const GrNode *n = &game->nodes[node];
        const char *comment = gr_game_string(game, n->comment);
        GrPosition before = *pos;
        char san[GR_SAN_SIZE], uci[GR_UCI_SIZE];
        gr_play(pos, n->move);
        gr_san_write_after(&before, n->move, pos, san);
        gr_uci_write(&before, n->move, uci);
        gr_json_open(json, NULL, '{');
        gr_json_string(json, "san", san);
        gr_json_string(json, "uci", uci);
        put_comment(json, comment);
        gr_json_open(json, "nags", '[');
        const unsigned char *nag = (const unsigned char *)gr_game_string(game, n->nags);
        for (; *nag; nag++)
            gr_json_int(json, NULL, *nag);
        gr_json_close(json, ']');
        put_eval(json, comment);
        if (time && ply < game->plies)
            put_time(json, &time[ply]);
        if (game->judgement && ply < game->judgement->plies)
            gr_json_judged_move(json, game->judgement, ply, &before);
        gr_json_close(json, '}');
    }
    free(time);
    gr_json_close(json, ']');
}

static void put_fen(GrJson *json, const char *name, const GrPosition *pos) {
    char fen[GR_FEN_SIZE];
    if (!pos) {
        gr_json_null(json, name);
        return;
    }
    gr_fen_write(pos, fen);
    gr_json_string(json, name, fen);
}

static void put_diagnostics(GrJson *json, const GrGame *game) {
    static const char *const severity[] = {"note", "warning", "error"};
    gr_json_open(json, "diagnostics", '[');
    for (size_t i = 0; i < game->diag_count; i++) {
        const GrDiagnostic *d = &game->diags[i];
        gr_json_open(json, NULL, '{');
        gr_json_int(json, "line", d->line);
        gr_json_int(json, "column", d->column);
        gr_json_int(json, "ply", d->ply);
        gr_json_string(json, "severity", severity[d->severity]);
        gr_json_string(json, "message", gr_game_string(game, d->text));
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

/* One of the edits that would do as well: the next line of `at`, which goes on to the one after. */
static void put_alternative(GrJson *json, const char **at) {
    static const char *const name[] = {"kind", "ply", "from", "san"};
    gr_json_open(json, NULL, '{');
    for (int i = 0; i < 4; i++) {
        size_t len = strcspn(*at, "\t\n");
        if (i == 1)
            gr_json_int(json, name[i], (int64_t)strtoul(*at, NULL, 10));
        else if (i == 3 && len == 0)
            gr_json_string(json, name[i], NULL);
        else
            gr_json_bytes(json, name[i], *at, len);
        *at += len + ((*at)[len] != 0);
    }
    gr_json_close(json, '}');
}

static void put_alternatives(GrJson *json, const char *lines) {
    gr_json_open(json, "others", '[');
    while (*lines)
        put_alternative(json, &lines);
    gr_json_close(json, ']');
}

static void put_repairs(GrJson *json, const GrGame *game) {
    gr_json_open(json, "repairs", '[');
    for (size_t i = 0; i < game->edit_count; i++) {
        const GrEdit *edit = &game->edits[i];
        gr_json_open(json, NULL, '{');
        gr_json_int(json, "line", edit->line);
        gr_json_int(json, "column", edit->column);
        gr_json_int(json, "ply", edit->ply);
        gr_json_string(json, "kind", gr_edit_kind_name((GrEditKind)edit->kind));
        gr_json_string(json, "from", gr_game_string(game, edit->from));
        gr_json_string(json, "san", edit->san ? gr_game_string(game, edit->san) : NULL);
        gr_json_string(json, "uci", edit->uci ? gr_game_string(game, edit->uci) : NULL);
        gr_json_int(json, "legal", edit->legal);
        gr_json_int(json, "alternatives", edit->others);
        put_alternatives(json, gr_game_string(game, edit->alternatives));
        gr_json_bool(json, "forced", edit->forced);
        gr_json_bool(json, "open", edit->open);
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

/* `db`: the database that it is game `id` of; NULL: that is not said. */
static void write_part(GrBuffer *out, const GrGame *game, const char *db, uint64_t id) {
    static const char *const state[] = {"open", "checkmate", "stalemate", "draw", "won"};
    GrJson json;
    GrPosition pos;
    if (game->rules)
        pos = game->start;
    gr_json_start(&json, gr_put_buffer, out);
    gr_json_open(&json, NULL, '{');
    if (db) {
        gr_json_string(&json, "db", db);
        gr_json_int(&json, "game", (int64_t)id);
    }
    gr_json_string(&json, "variant", gr_game_variant(game));
    put_tags(&json, game);
    gr_json_string(&json, "result", gr_result_text(game->result));
    gr_json_string(&json, "score", gr_game_tag(game, "Score"));
    gr_json_int(&json, "plies", game->plies);
    gr_json_string(&json, "status", game->partial ? "partial" : "complete");
    put_moves(&json, game, &pos);
    if (game->judgement)
        gr_json_judged_game(&json, game->judgement);
    put_fen(&json, "start_fen", game->rules ? &game->start : NULL);
    put_fen(&json, "final_fen", game->rules ? &pos : NULL);
    gr_json_string(&json, "state", state[gr_game_state(game)]);
    put_diagnostics(&json, game);
    put_repairs(&json, game);
    gr_json_close(&json, '}');
    gr_buffer_putc(out, '\n');
    if (json.code)
        out->failed = true;
}

static void write_game(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    write_part(out, game, NULL, id);
}

const GrFormat gr_format_json = {.name = "json", .judged = true, .game = write_game, .part = write_part};
