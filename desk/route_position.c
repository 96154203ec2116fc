/* POST position: a position after moves, what is legal in it, and how it differs from the one before. */
#include "desk/local.h"
#include "desk/position.h"
#include "notation/move/diagnose.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"

enum { MOST_MOVES = 10000 };

/* ---- the moves ---- */

static bool refuse_move(DeskCall *call, const GrGame *game, const GrPosition *pos, const char *text) {
    GrBuffer why;
    gr_buffer_init(&why);
    gr_diagnose_typed(pos, text, &why);
    desk_refuse(call, why.failed ? 500 : 400, "ply %u: %s", (unsigned)game->plies + 1,
                why.failed ? "out of memory" : why.data);
    gr_buffer_free(&why);
    return false;
}

/* Plays a move, which the game gets, too; false after refusing it. */
static bool play(DeskCall *call, GrGame *game, GrPosition *pos, const char *text) {
    GrMove move;
    uint32_t node, last = (uint32_t)game->node_count - 1;
    if (gr_uci_read(pos, text, &move, NULL) && gr_san_read(pos, text, &move, NULL))
        return refuse_move(call, game, pos, text);
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
    GrJson *json = desk_answer(call);
    gr_json_position(json, game, pos);
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
