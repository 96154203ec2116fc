/* Evaluations as programs show them, `+0.57/17 5.7s`: value, depth, time; and who writes them so. Internal. */
#ifndef GR_NOTATION_EVAL_SHOWN_H
#define GR_NOTATION_EVAL_SHOWN_H

#include "notation/eval.h"
#include "notation/game.h"

/* What stands there, as far as it was read. */
typedef struct GrShown {
    GrEval eval; /* as it stands, from one view or the other */
    bool sign;   /* there is a + or - */
    bool second; /* there is a time, and an s after it */
    double seconds;
    int decimals; /* of the time; -1: no time */
} GrShown;

/* Reads the whole at the start of a comment; characters used, 0 if it is not of that form. */
size_t gr_shown_read(const char *text, GrShown *shown);

/* Is it written as cutechess does, to the letter? Then it is from the mover's view. */
bool gr_shown_is_cutechess(const GrShown *shown);

/* Without an s behind the time, one comment does not say from which view it is, but several of a game do. */
typedef enum GrShownHabit {
    GR_SHOWN_ANY,         /* not enough of them, or they are not all of one kind */
    GR_SHOWN_BY_XBOARD,   /* all have a sign, some a +: the mover's view */
    GR_SHOWN_BY_CHESSBASE, /* none has a +, all times are whole seconds: White's view */
    GR_SHOWN_AS_CHESSBASE /* likewise, but no values show whose view it is */
} GrShownHabit;

/* Needs four comments of one kind with a time, in any line; and where both sides' values are clear, a pawn or more,
 * they must not speak for the other view. */
GrShownHabit gr_shown_habit(const GrGame *game);

#endif
