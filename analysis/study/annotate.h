/* Annotating games: evaluations, best lines and judgements by an analyst, written into the game.
 *
 * What is written for a move of the main line:
 *   [%eval 0.34,12]   in its comment: the position after it, in pawns from White's view (or #n),
 * and the depth. None after a move that mates.
 *   [%loss 14,2]      in its comment, if the mover's winning chances fell by that many percent with
 * it (at least 6) and another move was best; then the NAG that was set for it, if any $6 $2 $4
 * dubious from 6 percent on, mistake from 12, blunder from 20; not if the move bears a NAG from $1
 * to $6 already a variation       the best line, if there is a loss and the game has no variation
 * that starts so; the comment of its first move has [%best] and in the tag EngineAnalysis who did
 * it and how far it got: "Grimoire 0.1.0, depth 8, 54 of 54 plies" Everything else in the game
 * stays as it is. By these marks what we wrote is known from what was there, and is replaced, not
 * doubled, when a game is annotated anew.
 *
 * The work is kept apart from the game (GrAnnotation) until it is applied, so that a game that has
 * changed in the database meanwhile loses nothing.
 */
#ifndef GR_ANALYSIS_ANNOTATE_H
#define GR_ANALYSIS_ANNOTATE_H

#include "analysis/study/analyst.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

#define GR_ANALYSIS_TAG "EngineAnalysis"

enum {
    GR_BEST_PLIES = 8, /* length of the lines that are written */
    GR_SETTINGS_SIZE = 160
};

/* What was found out about a position of the game. */
typedef struct GrVerdict {
    GrScore score; /* from White's view */
    bool over;     /* the game has ended here by mate: no score is written */
    int depth;     /* 0: not known */
    int length;    /* of the best line, 0 if none is known */
    GrMove best[GR_BEST_PLIES];
} GrVerdict;

typedef struct GrAnnotation {
    char settings[GR_SETTINGS_SIZE]; /* "Grimoire 0.1.0, depth 8" */
    uint32_t plies;                  /* of the main line */
    uint32_t known;                  /* verdict[0 .. known - 1] are there; plies + 1 at the end */
    uint32_t first;     /* plies before this one (from 1) were written by an earlier run */
    GrMove *move;       /* [0 .. plies - 1] the main line */
    GrVerdict *verdict; /* [0 .. plies] the position after that many plies */
} GrAnnotation;

typedef enum GrAnnotated {
    GR_UNTOUCHED,     /* no evaluation in it */
    GR_FOREIGN_EVALS, /* evaluations, but not marked as ours */
    GR_OTHERWISE,     /* by us, with other settings or before the game was changed */
    GR_BEGUN,         /* by us, with these settings, not to its end */
    GR_FINISHED       /* by us, with these settings */
} GrAnnotated;

/* Writes the settings: the analyst's name and the limit. */
void gr_annotation_settings(const GrAnalyst *analyst, const GrLimits *limits,
                            char settings[GR_SETTINGS_SIZE]);

/* How far the game is annotated already. */
GrAnnotated gr_annotation_look(const GrGame *game, const char *settings);

/* Makes ready to annotate the game, going on from where an earlier run with the same settings got.
 * The game must have rules. gr_annotation_free undoes it, even if it failed. */
int gr_annotation_begin(GrAnnotation *annotation, const GrGame *game, const char *settings);
void gr_annotation_free(GrAnnotation *annotation);

static inline bool gr_annotation_complete(const GrAnnotation *annotation) {
    return annotation->known > annotation->plies;
}

/* Judges one more position. Fails as gr_analyst_judge does. */
int gr_annotation_step(GrAnnotation *annotation, const GrGame *game, GrAnalyst *analyst,
                       const GrLimits *limits, GrError *error);

/* Writes what is known into the game, which must have the main line that the annotation was begun
 * with (else GR_ERR_ILLEGAL). If it fails, the game is to be thrown away. */
int gr_annotation_apply(const GrAnnotation *annotation, GrGame *game, GrError *error);

/* Takes everything out of the game that annotating put in. With `foreign` evaluations of others as
 * well. */
int gr_annotation_strip(GrGame *game, bool foreign);

GR_END_DECLS

#endif
