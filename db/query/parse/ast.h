/* A query as a tree: what the parser makes and the compiler reads. Internal to the query language;
 * grimoire-query(7) says what everything means.
 *
 * The tree belongs to no variant. Pieces stand in it as letters and names, squares as file and
 * rank, and only compiling for a variant makes types and sets of squares of them. It is never
 * changed once parsed. Everything in it lies in one arena and goes away with it.
 */
#ifndef GR_DB_QUERY_PARSE_AST_H
#define GR_DB_QUERY_PARSE_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/query/parse/query.h"

/* Memory that is given back as a whole. A failure sticks: see `failed`. */
typedef struct QueryArena {
    struct QueryBlock *blocks;
    bool failed;
} QueryArena;

/* `size` bytes of zeros, NULL (and failed) when memory runs out. */
void *query_alloc(QueryArena *arena, size_t size);
void query_arena_free(QueryArena *arena);

/* Bits. Both is a further bit, and only where a query may say `both`. */
enum { QUERY_WHITE = 1, QUERY_BLACK = 2, QUERY_EITHER = 3, QUERY_BOTH = 4 };

/* What an expression is about. */
typedef enum QueryScope {
    QUERY_OF_GAME,    /* true or false of a game as a whole */
    QUERY_OF_PLY,     /* true or false at each ply */
    QUERY_OF_SEQUENCE /* begins at one ply and ends at another */
} QueryScope;

/* Kinds of pieces: any of the letters, the names, and the groups. */
enum {
    QUERY_ANY_PIECE = 1,
    QUERY_ROYAL = 2,
    QUERY_PAWNS = 4,
    QUERY_EMPTY = 8,
    QUERY_HOLES = 16,
    QUERY_OFFICERS = 32, /* neither royal nor pawns; */
    QUERY_MINOR = 64,    /* of these, those worth 2 to 4 pawns, */
    QUERY_MAJOR = 128    /* or more */
};
enum { QUERY_MAX_NAMES = 8 };
typedef struct QueryKinds {
    uint32_t letters; /* bit n: the letter 'A' + n */
    unsigned groups;
    unsigned names;
    const char *name[QUERY_MAX_NAMES];
} QueryKinds;

/* Squares: the union of a list. A rectangle's corners are files and ranks from 0; squares beyond
 * the board of a variant do not count. */
typedef enum QueryShape { QUERY_RECTANGLE, QUERY_LAST_RANK, QUERY_LIGHT, QUERY_DARK } QueryShape;
enum { QUERY_FILES = 16, QUERY_RANKS = 16 };
typedef struct QueryArea {
    struct QueryArea *next;
    QueryShape shape;
    uint8_t file[2], rank[2]; /* lowest and highest */
} QueryArea;

/* The adjectives of pieces: a row for each, with the word, its opposite or NULL, and how it is found.
 *
 *   QUERY_BY_BOARD  by what stands on the board, piece by piece (run/sets.c)
 *   QUERY_BY_PAWNS  by where pawns stand, all pawns at once (run/pawns.c)
 *   QUERY_BY_MARK   by a set of marks that some games put on squares, GrPosition.extra: nothing else is needed
 *
 * What can be found in films is in run/film_sets.c as well, and listed in plan/columns.c. */
typedef enum QueryFinding { QUERY_BY_BOARD, QUERY_BY_PAWNS, QUERY_BY_MARK } QueryFinding;
#define QUERY_ADJECTIVES(row)                                        \
    row(ATTACKED, "attacked", "unattacked", QUERY_BY_BOARD, 0)       \
    row(DEFENDED, "defended", "undefended", QUERY_BY_BOARD, 0)       \
    row(HANGING, "hanging", NULL, QUERY_BY_BOARD, 0)                 \
    row(PINNED, "pinned", NULL, QUERY_BY_BOARD, 0)                   \
    row(FRESH, "fresh", NULL, QUERY_BY_MARK, GR_FRESH)               \
    row(PROMOTED, "promoted", NULL, QUERY_BY_MARK, GR_PROMOTED)      \
    row(QUESTING, "questing", NULL, QUERY_BY_MARK, GR_QUESTING)      \
    row(PASSED, "passed", NULL, QUERY_BY_PAWNS, 0)                   \
    row(DOUBLED, "doubled", NULL, QUERY_BY_PAWNS, 0)                 \
    row(ISOLATED, "isolated", NULL, QUERY_BY_PAWNS, 0)

#define QUERY_ADJECTIVE_NUMBER(name, word, opposite, found, mark) QUERY_NUMBER_##name,
#define QUERY_ADJECTIVE_BIT(name, word, opposite, found, mark) QUERY_##name = 1 << QUERY_NUMBER_##name,
#define QUERY_ADJECTIVE_OF_PAWNS(name, word, opposite, found, mark) \
    | ((found) == QUERY_BY_PAWNS ? 1 << QUERY_NUMBER_##name : 0)
enum { QUERY_ADJECTIVES(QUERY_ADJECTIVE_NUMBER) QUERY_ADJECTIVE_COUNT };
enum { QUERY_ADJECTIVES(QUERY_ADJECTIVE_BIT) QUERY_OF_PAWNS = 0 QUERY_ADJECTIVES(QUERY_ADJECTIVE_OF_PAWNS) };

typedef enum QueryRelationKind {
    QUERY_ATTACKS,
    QUERY_ATTACKED_BY,
    QUERY_DEFENDS,
    QUERY_DEFENDED_BY
} QueryRelationKind;

typedef struct QuerySet QuerySet;
enum { QUERY_MOST_RELATED = 16 };
typedef struct QueryRelation {
    struct QueryRelation *next;
    QueryRelationKind kind;
    unsigned least;  /* to how many at least, from 1 to QUERY_MOST_RELATED */
    QuerySet *set;   /* either this */
    QueryArea *area; /* or this */
} QueryRelation;

/* Pieces (or holes, or empty squares) on the board; or pieces in the pocket, which are counted
 * only. */
struct QuerySet {
    unsigned sides;
    QueryKinds kinds;
    QueryArea *area; /* NULL: anywhere */
    unsigned adjectives;     /* all of these hold of the piece, */
    unsigned not_adjectives; /* and none of these */
    QueryRelation *relations;
    bool pocket;
    QueryKinds *holder; /* of the pocket; NULL: any */
};

/* Numbers, all in hundredths. */
typedef enum QueryValue {
    QUERY_COUNT, /* of a set */
    QUERY_PLY,
    QUERY_MOVE,
    QUERY_CLOCK,
    QUERY_CHOICES, /* legal moves */
    QUERY_CHECKERS, /* pieces that attack the royal piece of the side to move */
    QUERY_OCCURRENCE,
    QUERY_EVAL,
    QUERY_OFFICERS_AT_START, /* known of the variant */
    QUERY_RATING,
    QUERY_POINTS,
    QUERY_LENGTH,
    QUERY_TAG
} QueryValue;

typedef struct QueryTerm {
    struct QueryTerm *next;
    int64_t factor;
    QueryValue value;
    unsigned sides;  /* QUERY_RATING, QUERY_POINTS */
    QuerySet *set;   /* QUERY_COUNT */
    const char *tag; /* QUERY_TAG */
} QueryTerm;

/* An evaluation that is a mate in n: this less n, or the negative of that. Beyond all others. */
#define QUERY_MATE INT64_C(1000000000000)

/* The sum of the terms lies from low to high, or (differs) it does not. False if a term is not
 * known. */
typedef struct QueryCompare {
    QueryTerm *terms;
    int64_t low, high;
    bool differs;
    unsigned side; /* 0, or the side of which this is one half: "either", "both" */
} QueryCompare;

typedef enum QueryOperator {
    QUERY_KNOWN, /* nothing is compared: there is a value */
    QUERY_CONTAINS,
    QUERY_EQUAL,
    QUERY_UNEQUAL,
    QUERY_LESS,
    QUERY_LESS_EQUAL,
    QUERY_GREATER,
    QUERY_GREATER_EQUAL,
    QUERY_FROM_TO
} QueryOperator;

typedef struct QueryText {
    const char *tag;
    unsigned sides; /* not 0: White's and Black's names in place of a tag */
    QueryOperator op;
    const char *low, *high; /* what is compared with; high only for QUERY_FROM_TO */
} QueryText;

typedef struct QueryTags {
    const char *name[2];
    QueryOperator op; /* no range, and something is compared */
    bool sides;       /* they are White's and Black's names, by these words */
} QueryTags;

/* Days as year * 10000 + month * 100 + day; a date that says less is a span of days. */
typedef struct QuerySpan {
    int32_t first, last;
} QuerySpan;

typedef struct QueryDate {
    QueryOperator op;
    QuerySpan low, high;
} QueryDate;

typedef enum QueryState {
    QUERY_TO_MOVE,
    QUERY_CHECK,
    QUERY_DISCOVERED_CHECK,
    QUERY_CHECKMATE,
    QUERY_STALEMATE,
    QUERY_FINAL,
    QUERY_IN_VARIATION,
    QUERY_EN_PASSANT_LEGAL,
    QUERY_MAY_MATE
} QueryState;

/* Conditions on the move that led to a position. */
typedef enum QueryJudged {
    QUERY_DUBIOUS,
    QUERY_MISTAKE,
    QUERY_BLUNDER,
    QUERY_MISSED_MATE,
    QUERY_ALLOWED_MATE,
    QUERY_TURNING_POINT
} QueryJudged;

/* Rights that must be held: all of `letters`, or exactly those; or one of the castlings (of that
 * name, if one is given), or the teleport. */
typedef struct QueryRights {
    enum { QUERY_ALL_RIGHTS, QUERY_EXACT_RIGHTS, QUERY_MAY_CASTLE, QUERY_MAY_TELEPORT } what;
    uint32_t letters[2]; /* by side, as in QueryKinds */
    unsigned sides;
    const char *castling;
} QueryRights;

/* A square of a pattern. */
enum { QUERY_CELL_ANY = 1, QUERY_CELL_EMPTY = 2, QUERY_CELL_HOLE = 4, QUERY_CELL_NOT = 8 };
typedef struct QueryCell {
    uint32_t letters[2]; /* by side */
    uint8_t whole[2];    /* any piece of the side */
    uint8_t flags;
} QueryCell;

typedef struct QueryBoard {
    unsigned files, ranks;
    QueryCell *cell; /* row by row from the top, each from the left */
    bool shift;
    bool placed;     /* `at`: the lower left corner */
    uint8_t file, rank;
} QueryBoard;

/* Counts by letter. */
typedef struct QueryMaterial {
    bool exact;     /* `material`; else an imbalance */
    bool one_sided; /* only `left` is given */
    unsigned sides; /* who has `left` */
    uint8_t left[26], right[26];
    QueryKinds ignored;
} QueryMaterial;

typedef enum QueryVerb {
    QUERY_TAKES,
    QUERY_MOVES,
    QUERY_PROMOTES,
    QUERY_CASTLES,
    QUERY_CASTS,
    QUERY_FALLS,
    QUERY_CARRIED,
    QUERY_DROPS,
    QUERY_TELEPORTS,
    QUERY_PLACES,
    QUERY_QUESTS,
    QUERY_RESURRECTS,
    QUERY_SHOOTS,
    QUERY_EN_PASSANT,
    QUERY_PASSES,
    QUERY_SACRIFICES,
    QUERY_VERBS
} QueryVerb;

typedef struct QueryEvent {
    QueryVerb verb;
    unsigned sides;
    bool has_subject, has_object;
    QueryKinds subject;
    unsigned object_sides;
    QueryKinds object; /* taken, dropped, promoted to, changed places with */
    QueryArea *from, *to, *on; /* NULL: anywhere */
    const char *castling;
} QueryEvent;

typedef enum QueryOp {
    /* of expressions */
    QUERY_AND,
    QUERY_OR,
    QUERY_NOT,
    QUERY_THEN,
    QUERY_FOR,
    QUERY_TIMES,
    QUERY_ALWAYS,
    QUERY_FLIP,
    QUERY_MIRROR,
    /* of games */
    QUERY_TEXT,
    QUERY_TAGS, /* two tags compared with each other */
    QUERY_DATE,
    QUERY_RESULT,
    QUERY_VARIANT,
    QUERY_SIZE,
    QUERY_PARTIAL,
    /* of plies, or of games */
    QUERY_COMPARE,
    /* of plies */
    QUERY_BOARD,
    QUERY_FEN,
    QUERY_MATERIAL,
    QUERY_STATE,
    QUERY_RIGHTS,
    QUERY_EVENT,
    QUERY_COMMENT,
    QUERY_NAG,
    QUERY_JUDGED
} QueryOp;

typedef struct QueryNode QueryNode;
struct QueryNode {
    QueryOp op;
    QueryScope scope;
    const char *source;      /* NULL: the query's; else what a phrase of it stands for */
    uint32_t start, end;     /* its part of that text, in bytes */
    uint32_t place;          /* where it, or the phrase, begins in the query */
    QueryNode *left, *right; /* of AND, OR, THEN; left alone of what takes one */
    uint32_t low, high;      /* THEN: plies between; FOR: plies; TIMES: how often */
    union {
        QueryText text;
        QueryTags tags;
        QueryDate date;
        unsigned results;    /* bits 1 << GrResult */
        const char *variant; /* short name */
        struct {
            unsigned files, ranks;
        } size;
        QueryCompare compare;
        QueryBoard board;
        const char *fen;
        QueryMaterial material;
        struct {
            QueryState what;
            unsigned sides; /* to move; 0: any */
        } state;
        QueryRights rights;
        QueryEvent event;
        const char *comment; /* "" is any */
        uint8_t nag;
        struct {
            QueryJudged what;
            unsigned sides; /* who moved */
        } judged;
    };
};

/* A phrase of a query, and the words that it stands for. */
typedef struct QueryPhrase {
    struct QueryPhrase *next;
    const char *name, *text;
} QueryPhrase;

typedef struct QueryNote {
    struct QueryNote *next;
    GrQueryNote note;
} QueryNote;

struct GrVariants;
struct GrQuery {
    QueryArena arena;
    const struct GrVariants *variants;
    const char *text;
    QueryNode *root;
    bool variations;      /* of a game are looked into, too */
    QueryPhrase *phrases; /* those of the table that it uses, each once */
    QueryNote *notes;
};

/* parts.c: writes the part of the query's text that a node was made from, on one line. */
void query_write_node(const GrQuery *query, const QueryNode *node, GrBuffer *out);

#endif
