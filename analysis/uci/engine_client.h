/* An engine of somebody else's, driven over UCI: a child process with a socket for its standard
 * input and output.
 *
 * The command is given to the shell, in a process group of its own. Every wait has an end: an
 * engine that dies, closes its output or stays silent makes the call fail with GR_ERR_IO and a text
 * that says how it ended; after that every call fails the same way, and only gr_engine_close is of
 * use. Failure to understand an engine (no legal move in its answer) is GR_ERR_SYNTAX.
 */
#ifndef GR_ANALYSIS_ENGINE_CLIENT_H
#define GR_ANALYSIS_ENGINE_CLIENT_H

#include "analysis/engine/search.h"
#include "rules/error.h"

typedef struct GrEngine GrEngine;

/* Starts the command and waits until it has introduced itself. Returns 0 with *engine to be closed
 * by gr_engine_close; or GR_ERR_NOT_FOUND (no such command), GR_ERR_IO or GR_ERR_MEMORY with
 * *engine NULL. */
int gr_engine_open(const char *command, GrEngine **engine, GrError *error);

/* Asks the engine to quit, and kills its process group if it does not within two seconds. NULL is
 * fine. */
void gr_engine_close(GrEngine *engine);

/* Who is asked now and then while the engine is waited for: true ends the wait with
 * GR_ERR_STOPPED. NULL for nobody. */
void gr_engine_on_wait(GrEngine *engine, GrStopCall stop, void *user);

/* Milliseconds without a word after which an engine counts as hung (30,000 at first). */
void gr_engine_set_patience(GrEngine *engine, int milliseconds);

/* Its name, as it says; the command if it does not say. */
const char *gr_engine_name(const GrEngine *engine);

/* Does it have an option of this name (upper and lower case alike)? */
bool gr_engine_has_option(const GrEngine *engine, const char *name);

int gr_engine_set_option(GrEngine *engine, const char *name, const char *value, GrError *error);

/* Makes the engine play a variant. GR_ERR_NOT_FOUND if it does not know it: for all but chess it
 * must list the short name among the values of UCI_Variant. */
int gr_engine_set_variant(GrEngine *engine, const GrVariant *variant, GrError *error);

/* Tells of a new game and waits until the engine is ready. */
int gr_engine_new_game(GrEngine *engine, GrError *error);

/* What an engine answered. */
typedef struct GrAnswer {
    bool scored; /* line.score is set: the engine gave a score */
    GrLine line; /* from the view of the side to move; move[0] is the best move */
    uint64_t nodes;
} GrAnswer;

/* Searches the position that `moves` (null moves included) lead to from `start`. Limits as for
 * gr_search_run, but for `lines`, `only` and `mate`, which are not sent. The position must have a
 * legal move. Returns 0, GR_ERR_IO, GR_ERR_SYNTAX, GR_ERR_STOPPED or GR_ERR_MEMORY. */
int gr_engine_search(GrEngine *engine, const GrPosition *start, const GrMove *moves, size_t count,
                     const GrLimits *limits, GrAnswer *answer, GrError *error);

#endif
