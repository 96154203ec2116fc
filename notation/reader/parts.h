/* The reader and its parts. Internal to notation/reader.
 *
 * The parts are, each standing on those before it: the window of lines (lines.h), the output (diagnostics.h), the
 * transcript of a game (transcript.h), captured text (capture.h), the moves (moves.h); and beside them prose, comments
 * and tags. What needs several of them takes the reader.
 *
 * game.c goes from line to line and finds where games begin and end; between_games.c has what lies between them.
 * tag_pairs.c reads tags, tag_slips.c those with slips, header.c what else stands before the moves, setup.c the rules
 * and the start position. movetext.c reads moves, torn_moves.c those with blanks or results in them, nags.c the signs
 * behind them; variations.c, comments.c and results.c the rest of PGN. words.c and line_contents.c know what a word and
 * a line hold, prose_or_moves.c distinguishes prose from moves, paragraphs.c reads it, remarks.c and doubtful_words.c
 * the words among moves. other_languages.c reads a game once more with other letters. Records of Shogi, Xiangqi and
 * Janggi are read by notation/record, whose next.c has gr_reader_next.
 *
 * A game passes through these states: nothing yet; tags (`tags.any`); moves (`moves.begun`); its result read
 * (`moves.ending`: only comments on the same line still belong to it). Besides, text can be inside a comment
 * (`comments.open`), or being captured (`capture.kind`).
 */
#ifndef GR_NOTATION_READER_PARTS_H
#define GR_NOTATION_READER_PARTS_H

#include "notation/reader/comments.h"
#include "notation/reader/foreign_notation.h"
#include "notation/reader/moves.h"
#include "notation/reader/piece_letters.h"
#include "notation/reader/prose.h"
#include "notation/reader/reader.h"
#include "notation/reader/saved.h"
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
    Transcript transcript;
    Capture capture;
    Moves moves;
    Prose prose;
    Comments comments;
    Tags tags;
    ForeignNotation foreign, foreign_before; /* of all text; before the game at hand */
    Evals evals;
    Letters letters;
    bool red_reported;       /* that a game of PGN was taken for one of Xiangqi by its player Red */
    Sheet sheet;
    Saved saved;             /* where a program for all kinds of games has saved the text */
    struct Bpgn *bpgn;       /* the record at hand, where the text is one of Bughouse (bpgn.h); else NULL */
};

#endif
