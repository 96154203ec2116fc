/* Described games with hands and promoted pieces, those that come with the library: texts and back, forms that others
 * write. */
#include "notation/definition/variants_file.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "rules/perft.h"
#include "rules/position.h"
#include "rules/random.h"
#include "tests/aid/test.h"

static GrVariants *variants;

static bool is_read_back(const GrPosition *pos, GrMove move) {
    char uci[GR_UCI_SIZE], san[GR_SAN_SIZE], fen[GR_FEN_SIZE];
    GrMove by_uci = 0, by_san = 0;
    GrError error;
    gr_uci_write(pos, move, uci);
    gr_san_write(pos, move, san);
    bool read = !gr_uci_read(pos, uci, &by_uci, &error) && !gr_san_read(pos, san, &by_san, &error);
    bool same = read && by_uci == move && by_san == move && gr_is_legal(pos, move);
    if (!same) {
        gr_fen_write(pos, fen);
        printf("%s: %s, %s\n", fen, uci, san);
    }
    return same;
}

static bool is_same_by_fen(const GrPosition *pos) {
    char fen[GR_FEN_SIZE];
    GrPosition copy;
    gr_fen_write(pos, fen);
    bool same = gr_fen_read(pos->rules, fen, &copy, NULL) == 0 && gr_same(pos, &copy) && copy.key == pos->key &&
                gr_key_of(pos) == pos->key;
    if (!same)
        printf("%s\n", fen);
    return same;
}

/* Are all moves of random games read as they are written, and all positions? */
static void games_come_back(const char *name, unsigned games) {
    static GrMoveList list;
    const GrRules *rules = gr_variants_find(variants, name);
    uint64_t state = test_seed(20261130);
    unsigned wrong = 0, drops = 0, changes = 0;
    for (unsigned i = 0; CHECK(rules != NULL) && i < games; i++) {
        GrPosition pos;
        gr_start(rules, &pos);
        for (unsigned ply = 0; ply < 120 && gr_state(&pos) == GR_OPEN; ply++) {
            gr_moves(&pos, &list);
            wrong += gr_count_moves(&pos) != list.count;
            for (unsigned n = ply % 5; n < list.count; n += 5)
                wrong += !is_read_back(&pos, list.move[n]);
            GrMove move = list.move[gr_random(&state) % list.count];
            drops += gr_move_kind(move) == GR_ENTER;
            changes += gr_move_becomes(move) > 0;
            gr_play(&pos, move);
            wrong += !is_same_by_fen(&pos);
        }
    }
    CHECK_INT(wrong, 0);
    CHECK(drops > 0 && changes > 0);
}

static void random_games_come_back_from_their_texts(void) {
    static const char *const names[] = {"shogi",   "minishogi",    "kyotoshogi", "micro",     "dobutsu", "judkins",
                                        "torishogi", "okisakishogi", "euroshogi",  "capahouse", "gorogoro"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        games_come_back(names[i], test_slow() ? 60 : 6);
}

/* The text is that move, as UCI and SAN have it. */
static void expect_move(const char *name, const char *fen, const char *text, const char *uci, const char *san) {
    const GrRules *rules = gr_variants_find(variants, name);
    char by_uci[GR_UCI_SIZE] = "", by_san[GR_SAN_SIZE] = "";
    GrPosition pos;
    GrMove move;
    GrError error;
    if (!CHECK(rules != NULL) || !CHECK_INT(gr_fen_read(rules, fen, &pos, NULL), 0))
        return;
    if (gr_san_read(&pos, text, &move, &error)) {
        printf("%s: %s\n", text, error.text);
        CHECK(false);
        return;
    }
    gr_uci_write(&pos, move, by_uci);
    gr_san_write(&pos, move, by_san);
    CHECK_STR(by_uci, uci);
    CHECK_STR(by_san, san);
}

static void forms_of_promoted_pieces(void) {
    static const char fen[] = "4k4/9/P8/1+P7/9/9/9/9/4K4[Gp] w 0 1";
    expect_move("shogi", fen, "Pa8=+P", "a7a8+", "Pa8=+P");
    expect_move("shogi", fen, "Pa8=G", "a7a8+", "Pa8=+P");
    expect_move("shogi", fen, "Pa8", "a7a8", "Pa8");
    expect_move("shogi", fen, "a7a8+", "a7a8+", "Pa8=+P");
    expect_move("shogi", fen, "a7a8", "a7a8", "Pa8");
    expect_move("shogi", fen, "+Pb7", "b6b7", "+Pb7");
    expect_move("shogi", fen, "Gb7", "b6b7", "+Pb7");
    expect_move("shogi", fen, "G@e8", "G@e8", "G@e8+");
    expect_move("shogi", "4k4/9/9/9/9/9/9/1B7/4K4[] w - - 0 1", "Bi9=H", "b2i9+", "Bi9=+B");
    expect_move("shogi", "4k4/9/9/9/9/9/9/1+B7/4K4[] w - - 0 1", "Hb3", "b2b3", "+Bb3");
    expect_move("kyotoshogi", "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1", "a1a2-", "a1a2-", "+La2=L");
    expect_move("kyotoshogi", "2k2/5/5/5/2K2[P] w - - 0 1", "+P@a3", "+P@a3", "+P@a3");
}

static void captures_are_held_as_what_they_were(void) {
    const GrRules *rules = gr_variants_find(variants, "shogi");
    GrPosition pos;
    GrMove move;
    char fen[GR_FEN_SIZE];
    if (!CHECK(rules != NULL))
        return;
    CHECK_INT(gr_fen_read(rules, "4k4/1+p7/9/9/9/9/9/1R7/4K4[] w 0 1", &pos, NULL), 0);
    CHECK_INT(gr_uci_read(&pos, "b2b8", &move, NULL), 0);
    gr_play(&pos, move);
    gr_fen_write(&pos, fen);
    CHECK_STR(fen, "4k4/1R7/9/9/9/9/9/9/4K4[P] b - - 0 1");
    CHECK_INT(gr_in_hand(&pos, GR_WHITE, gr_type_of_letter(gr_variant(rules), 'P')), 1);
}

static uint64_t moves_of(const char *fen) {
    GrPosition pos;
    CHECK_INT(gr_fen_read(gr_variants_find(variants, "shogi"), fen, &pos, NULL), 0);
    return gr_perft(&pos, 1);
}

/* Ranks from which a piece could go on, files without a pawn, no mate by a pawn. */
static void drops_that_shogi_forbids(void) {
    uint64_t king = moves_of("4k4/9/9/9/9/9/9/9/4K4[] w 0 1");
    CHECK_INT(moves_of("4k4/9/9/9/9/9/9/9/4K4[P] w 0 1") - king, 8 * 9 - 1);
    CHECK_INT(moves_of("4k4/9/9/9/P8/9/9/9/4K4[P] w 0 1") - king, 8 * 8 - 1 + 1);
    CHECK_INT(moves_of("4k4/9/9/9/9/9/9/9/4K4[N] w 0 1") - king, 7 * 9 - 1);
    GrPosition pos; /* a pawn on i8 would mate, a lance does */
    GrMove move;
    CHECK_INT(gr_fen_read(gr_variants_find(variants, "shogi"), "7nk/9/8G/9/9/9/9/7R1/4K4[PL] w 0 1", &pos, NULL), 0);
    CHECK(gr_uci_read(&pos, "P@i8", &move, NULL) != 0);
    CHECK_INT(gr_uci_read(&pos, "L@i8", &move, NULL), 0);
    gr_play(&pos, move);
    CHECK_INT(gr_state(&pos), GR_CHECKMATE);
}

/* No alias of another game stands in the way. Giveaway has no castling here, and is Antichess by name. */
static void described_games_are_found_by_name_and_title(void) {
    GrVariantsFile *file = gr_variants_described(NULL);
    if (!CHECK(file != NULL))
        return;
    for (size_t n = 0; n < gr_variants_file_games(file); n++) {
        char name[GR_DEFINED_NAME];
        size_t length;
        const char *at = gr_variants_file_name(file, n, &length, NULL);
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        const GrRules *rules = strcmp(name, "giveaway") ? gr_variants_find(variants, name) : NULL;
        if (rules && CHECK_STR(gr_variant(rules)->name, name))
            CHECK(gr_variants_find(variants, gr_variant(rules)->title) == rules);
    }
    gr_variants_file_close(file);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(random_games_come_back_from_their_texts);
    RUN(forms_of_promoted_pieces);
    RUN(captures_are_held_as_what_they_were);
    RUN(drops_that_shogi_forbids);
    RUN(described_games_are_found_by_name_and_title);
    gr_variants_close(variants);
    return test_end();
}
