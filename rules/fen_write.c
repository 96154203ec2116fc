/* Writing FEN. */
#include "rules/fen.h"

#include "rules/defined_build.h"
#include "rules/hooks.h"
#include "rules/tables.h"

/* In decimal; databases write a FEN for each game, and sprintf takes its time. */
static char *put_number(char *at, unsigned number) {
    char digit[10];
    int n = 0;
    if (number < 10) {
        *at++ = (char)('0' + number);
        return at;
    }
    do
        digit[n++] = (char)('0' + number % 10);
    while (number /= 10);
    while (n)
        *at++ = digit[--n];
    return at;
}

static inline char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter + ('a' - 'A')) : letter;
}

/* The files of a rank on which something stands, as bits. */
static inline unsigned row_of(const GrPosition *pos, int rank) {
    const GrVariant *v = pos->rules->variant;
    GrSet all = pos->side[GR_WHITE] | pos->side[GR_BLACK] | pos->type[0];
    return (unsigned)(all >> gr_square(v, 0, rank)) & ((1u << v->files) - 1);
}

static inline char *put_piece(const GrPosition *pos, int sq, char *at) {
    const GrVariant *v = pos->rules->variant;
    int code = pos->board[sq];
    if (code == GR_HOLE) {
        *at++ = '*';
        return at;
    }
    char letter = v->piece[gr_type_of(code)].letter;
    if (v->piece[gr_type_of(code)].flags & GR_IS_PROMOTED)
        *at++ = '+';
    *at++ = gr_side_of(code) ? lower(letter) : letter;
    return v->hooks->write_marks ? at + v->hooks->write_marks(pos, sq, at) : at;
}

size_t gr_fen_write_board(const GrPosition *pos, char out[GR_FEN_SIZE]) {
    const GrVariant *v = pos->rules->variant;
    char *at = out;
    for (int rank = v->ranks - 1; rank >= 0; rank--) {
        int after = 0; /* the file behind the last piece */
        for (unsigned row = row_of(pos, rank); row; row &= row - 1) {
            int file = __builtin_ctz(row);
            if (file > after)
                at = put_number(at, (unsigned)(file - after));
            after = file + 1;
            at = put_piece(pos, gr_square(v, file, rank), at);
        }
        if (after < v->files)
            at = put_number(at, (unsigned)(v->files - after));
        if (rank)
            *at++ = '/';
    }
    if (v->hooks->write_pocket) {
        *at++ = '[';
        at += v->hooks->write_pocket(pos, at);
        *at++ = ']';
    }
    *at = '\0';
    return (size_t)(at - out);
}

/* Rights of a side in games where files say where pieces may still be put: castlings, then the files that these do not
 * say. A castling from other squares than usual is said by its rook's file, and the king's stands with the others. */
static char *put_gates(const GrPosition *pos, int side, char *at) {
    const GrVariant *v = pos->rules->variant;
    GrSet gates = pos->extra[GR_FRESH] & gr_defined_home(gr_defined(v), side);
    unsigned held = gr_rights_held(pos);
    bool moved = gates && pos->rights >> (GR_MOVED_RIGHTS + 2 * side) & 3;
    GrCastling c;
    for (int i = 0; v->rights[i]; i++) {
        if ((v->rights[i] >= 'a') != side || !(held >> i & 1) || !gr_castling(pos, i, &c))
            continue;
        bool by_file = moved || pos->rights >> (GR_MOVED_RIGHTS + i) & 1;
        char letter = (char)((side ? 'a' : 'A') + c.rook_from % v->files);
        *at++ = by_file ? letter : v->rights[i];
        gates &= ~gr_set_of(c.rook_from) & (by_file ? ~(GrSet)0 : ~gr_set_of(c.king_from));
    }
    while (gates)
        *at++ = (char)((side ? 'a' : 'A') + gr_set_pop(&gates) % v->files);
    return at;
}

size_t gr_fen_write(const GrPosition *pos, char out[GR_FEN_SIZE]) {
    const GrVariant *v = pos->rules->variant;
    char *at = out + gr_fen_write_board(pos, out);
    *at++ = ' ';
    *at++ = pos->turn == GR_WHITE ? 'w' : 'b';
    *at++ = ' ';
    if (v->gates)
        at = put_gates(pos, GR_BLACK, put_gates(pos, GR_WHITE, at));
    for (int i = 0; v->rights[i] && !v->gates; i++)
        if (pos->rights >> i & 1)
            *at++ = v->hooks->write_right ? v->hooks->write_right(pos, i) : v->rights[i];
        else if (pos->rights >> (GR_MOVED_RIGHTS + i) & 1)
            *at++ = (char)((v->rights[i] >= 'a' ? 'a' : 'A') + pos->rook_file[i]);
    if (!pos->rights && at[-1] == ' ')
        *at++ = '-';
    *at++ = ' ';
    if (pos->count_limit)
        at = put_number(at, pos->count_limit);
    for (GrSet ep = pos->ep; ep && !pos->count_limit;)
        at += gr_square_name(v, gr_set_pop(&ep), at);
    if (!pos->ep && !pos->count_limit)
        *at++ = '-';
    *at++ = ' ';
    if (v->hooks->write_field) {
        at += v->hooks->write_field(pos, at);
        *at++ = ' ';
    }
    at = put_number(at, pos->count_limit ? pos->counted : pos->clock);
    *at++ = ' ';
    at = put_number(at, pos->number);
    *at = '\0';
    return (size_t)(at - out);
}
