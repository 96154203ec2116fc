#include "notation/quick.h"

/* What has been read so far; `takes`: an `x` was. */
typedef struct Quick {
    GrPattern pattern;
    bool takes;
} Quick;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The rank at p, from 1, 0 if there is none; *p is moved on. */
static inline int take_rank(const GrLexicon *lexicon, const char **p) {
    if (!is_digit(**p))
        return 0;
    int rank = *(*p)++ - '0';
    if (is_digit(**p))
        rank = rank * 10 + *(*p)++ - '0';
    return rank <= lexicon->variant->ranks ? rank : 0;
}

/* "e4", and "exd5" where the e says from where; then "=Q". */
static const char *read_pawn(const GrLexicon *lexicon, const char *p, Quick *quick) {
    int file = lexicon->file[(unsigned char)*p++];
    if (*p == 'x') {
        quick->takes = true;
        quick->pattern.from = lexicon->files[file - 1];
        file = lexicon->file[(unsigned char)p[1]];
        p += 2;
        if (!file)
            return NULL;
    }
    int rank = take_rank(lexicon, &p);
    if (!rank)
        return NULL;
    quick->pattern.kinds = 1u << GR_NORMAL | (quick->takes ? 1u << GR_EN_PASSANT : 0);
    quick->pattern.types = lexicon->pawns;
    quick->pattern.to = gr_set_of(gr_square(lexicon->variant, file - 1, rank - 1));
    if (*p == '=') {
        quick->pattern.piece = lexicon->type[(unsigned char)p[1]];
        if (!quick->pattern.piece)
            return NULL;
        p += 2;
    }
    return p;
}

/* After the letter: "f3", "gf3", "1f3", "g1f3", each with or without 'x' before the square. */
static const char *read_piece(const GrLexicon *lexicon, const char *p, Quick *quick) {
    int file = lexicon->file[(unsigned char)*p], rank;
    p += file != 0;
    rank = take_rank(lexicon, &p);
    if (*p == 'x' || lexicon->file[(unsigned char)*p]) { /* that was said of where from */
        if (!file && !rank && *p != 'x')
            return NULL;
        quick->pattern.from = file ? lexicon->files[file - 1] : lexicon->all;
        if (rank)
            quick->pattern.from &= lexicon->ranks[rank - 1];
        quick->takes = *p == 'x';
        p += quick->takes;
        file = lexicon->file[(unsigned char)*p++];
        rank = file ? take_rank(lexicon, &p) : 0;
    }
    if (!file || !rank)
        return NULL;
    quick->pattern.kinds = 1u << GR_NORMAL;
    quick->pattern.to = gr_set_of(gr_square(lexicon->variant, file - 1, rank - 1));
    return p;
}

size_t gr_quick_read(const GrLexicon *lexicon, const GrPosition *pos, const char *text,
                     GrMove *move, char *mark) {
    Quick quick = {.pattern = {.from = lexicon->all, .third = -1}};
    const char *p = text;
    int type = lexicon->type[(unsigned char)*p];
    if (lexicon->file[(unsigned char)*p]) {
        p = read_pawn(lexicon, p, &quick);
    } else if (type && !(lexicon->pawns >> type & 1)) {
        quick.pattern.types = 1u << type;
        p = read_piece(lexicon, p + 1, &quick);
    } else {
        return 0;
    }
    if (!p)
        return 0;
    *mark = *p == '+' || *p == '#' ? *p++ : 0;
    if (*p != ' ' && *p != '\n' && *p != '\0')
        return 0;
    if (gr_match(pos, &quick.pattern, move, 1) != 1)
        return 0;
    bool takes = gr_move_kind(*move) == GR_EN_PASSANT || pos->board[gr_move_to(*move)] != GR_EMPTY;
    if (takes != quick.takes)
        return 0;
    return (size_t)(p - text);
}
