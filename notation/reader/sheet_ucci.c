/* Moves of Xiangqi as engines write them: a game to a line, `position startpos moves h2e2 h9g7`. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/move/uci.h"
#include "notation/reader/sheet.h"

/* `h2`: a square with its rank from `zero` on; -1 if it is none. */
static int read_square(const GrVariant *v, const char **p, int zero) {
    int file = (*p)[0] - 'a', rank = 0, digits = 0;
    if (file < 0 || file >= v->files)
        return -1;
    for (++*p; isdigit((unsigned char)**p) && digits < 2 - !zero; digits++)
        rank = rank * 10 + *(*p)++ - '0';
    return digits && rank >= zero && rank - zero < v->ranks ? gr_square(v, file, rank - zero) : -1;
}

void sheet_squares(const GrVariant *v, SheetMove *move, int from, int to) {
    char name[2][4];
    gr_square_name(v, from, name[0]);
    gr_square_name(v, to, name[1]);
    snprintf(move->uci, sizeof move->uci, "%s%s", name[0], name[1]);
    snprintf(move->plain, sizeof move->plain, "%s-%s", name[0], name[1]);
}

static SheetMove read_move(const GrReader *r, const char *p, size_t len, int zero) {
    const GrVariant *v = gr_variant(r->moves.frame[0].now.rules);
    SheetMove move = {.at = p, .len = len};
    const char *at = p;
    int from = read_square(v, &at, zero), to = from < 0 ? -1 : read_square(v, &at, zero);
    if (to >= 0 && at == p + len)
        sheet_squares(v, &move, from, to);
    return move;
}

/* Where ranks begin, 0 or 1: protocols differ. A rank 10 says it, or the first move. */
static int first_rank(const GrReader *r, const char *p, const char *end) {
    const GrPosition *pos = &r->moves.frame[0].now;
    GrMove legal;
    bool ten = false;
    const char *q = p;
    for (size_t len; (len = sheet_next_word(&q, end)) > 0; q += len)
        ten |= len > 4 && len < 7 && sheet_find(q, q + len, "10") != NULL;
    size_t len = sheet_next_word(&p, end);
    SheetMove one = read_move(r, p, len, 1), none = read_move(r, p, len, 0);
    bool from_one = *one.uci && !gr_uci_read(pos, one.uci, &legal, NULL);
    bool from_none = *none.uci && !gr_uci_read(pos, none.uci, &legal, NULL);
    return ten || (from_one && !from_none);
}

Step sheet_ucci_line(GrReader *r, Sheet *s) {
    Lines *l = &r->lines;
    const char *p = l->p, *end = l->end;
    size_t len = sheet_next_word(&p, end);
    if (!len)
        return STEP_LINE_DONE;
    if (s->any)
        return STEP_GAME_DONE;
    if (sheet_word_is(p, len, "position"))
        p += len, len = sheet_next_word(&p, end);
    if (sheet_word_is(p, len, "startpos"))
        p += len, len = sheet_next_word(&p, end);
    if (sheet_word_is(p, len, "fen")) {
        p += len;
        const char *moves = sheet_find(p, end, " moves");
        size_t used = (size_t)((moves ? moves : end) - p);
        snprintf(s->fen, sizeof s->fen, "%.*s", (int)(used < 300 ? used : 300), p + strspn(p, " "));
        s->fen[used < strspn(p, " ") ? 0 : strcspn(s->fen, "\n")] = '\0';
        p += used;
        len = sheet_next_word(&p, end);
    }
    if (sheet_word_is(p, len, "moves"))
        p += len, len = sheet_next_word(&p, end);
    if (!sheet_begin(r, s, s->fen))
        return STEP_LINE_DONE;
    int zero = len ? first_rank(r, p, end) : 0;
    for (; len && !r->out.status && !r->capture.kind; p += len, len = sheet_next_word(&p, end)) {
        SheetMove move = read_move(r, p, len, zero);
        l->p = p;
        sheet_move(r, s, &move);
    }
    return STEP_LINE_DONE;
}
