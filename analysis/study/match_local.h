/* The inside of a match. Internal to analysis/. */
#ifndef GR_ANALYSIS_MATCH_LOCAL_H
#define GR_ANALYSIS_MATCH_LOCAL_H

#include "analysis/study/keyset.h"
#include "analysis/study/match.h"

/* ---- openings ---- */

/* The openings of a match: which of the list, in the order of play, and which positions have been had. */
typedef struct GrMatchOpenings {
    const GrMatchJob *job;
    uint32_t *order; /* of those in the list that end in different positions */
    size_t count;
    GrKeySet had;    /* keys of positions that engines began in */
    uint32_t illegal; /* GrStanding.illegal, as far as openings were chosen */
} GrMatchOpenings;

int gr_match_openings_start(GrMatchOpenings *openings, const GrMatchJob *job);
void gr_match_openings_free(GrMatchOpenings *openings);

/* Which attempt at random plies gives a pair (from 0) a position that no pair before it had. To be called
 * for all pairs in turn. Returns 1; 0 if there is none (a short list, few moves): the opening is one of
 * those of earlier pairs; GR_ERR_MEMORY. */
int gr_match_openings_choose(GrMatchOpenings *openings, uint32_t pair, uint32_t *attempt);

/* The opening itself: the one of the list, and random plies after it. opening->move is to be freed. */
int gr_match_opening(const GrMatchOpenings *openings, uint32_t pair, uint32_t attempt,
                     GrOpening *opening);

/* ---- a game ---- */

/* The engine that has White in game `number` (from 1). */
static inline int gr_match_white(uint32_t number) {
    return number % 2 ? 0 : 1;
}

/* A game that is over, or is played. */
typedef struct GrMatchGame {
    GrGame game;
    GrPosition pos;      /* now */
    const char *end;     /* the tag Termination; NULL while the game goes on */
    GrMatchFault fault;  /* of an engine, */
    int engine;          /* this one */
    char detail[sizeof(((GrError *)0)->text)]; /* GrGameEnd.detail */
    char reason[96];     /* the tag Reason */
    char nonsense[2][96]; /* GrGameEnd.nonsense */
} GrMatchGame;

void gr_match_game_init(GrMatchGame *game);
void gr_match_game_free(GrMatchGame *game);

/* Plays game `number` (from 1) with both analysts, the first engine's first. An engine with a fault has
 * to be started again. */
int gr_match_play(const GrMatchJob *job, GrAnalyst *const analyst[2], uint32_t number,
                  const GrOpening *opening, GrMatchGame *game, GrError *error);

/* Decides a game: who wins (-1: nobody), the tag Termination, and the reason in words, in which "%s" is
 * the name of the side (GR_WHITE, GR_BLACK) that it is about. */
void gr_match_decide(GrMatchGame *game, int winner, const char *how, const char *reason, int side);

/* Does a game of the past begin with the opening? */
bool gr_match_past_fits(const GrMatchGame *past, const GrOpening *opening);

/* ---- adjudication ---- */

/* What the engines have thought of their moves. All zero at the start of a game. */
typedef struct GrMatchScores {
    uint32_t level, lost[2]; /* plies in a row that were level, or that this side was losing */
} GrMatchScores;

/* Takes in the score of a move, from the view of the side that made it, and decides the game if that is
 * enough. The move has been played; the position before it had number `number`. */
void gr_match_adjudicate(const GrMatchJob *job, GrMatchScores *scores, int side, uint32_t number,
                         const GrAnswer *answer, GrMatchGame *game);

/* ---- text ---- */

enum { GR_MATCH_COMMENT = GR_EVAL_SIZE + 96 };

/* What the engine thought of its move, its clock after it (below 0: it has none) and the time the move
 * took (likewise), as the comment of the move, which `turn` has made. */
void gr_match_comment(const GrAnswer *answer, int turn, int64_t clock, int64_t ms,
                      char out[GR_MATCH_COMMENT]);

/* The names of the players of game `number`, by side. */
typedef char GrMatchNames[2][GR_ENGINE_NAME + 8];
void gr_match_names(const GrMatchJob *job, GrAnalyst *const analyst[2], uint32_t number,
                    GrMatchNames names);

/* The tags of a game that is over. */
int gr_match_tags(const GrMatchJob *job, GrAnalyst *const analyst[2], uint32_t number,
                  GrMatchGame *game);

#endif
