/* A plan from inside. Internal to the query language.
 *
 * Running a query has two levels. At each ply, tests are asked of the position, the move that led
 * to it and the text, and each leaves one bit. When the game is over, the tree of times makes the
 * hits from these bits: what came after what, for how long, how often. What is about the game as a
 * whole ("facts") is asked once, when the game begins.
 */
#ifndef GR_DB_QUERY_LOCAL_H
#define GR_DB_QUERY_LOCAL_H

#include <string.h>

#include "db/query/query_ast.h"
#include "db/query/query_match.h"
#include "rules/position.h"

/* ---- pieces ---- */

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
    uint16_t types[2];    /* by side, bits 1 << type */
    GrSet board;          /* all squares */
} Plane;

typedef struct SetTest SetTest;
typedef struct SetRelation {
    QueryRelationKind kind;
    const SetTest *set; /* NULL: the area */
    GrSet area;
    bool squares;       /* what the set holds are empty squares */
    const GrSet *near;  /* by side and square: where a piece that attacks it must stand; NULL: it is
                           not known beforehand (query_reach.c) */
    bool leaps;         /* a piece that stands there does attack, whatever is between */
} SetRelation;

struct SetTest {
    Plane plane;
    GrSet area;
    unsigned adjectives, not_adjectives;
    unsigned relations;
    SetRelation *relation;
    bool by_rows;       /* pieces attack as their rows say, and in no other way */
    uint16_t pawns;     /* types that are pawns, */
    GrSet first_file;   /* and squares of the file a: for adjectives of pawns */
};

/* Pieces in the pocket, counted: of each byte of GrPosition.pocket the bits that count one each, or
 * (numbers) by side whether the byte is a number that counts and whether a piece due to be placed
 * does. */
typedef struct PocketTest {
    uint8_t bits[4];
    bool number[2], pending[2];
} PocketTest;

/* ---- tests ---- */

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
    TEST_NAG
} TestOp;

typedef struct Test Test;
struct Test {
    TestOp op;
    unsigned cost;         /* a rough measure by which parts are put in order */
    const QueryNode *node; /* what it was made from, */
    unsigned turn;         /* and how that was turned */
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
    };
};

/* ---- facts ---- */

/* A number of the game as a whole. */
typedef struct PlanNumber {
    QueryValue value; /* QUERY_RATING, QUERY_POINTS, QUERY_LENGTH, QUERY_TAG */
    unsigned side;    /* GR_WHITE or GR_BLACK, of ratings and points */
    const char *tag;
} PlanNumber;

typedef struct GameNumber {
    bool known;
    int64_t value; /* in hundredths */
} GameNumber;

/* A condition on the game as a whole, asked when it begins. */
typedef struct Fact {
    const QueryNode *node;
    bool flip;   /* colours exchanged */
    SumTest sum; /* of QUERY_COMPARE */
} Fact;

/* ---- times ---- */

typedef enum TimeOp {
    TIME_TEST, /* the bits of a test */
    TIME_AND,  /* of bits; or of what holds of the game and a sequence */
    TIME_OR,
    TIME_NOT,
    TIME_THEN,
    TIME_FOR,
    TIME_TIMES,
    TIME_ALWAYS
} TimeOp;

typedef struct Time Time;
struct Time {
    TimeOp op;
    QueryScope scope;
    const QueryNode *node;
    Time *left, *right;
    uint32_t low, high;
    unsigned index; /* of the node, for what a matcher keeps about it */
    unsigned test;  /* TIME_TEST: index into GrPlan.test */
};

/* ---- the plan ---- */

/* A necessary condition of a test that is asked with a few instructions, of the squares that are in
 * the area, in one of two sets of the position (sides, types), and in one of two more. */
typedef struct Gate {
    enum {
        GATE_SOME, /* there are any */
        GATE_NONE,
        GATE_ALL,  /* they are the whole area */
        GATE_COUNT /* they are from low to high */
    } form;
    uint16_t one[2], other[2]; /* where in GrPosition the sets lie, in bytes */
    int16_t low, high;
    GrSet area;
} Gate;

/* Gates that must all hold for one of the ways in which a test can. */
typedef struct Way {
    const Test *test;     /* what must hold besides */
    bool exact;           /* nothing must */
    unsigned gate, gates; /* the first one, and how many */
} Way;

/* Bounds of a test; what does not fit is left to the test itself. */
enum { PLAN_GATES = 12, PLAN_WAYS = 4 };
typedef struct PlanTest {
    Test *test;
    QueryScope scope;
    bool fades;  /* there are games in which it is seen early that it can hold no more */
    bool steady; /* changes only when pieces come or go, not when they move */
    bool deed;   /* holds only after a move that the plan asks for */
    bool last;   /* holds only at the end of the game */
    unsigned gates, ways;
    Gate gate[PLAN_GATES];
    Way way[PLAN_WAYS];
} PlanTest;

struct GrPlan {
    const GrQuery *query;
    const GrRules *rules;
    const GrVariant *variant; /* NULL: none is known */
    QueryArena arena;
    GrSet board;
    Time *root;
    unsigned times;           /* nodes of the tree */
    PlanTest *test;
    unsigned tests;
    Fact *fact;
    unsigned facts;
    PlanNumber *number;
    unsigned numbers;
    unsigned needs;
    const char **tags;        /* that are asked for; NULL ends the list */
    bool events, repeats;     /* moves, earlier keys are asked for */
    unsigned event_kinds;           /* moves of these kinds (bits 1 << GrMoveKind), */
    bool captures, promotions; /* and these whatever their kind */
    bool fades;               /* a test does */
    bool notes;               /* a position has to know of the move before */
    bool counts;              /* there are steady tests */
    bool returns;             /* a position can come again after a capture or a pawn's move */
    uint16_t pawns;           /* types that only become fewer */
    bool shrinks;             /* no piece ever comes onto the board but in place of another */
    bool narrow;              /* sets are 64 bits at the most */
    bool sacrifices;          /* are asked for: what pieces count, by type, and what those count */
    uint8_t worth[GR_MAX_TYPES], pocket_worth[8]; /* that bits of a pocket stand for */
};

/* ---- one game ---- */

/* The move that led to a position. Codes are of the board before it. */
typedef struct PlayedMove {
    bool is;          /* there was one */
    GrMove move;
    uint8_t side;     /* who moved */
    uint8_t mover;    /* code of the piece that moved or shot; GR_EMPTY for spells */
    uint8_t target;   /* code of what stood on `to` */
    uint8_t victim;   /* code of what was taken, GR_EMPTY if nothing was */
    uint8_t victim_square;
} PlayedMove;

typedef struct Moment {
    const GrPlan *plan;
    const GrPosition *pos;
    uint32_t ply;
    GrMove next;              /* the move played in the position; GR_NO_MOVE in the last one */
    const GrPlyText *text;    /* never NULL */
    const PlayedMove *played;
    const bool *fact;
    const GameNumber *number;
    const uint64_t *keys;     /* of the positions up to this one, if the plan repeats, */
    uint32_t leaves;          /* the first ply at which the line is not the game as played */
    uint32_t since;           /* and the first ply whose position this one may be again */
} Moment;

/* query_match.c */
const GrPlan *query_matcher_plan(const GrMatcher *matcher);

/* query_ask.c */
bool query_test(const Test *test, const Moment *moment);
bool query_sum_fits(const SumTest *sum, const Moment *moment);

/* query_sum.c: pieces that attack the royal piece of the side to move. */
int query_checkers(const GrPosition *pos);

/* query_sets.c */
GrSet query_plane(const Plane *plane, const GrPosition *pos);
GrSet query_set_of(const SetTest *set, const GrPosition *pos);
bool query_set_some(const SetTest *set, const GrPosition *pos); /* is there any of it? */
int query_pocket(const PocketTest *pocket, const GrPosition *pos);

/* query_pawns.c: is the piece a pawn that is QUERY_PASSED, QUERY_DOUBLED or QUERY_ISOLATED? */
bool query_pawn_is(const SetTest *test, const GrPosition *pos, int sq, unsigned adjective);

/* query_reach.c: do the variant's pieces attack as their rows say? Then sets to->near and to->leaps
 * for a relation in which pieces of the plane are those that attack. */
bool query_goes_by_rows(const GrPlan *plan);
void query_make_near(GrPlan *plan, const Plane *plane, SetRelation *to);

/* query_event.c */
void query_note_move(PlayedMove *played, const GrPosition *before, GrMove move);
bool query_event_fits(const EventTest *test, const PlayedMove *played);

/* Is the side to move in check from a piece that the move did not put where it is? */
bool query_discovers(const GrPosition *pos, const PlayedMove *played);

/* The plan asks for events of the verb; may the move be one that the plan asks for? */
void query_want_event(GrPlan *plan, QueryVerb verb);
void query_want_moves(GrPlan *plan); /* all of them */
static inline bool query_wants_move(const GrPlan *plan, const GrPosition *before, GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    if (plan->event_kinds >> kind & 1)
        return true;
    if (kind != GR_NORMAL)
        return plan->captures;
    return (plan->promotions && gr_move_piece(move)) ||
           (plan->captures && before->board[gr_move_to(move)] != GR_EMPTY);
}

/* query_gate.c */
void query_make_gates(PlanTest *test, GrSet board);

static inline GrSet query_set_at(const GrPosition *pos, uint16_t at) {
    GrSet set;
    memcpy(&set, (const char *)pos + at, sizeof set);
    return set;
}

/* The squares of the gate's area that are in its sets. Where boards have 64 squares at the most
 * (narrow), half of each set is all of it. */
static inline GrSet query_gate_squares(const Gate *gate, const GrPosition *pos, bool narrow) {
    if (narrow)
        return ((uint64_t)query_set_at(pos, gate->one[0]) |
                (uint64_t)query_set_at(pos, gate->one[1])) &
               ((uint64_t)query_set_at(pos, gate->other[0]) |
                (uint64_t)query_set_at(pos, gate->other[1])) & (uint64_t)gate->area;
    return (query_set_at(pos, gate->one[0]) | query_set_at(pos, gate->one[1])) &
           (query_set_at(pos, gate->other[0]) | query_set_at(pos, gate->other[1])) & gate->area;
}

static inline bool query_gate_holds(const Gate *gate, const GrPosition *pos, bool narrow) {
    GrSet set = query_gate_squares(gate, pos, narrow);
    int count;
    switch (gate->form) {
    case GATE_SOME:
        return set != 0;
    case GATE_NONE:
        return set == 0;
    case GATE_ALL:
        return set == gate->area;
    default:
        count = narrow ? __builtin_popcountll((uint64_t)set) : gr_set_count(set);
        return count >= gate->low && count <= gate->high;
    }
}

/* query_fact.c: what is known when a game begins. */
bool query_fact(const Fact *fact, const GrGame *game, const GameNumber *numbers);
/* Does the text hold the other, ASCII letters alike whatever their case? */
bool query_contains(const char *text, const char *wanted);
/* Puts the tags that it is answered from at *tag, two at the most; returns how many. */
unsigned query_fact_tags(const Fact *fact, const char **tag);
unsigned query_number_tag(const PlanNumber *number, const char **tag);
GameNumber query_number_of(const PlanNumber *number, const GrGame *game);

/* ---- compiling ---- */

enum { FLIP = 1, MIRROR = 2 }; /* how a part of the query is turned */

/* query_compile_set.c */
GrSet query_compile_area(const GrPlan *plan, const QueryArea *area, unsigned turn);
int query_turn_square(const GrPlan *plan, int file, int rank, unsigned turn);
unsigned query_turn_sides(unsigned sides, unsigned turn);
void query_make_plane(const GrPlan *plan, Plane *plane, const uint16_t types[2], bool empty,
                      bool holes);
/* Can nothing of the variant ever be in the plane? */
bool query_is_void(const GrPlan *plan, const Plane *plane);
void query_compile_set(GrPlan *plan, const QuerySet *from, unsigned turn, SetTest *to);
void query_compile_sum(GrPlan *plan, const QueryCompare *from, unsigned turn, SumTest *to);

/* query_compile_board.c; false if nothing can fit */
bool query_compile_board(GrPlan *plan, const QueryBoard *from, unsigned turn, Test *to);
bool query_compile_material(GrPlan *plan, const QueryMaterial *from, unsigned turn,
                            MaterialTest *to);
bool query_compile_rights(GrPlan *plan, const QueryRights *from, unsigned turn, Test *to);
bool query_compile_event(GrPlan *plan, const QueryEvent *from, unsigned turn, EventTest *to);

/* Does it take the plies that follow to know whether the condition holds at a ply? */
static inline bool query_looks_ahead(const QueryNode *node) {
    return node->op == QUERY_EVENT && node->event.verb == QUERY_SACRIFICES;
}

/* query_compile_condition.c: the test of an expression without times; NULL when memory runs out. */
Test *query_compile_test(GrPlan *plan, const QueryNode *node, unsigned turn);

/* ---- what can still be ---- */

typedef enum Chance { NO, MAYBE, YES } Chance;

/* For how long an outlook stays as it is: until so many pieces have gone, and before that ply. */
typedef struct Slack {
    int pieces;
    uint32_t ply;
} Slack;

/* What is known of the positions that are yet to come. */
typedef struct Outlook {
    const GrPlan *plan;
    const bool *fact;
    uint32_t from, to;            /* their plies */
    const GrPosition *pos;        /* the first of them has no more pieces than this one; NULL: it
                                     is not known */
    const GrFinalCounts *final;   /* the last has these; NULL: not known */
    bool bare;                    /* nothing is said at any ply */
    Slack *slack;                 /* made less by each thing that the answer depends on */
} Outlook;

/* query_outlook.c: will the test hold at all of these plies, at none, or is that open? */
Chance query_chance(const Test *test, const Outlook *outlook);
bool query_fades(const GrPlan *plan, const Test *test);

/* Can the query be true of a game, when so much is known of the tests? */
Chance query_time_chance(const Time *time, const Chance *test);

/* ---- the end of a game ---- */

enum { TIME_ROWS = 3 };
typedef struct TimeRoom {
    const GrPlan *plan;
    const Chance *chance;   /* of tests of the game: YES or NO */
    uint32_t plies;         /* positions of the game */
    size_t words;           /* of a set of plies */
    uint64_t *const *test;  /* the plies at which each test holds */
    uint64_t *bits;         /* `words` for each node of the tree of times */
    uint32_t *rows;         /* TIME_ROWS of `plies` for each node, and one */
    GrHit *hits;            /* room for one at each ply, and one */
} TimeRoom;

/* query_time.c: fills room->hits and returns how many there are. */
size_t query_find_hits(const TimeRoom *room);

#endif
