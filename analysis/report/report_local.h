/* What a report gathers of its games. Internal to analysis/.
 *
 * A report is made in four steps: play.h plays games, if that is asked; gather.c counts each game, and records.c keeps
 * what single games are needed for; figures.c turns counts into figures with intervals (logistic.h fits values of
 * pieces, dynamics.h measures drama); sections.c, sections_board.c, sections_judged.c and findings.c make one
 * document.h of these, which is written as text, JSON or HTML.
 */
#ifndef GR_REPORT_LOCAL_H
#define GR_REPORT_LOCAL_H

#include "analysis/report/dynamics.h"
#include "analysis/report/report.h"
#include "analysis/study/estimate.h"
#include "analysis/study/keyset.h"
#include "analysis/study/stats.h"

enum {
    GR_OPENING_DEPTHS = 4,   /* plies after which openings are distinguished: 1, 2, 4, 8 */
    GR_SAMPLES = 6,          /* positions of a game that enter the regression */
    GR_BRANCH_WIDTH = 10,    /* plies that are summed up together */
    GR_BRANCH_BINS = 40,     /* the last one has all that come later */
    GR_BRANCH_MOST = 1024,   /* moves that are distinguished; more are counted as this many */
    GR_DRAMATIC = 5
};

/* Material of a quiet position: White's pieces of each type less Black's. */
typedef struct GrReportSample {
    int8_t balance[GR_MAX_TYPES];
    int8_t turn; /* 1: White is to move, -1 */
} GrReportSample;

/* What is kept of a game. */
typedef struct GrRecord {
    uint64_t cluster;
    uint64_t opening[GR_OPENING_DEPTHS]; /* keys of positions; 0: the game is shorter */
    uint32_t plies, number; /* plies; number of the game, from 1 */
    uint16_t moves;         /* full moves, the last one begun counts */
    uint8_t result, end;    /* GrResult, GrEnd */
    uint8_t samples;
    float branching;        /* mean of legal moves */
    float repeated;         /* share of positions that had been there before */
    bool judged, won;
    float drama, lead_changes, uncertainty, worst, swing, decided;
    float open[GR_COURSE];
    GrReportSample sample[GR_SAMPLES];
} GrRecord;

/* Records of a random part of the clusters: those whose mixed number is at most `threshold`, which falls
 * when there are too many. */
typedef struct GrRecords {
    GrRecord *record;
    size_t count, cap, most;
    uint64_t threshold;
} GrRecords;

/* Takes in a record, if its cluster is in the part; makes room by halving the part. */
int gr_records_add(GrRecords *records, const GrRecord *record);
void gr_records_sort(GrRecords *records); /* by cluster, then by number */

/* The number of moves over the course of the game. */
typedef struct GrBranching {
    uint64_t positions, moves;
    uint32_t count[GR_BRANCH_MOST + 1];
} GrBranching;

/* The smallest number of moves that at least this share of the positions do not exceed. */
unsigned gr_branching_quantile(const GrBranching *branching, double share);

typedef uint64_t GrSquares[GR_MAX_SQUARES];

/* A game worth looking at. */
typedef struct GrDramatic {
    double drama, interest; /* interest: drama times the share of the game that it lasted */
    uint32_t plies, decisive;
    uint64_t number;
    GrGame game; /* a copy, without its judgement */
    char *title; /* owned; "A - B 1-0" */
} GrDramatic;

/* Does turning the board from rank to rank (or by half a turn) give the start position with colours
 * exchanged? Then squares of both sides can be counted together, as the side that moves sees them. */
typedef enum GrMirror { GR_MIRROR_NONE, GR_MIRROR_RANKS, GR_MIRROR_TURN } GrMirror;

struct GrReport {
    const GrRules *rules;
    GrMirror mirror;
    GrStats stats;
    uint64_t games, equal, strange; /* counted; equal to earlier ones; of other variants */
    bool crowded;                   /* too many to tell whether more are equal */
    GrKeySet seen;
    GrRecords records;
    GrBranching *branching;         /* [GR_BRANCH_BINS] */
    GrSquares visits[GR_MAX_TYPES], captures[GR_MAX_TYPES], promotions[GR_MAX_TYPES]; /* by type; squares
                                       as the side that moves sees them */
    GrSquares holes;                /* positions in which it is a hole */
    GrSquares unmoved;              /* games in which the piece that began there never moved */
    GrSquares stood;                /* positions in which a piece stands there */
    uint64_t usual;                 /* games from the start position of the variant */
    uint64_t positions;
    uint64_t possible[GR_KINDS], used[GR_KINDS]; /* games in which such a move could be made; was */
    uint64_t promoted;              /* games with a promotion */
    uint64_t judged, first_wins;    /* games with evaluations; won by the side that began */
    GrJudgedBy by;
    GrDramatic dramatic[GR_DRAMATIC]; /* the most dramatic first */
    size_t dramatics;
    double *chance;                 /* room */
    size_t chances;
    GrMoveList list;                /* room */
};

/* Takes in what the judgement of a game says: fills the record, and keeps the game if it is dramatic
 * enough. */
int gr_report_judge(GrReport *report, const GrGame *game, GrRecord *record);

GrMirror gr_mirror_of(const GrRules *rules);
int gr_mirror_square(const GrVariant *variant, GrMirror mirror, int side, int sq);

static inline uint64_t gr_report_mix(uint64_t key, uint64_t more) {
    key = (key ^ more) * UINT64_C(0x9E3779B97F4A7C15);
    key ^= key >> 32;
    key *= UINT64_C(0xD6E8FEB86659FD93);
    return key ^ key >> 29;
}

#endif
