/* Where pieces go on an empty board, and what follows from that for pawns. */
#include "analysis/engine/geometry.h"

#include <string.h>

static const int8_t axis_step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

/* Squares in one direction, `range` at the most. */
static GrSet ray(const GrVariant *v, int sq, int df, int dr, int range) {
    GrSet set = 0;
    int file = sq % v->files + df, rank = sq / v->files + dr;
    for (int n = 0; n < range; n++, file += df, rank += dr) {
        if (file < 0 || file >= v->files || rank < 0 || rank >= v->ranks)
            break;
        set |= gr_set_of(gr_square(v, file, rank));
    }
    return set;
}

static GrSet leaps(const GrVariant *v, const GrReach *reach, int sq) {
    GrSet set = 0;
    for (int i = 0; i < 4 && (reach->leap[i].df || reach->leap[i].dr); i++)
        for (int way = 0; way < 8; way++) {
            int a = way & 4 ? reach->leap[i].dr : reach->leap[i].df;
            int b = way & 4 ? reach->leap[i].df : reach->leap[i].dr;
            set |= ray(v, sq, way & 1 ? -a : a, way & 2 ? -b : b, 1);
        }
    return set;
}

static GrSet slides(const GrVariant *v, const GrReach *reach, int sq) {
    GrSet set = 0;
    for (int i = 0; i < 4; i++) {
        int range = i < 2 ? reach->orth : reach->diag;
        set |= ray(v, sq, axis_step[i][0], axis_step[i][1], range);
        set |= ray(v, sq, -axis_step[i][0], -axis_step[i][1], range);
    }
    return set;
}

static void build_gait(GrGait *gait, const GrVariant *v, const GrReach *reach) {
    gait->leaps = reach->leap[0].df || reach->leap[0].dr;
    gait->orth = reach->orth > 0;
    gait->diag = reach->diag > 0;
    gait->bounded = (gait->orth && reach->orth < GR_FAR) || (gait->diag && reach->diag < GR_FAR);
    for (int sq = 0; sq < gr_squares(v); sq++) {
        gait->leap[sq] = leaps(v, reach, sq);
        gait->slide[sq] = slides(v, reach, sq);
    }
}

static void build_square(GrGeometry *g, const GrVariant *v, int sq) {
    for (int i = 0; i < 4; i++) {
        int df = axis_step[i][0], dr = axis_step[i][1];
        g->axis[sq][i].above = ray(v, sq, df, dr, GR_FAR);
        g->axis[sq][i].below = ray(v, sq, -df, -dr, GR_FAR);
        g->near[sq] |= ray(v, sq, df, dr, 1) | ray(v, sq, -df, -dr, 1);
    }
    for (int other = 0; other < gr_squares(v); other++) {
        int across = other % v->files - sq % v->files;
        g->file[sq] |= across == 0 ? gr_set_of(other) : 0;
        g->beside[sq] |= across == 1 || across == -1 ? gr_set_of(other) : 0;
        g->ahead[GR_WHITE][sq] |= other / v->files > sq / v->files ? gr_set_of(other) : 0;
        g->ahead[GR_BLACK][sq] |= other / v->files < sq / v->files ? gr_set_of(other) : 0;
    }
}

static void build_front(GrGeometry *g, const GrVariant *v, int sq) {
    GrSet files = g->file[sq] | g->beside[sq];
    for (int side = GR_WHITE; side <= GR_BLACK; side++)
        for (int ranks = 1; ranks <= 3; ranks++) {
            int rank = sq / v->files + (side == GR_WHITE ? ranks : -ranks);
            GrSet row = 0;
            for (int file = 0; rank >= 0 && rank < v->ranks && file < v->files; file++)
                row |= gr_set_of(gr_square(v, file, rank));
            if (ranks < 3)
                g->front[side][sq][ranks - 1] = row & files;
            g->front[side][sq][2] |= row & files;
        }
    g->file_of[sq] = (uint8_t)(sq % v->files);
    g->rank_of[sq] = (uint8_t)(sq / v->files);
    g->edge[0] |= sq % v->files == 0 ? gr_set_of(sq) : 0;
    g->edge[1] |= sq % v->files == v->files - 1 ? gr_set_of(sq) : 0;
}

void gr_geometry_build(GrGeometry *geometry, const GrVariant *variant) {
    memset(geometry, 0, sizeof *geometry);
    for (int sq = 0; sq < gr_squares(variant); sq++)
        build_square(geometry, variant, sq);
    for (int sq = 0; sq < gr_squares(variant); sq++)
        build_front(geometry, variant, sq);
    for (int type = 1; type <= variant->types; type++) {
        GrGait *gait = geometry->gait[type];
        build_gait(&gait[GR_MOVING], variant, &variant->piece[type].move);
        build_gait(&gait[GR_TAKING], variant, &variant->piece[type].capture);
        geometry->same[type] = memcmp(gait[0].leap, gait[1].leap, sizeof gait[0].leap) == 0 &&
                               memcmp(gait[0].slide, gait[1].slide, sizeof gait[0].slide) == 0 &&
                               !(variant->piece[type].flags & GR_HOPS);
    }
}

/* The squares of an axis up to and with the first blocker on either side. Adding the negative of
 * the nearest blocker below to the blockers above carries up to the nearest of these. */
static GrSet along(const GrAxis *axis, GrSet occupied) {
    GrSet below = axis->below & occupied, above = axis->above & occupied;
    GrSet changed = above ^ (above + (~(GrSet)0 << gr_set_last(below | 1)));
    return changed & (axis->below | axis->above);
}

GrSet gr_geometry_reach(const GrGeometry *geometry, int type, GrMode mode, int sq, GrSet occupied) {
    const GrGait *gait = &geometry->gait[type][mode];
    const GrAxis *axis = geometry->axis[sq];
    GrSet set = 0;
    if (gait->orth)
        set |= along(&axis[0], occupied) | along(&axis[1], occupied);
    if (gait->diag)
        set |= along(&axis[2], occupied) | along(&axis[3], occupied);
    if (gait->bounded)
        set &= gait->slide[sq];
    return gait->leaps ? set | gait->leap[sq] : set;
}
