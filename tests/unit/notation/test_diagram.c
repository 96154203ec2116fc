/* Diagrams: text drawn exactly, and SVG that is well formed and shows what the position has. */
#include "notation/definition/variants_file.h"
#include "notation/write/diagram.h"
#include "rules/fen.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"
#include "tests/aid/xml_aid.h"

static GrVariants *variants;

/* Draws a position of the variant; the caller frees the text. NULL (and a failed check) if the FEN
 * is bad or memory ran out. */
static char *draw(const char *variant, const char *fen, GrDiagram diagram, GrDiagramStyle style) {
    const GrRules *rules = gr_variants_find(variants, variant);
    GrPosition pos;
    GrFaults faults;
    GrBuffer out;
    if (!CHECK(rules != NULL) || !CHECK_INT(gr_fen_read(rules, fen, &pos, &faults), 0))
        return NULL;
    diagram.pos = &pos;
    gr_buffer_init(&out);
    gr_diagram(&diagram, style, &out);
    return gr_buffer_take(&out);
}

static void check_draws(const char *variant, const char *fen, GrDiagram diagram,
                        GrDiagramStyle style, const char *want) {
    char *text = draw(variant, fen, diagram, style);
    CHECK_STR(text, want);
    free(text);
}

#define MAGICIAN_START "rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w BFbf - 0 1"

/* The move g3f3 of the start position: the hole on g3 changes places with f3. */
static GrMove spell(void) {
    return gr_move_make(GR_SPELL, 2 * 7 + 6, 2 * 7 + 5, 0, 0);
}

static void text_shows_holes_and_the_last_move(void) {
    check_draws("magician", "rmnknmr/ppp*ppp/*5*/*2*2*/*4*1/PPP*PPP/RMNKNMR b BFbf - 1 1",
                (GrDiagram){.last = spell(), .after = "1. Hf3"}, GR_DIAGRAM_TEXT,
                "   +---+---+---+---+---+---+---+\n"
                " 7 | r | m | n | k | n | m | r |\n"
                "   +---+---+---+---+---+---+---+\n"
                " 6 | p | p | p |###| p | p | p |\n"
                "   +---+---+---+---+---+---+---+\n"
                " 5 |###|   |   |   |   |   |###|\n"
                "   +---+---+---+---+---+---+---+\n"
                " 4 |###|   |   |###|   |   |###|\n"
                "   +---+---+---+---+---+---+---+\n"
                " 3 |###|   |   |   |   |(#)|( )|\n"
                "   +---+---+---+---+---+---+---+\n"
                " 2 | P | P | P |###| P | P | P |\n"
                "   +---+---+---+---+---+---+---+\n"
                " 1 | R | M | N | K | N | M | R |\n"
                "   +---+---+---+---+---+---+---+\n"
                "     a   b   c   d   e   f   g\n"
                "\n"
                "After 1. Hf3. Black to move\n"
                "Rights BFbf, en passant none, clock 1, move 1\n");
}

static void unicode_has_figurines_and_flips(void) {
    check_draws("chess", "4k3/8/8/8/8/8/P7/4K2R w K - 3 40", (GrDiagram){.flip = true},
                GR_DIAGRAM_UNICODE,
                "   ┌───┬───┬───┬───┬───┬───┬───┬───┐\n"
                " 1 │ ♖ │   │   │ ♔ │   │   │   │   │\n"
                "   ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                " 2 │   │   │   │   │   │   │   │ ♙ │\n"
                "   ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                " 3 │   │   │   │   │   │   │   │   │\n"
                "   ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                " 4 │   │   │   │   │   │   │   │   │\n"
                "   ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                " 5 │   │   │   │   │   │   │   │   │\n"
                "   ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                " 6 │   │   │   │   │   │   │   │   │\n"
                "   ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                " 7 │   │   │   │   │   │   │   │   │\n"
                "   ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                " 8 │   │   │   │ ♚ │   │   │   │   │\n"
                "   └───┴───┴───┴───┴───┴───┴───┴───┘\n"
                "     h   g   f   e   d   c   b   a\n"
                "\n"
                "White to move\n"
                "Rights K, en passant none, clock 3, move 40\n");
}

/* Marks after pieces, a warrior to place, dragons held. Only e2 of White's X squares is vacant. */
#define WIZARD_PLACING                                                                             \
    "1cacazd/Dg1w1gw/1w+hw-h~2/2w^4/5G~1/7/7/7/7/2HWHW1/WGWW1GW/1CAZACD[dW] w - - 0 6"

static void text_shows_marks_placement_and_dragons(void) {
    char *text = draw("wizard", WIZARD_PLACING, (GrDiagram){0}, GR_DIAGRAM_TEXT);
    REQUIRE(text != NULL);
    CHECK(strstr(text, "\n10 |   | w+| h | w-| h~|   |   |\n") != NULL);
    CHECK(strstr(text, "\n 9 |   |   | w^|   |   |   |   |\n") != NULL);
    CHECK(strstr(text, "\n 8 |   |   |   |   |   | G~|   |\n") != NULL);
    CHECK(strstr(text, "\n 2 | W | G | W | W | * | G | W |\n") != NULL);
    CHECK(strstr(text, "\nWhite to place a warrior, then to move\n"
                       "White holds: W\nBlack holds: D\n") != NULL);
    free(text);
}

static void text_shows_reserves(void) {
    char *text = draw("royal", "4k3/8/8/8/8/8/8/4K3[N,-,bnr,-] b - - 7 20", (GrDiagram){0},
                      GR_DIAGRAM_TEXT);
    REQUIRE(text != NULL);
    CHECK(strstr(text, "\nWhite holds: K N, M none\nBlack holds: K B N R, M none\n") != NULL);
    free(text);
}

static void status_tells_check_and_the_end(void) {
    static const struct {
        const char *variant, *fen, *status;
    } cases[] = {
        {"chess", "4k3/8/8/8/8/8/4q3/K7 w - - 0 1", "\nWhite to move\n"},
        {"chess", "4k3/8/8/8/8/8/8/K3q3 w - - 0 1", "\nWhite to move, in check\n"},
        {"chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
         "\nCheckmate: Black has won\n"},
        {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "\nStalemate: a draw\n"},
        {"chess", "4k3/8/8/8/8/8/4R3/K7 b - - 100 90", "\nDrawn: fifty moves"},
        {"chess", "4k3/8/8/8/8/8/8/K7 b - - 0 90", "\nDrawn: too little material"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = draw(cases[i].variant, cases[i].fen, (GrDiagram){0}, GR_DIAGRAM_TEXT);
        CHECK(text && strstr(text, cases[i].status));
        if (text && !strstr(text, cases[i].status))
            printf("no '%s' in\n%s", cases[i].status + 1, text);
        free(text);
    }
}

static void words_give_no_orders_to_the_terminal(void) {
    char *text = draw("chess", "4k3/8/8/8/8/8/8/K6R w - - 0 1",
                      (GrDiagram){.caption = "a\033[31mb\xC2\x9B" "c\nd \xC3\xA9"},
                      GR_DIAGRAM_TEXT);
    REQUIRE(text != NULL);
    CHECK(!strncmp(text, "a?[31mb?c d \xC3\xA9\n\n", 16));
    CHECK(strchr(text, '\033') == NULL);
    free(text);
}

static void colours_only_when_asked_for(void) {
    char *text = draw("magician", MAGICIAN_START, (GrDiagram){.color = true}, GR_DIAGRAM_TEXT);
    REQUIRE(text != NULL);
    CHECK(strstr(text, "\033[1;38;5;231;48;5;137m R ") != NULL);
    CHECK(strstr(text, "\033[22;38;5;240;48;5;234m###") != NULL);
    CHECK(strstr(text, "\033[0m\n") != NULL);
    CHECK(strchr(text, '|') == NULL);
    free(text);
}

/* ---- SVG ---- */

static size_t occurrences(const char *text, const char *of) {
    size_t n = 0;
    for (const char *p = text; (p = strstr(p, of)); p += strlen(of))
        n++;
    return n;
}

static void the_xml_checker_finds_faults(void) {
    CHECK(aid_well_formed("<svg a='b'><g><path/></g></svg>"));
    CHECK(!aid_well_formed("<svg><g></svg></g>"));
    CHECK(!aid_well_formed("<svg><g></svg>"));
    CHECK(!aid_well_formed("<svg a='b><g/></svg>"));
    CHECK(!aid_well_formed("<svg a=\"b><g/></svg>"));
    CHECK(!aid_well_formed("<svg></svg><svg></svg>"));
    CHECK(!aid_well_formed("<svg"));
}

static void svg_of_every_start_has_all_its_pieces(void) {
    const GrRules *rules;
    for (size_t n = 0; (rules = gr_variants_at(variants, n)); n++) {
        GrPosition pos;
        gr_start(rules, &pos);
        char *svg = draw(gr_variant(rules)->name, gr_variant(rules)->start, (GrDiagram){0},
                         GR_DIAGRAM_SVG);
        REQUIRE(svg != NULL);
        size_t pieces = (size_t)gr_set_count(pos.side[0] | pos.side[1]);
        size_t held = strcmp(gr_variant(rules)->name, "royal") ? 0 : 4 * 4;
        CHECK(aid_well_formed(svg));
        CHECK_INT(occurrences(svg, "<use "), pieces + held);
        CHECK_INT(occurrences(svg, "url(#gr-pit)"), gr_set_count(pos.type[0]));
        CHECK(strstr(svg, "<title>") && strstr(svg, "<desc>"));
        CHECK(strstr(svg, gr_variant(rules)->start) != NULL);
        /* Drawings of our own for all: the disc with a letter is for variants yet to come. */
        CHECK_INT(occurrences(svg, "font-size='52'"), 0);
        free(svg);
    }
}

static void check_ids_are_defined(const char *svg) {
    for (const char *p = svg; (p = strstr(p, "href='#")); p++) {
        char id[40], definition[48];
        REQUIRE(sscanf(p, "href='#%39[^']", id) == 1);
        snprintf(definition, sizeof definition, "id='%s'", id);
        if (!CHECK(strstr(svg, definition) != NULL))
            printf("no %s\n", definition);
    }
}

static void svg_refers_to_nothing_outside(void) {
    char *svg = draw("wizard", WIZARD_PLACING,
                     (GrDiagram){.last = gr_move_make(GR_NORMAL, 8, 9, 0, 0)}, GR_DIAGRAM_SVG);
    REQUIRE(svg != NULL);
    check_ids_are_defined(svg);
    CHECK_INT(occurrences(svg, "http"), 2); /* the two name spaces */
    CHECK_INT(occurrences(svg, "<circle r='14'"), 5); /* a badge for each mark */
    CHECK_INT(occurrences(svg, "fill='#2e7d46'"), 1); /* e2, where the warrior can go */
    free(svg);
    /* Pieces that are held, but not on the board, need a drawing too. */
    svg = draw("royal", "4k3/8/8/8/8/8/8/4K3[N,-,bnr,-] b - - 7 20", (GrDiagram){0},
               GR_DIAGRAM_SVG);
    REQUIRE(svg != NULL);
    check_ids_are_defined(svg);
    free(svg);
}

static void svg_escapes_words(void) {
    char *svg = draw("chess", "4k3/8/8/8/8/8/8/K3q3 w - - 0 1",
                     (GrDiagram){.caption = "<b> & \xFF\x01 \xC3\xA9", .after = "1... Qe1+"},
                     GR_DIAGRAM_SVG);
    REQUIRE(svg != NULL);
    CHECK(aid_well_formed(svg));
    CHECK(strstr(svg, "<title>&lt;b&gt; &amp; \xEF\xBF\xBD\xEF\xBF\xBD \xC3\xA9</title>") != NULL);
    CHECK(strstr(svg, ">After 1... Qe1+: White to move, in check</text>") != NULL);
    CHECK_INT(occurrences(svg, "url(#gr-check)"), 1);
    free(svg);
}

static void svg_marks_both_pieces_of_a_castling(void) {
    GrMove castle = gr_move_make(GR_CASTLE, 4, 6, 0, 0);
    char *svg = draw("chess", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1", (GrDiagram){.last = castle},
                     GR_DIAGRAM_SVG);
    REQUIRE(svg != NULL);
    CHECK_INT(occurrences(svg, "fill-opacity='.55'/>"), 4);
    free(svg);
}

static void svg_size_is_by_the_square(void) {
    char *svg = draw("chess", "4k3/8/8/8/8/8/8/K6R w - - 0 1", (GrDiagram){.square = 100},
                     GR_DIAGRAM_SVG);
    REQUIRE(svg != NULL);
    unsigned width = 0, height = 0, units_wide = 0, units_high = 0;
    CHECK_INT(sscanf(strstr(svg, "width="), "width='%u' height='%u' viewBox='0 0 %u %u'", &width,
                     &height, &units_wide, &units_high),
              4);
    CHECK_INT(width, units_wide);
    CHECK_INT(height, units_high);
    free(svg);
}

/* ---- boards of lines ---- */

#define TINY(name, ranks, files, keys, start) \
    "[" name "]\nmaxRank = " ranks "\nmaxFile = " files "\nking = k\ncastling = false\n" keys "startFen = " start "\n"

static void boards_have_the_lines_that_their_game_says(void) {
    static const char text[] = TINY("t-squares", "3", "3", "", "k2/3/2K w - - 0 1")
        TINY("t-lines", "3", "3", "boardDrawing = lines\n", "k2/3/2K w - - 0 1")
        TINY("t-palace", "3", "3", "boardDrawing = points river\nmobilityRegionWhiteKing = *1 *2 *3\n",
             "k2/3/2K w - - 0 1")
        TINY("t-river", "4", "2", "boardDrawing = points river\npawn = p\ndoubleStep = false\n",
             "k1/1p/2/1K w - - 0 1");
    static const char *const want[] = {
        "",
        "M0 0h300m0 100h-300m0 100h300m0 100h-300M0 0v300m100 0v-300m100 0v300m100 0v-300",
        "M50 50h200m0 100h-200m0 100h200M50 50v200m100 0v-200m100 0v200M50 250l200-200m0 200l-200-200",
        ("M50 50h100m0 100h-100m0 100h100m0 100h-100M50 50v100m100 0v-100M50 250v100m100 0v-100M50 150v100m100 0v-100"
        "M150 250m-8-20v12h-12m0 16h12v12m8-20M150 150m-8-20v12h-12m0 16h12v12m8-20")};
    GrVariantsFile *file = gr_variants_file_read(text, strlen(text), NULL);
    REQUIRE(file != NULL);
    for (size_t n = 0; n < sizeof want / sizeof *want; n++) {
        const GrRules *rules = gr_variants_file_define(file, n, variants, NULL);
        GrBuffer lines;
        REQUIRE(rules != NULL);
        gr_buffer_init(&lines);
        gr_board_lines(gr_variant(rules), &lines);
        CHECK_STR(lines.data ? lines.data : "", want[n]);
        gr_buffer_free(&lines);
    }
    gr_variants_file_close(file);
}

static void lack_of_memory_is_told(void) {
    GrPosition pos;
    gr_start(gr_variants_find(variants, "royal"), &pos);
    GrDiagram diagram = {.pos = &pos, .after = "1. x"};
    long failures = 0;
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrBuffer out;
        gr_buffer_init(&out);
        gr_diagram(&diagram, GR_DIAGRAM_SVG, &out);
        fail_alloc_stop();
        CHECK_INT(out.failed, fail_alloc_failures() > 0);
        failures += fail_alloc_failures() > 0;
        gr_buffer_free(&out);
    }
    CHECK(failures >= 2);
}

int main(int argc, char **argv) {
    variants = gr_variants_open();
    if (!variants)
        return 2;
    test_start(argc, argv);
    RUN(text_shows_holes_and_the_last_move);
    RUN(unicode_has_figurines_and_flips);
    RUN(text_shows_marks_placement_and_dragons);
    RUN(text_shows_reserves);
    RUN(status_tells_check_and_the_end);
    RUN(words_give_no_orders_to_the_terminal);
    RUN(colours_only_when_asked_for);
    RUN(the_xml_checker_finds_faults);
    RUN(svg_of_every_start_has_all_its_pieces);
    RUN(svg_refers_to_nothing_outside);
    RUN(svg_escapes_words);
    RUN(svg_marks_both_pieces_of_a_castling);
    RUN(svg_size_is_by_the_square);
    RUN(boards_have_the_lines_that_their_game_says);
    RUN(lack_of_memory_is_told);
    gr_variants_close(variants);
    return test_end();
}
