/* Games for points: the tags Scoring and Score, offers, and what a game of magi12 is worth.
 *
 * The rules of magi12 are in grimoire-variants(7). gr_points_magi12 is those rules and nothing
 * else; gr_points_of_game finds out what they ask for from a game's text and final position.
 */
#ifndef GR_NOTATION_POINTS_H
#define GR_NOTATION_POINTS_H

#include <stdbool.h>

#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef enum GrScoring {
    GR_SCORING_NONE,    /* no Scoring tag, or one that names no scoring we know */
    GR_SCORING_CLASSIC, /* 1 point a game */
    GR_SCORING_MAGI4,   /* 4 points, given by the players and never computed */
    GR_SCORING_MAGI12,  /* 12 points */
    GR_SCORING_STAKES   /* a number of points that the players agreed on; never computed either */
} GrScoring;

/* The tag MoveLimit: was the 150-move rule agreed on? */
typedef enum GrMoveLimit {
    GR_LIMIT_UNKNOWN, /* no tag, or "?" */
    GR_LIMIT_NONE,    /* "-" */
    GR_LIMIT_150      /* "150" */
} GrMoveLimit;

/* Points of the two sides, in halves, so that a draw for one point can be written. */
typedef struct GrPoints {
    int half[2]; /* by side */
} GrPoints;

/* How a game for points ended. */
typedef enum GrPointEnd {
    GR_POINTS_RESIGNED,    /* a resignation was accepted */
    GR_POINTS_CHECKMATE,
    GR_POINTS_STALEMATE,
    GR_POINTS_DRAWN,       /* any other draw */
    GR_POINTS_MOVE_LIMIT   /* stopped by the 150-move rule, when move 151 was reached */
} GrPointEnd;

/* What the points of magi12 depend on. Moves are numbered from 1; 0 says that there was none. */
typedef struct GrPointFacts {
    GrPointEnd end;
    int winner;           /* the side that won or that gave stalemate; not asked for draws */
    unsigned move;        /* number of the move on which the game ended */
    unsigned resignation; /* on which a resignation was offered that was declined */
    unsigned draw;        /* the same of a draw; it changes no points */
    bool move_limit;      /* the 150-move rule is on */
} GrPointFacts;

/* The points of a game of magi12. Pure; takes any facts. */
GrPoints gr_points_magi12(const GrPointFacts *facts);

/* The scoring of that name ("magi12"), upper and lower case alike, or of that number of points
 * ("16"); NULL is fine. */
GrScoring gr_scoring_read(const char *name);

/* The sum of all points of the scoring of that name, in halves; 0 for GR_SCORING_NONE. */
int gr_scoring_sum(const char *name);

/* Reads the tag MoveLimit into *limit; NULL and "" are unknown. False for any other text, which is
 * unknown, too. */
bool gr_move_limit_read(const char *text, GrMoveLimit *limit);

/* Reads "10-2", "0.5-0.5" or "1/2-1/2"; false, and *score untouched, for any other text. Each side
 * has 999.5 points at most. */
bool gr_points_read(const char *text, GrPoints *score);

/* Writes "10-2" or "0.5-0.5" and a NUL; returns the length. Points are from 0 to 999.5. */
enum { GR_POINTS_SIZE = 16 };
size_t gr_points_write(const GrPoints *score, char out[GR_POINTS_SIZE]);

static inline bool gr_points_same(const GrPoints *a, const GrPoints *b) {
    return a->half[GR_WHITE] == b->half[GR_WHITE] && a->half[GR_BLACK] == b->half[GR_BLACK];
}

enum { GR_OFFER_RESIGN, GR_OFFER_DRAW, GR_OFFERS };

/* The offers in the comments of a game's main line: the commands [%offer draw], [%offer resign] and
 * [%declined], upper and lower case alike, and, in comments without them, plain statements such as
 * "White offers a draw". An offer is declined if a comment says so before another offer is made,
 * or if another move follows it. */
typedef struct GrOffers {
    unsigned made[GR_OFFERS];     /* how many of the kind */
    unsigned move[GR_OFFERS];     /* number of the move at which the first was made */
    bool declined[GR_OFFERS];     /* and whether that one was declined */
    uint32_t again[GR_OFFERS];    /* the node at which a second one was made; 0: none was */
    uint32_t stray;               /* the node at which something was declined that nobody had
                                     offered; 0: none */
} GrOffers;

void gr_offers_find(const GrGame *game, GrOffers *offers);

/* What a finished game scores by its Scoring tag: classic and magi12 only. If no tag MoveLimit says
 * whether the 150-move rule was agreed on, a game that went on past move 150 may have two scores,
 * without it and with it. Returns how many there are, 0 to 2; 0 if the game is not finished or
 * cannot be replayed, or its scoring cannot be computed or is not one of its variant. */
int gr_points_of_game(const GrGame *game, GrPoints score[2]);

/* Can a game with that result have that score, as far as who got more goes? Nobody gets any points
 * where a limit of moves has ended the game, and stalemate may be worth more to one side. */
bool gr_points_agree(const GrPoints *score, GrResult result, bool stalemate);

/* Is that a scoring of the game's variant? magi4 and magi12 are Magi's, the others all games'. */
bool gr_scoring_fits(GrScoring scoring, const GrRules *rules);

GR_END_DECLS

#endif
