/* The rules of chess, each on a position made for it. */
#include "tests/aid/rules_aid.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define CASTLING "r3k2r/8/8/8/8/8/8/R3K2R "

static void start_position(void) {
    GrPosition pos;
    char fen[GR_FEN_SIZE];
    gr_start(aid_rules("chess"), &pos);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, START);
    COUNT(START, 20);
    STATE(START, GR_OPEN, -1);
    PLAYED(START, "g1f3 g8f6 f3g1 f6g8",
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3");
}

static void pieces_move(void) {
    const char *fen = "k7/8/2p5/8/2Q1P3/8/2P5/7K w - - 0 1";
    MOVES(fen, "c4", "c4c5 c4c6 c4c3 c4b4 c4a4 c4d4 c4b5 c4a6 c4d5 c4e6 c4f7 c4g8 c4b3 c4a2 "
                     "c4d3 c4e2 c4f1");
    fen = "k7/8/2p5/8/2R1P3/8/2P5/7K w - - 0 1";
    MOVES(fen, "c4", "c4c5 c4c6 c4c3 c4b4 c4a4 c4d4");
    fen = "k7/8/4p3/8/2B5/8/4P3/7K w - - 0 1";
    MOVES(fen, "c4", "c4b5 c4a6 c4d5 c4e6 c4b3 c4a2 c4d3");
    fen = "k7/8/3p4/2PPP3/2PNP3/2PPP3/4P3/7K w - - 0 1";
    MOVES(fen, "d4", "d4c6 d4e6 d4b5 d4f5 d4b3 d4f3 d4c2");
    MOVES(fen, "h1", "h1g1 h1g2 h1h2");
}

static void pawns_move(void) {
    MOVES("k7/8/8/8/8/4p3/2PPP3/7K w - - 0 1", "d2", "d2d3 d2d4 d2e3");
    MOVES("k7/8/8/8/8/4p3/2PPP3/7K w - - 0 1", "e2", "");
    MOVES("k7/8/8/8/4p3/8/4P3/7K w - - 0 1", "e2", "e2e3");
    MOVES("k7/8/8/8/8/3PP3/8/7K w - - 0 1", "d3", "d3d4");
    MOVES("k7/3p4/8/8/8/8/8/7K b - - 0 1", "d7", "d7d6 d7d5");
    ILLEGAL("k7/8/8/7p/P7/8/8/7K w - - 0 1", "a4h5 a4b5");
}

static void promotion_is_to_four_pieces_and_obligatory(void) {
    const char *fen = "1n6/P6k/8/8/8/8/8/K7 w - - 0 1";
    MOVES(fen, "a7", "a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n");
    TAKES(fen, "a7b8n", "b8");
    TAKES(fen, "a7a8q", "-");
    PLAYED(fen, "a7b8n", "1N6/7k/8/8/8/8/8/K7 b - - 0 1");
    SAN(fen, "a7b8q", "axb8=Q");
    MOVES("k7/8/8/8/8/8/p6K/8 b - - 0 1", "a2", "a2a1q a2a1r a2a1b a2a1n");
}

static void en_passant(void) {
    const char *after = "4k3/8/8/2pPp3/8/8/8/4K3 w - c6 0 2";
    PLAYED("4k3/2p5/8/3Pp3/8/8/8/4K3 b - - 3 1", "c7c5", after);
    MOVES(after, "d5", "d5d6 d5c6");
    TAKES(after, "d5c6", "c5");
    SAN(after, "d5c6", "dxc6");
    PLAYED(after, "d5c6", "4k3/8/2P5/4p3/8/8/8/4K3 b - - 0 2");
    /* On the next move only, and only after a step of two squares. */
    PLAYED(after, "e1e2 e8e7 d5d6", "8/4k3/3P4/2p1p3/8/8/4K3/8 b - - 0 3");
    ILLEGAL("4k3/8/8/2pPp3/8/8/8/4K3 w - - 0 2", "d5c6 d5e6");
    PLAYED("4k3/8/2p5/3P4/8/8/8/4K3 b - - 3 1", "c6c5", "4k3/8/8/2pP4/8/8/8/4K3 w - - 0 2");
    /* From both sides. */
    MOVES("4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 2", "",
          "c4c3 c4d3 e4e3 e4d3 e8d8 e8f8 e8d7 e8e7 e8f7");
}

static void en_passant_may_not_leave_the_king_attacked(void) {
    /* Both pawns leave the rank: the rook sees the king. */
    PLAYED("4k3/2p5/8/K2P3r/8/8/8/8 b - - 0 1", "c7c5", "4k3/8/8/K1pP3r/8/8/8/8 w - - 0 2");
    ILLEGAL("4k3/8/8/K1pP3r/8/8/8/8 w - - 0 2", "d5c6");
    /* The capturing pawn is pinned: across the line it may not go, along it it may. */
    PLAYED("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", "d2d4", "8/8/4k3/8/2pP4/8/B4K2/8 b - - 0 1");
    PLAYED("3kr3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "3kr3/8/8/3pP3/8/8/8/4K3 w - - 0 2");
    PLAYED("1b1k4/3p4/8/4P3/8/6K1/8/8 b - - 0 1", "d7d5",
           "1b1k4/8/8/3pP3/8/6K1/8/8 w - d6 0 2");
    LEGAL("1b1k4/8/8/3pP3/8/6K1/8/8 w - d6 0 2", "e5d6");
    /* It ends a check that the pawn gives. */
    MOVES("4k3/8/8/2pP4/1K6/8/8/8 w - c6 0 2", "d5", "d5c6");
}

static void en_passant_field(void) {
    /* Squares without a legal capture are read and forgotten. */
    READS_AS("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
             "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    SAME("4k3/8/8/2pP4/8/8/8/4K3 w - - 0 2", "4k3/8/8/2pP4/8/8/8/4K3 w - - 9 40");
    DIFFERENT("4k3/8/8/2pP4/8/8/8/4K3 w - - 0 2", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2");
}

static void castling(void) {
    LEGAL(CASTLING "w KQkq - 0 1", "e1g1 e1c1");
    LEGAL(CASTLING "b KQkq - 0 1", "e8g8 e8c8");
    ILLEGAL(CASTLING "w kq - 0 1", "e1g1 e1c1");
    MOVES(CASTLING "w Kkq - 0 1", "e1", "e1g1 e1d1 e1d2 e1e2 e1f1 e1f2");
    PLAYED(CASTLING "w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    PLAYED(CASTLING "b KQkq - 0 1", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2");
    TAKES(CASTLING "w KQkq - 0 1", "e1g1", "-");
    SAN(CASTLING "w KQkq - 0 1", "e1g1", "O-O");
    SAN(CASTLING "w KQkq - 0 1", "e1c1", "O-O-O");
}

static void castling_needs_empty_squares(void) {
    ILLEGAL("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "e1g1 e1c1");
    ILLEGAL("4k3/8/8/8/8/8/8/R1n1Kn1R w KQ - 0 1", "e1g1 e1c1");
    ILLEGAL("4k3/8/8/8/8/8/8/R2BKB1R w KQ - 0 1", "e1g1 e1c1");
}

static void castling_keeps_out_of_attack(void) {
    ILLEGAL("4r3/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1c1"); /* leaves */
    ILLEGAL("5r2/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1");      /* crosses */
    LEGAL("5r2/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1");
    ILLEGAL("3r4/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1");
    ILLEGAL("6r1/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"); /* reaches */
    ILLEGAL("2r5/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1");
    /* The rook may be attacked and may cross an attacked square. */
    LEGAL("1r5r/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1c1");
}

static void castling_rights_are_lost_for_good(void) {
    PLAYED(CASTLING "w KQkq - 0 1", "e1e2 a8b8 e2e1 b8a8", CASTLING "w k - 4 3");
    PLAYED(CASTLING "w KQkq - 0 1", "a1b1 e8d8 b1a1 d8e8", CASTLING "w K - 4 3");
    PLAYED(CASTLING "w KQkq - 0 1", "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
    DIFFERENT(CASTLING "w KQkq - 0 1", CASTLING "w Kkq - 0 1");
    DIFFERENT(CASTLING "w KQkq - 0 1", CASTLING "b KQkq - 0 1");
}

static void king_may_not_stay_attacked(void) {
    const char *pinned = "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1";
    MOVES(pinned, "e2", "");
    const char *fen = "4r2k/8/8/8/8/3N4/8/4K2B w - - 0 1"; /* block or run */
    IN_CHECK(fen, true);
    MOVES(fen, "", "e1d1 e1d2 e1f1 e1f2 d3e5 h1e4");
    MOVES("4r2k/8/8/1B6/8/8/8/3K4 w - - 0 1", "b5", "b5a4 b5a6 b5c4 b5d3 b5e2 b5f1 b5c6 b5d7 b5e8");
    MOVES("7k/8/8/7b/8/8/2R5/2RK4 w - - 0 1", "c2", "c2e2");
    IN_CHECK(pinned, false);
    /* Two checks at once: only the king moves. */
    MOVES("4r2k/8/8/8/1b6/8/3N4/R2QK3 w - - 0 1", "e1", "e1f1 e1f2");
    MOVES("4r2k/8/8/8/8/3n4/2P5/4KN2 w - - 0 1", "", "e1d1 e1d2");
}

static void mate_and_stalemate(void) {
    STATE("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", GR_CHECKMATE, GR_BLACK);
    STATE("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", GR_STALEMATE, -1);
    STATE("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", GR_CHECKMATE, GR_WHITE);
    STATE("7k/8/6K1/5Q2/8/8/8/8 b - - 0 1", GR_OPEN, -1);
    SAN("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7", "Qg7#");
    SAN("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f8", "Qf8#");
    SAN("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5c8", "Qc8#");
    SAN("7k/8/5K2/5Q2/8/8/8/8 w - - 0 1", "f5h3", "Qh3+");
}

static void fifty_moves(void) {
    STATE("7k/8/6K1/5Q2/8/8/8/8 b - - 99 80", GR_OPEN, -1);
    STATE("7k/8/6K1/5Q2/8/8/8/8 b - - 100 80", GR_DRAWN, -1);
    STATE("7k/6Q1/6K1/8/8/8/8/8 b - - 100 80", GR_CHECKMATE, GR_WHITE); /* mate comes first */
    PLAYED("7k/8/6K1/5Q2/8/8/P7/8 w - - 60 80", "g6f6", "7k/8/5K2/5Q2/8/8/P7/8 b - - 61 80");
    PLAYED("7k/8/6K1/5Q2/8/8/P7/8 w - - 60 80", "a2a3", "7k/8/6K1/5Q2/8/P7/8/8 b - - 0 80");
    PLAYED("7k/8/6K1/5q2/8/8/P7/8 w - - 60 80", "g6f5", "7k/8/8/5K2/8/8/P7/8 b - - 0 80");
    SAME("7k/8/6K1/5Q2/8/8/8/8 b - - 99 80", "7k/8/6K1/5Q2/8/8/8/8 b - - 3 9");
}

static void too_little_material(void) {
    STATE("7k/8/6K1/8/8/8/8/8 b - - 0 80", GR_DRAWN, -1);
    STATE("7k/8/6K1/8/8/8/8/1N6 b - - 0 80", GR_DRAWN, -1);
    STATE("7k/8/6K1/8/8/8/8/1b6 w - - 0 80", GR_DRAWN, -1);
    STATE("7k/8/6K1/8/b7/8/8/1b6 w - - 0 80", GR_DRAWN, -1); /* b1 and a4 are of one colour */
    STATE("7k/8/6K1/8/8/B7/8/1b6 w - - 0 80", GR_OPEN, -1);
    STATE("7k/8/6K1/8/8/8/8/NN6 b - - 0 80", GR_OPEN, -1);
    STATE("7k/8/6K1/8/8/8/P7/8 b - - 0 80", GR_OPEN, -1);
    STATE("7k/8/6K1/8/8/8/8/1r6 w - - 0 80", GR_OPEN, -1);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    aid_variant("chess");
    RUN(start_position);
    RUN(pieces_move);
    RUN(pawns_move);
    RUN(promotion_is_to_four_pieces_and_obligatory);
    RUN(en_passant);
    RUN(en_passant_may_not_leave_the_king_attacked);
    RUN(en_passant_field);
    RUN(castling);
    RUN(castling_needs_empty_squares);
    RUN(castling_keeps_out_of_attack);
    RUN(castling_rights_are_lost_for_good);
    RUN(king_may_not_stay_attacked);
    RUN(mate_and_stalemate);
    RUN(fifty_moves);
    RUN(too_little_material);
    return test_end();
}
