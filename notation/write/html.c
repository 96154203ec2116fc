/* The page around games. */
#include "notation/write/html.h"

#include <string.h>

#include "notation/write/format.h"
#include "notation/write/html_local.h"
#include "notation/write/sha256.h"
#include "notation/xml.h"

/* ---- policy and style ---- */

static void put_hash(GrBuffer *out, const char *text, size_t len) {
    char hash[GR_SHA256_BASE64];
    gr_sha256_base64(text, len, hash);
    gr_buffer_printf(out, " 'sha256-%s'", hash);
}

/* All of our style, as it stands in its element. */
static void put_style(GrBuffer *out) {
    gr_buffer_putc(out, '\n');
    gr_buffer_puts(out, gr_html_player_style());
    gr_html_shape_style(out);
}

static void put_style_hash(GrBuffer *out) {
    GrBuffer style;
    gr_buffer_init(&style);
    put_style(&style);
    if (style.failed)
        out->failed = true;
    else
        put_hash(out, style.data, style.len);
    gr_buffer_free(&style);
}

/* The scripts that may run are those of the list, which NULL ends; `more` is what else may. */
static void put_policy(GrBuffer *out, const char *style, const char *const *script, const char *more) {
    gr_buffer_puts(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                        "img-src data:; style-src");
    put_style_hash(out);
    if (style)
        put_hash(out, style, strlen(style));
    gr_buffer_puts(out, "; script-src");
    for (; *script; script++)
        put_hash(out, *script, strlen(*script));
    gr_buffer_puts(out, more);
    gr_buffer_puts(out, "; base-uri 'none'; form-action 'none'\"/>\n");
}

void gr_html_policy(GrBuffer *out, const char *style, const char *script) {
    put_policy(out, style, (const char *const[]){gr_html_script(), script, NULL}, "");
}

void gr_html_style(GrBuffer *out) {
    gr_buffer_puts(out, "<style>");
    put_style(out);
    gr_buffer_puts(out, "</style>\n");
}

/* ---- the games ---- */

void gr_html_games_begin(GrBuffer *out, bool embedded) {
    gr_html_shapes(out);
    gr_buffer_printf(out, "<div id=\"gr-games\"%s>\n", embedded ? " class=\"gr-embedded\"" : "");
}

void gr_html_games_end(GrBuffer *out) {
    gr_buffer_puts(out, "</div>\n<script>");
    gr_buffer_puts(out, gr_html_script());
    gr_buffer_puts(out, "</script>\n");
}

/* ---- a page of nothing else ---- */

void gr_html_head(GrBuffer *out, const char *title, const char *style, const char *script) {
    gr_buffer_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
    put_policy(out, style, (const char *const[]){script ? script : gr_html_script(), NULL},
               script ? " 'wasm-unsafe-eval'" : "");
    gr_buffer_puts(out, "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
                        "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
                        "<link rel=\"icon\" href=\"data:,\"/>\n<title>");
    gr_xml_text(out, title);
    gr_buffer_puts(out, "</title>\n");
    gr_html_style(out);
    if (style) {
        gr_buffer_puts(out, "<style>");
        gr_buffer_puts(out, style);
        gr_buffer_puts(out, "</style>\n");
    }
    gr_buffer_puts(out, "</head>\n");
}

void gr_html_begin_with(GrBuffer *out, const char *title, const char *style, const char *script) {
    gr_html_head(out, title, style, script);
    gr_buffer_puts(out, "<body class=\"gr-page\">\n<header><gr-prose><h1>");
    gr_xml_text(out, title);
    gr_buffer_puts(out, "</h1></gr-prose></header>\n");
    gr_html_games_begin(out, false);
}

void gr_html_begin(GrBuffer *out, const char *title) {
    gr_html_begin_with(out, title, NULL, NULL);
}

void gr_html_end(GrBuffer *out) {
    gr_html_games_end(out);
    gr_buffer_puts(out, "</body>\n</html>\n");
}

static void write_game(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    gr_html_game(out, game, id);
}

const GrFormat gr_format_html = {
    .name = "html",
    .summary = "a page that plays them",
    .judged = true,
    .begin = gr_html_begin,
    .end = gr_html_end,
    .game = write_game,
};
