/* The rules of Magician Chess, each on a position made for it. There are always nine holes; those
 * that a test has no use for lie on the far ranks. */
#include "tests/aid/rules_aid.h"

#define START "rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w BFbf - 0 1"

static void start_position(void) {
    GrPosition pos;
    char fen[GR_FEN_SIZE];
    gr_start(aid_rules("magician"), &pos);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, START);
    COUNT(START, 14);
}

static void holes_stop_slides_but_not_knights(void) {
    MOVES("******1/**4k/7/3*3/7/7/K2R3 w - - 0 1", "d1", "d1d2 d1d3 d1c1 d1b1 d1e1 d1f1 d1g1");
    MOVES("****3/6k/7/1*3*1/***4/2N4/K6 w - - 0 1", "c2", "c2d4 c2e3 c2e1");
    /* A hole shields a king as it stops a rook. */
    IN_CHECK("****k2/7/4*2/7/**1*3/4R2/K5* b - - 0 1", false);
    IN_CHECK("****k2/7/6*/7/**1*3/4R2/K5* b - - 0 1", true);
}

static void magician_moves_and_never_captures(void) {
    MOVES("*******/**4k/7/3M3/7/7/K6 w - - 0 1", "d4", "d4d5 d4d3 d4c4 d4e4 d4f6 d4b2 d4f2");
    MOVES("*******/**3pk/3p3/2PM3/7/5n1/K6 w - - 0 1", "d4", "d4d3 d4e4 d4b2");
    /* It leaps over pieces and holes. */
    LEGAL("*******/*5k/2p1*2/3M3/2P1n2/7/K6 w - - 0 1", "d4b6 d4f6 d4b2 d4f2");
    IN_CHECK("*******/**5/3k3/3M3/7/7/K6 b - - 0 1", false);
    IN_CHECK("*******/**3k1/7/3M3/7/7/K6 b - - 0 1", false);
}

static void spell_reach(void) {
    /* One square diagonally, or exactly two orthogonally. */
    MOVES("*******/*5k/4*2/3M3/7/7/K6 w - - 0 1", "e5", "e5e6 e5e4 e5d5 e5f5");
    MOVES("*******/*2*2k/7/3M3/7/7/K6 w - - 0 1", "d6", "d6c6 d6e6 d6d5");
    MOVES("*******/*5k/7/1*1M3/7/7/K6 w - - 0 1", "b4", "b4b5 b4b3 b4a4 b4c4");
    /* Two in between makes no difference. */
    MOVES("*******/*5k/7/1*PM3/7/7/K6 w - - 0 1", "b4", "b4b5 b4b3 b4a4 b4c4 b4c4x");
    /* One orthogonally, two diagonally, a knight's leap, three off: out of reach. */
    MOVES("*****1*/*4*k/3*3/3M3/7/7/K6 w - - 0 1", "d5", "");
    MOVES("*****1*/*4*k/3*3/3M3/7/7/K6 w - - 0 1", "f6", "");
    MOVES("*****1*/*3*1k/6*/3M3/7/7/K6 w - - 0 1", "e6", "");
    MOVES("****1**/*5k/*6/M*5/7/7/K6 w - - 0 1", "b4", "");
    MOVES("*******/*5k/7/3M2*/7/7/K6 w - - 0 1", "g4", "");
    /* Nor without a magician of one's own. */
    MOVES("*******/*5k/4*2/3m3/7/7/K6 w - - 0 1", "e5", "");
    /* Two magicians for one hole: still each spell once. */
    COUNT("*******/*5k/4*2/3M1M1/7/7/K6 w - - 0 1", 21);
}

static void spell_carries_or_fells_either_side(void) {
    const char *fen = "*******/*3N1k/3P*p1/3M3/7/7/K6 w - - 7 1";
    MOVES(fen, "e5", "e5e6 e5e6x e5d5 e5d5x e5f5 e5f5x e5e4");
    PLAYED(fen, "e5e6", "*******/*3*1k/3PNp1/3M3/7/7/K6 b - - 8 1");
    PLAYED(fen, "e5f5", "*******/*3N1k/3Pp*1/3M3/7/7/K6 b - - 8 1");
    PLAYED(fen, "e5e4", "*******/*3N1k/3P1p1/3M*2/7/7/K6 b - - 8 1");
    /* A fall is a capture, of one's own piece too. */
    PLAYED(fen, "e5f5x", "*******/*3N1k/3P1*1/3M3/7/7/K6 b - - 0 1");
    PLAYED(fen, "e5e6x", "*******/*3*1k/3P1p1/3M3/7/7/K6 b - - 0 1");
    TAKES(fen, "e5f5x", "f5");
    TAKES(fen, "e5e6x", "e6");
    TAKES(fen, "e5f5", "-");
    SAN(fen, "e5e6", "He6+"); /* the knight on e5 attacks the king */
    SAN(fen, "e5e4", "He4");
    SAN(fen, "e5f5x", "Hxf5");
}

static void spell_disambiguation_is_by_the_hole(void) {
    /* e5 and c5 can both go to d5. */
    SAN("******1/*5k/2*1*2/3M3/7/7/K6 w - - 0 1", "e5d5", "Hed5");
    SAN("******1/*5k/2*1*2/3M3/7/7/K6 w - - 0 1", "c5d5", "Hcd5");
    SAN("******1/*5k/2*1*2/3M3/7/7/K6 w - - 0 1", "e5e6", "He6");
}

static void magician_attacks_kings_by_holes(void) {
    /* The king on e6 stands next to the hole on e5, which the magician can move. */
    const char *fen = "*******/*3K2/4*2/3m3/7/7/k6 w - - 0 1";
    IN_CHECK(fen, true);
    MOVES(fen, "", "e6d6 e6f6");
    IN_CHECK("*******/*3K2/7/3m3/4*2/7/k6 w - - 0 1", false);
    /* Whatever could not be a spell is no check. */
    IN_CHECK("*******/*2K3/4*2/3m3/7/7/k6 w - - 0 1", false);
    IN_CHECK("*******/*5K/4*2/3m3/7/7/k6 w - - 0 1", false);
    /* Two squares off: warlock and sorcerer cast, the chancellor does not. */
    IN_CHECK("***K***/*2*2*/7/3m3/7/7/k6 w - - 0 1", true);
    IN_CHECK("***K***/*2*2*/7/3w3/7/7/k6 w - - 0 1", true);
    IN_CHECK("***K***/*2*2*/7/3s3/7/7/k6 w - - 0 1", true);
    IN_CHECK("***K***/*2*2*/7/3c3/7/7/k6 w - - 0 1", false);
    /* One's own magician is no danger. */
    IN_CHECK("*******/*3K2/4*2/3M3/7/7/k6 w - - 0 1", false);
}

static void check_by_a_hole_is_ended_by_a_spell_or_a_capture(void) {
    /* White's magician on f4 takes the hole away; its rook takes the magician. */
    const char *fen = "*******/*3K2/4*2/3m1M1/k6/7/3R3 w - - 0 1";
    IN_CHECK(fen, true);
    LEGAL(fen, "e5f5 e5e4 e5d5 d1d4 e6d6 e6f6");
    LEGAL(fen, "e5e6"); /* carried to e5 the king stands next to the hole on e6, out of reach */
    ILLEGAL(fen, "d1e1 d1d3 f4f3 f4g4 e6d5");
}

static void king_cannot_fall_but_may_be_carried(void) {
    const char *fen = "*******/*6/4*K1/3M3/7/7/k6 w - - 3 9";
    MOVES(fen, "e5", "e5e6 e5e4 e5d5 e5f5");
    PLAYED(fen, "e5f5", "*******/*6/4K*1/3M3/7/7/k6 b - - 4 9");
    SAN(fen, "e5f5", "Hf5");
    /* Not into an attack. */
    ILLEGAL("*******/*6/4*K1/3M3/7/7/k3r2 w - - 3 9", "e5f5");
    /* Out of one. */
    const char *check = "*****r1/*6/4*K1/3M3/7/6*/k5* w - - 3 9";
    IN_CHECK(check, true);
    LEGAL(check, "e5f5");
    ILLEGAL(check, "e5e6 e5e4 e5d5");
}

static void spell_may_not_uncover_the_own_king(void) {
    /* The hole on d5 shields the king; up and down the file it still does. */
    MOVES("*2r2*/*5*/3*3/4M2/3K2k/7/***3* w - - 0 1", "d5", "d5d6 d5d4");
    /* A hole is put between. */
    const char *fen = "*2r2*/*5*/4*2/5M1/3K2k/7/***3* w - - 0 1";
    IN_CHECK(fen, true);
    MOVES(fen, "e5", "e5d5");
    MOVES(fen, "f4", "f4d6");
    /* The attacker falls, or is carried off the file. */
    const char *fall = "*5*/*2r*1*/7/4M2/3K2k/7/***3* w - - 0 1";
    IN_CHECK(fall, true);
    MOVES(fall, "e6", "e6d6 e6d6x");
    PLAYED(fall, "e6d6", "*5*/*2*r1*/7/4M2/3K2k/7/***3* b - - 1 1");
}

static void pawns_move(void) {
    const char *far = "*******/**4k/7/7/7/7/K3P2 w - - 0 1";
    MOVES(far, "e1", "e1e2 e1e3"); /* from relative rank 1 too */
    MOVES("*******/**4k/7/7/7/4P2/K6 w - - 0 1", "e2", "e2e3 e2e4");
    MOVES("*******/**4k/7/7/4P2/7/K6 w - - 0 1", "e3", "e3e4");
    MOVES("******1/**4k/7/4*2/7/4P2/K6 w - - 0 1", "e2", "e2e3");
    MOVES("******1/**4k/7/7/4*2/4P2/K6 w - - 0 1", "e2", "");
    MOVES("*******/**4k/7/7/4n2/4P2/K6 w - - 0 1", "e2", "");
    MOVES("*******/**4k/7/4n2/3p1p1/4P2/K6 w - - 0 1", "e2", "e2e3 e2d3 e2f3");
    MOVES("3p2k/7/7/7/*******/**5/K6 b - - 0 1", "d7", "d7d6 d7d5");
}

static void en_passant(void) {
    const char *after = "*******/**4k/7/7/3pPp1/7/K6 b - e2 0 1";
    PLAYED("*******/**4k/7/7/3p1p1/7/K3P2 w - - 9 1", "e1e3", after);
    MOVES(after, "d3", "d3d2 d3e2");
    MOVES(after, "f3", "f3f2 f3e2");
    TAKES(after, "d3e2", "e3");
    PLAYED(after, "d3e2", "*******/**4k/7/7/5p1/4p2/K6 w - - 0 2");
    PLAYED("*******/**4k/7/3p3/7/4P2/K6 w - - 9 1", "e2e4",
           "*******/**4k/7/3pP2/7/7/K6 b - e3 0 1");
    /* On the next move only. */
    PLAYED(after, "g6g5 a1a2", "*******/**5/6k/7/3pPp1/K6/7 b - - 2 2");
    ILLEGAL("*******/**5/6k/7/3pPp1/K6/7 b - - 2 2", "d3e2 f3e2");
    /* Not after single steps. */
    PLAYED("*******/**4k/7/7/3p3/4P2/K6 w - - 9 1", "e2e3",
           "*******/**4k/7/7/3pP2/7/K6 b - - 0 1");
}

static void promotion_is_to_two_powers(void) {
    const char *fen = "2n1k2/1P5/**5/*******/7/7/K6 w - - 0 1";
    MOVES(fen, "b6", "b6b7c b6b7w b6b7s b6c7c b6c7w b6c7s");
    PLAYED(fen, "b6c7s", "2S1k2/7/**5/*******/7/7/K6 b - - 0 1");
    SAN(fen, "b6b7w", "b7=W");
    SAN(fen, "b6c7s", "bxc7=S");
    MOVES("4k2/7/**5/*******/7/5p1/K6 b - - 0 1", "f2", "f2f1c f2f1w f2f1s");
}

static void promoted_pieces(void) {
    MOVES("*******/**4k/3p3/3W3/7/5p1/K6 w - - 0 1", "d4",
          "d4d5 d4d3 d4d2 d4d1 d4c4 d4b4 d4a4 d4e4 d4f4 d4g4 d4f6 d4b2");
    MOVES("*******/**4k/3p1p1/3S3/K6/1p3p1/7 w - - 0 1", "d4",
          "d4c6 d4e6 d4b5 d4f5 d4b3 d4f3 d4c2 d4e2 d4d3 d4c4 d4e4 d4f6");
    TAKES("*******/**4k/3p1p1/3S3/K6/1p3p1/7 w - - 0 1", "d4f5", "f5");
    TAKES("*******/**4k/3p3/3W3/7/5p1/K6 w - - 0 1", "d4d5", "d5");
    MOVES("*******/**4k/3p3/3C3/7/7/K6 w - - 0 1", "d4",
          "d4d5 d4d3 d4d2 d4d1 d4c4 d4b4 d4a4 d4e4 d4f4 d4g4 "
          "d4c6 d4e6 d4b5 d4f5 d4b3 d4f3 d4c2 d4e2");
    /* Warlock and sorcerer cast spells, the chancellor does not. */
    MOVES("*******/*5k/4*2/3W3/7/7/K6 w - - 0 1", "e5", "e5e6 e5e4 e5d5 e5f5");
    MOVES("*******/*5k/4*2/3S3/7/7/K6 w - - 0 1", "e5", "e5e6 e5e4 e5d5 e5f5");
    MOVES("*******/*5k/4*2/3C3/7/7/K6 w - - 0 1", "e5", "");
}

static void pawn_carried_to_the_last_rank_stays_a_pawn(void) {
    const char *fen = "*******/*2MP2/6k/7/7/7/K5* w - - 0 1";
    LEGAL(fen, "e7e6 e7e6x");
    ILLEGAL(fen, "e7e6c e7e6w e7e6s");
    PLAYED(fen, "e7e6", "****P**/*2M*2/6k/7/7/7/K5* b - - 1 1");
    const char *there = "****P**/*2M*2/6k/7/7/7/K5* w - - 1 1";
    MOVES(there, "e7", "");
    /* The same with Black's pawn on the first rank; carried back it goes on as a pawn. */
    const char *first = "6k/7/7/1*****1/7/3mp2/K2**** w - - 0 1";
    PLAYED(first, "a1a2 e1e2", "6k/7/7/1*****1/7/K2m*2/3*p** w - - 2 2");
    MOVES("6k/7/7/1*****1/7/K2m*2/3*p** b - - 2 2", "e1", "");
    PLAYED(first, "a1a2 e1e2 a2a3 d2d3 a3a2 e2e1",
           "6k/7/7/1*****1/3m3/K3p2/3**** w - - 6 4");
    /* A pawn carried back to relative rank 2 may go two squares again. */
    PLAYED("6k/7/7/****2*/3MP2/4*2/K2*1** w - - 5 1", "e2e3 g7g6 d3d2 g6g7 e3f3 g7g6 e2e4",
           "7/6k/7/****P1*/5*1/3M3/K2*1** b - - 0 4");
}

static void castling(void) {
    const char *fen = "r2k2r/3*3/*5*/*2*2*/*5*/3*3/R2K2R w BFbf - 0 1";
    LEGAL(fen, "d1b1 d1f1");
    PLAYED(fen, "d1b1 d7f7", "r3rk1/3*3/*5*/*2*2*/*5*/3*3/1KR3R w - - 2 2");
    PLAYED(fen, "d1f1 d7b7", "1kr3r/3*3/*5*/*2*2*/*5*/3*3/R3RK1 w - - 2 2");
    SAN(fen, "d1b1", "O-O(b)");
    SAN(fen, "d1f1", "O-O(f)");
    ILLEGAL("r2k2r/3*3/*5*/*2*2*/*5*/3*3/R2K2R w bf - 0 1", "d1b1 d1f1");
    LEGAL("r2k2r/3*3/*5*/*2*2*/*5*/3*3/R2K2R w Bbf - 0 1", "d1b1");
    ILLEGAL("r2k2r/3*3/*5*/*2*2*/*5*/3*3/R2K2R w Bbf - 0 1", "d1f1");
}

static void castling_conditions(void) {
    /* A piece or a hole between. */
    ILLEGAL("3k3/3*3/*5*/*2*2*/*5*/3*3/RN1KN1R w BF - 0 1", "d1b1 d1f1");
    ILLEGAL("3k3/3*3/*5*/*2*2*/*5*/7/R*1K2R w BF - 0 1", "d1b1");
    LEGAL("3k3/3*3/*5*/*2*2*/*5*/7/R*1K2R w BF - 0 1", "d1f1");
    ILLEGAL("3k3/3*3/*5*/*2*2*/*5*/7/R2K*1R w BF - 0 1", "d1f1");
    /* Attacked where the king stands, crosses, arrives. */
    ILLEGAL("3k3/3*3/*5*/*2*2*/*2r2*/2*4/R2K2R w BF - 0 1", "d1b1 d1f1");
    ILLEGAL("3k3/3*3/*1r3*/*2*2*/*5*/3*3/R2K2R w BF - 0 1", "d1b1");
    ILLEGAL("3k3/3*3/*r4*/*2*2*/*5*/3*3/R2K2R w BF - 0 1", "d1b1");
    LEGAL("3k3/3*3/*r4*/*2*2*/*5*/3*3/R2K2R w BF - 0 1", "d1f1");
    /* Attacked by a spell that could bring the hole on c2 to c1. */
    ILLEGAL("3k3/3*3/*5*/*1m*2*/*5*/2*4/R2K2R w BF - 0 1", "d1b1");
    LEGAL("3k3/3*3/*5*/*1n*2*/*5*/2*4/R2K2R w BF - 0 1", "d1b1 d1f1");
    LEGAL("3k3/3*3/*5*/*1m*2*/*5*/2*4/R2K2R w BF - 0 1", "d1f1");
}

static void carried_king_or_rook_has_lost_its_right(void) {
    PLAYED("3k3/3*3/*5*/*2*2*/*5*/1M1*3/R2K2R w BF - 0 1", "d2d1",
           "3k3/3*3/*5*/*2*2*/*5*/1M1K3/R2*2R b - - 1 1");
    /* There and back again: the rook is home, the right is gone. */
    PLAYED("3k3/3*2*/6*/*2*2*/*M4*/*6/R2K2R w BF - 0 1", "a2a1 d7c7 b3b2 c7d7 a1a2",
           "3k3/3*2*/6*/*2*2*/*5*/*M5/R2K2R b F - 5 3");
    PLAYED("3k3/3*2*/6*/*2*2*/*M4*/*6/R2K2R w BF - 0 1", "a2a1x",
           "3k3/3*2*/6*/*2*2*/*M4*/7/*2K2R b F - 0 1");
    DIFFERENT("3k3/3*2*/6*/*2*2*/*M4*/*6/R2K2R w BF - 0 1",
              "3k3/3*2*/6*/*2*2*/*M4*/*6/R2K2R w F - 0 1");
}

static void ends_of_the_game(void) {
    STATE("k5R/6R/7/7/*******/**5/K6 b - - 0 1", GR_CHECKMATE, GR_WHITE);
    STATE("k6/6R/1R5/7/*******/**5/K6 b - - 0 1", GR_STALEMATE, -1);
    STATE("k6/6R/7/7/*******/**5/K6 b - - 99 90", GR_OPEN, -1);
    STATE("k6/6R/7/7/*******/**5/K6 b - - 100 90", GR_DRAWN, -1);
    /* White is blocked in, but its magician can still cast: a spell is a move. */
    STATE("Mp5/p2*3/2p2k1/*****2/7/4r**/5*K w - - 0 1", GR_STALEMATE, -1);
    STATE("Mp5/p*5/2p2k1/*****2/7/4r**/5*K w - - 0 1", GR_OPEN, -1);
    MOVES("Mp5/p*5/2p2k1/*****2/7/4r**/5*K w - - 0 1", "",
          "b6b7 b6b7x b6a6 b6a6x b6c6 b6b5");
    STATE("k6/7/7/7/*******/**5/K6 b - - 0 1", GR_DRAWN, -1);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    aid_variant("magician");
    RUN(start_position);
    RUN(holes_stop_slides_but_not_knights);
    RUN(magician_moves_and_never_captures);
    RUN(spell_reach);
    RUN(spell_carries_or_fells_either_side);
    RUN(spell_disambiguation_is_by_the_hole);
    RUN(magician_attacks_kings_by_holes);
    RUN(check_by_a_hole_is_ended_by_a_spell_or_a_capture);
    RUN(king_cannot_fall_but_may_be_carried);
    RUN(spell_may_not_uncover_the_own_king);
    RUN(pawns_move);
    RUN(en_passant);
    RUN(promotion_is_to_two_powers);
    RUN(promoted_pieces);
    RUN(pawn_carried_to_the_last_rank_stays_a_pawn);
    RUN(castling);
    RUN(castling_conditions);
    RUN(carried_king_or_rook_has_lost_its_right);
    RUN(ends_of_the_game);
    return test_end();
}
