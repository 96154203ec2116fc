/* How pieces move on an empty board. */
#include "notation/write/piece_moves.h"

#include "rules/definition.h"
#include "rules/position.h"

static bool on_board(const GrVariant *v, int file, int rank) {
    return file >= 0 && file < v->files && rank >= 0 && rank < v->ranks;
}

/* Squares that the row of a piece reaches from sq on an empty board. */
static GrSet reach_of(const GrVariant *v, const GrReach *reach, int sq) {
    GrSet set = 0;
    int file = sq % v->files, rank = sq / v->files;
    for (int i = 0; i < 4 && (reach->leap[i].df || reach->leap[i].dr); i++)
        for (int turn = 0; turn < 8; turn++) {
            int a = reach->leap[i].df, b = reach->leap[i].dr;
            int df = turn & 4 ? b : a, dr = turn & 4 ? a : b;
            int f = file + (turn & 1 ? -df : df), r = rank + (turn & 2 ? -dr : dr);
            if (on_board(v, f, r))
                set |= gr_set_of(gr_square(v, f, r));
        }
    for (int way = 0; way < 9; way++)
        for (int n = 1, df = way % 3 - 1, dr = way / 3 - 1; n <= (df && dr ? reach->diag : reach->orth); n++) {
            if ((!df && !dr) || !on_board(v, file + n * df, rank + n * dr))
                break;
            set |= gr_set_of(gr_square(v, file + n * df, rank + n * dr));
        }
    return set;
}

/* Squares of a described piece's ways for moves, or for captures: those that hop, or those that do not, from so many
 * steps of each way on. */
static GrSet ways_of(const GrVariant *v, int type, int sq, int how, bool hops, int first) {
    const GrDefinedPiece *piece = gr_defined_piece(v, type);
    GrSet set = 0;
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        int most = way->kind == GR_WAY_LEAP || way->kind == GR_WAY_LAME ? 1 : way->range;
        if ((way->kind >= GR_WAY_HOP) != hops || !(way->how & how))
            continue;
        for (int n = 1; n <= most && on_board(v, sq % v->files + n * way->df, sq / v->files + n * way->dr); n++)
            if (n >= first)
                set |= gr_set_of(sq + n * (way->df + way->dr * v->files));
    }
    return set;
}

/* What is next to a piece that hops is not behind anything. */
static GrSet defined_squares(const GrVariant *v, int type, int sq, bool takes) {
    int how = takes ? GR_WAY_TAKES : GR_WAY_MOVES;
    GrSet near = ways_of(v, type, sq, how, true, 1) & ~ways_of(v, type, sq, how, true, 2) &
                 ~ways_of(v, type, sq, how, false, 1);
    return gr_defined_reach(v, GR_WHITE, type, sq, takes) & ~near;
}

static GrSet squares_of(const GrVariant *v, int type, int sq, bool takes) {
    const GrPieceRow *row = &v->piece[type];
    if (v->defined)
        return defined_squares(v, type, sq, takes);
    if (!(row->flags & GR_IS_PAWN))
        return reach_of(v, takes ? &row->capture : &row->move, sq);
    const GrReach ahead = {{{0, 0}}, 1, takes};
    GrSet near = reach_of(v, &ahead, sq), up = near >> (sq + 2) << (sq + 2), straight = gr_set_of(sq + v->files);
    return takes ? up & ~straight : up & straight;
}

static GrSet hops_of(const GrVariant *v, int type, int sq) {
    int how = GR_WAY_MOVES | GR_WAY_TAKES;
    return v->defined ? ways_of(v, type, sq, how, true, 2) & ~ways_of(v, type, sq, how, false, 1) : 0;
}

char gr_piece_mark(const GrVariant *v, int type, int from, int sq) {
    bool moves = gr_set_has(squares_of(v, type, from, false), sq);
    bool takes = gr_set_has(squares_of(v, type, from, true), sq);
    if (sq == from)
        return v->piece[type].letter;
    if ((moves || takes) && gr_set_has(hops_of(v, type, from), sq))
        return 'h';
    return moves && takes ? '*' : moves ? 'o' : takes ? 'x' : '.';
}

int gr_piece_place(const GrVariant *v, int type) {
    int middle = gr_square(v, (v->files - 1) / 2, (v->ranks - 1) / 2), best = middle;
    bool pawn = v->piece[type].flags & GR_IS_PAWN;
    GrSet reach = squares_of(v, type, middle, false) | squares_of(v, type, middle, true);
    if (reach && !pawn)
        return middle;
    int most = 0;
    for (int sq = 0; sq < gr_squares(v); sq++) {
        int n = gr_set_count(squares_of(v, type, sq, false) | squares_of(v, type, sq, true));
        if (n > most ||
            (n == most && pawn && sq % v->files == (v->files - 1) / 2 && best % v->files != sq % v->files)) {
            most = n;
            best = sq;
        }
    }
    return best;
}
