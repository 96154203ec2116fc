/* Something that judges positions and chooses moves: the built-in search or an external engine,
 * behind one face, for annotating games and for playing them.
 */
#ifndef GR_ANALYSIS_ANALYST_H
#define GR_ANALYSIS_ANALYST_H

#include "analysis/uci/engine_client.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrAnalyst GrAnalyst;

/* The command that names the built-in search. */
#define GR_BUILTIN "builtin"

/* Makes an analyst: the built-in search for GR_BUILTIN, else an engine started by the shell
 * command. `hash` is the size of its table in megabytes (0: its default); `stop` is asked whether to
 * stop while it is started or searches, see gr_engine_open. The analyst is to be closed by
 * gr_analyst_close. Fails as gr_engine_open does, with *analyst NULL. */
int gr_analyst_open(const char *command, size_t hash, GrStopCall stop, void *user,
                    GrAnalyst **analyst, GrError *error);
void gr_analyst_close(GrAnalyst *analyst);

/* "Grimoire 0.1.0", or what the engine calls itself. */
const char *gr_analyst_name(const GrAnalyst *analyst);

/* A game of a variant begins. GR_ERR_NOT_FOUND if the engine does not play it; else it fails as
 * gr_engine_new_game does. */
int gr_analyst_new_game(GrAnalyst *analyst, const GrVariant *variant, GrError *error);

/* Searches the position after `moves` from `start`, which has a legal move. Codes as for
 * gr_engine_search. */
int gr_analyst_search(GrAnalyst *analyst, const GrPosition *start, const GrMove *moves,
                      size_t count, const GrLimits *limits, GrAnswer *answer, GrError *error);

/* As gr_analyst_search, from a clean table if it is the built-in search, so that the answer depends
 * on the position, its history and the limits only. */
int gr_analyst_judge(GrAnalyst *analyst, const GrPosition *start, const GrMove *moves, size_t count,
                     const GrLimits *limits, GrAnswer *answer, GrError *error);

/* After a failure: starts an external engine anew. gr_analyst_new_game has to follow. */
int gr_analyst_restart(GrAnalyst *analyst, GrError *error);

GR_END_DECLS

#endif
