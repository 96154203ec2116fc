/* The letters, names and squares that a variant's moves are written with, ready for look-up.
 *
 * A lexicon is a plain value made from the rules; it needs no clean-up and may be copied.
 */
#ifndef GR_NOTATION_LEXICON_H
#define GR_NOTATION_LEXICON_H

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

typedef struct GrLexicon {
    const GrRules *rules;
    const GrVariant *variant;
    uint8_t type[256]; /* piece type by upper-case letter or alias, 0: none */
    uint8_t promoted[256]; /* promoted type by the letter behind its '+', 0: none */
    uint8_t file[256]; /* file by lower-case letter, from 1; 0: none */
    GrSet files[16];   /* the squares of each file */
    GrSet ranks[16];   /* the squares of each rank */
    GrSet all;         /* every square of the board */
    uint8_t file_count, rank_count;
    unsigned pawns;    /* bit 1 << type of each type that is written without a letter: P and L */
    uint8_t dropped;   /* the one type of a game in which it can be dropped, and no move is a square alone; 0: none */
    bool only_dropped; /* and it never moves: squares may follow each other without blanks */
    bool spells;       /* holes move in this variant, and `H` names one */
    bool shogi;        /* moves may be written with squares as Shogi has them (shogi_move.h) */
    bool xiangqi;      /* moves may be written as in Xiangqi (xiangqi.h) */
    uint8_t same;      /* 1 + the square that the move before went to, which 同 means; 0: not known. Set by callers */
    uint8_t zero;      /* 1 where the text counts ranks from 0 (Xiangqi); set by the reader */
} GrLexicon;

/* The type of which a square alone is a drop: GrLexicon.dropped. */
int gr_bare_drop(const GrVariant *variant);

void gr_lexicon_init(GrLexicon *lexicon, const GrRules *rules);

/* Is the type written without a letter in SAN? True of P and L; a wizard-chess warrior has one. */
bool gr_is_letterless(const GrVariant *variant, int type);

/* Reads a square at the start of a NUL-terminated text; returns the characters used, 0 if none. As
 * gr_square_read, but takes all digits: of "e10" on a board of eight ranks it reads nothing. */
size_t gr_lexicon_square(const GrLexicon *lexicon, const char *text, int *square);

/* The same of a square that may be written with a capital, "C5", for texts where that can be nothing
 * else: `B1` may begin a bishop's move. */
size_t gr_lexicon_any_square(const GrLexicon *lexicon, const char *text, int *square);

/* Reads a piece's name ("Cardinal", "archbishop", "LPawn") at the start of a NUL-terminated text,
 * upper and lower case alike, where no letter follows it. Returns the characters used and sets
 * *type; 0 if there is none. */
size_t gr_lexicon_name(const GrLexicon *lexicon, const char *text, int *type);

GR_END_DECLS

#endif
