#include "db/chess_model.h"

#include <string.h>

/* The last number of every choice is the null move's, as in codec 1. A score counts eighths of a
 * power of two; BIAS puts the usual ones into the middle of what is kept apart. */
enum { PASS_LOW = GR_RANGE_TOTAL - 1, BIAS = 112, SCORE_MAX = 151 };

/* The legal moves of a place and their weights. */
typedef struct Scored {
    GrMoveList list;
    uint32_t weight[GR_MAX_MOVES];
    uint64_t total;
    uint64_t mine; /* squares of the mover's pieces */
} Scored;

/* 16 * 2^(score / 8); the first eight are rounded, all others doubled from them. */
#define OCTAVE(n)                                                                                  \
    16u << (n), 17u << (n), 19u << (n), 21u << (n), 23u << (n), 25u << (n), 27u << (n), 29u << (n)
static const uint32_t weight_of[SCORE_MAX + 1] = {
    OCTAVE(0),  OCTAVE(1),  OCTAVE(2),  OCTAVE(3),  OCTAVE(4),  OCTAVE(5),  OCTAVE(6),
    OCTAVE(7),  OCTAVE(8),  OCTAVE(9),  OCTAVE(10), OCTAVE(11), OCTAVE(12), OCTAVE(13),
    OCTAVE(14), OCTAVE(15), OCTAVE(16), OCTAVE(17), OCTAVE(18),
};

/* A piece with what its moves have in common, as the loop over moves needs it. */
typedef struct Mover {
    const int8_t *travel, *square, *tactic;
    const GrChessClass *class;
    int base;
} Mover;

static void score_pieces(const GrPosition *pos, const GrChessView *view, Mover *mover) {
    const int8_t *w = gr_chess_weight;
    for (uint64_t left = view->mine; left; left &= left - 1) {
        unsigned sq = (unsigned)__builtin_ctzll(left);
        GrChessPiece piece = gr_chess_piece(view, pos, sq);
        mover[sq] = (Mover){w + piece.travel, w + piece.square, w + piece.tactic, piece.class,
                            BIAS + w[piece.stay]};
    }
}

static void score_moves(const GrPlace *place, Scored *scored) {
    GrChessView view;
    Mover mover[64];
    uint64_t total = 0;
    gr_moves(&place->pos, &scored->list);
    gr_chess_view(place, &view);
    score_pieces(&place->pos, &view, mover);
    unsigned count = scored->list.count, flip = view.flip;
    for (unsigned i = 0; i < count; i++) {
        GrMove move = scored->list.move[i];
        unsigned to = (unsigned)gr_move_to(move) ^ flip, byte = view.square[to];
        const Mover *by = &mover[(unsigned)gr_move_from(move) ^ flip];
        int score = by->base + by->travel[to] + by->square[byte] +
                    by->tactic[gr_chess_tactic(by->class, byte, to)];
        if (move >> 14)
            score += gr_chess_weight[gr_chess_special(&view, gr_variant(place->pos.rules), move)];
        score = score < 0 ? 0 : score;
        uint32_t weight = weight_of[score < SCORE_MAX ? score : SCORE_MAX];
        scored->weight[i] = weight;
        total += weight;
    }
    scored->total = total;
    scored->mine = flip ? __builtin_bswap64(view.mine) : view.mine;
}

/* A row of moves that stand together in the order of moves: where it begins and what it has. */
typedef struct Span {
    uint64_t below, weight;  /* of the moves before it, and its own */
    uint32_t rank, moves;    /* the same */
} Span;

/* Where the interval begins of a move that has `rank` moves of weight `below` before it. Each move
 * gets one number for nothing, so that none is left out. */
static uint32_t start_of(const Scored *scored, uint64_t below, uint32_t rank) {
    return (uint32_t)(below * (PASS_LOW - scored->list.count) / scored->total) + rank;
}

/* Is the number below the end of the span's interval? Says the same as start_of, without its
 * division. */
static bool reaches(const Scored *scored, const Span *span, uint32_t at) {
    uint32_t rank = span->rank + span->moves;
    uint64_t below = span->below + span->weight;
    return at < rank ||
           (at - rank + 1) * scored->total <= below * (PASS_LOW - scored->list.count);
}

/* Eight moves at once, in the lanes of a vector. */
typedef uint32_t Words __attribute__((vector_size(32)));
enum { WORDS = 8, WORDS_MOST = 256 };

/* The order of moves by squares and kind alone. */
static uint32_t coarse_order(GrMove move) {
    return (uint32_t)gr_move_from(move) << 11 | (uint32_t)gr_move_to(move) << 4 |
           (uint32_t)gr_move_kind(move);
}

static void count_before(Span *span, bool before, uint32_t weight) {
    span->below += before ? weight : 0;
    span->rank += before;
}

/* The span of a move. Only promotions to one square differ by more than the coarse order. */
static Span span_of(const GrVariant *variant, const Scored *scored, GrMove move) {
    const GrMove *other = scored->list.move;
    unsigned count = scored->list.count, i = 0;
    uint32_t coarse = coarse_order(move), order = gr_move_order(variant, move);
    Words weight = {0}, rank = {0};
    Span span = {0};
    for (; i + WORDS <= count && i < WORDS_MOST; i += WORDS) {
        Words moves, weights;
        memcpy(&moves, other + i, sizeof moves);
        memcpy(&weights, scored->weight + i, sizeof weights);
        Words orders = (moves & 127) << 11 | (moves >> 7 & 127) << 4 | (moves >> 14 & 15);
        Words before = (Words)(orders < coarse);
        weight += weights & before;
        rank -= before;
    }
    for (unsigned lane = 0; lane < WORDS; lane++) {
        span.below += weight[lane];
        span.rank += rank[lane];
    }
    for (; i < count; i++)
        count_before(&span, coarse_order(other[i]) < coarse, scored->weight[i]);
    for (i = 0; i < count; i++) {
        if (other[i] == move) {
            span.weight = scored->weight[i];
            span.moves = 1;
        } else if (gr_move_piece(move) && coarse_order(other[i]) == coarse) {
            count_before(&span, gr_move_order(variant, other[i]) < order, scored->weight[i]);
        }
    }
    return span;
}

static bool put_weighed(GrRangeWriter *range, const GrPlace *place, GrMove move) {
    Scored scored;
    score_moves(place, &scored);
    Span span = span_of(gr_variant(place->pos.rules), &scored, move);
    if (!span.moves)
        return false;
    uint32_t low = start_of(&scored, span.below, span.rank);
    gr_range_put(range, low, start_of(&scored, span.below + span.weight, span.rank + 1) - low);
    return true;
}

/* Goes on to the next span. */
static void pass_span(Span *span) {
    span->below += span->weight;
    span->rank += span->moves;
}

/* The span of all moves from the square that the number belongs to; *from is the square. */
static Span find_square(const Scored *scored, uint32_t at, int *from) {
    uint64_t sum[64]; /* for each of the squares, weight << 16 | number of moves */
    Span span = {0}, last = span;
    for (uint64_t left = scored->mine; left; left &= left - 1)
        sum[__builtin_ctzll(left)] = 0;
    for (unsigned i = 0; i < scored->list.count; i++)
        sum[gr_move_from(scored->list.move[i])] += (uint64_t)scored->weight[i] << 16 | 1;
    for (uint64_t left = scored->mine; left; left &= left - 1) {
        int sq = __builtin_ctzll(left);
        if (!sum[sq])
            continue;
        span.weight = sum[sq] >> 16;
        span.moves = sum[sq] & 0xFFFF;
        *from = sq;
        last = span;
        if (reaches(scored, &span, at))
            break;
        pass_span(&span);
    }
    return last;
}

/* Puts the moves from a square in order; returns how many there are. */
static unsigned sort_moves(const GrVariant *variant, const Scored *scored, int from,
                           uint64_t *sorted) {
    unsigned count = 0;
    for (unsigned i = 0; i < scored->list.count; i++) {
        if (gr_move_from(scored->list.move[i]) != from)
            continue;
        uint64_t key = (uint64_t)gr_move_order(variant, scored->list.move[i]) << 32 | i;
        unsigned at = count++;
        for (; at && sorted[at - 1] > key; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = key;
    }
    return count;
}

static GrMove get_weighed(GrRangeReader *range, const GrPlace *place, uint32_t at) {
    Scored scored;
    uint64_t sorted[GR_MAX_MOVES];
    sorted[0] = 0;
    int from = 0;
    score_moves(place, &scored);
    if (!scored.list.count)
        return GR_NO_MOVE;
    Span span = find_square(&scored, at, &from);
    unsigned count = sort_moves(gr_variant(place->pos.rules), &scored, from, sorted), i = 0;
    span.moves = 1;
    for (;; i++, pass_span(&span)) {
        span.weight = scored.weight[(uint32_t)sorted[i]];
        if (i + 1 == count || reaches(&scored, &span, at))
            break;
    }
    uint32_t low = start_of(&scored, span.below, span.rank);
    gr_range_take(range, low,
                  start_of(&scored, span.below + span.weight, span.rank + 1) - low);
    return scored.list.move[(uint32_t)sorted[i]];
}

unsigned gr_chess_book_start(const GrPosition *pos) {
    static const char row[] = "RNBQKBNRPPPPPPPP";
    const GrVariant *variant = gr_variant(pos->rules);
    if (strcmp(variant->name, "chess") || pos->turn != GR_WHITE || pos->rights != 15)
        return 0;
    for (int sq = 0; sq < 16; sq++) {
        int type = gr_type_of_letter(variant, row[sq]);
        if (pos->board[sq] != gr_piece(GR_WHITE, type) ||
            pos->board[sq ^ 56] != gr_piece(GR_BLACK, type) || pos->board[16 + sq] != GR_EMPTY ||
            pos->board[32 + sq] != GR_EMPTY)
            return 0;
    }
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
    for (*low = 0; edge < end; *low += edge->share, edge++)
        if (edge_move(edge) == move)
            return edge;
    return NULL;
}

unsigned gr_chess_book_next(unsigned node, GrMove move) {
    uint32_t low;
    const GrBookEdge *edge = node ? find_edge(node, move, &low) : NULL;
    return edge ? edge->node : 0;
}

bool gr_chess_put(GrRangeWriter *range, const GrPlace *place, GrMove move) {
    uint32_t low;
    if (!place->book)
        return put_weighed(range, place, move);
    const GrBookEdge *edge = find_edge(place->book, move, &low);
    if (edge) {
        gr_range_put(range, low, edge->share);
        return true;
    }
    if (!gr_is_legal(&place->pos, move))
        return false;
    gr_range_put(range, low, PASS_LOW - low);
    return put_weighed(range, place, move);
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

static GrMove get_pass(GrRangeReader *range) {
    gr_range_take(range, PASS_LOW, 1);
    return gr_move_make(GR_PASS, 0, 0, 0, 0);
}

GrMove gr_chess_get(GrRangeReader *range, const GrPlace *place) {
    uint32_t at = gr_range_peek(range), low;
    if (at >= PASS_LOW)
        return get_pass(range);
    if (place->book) {
        const GrBookEdge *edge = edge_at(place->book, at, &low);
        gr_range_take(range, low, edge ? edge->share : PASS_LOW - low);
        if (edge)
            return edge_move(edge);
        at = gr_range_peek(range);
        if (at >= PASS_LOW)
            return get_pass(range);
    }
    return get_weighed(range, place, at);
}
