/* Damage done to games on purpose, the same for the same seed: what a repair has to undo. */
#ifndef GR_TESTS_DAMAGE_H
#define GR_TESTS_DAMAGE_H

#include "notation/move/san.h"
#include "notation/move/script.h"
#include "tests/oracle/random_position.h"

enum { DAMAGE_PLIES = 700 };

typedef enum Damage {
    MISTYPED,     /* a file or rank is another one, any */
    GARBLED,      /* a character is its neighbour on the keyboard or one that looks like it, is
                     missing, stands twice, or has changed places with the next */
    LEFT_OUT,     /* a ply is missing */
    DOUBLED,      /* a ply stands twice */
    CHANGED_OVER, /* two plies in a row have changed places */
    DAMAGES
} Damage;

extern const char *const damage_name[DAMAGES];

/* How moves are written, and what becomes of move numbers when plies go or come. */
typedef enum Dress {
    NUMBERED,   /* SAN; a number stays where it stood */
    RENUMBERED, /* SAN; move numbers are recounted */
    BARE,       /* SAN without numbers */
    UNMARKED,   /* SAN without numbers, `x`, `+` and `#`, as noted by hand */
    SQUARES,    /* `Ng1-f3`, `Bb5xc6+`; a number stays where it stood */
    LONG,       /* piece names and both squares, without numbers and marks */
    DRESSES
} Dress;

extern const char *const dress_name[DRESSES];

typedef struct Ply {
    char text[64];
    uint32_t number; /* 0: none */
    unsigned dots;
} Ply;

typedef struct Played {
    GrPosition start;
    GrResult result;
    unsigned plies;
    GrMove move[DAMAGE_PLIES];
} Played;

typedef struct Written {
    unsigned count;
    Ply ply[DAMAGE_PLIES + 16];
} Written;

/* Writes the game down. */
void damage_write(const Played *game, Dress dress, Written *out);

/* Damages the text in one place, not in its last ply; false if there is no such place. */
bool damage_text(Random *random, const GrLexicon *lexicon, Damage damage, Written *text);

/* Recounts the move numbers of a text. */
void damage_renumber(const Played *game, Written *text);

/* Makes a script of a text. */
void damage_script(const Played *game, const GrLexicon *lexicon, const Written *text,
                   GrScript *script);

#endif
