/* How well one judge's verdicts agree with another's, of which both are in a database: precision
 * and recall of the faults that the first finds, the second's being the truth, and the correlation
 * of win chances. From the root of the source, after `make`:
 *
 *     cc -O2 -I. tests/bench/judges.c build/libgrimoire.a $(cat build/libs) -o judges
 *     build/bin/grimoire annotate -d games.db --nodes 200000
 *     build/bin/grimoire annotate -d games.db --nodes 2000000 --engine stockfish
 *     ./judges games.db grimoire stockfish
 *
 * Moves and positions count that both judges know; where a game is over, nobody judges.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "db/db.h"

typedef struct Tally {
    uint64_t games, moves, positions;
    uint64_t grade[GR_GRADES][GR_GRADES]; /* by A's grade, by B's */
    double sum[2], square[2], product, apart;
} Tally;

typedef struct Side {
    const char *wanted; /* the judge, as asked for */
    GrJudging judging;
    GrJudgement judgement;
    GrGame game;
} Side;

static void take_chances(Tally *tally, double a, double b) {
    tally->positions++;
    tally->sum[0] += a;
    tally->sum[1] += b;
    tally->square[0] += a * a;
    tally->square[1] += b * b;
    tally->product += a * b;
    tally->apart += fabs(a - b);
}

static void take_game(Tally *tally, const GrJudgement *a, const GrJudgement *b) {
    uint64_t before = tally->positions;
    for (uint32_t ply = 0; ply <= a->plies && ply <= b->plies; ply++)
        if (a->view[ply].stored && b->view[ply].stored)
            take_chances(tally, a->chance[ply], b->chance[ply]);
    for (uint32_t ply = 0; ply < a->plies && ply < b->plies; ply++) {
        const GrPlyView *va = &a->view[ply], *vb = &b->view[ply];
        bool stored = va->stored && vb->stored && (va[1].stored || va[1].over) &&
                      (vb[1].stored || vb[1].over);
        if (!stored || !a->move[ply].grade || !b->move[ply].grade)
            continue;
        tally->moves++;
        tally->grade[a->move[ply].grade][b->move[ply].grade]++;
    }
    tally->games += tally->positions > before;
}

static double correlation(const Tally *t) {
    double n = (double)t->positions, a = t->square[0] - t->sum[0] * t->sum[0] / n;
    double b = t->square[1] - t->sum[1] * t->sum[1] / n;
    return (t->product - t->sum[0] * t->sum[1] / n) / sqrt(a * b);
}

/* Precision and recall of the grades from `low` to `high`. */
static void print_grades(const Tally *t, const char *name, GrGrade low, GrGrade high) {
    uint64_t by_a = 0, by_b = 0, both = 0;
    for (GrGrade a = GR_GOOD; a < GR_GRADES; a++)
        for (GrGrade b = GR_GOOD; b < GR_GRADES; b++) {
            bool in_a = a >= low && a <= high, in_b = b >= low && b <= high;
            by_a += in_a ? t->grade[a][b] : 0;
            by_b += in_b ? t->grade[a][b] : 0;
            both += in_a && in_b ? t->grade[a][b] : 0;
        }
    printf("%-10s %8llu %8llu %8llu", name, (unsigned long long)by_a, (unsigned long long)by_b,
           (unsigned long long)both);
    printf(" %9.1f %% %9.1f %%\n", by_a ? 100.0 * (double)both / (double)by_a : NAN,
           by_b ? 100.0 * (double)both / (double)by_b : NAN);
}

static void print(const Tally *t, const Side *a, const Side *b) {
    printf("A: %s\nB: %s\n", a->wanted, b->wanted);
    printf("%llu games, %llu positions, %llu moves known to both\n", (unsigned long long)t->games,
           (unsigned long long)t->positions, (unsigned long long)t->moves);
    if (!t->positions)
        return;
    printf("win chances: correlation %.4f, %.2f points apart on average\n", correlation(t),
           t->apart / (double)t->positions);
    printf("%-10s %8s %8s %8s %11s %11s\n", "grade", "by A", "by B", "by both", "precision",
           "recall");
    print_grades(t,
                 "?"
                 "?",
                 GR_BLUNDER, GR_BLUNDER);
    print_grades(t, "?", GR_MISTAKE, GR_MISTAKE);
    print_grades(t,
                 "? or ?"
                 "?",
                 GR_MISTAKE, GR_BLUNDER);
    print_grades(t, "any", GR_DUBIOUS, GR_BLUNDER);
}

static int start(Side *side, GrDb *db, const char *wanted, GrError *error) {
    side->wanted = wanted;
    gr_game_init(&side->game);
    gr_judgement_init(&side->judgement);
    return gr_judging_begin(db, wanted, NULL, &side->judging, error);
}

static bool read_game(Side *side, GrDb *db, int64_t id, GrError *error) {
    return !gr_db_get_game(db, id, &side->game, error) &&
           !gr_judge_game(db, &side->judging, &side->judgement, &side->game, error) &&
           side->game.judgement;
}

static void finish(Side *side) {
    gr_judging_free(&side->judging);
    gr_judgement_free(&side->judgement);
    gr_game_free(&side->game);
}

static int compare(GrDb *db, const char *const wanted[2]) {
    static Tally tally;
    Side side[2];
    GrError error;
    int failed = start(&side[0], db, wanted[0], &error);
    failed = start(&side[1], db, wanted[1], failed ? NULL : &error) || failed;
    if (failed) {
        fprintf(stderr, "%s\n", error.text);
    } else {
        for (int64_t id = 1, last = gr_db_last(db, &error); id <= last; id++)
            if (read_game(&side[0], db, id, &error) && read_game(&side[1], db, id, &error))
                take_game(&tally, &side[0].judgement, &side[1].judgement);
        print(&tally, &side[0], &side[1]);
    }
    finish(&side[0]);
    finish(&side[1]);
    return failed != 0;
}

int main(int argc, char **argv) {
    GrError error;
    GrDb *db;
    if (argc != 4) {
        fputs("usage: judges DB A B\n", stderr);
        return 2;
    }
    GrVariants *variants = gr_variants_open();
    if (!variants || gr_db_open(argv[1], variants, GR_DB_READ, &db, &error)) {
        fprintf(stderr, "%s\n", variants ? error.text : "out of memory");
        return 2;
    }
    int failed = compare(db, (const char *const[]){argv[2], argv[3]});
    gr_db_close(db);
    gr_variants_close(variants);
    return failed;
}
