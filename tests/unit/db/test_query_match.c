/* What queries find in positions made for them: statements of grimoire-query(7), by hand. */
#include "tests/aid/query_aid.h"

#define ANY "\?\?\?\?\?\?\?\?" /* a rank; without the backslashes C would see trigraphs */

static const char *const OPEN_BOARD = "4k3/pp6/2n5/3N1b2/8/1R6/P4PPP/4K2R w K - 3 30";

static void pieces_and_squares(void) {
    query_play("chess", OPEN_BOARD, "");
    FITS("N");
    FITS("white N on d5");
    MISSES("black N on d5");
    FITS("knight on d5 and Knights on [c6 d5]");
    FITS("N = 2 and white N = 1");
    FITS("white [RN] = 3");
    FITS("white rook on b-file and white R on first rank");
    FITS("white P >= 3 on rank 2");
    FITS("white P on a1-c3 = 1");
    MISSES("white P on a1-c3 = 2");
    FITS("piece = 13");
    FITS("white pieces - black pieces = 3");
    FITS("royal = 2 and white royal on e1 and royal on last rank");
    FITS("pawns = 6");
    FITS("empty squares on rank 8 = 7");
    FITS("no hole and no empty square on e1");
    FITS("B on light squares and no B on dark squares"); /* f5 */
    FITS("no white R on dark squares and white R on light squares = 2"); /* b3 and h1 */
    FITS("no C and no wizard"); /* pieces of other variants are nowhere */
    FITS("no piece on a9");     /* and squares of other boards are left out */
    FITS("either N >= 2");
    FITS("2 * white R + white N > 4");
    FITS("-white R + 3 = 1");
    FITS("white P from 4 to 5");
    MISSES("white P from 5 to 6");
    FITS("white P != 3 and not white P != 4");
    FITS("piece on [a1, rank 7] = 2 and piece on c6-f5 = 3 and piece on f5-c6 = 3");
    FITS("ply = 0 and move = 29 and clock = 3 and length = 0 and plies = 0");
}

static void attacks(void) {
    query_play("chess", "r3k3/8/5n2/8/3N3B/8/8/4RK2 b q - 0 20", "");
    FITS("white B attacks black N");
    FITS("black N is attacked by B");
    FITS("N attacked by white B on h4");
    FITS("black N is attacked");
    FITS("hanging black N");
    MISSES("attacked black R");
    FITS("black R is not attacked and unattacked black R and undefended white N");
    FITS("white piece attacks e5");
    FITS("white R attacks black royal");
    FITS("check and black in check and not white in check and not double check");
    MISSES("black K defends N");
    FITS("white K defends R and defended white R and white R is defended by white K");
    MISSES("white K attacks R"); /* its own */
    FITS("white K attacks e1");  /* squares are attacked whatever stands there */
    FITS("white N attacks c6 and white N attacks [e6 h8] and not white N attacks [h8 a1]");
    FITS("white [NK] attacks c6 and no white [NK] attacks [c5 g3]"); /* each kind in its own way */
    FITS("white B attacks empty squares on g3");
    FITS("empty squares on rank 7 attacked by white piece = 1"); /* e7 */
    FITS("legal moves = 5"); /* four of the king, and Ne4 */
}

/* c7 attacks the king on e8 and the rook on a8; the rook on b1 attacks the bishop on b7 and defends b4. */
static void several_clauses(void) {
    query_play("chess", "r3k3/1bN5/8/8/1P6/7r/3R4/1R2K3 b - - 0 20", "");
    FITS("white N attacks black K and attacks black R");
    FITS("white N attacks black R and attacks black K and is not attacked and on c7");
    MISSES("white N attacks black K and attacks black B");
    MISSES("white N attacks black K attacks black R"); /* one that the king attacks */
    FITS("white N attacks (black K defends black B) = 0");
    MISSES("white N attacks (black K attacked by white N and attacks d7 and attacks d5)");
    FITS("white N attacks (black K attacked by white N and attacks d7) and attacks d5");
    FITS("white N attacks 2 black pieces");
    FITS("white N attacks at least 2 black [KR] and not white N attacks 3 black pieces");
    FITS("white P defended by 1 white R and not white P defended by 2 white pieces");
    FITS("white N attacks 2 [e8 a8 b5 d5] and white N attacks 4 [e8 a8 b5 d5] and no N attacks 5 [e8 a8 b5 d5 c6]");
    FITS("white R attacks (black R attacked by white K) = 0");
}

static void pins(void) {
    query_play("chess", "4k3/4r3/8/8/7b/8/4NP2/4K3 w - - 0 1", "");
    FITS("pinned white N");
    FITS("white P is pinned");
    FITS("pinned piece = 2");
    MISSES("pinned black R");
    MISSES("pinned royal");
    query_play("wizard", "3z3/7/7/7/7/3h3/7/7/7/7/7/3Z3[] w - - 0 1", "");
    FITS("pinned black H"); /* else the wizards would face each other */
    query_play("wizard", "3d3/3z3/7/7/7/3h3/7/7/7/3W3/7/3Z3[] w - - 0 1", "");
    MISSES("pinned H"); /* if it went, the warrior would still stand between */
}

static void attacks_of_other_games(void) {
    query_play("magician", "3k3/*6/*6/*1N1*2/3*P2/*2*3/*M1K*2 w - - 0 1", "");
    FITS("white M attacks b2"); /* a2 is a hole that it can move there */
    MISSES("piece attacks d2"); /* a hole; the king beside it takes nothing there */
    FITS("white K attacks c2 and not white N attacks d4");
    query_play("wizard", "3z3/7/7/7/7/7/3w3/7/1d1W1h1/7/3D3/3Z3[] b - - 0 1", "");
    FITS("white D attacks black W and not white D attacks d7"); /* over the warrior, two further */
    FITS("black D attacks black H on f4 = 0 and black D defends black H");
    MISSES("Z attacks Z");
}

static void patterns(void) {
    query_play("chess", "r1bq1rk1/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1 w - - 0 7", "");
    FITS("board r?bq?rk?/" ANY "/" ANY "/" ANY "/" ANY "/" ANY "/" ANY "/" ANY);
    FITS("board r1bq1rk1/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1");
    MISSES("board r1bq1rk1/pppp1ppp/2n2n2/4p3/2B1P3/2N5/PPPP1PPP/R1BQ1RK1");
    FITS("board RK. at f1");
    MISSES("board RK. at e1");
    MISSES("board RK. at h8"); /* beyond the board of chess, though not that of Magi */
    FITS("board [RB].[^.Q] at a1");
    FITS("board !/A/[^*] at e3 and board a/A at e4");
    FITS("board PPP/RK. shift and not board PPP/KR. shift");
    FITS("board PPP/.KR shift mirror and not board PPP/.KR shift");
    FITS("board ?????????P shift"); /* what is marked ? may lie off the board */
    MISSES("board * shift");
    query_play("chess", OPEN_BOARD, "");
    FITS("flip board B at f4 and not board B at f4");
    FITS("board B at f4 flip and board PP at a2 flip and board PP at g2 mirror flip");
    FITS("flip (white P on b2 and no white P on c2)");
    FITS("flip mirror white N on f3 and mirror black N on f6 and not mirror white N on f6");
}

static void patterns_of_other_games(void) {
    query_play("magician", NULL, "");
    FITS("board *?/P. shift or board [*]/[^*]/* shift");
    FITS("board PP*PP at b2 and hole on d4 and holes = 9");
    FITS("no piece on d4 and no empty squares on d4");
    query_play("wizard", NULL, "");
    FITS("board \\AZ\\A shift and board C\\AZ\\AC at b1");
    FITS("board [\\A]Z at c1 and board A at b1 and not board \\A at b1 and board a at b12");
    FITS("A on c1 and archers = 4 and white archer = 2");
    query_play("magi", NULL, "");
    FITS("A on d1 and cardinal on d1 and iman on d10 and white archbishop = 1");
    FITS("P = 20 and L = 4 and pawns = 24 and LPawns = 4");
}

static void whole_positions(void) {
    query_play("chess", NULL, "e2e4 e7e5 g1f3");
    HITS("fen \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 9\"", "1");
    HITS("fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQq - 0 1'", "");
    HITS("fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1'", "");
}

static void material(void) {
    query_play("chess", "3rr1k1/1p3ppp/8/8/8/8/P2Q1PPP/6K1 w - - 0 30", "");
    FITS("Q vs RR");
    FITS("white Q vs RR and black RR vs Q");
    MISSES("black Q vs RR");
    MISSES("Q vs R");
    FITS("material QPPPP vs KRRPPPP");
    FITS("white material QPPPP and black material RRPPPP vs QPPPP");
    FITS("material RRPPPP and not black material QPPPP");
    MISSES("material RRPPP");
    FITS("material RR vs Q ignoring pawns");
    FITS("nothing vs nothing ignoring [QR] and not nothing vs nothing");
    query_play("magician", NULL, "");
    MISSES("Q vs nothing"); /* there is no queen */
    FITS("nothing vs nothing");
}

static void rights(void) {
    query_play("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "");
    FITS("rights KQ and rights k and rights = KQk and not rights = KQ and not rights q");
    FITS("white may castle O-O-O and black may castle 0-0 and may castle");
    MISSES("black may castle O-O-O");
    MISSES("rights - or rights = - or may teleport or rights B");
    FITS("flip rights = Kkq");
    query_play("magician", NULL, "");
    FITS("white may castle O-O(b) and rights = BFbf and not may castle O-O");
    query_play("wizard", "3z3/7/7/7/7/7/7/7/7/7/7/1Z5[] b z - 0 1", "");
    FITS("black may teleport and not white may teleport and rights = z");
    query_play("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "");
    FITS("may take en passant and black may take en passant");
    MISSES("white may take en passant");
}

static void pockets(void) {
    query_play("royal", "4k3/8/8/8/8/8/8/M3K3[BN,BNR,-,-] w - - 0 1", "");
    FITS("white R in pocket of magician = 1 and white R in pocket = 1");
    FITS("no white R in pocket of K and white R in pocket of M");
    FITS("white piece in pocket = 5 and no black piece in pocket and pieces in pocket = 5");
    FITS("white [BN] in pocket of royal = 2 and white N in pocket of [KM] = 2");
    FITS("flip black bishops in pocket = 2");
    query_play("wizard", "3z3/7/7/7/7/7/7/7/7/7/7/1Z5[DDdw] b - - 0 1", "");
    FITS("white D in pocket = 2 and black [DW] in pocket = 2 and black warrior in pocket");
    MISSES("white W in pocket or D in pocket of Z");
    query_play("chess", NULL, "");
    FITS("no piece in pocket");
}

static void marks(void) {
    query_play("wizard", "1z5/1g~1w+1h^1/7/7/7/7/7/7/7/7/W-5W/1Z3D~1[] w - - 0 1", "");
    FITS("promoted black G and promoted white dragon and promoted piece = 2");
    FITS("fresh black W and white W = 2 and fresh white W = 1 and white W on a2 is not fresh");
    FITS("questing H and questing piece = 1");
}

static void ends(void) {
    query_play("chess", "7k/5QQ1/8/8/8/8/8/6K1 b - - 0 1", "");
    FITS("mate and checkmate and black mated and black checkmated and check and final");
    MISSES("white mated or stalemate");
    FITS("double check or legal moves = 0");
    query_play("chess", "7k/5Q2/8/8/8/8/8/6K1 b - - 0 1", "");
    FITS("stalemate and black stalemated and not check and not mate");
    MISSES("white stalemated");
    query_play("chess", "4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1", "");
    FITS("white in double check and double check and white to move");
    query_play("chess", NULL, "");
    MISSES("stalemate or mate or check or double check or black to move");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(pieces_and_squares);
    RUN(attacks);
    RUN(several_clauses);
    RUN(pins);
    RUN(attacks_of_other_games);
    RUN(patterns);
    RUN(patterns_of_other_games);
    RUN(whole_positions);
    RUN(material);
    RUN(rights);
    RUN(pockets);
    RUN(marks);
    RUN(ends);
    return test_end();
}
