/* Mates in two to four moves, found by exhaustive search (tests/fit/mates.c), are found by the
 * search too, within a hundred thousand nodes, as mates of at most four moves. `make check-slow` tries all of them, and
 * prints how many; otherwise a part of them is tried.
 */
#include "analysis/engine/search.h"
#include "rules/fen.h"
#include "tests/aid/test.h"

enum { NODES = 100000, LONGEST = 4, LINE = 600, ONE_OF = 4 };

typedef struct Tally {
    int tried[LONGEST + 1], found[LONGEST + 1];
    uint64_t nodes;
} Tally;

static GrVariants *variants;

static void try_one(GrSearch *search, const char *variant, char *line, Tally *tally) {
    GrPosition pos;
    GrFound found;
    char *mark = strstr(line, " ; dm ");
    REQUIRE(mark);
    int moves = atoi(mark + 6);
    *mark = '\0';
    REQUIRE(moves > 1 && moves <= LONGEST);
    REQUIRE(gr_fen_read(gr_variants_find(variants, variant), line, &pos, NULL) == 0);
    gr_search_forget(search);
    REQUIRE(gr_search_run(search, &pos, NULL, 0, &(GrLimits){.nodes = NODES}, &found) == 0);
    tally->tried[moves]++;
    tally->nodes += found.nodes;
    if (found.line[0].score >= gr_score_of_mate(LONGEST))
        tally->found[moves]++;
    else if (test_slow())
        printf("    not found in %d: %s %s\n", moves, variant, line);
}

static Tally try_all(const char *variant) {
    char path[100], line[LINE];
    Tally tally = {0};
    snprintf(path, sizeof path, "tests/data/mates/%s.epd", variant);
    FILE *file = fopen(path, "r");
    GrSearch *search = gr_search_new(16);
    if (CHECK(file != NULL && search != NULL))
        for (int i = 0; fgets(line, sizeof line, file); i++)
            if (test_slow() || i % ONE_OF == 0)
                try_one(search, variant, line, &tally);
    if (file)
        fclose(file);
    gr_search_free(search);
    if (test_slow())
        printf("    %s: in 2: %d of %d, in 3: %d of %d, in 4: %d of %d\n", variant, tally.found[2],
               tally.tried[2], tally.found[3], tally.tried[3], tally.found[4], tally.tried[4]);
    return tally;
}

/* All mates in two must be found, and all but `may_miss` of the longer ones. */
static void expect_mates(const char *variant, int may_miss) {
    Tally tally = try_all(variant);
    CHECK(tally.tried[2] + tally.tried[3] > 0);
    CHECK_INT(tally.found[2], tally.tried[2]);
    CHECK(tally.found[3] + tally.found[4] >= tally.tried[3] + tally.tried[4] - may_miss);
}

static void chess_mates(void) {
    expect_mates("chess", 0);
}

static void magi_mates(void) {
    expect_mates("magi", 0);
}

static void magician_mates(void) {
    expect_mates("magician", 0);
}

static void royal_mates(void) {
    expect_mates("royal", 1);
}

static void wizard_mates(void) {
    expect_mates("wizard", 1);
}

static void capablanca_mates(void) {
    expect_mates("capablanca", 0);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(chess_mates);
    RUN(magi_mates);
    RUN(magician_mates);
    RUN(royal_mates);
    RUN(wizard_mates);
    RUN(capablanca_mates);
    gr_variants_close(variants);
    return test_end();
}
