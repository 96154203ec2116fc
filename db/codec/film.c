/* Filming games; and their rare moves: castling, promotion, captures en passant. */
#include "db/codec/film_rows.h"

#include <string.h>

enum { TAKES = 64, SPECIAL = 255, GAIT = SQUARES * 16 };

bool gr_filmer_knows(const GrVariant *variant) {
    return !variant->defined && !variant->explosions && !variant->hands && !variant->drops && !variant->pockets &&
           !variant->moving_castlings && !variant->holes && variant->files == FILES && variant->ranks == FILES;
}

bool gr_film_fits(const GrVariant *variant) {
    return variant->files == FILES && variant->ranks == FILES && !variant->holes && variant->types <= GR_FILM_TYPES;
}

/* ---- men ---- */

static GrFilmMan man_of(const GrReplayer *replayer, int side, unsigned piece) {
    const GrPlayVariant *variant = &replayer->variant;
    unsigned gait = variant->gait[side][piece % 32];
    return (GrFilmMan){.way = (uint16_t)(GAIT * gait), .piece = (uint16_t)(piece % 32)};
}

/* What stands where the numbers say; nearly all games begin alike. */
static void know_men(GrFilmer *filmer, const GrReplayer *replayer, const GrPosition *start) {
    for (int side = 0; side < 2; side++)
        for (int n = 0; n < 16; n++)
            filmer->first[side][n] = man_of(replayer, side, start->board[replayer->square[side][n]]);
    filmer->start = *start;
}

bool gr_filmer_open(GrFilmer *filmer, const GrReplayer *replayer, const GrPosition *start) {
    if (replayer->form != GR_REPLAY_FORM_PACKED || !gr_filmer_knows(gr_variant(start->rules)))
        return false;
    if (filmer->start.rules != start->rules || memcmp(filmer->start.board, start->board, sizeof start->board) != 0)
        know_men(filmer, replayer, start);
    memcpy(filmer->man, filmer->first, sizeof filmer->man);
    filmer->ahead = *start;
    filmer->rows = 0;
    start_row(filmer->row, start);
    filmer->played[0] = (GrFilmMove){.move = GR_NO_MOVE};
    return true;
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

/* ---- reading ---- */

/* Reads a move that the table does not have, or that takes en passant; GR_NO_MOVE if that cannot be. */
static GrMove next_rare(GrFilmer *filmer, GrReplayer *replayer) {
    const GrPosition *pos = &filmer->ahead;
    unsigned word = replayer->word[replayer->next], code = word >> GR_LINE_BYTE, n = code / 16;
    unsigned from = replayer->square[pos->turn][n];
    unsigned gait = replayer->variant.gait[pos->turn][pos->board[from]];
    unsigned go = word & GR_LINE_KIND ? SPECIAL : replayer->variant.go[gait][from][code % 16];
    GrMove move = go == SPECIAL ? gr_replayer_next(replayer, pos) : en_passant(replayer, pos, n, from, go - TAKES);
    GrMoveKind kind = gr_move_kind(move);
    if (gr_move_piece(move))
        filmer->man[pos->turn][n] = man_of(replayer, pos->turn, (unsigned)gr_piece(pos->turn, gr_move_piece(move)));
    return kind == GR_NORMAL || kind == GR_CASTLE || kind == GR_EN_PASSANT ? move : (GrMove)GR_NO_MOVE;
}

/* Reads such a move and plays it; false if that cannot be. */
static __attribute__((noinline)) bool read_rare(GrFilmer *filmer, GrReplayer *replayer, uint32_t ply) {
    GrMove move = next_rare(filmer, replayer);
    if (move == GR_NO_MOVE)
        return false;
    filmer->played[ply + 1] = look_at_rare(&filmer->ahead, move);
    return play_rare(&filmer->ahead, move, &filmer->row[ply]);
}

/* Where reading is. */
typedef struct Reading {
    const uint16_t *word;
    uint32_t wrong;  /* bit 0: a piece goes to where it may not; */
    unsigned gone;   /* not 0: one goes that does not stand where it should */
    Half low, high;  /* of the row of the position at hand, */
    Half *row;       /* and that of the next one; */
    GrFilmMove *played;
} Reading;

/* Notes the position after a move that takes what stands where it goes to. */
static inline __attribute__((always_inline)) void expose(Reading *r, size_t from, size_t to, size_t piece) {
    const Half here = *(const Half *)one[to], both = here | *(const Half *)one[from];
    put_in_half(&r->low, 0, &both, &here, piece);
    put_in_half(&r->high, 1, &both, &here, piece);
    r->row[0] = r->low;
    r->row[1] = r->high;
    r->row += 2;
}

/* Reads a word of a side, and plays it; false if it is a rare one. All is here that is done for every ply. */
static inline __attribute__((always_inline)) bool read_plain(Reading *r, unsigned what, GrFilmer *filmer,
                                                             GrReplayer *replayer, int side) {
    const uint8_t *ways = &replayer->variant.go[0][0][0];
    size_t word = *r->word, n = word >> (GR_LINE_BYTE + 4), way = filmer->man[side][n].way;
    if (__builtin_expect((int8_t)word < 0, 0)) { /* it is not GR_LINE_PLAIN */
        n = replayer->queen[side];
        way = GAIT * GR_GAIT_BISHOP;
        if (filmer->man[side][n].way != GAIT * GR_GAIT_QUEEN || (word & GR_LINE_KIND) != GR_LINE_BISHOP)
            return false;
    }
    size_t from = replayer->square[side][n], piece = filmer->man[side][n].piece;
    unsigned go = ways[way + 16 * from + (word >> GR_LINE_BYTE) % 16], to = go % TAKES, taken = filmer->ahead.board[to];
    if (__builtin_expect(go == SPECIAL || go / TAKES > taken, 0)) /* or a pawn that takes nothing there */
        return false;
    r->wrong |= replayer->variant.barred[side] >> taken % 32;
    r->gone |= filmer->ahead.board[from] ^ (unsigned)piece;
    replayer->square[side][n] = (uint8_t)to;
    filmer->ahead.board[from] = GR_EMPTY;
    filmer->ahead.board[to] = (uint8_t)piece;
    if (what & GR_FILM_ROWS)
        expose(r, from, to, piece);
    if (what & GR_FILM_MOVES)
        *r->played++ = (GrFilmMove){(GrMove)from | to << 7, (uint8_t)piece, (uint8_t)taken, (uint8_t)taken,
                                      (uint8_t)to};
    r->word++;
    return true;
}

/* Reads plies up to a rare one, or where no words are left, and returns how many. What is read last has a mark behind
 * it that looks like a rare one. */
static inline __attribute__((always_inline)) uint32_t read_plains(Reading *r, unsigned what, GrFilmer *filmer,
                                                                  GrReplayer *replayer, uint32_t plies) {
    uint32_t words = replayer->words - replayer->next, read = words < plies ? words : plies;
    uint16_t *first = replayer->word + replayer->next, behind = first[read];
    first[read] = GR_LINE_ANY;
    if (filmer->ahead.turn == GR_WHITE || read_plain(r, what, filmer, replayer, GR_BLACK))
        while (read_plain(r, what, filmer, replayer, GR_WHITE) && read_plain(r, what, filmer, replayer, GR_BLACK))
            continue;
    first[read] = behind;
    read = (uint32_t)(r->word - first);
    replayer->next += read;
    filmer->ahead.turn = (uint8_t)(read % 2 ? !filmer->ahead.turn : filmer->ahead.turn);
    filmer->sound &= !(r->wrong & 1) && !r->gone;
    return read;
}

/* The same from the ply on, as which it is filmed. */
static inline __attribute__((always_inline)) uint32_t read_some(unsigned what, GrFilmer *filmer, GrReplayer *replayer,
                                                                uint32_t ply, uint32_t plies) {
    Reading r = {.word = replayer->word + replayer->next, .played = filmer->played + ply + 1};
    if (what & GR_FILM_ROWS) {
        r.low = ((Half *)filmer->row[ply].word)[0];
        r.high = ((Half *)filmer->row[ply].word)[1];
        r.row = (Half *)filmer->row[ply + 1].word;
    }
    return read_plains(&r, what, filmer, replayer, plies - ply);
}

static inline __attribute__((always_inline)) bool read_all(unsigned what, GrFilmer *filmer, GrReplayer *replayer,
                                                           uint32_t plies) {
    filmer->sound = true;
    for (uint32_t ply = 0; ply < plies; ply++) {
        ply += read_some(what, filmer, replayer, ply, plies);
        if (ply == plies)
            break;
        if (replayer->next >= replayer->words || !read_rare(filmer, replayer, ply))
            return false;
    }
    return filmer->sound;
}

bool gr_filmer_next(GrFilmer *filmer, GrReplayer *replayer, uint32_t plies, unsigned what) {
    filmer->row[0] = filmer->row[filmer->rows];
    filmer->played[0] = filmer->played[filmer->rows];
    filmer->rows = plies;
    return what == GR_FILM_MOVES  ? read_all(GR_FILM_MOVES, filmer, replayer, plies)
           : what == GR_FILM_ROWS ? read_all(GR_FILM_ROWS, filmer, replayer, plies)
                                  : read_all(GR_FILM_ROWS | GR_FILM_MOVES, filmer, replayer, plies);
}
