/* Several threads on one table: what they find, how they stop, and that one thread forgets them. */
#include "analysis/engine/search.h"
#include "rules/error.h"
#include "rules/fen.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static const char *const middles[][2] = {
    {"chess", "r1b1kbnr/1p2q2p/2np1pp1/p1p5/P1B1P3/2NQBN2/1PP2PPP/R3K2R w KQkq - 2 12"},
    {"magi",
     "rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR w KQkq - 0 1"},
    {"magician", "1r4r/p1*pmkp/*6/*pP*1*M/*PnPM**/P1K2*1/R5R b - - 4 23"},
    {"royal", "r3kb1r/ppp1p1pp/1n2m3/1R6/8/2PPB3/PP2PPPP/RN2KBNR[BNR,-,bnr,bnr] w KQkq - 3 12"},
    {"wizard",
     "2a1a2/w1z4/2h2g1/2w2h1/3w1w1/3ww2/3Wd1c/1WH4/2W1WC1/1GHW3/2W4/C1AZA2[DDd] w Zz - 0 22"},
};

static const struct {
    const char *variant, *fen;
    int moves;
} mates[] = {
    {"chess", "8/8/4p1k1/p1p1p3/PpPpP3/1P1q4/5r2/K1B5 b - - 1 52", 3},
    {"chess", "7k/8/6R1/3KN3/8/8/8/8 w - - 43 91", 3},
    {"magi", "10/R8p/9p/1p1Q6/1k3p4/10/6L3/1p4P1P1/PPP4K1P/10 w - - 0 89", 3},
    {"magician", "7/6p/*2k*1*/**1*1*1/*6/P3c1*/3K2n b - - 9 98", 3},
    {"royal", "6R1/5P1N/8/1K4P1/8/2k5/8/3Q4[-,-,-,-] w - - 3 83", 3},
    {"wizard", "7/7/7/1D5/2W1H2/7/7/1W1Z3/z6/7/7/G2W3[] w - - 0 1", 2},
};

enum { MIDDLES = sizeof middles / sizeof *middles, MATES = sizeof mates / sizeof *mates };

static GrVariants *variants;

static bool set(const char *variant, const char *fen, GrPosition *pos) {
    return gr_fen_read(gr_variants_find(variants, variant), fen, pos, NULL) == 0;
}

static GrSearch *search_with(int threads) {
    GrSearch *search = gr_search_new(4);
    if (search && gr_search_set_threads(search, threads) == 0)
        return search;
    gr_search_free(search);
    return NULL;
}

static void threads_find_the_same_mates(void) {
    for (int threads = 2; threads <= 5; threads++) {
        GrSearch *search = search_with(threads);
        REQUIRE(search);
        for (int i = 0; i < MATES; i++) {
            GrPosition pos;
            GrFound found;
            REQUIRE(set(mates[i].variant, mates[i].fen, &pos));
            gr_search_forget(search);
            CHECK_INT(gr_search_run(search, &pos, NULL, 0,
                                    &(GrLimits){.depth = 2 * mates[i].moves + 4}, &found), 0);
            CHECK(found.lines == 1 && gr_is_legal(&pos, found.line[0].move[0]));
            CHECK_INT(found.line[0].score, gr_score_of_mate(mates[i].moves));
            CHECK_INT(gr_search_run(search, &pos, NULL, 0, &(GrLimits){.mate = mates[i].moves},
                                    &found), 0);
            CHECK_INT(found.line[0].score, gr_score_of_mate(mates[i].moves));
        }
        gr_search_free(search);
    }
}

typedef struct Heard {
    GrLine last;
    uint64_t nodes;
    bool fell; /* the count of nodes went back */
} Heard;

static void hear(void *user, const GrProgress *progress) {
    Heard *heard = user;
    heard->fell |= progress->nodes < heard->nodes;
    heard->nodes = progress->nodes;
    if (progress->index == 0)
        heard->last = *progress->line;
}

/* Together they take the nodes that one may, but for a few that each takes between two looks. */
static void nodes_are_counted_together(void) {
    enum { THREADS = 4, NODES = 40000, SLACK = 64 * THREADS };
    GrSearch *search = search_with(THREADS);
    REQUIRE(search);
    for (int i = 0; i < MIDDLES; i++) {
        GrPosition pos;
        GrFound found;
        Heard heard = {.nodes = 0};
        REQUIRE(set(middles[i][0], middles[i][1], &pos));
        gr_search_on_progress(search, hear, &heard);
        gr_search_run(search, &pos, NULL, 0, &(GrLimits){.nodes = NODES}, &found);
        CHECK(found.nodes >= NODES && found.nodes <= NODES + SLACK);
        CHECK(!heard.fell);
        CHECK(heard.last.move[0] == found.line[0].move[0]);
        CHECK_INT(heard.last.score, found.line[0].score);
        GrPosition at = pos;
        for (int m = 0; m < found.line[0].length && CHECK(gr_is_legal(&at, found.line[0].move[m])); m++)
            gr_play(&at, found.line[0].move[m]);
    }
    gr_search_free(search);
}

/* A search that had helpers, and has none any more, gives what a new one gives. */
static void one_thread_again_is_as_ever(void) {
    GrSearch *used = search_with(3), *fresh = gr_search_new(4);
    REQUIRE(used && fresh);
    for (int i = 0; i < MIDDLES; i++) {
        GrPosition pos;
        GrFound a, b;
        REQUIRE(set(middles[i][0], middles[i][1], &pos));
        CHECK_INT(gr_search_set_threads(used, 3), 0);
        gr_search_run(used, &pos, NULL, 0, &(GrLimits){.nodes = 20000}, &a);
        CHECK_INT(gr_search_set_threads(used, 1), 0);
        gr_search_forget(used);
        gr_search_forget(fresh);
        gr_search_run(used, &pos, NULL, 0, &(GrLimits){.nodes = 15000}, &a);
        gr_search_run(fresh, &pos, NULL, 0, &(GrLimits){.nodes = 15000}, &b);
        CHECK_INT(a.nodes, 15000);
        CHECK_INT(a.nodes, b.nodes);
        CHECK_INT(a.line[0].score, b.line[0].score);
        CHECK_INT(a.line[0].depth, b.line[0].depth);
        CHECK_INT(a.line[0].length, b.line[0].length);
        CHECK(!memcmp(a.line[0].move, b.line[0].move, (size_t)a.line[0].length * sizeof(GrMove)));
    }
    gr_search_free(used);
    gr_search_free(fresh);
}

static bool always(void *user) {
    ++*(int *)user;
    return true;
}

static void a_stop_ends_all_threads(void) {
    GrSearch *search = search_with(4);
    GrPosition pos;
    GrFound found;
    int asked = 0;
    REQUIRE(search && set(middles[1][0], middles[1][1], &pos));
    gr_search_stop(search);
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){0}, &found);
    CHECK(found.lines == 1 && found.ms < 2000);
    gr_search_on_wait(search, always, &asked);
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){0}, &found);
    CHECK(found.lines == 1 && found.ms < 2000 && asked > 0);
    gr_search_on_wait(search, NULL, NULL);
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){.movetime = 100}, &found);
    CHECK(found.lines == 1 && found.ms >= 100 && found.ms < 2000);
    gr_search_free(search);
}

/* Several lines, root moves to choose from, games that are over. */
static void other_limits_hold_with_threads(void) {
    GrSearch *search = search_with(2);
    GrPosition pos;
    GrFound found;
    REQUIRE(search && set(middles[0][0], middles[0][1], &pos));
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 6, .lines = 4}, &found);
    CHECK_INT(found.lines, 4);
    for (int n = 1; n < found.lines; n++)
        CHECK(found.line[n - 1].score >= found.line[n].score &&
              found.line[n - 1].move[0] != found.line[n].move[0]);
    GrMove only = found.line[3].move[0];
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 8, .only = &only, .only_count = 1},
                  &found);
    CHECK(found.lines == 1 && found.line[0].move[0] == only && found.line[0].depth <= 8);
    REQUIRE(set("chess", "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", &pos));
    CHECK_INT(gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 3}, &found), 0);
    CHECK_INT(found.lines, 0);
    gr_search_free(search);
}

static void lack_of_memory_leaves_the_threads_as_they_were(void) {
    GrPosition pos;
    REQUIRE(set(middles[2][0], middles[2][1], &pos));
    FAIL_EACH_ALLOCATION(n, 50) {
        GrFound found;
        GrSearch *search = gr_search_new(1);
        int code = search ? gr_search_set_threads(search, 3) : GR_ERR_MEMORY;
        if (search)
            gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 2}, &found);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        if (search) {
            CHECK_INT(gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 2}, &found), 0);
            CHECK(found.lines == 1);
        }
        gr_search_free(search);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(threads_find_the_same_mates);
    RUN(nodes_are_counted_together);
    RUN(one_thread_again_is_as_ever);
    RUN(a_stop_ends_all_threads);
    RUN(other_limits_hold_with_threads);
    RUN(lack_of_memory_leaves_the_threads_as_they_were);
    gr_variants_close(variants);
    return test_end();
}
