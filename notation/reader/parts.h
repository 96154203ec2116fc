/* The reader and its parts. Internal to notation/reader.
 *
 * The parts are, each standing on those before it: the window of lines (lines.h), the output
 * (diagnostics.h), the record of a game (game_record.h), captured text (capture.h), the
 * moves (moves.h); and beside them prose, comments and tags. What needs several of them takes
 * the reader.
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
#include "notation/reader/saved.h"
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

enum { SHEET_FEN = 512, SHEET_TEXT = 32 };

/* A line of moves: the ply at which it begins, in place of that move of its parent; its first node, 0: none. */
typedef struct Branch {
    uint32_t parent, start, first;
} Branch;

/* The game at hand, where the text is a record of Shogi or Xiangqi (sheet.h). */
typedef struct Sheet {
    bool looked;             /* what kind of text it is, is known: */
    int kind;                /* GrRecordKind; */
    bool told_red;           /* a game of PGN was taken for one of Xiangqi; the rest is of each game */
    bool any;                /* something of a game was read */
    bool ended;              /* how it ends was read */
    bool parted;             /* what parts games was read */
    bool turned;             /* the second player moves first */
    bool own_board;          /* it was written out: */
    int size;                /* its files and ranks; 0: nothing says that it is not 9 */
    char board[9][9];        /* by rank from the top and file from the left, of nine: letter of the piece, lower case
                                for the second player, 0 for none, */
    bool promoted[9][9];     /* and whether it is promoted */
    unsigned hand[2][8];     /* by side and letter of KRBGSNLP */
    int ranks;               /* of it that were written, in KIF */
    uint32_t number, due;    /* of the last move in KIF; what it should have been. 0: none */
    bool lost_variation;     /* what is read stands in place of no move */
    char fen[SHEET_FEN];     /* from a name of a handicap, or as it stands; empty: none */
    uint32_t *path;          /* nodes of the line that was read last, from ply 1 */
    size_t plies, room;
    uint32_t began[GR_READER_DEPTH]; /* plies at which the variations begin that it goes through */
    unsigned depth;          /* of these */
    Branch *branch;          /* the lines, where they have numbers */
    size_t branches, branch_room;
    char pending[SHEET_TEXT]; /* a tag that has not closed yet, and its text so far */
    GrBuffer more;
} Sheet;

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
    Sheet sheet;
    Saved saved;             /* where a program for all kinds of games has saved the text */
    struct Bpgn *bpgn;       /* the record at hand, where the text is one of Bughouse (bpgn.h); else NULL */
};

#endif
