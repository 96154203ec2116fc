/* A move as its text states it, before anything is known of the position.
 *
 * Reading has two steps: text to GrSyntax (here and in long.h), GrSyntax and a position to the one
 * legal move (resolve.h). So a text can be taken apart, compared and repaired without a board.
 */
#ifndef GR_NOTATION_SYNTAX_H
#define GR_NOTATION_SYNTAX_H

#include "notation/move/lexicon.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrSyntax {
    uint8_t form;      /* GrForm */
    uint8_t type;      /* piece type named, 0: none named */
    uint8_t from_file; /* from 1, 0: not stated */
    uint8_t from_rank;
    uint8_t to;        /* GR_NO_SQUARE for castling and null moves */
    uint8_t becomes;   /* type promoted to, 0: not stated */
    uint8_t drop;      /* type dropped, 0: none stated */
    uint8_t third;     /* square of the drop; where a piece is put that another leaves, perhaps GR_NO_SQUARE */
    uint8_t wall;      /* where a wall comes, else GR_NO_SQUARE */
    uint8_t taken;     /* square of the piece taken where it is named apart, else GR_NO_SQUARE */
    uint8_t nag;       /* from a glyph after the move, 0: none */
    char wing;         /* castling: 's'hort, 'l'ong, 'b', 'f' */
    char separator;    /* 'x', '-' or 0 */
    char mark;         /* '+', '#' or 0 */
    bool quest;        /* `^` */
    bool falls;        /* `x` of a spell */
    bool named;        /* written with a piece's name */
    bool bare;         /* both squares whole and nothing else, as in UCI: a '+' behind them may promote */
    bool back;         /* a '-' behind them: what it was before it was promoted */
    char turns;        /* as Shogi is written: '+', it is promoted, '=', it is not; 0: read as elsewhere */
    uint8_t of_file;   /* of GR_FORM_RELATIVE: the file, from the mover's right, 0: not stated; */
    char order;        /* '+' the front one on its file, '.' in the middle, '-' the rear one, or the nth, '1'; 0 */
    char way;          /* '+' forward, '-' backward, '=' sideways; */
    uint8_t number;    /* of squares, or the file where it arrives */
    bool chinese;      /* and all in words, */
    char side;         /* of which the piece is that of 'w' or 'b'; 0: not said */
    bool zero;         /* a square in small letters has rank 0, as only some texts count */
} GrSyntax;

/* Reads one move at the start of a NUL-terminated text, in SAN, long SAN or UCI, with its glyphs
 * and marks. Returns the characters used, or 0 if the text does not start with a move that is
 * followed by white space, punctuation or its end. */
size_t gr_syntax_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

/* Parts of the above for other notations: `=Q`, `/N@a1` and the like; `+`, `!?`, `mate`, `e.p.`.
 * Both return the characters used, which may be 0. */
size_t gr_syntax_becoming(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);
size_t gr_syntax_marks(const char *text, GrSyntax *syntax);

/* `+`, `++`, `#` at the start of text that stand alone, as they do not in `+-` and `+0.35`; returns
 * the characters used. */
size_t gr_syntax_lone_mark(const char *text);

/* May a move end before this text? */
bool gr_syntax_ends(const char *text);

/* States the square that the piece leaves. */
void gr_syntax_from(const GrLexicon *lexicon, GrSyntax *syntax, int square);

/* `x`, `:`, `-` or a typographic form of them; sets *separator to 'x' or '-' if there is one. */
size_t gr_syntax_separator(const char *text, char *separator);

/* `O-O`, `0-0-0`, and where castlings are named so `0-0 (f)`; returns the characters used, 0 if there is none. */
size_t gr_syntax_castling(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

/* `(b)` or `(f)` of a castling, perhaps after blanks, where castlings are named so; returns the characters used. */
size_t gr_syntax_wing(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

/* A syntax that states nothing. */
void gr_syntax_clear(GrSyntax *syntax);

GR_END_DECLS

#endif
