/* The figures of a report, with their intervals: what its document is made of. Internal to analysis/. */
#ifndef GR_REPORT_FIGURES_H
#define GR_REPORT_FIGURES_H

#include "analysis/report/logistic.h"
#include "analysis/report/report_local.h"

/* The value of a group of piece types: all kinds of pawns are one. */
typedef struct GrPieceWorth {
    unsigned types;     /* bit 1 << type */
    int type;           /* the first of them, which names the group */
    size_t games;       /* in which one side had more of it, in some position that counts */
    bool fitted;
    double log_odds, error;
    GrEstimate worth;   /* in units: of the first group */
} GrPieceWorth;

/* How many different openings there were after a number of plies. */
typedef struct GrEntropy {
    uint32_t plies;
    size_t games, different;
    double bits, error; /* of entropy, with its standard error; bits corrected for bias as G. Miller and
                           W. Madow did (1955) */
} GrEntropy;

typedef struct GrFigures {
    const GrReport *report;
    double games;         /* all that were counted */
    bool part;            /* records are a part of them */
    double effect;        /* by how much clusters blow up the variance of the score */
    GrEstimate first, result[4], decisive, finished; /* decisive: of all games; first: score of who begins */
    GrEstimate end[GR_ENDS];
    GrEstimate stalemate; /* of all games, whoever has won them */
    GrEstimate plies, moves, branching, repeated, repeating;
    double length[5];     /* plies: shortest, quarter, median, three quarters, longest, of the records */
    double move_length[5];
    GrEstimate drama, behind, lead_changes, uncertainty, swing, decided, open[GR_COURSE];
    GrEntropy entropy[GR_OPENING_DEPTHS];
    GrPieceWorth worth[GR_MOST_TERMS];
    int worths, unit;     /* unit: the place of the unit in worth[] */
    bool fitted;
    size_t fitted_games, fitted_positions;
} GrFigures;

/* Computes them. Sorts the report's records. */
int gr_figures(GrReport *report, GrFigures *figures);

/* Fits the values of pieces (figures_worth.c). */
int gr_figures_worth(GrReport *report, GrFigures *figures);

#endif
