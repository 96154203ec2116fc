/* A position as a page shows it: what is legal there, how it came about, and whether the game has ended. */
#include "notation/write/position_json.h"

#include <inttypes.h>
#include <stdio.h>

#include "notation/move/lexicon.h"
#include "notation/move/resolve.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "notation/write/html.h"
#include "rules/definition.h"
#include "rules/fen.h"

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
    if (gr_is_castling(move) && v->moving_castlings && gr_castling(pos, gr_castling_right(pos, move), &castling))
        to = castling.rook_from;
    gr_json_open(json, "squares", '[');
    if (kind == GR_PASS && gr_passing_square(pos) != GR_NO_SQUARE) { /* twice the piece that stays */
        put_square(json, v, gr_passing_square(pos));
        to = gr_passing_square(pos);
    } else if (!gr_kind_does(kind, GR_ENTERS)) {
        put_square(json, v, gr_move_from(move));
    }
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

/* Is what enters clicked beside the board first? Not where that is clear, or no hand is shown. */
static bool is_from_hand(const GrVariant *v, GrMove move) {
    return gr_kind_does(gr_move_kind(move), GR_ENTERS) && !gr_bare_drop(v) && !(v->defined && gr_defined(v)->free_drops);
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
    put_letter(json, "hand", pos, is_from_hand(gr_variant(pos->rules), move) ? gr_move_piece(move) : 0);
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

void gr_json_end(GrJson *json, const GrGame *game) {
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

/* ---- the position ---- */

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

void gr_json_position(GrJson *json, const GrGame *game, const GrPosition *pos) {
    char fen[GR_FEN_SIZE], key[20];
    gr_fen_write(pos, fen);
    snprintf(key, sizeof key, "%016" PRIx64, pos->key);
    gr_json_string(json, "variant", gr_variant(pos->rules)->name);
    gr_json_string(json, "fen", fen);
    gr_json_string(json, "turn", pos->turn == GR_WHITE ? "white" : "black");
    gr_json_bool(json, "check", gr_in_check(pos));
    put_legal(json, pos);
    put_step(json, game);
    gr_json_end(json, game);
    gr_json_string(json, "key", key);
}
