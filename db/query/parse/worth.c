/* What pieces count. */
#include "db/query/parse/worth.h"

#include <stdlib.h>
#include <string.h>

/* In pawns. A piece without a row counts by the squares that it reaches. */
static const struct {
    const char *name;
    int worth;
} worths[] = {
    {"Queen", 9},    {"Rook", 5},     {"Bishop", 3},   {"Knight", 3},     {"Pawn", 1},
    {"LPawn", 1},    {"Duke", 3},     {"Cardinal", 5}, {"Wizard", 5},     {"Magician", 3},
    {"Warlock", 8},  {"Sorcerer", 6}, {"Dragon", 5},   {"Chancellor", 8}, {"Archbishop", 8},
    {"Chariot", 5},  {"Archer", 3},   {"Giant", 3},    {"Hero", 2},       {"Warrior", 1},
};

/* Squares that a piece may reach by the row on an empty board, from all squares together. */
static int reached(const GrVariant *v, const GrReach *row, int *leaps) {
    int slides = 0;
    *leaps = 0;
    for (int sq = 0; sq < gr_squares(v); sq++)
        for (int other = 0; other < gr_squares(v); other++) {
            int df = abs(other % v->files - sq % v->files), dr = abs(other / v->files - sq / v->files);
            slides += sq != other && ((df && dr && df == dr && df <= row->diag) ||
                                      ((!df || !dr) && df + dr <= row->orth));
            for (int i = 0; i < 4 && (row->leap[i].df || row->leap[i].dr); i++)
                *leaps += (df == abs(row->leap[i].df) && dr == abs(row->leap[i].dr)) ||
                          (dr == abs(row->leap[i].df) && df == abs(row->leap[i].dr));
        }
    return slides;
}

/* A knight's 5.25 leaps on a board of chess make 3 pawns, and so do a bishop's 8.75 squares. */
static int guess(const GrVariant *v, int type) {
    int leaps, slides = reached(v, &v->piece[type].capture, &leaps);
    int hundredths = (58 * leaps + 37 * slides) / gr_squares(v);
    return v->piece[type].flags & GR_IS_PAWN ? 1 : (hundredths + 50) / 100;
}

int query_worth(const GrVariant *v, int type) {
    if (type == GR_KING)
        return 0;
    for (size_t i = 0; i < sizeof worths / sizeof *worths; i++)
        if (!strcmp(worths[i].name, v->piece[type].name))
            return worths[i].worth;
    return guess(v, type);
}
