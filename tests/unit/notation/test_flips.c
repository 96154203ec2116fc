/* Games whose moves make pieces change sides, or walls of them: drops that enclose, texts of moves, what is wrong with
 * them, positions, ends, definitions. The numbers of moves are in tests/data/perft. */
#include "notation/move/diagnose.h"
#include "notation/move/long.h"
#include "rules/random.h"
#include "tests/aid/described_aid.h"
#include "tests/aid/reader_aid.h"

#define OTHELLO "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1"
/* Othello without the rule of how it begins. */
#define LINES "[lines:othello]\nenclosingDropStart = -\n"
#define ATAXX "P5p/7/7/7/7/7/p5P w - - 0 1"

/* Plain squares are drops where nothing else can be dropped. */
static void drops_are_read(void) {
    static const char *const forms[] = {"d3", "D3", "P@d3", "@d3", "d3!", "Disc @ d3"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        so_played("othello", OTHELLO, forms[i], "P@d3", "P@d3", "8/8/8/3pP3/3pp3/3p4/8/8 w - - 0 1");
    so_played("ataxx", ATAXX, "g2", "P@g2", "P@g2", "P5p/7/7/7/7/6P/p5P b - - 0 1");
    so_played("ataxx", ATAXX, "g1e1", "g1e1", "Pe1", "P5p/7/7/7/7/7/p3P2 b - - 1 1");
    so_played("ataxx", ATAXX, "g1-f3", "g1f3", "Pf3", "P5p/7/7/7/5P1/7/p6 b - - 1 1");
}

/* All lines at once, but not over empty squares, nor around a corner, nor as far as the edge. */
static void lines_are_enclosed(void) {
    if (!defined(LINES))
        return;
    so_played("lines", "p2p2p1/1P1P1P2/2PPP3/pPP1PPPp/2PPP3/1P1P1P2/P2p2p1/8 b - - 0 9", "d5", "P@d5", "P@d5",
              "p2p2p1/1p1p1p2/2ppp3/pppppppp/2Ppp3/1P1p1p2/P2p2p1/8 w - - 0 9");
}

static void neighbours_change_sides(void) {
    so_played("ataxx", "7/7/2ppp2/2p1p2/2pPp2/7/P6 w - - 0 1", "d4", "P@d4", "P@d4#",
              "7/7/2PPP2/2PPP2/2PPP2/7/P6 b - - 0 1");
    so_played("ataxx", "7/7/2ppp2/2p1p2/2pp3/5P1/P6 w - - 0 1", "f2d4", "f2d4", "Pd4#",
              "7/7/2PPP2/2PPP2/2PP3/7/P6 b - - 1 1");
}

/* Where pieces move, a drop beside no own piece changes nothing; a move always does. */
static void drops_without_a_friend_change_nothing(void) {
    if (!defined("[wrangle:ataxx]\ncustomPiece1 = p:mQ\nflipEnclosedPieces = quadwrangle\nenclosingDrop = none\n"))
        return;
    so_played("wrangle", "7/7/2p4/7/7/7/P6 w - - 0 1", "c4", "P@c4", "P@c4", "7/7/2p4/2P4/7/7/P6 b - - 0 1");
    so_played("wrangle", "7/7/2p4/7/7/7/P6 w - - 0 1", "a1a4", "a1a4", "Pa4", "7/7/2p4/P6/7/7/7 b - - 1 1");
    so_played("wrangle", "7/7/2p4/7/7/7/P6 w - - 0 1", "a1d4", "a1d4", "Pd4", "7/7/2P4/3P3/7/7/7 b - - 1 1");
    so_played("wrangle", "7/7/2p4/7/2P4/7/7 w - - 0 1", "c4", "P@c4", "P@c4", "7/7/2P4/2P4/2P4/7/7 b - - 0 1");
}

/* A piece that captures becomes a wall, and so what explodes with it, if the game says so. */
static void captors_become_walls(void) {
    so_played("petrified", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", "d1d5", "Rxd5",
              "4k3/8/8/3*4/8/8/8/4K3 b - - 0 1");
    so_played("petrified", "4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1", "Pxd5", "e4d5", "Pxd5",
              "4k3/8/8/3P4/8/8/8/3RK3 b - - 0 1");
    so_played("petrified", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxa8+", "a1a8", "Rxa8",
              "*3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    static const char nuclear[] = "[nuclear:atomic]\npawn = -\ncustomPiece1 = p:fmWfceFifmnD\npawnTypes = p\n"
                                  "petrifyOnCaptureTypes = pnbrq\nenPassantRegion = -\n";
    char whole[300];
    snprintf(whole, sizeof whole, "%spetrifyBlastPieces = true\n", nuclear);
    memcpy(whole + 1, "fallout", 7);
    if (!defined(nuclear) || !defined(whole))
        return;
    so_played("nuclear", "4k3/8/8/2np4/8/8/8/3RK3 w - - 0 1", "Rxd5", "d1d5", "Rxd5",
              "4k3/8/8/3*4/8/8/8/4K3 b - - 0 1");
    so_played("fallout", "4k3/8/8/2np4/8/8/8/3RK3 w - - 0 1", "Rxd5", "d1d5", "Rxd5",
              "4k3/8/8/2**4/8/8/8/4K3 b - - 0 1");
}

/* A royal piece that would become a wall captures nothing, and so attacks none of its kind. */
static void royal_pieces_do_not_become_walls(void) {
    GrPosition pos;
    GrMove move;
    GrError error;
    if (!position_of("petrified", "8/8/8/8/3k4/8/3pK3/8 w - - 0 1", &pos))
        return;
    CHECK(gr_uci_read(&pos, "e2d2", &move, &error) == GR_ERR_ILLEGAL);
    CHECK(gr_uci_read(&pos, "e2e3", &move, &error) == 0);
}

static void explained(const char *name, const char *fen, const char *text, const char *words) {
    GrPosition pos;
    GrLexicon lexicon;
    GrSyntax syntax;
    GrBuffer out;
    if (!position_of(name, fen, &pos))
        return;
    gr_lexicon_init(&lexicon, pos.rules);
    gr_buffer_init(&out);
    size_t used = gr_syntax_read(&lexicon, text, &syntax);
    gr_diagnose(&lexicon, &pos, used ? &syntax : NULL, text, strlen(text), &out);
    bool right = !out.failed && strstr(out.data, words);
    if (!right)
        printf("%s: %s\n", text, out.data);
    CHECK(right);
    gr_buffer_free(&out);
}

static void faults_are_named(void) {
    if (!defined(LINES))
        return;
    explained("othello", OTHELLO, "d6", "it encloses nothing");
    explained("othello", OTHELLO, "d4", "a piece is dropped on an empty square");
    explained("lines", "8/8/p7/8/Pp1p3p/1PP3P1/1PPPPP2/p1PPPPPp b - - 0 9", "d3", "it encloses nothing");
    explained("reversi", "8/8/8/8/8/8/8/8[PPpp] b - - 0 1", "d3",
              "the squares on which the game begins are filled first");
    explained("reversi", "8/8/8/8/8/8/8/8[PP] b - - 0 1", "d4", "Black has no Disc in hand");
    explained("ataxx", ATAXX, "d4", "no own piece is beside the square");
    explained("ataxx", ATAXX, "g1d4", "does not go from g1 to d4");
    if (defined("[apart:ataxx]\nimmobile = p\nenclosingDrop = snort\nflipEnclosedPieces = none\n"))
        explained("apart", ATAXX, "a2", "a piece of the other side is beside the square");
    if (defined("[slid:ataxx]\nimmobile = p\nenclosingDrop = anyside\nflipEnclosedPieces = none\n"))
        explained("slid", ATAXX, "d4", "no piece that slides in from an edge ends there");
}

/* On b2 stands a piece, before which all others stop that come along its file and rank. */
static void pieces_slide_in_from_the_edges(void) {
    static const char *const legal[] = {"b1", "b3", "a2", "c2", "a1", "d1", "a4", "d4", "a3", "d3", "c1", "c4"};
    GrPosition pos;
    GrMove move;
    GrError error;
    if (!defined("[sides]\nmaxRank = 4\nmaxFile = 4\nimmobile = p\npieceDrops = true\nenclosingDrop = anyside\n"
                 "castling = false\nstartFen = 4/4/4/4[PPPPpppp] w - - 0 1\n") ||
        !position_of("sides", "4/4/1P2/4[Pp] w - - 0 1", &pos))
        return;
    for (size_t i = 0; i < sizeof legal / sizeof *legal; i++)
        CHECK(gr_san_read(&pos, legal[i], &move, &error) == 0);
    CHECK_INT(gr_count_moves(&pos), sizeof legal / sizeof *legal);
}

static void ends_at(const char *name, const char *fen, GrState state, int winner) {
    GrPosition pos;
    if (!position_of(name, fen, &pos))
        return;
    CHECK_INT(gr_state(&pos), state);
    CHECK_INT(gr_winner(&pos, gr_state(&pos)), winner);
}

/* Who has more pieces on a full board, after two passes, or where nobody can move, wins. */
static void pieces_are_counted(void) {
    ends_at("ataxx", "PPPPPPP/PPPPPPP/PPPPPPP/PPPPppp/ppppppp/ppppppp/ppppppp w - - 0 1", GR_WON, GR_WHITE);
    ends_at("ataxx", "7/7/7/3p3/7/7/7 w - - 0 1", GR_STALEMATE, GR_BLACK);
    ends_at("reversi", "pppppppp/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPP1[pp] b - - 0 1",
            GR_OPEN, -1);
    ends_at("reversi", "pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPP1[p] b - - 0 1", GR_OPEN,
            -1);
    ends_at("othello", "pppppppp/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP b - - 0 1", GR_DRAWN,
            -1);
}

/* A side passes that can do nothing else; twice in a row, and the pieces are counted. */
static void sides_pass_when_stuck(void) {
    GrPosition pos;
    static GrMoveList list;
    char text[GR_UCI_SIZE];
    if (!defined(LINES) || !position_of("lines", "8/8/8/3ppp2/8/8/8/P7 b - - 0 1", &pos))
        return;
    so_played("lines", "8/8/8/3ppp2/8/8/8/P7 b - - 0 1", "d5d5", "d5d5", "--", "8/8/8/3ppp2/8/8/8/P7 w - - 1 1");
    for (int i = 0; i < 2; i++) {
        CHECK_INT(gr_state(&pos), GR_OPEN);
        gr_moves(&pos, &list);
        CHECK(list.count == 1 && gr_move_kind(list.move[0]) == GR_PASS);
        gr_uci_write(&pos, list.move[0], text);
        CHECK_STR(text, i ? "a1a1" : "d5d5");
        gr_play(&pos, list.move[0]);
    }
    CHECK_INT(gr_state(&pos), GR_WON);
    CHECK_INT(gr_winner(&pos, GR_WON), GR_BLACK);
}

static bool is_read_back(const GrPosition *pos, GrMove move) {
    char uci[GR_UCI_SIZE], san[GR_SAN_SIZE], name[GR_LONG_SIZE];
    GrMove by_uci = 0, by_san = 0, by_name = 0;
    GrError error;
    gr_uci_write(pos, move, uci);
    gr_san_write(pos, move, san);
    gr_long_write(pos, move, name);
    bool read = !gr_uci_read(pos, uci, &by_uci, &error) && !gr_san_read(pos, san, &by_san, &error) &&
                !gr_san_read(pos, name, &by_name, &error);
    bool same = read && by_uci == move && by_san == move && by_name == move && gr_is_legal(pos, move);
    if (!same)
        printf("%s, %s, %s\n", uci, san, name);
    return same;
}

static bool is_same_by_fen(const GrPosition *pos) {
    char fen[GR_FEN_SIZE];
    GrPosition copy;
    gr_fen_write(pos, fen);
    bool same = gr_fen_read(pos->rules, fen, &copy, NULL) == 0 && gr_same(pos, &copy) && copy.key == pos->key &&
                gr_key_of(pos) == pos->key;
    if (!same)
        printf("%s\n", fen);
    return same;
}

static void games_come_back(const GrRules *rules, unsigned games) {
    static GrMoveList list;
    uint64_t state = test_seed(20261201);
    unsigned wrong = 0, plies = 0;
    for (unsigned i = 0; rules && i < games; i++) {
        GrPosition pos;
        gr_start(rules, &pos);
        for (unsigned ply = 0; ply < 100 && gr_state(&pos) == GR_OPEN; ply++, plies++) {
            gr_moves(&pos, &list);
            wrong += gr_count_moves(&pos) != list.count && list.count < GR_MAX_MOVES;
            for (unsigned n = ply % 97; n < list.count; n += 97)
                wrong += !is_read_back(&pos, list.move[n]);
            gr_play(&pos, list.move[gr_random(&state) % list.count]);
            wrong += !is_same_by_fen(&pos);
        }
    }
    CHECK_INT(wrong, 0);
    CHECK(plies > 10);
}

static void random_games_come_back_from_their_texts(void) {
    static const char *const names[] = {"othello", "flipello", "reversi", "ataxx", "flipello10", "petrified"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        games_come_back(gr_variants_find(variants, names[i]), test_slow() ? 60 : 6);
    games_come_back(defined("[crusade:ataxx]\ncustomPiece1 = p:cK\npieceDrops = false\npassOnStalemate = false\n"
                            "startFen = PpPpPpp/pPpPpPP/PpP1Ppp/pPpPpPp/PpPpPpp/pPpPpPp/PpPpPpP w - - 0 1\n"), 5);
}

/* Pieces come from nowhere, and sides change: nothing may be known by what there was. */
static void hands_mean_nothing_where_drops_are_free(void) {
    GrPosition pos, other;
    if (position_of("othello", OTHELLO, &pos) &&
        position_of("othello", "8/8/8/3pP3/3Pp3/8/8/8[PPPppp] b - - 0 1", &other))
        CHECK(gr_same(&pos, &other));
    CHECK(!gr_only_shrinks(gr_variant(pos.rules)));
}

/* A hand of which nothing comes back may be large, but all of it has to stand in a FEN. */
static void hands_are_bounded(void) {
    static const struct { int white, black; unsigned faults; } tries[] = {
        {96, 96, 0}, {126, 1, 0}, {127, 0, 1}, {100, 99, 1}};
    const GrRules *rules = gr_variants_find(variants, "flipello10");
    for (size_t i = 0; rules && i < sizeof tries / sizeof *tries; i++) {
        char fen[400] = "10/10/10/10/4pP4/10/10/10/10/10[";
        GrPosition pos;
        size_t n = strlen(fen);
        memset(fen + n, 'P', (size_t)tries[i].white);
        memset(fen + n + tries[i].white, 'p', (size_t)tries[i].black);
        strcpy(fen + n + tries[i].white + tries[i].black, "] w - - 0 1");
        CHECK_INT(gr_fen_read(rules, fen, &pos, NULL) > 0, tries[i].faults);
    }
}

static void definitions_are_checked(void) {
    expect_fault("[m:ataxx]\nenclosingDrop = quadwrangle\n", "2:17: expected 'reversi', 'ataxx', 'snort'");
    expect_fault("[m:ataxx]\nflipEnclosedPieces = snort\n", "2:22: expected 'reversi', 'ataxx', 'quadwrangle'");
    expect_fault("[m:chess]\nflipEnclosedPieces = ataxx\n", "2:22: pieces that change sides are not supported beside");
    expect_fault("[m:chess]\npetrifyOnCaptureTypes = k\n", "2:25: the king cannot become a wall");
    expect_fault("[m:shogi]\ndropLoop = true\n", "2:12: 'dropLoop' is supported only for what pawns become");
    expect_fault("[m:amazons]\npetrifyOnCaptureTypes = q\n", "2:25: walls cannot come by moves and by captures");
    static const char *const texts[] = {
        "[all:flipersi]\nfreeDrops = true\n", "[turned:ataxx]\nflipEnclosedPieces = quadwrangle\n",
        "[looped:crazyhouse]\ndropLoop = true\n",
        "[stones:atomic]\npetrifyOnCaptureTypes = nbrq\npetrifyBlastPieces = true\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const GrRules *rules = defined(texts[i]);
        GrBuffer out;
        gr_buffer_init(&out);
        if (rules) {
            gr_definition_write(gr_definition_of(rules), &out);
            CHECK(defined(out.data) == rules);
        }
        gr_buffer_free(&out);
    }
}

/* A whole game as players of Othello write it: squares without blanks, and no word of the pass before the last two. */
static void records_leave_out_passes(void) {
    static const char text[] =
        "[Variant \"Othello\"]\n\n"
        "e6f6d3c5g7e3c4e7f4h8f2g1e8g5f3c3b3d2c6b4a3g3h4b6e2c7b5d1d7f7d8b2g6h6g8b7a6h7a4h5b1a1f8a5a7c2d6b8e1h3"
        "f5a8a2c1g4c8h2h1f1g2"
        " 1-0\n";
    GrBuffer out;
    gr_buffer_init(&out);
    CHECK_INT(aid_rewrite(variants, NULL, text, strlen(text), &gr_format_pgn, &out), 1);
    bool passes = !out.failed && strstr(out.data, "P@h1 30. -- P@f1 31. P@g2# 1-0") != NULL;
    if (!passes)
        printf("%s\n", out.data);
    CHECK(passes);
    gr_buffer_free(&out);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(drops_are_read);
    RUN(lines_are_enclosed);
    RUN(neighbours_change_sides);
    RUN(drops_without_a_friend_change_nothing);
    RUN(captors_become_walls);
    RUN(royal_pieces_do_not_become_walls);
    RUN(faults_are_named);
    RUN(pieces_slide_in_from_the_edges);
    RUN(pieces_are_counted);
    RUN(sides_pass_when_stuck);
    RUN(random_games_come_back_from_their_texts);
    RUN(hands_mean_nothing_where_drops_are_free);
    RUN(hands_are_bounded);
    RUN(definitions_are_checked);
    RUN(records_leave_out_passes);
    gr_variants_close(variants);
    return test_end();
}
