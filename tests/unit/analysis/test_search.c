/* The search: mates in every variant, confirmed by trying everything; draws; limits; determinism.
 */
#include "analysis/engine/search_local.h"
#include "notation/definition/variants_file.h"
#include "notation/move/uci.h"
#include "rules/error.h"
#include "rules/fen.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/mate_aid.h"
#include "tests/aid/test.h"

typedef struct Mate {
    const char *variant, *fen;
    int moves; /* of the side to move, to mate */
} Mate;

/* In wizard some of these mates are stalemates, which lose there, and in some the side to move, or
 * the other on the way, has a warrior to place. */
static const Mate mates[] = {
    {"chess", "8/8/8/p7/6Q1/1bqk4/8/1K6 b - - 11 77", 2},
    {"chess", "4k2r/1pp5/3pP1p1/7p/KPqP4/P7/8/3R4 b k - 0 36", 2},
    {"chess", "8/8/4p1k1/p1p1p3/PpPpP3/1P1q4/5r2/K1B5 b - - 1 52", 3},
    {"chess", "7k/8/6R1/3KN3/8/8/8/8 w - - 43 91", 3},
    {"magi", "10/6p3/1K4k3/7p2/10/2q2q2b1/10/10/10/10 b - - 3 172", 2},
    {"magi", "3R6/2kp1r4/R4N4/10/9P/7PP1/2p3P3/2P1CP4/4K3b1/10 w - - 4 84", 2},
    {"magi", "10/p9/4k5/1p3p2K1/10/d2p3q2/4n5/10/10/7r2 b - - 1 116", 2},
    {"magi", "10/R8p/9p/1p1Q6/1k3p4/10/6L3/1p4P1P1/PPP4K1P/10 w - - 0 89", 3},
    {"magician", "7/*4*1/*3*2/*K*k1m1/3*2*/1*5/c6 b - - 1 85", 2},
    {"magician", "*5k/4*1*/*2N2*/*2P1M1/*1KN3/P3*1*/7 w - - 1 107", 2},
    {"magician", "7/6p/*2k*1*/**1*1*1/*6/P3c1*/3K2n b - - 9 98", 3},
    {"magician", "7/7/*1*k2*/*1mn3/*3K1*/1p*3*/3*3 b - - 1 53", 3},
    {"royal", "5QR1/7N/8/1K4P1/8/8/1k6/3Q4[-,-,-,-] w - - 1 84", 2},
    {"royal", "N1k5/8/4K2P/1R1Bp2P/1P2P3/3p4/5B2/N7[-,-,nr,-] w - - 0 64", 2},
    {"royal", "8/2k5/p3pNp1/2B1K3/p1BB4/P4P2/P1P2P1P/1R5R[R,-,bnr,-] w - - 3 35", 2},
    {"royal", "6R1/5P1N/8/1K4P1/8/2k5/8/3Q4[-,-,-,-] w - - 3 83", 3},
    {"wizard", "7/7/7/2wa3/1w1z3/3W1w1/5w1/6Z/3c3/7/7/7[DDdd] b - - 0 110", 2},
    {"wizard", "D~6/7/1a1w-a2/2H4/7/6w/h3WA1/2W3z/1W1AZ2/7/7/7[Ddd] w - - 1 84", 2},
    {"wizard", "7/7/2C4/1Z5/7/7/7/7/2G4/1A5/7/z6[] w - - 0 1", 1},
    {"wizard", "5Z1/4D2/7/1C5/7/4W2/z6/5W1/7/H6/7/5G1[] w - - 0 1", 2},
    {"wizard", "7/6z/4Z2/7/7/7/6W/7/C6/7/1W5/7[W] w - - 0 1", 1},
    {"wizard", "6w/2D3Z/7/3G3/6A/3W3/7/6z/2C4/7/7/7[W] w - - 0 1", 2},
    {"wizard", "7/7/7/1D5/2W1H2/7/7/1W1Z3/z6/7/7/G2W3[] w - - 0 1", 2},
    {"wizard", "z6/3W1C1/7/7/7/2D4/7/7/4DW1/7/w3Z2/7[W] w - - 0 1", 2},
};

enum { MATES = sizeof mates / sizeof mates[0] };

static GrVariants *variants;

static bool set(const char *variant, const char *fen, GrPosition *pos) {
    return gr_fen_read(gr_variants_find(variants, variant), fen, pos, NULL) == 0;
}

static void mates_are_confirmed_by_trying_everything(void) {
    for (int i = 0; i < MATES; i++) {
        GrPosition pos;
        REQUIRE(set(mates[i].variant, mates[i].fen, &pos));
        if (!CHECK(mate_is_forced(&pos, pos.turn, mates[i].moves)) ||
            !CHECK(!mate_is_forced(&pos, pos.turn, mates[i].moves - 1)))
            printf("    %s %s\n", mates[i].variant, mates[i].fen);
    }
}

static void find_mates(bool table, bool all_moves) {
    GrSearch *search = gr_search_new(4);
    REQUIRE(search);
    gr_search_use_table(search, table);
    for (int i = 0; i < MATES; i++) {
        GrPosition pos;
        GrFound found;
        GrLimits limits = {.depth = 2 * mates[i].moves + 6}; /* quiet moves are much reduced */
        if (all_moves)
            limits = (GrLimits){.mate = mates[i].moves};
        REQUIRE(set(mates[i].variant, mates[i].fen, &pos));
        gr_search_forget(search);
        CHECK_INT(gr_search_run(search, &pos, NULL, 0, &limits, &found), 0);
        REQUIRE(found.lines == 1);
        if (!CHECK_INT(found.line[0].score, gr_score_of_mate(mates[i].moves)) ||
            (!table && !CHECK(mate_line_wins(&pos, &found.line[0], mates[i].moves))))
            printf("    %s %s\n", mates[i].variant, mates[i].fen);
    }
    gr_search_free(search);
}

static void mates_are_found_with_the_table(void) {
    find_mates(true, false);
}

static void mates_are_found_without_the_table(void) {
    find_mates(false, false);
}

static void mates_are_found_leaving_nothing_out(void) {
    find_mates(true, true);
    find_mates(false, true);
}

/* One move shorter than the mate, every position must be found to hold none. */
static void no_mate_is_found_that_is_not_there(void) {
    GrSearch *search = gr_search_new(4);
    REQUIRE(search);
    for (int i = 0; i < MATES; i++) {
        GrPosition pos;
        GrFound found;
        if (mates[i].moves == 1)
            continue;
        REQUIRE(set(mates[i].variant, mates[i].fen, &pos));
        gr_search_forget(search);
        GrLimits limits = {.mate = mates[i].moves - 1};
        gr_search_run(search, &pos, NULL, 0, &limits, &found);
        if (!CHECK(found.line[0].score < gr_score_of_mate(mates[i].moves - 1)))
            printf("    %s %s\n", mates[i].variant, mates[i].fen);
    }
    gr_search_free(search);
}

static GrScore score_of(const char *variant, const char *fen, int depth) {
    GrSearch *search = gr_search_new(4);
    GrPosition pos;
    GrFound found = {0};
    if (search && CHECK(set(variant, fen, &pos)))
        gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = depth}, &found);
    GrScore score = found.lines ? found.line[0].score : GR_NO_SCORE;
    gr_search_free(search);
    return score;
}

static void perpetual_check_is_a_draw(void) {
    CHECK_INT(score_of("chess", "6k1/6p1/7p/8/8/rr6/q7/4Q2K w - - 0 1", 12), 0);
}

static void fifty_moves_draw_unless_the_last_one_mates(void) {
    CHECK_INT(score_of("chess", "8/8/8/3k4/8/8/8/KQ6 w - - 99 90", 5), 0);
    CHECK_INT(score_of("chess", "8/8/8/3k1p2/5P2/4p3/4P3/KQ6 b - - 99 90", 5), 0);
    CHECK(score_of("chess", "8/8/8/3k4/8/8/8/KQ6 w - - 89 85", 5) > 500);
    CHECK_INT(score_of("chess", "7k/5K2/8/8/8/8/8/1Q6 w - - 99 90", 4), gr_score_of_mate(1));
    /* Wizard chess has no such rule. */
    CHECK(score_of("wizard", "z6/7/7/7/7/7/7/7/7/7/3C3/3Z2C[] w - - 99 90", 3) > 500);
}

/* Networks may know little of that: by one of chess a queen alone was worth 360. */
static void a_bare_king_is_no_shelter(void) {
    CHECK(score_of("chess", "8/8/8/3k4/8/8/8/KQ6 w - - 0 85", 1) > 900);
    CHECK(score_of("chess", "8/8/8/3K4/8/8/8/kq6 w - - 0 85", 1) < -900);
    CHECK(score_of("capablanca", "10/10/3k6/10/10/10/10/KA8 w - - 0 85", 1) > 700);
}

/* What evaluates is named: a network, or the evaluation by hand where it says more against a bare king, as of a bishop
 * and a knight. */
static void what_evaluates_a_bare_king_is_named(void) {
    GrSearch *search = gr_search_new(1);
    GrPosition pos;
    GrScore score;
    char net[GR_NET_ID_SIZE] = "";
    REQUIRE(search && set("chess", "8/8/8/3k4/8/8/8/KBN5 w - - 0 85", &pos));
    REQUIRE(gr_search_evaluate(search, &pos, &score, net) == 0);
    CHECK_STR(net, "");
    REQUIRE(set("chess", "r2q1rk1/1p2bppp/pqnppn2/6B1/4P3/1NN2P2/PPPQ2PP/2KR1B1R w - - 0 11", &pos));
    REQUIRE(gr_search_evaluate(search, &pos, &score, net) == 0);
    CHECK(*net);
    gr_search_free(search);
}

/* Beyond the last ply only captures are looked at, but a capture that mates is a mate. */
static void a_capture_beyond_the_depth_may_mate(void) {
    GrSearch *search = gr_search_new(1);
    GrPosition pos;
    GrFound found;
    GrMove quiet = gr_move_make(GR_NORMAL, 8, 16, 0, 0);
    GrLimits limits = {.depth = 1, .only = &quiet, .only_count = 1};
    REQUIRE(search && set("chess", "4r1k1/8/8/8/8/8/P4PPP/4N1K1 w - - 0 1", &pos));
    gr_search_run(search, &pos, NULL, 0, &limits, &found);
    CHECK_INT(found.line[0].score, gr_score_of_mate(-1));
    gr_search_free(search);
}

/* A piece that a pawn has attacked steps aside: however short the search, it does not leave out the
 * moves that save it. Each time a side has such a move to make, at the root or a ply on. */
static void attacked_pieces_are_not_forgotten(void) {
    static const char *const caro_kann[] = {
        "rnbqkbnr/pp2pppp/2p5/8/3PN3/8/PPP2PPP/R1BQKBNR b KQkq - 0 4",
        "rnbqkbnr/pp2p1pp/2p5/5p2/3PN3/8/PPP2PPP/R1BQKBNR w KQkq - 0 5",
    };
    for (int depth = 1; depth <= 6; depth++)
        for (int i = 0; i < 2; i++) {
            GrScore score = score_of("chess", caro_kann[i], depth);
            CHECK(score > -150 && score < 150); /* half a knight */
        }
}

/* In the table a mate is counted from the position itself, wherever in the tree it was found. */
static void mates_in_the_table_count_from_their_position(void) {
    CHECK_INT(gr_to_table(GR_MATE - 5, 2), GR_MATE - 3);
    CHECK_INT(gr_to_table(6 - GR_MATE, 2), 4 - GR_MATE);
    CHECK_INT(gr_to_table(123, 7), 123);
    for (int turns = 0; turns < 5; turns++)
        for (GrScore score = GR_MATE - 20; score <= GR_MATE - turns; score++) {
            CHECK_INT(gr_from_table(gr_to_table(score, turns), turns), score);
            CHECK_INT(gr_from_table(gr_to_table(-score, turns), turns), -score);
        }
}

static void dead_material_is_a_draw(void) {
    CHECK_INT(score_of("chess", "8/8/8/3k4/4R3/8/8/K7 b - - 0 1", 6), 0);
    CHECK_INT(score_of("chess", "8/8/8/3k4/4N3/8/8/K7 w - - 0 1", 3), 0);
}

/* With the queen ahead White can still repeat for the third time: then it is a draw. */
static void repetition_counts_the_game_before(void) {
    static const char *const cycle[] = {
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/8/K1Q5 b - - 1 1",
        "8/8/8/4k3/8/8/8/K1Q5 w - - 2 2", "8/8/8/4k3/8/8/8/KQ6 b - - 3 2"};
    GrTrack before[8];
    GrPosition pos;
    GrFound found;
    for (int i = 0; i < 8; i++) {
        REQUIRE(set("chess", cycle[i % 4], &pos));
        gr_track(NULL, GR_NO_MOVE, &pos, &before[i]);
    }
    /* Black to move in the fourth position, for the second time; the king goes back to d5, where
     * the first position arises for the third time. */
    REQUIRE(set("chess", "8/8/8/4k3/8/8/8/KQ6 b - - 7 4", &pos));
    GrMove back = gr_move_make(GR_NORMAL, 36, 35, 0, 0);
    GrLimits limits = {.depth = 4, .only = &back, .only_count = 1};
    GrSearch *search = gr_search_new(1);
    REQUIRE(search);
    gr_search_run(search, &pos, before, 8, &limits, &found);
    CHECK_INT(found.line[0].score, 0);
    CHECK(found.line[0].move[0] == back);
    gr_search_forget(search);
    gr_search_run(search, &pos, before + 4, 4, &limits, &found);
    CHECK(found.line[0].score < -500);
    gr_search_free(search);
}

/* Far ahead or not, the check that makes a position occur for the fourth time, by checks alone, loses: as seen from the
 * move before, and by any other move it does not. The second time does on a line that the search looks at. */
static void perpetual_check_loses(void) {
    static const char *const cycle[] = {"a9b9", "a1b1", "b9a9", "b1a1"};
    GrPosition pos, before;
    GrTracks tracks = {.count = 0};
    GrFound found;
    GrMove move = GR_NO_MOVE;
    GrError error;
    GrSearch *search = gr_search_new(1);
    REQUIRE(search && gr_variants_offer_described(variants, &error) == 0);
    REQUIRE(set("shogi", "k8/9/9/9/9/9/9/9/R7K[-] b - - 0 1", &pos));
    REQUIRE(gr_tracks_begin(&tracks, &pos));
    for (int i = 0; i < 12; i++) {
        REQUIRE(gr_uci_read(&pos, cycle[i % 4], &move, &error) == 0);
        GrLimits limits = {.depth = 3, .only = &move, .only_count = 1};
        if (i == 7 || i == 11) {
            gr_search_forget(search);
            gr_search_run(search, &pos, tracks.track, tracks.count, &limits, &found);
            CHECK(i == 7 ? found.line[0].score > 0 : found.line[0].score == 1 - GR_REPEATED);
        }
        before = pos;
        gr_play(&pos, move);
        REQUIRE(gr_tracks_add(&tracks, &before, move, &pos));
    }
    gr_search_forget(search);
    gr_search_run(search, &before, tracks.track, tracks.count - 1, &(GrLimits){.depth = 3}, &found);
    CHECK(found.line[0].move[0] != move && found.line[0].score > 0);
    gr_tracks_free(&tracks);
    gr_search_free(search);
}

static const char *const middles[][2] = {
    {"chess", "r1b1kbnr/1p2q2p/2np1pp1/p1p5/P1B1P3/2NQBN2/1PP2PPP/R3K2R w KQkq - 2 12"},
    {"magi",
     "rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR w KQkq - 0 1"},
    {"magician", "1r4r/p1*pmkp/*6/*pP*1*M/*PnPM**/P1K2*1/R5R b - - 4 23"},
    {"royal", "r3kb1r/ppp1p1pp/1n2m3/1R6/8/2PPB3/PP2PPPP/RN2KBNR[BNR,-,bnr,bnr] w KQkq - 3 12"},
    {"wizard",
     "2a1a2/w1z4/2h2g1/2w2h1/3w1w1/3ww2/3Wd1c/1WH4/2W1WC1/1GHW3/2W4/C1AZA2[DDd] w Zz - 0 22"},
};

enum { MIDDLES = sizeof middles / sizeof middles[0] };

static void the_same_search_twice_gives_the_same(void) {
    GrSearch *one = gr_search_new(2), *other = gr_search_new(2);
    REQUIRE(one && other);
    for (int i = 0; i < MIDDLES; i++) {
        GrPosition pos;
        GrFound a, b;
        GrLimits limits = {.depth = 6};
        REQUIRE(set(middles[i][0], middles[i][1], &pos));
        gr_search_forget(one); /* it has searched the positions before; the other is new */
        gr_search_run(one, &pos, NULL, 0, &limits, &a);
        gr_search_free(other);
        other = gr_search_new(2);
        REQUIRE(other);
        gr_search_run(other, &pos, NULL, 0, &limits, &b);
        CHECK_INT(a.nodes, b.nodes);
        CHECK_INT(a.line[0].score, b.line[0].score);
        CHECK_INT(a.line[0].length, b.line[0].length);
        CHECK(memcmp(a.line[0].move, b.line[0].move, (size_t)a.line[0].length * sizeof(GrMove)) ==
              0);
    }
    gr_search_free(one);
    gr_search_free(other);
}

/* However much a search has been used before, once made to forget it is as a new one, for as many
 * searches as a long game takes. */
static void a_long_game_does_not_depend_on_the_games_before(void) {
    GrSearch *used = gr_search_new(1), *fresh = gr_search_new(1);
    GrPosition pos;
    GrFound a, b;
    int other = 0;
    REQUIRE(used && fresh);
    for (int i = 0; i < 200; i++) {
        REQUIRE(set(middles[i % MIDDLES][0], middles[i % MIDDLES][1], &pos));
        gr_search_run(used, &pos, NULL, 0, &(GrLimits){.nodes = 20}, &a);
    }
    REQUIRE(set(middles[0][0], middles[0][1], &pos));
    gr_search_forget(used);
    for (int i = 0; i < (test_long() ? 300 : 80); i++) { /* each goes on from what the last one learnt */
        const GrLimits limits = {.nodes = 300 + 7 * (uint64_t)i};
        gr_search_run(used, &pos, NULL, 0, &limits, &a);
        gr_search_run(fresh, &pos, NULL, 0, &limits, &b);
        other += a.line[0].score != b.line[0].score || a.line[0].depth != b.line[0].depth ||
                 a.line[0].move[0] != b.line[0].move[0];
    }
    CHECK_INT(other, 0);
    gr_search_free(used);
    gr_search_free(fresh);
}

typedef struct Heard {
    int lines;
    GrLine last; /* the last first line */
} Heard;

static void hear(void *user, const GrProgress *progress) {
    Heard *heard = user;
    heard->lines++;
    if (progress->index == 0)
        heard->last = *progress->line;
}

/* However few nodes it may take: what a search ends with has been reported before, and a score that
 * further moves may raise is reported as a bound. */
static void the_result_is_reported_whatever_the_limit(void) {
    static const uint64_t nodes[] = {1, 2, 3, 7, 20, 50, 51, 52, 100, 200, 333, 500, 1000, 2000};
    GrSearch *search = gr_search_new(1);
    GrFound found;
    int bounds = 0, glances = 0;
    REQUIRE(search);
    for (int i = 0; i < MIDDLES; i++)
        for (size_t n = 0; n < sizeof nodes / sizeof *nodes; n++)
            for (int lines = 1; lines < 6; lines += 4) {
                GrPosition pos;
                Heard heard = {0};
                REQUIRE(set(middles[i][0], middles[i][1], &pos));
                gr_search_on_progress(search, hear, &heard);
                gr_search_forget(search);
                gr_search_run(search, &pos, NULL, 0, &(GrLimits){.nodes = nodes[n], .lines = lines},
                              &found);
                const GrLine *best = &found.line[0];
                REQUIRE(found.lines > 0 && heard.lines >= found.lines);
                CHECK(gr_is_legal(&pos, best->move[0]));
                CHECK_INT(heard.last.score, best->score);
                CHECK_INT(heard.last.depth, best->depth);
                CHECK(heard.last.move[0] == best->move[0] && heard.last.lower == best->lower);
                bounds += best->lower;
                glances += best->depth == 0;
            }
    CHECK(bounds > 0 && glances > 0);
    gr_search_free(search);
}

/* An iteration that is cut short reports a bound, which a longer search does not fall below
 * with the same move at the same depth. */
static void a_cut_iteration_reports_a_bound(void) {
    GrSearch *search = gr_search_new(1);
    GrFound found;
    int checked = 0;
    REQUIRE(search);
    for (int i = 0; i < MIDDLES; i++)
        for (uint64_t nodes = 2; nodes < 60; nodes += 3) {
            GrPosition pos;
            REQUIRE(set(middles[i][0], middles[i][1], &pos));
            gr_search_forget(search);
            gr_search_run(search, &pos, NULL, 0, &(GrLimits){.nodes = nodes}, &found);
            GrLine cut = found.line[0];
            if (!cut.lower || cut.depth != 1)
                continue;
            gr_search_forget(search);
            gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 1}, &found);
            CHECK(!found.line[0].lower && found.line[0].score >= cut.score);
            checked++;
        }
    CHECK(checked > 10);
    gr_search_free(search);
}

static void lines_are_legal_sorted_and_different(void) {
    GrSearch *search = gr_search_new(4);
    REQUIRE(search);
    for (int i = 0; i < MIDDLES; i++) {
        GrPosition pos;
        GrFound found;
        REQUIRE(set(middles[i][0], middles[i][1], &pos));
        gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 5, .lines = 5}, &found);
        CHECK_INT(found.lines, 5);
        for (int n = 0; n < found.lines; n++) {
            const GrLine *line = &found.line[n];
            GrPosition at = pos;
            CHECK(line->length > 0);
            for (int m = 0; m < line->length && CHECK(gr_is_legal(&at, line->move[m])); m++)
                gr_play(&at, line->move[m]);
            for (int other = 0; other < n; other++)
                CHECK(found.line[other].move[0] != line->move[0]);
            CHECK(n == 0 || found.line[n - 1].score >= line->score);
        }
    }
    gr_search_free(search);
}

static void limits_are_kept(void) {
    GrSearch *search = gr_search_new(4);
    GrPosition pos;
    GrFound found;
    REQUIRE(search && set(middles[0][0], middles[0][1], &pos));
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){.nodes = 5000}, &found);
    CHECK_INT(found.nodes, 5000);
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){.nodes = 1}, &found);
    CHECK_INT(found.nodes, 1);
    CHECK(found.lines == 1 && gr_is_legal(&pos, found.line[0].move[0]));
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 3}, &found);
    CHECK_INT(found.line[0].depth, 3);
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){.movetime = 50}, &found);
    CHECK(found.ms >= 50 && found.ms < 1000);
    gr_search_run(search, &pos, NULL, 0, &(GrLimits){.time = {1000, 10}, .increment = {10, 10}},
                  &found);
    CHECK(found.ms < 500);
    gr_search_free(search);
}

static bool always(void *user) {
    ++*(int *)user;
    return true;
}

static void a_stop_ends_the_search(void) {
    GrSearch *search = gr_search_new(4);
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
    gr_search_free(search);
}

/* Hundreds of drops, many of them with captures, and captures without end after them. */
static const char *const drops[] = {
    "8/r6p/1np2mk1/pBPp1pN1/P6P/3PbMN1/R7/2B2K2[BNR,BNR,bnr,bnr] w - - 4 41",
    "r3kb1r/1p2ppp1/3pmn2/p1p1nb1p/2P5/BPN1MN1P/P2PPPP1/3RKB1R[BNR,BNR,bnr,bnr] w Kkq - 0 12",
    "4r3/1rpp2p1/k1n2p1p/pbbmpn1P/R7/PMBPPNP1/2P2PK1/1R6[BNR,BNR,bnr,nr] b - - 2 46",
    "2r4r/1p2ppb1/1k1p1n2/p1p1m1P1/2P3P1/BPNM2K1/P2P1P2/4R2R[BNR,BNR,bnr,nr] b - - 0 23",
};

enum { WITH_DROPS = sizeof drops / sizeof *drops };

/* The node limits only keep a failure short. */
static void drops_do_not_multiply_in_quiescence(void) {
    GrSearch *search = gr_search_new(4);
    GrPosition pos;
    GrFound found;
    for (int i = 0; i < WITH_DROPS; i++) {
        REQUIRE(search && set("royal", drops[i], &pos));
        gr_search_forget(search);
        gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 1, .nodes = 2000000}, &found);
        CHECK(found.line[0].depth == 1 && !found.line[0].lower && found.nodes < 20000);
        gr_search_run(search, &pos, NULL, 0, &(GrLimits){.mate = 1, .nodes = 2000000}, &found);
        CHECK(found.line[0].depth >= 1 && !found.line[0].lower && found.nodes < 200000);
    }
    gr_search_free(search);
}

/* The best 256 lines of the first iteration take 80,000 nodes or more. It is cut short, too. */
static void a_stop_ends_the_first_iteration(void) {
    GrSearch *search = gr_search_new(4);
    GrPosition pos;
    GrFound found;
    GrLimits limits = {.depth = 1, .lines = GR_MAX_LINES};
    int asked = 0;
    REQUIRE(search && set("royal", drops[0], &pos));
    gr_search_run(search, &pos, NULL, 0, &limits, &found);
    CHECK(found.nodes > 50000);
    gr_search_forget(search);
    gr_search_on_wait(search, always, &asked);
    gr_search_run(search, &pos, NULL, 0, &limits, &found);
    CHECK(found.lines >= 1 && gr_is_legal(&pos, found.line[0].move[0]));
    CHECK(found.nodes < 20000);
    gr_search_free(search);
}

static void the_end_of_a_game_has_no_lines(void) {
    GrSearch *search = gr_search_new(1);
    GrPosition pos;
    GrFound found;
    REQUIRE(search && set("chess", "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", &pos));
    CHECK_INT(gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 3}, &found), 0);
    CHECK_INT(found.lines, 0);
    gr_search_free(search);
}

static void lack_of_memory_is_reported(void) {
    GrPosition pos;
    REQUIRE(set(middles[2][0], middles[2][1], &pos));
    FAIL_EACH_ALLOCATION(n, 50) {
        GrFound found;
        GrSearch *search = gr_search_new(1);
        int code = search ? gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 2}, &found)
                          : GR_ERR_MEMORY;
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_search_free(search);
    }
    GrSearch *search = gr_search_new(1);
    REQUIRE(search);
    CHECK_INT(gr_search_resize(search, SIZE_MAX / 2), GR_ERR_MEMORY);
    GrFound found;
    CHECK_INT(gr_search_run(search, &pos, NULL, 0, &(GrLimits){.depth = 2}, &found), 0);
    gr_search_free(search);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(mates_are_confirmed_by_trying_everything);
    RUN(mates_are_found_with_the_table);
    RUN(mates_are_found_without_the_table);
    RUN(mates_are_found_leaving_nothing_out);
    RUN(no_mate_is_found_that_is_not_there);
    RUN(perpetual_check_is_a_draw);
    RUN(fifty_moves_draw_unless_the_last_one_mates);
    RUN(a_bare_king_is_no_shelter);
    RUN(what_evaluates_a_bare_king_is_named);
    RUN(a_capture_beyond_the_depth_may_mate);
    RUN(attacked_pieces_are_not_forgotten);
    RUN(mates_in_the_table_count_from_their_position);
    RUN(dead_material_is_a_draw);
    RUN(repetition_counts_the_game_before);
    RUN(perpetual_check_loses);
    RUN(the_same_search_twice_gives_the_same);
    RUN(a_long_game_does_not_depend_on_the_games_before);
    RUN(the_result_is_reported_whatever_the_limit);
    RUN(a_cut_iteration_reports_a_bound);
    RUN(lines_are_legal_sorted_and_different);
    RUN(limits_are_kept);
    RUN(a_stop_ends_the_search);
    RUN(drops_do_not_multiply_in_quiescence);
    RUN(a_stop_ends_the_first_iteration);
    RUN(the_end_of_a_game_has_no_lines);
    RUN(lack_of_memory_is_reported);
    gr_variants_close(variants);
    return test_end();
}
