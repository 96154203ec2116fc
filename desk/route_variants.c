/* GET variants: the games that can be played. GET shapes: how their pieces are drawn. POST variants/check: faults of a
 * description. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "desk/local.h"
#include "notation/definition/variants_file.h"
#include "notation/judge/win_chance.h"
#include "notation/write/diagram.h"
#include "notation/write/html.h"
#include "rules/definition.h"
#include "rules/fen.h"

/* ---- GET variants ---- */

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

static void put_variant(GrJson *json, const char *name, const GrRules *rules) {
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

/* A line for each described game that comes with the library: its name, a blank, its object. They are defined one after
 * the other and given up at once, as all of them take 20 MB; a game that is played is defined when it is asked for. */
static int list_described(GrBuffer *lines) {
    GrJson json;
    GrVariantsFile *file = gr_variants_described(NULL);
    bool well = file != NULL;
    for (size_t n = 0; well && n < gr_variants_file_games(file); n++) {
        GrVariants *alone = gr_variants_open();
        GrVariantsFaults faults = {0};
        const GrRules *rules = alone ? gr_variants_file_define(file, n, alone, &faults) : NULL;
        well = rules || faults.count; /* of a name that a game built in has */
        if (rules) {
            gr_buffer_printf(lines, "%s ", gr_variant(rules)->name);
            gr_json_start(&json, desk_put, lines);
            put_variant(&json, NULL, rules);
            gr_buffer_putc(lines, '\n');
        }
        gr_variants_close(alone);
    }
    gr_variants_file_close(file);
    return well && !lines->failed ? 0 : GR_ERR_MEMORY;
}

/* Puts those of the list that are not defined. */
static void put_described(GrJson *json, char *lines, const GrVariants *variants) {
    for (char *at = lines, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        char *blank = strchr(at, ' ');
        const GrRules *rules;
        size_t length = (size_t)(blank - at), n = 0;
        while ((rules = gr_variants_at(variants, n)) != NULL &&
               (strncmp(gr_variant(rules)->name, at, length) != 0 || gr_variant(rules)->name[length]))
            n++;
        *end = '\0';
        if (!rules)
            gr_json_raw(json, NULL, blank + 1);
        *end = '\n';
    }
}

void desk_variants(DeskCall *call) {
    GrDesk *desk = call->desk;
    const GrVariants *variants = desk->start.variants;
    const GrRules *rules;
    pthread_mutex_lock(&desk->lock);
    if (!desk->described.len && list_described(&desk->described))
        gr_buffer_clear(&desk->described); /* the next request tries again */
    gr_variants_load(variants);
    GrJson *json = desk_answer(call);
    gr_json_open(json, "variants", '[');
    for (size_t n = 0; (rules = gr_variants_at(variants, n)) != NULL; n++)
        put_variant(json, NULL, rules);
    if (desk->described.len)
        put_described(json, desk->described.data, variants);
    else
        json->code = GR_ERR_MEMORY;
    gr_json_close(json, ']');
    pthread_mutex_unlock(&desk->lock);
    desk_answered(call);
}

/* ---- GET shapes ---- */

void desk_shapes(DeskCall *call) {
    GrBuffer shapes;
    gr_buffer_init(&shapes);
    gr_html_shapes(&shapes);
    if (shapes.failed) {
        desk_refuse(call, 500, "out of memory");
    } else {
        gr_json_string(desk_answer(call), "svg", shapes.data);
        desk_answered(call);
    }
    gr_buffer_free(&shapes);
}

/* ---- POST variants/check ---- */

static void put_faults(GrJson *json, const GrVariantsFaults *faults) {
    for (size_t i = 0; i < faults->count && i < GR_VARIANTS_FAULTS; i++) {
        gr_json_open(json, NULL, '{');
        gr_json_int(json, "line", faults->fault[i].line);
        gr_json_int(json, "column", faults->fault[i].column);
        gr_json_string(json, "text", faults->fault[i].text);
        gr_json_close(json, '}');
    }
}

/* A game among others that are not kept. */
static void put_game(GrJson *json, const GrVariantsFile *file, size_t n, const GrVariants *variants) {
    GrVariantsFaults faults = {0};
    size_t length;
    uint32_t line;
    const char *name = gr_variants_file_name(file, n, &length, &line);
    const GrRules *rules = gr_variants_file_define(file, n, variants, &faults);
    gr_json_open(json, NULL, '{');
    gr_json_bytes(json, "name", name, length);
    gr_json_int(json, "line", line);
    gr_json_open(json, "faults", '[');
    if (!rules)
        put_faults(json, &faults);
    gr_json_close(json, ']');
    if (rules)
        put_variant(json, "variant", rules);
    gr_json_close(json, '}');
}

void desk_variants_check(DeskCall *call) {
    GrError error;
    bool well = true;
    const char *text = desk_text(call, "text", true, &well);
    if (!well)
        return;
    GrVariantsFile *file = gr_variants_file_read(text, strlen(text), &error);
    GrVariants *variants = file ? gr_variants_open() : NULL;
    if (!file) {
        desk_refuse_for(call, &error);
    } else if (!variants) {
        desk_refuse(call, 500, "out of memory");
    } else {
        GrJson *json = desk_answer(call);
        gr_json_open(json, "faults", '[');
        put_faults(json, gr_variants_file_broken(file));
        gr_json_close(json, ']');
        gr_json_open(json, "games", '[');
        for (size_t n = 0; n < gr_variants_file_games(file); n++)
            put_game(json, file, n, variants);
        gr_json_close(json, ']');
        desk_answered(call);
    }
    gr_variants_close(variants);
    gr_variants_file_close(file);
}
