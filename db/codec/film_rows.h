/* The rows of films, and the moves that are not as usual: what both kinds of filming share. Internal to db/codec. */
#ifndef GR_DB_FILM_ROWS_H
#define GR_DB_FILM_ROWS_H

#include "db/codec/film.h"

enum { FILES = 8, SQUARES = 64 };

/* Half of a row: shorter ones would be written in part and read as a whole soon after, which is slow. */
typedef uint64_t Half __attribute__((vector_size(32), aligned(8), may_alias));

/* The words of a row in which a piece stands, by its code. */
#define WORDS_OF(side, type) \
    [(side) << 5 | (type)] = {[0] = (side) ? UINT64_MAX : 0, [type] = UINT64_MAX, [7] = (side) ? 0 : UINT64_MAX}
#define WORDS_OF_SIDE(side) \
    WORDS_OF(side, 1), WORDS_OF(side, 2), WORDS_OF(side, 3), WORDS_OF(side, 4), WORDS_OF(side, 5), WORDS_OF(side, 6)
static const uint64_t words_of[GR_PIECES][GR_FILM_WORDS] = {WORDS_OF_SIDE(0), WORDS_OF_SIDE(1)};

/* Each square as a set, in all words of a half. */
#define ONE(sq) {(uint64_t)1 << (sq), (uint64_t)1 << (sq), (uint64_t)1 << (sq), (uint64_t)1 << (sq)}
#define ONES(rank) \
    ONE(8 * (rank)), ONE(8 * (rank) + 1), ONE(8 * (rank) + 2), ONE(8 * (rank) + 3), ONE(8 * (rank) + 4), \
        ONE(8 * (rank) + 5), ONE(8 * (rank) + 6), ONE(8 * (rank) + 7)
static const uint64_t one[SQUARES][4] = {ONES(0), ONES(1), ONES(2), ONES(3), ONES(4), ONES(5), ONES(6), ONES(7)};

/* Takes from the nth half what stands on some squares, and puts a piece, or none, on others. */
static inline __attribute__((always_inline)) void put_in_half(Half *half, int n, const Half *emptied, const Half *there,
                                                              size_t piece) {
    *half = (*half & ~*emptied) | (((const Half *)words_of[piece])[n] & *there);
}

/* Makes the next row of a move that takes what stands where it goes to. */
static inline __attribute__((always_inline)) void film_plain(GrFilmRow *row, size_t from, size_t to, size_t piece) {
    const Half here = *(const Half *)one[to], both = here | *(const Half *)one[from];
    const Half *old = (const Half *)row[0].word;
    Half low = old[0], high = old[1], *next = (Half *)row[1].word;
    put_in_half(&low, 0, &both, &here, piece);
    put_in_half(&high, 1, &both, &here, piece);
    next[0] = low;
    next[1] = high;
}

/* The first row. */
static inline void start_row(GrFilmRow *row, const GrPosition *start) {
    for (int type = 1; type <= GR_FILM_TYPES; type++)
        row->word[type] = (uint64_t)start->type[type];
    for (int side = 0; side < 2; side++)
        row->word[gr_film_side(side)] = (uint64_t)start->side[side];
}

/* Where the pawn stands that a capture en passant takes; beyond the board if there is none. */
static inline unsigned victim_of(const GrPosition *pos, unsigned to) {
    return pos->turn == GR_WHITE ? to - FILES : to + FILES;
}

/* What a rare move makes of squares, one after the other. */
typedef struct Steps {
    unsigned count;
    uint8_t sq[4], piece[4];
} Steps;

static inline void step(Steps *steps, unsigned sq, int piece) {
    steps->sq[steps->count] = (uint8_t)sq;
    steps->piece[steps->count++] = (uint8_t)piece;
}

static inline bool castle(const GrPosition *pos, GrMove move, Steps *steps) {
    const GrVariant *variant = gr_variant(pos->rules);
    for (int i = 0; i < variant->castlings; i++) {
        const GrCastling *c = &variant->castling[i];
        int rook = pos->board[c->rook_from];
        if (c->king_from != gr_move_from(move) || c->king_to != gr_move_to(move) || rook == GR_EMPTY ||
            gr_side_of(rook) != pos->turn)
            continue;
        step(steps, c->rook_from, GR_EMPTY);
        step(steps, c->king_from, GR_EMPTY);
        step(steps, c->king_to, pos->board[c->king_from]);
        step(steps, c->rook_to, rook);
        return true;
    }
    return false;
}

/* False if the move cannot be played. */
static inline bool find_steps(const GrPosition *pos, GrMove move, Steps *steps) {
    unsigned from = (unsigned)gr_move_from(move), to = (unsigned)gr_move_to(move);
    steps->count = 0;
    if (gr_move_kind(move) == GR_CASTLE)
        return castle(pos, move, steps);
    step(steps, from, GR_EMPTY);
    if (gr_move_kind(move) == GR_EN_PASSANT)
        step(steps, victim_of(pos, to), GR_EMPTY);
    step(steps, to, gr_move_piece(move) ? gr_piece(pos->turn, gr_move_piece(move)) : pos->board[from]);
    return true;
}

/* What steps make of a row: the next one. */
static inline void film_steps(const Steps *steps, GrFilmRow *row) {
    Half low = ((const Half *)row[0].word)[0], high = ((const Half *)row[0].word)[1];
    for (unsigned i = 0; i < steps->count; i++) {
        const Half here = *(const Half *)one[steps->sq[i]];
        put_in_half(&low, 0, &here, &here, steps->piece[i] % GR_PIECES);
        put_in_half(&high, 1, &here, &here, steps->piece[i] % GR_PIECES);
    }
    ((Half *)row[1].word)[0] = low;
    ((Half *)row[1].word)[1] = high;
}

/* Plays steps on the board, and in a film of which that row is the last one. */
static inline void play_steps(GrPosition *pos, const Steps *steps, GrFilmRow *row) {
    for (unsigned i = 0; i < steps->count; i++)
        pos->board[steps->sq[i]] = steps->piece[i];
    film_steps(steps, row);
    pos->turn = !pos->turn;
}

/* Plays a rare move; false if that cannot be. */
static inline bool play_rare(GrPosition *pos, GrMove move, GrFilmRow *row) {
    Steps steps;
    if (!find_steps(pos, move, &steps))
        return false;
    play_steps(pos, &steps, row);
    return true;
}

/* What a rare move does, about to be played. */
static inline GrFilmMove look_at_rare(const GrPosition *pos, GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    unsigned to = (unsigned)gr_move_to(move), at = kind == GR_EN_PASSANT ? victim_of(pos, to) : to;
    uint8_t victim = kind == GR_CASTLE ? (uint8_t)GR_EMPTY : pos->board[at];
    return (GrFilmMove){.move = move, .piece = pos->board[gr_move_from(move)], .target = pos->board[to],
                          .victim = victim, .square = (uint8_t)(victim == GR_EMPTY ? GR_NO_SQUARE : (int)at)};
}

#endif
