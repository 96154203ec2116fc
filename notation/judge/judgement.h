/* The judgement: what verdicts on the positions of a game say about its moves and players.
 *
 *     GrJudgement judgement;
 *     gr_judgement_init(&judgement);
 *     gr_judgement_begin(&judgement, &game);      the text's evaluation of each position
 *     ... gr_view_take(&judgement.view[ply], &pos, &verdict) where there are better verdicts ...
 *     ... judgement.by = who gave them ...
 *     gr_judgement_end(&judgement, &game, &thresholds);
 *
 * What is judged is the main line. A move is judged if the positions before and after it are known,
 * and not one by a verdict and the other by the text, which may be another engine's. Grades are
 * lichess's:
 *
 *   by chances   points of 100 by which the mover's chance (win_chance.h) fell: `dubious` (?!)
 *                from 5, `mistake` (?) from 10, `blunder` (??) from 15, unless other thresholds are
 *                wanted
 *   mate missed  the mover had a forced mate and has none any more: a blunder, or a mistake if it
 *                still has more than 7 pawns, or dubious if more than 9.99
 *   mate allowed the opponent had no forced mate and now has one: a blunder, or a mistake if the
 *                mover was behind by more than 7 pawns, or dubious if by more than 9.99
 *
 * The first move of the best line, and the only legal move, are never worse than good.
 */
#ifndef GR_NOTATION_JUDGEMENT_H
#define GR_NOTATION_JUDGEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "notation/game.h"
#include "notation/judge/accuracy.h"
#include "notation/judge/judged_by.h"
#include "notation/judge/verdict.h"
#include "notation/judge/win_chance.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Losses of the mover's chance, in points of 100, from which a move is called that. */
typedef struct GrThresholds {
    double dubious, mistake, blunder;
} GrThresholds;

#define GR_USUAL_THRESHOLDS                                                                        \
    { 5.0, 10.0, 15.0 }

/* Reads "5,10,15": three numbers from 0 to 100, none below the one before; false if it is not that.
 */
bool gr_thresholds_read(const char *text, GrThresholds *thresholds);

typedef enum GrGrade {
    GR_NOT_JUDGED, /* one of the two positions is not known */
    GR_GOOD,
    GR_DUBIOUS,
    GR_MISTAKE,
    GR_BLUNDER,
    GR_GRADES
} GrGrade;

/* "good", "dubious", "mistake", "blunder"; NULL for GR_NOT_JUDGED. */
const char *gr_grade_name(GrGrade grade);

/* NAG of a grade: 6, 2, 4; 0 for the others. */
int gr_grade_nag(GrGrade grade);

enum {                   /* bits */
       GR_BEST_MOVE = 1, /* the first move of the best line */
       GR_ONLY_GOOD = 2, /* it is that, and the second line would have been a mistake or worse */
       GR_MATE_MISSED = 4,
       GR_MATE_ALLOWED = 8,
       GR_TURNING_POINT = 16
};

/* What is known of a position of the main line. */
typedef struct GrPlyView {
    bool known;
    bool stored;    /* from a verdict */
    bool of_text;   /* from the move's comment */
    bool over;      /* the game is over here: the score is its outcome */
    GrScore score;  /* from White's view */
    GrScore second; /* the second line's; GR_NO_SCORE: not known */
    int depth;      /* 0: not known */
    uint64_t limit; /* of a verdict: the amount of the judge's limit, 0: not known */
    int length;     /* of the best line, whose moves are legal; 0: not known */
    GrMove best[GR_VERDICT_PLIES];
} GrPlyView;

typedef struct GrJudgedMove {
    GrGrade grade;
    uint8_t side;    /* who moved */
    unsigned marks;  /* GR_BEST_MOVE ... */
    double loss;     /* points of chance that the mover lost; 0 or more */
    int centipawns;  /* lost, both scores taken within 10 pawns; 0 or more */
    double accuracy; /* 0 to 100; by chances within 10 pawns, as lichess has it */
} GrJudgedMove;

typedef struct GrJudgedSide {
    uint32_t moves;            /* that were judged */
    uint32_t grade[GR_GRADES]; /* how many of each */
    uint32_t missed, allowed;  /* mates */
    double accuracy;           /* GR_NO_ACCURACY: no move was judged */
    uint64_t centipawns;       /* the sum of losses */
} GrJudgedSide;

/* Mean loss of a side in centipawns; -1 without moves. */
double gr_average_loss(const GrJudgedSide *side);

typedef struct GrJudgement {
    GrJudgedBy by;  /* who gave the verdicts, within which limits; nobody: only the text did */
    uint32_t plies; /* of the main line */
    GrPlyView *view;    /* [0 .. plies] by plies played */
    double *chance;     /* [0 .. plies] White's, in percent; without meaning where not known */
    GrJudgedMove *move; /* [0 .. plies - 1]: move[n] leads to view[n + 1] */
    uint32_t known;     /* positions known, but for those where the game is over */
    uint32_t stored;    /* of these, from verdicts */
    uint32_t turning;   /* ply of the turning point, 0: none */
    GrJudgedSide side[2];
    /* private */
    uint32_t room;
    double *list;
    GrAccuracyMove *accurate;
} GrJudgement;

void gr_judgement_init(GrJudgement *judgement);
void gr_judgement_free(GrJudgement *judgement);

/* Makes the views of the game's positions: of a position whose move has an evaluation in its
 * comment (notation/eval.h) that one, and of the last one the outcome if the game is over there
 * (but a draw that nobody claimed is none where the text says who won). Where the game begins at
 * its variant's start position, that counts as 15 centipawns for the side that begins, as with
 * lichess. Nothing allocated for an earlier game is freed. 0 or a code. */
int gr_judgement_begin(GrJudgement *judgement, const GrGame *game);

/* Does any main move's comment have an evaluation? Without one, and without verdicts, there is
 * nothing to judge. */
bool gr_has_evals(const GrGame *game);

/* Takes a verdict in place of what the view has, unless the game is over there. `pos` is the
 * position; moves of the line that are not legal in it, and what follows them, are left out. */
void gr_view_take(GrPlyView *view, const GrPosition *pos, const GrVerdict *verdict);

/* Judges the moves; by.least and by.most become those of the verdicts that were taken. */
void gr_judgement_end(GrJudgement *judgement, const GrGame *game, const GrThresholds *thresholds);

/* Begin and end in one, for a game about which only its text says something. */
int gr_judge_text(GrJudgement *judgement, const GrGame *game, const GrThresholds *thresholds);

/* The same if the game has evaluations and nothing is known of it yet; game->judgement then points
 * to *judgement, if any move could be judged. The text of the game stays as it is. */
int gr_judge_own_evals(GrJudgement *judgement, GrGame *game, const GrThresholds *thresholds);

GR_END_DECLS

#endif
