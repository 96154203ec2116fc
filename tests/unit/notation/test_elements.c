/* Elements of described games that go beyond how pieces move: castlings of chess960, royal pieces of several types,
 * explosions, lines, repetitions that win. */
#include "notation/definition/variants_file.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "rules/perft.h"
#include "rules/position.h"
#include "rules/random.h"
#include "tests/aid/test.h"

static GrVariants *variants;

/* The last game of a text; NULL, said, if it has a fault. */
static const GrRules *defined(const char *text) {
    GrError error;
    GrVariantsFaults faults;
    GrVariantsFile *file = gr_variants_file_read(text, strlen(text), &error);
    if (!CHECK(file != NULL))
        return NULL;
    const GrRules *rules = gr_variants_file_define(file, gr_variants_file_games(file) - 1, variants, &faults);
    if (!rules)
        printf("%s\n%u:%u: %s\n", text, faults.fault[0].line, faults.fault[0].column, faults.fault[0].text);
    gr_variants_file_close(file);
    CHECK(rules != NULL);
    return rules;
}

static void expect_fault(const char *text, unsigned line, unsigned column, const char *words) {
    GrError error;
    GrVariantsFaults faults = {.count = 0};
    GrVariantsFile *file = gr_variants_file_read(text, strlen(text), &error);
    if (!CHECK(file != NULL))
        return;
    gr_variants_file_define(file, gr_variants_file_games(file) - 1, variants, &faults);
    bool right = faults.count && faults.fault[0].line == line && faults.fault[0].column == column &&
                 strstr(faults.fault[0].text, words);
    if (!right)
        printf("%s\n%u:%u: %s\n", text, faults.count ? faults.fault[0].line : 0,
               faults.count ? faults.fault[0].column : 0, faults.count ? faults.fault[0].text : "no fault");
    CHECK(right);
    gr_variants_file_close(file);
}

/* The text is a move, as UCI, and gives the position `want`; NULL: it is none. */
static void so_played(const GrRules *rules, const char *fen, const char *uci, const char *want) {
    GrPosition pos;
    GrMove move;
    GrError error;
    char got[GR_FEN_SIZE];
    if (!rules || !CHECK_INT(gr_fen_read(rules, fen, &pos, NULL), 0))
        return;
    int code = gr_uci_read(&pos, uci, &move, &error);
    if (!want) {
        CHECK(code != 0);
        return;
    }
    if (code) {
        printf("%s: %s: %s\n", fen, uci, error.text);
        CHECK(false);
        return;
    }
    gr_play(&pos, move);
    gr_fen_write(&pos, got);
    CHECK_STR(got, want);
    CHECK(pos.key == gr_key_of(&pos));
}

/* ---- castlings of chess960 ---- */

/* Random games have the same moves by both rules, and each move and position comes back from its text. `other` may be
 * NULL. */
static void same_games(const GrRules *rules, const GrRules *other, const char *fen, uint64_t *state, int *castlings) {
    static GrMoveList list;
    char text[GR_FEN_SIZE], uci[GR_UCI_SIZE], san[GR_SAN_SIZE];
    GrPosition pos, same, again;
    GrError error;
    if (!CHECK_INT(gr_fen_read(rules, fen, &pos, NULL), 0) ||
        (other && !CHECK_INT(gr_fen_read(other, fen, &same, NULL), 0)))
        return;
    for (int ply = 0; ply < 60; ply++) {
        GrMove move, found;
        gr_moves(&pos, &list);
        if (!list.count || gr_is_over(&pos))
            break;
        CHECK_INT(gr_count_moves(&pos), list.count);
        if (other && gr_count_moves(&same) != list.count) {
            gr_fen_write(&pos, text);
            printf("%s\n", text);
            CHECK_INT(gr_count_moves(&same), list.count);
            return;
        }
        CHECK(pos.key == gr_key_of(&pos));
        gr_fen_write(&pos, text);
        CHECK_INT(gr_fen_read(rules, text, &again, NULL), 0);
        CHECK(gr_same(&pos, &again) && again.key == pos.key);
        move = list.move[gr_random(state) % list.count];
        for (unsigned i = 0; i < list.count; i++) /* seldom otherwise */
            move = gr_move_kind(list.move[i]) == GR_CASTLE ? list.move[i] : move;
        *castlings += gr_move_kind(move) == GR_CASTLE;
        gr_uci_write(&pos, move, uci);
        CHECK(gr_uci_read(&pos, uci, &found, &error) == 0 && found == move);
        gr_san_write(&pos, move, san);
        CHECK(gr_san_read(&pos, san, &found, &error) == 0 && found == move);
        CHECK(gr_is_legal(&pos, move));
        if (other)
            gr_play(&same, move);
        gr_play(&pos, move);
    }
}

static void castlings_of_chess960(void) {
    const GrRules *rules = defined("[any960:chess]\nchess960 = true\n"), *other = gr_variants_find(variants, "chess960");
    uint64_t state = test_seed(20261130);
    int castlings = 0;
    for (unsigned n = 0; rules && n < (test_slow() ? 960 : 48); n++) {
        char fen[GR_FEN_SIZE];
        GrPosition start;
        gr_start_nth(other, (n * 20) % 961, &start);
        gr_fen_write(&start, fen);
        same_games(rules, other, fen, &state, &castlings);
    }
    CHECK(castlings > 6);
    so_played(rules, "4k3/8/8/8/8/8/8/2R1K2R w KC - 0 1", "e1c1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
    so_played(rules, "r1k5/8/8/8/8/8/8/R1K2R2 w FAa - 0 1", "c1f1", "r1k5/8/8/8/8/8/8/R4RK1 b a - 1 1");
    so_played(rules, "r1k2r2/8/8/8/8/8/8/R1K2R2 w FAfa - 0 1", "f1f8", "r1k2R2/8/8/8/8/8/8/R1K5 b Aa - 0 1");
}

/* Where the king starts on the square to which it castles, and on a board of another size. */
static void castlings_of_chess960_elsewhere(void) {
    const GrRules *rules = defined("[far960:chess]\nchess960 = true\nstartFen = "
                                   "bnnbqrkr/pppppppp/8/8/8/8/PPPPPPPP/BNNBQRKR w KQkq - 0 1\n");
    so_played(rules, "4k3/8/8/8/8/8/8/5RKR w HF - 0 1", "g1f1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
    so_played(rules, "4k3/8/8/8/8/8/8/5RKR w HF - 0 1", "g1h1", NULL);
    so_played(rules, "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    rules = gr_variants_find(variants, "capablanca960");
    CHECK(rules && rules == gr_variants_find(variants, "capablanca"));
    so_played(rules, "5k4/10/10/10/10/10/10/1R3K1R2 w BH - 0 1", "f1b1", "5k4/10/10/10/10/10/10/2KR3R2 b - - 1 1");
    rules = gr_variants_find(variants, "capahouse960");
    so_played(rules, "5k4/10/10/10/10/10/10/1R3K1R2[] w BH - 0 1", "f1h1",
              "5k4/10/10/10/10/10/10/1R5RK1[] b - - 1 1");
    static const char *const names[] = {"crazyhouse960", "atomic960", "kingofthehill960", "3check960", "horde960"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(gr_variants_find(variants, names[i]) != NULL);
    expect_fault("[m:chess]\nchess960 = maybe\n", 2, 12, "'true' or 'false'");
    expect_fault("[m:extinction]\nchess960 = true\n", 2, 12, "a king");
    expect_fault("[m:chess]\nchess960 = true\ncastlingRank = 2\n", 2, 12, "first rank");
}

static void castlings_apart(void) {
    const GrRules *rules = defined("[apart:chess]\noppositeCastling = true\n");
    static const char fen[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    so_played(rules, fen, "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b k - 1 1");
    so_played(rules, "r3k2r/8/8/8/8/8/8/2KR3R b k - 1 1", "e8c8", NULL);
    const GrRules *moved = defined("[apart960:chess]\noppositeCastling = true\nchess960 = true\n");
    so_played(moved, "1rk2r2/5p2/8/8/8/8/8/1R1K1R2 w FBfb - 0 1", "d1f1",
              "1rk2r2/5p2/8/8/8/8/8/1R3RK1 b b - 1 1");
    so_played(rules, "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1", "e8g8", "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");
}

/* ---- lines ---- */

/* Who has won, -1: nobody, or it is drawn; -2: it goes on. */
static int ended(const GrRules *rules, const char *fen) {
    GrPosition pos;
    if (!rules || !CHECK_INT(gr_fen_read(rules, fen, &pos, NULL), 0))
        return -3;
    GrState state = gr_state(&pos);
    CHECK(state != GR_WON || gr_count_moves(&pos) == 0);
    return state == GR_OPEN ? -2 : gr_winner(&pos, state);
}

#define ROWS "maxRank = 3\nmaxFile = 3\nimmobile = p\npieceDrops = true\ncastling = false\ndoubleStep = false\n" \
             "startFen = 3/3/3[PPPPPpppp] w - - 0 1\n"

static void lines_end_the_game(void) {
    const GrRules *rules = defined("[row3]\n" ROWS "connectN = 3\n");
    CHECK_INT(ended(rules, "ppP/1P1/Pp1[PPpp] b - - 0 1"), GR_WHITE);
    CHECK_INT(ended(rules, "ppp/1P1/P1P[PPpp] w - - 0 1"), GR_BLACK);
    CHECK_INT(ended(rules, "Ppp/P2/P1p[PPpp] b - - 0 1"), GR_WHITE);
    CHECK_INT(ended(rules, "Ppp/1P1/1pP[PPpp] b - - 0 1"), GR_WHITE);
    CHECK_INT(ended(rules, "pp1/1P1/P1P[PPpp] w - - 0 1"), -2);
    CHECK_INT(ended(rules, "PpP/PpP/pPp[] w - - 0 1"), -1);
    so_played(rules, "pp1/1P1/P1P[Pp] w - - 0 1", "P@c3", "ppP/1P1/P1P[p] b - - 0 1");
    rules = defined("[misere3]\n" ROWS "connectN = 3\nconnectValue = loss\nconnectDiagonal = false\n");
    CHECK_INT(ended(rules, "Ppp/P2/P1p[PPpp] b - - 0 1"), GR_BLACK);
    CHECK_INT(ended(rules, "Ppp/1P1/1pP[PPpp] b - - 0 1"), -2);
    rules = defined("[upright3]\n" ROWS "connectN = 3\nconnectHorizontal = false\nconnectValue = draw\n");
    CHECK_INT(ended(rules, "ppp/1P1/P1P[PPpp] w - - 0 1"), -2);
    CHECK_INT(ended(rules, "pPp/pP1/pP1[PPp] w - - 0 1"), -1);
    rules = defined("[square2]\n" ROWS "connectNxN = 2\n");
    CHECK_INT(ended(rules, "1PP/pPP/pp1[Pp] b - - 0 1"), GR_WHITE);
    CHECK_INT(ended(rules, "PP1/pPP/ppP[p] b - - 0 1"), -2);
    rules = defined("[spread2]\n" ROWS "king = m\ncollinearN = 2\nconnectPieceTypes = p\nconnectDiagonal = false\n"
                    "startFen = 3/3/3[PPPpp] w - - 0 1\n");
    CHECK_INT(ended(rules, "P1P/3/3[Ppp] b - - 0 1"), GR_WHITE);
    CHECK_INT(ended(rules, "P2/1P1/3[Ppp] b - - 0 1"), -2);
}

/* A drop falls on what lies there. */
static void drops_fall(void) {
    const GrRules *rules = defined("[falls3]\n" ROWS "enclosingDrop = top\nconnectN = 3\n");
    so_played(rules, "3/3/3[PPPPPpppp] w - - 0 1", "P@b2", NULL);
    so_played(rules, "3/3/3[PPp] w - - 0 1", "P@b1", "3/3/1P1[Pp] b - - 0 1");
    so_played(rules, "3/3/1P1[Pp] b - - 0 1", "P@b2", "3/1p1/1P1[P] w - - 0 2");
    expect_fault("[m]\n" ROWS "enclosingDrop = above\n", 9, 17, "'top' or 'none'");
    expect_fault("[m]\n" ROWS "connectN = x\n", 9, 12, "number");
    expect_fault("[m]\n" ROWS "connectN = 3\nconnectValue = none\n", 10, 16, "'win', 'loss' or 'draw'");
    expect_fault("[m]\n" ROWS "connectPieceTypes = x\n", 9, 21, "no piece has the letter");
    expect_fault("[m]\n" ROWS "connectDiagonal = no\n", 9, 19, "'true' or 'false'");
}

/* ---- pieces that are royal though they are no kings, and explosions ---- */

#define COMMONER "king = -\ncommoner = k\ncastlingKingPiece = k\n"
#define ROYAL_K "extinctionPieceTypes = k\nextinctionPseudoRoyal = true\n"

static bool checked(const GrRules *rules, const char *fen) {
    GrPosition pos;
    return rules && CHECK_INT(gr_fen_read(rules, fen, &pos, NULL), 0) && gr_in_check(&pos);
}

/* Of a side that has such castlings: it wins by one, and loses when none is left. */
static void castlings_that_win(void) {
    const GrRules *rules = defined("[castler:chess]\ncastlingWins = Qq\n");
    so_played(rules, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
    CHECK_INT(ended(rules, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), -2);
    CHECK_INT(ended(rules, "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"), GR_WHITE);
    CHECK_INT(ended(rules, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"), GR_BLACK);
    CHECK_INT(ended(rules, "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 1 1"), GR_WHITE);
    CHECK_INT(ended(rules, "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"), GR_BLACK); /* both: who has just moved */
    rules = defined("[castle:chess]\ncastlingWins = q\n");
    CHECK_INT(ended(rules, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"), -2);
    expect_fault("[m:chess]\ncastlingWins = Kx\n", 2, 17, "letters of castlings");
    GrBuffer out;
    gr_buffer_init(&out);
    gr_definition_write(gr_definition_of(rules), &out);
    CHECK(strstr(out.data, "castlingWins = q\n") && defined(out.data) == rules);
    gr_buffer_free(&out);
}

/* A piece that has become the king is royal by extinction; a camel is blocked beside it and before its leap. */
static void promoted_kings_and_lame_camels(void) {
    const GrRules *rules = defined("[marching:chess]\ncastling = false\ncustomPiece1 = g:fFfW\n"
                                   "promotedPieceType = g:k\n"
                                   "extinctionValue = loss\nextinctionPieceTypes = kg\nextinctionPseudoRoyal = true\n"
                                   "startFen = 4g3/8/8/8/8/8/8/4G3 w - - 0 1\n");
    so_played(rules, "8/4G3/8/8/8/8/8/4g3 w - - 0 1", "e7e8+", "4+G3/8/8/8/8/8/8/4g3 b - - 1 1");
    so_played(rules, "4+G3/r7/8/8/8/8/8/8 w - - 0 1", "e8e7", NULL);
    expect_fault("[m:chess]\npromotedPieceType = n:k\n", 2, 21, "begins with one");
    rules = defined("[camels:chess]\nknight = -\ncastling = false\ncustomPiece1 = n:nC\n");
    so_played(rules, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b4", "4k3/8/8/8/1N6/8/8/4K3 b - - 1 1");
    so_played(rules, "4k3/8/8/8/8/p7/8/N3K3 w - - 0 1", "a1b4", NULL);
    so_played(rules, "4k3/8/8/8/8/8/p7/N3K3 w - - 0 1", "a1b4", NULL);
    so_played(rules, "4k3/8/8/8/8/8/1p6/N3K3 w - - 0 1", "a1b4", "4k3/8/8/8/1N6/8/1p6/4K3 b - - 1 1");
}

static void last_of_its_kind_is_royal(void) {
    const GrRules *rules = defined("[one:chess]\n" COMMONER ROYAL_K);
    CHECK_INT(ended(rules, "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), GR_WHITE);
    CHECK(checked(rules, "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"));
    CHECK_INT(ended(rules, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), -1);
    so_played(rules, "4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", NULL);
    so_played(rules, "4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "4r2k/8/8/8/8/8/8/3K4 b - - 1 1");
    so_played(rules, "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", NULL);
    so_played(rules, "k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", NULL);
    so_played(rules, "k7/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "k7/8/8/8/8/8/8/5RK1 b - - 1 1");
    so_played(rules, "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "e5d6", NULL);
    rules = defined("[two:chess]\n" COMMONER ROYAL_K
                    "startFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1\n");
    so_played(rules, "3rr2k/8/8/8/8/8/8/3KK3 w - - 0 1", "e1f1", "3rr2k/8/8/8/8/8/8/3K1K2 b - - 1 1");
    CHECK(!checked(rules, "3rr2k/8/8/8/8/8/8/3KK3 w - - 0 1"));
    GrFaults faults;
    GrPosition pos;
    CHECK_INT(gr_fen_read(rules, "4k3/8/8/8/8/8/4R3/4KK2 w - - 0 1", &pos, &faults), 1);
    CHECK_STR(faults.fault[0].text, "White is to move and attacks the enemy royal piece");
    expect_fault("[m:chess]\nextinctionPseudoRoyal = maybe\n", 2, 25, "'true' or 'false'");
}

static void all_of_them_attacked(void) {
    const GrRules *rules = defined("[duple:chess]\n" COMMONER ROYAL_K "dupleCheck = true\n"
                                   "startFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1\n");
    CHECK(checked(rules, "3rr2k/8/8/8/8/8/8/3KK3 w - - 0 1"));
    CHECK(!checked(rules, "4r2k/8/8/8/8/8/8/3KK3 w - - 0 1"));
    so_played(rules, "3rr2k/8/8/8/8/8/P7/3KK3 w - - 0 1", "a2a3", NULL);
    so_played(rules, "3rr2k/8/8/8/8/8/P7/3KK3 w - - 0 1", "e1f1", "3rr2k/8/8/8/8/8/P7/3K1K2 b - - 1 1");
}

static void captures_explode(void) {
    const GrRules *rules = defined("[boom:atomic]\nblastImmuneTypes = r\n");
    so_played(rules, "4k3/8/8/2nrp3/3p4/4P3/8/4K3 w - - 0 1", "e3d4", "4k3/8/8/3rp3/8/8/8/4K3 b - - 0 1");
    rules = defined("[boomhouse:atomic]\npieceDrops = true\ncapturesToHand = true\n");
    so_played(rules, "4k3/8/8/2nrp3/3p4/2N1P3/8/4K3[] w - - 0 1", "e3d4", "4k3/8/8/4p3/8/8/8/4K3[RNPnp] b - - 0 1");
    rules = defined("[calm:atomic]\nextinctionPseudoRoyal = false\n");
    so_played(rules, "4k3/8/8/8/8/8/8/3qK3 w - - 0 1", "e1d1", "4k3/8/8/8/8/8/8/8 b - - 0 1");
    CHECK_INT(ended(rules, "4k3/8/8/8/8/8/8/8 b - - 0 1"), GR_BLACK);
    expect_fault("[m:chess]\nblastOnCapture = true\n", 2, 18, "there can be no king");
    expect_fault("[m:atomic]\nblastImmuneTypes = x\n", 2, 20, "no piece has the letter");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(castlings_of_chess960);
    RUN(castlings_of_chess960_elsewhere);
    RUN(castlings_apart);
    RUN(castlings_that_win);
    RUN(promoted_kings_and_lame_camels);
    RUN(lines_end_the_game);
    RUN(drops_fall);
    RUN(last_of_its_kind_is_royal);
    RUN(all_of_them_attacked);
    RUN(captures_explode);
    gr_variants_close(variants);
    return test_end();
}
