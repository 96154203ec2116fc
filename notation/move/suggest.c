/* Nearest legal moves, by an edit distance that knows what slips are likely. */
#include "notation/move/suggest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/san.h"

/* Costs of slips. A capture that is marked or not is the least of them, then a letter in the wrong
 * case, then a square or a key next to the right one. */
enum { MARK = 1, CASE = 2, NEXT = 6, KEY = 7, SWAPPED = 8, WRONG = 12, LOST = 12, LIMIT = 36 };

/* So much of a text is compared. */
enum { WORD = 24 };

/* Are these two letters next to each other on a keyboard? */
static bool next_keys(char a, char b) {
    static const char *const rows[] = {"qwertyuiop", "asdfghjkl", "zxcvbnm"};
    int row[2] = {-9, -9}, column[2] = {0, 0};
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 2; k++) {
            const char *at = strchr(rows[r], k ? b : a);
            if (at) {
                row[k] = r;
                column[k] = (int)(at - rows[r]);
            }
        }
    int down = row[1] - row[0], right = column[1] - column[0];
    return (down == 0 && abs(right) == 1) || (down == 1 && (right == 0 || right == -1)) ||
           (down == -1 && (right == 0 || right == 1));
}

/* What a slip of the pen makes of one character. */
static int substitution(char a, char b) {
    if (a == b)
        return 0;
    char la = (char)tolower((unsigned char)a), lb = (char)tolower((unsigned char)b);
    if (la == lb)
        return CASE;
    bool letters = islower((unsigned char)la) && islower((unsigned char)lb);
    bool digits = isdigit((unsigned char)a) && isdigit((unsigned char)b);
    bool files = islower((unsigned char)a) && islower((unsigned char)b) && a <= 'l' && b <= 'l';
    if ((digits || files) && abs(a - b) == 1)
        return NEXT;
    if (letters && next_keys(la, lb))
        return KEY + ((a == la) != (b == lb) ? CASE : 0);
    return WRONG;
}

static int smallest(int a, int b, int c) {
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* Levenshtein's distance with two characters swapped counted as one slip. */
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
                row[i - 2][j - 2] + SWAPPED < row[i][j])
                row[i][j] = row[i - 2][j - 2] + SWAPPED;
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

/* What a text states of a move: the piece, file and rank that it leaves, and where it goes. */
typedef struct Wanted {
    char text[WORD];
    size_t len;
    bool parts;             /* so much is stated: compare these parts, not SAN */
    bool letter, file, rank; /* which of them */
    bool takes;             /* a capture is marked */
    int limit;              /* what costs more is another move altogether */
} Wanted;

/* A move in as many parts as the text has. */
static size_t in_parts(const GrVariant *v, const Wanted *w, int type, int from, int to,
                       char out[WORD]) {
    char name[4];
    size_t n = 0;
    if (w->letter && type && !gr_is_letterless(v, type))
        n += (size_t)gr_piece_sign(v, type, out);
    int len = gr_square_name(v, from, name);
    if (w->file)
        out[n++] = name[0];
    memcpy(out + n, name + 1, (size_t)len);
    n += w->rank ? (size_t)len - 1 : 0;
    return n + (size_t)gr_square_name(v, to, out + n);
}

static Wanted wanted(const GrVariant *v, const GrSyntax *s, const char *text, size_t len) {
    bool move = s && s->form == GR_FORM_MOVE && s->to < GR_MAX_SQUARES;
    bool plain = move && !s->drop && !s->becomes && !s->quest && s->type;
    Wanted w = {.letter = move && s->type, .file = move && s->from_file,
                .rank = move && s->from_rank,
                .takes = s ? s->separator == 'x' : memchr(text, 'x', len) != NULL};
    w.parts = (w.file && w.rank) || (plain && s->named) ||
              (plain && !gr_is_letterless(v, s->type) && (w.file || w.rank));
    if (w.parts)
        w.len = in_parts(v, &w, s->type, gr_square(v, w.file ? s->from_file - 1 : 0,
                                                  w.rank ? s->from_rank - 1 : 0), s->to, w.text);
    else
        w.len = essence(text, len, w.text);
    w.limit = (int)w.len * WRONG / 2 < LIMIT ? (int)w.len * WRONG / 2 : LIMIT;
    return w;
}

/* Is this the castling for which the text has the king's square or the rook's, as in `Kg1`? */
static bool means_castling(const GrPosition *pos, const GrSyntax *s, GrMove m) {
    if (!s || s->form != GR_FORM_MOVE || gr_kind(gr_move_kind(m))->form != GR_FORM_CASTLE ||
        s->type != gr_castling_king(gr_variant(pos->rules), pos->turn))
        return false;
    GrCastling c;
    return gr_castling(pos, gr_castling_right(pos, m), &c) &&
           (s->to == c.king_to || s->to == c.rook_from);
}

/* By what is written. */
static int written_cost(const GrPosition *pos, const Wanted *w, GrMove m, int type) {
    char text[WORD], san[GR_SAN_SIZE];
    size_t len;
    if (w->parts && !gr_kind_does(gr_move_kind(m), GR_ENTERS)) {
        len = in_parts(gr_variant(pos->rules), w, type, gr_move_from(m), gr_move_to(m), text);
    } else {
        gr_san_write_after(pos, m, pos, san); /* its mark means nothing and is not compared */
        len = essence(san, strlen(san), text);
    }
    return distance(w->text, w->len, text, len) + (w->takes != gr_is_capture(pos, m) ? MARK : 0);
}

/* The cost of taking the text for the move; above the limit if that is out of the question. */
static int cost(const GrPosition *pos, const GrSyntax *s, const Wanted *w, GrMove m) {
    GrMoveKind kind = gr_move_kind(m);
    int type = gr_is_by_piece(m) ? gr_type_of(pos->board[gr_move_from(m)]) : 0;
    if (s && s->form == GR_FORM_CASTLE)
        return gr_kind(kind)->form == GR_FORM_CASTLE ? 0 : LIMIT + 1;
    if (means_castling(pos, s, m))
        return 0;
    int least = written_cost(pos, w, m, type);
    /* The right piece to the right square from elsewhere is as near as one wrong letter. */
    bool arrives = s && s->form == GR_FORM_MOVE && s->type && type == s->type &&
                   gr_move_to(m) == s->to && !gr_kind_does(kind, GR_PUTS);
    return arrives && least > WRONG ? WRONG + MARK : least;
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
    int limit = w.limit > WRONG + MARK ? w.limit : WRONG + MARK;
    gr_moves(pos, list);
    for (unsigned i = 0; i < list->count; i++) {
        int c = cost(pos, syntax, &w, list->move[i]);
        size_t at = found < cap ? found++ : cap;
        if (c > limit || (at == cap && (cap == 0 || c >= best[cap - 1]))) {
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
