/* GET variants: the games that can be played. GET shapes: how their pieces are drawn. POST variants/check: faults of a
 * description. */
#include <string.h>

#include "desk/local.h"
#include "notation/definition/variants_file.h"
#include "notation/write/html.h"
#include "notation/write/variant_json.h"

/* ---- GET variants ---- */

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
            gr_json_variant(&json, NULL, rules);
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
        gr_json_variant(json, NULL, rules);
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
        gr_json_variant(json, "variant", rules);
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
