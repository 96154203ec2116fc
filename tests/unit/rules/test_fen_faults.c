/* What a bad FEN is told: every fault at once, each with its column, and nothing bad gets in. */
#include "tests/aid/rules_aid.h"

#include "tests/oracle/random_position.h"

static void boards_of_the_wrong_shape(void) {
    aid_variant("chess");
    FAULTS("", 1, "board");
    FAULTS("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - - 0 1", 0, "7 ranks, not 8");
    FAULTS("8 w - - 0 1", 0, "1 rank, not 8");
    FAULTS("xx", 0, "'xx' is no board of 8 ranks parted by '/'");
    FAULTS("startpos w - - 0 1", 0, "'startpos' is no board of 8 ranks parted by '/'");
    FAULTS("rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, "9 ranks, not 8");
    FAULTS("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1,
           "column 10: |rank 7|9 squares");
    FAULTS("rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, "rank 6|7 squares");
    FAULTS("rnbqkbnr/pppppppp/8/9/44/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2,
           "rank 5|9 squares|rank 4|44 squares");
    FAULTS("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", 0, "9 ranks");
    FAULTS("4k3/8/8/8/8/99999999999999999999/8/4K3 w - - 0 1", 0, "rank 3");
    FAULTS("4k3/8/8/xyz5/8/8/8/4K3 w - - 0 1", 3, "column 9: 'x'|column 10: 'y'|column 11: 'z'");
    aid_variant("magi");
    FAULTS("k9/11/10/10/10/10/1/10/10/9K w - - 0 1", 2, "rank 9|11 squares|rank 4|1 square");
    FAULTS("k9/10/10/10/10/10/10/10/10/8KA w - - 0 1", 1, "'A'");
    aid_variant("wizard");
    FAULTS("z6/7/7/7/8/7/7/7/7/7/7/6Z[] b - - 0 1", 1, "rank 8|8 squares");
}

static void missing_and_superfluous_royals(void) {
    aid_variant("chess");
    FAULTS("8/8/8/8/8/8/8/8 w - - 0 1", 2, "White|Black|King");
    FAULTS("rnbqkbnr/pppppppp/8/8/8/8/PPPPKPPP/RNBQKBNR w KQkq - 0 1", 1, "White has 2");
    aid_variant("royal");
    FAULTS("4k3/8/8/8/8/8/8/8[-,-,-,-] w - - 0 1", 1, "White has 0");
    aid_variant("wizard");
    FAULTS("z5z/7/7/7/7/7/7/7/7/7/7/7[] b - - 0 1", 2, "White has 0|Black has 2");
}

static void royals_that_could_be_taken(void) {
    aid_variant("chess");
    FAULTS("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", 1, "attacks");
    FAULTS("8/8/8/8/8/3k4/4K3/8 w - - 0 1", 1, "attacks");
    READS_AS("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
    aid_variant("magician"); /* by a spell */
    FAULTS("*******/*3K2/4*2/3m3/7/7/k6 b - - 0 1", 1, "attacks");
    aid_variant("wizard"); /* by an open line between the wizards */
    FAULTS("z6/7/7/7/7/7/7/7/7/7/7/Z6[] b - - 0 1", 1, "attacks");
    /* A warrior just placed may do so, but no other. */
    READS_AS("5z1/2w4/2Z4/7/7/7/7/7/7/7/7/7[] b - - 0 1",
             "5z1/2w4/2Z4/7/7/7/7/7/7/7/7/7[] b - - 0 1");
    FAULTS("5z1/2w-4/2Z4/7/7/7/7/7/7/7/7/7[] b - - 0 1", 1, "attacks");
    FAULTS("5z1/7/2w4/2Z4/7/7/7/7/7/7/7/7[] b - - 0 1", 1, "attacks");
}

static void pawns_where_none_can_stand(void) {
    aid_variant("chess");
    FAULTS("P3k3/8/8/8/8/8/8/p3K3 w - - 0 1", 2, "a8|a1");
    aid_variant("royal");
    FAULTS("4k2p/8/8/8/8/8/8/P3K3[-,-,-,-] w - - 0 1", 2, "h8|a1");
    aid_variant("magi");
    FAULTS("kL7P/10/10/10/10/10/10/10/10/3p5K w - - 0 1", 3, "b10|j10|d1");
    /* In Magician Chess spells can bring them there. */
    aid_variant("magician");
    READS_AS("P2k2P/7/*******/**5/7/7/p2K2P w - - 0 1", "P2k2P/7/*******/**5/7/7/p2K2P w - - 0 1");
}

static void side_to_move(void) {
    aid_variant("chess");
    FAULTS("4k3/8/8/8/8/8/8/4K3 x - - 0 1", 1, "column 21: |side to move");
    FAULTS("4k3/8/8/8/8/8/8/4K3 white - - 0 1", 1, "side to move");
}

/* An impossible right is left out, and the rest of the position stands. */
static void rights_without_the_pieces(void) {
    aid_variant("chess");
    MENDED("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", 4, "column 23: right 'K'|h1|a1|h8|a8",
           "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    MENDED("3k4/8/8/8/8/8/8/R3K3 w Qq - 0 1", 1,
           "column 25: right 'q'|king on e8 and no rook on a8",
           "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1");
    MENDED("4k3/8/8/8/8/8/8/R3K2R w KKxQ - 3 9", 2, "twice|'x' is no right of Chess",
           "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9");
    MENDED("4k3/8/8/8/8/8/8/r3K3 w Q - 0 1", 1, "a1", /* a rook, but the enemy's */
           "4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
    FAULTS("4k3/8/8/8/8/8/8/4K3 w K2 - 0 1", 2, "h1|'2' is no right"); /* this is no right at all */
    aid_variant("magi");
    MENDED("4k5/10/10/10/10/10/10/10/10/R3K4R w KQ - 0 1", 2, "f1",
           "4k5/10/10/10/10/10/10/10/10/R3K4R w - - 0 1");
    aid_variant("capablanca");
    MENDED("5k4/10/10/10/10/10/10/R4K3R w KQkq - 0 1", 2, "'k'|j8|'q'|a8",
           "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1");
    aid_variant("royal");
    MENDED("4k2r/8/8/8/8/8/8/4K3[-,-,-,-] b Kk - 0 1", 1, "h1",
           "4k2r/8/8/8/8/8/8/4K3[-,-,-,-] b k - 0 1");
    aid_variant("magician");
    MENDED("rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w KQkq - 0 1", 4, "'K'|'Q'|'k'|'q'",
           "rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w - - 0 1");
    MENDED("rmnknm1/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/1MNKNMR w BFbf - 0 1", 2, "a1|g7",
           "rmnknm1/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/1MNKNMR w Fb - 0 1");
    aid_variant("wizard");
    MENDED("z6/7/7/7/7/7/7/7/7/7/7/6Z[] b KQZ - 0 1", 2, "'K'|'Q'",
           "z6/7/7/7/7/7/7/7/7/7/7/6Z[] b Z - 0 1");
    MENDED("z6/7/7/7/7/7/7/7/7/7/7/6Z[] b zz - 0 1", 1, "'z' twice",
           "z6/7/7/7/7/7/7/7/7/7/7/6Z[] b z - 0 1");
}

/* So is a square that nobody can have passed over. */
static void en_passant_squares_nobody_passed(void) {
    static const char *const left_out[][2] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "e6"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b -", "e4"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b -", "e9"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b -", "z3"},
        {"4k3/8/8/8/3pP3/8/8/4K3 w -", "e3"},   /* White's own */
        {"4k3/8/8/8/3pP3/8/4P3/4K3 b -", "e3"}, /* e2 is taken */
        {"4k3/8/8/8/3pP3/4N3/8/4K3 b -", "e3"},
        {"4k3/8/8/3pP3/8/8/8/4K3 b -", "e4"}, /* nobody starts on rank 3 */
    };
    aid_variant("chess");
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        char fen[100], want[100];
        snprintf(fen, sizeof fen, "%s %s 0 1", left_out[i][0], left_out[i][1]);
        snprintf(want, sizeof want, "%s - 0 1", left_out[i][0]);
        MENDED(fen, 1, "en passant", want);
    }
    MENDED("4k3/8/8/8/3pP3/8/8/4K3 b - e3d6e9 0 1", 2, "column 30: en passant square d6|e9",
           "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"); /* what is possible stands */
    MENDED("4k3/8/8/8/3pPpP1/8/8/4K3 b - e3g3 0 1", 1, "column 32: en passant square g3|no second",
           "4k3/8/8/8/3pPpP1/8/8/4K3 b - e3 0 1");
    /* These are no squares. */
    FAULTS("4k3/8/8/8/3pP3/8/8/4K3 b - hello 0 1", 1, "column 28: |en passant");
    FAULTS("4k3/8/8/8/3pP3/8/8/4K3 b - -x 0 1", 1, "column 28: |en passant");
    FAULTS("4k3/8/8/8/3pP3/8/8/4K3 b - e 0 1", 1, "column 28: |en passant");
    FAULTS("4k3/8/8/8/3pP3/8/8/4K3 b - e3x 0 1", 1, "en passant");
    aid_variant("wizard"); /* knows no en passant */
    MENDED("z6/7/7/7/7/7/7/7/7/7/7/6Z[] b - e3 0 1", 1, "e3",
           "z6/7/7/7/7/7/7/7/7/7/7/6Z[] b - - 0 1");
}

static void en_passant_squares_nobody_passed_in_magi(void) {
    static const char *const left_out[][2] = {
        {"k9/10/10/10/10/2P7/1p8/10/10/9K b -", "c2"},
        {"k9/10/10/10/10/10/10/1pP7/10/9K b -", "c2"},
        {"k9/10/10/10/10/10/10/2pP6/10/9K b -", "d2"},
        {"k9/10/10/10/1pP7/1p8/10/10/10/9K b -", "c5"},
        {"k9/10/10/10/10/1pP7/10/10/2P7/9K b -", "c4"}, /* c2 is taken */
        /* A limited pawn comes from d3 or g3, a pawn from rank 2. */
        {"k9/10/10/10/10/4pL4/10/10/10/9K b -", "f4"},
        {"k9/10/10/10/10/2pL6/10/3P6/10/9K b -", "d4"},
        {"k9/10/10/10/10/10/2pP6/10/3N6/9K b -", "d3"},
    };
    aid_variant("magi");
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        char fen[100], want[100];
        snprintf(fen, sizeof fen, "%s %s 0 1", left_out[i][0], left_out[i][1]);
        snprintf(want, sizeof want, "%s - 0 1", left_out[i][0]);
        MENDED(fen, 1, "en passant", want);
    }
    MENDED("k9/10/10/10/10/2P7/1p8/10/10/9K b - c3d4c4 0 1", 0, "en passant square d4",
           "k9/10/10/10/10/2P7/1p8/10/10/9K b - c3 0 1");
    READS_AS("k9/10/10/10/10/2pL6/10/10/3P6/9K b - d4 0 1",
             "k9/10/10/10/10/2pL6/10/10/3P6/9K b - d4 0 1");
    READS_AS("k9/10/10/10/10/10/2pP6/10/10/9K b - d3 0 1",
             "k9/10/10/10/10/10/2pP6/10/10/9K b - d3 0 1");
}

static void en_passant_squares_nobody_passed_in_magician(void) {
    static const char *const left_out[][2] = {
        {"*******/**4k/7/7/3pP2/7/K3P2 b -", "e2"}, /* e1 is taken */
        {"*******/**4k/7/3pP2/7/4N2/K6 b -", "e3"},
        {"*******/**4k/7/7/7/3pP2/K6 b -", "e1"},
        {"*******/**4k/3pP2/7/7/7/K6 b -", "e4"},
        {"******1/**4k/7/3pP2/7/4*2/K6 b -", "e3"}, /* a hole on e2 */
    };
    aid_variant("magician");
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        char fen[100], want[100];
        snprintf(fen, sizeof fen, "%s %s 0 1", left_out[i][0], left_out[i][1]);
        snprintf(want, sizeof want, "%s - 0 1", left_out[i][0]);
        MENDED(fen, 1, "en passant", want);
    }
    READS_AS("*******/**4k/7/7/3pP2/7/K6 b - e2 0 1", "*******/**4k/7/7/3pP2/7/K6 b - e2 0 1");
    READS_AS("*******/**4k/7/3pP2/7/7/K6 b - e3 0 1", "*******/**4k/7/3pP2/7/7/K6 b - e3 0 1");
}

static void clocks_out_of_bounds(void) {
    aid_variant("chess");
    FAULTS("4k3/8/8/8/8/8/8/4K3 w - - -1 1", 1, "halfmove clock");
    FAULTS("4k3/8/8/8/8/8/8/4K3 w - - x 1", 1, "halfmove clock");
    FAULTS("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", 1, "halfmove clock");
    FAULTS("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", 1, "move number");
    GrPosition pos;
    CHECK_INT(gr_fen_read(aid_rules("chess"), "4k3/8/8/8/8/8/8/4K3 w - - 0 0", &pos, NULL), 0);
    CHECK_INT(pos.number, 1);
    FAULTS("4k3/8/8/8/8/8/8/4K3 w - - 1x 1y", 2,
           "column 27: |halfmove clock|column 30: |move number");
    FAULTS("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 99999999999999999999", 2,
           "halfmove clock|move number");
}

static void more_than_all_fields(void) {
    aid_variant("chess");
    MENDED("4k3/8/8/8/8/8/8/4K3 w - - 0 1 garbage here", 1, "column 31: 'garbage' after the last field",
           "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K3 w - - 0 1; c0 \"x\";", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K3 w - - 7 9 c0 \"x\";", "4k3/8/8/8/8/8/8/4K3 w - - 7 9");
    READS_AS("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2; id \"a; hmvc 3;\";", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K3 w - - id \"a\"; hmvc 7; fmvn 12;", "4k3/8/8/8/8/8/8/4K3 w - - 7 12");
    MENDED("4k3/8/8/8/8/8/8/4K3 w - - hmvc x; fmvn 3;", 1, "column 27: the operation hmvc has no number",
           "4k3/8/8/8/8/8/8/4K3 w - - 0 3");
    MENDED("4k3/8/8/8/8/8/8/4K3 w - - hmvc 4; fmvn;", 1, "the operation fmvn has no number from 1 to 65535",
           "4k3/8/8/8/8/8/8/4K3 w - - 4 1");
    MENDED("4k3/8/8/8/8/8/8/4K3 w - - hmvc 4x; fmvn 3;", 1, "the operation hmvc has no number from 0 to 65535",
           "4k3/8/8/8/8/8/8/4K3 w - - 0 3");
    READS_AS("4k3/8/8/8/8/8/8/4K3 w - -; id \"a\";", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    aid_variant("threecheck");
    MENDED("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1 0", 1, "'0' after the last field",
           "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1");
}

static void pockets(void) {
    aid_variant("chess");
    FAULTS("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", 1, "pocket");
    aid_variant("royal");
    FAULTS("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, "pocket");
    FAULTS("4k3/8/8/8/8/8/8/4K3[BNR,-,bnr] w - - 0 1", 1, "pocket");
    FAULTS("4k3/8/8/8/8/8/8/4K3[BNR,-,bnr,-,-] w - - 0 1", 1, "pocket");
    FAULTS("4k3/8/8/8/8/8/8/4K3[BNR,-,bnr,- w - - 0 1", 0, "pocket");
    FAULTS("4k3/8/8/8/8/8/8/4K3[QNR,-,bnr,-] w - - 0 1", 1, "pocket");
    FAULTS("4k3/8/8/8/8/8/8/4K3[BNR,-,BNR,-] w - - 0 1", 1, "pocket");
    FAULTS("4k3/8/8/8/8/8/8/4K3[BB,-,-,-] w - - 0 1", 1, "pocket");
    FAULTS("4k3/8/8/8/8/8/8/4K3[-,BNR,-,-] w - - 0 1", 1, "magician");
    FAULTS("4k3/8/8/8/8/8/8/2MMK3[-,-,-,-] w - - 0 1", 1, "magician");
    aid_variant("wizard");
    FAULTS("z6/7/7/7/7/7/7/7/7/7/7/6Z b - - 0 1", 1, "pocket");
    FAULTS("z6/7/7/7/7/7/7/7/7/7/7/6Z[X] b - - 0 1", 1, "pocket");
    FAULTS("z6/7/7/7/7/7/7/7/7/7/7/6Z[DDD] b - - 0 1", 1, "dragon");
    FAULTS("z6/7/7/7/3D3/3D3/3D3/7/7/7/7/6Z[] b - - 0 1", 1, "White has more than two dragons");
    FAULTS("z6/7/7/7/3D3/3D~3/3D~3/7/7/7/7/6Z[] b - - 0 1", 1, "White has more than two dragons");
    FAULTS("z6/7/7/7/3D3/3D3/7/7/7/7/7/6Z[D] b - - 0 1", 1, "White has more than two dragons");
    FAULTS("z6/7/7/7/3D3/7/7/7/7/7/7/6Z[DD] b - - 0 1", 1, "White has more than two dragons");
    FAULTS("z6/7/7/7/3D3/3d3/3d3/7/7/7/7/6Z[Dd] w - - 0 1", 1, "Black has more than two dragons");
    FAULTS("z6/7/7/7/1D1d3/1D1d3/1D1d3/7/7/7/7/6Z[DDDd] w - - 0 1", 2, "White has more|Black has more");
    FAULTS("z6/7/7/7/7/7/7/7/7/7/7/6Z[ddd] b - - 0 1", 1, "Black has more than two dragons");
    READS_AS("z6/7/7/7/3D3/3d3/7/7/7/7/7/6Z[Dd] b - - 0 1",
             "z6/7/7/7/3D3/3d3/7/7/7/7/7/6Z[Dd] b - - 0 1");
    READS_AS("z6/7/7/7/3D3/3D~3/7/7/7/7/7/6Z[dd] b - - 0 1",
             "z6/7/7/7/3D3/3D~3/7/7/7/7/7/6Z[dd] b - - 0 1");
    FAULTS("z6/7/7/7/7/7/7/7/7/7/7/6Z[W] b - - 0 1", 1, "side to move");
    FAULTS("z6/w1www1w/7/7/7/7/7/7/7/7/7/6Z[w] b - - 0 1", 1, "vacant");
}

static void marks(void) {
    aid_variant("chess");
    FAULTS("4k3/8/8/8/8/8/4P~3/4K3 w - - 0 1", 1, "mark");
    aid_variant("wizard");
    FAULTS("z6/7/7/7/2H+4/7/7/7/7/7/7/6Z[] b - - 0 1", 1, "mark");
    FAULTS("z6/7/7/7/2W~4/7/7/7/7/7/7/6Z[] b - - 0 1", 1, "mark");
    FAULTS("z6/7/7/7/2C~4/7/7/7/7/7/7/6Z[] b - - 0 1", 1, "mark");
    FAULTS("z6/7/7/7/2D^4/7/7/7/7/7/7/6Z^[] b - - 0 1", 2, "mark");
    FAULTS("z6/7/7/7/+7/7/7/7/7/7/7/6Z[] b - - 0 1", 0, "'+'");
}

static void holes(void) {
    aid_variant("magician");
    FAULTS("rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP1PPP/RMNKNMR w BFbf - 0 1", 1, "nine holes");
    FAULTS("rmnknmr/ppp*ppp/*5*/*2*2*/*3*1*/PPP*PPP/RMNKNMR w BFbf - 0 1", 1, "nine holes");
    aid_variant("chess");
    FAULTS("4k3/8/8/8/8/8/4*3/4K3 w - - 0 1", 1, "'*'");
}

static void every_fault_is_listed(void) {
    aid_variant("chess");
    FAULTS("rnbqxbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KZ e9 -1 x", 8,
           "'x'|rank 7|side to move|'Z'|en passant|halfmove clock|move number|Black has 0");
    aid_variant("wizard");
    FAULTS("q6/7/7/7/2H+4/7/7/7/7/7/7/6Z[DDDW] b KZ e3 1- x", 0,
           "'q'|mark|'K'|two dragons|a piece to place|halfmove clock|move number|Black has 0");
    /* More than fit the record are counted all the same. */
    GrPosition pos;
    GrFaults faults;
    aid_variant("chess");
    unsigned n = gr_fen_read(aid_rules("chess"),
                             "xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/8/8/8 w - - 0 1", &pos,
                             &faults);
    CHECK(n >= 42 && faults.count == n && faults.dropped == 0);
}

static void short_forms_are_read(void) {
    aid_variant("chess");
    READS_AS("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K2R b", "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K2R w K - 12", "4k3/8/8/8/8/8/8/4K2R w K - 12 1");
    READS_AS("4k3/8/8/8/8/8/8/4K2R w K - ;D1 3", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    READS_AS("4k3/8/8/8/8/8/8/4K2R w K - 3 9 ;D1 3", "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
    aid_variant("wizard");
    READS_AS("z6/7/7/7/7/7/7/7/7/7/7/6Z[]", "z6/7/7/7/7/7/7/7/7/7/7/6Z[] b - - 0 1");
}

/* Changes, takes out or puts in one character. */
static void damage(Random *random, char fen[GR_FEN_SIZE + 8]) {
    static const char noise[] = "kKzZpPwWdDlL*+-~^[],/ 0123456789bBefqx;\xff\x01";
    size_t length = strlen(fen), at = random_below(random, (unsigned)length);
    char c = noise[random_below(random, sizeof noise - 1)];
    switch (random_below(random, 3)) {
    case 0:
        fen[at] = c;
        break;
    case 1:
        memmove(fen + at, fen + at + 1, length - at);
        break;
    default:
        memmove(fen + at + 1, fen + at, length - at + 1);
        fen[at] = c;
    }
}

static bool holds_together(const char *variant, const GrPosition *pos) {
    static GrMoveList list;
    char fen[GR_FEN_SIZE];
    GrPosition again;
    gr_moves(pos, &list);
    gr_fen_write(pos, fen);
    return gr_count_moves(pos) == list.count && pos->key == gr_key_of(pos) &&
           gr_fen_read(aid_rules(variant), fen, &again, NULL) == 0 && gr_same(pos, &again);
}

/* Whatever is done to a FEN: it is refused with faults, or it is a position that holds together. */
static void damaged_fens(void) {
    static const char *const names[] = {"chess", "magi", "magician", "royal", "wizard",
                                        "capablanca", "chess960", "crazyhouse", "atomic", "antichess", "horde",
                                        "threecheck", "racingkings", "kingofthehill"};
    Random random = {test_seed(4711)};
    unsigned accepted = 0, refused = 0;
    for (unsigned i = 0; i < 24000; i++) {
        const char *name = names[i % (sizeof names / sizeof *names)];
        char fen[GR_FEN_SIZE + 8];
        GrPosition pos;
        GrFaults faults;
        OrPosition made;
        random_position(&random, or_variant(name), &made);
        or_write(&made, fen);
        damage(&random, fen);
        if (random_chance(&random, 2)) {
            damage(&random, fen);
        }
        unsigned n = gr_fen_read(aid_rules(name), fen, &pos, &faults);
        bool good = n == 0 ? holds_together(name, &pos) : faults.count == n + faults.dropped;
        good = good && (!faults.count || faults.fault[0].text[0] != '\0');
        if (!CHECK(good)) {
            printf("    %s: %s\n", name, fen);
        }
        *(n == 0 ? &accepted : &refused) += 1;
    }
    CHECK(accepted > 500 && refused > 500);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(boards_of_the_wrong_shape);
    RUN(missing_and_superfluous_royals);
    RUN(royals_that_could_be_taken);
    RUN(pawns_where_none_can_stand);
    RUN(side_to_move);
    RUN(rights_without_the_pieces);
    RUN(en_passant_squares_nobody_passed);
    RUN(en_passant_squares_nobody_passed_in_magi);
    RUN(en_passant_squares_nobody_passed_in_magician);
    RUN(clocks_out_of_bounds);
    RUN(more_than_all_fields);
    RUN(pockets);
    RUN(marks);
    RUN(holes);
    RUN(every_fault_is_listed);
    RUN(short_forms_are_read);
    RUN(damaged_fens);
    return test_end();
}
