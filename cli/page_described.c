/* The rules of a described game in words: board, pieces, promotion, hands, castling; then how it ends; then the
 * description itself, which has the last word. */
#include <string.h>

#include "cli/page_local.h"
#include "notation/definition/variants_file.h"
#include "notation/xml.h"

/* ---- squares and pieces ---- */

static GrSet all_of(const GrVariant *v) {
    GrSet all = 0;
    for (int sq = 0; sq < gr_squares(v); sq++)
        all |= gr_set_of(sq);
    return all;
}

/* The squares of a rank, or of a file. */
static GrSet line_of(const GrVariant *v, bool rank, int n) {
    GrSet line = 0;
    for (int sq = 0; sq < gr_squares(v); sq++)
        if ((rank ? sq / v->files : sq % v->files) == n)
            line |= gr_set_of(sq);
    return line;
}

/* As whole ranks or files, if they are nothing else. */
static bool put_lines(GrBuffer *html, const GrVariant *v, GrSet squares, bool rank) {
    int count = rank ? v->ranks : v->files, found = 0;
    GrSet lines = 0;
    for (int n = 0; n < count; n++)
        if ((line_of(v, rank, n) & ~squares) == 0) {
            lines |= line_of(v, rank, n);
            found++;
        }
    if (lines != squares)
        return false;
    gr_buffer_printf(html, "%s%s", rank ? "rank" : "file", found == 1 ? "" : "s");
    for (int n = 0; n < count; n++)
        if (line_of(v, rank, n) & squares)
            gr_buffer_printf(html, rank ? " %d" : " %c", rank ? n + 1 : 'a' + n);
    return true;
}

static void put_set(GrBuffer *html, const GrVariant *v, GrSet squares) {
    squares &= all_of(v);
    if (squares == all_of(v))
        gr_buffer_puts(html, "the whole board");
    else if (!squares)
        gr_buffer_puts(html, "no square");
    else if (!put_lines(html, v, squares, true) && !put_lines(html, v, squares, false))
        for (const char *gap = ""; squares; gap = " ") {
            int sq = gr_set_pop(&squares);
            gr_buffer_printf(html, "%s%c%d", gap, 'a' + sq % v->files, sq / v->files + 1);
        }
}

void cli_page_squares(GrBuffer *html, const GrVariant *v, const GrSet squares[2]) {
    bool same = (squares[0] & all_of(v)) == (squares[1] & all_of(v));
    gr_buffer_puts(html, same ? "" : "White: ");
    put_set(html, v, squares[0]);
    if (same)
        return;
    gr_buffer_puts(html, "; Black: ");
    put_set(html, v, squares[1]);
}

void cli_page_types(GrBuffer *html, const GrVariant *v, uint32_t types) {
    const char *gap = "";
    for (int type = 1; type <= v->types; type++)
        if (types >> type & 1 && v->piece[type].letter) {
            gr_buffer_puts(html, gap);
            gr_xml_text(html, v->piece[type].name);
            gap = ", ";
        }
    gr_buffer_puts(html, *gap ? "" : "no piece");
}

/* ---- pieces ---- */

static bool is_any(const GrSet squares[2]) {
    return squares[0] || squares[1];
}

static void put_pawn(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    gr_buffer_puts(html, "goes 1 square forwards, without capturing; captures 1 square diagonally forwards");
    if (is_any(d->double_region)) {
        gr_buffer_puts(html, "; may go 2 squares over empty ones from: ");
        cli_page_squares(html, v, d->double_region);
    }
    if (is_any(d->triple_region)) {
        gr_buffer_puts(html, "; may go 3 squares over empty ones from: ");
        cli_page_squares(html, v, d->triple_region);
    }
}

static bool steps_first(const GrDefinedPiece *piece) {
    for (int i = 0; i < piece->ways; i++)
        if (piece->way[i].how & GR_WAY_FIRST)
            return true;
    return false;
}

/* Is there a step that can be captured en passant? */
static bool can_be_passed(const GrDefinition *d) {
    for (int type = 1; type <= d->types; type++)
        if (steps_first(&d->piece[type]) ||
            (d->piece[type].pawn && (is_any(d->double_region) || is_any(d->triple_region))))
            return true;
    return false;
}

/* What holds of a piece beside how it goes. */
static void put_traits(GrBuffer *html, const GrVariant *v, const GrDefinition *d, int type) {
    const GrDefinedPiece *piece = &d->piece[type];
    gr_buffer_puts(html,
                   type == GR_KING && v->royals != GR_ROYALS_NONE ? ". It is royal: it may not be left attacked" : "");
    if (steps_first(piece)) {
        gr_buffer_puts(html, ". Its first steps go from: ");
        cli_page_squares(html, v, is_any(piece->first) ? piece->first : d->double_region);
    }
    if (piece->sideways_rank)
        gr_buffer_printf(html, ". Along ranks it steps only from the side&#39;s own rank %d on",
                         piece->sideways_rank + 1);
    if (is_any(piece->region)) {
        GrSet region[2] = {piece->region[0] ? piece->region[0] : all_of(v),
                           piece->region[1] ? piece->region[1] : all_of(v)};
        gr_buffer_puts(html, ". It stays within: ");
        cli_page_squares(html, v, region);
    }
    gr_buffer_puts(html,
                   (piece->passes[0] || piece->passes[1]) && can_be_passed(d) ? ". It may capture en passant" : "");
    if (piece->promoted) {
        gr_buffer_puts(html, ". By promotion it becomes: ");
        gr_xml_text(html, v->piece[piece->promoted].name);
    }
    if (piece->limit)
        gr_buffer_printf(html, ". By promotion a side may have %d at most", piece->limit);
    gr_buffer_puts(html, ".</dd>\n");
}

static void put_pieces(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    gr_buffer_puts(html, "<h3>Pieces</h3>\n<p>Forwards is away from a side&#39;s own first rank.</p>\n<dl>\n");
    for (int type = 1; type <= v->types; type++) {
        char sign[3];
        if (!v->piece[type].letter)
            continue;
        gr_piece_sign(v, type, sign);
        gr_buffer_puts(html, "<dt>");
        gr_xml_text(html, v->piece[type].name);
        gr_buffer_printf(html, " (%s)</dt><dd>", sign);
        if (d->piece[type].pawn)
            put_pawn(html, v, d);
        else
            cli_page_ways(&d->piece[type], html);
        put_traits(html, v, d, type);
    }
    gr_buffer_puts(html, "</dl>\n");
}

/* ---- promotion ---- */

static uint32_t pawns_of(const GrDefinition *d, int side) {
    uint32_t pawns = 0;
    for (int type = 1; type <= d->types; type++)
        if (d->piece[type].promotes[side] && d->piece[type].letter)
            pawns |= 1u << type;
    return pawns;
}

/* Has a piece, or a pawn of chess, a promoted form? */
static bool changes(const GrDefinition *d, bool pawn) {
    for (int type = 1; type <= d->types; type++)
        if (d->piece[type].promoted && (d->piece[type].pawn || !pawn))
            return true;
    return false;
}

static void put_choices(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    bool same = pawns_of(d, 0) == pawns_of(d, 1) && d->promotions[0] == d->promotions[1];
    for (int side = 0; side < (same ? 1 : 2); side++) {
        if (!pawns_of(d, side) || !d->promotions[side])
            continue;
        gr_buffer_printf(html, "<li>%s", same ? "" : side ? "Of Black: " : "Of White: ");
        cli_page_types(html, v, pawns_of(d, side));
        gr_buffer_puts(html, d->must_promote ? " must become one of: " : " may become one of: ");
        cli_page_types(html, v, d->promotions[side]);
        gr_buffer_puts(html, d->promotes_late
                                 ? ". That is a move of its own, where the piece stands or by a step as what it "
                                   "becomes.</li>\n"
                                 : ".</li>\n");
    }
}

static void put_promotion(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    bool pawns = (pawns_of(d, 0) && d->promotions[0]) || (pawns_of(d, 1) && d->promotions[1]);
    if (!pawns && !changes(d, false))
        return;
    gr_buffer_puts(html, "<h3>Promotion</h3>\n<ul>\n<li>The promotion region is: ");
    cli_page_squares(html, v, d->promotion_region);
    gr_buffer_puts(html, ".</li>\n");
    if (pawns)
        put_choices(html, v, d);
    if (changes(d, false)) {
        gr_buffer_printf(html,
                         "<li>A piece with a promoted form %s that when a move of it begins or ends there%s.</li>\n",
                         d->must_change ? "becomes" : "may become",
                         changes(d, true) ? "; a pawn of chess only when it ends there" : "");
        cli_page_say(html, d->changes_by_capture, "Only captures promote it.");
        cli_page_say(html, d->changes_back, "A promoted piece that moves so becomes again what it was.");
    }
    gr_buffer_puts(html, "</ul>\n");
}

/* ---- hands ---- */

static void put_types(GrBuffer *html, const GrVariant *v, uint32_t types, const char *before, const char *after) {
    if (!types)
        return;
    gr_buffer_printf(html, "<li>%s", before);
    cli_page_types(html, v, types);
    gr_buffer_printf(html, "%s</li>\n", after);
}

static const char *const ENCLOSING[] = {
    "",
    "A piece is dropped where it encloses pieces of the other side in a line to an own piece.",
    "A piece is dropped beside an own piece, also diagonally.",
    "",
    "A piece is not dropped beside a piece of the other side along ranks and files.",
    "A piece is dropped where one ends that slides in from an edge, straight and as far as it can.",
    "A piece is dropped on the first rank of the board, or right above another piece.",
};

static void put_drops(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    gr_buffer_puts(html, "<li>Instead of a move a side may drop a piece on an empty square of: ");
    cli_page_squares(html, v, d->drop_region);
    gr_buffer_puts(html, ".</li>\n");
    cli_page_say(html, d->free_drops, "There are no hands: every piece can be dropped, as often as wanted.");
    cli_page_say(html, d->drops_pawns_first, "Pawns of chess may be dropped on their first rank.");
    cli_page_say(html, d->drops_pawns_promoting, "Pawns of chess may be dropped in the promotion region.");
    cli_page_say(html, d->drops_promoted, "A piece may be dropped as what it becomes by promotion, too.");
    cli_page_say(html, d->no_drop_checks, "No drop may give check.");
    if (d->drops_apart) {
        gr_buffer_puts(html, "<li>Not dropped on a file on which the side has ");
        gr_buffer_printf(html, "%d of them: ", d->drops_apart_count);
        cli_page_types(html, v, d->drops_apart);
        gr_buffer_puts(html, ".</li>\n");
    }
    put_types(html, v, d->no_drop_mates, "No drop of these may mate: ", ".");
    put_types(html, v, d->drops_first_rank, "Dropped on the side&#39;s own first rank alone: ", ".");
    put_types(html, v, d->drops_by_colour, "Not dropped on the colour of an own one: ", ".");
    put_types(html, v, d->must_drop & ~1u, "Must be dropped before anything else, where they can: ", ".");
    cli_page_say(html, d->must_drop & 1, "A side that can drop a piece must.");
    if (d->drop_start & all_of(v)) {
        gr_buffer_puts(html, "<li>While any of these is empty, drops are made only on: ");
        put_set(html, v, d->drop_start);
        gr_buffer_puts(html, ".</li>\n");
    }
    cli_page_say(html, *ENCLOSING[d->drops_enclosing], ENCLOSING[d->drops_enclosing]);
}

static void put_hands(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    if (!d->drops && !d->gates && !d->keeps_captures)
        return;
    gr_buffer_puts(html, "<h3>Hands</h3>\n<ul>\n");
    cli_page_say(html, d->keeps_captures && !d->free_drops,
                 "What is captured comes into the captor&#39;s hand, as what it was "
                 "before it was promoted.");
    cli_page_say(html, d->keeps_promoted, "But a piece that a pawn of chess has become comes as what it is.");
    if (d->drops)
        put_drops(html, v, d);
    cli_page_say(html, d->gates,
                 "When a piece leaves its side&#39;s castling rank for the first time, a piece in hand may be "
                 "put where it was; with a castling, where the king or the rook was.");
    gr_buffer_puts(html, "</ul>\n");
}

/* ---- castling ---- */

/* Can a side castle in the start position? Rights of other kinds have letters of their own. */
static bool can_castle(const GrDefinition *d) {
    const char *rights = d->start;
    for (int field = 0; field < 2 && rights; field++)
        rights = strchr(rights, ' ') ? strchr(rights, ' ') + 1 : NULL;
    size_t length = rights ? strcspn(rights, " ") : 0;
    return d->castles && length && *rights != '-' && !(d->first_leaps && !strpbrk(rights, "KQkq"));
}

static void put_castling(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    bool royal = d->castling_kings[GR_WHITE] == GR_KING && v->royals != GR_ROYALS_NONE;
    if (!can_castle(d))
        return;
    gr_buffer_puts(html, "<h3>Castling</h3>\n<ul>\n<li>");
    gr_xml_text(html, v->piece[d->castling_kings[GR_WHITE]].name);
    gr_buffer_puts(html, " castles with: ");
    cli_page_types(html, v, d->castling_rooks[GR_WHITE]);
    gr_buffer_printf(
        html,
        ". It goes to file %c or %c, and the other piece to the square that it passed; neither may have moved, "
        "and nothing stands between%s.</li>\n",
        'a' + d->castling_to[0], 'a' + d->castling_to[1],
        royal ? "; it does not castle out of check, nor through an attacked square" : "");
    cli_page_say(html, d->castles_apart, "A side that castles takes the right to the same wing from the other.");
    cli_page_say(html, d->castles_dropped, "A king and a rook that are dropped where they castle from may do so.");
    cli_page_say(html, d->castling_wins,
                 "Some castlings win the game; a side that can make none of these any more has lost.");
    gr_buffer_puts(html, "</ul>\n");
}

/* ---- the section ---- */

void cli_page_described(const GrRules *rules, GrBuffer *html) {
    const GrDefinition *d = gr_definition_of(rules);
    const GrVariant *v = gr_variant(rules);
    GrBuffer text;
    gr_buffer_printf(html, "<p>The board has %d files and %d ranks. %s moves first.</p>\n", v->files, v->ranks,
                     v->first == GR_WHITE ? "White" : "Black");
    put_pieces(html, v, d);
    put_promotion(html, v, d);
    put_hands(html, v, d);
    put_castling(html, v, d);
    cli_page_ends(rules, html);
    gr_buffer_init(&text);
    gr_definition_write(d, &text);
    gr_buffer_puts(html, "<h3>The description</h3>\n<p>Where these words are short, it decides.</p>\n<pre>");
    if (!text.failed)
        gr_xml_text(html, text.data);
    gr_buffer_puts(html, "</pre>\n");
    html->failed |= text.failed;
    gr_buffer_free(&text);
}
