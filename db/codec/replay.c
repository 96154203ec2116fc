/* The replay form of a main line. */
#include "db/codec/replay.h"

#include <string.h>

#include "db/codec/bytes.h"
#include "db/codec/replay_local.h"

/* In the table of where pieces go. */
enum { PAWN_TAKES = 64, SPECIAL = 255 };

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

/* Numbers the pieces; false if a side has too many. */
static bool number_pieces(const GrPlayVariant *known, const GrPosition *start, uint8_t square[2][16],
                          uint8_t queen[2]) {
    memset(square, 0, 2 * sizeof square[0]);
    for (int side = 0; side < 2; side++) {
        GrSet left = start->side[side];
        bool found = false;
        if (gr_set_count(left) > 16)
            return false;
        queen[side] = 0;
        for (unsigned n = 0; left; n++) {
            int sq = gr_set_pop(&left);
            bool is_queen = known->gait[side][start->board[sq] & 31] == GR_GAIT_QUEEN;
            square[side][n] = (uint8_t)sq;
            queen[side] = is_queen && !found ? (uint8_t)n : queen[side];
            found |= is_queen;
        }
    }
    return true;
}

/* Nearly all games begin as usual. */
static void learn_start(GrPlayVariant *known) {
    GrPosition start;
    gr_start(known->rules, &start);
    if (number_pieces(known, &start, known->number, known->queen))
        memcpy(known->start, start.side, sizeof known->start);
}

static bool place_pieces(GrReplayer *replayer, const GrPosition *start) {
    const GrPlayVariant *known = &replayer->variant;
    if (start->side[0] != known->start[0] || start->side[1] != known->start[1] || !known->start[0])
        return number_pieces(known, start, replayer->square, replayer->queen);
    memcpy(replayer->square, known->number, sizeof replayer->square);
    memcpy(replayer->queen, known->queen, sizeof replayer->queen);
    return true;
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
    for (unsigned code = 0; code < 32; code++)
        for (int side = 0; side < 2; side++)
            known->barred[side] |= (uint32_t)!known->goes_to[side][code] << code;
    if (known->pieces) {
        learn_ways(known);
        learn_start(known);
    }
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
    if (form > GR_REPLAY_FORM_PACKED || !replayer->variant.pieces || !place_pieces(replayer, start))
        return false;
    if (form == GR_REPLAY_FORM_PACKED) {
        gr_line_code_learn(&replayer->code);
        replayer->next = 0;
        replayer->words = bytes ? gr_line_unpack(&replayer->code, start->turn, bytes, len, replayer->word) : 0;
    }
    return true;
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
        if (replayer->form == GR_REPLAY_FORM_PACKED || replayer->at == replayer->end)
            return GR_NO_MOVE;
        to = *replayer->at++ % CHESS_BOARD;
        replayer->square[pos->turn][n] = (uint8_t)to;
        return if_sound(pos, from, to);
    default:
        return GR_NO_MOVE;
    }
}

static inline GrMove next_of_piece(GrReplayer *replayer, const GrPosition *pos, unsigned byte) {
    const GrPlayVariant *variant = &replayer->variant;
    unsigned n = byte >> 4, code = byte & 15;
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

/* A word that only a queen has. */
static GrMove queen_goes(GrReplayer *replayer, const GrPosition *pos, unsigned word) {
    const GrPlayVariant *variant = &replayer->variant;
    bool any = (word & GR_LINE_KIND) == GR_LINE_ANY;
    unsigned code = word >> GR_LINE_BYTE, n = any ? word % 16 : replayer->queen[pos->turn];
    uint8_t *square = &replayer->square[pos->turn][n];
    unsigned from = *square, to = any ? code % CHESS_BOARD : variant->go[GR_GAIT_BISHOP][from][code % 16];
    if (variant->gait[pos->turn][pos->board[from] & 31] != GR_GAIT_QUEEN)
        return GR_NO_MOVE;
    *square = (uint8_t)to;
    return if_sound(pos, from, to);
}

static inline GrMove next_of_word(GrReplayer *replayer, const GrPosition *pos, unsigned word) {
    return word & GR_LINE_KIND ? queen_goes(replayer, pos, word) : next_of_piece(replayer, pos, word >> GR_LINE_BYTE);
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
    if (replayer->form == GR_REPLAY_FORM_PACKED) {
        bool more = replayer->next < replayer->words;
        return more ? next_of_word(replayer, pos, replayer->word[replayer->next++]) : (GrMove)GR_NO_MOVE;
    }
    if (replayer->at >= replayer->end)
        return GR_NO_MOVE;
    return replayer->form == GR_REPLAY_FORM_PIECES ? next_of_piece(replayer, pos, *replayer->at++)
                                                   : next_named(replayer, pos);
}

GrMove gr_replayer_play(GrReplayer *replayer, const GrPosition *pos, unsigned word) {
    return next_of_word(replayer, pos, word);
}
