/* Reading canonical SAN of plain moves, fast. */
#include "notation/move/quick.h"

#include <string.h>

/* A move as far as it was read: what gr_find_move wants to know, and whether an `x` says that it
 * takes something. */
typedef struct Quick {
    unsigned types;
    GrSet from;
    int to, piece;
    bool takes;
} Quick;

/* The rank at p, from 1, 0 if there is none; *p is moved on. */
static inline int take_rank(const GrLexicon *lexicon, const char **p) {
    unsigned rank = (unsigned)(**p - '0'), more;
    if (rank > 9)
        return 0;
    if ((more = (unsigned)(*++*p - '0')) <= 9) {
        rank = rank * 10 + more;
        ++*p;
    }
    return rank <= lexicon->rank_count ? (int)rank : 0;
}

static inline int file_at(const GrLexicon *lexicon, const char *p) {
    return lexicon->file[(unsigned char)*p];
}

/* The squares, p being after the letter: "f3", "gf3", "1f3", "g1f3", each with or without an `x`
 * before the square; a pawn says no more than the file it comes from, and that only if it takes.
 * NULL if there is anything else. */
static inline const char *read_squares(const GrLexicon *lexicon, const char *p, bool pawn,
                                       Quick *quick) {
    int file = file_at(lexicon, p);
    p += file != 0;
    int rank = take_rank(lexicon, &p);
    quick->from = lexicon->all;
    quick->takes = *p == 'x';
    if (quick->takes || file_at(lexicon, p)) { /* that was said of where from */
        if (pawn ? rank || !quick->takes : !file && !rank && !quick->takes)
            return NULL;
        if (file)
            quick->from = lexicon->files[file - 1];
        if (rank)
            quick->from &= lexicon->ranks[rank - 1];
        p += quick->takes;
        file = file_at(lexicon, p++);
        rank = file ? take_rank(lexicon, &p) : 0;
    }
    if (!file || !rank)
        return NULL;
    quick->to = (rank - 1) * lexicon->file_count + file - 1;
    return p;
}

/* A check mark, and what may stand after a move; the characters used, 0 if something else does. */
static inline size_t read_end(const char *text, const char *p, char *mark) {
    *mark = *p == '+' || *p == '#' ? *p++ : 0;
    return *p == ' ' || *p == '\n' || *p == '\0' ? (size_t)(p - text) : 0;
}

/* A castling of the side to move, written as the variant writes it. */
__attribute__((noinline)) static size_t read_castling(const GrLexicon *lexicon,
                                                      const GrPosition *pos, const char *text,
                                                      GrMove *move, char *mark) {
    const GrVariant *v = lexicon->variant;
    for (int i = 0; i < v->castlings; i++) {
        GrCastling c;
        size_t len = strlen(v->castling[i].san);
        if (!gr_castling(pos, i, &c) || pos->board[c.king_from] != gr_piece(pos->turn, GR_KING) ||
            strncmp(text, c.san, len) || !(len = read_end(text, text + len, mark)))
            continue;
        GrPattern pattern = {.kinds = 1u << GR_CASTLE, .from = gr_set_of(c.king_from),
                             .to = gr_set_of(c.king_to), .third = -1};
        return gr_match(pos, &pattern, move, 1) == 1 ? len : 0;
    }
    return 0;
}

size_t gr_quick_read(const GrLexicon *lexicon, const GrPosition *pos, const char *text,
                     GrMove *move, char *mark) {
    Quick quick = {.types = lexicon->pawns};
    const char *p = text;
    bool pawn = file_at(lexicon, p) != 0;
    if (pawn && !lexicon->pawns)
        return 0; /* as in Wizard Chess: no piece goes without its letter */
    if (!pawn) {
        quick.types = 1u << lexicon->type[(unsigned char)*p++];
        if (quick.types & (lexicon->pawns | 1))
            return *text == 'O' ? read_castling(lexicon, pos, text, move, mark) : 0;
    }
    p = read_squares(lexicon, p, pawn, &quick);
    if (!p)
        return 0;
    if (*p == '=' && pawn) {
        quick.piece = lexicon->type[(unsigned char)p[1]];
        if (!quick.piece)
            return 0;
        p += 2;
    }
    size_t len = read_end(text, p, mark);
    if (!len || quick.takes != (pos->board[quick.to] != GR_EMPTY))
        return 0;
    *move = gr_find_move(pos, quick.types, quick.from, quick.to, quick.piece);
    return *move == GR_NO_MOVE ? 0 : len;
}
