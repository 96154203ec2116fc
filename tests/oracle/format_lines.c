/* Lines, written from grimoire-format(5) alone. */
#include "tests/oracle/format_lines.h"

#include <string.h>

#include "db/codec/line_code.h" /* for the table alone */

enum {
    PIECES = 16,
    KING_STEPS = 8,
    KING_NULL = 10, /* 8 and 9 are castling */
    PAWN_TWO = 15,
    DIAGONALS = 256,
    ANY_SYMBOL = 272,
    ANY_SQUARE = 273,
    SYMBOLS = 274
};

typedef struct Line {
    FormatPlace *place;
    const uint8_t *bytes;
    size_t at, len; /* in bytes, or in bits what White's plies have taken */
    size_t above;   /* in bits: the highest one that Black's plies have left, + 1 */
    unsigned ply;
    uint8_t square[2][PIECES];   /* by side and number */
    unsigned count[2], queen[2]; /* of pieces; the number of the queen */
    const char *fault;
} Line;

static int type_on(const GrPosition *pos, unsigned sq) {
    return gr_type_of(pos->board[sq]);
}

/* ---- numbers of pieces ---- */

static void number_pieces(Line *line) {
    const GrPosition *pos = &line->place->pos;
    const GrVariant *variant = gr_variant(pos->rules);
    for (unsigned sq = 0; sq < 64; sq++) {
        if (pos->board[sq] == GR_EMPTY)
            continue;
        unsigned side = (unsigned)gr_side_of(pos->board[sq]), n = line->count[side]++;
        if (n >= PIECES) {
            line->fault = "a side has too many pieces for a line of pieces";
            return;
        }
        line->square[side][n] = (uint8_t)sq;
        if (variant->piece[type_on(pos, sq)].letter == 'Q' && line->queen[side] == PIECES)
            line->queen[side] = n;
    }
}

/* Plays a move; the pieces that it moves keep their numbers. */
static void play(Line *line, unsigned number, GrMove move) {
    const GrPosition before = line->place->pos;
    unsigned side = before.turn, gone = 64, come = 64;
    format_play(line->place, move);
    if (gr_move_kind(move) == GR_PASS)
        return;
    const GrPosition *after = &line->place->pos;
    line->square[side][number] = (uint8_t)gr_move_to(move);
    if (gr_move_kind(move) != GR_CASTLE)
        return;
    for (unsigned sq = 0; sq < 64; sq++) { /* where a rook stood, and where one stands */
        bool stood = before.board[sq] != GR_EMPTY && gr_side_of(before.board[sq]) == before.turn &&
                     type_on(&before, sq) != type_on(&before, (unsigned)gr_move_from(move));
        bool stands = after->board[sq] != GR_EMPTY && gr_side_of(after->board[sq]) == before.turn &&
                      sq != (unsigned)gr_move_to(move);
        gone = stood && !stands ? sq : gone;
        come = stands && !stood ? sq : come;
    }
    for (unsigned n = 0; n < line->count[side] && gone < 64; n++)
        if (n != number && line->square[side][n] == gone)
            line->square[side][n] = (uint8_t)come;
}

/* ---- what a piece does ---- */

static int by_file(unsigned from, unsigned file, int rise) {
    int rank = (int)from / 8 + rise * ((int)file - (int)from % 8);
    return rank < 0 || rank > 7 ? -1 : 8 * rank + (int)file;
}

static int along_lines(unsigned from, unsigned code) {
    return code < 8 ? by_file(from, code, 0) : (int)(8 * (code - 8) + from % 8);
}

static int along_diagonals(unsigned from, unsigned code) {
    return by_file(from, code % 8, code < 8 ? 1 : -1);
}

/* The type that a pawn becomes: the nth that is neither pawn nor king. */
static int promoted(const GrVariant *variant, unsigned nth) {
    for (int type = 1; type <= variant->types; type++) {
        char letter = variant->piece[type].letter;
        if (nth && letter != 'P' && letter != 'K' && --nth == 0)
            return type;
    }
    return 0;
}

/* The legal move from a square to another, with that promotion; castling only if it is asked for. */
static GrMove find_move(Line *line, unsigned from, int to, int type, bool castles) {
    GrMoveList list;
    gr_moves(&line->place->pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        GrMove m = list.move[i];
        if ((unsigned)gr_move_from(m) == from && gr_move_to(m) == to && gr_move_piece(m) == type &&
            (gr_move_kind(m) == GR_CASTLE) == castles)
            return m;
    }
    line->fault = "a move of a line is not legal";
    return GR_NO_MOVE;
}

static GrMove king_move(Line *line, unsigned from, unsigned code) {
    static const int step[KING_STEPS] = {-9, -8, -7, -1, 1, 7, 8, 9};
    if (code == KING_NULL)
        return gr_move_make(GR_PASS, 0, 0, 0, 0);
    if (code >= KING_STEPS)
        return find_move(line, from, (int)(from / 8 * 8 + (code == 8 ? 6 : 2)), 0, true);
    return find_move(line, from, (int)from + step[code], 0, false);
}

static GrMove pawn_move(Line *line, unsigned from, unsigned code) {
    static const int aside[3] = {0, -1, 1};
    const GrPosition *pos = &line->place->pos;
    int ahead = pos->turn == GR_WHITE ? 8 : -8;
    if (code == PAWN_TWO)
        return find_move(line, from, (int)from + 2 * ahead, 0, false);
    return find_move(line, from, (int)from + ahead + aside[code % 3], promoted(gr_variant(pos->rules), code / 3),
                     false);
}

static void play_code(Line *line, unsigned number, unsigned code) {
    static const int leap[8] = {-17, -15, -10, -6, 6, 10, 15, 17};
    const GrPosition *pos = &line->place->pos;
    unsigned from = line->square[pos->turn][number];
    GrMove move = GR_NO_MOVE;
    switch (gr_variant(pos->rules)->piece[type_on(pos, from)].letter) {
    case 'K':
        move = king_move(line, from, code);
        break;
    case 'P':
        move = pawn_move(line, from, code);
        break;
    case 'N':
        move = find_move(line, from, (int)from + leap[code % 8], 0, false);
        break;
    case 'B':
        move = find_move(line, from, along_diagonals(from, code), 0, false);
        break;
    case 'R':
    case 'Q':
        move = find_move(line, from, along_lines(from, code), 0, false);
        break;
    default:
        line->fault = "a line has a piece that is unknown in chess";
    }
    if (!line->fault)
        play(line, number, move);
}

static void play_to(Line *line, unsigned number, int to) {
    GrMove move = find_move(line, line->square[line->place->pos.turn][number], to, 0, false);
    if (!line->fault)
        play(line, number, move);
}

/* ---- named and pieces form ---- */

static unsigned byte(Line *line) {
    if (line->at < line->len)
        return line->bytes[line->at++];
    line->fault = "a line is too short";
    return 0;
}

static void named_ply(Line *line) {
    unsigned squares = byte(line), more = 0;
    squares |= byte(line) << 8;
    if (squares >> 14 & 1) {
        more = byte(line);
        more |= byte(line) << 8;
    }
    GrMove move = gr_move_make((GrMoveKind)(more & 15), (int)(squares & 127), (int)(squares >> 7 & 127),
                               (int)(more >> 4 & 15), (int)(more >> 8 & 127));
    GrMoveList list;
    bool legal = gr_move_kind(move) == GR_PASS;
    gr_moves(&line->place->pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        legal |= list.move[i] == move;
    if (!legal && !line->fault)
        line->fault = "a move of a line is not legal";
    if (!line->fault)
        format_play(line->place, move);
}

static void pieces_ply(Line *line) {
    const GrPosition *pos = &line->place->pos;
    unsigned next = byte(line), number = next >> 4, code = next & 15, from = line->square[pos->turn][number];
    if (gr_variant(pos->rules)->piece[type_on(pos, from)].letter == 'Q' && code == from % 8)
        play_to(line, number, (int)byte(line));
    else
        play_code(line, number, code);
}

/* ---- packed form ---- */

/* The next bit of the side to move. */
static unsigned bit(Line *line) {
    if (line->at == line->above) {
        line->fault = "a line is too short";
        return 0;
    }
    size_t i = line->place->pos.turn == GR_WHITE ? line->at++ : --line->above;
    return (unsigned)line->bytes[i / 8] >> i % 8 & 1u;
}

/* A number of so many bits behind a symbol. */
static unsigned bits(Line *line, unsigned count) {
    unsigned number = 0;
    bool white = line->place->pos.turn == GR_WHITE;
    for (unsigned i = 0; i < count; i++)
        number = white ? number | bit(line) << i : number << 1 | bit(line);
    return number;
}

/* The symbol of a canonical code. */
static unsigned symbol(Line *line) {
    static const unsigned last[] = {11, 23, 47, 83, 131, 191};
    unsigned stretch = 0, number = 0, next = 0;
    while (stretch < 6 && line->ply > last[stretch])
        stretch++;
    const uint8_t *length = gr_line_bits[2 * stretch + line->place->pos.turn];
    for (unsigned len = 1; len < 32 && !line->fault; len++, next <<= 1) {
        number = number << 1 | bit(line);
        for (unsigned s = 0; s < SYMBOLS; s++)
            if (length[s] == len && next++ == number)
                return s;
    }
    return 0;
}

static void packed_ply(Line *line) {
    unsigned turn = line->place->pos.turn, s = symbol(line);
    if (s == ANY_SQUARE) {
        unsigned behind = bits(line, 10);
        play_to(line, behind / 64, (int)(behind % 64));
        return;
    }
    if (s == ANY_SYMBOL)
        s = bits(line, 9);
    if (s < DIAGONALS)
        play_code(line, s / 16, s % 16);
    else if (s < ANY_SYMBOL && line->queen[turn] < PIECES)
        play_to(line, line->queen[turn], along_diagonals(line->square[turn][line->queen[turn]], s - DIAGONALS));
    else
        line->fault = "a symbol of a line is none";
}

static bool ended(const Line *line, unsigned codec) {
    if (codec != FORMAT_PACKED)
        return line->at == line->len;
    for (size_t i = line->at; i < line->above; i++)
        if (line->bytes[i / 8] >> i % 8 & 1)
            return false;
    return line->above - line->at < 8;
}

const char *format_line(unsigned codec, const uint8_t *bytes, size_t len, unsigned plies, FormatPlace *place,
                        GrMove *move) {
    Line line = {.place = place, .bytes = bytes, .len = len, .above = 8 * len, .queen = {PIECES, PIECES}};
    if (codec == FORMAT_PACKED && plies > FORMAT_PACKED_PLIES)
        return "a packed line has too many plies";
    if (codec != FORMAT_NAMED)
        number_pieces(&line);
    for (; line.ply < plies && !line.fault; line.ply++) {
        if (codec == FORMAT_NAMED)
            named_ply(&line);
        else if (codec == FORMAT_PIECES)
            pieces_ply(&line);
        else
            packed_ply(&line);
        move[line.ply] = place->last[0];
    }
    return line.fault ? line.fault : ended(&line, codec) ? NULL : "a line has another length";
}
