/* The rules of Wizard Chess: how the pieces move, warriors and their placement, confrontation, the
 * end of the game. Promotion, quest and teleport are in test_rules_wizard_camp.c. Most positions
 * have the wizards on a12 and g1, which lie on no common line. */
#include "tests/aid/rules_aid.h"

#define START                                                                                      \
    "dcazacd/wgwwwgw/2hwh2/7/7/7/7/7/7/2HWH2/WGWWWGW/DCAZACD[] b Zz - 0 1"

static void start_position(void) {
    GrPosition pos;
    char fen[GR_FEN_SIZE];
    gr_start(aid_rules("wizard"), &pos);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, START);
    COUNT(START, 53);
    CHECK_INT(gr_variant(pos.rules)->first, GR_BLACK);
}

static void black_moves_first(void) {
    /* The number goes up after White's turn. */
    PLAYED("z6/3w3/7/7/7/7/7/7/7/7/3W3/6Z[] b - - 7 1", "a12b12",
           "1z5/3w3/7/7/7/7/7/7/7/7/3W3/6Z[] w - - 8 1");
    PLAYED("1z5/3w3/7/7/7/7/7/7/7/7/3W3/6Z[] w - - 8 1", "g1f1",
           "1z5/3w3/7/7/7/7/7/7/7/7/3W3/5Z1[] b - - 9 2");
}

static void dragon_slides_and_captures_over_one_piece(void) {
    /* Along files, ranks and diagonals, over own pieces and enemies; never the first piece in
     * line, never over two. */
    const char *fen =
        "z6/7/6Z/2h4/6h/7/h1H1H2/1h5/2D1h1h/1H1H3/H1h1H2/5h1[] w - - 4 1";
    MOVES(fen, "c4", "c4c5 c4d5 c4d4 c4c3 c4b4 c4a4 c4c9 c4g8 c4g4 c4a6");
    TAKES(fen, "c4c9", "c9"); /* file, over its own hero */
    TAKES(fen, "c4g8", "g8"); /* diagonal, over its own hero */
    TAKES(fen, "c4g4", "g4"); /* rank, over an enemy */
    TAKES(fen, "c4a6", "a6"); /* diagonal, over an enemy */
    PLAYED(fen, "c4g4",
           "z6/7/6Z/2h4/6h/7/h1H1H2/1h5/4h1D/1H1H3/H1h1H2/5h1[] b - - 0 2");
    SAN(fen, "c4a6", "Dxa6");
    /* It checks over exactly one piece. */
    IN_CHECK("z6/7/7/7/7/7/7/d5Z/7/7/7/7[] w - - 0 1", false);
    IN_CHECK("z6/7/7/7/7/7/7/d2H2Z/7/7/7/7[] w - - 0 1", true);
    IN_CHECK("z6/7/7/7/7/7/7/d2h2Z/7/7/7/7[] w - - 0 1", true);
    IN_CHECK("z6/7/7/7/7/7/7/d1hH2Z/7/7/7/7[] w - - 0 1", false);
    /* Stepping between is as forbidden as leaving a line with two between. */
    ILLEGAL("z6/7/7/7/7/7/2H4/d5Z/7/7/7/7[] w - - 0 1", "c6b5 c6d5");
    ILLEGAL("z6/7/7/7/7/7/7/d1hH2Z/7/7/7/7[] w - - 0 1", "d5e6 d5c6");
    LEGAL("z6/7/7/7/7/7/7/d2H2Z/7/7/7/7[] w - - 0 1", "d5e6 d5c4"); /* unscreening ends it */
}

static void chariot_is_a_rook(void) {
    MOVES("z6/7/7/7/7/3h3/7/1H1C1h1/7/7/7/6Z[] w - - 0 1", "d5",
          "d5d6 d5d7 d5d4 d5d3 d5d2 d5d1 d5c5 d5e5 d5f5");
}

static void archer_slides_two_and_shoots_diagonally(void) {
    const char *fen = "z6/7/7/7/7/1h3h1/2H4/3A3/7/1h3h1/7/6Z[] w - - 4 1";
    MOVES(fen, "d5", "d5d6 d5d7 d5d4 d5d3 d5c5 d5b5 d5e5 d5f5 d5b7 d5f7 d5b3 d5f3");
    PLAYED(fen, "d5b7", "z6/7/7/7/7/5h1/2H4/3A3/7/1h3h1/7/6Z[] b - - 0 2");
    TAKES(fen, "d5b7", "b7");
    SAN(fen, "d5b7", "Axb7");
    MOVES("z6/7/7/7/7/7/3h3/1H1A1h1/3H3/1H5/7/6Z[] w - - 0 1", "d5", "d5c5 d5e5");
    /* It does not move diagonally, nor shoot nearer or farther. */
    MOVES("z6/7/7/h5h/7/7/2h1h2/2HAH2/3H3/7/7/6Z[] w - - 0 1", "d5", "d5d6 d5d7");
    IN_CHECK("z6/7/7/7/7/7/7/7/7/4a2/5H1/6Z[] w - - 0 1", true);
    IN_CHECK("z6/7/7/7/7/7/7/7/7/7/5a1/6Z[] w - - 0 1", false);
    /* A shot may not uncover the own wizard. */
    ILLEGAL("z6/7/7/7/7/7/7/7/7/4A2/7/c1h3Z[] w - - 0 1", "e3c1");
    LEGAL("z6/7/7/7/7/7/7/7/7/4A2/7/h1h3Z[] w - - 0 1", "e3c1");
}

static void giant_steps_one_or_slides_two_diagonally(void) {
    MOVES("z6/7/7/7/7/1h1h3/2H1h2/3G3/2h4/7/7/6Z[] w - - 0 1", "d5",
          "d5d6 d5d4 d5c5 d5e5 d5e6 d5c4 d5e4 d5f3");
    MOVES("z6/7/7/7/7/1h3h1/7/3G3/7/7/7/6Z[] w - - 0 1", "d5",
          "d5d6 d5d4 d5c5 d5e5 d5e6 d5c4 d5e4 d5f3 d5c6 d5b7 d5f7 d5b3");
    IN_CHECK("z6/7/7/7/7/7/7/7/7/4g2/7/6Z[] w - - 0 1", true);
    IN_CHECK("z6/7/7/7/7/7/7/7/7/4g2/5h1/6Z[] w - - 0 1", false);
    IN_CHECK("z6/7/7/7/7/7/7/7/7/6g/7/6Z[] w - - 0 1", false);
}

static void hero_moves_diagonally_and_captures_orthogonally(void) {
    MOVES("z6/7/7/7/7/7/2hh3/2hH3/7/7/7/6Z[] w - - 0 1", "d5", "d5e6 d5c4 d5e4 d5d6 d5c5");
    IN_CHECK("z6/7/7/7/7/7/7/7/7/7/6h/6Z[] w - - 0 1", true);
    IN_CHECK("z6/7/7/7/7/7/7/7/7/7/5h1/6Z[] w - - 0 1", false);
}

static void wizard_moves_as_a_king(void) {
    MOVES("z6/7/7/7/7/7/7/7/7/7/4h2/3H1hZ[] w - - 0 1", "g1", "g1f1 g1g2");
    ILLEGAL("z6/7/7/7/7/7/7/7/7/7/4c2/6Z[] w - - 0 1", "g1f2 g1g2");
}

static void warriors_move(void) {
    MOVES("z6/7/7/7/7/7/7/7/7/3W3/7/6Z[] w - - 0 1", "d3",
          "d3c4 d3e4 d3b5 d3d5 d3f5 d3a6 d3c6 d3e6 d3g6");
    MOVES("z6/7/7/7/7/7/7/7/7/3W-3/7/6Z[] w - - 0 1", "d3", "d3c4 d3e4");
    /* The steps are taken over empty squares, to either side each. */
    MOVES("z6/7/7/7/7/7/7/7/2H4/3W3/7/6Z[] w - - 0 1", "d3",
          "d3e4 d3d5 d3f5 d3c6 d3e6 d3g6");
    MOVES("z6/7/7/7/7/7/7/3h3/2H4/3W3/7/6Z[] w - - 0 1", "d3", "d3e4 d3f5 d3e6 d3g6");
    MOVES("z6/7/7/7/7/7/7/7/2H1h2/3W3/7/6Z[] w - - 0 1", "d3", "");
    /* It captures one square straight ahead, the first time too. */
    MOVES("z6/7/7/7/7/7/7/7/2HhH2/3W3/7/6Z[] w - - 0 1", "d3", "d3d4");
    MOVES("z6/7/7/7/7/7/7/3h3/2H1h2/3W3/7/6Z[] w - - 0 1", "d3", "");
    MOVES("z6/7/7/w6/7/7/7/7/7/7/7/6Z[] b - - 0 1", "a9", "a9b8");
    MOVES("z6/w6/7/7/7/7/7/7/7/7/7/6Z[] b - - 0 1", "a11", "a11b10 a11a9 a11c9 a11b8 a11d8");
    IN_CHECK("z6/7/7/7/7/7/7/7/7/7/6w/6Z[] w - - 0 1", true);
    IN_CHECK("z6/7/7/7/7/7/7/7/7/7/5w1/6Z[] w - - 0 1", false);
}

static void first_move_is_spent_by_any_move(void) {
    PLAYED("z6/7/7/7/7/7/7/7/7/7/4W2/6Z[] w - - 9 1", "e2d3",
           "z6/7/7/7/7/7/7/7/7/3W-3/7/6Z[] b - - 0 2");
    PLAYED("z6/7/7/7/7/7/7/7/7/3h3/3W3/6Z[] w - - 9 1", "d2d3",
           "z6/7/7/7/7/7/7/7/7/3W-3/7/6Z[] b - - 0 2");
    PLAYED("z6/7/7/7/7/7/7/7/7/7/4W2/6Z[] w - - 9 1", "e2f5",
           "z6/7/7/7/7/7/7/5W1/7/7/7/6Z[] b - - 0 2");
    DIFFERENT("z6/7/7/7/7/7/7/7/7/3W-3/7/6Z[] b - - 0 1",
              "z6/7/7/7/7/7/7/7/7/3W3/7/6Z[] b - - 0 1");
    /* Marks that say what is usual are read and not written. */
    READS_AS("z6/7/7/7/7/7/7/7/5W-1/3W+3/7/6Z[] b - - 0 1",
             "z6/7/7/7/7/7/7/7/5W1/3W3/7/6Z[] b - - 0 1");
}

static void captured_warrior_goes_back(void) {
    const char *after = "z6/2g4/7/7/4C2/7/7/7/7/7/7/6Z[w] b - - 0 10";
    PLAYED("z6/2g4/7/7/4w2/7/7/7/4C2/7/7/6Z[] w - - 3 9", "e4e8", after);
    /* On a vacant X square, before anything else. */
    MOVES(after, "", "W@a11 W@d11 W@e11 W@g11");
    PLAYED(after, "W@d11", "z6/2gw3/7/7/4C2/7/7/7/7/7/7/6Z[] b - - 0 10");
    SAN(after, "W@d11", "W@d11");
    TAKES(after, "W@d11", "-");
    /* Then the same side moves; the clock counts that move alone. */
    PLAYED(after, "W@d11 c11b10", "z6/3w3/1g5/7/4C2/7/7/7/7/7/7/6Z[] w - - 1 10");
    /* A placed warrior is fresh. */
    MOVES("z6/2gw3/7/7/4C2/7/7/7/7/7/7/6Z[] b - - 0 10", "d11",
          "d11c10 d11e10 d11b9 d11d9 d11f9 d11a8 d11c8 d11g8");
    DIFFERENT(after, "z6/2g4/7/7/4C2/7/7/7/7/7/7/6Z[] b - - 0 10");
    /* White's, taken on rank 6, goes to rank 2. */
    PLAYED("z6/7/7/7/7/7/2Wc3/7/7/7/1W5/6Z[] b - - 3 9", "d6c6",
           "z6/7/7/7/7/7/2c4/7/7/7/1W5/6Z[W] w - - 0 9");
    MOVES("z6/7/7/7/7/7/2c4/7/7/7/1W5/6Z[W] w - - 0 9", "", "W@a2 W@c2 W@d2 W@e2 W@g2");
}

static void captured_warrior_that_is_gone(void) {
    /* Not in its own territory. */
    PLAYED("z6/7/7/7/7/7/4w2/7/4C2/7/7/6Z[] w - - 3 9", "e4e6",
           "z6/7/7/7/7/7/4C2/7/7/7/7/6Z[] b - - 0 10");
    PLAYED("z6/7/7/7/7/2Wc3/7/7/7/7/7/6Z[] b - - 3 9", "d7c7",
           "z6/7/7/7/7/2c4/7/7/7/7/7/6Z[] w - - 0 9");
    PLAYED("z6/7/7/7/7/4w2/7/7/4C2/7/7/6Z[] w - - 3 9", "e4e7",
           "z6/7/7/7/7/4C2/7/7/7/7/7/6Z[w] b - - 0 10");
    /* No X square is vacant. */
    PLAYED("z6/g1ggg1g/7/7/4w2/7/7/7/4C2/7/7/6Z[] w - - 3 9", "e4e8",
           "z6/g1ggg1g/7/7/4C2/7/7/7/7/7/7/6Z[] b - - 0 10");
    /* The capturer stands on the only one, but an archer's shot leaves it vacant. */
    PLAYED("z6/g1ggw1g/7/7/7/7/7/7/4C2/7/7/6Z[] w - - 3 9", "e4e11",
           "z6/g1ggC1g/7/7/7/7/7/7/7/7/7/6Z[] b - - 0 10");
    PLAYED("z6/g1ggw1g/7/2A4/7/7/7/7/7/7/7/6Z[] w - - 3 9", "c9e11",
           "z6/g1gg2g/7/2A4/7/7/7/7/7/7/7/6Z[w] b - - 0 10");
    MOVES("z6/g1gg2g/7/2A4/7/7/7/7/7/7/7/6Z[w] b - - 0 10", "", "W@e11");
    /* A promoted warrior is a hero. */
    PLAYED("z6/7/7/7/7/7/2H~c3/7/7/7/7/6Z[] b - - 3 9", "d6c6",
           "z6/7/7/7/7/7/2c4/7/7/7/7/6Z[] w - - 0 9");
}

static void placement_while_in_check(void) {
    const char *after = "z6/7/7/7/C6/7/7/7/7/7/7/6Z[w] b - - 0 2";
    PLAYED("z6/7/7/7/w6/7/7/7/C6/7/7/6Z[] w - - 3 1", "a4a8", after);
    SAN("z6/7/7/7/w6/7/7/7/C6/7/7/6Z[] w - - 3 1", "a4a8", "Cxa8+");
    IN_CHECK(after, true);
    STATE(after, GR_OPEN, -1);
    /* Every vacant square is open, whether it helps or not; the move then has to end the check. */
    MOVES(after, "", "W@a11 W@c11 W@d11 W@e11 W@g11");
    MOVES("z6/2w4/7/7/C6/7/7/7/7/7/7/6Z[] b - - 0 2", "", "a12b12 a12b11 c11a9");
    IN_CHECK("z6/w6/7/7/C6/7/7/7/7/7/7/6Z[] b - - 0 2", false);
    PLAYED(after, "W@a11 a12b12", "1z5/w6/7/7/C6/7/7/7/7/7/7/6Z[] w - - 1 2");
}

static void checkmate_counts_placements(void) {
    /* Nothing placed on rank 11 shields b11 from the chariot on b1. */
    const char *mate = "z5C/7/7/2G4/7/7/7/7/7/7/7/1C4Z[w] b - - 0 5";
    COUNT(mate, 5);
    STATE(mate, GR_CHECKMATE, GR_WHITE);
    /* From the chariot on g11 three placements do. */
    const char *open = "z5C/6C/7/2G4/7/7/7/7/7/7/7/6Z[w] b - - 0 5";
    STATE(open, GR_OPEN, -1);
    STATE("z5C/6C/7/2G4/7/7/7/7/7/7/7/6Z[] b - - 0 5", GR_CHECKMATE, GR_WHITE);
    LEGAL("z5C/2w3C/7/2G4/7/7/7/7/7/7/7/6Z[] b - - 0 5", "a12b11");
    STATE("z5C/w5C/7/2G4/7/7/7/7/7/7/7/6Z[] b - - 0 5", GR_CHECKMATE, GR_WHITE);
    /* So does the mark on the capture. */
    SAN("z4w1/7/7/2G3C/7/7/7/7/7/7/7/1C4Z[] w - - 0 5", "g9g12", "Cg12");
    SAN("z5w/7/7/2G3C/7/7/7/7/7/7/7/1C4Z[] w - - 0 5", "g9g12", "Cxg12#");
    SAN("z5w/5C1/6C/2G4/7/7/7/7/7/7/7/6Z[] w - - 0 5", "g10g12", "Cxg12+");
    /* A placement never carries a mark. */
    SAN("2z4/7/7/3G3/7/d6/7/7/6Z/7/7/7[w] b - - 0 5", "W@d11", "W@d11");
}

static void placement_may_attack_the_other_wizard(void) {
    /* It is Black's turn still; White has to answer after Black's move. */
    const char *fen = "A6/2z2H~1/4Z2/7/6G/7/7/7/7/2C4/7/7[DDw] b Zz - 7 40";
    const char *after = "A6/2z1wH~1/4Z2/7/6G/7/7/7/7/2C4/7/7[DD] b Zz - 7 40";
    PLAYED(fen, "W@e11", after);
    ILLEGAL(after, "e11e10"); /* a wizard is never taken */
    /* The placed warrior as a screen for its dragon. */
    PLAYED("2d1z2/7/7/7/7/7/7/2Z4/7/7/7/7[w] b - - 3 8", "W@c11",
           "2d1z2/2w4/7/7/7/7/7/2Z4/7/7/7/7[] b - - 3 8");
    PLAYED("2d1z2/7/7/7/7/7/7/2Z4/7/7/7/7[w] b - - 3 8", "W@c11 e12f12",
           "2d2z1/2w4/7/7/7/7/7/2Z4/7/7/7/7[] w - - 4 8");
    IN_CHECK("2d2z1/2w4/7/7/7/7/7/2Z4/7/7/7/7[] w - - 4 8", true);
    /* It may put the own wizard in check, too; the move has to end that. */
    PLAYED("4D2/7/7/4z2/7/7/7/2Z4/7/7/7/7[w] b - - 3 8", "W@e11",
           "4D2/4w2/7/4z2/7/7/7/2Z4/7/7/7/7[] b - - 3 8");
    IN_CHECK("4D2/4w2/7/4z2/7/7/7/2Z4/7/7/7/7[] b - - 3 8", true);
    LEGAL("4D2/4w2/7/4z2/7/7/7/2Z4/7/7/7/7[] b - - 3 8", "e11d10 e9d10 e9d9");
    ILLEGAL("4D2/4w2/7/4z2/7/7/7/2Z4/7/7/7/7[] b - - 3 8", "e9e10 e9e8");
}

static void confrontation(void) {
    /* The hero alone keeps the file between the wizards closed. */
    MOVES("3z3/7/7/7/7/7/7/3H3/7/7/7/3Z3[] w - - 0 1", "d5", "");
    LEGAL("3z3/7/7/7/7/7/7/3A3/7/7/7/3Z3[] w - - 0 1", "d5d6 d5d4");
    ILLEGAL("3z3/7/7/7/7/7/7/3A3/7/7/7/3Z3[] w - - 0 1", "d5c5 d5e5");
    /* No wizard may step into the other's open rank, file or diagonal. */
    MOVES("3z3/7/7/7/7/7/7/7/7/7/7/2Z4[] w - - 0 1", "c1", "c1b1 c1b2 c1c2");
    ILLEGAL("3z3/7/7/5Z1/7/7/7/7/7/7/7/7[] w - - 0 1", "f9f10 f9g9");
    LEGAL("3z3/7/7/5Z1/7/7/7/7/7/7/7/7[] w - - 0 1", "f9g10 f9e10 f9e9 f9e8 f9f8 f9g8");
    ILLEGAL("z6/7/7/7/5Z1/7/7/7/7/7/7/7[] w - - 0 1", "f8e8");
    ILLEGAL("z6/7/7/7/7/7/7/6Z/7/7/7/7[] b - - 0 1", "a12a11");
    LEGAL("z6/7/7/7/7/7/7/6Z/7/7/7/7[] b - - 0 1", "a12b11 a12b12");
    /* Nor may the last piece between be shot or captured away. */
    ILLEGAL("3z3/7/7/7/7/7/7/3h3/7/1A5/7/3Z3[] w - - 0 1", "b3d5");
}

static void ends_of_the_game(void) {
    /* A player not in check and without a move loses. */
    const char *still = "z6/6C/7/7/7/7/7/7/7/7/7/1C4Z[] b - - 0 5";
    IN_CHECK(still, false);
    STATE(still, GR_STALEMATE, GR_WHITE);
    STATE("1c4z/7/7/7/7/7/7/7/7/7/6c/Z6[] w - - 0 5", GR_STALEMATE, GR_BLACK);
    SAN("z6/7/6C/7/7/7/7/7/7/7/7/1C4Z[] w - - 0 5", "g10g11", "Cg11");
    STATE("z5C/6C/7/7/7/7/7/7/7/7/7/6Z[] b - - 0 5", GR_CHECKMATE, GR_WHITE);
    SAN("z6/6C/5C1/7/7/7/7/7/7/7/7/6Z[] w - - 0 5", "f10f12", "Cf12#");
    /* There is no draw by fifty moves or by lack of material. */
    STATE("z6/7/6C/7/7/7/7/7/7/7/7/6Z[] b - - 100 90", GR_OPEN, -1);
    STATE("z6/7/7/7/7/7/7/7/7/7/7/6Z[] b - - 250 150", GR_OPEN, -1);
    PLAYED("z6/7/6C/7/7/7/7/7/7/7/7/6Z[] b - - 100 90", "a12b12",
           "1z5/7/6C/7/7/7/7/7/7/7/7/6Z[] w - - 101 90");
}

/* How many legal moves may give check; -1 if it is not known. */
static int may_check(const char *fen) {
    GrPosition pos;
    GrMoveList list;
    GrChecks checks;
    int count = 0;
    if (!CHECK_INT(gr_fen_read(aid_rules("wizard"), fen, &pos, NULL), 0) || !gr_checks(&pos, &checks))
        return -1;
    gr_moves(&pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        count += gr_may_check(&checks, &pos, list.move[i]);
    return count;
}

/* Of few moves: that all are right is tested in random positions (tests/oracle/properties.c). */
static void few_moves_may_give_check(void) {
    CHECK_INT(may_check("6z/7/7/7/7/7/7/7/7/7/7/Z6[] w - - 0 1"), 0);
    CHECK_INT(may_check("6z/7/7/7/7/7/7/7/7/7/7/ZH5[] w - - 0 1"), 0);
    /* The hero can step between the dragon and the wizard, on b5 or d5, but not the wizard. */
    CHECK_INT(may_check("7/7/7/7/7/7/2H4/D5z/7/7/7/Z6[] w - - 0 1") -
              may_check("7/7/7/7/7/7/7/D5z/7/7/7/Z6[] w - - 0 1"), 2);
    /* Either of two heroes can leave such a line, each by four moves, and none of three. */
    CHECK_INT(may_check("7/7/7/7/7/7/7/D1HH2z/7/7/7/Z6[] w - - 0 1") -
              may_check("7/7/7/7/7/7/7/D1HHH1z/7/7/7/Z6[] w - - 0 1"), 8);
    /* A warrior that was placed attacks already. */
    CHECK_INT(may_check("7/7/7/7/7/7/7/7/7/z6/W6/6Z[] w - - 0 1"), -1);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    aid_variant("wizard");
    RUN(start_position);
    RUN(black_moves_first);
    RUN(dragon_slides_and_captures_over_one_piece);
    RUN(chariot_is_a_rook);
    RUN(archer_slides_two_and_shoots_diagonally);
    RUN(giant_steps_one_or_slides_two_diagonally);
    RUN(hero_moves_diagonally_and_captures_orthogonally);
    RUN(wizard_moves_as_a_king);
    RUN(warriors_move);
    RUN(first_move_is_spent_by_any_move);
    RUN(captured_warrior_goes_back);
    RUN(captured_warrior_that_is_gone);
    RUN(placement_while_in_check);
    RUN(checkmate_counts_placements);
    RUN(placement_may_attack_the_other_wizard);
    RUN(confrontation);
    RUN(ends_of_the_game);
    RUN(few_moves_may_give_check);
    return test_end();
}
