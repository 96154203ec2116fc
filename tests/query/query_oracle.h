/* The query language a second time: slow, plain, and written from its manual, to compare the
 * library with. It shares nothing with the library: positions are the oracle's boards of letters,
 * queries are built as trees by the tests (never parsed), a set is asked square by square, and a
 * sequence is the list of all pairs of plies between which it holds. To flip a condition the whole
 * game is turned and the condition asked of that.
 */
#ifndef GR_TESTS_QUERY_ORACLE_H
#define GR_TESTS_QUERY_ORACLE_H

#include "tests/oracle/oracle.h"

enum { /* values of `what` */
    OQ_LETTERS, OQ_NAME, OQ_ANY, OQ_ROYAL, OQ_PAWNS, OQ_EMPTY, OQ_HOLES
};
enum { /* values of `shape` */
    OQ_BOX, OQ_LAST_RANK, OQ_LIGHT, OQ_DARK
};
enum { /* values of `what` */
    OQ_ATTACKED, OQ_DEFENDED, OQ_HANGING, OQ_PINNED, OQ_FRESH, OQ_PROMOTED, OQ_QUESTING,
    OQ_PASSED, OQ_DOUBLED, OQ_ISOLATED
};
enum { /* values of `what` */
    OQ_NONE, OQ_ATTACKS, OQ_DEFENDS, OQ_ATTACKED_BY, OQ_DEFENDED_BY
};
enum { /* values of `value` */
    OQ_COUNT, OQ_PLY, OQ_MOVE, OQ_CLOCK, OQ_CHOICES, OQ_CHECKERS, OQ_OCCURRENCE, OQ_EVAL, OQ_LENGTH,
    OQ_RATING, OQ_POINTS, OQ_BOARD_TAG
};
enum { /* values of `op` */
    OQ_AND, OQ_OR, OQ_NOT, OQ_THEN, OQ_FOR, OQ_TIMES, OQ_ALWAYS, OQ_TURN, OQ_COMPARE,
    OQ_BOARD, OQ_MATERIAL, OQ_STATE, OQ_WORD, OQ_RIGHTS, OQ_MAY, OQ_EVENT, OQ_PLAYER, OQ_TEXT,
    OQ_DATE, OQ_RESULT, OQ_VARIANT, OQ_PARTIAL, OQ_COMMENT, OQ_NAG, OQ_JUDGED, OQ_FEN
};
enum { /* values of `scope` */
    OQ_GAME, OQ_OF_PLY, OQ_SEQUENCE
};

enum { OQ_PLIES = 44, OQ_FLIP = 1, OQ_MIRROR = 2 };

/* What a move did, as an observer would note it. Pieces are letters, '.' where there is none;
 * squares are the oracle's, OR_NOWHERE where there is none. */
typedef struct OqEvent {
    bool is;
    OrKind kind;
    int side;
    char piece, taken, carried, becomes, dropped, partner;
    int from, to, taken_on, dropped_on, rook_on; /* rook_on: after castling */
    bool quest, resurrection, promotion;
    int wing; /* castling: index of the right */
} OqEvent;

typedef struct OqPly {
    OrPosition pos;
    OqEvent event;
    int moves;      /* legal ones */
    int checkers;   /* pieces that attack the royal piece of the side to move */
    bool in_check;  /* in atomic, kings side by side are not, whatever attacks them */
    bool over;      /* by a rule of the variant's own */
    bool can_move;  /* placements seen through */
    bool can_take_ep;
    int occurrence;
    bool evaluated, mate; /* an evaluation, a mate in `eval` */
    int eval;       /* hundredths of a pawn, or moves */
    char comment[64];
    int nag;
    char fen[OR_FEN_SIZE], identity[OR_FEN_SIZE]; /* of the position as it is; identity: what makes it the same one */
} OqPly;

typedef struct OqGame {
    const struct OqGame *turned[4]; /* the same game, flipped and mirrored; [0] is itself */
    unsigned turn;  /* how this one is */
    const OrVariant *v;
    int plies;      /* positions, one more than moves */
    int length;     /* moves of the game as played, of which this may be a variation, */
    int leaves;     /* from this ply on; 0: it is the game as played */
    OqPly ply[OQ_PLIES];
    char name[2][32];
    int rating[2];  /* 0: unknown */
    int points[2];  /* -1: unknown */
    char date[12], event[32], eco[8];
    int tag_number; /* the tag Board; -1: there is none */
    int result;     /* 0 none, 1 White, 2 Black, 3 draw */
    bool partial;
} OqGame;

/* ---- queries ---- */

typedef struct OqKinds {
    int what;
    char letters[8]; /* OQ_NAME: the letter of the piece meant, for one variant */
} OqKinds;

typedef struct OqArea {
    int count; /* 0: anywhere */
    struct {
        int shape;
        int file[2], rank[2]; /* low and high, from 0 */
    } item[3];
} OqArea;

enum { OQ_WHITE = 1, OQ_BLACK = 2, OQ_EITHER = 3, OQ_BOTH = 4 };

typedef struct OqSet {
    int sides;
    OqKinds kinds;
    OqArea area;
    int states;
    struct {
        int what;
        bool wanted;
    } state[2];
    int relations;
    struct {
        int what;
        int least; /* so many of the others */
        struct OqSet *other; /* or, if NULL, */
        OqArea target;
    } relation[2];
    bool pocket;
    char holder; /* 'K', 'M', or 0 */
} OqSet;

typedef struct OqTerm {
    int factor;
    int value;
    int sides; /* rating, points; OQ_BOTH too */
    OqSet set;
} OqTerm;

typedef struct OqCell {
    bool any, inverted;
    char ones[12]; /* letters by case; '.', '!', '*'; 'A' and 'a' for any piece of a side */
    char quoted;   /* a letter A or a that is a piece */
} OqCell;

typedef struct OqNode OqNode;
struct OqNode {
    int op;
    int scope;
    OqNode *left, *right;
    int low, high;     /* THEN: plies between (high 0: no bound); FOR; TIMES (high -1: no bound) */
    unsigned turn;     /* TURN: one of OQ_FLIP, OQ_MIRROR */
    /* COMPARE: the sum of `terms` and its bounds in hundredths */
    OqTerm term[3];
    int terms;
    char compare[3];   /* "=", "!=", "<", "<=", ">", ">=", "ft": from low to high; "": known */
    int64_t bound[2];
    bool mate_bound[2];/* the bound is a mate in so many moves */
    /* BOARD */
    OqCell cell[144];
    int files, ranks, at; /* at: square of the lower left corner, or OR_NOWHERE */
    bool shift;
    /* MATERIAL */
    int sides;         /* of other conditions too */
    bool exact, one_sided;
    char first[8], second[8];
    OqKinds ignored;
    bool ignoring;
    /* STATE: "to move", "check", ... as the manual says; MAY: "castle" ...; EVENT: the verb */
    const char *word;
    bool exactly;      /* RIGHTS */
    char rights[6];
    int wing;          /* castling: index 0 or 1 of the side's rights, -1: any */
    bool has_subject, has_object;
    OqKinds subject, object;
    int object_sides;
    OqArea from, to, on;
    char text[200];    /* TEXT, PLAYER, COMMENT, VARIANT, FEN; op in `compare`, "in": contains */
    char text2[64];
    char identity[200]; /* FEN: what makes it the same position */
    int date[2];       /* year * 10000 + month * 100 + day; 0 for what is not said */
    int nag;
};

/* Pairs of plies: holds[i][j] says that it begins at ply i and can end at j. */
typedef struct OqPairs {
    bool holds[OQ_PLIES][OQ_PLIES];
} OqPairs;

bool oq_of_game(const OqGame *game, const OqNode *node);
bool oq_at_ply(const OqGame *game, int ply, const OqNode *node);

/* The hits of a query: ends[i] is the last ply of the hit that begins at ply i, -1 if none does.
 * A query about the game as a whole has one at 0. */
void oq_hits(const OqGame *game, const OqNode *root, int ends[OQ_PLIES]);

/* query_oracle_game.c */
bool oq_fact(const OqGame *game, const OqNode *node);
bool oq_compares(const OqGame *game, int ply, const OqNode *node);

/* query_oracle_board.c */
bool oq_in_set(const OqPly *ply, const OqSet *set, int sq);
int oq_in_pocket(const OqPly *ply, const OqSet *set);
bool oq_threatens(const OrPosition *pos, int from, int to);
bool oq_board(const OqPly *ply, const OqNode *node);
bool oq_material(const OqPly *ply, const OqNode *node);
bool oq_in_area(const OrVariant *v, const OqArea *area, int sq);
bool oq_of_kinds(const OrVariant *v, const OqKinds *kinds, char piece);

/* query_oracle_words.c */
bool oq_pawn_is(const OrPosition *pos, int sq, int what);
bool oq_word(const OqPly *ply, const OqNode *node);
bool oq_sacrifice(const OqGame *game, int ply, const OqNode *node);

/* query_oracle_event.c */
bool oq_event(const OqPly *ply, const OqNode *node);
bool oq_state(const OqGame *game, int ply, const OqNode *node);
bool oq_rights(const OqPly *ply, const OqNode *node);

#endif
