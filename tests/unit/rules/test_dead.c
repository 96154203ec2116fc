/* Dead positions: those from which neither side could ever mate. In every variant, as the rules have
 * it (grimoire-variants(7)), against the oracle, and against the mates there are. */
#include "analysis/engine/search.h"
#include "tests/aid/rules_aid.h"

typedef struct Case {
    const char *fen;
    GrState state;
} Case;

#define ASK(variant, cases)                                                                        \
    do {                                                                                           \
        aid_variant(variant);                                                                      \
        for (size_t i_ = 0; i_ < sizeof(cases) / sizeof *(cases); i_++)                            \
            STATE((cases)[i_].fen, (cases)[i_].state, -1);                                         \
    } while (0)

static void chess(void) {
    static const Case cases[] = {
        {"8/8/8/3k4/8/8/8/K7 w - - 0 1", GR_DRAWN},
        {"8/8/8/3k4/8/8/4N3/K7 w - - 0 1", GR_DRAWN},
        {"8/8/8/3k4/8/8/4b3/K7 w - - 0 1", GR_DRAWN},
        {"8/8/8/3k2b1/8/8/8/K1B1B1b1 w - - 0 1", GR_DRAWN},
        {"8/8/8/3k4/8/8/8/K1B2B2 w - - 0 1", GR_OPEN},
        {"8/8/8/3k4/8/8/8/K1N1N3 w - - 0 1", GR_OPEN},
        {"8/8/8/3k4/8/8/8/K1N1b3 w - - 0 1", GR_OPEN},
        {"8/8/8/3k4/8/8/P7/K7 w - - 0 1", GR_OPEN},
    };
    ASK("chess", cases);
}

static void magi(void) {
    static const Case cases[] = {
        {"10/10/10/4k5/10/10/10/10/10/K9 w - - 0 1", GR_DRAWN},
        {"10/10/10/4k5/10/10/10/10/4N5/K9 b - - 0 1", GR_DRAWN},
        {"10/10/10/4k5/10/10/10/10/4n5/K9 b - - 0 1", GR_DRAWN},
        {"10/10/10/4k5/10/10/10/10/4B5/K9 w - - 0 1", GR_DRAWN},
        {"10/10/10/4k5/10/10/10/10/4b5/K9 w - - 0 1", GR_DRAWN},
        /* Bishops of one colour are dead in chess only. */
        {"10/10/10/4k5/10/10/10/10/4b5/K1B7 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/10/10/4N5/K1N7 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/10/10/4D5/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/10/10/4C5/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/10/10/4W5/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/10/10/4P5/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/10/3L6/10/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/3l6/10/10/10/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/10/10/3R6/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/10/10/2Q7/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/10/10/4Nl4/K9 w - - 0 1", GR_OPEN},
    };
    ASK("magi", cases);
}

/* Holes can take the place of guards, so that only two bare kings are sure not to mate. */
static void magician(void) {
    static const Case cases[] = {
        {"7/*4*1/*3*2/*K*k3/3*2*/1*5/7 b - - 1 85", GR_DRAWN},
        {"7/*4*1/*3*2/*K*k3/3*2*/1*5/6N b - - 1 85", GR_OPEN},
        {"7/*4*1/*3*2/*K*k3/3*2*/1*5/6m b - - 1 85", GR_OPEN},
        {"7/*4*1/*3*2/*K*k3/3*2*/1*5/6P b - - 1 85", GR_OPEN},
        {"7/*4*1/*3*2/*K*k3/3*2*/1*5/6R b - - 1 85", GR_OPEN},
    };
    ASK("magician", cases);
}

/* What is left in a reserve may still be dropped. */
static void royal(void) {
    static const Case cases[] = {
        {"8/8/8/3k4/8/8/8/K7[-,-,-,-] w - - 0 1", GR_DRAWN},
        {"8/8/8/3k4/8/8/4N3/K7[-,-,-,-] w - - 0 1", GR_DRAWN},
        {"8/8/8/3k4/8/8/4b3/K7[-,-,-,-] w - - 0 1", GR_DRAWN},
        {"8/8/8/3k4/8/8/8/K7[R,-,-,-] w - - 0 1", GR_OPEN},
        {"8/8/8/3k4/8/8/8/K7[N,-,-,-] w - - 0 1", GR_OPEN},
        {"8/8/8/3k4/8/8/8/K7[-,-,b,-] w - - 0 1", GR_OPEN},
        {"8/8/8/3k4/8/8/4N3/K7[-,-,r,-] w - - 0 1", GR_OPEN},
        {"8/8/8/3k4/8/8/4M3/K7[-,-,-,-] w - - 0 1", GR_OPEN},
        {"8/8/8/3k4/8/8/4M3/K7[-,R,-,-] w - - 0 1", GR_OPEN},
        {"8/8/8/3k2b1/8/8/8/K1B5[-,-,-,-] w - - 0 1", GR_OPEN},
        {"8/8/8/3k4/8/8/P7/K7[-,-,-,-] w - - 0 1", GR_OPEN},
    };
    ASK("royal", cases);
}

static void capablanca(void) {
    static const Case cases[] = {
        {"10/10/10/4k5/10/10/10/K9 w - - 0 1", GR_DRAWN},
        {"10/10/10/4k5/10/10/4N5/K9 w - - 0 1", GR_DRAWN},
        {"10/10/10/4k5/10/10/4b5/K9 w - - 0 1", GR_DRAWN},
        {"10/10/10/4k5/10/10/4A5/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/5C4/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/4P5/K9 w - - 0 1", GR_OPEN},
        {"10/10/10/4k5/10/10/4b5/K1B7 w - - 0 1", GR_OPEN},
    };
    ASK("capablanca", cases);
}

/* Agreement alone draws. */
static void wizard(void) {
    static const Case cases[] = {
        {"z6/7/7/7/7/7/7/7/7/7/7/5Z1[] b - - 0 1", GR_OPEN},
        {"z6/7/7/7/7/7/7/7/7/7/7/5Z1[] w - - 120 99", GR_OPEN},
        {"z6/7/7/7/7/3H3/7/7/7/7/7/5Z1[] b - - 0 1", GR_OPEN},
    };
    ASK("wizard", cases);
}

/* A stalemate is told as such, dead or not. */
static void stalemate_comes_first(void) {
    aid_variant("magi");
    STATE("k9/10/2K7/10/10/10/10/10/10/10 b - - 0 1", GR_DRAWN, -1);
    STATE("k9/10/1K8/10/10/10/7B2/10/10/10 b - - 0 1", GR_STALEMATE, -1);
}

/* ---- all there is with two pieces ---- */

/* A rank with nothing but the piece on its third file; '-' is none. */
static const char *rank_with(char piece, int files, char out[8]) {
    if (piece == '-') {
        snprintf(out, 8, "%d", files);
    } else {
        snprintf(out, 8, "2%c%u", piece, (unsigned)(files - 3) % 100);
    }
    return out;
}

/* Two kings and up to two pieces of every kind and side: the library says what the oracle says.
 * The FEN has room for the ranks they stand on. */
static void pairs_of(const char *variant, const char *format, const char *letters,
                     unsigned dead_ones) {
    size_t n = strlen(letters);
    int files = gr_variant(aid_rules(variant))->files;
    unsigned dead_found = 0;
    for (size_t i = 0; i < n * n; i++) {
        char fen[GR_FEN_SIZE], first[8], second[8];
        GrPosition pos;
        OrPosition oracle;
        snprintf(fen, sizeof fen, format, rank_with(letters[i / n], files, first),
                 rank_with(letters[i % n], files, second));
        if (gr_fen_read(aid_rules(variant), fen, &pos, NULL) != 0) {
            continue; /* nobody has two magicians */
        }
        REQUIRE(or_read(or_variant(variant), fen, &oracle));
        bool dead = or_state(&oracle) == OR_DRAWN;
        dead_found += dead;
        if (!CHECK_INT(gr_state(&pos) == GR_DRAWN, dead) || !CHECK_INT(gr_is_dead(&pos), dead)) {
            printf("    %s\n", fen);
        }
    }
    CHECK_INT(dead_found, dead_ones);
}

static void pairs_as_the_oracle_has_them(void) {
    /* The kings alone, and either of two pieces of either side on either rank; in chess two bishops
     * on one colour of square as well. */
    pairs_of("chess", "%s/8/%s/8/7k/8/8/K7 b - - 0 1", "QRBNPqrbnp-", 9 + 4);
    pairs_of("magi", "10/%s/10/%s/10/10/10/9k/10/K9 b - - 0 1", "QRBNDCWPLqrbndcwpl-", 9);
    pairs_of("royal", "8/%s/8/%s/8/7k/8/K7[-,-,-,-] b - - 0 1", "MQRBNPmqrbnp-", 9);
    pairs_of("royal", "8/%s/8/%s/8/7k/8/K7[-,-,r,-] b - - 0 1", "QRBNPqrbnp-", 0);
    pairs_of("magician", "7/%s/7/%s/6k/***1*1*/K**2** b - - 0 1", "RNMPCWSrnmpcws-", 1);
    pairs_of("capablanca", "10/%s/10/%s/10/9k/10/K9 b - - 0 1", "QRBNACPqrbnacp-", 9);
    pairs_of("wizard", "7/%s/7/%s/7/7/7/z6/7/7/7/5Z1[] b - - 0 1", "DCAGHWdcaghw-", 0);
}

/* ---- what the rules take for granted ---- */

/* An empty board, Black to move. */
static void clear_board(const GrRules *rules, GrPosition *pos) {
    gr_start(rules, pos);
    memset(pos->board, GR_EMPTY, sizeof pos->board);
    memset(pos->pocket, 0, sizeof pos->pocket);
    memset(pos->type, 0, sizeof pos->type);
    pos->rights = 0;
    pos->turn = GR_BLACK;
}

static void put(GrPosition *pos, int sq, int side, int type) {
    pos->board[sq] = (uint8_t)gr_piece(side, type);
    pos->side[side] |= gr_set_of(sq);
    pos->type[type] |= gr_set_of(sq);
}

/* Is the black king anywhere in a quarter of the board mated by king and that piece? */
static bool has_mate(const char *variant, char letter) {
    const GrRules *rules = aid_rules(variant);
    const GrVariant *v = gr_variant(rules);
    int squares = gr_squares(v), files = (v->files + 1) / 2, ranks = (v->ranks + 1) / 2;
    GrPosition empty;
    clear_board(rules, &empty);
    for (int i = 0; i < files * ranks * squares * squares; i++) {
        int quarter = i / squares / squares, by = i / squares % squares, at = i % squares;
        int king = gr_square(v, quarter % files, quarter / files);
        GrPosition pos = empty;
        pos.side[GR_WHITE] = pos.side[GR_BLACK] = 0;
        if (king == by || king == at || by == at)
            continue;
        put(&pos, king, GR_BLACK, GR_KING);
        put(&pos, by, GR_WHITE, GR_KING);
        put(&pos, at, GR_WHITE, gr_type_of_letter(v, letter));
        if (gr_in_check(&pos) && !gr_attackers(&pos, by, GR_BLACK) && !gr_can_move(&pos))
            return true;
    }
    return false;
}

/* The other pieces mate, so that what is not found of these would be found. */
static void lone_knights_and_bishops_cannot_mate(void) {
    static const char *const variants[] = {"chess", "magi", "royal", "capablanca"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        CHECK(!has_mate(variants[i], 'N'));
        CHECK(!has_mate(variants[i], 'B'));
        CHECK(has_mate(variants[i], 'R'));
    }
    CHECK(has_mate("magi", 'D'));
    CHECK(has_mate("magi", 'C'));
    CHECK(has_mate("magi", 'W'));
    CHECK(has_mate("royal", 'M'));
    CHECK(has_mate("capablanca", 'A'));
}

/* ---- the engine ---- */

static GrScore score_of(const char *variant, const char *fen, int depth) {
    GrSearch *search = gr_search_new(1);
    GrLimits limits = {.depth = depth};
    GrPosition pos;
    GrFound found;
    GrScore score = GR_NO_SCORE;
    if (search && gr_fen_read(aid_rules(variant), fen, &pos, NULL) == 0 &&
        gr_search_run(search, &pos, NULL, 0, &limits, &found) == 0)
        score = found.line[0].score;
    gr_search_free(search);
    return score;
}

static void engine_knows_dead_positions(void) {
    for (int depth = 1; depth <= 3; depth++) {
        CHECK_INT(score_of("chess", "8/8/8/3k4/1B6/B1B5/1B6/K1B5 w - - 0 1", depth), 0);
        CHECK_INT(score_of("magi", "10/10/10/4k5/10/10/10/10/4N5/K9 w - - 0 1", depth), 0);
        CHECK_INT(score_of("magi", "10/10/10/4k5/10/10/10/10/4B5/K9 b - - 0 1", depth), 0);
        CHECK_INT(score_of("royal", "8/8/8/3k4/8/8/4B3/K7[-,-,-,-] w - - 0 1", depth), 0);
        CHECK_INT(score_of("capablanca", "10/10/10/4k5/10/10/4N5/K9 b - - 0 1", depth), 0);
        CHECK_INT(score_of("magician", "7/*4*1/*3*2/*1*k3/3*2*/1*2K2/7 b - - 1 85", depth), 0);
    }
    /* Taking the last piece but a knight is a draw, too; a rook is more. */
    CHECK_INT(score_of("magi", "10/10/10/4k5/3R6/10/10/10/4N5/K9 b - - 0 1", 2), 0);
    CHECK(score_of("magi", "10/10/10/1k8/7R2/10/10/10/10/K9 w - - 0 1", 2) > 100);
    CHECK(score_of("royal", "8/8/8/3k4/8/8/8/K7[R,-,-,-] w - - 0 1", 1) != 0);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(chess);
    RUN(magi);
    RUN(magician);
    RUN(royal);
    RUN(capablanca);
    RUN(wizard);
    RUN(stalemate_comes_first);
    RUN(pairs_as_the_oracle_has_them);
    RUN(lone_knights_and_bishops_cannot_mate);
    RUN(engine_knows_dead_positions);
    return test_end();
}
