/* Reading sketches; and their rare moves: castling, promotion, captures en passant. */
#include "db/codec/sketch.h"

enum { FILES = 8, SQUARES = 64, TAKES = 64, SPECIAL = 255 };

bool gr_sketch_knows(const GrVariant *variant) {
    return !variant->defined && !variant->explosions && !variant->hands && !variant->drops && !variant->pockets &&
           !variant->moving_castlings && !variant->holes && variant->files == FILES && variant->ranks == FILES;
}

bool gr_sketch_films(const GrVariant *variant) {
    return variant->types <= GR_SKETCH_TYPES;
}

/* ---- films ---- */

/* Half of a row: shorter ones would be written in part and read as a whole soon after, which is slow. */
typedef uint64_t Half __attribute__((vector_size(32), aligned(8), may_alias));

/* The words of a row in which a piece stands, by its code. */
#define WORDS_OF(side, type) \
    [(side) << 4 | (type)] = {[0] = (side) ? UINT64_MAX : 0, [type] = UINT64_MAX, [7] = (side) ? 0 : UINT64_MAX}
#define WORDS_OF_SIDE(side) \
    WORDS_OF(side, 1), WORDS_OF(side, 2), WORDS_OF(side, 3), WORDS_OF(side, 4), WORDS_OF(side, 5), WORDS_OF(side, 6)
static const uint64_t words_of[32][GR_SKETCH_WORDS] = {WORDS_OF_SIDE(0), WORDS_OF_SIDE(1)};

/* Takes from the nth half what stands on some squares, and puts a piece, or none, on others. */
static inline __attribute__((always_inline)) void put_in_half(Half *half, int n, uint64_t emptied, uint64_t there,
                                                              unsigned piece) {
    const Half *words = (const Half *)words_of[piece % 32] + n;
    *half = (*half & ~(Half){emptied, emptied, emptied, emptied}) | (*words & (Half){there, there, there, there});
}

static void start_row(GrSketchRow *row, const GrPosition *start) {
    for (int type = 1; type <= GR_SKETCH_TYPES; type++)
        row->word[type] = (uint64_t)start->type[type];
    for (int side = 0; side < 2; side++)
        row->word[gr_sketch_side(side)] = (uint64_t)start->side[side];
}

bool gr_sketch_open(GrSketch *sketch, const GrReplayer *replayer, const GrPosition *start) {
    sketch->ahead = *start;
    sketch->rows = 0;
    start_row(sketch->row, start);
    return replayer->form == GR_REPLAY_FORM_PACKED;
}

/* ---- rare moves ---- */

/* Where the pawn stands that a capture en passant takes; beyond the board if there is none. */
static unsigned victim_of(const GrPosition *pos, unsigned to) {
    return pos->turn == GR_WHITE ? to - FILES : to + FILES;
}

/* Takes a pawn from where the other one has just gone past it. */
static GrMove en_passant(GrReplayer *replayer, const GrPosition *pos, unsigned n, unsigned from, unsigned to) {
    unsigned victim = victim_of(pos, to);
    int piece = victim < SQUARES ? pos->board[victim] : GR_EMPTY;
    if (piece == GR_EMPTY || gr_side_of(piece) == pos->turn || !replayer->variant.pawn[gr_type_of(piece)])
        return GR_NO_MOVE;
    replayer->square[pos->turn][n] = (uint8_t)to;
    replayer->next++;
    return gr_move_make(GR_EN_PASSANT, (int)from, (int)to, 0, 0);
}

/* What a rare move makes of squares, one after the other. */
typedef struct Steps {
    unsigned count;
    uint8_t sq[4], piece[4];
} Steps;

static void step(Steps *steps, unsigned sq, int piece) {
    steps->sq[steps->count] = (uint8_t)sq;
    steps->piece[steps->count++] = (uint8_t)piece;
}

static bool castle(const GrPosition *pos, GrMove move, Steps *steps) {
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
static bool find_steps(const GrPosition *pos, GrMove move, Steps *steps) {
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

/* Puts a piece, or none, to where another one may stand. */
static void put(GrPosition *pos, int sq, int piece, unsigned types) {
    uint64_t here = (uint64_t)1 << sq;
    gr_sketch_clear(pos, here, types);
    gr_sketch_change(&pos->type[gr_type_of(pos->board[sq])], here, 0);
    gr_sketch_change(&pos->side[GR_WHITE], here, 0);
    gr_sketch_change(&pos->side[GR_BLACK], here, 0);
    pos->board[sq] = (uint8_t)piece;
    if (piece == GR_EMPTY)
        return;
    gr_sketch_change(&pos->side[gr_side_of(piece)], 0, here);
    gr_sketch_change(&pos->type[gr_type_of(piece)], 0, here);
}

bool gr_sketch_play_rare(GrPosition *pos, GrMove move, unsigned types) {
    Steps steps;
    if (!find_steps(pos, move, &steps))
        return false;
    for (unsigned i = 0; i < steps.count; i++)
        put(pos, steps.sq[i], steps.piece[i], types);
    pos->turn = !pos->turn;
    return true;
}

/* The same on the board alone, and in a row unless it is NULL. */
static bool shift_rare(GrPosition *pos, GrMove move, GrSketchRow *row) {
    Half *half = row ? (Half *)row->word : NULL;
    Steps steps;
    if (!find_steps(pos, move, &steps))
        return false;
    for (unsigned i = 0; i < steps.count; i++) {
        uint64_t here = (uint64_t)1 << steps.sq[i];
        pos->board[steps.sq[i]] = steps.piece[i];
        for (int n = 0; row && n < 2; n++)
            put_in_half(&half[n], n, here, here, steps.piece[i]);
    }
    pos->turn = !pos->turn;
    return true;
}

/* ---- reading ---- */

/* Reads a move that the table does not have, or that takes en passant, and plays it, in a row, too, unless it is NULL;
 * GR_NO_MOVE if that cannot be. */
static __attribute__((noinline)) GrMove read_rare(GrSketch *sketch, GrReplayer *replayer, GrSketchRow *row) {
    GrPosition *pos = &sketch->ahead;
    unsigned word = replayer->word[replayer->next], code = word >> GR_LINE_BYTE, n = code / 16;
    unsigned from = replayer->square[pos->turn][n];
    unsigned gait = replayer->variant.gait[pos->turn][pos->board[from]];
    unsigned go = word & GR_LINE_KIND ? SPECIAL : replayer->variant.go[gait][from][code % 16];
    GrMove move = go == SPECIAL ? gr_replayer_next(replayer, pos) : en_passant(replayer, pos, n, from, go - TAKES);
    GrMoveKind kind = gr_move_kind(move);
    bool sound = move != GR_NO_MOVE && (kind == GR_NORMAL || kind == GR_CASTLE || kind == GR_EN_PASSANT);
    return sound && shift_rare(pos, move, row) ? move : (GrMove)GR_NO_MOVE;
}

/* Where reading is. */
typedef struct Reading {
    uint64_t stir, wrong; /* bit 32 of `wrong`: a piece goes to where it may not */
    uint64_t ask[2];      /* of each side: the pieces that are asked for; from bit 32 on, those that it may not take */
} Reading;

/* The position at hand, and where the next one is noted. */
typedef struct Film {
    Half low, high; /* halves of its row */
    GrSketchRow *next;
} Film;

/* Notes the position after a move that takes what stands where it goes to. */
static inline __attribute__((always_inline)) void expose(Film *film, unsigned from, unsigned to, unsigned piece) {
    uint64_t here = (uint64_t)1 << to;
    Half *next = (Half *)film->next++->word;
    put_in_half(&film->low, 0, here | (uint64_t)1 << from, here, piece);
    put_in_half(&film->high, 1, here | (uint64_t)1 << from, here, piece);
    next[0] = film->low;
    next[1] = film->high;
}

/* Reads a word of a side, and films it, unless `film` is NULL; false if it is a rare one. All is here that is done for
 * every ply. */
static inline __attribute__((always_inline)) bool read_plain(Reading *r, Film *film, GrSketch *sketch,
                                                             GrReplayer *replayer, unsigned word, int side,
                                                             GrMove *move) {
    const GrPlayVariant *variant = &replayer->variant;
    uint8_t *board = sketch->ahead.board;
    bool queen = __builtin_expect(word & GR_LINE_KIND, 0);
    unsigned code = word >> GR_LINE_BYTE, n = queen ? replayer->queen[side] : word >> (GR_LINE_BYTE + 4);
    unsigned from = replayer->square[side][n], piece = board[from], gait = variant->gait[side][piece];
    if (queen && (gait != GR_GAIT_QUEEN || (word & GR_LINE_KIND) != GR_LINE_BISHOP))
        return false;
    unsigned to = variant->go[queen ? GR_GAIT_BISHOP : gait][from][code % 16];
    if (__builtin_expect(to >= TAKES, 0)) {
        if (to == SPECIAL || board[to - TAKES] == GR_EMPTY)
            return false;
        to -= TAKES;
    }
    uint64_t found = r->ask[side] >> board[to] % 64;
    r->wrong |= found;
    replayer->square[side][n] = (uint8_t)to;
    board[from] = GR_EMPTY;
    board[to] = (uint8_t)piece;
    if (film) {
        expose(film, from, to, piece);
        return true;
    }
    r->stir = r->stir >> 1 | (found | r->ask[side] >> piece % 64) << 63;
    *move = from | to << 7;
    return true;
}

/* Reads plies from `ply` up to a rare one, or where no words are left, and returns which one that is. */
static inline __attribute__((always_inline)) uint32_t read_plains(GrSketch *sketch, GrReplayer *replayer, uint32_t ply,
                                                                  uint32_t plies, uint32_t pieces, bool films) {
    Reading r = {.stir = sketch->stir};
    Film kept = {.next = &sketch->row[ply + 1]}, *film = films ? &kept : NULL;
    if (films) {
        kept.low = ((Half *)sketch->row[ply].word)[0];
        kept.high = ((Half *)sketch->row[ply].word)[1];
    }
    const uint16_t *word = replayer->word + replayer->next;
    uint32_t words = replayer->words - replayer->next, from = ply;
    for (int i = 0; i < 2; i++)
        r.ask[i] = (uint64_t)replayer->variant.barred[i] << 32 | pieces;
    plies = words < plies - ply ? ply + words : plies;
    unsigned side = sketch->ahead.turn;
    if (side == GR_BLACK && ply < plies &&
        read_plain(&r, film, sketch, replayer, *word, GR_BLACK, &sketch->move[ply])) {
        side = GR_WHITE;
        ply++;
    }
    while (ply < plies && side == GR_WHITE) {
        if (!read_plain(&r, film, sketch, replayer, word[ply - from], GR_WHITE, &sketch->move[ply]))
            break;
        side = GR_BLACK;
        if (++ply == plies || !read_plain(&r, film, sketch, replayer, word[ply - from], GR_BLACK, &sketch->move[ply]))
            break;
        side = GR_WHITE;
        ply++;
    }
    replayer->next += ply - from;
    sketch->ahead.turn = (uint8_t)side;
    sketch->stir = r.stir;
    sketch->sound &= !(r.wrong >> 32 & 1);
    return ply;
}

static inline __attribute__((always_inline)) bool read_all(GrSketch *sketch, GrReplayer *replayer, uint32_t plies,
                                                           uint32_t pieces, bool films) {
    sketch->stir = 0;
    sketch->sound = true;
    for (uint32_t ply = 0; ply < plies; ply++) {
        ply = read_plains(sketch, replayer, ply, plies, pieces, films);
        if (ply == plies)
            break;
        if (replayer->next >= replayer->words)
            return false;
        GrSketchRow *row = films ? &sketch->row[ply + 1] : NULL;
        if (films)
            *row = sketch->row[ply];
        sketch->move[ply] = read_rare(sketch, replayer, row);
        sketch->sound &= sketch->move[ply] != GR_NO_MOVE;
        sketch->stir = sketch->stir >> 1 | (uint64_t)1 << 63;
    }
    sketch->stir >>= plies ? GR_SKETCH_PLIES - plies : 0;
    return sketch->sound;
}

bool gr_sketch_read(GrSketch *sketch, GrReplayer *replayer, uint32_t plies, uint32_t pieces) {
    return read_all(sketch, replayer, plies, pieces, false);
}

bool gr_sketch_film(GrSketch *sketch, GrReplayer *replayer, uint32_t plies) {
    sketch->row[0] = sketch->row[sketch->rows];
    sketch->rows = plies;
    return read_all(sketch, replayer, plies, 0, true);
}
