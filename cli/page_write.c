/* The page: policy, style, rules to be read without scripts, data, script. */
#include "cli/page_local.h"
#include "cli/page_parts.h"
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

static void put_data(GrBuffer *out, const Page *page) {
    GrJson json;
    GrBuffer text;
    gr_buffer_init(&text);
    gr_json_start(&json, gr_put_buffer, &text);
    gr_json_open(&json, NULL, '{');
    gr_json_variant(&json, "variant", page->rules);
    put_moves(&json, page->variant);
    cli_page_definition(&json, page->rules);
    gr_json_raw(&json, "games", page->games_text.data);
    gr_json_close(&json, '}');
    out->failed |= json.code != 0;
    cli_page_data(out, "gr-data", &text);
    gr_buffer_free(&text);
}

/* ---- the page ---- */

void cli_page_write(const Page *page, GrBuffer *html) {
    gr_html_head(html, page->title, (const char *)STYLE, (const char *)SCRIPT);
    gr_buffer_puts(html, "<body class=\"gr-page gr-playing\">\n<header><h1>");
    gr_xml_text(html, page->title);
    gr_buffer_puts(html, "</h1></header>\n"
                         "<noscript><p>This page plays the game where scripts may run.</p></noscript>\n");
    gr_html_play_shapes(html, page->variant);
    gr_buffer_puts(html, "<section id=\"gr-rules\" aria-label=\"Rules\">\n");
    cli_page_rules(page, html);
    gr_buffer_puts(html, "</section>\n");
    put_data(html, page);
    cli_page_bytes(html, "gr-module", &page->module);
    if (page->net.len)
        cli_page_bytes(html, "gr-net", &page->net);
    cli_page_end(html, (const char *)SCRIPT);
}
