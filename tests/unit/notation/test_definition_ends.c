/* Described games that end as few games do: mates that win, full boards, chains, counted stalemates; and moves that few
 * games forbid. */
#include "tests/aid/described_aid.h"

static bool play(const char *of, const char *fen, const char *moves, GrPosition *pos) {
    const GrRules *rules = rules_of(of);
    if (!CHECK(rules != NULL))
        return false;
    gr_start(rules, pos);
    return !(fen && !CHECK_INT(gr_fen_read(rules, fen, pos, NULL), 0)) && play_all(pos, moves, NULL);
}

static void ends(const char *of, const char *fen, const char *moves, GrState state, int winner) {
    GrPosition pos;
    CHECK(play(of, fen, moves, &pos));
    if (!CHECK_INT(gr_state(&pos), state) || !CHECK_INT(gr_winner(&pos, gr_state(&pos)), winner))
        printf("%s %s %s\n", of, fen ? fen : "", moves);
}

#define FOOLS_MATE "f2f3 e7e5 g2g4 d8h4"

static void mates_may_win(void) {
    ends("chess", NULL, FOOLS_MATE, GR_CHECKMATE, GR_BLACK);
    ends("misere", NULL, FOOLS_MATE, GR_CHECKMATE, GR_WHITE);
    ends("[a:chess]\ncheckmateValue = draw", NULL, FOOLS_MATE, GR_CHECKMATE, -1);
}

static void moves_without_progress_draw_without_repetitions(void) {
    ends("[b:chess]\nnFoldRule = 0\nnMoveRule = 1", NULL, "g1f3", GR_OPEN, -1);
    ends("b", NULL, "g1f3 g8f6", GR_DRAWN, -1);
    ends("[c:chess]\nnFoldRule = 0\nnMoveRule = 1\nmaterialCounting = blackdrawodds", NULL, "g1f3 g8f6", GR_WON,
         GR_BLACK);
}

static void stalemates_by_pieces(void) {
    static const char game[] = "[d:chess]\nstalemateValue = loss\nstalematePieceCount = true";
    ends(game, "k7/8/1Q6/7p/7P/8/6K1/8 b - - 0 1", "", GR_STALEMATE, GR_WHITE);
    ends("d", "k7/8/1Q6/7p/7P/6p1/6K1/8 b - - 0 1", "", GR_STALEMATE, -1);
}

static void flags_behind_others(void) {
    static const char game[] = "[e:chess]\nflagPiece = p\nflagRegion = a4 b4\nflagPieceCount = 2\n"
                               "flagPieceBlockedWin = true";
    ends(game, "4k3/8/8/8/1n6/P7/8/4K3 w - - 0 1", "a3a4", GR_WON, GR_WHITE);
    ends("e", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3a4", GR_OPEN, -1);
}

#define SMALL "maxRank = 3\nmaxFile = 3\ncustomPiece1 = p:W\npieceDrops = true\ncastling = false\n"

static void full_boards_and_chains(void) {
    ends("[f]\n" SMALL "adjudicateFullBoard = true\nstartFen = PPP/ppp/PP1[P] w - - 0 1", NULL, "P@c1", GR_DRAWN, -1);
    ends("[g]\n" SMALL "connectRegion1White = *1\nconnectRegion2White = *3\nconnectRegion1Black = a*\n"
         "connectRegion2Black = c*\nstartFen = 3/1P1/1P1[PPpp] w - - 0 1", NULL, "P@b3", GR_WON, GR_WHITE);
    ends("g", "3/p1p/3[PPpp] b - - 0 1", "P@c3", GR_OPEN, -1);
    ends("g", "3/p1p/3[PPpp] b - - 0 1", "P@b2", GR_WON, GR_BLACK);
}

static void immune_pieces(void) {
    GrPosition pos;
    rules_of("[h:chess]\nmutuallyImmuneTypes = r");
    CHECK(!play("h", "4k3/8/8/r7/R7/8/8/4K3 w - - 0 1", "a4a5", &pos));
    CHECK(play("h", "4k3/8/8/n7/R7/8/8/4K3 w - - 0 1", "a4a5", &pos));
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(mates_may_win);
    RUN(moves_without_progress_draw_without_repetitions);
    RUN(stalemates_by_pieces);
    RUN(flags_behind_others);
    RUN(full_boards_and_chains);
    RUN(immune_pieces);
    gr_variants_close(variants);
    return test_end();
}
