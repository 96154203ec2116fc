/* POST position: a position after moves, what is legal in it, and how it differs from the one before. */
#include <stdio.h>
#include <string.h>

#include "desk/local.h"
#include "desk/position.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "notation/write/html.h"

enum { MOST_MOVES = 10000 };

/* ---- legal moves ---- */

static void put_square(GrJson *json, const GrVariant *v, int sq) {
    char name[4];
    gr_square_name(v, sq, name);
    gr_json_string(json, NULL, name);
}

/* The squares that are clicked for a move, in their order. Of castlings whose squares differ from game to game, the
 * king's and the rook's, as the king may stay where it is. */
static void put_squares(GrJson *json, const GrPosition *pos, GrMove move) {
    const GrVariant *v = gr_variant(pos->rules);
    GrMoveKind kind = gr_move_kind(move);
    GrCastling castling;
    int to = gr_move_to(move);
    if (gr_is_castling(move) && v->moving_castlings &&
        gr_castling(pos, gr_castling_right(pos, move), &castling))
        to = castling.rook_from;
    gr_json_open(json, "squares", '[');
    if (!gr_kind_does(kind, GR_ENTERS))
        put_square(json, v, gr_move_from(move));
    put_square(json, v, to);
    if (gr_has_third(move) && !v->gates) /* where that is left, what comes there is chosen as a promotion is */
        put_square(json, v, gr_move_third(move));
    gr_json_close(json, ']');
}

static void put_letter(GrJson *json, const char *name, const GrPosition *pos, int type) {
    char sign[3];
    if (type)
        gr_piece_sign(gr_variant(pos->rules), type, sign);
    gr_json_string(json, name, type ? sign : NULL);
}

static void put_move(GrJson *json, const GrPosition *pos, GrMove move) {
    char uci[GR_UCI_SIZE], san[GR_SAN_SIZE];
    bool enters = gr_kind_does(gr_move_kind(move), GR_ENTERS);
    gr_uci_write(pos, move, uci);
    gr_san_write(pos, move, san);
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "uci", uci);
    gr_json_string(json, "san", san);
    put_squares(json, pos, move);
    put_letter(json, "hand", pos, enters ? gr_move_piece(move) : 0);
    gr_json_string(json, "kind", gr_kind(gr_move_kind(move))->name);
    put_letter(json, "piece", pos, enters ? 0 : gr_move_piece(move));
    gr_json_close(json, '}');
}

static void put_legal(GrJson *json, const GrPosition *pos) {
    GrMoveList list;
    gr_moves(pos, &list);
    gr_json_open(json, "legal", '[');
    for (unsigned i = 0; i < list.count && !json->code; i++)
        put_move(json, pos, list.move[i]);
    gr_json_close(json, ']');
}

/* ---- the end ---- */

void desk_put_end(GrJson *json, const GrGame *game) {
    static const char *const names[] = {"open", "checkmate", "stalemate", "draw", "won"};
    int winner;
    GrState state = gr_game_end(game, &winner);
    if (state == GR_OPEN) {
        gr_json_null(json, "end");
        return;
    }
    gr_json_open(json, "end", '{');
    gr_json_string(json, "state", names[state]);
    gr_json_string(json, "winner", winner < 0 ? NULL : winner == GR_WHITE ? "white" : "black");
    gr_json_close(json, '}');
}

/* ---- the moves ---- */

/* Plays a move, which the game gets, too; false after refusing it. */
static bool play(DeskCall *call, GrGame *game, GrPosition *pos, const char *text) {
    GrError error;
    GrMove move;
    uint32_t node, last = (uint32_t)game->node_count - 1;
    if (gr_uci_read(pos, text, &move, &error) && gr_san_read(pos, text, &move, &error)) {
        desk_refuse(call, 400, "ply %u: %s", (unsigned)game->plies + 1, error.text);
        return false;
    }
    if (gr_game_add_node(game, move, &node)) {
        desk_refuse(call, 500, "out of memory");
        return false;
    }
    game->nodes[last].next = node;
    game->plies++;
    gr_play(pos, move);
    return true;
}

/* Plays the array "moves", and then "move". */
static bool play_all(DeskCall *call, uint32_t object, GrGame *game, GrPosition *pos) {
    const GrJsonTree *tree = &call->tree;
    uint32_t moves = gr_json_member(tree, object, "moves");
    bool well = true;
    const char *more = desk_text_of(call, object, "move", false, &well);
    if (well && moves && tree->value[moves].kind != GR_JSON_ARRAY && tree->value[moves].kind != GR_JSON_NULL) {
        desk_refuse(call, 400, "the member \"moves\" is no array");
        return false;
    }
    for (uint32_t v = moves ? tree->value[moves].first : 0; v && well; v = tree->value[v].next) {
        const char *text = gr_json_text(tree, v);
        well = text && game->plies < MOST_MOVES && play(call, game, pos, text);
        if (!text || (!well && game->plies >= MOST_MOVES))
            desk_refuse(call, 400, text ? "more than %d moves" : "a move is no string", MOST_MOVES);
    }
    return well && (!more || play(call, game, pos, more));
}

static void put_step(GrJson *json, const GrGame *game) {
    GrPosition before;
    GrBuffer step;
    if (!game->plies) {
        gr_json_null(json, "step");
        return;
    }
    gr_buffer_init(&step);
    gr_game_position(game, game->plies - 1, &before);
    gr_step_write(&step, &before, game->nodes[game->node_count - 1].move);
    if (step.failed)
        json->code = GR_ERR_MEMORY;
    gr_json_string(json, "step", step.data ? step.data : "");
    gr_buffer_free(&step);
}

/* Rights and en passant squares of the FEN that are impossible there, and were left out. */
static void put_dropped(GrJson *json, const DeskCall *call, const GrRules *rules) {
    GrPosition pos;
    GrFaults faults;
    const char *fen = gr_json_text(&call->tree, gr_json_member(&call->tree, 1, "fen"));
    if (!fen || !*fen || gr_fen_read(rules, fen, &pos, &faults) || !faults.dropped)
        return;
    gr_json_open(json, "dropped", '[');
    for (unsigned i = 0; i < faults.count && i < GR_MAX_FAULTS; i++)
        if (faults.fault[i].dropped) {
            gr_json_open(json, NULL, '{');
            gr_json_int(json, "column", faults.fault[i].column);
            gr_json_string(json, "text", faults.fault[i].text);
            gr_json_close(json, '}');
        }
    gr_json_close(json, ']');
}

static void answer(DeskCall *call, const GrGame *game, const GrPosition *pos) {
    char fen[GR_FEN_SIZE], key[20];
    GrJson *json = desk_answer(call);
    gr_fen_write(pos, fen);
    snprintf(key, sizeof key, "%016llx", (unsigned long long)pos->key);
    gr_json_string(json, "variant", gr_variant(pos->rules)->name);
    gr_json_string(json, "fen", fen);
    gr_json_string(json, "turn", pos->turn == GR_WHITE ? "white" : "black");
    gr_json_bool(json, "check", gr_in_check(pos));
    put_legal(json, pos);
    put_step(json, game);
    desk_put_end(json, game);
    gr_json_string(json, "key", key);
    put_dropped(json, call, pos->rules);
    desk_answered(call);
}

bool desk_read_line(DeskCall *call, uint32_t object, GrGame *game, GrPosition *pos) {
    bool well = true;
    const char *name = desk_text_of(call, object, "variant", true, &well);
    const char *fen = desk_text_of(call, object, "fen", false, &well);
    const GrRules *rules = well ? desk_rules(call, name) : NULL;
    if (!rules || !desk_position(call, rules, fen, pos))
        return false;
    if (gr_game_begin(game, rules)) {
        desk_refuse(call, 500, "out of memory");
        return false;
    }
    game->start = *pos;
    return play_all(call, object, game, pos);
}

void desk_at_position(DeskCall *call) {
    GrPosition pos;
    GrGame game;
    gr_game_init(&game);
    uint32_t draft = gr_json_member(&call->tree, 1, "draft");
    if (desk_read_line(call, 1, &game, &pos))
        answer(call, &game, &pos);
    else if (draft && call->tree.value[draft].number > 0 && call->response->status == 400)
        call->response->status = 200; /* browsers report all else as a fault of the page */
    gr_game_free(&game);
}
