/* Movetext of PGN, and of records that are PGN but for their numbers. Internal to notation/write. */
#ifndef GR_NOTATION_WRITE_PGN_TEXT_H
#define GR_NOTATION_WRITE_PGN_TEXT_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "notation/move/xiangqi.h"

typedef struct PgnText {
    GrBuffer *out;
    const GrGame *game;
    const GrXiangqiForm *form; /* NULL: SAN */
    char board;      /* of BPGN, 'A' or 'B': each move has a number with it, and clocks are seconds; 0: PGN */
    size_t column;   /* characters in the line so far */
    bool open;       /* a parenthesis was just opened: what follows touches it */
    bool numbered;   /* the next move needs its number */
    unsigned depth;  /* of variations */
    size_t close;    /* room that must be left for a parenthesis that will close */
} PgnText;

/* A word without blanks. */
void pgn_put_word(PgnText *t, const char *word);

/* The comment before the first move. */
void pgn_put_lead(PgnText *t);

/* A move of the main line, which is played, with all that stands behind it. */
void pgn_put_node(PgnText *t, uint32_t node, GrPosition *now);

/* What could not be played, as a comment. */
void pgn_put_rest(PgnText *t);

#endif
