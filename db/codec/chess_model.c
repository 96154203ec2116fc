/* How likely the legal moves of a chess position are. */
#include "db/codec/chess_model.h"

#include <string.h>

#include "db/codec/chess_look.h"
#include "db/codec/likelihood.h"

/* The byte b of a square has the danger in bits 0 and 1, the class in 3 to 5, support and check in 6
 * and 7. */
#define TACTIC(b) ((b) & 3) | ((b) & 0x38) << 1 | ((b) >> 6) << 2
const uint8_t gr_chess_tactic_at[256] = {GR_CHESS_BOARD(TACTIC, 0), GR_CHESS_BOARD(TACTIC, 64),
                                         GR_CHESS_BOARD(TACTIC, 128), GR_CHESS_BOARD(TACTIC, 192)};

/* Of the numbers at a node of the book, the last is the null move's. */
enum { BOOK_TOTAL = 1 << 16, BOOK_PASS = BOOK_TOTAL - 1 };

/* A row of choices: what those before each weigh, and at the end what all do. 64 weights stay below
 * 2^29. */
typedef struct Scale {
    uint32_t sum[65];
} Scale;

static inline unsigned weigh_pieces(const GrChessView *view, Scale *scale) {
    const GrChessRows rows = view->rows;
    const int8_t *w[4];
    uint32_t total = 0, *sum = scale->sum;
    for (uint64_t left = view->movable; left; left &= left - 1) {
        unsigned sq = (unsigned)__builtin_ctzll(left);
        gr_chess_piece_weights(rows, view->square[sq], sq, w);
        *sum++ = total;
        total += gr_likelihood((ptrdiff_t)*w[0] + *w[1] + *w[2] + *w[3]);
    }
    *sum = total;
    return (unsigned)(sum - scale->sum);
}

/* After gr_chess_fill with what the piece supports and checks. */
static inline unsigned weigh_targets(const GrChessView *view, unsigned from, unsigned class,
                                     uint64_t targets, Scale *scale) {
    const GrChessPiece piece = gr_chess_piece(view, from, class);
    const int8_t *w[3];
    uint32_t total = 0, *sum = scale->sum;
    for (uint64_t left = targets; left; left &= left - 1) {
        unsigned to = (unsigned)__builtin_ctzll(left);
        gr_chess_target_weights(&piece, view->square[to], to, w);
        *sum++ = total;
        total += gr_likelihood((ptrdiff_t)*w[0] + *w[1] + *w[2]);
    }
    *sum = total;
    return (unsigned)(sum - scale->sum);
}

static unsigned weigh_promotions(Scale *scale) {
    scale->sum[0] = 0;
    for (unsigned i = 0; i < 4; i++)
        scale->sum[i + 1] = scale->sum[i] + gr_likelihood(gr_chess_weight[GR_CV_PROMOTION + i]);
    return 4;
}

/* Codes the choice number i of `count`; `more` are numbers behind all choices that have another
 * meaning. */
static inline void put_choice(GrRangeWriter *range, const Scale *scale, unsigned count, unsigned i,
                              uint32_t more) {
    const uint32_t *sum = scale->sum;
    gr_range_put(range, sum[i], sum[i + 1] - sum[i], sum[count] + more);
}

/* Reads a choice, which is `count` if it is one of the `more`. */
static inline unsigned get_choice(GrRangeReader *range, const Scale *scale, unsigned count,
                                  uint32_t more) {
    const uint32_t *sum = scale->sum;
    uint32_t at = gr_range_peek(range, sum[count] + more);
    unsigned i = 0;
    while (i < count && at >= sum[i + 1])
        i++;
    gr_range_take(range, sum[i], i < count ? sum[i + 1] - sum[i] : more);
    return i;
}

static bool promotes(unsigned class, unsigned to) {
    return class == GR_CV_PAWN && to >= 56;
}

/* The move of a piece to one of its targets; `promoted` is the class of what it becomes. */
static GrMove make_move(const GrChessView *view, unsigned class, unsigned from, unsigned to,
                        unsigned promoted) {
    int type = promotes(class, to) ? GR_CV_CLASSES - (int)promoted : 0;
    GrMoveKind kind = GR_NORMAL;
    if (class == GR_CV_KING && (to == from + 2 || from == to + 2))
        kind = GR_CASTLE;
    else if (class == GR_CV_PAWN && (to - from) % 8 && gr_chess_class_on(view, to) == GR_CV_CLASSES)
        kind = GR_EN_PASSANT;
    return gr_move_make(kind, (int)(from ^ view->flip), (int)(to ^ view->flip), type, 0);
}

/* The number of a square of the set, in the order of squares. */
static unsigned rank_in(uint64_t set, unsigned sq) {
    return (unsigned)__builtin_popcountll(set & (((uint64_t)1 << sq) - 1));
}

/* The square of that number. */
static unsigned select_in(uint64_t set, unsigned i) {
    for (; i && set & (set - 1); i--)
        set &= set - 1;
    return (unsigned)__builtin_ctzll(set);
}

static bool put_weighed(GrRangeWriter *range, const GrPlace *place, GrMove move) {
    GrChessView view;
    Scale scale;
    unsigned from = ((unsigned)gr_move_from(move) ^ (place->men.turn == GR_BLACK ? 56u : 0)) & 63;
    gr_chess_view_from(place, from, &view);
    unsigned to = ((unsigned)gr_move_to(move) ^ view.flip) & 63;
    if (!(view.movable >> from & 1))
        return false;
    unsigned class = gr_chess_class_on(&view, from);
    GrChessReach reach = gr_chess_reach(&view, from, class);
    if (!(reach.targets >> to & 1))
        return false;
    gr_chess_fill(&view, gr_chess_supported(&view, class), reach.checks);
    unsigned count = weigh_pieces(&view, &scale);
    put_choice(range, &scale, count, rank_in(view.movable, from), 1);
    count = weigh_targets(&view, from, class, reach.targets, &scale);
    put_choice(range, &scale, count, rank_in(reach.targets, to), 0);
    if (!promotes(class, to))
        return true;
    unsigned promoted = GR_CV_CLASSES - (unsigned)gr_move_piece(move) - GR_CV_KNIGHT;
    if (promoted > 3)
        return false;
    put_choice(range, &scale, weigh_promotions(&scale), promoted, 0);
    return true;
}

/* Is the king safe after a move to a target? If it is the king that goes, it is; what else can be wrong is that a piece
 * is pinned. */
static bool is_safe(const GrPlace *place, const GrChessView *view, unsigned class, unsigned from, unsigned to) {
    uint64_t gone = (uint64_t)1 << to;
    if (class == GR_CV_KING)
        return true;
    uint64_t all = (view->all & ~((uint64_t)1 << from)) | gone;
    if (class == GR_CV_PAWN && gone == view->ep) {
        gone = (uint64_t)1 << (to - 8);
        all &= ~gone;
    }
    return !gr_chess_checkers(&place->men, all, gone);
}

static GrMove get_weighed(GrRangeReader *range, const GrPlace *place) {
    GrChessView view;
    Scale scale;
    gr_chess_view(place, &view);
    gr_chess_fill(&view, 0, 0);
    unsigned count = weigh_pieces(&view, &scale), i = get_choice(range, &scale, count, 1);
    if (i == count)
        return gr_move_make(GR_PASS, 0, 0, 0, 0);
    unsigned from = select_in(view.movable, i), class = gr_chess_class_on(&view, from);
    GrChessReach reach = gr_chess_reach(&view, from, class);
    gr_chess_fill(&view, gr_chess_supported(&view, class), reach.checks);
    count = weigh_targets(&view, from, class, reach.targets, &scale);
    unsigned to = select_in(reach.targets, get_choice(range, &scale, count, 0));
    unsigned promoted = GR_CV_PAWN;
    if (promotes(class, to))
        promoted = GR_CV_KNIGHT + get_choice(range, &scale, weigh_promotions(&scale), 0);
    if (!is_safe(place, &view, class, from, to))
        return GR_NO_MOVE;
    return make_move(&view, class, from, to, promoted);
}

/* Types of chess count from 1, the king, to 6, the pawn, and White's codes are their types. */
unsigned gr_chess_book_start(const GrPosition *pos) {
    static const uint8_t row[16] = {3, 5, 4, 2, 1, 4, 5, 3, 6, 6, 6, 6, 6, 6, 6, 6};
    if (pos->turn != GR_WHITE || pos->rights != 15)
        return 0;
    for (int sq = 0; sq < 16; sq++)
        if (pos->board[sq] != gr_piece(GR_WHITE, row[sq]) ||
            pos->board[sq ^ 56] != gr_piece(GR_BLACK, row[sq]) ||
            pos->board[16 + sq] != GR_EMPTY || pos->board[32 + sq] != GR_EMPTY)
            return 0;
    return 1;
}

static GrMove edge_move(const GrBookEdge *edge) {
    return gr_move_make((GrMoveKind)edge->kind, edge->from, edge->to, 0, 0);
}

/* The edge of a move, NULL if there is none; *low is where its interval begins, or that of leaving
 * the book. */
static const GrBookEdge *find_edge(unsigned node, GrMove move, uint32_t *low) {
    const GrBookEdge *edge = gr_book_edge + gr_book_first[node];
    const GrBookEdge *end = gr_book_edge + gr_book_first[node + 1];
    int to = gr_move_to(move);
    for (*low = 0; edge < end; *low += edge->share, edge++)
        if (edge->to == to && edge_move(edge) == move)
            return edge;
    return NULL;
}

unsigned gr_chess_book_next(unsigned node, GrMove move) {
    uint32_t low;
    const GrBookEdge *edge = node ? find_edge(node, move, &low) : NULL;
    return edge ? edge->node : 0;
}

static __attribute__((noinline)) bool put_by_book(GrRangeWriter *range, const GrPlace *place, GrMove move,
                                                  unsigned *book) {
    uint32_t low;
    const GrBookEdge *edge = find_edge(place->book, move, &low);
    if (edge) {
        gr_range_put(range, low, edge->share, BOOK_TOTAL);
        *book = edge->node;
        __builtin_prefetch(gr_book_edge + gr_book_first[edge->node]); /* where the next move will be looked up */
        return true;
    }
    gr_range_put(range, low, BOOK_PASS - low, BOOK_TOTAL);
    return put_weighed(range, place, move);
}

bool gr_chess_put(GrRangeWriter *range, const GrPlace *place, GrMove move, unsigned *book) {
    *book = 0;
    return place->book ? put_by_book(range, place, move, book) : put_weighed(range, place, move);
}

void gr_chess_put_pass(GrRangeWriter *range, const GrPlace *place) {
    GrChessView view;
    Scale scale;
    if (place->book) {
        gr_range_put(range, BOOK_PASS, 1, BOOK_TOTAL);
        return;
    }
    gr_chess_view(place, &view);
    gr_chess_fill(&view, 0, 0);
    uint32_t total = scale.sum[weigh_pieces(&view, &scale)];
    gr_range_put(range, total, 1, total + 1);
}

/* The edge whose interval has the number `at`, NULL if it is that of leaving the book. */
static const GrBookEdge *edge_at(unsigned node, uint32_t at, uint32_t *low) {
    const GrBookEdge *edge = gr_book_edge + gr_book_first[node];
    const GrBookEdge *end = gr_book_edge + gr_book_first[node + 1];
    for (*low = 0; edge < end; *low += edge->share, edge++)
        if (at < *low + edge->share)
            return edge;
    return NULL;
}

GrMove gr_chess_get(GrRangeReader *range, const GrPlace *place, unsigned *book) {
    uint32_t low;
    *book = 0;
    if (!place->book)
        return get_weighed(range, place);
    uint32_t at = gr_range_peek(range, BOOK_TOTAL);
    if (at >= BOOK_PASS) {
        gr_range_take(range, BOOK_PASS, 1);
        return gr_move_make(GR_PASS, 0, 0, 0, 0);
    }
    const GrBookEdge *edge = edge_at(place->book, at, &low);
    gr_range_take(range, low, edge ? edge->share : BOOK_PASS - low);
    if (!edge)
        return get_weighed(range, place);
    *book = edge->node;
    return edge_move(edge);
}
