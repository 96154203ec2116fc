/* The rules of Royal Magician's Chess, each on a position made for it. */
#include "tests/aid/rules_aid.h"

#define START "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BNR,BNR,bnr,bnr] w KQkq - 0 1"

static void start_position(void) {
    GrPosition pos;
    char fen[GR_FEN_SIZE];
    gr_start(aid_rules("royal"), &pos);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, START);
    COUNT(START, 20);
}

static void magician_moves_as_a_king_but_is_not_royal(void) {
    MOVES("7k/8/8/8/8/2pP4/1PM5/K7[-,-,-,-] w - - 0 1", "c2",
          "c2c3 c2b3 c2b1 c2c1 c2d1 c2d2");
    /* It may stay and go where it is attacked, and may be taken. */
    const char *fen = "2r4k/8/8/8/8/8/2M5/K7[-,-,-,-] w - - 0 1";
    IN_CHECK(fen, false);
    LEGAL(fen, "a1a2 c2c3 c2b1");
    LEGAL("2r4k/8/8/8/8/8/2M5/K7[-,BNR,-,-] b - - 0 1", "c8c2");
    IN_CHECK("8/8/8/8/8/1k6/2M5/K7[-,-,-,-] b - - 0 1", true);
}

static void forced_drop_on_the_fourth_rank(void) {
    const char *fen = "7k/8/8/8/8/3K4/8/8[BNR,-,-,-] w - - 5 1";
    /* Bishop or knight, on any empty square, the one just left included. */
    LEGAL(fen, "d3d4,B@a1 d3d4,N@a1 d3d4,N@d3 d3d4,B@d3 d3c4,B@a8 d3e4,N@h1 d3d4,N@e5");
    ILLEGAL(fen, "d3d4 d3c4 d3e4 d3d4,R@a1 d3d4,B@d4 d3d4,B@h8 d3d3,B@a1");
    MOVES(fen, "d3c3", "d3c3"); /* no other rank asks for one */
    COUNT(fen, 5 + 3 * 2 * 62);
    PLAYED(fen, "d3d4,B@d3", "7k/8/8/8/3K4/3B4/8/8[NR,-,-,-] b - - 6 1");
    PLAYED(fen, "d3d4,N@a8", "N6k/8/8/8/3K4/8/8/8[BR,-,-,-] b - - 6 1");
    SAN(fen, "d3d4,N@a8", "Kd4/N@a8");
    SAN(fen, "d3d4,B@b2", "Kd4/B@b2");
    SAN(fen, "d3c4,B@a1", "Kc4/B@a1+");
    /* With one of the two gone there is nothing to drop. */
    MOVES("7k/8/8/8/8/3K4/8/8[BR,-,-,-] w - - 5 1", "d3d4", "d3d4");
    MOVES("7k/8/8/8/8/3K4/8/8[NR,-,-,-] w - - 5 1", "d3d4", "d3d4");
    /* Along the rank and back to it is to it, too. */
    ILLEGAL("7k/8/8/8/2K5/8/8/8[BNR,-,-,-] w - - 5 1", "c4d4 c4b4");
    LEGAL("7k/8/8/8/2K5/8/8/8[BNR,-,-,-] w - - 5 1", "c4d4,N@c4 c4b5 c4b3");
    ILLEGAL("7k/8/8/2K5/8/8/8/8[BNR,-,-,-] w - - 5 1", "c5d4");
}

static void forced_drop_on_the_fifth_rank(void) {
    const char *bishop = "7k/8/8/8/3K4/8/8/8[BR,-,-,-] w - - 5 1";
    LEGAL(bishop, "d4d5,B@a1 d4c5,B@d4 d4e5,B@e3");
    ILLEGAL(bishop, "d4d5 d4d5,N@a1 d4d5,R@a1");
    LEGAL("7k/8/8/8/3K4/8/8/8[N,-,-,-] w - - 5 1", "d4d5,N@a1");
    ILLEGAL("7k/8/8/8/3K4/8/8/8[N,-,-,-] w - - 5 1", "d4d5 d4d5,B@a1");
    /* With both left, or neither, none. */
    MOVES("7k/8/8/8/3K4/8/8/8[BNR,-,-,-] w - - 5 1", "d4d5", "d4d5");
    MOVES("7k/8/8/8/3K4/8/8/8[R,-,-,-] w - - 5 1", "d4d5", "d4d5");
}

static void forced_drop_on_the_sixth_rank(void) {
    const char *fen = "7k/8/8/3K4/8/8/8/8[R,-,-,-] w - - 5 1";
    LEGAL(fen, "d5d6,R@a1 d5d6,R@d5 d5c6,R@a7");
    ILLEGAL(fen, "d5d6 d5c6 d5d6,R@d6");
    PLAYED(fen, "d5d6,R@d5", "7k/8/3K4/3R4/8/8/8/8[-,-,-,-] b - - 6 1");
    LEGAL("7k/8/8/3K4/8/8/8/8[BNR,-,-,-] w - - 5 1", "d5d6,R@a1");
    ILLEGAL("7k/8/8/3K4/8/8/8/8[BNR,-,-,-] w - - 5 1", "d5d6 d5d6,B@a1");
    MOVES("7k/8/8/3K4/8/8/8/8[BN,-,-,-] w - - 5 1", "d5d6", "d5d6");
    MOVES("7k/8/3K4/8/8/8/8/8[BNR,-,-,-] w - - 5 1", "d6d7", "d6d7");
}

static void black_drops_on_its_own_ranks(void) {
    const char *fen = "8/8/3k4/8/8/8/8/7K[-,-,bnr,-] b - - 5 1";
    LEGAL(fen, "d6d5,B@a1 d6d5,N@d6 d6c6");
    ILLEGAL(fen, "d6d5 d6d5,R@a1");
    PLAYED(fen, "d6d5,N@d6", "8/8/3n4/3k4/8/8/8/7K[-,-,br,-] w - - 6 2");
    LEGAL("8/8/8/3k4/8/8/8/7K[-,-,nr,-] b - - 5 1", "d5d4,N@a1");
    LEGAL("8/8/8/8/3k4/8/8/7K[-,-,r,-] b - - 5 1", "d4d3,R@a8");
    ILLEGAL("8/8/8/8/3k4/8/8/7K[-,-,r,-] b - - 5 1", "d4d3");
}

static void magician_has_a_reserve_of_its_own(void) {
    const char *fen = "7k/8/8/8/8/3M4/8/K7[BNR,BNR,-,-] w - - 5 1";
    LEGAL(fen, "d3d4,B@h1 d3d4,N@h1 a1a2");
    ILLEGAL(fen, "d3d4");
    PLAYED(fen, "d3d4,B@h1", "7k/8/8/8/3M4/8/8/K6B[BNR,NR,-,-] b - - 6 1");
    SAN(fen, "d3d4,B@h1", "Md4/B@h1");
    MOVES("7k/8/8/8/8/3M4/8/K7[BNR,-,-,-] w - - 5 1", "d3d4", "d3d4");
    PLAYED("7k/8/8/3M4/8/8/8/K7[BNR,R,-,-] w - - 5 1", "d5e6,R@e8",
           "4R2k/8/4M3/8/8/8/8/K7[BNR,-,-,-] b - - 6 1");
    SAN("7k/8/8/3M4/8/8/8/K7[BNR,R,-,-] w - - 5 1", "d5e6,R@e8", "Me6/R@e8+");
}

static void captures_drop_too(void) {
    const char *fen = "7k/8/8/8/4n3/3M4/8/K7[BNR,BNR,-,-] w - - 5 1";
    LEGAL(fen, "d3e4,N@a8 d3e4,B@d3");
    ILLEGAL(fen, "d3e4");
    TAKES(fen, "d3e4,N@a8", "e4");
    TAKES(fen, "d3d4,N@a8", "-");
    PLAYED(fen, "d3e4,N@a8", "N6k/8/8/8/4M3/8/8/K7[BNR,BR,-,-] b - - 0 1");
    SAN(fen, "d3e4,N@a8", "Mxe4/N@a8");
}

static void drop_may_block_a_check(void) {
    /* The king walks into the rook's line; the piece dropped shields it. */
    const char *walks = "7k/8/8/8/r7/3K4/8/8[BNR,-,-,-] w - - 5 1";
    MOVES(walks, "d3d4", "d3d4,B@b4 d3d4,N@b4 d3d4,B@c4 d3d4,N@c4");
    /* A check that stands is blocked by a magician's drop. */
    const char *checked = "4r2k/8/8/8/8/1M6/8/4K3[-,NR,-,-] w - - 5 1";
    IN_CHECK(checked, true);
    ILLEGAL(checked, "b3b4");
    checked = "4r2k/8/8/8/8/1M6/8/4K3[-,BNR,-,-] w - - 5 1";
    MOVES(checked, "b3b4",
          "b3b4,B@e2 b3b4,B@e3 b3b4,B@e4 b3b4,B@e5 b3b4,B@e6 b3b4,B@e7 "
          "b3b4,N@e2 b3b4,N@e3 b3b4,N@e4 b3b4,N@e5 b3b4,N@e6 b3b4,N@e7");
    /* A pinned magician leaves the line and puts a piece in its place. */
    const char *pinned = "4r2k/8/8/8/8/4M3/8/4K3[-,BNR,-,-] w - - 5 1";
    LEGAL(pinned, "e3d4,B@e3 e3d4,N@e2 e3f4,N@e7 e3e4,B@a1");
    ILLEGAL(pinned, "e3d4,B@a1 e3f4,N@h1 e3d3 e3f2");
    /* Neither a knight's nor a pawn's check can be blocked. */
    ILLEGAL("7k/8/8/8/8/1M6/2n5/4K3[-,BNR,-,-] w - - 5 1", "b3b4,B@d2 b3b4,N@d1");
    /* A discovered attack is blocked on the square that was left. */
    LEGAL("b6k/8/8/8/8/5M2/8/7K[-,BNR,-,-] w - - 5 1", "f3f4,B@f3 f3f4,N@b7 f3e4,N@a1");
    ILLEGAL("b6k/8/8/8/8/5M2/8/7K[-,BNR,-,-] w - - 5 1", "f3f4,B@a1 f3g4,N@b8");
}

static void castling_drops_nothing(void) {
    const char *fen = "r2mk2r/8/8/8/8/8/8/R3K2R[BNR,-,bnr,bnr] w KQkq - 5 1";
    PLAYED(fen, "e1c1", "r2mk2r/8/8/8/8/8/8/2KR3R[BNR,-,bnr,bnr] b kq - 6 1");
    PLAYED(fen, "e1g1", "r2mk2r/8/8/8/8/8/8/R4RK1[BNR,-,bnr,bnr] b kq - 6 1");
    ILLEGAL("r2mk2r/8/8/8/8/8/8/R2MK2R[BNR,BNR,bnr,bnr] w KQkq - 5 1", "e1c1");
    LEGAL("r2mk2r/8/8/8/8/8/8/R2MK2R[BNR,BNR,bnr,bnr] w KQkq - 5 1", "e1g1");
    ILLEGAL("4k3/8/8/8/8/8/4m3/R3K2R[BNR,-,bnr,bnr] w KQ - 5 1", "e1g1 e1c1");
    ILLEGAL("4k3/8/8/8/8/8/7m/R3K2R[BNR,-,bnr,bnr] w KQ - 5 1", "e1g1");
    LEGAL("4k3/8/8/8/8/8/7m/R3K2R[BNR,-,bnr,bnr] w KQ - 5 1", "e1c1");
    /* A rook dropped on a corner has no right. */
    PLAYED("7k/8/8/3M4/8/8/8/4K3[BNR,R,-,-] w - - 5 1", "d5d6,R@h1 h8g8",
           "6k1/8/3M4/8/8/8/8/4K2R[BNR,-,-,-] w - - 7 2");
    ILLEGAL("6k1/8/3M4/8/8/8/8/4K2R[BNR,-,-,-] w - - 7 2", "e1g1");
}

static void captured_magician_takes_its_reserve_along(void) {
    PLAYED("2r4k/8/8/8/8/8/2M5/K7[BNR,BNR,-,-] b - - 4 1", "c8c2",
           "7k/8/8/8/8/8/2r5/K7[BNR,-,-,-] w - - 0 2");
    PLAYED("2m4k/8/8/8/8/8/2R5/K7[BNR,-,br,nr] w - - 4 1", "c2c8",
           "2R4k/8/8/8/8/8/8/K7[BNR,-,br,-] b - - 0 1");
    DIFFERENT("7k/8/8/8/8/8/2r5/K7[BNR,-,-,-] w - - 0 2",
              "7k/8/8/8/8/8/2r5/K7[BR,-,-,-] w - - 0 2");
    DIFFERENT("7k/8/8/8/8/8/2r5/KM6[BNR,-,-,-] w - - 0 2",
              "7k/8/8/8/8/8/2r5/KM6[-,BNR,-,-] w - - 0 2");
}

static void pawns_are_those_of_chess(void) {
    MOVES("7k/P7/8/8/8/8/8/K7[-,-,-,-] w - - 0 1", "a7", "a7a8q a7a8r a7a8b a7a8n");
    MOVES("7k/8/8/8/8/4p3/2PPP3/K7[-,-,-,-] w - - 0 1", "d2", "d2d3 d2d4 d2e3");
    const char *after = "4k3/8/8/2pPp3/8/8/8/4K3[-,-,-,-] w - c6 0 2";
    PLAYED("4k3/2p5/8/3Pp3/8/8/8/4K3[-,-,-,-] b - - 3 1", "c7c5", after);
    PLAYED(after, "d5c6", "4k3/8/2P5/4p3/8/8/8/4K3[-,-,-,-] b - - 0 2");
    MOVES("7k/8/8/8/2Q1p3/8/2P5/K7[-,-,-,-] w - - 0 1", "c4",
          "c4c5 c4c6 c4c7 c4c8 c4c3 c4b4 c4a4 c4d4 c4e4 c4b5 c4a6 c4d5 c4e6 c4f7 c4g8 c4b3 c4a2 "
          "c4d3 c4e2 c4f1");
}

static void ends_of_the_game(void) {
    STATE("7k/6Q1/6K1/8/8/8/8/8[-,-,-,-] b - - 0 1", GR_CHECKMATE, GR_WHITE);
    STATE("7k/5Q2/6K1/8/8/8/8/8[-,-,-,-] b - - 0 1", GR_STALEMATE, -1);
    STATE("7k/8/6K1/8/8/8/8/5Q2[-,-,-,-] b - - 100 70", GR_DRAWN, -1);
    STATE("7k/8/6K1/8/8/8/8/8[-,-,-,-] b - - 0 70", GR_DRAWN, -1); /* nobody can mate */
    /* Not mate: the magician moves up and drops a piece between. */
    const char *fen = "k7/8/8/8/8/M7/6PP/r6K[-,BNR,-,-] w - - 0 1";
    STATE(fen, GR_OPEN, -1);
    MOVES(fen, "", "a3a4,B@b1 a3a4,B@c1 a3a4,B@d1 a3a4,B@e1 a3a4,B@f1 a3a4,B@g1 "
                   "a3a4,N@b1 a3a4,N@c1 a3a4,N@d1 a3a4,N@e1 a3a4,N@f1 a3a4,N@g1 "
                   "a3b4,B@b1 a3b4,B@c1 a3b4,B@d1 a3b4,B@e1 a3b4,B@f1 a3b4,B@g1 "
                   "a3b4,N@b1 a3b4,N@c1 a3b4,N@d1 a3b4,N@e1 a3b4,N@f1 a3b4,N@g1");
    STATE("k7/8/8/8/8/M7/6PP/r6K[-,BR,-,-] w - - 0 1", GR_CHECKMATE, GR_BLACK);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    aid_variant("royal");
    RUN(start_position);
    RUN(magician_moves_as_a_king_but_is_not_royal);
    RUN(forced_drop_on_the_fourth_rank);
    RUN(forced_drop_on_the_fifth_rank);
    RUN(forced_drop_on_the_sixth_rank);
    RUN(black_drops_on_its_own_ranks);
    RUN(magician_has_a_reserve_of_its_own);
    RUN(captures_drop_too);
    RUN(drop_may_block_a_check);
    RUN(castling_drops_nothing);
    RUN(captured_magician_takes_its_reserve_along);
    RUN(pawns_are_those_of_chess);
    RUN(ends_of_the_game);
    return test_end();
}
