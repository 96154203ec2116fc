/* What pieces count. */
#include "db/query/parse/worth.h"

#include <stdlib.h>
#include <string.h>

#include "rules/definition.h"

/* In pawns. A piece without a row counts by the squares that it reaches; and so do those of described games, where the
 * names may be other pieces', but for the ones of chess. */
static const struct {
    const char *name;
    int worth;
} worths[] = {
    {"Queen", 9},    {"Rook", 5},     {"Bishop", 3},   {"Knight", 3},     {"Chancellor", 8}, {"Archbishop", 8},
    {"Pawn", 1},     {"LPawn", 1},    {"Duke", 3},     {"Cardinal", 5},   {"Wizard", 5},     {"Magician", 3},
    {"Warlock", 8},  {"Sorcerer", 6}, {"Dragon", 5},   {"Chariot", 5},    {"Archer", 3},     {"Giant", 3},
    {"Hero", 2},     {"Warrior", 1},
};
enum { OF_CHESS = 7 };

/* Hundredths of pawns, of a leap and of a square on a line: a knight's 5.25 leaps on a board of chess make 3 pawns, and
 * so do a bishop's 8.75 squares. */
enum { LEAP = 58, SQUARE = 37 };

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

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* Of a described piece, where it may capture from all squares together. A step that never goes on counts as a leap. */
static int reached_as_defined(const GrVariant *v, int type) {
    int near[3][3] = {{0}}, far[3][3] = {{0}}, leaps = 0, hundredths;
    for (int sq = 0; sq < gr_squares(v); sq++)
        for (GrSet to = gr_defined_reach(v, GR_WHITE, type, sq, true); to;) {
            int other = gr_set_pop(&to);
            int df = other % v->files - sq % v->files, dr = other / v->files - sq / v->files;
            bool line = !df || !dr || abs(df) == abs(dr), step = abs(df) < 2 && abs(dr) < 2;
            leaps += !line;
            near[sign(df) + 1][sign(dr) + 1] += line && step;
            far[sign(df) + 1][sign(dr) + 1] += line && !step;
        }
    hundredths = leaps * LEAP;
    for (int i = 0; i < 9; i++)
        hundredths += near[i / 3][i % 3] * (far[i / 3][i % 3] ? SQUARE : LEAP) + far[i / 3][i % 3] * SQUARE;
    return hundredths;
}

static int guess(const GrVariant *v, int type) {
    int leaps, slides = reached(v, &v->piece[type].capture, &leaps);
    int hundredths = v->defined ? reached_as_defined(v, type) : LEAP * leaps + SQUARE * slides;
    int pawns = (hundredths / gr_squares(v) + 50) / 100;
    return v->piece[type].flags & GR_IS_PAWN || (v->defined && !pawns) ? 1 : pawns;
}

bool query_is_pawn(const GrVariant *v, int type) {
    return v->piece[type].flags & GR_IS_PAWN || !strcmp(v->piece[type].name, "Pawn");
}

int query_worth(const GrVariant *v, int type) {
    if (type == GR_KING)
        return 0;
    size_t rows = !v->defined                               ? sizeof worths / sizeof *worths
                  : v->piece[type].flags & ~(unsigned)GR_IS_PAWN ? 0
                                                            : OF_CHESS;
    for (size_t i = 0; i < rows; i++)
        if (!strcmp(worths[i].name, v->piece[type].name))
            return worths[i].worth;
    return guess(v, type);
}
