/* Ratings as nodes and chance. */
#include "analysis/engine/strength.h"
#include "tests/aid/test.h"

static void more_elo_is_more_nodes_and_less_chance(void) {
    GrStrength last = gr_strength_of(GR_LEAST_ELO);
    CHECK(last.nodes > 0 && last.noise > 0 && last.lines > 1);
    for (int elo = GR_LEAST_ELO + 1; elo <= GR_MOST_ELO; elo++) {
        GrStrength now = gr_strength_of(elo);
        CHECK(now.nodes >= last.nodes && now.noise <= last.noise && now.lines <= last.lines);
        CHECK(now.nodes <= last.nodes * 11 / 10 + 2); /* no leaps */
        CHECK(elo < GR_EXACT_ELO || (now.lines == 1 && now.noise == 0));
        last = now;
    }
    CHECK_INT(gr_strength_of(-5).nodes, gr_strength_of(GR_LEAST_ELO).nodes);
    CHECK_INT(gr_strength_of(9999).nodes, gr_strength_of(GR_MOST_ELO).nodes);
}

static void limits_are_only_lowered(void) {
    GrStrength strength = {.nodes = 100, .lines = 4, .noise = 50};
    GrLimits limits = {.nodes = 50, .lines = 9, .movetime = 10};
    gr_strength_limit(&strength, &limits);
    CHECK(limits.nodes == 50 && limits.lines == 9 && limits.movetime == 10);
    limits = (GrLimits){.depth = 3};
    gr_strength_limit(&strength, &limits);
    CHECK(limits.nodes == 100 && limits.lines == 4 && limits.depth == 3);
}

/* The position decides; over many of them every line near the best is chosen, and no bad one. */
static void the_choice_depends_on_the_position_alone(void) {
    GrLine line[4] = {{.score = 100}, {.score = 90}, {.score = 60}, {.score = -100}};
    GrFound found = {.lines = 4, .line = line};
    GrStrength strength = {.nodes = 100, .lines = 4, .noise = 80};
    int chosen[4] = {0};
    for (uint64_t key = 0; key < 4000; key++) {
        int choice = gr_strength_choose(&strength, &found, key);
        REQUIRE(choice >= 0 && choice < 4);
        CHECK_INT(gr_strength_choose(&strength, &found, key), choice);
        chosen[choice]++;
    }
    CHECK(chosen[0] > chosen[1] && chosen[1] > chosen[2] && chosen[2] > 100);
    CHECK_INT(chosen[3], 0);
    strength.noise = 0;
    CHECK_INT(gr_strength_choose(&strength, &found, 7), 0);
    strength = (GrStrength){.lines = 1, .noise = 500};
    for (uint64_t key = 0; key < 100; key++)
        CHECK_INT(gr_strength_choose(&strength, &found, key), 0);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(more_elo_is_more_nodes_and_less_chance);
    RUN(limits_are_only_lowered);
    RUN(the_choice_depends_on_the_position_alone);
    return test_end();
}
