/* Janggi, and passing in general: cannons, palaces, kings that face each other, who wins a draw, texts of a pass. */
#include "notation/game.h"
#include "rules/random.h"
#include "rules/repetition.h"
#include "tests/aid/described_aid.h"

static void ends(const char *of, const char *fen, const char *moves, GrState state, int winner) {
    GrPosition pos;
    position_after(of, fen, moves, &pos);
    CHECK_INT(gr_state(&pos), state);
    CHECK_INT(gr_winner(&pos, gr_state(&pos)), winner);
    if (gr_is_over(&pos))
        CHECK_INT(gr_count_moves(&pos), 0);
}

/* Can the moves be played there: "+e2e2 -e2e3"? */
static void can(const char *of, const char *fen, const char *words) {
    GrPosition pos;
    GrMove move;
    char word[8];
    int used;
    position_after(of, fen, "", &pos);
    for (; sscanf(words, "%7s%n", word, &used) == 1; words += used)
        if (!CHECK_INT(gr_uci_read(&pos, word + 1, &move, NULL) == 0, *word == '+'))
            printf("%s: %s\n", fen, word);
}

#define FACING "4k4/9/9/9/9/9/9/9/4K4/R8 w - - 0 1"

static void two_passes_end_the_game_by_points(void) {
    ends("janggi", NULL, "e2e2", GR_OPEN, -1);
    ends("janggi", NULL, "e2e2 e9e9", GR_WON, GR_BLACK);
    ends("janggi", NULL, "e2e2 a7a6 e2e2", GR_OPEN, -1);
    ends("janggi", "3k5/9/9/9/9/9/9/9/4K4/R8 w - - 0 1", "e2e2 d10d10", GR_WON, GR_WHITE);
    ends("janggicasual", NULL, "e2e2 e9e9", GR_DRAWN, -1);
    ends("[a:janggi]\nmaterialCounting = unweighted", NULL, "e2e2 e9e9", GR_DRAWN, -1);
    ends("[b:janggi]\nmaterialCounting = whitedrawodds", NULL, "e2e2 e9e9", GR_WON, GR_WHITE);
}

static void kings_that_face_each_other(void) {
    can("janggi", FACING, "+e2e2 +e2d2 +e2d1 -e2e3 -e2e1 -a1a2 -a1e1");
    can("janggi", "4k4/9/9/9/R8/9/9/9/4K4/9 w - - 0 1", "+e2e2 +a6e6 -a6b6");
    can("janggicasual", FACING, "+e2e2 +e2e3 +a1a2");
    ends("janggi", FACING, "e2e2", GR_WON, GR_WHITE);
    ends("janggitraditional", FACING, "e2e2", GR_DRAWN, -1);
    ends("janggicasual", FACING, "e2e2", GR_OPEN, -1);
    /* in check a side passes only where they face each other */
    can("janggi", "3rk4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "-d1d1 +d1e1");
    can("janggi", "4k4/9/9/9/9/9/9/9/r3K4/9 w - - 0 1", "+e2e2");
}

static void cannons_jump_over_no_cannon(void) {
    can("janggi", "3k5/9/c8/9/9/9/9/P8/9/C4K3 w - - 0 1", "+a1a4 +a1a7 -a1a8 -a1a2");
    can("janggi", "3k5/9/p8/9/9/9/9/P8/9/C4K3 w - - 0 1", "+a1a7 +a1a8");
    can("janggi", "3k5/9/p8/9/9/9/9/C8/9/C4K3 w - - 0 1", "-a1a4 -a1a8");
    can("janggi", "3k5/9/9/9/9/9/9/5n3/4P4/3C1K3 w - - 0 1", "+d1f3");
    can("janggi", "3k5/9/9/9/9/9/9/5c3/4P4/3C1K3 w - - 0 1", "-d1f3 -f1f3");
    can("janggi", "3k5/9/9/9/9/9/9/9/9/3c1K3 w - - 0 1", "+f1e1");
    can("janggi", "4k4/9/9/9/4c4/9/4P4/9/9/3C1K3 w - - 0 1", "+e4d4");
}

static void palaces_have_diagonals(void) {
    can("janggi", "3ak4/9/9/9/9/9/9/3R5/4P4/5K3 w - - 0 1", "-d3f1 +d3e3 +e2f3 -e2d3 -e2d1 +f1f2");
    can("janggi", "4k4/9/9/9/9/9/4P4/3R5/9/4K4 w - - 0 1", "+d3f1 +d3e2 -e1d2 +e1e2");
    can("janggi", "4k4/9/9/9/9/9/4P4/9/4A4/4K4 w - - 0 1", "+e2f3 +e2d1 -e1f2");
}

static void a_pass_only_where_nothing_else_goes(void) {
    static const char stuck[] = "[c:chess]\npassOnStalemate = true";
    can(stuck, NULL, "-e1e1 -e2e2");
    can("c", "k7/P7/K7/8/8/8/8/8 b - - 0 1", "+a8a8");
    ends("c", "k7/P7/K7/8/8/8/8/8 b - - 0 1", "a8a8", GR_OPEN, -1);
    ends("c", "7k/5Q1R/8/8/8/8/8/K7 b - - 0 1", "", GR_CHECKMATE, GR_WHITE);
    can("[d:antichess]\npass = true", "8/8/8/8/8/8/7p/7R w - - 0 1", "-h1h1 +h1h2");
}

/* As pychess writes it; null moves of other games are what they were. */
static void texts_of_a_pass(void) {
    GrPosition pos;
    GrMove move;
    char text[GR_SAN_SIZE];
    position_after("janggi", NULL, "", &pos);
    static const char *const forms[] = {"Ke2", "e2e2", "--", "K e2", "0000"};
    for (size_t i = 0; i < 3; i++)
        CHECK(gr_san_read(&pos, forms[i], &move, NULL) == 0 && gr_move_kind(move) == GR_PASS);
    CHECK(gr_uci_read(&pos, forms[4], &move, NULL) == 0 && gr_is_legal(&pos, move));
    gr_san_write(&pos, move, text);
    CHECK_STR(text, "Ke2");
    gr_uci_write(&pos, move, text);
    CHECK_STR(text, "e2e2");
    position_after("chess", NULL, "", &pos);
    CHECK(gr_uci_read(&pos, "e1e1", &move, NULL) != 0);
    CHECK(gr_uci_read(&pos, "0000", &move, NULL) == 0 && !gr_is_legal(&pos, move));
    gr_uci_write(&pos, move, text);
    CHECK_STR(text, "0000");
}

static bool is_read_back(const GrPosition *pos, GrMove move) {
    char uci[GR_UCI_SIZE], san[GR_SAN_SIZE], fen[GR_FEN_SIZE];
    GrMove by_uci = 0, by_san = 0;
    gr_uci_write(pos, move, uci);
    gr_san_write(pos, move, san);
    bool same = !gr_uci_read(pos, uci, &by_uci, NULL) && !gr_san_read(pos, san, &by_san, NULL) && by_uci == move &&
                by_san == move && gr_is_legal(pos, move);
    if (!same) {
        gr_fen_write(pos, fen);
        printf("%s: %s, %s\n", fen, uci, san);
    }
    return same;
}

/* All moves are read as they are written, all ways to list them agree, and attacks are what the map says. */
static void look_at(const GrPosition *pos, GrAttackMap *map) {
    static GrMoveList list;
    static GrMoveSets sets;
    GrPosition copy;
    GrAttacks attacks;
    char fen[GR_FEN_SIZE];
    gr_moves(pos, &list);
    gr_attack_map_update(map, pos);
    gr_move_sets(pos, map, &sets);
    unsigned n = sets.others.count;
    for (GrSet from = sets.from; from;)
        n += (unsigned)gr_set_count(sets.to[gr_set_pop(&from)]);
    CHECK_INT(n, list.count);
    CHECK_INT(gr_count_moves(pos), list.count);
    for (unsigned i = 0; i < list.count; i++)
        CHECK(is_read_back(pos, list.move[i]));
    for (int side = 0; side < 2; side++) {
        gr_attacks(pos, side, &attacks);
        CHECK(attacks.once == map->of[side].once && attacks.twice == map->of[side].twice);
        for (int sq = 0; sq < gr_squares(gr_variant(pos->rules)); sq++)
            CHECK(gr_set_has(attacks.once, sq) == (gr_attackers(pos, sq, side) != 0) || pos->board[sq] != GR_EMPTY);
    }
    gr_fen_write(pos, fen);
    CHECK(gr_fen_read(pos->rules, fen, &copy, NULL) == 0 && gr_same(pos, &copy) && copy.key == pos->key &&
          gr_key_of(pos) == pos->key);
}

static void random_games_come_back(void) {
    static const char *const names[] = {"janggi", "janggimodern", "janggicasual", "cambodian", "sittuyin", "placement"};
    static GrMoveList list;
    static GrAttackMap map;
    uint64_t state = test_seed(20261201);
    for (unsigned i = 0; i < (test_slow() ? 60u : 6u); i++) {
        GrPosition pos;
        gr_start(rules_of(names[i % 6]), &pos);
        gr_attack_map_start(&map);
        for (unsigned ply = 0; ply < 120 && gr_state(&pos) == GR_OPEN; ply++) {
            look_at(&pos, &map);
            gr_moves(&pos, &list);
            gr_play(&pos, list.move[gr_random(&state) % list.count]);
        }
    }
}

/* A description that is written is read as the same game. */
static void written_and_read(void) {
    static const char *const names[] = {"janggi", "janggimodern", "c", "b", "karouk", "sittuyin", "placement", "misere"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        GrBuffer text;
        GrError error;
        GrVariantsFaults faults;
        GrVariants *others = gr_variants_open();
        const GrDefinition *def = gr_definition_of(rules_of(names[i]));
        gr_buffer_init(&text);
        gr_definition_write(def, &text);
        GrVariantsFile *file = gr_variants_file_read(text.data, text.len, &error);
        const GrRules *rules = file && others ? gr_variants_file_define(file, 0, others, &faults) : NULL;
        if (!CHECK(rules && gr_definition_same(gr_definition_of(rules), def)))
            printf("%s\n", names[i]);
        gr_variants_file_close(file);
        gr_buffer_free(&text);
        gr_variants_close(others);
    }
}

int main(int argc, char **argv) {
    GrError error;
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, &error))
        return 1;
    RUN(two_passes_end_the_game_by_points);
    RUN(kings_that_face_each_other);
    RUN(cannons_jump_over_no_cannon);
    RUN(palaces_have_diagonals);
    RUN(a_pass_only_where_nothing_else_goes);
    RUN(texts_of_a_pass);
    RUN(random_games_come_back);
    RUN(written_and_read);
    gr_variants_close(variants);
    return test_end();
}
