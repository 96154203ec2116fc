/* The page: policy, style, rules to be read without scripts, data, script. */
#include <string.h>

#include "cli/page_local.h"
#include "notation/definition/variants_file.h"
#include "notation/write/html.h"
#include "notation/write/piece_moves.h"
#include "notation/write/variant_json.h"
#include "notation/xml.h"
#include "rules/definition.h"

static const unsigned char SCRIPT[] = {
#include "play.js.inc"
    0};

static const unsigned char STYLE[] = {
#include "play.css.inc"
    0};

/* ---- bytes as text ---- */

enum { DIGITS = 91, BITS = 13, FIRST = '#' };

/* One of 91 signs that no parser of HTML takes for markup. */
static char sign_of(unsigned digit) {
    unsigned sign = FIRST + digit;
    return (char)(sign == '<' ? '!' : sign == '&' ? '~' : sign);
}

/* Two signs for 13 bits, which are 8,192 of 8,281 pairs. */
static void put_pair(GrBuffer *out, unsigned value) {
    gr_buffer_putc(out, sign_of(value % DIGITS));
    gr_buffer_putc(out, sign_of(value / DIGITS));
}

/* The lowest bits first. Base64 would take a twelfth more. */
static void put_bytes(GrBuffer *out, const char *id, const GrBuffer *bytes) {
    unsigned held = 0, bits = 0;
    gr_buffer_printf(out, "<script type=\"text/plain\" id=\"%s\" data-bytes=\"%zu\">", id, bytes->len);
    for (size_t i = 0; i < bytes->len; i++) {
        held |= (unsigned)(unsigned char)bytes->data[i] << bits;
        bits += 8;
        if (bits < BITS)
            continue;
        put_pair(out, held & ((1u << BITS) - 1));
        held >>= BITS;
        bits -= BITS;
    }
    if (bits)
        put_pair(out, held);
    gr_buffer_puts(out, "</script>\n");
}

/* ---- data ---- */

/* How each piece goes, as `show` of grimoire-variants(1) has it: {letter, name, from, marks}, marks from a1 on. */
static void put_moves(GrJson *json, const GrVariant *v) {
    gr_json_open(json, "moves", '[');
    for (int type = 1; type <= v->types; type++) {
        char sign[3], marks[GR_MAX_SQUARES + 1];
        int from = gr_piece_place(v, type), squares = gr_squares(v);
        if (!v->piece[type].letter)
            continue;
        gr_piece_sign(v, type, sign);
        for (int sq = 0; sq < squares; sq++)
            marks[sq] = gr_piece_mark(v, type, from, sq);
        marks[squares] = '\0';
        gr_json_open(json, NULL, '{');
        gr_json_string(json, "letter", sign);
        gr_json_bool(json, "promoted", v->piece[type].flags & GR_IS_PROMOTED);
        gr_json_string(json, "name", v->piece[type].name);
        if (v->defined && *gr_defined_piece(v, type)->betza)
            gr_json_string(json, "betza", gr_defined_piece(v, type)->betza);
        gr_json_int(json, "from", from);
        gr_json_string(json, "marks", marks);
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

/* The text from which the page's module defines the game; none if it has it. */
static void put_definition(GrJson *json, const GrRules *rules, GrBuffer *out) {
    const GrDefinition *definition = gr_definition_of(rules);
    GrBuffer text;
    gr_buffer_init(&text);
    if (definition)
        gr_definition_write(definition, &text);
    if (text.failed)
        out->failed = true;
    else if (definition)
        gr_json_string(json, "definition", text.data);
    gr_buffer_free(&text);
}

/* Within a script `<` could begin its end. It stands in strings of JSON alone. */
static void put_safely(GrBuffer *out, const GrBuffer *json) {
    const char *at = json->data, *end = at + json->len;
    for (const char *next; at < end; at = next + 1) {
        next = memchr(at, '<', (size_t)(end - at));
        gr_buffer_add(out, at, (size_t)((next ? next : end) - at));
        if (!next)
            break;
        gr_buffer_puts(out, "\\u003c");
    }
}

static void put_data(GrBuffer *out, const Page *page) {
    GrJson json;
    GrBuffer text;
    gr_buffer_init(&text);
    gr_json_start(&json, gr_put_buffer, &text);
    gr_json_open(&json, NULL, '{');
    gr_json_variant(&json, "variant", page->rules);
    put_moves(&json, page->variant);
    put_definition(&json, page->rules, out);
    gr_json_raw(&json, "games", page->games_text.data);
    gr_json_close(&json, '}');
    out->failed |= json.code != 0 || text.failed;
    gr_buffer_puts(out, "<script type=\"application/json\" id=\"gr-data\">");
    if (!out->failed)
        put_safely(out, &text);
    gr_buffer_puts(out, "</script>\n");
    gr_buffer_free(&text);
}

/* ---- the page ---- */

static void put_head(GrBuffer *out, const char *title) {
    gr_buffer_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
    gr_html_play_policy(out, (const char *)STYLE, (const char *)SCRIPT);
    gr_buffer_puts(out, "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
                        "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
                        "<link rel=\"icon\" href=\"data:,\"/>\n<title>");
    gr_xml_text(out, title);
    gr_buffer_puts(out, "</title>\n");
    gr_html_style(out);
    gr_buffer_puts(out, "<style>");
    gr_buffer_puts(out, (const char *)STYLE);
    gr_buffer_puts(out, "</style>\n</head>\n");
}

void cli_page_write(const Page *page, GrBuffer *html) {
    put_head(html, page->title);
    gr_buffer_puts(html, "<body class=\"gr-page gr-playing\">\n<header><h1>");
    gr_xml_text(html, page->title);
    gr_buffer_puts(html, "</h1></header>\n"
                         "<noscript><p>This page plays the game where scripts may run.</p></noscript>\n");
    gr_html_play_shapes(html, page->variant);
    gr_buffer_puts(html, "<section id=\"gr-rules\" aria-label=\"Rules\">\n");
    cli_page_rules(page, html);
    gr_buffer_puts(html, "</section>\n");
    put_data(html, page);
    put_bytes(html, "gr-module", &page->module);
    if (page->net.len)
        put_bytes(html, "gr-net", &page->net);
    gr_buffer_puts(html, "<script type=\"module\">");
    gr_buffer_puts(html, (const char *)SCRIPT);
    gr_buffer_puts(html, "</script>\n</body>\n</html>\n");
}
