/* Fits the slope of the curve of win chances (notation/judge/win_chance.h) and the curve of outcomes
 * (notation/judge/outcome.h) to games with results and evaluations. It is no part of the tests. From the root of the
 * source, after `make`:
 *
 *     cc -O2 -I. tests/fit/win_chance.c build/libgrimoire.a $(cat build/libs) \
 *         -o fit_chances
 *     for v in magi magician royal wizard capablanca chess; do
 *         build/bin/grimoire train -v $v -d $v.db --nodes 400 --positions 100000 --seed 90 --play-only
 *         ./fit_chances $v.db
 *     done
 *
 * and put the first line that it prints of each into the table of win_chance.c, the second into that of
 * outcome.c. (Those of magi are of 900,000 positions, chess of 600,000, capablanca of 500,000, wizard of 400,000,
 * the others of 300,000.) Curves belong to an evaluation: fit them again when a network is exchanged for one that is
 * much stronger.
 *
 * Model: White scores the point with probability 1 / (1 + exp(-slope * centipawns)); a draw is half
 * a point. Every position counts that has an evaluation within 10 pawns, is no mate and comes after
 * ply 8. If a match of an engine with itself played each opening twice, which is the same game twice, one of the two
 * counts. The positions of a game are not independent, so the standard error is computed from the sums of games (the
 * sandwich estimate with a game as cluster).
 *
 * Outcomes: White wins with probability w = 1 / (1 + exp(width - slope * centipawns)), loses with
 * l = 1 / (1 + exp(width + slope * centipawns)), and draws else. The two are found by Fisher's scoring.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "db/db.h"

enum { FIRST_PLY = 9, STEPS = 50 };

typedef struct Sample {
    double x, y; /* centipawns, points of White */
} Sample;

typedef struct Samples {
    Sample *sample;
    size_t count, room;
    size_t *end; /* of each game's samples */
    size_t games, game_room;
    uint64_t last; /* key of the last game's last position */
} Samples;

static void *grown(void *array, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 1024;
    array = realloc(array, *room * size);
    if (!array)
        exit(1);
    return array;
}

static void take_game(Samples *to, const GrGame *game) {
    const GrJudgement *j = game->judgement;
    size_t before = to->count;
    if (!j || game->result == GR_RESULT_NONE)
        return;
    GrPosition end;
    gr_game_position(game, UINT32_MAX, &end);
    if (end.key == to->last)
        return;
    to->last = end.key;
    double y = game->result == GR_WHITE_WINS ? 1 : game->result == GR_DRAW ? 0.5 : 0;
    for (uint32_t ply = FIRST_PLY; ply <= j->plies; ply++) {
        const GrPlyView *view = &j->view[ply];
        if (!view->known || view->over || abs(view->score) > GR_SCORE_CEILING)
            continue;
        to->sample = grown(to->sample, to->count, &to->room, sizeof *to->sample);
        to->sample[to->count++] = (Sample){view->score, y};
    }
    if (to->count == before)
        return;
    to->end = grown(to->end, to->games, &to->game_room, sizeof *to->end);
    to->end[to->games++] = to->count;
}

/* One step of Newton's method; also the standard error at the slope it began with. */
static double step(const Samples *s, double slope, double *error) {
    double first = 0, second = 0, squares = 0;
    for (size_t game = 0, i = 0; game < s->games; game++) {
        double of_game = 0;
        for (; i < s->end[game]; i++) {
            double x = s->sample[i].x, p = 1 / (1 + exp(-slope * x));
            of_game += x * (s->sample[i].y - p);
            second += x * x * p * (1 - p);
        }
        first += of_game;
        squares += of_game * of_game;
    }
    *error = sqrt(squares) / second;
    return slope + first / second;
}

/* One step towards the likeliest slope and width. The gradients of w, d and l are in thousandths of
 * slopes, which brings both unknowns to the same size. */
static void outcome_step(const Samples *s, double *slope, double *width) {
    double g[2] = {0}, m[2][2] = {{0}};
    for (size_t i = 0; i < s->count; i++) {
        double x = s->sample[i].x / 1000, y = s->sample[i].y;
        double w = 1 / (1 + exp(*width - *slope * x)), l = 1 / (1 + exp(*width + *slope * x));
        double p[3] = {l, 1 - w - l, w};
        double of_w[2] = {x * w * (1 - w), -w * (1 - w)}, of_l[2] = {-x * l * (1 - l), -l * (1 - l)};
        double of[3][2] = {{of_l[0], of_l[1]},
                           {-of_w[0] - of_l[0], -of_w[1] - of_l[1]},
                           {of_w[0], of_w[1]}};
        int seen = (int)(2 * y);
        for (int a = 0; a < 2; a++) {
            g[a] += of[seen][a] / p[seen];
            for (int b = 0; b < 2; b++)
                for (int k = 0; k < 3; k++)
                    m[a][b] += of[k][a] * of[k][b] / p[k];
        }
    }
    double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    *slope += (m[1][1] * g[0] - m[0][1] * g[1]) / det;
    *width += (m[0][0] * g[1] - m[1][0] * g[0]) / det;
    *width = *width < 0.01 ? 0.01 : *width;
}

static void fit_outcomes(const Samples *samples, const char *variant) {
    double slope = 4, width = 1;
    for (int i = 0; i < STEPS; i++)
        outcome_step(samples, &slope, &width);
    printf("    {\"%s\", %.6f, %.4f, %zu},\n", variant, slope / 1000, width, samples->games);
}

static int fit(const char *path, const GrVariants *variants) {
    GrError error;
    GrDb *db;
    GrGame game;
    GrJudging judging;
    GrJudgement judgement;
    Samples samples = {.count = 0};
    const char *variant = "?";
    if (gr_db_open(path, variants, GR_DB_READ, &db, &error) || gr_db_begin_read(db, &error) ||
        gr_judging_begin(db, NULL, NULL, &judging, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        return 1;
    }
    gr_game_init(&game);
    gr_judgement_init(&judgement);
    for (int64_t id = 1, last = gr_db_last(db, &error); id <= last; id++) {
        if (gr_db_get_game(db, id, &game, &error) ||
            gr_judge_game(db, &judging, &judgement, &game, &error) ||
            gr_judge_own_evals(&judgement, &game, &judging.thresholds))
            continue;
        take_game(&samples, &game);
        variant = game.rules ? gr_variant(game.rules)->name : variant;
    }
    double slope = 0.004, deviation = 0;
    for (int i = 0; i < STEPS; i++)
        slope = step(&samples, slope, &deviation);
    printf("    {.variant = \"%s\", .slope = %.6f, .error = %.6f, .games = %zu}, /* %zu positions "
           "*/\n",
           variant, slope, deviation, samples.games, samples.count);
    fit_outcomes(&samples, variant);
    free(samples.sample);
    free(samples.end);
    gr_judgement_free(&judgement);
    gr_judging_free(&judging);
    gr_game_free(&game);
    gr_db_close(db);
    return 0;
}

int main(int argc, char **argv) {
    GrVariants *variants = gr_variants_open();
    int failed = argc < 2 || !variants;
    for (int i = 1; i < argc && variants; i++)
        failed |= fit(argv[i], variants);
    gr_variants_close(variants);
    return failed;
}
