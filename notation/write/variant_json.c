/* A variant as JSON. */
#include "notation/write/variant_json.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/judge/win_chance.h"
#include "notation/write/diagram.h"
#include "rules/definition.h"
#include "rules/fen.h"

/* The name of what a piece of that type is after it was promoted and is written with a plus sign; NULL: it is not. */
static const char *promoted(const GrVariant *v, int type) {
    for (int other = 1; other <= v->types; other++)
        if (v->piece[other].flags & GR_IS_PROMOTED && v->piece[other].letter == v->piece[type].letter)
            return v->piece[other].name;
    return NULL;
}

/* Can a FEN have a piece of that letter in its brackets, in place of what the start has there? */
static bool fen_holds(const GrRules *rules, char letter) {
    char fen[GR_FEN_SIZE];
    GrPosition pos;
    GrFaults faults;
    const char *start = gr_variant(rules)->start, *open = strchr(start, '['), *close = open ? strchr(open, ']') : NULL;
    if (!close)
        return false;
    bool groups = memchr(open, ',', (size_t)(close - open)) != NULL; /* each royal piece's and magician's own */
    snprintf(fen, sizeof fen, "%.*s%c%s%s", (int)(open + 1 - start), start, letter, groups ? ",-,-,-" : "", close);
    if (!gr_fen_read(rules, fen, &pos, &faults))
        return true;
    for (unsigned i = 0; i < faults.count; i++)
        if (!strncmp(faults.fault[i].text, "pocket", 6))
            return false;
    return true;
}

/* May a side have a piece of that type beside the board? Described games with hands take all but the royal ones. */
static bool is_held(const GrRules *rules, int type) {
    const GrVariant *v = gr_variant(rules);
    if (v->defined)
        return v->hands && type > GR_KING;
    return (v->hands || v->pockets) && fen_holds(rules, v->piece[type].letter);
}

static void put_piece(GrJson *json, const GrRules *rules, int type) {
    const GrVariant *v = gr_variant(rules);
    const char *drawing = v->defined ? gr_defined_piece(v, type)->drawing : "";
    char letter[2] = {v->piece[type].letter, 0};
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "letter", letter);
    gr_json_string(json, "name", v->piece[type].name);
    gr_json_bool(json, "royal", type == GR_KING && v->royals != GR_ROYALS_NONE);
    gr_json_bool(json, "held", is_held(rules, type));
    if (*drawing)
        gr_json_string(json, "drawing", drawing);
    if (promoted(v, type))
        gr_json_string(json, "promoted", promoted(v, type));
    gr_json_close(json, '}');
}

/* What wedges and discs have on them: the characters of both sides, of promoted pieces with a plus sign behind. */
static void put_characters(GrJson *json, const GrVariant *v) {
    gr_json_open(json, "characters", '{');
    for (int type = 1; type <= v->types; type++)
        for (int side = 0; side < 2 && v->piece[type].letter; side++) {
            char sign[3] = {v->piece[type].letter, v->piece[type].flags & GR_IS_PROMOTED ? '+' : '\0'};
            if (side)
                sign[0] = (char)tolower((unsigned char)sign[0]);
            if (gr_defined_piece(v, type)->character[side][0])
                gr_json_string(json, sign, gr_defined_piece(v, type)->character[side]);
        }
    gr_json_close(json, '}');
}

static void put_look(GrJson *json, const GrVariant *v) {
    GrBuffer lines;
    gr_buffer_init(&lines);
    gr_board_lines(v, &lines);
    if (lines.failed)
        json->code = GR_ERR_MEMORY;
    else if (lines.len)
        gr_json_string(json, "lines", lines.data);
    gr_buffer_clear(&lines);
    gr_board_sides(v, &lines);
    if (lines.failed)
        json->code = GR_ERR_MEMORY;
    else if (lines.len)
        gr_json_string(json, "sides", lines.data);
    if (gr_shape_of(v) != GR_SHAPE_FIGURE) {
        gr_json_string(json, "shape", gr_shape_of(v) == GR_SHAPE_DISC ? "disc" : "wedge");
        put_characters(json, v);
    }
    gr_buffer_free(&lines);
}

void gr_json_variant(GrJson *json, const char *name, const GrRules *rules) {
    const GrVariant *v = gr_variant(rules);
    gr_json_open(json, name, '{');
    gr_json_string(json, "name", v->name);
    gr_json_string(json, "title", v->title);
    gr_json_int(json, "files", v->files);
    gr_json_int(json, "ranks", v->ranks);
    gr_json_string(json, "first", v->first == GR_WHITE ? "white" : "black");
    gr_json_string(json, "start", v->start);
    gr_json_int(json, "starts", v->starts ? v->starts : 1);
    gr_json_bool(json, "described", v->defined != NULL);
    gr_json_bool(json, "holes", v->holes);
    gr_json_bool(json, "hands", v->hands);
    gr_json_bool(json, "beside", v->pockets != 0);
    gr_json_string(json, "rights", v->rights);
    gr_json_real(json, "slope", gr_win_curve(rules)->slope, 6);
    put_look(json, v);
    gr_json_open(json, "pieces", '[');
    for (int type = 1; type <= v->types; type++)
        if (v->piece[type].letter && !(v->piece[type].flags & GR_IS_PROMOTED)) /* the board shows these by a mark */
            put_piece(json, rules, type);
    gr_json_close(json, ']');
    gr_json_close(json, '}');
}
