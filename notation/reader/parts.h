/* The reader and its parts. Internal to notation/reader.
 *
 * The parts are, each standing on those before it: the window of lines (lines.h), the output
 * (diagnostics.h), the record of a game (game_record.h), captured text (capture.h), the
 * moves (moves.h); and beside them prose, comments and tags. What needs several of them takes
 * the reader. Texts that are records of other games are read by notation/record, whose next.c has gr_reader_next.
 *
 * A game passes through these states: nothing yet; tags (`tags.any`); moves (`moves.begun`); its
 * result read (`moves.ending`: only comments on the same line still belong to it). Besides, text can
 * be inside a comment (`comments.open`), or being captured (`capture.kind`).
 */
#ifndef GR_NOTATION_READER_PARTS_H
#define GR_NOTATION_READER_PARTS_H

#include "notation/reader/language.h"
#include "notation/reader/reader.h"
#include "notation/reader/comments.h"
#include "notation/reader/foreign_notation.h"
#include "notation/reader/moves.h"
#include "notation/reader/prose.h"
#include "notation/reader/sheet.h"
#include "notation/reader/tags.h"

/* Piece letters. */
typedef struct Letters {
    const GrLanguage *language; /* of all games; NULL: English, or as they look */
    const GrLanguage *game;  /* of the last game; NULL: English */
    const GrLanguage *noted; /* the one that was reported last */
    bool mute;               /* the language cannot be used in a game's variant */
    struct GrReader *inner;  /* reads games that follow in the text of the last one */
} Letters;

/* Evaluations in comments. */
typedef struct Evals {
    GrEvalDialect dialect;   /* who wrote them */
    uint32_t doubt;          /* line of the first one of which that would have to be known */
    bool taken;              /* one was read from White's view without a sign for it, and that was reported */
} Evals;

struct GrReader {
    const GrVariants *variants;
    const GrRules *fallback;
    Lines lines;
    Output out;
    Record record;
    Capture capture;
    Moves moves;
    Prose prose;
    Comments comments;
    Tags tags;
    Looks looks, looked_before; /* of all text; before the game at hand */
    Evals evals;
    Letters letters;
    bool red_reported;       /* that a game of PGN was taken for one of Xiangqi by its player Red */
    Sheet sheet;
};

#endif
