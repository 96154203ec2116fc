/* The row of a described piece: the reaches that say most of how it goes, for all that looks at a piece without asking
 * the rules. */
#include <stdlib.h>

#include "rules/defined_build.h"

/* The ways of a piece that are the eight (or four) turns of one offset. */
typedef struct Turns {
    int long_side, short_side, found, all, range;
    bool alike;
} Turns;

static Turns turns_of(const GrDefinedPiece *piece, const GrWay *like, unsigned how) {
    int a = abs(like->df) > abs(like->dr) ? abs(like->df) : abs(like->dr), b = abs(like->df) + abs(like->dr) - a;
    Turns turns = {.long_side = a, .short_side = b, .all = b == 0 || a == b ? 4 : 8, .range = like->range,
                   .alike = true};
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        bool fits = (abs(way->df) == a && abs(way->dr) == b) || (abs(way->df) == b && abs(way->dr) == a);
        if (!fits || way->kind != like->kind || !(way->how & how) || (way->how & (GR_WAY_FIRST | GR_WAY_DRAWN)))
            continue;
        turns.found++;
        turns.alike = turns.alike && way->range == like->range;
        turns.range = way->range > turns.range ? way->range : turns.range;
    }
    return turns;
}

static void add_leap(GrReach *reach, const Turns *turns, bool *oddly) {
    int n = 0;
    while (n < 4 && (reach->leap[n].df || reach->leap[n].dr)) {
        if (reach->leap[n].df == turns->short_side && reach->leap[n].dr == turns->long_side)
            return;
        n++;
    }
    if (n == 4) {
        *oddly = true;
        return;
    }
    reach->leap[n].df = (int8_t)turns->short_side;
    reach->leap[n].dr = (int8_t)turns->long_side;
}

/* The reach that covers most of how a piece goes; *oddly if it does not cover all. A leap or line counts that is in
 * at least half of its directions. */
static GrReach reach_of(const GrDefinedPiece *piece, unsigned how, bool *oddly) {
    GrReach reach = {{{0, 0}}, 0, 0};
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        if (!(way->how & how))
            continue;
        if (way->how & GR_WAY_DRAWN) {
            *oddly = true;
            continue;
        }
        Turns turns = turns_of(piece, way, how);
        bool whole = turns.found == turns.all && turns.alike;
        bool slide = way->kind == GR_WAY_RIDE && turns.long_side == 1;
        *oddly = *oddly || !whole || (way->how & GR_WAY_FIRST) || (way->kind != GR_WAY_LEAP && !slide);
        if (2 * turns.found < turns.all || way->kind >= GR_WAY_HOP)
            continue;
        if (slide)
            *(turns.short_side ? &reach.diag : &reach.orth) = (uint8_t)turns.range;
        else
            add_leap(&reach, &turns, oddly);
    }
    return reach;
}

/* In the order in which variants with a C file write the leaps of a king: straight, then diagonally. */
static void sort_leaps(GrReach *reach) {
    for (int n = 1; n < 4 && (reach->leap[n].df || reach->leap[n].dr); n++)
        for (int i = n; i > 0; i--) {
            int size = reach->leap[i].df + 16 * reach->leap[i].dr;
            int before = reach->leap[i - 1].df + 16 * reach->leap[i - 1].dr;
            int8_t df = reach->leap[i].df, dr = reach->leap[i].dr;
            if (size >= before)
                break;
            reach->leap[i] = reach->leap[i - 1];
            reach->leap[i - 1].df = df;
            reach->leap[i - 1].dr = dr;
        }
    if (reach->leap[0].dr == 1 && !reach->leap[0].df) { /* {1, 0}, as others write it */
        reach->leap[0].df = 1;
        reach->leap[0].dr = 0;
    }
}

void gr_defined_row(GrDefined *defined, int type) {
    const GrDefinedPiece *piece = &defined->def.piece[type];
    GrPieceRow *row = &defined->piece[type];
    bool oddly = piece->region[0] || piece->region[1] || (!piece->ways && !piece->pawn);
    *row = (GrPieceRow){.letter = piece->letter, .alias = piece->alias, .name = piece->name, .names = ""};
    row->flags = piece->pawn ? GR_IS_PAWN : piece->base ? GR_IS_PROMOTED : 0;
    row->move = reach_of(piece, GR_WAY_MOVES, &oddly);
    row->capture = reach_of(piece, GR_WAY_TAKES, &oddly);
    sort_leaps(&row->move);
    sort_leaps(&row->capture);
    if (defined->def.casters >> type & 1)
        row->flags |= GR_CASTS;
    if (defined->def.shooters >> type & 1)
        row->flags |= GR_SHOOTS;
    if (oddly && !piece->pawn)
        row->flags |= GR_GOES_ODDLY;
}
