/* Games in texts: read, repaired, and written in any format. */
#include <stdlib.h>

#include "notation/repair/repair_text.h"
#include "notation/write/format.h"
#include "wasm/web.h"

typedef struct GrWebReader {
    GrReader *reader;
    GrGame game;
    GrBuffer text; /* what it reads */
    uint64_t games;
    bool repairs;
} GrWebReader;

void GR_EXPORT(gr_web_reader_close)(GrWebReader *r) {
    if (!r)
        return;
    gr_reader_close(r->reader);
    gr_game_free(&r->game);
    gr_buffer_free(&r->text);
    free(r);
}

/* A reader of the text, which is taken; games without a Variant tag are of the variant that the answer names, which the
 * caller has put there by gr_web_keep. NULL with the reason as the answer. */
GrWebReader *GR_EXPORT(gr_web_reader)(GrWeb *web, int repairs) {
    GrError error = {.text = "out of memory"};
    const GrRules *rules = web->out.len ? gr_variants_find(web->variants, web->out.data) : NULL;
    bool unknown = web->out.len && !rules;
    GrWebReader *r = unknown ? NULL : calloc(1, sizeof *r);
    if (!r) {
        gr_web_fail(web, GR_ERR_NOT_FOUND, unknown ? "there is no such variant" : error.text);
        return NULL;
    }
    r->text = web->in;
    gr_buffer_init(&web->in);
    gr_game_init(&r->game);
    r->repairs = repairs;
    r->reader = gr_reader_open_memory(r->text.data, r->text.len, web->variants, rules, &error);
    if (!r->reader) {
        gr_web_fail(web, GR_ERR_MEMORY, error.text);
        gr_web_reader_close(r);
        return NULL;
    }
    if (repairs)
        gr_reader_keep_text(r->reader);
    return r;
}

/* What goes in becomes the answer, for a call that takes two texts. */
void GR_EXPORT(gr_web_keep)(GrWeb *web) {
    GrBuffer in = web->in;
    web->in = web->out;
    web->out = in;
}

/* The next game: 1, 0 if there is none any more, or below 0 with the reason as the answer. */
int GR_EXPORT(gr_web_next)(GrWeb *web, GrWebReader *r) {
    GrError error;
    GrRepairLimits limits = gr_repair_limits();
    int code = gr_repair_next(r->reader, r->repairs ? &limits : NULL, &r->game, &error);
    if (code < 0)
        return gr_web_fail(web, code, error.text);
    r->games += (uint64_t)code;
    return code;
}

/* The game that was read last, in the format that the text names. */
int GR_EXPORT(gr_web_write)(GrWeb *web, const GrWebReader *r) {
    const GrFormat *format = gr_format_find(web->in.data);
    const char *refused = format && format->refuses ? format->refuses(&r->game) : NULL;
    if (!format)
        return gr_web_fail(web, GR_ERR_NOT_FOUND, "there is no such format");
    if (refused)
        return gr_web_fail(web, GR_ERR_FOREIGN, refused);
    gr_buffer_clear(&web->out);
    if (format->begin)
        format->begin(&web->out, "");
    format->game(&web->out, &r->game, r->games, r->games);
    if (format->end)
        format->end(&web->out);
    return gr_web_answered(web);
}
