/* Makruk and its kin: counting, first leaps, late promotions; and games that begin with pieces to be dropped. */
#include "tests/aid/described_aid.h"

static void leads_to(const char *name, const char *fen, const char *moves, const char *want) {
    GrPosition pos, copy;
    char found[GR_FEN_SIZE];
    position_after(name, fen, moves, &pos);
    gr_fen_write(&pos, found);
    if (!CHECK_STR(found, want))
        printf("%s %s: %s\n", name, fen ? fen : "", moves);
    CHECK(gr_fen_read(pos.rules, found, &copy, NULL) == 0 && gr_same(&pos, &copy) && copy.counted == pos.counted &&
          copy.count_limit == pos.count_limit && gr_key_of(&pos) == pos.key);
}

/* Games that another program has played, with the fields that it wrote. */
static void counts_are_those_of_another_program(void) {
    FILE *file = fopen("tests/data/variants/counting.txt", "r");
    char line[2048];
    unsigned lines = 0;
    REQUIRE(file != NULL);
    while (fgets(line, sizeof line, file)) {
        char *field[4] = {line};
        for (int i = 1; i < 4; i++) {
            field[i] = strchr(field[i - 1], '|');
            REQUIRE(field[i] != NULL);
            *field[i]++ = '\0';
        }
        field[3][strcspn(field[3], "\n")] = '\0';
        leads_to(field[0], field[1], field[2], field[3]);
        lines++;
    }
    fclose(file);
    CHECK(lines > 60);
}

static void state_is(const char *name, const char *fen, const char *moves, GrState state) {
    GrPosition pos;
    position_after(name, fen, moves, &pos);
    if (!CHECK_INT(gr_state(&pos), state))
        printf("%s %s %s\n", name, fen ? fen : "", moves);
    CHECK(state != GR_DRAWN || gr_count_moves(&pos) > 0);
}

static void counts_that_are_full_draw(void) {
    state_is("makruk", "4k3/8/8/8/4R3/8/8/3K4 b - 32 31 60", "e8d8", GR_OPEN);
    state_is("makruk", "4k3/8/8/8/4R3/8/8/3K4 b - 32 31 60", "e8d8 e4e5", GR_DRAWN);
    state_is("makruk", "4k3/8/8/8/4R3/8/8/3K4 b - - 31 60", "e8d8 e4e5", GR_OPEN);
    state_is("makruk", "k7/2K5/8/8/1R6/8/8/8 w - 32 32 60", "b4a4", GR_CHECKMATE);
}

/* A pawn that captures the other one and is promoted leaves none, and a count begins; three pawns leave one. */
static void a_move_takes_two_pawns_at_the_most(void) {
    leads_to("makruk", "4k3/8/3p4/4P3/8/8/8/3RK3 w - - 0 60", "e5d6m", "4k3/8/3M4/8/8/8/8/3RK3 b - 32 8 60");
    leads_to("makruk", "4k3/8/3p4/P3P3/8/8/8/3RK3 w - - 0 60", "e5d6m", "4k3/8/3M4/P7/8/8/8/3RK3 b - - 0 60");
}

/* "+d1f2 -d1d3": can the moves be played there? */
static void can(const char *name, const char *fen, const char *words) {
    GrPosition pos;
    GrMove move;
    char word[8];
    int used;
    position_after(name, fen, "", &pos);
    for (; sscanf(words, "%7s%n", word, &used) == 1; words += used)
        if (!CHECK_INT(gr_uci_read(&pos, word + 1, &move, NULL) == 0, *word == '+'))
            printf("%s %s: %s\n", name, fen ? fen : "", word);
}

static void first_leaps(void) {
    can("cambodian", NULL, "+d1f2 +d1b2 -e1e3 -d1e3");
    can("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "-d1f2 -d1b2 -e1e3");
    can("cambodian", "4k3/8/8/8/3r4/8/8/3K4 w D - 0 1", "-d1f2");
    leads_to("cambodian", NULL, "e3e4 e8c7 e1e3",
             "rnsm1snr/2k5/pppppppp/8/4P3/PPPPMPPP/8/RNSK1SNR b Dd - 2 2");
    leads_to("cambodian", "3k1pp1/8/8/r7/8/8/8/RNPKPP2 b Dd - 0 1", "a5a4", "3k1pp1/8/8/8/r7/8/8/RNPKPP2 w Dd - 1 2");
    leads_to("cambodian", "3k1pp1/8/8/r7/8/8/8/RNPKPP2 b Dd - 0 1", "a5d5", "3k1pp1/8/8/3r4/8/8/8/RNPKPP2 w d - 1 2");
    state_is("karouk", "4k3/8/8/8/8/8/R7/3K4 w - - 1+1 0 1", "a2a8", GR_WON);
    can("makpong", "3rk3/8/8/8/8/8/8/3K4 w - - 0 1", "-d1e1 -d1e2");
    can("makpong", "4k3/8/8/8/8/8/3r4/3K4 w - - 0 1", "+d1d2 -d1e1");
}

static void set_up_phases(void) {
    can("placement", NULL, "+K@e1 +R@a1 -K@e2 -P@e1 -d2d4");
    leads_to("placement", NULL, "K@e1 K@e8 R@h1 R@a8",
             "r3k3/pppppppp/8/8/8/8/PPPPPPPP/4K2R[QRBBNNqrbbnn] w Kq - 0 3");
    can("placement", "r3k3/pppppppp/8/8/8/8/PPPPPPPP/B3K2R[NNBRQnnbbrq] w Kq - 0 4", "+B@b1 -B@c1 +B@d1 +N@c1");
    can("placement", "4k3/pppppppp/8/8/8/8/PPPPPPPP/R1BKNN1R[BQ] w - - 0 4", "+B@b1 -Q@b1 +Q@g1 -B@g1");
    can("sittuyin", NULL, "+K@a1 +R@a1 -R@a2 +S@h2 -e4e5");
}

static void expect_move(const char *name, const char *fen, const char *uci, const char *san) {
    GrPosition pos;
    GrMove move, again;
    char text[GR_SAN_SIZE];
    position_after(name, fen, "", &pos);
    if (!CHECK_INT(gr_uci_read(&pos, uci, &move, NULL), 0))
        return;
    gr_san_write(&pos, move, text);
    CHECK_STR(text, san);
    CHECK(gr_san_read(&pos, text, &again, NULL) == 0 && again == move);
    gr_uci_write(&pos, move, text);
    CHECK_STR(text, uci);
}

static void late_promotions(void) {
    static const char fen[] = "8/k7/8/3PP3/8/8/8/4K3[] w - - 0 1";
    expect_move("sittuyin", fen, "e5e5f", "e5=F");
    expect_move("sittuyin", fen, "e5f6f", "e5f6=F");
    expect_move("sittuyin", fen, "e5e6", "e6");
    can("sittuyin", "8/k7/8/3PP3/4P3/8/8/4K3[] w - - 0 1", "-e4e4f +d5d5f -d5e5f");
    can("sittuyin", "8/k7/5r2/4P3/8/8/8/4K3[] w - - 0 1", "-e5e5f -e5g7f +e5d6f");
    can("sittuyin", "8/k7/8/3PP3/8/8/8/4KF2[] w - - 0 1", "-e5e5f");
    leads_to("sittuyin", fen, "e5e5f", "8/k7/8/3PF3/8/8/8/4K3[] b - - 0 1");
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(counts_are_those_of_another_program);
    RUN(counts_that_are_full_draw);
    RUN(a_move_takes_two_pawns_at_the_most);
    RUN(first_leaps);
    RUN(set_up_phases);
    RUN(late_promotions);
    gr_variants_close(variants);
    return test_end();
}
