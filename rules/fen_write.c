/* Writing FEN. */
#include "rules/fen.h"

#include <ctype.h>

#include "rules/hooks.h"
#include "rules/tables.h"

/* In decimal; databases write a FEN for each game, and sprintf takes its time. */
static char *put_number(char *at, unsigned number) {
    char digit[10];
    int n = 0;
    do
        digit[n++] = (char)('0' + number % 10);
    while (number /= 10);
    while (n)
        *at++ = digit[--n];
    return at;
}

size_t gr_fen_write_board(const GrPosition *pos, char out[GR_FEN_SIZE]) {
    const GrVariant *v = pos->rules->variant;
    char *at = out;
    for (int rank = v->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < v->files; file++) {
            int sq = gr_square(v, file, rank), code = pos->board[sq];
            if (code == GR_EMPTY) {
                empty++;
                continue;
            }
            if (empty)
                at = put_number(at, (unsigned)empty);
            empty = 0;
            char letter = code == GR_HOLE ? '*' : v->piece[gr_type_of(code)].letter;
            *at++ = gr_side_of(code) && code != GR_HOLE ? (char)tolower(letter) : letter;
            if (v->hooks->write_marks && code != GR_HOLE)
                at += v->hooks->write_marks(pos, sq, at);
        }
        if (empty)
            at = put_number(at, (unsigned)empty);
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

size_t gr_fen_write(const GrPosition *pos, char out[GR_FEN_SIZE]) {
    const GrVariant *v = pos->rules->variant;
    char *at = out + gr_fen_write_board(pos, out);
    *at++ = ' ';
    *at++ = pos->turn == GR_WHITE ? 'w' : 'b';
    *at++ = ' ';
    for (int i = 0; v->rights[i]; i++)
        if (pos->rights >> i & 1)
            *at++ = v->hooks->write_right ? v->hooks->write_right(pos, i) : v->rights[i];
    if (!pos->rights)
        *at++ = '-';
    *at++ = ' ';
    for (GrSet ep = pos->ep; ep;)
        at += gr_square_name(v, gr_set_pop(&ep), at);
    if (!pos->ep)
        *at++ = '-';
    *at++ = ' ';
    if (v->hooks->write_field) {
        at += v->hooks->write_field(pos, at);
        *at++ = ' ';
    }
    at = put_number(at, pos->clock);
    *at++ = ' ';
    at = put_number(at, pos->number);
    *at = '\0';
    return (size_t)(at - out);
}
