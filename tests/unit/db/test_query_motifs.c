/* The words of readers: motifs, mates, castlings, pawn structures, endings. By hand, each with a position that has it
 * and neighbours that have not. */
#include "tests/aid/query_aid.h"

static void mates(void) {
    query_play("chess", NULL, "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 b8d7 d1e2 g8f6 e4d6");
    HITS("smothered mate", "11");
    HITS("white smothered mate and black mated", "11");
    HITS("black smothered mate", "");
    HITS("mate in one", "10");
    query_play("chess", "6rk/6pp/8/4N3/8/8/8/6K1 w - - 0 1", "e5f7"); /* all around is Black's */
    HITS("smothered mate", "1");
    query_play("chess", "7k/R5pp/8/4N3/8/8/8/6K1 w - - 0 1", "e5f7");
    HITS("smothered mate or checkmate", ""); /* there is g8 */
    query_play("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8");
    HITS("back rank mate", "1");
    HITS("white back rank mate", "1");
    HITS("black back rank mate", "");
    query_play("chess", "6k1/5p1p/5B2/8/8/8/8/R5K1 w - - 0 1", "a1a8");
    HITS("checkmate", "1");
    HITS("back rank mate", ""); /* g7 is empty, and guarded */
    query_play("chess", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1");
    HITS("black back rank mate", "1");
    query_play("magi", "4k5/3ppp4/10/10/10/10/10/10/10/R3K5 w - - 0 1", "a1a10");
    HITS("back rank mate", "1"); /* the far rank is the tenth */
}

static void missed_mates(void) {
    query_play("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a7 h7h6 a7a8");
    HITS("mate in one", "0");
    HITS("missed mate in one", "0-1");
    HITS("white mate in one missed", "0-1");
    HITS("black missed mate in one", "");
    HITS("black may mate", "");
    query_play("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8");
    HITS("white may mate", "0");
    HITS("missed mate in one", "");
    query_play("magician", NULL, "");
    MISSES("mate in one");
}

static void forks(void) {
    query_play("chess", "4k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7");
    HITS("fork", ""); /* nothing but the king is attacked */
    query_play("chess", "r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1", "b5c7");
    HITS("fork", "1");
    HITS("knight fork and white knight fork and white fork", "1");
    HITS("N fork and knights fork and white N fork", "1");
    HITS("black fork or bishop fork or pawn fork or queen fork", "");
    query_play("chess", "r2qk3/8/8/1N6/8/8/8/4K3 w q - 0 1", "b5c7");
    HITS("fork", ""); /* the queen takes it */
    query_play("chess", "4k3/8/2n1b3/8/2PP4/8/8/4K3 w - - 0 1", "d4d5");
    HITS("pawn fork", "1");
    HITS("fork", "1");
    query_play("chess", "4k3/8/2n1b3/8/3P4/8/8/4K3 w - - 0 1", "d4d5");
    HITS("fork", ""); /* the bishop takes it */
    query_play("chess", "r3k2r/8/8/8/8/3Q4/8/4K3 w - - 0 1", "d3e4");
    HITS("queen fork", "1");
    HITS("knight fork or rook fork", "");
    query_play("chess", "4k3/8/1p6/q6R/5P2/8/8/6K1 w - - 0 1", "h5e5");
    HITS("fork", "1"); /* the queen is defended, but worth more */
    HITS("rook fork and white R fork", "1");
    query_play("chess", "4k3/8/1p6/n6R/5P2/8/8/6K1 w - - 0 1", "h5e5");
    HITS("fork", "");
    query_play("magi", "r3k5/10/1C8/10/10/10/10/10/10/4K5 w - - 0 1", "");
    MISSES("fork"); /* White is to move */
}

static void attacks(void) {
    query_play("chess", "4k3/8/8/r6b/8/8/8/3QK3 w - - 0 1", "d1a4"); /* check, a rook, but a bishop is not attacked */
    HITS("white double attack", "1");
    query_play("chess", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1a4");
    HITS("double attack", "");
    query_play("chess", "5rk1/5ppp/8/8/8/3B4/8/4K3 w - - 0 1", "d3h7");
    HITS("greek gift", "1");
    HITS("black greek gift", "");
    query_play("chess", "5r1k/5ppp/8/8/8/3B4/8/4K3 w - - 0 1", "d3h7");
    HITS("greek gift", ""); /* no check */
    query_play("chess", "4k3/8/3b4/8/8/8/5PPP/5RK1 b - - 0 1", "d6h2");
    HITS("black greek gift", "1");
    query_play("chess", "4k3/1p6/2n5/8/8/8/2R5/4K3 w - - 0 1", "c2c6 b7c6 e1e2 e8e7 e2e3 e7e6");
    HITS("exchange sacrifice", "1");
    HITS("rook sacrifice and white rook sacrifice", "1");
    HITS("queen sacrifice or knight sacrifice", "");
}

static void castlings(void) {
    query_play("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8");
    HITS("castling on opposite sides and opposite side castling and opposite castling", "0-2");
    HITS("castles kingside", "1");
    HITS("white castles short", "1");
    HITS("black castles queenside and castles long", "2");
    query_play("chess", "r3k2r/5p2/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8g8");
    HITS("opposite castling", "");
}

static void structures(void) {
    query_play("chess", "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1", "");
    FITS("isolated queen pawn and white isolated queen's pawn");
    FITS("isolated-queen pawn and isolated queen-pawn");
    FITS("P-ending and pawn = 2 and not rook-and-pawn ending");
    FITS("never (perpetual or threefold or back-rank mate or mate in 1)");
    query_play("chess", "4k3/8/8/8/3P4/2P5/8/4K3 w - - 0 1", "");
    MISSES("isolated queen pawn");
    FITS("white protected passed pawn");
    MISSES("black protected passed pawn");
    query_play("chess", "4k3/R7/8/8/8/8/8/R3K3 w - - 0 1", "");
    FITS("connected rooks and white rook on the seventh");
    MISSES("black rook on the seventh");
    query_play("chess", "4k3/8/6p1/8/8/8/r5b1/4K3 w - - 0 1", "");
    FITS("black rook on the seventh");
    MISSES("fianchetto");
    query_play("chess", "4k3/6b1/6p1/8/8/8/8/4K3 w - - 0 1", "");
    FITS("black fianchetto and white bare king");
    MISSES("white fianchetto or black bare king");
    query_play("magi", NULL, "");
    MISSES("fianchetto or isolated queen pawn or board of 8 by 8");
    FITS("board of 10 by 10");
}

static void endings(void) {
    query_play("chess", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "");
    FITS("pawn ending and pawn endgame and P ending and pawns endgame and endgame");
    MISSES("rook ending");
    query_play("chess", "r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", "");
    FITS("rook ending and rook endgame and [QR] ending and rook and pawn ending and R and pawn endgame");
    MISSES("pawn ending or P ending or queen ending or queen and pawn ending or knight ending");
    query_play("chess", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", "");
    MISSES("rook ending"); /* Black has none */
    query_play("chess", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "");
    FITS("opposite coloured bishops and opposite colored bishops and bishop ending");
    query_play("chess", NULL, "");
    MISSES("endgame or rook ending");
    query_play("royal", NULL, "");
    MISSES("endgame");
    query_play("crazyhouse", "4k3/p7/8/8/8/8/P7/4K3[Q] w - - 0 1", "");
    MISSES("pawn ending or endgame"); /* there is a queen in hand */
}

static void groups(void) {
    query_play("chess", NULL, "");
    FITS("officer = 14 and minor piece = 8 and major pieces = 6 and officers on d1");
    MISSES("officer on e1 or minor piece on a1 or major piece on b1 or officer on e2");
    query_play("magi", NULL, "");
    FITS("officer and minor piece and major piece");
    MISSES("officer on [e2 f2]");
}

int main(void) {
    RUN(mates);
    RUN(missed_mates);
    RUN(forks);
    RUN(attacks);
    RUN(castlings);
    RUN(structures);
    RUN(endings);
    RUN(groups);
    return test_end();
}
