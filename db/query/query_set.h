/* Sets of squares of a position: what stands where, and what attacks what. Internal to the query
 * language. */
#ifndef GR_DB_QUERY_SET_H
#define GR_DB_QUERY_SET_H

#include "db/query/query_ast.h"
#include "db/query/query_match.h"

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
                           not known beforehand (query_reach.c) */
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

GrSet query_plane(const Plane *plane, const GrPosition *pos);

/* The squares of a set; is there any of it? */
GrSet query_squares(const SetTest *set, const GrPosition *pos);
bool query_some(const SetTest *set, const GrPosition *pos);

int query_pocket(const PocketTest *pocket, const GrPosition *pos);

/* Adjectives of pawns, which depend on nothing but pawns. */
enum { QUERY_OF_PAWNS = QUERY_PASSED | QUERY_DOUBLED | QUERY_ISOLATED };

/* query_pawns.c: the pawns of which an adjective of pawns holds, of those sides at least that have
 * pieces in `of`. */
GrSet query_pawns_that_are(const SetTest *test, const GrPosition *pos, GrSet of, unsigned adjective);

#endif
