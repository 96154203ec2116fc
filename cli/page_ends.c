/* How a described game ends, and what no move may do in it, in words. */
#include "cli/page_local.h"
#include "notation/xml.h"

static const char *outcome(int value) {
    return value < 0 ? "has lost" : value > 0 ? "has won" : "draws";
}

static const char *verdict(int value) {
    return outcome(value == GR_ENDS_WON ? 1 : value == GR_ENDS_LOST ? -1 : 0);
}

/* ---- checks and moves ---- */

static void put_royals(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    bool royal = v->royals != GR_ROYALS_NONE || d->stand_ins;
    if (royal)
        gr_buffer_printf(html, "<li>A side that is in check and has no legal move is mated, and %s.</li>\n",
                         outcome(d->mated));
    if (d->stalemate_counts)
        gr_buffer_printf(
            html,
            "<li>When the side to move has no legal move%s, who has fewer pieces %s; it is a draw if both have "
            "as many.</li>\n",
            royal ? ", but is not in check" : "", outcome(d->stalemate));
    else
        gr_buffer_printf(html, "<li>A side that has no legal move%s %s.</li>\n", royal ? ", but is not in check," : "",
                         outcome(d->stalemate));
    if (d->stand_ins) {
        gr_buffer_printf(html,
                         "<li>While a side has %d or fewer of a type, each of these is royal, and may not be left "
                         "attacked: ",
                         d->extinction_count + 1);
        cli_page_types(html, v, d->extinction_types);
        gr_buffer_puts(html, ".</li>\n");
    }
    cli_page_say(html, d->needs_one_safe, "While a side has more of them, not all may be attacked at once.");
}

static void put_moves(GrBuffer *html, const GrDefinition *d) {
    cli_page_say(html, d->must_take, "Captures are compulsory.");
    cli_page_say(html, d->no_checks, "No move may give check.");
    cli_page_say(html, d->king_stays, "A king in check only moves to take what gives it.");
    cli_page_say(html, d->must_stay_mobile, "No piece goes to a square from which it could never move.");
    cli_page_say(html, d->flying_kings, "Kings attack each other along open files and ranks.");
    cli_page_say(html, d->facing_ends,
                 "A side whose king faces the other one on an open file or rank must end that, or pass, "
                 "which draws.");
    cli_page_say(html, d->first_leaps, "While they have not moved, kings and mets may leap.");
    for (int side = 0; side < 2; side++) {
        const char *name = side ? "Black" : "White";
        if (d->passes[side])
            gr_buffer_printf(html, "<li>%s may pass. Two passes in a row draw.</li>\n", name);
        else if (d->passes_stuck[side])
            gr_buffer_printf(html, "<li>%s may pass when there is no other move. Two passes in a row draw.</li>\n",
                             name);
    }
}

/* ---- explosions, walls, pieces that change sides ---- */

static void put_types(GrBuffer *html, const GrVariant *v, uint32_t types, const char *before) {
    if (!types)
        return;
    gr_buffer_printf(html, "<li>%s", before);
    cli_page_types(html, v, types);
    gr_buffer_puts(html, ".</li>\n");
}

static const char *const FLIPS[] = {
    "",
    "A move makes the other side&#39;s pieces the mover&#39;s that stand in a line between its square and an own "
    "piece.",
    "A move makes the other side&#39;s pieces beside its square the mover&#39;s.",
    "A move makes the other side&#39;s pieces beside its square the mover&#39;s, a drop only if an own piece is there, "
    "too.",
    "",
    "",
    "",
};

static const char *const WALLS[] = {
    "",
    "Each move brings a wall where the piece could go from its new square.",
    "Each move brings a wall, the duck, onto any empty square; the one that there was is gone.",
    "Each move brings a wall onto the edge of the board, or beside another wall.",
    "Each move leaves a wall where the piece came from.",
    "Each move brings a wall onto any empty square.",
};

static void put_effects(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    cli_page_say(html, *FLIPS[d->flips], FLIPS[d->flips]);
    cli_page_say(html, d->walls && !d->walls_alone, WALLS[d->walls]);
    cli_page_say(html, d->walls && d->walls_alone, "A side may put a wall onto an empty square instead of a move.");
    cli_page_say(html, d->blasts,
                 "With what a move captures the captor goes off the board, and all around it but pawns of chess.");
    put_types(html, v, d->blasts ? d->blast_proof : 0, "These stay when they would explode: ");
    put_types(html, v, d->petrified, "These become a wall where they capture: ");
    put_types(html, v, d->immune, "These take none of their own kind: ");
}

/* ---- wins ---- */

static void put_flags(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    for (int side = 0; side < 2; side++) {
        const GrSet both[2] = {d->flag_region[side], d->flag_region[side]};
        if (!d->flag_region[side])
            continue;
        gr_buffer_printf(html, "<li>%s wins with %d of ", side ? "Black" : "White", d->flag_count);
        if (d->flag_types[side])
            cli_page_types(html, v, d->flag_types[side]);
        else
            gr_buffer_puts(html, "its pieces");
        gr_buffer_puts(html, " on: ");
        cli_page_squares(html, v, both);
        bool king = d->flag_types[side] == 1u << GR_KING;
        gr_buffer_printf(html, "%s%s%s.</li>\n",
                         !d->flag_answer ? ""
                         : !king         ? " that are still there when it is its turn again"
                         : side          ? ""
                                         : "; but Black has one more move, and draws by the same",
                         d->flag_safe ? "; pieces that are attacked do not count" : "",
                         d->flag_blocked ? "; one is enough where all these squares are occupied" : "");
    }
}

static void put_extinction(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    if (d->extinction == GR_ENDS_NOT || !d->extinction_types || (d->stand_ins && !d->blasts))
        return;
    gr_buffer_puts(html, "<li>A side that has ");
    if (d->extinction_count)
        gr_buffer_printf(html, "%d or fewer", d->extinction_count);
    else
        gr_buffer_puts(html, "none");
    gr_buffer_puts(html, d->extinction_types & 1 ? " of its pieces left" : " left of one of these types");
    if (d->extinction_types > 1) {
        gr_buffer_puts(html, d->extinction_types & 1 ? ", or of one of these types (" : " (");
        cli_page_types(html, v, d->extinction_types & ~1u);
        gr_buffer_puts(html, ")");
    }
    if (d->extinction_others)
        gr_buffer_printf(html, ", while the other side has %d%s or more", d->extinction_others,
                         d->extinction_claim ? " (when it is to move one more)" : "");
    gr_buffer_printf(html, ", %s.</li>\n", verdict(d->extinction));
}

static void put_line(GrBuffer *html, const GrVariant *v, const GrDefinition *d) {
    static const char *const goes[] = {"ranks", "files", "diagonals"};
    const char *ends = verdict(d->line_ends), *gap = "";
    if (d->line || d->line_spread) {
        gr_buffer_printf(html, "<li>A side that has moved and has %d of ", d->line ? d->line : d->line_spread);
        if (d->line_types)
            cli_page_types(html, v, d->line_types);
        else
            gr_buffer_puts(html, "its pieces");
        gr_buffer_puts(html, d->line ? " side by side along " : " in one line along ");
        for (int i = 0; i < 3; i++)
            if (d->line_goes[i]) {
                gr_buffer_printf(html, "%s%s", gap, goes[i]);
                gap = ", ";
            }
        gr_buffer_printf(html, " %s.</li>\n", ends);
    }
    if (d->line_square)
        gr_buffer_printf(html, "<li>A side that has made a square of pieces, %d wide, %s.</li>\n", d->line_square,
                         ends);
    for (int side = 0; side < 2; side++)
        if (d->link_from[side] && d->link_to[side]) {
            const GrSet from[2] = {d->link_from[side], d->link_from[side]},
                        to[2] = {d->link_to[side], d->link_to[side]};
            gr_buffer_printf(html, "<li>%s %s with a chain of pieces, each beside the next, from ",
                             side ? "Black" : "White", ends);
            cli_page_squares(html, v, from);
            gr_buffer_puts(html, " to ");
            cli_page_squares(html, v, to);
            gr_buffer_puts(html, ".</li>\n");
        }
}

/* ---- draws ---- */

static const char *const COUNTS[] = {
    "",
    "Who has more points on the board wins what would be a draw, or Black if both have as many.",
    "Who has more pieces wins what would be a draw.",
    "White wins what would be a draw.",
    "Black wins what would be a draw.",
};

static void put_repetition(GrBuffer *html, const GrDefinition *d) {
    if (!d->repetition)
        return;
    gr_buffer_printf(html, "<li>When a position occurs %d times ", d->repetition);
    if (d->repetition_value == GR_ENDS_DRAWN || d->repetition_value == GR_ENDS_NOT)
        gr_buffer_puts(html, "the game is drawn");
    else
        gr_buffer_printf(html, "%s %s", d->repetition_by_side ? "White" : "the side to move",
                         verdict(d->repetition_value));
    gr_buffer_puts(html, ".</li>\n");
    cli_page_say(html, d->no_perpetual_checks,
                 "But a side loses that has given check with each move since the first of these.");
    cli_page_say(html, d->no_chases, "And so does one that has chased a piece with each move since.");
    cli_page_say(html, d->no_shuttles, "A side loses that twice moves a piece back and forth.");
}

static void put_draws(GrBuffer *html, const GrDefinition *d) {
    if (d->move_rule)
        gr_buffer_printf(html, "<li>The game is drawn after %d moves of each side without progress.</li>\n",
                         d->move_rule);
    put_repetition(html, d);
    cli_page_say(html, d->counting != GR_COUNTING_NOT, "A side that is chased may count moves to a draw.");
    cli_page_say(html, d->ends_full, "A full board ends the game in a draw.");
    cli_page_say(html, *COUNTS[d->counts], COUNTS[d->counts]);
}

void cli_page_ends(const GrRules *rules, GrBuffer *html) {
    const GrDefinition *d = gr_definition_of(rules);
    const GrVariant *v = gr_variant(rules);
    gr_buffer_puts(html, "<h3>Moves and the end of the game</h3>\n<ul>\n");
    put_moves(html, d);
    put_effects(html, v, d);
    put_royals(html, v, d);
    put_flags(html, v, d);
    put_extinction(html, v, d);
    cli_page_say(html, d->counts_checks, "A side wins when it has given as many checks as the start position says.");
    put_line(html, v, d);
    put_draws(html, d);
    gr_buffer_puts(html, "</ul>\n");
}
