/* What a program in JavaScript has: its games, and texts that go in and out. */
#include "wasm/web.h"

#include <stdlib.h>

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
    if (web && (web->variants = gr_variants_open()) && gr_web_offer(web->variants))
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
