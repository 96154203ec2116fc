/* A report's boards: where pieces go and take, dead squares, pieces that stay at home. */
#include <stdio.h>
#include <string.h>

#include "analysis/report/sections.h"

GrSet gr_report_dead_squares(const GrReport *report) {
    GrSet dead = 0;
    for (int sq = 0; sq < gr_squares(gr_variant(report->rules)); sq++) {
        if (!report->stood[sq] && !report->holes[sq])
            dead |= gr_set_of(sq);
    }
    return dead;
}

unsigned gr_report_idle_types(const GrReport *report) {
    const GrVariantStats *v = report->stats.variant[0];
    const GrVariant *variant = gr_variant(report->rules);
    GrPosition start;
    unsigned idle = 0;
    gr_start(report->rules, &start);
    for (int type = 1; type <= variant->types; type++) {
        uint64_t moves = v->moved[0][type] + v->moved[1][type];
        for (int sq = 0; sq < gr_squares(variant); sq++) /* castling moves a rook, too */
            moves += report->visits[type][sq];
        if (start.type[type] && !moves)
            idle |= 1u << type;
    }
    return idle;
}

/* ---- each piece ---- */

static bool fill(double *to, const uint64_t *from, int count) {
    bool any = false;
    for (int sq = 0; sq < count; sq++) {
        to[sq] = (double)from[sq];
        any |= from[sq] > 0;
    }
    return any;
}

static void board_of_piece(const GrFigures *f, int type, GrDocument *d) {
    const GrReport *report = f->report;
    const GrVariant *v = gr_variant(report->rules);
    double visits[GR_MAX_SQUARES], captures[GR_MAX_SQUARES];
    char id[40], title[80];
    bool goes = fill(visits, report->visits[type], gr_squares(v));
    bool takes = fill(captures, report->captures[type], gr_squares(v));
    if (!goes && !takes)
        return;
    snprintf(id, sizeof id, "visits-%s", v->piece[type].name);
    snprintf(title, sizeof title, "%s: where it goes%s", v->piece[type].name, takes ? ", and where it captures" : "");
    gr_document_board(d, id, title, v->piece[type].name, "visits", visits, "captures",
                      takes ? captures : NULL, false);
}

static void board_of_counts(const char *id, const char *title, const char *shade, const uint64_t *counts,
                            GrDocument *d, const GrVariant *v) {
    double squares[GR_MAX_SQUARES];
    if (fill(squares, counts, gr_squares(v)))
        gr_document_board(d, id, title, NULL, shade, squares, "", NULL, false);
}

/* Shares of games, on the squares where pieces begin. */
static void board_of_unmoved(const GrFigures *f, GrDocument *d) {
    const GrReport *report = f->report;
    const GrVariant *v = gr_variant(report->rules);
    GrPosition start;
    double share[GR_MAX_SQUARES];
    gr_start(report->rules, &start);
    for (int sq = 0; sq < gr_squares(v); sq++)
        share[sq] = gr_set_has(start.side[0] | start.side[1], sq)
                        ? (double)report->unmoved[sq] / (double)report->usual : -1;
    gr_document_board(d, "unmoved", "Pieces that never moved: share of games, by first square",
                      NULL, "share", share, "", NULL, true);
}

static void say_idle(const GrFigures *f, GrDocument *d) {
    const GrVariant *v = gr_variant(f->report->rules);
    GrSet dead = gr_report_dead_squares(f->report);
    unsigned idle = gr_report_idle_types(f->report);
    GrBuffer words;
    gr_buffer_init(&words);
    for (int more = 0; dead; more = 1) {
        char name[4];
        gr_square_name(v, gr_set_pop(&dead), name);
        gr_buffer_printf(&words, "%s%s", more ? ", " : "", name);
    }
    gr_document_say(d, GR_BLOCK_PARAGRAPH, "dead_squares", "Dead squares, on which nothing ever stood: %s.",
                    words.len ? words.data : "none");
    d->failed |= words.failed;
    gr_buffer_clear(&words);
    for (int type = 1, more = 0; type <= v->types; type++)
        if (idle >> type & 1) {
            gr_buffer_printf(&words, "%s%s", more ? ", " : "", v->piece[type].name);
            more = 1;
        }
    gr_document_say(d, GR_BLOCK_PARAGRAPH, "idle_pieces", "Piece types that never moved: %s.",
                    words.len ? words.data : "none");
    d->failed |= words.failed;
    gr_buffer_free(&words);
}

void gr_section_boards(const GrFigures *f, GrDocument *d) {
    const GrReport *report = f->report;
    const GrVariant *v = gr_variant(report->rules);
    GrSquares promotions = {0}, captures = {0};
    for (int type = 0; type < GR_MAX_TYPES; type++)
        for (int sq = 0; sq < gr_squares(v); sq++) {
            promotions[sq] += report->promotions[type][sq];
            captures[sq] += report->captures[type][sq];
        }
    gr_document_heading(d, "board-section", "The board");
    gr_document_say(
        d, GR_BLOCK_LEGEND, "",
        "Both sides together, with the board as the side that moves sees it%s. The stronger the colour of a "
        "square, the more often the piece moved there; the larger the dot, the more it captured there.",
        report->mirror == GR_MIRROR_NONE ? ", from White's side" : "");
    for (int type = 1; type <= v->types; type++)
        board_of_piece(f, type, d);
    board_of_counts("captures", "All captures: where pieces are captured", "captures", captures, d, v);
    board_of_counts("promotion-squares", "Promotions", "promotions", promotions, d, v);
    board_of_counts("holes", "Holes: in how many positions a square is one (White's side at the bottom)", "positions",
                    report->holes, d, v);
    if (report->usual)
        board_of_unmoved(f, d);
    say_idle(f, d);
}
