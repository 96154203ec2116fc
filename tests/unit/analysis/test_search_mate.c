/* The search for the shortest mate (analysis/engine/search_mate.c) against trying everything, in all variants. */
#include "analysis/engine/search.h"
#include "notation/definition/variants_file.h"
#include "rules/fen.h"
#include "rules/random.h"
#include "tests/aid/mate_aid.h"
#include "tests/aid/test.h"

enum { PLIES = 240, LONGEST = 2, BROAD = 45, TIGHT = 12 };

static GrVariants *variants;

/* What trying everything finds, the search for a mate in so many moves finds, and nothing else; true if there is
 * one. */
static bool agree(GrSearch *search, const GrPosition *pos, int moves) {
    GrFound found;
    char fen[GR_FEN_SIZE];
    bool there = mate_is_forced(pos, pos->turn, moves);
    bool shorter = moves > 1 && mate_is_forced(pos, pos->turn, moves - 1);
    gr_search_forget(search);
    if (!CHECK(gr_search_run(search, pos, NULL, 0, &(GrLimits){.mate = moves}, &found) == 0 && found.lines == 1))
        return false;
    const GrLine *line = found.line;
    int said = gr_score_is_mate(line->score) ? gr_score_mate_moves(line->score) : 0;
    bool good = CHECK((said > 0 && said <= moves) == there);
    if (there && !shorter)
        good = CHECK_INT(said, moves) && CHECK(mate_line_wins(pos, line, moves)) && good;
    gr_fen_write(pos, fen);
    if (!good)
        printf("    mate in %d: %s\n", moves, fen);
    return there;
}

/* Random games, of which the positions with few moves are looked at: those are near mates. */
static int try_games(GrSearch *search, const GrRules *rules, uint64_t *random, int games) {
    GrMoveList *list = malloc(sizeof *list);
    int mates = 0;
    for (int game = 0; game < games; game++) {
        GrPosition pos;
        gr_start(rules, &pos);
        for (int ply = 0; ply < PLIES && gr_state(&pos) == GR_OPEN; ply++) {
            gr_moves(&pos, list);
            if (list->count <= BROAD)
                mates += agree(search, &pos, 1);
            if (list->count <= TIGHT)
                mates += agree(search, &pos, LONGEST);
            gr_play(&pos, list->move[gr_random(random) % list->count]);
        }
    }
    free(list);
    return mates;
}

static void mates_are_those_that_trying_everything_finds(void) {
    uint64_t random = test_seed(7);
    GrSearch *search = gr_search_new(4);
    const GrRules *rules;
    REQUIRE(search);
    for (size_t i = 0; (rules = gr_variants_at(variants, i)); i++) {
        int mates = try_games(search, rules, &random, test_slow() ? 4 : test_long() ? 2 : 1);
        if (test_slow())
            printf("    %s: %d mates\n", gr_variant(rules)->name, mates);
    }
    gr_search_free(search);
}

/* A search that leaves moves out has filled the table with what it believes. */
static void a_mate_is_found_after_another_search(void) {
    static const struct {
        const char *variant, *fen;
        int moves;
    } mates[] = {
        {"chess", "6k1/7R/5p1p/2PP1P1P/6P1/8/4K3/8 w - - 3 130", 4},
        {"magician", "7/**k4/3*1P*/*1*4/P2M1**/3*1K1/4R2 w - - 1 48", 3},
        {"magician", "7/2*4/1*4*/*P1K1*1/*3*P*/P*C3P/6k w - - 15 63", 4},
    };
    for (size_t i = 0; i < sizeof mates / sizeof mates[0]; i++) {
        GrSearch *search = gr_search_new(16);
        GrPosition pos;
        GrFound found;
        REQUIRE(search && gr_fen_read(gr_variants_find(variants, mates[i].variant), mates[i].fen, &pos, NULL) == 0);
        REQUIRE(gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 8}, &found) == 0);
        REQUIRE(gr_search_run(search, &pos, NULL, 0, &(GrLimits){.mate = mates[i].moves}, &found) == 0);
        CHECK_INT(found.line[0].score, gr_score_of_mate(mates[i].moves));
        CHECK(mate_line_wins(&pos, &found.line[0], mates[i].moves));
        gr_search_free(search);
    }
}

/* The only first move of this mate is not to be played. */
static void only_moves_allowed_mate(void) {
    GrSearch *search = gr_search_new(4);
    GrPosition pos;
    GrFound found;
    const GrRules *chess = gr_variants_find(variants, "chess");
    REQUIRE(search && gr_fen_read(chess, "7k/8/8/8/8/8/R7/1R5K w - - 0 1", &pos, NULL) == 0);
    REQUIRE(gr_search_run(search, &pos, NULL, 0, &(GrLimits){.mate = 2}, &found) == 0);
    CHECK_INT(found.line[0].score, gr_score_of_mate(2));
    GrMove king[] = {gr_move_make(GR_NORMAL, 7, 6, 0, 0), gr_move_make(GR_NORMAL, 7, 14, 0, 0)};
    REQUIRE(gr_is_legal(&pos, king[0]) && gr_is_legal(&pos, king[1]));
    GrLimits limits = {.mate = 2, .only = king, .only_count = 2};
    REQUIRE(gr_search_run(search, &pos, NULL, 0, &limits, &found) == 0);
    CHECK(found.line[0].score < gr_score_of_mate(2));
    CHECK(found.line[0].move[0] == king[0] || found.line[0].move[0] == king[1]);
    limits.mate = 4;
    REQUIRE(gr_search_run(search, &pos, NULL, 0, &limits, &found) == 0);
    CHECK_INT(found.line[0].score, gr_score_of_mate(4));
    gr_search_free(search);
}

/* Games with other ends and other pieces than those that are built in. */
static void define_more(void) {
    GrError error;
    GrVariantsFaults faults;
    GrVariantsFile *file = gr_variants_file_open("tests/data/variants/games.ini", NULL, NULL, &error);
    REQUIRE(file);
    for (size_t n = 0; n < gr_variants_file_games(file); n++)
        CHECK(gr_variants_file_define(file, n, variants, &faults));
    gr_variants_file_close(file);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (test_slow())
        define_more();
    RUN(mates_are_those_that_trying_everything_finds);
    RUN(a_mate_is_found_after_another_search);
    RUN(only_moves_allowed_mate);
    gr_variants_close(variants);
    return test_end();
}
