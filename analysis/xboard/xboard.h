/* Our engine's side of the XBoard protocol (CECP, version 2): a session that takes command lines and
 * answers with lines.
 *
 * Understood: xboard, protover, accepted, rejected, new, variant, setboard, force, go, playother, usermove,
 * undo, remove, level, st, sd, nps, time, otim, ?, ping, draw, result, hard, easy, post, nopost, analyze,
 * `.`, exit, hint, bk, memory, cores, option, quit; and ignored: random, computer, name, rating, ics, white,
 * black, pause, resume. What is not understood is answered by `Error`, a move that cannot be played by
 * `Illegal move`. A number that is out of bounds counts as the nearest one, which a line that begins with # says.
 *
 * Moves are as in notation/move/uci.h; but on boards of exactly ten ranks the protocol counts ranks
 * from 0, so that a1 is a0 there. In wizard chess a placement is a move of its own, sent before the
 * move of the same turn.
 */
#ifndef GR_ANALYSIS_XBOARD_H
#define GR_ANALYSIS_XBOARD_H

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

typedef struct GrXboard GrXboard;

/* Is a line the command `xboard`, with which a session of this protocol begins? */
bool gr_xboard_begins(const char *line);

/* Is given each line of the answer, without its line end; from the thread that gives commands or that of
 * the search, but never from both at once. */
typedef void (*GrXboardSay)(void *user, const char *line);

/* A session that plays `rules` until a command changes that; NULL when memory or threads run out.
 * `variants` must stay open as long as the session. */
GrXboard *gr_xboard_open(const GrVariants *variants, const GrRules *rules, GrXboardSay say, void *user);

/* Carries out a command line (a line end is allowed). One that is about a move which the engine is thinking about waits
 * for that, and so do those behind it; the call returns at once nonetheless, unless 16 MB of them wait. `?` is obeyed at
 * once. Returns 0, or 1 after `quit`, within half a second; GR_ERR_SYNTAX if it was answered by `Error` (later, if it
 * waits); the session goes on. */
int gr_xboard_command(GrXboard *xboard, const char *line);

/* Ends the session after the last command. What has been asked is answered if it takes 300 ms at the most: then the
 * engine makes the move that it is thinking about, and only pings are answered. NULL is fine. */
void gr_xboard_close(GrXboard *xboard);

GR_END_DECLS

#endif
