/* What Capablanca Chess adds to chess, each on a position made for it. */
#include "tests/aid/rules_aid.h"

#define START "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"
#define CASTLING "r4k3r/10/10/10/10/10/10/R4K3R "

static void start_position(void) {
    GrPosition pos;
    char fen[GR_FEN_SIZE];
    gr_start(aid_rules("capablanca"), &pos);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, START);
    COUNT(START, 28);
}

static void archbishop_is_bishop_and_knight(void) {
    MOVES("k9/10/10/6p3/10/4A5/3P6/9K w - - 0 1", "e3",
          "e3d5 e3f5 e3c4 e3g4 e3c2 e3g2 e3d1 e3f1 e3d4 e3c5 e3b6 e3a7 e3f4 e3g5 e3f2 e3g1");
}

static void chancellor_is_rook_and_knight(void) {
    MOVES("k9/10/10/4p1p3/10/2P1C5/3PP5/9K w - - 0 1", "e3",
          "e3d5 e3f5 e3c4 e3g4 e3c2 e3g2 e3d1 e3f1 e3e4 e3e5 e3d3 e3f3 e3g3 e3h3 e3i3 e3j3");
}

static void pawns_are_those_of_chess(void) {
    MOVES("10/P8k/10/10/10/10/10/9K w - - 0 1", "a7", "a7a8q a7a8r a7a8b a7a8n a7a8a a7a8c");
    MOVES("9k/10/10/10/10/10/4P5/9K w - - 0 1", "e2", "e2e3 e2e4");
    PLAYED("4k5/9p/10/8P1/10/10/10/4K5 b - - 3 1", "j7j5", "4k5/10/10/8Pp/10/10/10/4K5 w - j6 0 2");
    TAKES("4k5/10/10/8Pp/10/10/10/4K5 w - j6 0 2", "i5j6", "j5");
}

static void king_castles_three_squares(void) {
    PLAYED(CASTLING "w KQkq - 0 1", "f1i1 f8c8", "2kr5r/10/10/10/10/10/10/R6RK1 w - - 2 2");
    PLAYED(CASTLING "w KQkq - 0 1", "f1c1 f8i8", "r6rk1/10/10/10/10/10/10/2KR5R w - - 2 2");
    ILLEGAL("6r3/1k8/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1");
    ILLEGAL("3r6/1k8/10/10/10/10/10/R4K3R w KQ - 0 1", "f1c1");
    LEGAL("1r8/2k7/10/10/10/10/10/R4K3R w KQ - 0 1", "f1c1 f1i1");
    ILLEGAL("10/2k7/10/10/10/10/10/RN3K2NR w KQ - 0 1", "f1c1 f1i1");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    aid_variant("capablanca");
    RUN(start_position);
    RUN(archbishop_is_bishop_and_knight);
    RUN(chancellor_is_rook_and_knight);
    RUN(pawns_are_those_of_chess);
    RUN(king_castles_three_squares);
    return test_end();
}
