/* Statistics of games, variant by variant.
 *
 *     GrStats stats;
 *     gr_stats_init(&stats);
 *     while (... a game ...)
 *         gr_stats_add(&stats, &game);
 *     gr_stats_write(&stats, GR_STATS_TEXT, put, context);
 *     gr_stats_free(&stats);
 *
 * What is counted is the legal main line of each game; variations do not count.
 */
#ifndef GR_ANALYSIS_STATS_H
#define GR_ANALYSIS_STATS_H

#include "analysis/study/groups.h"
#include "analysis/study/players.h"
#include "notation/game.h"
#include "notation/judge/phase.h"
#include "notation/json.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* How games end. The first five are read off the board; the others follow from the result. */
typedef enum GrEnd {
    GR_END_CHECKMATE,
    GR_END_STALEMATE,  /* a draw; in wizard the side that cannot move has lost */
    GR_END_RULES,      /* by a rule of the variant's own, such as a third check */
    GR_END_FIFTY,      /* fifty moves by each side without capture or pawn move */
    GR_END_REPETITION, /* a third occurrence of the last position */
    GR_END_MATERIAL,   /* too little material for a mate */
    GR_END_DECIDED,    /* won without a mate on the board: resignation, time ... */
    GR_END_AGREED,     /* drawn while the position was open */
    GR_END_UNFINISHED, /* no result */
    GR_END_PARTIAL,    /* the text goes on past the last legal ply */
    GR_ENDS
} GrEnd;

/* What is counted of each side's moves, beside kinds and pieces, and what it is called. A new one is a row here and
 * the line that counts it; all forms of output show it. */
#define GR_MOVE_COUNTS(row) row(GR_COUNT_CHECKS, "checks") /* given by the side */

#define GR_COUNT_NUMBER(count, name) count,
typedef enum GrCount { GR_MOVE_COUNTS(GR_COUNT_NUMBER) GR_COUNTS } GrCount;
#undef GR_COUNT_NUMBER

/* Points of games, for one Scoring ("magi12"; "" if the tag is missing): those of the Score tag, or
 * where a game of a Scoring has none, those of gr_points_of_game if it gives one score. */
typedef struct GrScoringPoints {
    char scoring[24];
    uint64_t games;
    double sum[2]; /* White's and Black's */
} GrScoringPoints;

enum {
    GR_MAX_SCORINGS = 8,
    GR_KINDS = 18,
    GR_OPENING_PLIES = 4,
    GR_CHOICE_WIDTH = 20, /* plies whose legal moves are summed up together */
    GR_CHOICES = 10       /* such classes; the last one has all that come later */
};

/* Of one variant. Arrays over [2] are by side, over piece types by number; type 0 stands for a
 * spell, which takes pieces (falls) without any piece of its side capturing. */
typedef struct GrVariantStats {
    const GrRules *rules;
    uint64_t games;
    uint64_t result[4];       /* by GrResult; what ended on the board without a result in the
                                 text counts as it ended */
    uint64_t end[GR_ENDS];
    GrScoringPoints points[GR_MAX_SCORINGS]; /* further Scorings are not counted */
    size_t scorings;
    uint64_t plies;           /* of all games */
    uint64_t *length;         /* length[n]: games of n plies, n < lengths */
    size_t lengths;
    uint64_t kind[2][GR_KINDS];       /* moves by GrMoveKind */
    uint64_t count[GR_COUNTS][2];     /* by GrCount */
    uint64_t promoted[2][GR_MAX_TYPES]; /* by the type that appeared, resurrected dragons too */
    uint64_t moved[2][GR_MAX_TYPES];  /* moves by type of the piece moved */
    uint64_t taken[2][GR_MAX_TYPES][GR_MAX_TYPES]; /* by the capturing side, capturer, victim;
                                         a spell may take a piece of its own side too, and such a
                                         victim is counted under `own` instead */
    uint64_t own[2][GR_MAX_TYPES];    /* pieces that a side let fall of its own */
    uint64_t visits[2][GR_MAX_SQUARES]; /* how often a piece came to a square by its own move,
                                         castling, teleport, drop or placement */
    uint64_t captures_on[GR_MAX_SQUARES]; /* squares of pieces taken */
    uint64_t equal;           /* games left out since they are equal to earlier ones (GrStats.once) */
    uint64_t choices[GR_CHOICES], positions[GR_CHOICES]; /* legal moves, and the positions that had them */
    GrGroups groups;          /* empty without GrStats.by; those of GR_BY_RESULT have its name */
    GrPlayers players;        /* empty unless GrStats.with_players */
    GrPlayers openings;       /* by name, each as a player who had White; empty unless with_openings */
    GrJudgedSum judged[2];    /* of games with a judgement or clocks */
    GrJudgedSum phase[GR_PHASES][2]; /* the same by phase; games are not counted in it */
    int first_pieces;         /* of the start position (gr_phase); 0: not counted yet */
} GrVariantStats;

typedef struct GrStats {
    GrVariantStats **variant; /* in the order in which they came up */
    size_t variants;
    uint64_t unknown;         /* games of no variant of ours; counted only here */
    bool with_players;        /* set this at the start to have players counted, too */
    size_t most_players;      /* how many players are written, those with most games; 0: all */
    bool with_openings;       /* the same of openings */
    size_t most_openings;
    uint32_t opening_plies;   /* the plies that distinguish openings; 0: by the ECO code, and games
                                 without one by GR_OPENING_PLIES */
    GrGrouping by;            /* set this at the start to have games grouped, too */
    bool once;                /* set this at the start to count games with the same start, moves and result
                                 once (but each without moves); beyond half a million games, the keys
                                 that tell them apart go into a temporary file, 8 bytes a game */
    const char *judge;        /* who judged, the caller's; NULL: texts did */
    GrMoveTime *time;         /* private: room */
    size_t times;
    struct GrKeyFile *seen;   /* private: keys of games */
} GrStats;

void gr_stats_init(GrStats *stats);
void gr_stats_free(GrStats *stats);

/* Counts a game, and its judgement if game->judgement has one. If it fails, the game may be counted in
 * part; GR_ERR_IO, with errno set: the temporary file failed. */
int gr_stats_add(GrStats *stats, const GrGame *game);

/* Captures of enemy pieces by a side; capturer and victim are types, or -1 for all of them. */
uint64_t gr_stats_captures(const GrVariantStats *v, int side, int capturer, int victim);

/* The median length (the lower of two); 0 without games. */
uint64_t gr_stats_median(const GrVariantStats *v);

/* Width of the bars of a histogram of lengths: 1, 2 or 5 times a power of ten, so that there are
 * 20 bars at most. */
uint64_t gr_stats_bar(const GrVariantStats *v);

/* White's share of the points of decided games and draws, from 0 to 1; -1 if there are none. */
double gr_stats_score(const GrVariantStats *v);

/* Short name of an end, "checkmate". */
const char *gr_end_name(GrEnd end);
const char *gr_count_name(GrCount count);

typedef enum GrStatsFormat {
    GR_STATS_TEXT, /* tables */
    GR_STATS_JSON, /* an object a line for each variant, then one of games of unknown variants */
    GR_STATS_CSV,  /* header "variant,statistic,item,side,value" and a row a figure; for spreadsheets */
    GR_STATS_CSV_PLAIN /* the same for other programs (notation/csv.h) */
} GrStatsFormat;

/* Writes the statistics; sorts the players, so that no game can be added after it. Fails with what
 * put returned when it failed. */
int gr_stats_write(GrStats *stats, GrStatsFormat format, GrPut put, void *context);

GR_END_DECLS

#endif
