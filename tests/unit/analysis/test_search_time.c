/* When a search stops: clocks, pondering, proven mates; and what it reports on the way. */
#include "analysis/engine/search_local.h"
#include "rules/fen.h"
#include "tests/aid/test.h"

static const char *const middles[][2] = {
    {"chess", "r1b1kbnr/1p2q2p/2np1pp1/p1p5/P1B1P3/2NQBN2/1PP2PPP/R3K2R w KQkq - 2 12"},
    {"chess", "3r4/1p3np1/5Nk1/p1p4p/4r2P/3R1N1R/PPP2PP1/5K2 b - - 0 23"},
    {"magi", "r1bcqk3r/pppp1p2pp/2nl2p2d/5l1p2/4p1n3/d3P1N3/5P4/P2L1CLN1D/P1PP2PPPP/R1B1QK1B1R "
             "w KQkq - 0 12"},
    {"magician", "1r4r/p1*pmkp/*6/*pP*1*M/*PnPM**/P1K2*1/R5R b - - 4 23"},
    {"royal", "8/r6p/1np2mk1/pBPp1pN1/P6P/3PbMN1/R7/2B2K2[BNR,BNR,bnr,bnr] w - - 4 41"},
};

enum { MIDDLES = sizeof middles / sizeof *middles };

static GrVariants *variants;

static bool set(const char *variant, const char *fen, GrPosition *pos) {
    return gr_fen_read(gr_variants_find(variants, variant), fen, pos, NULL) == 0;
}

static bool found_mate; /* by one of the tries: such a search may end before its time */

/* The least that it takes in some tries, in milliseconds: the machine may be busy with other work. One that takes less
 * than `enough` is the last. */
static int64_t least_time(GrSearch *search, const GrPosition *pos, const GrLimits *limits, int64_t enough) {
    int64_t least = INT64_MAX;
    found_mate = false;
    for (int i = 0; i < 5 && least >= enough; i++) {
        GrFound found;
        gr_search_forget(search);
        gr_search_run(search, pos, NULL, 0, limits, &found);
        least = found.ms < least ? found.ms : least;
        found_mate |= gr_score_is_mate(found.line[0].score);
    }
    return least;
}

static void movetime_is_overrun_by_little(void) {
    GrSearch *search = gr_search_new(4);
    GrPosition pos;
    for (int i = 0; i < MIDDLES; i++)
        for (int64_t ms = 1; ms < 100; ms += 30) {
            REQUIRE(search && set(middles[i][0], middles[i][1], &pos));
            int64_t took = least_time(search, &pos, &(GrLimits){.movetime = ms}, ms + 20);
            CHECK((took >= ms || found_mate) && took < ms + 20);
        }
    gr_search_free(search);
}

static void the_last_move_before_the_control_uses_the_time(void) {
    GrSearch *search = gr_search_new(4);
    GrPosition pos;
    REQUIRE(search && set(middles[0][0], middles[0][1], &pos));
    int64_t took = least_time(search, &pos, &(GrLimits){.time = {325, 1}, .moves_to_go = 1}, 325);
    CHECK(took > 250 && took < 325);
    gr_search_set_overhead(search, 200);
    took = least_time(search, &pos, &(GrLimits){.time = {325, 1}, .moves_to_go = 1}, 145);
    CHECK(took > 100 && took < 145);
    gr_search_set_overhead(search, 0);
    took = least_time(search, &pos, &(GrLimits){.time = {3000, 1}}, 500);
    CHECK(took < 500);
    took = least_time(search, &pos, &(GrLimits){.time = {1, 1}, .moves_to_go = 1}, 30);
    CHECK(took < 30);
    gr_search_free(search);
}

static bool enough_after(GrSearch *s, int64_t ms) {
    s->start = gr_now_ms() - ms;
    return gr_enough_time_used(s);
}

/* The share that a move takes, in milliseconds of 1,000. */
static int64_t share_of(GrSearch *s, int stable, int drop, int share) {
    s->clock.soft = 1000;
    s->clock.stable = stable;
    s->clock.drop = drop;
    s->clock.share = share;
    for (int64_t ms = 0; ms < 5000; ms += 10)
        if (enough_after(s, ms))
            return ms;
    return 5000;
}

static void doubt_takes_time(void) {
    GrSearch *s = gr_search_new(1);
    REQUIRE(s);
    int64_t usual = share_of(s, 3, 0, 70);
    CHECK(usual > 400 && usual < 700);
    CHECK(share_of(s, 0, 0, 70) > usual * 3 / 2);
    CHECK(share_of(s, 9, 0, 70) < usual);
    CHECK(share_of(s, 3, 80, 70) > usual * 5 / 4);
    CHECK(share_of(s, 3, -80, 70) < usual);
    CHECK(share_of(s, 3, 0, 20) > usual * 5 / 4);
    CHECK(share_of(s, 3, 0, 98) < usual);
    CHECK(share_of(s, 0, 1000, 0) < 2500);
    gr_search_free(s);
}

/* The best move's share of the nodes, and for how long it has been the best. */
static void iterations_are_noted(void) {
    GrSearch *s = gr_search_new(4);
    GrPosition pos;
    GrFound found;
    REQUIRE(s && set("chess", "7k/8/8/3q4/8/8/3R4/3K4 w - - 0 1", &pos));
    gr_search_run(s, &pos, NULL, 0, &(GrLimits){.depth = 7}, &found);
    CHECK(s->clock.move == found.line[0].move[0] && s->clock.score == found.line[0].score);
    CHECK(s->clock.stable >= 5 && s->clock.share > 40 && s->clock.share <= 100);
    gr_search_free(s);
}

typedef struct Hit {
    GrSearch *search;
    int64_t start, after;
    bool done;
} Hit;

static bool hit_after_a_while(void *user) {
    Hit *hit = user;
    if (!hit->done && gr_now_ms() - hit->start >= hit->after) {
        gr_search_ponderhit(hit->search);
        hit->done = true;
    }
    return false;
}

static void pondering_counts_from_the_hit(void) {
    static const GrLimits limits[] = {
        {.movetime = 40, .ponder = true},
        {.time = {1200, 1200}, .ponder = true},
        {.time = {80, 80}, .moves_to_go = 1, .ponder = true},
    };
    GrSearch *search = gr_search_new(4);
    GrPosition pos;
    REQUIRE(search && set(middles[0][0], middles[0][1], &pos));
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        int64_t least = INT64_MAX;
        for (int k = 0; k < 3 && least >= 450; k++) {
            Hit hit = {search, gr_now_ms(), 200, false};
            GrFound found;
            gr_search_on_wait(search, hit_after_a_while, &hit);
            gr_search_run(search, &pos, NULL, 0, &limits[i], &found);
            CHECK(hit.done && found.ms >= 199);
            least = found.ms < least ? found.ms : least;
        }
        CHECK(least < 450);
        CHECK(limits[i].movetime == 0 || least >= 239);
    }
    gr_search_on_wait(search, NULL, NULL);
    GrFound found;
    gr_search_ponderhit(search); /* before it began */
    gr_search_run(search, &pos, NULL, 0, &limits[0], &found);
    CHECK(found.ms < 2000);
    gr_search_free(search);
}

/* ---- mates ---- */

static const struct {
    const char *variant, *fen;
    int moves; /* below 0: until the side to move is mated */
} mates[] = {
    {"chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1},
    {"chess", "8/8/4p1k1/p1p1p3/PpPpP3/1P1q4/5r2/K1B5 b - - 1 52", 3},
    {"chess", "7k/8/6R1/3KN3/8/8/8/8 w - - 43 91", 3},
    {"chess", "8/8/8/8/8/k7/2r5/K7 w - - 0 1", -2},
    {"magi", "10/R8p/9p/1p1Q6/1k3p4/10/6L3/1p4P1P1/PPP4K1P/10 w - - 0 89", 3},
    {"magician", "7/6p/*2k*1*/**1*1*1/*6/P3c1*/3K2n b - - 9 98", 3},
    {"royal", "6R1/5P1N/8/1K4P1/8/2k5/8/3Q4[-,-,-,-] w - - 3 83", 3},
    {"wizard", "7/7/7/1D5/2W1H2/7/7/1W1Z3/z6/7/7/G2W3[] w - - 0 1", 2},
};

static void a_proven_mate_ends_the_search(void) {
    GrSearch *search = gr_search_new(4);
    REQUIRE(search);
    for (size_t i = 0; i < sizeof mates / sizeof *mates; i++) {
        GrPosition pos;
        GrFound found;
        REQUIRE(set(mates[i].variant, mates[i].fen, &pos));
        gr_search_forget(search);
        gr_search_run(search, &pos, NULL, 0, &(GrLimits){.nodes = 1000000}, &found);
        if (!CHECK_INT(found.line[0].score, gr_score_of_mate(mates[i].moves)) ||
            !CHECK(found.nodes < 1000000 && found.line[0].depth <= 4 * abs(mates[i].moves)))
            printf("    %s depth %d nodes %d\n", mates[i].fen, found.line[0].depth, (int)found.nodes);
        const uint64_t nodes = test_slow() ? 1000000 : 100000;
        gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 16, .nodes = nodes, .infinite = true}, &found);
        CHECK(found.nodes == nodes || found.line[0].depth == 16);
    }
    gr_search_free(search);
}

/* With several lines wanted all of them must be settled. */
static void other_lines_are_waited_for(void) {
    GrSearch *search = gr_search_new(4);
    GrPosition pos;
    GrFound found;
    REQUIRE(search && set(mates[1].variant, mates[1].fen, &pos));
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 9, .lines = 20}, &found);
    CHECK_INT(found.line[0].score, gr_score_of_mate(mates[1].moves));
    CHECK_INT(found.line[0].depth, 9);
    gr_search_free(search);
}

/* ---- reports ---- */

typedef struct Heard {
    int lower, upper, moves;
    GrLine last;
} Heard;

static void hear(void *user, const GrProgress *progress) {
    Heard *heard = user;
    heard->lower += progress->line->lower;
    heard->upper += progress->line->upper;
    CHECK(!(progress->line->lower && progress->line->upper));
    CHECK(progress->line->length > 0);
    heard->last = *progress->line;
}

static void hear_move(void *user, GrMove move, int depth, size_t number) {
    Heard *heard = user;
    CHECK(move != GR_NO_MOVE && depth > 1 && number > 0);
    heard->moves++;
}

static void bounds_are_reported_on_the_way(void) {
    GrSearch *search = gr_search_new(4);
    Heard all = {0};
    REQUIRE(search);
    for (int i = 0; i < MIDDLES; i++)
        for (uint64_t nodes = 5000; nodes < 100000; nodes = nodes * 3 / 2) {
            Heard heard = {0};
            GrPosition pos;
            GrFound found;
            REQUIRE(set(middles[i][0], middles[i][1], &pos));
            gr_search_on_progress(search, hear, &heard);
            gr_search_forget(search);
            gr_search_run(search, &pos, NULL, 0, &(GrLimits){.nodes = nodes}, &found);
            CHECK_INT(heard.last.score, found.line[0].score);
            CHECK(heard.last.upper == found.line[0].upper && !found.line[0].upper);
            CHECK(heard.last.move[0] == found.line[0].move[0]);
            all.lower += heard.lower;
            all.upper += heard.upper;
        }
    CHECK(all.lower > 0 && all.upper > 0);
    gr_search_free(search);
}

static void root_moves_are_reported_after_a_while(void) {
    GrSearch *search = gr_search_new(4);
    Heard heard = {0};
    GrPosition pos;
    GrFound found;
    REQUIRE(search && set(middles[0][0], middles[0][1], &pos));
    gr_search_on_move(search, hear_move, &heard);
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){.movetime = 200}, &found);
    CHECK_INT(heard.moves, 0);
    for (int tenths = 36; heard.moves == 0 && tenths < 300; tenths *= 2)
        gr_search_run(search, &pos, NULL, 0, &(GrLimits){.movetime = 100 * tenths}, &found);
    CHECK(heard.moves > 0);
    gr_search_free(search);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(movetime_is_overrun_by_little);
    RUN(the_last_move_before_the_control_uses_the_time);
    RUN(doubt_takes_time);
    RUN(iterations_are_noted);
    RUN(pondering_counts_from_the_hit);
    RUN(a_proven_mate_ends_the_search);
    RUN(other_lines_are_waited_for);
    RUN(bounds_are_reported_on_the_way);
    RUN(root_moves_are_reported_after_a_while);
    gr_variants_close(variants);
    return test_end();
}
