/* The fast way for what nearly all texts consist of: canonical SAN of plain moves.
 * Internal to notation/.
 *
 * `Nf3`, `Rad1`, `exd5`, `e8=Q`, `Qxh4+`: a letter, an origin where needed, `x`, a square, the
 * piece promoted to, a check mark. Anything else, and any such token that does not mean exactly one
 * legal move in just this form, is left to the thorough way (syntax.h, resolve.h), which also says
 * what is wrong with it. The two must agree wherever this one answers.
 */
#ifndef GR_NOTATION_QUICK_H
#define GR_NOTATION_QUICK_H

#include "notation/move/lexicon.h"

/* A move as far as it was read: what gr_find_move wants to know, and whether an `x` says that it
 * takes something. */
typedef struct GrQuick {
    unsigned types;
    GrSet from;
    int to, piece;
    bool takes;
} GrQuick;

/* The rank at p, from 1, 0 if there is none; *p is moved on. */
static inline int gr_quick_rank(const GrLexicon *lexicon, const char **p) {
    unsigned rank = (unsigned)(**p - '0'), more;
    if (rank > 9)
        return 0;
    if ((more = (unsigned)(*++*p - '0')) <= 9) {
        rank = rank * 10 + more;
        ++*p;
    }
    rank += lexicon->zero;
    return rank <= lexicon->rank_count ? (int)rank : 0;
}

static inline int gr_quick_file(const GrLexicon *lexicon, const char *p) {
    return lexicon->file[(unsigned char)*p];
}

/* The squares, p being after the letter: "f3", "gf3", "1f3", "g1f3", each with or without an `x`
 * before the square; a pawn says no more than the file it comes from, and that only if it takes.
 * NULL if there is anything else. */
static inline const char *gr_quick_squares(const GrLexicon *lexicon, const char *p, bool pawn, GrQuick *quick) {
    int file = gr_quick_file(lexicon, p);
    p += file != 0;
    int rank = gr_quick_rank(lexicon, &p);
    quick->from = lexicon->all;
    quick->takes = *p == 'x';
    if (quick->takes || gr_quick_file(lexicon, p)) { /* the origin was stated */
        if (pawn ? rank || !quick->takes : !file && !rank && !quick->takes)
            return NULL;
        if (file)
            quick->from = lexicon->files[file - 1];
        if (rank)
            quick->from &= lexicon->ranks[rank - 1];
        p += quick->takes;
        file = gr_quick_file(lexicon, p++);
        rank = file ? gr_quick_rank(lexicon, &p) : 0;
    }
    if (!file || !rank)
        return NULL;
    quick->to = (rank - 1) * lexicon->file_count + file - 1;
    return p;
}

/* A check mark, and what may stand after a move; the characters used, 0 if something else does, or a sign that may say
 * a blank away what the piece becomes. */
static inline size_t gr_quick_end(const char *text, const char *p, char *mark) {
    *mark = *p == '+' || *p == '#' ? *p++ : 0;
    bool more = *p == ' ' && (p[1] == '=' || p[1] == '(' || p[1] == '^' || p[1] == '/');
    return !more && (*p == ' ' || *p == '\n' || *p == '\0') ? (size_t)(p - text) : 0;
}

/* A castling of the side to move, written as the variant writes it; as gr_quick_read. */
size_t gr_quick_castling(const GrLexicon *lexicon, const GrPosition *pos, const char *text, GrMove *move,
                         char *mark);

/* Reads a move at the start of a NUL-terminated text. Returns the characters used, with the move
 * and its mark ('+', '#' or 0); 0 if this is a case for the thorough way. */
static inline size_t gr_quick_read(const GrLexicon *lexicon, const GrPosition *pos, const char *text, GrMove *move,
                                   char *mark) {
    GrQuick quick = {.types = lexicon->pawns};
    const char *p = text;
    bool pawn = gr_quick_file(lexicon, p) != 0;
    if (pawn && !lexicon->pawns)
        return 0; /* as in Wizard Chess: no piece goes without its letter */
    if (!pawn) {
        quick.types = 1u << lexicon->type[(unsigned char)*p++];
        if (quick.types & (lexicon->pawns | 1))
            return *text == 'O' ? gr_quick_castling(lexicon, pos, text, move, mark) : 0;
    }
    p = gr_quick_squares(lexicon, p, pawn, &quick);
    if (!p)
        return 0;
    if (*p == '=' && pawn) {
        quick.piece = lexicon->type[(unsigned char)p[1]];
        if (!quick.piece)
            return 0;
        p += 2;
    }
    size_t len = gr_quick_end(text, p, mark);
    if (!len || quick.takes != (pos->board[quick.to] != GR_EMPTY))
        return 0;
    *move = gr_find_move(pos, quick.types, quick.from, quick.to, quick.piece);
    return *move == GR_NO_MOVE ? 0 : len;
}

#endif
