/* Games as a page. */
#include "notation/write/html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/write/diagram.h"
#include "notation/eval.h"
#include "notation/glyph.h"
#include "notation/judge/judgement.h"
#include "notation/move/san.h"
#include "notation/write/format.h"
#include "notation/write/pgn.h"
#include "notation/xml.h"

enum { SQUARE_PIXELS = 34, DIAGRAM = 220, DIAGRAM_BLACK = 221 };

static const char STYLE[] =
    "body{font:17px/1.5 Georgia,'DejaVu Serif',serif;color:#33291f;background:#fffdf8;"
    "max-width:46em;margin:2em auto;padding:0 1em}\n"
    "article{border-top:1px solid #c9b79c;margin-top:2.5em;padding-top:.5em}\n"
    "h1,h2{font-weight:normal;line-height:1.2}h2 b{white-space:nowrap}\n"
    ".about{color:#6b5a48;margin-top:-.6em}\n"
    ".eval{color:#6b5a48;font:.75em Helvetica,Arial,sans-serif}\n"
    ".variation{display:block;margin:.2em 0 .2em 1.4em;font-size:.92em;color:#54402f}\n"
    ".comment{color:#3d5a3a}\n"
    ".rest{border-left:4px solid #b3452c;padding:.2em .8em;background:#fbeee8;"
    "white-space:pre-wrap}\n"
    "figure{margin:1em 0;text-align:center}svg{max-width:100%;height:auto}\n"
    "table{border-collapse:collapse;font-size:.85em}td,th{padding:0 1em 0 0;text-align:left;"
    "font-weight:normal}th{color:#6b5a48}\n"
    "pre{overflow-x:auto;font-size:.75em;background:#f4ede0;padding:.8em}\n";

void gr_html_begin(GrBuffer *out, const char *title) {
    gr_buffer_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                        "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>");
    gr_xml_text(out, title);
    gr_buffer_puts(out, "</title>\n<style>\n");
    gr_buffer_puts(out, STYLE);
    gr_buffer_puts(out, "</style>\n</head>\n<body>\n<h1>");
    gr_xml_text(out, title);
    gr_buffer_puts(out, "</h1>\n");
}

void gr_html_end(GrBuffer *out) {
    gr_buffer_puts(out, "</body>\n</html>\n");
}

/* ---- heading ---- */

static void put_player(GrBuffer *out, const GrGame *game, const char *name, const char *rating) {
    const char *player = gr_game_known_tag(game, name), *elo = gr_game_known_tag(game, rating);
    gr_xml_text(out, player ? player : name);
    if (elo) {
        gr_buffer_puts(out, " <small>(");
        gr_xml_text(out, elo);
        gr_buffer_puts(out, ")</small>");
    }
}

static void put_about(GrBuffer *out, const GrGame *game) {
    static const char *const tags[] = {"Event", "Site", "Round", "Opening", "ECO"};
    const char *date = gr_game_known_tag(game, "Date"), *name = gr_game_tag(game, "Variant");
    gr_buffer_puts(out, "<p class=\"about\">");
    gr_xml_text(out, game->rules ? gr_variant(game->rules)->title : name ? name : "?");
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        const char *value = gr_game_known_tag(game, tags[i]);
        if (!value)
            continue;
        gr_buffer_puts(out, i == 2 ? ", round " : ", ");
        gr_xml_text(out, value);
    }
    if (date) {
        size_t sure = strcspn(date, "?");
        gr_buffer_puts(out, ", ");
        for (size_t i = 0; i < sure; i++)
            if (date[i] != '.' || i + 1 < sure) {
                char one[2] = {date[i], 0};
                gr_xml_text(out, one);
            }
    }
    gr_buffer_puts(out, "</p>\n");
}

/* ---- diagrams ---- */

static void put_diagram(GrBuffer *out, const GrPosition *pos, GrMove last, const char *after,
                        bool flip) {
    GrDiagram diagram = {.pos = pos, .last = last, .after = after, .flip = flip,
                         .square = SQUARE_PIXELS};
    gr_buffer_puts(out, "<figure>\n");
    gr_diagram(&diagram, GR_DIAGRAM_SVG, out);
    gr_buffer_puts(out, "</figure>\n");
}

/* ---- moves ---- */

typedef struct Text {
    GrBuffer *out;
    const GrGame *game;
    bool numbered; /* the next move needs its number */
    bool opened;   /* a parenthesis was just opened: what follows touches it */
    int depth;     /* of variations */
} Text;

/* A comment without its commands in brackets, but for the evaluation, which goes before it. */
static void put_comment(Text *t, const char *comment, size_t len) {
    char *text = malloc(len + 1);
    GrEval eval;
    char score[GR_EVAL_SIZE];
    size_t n = 0;
    if (!text) {
        t->out->failed = true;
        return;
    }
    memcpy(text, comment, len);
    text[len] = '\0';
    if (gr_eval_find(text, &eval)) {
        eval.depth = 0;
        gr_eval_write(&eval, score);
        gr_buffer_printf(t->out, " <span class=\"eval\">%s</span>", score);
        t->opened = false;
    }
    for (const char *p = text; *p;) {
        const char *close = p[0] == '[' && p[1] == '%' ? strchr(p, ']') : NULL;
        if (close)
            p = close + 1;
        else if (*p == ' ' && (n == 0 || text[n - 1] == ' '))
            p++;
        else
            text[n++] = *p++;
    }
    text[n] = '\0';
    if (n) {
        gr_buffer_puts(t->out, " <span class=\"comment\">");
        gr_xml_text(t->out, text);
        gr_buffer_puts(t->out, "</span>");
        t->numbered = true;
        t->opened = false;
    }
    free(text);
}

static void put_comments(Text *t, GrText at) {
    const char *text = gr_game_string(t->game, at);
    while (*text) {
        size_t len = strcspn(text, "\x1E");
        put_comment(t, text, len);
        text += len + (text[len] == 0x1E);
    }
}

/* Returns the NAG that asks for a diagram, 0 without one. */
static unsigned put_nags(Text *t, GrText at) {
    const unsigned char *nags = (const unsigned char *)gr_game_string(t->game, at);
    unsigned wanted = 0;
    for (; *nags; nags++) {
        const char *sign = gr_glyph_of(*nags);
        if (*nags == DIAGRAM || *nags == DIAGRAM_BLACK)
            wanted = *nags;
        else if (!sign)
            gr_buffer_printf(t->out, " $%u", *nags);
        else
            gr_buffer_printf(t->out, "%s%s", *nags <= 7 ? "" : "&nbsp;", sign);
    }
    return wanted;
}

static void put_line(Text *t, uint32_t node, const GrPosition *pos, bool branches);

static void put_variations(Text *t, uint32_t alt, const GrPosition *before) {
    for (; alt; alt = t->game->nodes[alt].alternative) {
        gr_buffer_puts(t->out, "\n<span class=\"variation\">(");
        t->depth++;
        t->numbered = t->opened = true;
        put_comments(t, t->game->nodes[alt].before);
        put_line(t, alt, before, false);
        t->depth--;
        gr_buffer_puts(t->out, ")</span>");
        t->numbered = true;
    }
}

/* Plays the move and writes it; main moves are bold. */
static void put_move(Text *t, GrPosition *now, const GrNode *n, bool placed) {
    char san[GR_SAN_SIZE], after[GR_SAN_SIZE + 16];
    bool first = now->turn == gr_variant(now->rules)->first;
    unsigned number = now->number;
    gr_san_play(now, n->move, san);
    gr_buffer_puts(t->out, !t->depth ? "\n<b>" : t->opened ? "" : " ");
    t->opened = false;
    if (t->numbered || (first && !placed))
        gr_buffer_printf(t->out, "%u%s&nbsp;", number, first ? "." : "...");
    gr_xml_text(t->out, san);
    unsigned wanted = put_nags(t, n->nags);
    gr_buffer_puts(t->out, t->depth ? "" : "</b>");
    t->numbered = false;
    put_comments(t, n->comment);
    if (!wanted && strstr(gr_game_string(t->game, n->comment), "[%diagram"))
        wanted = DIAGRAM;
    if (wanted && !t->depth) {
        snprintf(after, sizeof after, "%u%s %s", number, first ? "." : "...", san);
        gr_buffer_puts(t->out, "</p>\n");
        put_diagram(t->out, now, n->move, after, wanted == DIAGRAM_BLACK);
        gr_buffer_puts(t->out, "<p>");
        t->numbered = true;
    }
}

/* A line of moves from the node on; `pos` is the position before it. `branches` is false for the
 * first move of a variation, whose alternatives its parent writes. */
static void put_line(Text *t, uint32_t node, const GrPosition *pos, bool branches) {
    GrPosition now = *pos, before;
    for (bool placed = false; node; node = t->game->nodes[node].next, branches = true) {
        const GrNode *n = &t->game->nodes[node];
        before = now;
        put_move(t, &now, n, placed);
        placed = gr_move_kind(n->move) == GR_PLACE;
        if (branches)
            put_variations(t, n->alternative, &before);
    }
}

/* ---- a game ---- */

/* A table of both sides' accuracy, average loss and errors. */
static void put_judgement(GrBuffer *out, const GrJudgement *judgement) {
    gr_buffer_puts(out, "<table class=\"judgement\">\n<tr><th>");
    gr_xml_text(out, judgement->judge ? judgement->judge : "");
    gr_buffer_puts(out, "</th><th>accuracy</th><th>average loss</th><th>?!</th><th>?</th><th>?" "?</th></tr>\n");
    for (int n = 0; n < 2; n++) {
        const GrJudgedSide *side = &judgement->side[n];
        if (!side->moves)
            continue;
        gr_buffer_printf(out, "<tr><td>%s</td><td>%.1f&nbsp;%%</td><td>%.0f</td>",
                         n == GR_WHITE ? "White" : "Black", side->accuracy, gr_average_loss(side));
        for (GrGrade grade = GR_DUBIOUS; grade <= GR_BLUNDER; grade++)
            gr_buffer_printf(out, "<td>%u</td>", side->grade[grade]);
        gr_buffer_puts(out, "</tr>\n");
    }
    gr_buffer_puts(out, "</table>\n");
}

static void put_rest(Text *t) {
    const char *why = gr_game_stop_reason(t->game), *rest = gr_game_string(t->game, t->game->rest);
    if (!*why && !*rest)
        return;
    gr_buffer_puts(t->out, "<p class=\"rest\">");
    gr_xml_text(t->out, why);
    gr_buffer_puts(t->out, *why && *rest ? "<br/>" : "");
    for (const char *line = rest; *line;) {
        GrBuffer one;
        size_t len = strcspn(line, "\r\n");
        gr_buffer_init(&one);
        gr_buffer_add(&one, line, len);
        gr_xml_text(t->out, one.data ? one.data : "");
        t->out->failed |= one.failed;
        gr_buffer_free(&one);
        line += len + (line[len] != '\0');
        gr_buffer_puts(t->out, "\n");
    }
    gr_buffer_puts(t->out, "</p>\n");
}

static void put_pgn(GrBuffer *out, const GrGame *game) {
    GrBuffer pgn;
    gr_buffer_init(&pgn);
    gr_write_pgn(&pgn, game);
    gr_buffer_puts(out, "<details><summary>PGN</summary><pre>");
    for (char *line = pgn.data; line && *line;) {
        char *end = line + strcspn(line, "\n");
        bool more = *end != '\0';
        *end = '\0';
        gr_xml_text(out, line);
        gr_buffer_puts(out, more ? "\n" : "");
        line = end + more;
    }
    gr_buffer_puts(out, "</pre></details>\n");
    out->failed |= pgn.failed;
    gr_buffer_free(&pgn);
}

static bool starts_as_usual(const GrGame *game) {
    GrPosition usual;
    gr_start(game->rules, &usual);
    return gr_same(&usual, &game->start);
}

static void put_moves(Text *t) {
    const GrGame *game = t->game;
    gr_buffer_puts(t->out, "<p>");
    put_comments(t, game->nodes[0].comment);
    put_line(t, game->nodes[0].next, &game->start, true);
    gr_buffer_printf(t->out, "\n<b>%s</b></p>\n", gr_result_text(game->result));
}

static void put_final(GrBuffer *out, const GrGame *game) {
    GrPly at;
    gr_diagram_ply(game, game->plies, &at);
    put_diagram(out, &at.pos, at.last, at.after, false);
}

void gr_html_game(GrBuffer *out, const GrGame *game, uint64_t number) {
    Text t = {.out = out, .game = game, .numbered = true};
    gr_buffer_printf(out, "<article id=\"game-%llu\">\n<h2>", (unsigned long long)number);
    put_player(out, game, "White", "WhiteElo");
    gr_buffer_puts(out, " &ndash; ");
    put_player(out, game, "Black", "BlackElo");
    gr_buffer_printf(out, " <b>%s</b></h2>\n", gr_result_text(game->result));
    put_about(out, game);
    if (game->rules && game->node_count) {
        if (!starts_as_usual(game))
            put_diagram(out, &game->start, GR_NO_MOVE, NULL, false);
        put_moves(&t);
        if (game->judgement)
            put_judgement(out, game->judgement);
    }
    if (game->partial || !game->rules)
        put_rest(&t);
    if (game->rules && game->plies)
        put_final(out, game);
    put_pgn(out, game);
    gr_buffer_puts(out, "</article>\n");
}

static void write_game(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    gr_html_game(out, game, id);
}

const GrFormat gr_format_html = {
    .name = "html",
    .summary = "a page with diagrams",
    .judged = true,
    .begin = gr_html_begin,
    .end = gr_html_end,
    .game = write_game,
};
