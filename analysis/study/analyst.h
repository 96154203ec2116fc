/* Something that judges positions and chooses moves: the built-in search or an external engine,
 * behind one interface, for annotating games and for playing them.
 */
#ifndef GR_ANALYSIS_ANALYST_H
#define GR_ANALYSIS_ANALYST_H

#include "analysis/uci/engine_client.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrAnalyst GrAnalyst;

/* The command that names the built-in search. */
#define GR_BUILTIN "builtin"

/* Makes an analyst: the built-in search for GR_BUILTIN, else a UCI engine started by the shell
 * command. `hash` is the size of its table in megabytes (0: its default); `stop` is asked whether to
 * stop while it is started or searches, see gr_engine_open. The analyst is to be closed by
 * gr_analyst_close. Fails as gr_engine_open does, with *analyst NULL. */
int gr_analyst_open(const char *command, size_t hash, GrStopCall stop, void *user,
                    GrAnalyst **analyst, GrError *error);
void gr_analyst_close(GrAnalyst *analyst);

/* The same with all settings for starting an external engine; start->command may be
 * GR_BUILTIN. The strings are copied. */
int gr_analyst_start(const GrEngineStart *start, size_t hash, GrAnalyst **analyst, GrError *error);

/* "Grimoire 0.1.0", or what the engine calls itself. */
const char *gr_analyst_name(const GrAnalyst *analyst);

/* Does it play the variant? */
bool gr_analyst_plays(const GrAnalyst *analyst, const GrVariant *variant);

/* Has an external engine failed by silence (or noise), so that it had to be killed? False if it ended by
 * itself. */
bool gr_analyst_hung(const GrAnalyst *analyst);

/* gr_engine_nonsense, of an external engine. */
const char *gr_analyst_nonsense(const GrAnalyst *analyst);

/* A game of a variant begins; an engine that is good for one game only is restarted. GR_ERR_NOT_FOUND if
 * the engine does not play it; else it fails as gr_engine_new_game does. */
int gr_analyst_new_game(GrAnalyst *analyst, const GrVariant *variant, GrError *error);

/* Searches the position after `moves` from `start`, which has a legal move. Codes as for
 * gr_engine_search. */
int gr_analyst_search(GrAnalyst *analyst, const GrPosition *start, const GrMove *moves,
                      size_t count, const GrLimits *limits, GrAnswer *answer, GrError *error);

/* gr_engine_on_progress and gr_engine_on_wait, of the built-in search, too; they last. */
void gr_analyst_on_progress(GrAnalyst *analyst, GrProgressCall call, void *user);
void gr_analyst_on_wait(GrAnalyst *analyst, GrStopCall enough, void *user);

/* gr_engine_offer_draw and gr_engine_end_game, of an external engine that is running. */
void gr_analyst_offer_draw(GrAnalyst *analyst);
void gr_analyst_end_game(GrAnalyst *analyst, const char *result, const char *reason);

/* After a failure: restarts an external engine. gr_analyst_new_game must follow. */
int gr_analyst_restart(GrAnalyst *analyst, GrError *error);

/* ---- judging positions ---- */

typedef struct GrAnalystOption {
    const char *name, *value;
} GrAnalystOption;

/* How it is to judge. */
typedef struct GrAnalystSetup {
    const GrAnalystOption *option; /* sent to the engine, in this order, */
    size_t options;
    int lines;         /* and its MultiPV, if above 1 */
    int threads;       /* and its Threads, if it has that option; 0: as it is */
    bool reproducible; /* it forgets before each position, and its table has a fixed size, so that a
                          verdict depends on the position alone */
    int patience;      /* gr_engine_set_patience; 0: as it is */
    bool restricted;   /* gr_engine_restrict */
    const char *variant; /* gr_engine_name_variant; NULL: its usual name */
} GrAnalystSetup;

/* To be called before the first position, and again when something changes; gr_analyst_restart applies the same setup
 * again. The setup and its strings must stay. GR_ERR_NOT_FOUND if the engine lacks one of the options (the built-in one
 * has EvalFile alone), does not list a value, or refuses one (gr_engine_confirm); GR_ERR_LIMIT if it cannot
 * give as many lines. */
int gr_analyst_set_up(GrAnalyst *analyst, const GrAnalystSetup *setup, GrError *error);

/* The part of the setup that makes it a different judge (GrJudge.options): "reproducible", and options as
 * "NAME=VALUE", sorted and separated by "; ". Those that change only how fast it is, or what it prints,
 * are left out, and those that are set to what the engine has as its default; names are as it writes
 * them. GR_ERR_LIMIT if they are longer than `size`. */
int gr_analyst_options(const GrAnalyst *analyst, char *text, size_t size, GrError *error);

/* What follows is another game: the built-in search forgets what it learnt from the last one. */
void gr_analyst_other_game(GrAnalyst *analyst);

/* Judges a position that has a legal move, without its history; its clocks should be 0 and 1. Codes as
 * for gr_engine_judge. */
int gr_analyst_judge(GrAnalyst *analyst, const GrPosition *pos, const GrLimits *limits,
                     GrVerdict *verdict, GrError *error);

GR_END_DECLS

#endif
