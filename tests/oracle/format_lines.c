/* Lines, written from grimoire-format(5) alone. */
#include "tests/oracle/format_lines.h"

#include <stdlib.h>
#include <string.h>

#include "db/codec/move_code.h" /* for the tables alone */

enum { FROM_END = 24, MARKED = 56, OTHER = 57, RARE = 58, PLACES = 59, WAYS = 80, LAST = 80, ANY = 81, TARGETS = 82 };

typedef struct Line {
    GrPosition *pos;
    const GrVariant *variant;
    const uint8_t *bytes;
    size_t len, low, high; /* bits taken from both ends */
    int piece[2][GR_NO_SQUARE];  /* the squares of a side's pieces in their order */
    unsigned count[2], moved[2];
    int last;              /* where the last move went; below 0: nowhere */
    bool took;
    const char *fault;
} Line;

/* ---- bits ---- */

static unsigned low_bit(Line *line) {
    size_t i = line->low++;
    if (line->low + line->high > 8 * line->len)
        line->fault = "a line is too short";
    return line->fault ? 0 : (unsigned)line->bytes[i / 8] >> i % 8 & 1u;
}

static unsigned high_bit(Line *line) {
    size_t i = 8 * line->len - 1 - line->high++;
    if (line->low + line->high > 8 * line->len)
        line->fault = "a line is too short";
    return line->fault ? 0 : (unsigned)line->bytes[i / 8] >> i % 8 & 1u;
}

static unsigned low_number(Line *line, unsigned bits) {
    unsigned number = 0;
    for (unsigned i = 0; i < bits; i++)
        number |= low_bit(line) << i;
    return number;
}

static uint32_t high_number(Line *line, unsigned bits) {
    uint32_t number = 0;
    for (unsigned i = 0; i < bits; i++)
        number = number << 1 | high_bit(line);
    return number;
}

/* The bits of the highest of so many numbers, from 0 on. */
static unsigned bits_of(size_t numbers) {
    unsigned bits = 0;
    while (numbers > (size_t)1 << bits)
        bits++;
    return bits;
}

/* A symbol of a canonical code. */
static unsigned symbol(Line *line, const char *lengths, unsigned (*bit)(Line *line)) {
    unsigned number = 0, next = 0;
    for (char len = '0'; len <= '7' && !line->fault; len++, next <<= 1) {
        if (len > '0')
            number = number << 1 | bit(line);
        for (unsigned s = 0; lengths[s]; s++)
            if (lengths[s] == len && next++ == number)
                return s;
    }
    line->fault = line->fault ? line->fault : "a line has a symbol that is none";
    return 0;
}

/* ---- the order of pieces ---- */

static int rank_of(const Line *line, int side, int sq) {
    int rank = sq / line->variant->files;
    return side == GR_WHITE ? rank : line->variant->ranks - 1 - rank;
}

static bool has(const Line *line, int side, int sq) {
    return gr_set_has(line->pos->side[side], sq);
}

static void start_order(Line *line) {
    const GrVariant *v = line->variant;
    for (int side = 0; side < 2; side++)
        for (int rank = v->ranks - 1; rank >= 0; rank--)
            for (int file = 0; file < v->files; file++) {
                int sq = (side == GR_WHITE ? rank : v->ranks - 1 - rank) * v->files + file;
                if (has(line, side, sq))
                    line->piece[side][line->count[side]++] = sq;
            }
    line->last = -1;
}

static void remove_piece(Line *line, int side, unsigned n) {
    memmove(&line->piece[side][n], &line->piece[side][n + 1], (line->count[side] - n - 1) * sizeof(int));
    line->count[side]--;
    line->moved[side] -= n < line->moved[side];
}

/* After a move. */
static void update_order(Line *line, GrMove move) {
    bool pass = gr_move_kind(move) == GR_PASS;
    line->last = pass ? -1 : gr_move_to(move);
    line->took = false;
    for (int side = 0; side < 2; side++) {
        bool listed[GR_NO_SQUARE + 1] = {false};
        for (unsigned n = 0; n < line->count[side];)
            if (has(line, side, line->piece[side][n])) {
                listed[line->piece[side][n++]] = true;
            } else {
                remove_piece(line, side, n);
                line->took |= side == line->pos->turn;
            }
        for (int sq = 0; sq < gr_squares(line->variant); sq++)
            if (has(line, side, sq) && !listed[sq]) {
                memmove(&line->piece[side][1], &line->piece[side][0], line->count[side] * sizeof(int));
                line->piece[side][0] = sq;
                line->count[side]++;
                line->moved[side]++;
            }
    }
}

/* ---- codes ---- */

static unsigned stretch(unsigned number, const uint8_t *from, unsigned count) {
    unsigned i = 0;
    while (i + 1 < count && number >= from[i + 1])
        i++;
    return i;
}

static const char *place_code(const Line *line) {
    static const uint8_t moved[] = {0, 1, 2, 3, 4, 5, 6, 8, 10, 13}, still[] = {0, 1, 3, 5, 8, 11, 15, 17};
    int side = line->pos->turn;
    unsigned have = line->moved[side], have_not = line->count[side] - have;
    unsigned other = (line->variant->holes && !line->variant->walls) || line->variant->hands ? 80 : 0;
    return gr_place_bits[other + 8 * stretch(have, moved, 10) + stretch(have_not, still, 8)];
}

static bool leaps(const GrReach *reach, int a, int b) {
    for (int i = 0; i < 4 && (a || b); i++) {
        int c = reach->leap[i].df, d = reach->leap[i].dr;
        if ((c == a && d == b) || (c == b && d == a))
            return true;
    }
    return false;
}

static unsigned leaps_of(const GrReach *reach) {
    unsigned n = 0;
    while (n < 4 && (reach->leap[n].df || reach->leap[n].dr))
        n++;
    return n;
}

static unsigned class_of(const GrPieceRow *row) {
    const GrReach *go = &row->move;
    unsigned leap = leaps_of(go);
    bool slides = go->orth || go->diag;
    if (row->flags & GR_GOES_ODDLY || (!leap && !slides))
        return 7;
    if (!slides && leap == 2 && leaps(go, 1, 0) && leaps(go, 1, 1))
        return 0;
    if (!slides && leap == 1 && leaps(go, 1, 2))
        return 1;
    if (go->orth < 7 && go->diag < 7)
        return 6;
    if (leap)
        return 5;
    return go->orth && go->diag ? 4 : go->orth ? 3 : 2;
}

/* The files and ranks, forward, of a way. */
static void way(unsigned n, int *files, int *ranks) {
    static const int direction[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    static const int leap[3][2] = {{1, 2}, {1, 3}, {2, 3}};
    if (n < 56) {
        *files = direction[n / 7][0] * (int)(n % 7 + 1);
        *ranks = direction[n / 7][1] * (int)(n % 7 + 1);
        return;
    }
    unsigned k = (n - 56) % 8;
    *files = leap[(n - 56) / 8][k & 1] * (k & 4 ? 1 : -1);
    *ranks = leap[(n - 56) / 8][~k & 1] * (k & 2 ? 1 : -1);
}

/* Would the piece on a square take on another in one of the ways, were the board empty? */
static bool may_reach(const Line *line, const GrPieceRow *row, int from, int to) {
    int files = to % line->variant->files - from % line->variant->files;
    int ranks = rank_of(line, line->pos->turn, to) - rank_of(line, line->pos->turn, from);
    const GrReach *take = &row->capture;
    for (unsigned n = 0; n < WAYS; n++) {
        int f, r;
        way(n, &f, &r);
        if (f != files || r != ranks)
            continue;
        f = abs(f);
        r = abs(r);
        return leaps(take, f, r) || ((!f || !r) && f + r <= take->orth) || (f == r && f <= take->diag);
    }
    return false;
}

/* What stands so many files aside and one rank ahead: 0 nothing, 1 an own piece, 2 one of the other side. */
static unsigned ahead(const Line *line, int from, int files) {
    const GrVariant *v = line->variant;
    int side = line->pos->turn, file = from % v->files + files;
    int sq = from + (side == GR_WHITE ? v->files : -v->files) + files;
    if (file < 0 || file >= v->files || sq < 0 || sq >= gr_squares(v))
        return 0;
    return has(line, side, sq) ? 1 : has(line, !side, sq) ? 2 : 0;
}

static const char *target_code(const Line *line, unsigned place) {
    const GrVariant *v = line->variant;
    int side = line->pos->turn, from = line->piece[side][place], rank = rank_of(line, side, from);
    const GrPieceRow *row = &v->piece[gr_type_of(line->pos->board[from])];
    unsigned half = rank < v->ranks / 2 ? 2 : 3;
    if (row->flags & GR_IS_PAWN && !(row->flags & GR_GOES_ODDLY)) {
        unsigned before = (rank == v->ranks - 1 || ahead(line, from, 0) ? 1u : 0u) +
                          (ahead(line, from, -1) == 2 ? 2u : 0u) + (ahead(line, from, 1) == 2 ? 4u : 0u);
        bool moved = place < line->moved[side];
        return gr_target_bits[8 * (moved ? half : rank == 1 ? 1 : 0) + before];
    }
    unsigned first = 32 + 20 * class_of(row), file = (unsigned)(from % v->files * 4 / v->files);
    if (line->last >= 0 && may_reach(line, row, from, line->last))
        return gr_target_bits[first + 16 + (rank > 1 ? 2 : 0) + line->took];
    return gr_target_bits[first + 4 * (rank < 2 ? (unsigned)rank : half) + file];
}

/* ---- moves ---- */

static bool is_of_piece(GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    return kind != GR_SPELL && kind != GR_SPELL_FALL && kind != GR_PLACE && kind != GR_ENTER;
}

static int by_number(const void *a, const void *b) {
    GrMove x = *(const GrMove *)a, y = *(const GrMove *)b;
    return (x > y) - (x < y);
}

/* The move whose number is next, among the legal ones between two squares, or those that no piece makes (from < 0). */
static GrMove numbered(Line *line, int from, int to) {
    static GrMoveList list;
    size_t count = 0;
    gr_moves(line->pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        GrMove m = list.move[i];
        if (from < 0 ? !is_of_piece(m) : is_of_piece(m) && gr_move_from(m) == from && gr_move_to(m) == to)
            list.move[count++] = m;
    }
    qsort(list.move, count, sizeof *list.move, by_number);
    size_t n = high_number(line, bits_of(count));
    if (n >= count)
        line->fault = line->fault ? line->fault : "a line has the number of no move";
    return n < count ? list.move[n] : (GrMove)GR_NO_MOVE;
}

/* What a pawn becomes. */
static int becomes(Line *line) {
    int type[GR_MAX_TYPES];
    unsigned count = 0;
    for (int t = 2; t <= line->variant->types; t++)
        if (!(line->variant->piece[t].flags & GR_IS_PAWN))
            type[count++] = t;
    unsigned n = high_number(line, bits_of(count));
    return n < count ? type[n] : 0;
}

/* Is there a castling of the king between these squares? */
static bool castles(const Line *line, int from, int to) {
    const GrVariant *v = line->variant;
    bool far = abs(to % v->files - from % v->files) > 1 || abs(to / v->files - from / v->files) > 1;
    for (int right = 0; right < v->castlings && (far || v->moving_castlings); right++) {
        GrCastling c;
        if (gr_castling(line->pos, right, &c) && c.king_from == from && c.king_to == to)
            return true;
    }
    return false;
}

/* What two squares mean. */
static GrMove meant(Line *line, int from, int to, bool marked) {
    const GrVariant *v = line->variant;
    const GrPosition *pos = line->pos;
    int type = gr_type_of(pos->board[from]), there = pos->board[to];
    const GrPieceRow *row = &v->piece[type];
    bool piece = there != GR_EMPTY && there != GR_HOLE;
    bool barred = there == GR_HOLE || (piece && (gr_side_of(there) == pos->turn || gr_type_of(there) == GR_KING));
    bool odd = (row->flags & GR_SHOOTS && piece) || (v->drops && class_of(row) == 0);
    if (marked || pos->pending || v->walls || (odd && !barred))
        return numbered(line, from, to);
    if (type == GR_KING && castles(line, from, to))
        return gr_move_make(GR_CASTLE, from, to, 0, 0);
    if (barred)
        return numbered(line, from, to);
    if (!(row->flags & GR_IS_PAWN))
        return gr_move_make(GR_NORMAL, from, to, 0, 0);
    if (rank_of(line, pos->turn, to) == v->ranks - 1)
        return gr_move_make(GR_NORMAL, from, to, becomes(line), 0);
    bool passing = gr_set_has(pos->ep, to) && from % v->files != to % v->files;
    return gr_move_make(passing ? GR_EN_PASSANT : GR_NORMAL, from, to, 0, 0);
}

static GrMove piece_move(Line *line, unsigned place, bool marked) {
    int side = line->pos->turn;
    if (place >= line->count[side]) {
        line->fault = "a line has the place of no piece";
        return GR_NO_MOVE;
    }
    int from = line->piece[side][place], to = line->last;
    unsigned target = symbol(line, target_code(line, place), high_bit);
    if (target < WAYS) {
        int files, ranks, file;
        way(target, &files, &ranks);
        file = from % line->variant->files + files;
        ranks = from / line->variant->files + (side == GR_WHITE ? ranks : -ranks);
        to = file < 0 || file >= line->variant->files ? -1 : ranks * line->variant->files + file;
    } else if (target == ANY) {
        to = (int)high_number(line, 7);
    }
    if (to < 0 || to >= gr_squares(line->variant)) {
        line->fault = line->fault ? line->fault : "a line leaves the board";
        return GR_NO_MOVE;
    }
    return meant(line, from, to, marked);
}

static GrMove whole(Line *line) {
    uint32_t bits = high_number(line, 32);
    return gr_move_make((GrMoveKind)(bits >> 14 & 31), (int)(bits & 127), (int)(bits >> 7 & 127),
                        (int)(bits >> 19 & 31), (int)(bits >> 24 & 127));
}

static GrMove next_move(Line *line) {
    unsigned s = symbol(line, place_code(line), low_bit), rare = s == RARE ? low_number(line, 2) : 0;
    bool marked = s == MARKED || (s == RARE && rare == 1);
    unsigned count = line->count[line->pos->turn];
    if (s == OTHER || (s == RARE && rare == 2))
        return numbered(line, -1, 0);
    if (s == RARE && rare == 3)
        return whole(line);
    if (marked)
        s = symbol(line, place_code(line), low_bit);
    if (marked && s == RARE && low_number(line, 2) != 0)
        line->fault = "a line has a mark before no piece";
    unsigned place = s == RARE ? low_number(line, 7) : s < FROM_END ? s : count - 1 - (s - FROM_END);
    return line->fault ? (GrMove)GR_NO_MOVE : piece_move(line, place, marked);
}

const char *format_line(const uint8_t *bytes, size_t len, unsigned plies, GrPosition *pos, GrMove *move) {
    Line *line = calloc(1, sizeof *line);
    if (!line)
        return "no memory";
    *line = (Line){.pos = pos, .variant = gr_variant(pos->rules), .bytes = bytes, .len = len};
    start_order(line);
    for (unsigned ply = 0; ply < plies && !line->fault; ply++) {
        move[ply] = next_move(line);
        if (!line->fault && gr_move_kind(move[ply]) != GR_PASS && !gr_is_legal(pos, move[ply]))
            line->fault = "a move of a line is not legal";
        if (line->fault)
            break;
        gr_play(pos, move[ply]);
        update_order(line, move[ply]);
    }
    bool whole = 8 * len - line->low - line->high < 8;
    while (!line->fault && whole && line->low + line->high < 8 * len)
        whole = !low_bit(line);
    if (!line->fault && !whole)
        line->fault = "a line has another length";
    const char *fault = line->fault;
    free(line);
    return fault;
}
