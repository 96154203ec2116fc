/* Games that are described in a text. */
#include <stdlib.h>

#include "notation/definition/variants_file.h"
#include "wasm/web.h"

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
