/* The oracle: a second, slow and plain implementation of the rules of all variants.
 *
 * It exists to be compared with the rules of the library and shares nothing with them: no header,
 * no table, no numbering of squares. A position is a board of piece letters; a piece goes where a
 * predicate says it may; every candidate is played on a copy and kept unless the mover's royal
 * piece is then attacked. Speed is no aim. Where the rules leave a question open, the answer that
 * the oracle gives is marked "Judged:" in a comment.
 */
#ifndef GR_TESTS_ORACLE_H
#define GR_TESTS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A square is rank * OR_WIDTH + file on every board, both counted from 0. */
enum { OR_WIDTH = 16, OR_SQUARES = 12 * OR_WIDTH, OR_NOWHERE = -1, OR_MAX_MOVES = 4096, OR_FEN_SIZE = 512 };

static inline int or_file(int sq) {
    return sq % OR_WIDTH;
}
static inline int or_rank(int sq) {
    return sq / OR_WIDTH;
}

typedef enum OrId {
    OR_CHESS,
    OR_MAGI,
    OR_MAGICIAN,
    OR_ROYAL,
    OR_WIZARD,
    OR_CAPABLANCA,
    OR_CHESS960,
    OR_CRAZYHOUSE,
    OR_ATOMIC,
    OR_ANTICHESS,
    OR_HORDE,
    OR_THREECHECK,
    OR_RACINGKINGS,
    OR_KINGOFTHEHILL,
    OR_DESCRIBED /* one of tests/query/query_described.h, of which positions and attacks are known, but no moves */
} OrId;

typedef struct OrCastling {
    int king_from, king_to, rook_from, rook_to;
} OrCastling;

typedef struct OrPosition OrPosition;

typedef struct OrVariant OrVariant;
struct OrVariant {
    OrId id;
    const char *name;
    int files, ranks;
    char royal;           /* upper case; '-' for no royal piece */
    const char *letters;  /* all pieces, upper case, the royal one (or '-') first */
    const char *rights;   /* letters of the FEN, in order */
    const char *promotes; /* pieces that a pawn may become, upper case */
    const char *start;
    OrCastling castling[4]; /* in the order of `rights` */
};

struct OrPosition {
    const OrVariant *v;
    char piece[OR_SQUARES]; /* '.' empty, '*' hole, upper case White, lower case Black */
    bool fresh[OR_SQUARES]; /* wizard: a warrior with its first move */
    bool promoted[OR_SQUARES]; /* wizard: promoted or resurrected; crazyhouse: promoted */
    bool quest[OR_SQUARES];
    int turn;               /* 0 White, 1 Black */
    bool right[4];
    int passed[3];          /* squares on which the pawn on `passer` may be captured en passant */
    int passed_count;
    int passer;
    bool reserve[4][3];     /* royal: K M k m, each B N R */
    int hand[2][5];         /* crazyhouse: Q R B N P */
    int checks[2];          /* threecheck: given */
    int rook_file[4];       /* chess960: by right */
    int dragons[2];         /* wizard: available for resurrection */
    bool place;             /* wizard: the side to move places a warrior first */
    int clock, number;
    int held[2][26];        /* described games: in hand, by letter */
};

/* A described game. Pieces that are promoted have the letters of what they were, with the eighth bit set. */
typedef struct OrDescribed {
    OrVariant v;
    char letters[28], promoted[28], pawns[28]; /* `letters` is that of v */
    char alias[256];                           /* by letter of a piece, another that queries may have for it; or 0 */
    int castlings;                             /* the first rights, that are castlings */
    char bishop, queen;                        /* what is called so; 0 for none */
    bool (*attacks)(const OrPosition *pos, int from, int to);
    int (*worth)(const OrVariant *v, char letter); /* in pawns */
    const void *rules;
} OrDescribed;

/* What describes it; NULL of a game that the oracle knows itself. */
static inline const OrDescribed *or_described(const OrVariant *v) {
    return v->id == OR_DESCRIBED ? (const OrDescribed *)v : NULL;
}

typedef enum OrKind {
    OR_STEP, /* moves and captures with or without promotion, quest, resurrection or drop */
    OR_EN_PASSANT,
    OR_CASTLE,
    OR_SPELL,
    OR_FALL,
    OR_TELEPORT,
    OR_SHOT,
    OR_PLACE,
    OR_ENTER, /* crazyhouse: `drop` comes from the hand onto `to` */
    OR_TURN, /* these of described games: a promotion in place, */
    OR_WALL, /* a wall instead of a move, */
    OR_PASS
} OrKind;

typedef struct OrMove {
    OrKind kind;
    int from, to;
    char becomes; /* promotion letter, lower case; '^' quest, 'd' resurrection (wizard); or 0 */
    char drop;    /* royal: B, N, R or 0 */
    int drop_at;
    int castling; /* index of the right */
    bool captures;
} OrMove;

typedef struct OrList {
    size_t count;
    OrMove move[OR_MAX_MOVES];
} OrList;

typedef enum OrState { OR_OPEN, OR_CHECKMATE, OR_STALEMATE, OR_DRAWN, OR_WON } OrState;

/* By short name; NULL if unknown. */
const OrVariant *or_variant(const char *name);

/* Reads a complete and correct FEN; false if it is not of the form. Says nothing about sense. */
bool or_read(const OrVariant *v, const char *fen, OrPosition *pos);
void or_write(const OrPosition *pos, char out[OR_FEN_SIZE]);

/* What makes two positions the same: the FEN without clocks, limited pawns that have moved written
 * as pawns. */
void or_write_identity(const OrPosition *pos, char out[OR_FEN_SIZE]);

void or_moves(const OrPosition *pos, OrList *list);
void or_play(OrPosition *pos, const OrMove *move);
void or_uci(const OrPosition *pos, const OrMove *move, char out[24]);

/* Does the piece on `from` attack `to`, as if a piece of the other side stood there? */
bool or_attacks(const OrPosition *pos, int from, int to);
/* The same, with what threatens royal pieces only: spells and the open line between wizards. */
bool or_threatens(const OrPosition *pos, int from, int to);
/* Is the royal piece of `side` attacked? */
bool or_in_check(const OrPosition *pos, int side);
/* Has the game ended by a rule of the variant's own? The winner is 0, 1, or -1 of a draw. */
bool or_over(const OrPosition *pos, int *winner);
/* Is a move legal, or (a placement being due) is one after some placement? */
bool or_can_move(const OrPosition *pos);
OrState or_state(const OrPosition *pos);
uint64_t or_perft(const OrPosition *pos, int depth);

/* Shared by the files of the oracle. */
OrCastling or_castling(const OrPosition *pos, int right);
bool or_allows(const OrPosition *after, int mover);   /* was the move that led here legal? */
bool or_only_far_bishops(const OrPosition *pos); /* antichess: nothing can ever be captured */
int or_find_royal(const OrPosition *pos, int side);   /* OR_NOWHERE: none */
int or_distance(int from, int to);                    /* king's moves on an empty board */
int or_outermost_rook(const OrPosition *pos, int right); /* its file, -1: none */
const char *or_read_hand(OrPosition *pos, const char *p);
char *or_write_hand(const OrPosition *pos, char *out);
int or_owner(char piece);                        /* 0, 1, or -1 for '.' and '*' */
char or_kind(char piece);                        /* upper case */
char or_in_case(int side, char letter);
bool or_on_board(const OrVariant *v, int file, int rank);
int or_relative_rank(const OrPosition *pos, int side, int sq); /* 1 up, as the rules count */
bool or_is_pawn(const OrPosition *pos, int sq);  /* pawn, limited pawn; not a warrior */
bool or_steps(const OrPosition *pos, int from, int to); /* may go there, not capturing; no pawns */
bool or_warrior_start(const OrPosition *pos, int side, int sq);
bool or_is_x_square(const OrPosition *pos, int side, int sq);
int or_reserve_index(int side, char kind);       /* of OrPosition.reserve */
bool or_casts(const OrPosition *pos, int caster, int hole); /* may it move that hole? */

#endif
