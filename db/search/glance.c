/* Glancing at games: does any move open a line on which a king stands, to a piece that goes along it? */
#include "db/search/glance.h"

enum { SIDE = 8, LAST = SIDE - 1 };

typedef struct Glance {
    const uint64_t *line;
    GrReplayer *player;
    GrPosition *pos; /* its board and its turn are kept up, nothing else */
    int king[2];
    bool twice;      /* only double checks count */
} Glance;

static int step_towards(int by) {
    return (by > 0) - (by < 0);
}

static inline bool is_on_line(int df, int dr) {
    return !df || !dr || df == dr || df == -dr;
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
        int sq = rank * SIDE + file, piece = g->pos->board[sq];
        if (piece == GR_EMPTY)
            continue;
        unsigned gait = g->player->variant.gait[side][piece & 31];
        return sq != but && (gait == GR_GAIT_QUEEN || gait == (straight ? GR_GAIT_ROOK : GR_GAIT_BISHOP));
    }
}

static inline bool looks_through(const Glance *g, int side, int king, int left, int but) {
    return g->line[king] >> left & 1 && looks_along(g, side, king, left, but);
}

/* May a piece of the side attack a king from there, if nothing stands between? */
static bool reaches(const Glance *g, int side, int king, int from) {
    int df = king % SIDE - from % SIDE, dr = king / SIDE - from / SIDE, product = df * dr;
    unsigned gait = g->player->variant.gait[side][g->pos->board[from] & 31];
    bool straight = !product, slanting = df == dr || df == -dr;
    switch (gait) {
    case GR_GAIT_KNIGHT:
        return product == 2 || product == -2;
    case GR_GAIT_BISHOP:
        return slanting;
    case GR_GAIT_ROOK:
        return straight;
    case GR_GAIT_PAWN:
    case GR_GAIT_BLACK_PAWN:
        return slanting && dr == (side == GR_WHITE ? 1 : -1);
    default:
        return gait == GR_GAIT_QUEEN && (straight || slanting);
    }
}

/* Takes a pawn that has just gone past; either of two lines may be opened. */
static bool takes_past(Glance *g, int side, int from, int to) {
    int king = g->king[!side], victim = from / SIDE * SIDE + to % SIDE;
    g->pos->board[to] = g->pos->board[from];
    g->pos->board[from] = g->pos->board[victim] = GR_EMPTY;
    return looks_through(g, side, king, from, -1) || looks_through(g, side, king, victim, -1);
}

/* The rook of a castling goes with its king; it, too, may look at the other one. */
static bool castles(Glance *g, int side, GrMove move) {
    const GrVariant *variant = gr_variant(g->pos->rules);
    uint8_t *board = g->pos->board;
    int king = g->king[!side];
    for (int i = 0; i < variant->castlings; i++) {
        const GrCastling *c = &variant->castling[i];
        if (c->king_from != gr_move_from(move) || c->king_to != gr_move_to(move))
            continue;
        uint8_t own = board[c->king_from], rook = board[c->rook_from];
        board[c->king_from] = board[c->rook_from] = GR_EMPTY;
        board[c->king_to] = own;
        board[c->rook_to] = rook;
        g->king[side] = c->king_to;
        return looks_through(g, side, king, c->king_from, -1) || looks_through(g, side, king, c->rook_from, -1) ||
               looks_through(g, side, king, c->rook_to, -1);
    }
    return true;
}

/* Plays a move; may it discover a check? */
static inline bool discovers(Glance *g, GrMove move) {
    uint8_t *board = g->pos->board;
    int side = g->pos->turn, from = gr_move_from(move), to = gr_move_to(move);
    g->pos->turn = (uint8_t)!side;
    if (gr_move_kind(move) == GR_CASTLE)
        return castles(g, side, move);
    if (gr_move_kind(move) == GR_EN_PASSANT)
        return takes_past(g, side, from, to);
    if (gr_move_kind(move) != GR_NORMAL)
        return true;
    board[to] = gr_move_piece(move) ? (uint8_t)gr_piece(side, gr_move_piece(move)) : board[from];
    board[from] = GR_EMPTY;
    if (from == g->king[side])
        g->king[side] = to;
    int king = g->king[!side];
    return looks_through(g, side, king, from, to) && (!g->twice || reaches(g, side, king, to));
}

/* The same of the next moves. */
static bool any_discovers(Glance *g, GrSketch *sketch, uint32_t left) {
    uint32_t plies = left < GR_SKETCH_PLIES ? left : GR_SKETCH_PLIES;
    bool found = !gr_sketch_read(sketch, g->player, plies, 0);
    for (uint32_t i = 0; i < plies && !found; i++)
        found = discovers(g, sketch->move[i]);
    return found;
}

static void make_lines(GrGlance *glance) {
    for (int a = 0; a < SIDE * SIDE; a++)
        for (int b = 0; b < SIDE * SIDE; b++)
            if (is_on_line(b % SIDE - a % SIDE, b / SIDE - a / SIDE))
                glance->line[a] |= 1ull << b;
}

bool gr_glance_discovers(GrGlance *glance, GrReplayer *player, GrPosition *pos, bool twice, uint32_t plies) {
    Glance g = {glance->line, player, pos, {gr_king_square(pos, GR_WHITE), gr_king_square(pos, GR_BLACK)}, twice};
    if (player->form != GR_REPLAY_FORM_PACKED || gr_variant(pos->rules)->moving_castlings || g.king[GR_WHITE] < 0 ||
        g.king[GR_BLACK] < 0 || gr_in_check(pos))
        return true;
    if (!glance->line[0])
        make_lines(glance);
    gr_sketch_open(&glance->sketch, player, pos);
    for (uint32_t ply = 0; ply < plies; ply += GR_SKETCH_PLIES)
        if (any_discovers(&g, &glance->sketch, plies - ply))
            return true;
    return false;
}
