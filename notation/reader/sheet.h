/* What is known of a game in a text that is a record of Shogi, Xiangqi or Janggi, which notation/record reads.
 * Internal to notation/reader and notation/record. */
#ifndef GR_NOTATION_READER_SHEET_H
#define GR_NOTATION_READER_SHEET_H

#include "notation/buffer.h"
#include "notation/reader/reader.h"

enum { SHEET_FEN = 512, SHEET_TEXT = 32 };

/* The pieces of Shogi, in the order of hands. */
#define SHEET_HAND "KRBGSNLP"

/* A line of moves: the ply at which it begins, in place of that move of its parent; its first node, 0: none. */
typedef struct Branch {
    uint32_t parent, start, first;
} Branch;

/* The game at hand; the first two members are of the whole text. */
typedef struct Sheet {
    bool looked;             /* what kind of text it is, is known: */
    int kind;                /* GrRecordKind */
    bool any;                /* something of a game was read */
    bool ended;              /* how it ends was read */
    bool parted;             /* what parts games was read */
    bool turned;             /* the second player moves first */
    bool own_board;          /* it was written out: */
    int size;                /* its files and ranks; 0: nothing says that it is not 9 */
    char board[9][9];        /* by rank from the top and file from the left, of nine: letter of the piece, lower case
                                for the second player, 0 for none, */
    bool promoted[9][9];     /* and whether it is promoted */
    unsigned hand[2][8];     /* by side and letter of SHEET_HAND */
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

#endif
