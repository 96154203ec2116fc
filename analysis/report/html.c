/* A report as a page. */
#include "analysis/report/html.h"

#include <stdio.h>
#include <string.h>

#include "notation/write/html.h"
#include "notation/write/pgn.h"
#include "notation/xml.h"

/* The player is part of the page: what is said here of elements without a class holds in it, too. */
static const char STYLE[] =
    ":root{color-scheme:light dark;--ground:#fffdf8;--ink:#33291f;--soft:#6b5a48;--line:#dccdb4;--panel:#f8f2e6;"
    "--light:#f4ead6;--dark:#e9dabd;--heat:#a8421d;--mark:#1d4f73;--bar:#b5764a;--claim:#2f6f44}\n"
    "@media(prefers-color-scheme:dark){:root{--ground:#1b1815;--ink:#ece3d4;--soft:#b3a590;--line:#453c31;"
    "--panel:#25211c;--light:#37302a;--dark:#2d2722;--heat:#f0814f;--mark:#8ec5ee;--bar:#c98b5d;--claim:#7cc795}}\n"
    "*{box-sizing:border-box}body{font:17px/1.55 Georgia,'DejaVu Serif',serif;color:var(--ink);"
    "background:var(--ground);--gpaper:var(--ground);max-width:66em;margin:2em auto 4em;padding:0 1.1em}\n"
    "body.two{max-width:110em}.both{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,32em),1fr));"
    "gap:0 3em}.both>*{min-width:0}\n"
    "h1,h2,h3{font-weight:normal;line-height:1.2}h1{font-size:2.1em;margin-bottom:.3em}"
    "body>h2,section>h2{border-top:1px solid var(--line);padding-top:.8em;margin-top:2em}"
    "h3{font-size:1.12em;margin:1.6em 0 .5em}\n"
    ".contents{font-size:.86em;margin:0 0 1.5em}.contents a{margin-right:1.1em;white-space:nowrap;"
    "display:inline-block;padding:.15em 0}"
    "a{color:var(--heat)}\n"
    ".findings{padding-left:1.1em}.findings li{margin:.45em 0}\n"
    ".note{color:var(--soft);font-size:.82em;max-width:50em}\n"
    ".pair{display:flex;flex-wrap:wrap;gap:.8em 2em;align-items:center}.pair>svg{flex:1 1 27em;max-width:36em;"
    "min-width:0}.pair>div{max-width:100%}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font:.84em/1.4 Helvetica,Arial,'DejaVu Sans',sans-serif}"
    "th{font-weight:normal;color:var(--soft);text-align:right;vertical-align:bottom}"
    "td:not(.w){white-space:nowrap}td,th{padding:.22em .9em .22em 0;text-align:right;font-variant-numeric:tabular-nums;"
    "border-bottom:1px solid var(--line)}td.w,th.w{text-align:left}tbody th{color:var(--ink);text-align:left;"
    "vertical-align:top}\n"
    "details{margin:.4em 0}summary{cursor:pointer;color:var(--soft);font-size:.84em}"
    "pre{overflow-x:auto;font-size:.76em;background:var(--panel);padding:.8em;white-space:pre-wrap}\n"
    "svg{max-width:100%;height:auto;display:block}.chart text{fill:var(--soft);font:12px Helvetica,Arial,"
    "'DejaVu Sans',sans-serif}.k text{font:5px Helvetica,Arial,'DejaVu Sans',sans-serif;fill:var(--soft)}\n"
    ".boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17em),1fr));gap:1.4em 1.8em;"
    "align-items:start}figure{margin:0;min-width:0}figcaption{font-size:.86em;line-height:1.35;margin-bottom:.4em}\n"
    ".boards table{font-size:.66em}.boards td,.boards th{padding:.1em .35em .1em 0}\n"
    "@media print{:root{color-scheme:light;--ground:#fff;--ink:#000;--soft:#444}body{font-size:11pt;margin:0;"
    "max-width:none}.contents{display:none}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}}\n";

void gr_report_html_begin(GrBuffer *out, const char *title, bool two) {
    gr_buffer_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>");
    gr_xml_text(out, title);
    gr_buffer_puts(out, ": report</title>\n");
    gr_html_policy(out, STYLE, NULL);
    gr_buffer_puts(out, "<style>");
    gr_buffer_puts(out, STYLE);
    gr_buffer_puts(out, "</style>\n");
    if (!two)
        gr_html_style(out);
    gr_buffer_printf(out, "</head>\n<body%s>\n<h1>", two ? " class=\"two\"" : "");
    gr_xml_text(out, title);
    gr_buffer_puts(out, "</h1>\n");
}

void gr_report_html_end(GrBuffer *out) {
    gr_buffer_puts(out, "</body>\n</html>\n");
}

/* ---- tables ---- */

static void put_cell(const GrDocument *d, const GrCell *cell, GrBuffer *out) {
    GrBuffer one;
    gr_buffer_init(&one);
    gr_cell_write(d, cell, &one);
    if (one.len)
        gr_xml_text(out, one.data);
    out->failed |= one.failed;
    gr_buffer_free(&one);
}

static void put_rows(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    for (size_t row = 0; row < b->rows; row++) {
        gr_buffer_puts(out, "<tr>");
        for (int c = 0; c < b->columns; c++) {
            const GrCell *cell = gr_block_cell(d, b, row, c);
            gr_buffer_puts(out, !c ? "<th scope=\"row\">" : cell->kind == GR_CELL_WORDS ? "<td class=\"w\">" : "<td>");
            put_cell(d, cell, out);
            gr_buffer_puts(out, c ? "</td>" : "</th>");
        }
        gr_buffer_puts(out, "</tr>\n");
    }
}

/* What is wider than the window scrolls by itself, by keys as well; its name follows. */
#define SCROLL "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\""

static void put_table(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    gr_buffer_puts(out, SCROLL "table\"><table>\n<thead><tr>");
    for (int c = 0; c < b->columns; c++) {
        bool words = !c || gr_block_cell(d, b, 0, c)->kind == GR_CELL_WORDS;
        gr_buffer_puts(out, words ? "<th scope=\"col\" class=\"w\">" : "<th scope=\"col\">");
        gr_xml_text(out, gr_document_string(d, b->column[c]));
        gr_buffer_puts(out, "</th>");
    }
    gr_buffer_puts(out, "</tr></thead>\n<tbody>\n");
    put_rows(d, b, out);
    gr_buffer_puts(out, "</tbody></table></div>\n");
}

/* Words in which no line ends before a percent sign. */
static void put_words(const char *text, GrBuffer *out) {
    for (const char *percent; (percent = strstr(text, " %")); text = percent + 1) {
        GrBuffer before;
        gr_buffer_init(&before);
        gr_buffer_add(&before, text, (size_t)(percent - text));
        gr_xml_text(out, before.data ? before.data : "");
        gr_buffer_puts(out, "\xC2\xA0");
        out->failed |= before.failed;
        gr_buffer_free(&before);
    }
    gr_xml_text(out, text);
}

static void put_note(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    if (!b->note)
        return;
    gr_buffer_puts(out, "<p class=\"note\">");
    put_words(gr_document_string(d, b->note), out);
    gr_buffer_puts(out, "</p>\n");
}

/* A chart, and its table behind it where that says nothing that the chart does not show at a glance. */
static void put_table_block(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    bool behind = b->chart == GR_CHART_BARS || b->chart == GR_CHART_LINE;
    gr_buffer_puts(out, "<h3>");
    gr_xml_text(out, gr_document_string(d, b->words));
    gr_buffer_puts(out, "</h3>\n");
    gr_buffer_puts(out, b->chart == GR_CHART_RANGE ? "<div class=\"pair\">\n" : "");
    if (b->chart == GR_CHART_BARS)
        gr_chart_bars(d, b, out);
    else if (b->chart == GR_CHART_LINE)
        gr_chart_line(d, b, out);
    else if (b->chart == GR_CHART_RANGE)
        gr_chart_range(d, b, out);
    if (behind)
        gr_buffer_puts(out, "<details><summary>Figures</summary>\n");
    put_table(d, b, out);
    gr_buffer_puts(out, behind ? "</details>\n" : b->chart == GR_CHART_RANGE ? "</div>\n" : "");
    put_note(d, b, out);
}

/* ---- boards ---- */

static void put_board_cell(const GrDocument *d, const GrReportBlock *b, int sq, GrBuffer *out) {
    double shade = d->square[b->first_square + (size_t)sq];
    double mark = b->marks ? d->square[b->first_square + (size_t)gr_squares(gr_variant(d->rules)) + (size_t)sq] : 0;
    gr_buffer_puts(out, "<td>");
    if (shade > 0 && b->share)
        gr_buffer_printf(out, "%.0f%%", 100 * shade);
    else if (shade > 0)
        gr_buffer_printf(out, "%.0f", shade);
    if (mark > 0)
        gr_buffer_printf(out, "/%.0f", mark);
}

/* End tags of cells and rows may be left out in HTML, which makes pages smaller. */
static void put_board_table(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    const GrVariant *v = gr_variant(d->rules);
    gr_buffer_printf(out, "<details><summary>Figures%s</summary>\n" SCROLL "board\"><table>\n<tr><td>",
                     b->marks ? " (visits/captures)" : "");
    for (int file = 0; file < v->files; file++)
        gr_buffer_printf(out, "<th scope=\"col\">%c", 'a' + file);
    for (int rank = v->ranks - 1; rank >= 0; rank--) {
        gr_buffer_printf(out, "\n<tr><th scope=\"row\">%d", rank + 1);
        for (int file = 0; file < v->files; file++)
            put_board_cell(d, b, gr_square(v, file, rank), out);
    }
    gr_buffer_puts(out, "</table></div></details>\n");
}

static void put_board(const GrDocument *d, const GrReportBlock *b, const char *prefix, GrBuffer *out) {
    gr_buffer_puts(out, "<figure><figcaption>");
    gr_xml_text(out, gr_document_string(d, b->words));
    gr_buffer_puts(out, "</figcaption>\n");
    gr_chart_board(d, b, prefix, out);
    put_board_table(d, b, out);
    gr_buffer_puts(out, "</figure>\n");
}

/* ---- all ---- */

static void put_heading(const GrDocument *d, const GrReportBlock *b, const char *prefix, GrBuffer *out) {
    gr_buffer_printf(out, "<h2 id=\"%s%s\">", prefix, gr_document_string(d, b->id));
    gr_xml_text(out, gr_document_string(d, b->words));
    gr_buffer_puts(out, "</h2>\n");
}

/* Text of several lines; each is escaped by itself, since gr_xml_text does not take line ends. */
static void put_lines(const char *text, GrBuffer *out) {
    while (*text) {
        GrBuffer line;
        size_t len = strcspn(text, "\n");
        gr_buffer_init(&line);
        gr_buffer_add(&line, text, len);
        gr_xml_text(out, line.data ? line.data : "");
        gr_buffer_puts(out, "\n");
        out->failed |= line.failed;
        gr_buffer_free(&line);
        text += len + (text[len] == '\n');
    }
}

static void put_paragraph(const GrDocument *d, const GrReportBlock *b, const char *tag, GrBuffer *out) {
    gr_buffer_printf(out, "<%s>", tag);
    put_words(gr_document_string(d, b->words), out);
    gr_buffer_printf(out, "</%s>\n", tag);
}

/* A game as PGN. */
static void put_game(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    GrBuffer pgn;
    gr_buffer_init(&pgn);
    gr_write_pgn(&pgn, b->game);
    gr_buffer_puts(out, "<details><summary>");
    gr_xml_text(out, gr_document_string(d, b->words));
    gr_buffer_puts(out, "</summary><pre>");
    put_lines(pgn.len ? pgn.data : "", out);
    gr_buffer_puts(out, "</pre></details>\n");
    out->failed |= pgn.failed;
    gr_buffer_free(&pgn);
}

/* A finding on a game, as a link to it in the player. */
static void put_link(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    gr_buffer_printf(out, "<li><a href=\"#game=%llu\">", (unsigned long long)b->number);
    gr_xml_text(out, gr_document_string(d, b->words));
    gr_buffer_puts(out, "</a></li>\n");
}

/* All games from block `from` on, in a player. Returns the last one's place. */
static size_t put_player(const GrDocument *d, size_t from, GrBuffer *out) {
    size_t end = from;
    gr_buffer_puts(out, "<ul class=\"findings\">\n");
    for (; end < d->blocks && d->block[end].kind == GR_BLOCK_GAME; end++)
        put_link(d, &d->block[end], out);
    gr_buffer_puts(out, "</ul>\n");
    gr_html_games_begin(out, true);
    for (size_t i = from; i < end; i++)
        gr_html_game(out, d->block[i].game, d->block[i].number);
    gr_html_games_end(out);
    return end - 1;
}

/* What has to stand around blocks of a kind that follow each other. */
static const char *opening_of(int kind) {
    return kind == GR_BLOCK_FINDING ? "<ul class=\"findings\">\n"
           : kind == GR_BLOCK_BOARD ? "<div class=\"boards\">\n"
                                    : "";
}

static const char *closing_of(int kind) {
    return kind == GR_BLOCK_FINDING ? "</ul>\n" : kind == GR_BLOCK_BOARD ? "</div>\n" : "";
}

static void put_block(const GrDocument *d, const GrReportBlock *b, const char *prefix, GrBuffer *out) {
    switch (b->kind) {
    case GR_BLOCK_HEADING: put_heading(d, b, prefix, out); break;
    case GR_BLOCK_FINDING: put_paragraph(d, b, "li", out); break;
    case GR_BLOCK_LEGEND:
    case GR_BLOCK_PARAGRAPH: put_paragraph(d, b, "p", out); break;
    case GR_BLOCK_TABLE: put_table_block(d, b, out); break;
    case GR_BLOCK_BOARD: put_board(d, b, prefix, out); break;
    case GR_BLOCK_GAME: put_game(d, b, out); break;
    }
}

void gr_document_html(const GrDocument *document, GrBuffer *out, const char *prefix, bool playable) {
    int open = -1;
    for (size_t i = 0; i < document->blocks; i++) {
        const GrReportBlock *b = &document->block[i];
        if ((int)b->kind != open) {
            gr_buffer_puts(out, closing_of(open));
            gr_buffer_puts(out, opening_of((int)b->kind));
            open = (int)b->kind;
        }
        if (playable && b->kind == GR_BLOCK_GAME)
            i = put_player(document, i, out);
        else
            put_block(document, b, prefix, out);
    }
    gr_buffer_puts(out, closing_of(open));
}

static void put_contents(const GrDocument *d, const char *prefix, GrBuffer *out) {
    gr_buffer_puts(out, "<nav class=\"contents\" aria-label=\"Contents\">");
    for (size_t i = 0; i < d->blocks; i++) {
        if (d->block[i].kind != GR_BLOCK_HEADING)
            continue;
        gr_buffer_printf(out, "<a href=\"#%s%s\">", prefix, gr_document_string(d, d->block[i].id));
        gr_xml_text(out, gr_document_string(d, d->block[i].words));
        gr_buffer_puts(out, "</a>");
    }
    gr_buffer_puts(out, "</nav>\n");
}

void gr_report_html_part(GrBuffer *out, const GrDocument *document, const char *name, const char *prefix) {
    if (name) {
        gr_buffer_puts(out, *prefix ? "<section>\n<h1>" : "<div class=\"both\"><section>\n<h1>");
        gr_xml_text(out, name);
        gr_buffer_puts(out, "</h1>\n");
    }
    put_contents(document, prefix, out);
    gr_chart_board_ground(gr_variant(document->rules), prefix, out);
    gr_document_html(document, out, prefix, !name);
    if (name)
        gr_buffer_puts(out, *prefix ? "</section></div>\n" : "</section>\n");
}
