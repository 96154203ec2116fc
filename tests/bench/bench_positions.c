/* How long the database takes to answer inside the process: for the same positions in several
 * databases, the processor time of an exact search and of a tree, by one thread.
 *
 *     build/tests/bench/bench_positions POSITIONS DB...
 *
 * The positions are those of random plies of the games that all databases have: the first ones,
 * as many as the first database has. A row for each database: its games, whether it has an
 * index; medians of what is found and of the times, the longest time; and the tree of the start
 * position, in which all games are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "db/search/find.h"
#include "db/index/index.h"
#include "db/search/tree.h"

enum { MOST = 1000, RUNS = 3 };

static GrError error;
static GrTarget target[MOST];

static void give_up(const char *what) {
    fprintf(stderr, "%s: %s\n", what, error.text);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static uint64_t next_random(uint64_t *state) { /* xorshift64 (Marsaglia, 2003) */
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void choose_positions(GrDb *db, unsigned count) {
    uint64_t state = 88172645463325252u;
    int64_t last = gr_db_last(db, &error);
    GrGame game;
    gr_game_init(&game);
    for (unsigned i = 0; i < count;) {
        GrPosition pos;
        if (gr_db_get_game(db, (int64_t)(next_random(&state) % (uint64_t)last) + 1, &game, &error))
            give_up("a game");
        if (!game.rules)
            continue;
        gr_game_position(&game, (uint32_t)(next_random(&state) % (game.plies + 1)), &pos);
        gr_target_position(&target[i++], &pos);
    }
    gr_game_free(&game);
}

/* The least time of some runs; *found is the number of games. */
static double search(GrDb *db, const GrTarget *position, double *found) {
    static const GrSelection all;
    GrFind find = {.selection = &all, .target = position, .jobs = 1};
    GrFindCount count = {0};
    double least = 1e9;
    for (int run = 0; run < RUNS; run++) {
        double start = now();
        if (gr_find(db, &find, &count, &error))
            give_up("search");
        least = now() - start < least ? now() - start : least;
    }
    *found = (double)count.games;
    return least;
}

static double grow(GrDb *db, const GrTarget *position) {
    GrTreeAsk ask = {.target = position, .jobs = 1};
    double least = 1e9;
    for (int run = 0; run < RUNS; run++) {
        GrTree tree;
        gr_tree_init(&tree);
        double start = now();
        if (gr_tree_grow(&tree, db, &ask, &error))
            give_up("tree");
        least = now() - start < least ? now() - start : least;
        gr_tree_free(&tree);
    }
    return least;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, unsigned count) {
    qsort(value, count, sizeof *value, compare);
    return value[count / 2];
}

static void measure(const GrVariants *variants, const char *path, unsigned count) {
    static double found[MOST], searched[MOST], grown[MOST];
    GrDb *db;
    GrPosition start;
    GrTarget whole;
    if (gr_db_open(path, variants, GR_DB_READ, &db, &error))
        give_up(path);
    for (unsigned i = 0; i < count; i++) {
        searched[i] = search(db, &target[i], &found[i]);
        grown[i] = grow(db, &target[i]);
    }
    gr_start(target[0].pos.rules, &start);
    gr_target_position(&whole, &start);
    printf("%9lld %5s", (long long)gr_db_last(db, &error),
           gr_db_has_index(db, &error) > 0 ? "yes" : "no");
    printf(" %7.0f %9.3f", median(found, count), median(searched, count));
    printf(" %9.3f", searched[count - 1]);
    printf(" %9.3f", median(grown, count));
    printf(" %9.3f %9.1f\n", grown[count - 1], grow(db, &whole));
    fflush(stdout);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    GrVariants *variants = gr_variants_open();
    GrDb *db;
    int count = argc > 2 ? atoi(argv[1]) : 0;
    if (count < 1 || count > MOST) {
        fprintf(stderr, "usage: %s POSITIONS DB...\n", argv[0]);
        return 2;
    }
    if (!variants) {
        fputs("out of memory\n", stderr);
        return 1;
    }
    if (gr_db_open(argv[2], variants, GR_DB_READ, &db, &error))
        give_up(argv[2]);
    choose_positions(db, (unsigned)count);
    gr_db_close(db);
    printf("milliseconds of the processor in %d positions; median, most\n", count);
    printf("%9s %5s %7s %9s %9s %9s %9s %9s\n", "games", "index", "found", "search", "most", "tree",
           "most", "start");
    for (int i = 2; i < argc; i++)
        measure(variants, argv[i], (unsigned)count);
    gr_variants_close(variants);
    return 0;
}
