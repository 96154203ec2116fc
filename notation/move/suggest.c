/* Nearest legal moves, by an edit distance that knows what slips are likely. */
#include "notation/move/suggest.h"

#include <stdlib.h>
#include <string.h>

#include "notation/move/san.h"

/* Costs of slips, in thirds of a wrong character. */
enum { NEXT = 2, WRONG = 3, LOST = 3, LIMIT = 9, WORD = 24 };

/* What a slip of the pen makes of one character. */
static int substitution(char a, char b) {
    if (a == b)
        return 0;
    bool same_kind = (a >= 'a' && a <= 'l' && b >= 'a' && b <= 'l') ||
                     (a >= '0' && a <= '9' && b >= '0' && b <= '9');
    return same_kind && abs(a - b) == 1 ? NEXT : WRONG;
}

static int smallest(int a, int b, int c) {
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* Levenshtein's distance with two characters changed over counted as one slip. */
static int distance(const char *a, size_t la, const char *b, size_t lb) {
    int row[WORD + 1][WORD + 1];
    for (size_t i = 0; i <= la; i++)
        row[i][0] = (int)i * LOST;
    for (size_t j = 0; j <= lb; j++)
        row[0][j] = (int)j * LOST;
    for (size_t i = 1; i <= la; i++)
        for (size_t j = 1; j <= lb; j++) {
            row[i][j] = smallest(row[i - 1][j] + LOST, row[i][j - 1] + LOST,
                                 row[i - 1][j - 1] + substitution(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                row[i - 2][j - 2] + WRONG < row[i][j])
                row[i][j] = row[i - 2][j - 2] + WRONG;
        }
    return row[la][lb];
}

/* Marks, captures and dashes say nothing about which squares were meant. */
static size_t essence(const char *text, size_t len, char out[WORD]) {
    size_t n = 0;
    for (size_t i = 0; i < len && n < WORD; i++)
        if (!strchr("+#!?x-: \t=", text[i]))
            out[n++] = text[i];
    return n;
}

/* A move with both its squares stated is compared as letter, square, square. */
static size_t squares_of(const GrVariant *v, int type, int from, int to, char out[WORD]) {
    char name[4];
    size_t n = 0;
    if (type && !gr_is_letterless(v, type))
        out[n++] = v->piece[type].letter;
    int len = gr_square_name(v, from, name);
    memcpy(out + n, name, (size_t)len);
    n += (size_t)len;
    len = gr_square_name(v, to, name);
    memcpy(out + n, name, (size_t)len);
    return n + (size_t)len;
}

typedef struct Wanted {
    char text[WORD];
    size_t len;
    bool squares; /* both squares are stated: compare squares, not SAN */
    bool lettered; /* and the piece is named */
} Wanted;

static Wanted wanted(const GrVariant *v, const GrSyntax *s, const char *text, size_t len) {
    Wanted w = {.squares = s && s->form == GR_FORM_MOVE && s->from_file && s->from_rank};
    if (w.squares) {
        int from = gr_square(v, s->from_file - 1, s->from_rank - 1);
        w.lettered = s->type != 0;
        w.len = squares_of(v, s->type, from, s->to, w.text);
    } else {
        w.len = essence(text, len, w.text);
    }
    return w;
}

static int cost(const GrPosition *pos, const GrSyntax *s, const Wanted *w, GrMove m) {
    const GrVariant *v = gr_variant(pos->rules);
    char text[WORD], san[GR_SAN_SIZE];
    GrMoveKind kind = gr_move_kind(m);
    bool piece = kind != GR_PLACE && kind != GR_SPELL && kind != GR_SPELL_FALL;
    int type = piece ? gr_type_of(pos->board[gr_move_from(m)]) : 0;
    int least;
    if (s && s->form == GR_FORM_CASTLE && kind != GR_CASTLE)
        return LIMIT + 1;
    if (w->squares && kind != GR_PLACE) {
        size_t len = squares_of(v, w->lettered ? type : 0, gr_move_from(m), gr_move_to(m), text);
        least = distance(w->text, w->len, text, len);
    } else {
        gr_san_write_after(pos, m, pos, san); /* its mark means nothing and is not compared */
        size_t len = essence(san, strlen(san), text);
        least = distance(w->text, w->len, text, len);
    }
    /* The right piece to the right square from elsewhere is as near as one wrong letter. */
    if (s && s->form == GR_FORM_MOVE && s->type && type == s->type && gr_move_to(m) == s->to &&
        least > WRONG)
        least = WRONG + 1;
    return least;
}

size_t gr_suggest(const GrPosition *pos, const GrSyntax *syntax, const char *text, size_t len,
                  GrMove *out, size_t cap) {
    GrMoveList *list = malloc(sizeof *list); /* too large for a small stack */
    int best[GR_SUGGESTIONS];
    size_t found = 0;
    if (!list)
        return 0;
    if (cap > GR_SUGGESTIONS)
        cap = GR_SUGGESTIONS;
    Wanted w = wanted(gr_variant(pos->rules), syntax, text, len);
    gr_moves(pos, list);
    for (unsigned i = 0; i < list->count; i++) {
        int c = cost(pos, syntax, &w, list->move[i]);
        size_t at = found < cap ? found++ : cap;
        if (c > LIMIT || (at == cap && (cap == 0 || c >= best[cap - 1]))) {
            found -= at < cap;
            continue;
        }
        if (at == cap)
            at = cap - 1;
        for (; at > 0 && best[at - 1] > c; at--) {
            best[at] = best[at - 1];
            out[at] = out[at - 1];
        }
        best[at] = c;
        out[at] = list->move[i];
    }
    free(list);
    return found;
}
