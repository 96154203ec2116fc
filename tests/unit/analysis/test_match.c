/* Matches and openings, with and without memory. */
#include <stdatomic.h>
#include <unistd.h>

#include "analysis/study/keyset.h"
#include "analysis/study/match_local.h"
#include "notation/write/pgn.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;

/* Reads openings from a text; the code of gr_openings_read. */
static int read_text(const char *text, GrOpenings *openings, GrError *error) {
    char path[] = "/tmp/grimoire-openings.XXXXXX";
    int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!CHECK(file != NULL))
        return GR_ERR_IO;
    fputs(text, file);
    fclose(file);
    int code = gr_openings_read(path, variants, gr_variants_find(variants, "chess"), openings, NULL, NULL, error);
    fail_alloc_stop();
    unlink(path);
    return code;
}

static bool has_fault(const GrOpenings *openings, size_t number, GrSeverity severity, uint32_t line,
                      uint32_t column, const char *text) {
    const GrOpeningFault *fault = &openings->fault[number];
    return number < openings->fault_count && fault->severity == severity && fault->line == line &&
           fault->column == column && strstr(openings->texts.data + fault->text, text);
}

static void openings_of_both_kinds(void) {
    GrOpenings openings;
    GrError error;
    CHECK_INT(read_text("1. e4 e5 (1... c5 2. Nf3) *\n\n1. d4 *\n", &openings, &error), 0);
    CHECK_INT(openings.count, 2);
    CHECK_INT(openings.opening[0].count, 2);
    CHECK_INT(openings.opening[1].count, 1);
    gr_openings_free(&openings);
    CHECK_INT(read_text("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n#\n4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
                        &openings, &error), 0);
    CHECK_INT(openings.count, 2);
    CHECK_INT(openings.opening[1].start.turn, GR_BLACK);
    CHECK_INT(openings.fault_count, 0);
    gr_openings_free(&openings);
    CHECK_INT(read_text("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w K e6 0 1",
                        &openings, &error), 0);
    CHECK_INT(openings.count, 2);
    CHECK_INT(openings.opening[1].start.rights, 0);
    CHECK(has_fault(&openings, 0, GR_WARNING, 2, 25, "right 'K', but"));
    CHECK(has_fault(&openings, 1, GR_WARNING, 2, 27, "en passant square e6, but"));
    CHECK_INT(openings.fault_count, 2);
    gr_openings_free(&openings);
    CHECK_INT(read_text("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1\n", &openings, &error), GR_ERR_SYNTAX);
    CHECK(has_fault(&openings, 0, GR_ERROR, 1, 0, "the game is over"));
    CHECK_INT(openings.count, 0);
    gr_openings_free(&openings);
}

static void openings_without_memory(void) {
    long failures = 0;
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrOpenings openings;
        GrError error;
        int code = read_text("1. e4 e5 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w K - 0 1\"]\n\n1. Kd1 *\n",
                             &openings, &error);
        bool failed = fail_alloc_failures() > 0;
        CHECK_INT(code, failed ? GR_ERR_MEMORY : 0);
        CHECK_INT(openings.count, failed ? 0 : 2);
        failures += failed;
        gr_openings_free(&openings);
    }
    CHECK(failures >= 3);
}

typedef struct Seen {
    GrKeySet ends; /* of openings */
    uint32_t repeated, plies;
} Seen;

/* With random plies no two pairs begin in the same position, though there are but twenty first
 * moves, and none in one that is over. */
static void see_opening(void *user, uint32_t number, const GrGame *game, const GrGameEnd *end,
                        const GrStanding *standing) {
    Seen *seen = user;
    (void)standing;
    CHECK_INT(end->fault, GR_FAULT_NONE);
    GrPosition pos;
    gr_game_position(game, 2, &pos);
    if (number % 2)
        seen->repeated += gr_keyset_add(&seen->ends, pos.key) != 1;
    seen->plies += game->plies;
}

static void pairs_have_openings_of_their_own(void) {
    Seen seen = {0};
    GrStanding standing;
    const GrTally *tally = &standing.tally;
    GrError error;
    GrMatchEngine engine = {.command = GR_BUILTIN, .limits = {.nodes = 1}};
    GrMatchJob job = {.rules = gr_variants_find(variants, "chess"), .engine = {engine, engine},
                      .games = 600, .random_plies = 2, .most_plies = 3,
                      .threads = 2, .hash = 1, .played = see_opening, .user = &seen};
    CHECK_INT(gr_match_run(&job, &standing, &error), 0);
    CHECK_INT(seen.repeated, 0);
    CHECK_INT(tally->distinct, 300); /* the engines play alike */
    CHECK(tally->twins == 300 && gr_tally_games(tally) == 600);
    CHECK_INT(standing.ran_out, 0);
    gr_keyset_free(&seen.ends);
}

static void a_set_of_keys(void) {
    GrKeySet set = {0};
    int wrong = 0;
    for (uint64_t key = 0; key < 5000; key++)
        wrong += gr_keyset_add(&set, key * key) != (key == 1 ? 0 : 1); /* 0 stands in for 1 */
    for (uint64_t key = 0; key < 5000; key++)
        wrong += gr_keyset_add(&set, key * key) != 0;
    CHECK_INT(wrong, 0);
    gr_keyset_free(&set);
}

static void count_games(void *user, uint32_t number, const GrGame *game, const GrGameEnd *end,
                        const GrStanding *standing) {
    (void)game;
    (void)end;
    *(uint32_t *)user = number;
    CHECK_INT(gr_tally_games(&standing->tally), number);
}

static void a_match_without_memory(void) {
    long failures = 0;
    GrMove none = GR_NO_MOVE;
    GrOpening start = {.move = &none};
    GrOpenings openings = {.opening = &start, .count = 1};
    gr_start(gr_variants_find(variants, "chess"), &start.start);
    FAIL_EACH_ALLOCATION(n, 2000) {
        uint32_t reported = 0;
        GrStanding standing;
        GrError error;
        GrMatchEngine engine = {.command = GR_BUILTIN, .limits = {.depth = 1}};
        GrMatchJob job = {.rules = gr_variants_find(variants, "chess"), .engine = {engine, engine},
                          .games = 2, .openings = &openings, .most_plies = 4, .threads = 1,
                          .hash = 1, .played = count_games, .user = &reported};
        int code = gr_match_run(&job, &standing, &error);
        fail_alloc_stop();
        bool failed = fail_alloc_failures() > 0;
        CHECK_INT(code, failed ? GR_ERR_MEMORY : 0);
        CHECK_INT(gr_tally_games(&standing.tally), reported);
        CHECK(failed || reported == 2);
        failures += failed;
    }
    CHECK(failures >= 5);
}

/* ---- adjudication ---- */

/* Feeds scores (from the mover's view, White first; NONE: without one) until the game is decided; the number
 * of plies, 0 if it is not. */
enum { NONE = 99999 };
static int decided_after(const GrAdjudication *adjudicate, const int *score, int plies, GrMatchGame *game) {
    GrMatchJob job = {.adjudicate = *adjudicate};
    GrMatchScores scores = {0};
    gr_match_game_init(game);
    for (int ply = 0; ply < plies; ply++) {
        GrAnswer answer = {.scored = score[ply] != NONE, .line = {.score = score[ply]}};
        gr_match_adjudicate(&job, &scores, ply % 2 ? GR_BLACK : GR_WHITE, (uint32_t)ply / 2 + 1, &answer, game);
        if (game->end)
            return ply + 1;
    }
    return 0;
}

static void games_are_adjudicated(void) {
    const GrAdjudication draw = {.draw_from = 3, .draw_moves = 2, .draw_score = 10};
    const GrAdjudication resign = {.resign_moves = 2, .resign_score = 400};
    GrMatchGame game;
    CHECK_INT(decided_after(&draw, (int[]){0, 0, 0, 0, 0, 0, 0}, 7, &game), 5); /* at move 3 */
    CHECK(game.game.result == GR_DRAW && !strcmp(game.end, "adjudication"));
    CHECK_INT(decided_after(&draw, (int[]){90, 90, 10, -10, 11, 0, 0, 0, 0}, 9, &game), 9);
    CHECK_INT(decided_after(&draw, (int[]){0, 0, 0, 0, NONE, 0, 0, 0, 0}, 9, &game), 9);
    CHECK_INT(decided_after(&resign, (int[]){400, -400, 500, -900, 0}, 5, &game), 4);
    CHECK(game.game.result == GR_WHITE_WINS && !strcmp(game.reason, "Black is lost by both engines' scores"));
    CHECK_INT(decided_after(&resign, (int[]){-400, 31999, -31998, 400}, 4, &game), 4);
    CHECK_INT(game.game.result, GR_BLACK_WINS);
    CHECK_INT(decided_after(&resign, (int[]){900, -399, 900, -900, 900}, 5, &game), 0);
    CHECK_INT(decided_after(&resign, (int[]){900, -900, 900, 900, 900, -900}, 6, &game), 0);
    CHECK_INT(decided_after(&(GrAdjudication){0}, (int[]){0, 0, 0, 0, 0, 0}, 6, &game), 0);
}

/* ---- a match that goes on ---- */

static void write_game(void *user, uint32_t number, const GrGame *game, const GrGameEnd *end,
                       const GrStanding *standing) {
    (void)number;
    (void)end;
    (void)standing;
    gr_write_pgn(user, game);
}

static void save(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "w");
    if (CHECK(file != NULL)) {
        fwrite(text, 1, length, file);
        fclose(file);
    }
}

/* A file that was cut anywhere, and memory that runs out: the result is the same, or it fails. */
static void a_match_goes_on(void) {
    char path[] = "/tmp/grimoire-past.XXXXXX";
    int fd = mkstemp(path);
    GrStanding whole, again;
    GrMatchPast past;
    GrError error;
    GrBuffer games, rest;
    GrMatchEngine engine = {.command = GR_BUILTIN, .limits = {.nodes = 1}};
    GrMatchJob job = {.rules = gr_variants_find(variants, "magician"), .engine = {engine, engine},
                      .games = 4, .random_plies = 2, .most_plies = 5, .threads = 1, .hash = 1,
                      .played = write_game, .user = &games};
    REQUIRE(fd >= 0 && close(fd) == 0);
    gr_buffer_init(&games);
    gr_buffer_init(&rest);
    REQUIRE(gr_match_run(&job, &whole, &error) == 0 && games.len > 400);
    job.user = &rest;
    for (size_t cut = 0; cut <= games.len; cut += games.len / 37 + 1) {
        save(path, games.data, cut);
        gr_buffer_clear(&rest);
        if (!CHECK_INT(gr_match_past_read(path, "/no/such/file", variants, job.rules, 4, &past, &error), 0))
            break;
        size_t kept = past.whole;
        job.past = &past;
        CHECK_INT(gr_match_run(&job, &again, &error), 0);
        CHECK(memcmp(&again, &whole, sizeof whole) == 0);
        CHECK(kept <= cut && kept + rest.len == games.len &&
              (!rest.len || memcmp(rest.data, games.data + kept, rest.len) == 0));
        gr_match_past_free(&past);
    }
    save(path, games.data, games.len);
    FAIL_EACH_ALLOCATION(n, 2000) {
        int code = gr_match_past_read(path, path, variants, job.rules, 4, &past, &error);
        fail_alloc_stop();
        CHECK_INT(code, fail_alloc_failures() ? GR_ERR_MEMORY : 0);
        gr_match_past_free(&past);
    }
    CHECK_INT(gr_match_past_read(path, "", variants, job.rules, 2, &past, &error), GR_ERR_SYNTAX);
    CHECK_INT(gr_match_past_read("/tmp", "", variants, job.rules, 2, &past, &error), GR_ERR_IO);
    unlink(path);
    gr_buffer_free(&games);
    gr_buffer_free(&rest);
}

static void store_game(void *user, uint32_t number, const GrGame *game, const GrGameEnd *end,
                       const GrStanding *standing) {
    GrAdded added;
    GrError error;
    (void)number;
    (void)end;
    (void)standing;
    CHECK_INT(gr_db_add_game(user, game, &added, &error), 0);
    CHECK(!added.duplicate);
}

/* The games of a match that was stopped may lie in a database, too, in any order and among others. */
static void a_match_goes_on_from_a_database(void) {
    GrDb *db, *half;
    GrStanding whole, again;
    GrMatchPast past;
    GrError error;
    GrGame game;
    GrAdded added;
    static const int order[] = {4, 1, 3};
    GrMatchEngine engine = {.command = GR_BUILTIN, .limits = {.nodes = 1}};
    GrMatchJob job = {.rules = gr_variants_find(variants, "magician"), .engine = {engine, engine}, .event = "Match 7",
                      .games = 6, .random_plies = 2, .most_plies = 5, .threads = 1, .hash = 1, .played = store_game};
    REQUIRE(!gr_db_open(aid_path("all.db"), variants, GR_DB_CREATE, &db, &error));
    REQUIRE(!gr_db_open(aid_path("half.db"), variants, GR_DB_CREATE, &half, &error));
    job.user = db;
    REQUIRE(gr_match_run(&job, &whole, &error) == 0);
    gr_game_init(&game);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(gr_db_get_game(db, order[i], &game, &error), 0);
        CHECK_STR(gr_game_tag(&game, "Event"), "Match 7");
        CHECK_INT(gr_db_add_game(half, &game, &added, &error), 0);
        gr_game_set_tag(&game, "Event", "Match 77"); /* another match's */
        CHECK_INT(gr_db_add_game(half, &game, &added, &error), 0);
    }
    CHECK_INT(gr_match_past_find(half, "Match 7", job.rules, 6, &past, &error), 0);
    CHECK_INT(past.count, 3);
    CHECK_INT(past.in_turn, 1);
    job.user = half;
    job.past = &past;
    job.played = NULL;
    CHECK_INT(gr_match_run(&job, &again, &error), 0);
    CHECK(memcmp(&again, &whole, sizeof whole) == 0);
    gr_match_past_free(&past);
    CHECK_INT(gr_match_past_find(half, "Match 7", job.rules, 3, &past, &error), GR_ERR_SYNTAX);
    FAIL_EACH_ALLOCATION(n, 2000) {
        int code = gr_match_past_find(half, "Match 7", job.rules, 6, &past, &error);
        fail_alloc_stop();
        CHECK_INT(code, fail_alloc_failures() ? GR_ERR_MEMORY : 0);
        gr_match_past_free(&past);
    }
    gr_game_free(&game);
    gr_db_close(half);
    gr_db_close(db);
}

/* ---- places ---- */

/* What the threads of a job ask: there is no place at first, then for one thread. */
typedef struct Giving {
    atomic_int asked;
    bool never; /* there is none at all, and it stops after a while */
} Giving;

static int places(void *user) {
    Giving *giving = user;
    return !giving->never && atomic_fetch_add(&giving->asked, 1) >= 3;
}

static bool after_a_while(void *user) {
    Giving *giving = user;
    return giving->never && atomic_fetch_add(&giving->asked, 1) >= 5;
}

static void threads_give_way(void) {
    Giving giving = {.never = true};
    GrStanding standing;
    GrError error;
    GrMatchEngine engine = {.command = GR_BUILTIN, .limits = {.nodes = 1}};
    GrMatchJob job = {.rules = gr_variants_find(variants, "magician"), .engine = {engine, engine}, .games = 6,
                      .random_plies = 2, .most_plies = 5, .threads = 3, .hash = 1, .places = places,
                      .stop = after_a_while, .user = &giving};
    CHECK_INT(gr_match_run(&job, &standing, &error), GR_ERR_STOPPED);
    CHECK_INT(gr_tally_games(&standing.tally), 0);
    giving.never = false;
    atomic_store(&giving.asked, 0);
    CHECK_INT(gr_match_run(&job, &standing, &error), 0);
    CHECK_INT(gr_tally_games(&standing.tally), 6);
    CHECK(atomic_load(&giving.asked) > 6);
}

int main(int argc, char **argv) {
    variants = gr_variants_open();
    if (!variants)
        return 2;
    test_start(argc, argv);
    RUN(openings_of_both_kinds);
    RUN(openings_without_memory);
    RUN(a_set_of_keys);
    RUN(pairs_have_openings_of_their_own);
    RUN(a_match_without_memory);
    RUN(games_are_adjudicated);
    RUN(a_match_goes_on);
    RUN(a_match_goes_on_from_a_database);
    RUN(threads_give_way);
    gr_variants_close(variants);
    return test_end();
}
