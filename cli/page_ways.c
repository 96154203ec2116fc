/* How a piece of a described game goes, in words: its ways, those put together that differ in their direction alone. */
#include <stdlib.h>

#include "cli/page_local.h"
#include "rules/variant.h"

typedef struct Group {
    const GrWay *first; /* of all that differ from it in their direction alone, */
    const GrWay *way[GR_DEFINED_WAYS];
    int ways;
    int longer, shorter; /* how far they go along files and ranks */
} Group;

static int longer_of(const GrWay *way) {
    return abs(way->df) > abs(way->dr) ? abs(way->df) : abs(way->dr);
}

static int shorter_of(const GrWay *way) {
    return abs(way->df) > abs(way->dr) ? abs(way->dr) : abs(way->df);
}

static bool are_alike(const GrWay *a, const GrWay *b) {
    return a->kind == b->kind && a->range == b->range && a->how == b->how && longer_of(a) == longer_of(b) &&
           shorter_of(a) == shorter_of(b);
}

static bool is_in_line(const Group *g) {
    return !g->shorter || g->shorter == g->longer;
}

static const GrWay *find(const Group *g, int df, int dr) {
    for (int i = 0; i < g->ways; i++)
        if (g->way[i]->df == df && g->way[i]->dr == dr)
            return g->way[i];
    return NULL;
}

/* ---- directions ---- */

static const char *ahead(int dr) {
    return dr > 0 ? "forwards" : "backwards";
}

/* A way and its mirror image, if that is there, too. */
static void put_direction(GrBuffer *out, const Group *g, const GrWay *way) {
    bool both = way->df && find(g, -way->df, way->dr);
    const char *side = both ? "either side" : way->df > 0 ? "the right" : "the left";
    if (!way->df)
        gr_buffer_puts(out, ahead(way->dr));
    else if (!way->dr)
        gr_buffer_printf(out, both ? "sideways" : "to %s", side);
    else if (is_in_line(g))
        gr_buffer_printf(out, both ? "diagonally %s" : "diagonally %s to %s", ahead(way->dr), side);
    else
        gr_buffer_printf(out, "%d %s and %d to %s", abs(way->dr), ahead(way->dr), abs(way->df), side);
}

static void put_directions(GrBuffer *out, const Group *g) {
    bool more = false;
    if (g->ways == (is_in_line(g) ? 4 : 8)) {
        gr_buffer_puts(out, !g->shorter     ? "straight in any direction"
                            : is_in_line(g) ? "diagonally in any direction"
                                            : "in any direction");
        return;
    }
    for (int i = 0; i < g->ways; i++) {
        const GrWay *way = g->way[i];
        if (way->df < 0 && find(g, -way->df, way->dr))
            continue;
        gr_buffer_puts(out, more ? " or " : "");
        put_direction(out, g, way);
        more = true;
    }
}

/* ---- distances ---- */

static void put_squares(GrBuffer *out, int count) {
    gr_buffer_printf(out, "%d square%s ", count, count == 1 ? "" : "s");
}

/* "2 squares forwards", "2 by 1 squares in any direction". Some oblique leaps say how far in their directions. */
static void put_leap(GrBuffer *out, const Group *g) {
    if (is_in_line(g))
        put_squares(out, g->longer);
    else if (g->ways == 8)
        gr_buffer_printf(out, "%d by %d squares ", g->longer, g->shorter);
    put_directions(out, g);
}

static void put_ride(GrBuffer *out, const Group *g) {
    bool far = g->first->range == GR_FAR;
    if (g->longer == 1) {
        gr_buffer_puts(out, far ? "goes any number of squares " : "goes up to ");
        if (!far)
            put_squares(out, g->first->range);
        put_directions(out, g);
        return;
    }
    gr_buffer_puts(out, far ? "makes any number of leaps of " : "makes up to ");
    if (!far)
        gr_buffer_printf(out, "%d leaps of ", g->first->range);
    put_leap(out, g);
    gr_buffer_puts(out, ", all in one line over empty squares");
}

static void put_hop(GrBuffer *out, const Group *g, const char *over) {
    gr_buffer_puts(out, g->longer == 1 ? "goes " : "leaps on in a line, each time ");
    if (g->longer == 1)
        put_directions(out, g);
    else
        put_leap(out, g);
    gr_buffer_puts(out, over);
    if (g->first->kind != GR_WAY_GRASSHOP && g->first->range != GR_FAR)
        gr_buffer_printf(out, ", no further than %d such steps", g->first->range);
}

static void put_group(GrBuffer *out, const Group *g) {
    switch (g->first->kind) {
    case GR_WAY_RIDE:
        put_ride(out, g);
        break;
    case GR_WAY_HOP:
        put_hop(out, g, " over exactly one piece or wall, and on beyond it");
        break;
    case GR_WAY_SHY:
        put_hop(
            out, g,
            " over exactly one piece or wall, and on beyond it, but neither over a piece that goes so nor onto one");
        break;
    case GR_WAY_GRASSHOP:
        put_hop(out, g, " over the first piece or wall, to the square just behind it");
        break;
    default:
        gr_buffer_puts(out, g->longer == 1 || g->first->kind == GR_WAY_LAME ? "goes " : "leaps ");
        put_leap(out, g);
        gr_buffer_puts(out, g->first->kind == GR_WAY_LAME ? " if nothing stands on its way" : "");
    }
    gr_buffer_puts(out, !(g->first->how & GR_WAY_TAKES) ? ", without capturing" : "");
    gr_buffer_puts(out, !(g->first->how & GR_WAY_MOVES) ? ", only to capture" : "");
    gr_buffer_puts(out, g->first->how & GR_WAY_FIRST ? ", as a first step" : "");
    gr_buffer_puts(out, g->first->how & GR_WAY_DRAWN ? ", along diagonals that are drawn on the board" : "");
}

void cli_page_ways(const GrDefinedPiece *piece, GrBuffer *html) {
    bool done[GR_DEFINED_WAYS] = {false}, more = false;
    for (int i = 0; i < piece->ways; i++) {
        Group g = {.first = &piece->way[i], .longer = longer_of(&piece->way[i]), .shorter = shorter_of(&piece->way[i])};
        if (done[i])
            continue;
        for (int j = i; j < piece->ways; j++)
            if (!done[j] && are_alike(g.first, &piece->way[j])) {
                g.way[g.ways++] = &piece->way[j];
                done[j] = true;
            }
        gr_buffer_puts(html, more ? "; " : "");
        put_group(html, &g);
        more = true;
    }
    if (!more)
        gr_buffer_puts(html, "does not move");
}
