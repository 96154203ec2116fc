/* The rules of Wizard Chess: what happens in the enemy camp, dragons that come back, teleport. */
#include "tests/aid/rules_aid.h"

static void promotion_on_entering_the_camp(void) {
    const char *fen = "z6/7/7/2W4/7/7/7/7/7/7/7/6Z[] w - - 5 1";
    MOVES(fen, "c9", "c9b10h c9d10h"); /* obligatory, and no choice */
    PLAYED(fen, "c9d10h", "z6/7/3H~3/7/7/7/7/7/7/7/7/6Z[] b - - 0 2");
    SAN(fen, "c9d10h", "Wd10=H");
    MOVES("z6/7/2h4/2W4/7/7/7/7/7/7/7/6Z[] w - - 5 1", "c9", "c9b10h c9d10h c9c10h");
    MOVES("z6/7/7/7/2W4/7/7/7/7/7/7/6Z[] w - - 5 1", "c8", "c8b9 c8d9");
    /* Hero to giant, giant to chariot. */
    const char *hero = "z6/7/7/2H4/7/7/7/7/7/7/7/6Z[] w - - 5 1";
    MOVES(hero, "c9", "c9b10g c9d10g c9b8 c9d8");
    PLAYED(hero, "c9d10g", "z6/7/3G~3/7/7/7/7/7/7/7/7/6Z[] b - - 6 2");
    const char *giant = "z6/7/7/2G4/7/7/7/7/7/7/7/6Z[] w - - 5 1";
    MOVES(giant, "c9", "c9c10c c9b10c c9d10c c9a11c c9e11c c9c8 c9b9 c9d9 c9b8 c9d8 c9a7 c9e7");
    PLAYED(giant, "c9e11c", "z6/4C2/7/7/7/7/7/7/7/7/7/6Z[] b - - 6 2");
    /* Black's on White's first three ranks. */
    MOVES("z6/7/7/7/7/7/7/7/2w4/7/7/6Z[] b - - 5 1", "c4", "c4b3h c4d3h");
    MOVES("z6/7/7/7/7/7/7/7/2h4/7/7/6Z[] b - - 5 1", "c4", "c4b3g c4d3g c4b5 c4d5");
}

static void promotion_once_in_a_life(void) {
    MOVES("z6/7/7/2H~4/7/7/7/7/7/7/7/6Z[] w - - 5 1", "c9", "c9b10 c9d10 c9b8 c9d8");
    MOVES("z6/7/3H~3/7/7/7/7/7/7/7/7/6Z[D] w - - 5 1", "d10", "d10c11 d10e11 d10c9 d10e9");
    MOVES("z6/7/7/2G~4/7/7/7/7/7/7/7/6Z[DD] w - - 5 1", "c9",
          "c9c10 c9b10 c9d10 c9a11 c9e11 c9c8 c9b9 c9d9 c9b8 c9d8 c9a7 c9e7");
    DIFFERENT("z6/7/7/2H~4/7/7/7/7/7/7/7/6Z[] w - - 5 1",
              "z6/7/7/2H4/7/7/7/7/7/7/7/6Z[] w - - 5 1");
    DIFFERENT("z6/7/7/2H~4/7/7/7/7/7/7/7/6Z[] w - - 5 1",
              "z6/7/7/2H^4/7/7/7/7/7/7/7/6Z[] w - - 5 1");
}

static void quest_needs_an_available_dragon(void) {
    const char *fen = "z6/7/7/2W4/7/7/7/7/7/7/7/6Z[D] w - - 5 1";
    MOVES(fen, "c9", "c9b10h c9d10h c9b10^ c9d10^");
    PLAYED(fen, "c9d10^", "z6/7/3W^3/7/7/7/7/7/7/7/7/6Z[D] b - - 0 2");
    SAN(fen, "c9d10^", "Wd10^");
    SAN(fen, "c9d10h", "Wd10=H");
    MOVES("z6/7/7/2H4/7/7/7/7/7/7/7/6Z[D] w - - 5 1", "c9",
          "c9b10g c9d10g c9b10^ c9d10^ c9b8 c9d8");
    MOVES("z6/7/7/3G3/7/7/7/7/7/7/3h3/6Z[D] w - - 5 1", "d9d", "d9d10c d9d10^ d9d8");
    /* The other side's dragons are no help. */
    MOVES("z6/7/7/2W4/7/7/7/7/7/7/7/6Z[dd] w - - 5 1", "c9", "c9b10h c9d10h");
    MOVES("z6/7/7/7/7/7/7/7/2w4/7/7/6Z[d] b - - 5 1", "c4", "c4b3h c4d3h c4b3^ c4d3^");
    DIFFERENT("z6/7/3W^3/7/7/7/7/7/7/7/7/6Z[D] b - - 0 1",
              "z6/7/3W3/7/7/7/7/7/7/7/7/6Z[D] b - - 0 1");
}

static void piece_on_the_quest_is_never_promoted(void) {
    MOVES("z6/7/3W^3/7/7/7/7/7/7/7/7/6Z[] w - - 5 1", "d10", "d10c11 d10e11");
    MOVES("z6/7/7/3W^3/7/7/7/7/7/7/7/6Z[D] w - - 5 1", "d9", "d9c10 d9e10");
    MOVES("z6/7/3H^3/7/7/7/7/7/7/7/7/6Z[D] w - - 5 1", "d10", "d10c11 d10e11 d10c9 d10e9");
    PLAYED("z6/7/3H^3/7/7/7/7/7/7/7/7/6Z[D] w - - 5 1", "d10c9",
           "z6/7/7/2H^4/7/7/7/7/7/7/7/6Z[D] b - - 6 2");
    /* A warrior on the quest that is captured at home and placed again is an ordinary one. */
    PLAYED("z6/7/7/7/7/7/2W^c3/7/7/7/7/6Z[D] b - - 3 9", "d6c6 W@a2",
           "z6/7/7/7/7/7/2c4/7/7/7/W6/6Z[D] w - - 0 9");
}

static void resurrection_on_the_last_rank(void) {
    const char *fen = "z6/3W^3/7/7/7/7/7/7/7/7/7/6Z[DD] w - - 5 1";
    MOVES(fen, "d11", "d11c12d d11e12d"); /* obligatory */
    PLAYED(fen, "d11c12d", "z1D~4/7/7/7/7/7/7/7/7/7/7/6Z[D] b - - 0 2");
    SAN(fen, "d11e12d", "We12=D");
    /* Without a dragon the piece stays what it is, and may come back for one. */
    PLAYED("z6/3W^3/7/7/7/7/7/7/7/7/7/6Z[] w - - 5 1", "d11e12",
           "z3W^2/7/7/7/7/7/7/7/7/7/7/6Z[] b - - 0 2");
    MOVES("z3G^2/7/7/7/7/7/7/7/7/7/7/6Z[D] w - - 5 1", "e12",
          "e12d12d e12f12d e12d11 e12e11 e12f11 e12c10 e12g10");
    MOVES("z3G^2/7/7/7/7/7/7/7/7/7/7/6Z[d] w - - 5 1", "e12",
          "e12d12 e12f12 e12d11 e12e11 e12f11 e12c10 e12g10");
    /* By a capture, too. */
    PLAYED("z1c4/2W^4/7/7/7/7/7/7/7/7/7/6Z[D] w - - 5 1", "c11c12d",
           "z1D~4/7/7/7/7/7/7/7/7/7/7/6Z[] b - - 0 2");
    /* Black on rank 1. */
    PLAYED("z6/7/7/7/7/7/7/7/7/7/3h^3/6Z[d] b - - 5 1", "d2c1d",
           "z6/7/7/7/7/7/7/7/7/7/7/2d~3Z[] w - - 6 1");
}

static void quest_and_resurrection_in_one_move(void) {
    const char *fen = "z6/7/7/3W+3/7/7/7/7/7/7/7/6Z[D] w - - 5 1";
    MOVES(fen, "d9", "d9c10h d9e10h d9c10^ d9e10^ d9b11h d9d11h d9f11h d9b11^ d9d11^ d9f11^ "
                     "d9c12h d9e12h d9g12h d9c12d d9e12d d9g12d");
    PLAYED(fen, "d9e12d", "z3D~2/7/7/7/7/7/7/7/7/7/7/6Z[] b - - 0 2");
    /* Promotion on the last rank is still open, as it is without a dragon. */
    PLAYED(fen, "d9e12h", "z3H~2/7/7/7/7/7/7/7/7/7/7/6Z[D] b - - 0 2");
    MOVES("z6/3H3/7/7/7/7/7/7/7/7/7/6Z[D] w - - 5 1", "d11",
          "d11c12g d11c12d d11e12g d11e12d d11c10g d11c10^ d11e10g d11e10^");
}

static void dragons_come_back_once(void) {
    /* A captured dragon is available, a resurrected one is gone. */
    PLAYED("z6/7/7/7/7/7/7/7/d3C2/7/7/6Z[] w - - 5 1", "e4a4",
           "z6/7/7/7/7/7/7/7/C6/7/7/6Z[d] b - - 0 2");
    PLAYED("z6/7/7/7/7/7/7/7/d~3C2/7/7/6Z[] w - - 5 1", "e4a4",
           "z6/7/7/7/7/7/7/7/C6/7/7/6Z[] b - - 0 2");
    PLAYED("z6/7/7/7/7/7/7/7/D3c2/7/7/6Z[D] b - - 5 1", "e4a4",
           "z6/7/7/7/7/7/7/7/c6/7/7/6Z[DD] w - - 0 1");
    DIFFERENT("z6/7/7/7/7/7/7/7/D6/7/7/6Z[D] b - - 5 1",
              "z6/7/7/7/7/7/7/7/D~6/7/7/6Z[D] b - - 5 1");
    DIFFERENT("z6/7/7/7/7/7/7/7/D6/7/7/6Z[D] b - - 5 1",
              "z6/7/7/7/7/7/7/7/D6/7/7/6Z[] b - - 5 1");
    DIFFERENT("z6/7/7/7/7/7/7/7/7/7/7/6Z[D] b - - 5 1", "z6/7/7/7/7/7/7/7/7/7/7/6Z[d] b - - 5 1");
    /* Otherwise it is a dragon like any. */
    IN_CHECK("z6/7/7/7/7/7/7/d~2H2Z/7/7/7/7[] w - - 0 1", true);
}

static void teleport(void) {
    const char *fen = "z6/7/7/7/7/7/7/7/7/7/2H4/5CZ[] w Zz - 3 4";
    MOVES(fen, "g1", "g1f2 g1g2 g1c2 g1f1");
    PLAYED(fen, "g1c2", "z6/7/7/7/7/7/7/7/7/7/2Z4/5CH[] b z - 4 5");
    SAN(fen, "g1c2", "Z=c2");
    TAKES(fen, "g1c2", "-");
    /* Once a game. */
    MOVES("z6/7/7/7/7/7/7/7/7/7/2H4/5CZ[] w z - 3 4", "g1", "g1f2 g1g2");
    /* Not in check, nor into one, nor into the other wizard's line. */
    IN_CHECK("z5c/7/7/7/7/7/7/7/7/7/2H4/6Z[] w Zz - 3 4", true);
    ILLEGAL("z5c/7/7/7/7/7/7/7/7/7/2H4/6Z[] w Zz - 3 4", "g1c2");
    ILLEGAL("z1c4/7/7/7/7/7/7/7/7/7/2H4/6Z[] w Zz - 3 4", "g1c2");
    ILLEGAL("z6/7/7/7/7/7/7/7/7/7/H6/6Z[] w Zz - 3 4", "g1a2");
    LEGAL("z6/7/7/7/7/7/7/7/7/H6/H6/6Z[] w Zz - 3 4", "g1a2");
    /* With any own piece anywhere, but only with one's own. */
    LEGAL("z6/4C1h/7/7/7/7/7/7/7/7/7/6Z[] w Zz - 3 4", "g1e11");
    ILLEGAL("z6/4C1h/7/7/7/7/7/7/7/7/7/6Z[] w Zz - 3 4", "g1g11 g1a12");
    DIFFERENT(fen, "z6/7/7/7/7/7/7/7/7/7/2H4/5CZ[] w z - 3 4");
}

static void teleport_of_warriors(void) {
    /* One that has not moved keeps its first move wherever it comes to stand. */
    const char *fen = "z6/7/7/7/7/7/7/7/7/7/3W3/6Z[] w Z - 3 4";
    PLAYED(fen, "g1d2", "z6/7/7/7/7/7/7/7/7/7/3Z3/6W+[] b - - 4 5");
    MOVES("z6/7/7/7/7/7/7/7/7/7/3Z3/6W+[] w - - 4 4", "g1", "g1f2 g1e3 g1g3 g1d4 g1f4");
    PLAYED("z6/7/7/7/7/7/7/7/7/7/3Z3/6W+[] w - - 4 4", "g1f2",
           "z6/7/7/7/7/7/7/7/7/7/3Z1W1/7[] b - - 0 5");
    /* One that has moved has none, on a starting square neither. */
    PLAYED("z6/7/7/7/7/7/7/5W1/7/7/2Z4/7[] w Z - 3 4", "c2f5",
           "z6/7/7/7/7/7/7/5Z1/7/7/2W-4/7[] b - - 4 5");
    MOVES("z6/7/7/7/7/7/7/5Z1/7/7/2W-4/7[] w - - 4 5", "c2", "c2b3 c2d3");
    /* From one starting square to another the usual needs no mark. */
    PLAYED("z6/7/7/7/7/7/7/7/7/7/2Z1W2/7[] w Z - 3 4", "c2e2",
           "z6/7/7/7/7/7/7/7/7/7/2W1Z2/7[] b - - 4 5");
    /* Other marks go along. */
    PLAYED("z6/7/7/7/7/7/7/5H~1/7/7/2Z4/7[] w Z - 3 4", "c2f5",
           "z6/7/7/7/7/7/7/5Z1/7/7/2H~4/7[] b - - 4 5");
    PLAYED("z6/7/7/5W^1/7/7/7/7/7/7/2Z4/7[] w Z - 3 4", "c2f9",
           "z6/7/7/5Z1/7/7/7/7/7/7/2W-^4/7[] b - - 4 5");
}

static void teleported_into_the_camp(void) {
    /* That is not the piece's own move. */
    PLAYED("z6/7/4Z2/7/7/7/7/3H3/7/7/7/7[] w Z - 3 4", "e10d5",
           "z6/7/4H2/7/7/7/7/3Z3/7/7/7/7[] b - - 4 5");
    ILLEGAL("z6/7/4Z2/7/7/7/7/3H3/7/7/7/7[D] w Z - 3 4", "e10d5g e10d5^");
    /* It promotes or quests at the end of its next own move in the camp. */
    MOVES("z6/7/4H2/7/7/7/7/3Z3/7/7/7/7[] w - - 4 5", "e10", "e10d11g e10f11g e10d9 e10f9");
    MOVES("z6/7/4H2/7/7/7/7/3Z3/7/7/7/7[D] w - - 4 5", "e10",
          "e10d11g e10f11g e10d11^ e10f11^ e10d9 e10f9");
    /* A piece on the quest that is teleported to the last rank is not replaced there. */
    PLAYED("4Z2/7/z6/7/7/7/7/3H^3/7/7/7/7[D] w Z - 3 4", "e12d5",
           "4H^2/7/z6/7/7/7/7/3Z3/7/7/7/7[D] b - - 4 5");
    /* A fresh warrior there has its first move, and on the last rank nowhere to go. */
    MOVES("z6/7/4W+2/7/7/7/7/3Z3/7/7/7/7[] w - - 4 5", "e10", "e10d11h e10f11h e10c12h e10e12h "
          "e10g12h");
    MOVES("z3W+2/7/7/7/7/7/7/3Z3/7/7/7/7[] w - - 4 5", "e12", "");
}

static void clock_counts_from_captures_and_warrior_moves(void) {
    PLAYED("z6/7/7/7/7/7/7/3H3/7/7/7/6Z[] w - - 60 70", "d5e6",
           "z6/7/7/7/7/7/4H2/7/7/7/7/6Z[] b - - 61 71");
    PLAYED("z6/7/7/7/7/7/7/3W3/7/7/7/6Z[] w - - 60 70", "d5e6",
           "z6/7/7/7/7/7/4W2/7/7/7/7/6Z[] b - - 0 71");
    PLAYED("z6/7/7/7/7/7/3h3/3H3/7/7/7/6Z[] w - - 60 70", "d5d6",
           "z6/7/7/7/7/7/3H3/7/7/7/7/6Z[] b - - 0 71");
    PLAYED("z6/7/7/7/7/1h5/7/3A3/7/7/7/6Z[] w - - 60 70", "d5b7",
           "z6/7/7/7/7/7/7/3A3/7/7/7/6Z[] b - - 0 71");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    aid_variant("wizard");
    RUN(promotion_on_entering_the_camp);
    RUN(promotion_once_in_a_life);
    RUN(quest_needs_an_available_dragon);
    RUN(piece_on_the_quest_is_never_promoted);
    RUN(resurrection_on_the_last_rank);
    RUN(quest_and_resurrection_in_one_move);
    RUN(dragons_come_back_once);
    RUN(teleport);
    RUN(teleport_of_warriors);
    RUN(teleported_into_the_camp);
    RUN(clock_counts_from_captures_and_warrior_moves);
    return test_end();
}
