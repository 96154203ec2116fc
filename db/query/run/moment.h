/* A ply of a game that is being matched, and asking tests of it. Internal to the query language. */
#ifndef GR_DB_QUERY_RUN_MOMENT_H
#define GR_DB_QUERY_RUN_MOMENT_H

#include "db/query/plan/compiled.h"
#include "db/query/run/match.h"

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
    GrMove last;              /* the move that led to the position; GR_NO_MOVE if there was none */
    GrMove next;              /* the move played in it; GR_NO_MOVE in the last one */
    const GrPlyText *text;    /* never NULL */
    const PlayedMove *played;
    const bool *fact;
    const GameNumber *number;
    const uint64_t *keys;     /* of the positions up to this one, if the plan repeats, */
    uint32_t leaves;          /* the first ply at which the line is not the game as played */
    uint32_t since;           /* and the first ply whose position this one may be again */
} Moment;

/* match.c */
const GrPlan *query_matcher_plan(const GrMatcher *matcher);

/* ask.c */
bool query_test(const Test *test, const Moment *moment);

bool query_rights_fit(const Test *test, unsigned rights);

bool query_sum_fits(const SumTest *sum, const Moment *moment);

/* sum.c: pieces that attack the royal piece of the side to move. */
int query_checkers(const GrPosition *pos);

/* event.c */
void query_note_move(PlayedMove *played, const GrPosition *before, GrMove move);
bool query_event_fits(const EventTest *test, const PlayedMove *played);

/* Is the side to move in check from a piece that the move did not put where it is? */
bool query_discovers(const GrPosition *pos, const PlayedMove *played);

/* Is any of the pieces that give check one that the move did not put where it is? */
bool query_has_discovered(const GrVariant *variant, GrSet checkers, const PlayedMove *played);

#endif
