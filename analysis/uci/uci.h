/* Our engine's side of the UCI protocol: a session that takes command lines and answers with lines.
 *
 * Understood: uci, isready, ucinewgame, setoption (the options that `uci` names), position, go (depth, nodes, movetime,
 * wtime, btime, winc, binc, movestogo, mate, infinite, ponder, searchmoves, perft), stop, ponderhit, quit, and beyond
 * the protocol d, eval and bench [DEPTH]. What is wrong with a command is answered by `info string ERROR: ...`, and the
 * session goes on.
 *
 * The search runs in a thread of its own, and so do `go perft` and `bench`. A command that needs it to have ended is
 * carried out by that thread after a search that ends by itself, and stops one that would go on for ever. Meanwhile
 * `isready`, `stop`, `ponderhit` and `quit` are obeyed; the last three are about the last `go` or `bench` before them,
 * which may wait, too. `quit` leaves a count of moves 300 ms and `bench` 3 seconds to come to its end,
 * and lets searches that wait end by themselves, as the last line of a script does; where it comes half a second after
 * the last of them or later, it ends all at once.
 *
 * A number of `go` that is out of bounds counts as the nearest one, which an `info string` says. Words before a command
 * are passed over.
 */
#ifndef GR_ANALYSIS_UCI_H
#define GR_ANALYSIS_UCI_H

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

typedef struct GrUci GrUci;

/* Is given each line of the answer, without its line end. Called from the thread that gives
 * commands and from that of the search, but never from both at once. */
typedef void (*GrUciSay)(void *user, const char *line);

/* A session, of chess until UCI_Variant is set; NULL when memory or threads run out. `variants` must
 * stay open as long as the session. */
GrUci *gr_uci_open(const GrVariants *variants, GrUciSay say, void *user);

/* Changes the variant silently, as `setoption name UCI_Variant` does; before any search. */
void gr_uci_set_variant(GrUci *uci, const GrRules *rules);

/* Carries out a command line (a line end is allowed), or has it wait for a search. Returns 0, or 1 after `quit`;
 * GR_ERR_SYNTAX if something in it is wrong, which an `info string` says (later, if it waits); the session goes on. */
int gr_uci_command(GrUci *uci, const char *line);

/* Ends the session after the last command: a search that ends by itself is waited for, any other
 * stopped. NULL is fine. */
void gr_uci_close(GrUci *uci);

GR_END_DECLS

#endif
