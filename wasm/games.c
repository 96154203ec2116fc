/* Games: which there are, and those that are described. */
#include "notation/definition/variants_file.h"

#include "wasm/web.h"

bool gr_web_offer(GrVariants *variants) {
    return gr_variants_offer_described(variants, NULL) == 0;
}

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
