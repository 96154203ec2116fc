/* Filming lines. */
#include "db/codec/move_film.h"

#include <stddef.h>
#include <string.h>

#include "db/codec/film_rows.h"
#include "db/codec/move_meaning.h"

enum { MOST = GR_ORDER_GROUP, TYPES = GR_FILM_TYPES, ROW = 1 << GR_CODE_BITS, AHEAD = 7, RARE_BITS = 2, FAR_BITS = 7 };

/* ---- tables ---- */

static void learn_places(GrFilmCode *film, const GrMoveCode *code) {
    for (unsigned moved = 0; moved <= MOST; moved++)
        for (unsigned still = 0; moved + still <= MOST; still++) {
            uint8_t *row = &film->place[moved * GR_FILM_MOVED_ROW + still * GR_FILM_UNMOVED_ROW];
            unsigned count = moved + still, n = 0u + code->moved[moved] + code->still[still];
            for (unsigned i = 0; i < ROW; i++) {
                unsigned symbol = code->place[n][i] / 16, bits = code->place[n][i] % 16;
                unsigned place = symbol < GR_PLACE_END ? symbol : count - 1 - (symbol - GR_PLACE_END);
                unsigned is_still = place >= moved ? GR_FILM_STILL : 0;
                row[i] = (uint8_t)(place < count ? place << 4 | is_still | bits : GR_FILM_NONE);
            }
        }
}

/* Where a piece stands; notes in `odd` which targets of its rows are no plain ones. */
static void learn_stand(GrFilmCode *film, const GrMoveCode *code, int piece, unsigned sq,
                        uint8_t odd[GR_TARGET_CODES][GR_TARGET_SYMBOLS]) {
    unsigned zone = code->at[piece][sq].zone, reached = code->at[piece][sq].reached, rows = code->at[piece][sq].pawn;
    unsigned rank = sq / FILES, ahead = AHEAD & ~(sq % FILES == 0 ? 1u : 0) & ~(sq % FILES == FILES - 1 ? 4u : 0);
    bool promotes = rows && rank == (gr_side_of(piece) == GR_WHITE ? FILES - 2 : 1);
    for (unsigned still = 0; still < 2; still++) {
        unsigned row = promotes ? (unsigned)GR_FILM_ODD_ROW : rows && still ? reached : zone;
        film->stand[still][piece][sq] = (GrFilmStand){
            .reach = code->reach[piece][sq][0],
            .row = (uint16_t)(row * ROW),
            .reached = (uint16_t)((reached - row) * ROW),
            .ahead = (uint16_t)(rows && !promotes ? ahead * ROW : 0),
        };
    }
    for (unsigned i = 0; i < GR_TARGET_SYMBOLS; i++)
        for (unsigned k = 0; k <= (rows ? rows : 1); k++) { /* the second row of others is that after a capture */
            odd[zone + (rows ? k : 0)][i] |= code->odd[piece][i];
            odd[reached + k][i] |= code->odd[piece][i];
        }
}

/* The row of a film for one of the code, in which the bits for what is before a pawn and to its left change places. */
static unsigned row_of(unsigned row) {
    return row < GR_TARGET_PAWNS ? (row & ~3u) | (row & 1) << 1 | (row >> 1 & 1) : row;
}

static void learn_targets(GrFilmCode *film, const GrMoveCode *code, int side, unsigned row,
                          const uint8_t odd[GR_TARGET_SYMBOLS]) {
    uint16_t *target = &film->target[side][row_of(row) * ROW];
    int rank = side == GR_WHITE ? FILES : -FILES;
    for (unsigned i = 0; i < ROW; i++) {
        unsigned symbol = code->target[row][i] / 16, flags = code->target[row][i] % 16 | GR_FILM_OWN;
        int step = symbol < GR_TARGET_WAYS ? code->way[symbol].files + rank * code->way[symbol].ranks : 0;
        flags |= symbol == GR_TARGET_LAST ? GR_FILM_LAST : 0;
        flags |= odd[symbol] & GR_ODD_EMPTY || symbol == GR_TARGET_ANY ? GR_FILM_EMPTY : 0;
        flags |= odd[symbol] & GR_ODD_TAKEN || symbol == GR_TARGET_ANY ? GR_FILM_TAKEN : 0;
        target[i] = (uint16_t)((unsigned)step << GR_FILM_STEP | flags);
    }
}

static void learn(GrFilmCode *film, const GrMoveCode *code) {
    uint8_t odd[GR_TARGET_CODES][GR_TARGET_SYMBOLS] = {{0}};
    if (!film->known)
        learn_places(film, code);
    film->known = true;
    film->rules = code->rules;
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        for (int type = 1; type <= TYPES; type++)
            for (unsigned sq = 0; sq < SQUARES; sq++)
                learn_stand(film, code, gr_piece(side, type), sq, odd);
        for (unsigned piece = 0; piece < GR_PIECES; piece++)
            film->odd[side][piece] = code->barred[side] >> piece & 1 ? GR_FILM_OWN
                                     : piece == GR_EMPTY             ? GR_FILM_EMPTY
                                                                     : GR_FILM_TAKEN;
    }
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        for (unsigned row = 0; row < GR_TARGET_CODES; row++)
            learn_targets(film, code, side, row, odd[row]);
        for (unsigned i = 0; i < ROW; i++)
            film->target[side][GR_FILM_ODD_ROW * ROW + i] = GR_FILM_EMPTY | GR_FILM_TAKEN | GR_FILM_OWN;
    }
}

bool gr_film_fits(const GrVariant *variant) {
    return variant->files == FILES && variant->ranks == FILES && !variant->holes && variant->types <= GR_FILM_TYPES;
}

bool gr_move_film_knows(const GrVariant *variant) {
    return gr_film_fits(variant) && !variant->defined && !variant->explosions && !variant->hands && !variant->drops &&
           !variant->pockets && !variant->moving_castlings;
}

bool gr_move_film_open(GrLineFilmer *filmer, const GrPosition *start, const uint8_t *bytes, size_t len) {
    if (!gr_move_film_knows(gr_variant(start->rules)) || start->rights >> GR_MOVED_RIGHTS)
        return false;
    gr_move_line_open(&filmer->line, start, bytes, len);
    GrFilmCode *code = &filmer->codes[filmer->line.code - filmer->line.codes.code];
    if (code->rules != start->rules)
        learn(code, filmer->line.code);
    filmer->code = code;
    memcpy(filmer->ahead.board, start->board, sizeof start->board);
    filmer->ahead.rules = start->rules;
    filmer->ahead.turn = start->turn;
    filmer->rows = 0;
    start_row(filmer->row, start);
    filmer->played[0] = (GrFilmMove){.move = GR_NO_MOVE};
    return true;
}

/* ---- moves that are not plain ---- */

/* Does a pawn go aside to take nothing there? Then it takes en passant. */
static bool goes_aside(const GrReadPly *ply) {
    return ply->from % FILES != ply->to % FILES && ply->taken == GR_EMPTY;
}

/* Is that a move of a kind that can be filmed, which leaves the board whole? */
static bool is_sound(const GrLineFilmer *f, GrMove move, const GrReadPly *ply) {
    const GrMoveCode *code = f->line.code;
    int side = f->ahead.turn, type = gr_move_piece(move);
    GrMoveKind kind = gr_move_kind(move);
    bool pawn = code->traits[ply->piece] == GR_TRAIT_PAWN, last = pawn && code->last[side][ply->to];
    bool becomes = type && memchr(code->become, type, code->becomes);
    if (code->barred[side] >> ply->taken & 1 || last != becomes || (type && !last))
        return false;
    if (kind == GR_CASTLE)
        return code->traits[ply->piece] & GR_TRAIT_CASTLES && ply->taken == GR_EMPTY;
    if (kind != GR_EN_PASSANT)
        return kind == GR_NORMAL && !(pawn && goes_aside(ply));
    unsigned victim = victim_of(&f->ahead, ply->to);
    return pawn && goes_aside(ply) && victim < SQUARES &&
           f->ahead.board[victim] == gr_piece(!side, gr_type_of((int)ply->piece));
}

/* The move of which the squares were read; GR_NO_MOVE if bytes are damaged. */
static GrMove rare_move(const GrLineFilmer *f, const GrReadPly *ply, GrLineBits *bits) {
    const GrMoveCode *code = f->line.code;
    GrMove move = ply->from | ply->to << 7;
    if (ply->plain)
        return move;
    if (!(code->traits[ply->piece] & GR_TRAIT_PAWN))
        return move | (GrMove)GR_CASTLE << 14;
    if (!code->last[f->ahead.turn][ply->to])
        return move | (GrMove)(goes_aside(ply) ? GR_EN_PASSANT : GR_NORMAL) << 14;
    unsigned n = gr_take_high(bits, gr_bits_for(code->becomes));
    return n < code->becomes ? move | (GrMove)code->become[n] << GR_MOVE_PIECE_AT : (GrMove)GR_NO_MOVE;
}

/* A move that is said as a whole. */
static GrMove whole_move(const GrLineFilmer *f, GrReadPly *ply, GrLineBits *bits) {
    const GrMoveOrder *order = &f->line.order;
    int side = f->ahead.turn;
    GrMove move = gr_move_of_whole(gr_take_high(bits, 32));
    ply->from = (unsigned)gr_move_from(move);
    ply->to = (unsigned)gr_move_to(move);
    const uint8_t *square = order->square[side], *at = memchr(square, (int)ply->from, order->count[side]);
    if (move == GR_NO_MOVE || !at || ply->to >= SQUARES)
        return GR_NO_MOVE;
    ply->place = (unsigned)(at - square);
    ply->piece = f->ahead.board[ply->from] % GR_PIECES;
    ply->taken = f->ahead.board[ply->to] % GR_PIECES;
    return move;
}

/* Puts a castling into the order: king and rook go to its front, by square. */
static void castle_in_order(GrMoveOrder *order, const GrMoveCode *code, int side, const Steps *steps) {
    unsigned king = steps->sq[2], rook = steps->sq[3];
    gr_move_order_remove(order, code, side, steps->sq[0]);
    gr_move_order_remove(order, code, side, steps->sq[1]);
    gr_move_order_add(order, code, side, king < rook ? king : rook);
    gr_move_order_add(order, code, side, king < rook ? rook : king);
}

/* Plays such a move; false if that cannot be. */
static bool play_ply(GrLineFilmer *f, uint32_t at, const GrReadPly *ply, GrMove move) {
    const GrMoveCode *code = f->line.code;
    GrMoveOrder *order = &f->line.order;
    int side = f->ahead.turn;
    Steps steps;
    if (move == GR_NO_MOVE || !is_sound(f, move, ply) || !find_steps(&f->ahead, move, &steps))
        return false;
    GrFilmMove did = look_at_rare(&f->ahead, move);
    f->played[at + 1] = did;
    if (gr_move_kind(move) == GR_CASTLE)
        castle_in_order(order, code, side, &steps);
    else
        gr_move_order_front(order, code, side, ply->place, ply->to);
    order->took = did.victim != GR_EMPTY;
    if (order->took)
        gr_move_order_remove(order, code, !side, did.square);
    order->last = (uint8_t)ply->to;
    order->seen = true;
    for (unsigned i = 0; i < steps.count; i++) {
        GrSet here = gr_set_of(steps.sq[i]);
        order->set[side] = (order->set[side] & ~here) | (steps.piece[i] == GR_EMPTY ? 0 : here);
        order->set[!side] &= ~here;
    }
    play_steps(&f->ahead, &steps, &f->row[at]);
    return true;
}

/* Reads a ply that is not plain; false if it cannot be there. */
static __attribute__((noinline)) bool read_other(GrLineFilmer *f, uint32_t at) {
    const GrMoveCode *code = f->line.code;
    const GrMoveOrder *order = &f->line.order;
    int side = f->ahead.turn;
    GrReadPly ply = {.place = 0};
    GrLineBits bits = gr_move_line_peek(&f->line.at);
    unsigned symbol = gr_take_place(&bits, code, order->code[side]), place = gr_place_of(order, side, symbol);
    GrPlaceRare form = symbol < GR_PLACE_MARKED ? GR_RARE_FAR : GR_RARE_OTHER;
    if (symbol == GR_PLACE_RARE)
        form = (GrPlaceRare)gr_take_low(&bits, RARE_BITS);
    if (symbol == GR_PLACE_RARE && form == GR_RARE_FAR)
        place = gr_take_low(&bits, FAR_BITS);
    if (form == GR_RARE_FAR && !gr_read_target(code, order, &bits, f->ahead.board, side, place, &ply))
        return false;
    GrMove move = form == GR_RARE_WHOLE ? whole_move(f, &ply, &bits)
                  : form == GR_RARE_FAR ? rare_move(f, &ply, &bits)
                                        : (GrMove)GR_NO_MOVE;
    return gr_move_line_took(&f->line.at, &bits) && play_ply(f, at, &ply, move);
}

/* ---- plain moves ---- */

#define ALWAYS static inline __attribute__((always_inline))

/* The order of one side, apart from all else, so that the compiler knows that nothing else writes to it. */
typedef struct Men {
    uint8_t square[MOST];
    unsigned row; /* of places */
    uint64_t set;
} Men;

/* Where reading is. */
typedef struct Reading {
    uint64_t low, high;     /* bits, */
    size_t low_at, high_at; /* and how many were taken */
    uint64_t last_set;      /* where the other side moved last, if it did, */
    size_t last;
    unsigned took; /* ROW if it took something there */
    GrFilmMove *did;
} Reading;

/* What a plain move did, in one write, as one is read soon after. */
ALWAYS void put_done(GrFilmMove *did, size_t piece, size_t taken, size_t to) {
    uint32_t all = (uint32_t)(piece | taken << 8 | taken << 16 | to << 24);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    all = __builtin_bswap32(all);
#endif
    memcpy((uint8_t *)did + offsetof(GrFilmMove, piece), &all, sizeof all);
}

ALWAYS uint64_t turned(uint64_t set, unsigned by) {
    return set >> by % 64 | set << -by % 64;
}

/* The piece on a square is gone, which is one of these. */
ALWAYS void lose(Men *men, unsigned sq) {
    unsigned place = gr_move_order_find(men->square, sq);
    gr_order_group_remove(men->square, place % MOST);
    men->row -= place < men->row / GR_FILM_MOVED_ROW ? GR_FILM_MOVED_ROW : GR_FILM_UNMOVED_ROW;
    men->set ^= (uint64_t)1 << sq;
}

/* Reads a ply; false, and nothing done, if it is not a plain one. What is at hand has no branch that cannot be foretold
 * but captures and recaptures. */
ALWAYS bool read_plain(GrLineFilmer *f, Reading *r, Men *men, Men *others, int side) {
    uint8_t *board = f->ahead.board;
    const GrFilmCode *code = f->code;
    unsigned found = code->place[men->row + r->low % ROW], still = (found & GR_FILM_STILL) * (2048 / GR_FILM_STILL);
    size_t place = found >> 4, from = men->square[place], piece = board[from];
    const GrFilmStand *stand = &code->stand[0][0][0] + (2 * still | piece << 6 | from);
    unsigned fore = (unsigned)from - (side == GR_WHITE ? 0 : 2 * FILES);
    uint64_t ahead = (turned(others->set, fore) & AHEAD * ROW) | (turned(men->set, fore) & 2 * ROW);
    unsigned reached = (stand->reached + r->took) & (0u - (unsigned)((stand->reach & r->last_set) != 0));
    unsigned row = stand->row + ((unsigned)ahead & stand->ahead) + reached;
    unsigned target = code->target[side][row + (r->high >> (64 - GR_CODE_BITS))];
    size_t step = from + (size_t)((int16_t)target >> GR_FILM_STEP);
    size_t to = (target & GR_FILM_LAST ? r->last : step) % SQUARES, taken = board[to];
    if (__builtin_expect(target & code->odd[side][taken], 0) || __builtin_expect(found == GR_FILM_NONE, 0))
        return false;
    r->low >>= found & GR_FILM_LEN;
    r->low_at += found & GR_FILM_LEN;
    r->high <<= target & GR_FILM_LEN;
    r->high_at += target & GR_FILM_LEN;
    gr_order_group_front(men->square, place, (unsigned)to);
    men->row += still;
    r->last = to;
    r->last_set = (uint64_t)1 << to;
    men->set ^= r->last_set | (uint64_t)1 << from;
    r->took = (unsigned)(others->set >> to & 1) * ROW;
    board[from] = GR_EMPTY;
    board[to] = (uint8_t)piece;
    r->did->move = (GrMove)(from | to << 7);
    put_done(r->did++, piece, taken, to);
    if (taken != GR_EMPTY)
        lose(others, (unsigned)to);
    return true;
}

ALWAYS void begin_side(Men *men, const GrMoveOrder *order, int side) {
    unsigned moved = order->moved[side], still = order->count[side] - moved;
    memcpy(men->square, order->square[side], sizeof men->square);
    men->row = moved * GR_FILM_MOVED_ROW + still * GR_FILM_UNMOVED_ROW;
    men->set = (uint64_t)order->set[side];
}

ALWAYS void end_side(const Men *men, const GrMoveCode *code, GrMoveOrder *order, int side) {
    unsigned moved = men->row / GR_FILM_MOVED_ROW, still = men->row % GR_FILM_MOVED_ROW / GR_FILM_UNMOVED_ROW;
    memcpy(order->square[side], men->square, sizeof men->square);
    gr_move_order_count(order, code, side, moved + still, moved);
    order->set[side] = men->set;
}

/* Takes bits near an end. */
static __attribute__((noinline)) GrLineBits few_bits(const GrLineAt *line, size_t low, size_t high) {
    GrLineAt at = *line;
    at.low = low;
    at.high = high;
    return gr_move_line_peek_few(&at);
}

ALWAYS void take_bits(Reading *r, const GrLineAt *line) {
    if (__builtin_expect((r->low_at >= line->safe) | (r->high_at >= line->safe), 0)) {
        GrLineBits bits = few_bits(line, r->low_at, r->high_at);
        r->low = bits.low;
        r->high = bits.high;
    } else {
        r->low = gr_bytes_as_u64(line->bytes + r->low_at / 8) >> r->low_at % 8;
        r->high = gr_bytes_as_u64(line->bytes + line->len - r->high_at / 8 - 8) << r->high_at % 8;
    }
}

/* Reads plain plies, two for each look at the bits, and returns the ply that is none, or the last one. */
static __attribute__((noinline)) uint32_t read_moves(GrLineFilmer *f, uint32_t from, uint32_t to) {
    GrMoveOrder *order = &f->line.order;
    if (order->count[GR_WHITE] > MOST || order->count[GR_BLACK] > MOST)
        return from;
    const GrLineAt at = f->line.at;
    GrFilmMove *const first = f->played + 1, *const end = first + to;
    Men white, black;
    Reading r = {.low_at = at.low, .high_at = at.high, .last_set = (uint64_t)order->seen << order->last,
                 .last = order->last, .took = order->took ? ROW : 0, .did = first + from};
    begin_side(&white, order, GR_WHITE);
    begin_side(&black, order, GR_BLACK);
    for (bool whites = f->ahead.turn == GR_WHITE; r.did < end; whites = true) {
        take_bits(&r, &at);
        if (whites && (!read_plain(f, &r, &white, &black, GR_WHITE) || r.did == end))
            break;
        if (!read_plain(f, &r, &black, &white, GR_BLACK))
            break;
    }
    end_side(&white, f->line.code, order, GR_WHITE);
    end_side(&black, f->line.code, order, GR_BLACK);
    order->last = (uint8_t)r.last;
    order->seen = r.last_set != 0;
    order->took = r.took != 0;
    f->line.at.low = r.low_at;
    f->line.at.high = r.high_at;
    uint32_t ply = (uint32_t)(r.did - first);
    f->ahead.turn ^= (ply - from) % 2;
    return ply;
}

/* Makes the rows of plain plies. */
ALWAYS void film_moves(GrFilmRow *row, const GrFilmMove *did, uint32_t plies) {
    Half low = ((const Half *)row->word)[0], high = ((const Half *)row->word)[1];
    for (const GrFilmMove *end = did + plies; did < end; did++) {
        const Half here = *(const Half *)one[did->square], both = here | *(const Half *)one[did->move % SQUARES];
        put_in_half(&low, 0, &both, &here, did->piece);
        put_in_half(&high, 1, &both, &here, did->piece);
        row++;
        ((Half *)row->word)[0] = low;
        ((Half *)row->word)[1] = high;
    }
}

ALWAYS bool read_all(GrLineFilmer *f, uint32_t plies, unsigned what) {
    for (uint32_t ply = 0, from = 0; from < plies; from = ply + 1) {
        ply = read_moves(f, from, plies);
        if (what & GR_FILM_ROWS)
            film_moves(f->row + from, f->played + from + 1, ply - from);
        if (ply < plies && !read_other(f, ply))
            return false;
    }
    return f->line.at.low + f->line.at.high <= 8 * f->line.at.len;
}

bool gr_move_film_next(GrLineFilmer *filmer, uint32_t plies, unsigned what) {
    filmer->row[0] = filmer->row[filmer->rows];
    filmer->played[0] = filmer->played[filmer->rows];
    filmer->rows = plies;
    return what == GR_FILM_MOVES  ? read_all(filmer, plies, GR_FILM_MOVES)
           : what == GR_FILM_ROWS ? read_all(filmer, plies, GR_FILM_ROWS)
                                  : read_all(filmer, plies, GR_FILM_ROWS | GR_FILM_MOVES);
}
