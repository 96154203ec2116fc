/* Boards: games that are played move by move. */
#include <stdlib.h>
#include <string.h>

#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "notation/room.h"
#include "notation/write/position_json.h"
#include "rules/fen.h"
#include "rules/perft.h"
#include "wasm/web.h"

/* ---- making ---- */

void GR_EXPORT(gr_web_board_close)(GrWebBoard *board) {
    if (!board)
        return;
    gr_game_free(&board->game);
    free(board->position);
    free(board);
}

static GrWebBoard *make_board(const GrPosition *start) {
    GrWebBoard *board = calloc(1, sizeof *board);
    if (!board)
        return NULL;
    gr_game_init(&board->game);
    if (gr_game_begin(&board->game, start->rules) || !gr_room(&board->position, 0, 1, &board->cap, sizeof *start)) {
        gr_web_board_close(board);
        return NULL;
    }
    board->game.start = *start;
    board->position[0] = *start;
    return board;
}

static void put_faults(GrJson *json, const char *name, const GrFaults *faults, bool dropped) {
    gr_json_open(json, name, '[');
    for (unsigned i = 0; i < faults->count && i < GR_MAX_FAULTS; i++)
        if (faults->fault[i].dropped == dropped) {
            gr_json_open(json, NULL, '{');
            gr_json_int(json, "column", faults->fault[i].column);
            gr_json_string(json, "text", faults->fault[i].text);
            gr_json_close(json, '}');
        }
    gr_json_close(json, ']');
}

/* A board of the variant that the text names; a FEN may follow after a NUL. NULL with the answer {faults: [{column,
 * text}]} if that is no position of the variant, "" if there is no such variant. Else the answer is {dropped: [...]}:
 * rights and en passant squares that are impossible there and were left out. */
GrWebBoard *GR_EXPORT(gr_web_board)(GrWeb *web) {
    const char *name = web->in.data, *fen = name + strlen(name) + 1;
    GrFaults faults = {.count = 0};
    GrPosition start;
    const GrRules *rules = gr_variants_find(web->variants, name);
    bool given = rules && fen < web->in.data + web->in.len && *fen;
    unsigned wrong = given ? gr_fen_read(rules, fen, &start, &faults) : 0;
    if (rules && !given)
        gr_start(rules, &start);
    GrJson *json = gr_web_answer(web);
    if (!rules)
        return NULL;
    gr_json_open(json, NULL, '{');
    put_faults(json, wrong ? "faults" : "dropped", &faults, !wrong);
    gr_json_close(json, '}');
    GrWebBoard *board = wrong || web->out.failed ? NULL : make_board(&start);
    if (!wrong && !board)
        gr_web_fail(web, GR_ERR_MEMORY, "out of memory");
    return board;
}

/* ---- moves ---- */

static const GrMoveList *legal(GrWebBoard *board) {
    if (!board->listed)
        gr_moves(gr_web_now(board), &board->legal);
    board->listed = true;
    return &board->legal;
}

unsigned GR_EXPORT(gr_web_count)(GrWebBoard *board) {
    return legal(board)->count;
}

/* The legal moves as numbers, until the board moves on. */
const GrMove *GR_EXPORT(gr_web_moves)(GrWebBoard *board) {
    return legal(board)->move;
}

/* Plays a move. GR_ERR_ILLEGAL if it is not legal: the board is as it was. */
int GR_EXPORT(gr_web_play)(GrWebBoard *board, GrMove move) {
    GrPosition *now = gr_web_now(board);
    uint32_t node, last = (uint32_t)board->game.node_count - 1;
    if (!gr_is_legal(now, move) && !(move == gr_null_move() && gr_null_move_fits(now)))
        return GR_ERR_ILLEGAL;
    if (!gr_room(&board->position, board->game.plies + 1, 1, &board->cap, sizeof *now) ||
        gr_game_add_node(&board->game, move, &node))
        return GR_ERR_MEMORY;
    now = gr_web_now(board);
    board->game.nodes[last].next = node;
    board->game.plies++;
    gr_position_copy(now + 1, now);
    gr_play(now + 1, move);
    board->listed = false;
    return 0;
}

/* Takes the last move back; false if there is none. */
int GR_EXPORT(gr_web_undo)(GrWebBoard *board) {
    GrGame *game = &board->game;
    if (!game->plies)
        return 0;
    game->plies--;
    game->node_count--;
    game->nodes[game->node_count - 1].next = 0;
    board->listed = false;
    return 1;
}

/* Finds the legal move that the text means, as UCI or SAN, canonical or not; gr_web_found then gives its number. */
int GR_EXPORT(gr_web_read)(GrWeb *web, const GrWebBoard *board) {
    GrError error;
    const GrPosition *now = gr_web_now(board);
    int code = gr_uci_read(now, web->in.data, &web->found, &error);
    if (code != 0)
        code = gr_san_read(now, web->in.data, &web->found, &error);
    return code != 0 ? gr_web_fail(web, code, error.text) : 0;
}

GrMove GR_EXPORT(gr_web_found)(const GrWeb *web) {
    return web->found;
}

/* The move's text, of less than `size` bytes, becomes the answer. */
static int write_move(GrWeb *web, const GrWebBoard *board, GrMove move, size_t size,
                      size_t (*write)(const GrPosition *pos, GrMove move, char *out)) {
    const GrPosition *now = gr_web_now(board);
    if (!gr_is_legal(now, move) && move != gr_null_move())
        return gr_web_fail(web, GR_ERR_ILLEGAL, "the move is not legal");
    gr_buffer_clear(&web->out);
    if (gr_buffer_reserve(&web->out, size))
        web->out.len = write(now, move, web->out.data);
    return gr_web_answered(web);
}

int GR_EXPORT(gr_web_san)(GrWeb *web, const GrWebBoard *board, GrMove move) {
    return write_move(web, board, move, GR_SAN_SIZE, gr_san_write);
}

int GR_EXPORT(gr_web_uci)(GrWeb *web, const GrWebBoard *board, GrMove move) {
    return write_move(web, board, move, GR_UCI_SIZE, gr_uci_write);
}

/* ---- what there is ---- */

int GR_EXPORT(gr_web_fen)(GrWeb *web, const GrWebBoard *board) {
    gr_buffer_clear(&web->out);
    if (gr_buffer_reserve(&web->out, GR_FEN_SIZE))
        web->out.len = gr_fen_write(gr_web_now(board), web->out.data);
    return gr_web_answered(web);
}

/* An object with all that a page shows of it (notation/write/position_json.h). */
int GR_EXPORT(gr_web_position)(GrWeb *web, const GrWebBoard *board) {
    GrJson *json = gr_web_answer(web);
    gr_json_open(json, NULL, '{');
    gr_json_position(json, &board->game, gr_web_now(board));
    gr_json_close(json, '}');
    return gr_web_answered(web);
}

/* {end: null or {state, winner}}, repetitions included. */
int GR_EXPORT(gr_web_end)(GrWeb *web, const GrWebBoard *board) {
    GrJson *json = gr_web_answer(web);
    gr_json_open(json, NULL, '{');
    gr_json_end(json, &board->game);
    gr_json_close(json, '}');
    return gr_web_answered(web);
}

int GR_EXPORT(gr_web_turn)(const GrWebBoard *board) {
    return gr_web_now(board)->turn;
}

int GR_EXPORT(gr_web_in_check)(const GrWebBoard *board) {
    return gr_in_check(gr_web_now(board));
}

unsigned GR_EXPORT(gr_web_plies)(const GrWebBoard *board) {
    return board->game.plies;
}

/* Exact up to 2^53. */
double GR_EXPORT(gr_web_perft)(const GrWebBoard *board, int depth) {
    return (double)gr_perft(gr_web_now(board), depth);
}
