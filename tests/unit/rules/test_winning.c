/* Moves that win at once (rules/winning.c) against trying all moves, in random games. */
#include "notation/definition/variants_file.h"
#include "rules/position.h"
#include "rules/random.h"
#include "tests/aid/test.h"

enum { GAMES = 12, PLIES = 200 };

static GrVariants *variants;

/* Counts of a game's positions: with a move that wins at once, with one that was found, with one for the other side. */
typedef struct Tally {
    unsigned wins, found, threats;
} Tally;

static bool wins(const GrPosition *pos, GrMove move) {
    GrPosition next = *pos;
    gr_play(&next, move);
    return gr_is_over(&next) && gr_winner(&next, gr_state(&next)) == pos->turn;
}

static bool has_win(const GrPosition *pos) {
    GrMoveList list;
    gr_moves(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (wins(pos, list.move[i]))
            return true;
    return false;
}

static void look(const GrPosition *pos, Tally *tally) {
    GrMove move = gr_winning_move(pos);
    tally->wins += has_win(pos);
    if (move != GR_NO_MOVE) {
        CHECK(gr_is_legal(pos, move) && wins(pos, move));
        tally->found++;
    }
    bool threat = gr_wins_next(pos);
    tally->threats += threat;
    if (gr_in_check(pos) || pos->pending) {
        CHECK(!threat);
        return;
    }
    GrPosition passed = *pos;
    gr_play(&passed, gr_move_make(GR_PASS, 0, 0, 0, 0));
    CHECK((gr_winning_move(&passed) != GR_NO_MOVE) == threat);
}

/* Random games, in which nobody wins at once as long as there is another move. */
static Tally play(const GrRules *rules, uint64_t seed) {
    Tally tally = {0};
    for (int game = 0; game < GAMES; game++) {
        GrPosition pos;
        gr_start(rules, &pos);
        for (int ply = 0; ply < PLIES && !gr_is_over(&pos); ply++) {
            GrMoveList list;
            gr_moves(&pos, &list);
            if (list.count == 0)
                break;
            look(&pos, &tally);
            GrMove move = list.move[gr_random(&seed) % list.count];
            for (int tries = 0; tries < 8 && wins(&pos, move); tries++)
                move = list.move[gr_random(&seed) % list.count];
            gr_play(&pos, move);
        }
    }
    return tally;
}

/* Where nothing but a goal or checks win, each win is found. */
static void all_are_found(void) {
    static const char *const names[] = {"kingofthehill", "threecheck", "racingkings", "5check", "breakthrough"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const GrRules *rules = gr_variants_find(variants, names[i]);
        REQUIRE(rules != NULL);
        Tally tally = play(rules, 1 + i);
        CHECK(tally.wins > 0 && tally.threats > 0);
        if (tally.found != tally.wins)
            printf("%s: %u wins, %u found\n", names[i], tally.wins, tally.found);
        CHECK_INT(tally.found, tally.wins);
    }
}

/* In any described game, what is found wins. */
static void found_ones_win(void) {
    GrVariantsFile *file = gr_variants_described(NULL);
    unsigned games = 0, found = 0;
    REQUIRE(file != NULL);
    for (size_t n = 0; n < gr_variants_file_games(file); n++) {
        char name[64];
        size_t length;
        const char *text = gr_variants_file_name(file, n, &length, NULL);
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        const GrRules *rules = gr_variants_find(variants, name);
        if (!rules || !gr_variant(rules)->own_ends) /* some are parents alone */
            continue;
        games++;
        found += play(rules, n).found;
    }
    gr_variants_file_close(file);
    CHECK(games > 10 && found > 0);
}

/* A king beside the hill: a free square, a guarded one, an enemy on it. */
static void one_after_the_other(void) {
    static const struct { const char *game, *fen; bool wins, threatened; } cases[] = {
        {"kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", true, false},
        {"kingofthehill", "4k3/8/8/8/8/4K3/8/8 b - - 0 1", false, true},
        {"kingofthehill", "4k3/8/4r3/2b5/8/2K5/8/8 w - - 0 1", false, false},
        {"kingofthehill", "3rk3/8/8/1b6/3p4/2K5/8/8 w - - 0 1", false, false},
        {"kingofthehill", "4k3/8/8/8/3p4/2K5/8/8 w - - 0 1", true, false},
        {"threecheck", "4k3/8/8/8/8/8/8/Q3K3 w - - 1+3 0 1", true, false},
        {"threecheck", "4k3/8/8/8/8/8/8/Q3K3 w - - 2+3 0 1", false, false},
        {"threecheck", "4k3/8/8/8/8/8/8/Q3K3 b - - 1+3 0 1", false, true},
        {"racingkings", "8/4K3/8/8/8/8/k7/8 w - - 0 1", true, false},
        {"racingkings", "8/k3K3/8/8/8/8/8/8 w - - 0 1", false, true}, /* Black can follow */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GrPosition pos;
        REQUIRE(gr_fen_read(gr_variants_find(variants, cases[i].game), cases[i].fen, &pos, NULL) == 0);
        if ((gr_winning_move(&pos) != GR_NO_MOVE) != cases[i].wins || gr_wins_next(&pos) != cases[i].threatened)
            printf("%s %s\n", cases[i].game, cases[i].fen);
        CHECK((gr_winning_move(&pos) != GR_NO_MOVE) == cases[i].wins);
        CHECK(gr_wins_next(&pos) == cases[i].threatened);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 2;
    RUN(one_after_the_other);
    RUN(all_are_found);
    RUN(found_ones_win);
    gr_variants_close(variants);
    return test_end();
}
