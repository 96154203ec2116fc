/* Words that stand for other words, and what analysts ask for: pawns that are passed, doubled or
 * isolated, discovered checks, underpromotions, bishops, sacrifices. By hand, in every variant that
 * has them. */
#include "tests/aid/query_aid.h"

static void words_mean_their_text(void) {
    query_play("chess", NULL, "e2e4");
    query_game()->result = GR_WHITE_WINS;
    HITS("white wins and black loses and either wins and either loses", "0-1");
    HITS("black wins or white loses or drawn", "");
    HITS("flip black wins", "0-1");
    query_game()->result = GR_DRAW;
    HITS("drawn and not either wins", "0-1");
    HITS("Drawn then white P on e2", "0");
    query_play("chess", NULL, "e2e4 e7e5");
    query_game()->result = GR_DRAW;
    HITS("drawn then white P on e4", "1 2");
    query_play("chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1b1");
    HITS("only move", "1"); /* Kg8 */
}

static void words_are_explained(void) {
    CHECK_STR(query_explained("drawn and not (either\n bishop pair and drawn)", "chess"),
              "chess\n"
              "  'drawn' stands for: result draw\n"
              "  'either bishop pair' stands for: (white bishop on light squares and white bishop "
              "on dark squares) or (black bishop on light squares and black bishop on dark "
              "squares)\n"
              "  from the header of a game:\n"
              "    drawn\n"
              "    drawn\n"
              "  asked of each position:\n"
              "    test 1:\n"
              "      all of, in this order:\n"
              "        drawn  [known from the header]\n"
              "        not:\n"
              "          all of, in this order:\n"
              "            drawn  [known from the header]\n"
              "            one of, in this order:\n"
              "              all of, in this order:\n"
              "                white bishop on light squares  [one set]\n"
              "                white bishop on dark squares  [one set]\n"
              "              all of, in this order:\n"
              "                black bishop on light squares  [one set]\n"
              "                black bishop on dark squares  [one set]\n");
}

/* A fault inside what a word stands for is shown where the word is. */
static void faults_point_at_the_word(void) {
    char query[160] = "";
    for (int i = 0; i < 99; i++)
        strcat(query, "(");
    strcat(query, " white bishop pair");
    CHECK_STR(query_fault_of(query), "column 118: expected 'and', 'or', 'then' or ')', found the end");
    query[99] = '('; /* with which there is no room for what it stands for */
    CHECK_STR(query_fault_of(query), "column 101: in 'white bishop pair': nested more than 100 deep");
    CHECK(strstr(query_fault_of("white drawn"), "column 7: expected"));
    CHECK(strstr(query_fault_of("wins"), "column 1: expected a condition, found 'wins'"));
    CHECK(strstr(query_fault_of("bishop pair on d4"), "column 13: expected 'and'"));
    CHECK_STR(query_fault_of("ply 10"), "column 5: expected a comparison before a number, such as '=', found '10'");
    CHECK_STR(query_fault_of("white Nf3+"), "column 7: a move is asked for as in 'N moves to f3'");
    CHECK_STR(query_fault_of("exd5 and check"), "column 1: a move is asked for as in 'P moves to d5'");
    CHECK_STR(query_fault_of("Ra10"), "column 1: a move is asked for as in 'R moves to a10'");
    CHECK_STR(query_fault_of("O-O"), "column 1: no variant has a piece of the letter O; castling is asked for as in "
                                     "'castles O-O'");
    CHECK(strstr(query_fault_of("both bishop pair"), "column 6: expected"));
}

static void pawns_of_chess(void) {
    query_play("chess", "4k3/p6p/1p6/3P1p2/8/2P2P2/P1P5/4K3 w - - 0 1", "");
    FITS("passed white P on d5");
    FITS("passed P = 2"); /* d5 and h7, which White's pawn on f3 is no neighbour of */
    FITS("passed black pawn on h7 and no passed black pawn on [a7 b6 f5]");
    FITS("doubled white P on c2 and doubled white P on c3 and doubled P = 2");
    FITS("isolated P on [a2 f3 f5 h7] = 4 and isolated P = 4");
    FITS("white P is not isolated = 3");
    FITS("white P on c2 is doubled and white P on c2 is not isolated");
    FITS("flip black P on d4 is passed");
    FITS("mirror white P on e5 is passed");
    FITS("no passed K and K is not passed = 2");
    MISSES("passed piece on e1");
    FITS("passed undefended white piece = 1");
}

static void pawns_of_other_games(void) {
    /* LPawns are pawns among pawns. */
    query_play("magi", "5k4/10/10/3l6/10/3P6/10/6L3/6P3/5K4 w - - 0 1", "");
    FITS("passed L = 1 and passed white P = 1 and passed white pawn = 2");
    FITS("doubled pawn = 2 and isolated pawn = 4");
    query_play("capablanca", "4k5/9p/10/8P1/10/10/10/4K5 w - - 0 1", "");
    FITS("passed P = 0 and isolated P = 2");
    query_play("royal", NULL, "");
    FITS("no passed P and no doubled P and no isolated P");
    query_play("magician", NULL, "");
    FITS("no passed P and no doubled P and no isolated P");
    query_play("wizard", NULL, ""); /* which has no pawns */
    FITS("no passed piece and no doubled piece and no isolated piece");
}

static void bishops(void) {
    query_play("chess", NULL, "");
    FITS("bishop pair and white bishop pair and black bishop pair");
    MISSES("opposite bishops");
    query_play("chess", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "");
    FITS("opposite bishops and not bishop pair");
    query_play("chess", "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", "");
    MISSES("opposite bishops or bishop pair");
    query_play("chess", "2b1k3/8/8/8/8/8/4B3/2B1K3 w - - 0 1", "");
    MISSES("opposite bishops"); /* White has two */
    FITS("white bishop pair and not black bishop pair");
    query_play("chess", "4k3/8/8/8/5B2/8/8/2B1K3 w - - 0 1", "");
    MISSES("bishop pair"); /* both on dark squares */
    query_play("magi", NULL, "");
    FITS("bishop pair");
    query_play("magician", NULL, "");
    MISSES("bishop pair or opposite bishops");
    query_play("wizard", NULL, "");
    MISSES("bishop pair or opposite bishops");
}

static void underpromotions(void) {
    query_play("chess", "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1", "a7a8n a2a1q");
    HITS("underpromotion", "1");
    HITS("white underpromotion", "1");
    HITS("black underpromotion", "");
    query_play("capablanca", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "a7a8c");
    HITS("underpromotion", "1");
    query_play("magician", "3k3/P6/*6/*1*1*2/3*3/p1**3/2*K*2 w - - 0 1", "a6a7s a2a1c");
    HITS("underpromotion", "1"); /* the chancellor is the best */
    query_play("magi", "5k4/P9/10/10/10/10/10/10/10/5K4 w - - 0 1", "a9a10w");
    HITS("white underpromotion", "1");
    /* no choice in Wizard Chess: each becomes the next piece up */
    query_play("wizard", "3z3/7/7/2W4/7/7/7/7/7/7/7/4Z2[] w - - 0 1", "c9d10h");
    HITS("promotion", "1");
    HITS("underpromotion", "");
}

/* Who opens a game stands in check by two knights, and no move led there. */
static void double_checks_at_the_start(void) {
    query_play("chess", "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "e8d8");
    HITS("double check", "0");
    HITS("checkers = 2 and black in double check", "0");
    HITS("discovered check or white in double check", "");
}

static void discovered_checks(void) {
    query_play("chess", "4k3/8/8/8/8/8/4B3/4R1K1 w - - 0 1", "e2d3 e8d8 e1e2");
    HITS("discovered check", "1");
    HITS("black in discovered check and check and not double check", "1");
    HITS("white in discovered check", "");
    query_play("chess", "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4f6");
    HITS("double check and discovered check", "1");
    query_play("chess", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1");
    HITS("check and castling", "1"); /* by the rook that castled */
    HITS("discovered check", "");
    query_play("chess960", "5k2/8/8/8/8/8/8/6KR w K - 0 1", "g1h1");
    HITS("check and castling", "1"); /* also where the king stays */
    HITS("discovered check", "");
    query_play("chess960", "3k4/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1");
    HITS("check and castling", "1");
    HITS("discovered check", "");
    query_play("chess", "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6");
    HITS("discovered check", "1"); /* both pawns left the rank */
    query_play("chess", "6k1/8/8/3pP3/8/8/B7/4K3 w - d6 0 1", "e5d6");
    HITS("discovered check", "1"); /* the pawn that was taken left the diagonal */
    query_play("chess", "3k4/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q");
    HITS("check and not discovered check", "1");
    query_play("chess", "4k3/8/8/8/8/8/4B3/4R1K1 b - - 0 1", "");
    MISSES("discovered check"); /* of a position without a move before it, nothing is known */
}

#define LEGAL_MATE "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5"

static void sacrifices(void) {
    query_play("chess", NULL, LEGAL_MATE);
    HITS("sacrifice", "9"); /* Nxe5, after which the queen is taken */
    HITS("white sacrifices Q on d1 and N takes P", "9");
    HITS("white sacrifices Q on d2 or sacrifices N or black sacrifices", "");
    HITS("sacrifice then mate within 4 plies", "9-13");
    HITS("flip black sacrifices Q", "9");
    HITS("mirror sacrifices Q on e1", "9");
    HITS("not sacrifice for 4 plies", "0-8 10-13");
    HITS("at least 2 times sacrifice", "");
    HITS("exactly 1 time sacrifice", "0-13");
    /* taken back: no sacrifice */
    query_play("chess", NULL, "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5");
    HITS("sacrifice", "");
    /* a gambit is one, unless the pawn is regained within four plies */
    query_play("chess", NULL, "e2e4 e7e5 f2f4 e5f4 g1f3 g7g5 h2h4 g5g4");
    HITS("sacrifice", "3");
    query_play("chess", NULL, "d2d4 d7d5 c2c4 d5c4 e2e3 a7a6 f1c4 e7e6");
    HITS("sacrifice", ""); /* nor when Black gives back what he has just taken */
    /* where the game ends with the capture, nobody knows */
    query_play("chess", NULL, "e2e4 e7e5 d1h5 g8f6 h5f7 e8f7");
    HITS("sacrifice", "");
    query_play("chess", NULL, "e2e4 e7e5 d1h5 g8f6 h5f7 e8f7 a2a3");
    HITS("sacrifice", "5");
    /* the bishop for the knight is an exchange */
    query_play("chess", NULL, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6");
    HITS("sacrifice", "");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(words_mean_their_text);
    RUN(words_are_explained);
    RUN(faults_point_at_the_word);
    RUN(pawns_of_chess);
    RUN(pawns_of_other_games);
    RUN(bishops);
    RUN(underpromotions);
    RUN(discovered_checks);
    RUN(double_checks_at_the_start);
    RUN(sacrifices);
    return test_end();
}
