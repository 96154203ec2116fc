/* What a program in JavaScript has: its games, and texts that go in and out. */
#include "wasm/web.h"

#include <stdlib.h>

#include "notation/definition/variants_file.h"
#include "rules/version.h"

/* ---- answers ---- */

GrJson *gr_web_answer(GrWeb *web) {
    gr_buffer_clear(&web->out);
    gr_json_start(&web->json, gr_put_buffer, &web->out);
    return &web->json;
}

int gr_web_answered(GrWeb *web) {
    return web->out.failed ? gr_web_fail(web, GR_ERR_MEMORY, "out of memory") : 0;
}

int gr_web_fail(GrWeb *web, int code, const char *text) {
    gr_buffer_clear(&web->out);
    gr_buffer_puts(&web->out, text);
    return code;
}

/* ---- what there is ---- */

void GR_EXPORT(gr_web_close)(GrWeb *web) {
    if (!web)
        return;
    gr_variants_close(web->variants);
    gr_buffer_free(&web->in);
    gr_buffer_free(&web->out);
    free(web);
}

/* NULL when memory runs out. */
GrWeb *GR_EXPORT(gr_web_open)(void) {
    GrWeb *web = calloc(1, sizeof *web);
    if (web && (web->variants = gr_variants_open()) && gr_variants_offer_described(web->variants, NULL) == 0)
        return web;
    gr_web_close(web);
    return NULL;
}

/* Room for a text of so many bytes, which the caller fills, and that is the next call's; NULL when memory runs out. */
char *GR_EXPORT(gr_web_room)(GrWeb *web, size_t len) {
    gr_buffer_clear(&web->in);
    if (!gr_buffer_reserve(&web->in, len))
        return NULL;
    web->in.len = len;
    web->in.data[len] = '\0';
    return web->in.data;
}

const char *GR_EXPORT(gr_web_text)(const GrWeb *web) {
    return web->out.data;
}

size_t GR_EXPORT(gr_web_length)(const GrWeb *web) {
    return web->out.len;
}

const char *GR_EXPORT(gr_web_version)(void) {
    return gr_version();
}

/* ---- games ---- */

static void put_pieces(GrJson *json, const GrVariant *v) {
    gr_json_open(json, "pieces", '[');
    for (int type = 1; type <= v->types; type++) {
        char sign[3];
        gr_piece_sign(v, type, sign);
        gr_json_open(json, NULL, '{');
        gr_json_string(json, "letter", sign);
        gr_json_string(json, "name", v->piece[type].name);
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

static void put_variant(GrJson *json, const GrRules *rules) {
    const GrVariant *v = gr_variant(rules);
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "name", v->name);
    gr_json_string(json, "title", v->title);
    gr_json_int(json, "files", v->files);
    gr_json_int(json, "ranks", v->ranks);
    gr_json_string(json, "start", v->start);
    put_pieces(json, v);
    gr_json_close(json, '}');
}

/* All games that there are: an array of {name, title, files, ranks, start, pieces: [{letter, name}]}. */
int GR_EXPORT(gr_web_variants)(GrWeb *web) {
    gr_variants_load(web->variants);
    gr_variants_load_described(web->variants);
    GrJson *json = gr_web_answer(web);
    const GrRules *rules;
    gr_json_open(json, NULL, '[');
    for (size_t n = 0; (rules = gr_variants_at(web->variants, n)); n++)
        put_variant(json, rules);
    gr_json_close(json, ']');
    return gr_web_answered(web);
}

static void put_faults(GrJson *json, const GrVariantsFaults *faults, const char *severity) {
    for (size_t i = 0; i < faults->count && i < GR_VARIANTS_FAULTS; i++) {
        gr_json_open(json, NULL, '{');
        gr_json_string(json, "severity", severity);
        gr_json_int(json, "line", faults->fault[i].line);
        gr_json_int(json, "column", faults->fault[i].column);
        gr_json_string(json, "text", faults->fault[i].text);
        gr_json_close(json, '}');
    }
}

/* Defines a game of a file: its name, whether it is defined now, and its faults. */
static void define(GrWeb *web, const GrVariantsFile *file, size_t n, GrVariantsFaults *faults) {
    size_t len;
    const char *name = gr_variants_file_name(file, n, &len, NULL);
    faults->count = 0;
    const GrRules *rules = gr_variants_file_define(file, n, web->variants, faults);
    gr_json_open(&web->json, NULL, '{');
    gr_json_bytes(&web->json, "name", name, len);
    gr_json_bool(&web->json, "defined", rules);
    gr_json_open(&web->json, "faults", '[');
    put_faults(&web->json, faults, rules ? "warning" : "error");
    faults->count = 0;
    gr_variants_file_doubts(file, n, faults);
    put_faults(&web->json, faults, "warning");
    gr_json_close(&web->json, ']');
    gr_json_close(&web->json, '}');
}

/* Reads the text as a file of games (grimoire-definition(5)) and adds those without faults: {games: [{name, defined,
 * faults: [{severity, line, column, text}]}], faults: of lines that belong to no game}. */
int GR_EXPORT(gr_web_define)(GrWeb *web) {
    GrError error = {.code = GR_ERR_MEMORY, .text = "out of memory"};
    GrVariantsFaults *faults = malloc(sizeof *faults);
    GrVariantsFile *file = faults ? gr_variants_file_read(web->in.data, web->in.len, &error) : NULL;
    if (!file) {
        free(faults);
        return gr_web_fail(web, error.code, error.text);
    }
    GrJson *json = gr_web_answer(web);
    gr_json_open(json, NULL, '{');
    gr_json_open(json, "games", '[');
    for (size_t n = 0; n < gr_variants_file_games(file); n++)
        define(web, file, n, faults);
    gr_json_close(json, ']');
    gr_json_open(json, "faults", '[');
    put_faults(json, gr_variants_file_broken(file), "error");
    gr_json_close(json, ']');
    gr_json_close(json, '}');
    gr_variants_file_close(file);
    free(faults);
    return gr_web_answered(web);
}
