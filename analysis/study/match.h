/* Engines playing each other: a match of any variant, with clocks, openings and several games at
 * once, and the difference in strength that its score shows.
 *
 * Games come in pairs with the same opening and colours exchanged. Openings are taken in an order that
 * the seed shuffles; none is played twice before all have been. With random plies each pair begins in
 * another position, in which the game is not over. A game ends as the rules have it; by repetition,
 * where fifty moves draw as well; by a flag that fell; by a fault of an engine: a move that is not
 * legal, a crash, silence (its side loses, and it is restarted for the next game); by adjudication,
 * when both engines have agreed for long enough on how it will end; or as a draw after most_plies.
 */
#ifndef GR_ANALYSIS_MATCH_H
#define GR_ANALYSIS_MATCH_H

#include "analysis/study/analyst.h"
#include "analysis/study/elo.h"
#include "analysis/study/openings.h"
#include "analysis/study/sprt.h"
#include "db/store/database.h"
#include "notation/book/polyglot.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* The Event tag of its games, which comes first, unless the job has another. */
#define GR_MATCH_EVENT "Engine match"

/* One side of the match. */
typedef struct GrMatchEngine {
    const char *command; /* GR_BUILTIN or a shell command */
    const char *name;    /* in the games; NULL: what it calls itself */
    GrProtocol protocol;
    GrAnalystSetup setup; /* its options */
    GrLimits limits;     /* depth, nodes, movetime: for each move, clock or not */
    int64_t time, increment; /* milliseconds for the game, and a move; time 0: no clock */
    int start_ms;        /* as in GrEngineStart */
} GrMatchEngine;

/* When a game is decided without being played out, by the scores that the engines give their own moves,
 * in hundredths of a pawn. A move without a score interrupts any count. */
typedef struct GrAdjudication {
    uint32_t draw_from;   /* move number from which a game may be declared a draw */
    uint32_t draw_moves;  /* consecutive moves of both sides, all of them */
    int draw_score;       /* within this score; draw_moves 0: never */
    uint32_t resign_moves; /* a game is lost after this many consecutive moves of both sides */
    int resign_score;     /* in which the loser's score was as low as this below 0, and the winner's as
                             high above; resign_moves 0: never */
} GrAdjudication;

/* What an engine may do wrong. Each loses the game. */
typedef enum GrMatchFault {
    GR_FAULT_ILLEGAL, /* a move that is not legal, or none that can be understood */
    GR_FAULT_CRASH,   /* it ended */
    GR_FAULT_HANG,    /* it no longer answers */
    GR_FAULT_TIME,    /* its time was up */
    GR_FAULTS,        /* how many kinds there are */
    GR_FAULT_NONE = GR_FAULTS
} GrMatchFault;

/* How the match stands. One that is all zero is at the start. */
typedef struct GrStanding {
    GrTally tally;
    uint32_t fault[2][GR_FAULTS]; /* by engine */
    double ratio;                 /* the test's, if there is one */
    GrSprtState decided;
    uint32_t illegal;             /* times that the book had a move with a weight that is not legal */
    uint32_t ran_out;             /* the first pair (from 1) with an opening that an earlier one had; 0:
                                     none */
} GrStanding;

/* How a game ended. */
typedef struct GrGameEnd {
    GrMatchFault fault;
    int engine;         /* whose fault it is, 0 or 1 */
    const char *detail; /* what went wrong, a clause: "plays 'e2e5', which is not legal"; "" if nothing */
    const GrPosition *pos; /* the last position */
    const char *nonsense[2]; /* the first that each engine, 0 and 1, stated and cannot be (gr_engine_nonsense): that move
                                has no score; "" if nothing */
} GrGameEnd;

/* What an earlier run of the same match has played. */
typedef struct GrMatchPast {
    struct GrMatchGame **game; /* by number - 1; NULL: not played */
    uint32_t games, count;     /* of the match, and of them played */
    uint32_t in_turn;          /* that stand in the file of games, from the first on */
    size_t whole;              /* bytes of it that are whole games; the rest is a game that was cut
                                  off */
    const GrRules *rules;
} GrMatchPast;

/* Reads the games that a match has written to `path`, and to `ahead` those that were finished before their
 * turn (GrMatchJob.ahead); a file that is missing has none. GR_ERR_SYNTAX if a game cannot be one of this
 * match. *past is to be freed by gr_match_past_free; it is empty after a failure. */
int gr_match_past_read(const char *path, const char *ahead, const GrVariants *variants,
                       const GrRules *rules, uint32_t games, GrMatchPast *past, GrError *error);

/* The same of the games of a database that have this Event tag, in whatever order they stand there. */
int gr_match_past_find(GrDb *db, const char *event, const GrRules *rules, uint32_t games, GrMatchPast *past,
                       GrError *error);
void gr_match_past_free(GrMatchPast *past);

typedef struct GrMatchJob {
    const GrRules *rules;
    GrMatchEngine engine[2];
    uint32_t games;
    const GrOpenings *openings; /* a pair each; NULL: the start position */
    bool in_order;             /* of the list, and not shuffled */
    const GrBook *book;        /* openings go on with moves drawn from it by weight, so many plies at most; NULL: */
    unsigned book_plies;       /* they do not */
    unsigned random_plies;     /* played at random after the opening, the same in a pair */
    uint64_t seed;             /* for them, and for the order */
    uint32_t most_plies;       /* 0: no bound */
    GrAdjudication adjudicate;
    GrSprt sprt;               /* ends the match when it has decided */
    int threads;               /* games at once, 1 up */
    size_t hash;               /* megabytes for each engine, 0: its default */
    const char *event;         /* their Event tag; NULL: GR_MATCH_EVENT */
    const char *date;          /* for the games' tags, "2026.11.21"; NULL: not known */
    GrMatchPast *past;         /* these games are not played again, but taken out of it; NULL: none. Those
                                  in turn are counted, but not reported */
    GrStopCall stop;           /* asked in between, from all threads; may be NULL */
    int (*places)(void *user); /* how many of the threads may play now, asked after each game from all of them;
                                  NULL: all */
    /* A game is over. In the order of their numbers, from 1, and by one thread at a time. The game
     * has tags, and evaluations and times in comments. May be NULL. */
    void (*played)(void *user, uint32_t number, const GrGame *game, const GrGameEnd *end,
                   const GrStanding *standing);
    /* A game is over before an earlier one is, and will be reported when that is over; by one thread at a
     * time. May be NULL. */
    void (*ahead)(void *user, uint32_t number, const GrGame *game);
    /* Is given each line that an engine (0 or 1) is sent or prints, from all threads; `place` (from 0) distinguishes
     * those that run at once. May be NULL. */
    void (*log)(void *user, int engine, int place, bool sent, const char *line, size_t length);
    void *user;                /* for all of them */
} GrMatchJob;

/* Plays the match, up to the decision of the test if there is one. *standing counts the games reported
 * to `played`, and those of the past. GR_ERR_ILLEGAL if a game of the past does not begin as it should, or
 * has other players; GR_ERR_NOT_FOUND if there is no such command or an engine does not know the variant or an
 * option; else it fails when an engine cannot be started again. */
int gr_match_run(const GrMatchJob *job, GrStanding *standing, GrError *error);

GR_END_DECLS

#endif
