/* Tests: what a plan asks of one ply. Internal to the query language. */
#ifndef GR_DB_QUERY_TEST_H
#define GR_DB_QUERY_TEST_H

#include "db/query/query_set.h"

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
    TEST_SACRIFICE, /* known when the moves that follow have been seen: see query_sacrifice.h */
    TEST_COMMENT,
    TEST_NAG,
    TEST_JUDGED
} TestOp;

/* What it takes to ask a test of a film (query_film.h): columns; whole positions at few plies, whatever other tests
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
