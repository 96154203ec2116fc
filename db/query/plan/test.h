/* Tests: what a plan asks of one ply. Internal to the query language. */
#ifndef GR_DB_QUERY_PLAN_TEST_H
#define GR_DB_QUERY_PLAN_TEST_H

#include "db/query/parse/ast.h"
#include "rules/position.h"

/* Squares with any of some things on them, of the whole board. */
typedef struct Plane {
    enum {
        PLANE_ONE,   /* one type of one side */
        PLANE_TYPE,  /* one type of either side */
        PLANE_SIDE,  /* any piece of one side */
        PLANE_TYPES, /* several types, of the sides of `sides` */
        PLANE_MIXED  /* anything */
    } form;
    uint8_t side, type;
    uint8_t sides;        /* bits QUERY_WHITE, QUERY_BLACK */
    bool empty, holes;
    uint32_t types[2];    /* by side, bits 1 << type */
    GrSet board;          /* all squares */
} Plane;

typedef struct SetTest SetTest;
typedef struct SetRelation {
    QueryRelationKind kind;
    unsigned least;     /* to how many of them, or squares of the area, at least */
    const SetTest *set; /* NULL: the area */
    GrSet area;
    bool squares;       /* what the set holds are empty squares */
    const GrSet *near;  /* by side and square: where a piece that attacks it must stand; NULL: it is
                           not known beforehand (reach.c) */
    bool leaps;         /* a piece that stands there does attack, whatever is between */
    unsigned types;     /* of those that attack */
} SetRelation;

struct SetTest {
    Plane plane;
    GrSet area;
    unsigned adjectives, not_adjectives;
    unsigned relations;
    SetRelation *relation;
    bool by_rows;       /* pieces attack as their rows say, and in no other way */
    uint32_t pawns;     /* types that are pawns, */
    GrSet first_file;   /* and squares of the file a: for adjectives of pawns */
};

/* Pieces in the pocket, counted: of each byte of GrPosition.pocket the bits that count one each, or
 * (numbers) by side whether the byte is a number that counts and whether a piece due to be placed
 * does; or what is in hand. */
typedef struct PocketTest {
    uint8_t bits[4];
    bool number[2], pending[2];
    unsigned hand[2]; /* types that count in a side's hand, as bits */
} PocketTest;

typedef struct SumTerm {
    QueryValue value;
    int64_t factor;
    SetTest set;
    bool is_pocket;
    PocketTest pocket;
    unsigned number; /* index of what is known when the game begins */
} SumTerm;

typedef struct SumTest {
    unsigned terms;
    SumTerm *term;
    int64_t low, high;
    bool differs;
} SumTest;

/* All squares of each class must lie in its plane; or, shifted: for some corner, all cells do. */
typedef struct BoardClass {
    Plane plane;
    GrSet squares;
} BoardClass;

typedef struct BoardCell {
    uint8_t plane;  /* index of a class */
    uint8_t offset; /* squares from the corner */
} BoardCell;

typedef struct BoardTest {
    unsigned classes, cells;
    BoardClass *class;
    BoardCell *cell;
    GrSet corners;
} BoardTest;

typedef struct MaterialTest {
    bool exact, one_sided;
    bool either_way, swapped; /* also with sides exchanged; only with sides exchanged */
    unsigned types;           /* those that count */
    int8_t left[GR_MAX_TYPES], right[GR_MAX_TYPES];
    unsigned pieces;          /* how many of these types there are where it holds, if exact: at least; */
    bool whole;               /* and these are all pieces, but for royal ones */
} MaterialTest;

typedef struct EventTest {
    QueryVerb verb;
    unsigned sides;         /* of what does it */
    unsigned subject;       /* types; 0: any, or none */
    unsigned object_sides;
    unsigned object;        /* types; 0: any, or none */
    GrSet from, to, on;
    bool has_from, has_to, has_on;
} EventTest;

typedef enum TestOp {
    TEST_FALSE,
    TEST_TRUE,
    TEST_AND,
    TEST_OR,
    TEST_NOT,
    TEST_FACT,  /* of the game */
    TEST_SOME,  /* a set is not empty */
    TEST_NONE,
    TEST_COUNT, /* of one plain set */
    TEST_PLY,
    TEST_CHECKERS,
    TEST_SUM,
    TEST_BOARD,
    TEST_SHIFTED,
    TEST_POSITION,
    TEST_MATERIAL,
    TEST_STATE,
    TEST_RIGHTS_ALL, /* all of some */
    TEST_RIGHTS_ANY,
    TEST_RIGHTS_EXACT,
    TEST_EVENT,
    TEST_SACRIFICE, /* known when the moves that follow have been seen: see run/sacrifice.h */
    TEST_COMMENT,
    TEST_NAG,
    TEST_JUDGED
} TestOp;

/* What it takes to ask a test of a film (run/film.h): columns; whole positions at few plies, whatever other tests
 * say; whole positions. */
typedef enum TestNeed { NEED_COLUMNS, NEED_FEW_POSITIONS, NEED_POSITIONS } TestNeed;

typedef struct Test Test;
struct Test {
    TestOp op;
    TestNeed need;         /* of all parts */
    unsigned cost;         /* a rough measure by which parts are put in order */
    const QueryNode *node; /* what it was made from, */
    unsigned turn;         /* and how that was turned */
    const QueryNode *with; /* of FALSE: NULL, or with what it never holds together; */
    const QueryNode *rare, *rare_with; /* rare not NULL: the same of games from the start position */
    unsigned parts;        /* of AND, OR, NOT */
    Test **part;
    union {
        unsigned fact;
        SetTest set; /* SOME, NONE */
        struct {
            SetTest set;
            int low, high; /* COUNT */
        } count;
        struct {
            int64_t low, high;
        } number; /* PLY, CHECKERS */
        SumTest sum;
        BoardTest board;
        const GrPosition *position;
        MaterialTest material;
        struct {
            QueryState what;
            unsigned sides;
        } state;
        unsigned rights;
        EventTest event;
        const char *comment;
        uint8_t nag;
        struct {
            QueryJudged what;
            unsigned sides;
        } judged;
    };
};

#endif
