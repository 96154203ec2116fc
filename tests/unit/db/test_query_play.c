/* What queries find in games made for them: moves, time, headers, texts. */
#include "tests/aid/query_aid.h"

static void events_of_chess(void) {
    query_play("chess", NULL, "e2e4 d7d5 e4d5 d8d5 b1c3 d5d8 c3d5 e8d7 d5c7 0000 c7a8");
    HITS("capture", "3 4 9 11");
    HITS("white takes", "3 9 11");
    HITS("P takes P on d5", "3");
    HITS("Q takes white pawn", "4");
    HITS("takes black P from e4 to d5", "3");
    HITS("white N moves", "5 7 9 11");
    HITS("moves from [b1 c3] to d5", "7");
    HITS("passes", "10");
    HITS("white passes", "");
    HITS("king moves and black K on d7", "8");
    HITS("P captures K", "");
    HITS("black moves", "2 4 6 8");
    query_play("chess", "r3k3/1P6/8/3p4/3Pp3/8/4PP2/R3K2R w KQq - 0 1",
               "f2f4 e4f3 b7a8n e8d7 e1g1");
    HITS("takes en passant", "2");
    HITS("P takes P on f4 to f3", "2");
    HITS("black en passant on f4 to f3 from e4", "2");
    HITS("promotes to N", "3");
    HITS("white pawn promotes to [NQ] on a8 and takes R", "3");
    HITS("promotes to Q", "");
    HITS("castles", "5");
    HITS("white castles O-O and white K on g1", "5");
    HITS("castles O-O-O or black castling", "");
    HITS("flip (black castles O-O)", "5");
    HITS("white N", "3 4 5"); /* what was not there can come by promotion */
}

static void events_of_magician(void) {
    query_play("magician", "*2k2*/7/*5*/3*3/n6/*N1*2*/1M1K2* w - - 0 1",
               "a2b2 d7d6 b1a1 d6d7 b2a2 d7d6 a1b1 d6d7 a2a3x");
    HITS("spell", "1 5 9");
    HITS("casts from a2 to b2", "1");
    HITS("white casts from a-file to b-file", "1");
    HITS("N is carried", "1 5");
    HITS("white knight carried from b2 to a2", "1");
    HITS("carried to b2", "5");
    HITS("N on b2 and is carried", "5"); /* which says nothing of the set before */
    HITS("black casts or black carried", "");
    HITS("fall", "9");
    HITS("black N falls on a3", "9");
    HITS("white falls", "");
    HITS("white takes N on a3 and capture and spell and not M takes", "9");
    HITS("takes from a2", ""); /* no piece of that square captures */
    HITS("hole on a3", "9");
    HITS("N moves", "");
}

static void events_of_royal(void) {
    query_play("royal", "4k3/8/8/4p3/8/2K5/8/8[BNR,-,-,-] w - - 0 1", "c3c4,N@a8 e5e4 c4d5,B@h1");
    HITS("drops", "1 3");
    HITS("K drops N on a8 from c3 to c4", "1");
    HITS("drop R", "");
    HITS("drop white B on rank 1", "3");
    HITS("M drops", "");
    HITS("king moves to c4", "1");
    HITS("white B in pocket", "0 1 2");
}

static void events_of_wizard(void) {
    query_play("wizard", "z6/7/7/2W4/2w4/7/4A2/7/2W4/7/7/DZ5[D] w Z - 0 1",
               "e6c8 W@d11 a12a11 b1c4 a11a12 c9d10^ a12a11 d10c11 a11a12 c11d12d");
    HITS("shoots", "1");
    HITS("A shoots black W on c8 from e6", "1");
    HITS("archer takes W and not A moves", "1");
    HITS("A takes to e6 or A takes to c8 then placement", "1-2"); /* it stays where it is */
    HITS("A takes to c8", "");
    HITS("placement", "2");
    HITS("black places W on [d11 c11]", "2");
    HITS("white places", "");
    HITS("teleports", "4");
    HITS("white teleports with warrior from b1 to c4", "4");
    HITS("teleports with D", "");
    HITS("Z moves", "3 4 5 7 9");
    HITS("W quests on d10 from c9", "6");
    HITS("resurrection", "10");
    HITS("W resurrects on d12 and no white D in pocket", "10");
    HITS("promotes", "");
    HITS("W moves to d12", "10");
    HITS("black W in pocket", "1");
}

/* The number of a move is the one that is printed before it, whoever moved. */
static void numbers_of_moves(void) {
    query_play("chess", NULL, "e2e4 e7e5 g1f3 0000 f1c4");
    HITS("move = 0", "0");
    HITS("move = 1", "1 2");
    HITS("move = 2", "3 4");
    HITS("move = 3", "5");
    HITS("black moves and move = 1", "2");
    query_play("chess", "7k/8/8/8/8/8/8/K7 b - - 9 30", "h8g8 a1a2 g8f8");
    HITS("move = 29", "");
    HITS("move = 30", "0 1"); /* 30. was White's, before the start */
    HITS("move = 31", "2 3");
    query_play("chess", "7k/8/8/8/8/8/8/K7 w - - 9 30", "a1a2 h8g8 a2a3");
    HITS("move = 29", "0");
    HITS("move = 30", "1 2");
    query_play("wizard", "z6/7/7/2W4/2w4/7/4A2/7/2W4/7/7/DZ5[D] w Z - 0 1", "e6c8 W@d11 a12a11 b1c4");
    HITS("placement", "2"); /* 1...Axc8 2. W@d11, a12a11 2...b1c4 */
    HITS("move = 1", "0 1");
    HITS("move = 2", "2 3 4");
    HITS("move = 3", "");
    query_play("wizard", "z6/7/7/2W4/2w4/7/4a2/7/2W4/7/7/DZ5[] b Z - 0 7", "e6c4 W@d2 b1b2");
    HITS("placement", "2"); /* after 7. Axc4 White puts the warrior back, and moves: both is 7... */
    HITS("move = 6", "0");
    HITS("move = 7", "1 2 3");
}

/* ---- time ---- */

/* Plies: 1 d4, 2 d5, 3 dxe5 ... made so that captures lie at 3, 4, 9 and checks at 7, 11. */
static void moves_for_time(void) {
    query_play("chess", NULL, "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 f1b5 c7c6 b5c6 b7c6 d1h5 a5h5");
}

static void one_after_the_other(void) {
    moves_for_time(); /* captures 3 4 9 10 12; check 7 9 */
    HITS("capture", "3 4 9 10 12");
    HITS("check", "7 9");
    HITS("capture then check", "3-7 4-7");
    HITS("check then capture", "7-9 9-10");
    HITS("capture then capture then capture", "3-9 4-10 9-12");
    HITS("capture then within 3 plies check", "4-7");
    HITS("capture then check within 3 plies", "4-7");
    HITS("capture then check within 2 moves", "3-7 4-7");
    HITS("capture then after 4 plies check", "3-7 4-9");
    HITS("check then check then check", "");
    /* the first check after ply 3 is followed by no quiet ply at once, the second neither */
    HITS("capture then check then black takes within 1 ply", "3-10 4-10");
    HITS("(capture then check) or black castles", "3-7 4-7");
    HITS("capture then (check or white Q moves)", "3-7 4-7 9-11 10-11");
    HITS("(check then capture) then capture", "7-10 9-12");
    HITS("check then (capture then capture)", "7-10 9-12");
}

static void for_some_time(void) {
    moves_for_time(); /* black Q on a5 from ply 6 to 11, white B on b5 at 7 and 8 */
    HITS("black Q on a5 for 1 ply", "6-11");
    HITS("black Q on a5 for 6 plies", "6-11");
    HITS("black Q on a5 for 3 moves", "6-11");
    HITS("black Q on a5 for 7 plies", "");
    HITS("capture for 2 plies", "3-4 9-10");
    HITS("black Q on a5 for 2 plies then capture", "6-9");
    HITS("black Q on a5 for 6 plies then capture", "6-12");
    HITS("black Q on a5 for 2 plies then within 1 ply check", "6-9");
    HITS("capture then black Q on a5 for 3 plies", "3-11 4-11");
    HITS("(check or capture) for 2 plies then final", "3-12 9-12");
    HITS("check then capture for 2 plies", "7-10");
    HITS("black P = 8 then final", "0-12 1-12 2-12");
    HITS("ply <= 1 then black takes", "0-4 1-4");
}

static void of_the_whole_game(void) {
    moves_for_time();
    query_game()->result = GR_WHITE_WINS;
    HITS("white wins", "0-12");
    HITS("white wins and check", "7 9");
    HITS("check then white wins", "7 9");
    HITS("white wins then check then capture", "7-9 9-10");
    HITS("check then black wins", "");
    HITS("black wins or check", "7 9");
    HITS("white wins or check", "0 1 2 3 4 5 6 7 8 9 10 11 12");
    HITS("ever check", "0-12");
    HITS("never check", "");
    HITS("never castles and capture on d5", "3 4");
    HITS("at least 2 times check and at most 2 times check", "0-12");
    HITS("exactly 2 times check", "0-12");
    HITS("exactly 1 time (check then capture)", "");
    HITS("exactly 2 times (check then capture)", "0-12");
    HITS("at least 3 times check", "");
    HITS("exactly 1 times white wins", "0-12");
    HITS("always (white K or not white K)", "0-12");
    HITS("always not check", "");
    HITS("not ever mate and not always check", "0-12");
    HITS("never (check then check within 1 ply) and (capture then check)", "3-7 4-7");
    HITS("ply = 3 or ever mate", "3");
    HITS("final", "12");
    HITS("move = 2 and ply from 2 to 9", "3 4");
    HITS("ply > length - 2", "11 12");
    HITS("length = 12 and ply < 1", "0");
}

static void repetition(void) {
    query_play("chess", NULL, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    HITS("occurrence = 1", "0 1 2 3");
    HITS("occurrence >= 3", "8");
    HITS("occurrence = 2 and clock = 4", "4");
}

/* ---- headers ---- */

static void tag(const char *name, const char *value) {
    CHECK_INT(gr_game_set_tag(query_game(), name, value), 0);
}

static void players_and_numbers(void) {
    query_play("magi", NULL, "");
    tag("White", "Polg\xC3\xA1r, Judit");
    tag("Black", "Short, Nigel");
    tag("WhiteElo", "2700");
    tag("BlackElo", "");
    tag("Score", "4.5-7.5");
    tag("Round", "12.3");
    FITS("player Judit and player \"short, n\" and white player Polg and not black player Polg");
    FITS("player = 'Short, Nigel' and not player = Short and player != Short");
    FITS("both player \", \" and not both player \"Nigel\"");
    FITS("white 'Polg' and not black \"Polg\" and both ', ' and either 'nigel'");
    FITS("flip black 'Judit' and (check or white 'judit')");
    FITS("flip black player Judit and black player from S to T");
    FITS("white player >= \"polg\xC3\xA1r, judit\" and not white player > \"polg\xC3\xA1r, judit\"");
    FITS("rating > 2600 and white rating = 2700 and white rating");
    MISSES("both ratings > 2600 or black rating or black rating < 9999 or black rating != 5");
    MISSES("white rating - black rating > 0"); /* one of them is not known */
    FITS("white points < 5 and black points >= 7.5 and points = 4.5");
    FITS("black points - white points = 3 and flip black points = 4.5");
    FITS("tag Round > 12 and tag Round = 12.3 and round 12 and round = \"12.3\" and tag Round");
    MISSES("tag Annotator or tag Annotator != 3 or tag Annotator = \"\"");
    tag("BlackElo", "0");
    MISSES("black rating or black rating = 0");
    FITS("variant magi and variant \"Magi 2003\" and not variant chess");
}

static void dates(void) {
    query_play("chess", NULL, "");
    tag("Date", "1999.05.17");
    FITS("date = 1999 and date = 1999.05 and date 1999.05.17 and date '1999-05-17'");
    FITS("date >= 1999.05 and date <= 1999 and date > 1998 and date < 2000 and date != 1998");
    MISSES("date < 1999 or date > 1999 or date != 1999 or date = 1999.06 or date > 1999.05");
    FITS("date from 1990 to 1999 and date from 1999.05.17 to 1999.05.17");
    tag("Date", "1999.??.??");
    FITS("date = 1999 and date < 2000 and date >= 1999.01 and date");
    MISSES("date = 1999.05 or date != 1999.05 or date > 1999.01.01 or date < 1999.12.31");
    tag("Date", "1999.05.??");
    FITS("date = 1999.05 and date > 1999.04.30 and not date = 1999.05.01");
    tag("Date", "????.??.??");
    MISSES("date or date = 1999 or date != 1999 or date > 1000");
}

static void results(void) {
    query_play("chess", NULL, "");
    query_game()->result = GR_BLACK_WINS;
    query_game()->partial = true;
    FITS("black wins and white loses and result black and result 0-1 and result = 0-1 and partial");
    FITS("flip white wins and either wins and either loses and not drawn");
    MISSES("white wins or drawn or result 1/2-1/2 or result none or result * or black loses");
    query_game()->result = GR_DRAW;
    FITS("drawn and result draw and result 1/2");
    MISSES("either wins");
    query_game()->result = GR_RESULT_NONE;
    FITS("result * and result none");
}

/* ---- texts ---- */

static void comments(void) {
    query_play("chess", NULL, "e2e4 e7e5 g1f3 b8c6");
    query_remark(0, "Before it all", "");
    query_remark(1, "a Novelty! [%eval 0.35]", "\1");
    query_remark(2, "[%eval -1.50,18]", "\4\26");
    query_remark(3, "[%eval #3]", "");
    query_remark(4, "[%eval #-1]", "");
    HITS("comment", "0 1 2 3 4");
    HITS("comment 'novelty'", "1");
    HITS("comment \"before\"", "0");
    HITS("nag 4", "2");
    HITS("nag $22", "2");
    HITS("nag 1 or nag 2", "1");
    HITS("eval", "1 2 3 4");
    HITS("eval > 0.3", "1 3");
    HITS("eval = 0.35", "1");
    HITS("eval <= -1.5", "2 4");
    HITS("eval >= #3", "3");
    HITS("eval >= #2", "");
    HITS("eval <= #-1", "4");
    HITS("eval < #-2", "4");
    HITS("eval from -2 to 2", "1 2");
    HITS("flip eval >= 1.5", "2 3 4"); /* as it is: 3, flipped: 2 and 4 */
    HITS("eval > 0 then eval < 0", "1-2 3-4");
    HITS("eval > 0 then result none", "1 3");
    HITS("eval > 0 then result black", "");
}

static void a_null_move_after_stalemate(void) {
    query_play("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6f7 0000 f7g7");
    HITS("stalemate", "1");
    HITS("black stalemated then mate", "1-3");
}

static void mate_in_no_moves(void) {
    query_play("chess", NULL, "f2f3 e7e5 g2g4 d8h4");
    query_remark(4, "[%eval #0]", "");
    HITS("eval < #-1 and white mated", "4"); /* White is to move, and mated */
    HITS("eval > 0", "");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(events_of_chess);
    RUN(events_of_magician);
    RUN(events_of_royal);
    RUN(events_of_wizard);
    RUN(numbers_of_moves);
    RUN(one_after_the_other);
    RUN(for_some_time);
    RUN(of_the_whole_game);
    RUN(repetition);
    RUN(players_and_numbers);
    RUN(dates);
    RUN(results);
    RUN(comments);
    RUN(a_null_move_after_stalemate);
    RUN(mate_in_no_moves);
    return test_end();
}
