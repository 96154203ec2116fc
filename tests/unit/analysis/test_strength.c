/* Ratings as numbers of nodes. */
#include "analysis/engine/strength.h"
#include "tests/aid/test.h"

static void more_elo_is_more_nodes(void) {
    uint64_t last = gr_strength_nodes(GR_LEAST_ELO);
    CHECK(last > 0);
    for (int elo = GR_LEAST_ELO + 1; elo <= GR_MOST_ELO; elo++) {
        uint64_t now = gr_strength_nodes(elo);
        CHECK(now >= last && now <= last * 102 / 100 + 1); /* no leaps */
        CHECK(elo % 100 || now > gr_strength_nodes(elo - 50));
        last = now;
    }
    CHECK_INT(gr_strength_nodes(2000), 50000);
    CHECK_INT(gr_strength_nodes(-5), gr_strength_nodes(GR_LEAST_ELO));
    CHECK_INT(gr_strength_nodes(9999), gr_strength_nodes(GR_MOST_ELO));
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(more_elo_is_more_nodes);
    return test_end();
}
