/* The replay form of a main line. */
#include "db/codec/replay.h"

#include <string.h>

#include "db/codec/bytes.h"

/* In GR_REPLAY_FORM_PIECES a ply is a byte: the number of the piece in the upper half, below it
 *
 *   king     0 to 7 a step, 8 and 9 castling towards h and a, 10 the null move
 *   knight   0 to 7 a leap
 *   rook     0 to 7 along the rank to that file, 8 to 15 along the file to that rank
 *   bishop   0 to 7 to that file on the rising diagonal, 8 to 15 on the falling one
 *   queen    as a rook; along the rank to where it stands: the next byte is the square
 *   pawn     0 forward, 1 and 2 takes towards a and h; plus 3 for each type that it may become;
 *            15 two squares forward
 *
 * A captured piece keeps its number, which is not used any more. */
enum { KING_CASTLES = 8, KING_PASSES = 10, PAWN_LEAPS = 15, SIDE = 8, CHESS_BOARD = 64 };

/* In the table of where pieces go. */
enum { PAWN_TAKES = 64, SPECIAL = 255 };

static const int8_t king_step[8] = {-9, -8, -7, -1, 1, 7, 8, 9};
static const int8_t knight_leap[8] = {-17, -15, -10, -6, 6, 10, 15, 17};

static bool leaps(const GrReach *reach, int df, int dr) {
    for (int i = 0; i < 4; i++)
        if (reach->leap[i].df == df && reach->leap[i].dr == dr)
            return true;
    return false;
}

static GrPlayGait gait_of(const GrPieceRow *row) {
    const GrReach *reach = &row->move;
    if (row->flags & GR_IS_PAWN)
        return GR_GAIT_PAWN;
    if (row->flags || memcmp(&row->move, &row->capture, sizeof row->move))
        return GR_GAIT_NONE;
    bool steps = leaps(reach, 1, 0) && leaps(reach, 1, 1) && !reach->leap[2].df;
    bool knight = leaps(reach, 1, 2) && !reach->leap[1].df && !reach->leap[1].dr;
    bool none = !reach->leap[0].df && !reach->leap[0].dr;
    if (!reach->orth && !reach->diag)
        return steps ? GR_GAIT_KING : knight ? GR_GAIT_KNIGHT : GR_GAIT_NONE;
    if (!none)
        return GR_GAIT_NONE;
    if (reach->orth == GR_FAR && reach->diag == GR_FAR)
        return GR_GAIT_QUEEN;
    if (reach->orth == GR_FAR && !reach->diag)
        return GR_GAIT_ROOK;
    return reach->diag == GR_FAR && !reach->orth ? GR_GAIT_BISHOP : GR_GAIT_NONE;
}

/* The square that a code means for a piece on `from`; SPECIAL if more has to be looked at. */
static unsigned target(GrPlayGait gait, unsigned from, unsigned code) {
    unsigned file = from % SIDE, steps = (code & 7) - file;
    unsigned straight = code < 8 ? from - file + code : file + (code - 8) * SIDE;
    static const int8_t ahead[3] = {8, 7, 9};
    int by = code == PAWN_LEAPS ? 16 : code < 3 ? ahead[code] : 0;
    unsigned to = gait == GR_GAIT_BLACK_PAWN ? from - (unsigned)by : from + (unsigned)by;
    switch (gait) {
    case GR_GAIT_KING:
        return code < 8 ? (from + (unsigned)king_step[code]) % CHESS_BOARD : SPECIAL;
    case GR_GAIT_KNIGHT:
        return (from + (unsigned)knight_leap[code & 7]) % CHESS_BOARD;
    case GR_GAIT_BISHOP:
        return (code < 8 ? from + 9 * steps : from - 7 * steps) % CHESS_BOARD;
    case GR_GAIT_QUEEN:
        return code == file ? SPECIAL : straight;
    case GR_GAIT_ROOK:
        return straight;
    case GR_GAIT_PAWN:
        return by && to < CHESS_BOARD - SIDE ? to : SPECIAL;
    case GR_GAIT_BLACK_PAWN: /* towards the a file is 9 squares back */
        to = code == 1 || code == 2 ? from - (unsigned)ahead[3 - code] : to;
        return by && to < CHESS_BOARD && to >= SIDE ? to : SPECIAL;
    default:
        return SPECIAL;
    }
}

/* What a piece can do when a side is to move: only its own go, and not to each other or to a
 * king. */
static void learn_piece(GrPlayVariant *known, int side, int type, GrPlayGait gait) {
    int code = gr_piece(side, type);
    if (gait == GR_GAIT_PAWN && side == GR_BLACK)
        gait = GR_GAIT_BLACK_PAWN;
    known->gait[side][code] = (uint8_t)gait;
    known->goes_to[!side][code] = type != GR_KING;
    known->goes_to[side][GR_EMPTY] = true;
}

static void learn_ways(GrPlayVariant *known) {
    for (unsigned gait = 0; gait < GR_GAITS; gait++)
        for (unsigned from = 0; from < CHESS_BOARD; from++)
            for (unsigned code = 0; code < 16; code++) {
                bool pawn = gait == GR_GAIT_PAWN || gait == GR_GAIT_BLACK_PAWN;
                unsigned to = target((GrPlayGait)gait, from, code);
                bool takes = pawn && to != SPECIAL && (to - from) % SIDE;
                known->go[gait][from][code] = (uint8_t)(to + (takes ? PAWN_TAKES : 0));
            }
}

static void learn(GrPlayVariant *known, const GrRules *rules) {
    const GrVariant *variant = gr_variant(rules);
    unsigned promoted = 0;
    *known = (GrPlayVariant){.rules = rules, .squares = (unsigned)gr_squares(variant)};
    for (int file = 0; file < variant->files; file++)
        known->last |= gr_set_of(file) | gr_set_of(gr_squares(variant) - 1 - file);
    known->pieces = variant->files == SIDE && variant->ranks == SIDE && !variant->holes && !variant->defined;
    for (int type = 1; type <= variant->types; type++) {
        GrPlayGait gait = gait_of(&variant->piece[type]);
        bool pawn = gait == GR_GAIT_PAWN;
        learn_piece(known, GR_WHITE, type, gait);
        learn_piece(known, GR_BLACK, type, gait);
        known->pawn[type] = pawn;
        known->pieces &= gait != GR_GAIT_NONE && (gait == GR_GAIT_KING) == (type == GR_KING);
        if (pawn || type == GR_KING)
            continue;
        if (promoted == 4)
            known->pieces = false;
        else
            known->promoted[++promoted] = (uint8_t)type;
    }
    if (known->pieces)
        learn_ways(known);
}

/* Numbers the pieces; false if a side has too many. */
static bool number_pieces(GrReplayer *replayer, const GrPosition *start) {
    for (int side = 0; side < 2; side++) {
        GrSet left = start->side[side];
        if (gr_set_count(left) > 16)
            return false;
        for (unsigned n = 0; left; n++)
            replayer->square[side][n] = (uint8_t)gr_set_pop(&left);
    }
    return true;
}

bool gr_replayer_open(GrReplayer *replayer, const GrPosition *start, GrReplayForm form, const uint8_t *bytes,
                  size_t len) {
    if (replayer->variant.rules != start->rules)
        learn(&replayer->variant, start->rules);
    replayer->at = bytes;
    replayer->end = bytes ? bytes + len : bytes;
    replayer->form = form;
    if (form == GR_REPLAY_FORM_NAMED)
        return true;
    memset(replayer->square, 0, sizeof replayer->square);
    return form == GR_REPLAY_FORM_PIECES && replayer->variant.pieces && number_pieces(replayer, start);
}

/* Moves of a kind of their own are few: they are looked up among the legal ones. */
static GrMove if_legal(const GrPosition *pos, GrMove move) {
    return gr_is_legal(pos, move) ? move : GR_NO_MOVE;
}

/* An ordinary move that leaves the position whole: an own piece goes to where none of its side and
 * no king stands. */
static inline GrMove if_sound(const GrPosition *pos, unsigned from, unsigned to) {
    int piece = pos->board[from], taken = pos->board[to];
    if (piece == GR_EMPTY || piece == GR_HOLE || gr_side_of(piece) != pos->turn ||
        taken == GR_HOLE || gr_type_of(taken) == GR_KING ||
        (taken != GR_EMPTY && gr_side_of(taken) == pos->turn))
        return GR_NO_MOVE;
    return (GrMove)(from | to << 7);
}

/* Squares of a rank, strictly between two of it. */
static bool is_empty_between(const GrPosition *pos, int a, int b) {
    for (int sq = (a < b ? a : b) + 1; sq < (a < b ? b : a); sq++)
        if (pos->board[sq] != GR_EMPTY)
            return false;
    return true;
}

/* King and rook stand where they started as long as there is the right. */
static GrMove castles(GrReplayer *replayer, const GrPosition *pos, unsigned n, unsigned from,
                      bool towards_a) {
    const GrVariant *variant = gr_variant(pos->rules);
    for (int i = 0; i < variant->castlings; i++) {
        const GrCastling *c = &variant->castling[i];
        if (c->king_from != from || (c->king_to < from) != towards_a)
            continue;
        uint8_t *square = replayer->square[pos->turn];
        for (unsigned rook = 0; rook < 16; rook++)
            if (square[rook] == c->rook_from && rook != n) {
                square[rook] = c->rook_to;
                break;
            }
        square[n] = c->king_to;
        GrMove move = gr_move_make(GR_CASTLE, (int)from, c->king_to, 0, 0);
        if (variant->moving_castlings)
            return if_legal(pos, move);
        bool sound = pos->rights >> i & 1 && is_empty_between(pos, c->king_from, c->rook_from);
        return sound ? move : GR_NO_MOVE;
    }
    return GR_NO_MOVE;
}

static GrMove king_goes(GrReplayer *replayer, const GrPosition *pos, unsigned n, unsigned code) {
    unsigned from = replayer->square[pos->turn][n];
    if (code == KING_CASTLES || code == KING_CASTLES + 1)
        return castles(replayer, pos, n, from, code != KING_CASTLES);
    if (code == KING_PASSES)
        return pos->pending || gr_in_check(pos) ? GR_NO_MOVE : gr_move_make(GR_PASS, 0, 0, 0, 0);
    return GR_NO_MOVE;
}

static GrMove pawn_goes(GrReplayer *replayer, const GrPosition *pos, unsigned n, unsigned code) {
    static const int8_t ahead[2][3] = {{8, 7, 9}, {-8, -9, -7}};
    unsigned from = replayer->square[pos->turn][n], way = code % 3, promoted = code / 3;
    unsigned type = 0;
    int to = code == PAWN_LEAPS ? (int)from + 2 * ahead[pos->turn][0]
                                : (int)from + ahead[pos->turn][way];
    if (to < 0 || to >= CHESS_BOARD)
        return GR_NO_MOVE;
    bool last = to < SIDE || to >= CHESS_BOARD - SIDE;
    if (code != PAWN_LEAPS && promoted)
        type = replayer->variant.promoted[promoted];
    if (last != (type != 0))
        return GR_NO_MOVE;
    replayer->square[pos->turn][n] = (uint8_t)to;
    if (code != PAWN_LEAPS && way && pos->board[to] == GR_EMPTY)
        return if_legal(pos, gr_move_make(GR_EN_PASSANT, (int)from, to, 0, 0));
    GrMove move = if_sound(pos, from, (unsigned)to);
    return move == GR_NO_MOVE ? move : move | type << 18;
}

/* A move that the table does not have: a promotion, castling, a null move, a queen's second
 * byte. */
static GrMove special(GrReplayer *replayer, const GrPosition *pos, GrPlayGait gait, unsigned n,
                      unsigned code) {
    unsigned from = replayer->square[pos->turn][n], to;
    switch (gait) {
    case GR_GAIT_PAWN:
    case GR_GAIT_BLACK_PAWN:
        return pawn_goes(replayer, pos, n, code);
    case GR_GAIT_KING:
        return king_goes(replayer, pos, n, code);
    case GR_GAIT_QUEEN:
        if (replayer->at == replayer->end)
            return GR_NO_MOVE;
        to = *replayer->at++ % CHESS_BOARD;
        replayer->square[pos->turn][n] = (uint8_t)to;
        return if_sound(pos, from, to);
    default:
        return GR_NO_MOVE;
    }
}

static inline GrMove next_of_piece(GrReplayer *replayer, const GrPosition *pos) {
    const GrPlayVariant *variant = &replayer->variant;
    unsigned byte = *replayer->at++, n = byte >> 4, code = byte & 15;
    uint8_t *square = &replayer->square[pos->turn][n];
    unsigned from = *square, gait = variant->gait[pos->turn][pos->board[from] & 31];
    unsigned to = variant->go[gait][from][code];
    if (__builtin_expect(to >= PAWN_TAKES, 0)) {
        if (to == SPECIAL)
            return special(replayer, pos, (GrPlayGait)gait, n, code);
        to -= PAWN_TAKES;
        if (pos->board[to] == GR_EMPTY)
            return pawn_goes(replayer, pos, n, code);
    }
    *square = (uint8_t)to;
    return variant->goes_to[pos->turn][pos->board[to] & 31] ? (GrMove)(from | to << 7)
                                                            : GR_NO_MOVE;
}

/* GR_REPLAY_FORM_NAMED: two bytes, the lower first: from in bits 0 to 6, to in 7 to 13. With bit
 * 14 two more follow: kind in bits 0 to 3, piece in 4 to 7, third square in 8 to 14. */
static GrMove next_named(GrReplayer *replayer, const GrPosition *pos) {
    enum { MORE = 1 << 14 };
    GrInput in = {replayer->at, replayer->end, false};
    unsigned squares = gr_input_u8(&in), more = 0;
    squares |= (unsigned)gr_input_u8(&in) << 8;
    if (squares & MORE) {
        more = gr_input_u8(&in);
        more |= (unsigned)gr_input_u8(&in) << 8;
    }
    replayer->at = in.at;
    unsigned from = squares & 127, to = squares >> 7 & 127, kind = more & 15;
    if (in.bad)
        return GR_NO_MOVE;
    if (kind == GR_PASS)
        return pos->pending || gr_in_check(pos) ? GR_NO_MOVE : gr_move_make(GR_PASS, 0, 0, 0, 0);
    if (from >= replayer->variant.squares || to >= replayer->variant.squares)
        return GR_NO_MOVE;
    bool promotes = replayer->variant.pawn[gr_type_of(pos->board[from])] &&
                    gr_set_has(replayer->variant.last, (int)to);
    if (more || pos->pending || promotes)
        return if_legal(pos, gr_move_make((GrMoveKind)kind, (int)from, (int)to,
                                          (int)(more >> 4 & 15), (int)(more >> 8 & 127)));
    return if_sound(pos, from, to);
}

GrMove gr_replayer_next(GrReplayer *replayer, const GrPosition *pos) {
    if (replayer->at >= replayer->end)
        return GR_NO_MOVE;
    return replayer->form == GR_REPLAY_FORM_PIECES ? next_of_piece(replayer, pos) : next_named(replayer, pos);
}

/* ---- writing ---- */

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
        return (to - from) % 9 == 0 && (file > from % SIDE) == (to > from) ? file : 8 + file;
    case GR_GAIT_ROOK:
        return straight;
    case GR_GAIT_QUEEN:
        *more = rook ? -1 : to;
        return rook ? straight : from % SIDE;
    default:
        return -1;
    }
}

/* The first piece that stands there, or stood there when it was taken: both sides of the writing
 * take it for the one that moves, and it is, from then on. */
static int number_of(const GrReplayer *replayer, const GrPosition *pos, int from) {
    for (int n = 0; n < 16; n++)
        if (replayer->square[pos->turn][n] == from)
            return n;
    return -1;
}

/* Writes a move by its piece, and reads it again, which moves the pieces; false if that is not
 * possible. */
static bool put_by_piece(GrReplayer *replayer, const GrPosition *pos, GrMove move, GrBuffer *out) {
    uint8_t bytes[2];
    int more = -1, code, n;
    if (gr_move_kind(move) == GR_PASS) {
        n = number_of(replayer, pos, gr_king_square(pos, pos->turn));
        code = KING_PASSES;
    } else {
        n = number_of(replayer, pos, gr_move_from(move));
        code = code_of(replayer, pos, move, &more);
    }
    if (n < 0 || code < 0)
        return false;
    bytes[0] = (uint8_t)(n << 4 | code);
    bytes[1] = (uint8_t)more;
    replayer->at = bytes;
    replayer->end = bytes + (more < 0 ? 1 : 2);
    if (next_of_piece(replayer, pos) != move)
        return false;
    gr_put_bytes(out, bytes, more < 0 ? 1 : 2);
    return true;
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

static bool write_by_pieces(GrReplayer *replayer, const GrPosition *start, const GrMove *move,
                            uint32_t plies, GrBuffer *out) {
    GrPosition pos = *start;
    if (!gr_replayer_open(replayer, start, GR_REPLAY_FORM_PIECES, NULL, 0))
        return false;
    for (uint32_t ply = 0; ply < plies; ply++) {
        if (!put_by_piece(replayer, &pos, move[ply], out))
            return false;
        gr_play(&pos, move[ply]);
    }
    return true;
}

GrReplayForm gr_replayer_write(GrReplayer *replayer, const GrPosition *start, const GrMove *move,
                         uint32_t plies, GrBuffer *out) {
    size_t len = out->len;
    if (write_by_pieces(replayer, start, move, plies, out))
        return GR_REPLAY_FORM_PIECES;
    out->len = out->len < len ? out->len : len;
    for (uint32_t ply = 0; ply < plies; ply++)
        put_named(move[ply], out);
    return GR_REPLAY_FORM_NAMED;
}
