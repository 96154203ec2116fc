/* Self-play for reports: the same games with one thread and with several, all different. */
#include <stdatomic.h>

#include "analysis/report/play.h"
#include "notation/buffer.h"
#include "notation/eval.h"
#include "notation/write/pgn.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;

enum { MOST = 40 };

typedef struct Seen {
    GrBuffer pgn;
    uint32_t last;         /* number */
    uint64_t opening[MOST]; /* keys after the random plies */
    unsigned random;
    int stop_at;           /* which game ends the run; 0: none */
    bool sound;
} Seen;

static int on_game(void *user, uint32_t number, GrGame *game, GrError *error) {
    Seen *seen = user;
    GrPosition pos;
    GrEval eval;
    seen->sound &= number == ++seen->last;
    gr_write_pgn(&seen->pgn, game);
    gr_game_position(game, seen->random, &pos);
    seen->opening[number - 1] = pos.key;
    uint32_t at = 0;
    for (uint32_t ply = 1; ply <= game->plies; ply++) {
        at = game->nodes[at].next;
        bool judged = gr_eval_find(gr_game_string(game, game->nodes[at].comment), &eval);
        seen->sound &= judged == (ply > seen->random);
    }
    GrState state = gr_game_state(game);
    seen->sound &= (game->result == GR_RESULT_NONE) == (state == GR_OPEN);
    return (int)number == seen->stop_at ? gr_fail(error, GR_ERR_IO, "enough") : 0;
}

static int play(const char *variant, int threads, uint64_t seed, Seen *seen) {
    GrReportPlay job = {.rules = gr_variants_find(variants, variant), .games = MOST, .limits.nodes = 30,
                        .random_plies = 3, .most_plies = 60, .seed = seed, .threads = threads, .hash = 1,
                        .played = on_game, .user = seen};
    GrError error;
    *seen = (Seen){.random = 3, .sound = true, .stop_at = seen->stop_at};
    return gr_report_play(&job, &error);
}

static void threads_play_the_same_games(void) {
    static const char *const names[] = {"chess", "wizard", "royal"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Seen one = {0}, three = {0}, other = {0};
        CHECK_INT(play(names[i], 1, 7, &one), 0);
        CHECK_INT(play(names[i], 3, 7, &three), 0);
        CHECK_INT(play(names[i], 2, 8, &other), 0);
        CHECK_INT(one.last, MOST);
        CHECK(one.sound && three.sound && other.sound);
        CHECK_STR(one.pgn.data, three.pgn.data);
        CHECK(strcmp(one.pgn.data, other.pgn.data) != 0);
        for (int a = 0; a < MOST; a++)
            for (int b = 0; b < a; b++)
                CHECK(one.opening[a] != one.opening[b]);
        gr_buffer_free(&one.pgn);
        gr_buffer_free(&three.pgn);
        gr_buffer_free(&other.pgn);
    }
}

static void the_run_can_be_ended(void) {
    Seen seen = {.stop_at = 5};
    CHECK_INT(play("chess", 2, 1, &seen), GR_ERR_IO);
    CHECK_INT(seen.last, 5);
    gr_buffer_free(&seen.pgn);
}

static bool always(void *user) {
    (void)user;
    return true;
}

static void it_stops(void) {
    Seen seen = {.sound = true};
    GrReportPlay job = {.rules = gr_variants_find(variants, "chess"), .games = 3, .limits.nodes = 30,
                        .random_plies = 3, .most_plies = 60, .threads = 1, .stop = always,
                        .played = on_game, .user = &seen};
    GrError error;
    CHECK_INT(gr_report_play(&job, &error), GR_ERR_STOPPED);
    CHECK_INT(seen.last, 0);
}

/* ---- places ---- */

typedef struct Giving {
    atomic_int asked;
    bool never; /* there is no place at all, and it stops after a while */
    int games;
} Giving;

static int places(void *user) {
    Giving *giving = user;
    return !giving->never && atomic_fetch_add(&giving->asked, 1) >= 3;
}

static bool after_a_while(void *user) {
    Giving *giving = user;
    return giving->never && atomic_fetch_add(&giving->asked, 1) >= 5;
}

static int count_game(void *user, uint32_t number, GrGame *game, GrError *error) {
    (void)number, (void)game, (void)error;
    ((Giving *)user)->games++;
    return 0;
}

static void threads_give_way(void) {
    Giving giving = {.never = true};
    GrError error;
    GrReportPlay job = {.rules = gr_variants_find(variants, "chess"), .games = 4, .limits.nodes = 1, .random_plies = 3,
                        .most_plies = 6, .threads = 3, .hash = 1, .stop = after_a_while, .places = places,
                        .played = count_game, .user = &giving};
    CHECK_INT(gr_report_play(&job, &error), GR_ERR_STOPPED);
    CHECK_INT(giving.games, 0);
    giving.never = false;
    atomic_store(&giving.asked, 0);
    CHECK_INT(gr_report_play(&job, &error), 0);
    CHECK_INT(giving.games, 4);
}

static int ignore(void *user, uint32_t number, GrGame *game, GrError *error) {
    (void)user, (void)number, (void)game, (void)error;
    return 0;
}

static void memory_may_run_out(void) {
    GrReportPlay job = {.rules = gr_variants_find(variants, "chess"), .games = 1, .limits.nodes = 10,
                        .random_plies = 2, .most_plies = 6, .threads = 1, .hash = 1, .played = ignore};
    FAIL_EACH_ALLOCATION(n, 2000) {
        GrError error;
        int code = gr_report_play(&job, &error);
        bool failed = fail_alloc_failures() > 0;
        fail_alloc_stop();
        CHECK_INT(code, failed ? GR_ERR_MEMORY : 0);
    }
}

int main(int argc, char **argv) {
    variants = gr_variants_open();
    if (!variants)
        return 2;
    test_start(argc, argv);
    RUN(threads_play_the_same_games);
    RUN(the_run_can_be_ended);
    RUN(it_stops);
    RUN(threads_give_way);
    RUN(memory_may_run_out);
    gr_variants_close(variants);
    return test_end();
}
