/* Evaluations as programs write them, recognised and brought into one form.
 *
 *   lichess, python-chess   `[%eval 0.35]`, `[%eval -1.2,18]`: pawns from White's view
 *   chessbase               `[%eval 35,18]`: hundredths of a pawn, from White's view
 *   cutechess               `+0.57/17 5.7s`: pawns from the mover's view, depth, seconds taken;
 *                           `-M4/17 5.7s`: the mover is mated in four plies
 *
 * A number with a decimal point is pawns. One without may be either, and then nothing is guessed:
 * it is hundredths if the game has other commands that only ChessBase writes, 0 is 0 in any case,
 * and all else stays as it stands, unread, until somebody says which dialect it is. `+0.57/17 5` is
 * written by programs from one view or the other. It is read if the game has four or more of one kind:
 *
 *   XBoard      `+0.22/10 0.1`, `-0.20/11 1:05`, always with a sign: from the mover's view
 *   ChessBase   `0.17/20 5`, never with a +, whole seconds: from White's view
 *
 * unless the values themselves speak for the other view. Otherwise it is only read if it is said to be
 * cutechess.
 */
#ifndef GR_NOTATION_EVAL_DIALECT_H
#define GR_NOTATION_EVAL_DIALECT_H

#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef enum GrEvalDialect {
    GR_EVAL_AUTO,         /* by the rules above */
    GR_EVAL_LICHESS,      /* all numbers are pawns; `+0.57/17 5.7s` is no evaluation */
    GR_EVAL_PYTHON_CHESS, /* the same */
    GR_EVAL_CHESSBASE,    /* numbers without a point are hundredths; the rest as in lichess */
    GR_EVAL_CUTECHESS     /* `0.57/17` at the start of a comment is an evaluation from the mover's
                             view, whether a sign, a time and its s are there or not */
} GrEvalDialect;

/* Names of the dialects, in their order ("auto", "lichess" ...), ended by NULL. */
const char *const *gr_eval_dialect_names(void);

/* An evaluation that is ambiguous. */
typedef struct GrEvalDoubt {
    uint32_t node;  /* the move whose comment has it; 0: the comment before the first move */
    uint32_t ply;   /* of that move, from 1 through the main line; 0 for node 0 */
    char text[32];  /* as it stands, cut when longer; "": there is none in the game */
    bool taken;     /* it was read all the same, as White's view: nothing in the game speaks for either */
} GrEvalDoubt;

/* Rewrites the evaluations in the comments of a game that are not as notation/eval.h has them:
 * numbers without a point get one, and `+0.57/17 5.7s` becomes `[%eval 0.57,17] [%emt 0:00:05.7]`. A
 * mate in plies becomes one in moves of the side that mates. *doubt is the first evaluation in doubt.
 * If it fails, the game may be rewritten in part. */
int gr_game_read_evals(GrGame *game, GrEvalDialect dialect, GrEvalDoubt *doubt);

GR_END_DECLS

#endif
