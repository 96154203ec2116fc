/* GET diagram.svg, of a position; GET db/N/diagram.svg, of a stored game. */
#include <string.h>

#include "desk/local.h"
#include "notation/move/uci.h"
#include "notation/write/diagram.h"

enum { SMALLEST = 8, LARGEST = 200 };

/* Draws it in the way that the parameters ask for. */
static void draw(DeskCall *call, GrDiagram *diagram) {
    int64_t square = 48, flip = 0;
    GrDeskResponse *response = call->response;
    if (!desk_number(call, "square", SMALLEST, LARGEST, &square) || !desk_number(call, "flip", 0, 1, &flip))
        return;
    diagram->square = (unsigned)square;
    diagram->flip = flip != 0;
    gr_diagram(diagram, GR_DIAGRAM_SVG, &response->body);
    response->status = 200;
    response->type = "image/svg+xml; charset=utf-8";
    if (response->body.failed)
        desk_refuse(call, 500, "out of memory");
}

void desk_diagram(DeskCall *call) {
    GrPosition pos;
    GrError error;
    GrMove last = GR_NO_MOVE;
    const char *move = desk_parameter(call, "move", 0);
    const GrRules *rules = desk_rules(call, desk_parameter(call, "variant", 0));
    if (!rules || !desk_position(call, rules, desk_parameter(call, "fen", 0), &pos))
        return;
    if (move && gr_uci_read(&pos, move, &last, &error)) {
        desk_refuse_for(call, &error);
        return;
    }
    if (move)
        gr_play(&pos, last);
    GrDiagram diagram = {.pos = &pos, .last = last};
    draw(call, &diagram);
}

static void draw_ply(DeskCall *call, const GrGame *game, int64_t ply) {
    GrPly at;
    if (!game->rules) {
        desk_refuse(call, 404, "the game has no rules that are known");
        return;
    }
    gr_diagram_ply(game, (uint32_t)ply, &at);
    GrDiagram diagram = {.pos = &at.pos, .last = at.last, .after = *at.after ? at.after : NULL};
    draw(call, &diagram);
}

void desk_game_diagram(DeskCall *call) {
    GrGame game;
    GrError error;
    int64_t id = 0, ply = UINT32_MAX;
    DeskFile *file = desk_file(call);
    if (!file || !desk_number(call, "game", 1, INT64_MAX, &id) || !desk_number(call, "ply", 0, UINT32_MAX, &ply))
        return;
    GrDb *db = desk_take(call, file);
    if (!db)
        return;
    gr_game_init(&game);
    if (gr_db_get_game(db, id, &game, &error))
        desk_refuse_for(call, &error);
    else
        draw_ply(call, &game, ply);
    gr_game_free(&game);
    desk_give(file, db);
}
