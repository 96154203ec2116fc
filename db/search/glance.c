/* Glancing at games: does any move open a line on which a king stands, to a piece that goes along it? */
#include "db/search/glance.h"

enum { SIDE = 8, LAST = SIDE - 1, SQUARES = SIDE * SIDE };

typedef struct Glance {
    const GrSketchWatch *watch;
    const GrReplayer *player;
    const GrSketch *sketch;
} Glance;

/* ---- what to look out for ---- */

static bool is_on_line(int df, int dr) {
    return !df || !dr || df == dr || df == -dr;
}

/* May a piece that goes so attack a king so far away, if nothing stands between? */
static bool reaches(unsigned gait, int df, int dr) {
    bool straight = !df || !dr, slanting = df == dr || df == -dr;
    switch (gait) {
    case GR_GAIT_KNIGHT:
        return df * dr == 2 || df * dr == -2;
    case GR_GAIT_BISHOP:
        return slanting;
    case GR_GAIT_ROOK:
        return straight;
    case GR_GAIT_PAWN:
        return slanting && dr == 1;
    case GR_GAIT_BLACK_PAWN:
        return slanting && dr == -1;
    default:
        return gait == GR_GAIT_QUEEN && (straight || slanting);
    }
}

static void make_watch(GrGlance *glance, bool twice) {
    GrSketchWatch *watch = &glance->watch;
    *watch = (GrSketchWatch){{0}, {0}};
    for (int a = 0; a < SQUARES; a++)
        for (int b = 0; b < SQUARES; b++) {
            int df = b % SIDE - a % SIDE, dr = b / SIDE - a / SIDE;
            watch->line[a] |= (uint64_t)is_on_line(df, dr) << b;
            for (unsigned gait = 0; gait < GR_GAITS; gait++)
                watch->reach[gait * SQUARES + (unsigned)a] |= (uint64_t)(!twice || reaches(gait, df, dr)) << b;
        }
    glance->known = true;
    glance->twice = twice;
}

/* ---- what comes of a move ---- */

static int king_of(const Glance *g, int side) {
    return g->player->square[side][g->sketch->king[side]];
}

static unsigned gait_on(const Glance *g, int side, int sq) {
    return g->player->variant.gait[side][g->sketch->ahead.board[sq] & 31];
}

static int step_towards(int by) {
    return (by > 0) - (by < 0);
}

/* Does a piece of the side look along the line from a king through a square that was left, over which nothing stands,
 * other than from `but`? */
static bool looks_along(const Glance *g, int side, int king, int left, int but) {
    int df = left % SIDE - king % SIDE, dr = left / SIDE - king / SIDE;
    bool straight = !df || !dr;
    int file = king % SIDE, rank = king / SIDE;
    for (;;) {
        file += step_towards(df);
        rank += step_towards(dr);
        if (file < 0 || file > LAST || rank < 0 || rank > LAST || left == king)
            return false;
        int sq = rank * SIDE + file;
        if (g->sketch->ahead.board[sq] == GR_EMPTY)
            continue;
        unsigned gait = gait_on(g, side, sq);
        return sq != but && (gait == GR_GAIT_QUEEN || gait == (straight ? GR_GAIT_ROOK : GR_GAIT_BISHOP));
    }
}

static bool looks_through(const Glance *g, int side, int king, int left, int but) {
    return g->watch->line[king] >> left & 1 && looks_along(g, side, king, left, but);
}

/* The rook of a castling goes with its king; it, too, may look at the other one. */
static bool castled(const Glance *g, int side, GrMove move) {
    const GrVariant *variant = gr_variant(g->sketch->ahead.rules);
    int king = king_of(g, !side);
    for (int i = 0; i < variant->castlings; i++) {
        const GrCastling *c = &variant->castling[i];
        if (c->king_from == gr_move_from(move) && c->king_to == gr_move_to(move))
            return looks_through(g, side, king, c->king_from, -1) || looks_through(g, side, king, c->rook_from, -1) ||
                   looks_through(g, side, king, c->rook_to, -1);
    }
    return true;
}

/* May a move that was played have discovered a check? One that takes a pawn in passing may open two lines. */
static bool discovered(const Glance *g, GrMove move) {
    int side = !g->sketch->ahead.turn, from = gr_move_from(move), to = gr_move_to(move), king = king_of(g, !side);
    if (gr_move_kind(move) == GR_CASTLE)
        return castled(g, side, move);
    if (gr_move_kind(move) == GR_EN_PASSANT)
        return looks_through(g, side, king, from, -1) ||
               looks_through(g, side, king, from / SIDE * SIDE + to % SIDE, -1);
    return g->watch->reach[gait_on(g, side, to) * SQUARES + (unsigned)to] >> king & 1 &&
           looks_through(g, side, king, from, to);
}

bool gr_glance_discovers(GrGlance *glance, GrReplayer *player, const GrPosition *pos, bool twice, uint32_t plies) {
    GrSketch *sketch = &glance->sketch;
    const Glance g = {&glance->watch, player, sketch};
    GrMove move;
    if (gr_variant(pos->rules)->moving_castlings || gr_king_square(pos, GR_WHITE) < 0 ||
        gr_king_square(pos, GR_BLACK) < 0 || gr_in_check(pos) || !gr_sketch_open(sketch, player, pos))
        return true;
    if (!glance->known || glance->twice != twice)
        make_watch(glance, twice);
    for (uint32_t ply = 0; ply < plies;) {
        ply += gr_sketch_seek(sketch, player, plies - ply, &glance->watch, &move);
        if (!sketch->sound || (move != GR_NO_MOVE && discovered(&g, move)))
            return true;
    }
    return false;
}
