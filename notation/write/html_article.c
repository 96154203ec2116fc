/* A game as an article. */
#include "notation/write/html_local.h"

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

enum { DIAGRAM = 220, DIAGRAM_BLACK = 221, PLIES_A_DIAGRAM = 24, FEW_MOVES = 10 };

/* A blank at which no line is broken, in UTF-8. */
#define NBSP "\xC2\xA0"

/* ---- heading ---- */

static void put_player(GrBuffer *out, const GrGame *game, const char *name, const char *title, const char *rating) {
    const char *player = gr_game_known_tag(game, name), *elo = gr_game_known_tag(game, rating);
    const char *rank = gr_game_known_tag(game, title);
    if (rank) {
        gr_buffer_puts(out, "<small>");
        gr_xml_text(out, rank);
        gr_buffer_puts(out, "</small> ");
    }
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
    GrDiagram diagram = {.pos = pos, .last = last, .after = after, .flip = flip};
    gr_html_board(out, &diagram);
}

/* ---- moves ---- */

typedef struct Text {
    GrBuffer *out;
    const GrGame *game;
    bool numbered; /* the next move needs its number */
    bool opened;   /* a parenthesis was just opened: what follows touches it */
    bool bold;     /* main moves in a row are one bold text */
    int depth;     /* of variations */
    uint32_t ply;  /* of the main line */
} Text;

static void set_bold(Text *t, bool bold) {
    if (t->bold != bold)
        gr_buffer_puts(t->out, bold ? "\n<b>" : "</b>");
    else
        gr_buffer_puts(t->out, !bold ? "" : t->numbered ? "\n" : " ");
    t->bold = bold;
}

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
        gr_buffer_printf(t->out, " <i>%s</i>", score);
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
        set_bold(t, false);
        gr_buffer_puts(t->out, " <span class=\"comment\">");
        gr_xml_text(t->out, text);
        gr_buffer_puts(t->out, "</span>");
        t->numbered = true;
        t->opened = false;
    }
    free(text);
}

/* The comments up to the next variation; what is left of them is behind it. */
static const char *put_comments(Text *t, const char *text) {
    for (;;) {
        size_t len = strcspn(text, GR_COMMENT_ENDS);
        if (len)
            put_comment(t, text, len);
        if (text[len] != GR_COMMENT_NEXT)
            return text + len;
        text += len + 1;
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
            gr_buffer_printf(t->out, "%s%s", *nags <= 7 ? "" : NBSP, sign);
    }
    return wanted;
}

enum { AFTER = GR_SAN_SIZE + 16 };

static void put_line(Text *t, uint32_t node, const GrPosition *pos, bool branches);

/* The variations in place of the move from `alt` on, and its comments behind them. */
static void put_variations(Text *t, const GrNode *n, uint32_t alt, const GrPosition *before) {
    const char *comments = gr_game_string(t->game, n->comment);
    comments += strcspn(comments, (char[]){GR_COMMENT_BEHIND, 0});
    for (; alt; alt = t->game->nodes[alt].alternative) {
        set_bold(t, false);
        gr_buffer_puts(t->out, "\n<span class=\"variation\">(");
        t->depth++;
        t->numbered = t->opened = true;
        put_comments(t, gr_game_string(t->game, t->game->nodes[alt].before));
        put_line(t, alt, before, false);
        t->depth--;
        gr_buffer_puts(t->out, ")</span>");
        t->numbered = true;
        if (*comments)
            comments = put_comments(t, comments + 1);
    }
    while (*comments)
        comments = put_comments(t, comments + 1);
}

/* Ends the paragraph for a diagram. */
static void put_diagram_here(Text *t, const GrPosition *pos, GrMove last, const char *after, bool flip) {
    set_bold(t, false);
    gr_buffer_puts(t->out, "</p>\n");
    put_diagram(t->out, pos, last, after, flip);
    gr_buffer_puts(t->out, "<p>");
    t->numbered = true;
}

/* Plays the move and writes it; main moves are bold. Returns the NAG that asks for a diagram, or 0. */
static unsigned put_move(Text *t, GrPosition *now, const GrNode *n, bool placed, char after[AFTER]) {
    char san[GR_SAN_SIZE];
    bool first = now->turn == gr_variant(now->rules)->first;
    unsigned number = now->number;
    gr_san_play(now, n->move, san);
    snprintf(after, AFTER, "%u%s %s", number, first ? "." : "...", san);
    t->numbered |= first && !placed;
    if (!t->depth)
        set_bold(t, true);
    else
        gr_buffer_puts(t->out, t->opened ? "" : " ");
    t->opened = false;
    if (t->numbered)
        gr_buffer_printf(t->out, "%u%s" NBSP, number, first ? "." : "...");
    gr_xml_text(t->out, san);
    unsigned wanted = put_nags(t, n->nags);
    t->numbered = false;
    put_comments(t, gr_game_string(t->game, n->comment));
    return wanted ? wanted : strstr(gr_game_string(t->game, n->comment), "[%diagram") ? DIAGRAM : 0;
}

/* A line of moves from the node on; `pos` is the position before it. `branches` is false for the
 * first move of a variation, whose alternatives its parent writes. */
static void put_line(Text *t, uint32_t node, const GrPosition *pos, bool branches) {
    GrPosition now = *pos, before;
    char after[AFTER];
    for (bool placed = false; node; node = t->game->nodes[node].next, branches = true) {
        const GrNode *n = &t->game->nodes[node];
        before = now;
        unsigned wanted = put_move(t, &now, n, placed, after);
        placed = gr_kind_does(gr_move_kind(n->move), GR_HALF);
        if (wanted && !t->depth)
            put_diagram_here(t, &now, n->move, after, wanted == DIAGRAM_BLACK);
        put_variations(t, n, branches ? n->alternative : 0, &before);
        if (!t->depth && ++t->ply % PLIES_A_DIAGRAM == 0 && !wanted &&
            t->ply + PLIES_A_DIAGRAM / 2 < t->game->plies)
            put_diagram_here(t, &now, n->move, after, false);
    }
}

/* ---- a game ---- */

/* A table of both sides' accuracy, average loss and errors. Of fewer than FEW_MOVES judged moves an accuracy says
 * nothing. */
static void put_judgement(GrBuffer *out, const GrJudgement *judgement) {
    char judge[GR_JUDGE_NAME];
    gr_judged_by_name(&judgement->by, judge);
    gr_buffer_puts(out, "<table class=\"judgement\">\n");
    if (*judge) {
        gr_buffer_puts(out, "<caption>");
        gr_xml_text(out, judge);
        gr_buffer_puts(out, "</caption>\n");
    }
    gr_buffer_puts(out, "<tr><th></th><th>accuracy</th><th>average loss</th><th>?!</th><th>?</th><th>?"
                        "?</th></tr>\n");
    for (int n = 0; n < 2; n++) {
        const GrJudgedSide *side = &judgement->side[n];
        if (!side->moves)
            continue;
        gr_buffer_printf(out, "<tr><th>%s</th><td>", n == GR_WHITE ? "White" : "Black");
        if (side->moves < FEW_MOVES)
            gr_buffer_puts(out, "&#8211;");
        else
            gr_buffer_printf(out, "%.1f" NBSP "%%", side->accuracy);
        gr_buffer_printf(out, "</td><td>%.0f</td>", gr_average_loss(side));
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
    gr_buffer_puts(out, "<details><summary><gr-prose>PGN</gr-prose></summary><pre>");
    for (char *line = pgn.data; line && *line;) {
        char *end = line + strcspn(line, "\n");
        bool more = *end != '\0';
        *end = '\0';
        gr_xml_element(out, line);
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
    put_comments(t, gr_game_string(game, game->nodes[0].comment));
    put_line(t, game->nodes[0].next, &game->start, true);
    set_bold(t, true);
    gr_buffer_printf(t->out, "%s</b></p>\n", gr_result_text(game->result));
    t->bold = false;
}

static void put_final(GrBuffer *out, const GrGame *game) {
    GrPly at;
    gr_diagram_ply(game, game->plies, &at);
    put_diagram(out, &at.pos, at.last, at.after, false);
}

static void put_heading(GrBuffer *out, const GrGame *game) {
    gr_buffer_puts(out, "<h2>");
    put_player(out, game, "White", "WhiteTitle", "WhiteElo");
    gr_buffer_puts(out, " &#8211; ");
    put_player(out, game, "Black", "BlackTitle", "BlackElo");
    gr_buffer_printf(out, " <b>%s</b></h2>\n", gr_result_text(game->result));
    put_about(out, game);
}

void gr_html_game(GrBuffer *out, const GrGame *game, uint64_t number) {
    Text t = {.out = out, .game = game, .numbered = true};
    bool replayed = game->rules && game->node_count;
    gr_buffer_printf(out, "<article id=\"game-%llu\"", (unsigned long long)number);
    if (replayed)
        gr_html_steps(out, game);
    /* Our reader skips <gr-prose> and takes the PGN, which says the same without loss. */
    gr_buffer_puts(out, "><noscript><gr-prose>\n");
    put_heading(out, game);
    if (replayed) {
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
    gr_buffer_puts(out, "</gr-prose>");
    put_pgn(out, game);
    gr_buffer_puts(out, "</noscript></article>\n");
}
