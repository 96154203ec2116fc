/* What pieces are worth: a row for each variant, and a guess for those without one. */
#include "analysis/engine/evaluate_local.h"

#include <string.h>

/* Letters without a row here are worth nothing; kings have no value, since they are never taken. */
static const GrValues table[] = {
    {.variant = "chess",
     .piece = {{'K', {0, 0}, {0, 1}, {-8, 8}, {-60, 10}},
               {'Q', {980, 960}, {1, 3}, {1, 5}, {0, 10}},
               {'R', {480, 520}, {2, 4}, {2, 0}, {10, 10}},
               {'B', {330, 320}, {4, 4}, {2, 2}, {0, 0}},
               {'N', {320, 300}, {4, 4}, {6, 5}, {15, 5}},
               {'P', {90, 110}, {0, 0}, {4, 0}, {20, 40}}},
     .passed = {40, 150},
     .doubled = {-8, -15},
     .isolated = {-10, -12},
     .pair = {30, 45},
     .shelter = 9,
     .danger = 14,
     .tempo = 12},
    {.variant = "magi",
     .piece = {{'K', {0, 0}, {0, 1}, {-6, 6}, {-60, 10}},
               {'Q', {1000, 1000}, {1, 3}, {1, 3}, {0, 10}},
               {'R', {490, 530}, {2, 3}, {1, 0}, {10, 10}},
               {'B', {350, 340}, {3, 3}, {2, 2}, {0, 0}},
               {'N', {270, 250}, {4, 4}, {5, 4}, {15, 5}},
               {'D', {350, 370}, {3, 4}, {2, 1}, {5, 5}},
               {'C', {480, 480}, {3, 3}, {2, 3}, {5, 5}},
               {'W', {520, 500}, {4, 4}, {5, 5}, {10, 5}},
               {'P', {85, 105}, {0, 0}, {3, 0}, {20, 60}},
               {'L', {85, 105}, {0, 0}, {3, 0}, {20, 60}}},
     .passed = {40, 170},
     .doubled = {-6, -12},
     .isolated = {-8, -12},
     .pair = {25, 40},
     .shelter = 8,
     .danger = 10,
     .tempo = 12},
    {.variant = "capablanca",
     .piece = {{'K', {0, 0}, {0, 1}, {-6, 6}, {-60, 10}},
               {'Q', {980, 970}, {1, 3}, {1, 4}, {0, 10}},
               {'C', {890, 900}, {2, 3}, {1, 3}, {0, 10}},
               {'A', {820, 800}, {3, 3}, {3, 4}, {0, 5}},
               {'R', {480, 525}, {2, 4}, {2, 0}, {10, 10}},
               {'B', {345, 335}, {4, 3}, {2, 2}, {0, 0}},
               {'N', {295, 280}, {4, 4}, {6, 5}, {15, 5}},
               {'P', {90, 110}, {0, 0}, {4, 0}, {20, 40}}},
     .passed = {40, 150},
     .doubled = {-8, -15},
     .isolated = {-10, -12},
     .pair = {30, 45},
     .shelter = 9,
     .danger = 14,
     .tempo = 12},
    {.variant = "magician",
     .piece = {{'K', {0, 0}, {0, 1}, {-6, 8}, {-40, 10}},
               {'R', {430, 480}, {4, 6}, {0, 0}, {10, 10}},
               {'N', {320, 310}, {4, 4}, {5, 4}, {15, 5}},
               {'M', {330, 340}, {2, 2}, {4, 4}, {5, 5}},
               {'C', {820, 860}, {3, 4}, {3, 4}, {0, 0}},
               {'W', {780, 840}, {3, 4}, {2, 3}, {0, 0}},
               {'S', {650, 660}, {3, 3}, {4, 4}, {0, 0}},
               {'P', {90, 110}, {0, 0}, {3, 0}, {30, 60}}},
     .passed = {40, 130},
     .doubled = {-8, -15},
     .isolated = {-6, -10},
     .shelter = 6,
     .danger = 12,
     .tempo = 15,
     .variant_terms = gr_terms_magician},
    {.variant = "royal",
     .piece = {{'K', {0, 0}, {0, 1}, {-8, 8}, {-40, 10}},
               {'M', {300, 320}, {2, 2}, {4, 4}, {10, 5}},
               {'R', {480, 520}, {2, 4}, {2, 0}, {10, 10}},
               {'B', {330, 320}, {4, 4}, {2, 2}, {0, 0}},
               {'N', {320, 300}, {4, 4}, {6, 5}, {15, 5}},
               {'Q', {980, 960}, {1, 3}, {1, 5}, {0, 10}},
               {'P', {90, 110}, {0, 0}, {4, 0}, {20, 40}}},
     .passed = {40, 150},
     .doubled = {-8, -15},
     .isolated = {-10, -12},
     .pair = {25, 40},
     .shelter = 9,
     .danger = 12,
     .tempo = 12,
     .variant_terms = gr_terms_royal},
    {.variant = "wizard",
     .piece = {{'Z', {0, 0}, {0, 0}, {-4, 4}, {-60, 0}},
               {'D', {480, 450}, {2, 2}, {2, 2}, {10, 10}},
               {'C', {520, 560}, {2, 3}, {1, 0}, {10, 10}},
               {'A', {330, 300}, {3, 3}, {5, 5}, {20, 10}},
               {'G', {330, 340}, {4, 4}, {5, 4}, {60, 60}},
               {'H', {160, 170}, {4, 4}, {4, 3}, {80, 90}},
               {'W', {90, 90}, {0, 0}, {3, 1}, {60, 80}}},
     .shelter = 6,
     .danger = 10,
     .tempo = 12,
     .variant_terms = gr_terms_wizard},
    {.variant = "chess960",
     .piece = {{'K', {0, 0}, {0, 1}, {-8, 8}, {-60, 10}},
               {'Q', {980, 960}, {1, 3}, {1, 5}, {0, 10}},
               {'R', {480, 520}, {2, 4}, {2, 0}, {10, 10}},
               {'B', {330, 320}, {4, 4}, {2, 2}, {0, 0}},
               {'N', {320, 300}, {4, 4}, {6, 5}, {15, 5}},
               {'P', {90, 110}, {0, 0}, {4, 0}, {20, 40}}},
     .passed = {40, 150},
     .doubled = {-8, -15},
     .isolated = {-10, -12},
     .pair = {30, 45},
     .shelter = 9,
     .danger = 14,
     .tempo = 12},
    {.variant = "crazyhouse",
     .piece = {{'K', {0, 0}, {0, 1}, {-10, 0}, {-70, -30}},
               {'Q', {640, 640}, {1, 2}, {1, 3}, {0, 10}},
               {'R', {330, 340}, {2, 3}, {1, 0}, {5, 5}},
               {'B', {260, 260}, {3, 3}, {2, 2}, {0, 0}},
               {'N', {260, 260}, {4, 4}, {6, 5}, {15, 5}},
               {'P', {110, 110}, {0, 0}, {4, 0}, {30, 40}}},
     .passed = {20, 60},
     .doubled = {-4, -8},
     .isolated = {-6, -8},
     .shelter = 14,
     .danger = 28,
     .tempo = 25,
     .variant_terms = gr_terms_crazyhouse},
    {.variant = "atomic",
     .piece = {{'K', {0, 0}, {0, 1}, {-8, 0}, {-60, -20}},
               {'Q', {700, 700}, {2, 3}, {1, 3}, {20, 10}},
               {'R', {330, 380}, {2, 4}, {1, 0}, {10, 10}},
               {'B', {220, 230}, {3, 4}, {2, 2}, {0, 0}},
               {'N', {220, 220}, {3, 4}, {4, 4}, {20, 5}},
               {'P', {100, 130}, {0, 0}, {2, 0}, {40, 90}}},
     .passed = {50, 150},
     .doubled = {-8, -10},
     .isolated = {-6, -8},
     .shelter = 10,
     .danger = 25,
     .tempo = 30},
    {.variant = "antichess", /* to have pieces is bad, to have a choice of moves is good */
     .piece = {{'Q', {-160, -160}, {4, 4}, {0, 0}, {0, 0}},
               {'R', {-150, -150}, {5, 5}, {0, 0}, {0, 0}},
               {'B', {-170, -170}, {4, 4}, {0, 0}, {0, 0}},
               {'N', {-150, -150}, {5, 5}, {0, 0}, {0, 0}},
               {'K', {-60, -60}, {5, 5}, {0, 0}, {0, 0}},
               {'P', {-110, -110}, {0, 0}, {0, 0}, {10, 20}}},
     .tempo = 0},
    {.variant = "horde",
     .piece = {{'K', {0, 0}, {0, 1}, {0, 4}, {-40, 10}},
               {'Q', {800, 800}, {2, 3}, {1, 3}, {0, 10}},
               {'R', {500, 500}, {3, 4}, {1, 0}, {10, 10}},
               {'B', {280, 280}, {3, 4}, {2, 2}, {0, 0}},
               {'N', {300, 300}, {3, 4}, {3, 3}, {5, 5}},
               {'P', {70, 90}, {0, 0}, {2, 0}, {60, 120}}},
     .passed = {60, 150},
     .doubled = {0, 0},
     .isolated = {-8, -12},
     .shelter = 4,
     .danger = 10,
     .tempo = 12},
    {.variant = "threecheck",
     .piece = {{'K', {0, 0}, {0, 1}, {-10, 4}, {-60, 0}},
               {'Q', {950, 950}, {2, 4}, {1, 5}, {0, 10}},
               {'R', {460, 500}, {2, 4}, {2, 0}, {10, 10}},
               {'B', {340, 330}, {4, 5}, {2, 2}, {0, 0}},
               {'N', {320, 300}, {4, 5}, {6, 5}, {15, 5}},
               {'P', {80, 100}, {0, 0}, {4, 0}, {20, 40}}},
     .passed = {30, 110},
     .doubled = {-8, -15},
     .isolated = {-8, -10},
     .pair = {30, 45},
     .shelter = 14,
     .danger = 24,
     .tempo = 15,
     .variant_terms = gr_terms_threecheck},
    {.variant = "racingkings",
     .piece = {{'K', {0, 0}, {4, 4}, {0, 0}, {0, 0}},
               {'Q', {900, 900}, {3, 3}, {2, 2}, {0, 0}},
               {'R', {480, 480}, {3, 3}, {1, 1}, {0, 0}},
               {'B', {330, 330}, {4, 4}, {2, 2}, {0, 0}},
               {'N', {300, 300}, {4, 4}, {5, 5}, {0, 0}}},
     .tempo = 40,
     .variant_terms = gr_terms_racingkings},
    {.variant = "kingofthehill",
     .piece = {{'K', {0, 0}, {0, 1}, {-4, 12}, {-40, 10}},
               {'Q', {960, 940}, {1, 3}, {1, 5}, {0, 10}},
               {'R', {470, 500}, {2, 4}, {2, 0}, {10, 10}},
               {'B', {340, 330}, {4, 4}, {3, 3}, {0, 0}},
               {'N', {320, 300}, {4, 4}, {6, 6}, {15, 5}},
               {'P', {90, 105}, {0, 0}, {6, 4}, {20, 40}}},
     .passed = {30, 120},
     .doubled = {-8, -15},
     .isolated = {-10, -12},
     .pair = {30, 45},
     .shelter = 9,
     .danger = 14,
     .tempo = 12,
     .variant_terms = gr_terms_kingofthehill},
};

const GrValues *gr_values_of(const char *variant) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].variant, variant) == 0)
            return &table[i];
    return NULL;
}

/* Squares that a reach covers from all squares of an empty board together, leaps apart. */
static int covered(const GrGait *gait, int squares, int *leaps) {
    int slides = 0;
    *leaps = 0;
    for (int sq = 0; sq < squares; sq++) {
        *leaps += gr_set_count(gait->leap[sq]);
        slides += gr_set_count(gait->slide[sq]);
    }
    return slides;
}

/* A leap's square is worth about 58 centipawns and a slide's 37, as the pieces of chess show
 * (knight 5.25 leaps, bishop 8.75 slides, rook 14, queen 22.75 on average); half of it for going
 * there and half for taking there. */
static int worth(const GrGeometry *g, int type, int squares) {
    int sum = 0;
    for (int mode = GR_MOVING; mode <= GR_TAKING; mode++) {
        int leaps, slides = covered(&g->gait[type][mode], squares, &leaps);
        sum += (58 * leaps + 37 * slides) / (2 * squares);
    }
    return sum;
}

void gr_values_guess(const GrVariant *variant, const GrGeometry *geometry, GrValues *values) {
    memset(values, 0, sizeof *values);
    values->variant = variant->name;
    for (int type = 1; type <= variant->types; type++) {
        GrPieceValue *row = &values->piece[type - 1];
        int value = type == GR_KING ? 0 : worth(geometry, type, gr_squares(variant));
        *row = (GrPieceValue){variant->piece[type].letter, {(int16_t)value, (int16_t)value},
                              {2, 3}, {2, 2}, {5, 5}};
        if (type == GR_KING)
            *row = (GrPieceValue){variant->piece[type].letter, {0, 0}, {0, 1}, {-6, 6}, {-50, 10}};
        if (variant->piece[type].flags & GR_IS_PAWN)
            *row = (GrPieceValue){variant->piece[type].letter, {90, 110}, {0, 0}, {3, 0}, {20, 50}};
    }
    values->passed[GR_MIDGAME] = 40;
    values->passed[GR_ENDGAME] = 150;
    values->shelter = 8;
    values->danger = 10;
    values->tempo = 12;
}
