/* Writing the replay form of a main line. */
#include "db/codec/bytes.h"
#include "db/codec/replay_local.h"

static int code_in(const int8_t way[8], int by) {
    for (int i = 0; i < 8; i++)
        if (way[i] == by)
            return i;
    return -1;
}

static int pawn_code(const GrReplayer *replayer, const GrPosition *pos, GrMove move) {
    int by = gr_move_to(move) - gr_move_from(move), promoted = gr_move_piece(move), kind = 0;
    int ahead = pos->turn == GR_WHITE ? by : -by;
    if (ahead == 2 * SIDE)
        return PAWN_LEAPS;
    while (promoted && kind < 4 && replayer->variant.promoted[kind] != promoted)
        kind++;
    bool towards_a = gr_move_to(move) % SIDE < gr_move_from(move) % SIDE;
    return 3 * kind + (ahead == SIDE ? 0 : towards_a ? 1 : 2);
}

/* What a bishop does that goes from a square to another: the file that it comes to, on either diagonal. */
static int diagonal_code(int from, int to) {
    bool rises = (to - from) % 9 == 0 && (to % SIDE > from % SIDE) == (to > from);
    return to % SIDE + (rises ? 0 : 8);
}

/* The lower half of a ply's byte; -1 if it has none. `more` is set to a second byte, if any. */
static int code_of(const GrReplayer *replayer, const GrPosition *pos, GrMove move, int *more) {
    int from = gr_move_from(move), to = gr_move_to(move);
    GrPlayGait gait = (GrPlayGait)replayer->variant.gait[pos->turn][pos->board[from] & 31];
    int file = to % SIDE, straight = file != from % SIDE ? file : 8 + to / SIDE;
    bool rook = file == from % SIDE || to / SIDE == from / SIDE;
    switch (gait) {
    case GR_GAIT_PAWN:
    case GR_GAIT_BLACK_PAWN:
        return pawn_code(replayer, pos, move);
    case GR_GAIT_KING:
        return gr_move_kind(move) == GR_CASTLE ? KING_CASTLES + (to < from)
                                               : code_in(king_step, to - from);
    case GR_GAIT_KNIGHT:
        return code_in(knight_leap, to - from);
    case GR_GAIT_BISHOP:
        return diagonal_code(from, to);
    case GR_GAIT_ROOK:
        return straight;
    case GR_GAIT_QUEEN:
        *more = rook ? -1 : to;
        return rook ? straight : from % SIDE;
    default:
        return -1;
    }
}

/* What is written: the replayer, and which pieces of each side have been taken, as far as captures say. */
typedef struct Writing {
    GrReplayer *replayer;
    GrPosition pos;
    uint32_t taken[2]; /* bits 1 << n */
} Writing;

/* Which of eight bytes have that value? Bits 1 << n. */
static unsigned equal_bytes(const uint8_t *at, unsigned value) {
    const uint64_t ones = 0x0101010101010101, low = 0x7F * ones;
    uint64_t differ = gr_bytes_as_u64(at) ^ value * ones, equal = ~(((differ & low) + low) | differ | low);
    return (unsigned)((equal >> 7) * 0x0102040810204080 >> 56);
}

/* The piece that stands on a square. A piece that was taken keeps its square, where another one may stand now. */
static int number_of(const Writing *w, int side, int sq) {
    const uint8_t *square = w->replayer->square[side];
    unsigned on = equal_bytes(square, (unsigned)sq) | equal_bytes(square + 8, (unsigned)sq) << 8;
    unsigned left = on & ~w->taken[side];
    if (left)
        return __builtin_ctz(left);
    return on ? 31 - __builtin_clz(on) : -1;
}

/* Notes which piece a move is about to take. */
static void note_taken(Writing *w, GrMove move) {
    int side = !w->pos.turn, to = gr_move_to(move);
    int sq = gr_move_kind(move) == GR_EN_PASSANT ? to + (side ? -SIDE : SIDE) : to;
    if (gr_move_kind(move) == GR_CASTLE || gr_move_kind(move) == GR_PASS || w->pos.board[sq] == GR_EMPTY)
        return;
    int n = number_of(w, side, sq);
    w->taken[side] |= n < 0 ? 0 : 1u << n;
}

/* The number of the piece that moves, in the upper half, and what it does; -1 if that cannot be said. `more` is set to
 * the square that a queen goes to if that says more, else below 0. */
static int byte_of(const Writing *w, GrMove move, int *more) {
    const GrPosition *pos = &w->pos;
    bool pass = gr_move_kind(move) == GR_PASS;
    *more = -1;
    int n = number_of(w, pos->turn, pass ? gr_king_square(pos, pos->turn) : gr_move_from(move));
    int code = pass ? (int)KING_PASSES : code_of(w->replayer, pos, move, more);
    return n < 0 || code < 0 ? -1 : n << 4 | code;
}

/* Writes a move by its piece, and reads it again, which moves the pieces; false if that is not
 * possible. */
static bool put_by_piece(Writing *w, GrMove move, GrBuffer *out) {
    int more, byte = byte_of(w, move, &more);
    const uint8_t bytes[2] = {(uint8_t)byte, (uint8_t)more};
    w->replayer->at = bytes + 1;
    w->replayer->end = bytes + (more < 0 ? 1 : 2);
    bool same = byte >= 0 && gr_replayer_play(w->replayer, &w->pos, (unsigned)byte << GR_LINE_BYTE) == move;
    w->replayer->at = w->replayer->end = NULL;
    if (same)
        gr_put_bytes(out, bytes, more < 0 ? 1 : 2);
    return same;
}

/* The same as a word. */
static bool put_word(Writing *w, GrMove move, uint16_t *word) {
    const GrReplayer *replayer = w->replayer;
    int more, byte = byte_of(w, move, &more), n = byte >> 4;
    if (byte < 0)
        return false;
    *word = (uint16_t)(byte << GR_LINE_BYTE);
    if (more >= 0) {
        *word = (uint16_t)(more << GR_LINE_BYTE | GR_LINE_ANY | n);
        if (n == replayer->queen[w->pos.turn])
            *word = (uint16_t)(diagonal_code(gr_move_from(move), more) << GR_LINE_BYTE | GR_LINE_BISHOP);
    }
    return gr_replayer_play(w->replayer, &w->pos, *word) == move;
}

static void put_named(GrMove move, GrBuffer *out) {
    unsigned more = (unsigned)gr_move_kind(move) | (unsigned)gr_move_piece(move) << 4 |
                    (unsigned)gr_move_third(move) << 8;
    unsigned squares = (unsigned)gr_move_from(move) | (unsigned)gr_move_to(move) << 7 |
                       (unsigned)(more != 0) << 14;
    gr_put_u8(out, squares & 255);
    gr_put_u8(out, squares >> 8);
    if (more) {
        gr_put_u8(out, more & 255);
        gr_put_u8(out, more >> 8);
    }
}

static bool write_by_pieces(GrReplayer *replayer, GrReplayForm form, const GrPosition *start, const GrMove *move,
                            uint32_t plies, GrBuffer *out) {
    Writing w = {.replayer = replayer, .pos = *start};
    bool packed = form == GR_REPLAY_FORM_PACKED;
    if ((packed && plies > GR_LINE_PLIES) || !gr_replayer_open(replayer, start, form, NULL, 0))
        return false;
    for (uint32_t ply = 0; ply < plies; ply++) {
        note_taken(&w, move[ply]);
        if (packed ? !put_word(&w, move[ply], &replayer->word[ply]) : !put_by_piece(&w, move[ply], out))
            return false;
        gr_play(&w.pos, move[ply]);
    }
    if (packed)
        gr_line_pack(&replayer->code, start->turn, replayer->word, plies, out);
    return true;
}

bool gr_replayer_write_as(GrReplayer *replayer, GrReplayForm form, const GrPosition *start, const GrMove *move,
                          uint32_t plies, GrBuffer *out) {
    size_t len = out->len;
    for (uint32_t ply = 0; ply < plies && form == GR_REPLAY_FORM_NAMED; ply++)
        put_named(move[ply], out);
    if (form == GR_REPLAY_FORM_NAMED || write_by_pieces(replayer, form, start, move, plies, out))
        return true;
    out->len = out->len < len ? out->len : len;
    return false;
}

GrReplayForm gr_replayer_write(GrReplayer *replayer, const GrPosition *start, const GrMove *move,
                         uint32_t plies, GrBuffer *out) {
    GrReplayForm form = GR_REPLAY_FORM_PACKED;
    while (!gr_replayer_write_as(replayer, form, start, move, plies, out))
        form--;
    return form;
}
