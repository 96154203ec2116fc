/* The rules of Magi, each on a position made for it. */
#include "tests/aid/rules_aid.h"

#define START                                                                                      \
    "rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR w KQkq - 0 1"
#define CASTLING "r4k3r/10/10/10/10/10/10/10/10/R4K3R "

static void start_position(void) {
    GrPosition pos;
    char fen[GR_FEN_SIZE];
    gr_start(aid_rules("magi"), &pos);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, START);
    COUNT(START, 38);
}

static void duke_slides_one_to_three_squares(void) {
    MOVES("k9/10/10/10/10/4D5/10/10/10/9K w - - 0 1", "e5",
          "e5e6 e5e7 e5e8 e5e4 e5e3 e5e2 e5d5 e5c5 e5b5 e5f5 e5g5 e5h5");
    /* It stops at what is in its way; the rook three squares off is in reach, a fourth is not. */
    MOVES("k9/4r5/4r5/10/4P5/1r2Dr4/10/10/10/9K w - - 0 1", "e5",
          "e5e4 e5e3 e5e2 e5d5 e5c5 e5b5 e5f5");
    IN_CHECK("10/10/4k5/10/10/4D5/10/10/10/9K b - - 0 1", true);
    IN_CHECK("10/4k5/10/10/10/4D5/10/10/10/9K b - - 0 1", false);
}

static void cardinal_is_bishop_and_king(void) {
    MOVES("k9/10/10/7p2/10/3pC5/10/10/1P8/9K w - - 0 1", "e5",
          "e5e6 e5e4 e5d5 e5f5 e5d6 e5c7 e5b8 e5a9 e5f6 e5g7 e5h8 e5i9 e5j10 e5d4 e5c3 "
          "e5f4 e5g3 e5h2 e5i1");
    IN_CHECK("10/10/10/10/4k5/4C5/10/10/10/9K b - - 0 1", true);
    IN_CHECK("10/10/10/4k5/10/4C5/10/10/10/9K b - - 0 1", false);
}

static void wizard_steps_and_leaps(void) {
    /* Ringed in by its own pawns it still leaps. */
    MOVES("k9/10/10/6p3/3PPP4/3PWP4/3PPP4/10/10/9K w - - 0 1", "e5",
          "e5d7 e5f7 e5g6 e5g4 e5f3 e5d3 e5c4 e5c6 e5c7 e5g7 e5c3 e5g3");
    MOVES("k9/10/10/10/4p5/4W5/10/10/10/9K w - - 0 1", "e5",
          "e5e6 e5e4 e5d5 e5f5 e5d7 e5f7 e5g6 e5g4 e5f3 e5d3 e5c4 e5c6 e5c7 e5g7 e5c3 e5g3");
    TAKES("k9/10/10/6p3/3PPP4/3PWP4/3PPP4/10/10/9K w - - 0 1", "e5g7", "g7");
}

static void pawns_go_one_two_or_three_squares(void) {
    MOVES("k9/10/10/10/10/10/10/10/4P5/9K w - - 0 1", "e2", "e2e3 e2e4 e2e5");
    MOVES("k9/10/10/10/10/4p5/10/10/4P5/9K w - - 0 1", "e2", "e2e3 e2e4");
    MOVES("k9/10/10/10/10/10/4p5/10/4P5/9K w - - 0 1", "e2", "e2e3");
    MOVES("k9/10/10/10/10/10/10/4p5/4P5/9K w - - 0 1", "e2", "");
    MOVES("k9/10/10/10/10/10/10/4P5/10/9K w - - 0 1", "e3", "e3e4");
    MOVES("k9/4p5/10/10/10/10/10/10/10/9K b - - 0 1", "e9", "e9e8 e9e7 e9e6");
    MOVES("k9/10/10/10/10/10/10/3p1p4/4P5/9K w - - 0 1", "e2", "e2e3 e2e4 e2e5 e2d3 e2f3");
}

static void limited_pawns_go_one_or_two(void) {
    MOVES("k9/10/10/10/10/10/10/3L6/10/9K w - - 0 1", "d3", "d3d4 d3d5");
    MOVES("k9/10/10/10/10/3p6/10/3L6/10/9K w - - 0 1", "d3", "d3d4");
    MOVES("k9/10/6l3/10/10/10/10/10/10/9K b - - 0 1", "g8", "g8g7 g8g6");
    MOVES("k9/10/10/10/10/10/3L6/10/10/9K w - - 0 1", "d4", "d4d5");
    MOVES("k9/10/10/10/10/10/4p5/3L6/10/9K w - - 0 1", "d3", "d3d4 d3d5 d3e4");
    /* A pawn that arrives on an LPawn's square has no such right. */
    MOVES("k9/10/10/10/10/10/10/3P6/10/9K w - - 0 1", "d3", "d3d4");
    PLAYED("k9/10/10/10/10/10/10/10/3P6/9K w - - 0 1", "d2d3 a10b10",
           "1k8/10/10/10/10/10/10/3P6/10/9K w - - 1 2");
    MOVES("1k8/10/10/10/10/10/10/3P6/10/9K w - - 1 2", "d3", "d3d4");
}

static void en_passant_after_three_steps(void) {
    const char *after = "k9/10/10/10/10/1pPp6/1p1p6/10/10/9K b - c3c4 0 1";
    PLAYED("k9/10/10/10/10/1p1p6/1p1p6/10/2P7/9K w - - 5 1", "c2c5", after);
    MOVES(after, "b4", "b4b3 b4c3");
    MOVES(after, "d4", "d4d3 d4c3");
    MOVES(after, "b5", "b5c4");
    MOVES(after, "d5", "d5c4");
    TAKES(after, "b4c3", "c5");
    TAKES(after, "d5c4", "c5");
    PLAYED(after, "d4c3", "k9/10/10/10/10/1p1p6/1p8/2p7/10/9K w - - 0 2");
    PLAYED(after, "b5c4", "k9/10/10/10/10/3p6/1ppp6/10/10/9K w - - 0 2");
    SAN(after, "b5c4", "bxc4");
    /* After two steps on the one square passed over. */
    PLAYED("k9/10/10/10/10/1p1p6/1p1p6/10/2P7/9K w - - 5 1", "c2c4",
           "k9/10/10/10/10/1p1p6/1pPp6/10/10/9K b - c3 0 1");
    /* After one step on none. */
    PLAYED("k9/10/10/10/10/10/1p1p6/10/2P7/9K w - - 5 1", "c2c3",
           "k9/10/10/10/10/10/1p1p6/2P7/10/9K b - - 0 1");
    /* On the next move only. */
    PLAYED(after, "a10b10 j1i1", "1k8/10/10/10/10/1pPp6/1p1p6/10/10/8K1 b - - 2 2");
    ILLEGAL("1k8/10/10/10/10/1pPp6/1p1p6/10/10/8K1 b - - 2 2", "b4c3 d4c3 b5c4 d5c4");
}

static void en_passant_of_limited_pawns(void) {
    /* One step: the starting square counts as passed over. */
    const char *one = "k9/10/10/2PlP5/10/10/10/10/10/9K w - d8 0 2";
    PLAYED("k9/10/3l6/2P1P5/10/10/10/10/10/9K b - - 5 1", "d8d7", one);
    MOVES(one, "c7", "c7c8 c7d8");
    MOVES(one, "e7", "e7e8 e7d8");
    TAKES(one, "c7d8", "d7");
    PLAYED(one, "e7d8", "k9/10/3P6/2P7/10/10/10/10/10/9K b - - 0 2");
    /* Two steps: the starting square and the one between. */
    const char *two = "k9/10/10/2P1P5/2PlP5/10/10/10/10/9K w - d7d8 0 2";
    PLAYED("k9/10/3l6/2P1P5/2P1P5/10/10/10/10/9K b - - 5 1", "d8d6", two);
    MOVES(two, "c7", "c7c8 c7d8");
    MOVES(two, "e7", "e7e8 e7d8");
    MOVES(two, "c6", "c6d7");
    MOVES(two, "e6", "e6d7");
    TAKES(two, "c6d7", "d6");
    TAKES(two, "e7d8", "d6");
    /* White's, taken by a limited pawn. */
    PLAYED("k9/10/10/10/10/10/5l4/6L3/10/9K w - - 5 1", "g3g4",
           "k9/10/10/10/10/10/5lL3/10/10/9K b - g3 0 1");
    PLAYED("k9/10/10/10/10/10/5lL3/10/10/9K b - g3 0 1", "f4g3",
           "k9/10/10/10/10/10/10/6l3/10/9K w - - 0 2");
}

static void limited_pawns_off_their_square_are_pawns(void) {
    PLAYED("k9/10/10/3l6/2P7/10/10/10/10/9K b - - 5 1", "d7d6",
           "k9/10/10/10/2Pl6/10/10/10/10/9K w - - 0 2");
    /* A first move that captures has passed over nothing. */
    PLAYED("k9/10/10/10/10/10/4p5/3L6/10/9K w - - 5 1", "d3e4",
           "k9/10/10/10/10/10/4L5/10/10/9K b - - 0 1");
    PLAYED("k9/10/10/10/10/10/2p1p5/3L6/10/9K w - - 5 1", "d3e4",
           "k9/10/10/10/10/10/2p1L5/10/10/9K b - - 0 1");
    /* The letter stays, and makes no difference off the starting rank. */
    SAME("k9/10/10/10/10/10/3L6/10/10/9K w - - 0 1", "k9/10/10/10/10/10/3P6/10/10/9K w - - 0 1");
    SAME("k9/10/10/10/2l7/10/10/10/10/9K b - - 0 1", "k9/10/10/10/2p7/10/10/10/10/9K b - - 0 1");
    DIFFERENT("k9/10/10/10/10/10/10/3L6/10/9K w - - 0 1",
              "k9/10/10/10/10/10/10/3P6/10/9K w - - 0 1");
}

static void en_passant_judged_capture_by_capture(void) {
    /* Taking on c4 opens the fifth rank, taking on c3 does not. */
    const char *after = "10/10/10/10/10/kpP5R1/1p8/10/10/9K b - c3 0 1";
    PLAYED("10/10/10/10/10/kp6R1/1p8/10/2P7/9K w - - 0 1", "c2c5", after);
    LEGAL(after, "b4c3");
    ILLEGAL(after, "b5c4");
    /* A pawn that gives check may be taken on either square. */
    PLAYED("10/10/10/10/3k6/1p8/1p8/10/2P7/9K w - - 0 1", "c2c5",
           "10/10/10/10/3k6/1pP7/1p8/10/10/9K b - c3c4 0 1");
    MOVES("10/10/10/10/3k6/1pP7/1p8/10/10/9K b - c3c4 0 1", "b", "b4c3 b5c4");
    READS_AS("k9/10/10/10/10/2P7/10/10/10/9K b - c3c4 0 1",
             "k9/10/10/10/10/2P7/10/10/10/9K b - - 0 1");
}

static void promotion_is_to_seven_pieces_and_obligatory(void) {
    const char *fen = "3n2k3/2P7/10/10/10/10/10/10/10/9K w - - 0 1";
    MOVES(fen, "c9", "c9c10q c9c10d c9c10r c9c10b c9c10n c9c10c c9c10w "
                     "c9d10q c9d10d c9d10r c9d10b c9d10n c9d10c c9d10w");
    MOVES("6k3/2L7/10/10/10/10/10/10/10/9K w - - 0 1", "c9",
          "c9c10q c9c10d c9c10r c9c10b c9c10n c9c10c c9c10w");
    MOVES("6k3/10/10/10/10/10/10/10/3l6/9K b - - 0 1", "d2",
          "d2d1q d2d1d d2d1r d2d1b d2d1n d2d1c d2d1w");
    PLAYED(fen, "c9d10w", "3W2k3/10/10/10/10/10/10/10/10/9K b - - 0 1");
    SAN(fen, "c9d10w", "cxd10=W");
}

static void castling(void) {
    LEGAL(CASTLING "w KQkq - 0 1", "f1i1 f1c1");
    LEGAL(CASTLING "b KQkq - 0 1", "f10i10 f10c10");
    PLAYED(CASTLING "w KQkq - 0 1", "f1i1 f10c10",
           "2kr5r/10/10/10/10/10/10/10/10/R6RK1 w - - 2 2");
    PLAYED(CASTLING "w KQkq - 0 1", "f1c1 f10i10",
           "r6rk1/10/10/10/10/10/10/10/10/2KR5R w - - 2 2");
    ILLEGAL(CASTLING "w kq - 0 1", "f1i1 f1c1");
    SAN(CASTLING "w KQkq - 0 1", "f1i1", "O-O");
    SAN(CASTLING "w KQkq - 0 1", "f1c1", "O-O-O");
}

static void castling_conditions(void) {
    /* Every square between king and rook is empty. */
    ILLEGAL("5k4/10/10/10/10/10/10/10/10/RN3KW2R w KQ - 0 1", "f1i1 f1c1");
    ILLEGAL("5k4/10/10/10/10/10/10/10/10/R2n1K2nR w KQ - 0 1", "f1i1 f1c1");
    ILLEGAL("5k4/10/10/10/10/10/10/10/10/R3QK1B1R w KQ - 0 1", "f1i1 f1c1");
    /* The king is attacked where it stands, crosses or arrives. */
    ILLEGAL("5r4/1k8/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1 f1c1");
    ILLEGAL("4r5/1k8/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1c1");
    ILLEGAL("3r6/1k8/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1c1");
    ILLEGAL("2r7/1k8/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1c1");
    ILLEGAL("6r3/1k8/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1");
    ILLEGAL("7r2/1k8/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1");
    ILLEGAL("8r1/1k8/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1");
    /* b1 and the corners do not matter. */
    LEGAL("1r8/1k8/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1c1");
    LEGAL("r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1c1 f1i1");
    PLAYED(CASTLING "w KQkq - 0 1", "a1a10", "R4k3r/10/10/10/10/10/10/10/10/5K3R b Kk - 0 1");
    PLAYED(CASTLING "w KQkq - 0 1", "f1f2 j10j9 f2f1 j9j10", CASTLING "w q - 4 3");
}

static void ends_of_the_game(void) {
    STATE("k9/10/1C8/2W7/10/10/10/10/10/9K b - - 0 1", GR_OPEN, -1);
    STATE("k9/2Q7/10/10/10/10/10/10/10/9K b - - 0 1", GR_STALEMATE, -1);
    STATE("k9/1Q8/2K7/10/10/10/10/10/10/10 b - - 0 1", GR_CHECKMATE, GR_WHITE);
    STATE("k9/1Q8/2K7/10/10/10/10/10/10/10 b - - 100 60", GR_CHECKMATE, GR_WHITE);
    STATE("k9/10/2K7/10/10/10/10/10/10/10 b - - 0 60", GR_DRAWN, -1); /* nobody can mate */
    STATE("k9/10/2K7/10/10/10/10/10/8Q1/10 w - - 99 60", GR_OPEN, -1);
    STATE("k9/10/2K7/10/10/10/10/10/8Q1/10 w - - 100 60", GR_DRAWN, -1);
    PLAYED("k9/10/10/10/10/10/10/3L6/10/9K w - - 60 90", "d3d4",
           "k9/10/10/10/10/10/3L6/10/10/9K b - - 0 90");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    aid_variant("magi");
    RUN(start_position);
    RUN(duke_slides_one_to_three_squares);
    RUN(cardinal_is_bishop_and_king);
    RUN(wizard_steps_and_leaps);
    RUN(pawns_go_one_two_or_three_squares);
    RUN(limited_pawns_go_one_or_two);
    RUN(en_passant_after_three_steps);
    RUN(en_passant_of_limited_pawns);
    RUN(limited_pawns_off_their_square_are_pawns);
    RUN(en_passant_judged_capture_by_capture);
    RUN(promotion_is_to_seven_pieces_and_obligatory);
    RUN(castling);
    RUN(castling_conditions);
    RUN(ends_of_the_game);
    return test_end();
}
