/* An external engine, driven over UCI or the XBoard protocol (CECP, version 2 or 1): a child
 * process with a socket for its standard input and output.
 *
 * The command is given to the shell, in a process group of its own. Every wait has an end: an
 * engine that dies, closes its output, stays silent or prints without end makes the call fail with
 * GR_ERR_IO (GR_ERR_LIMIT: a line of over 1 MB) and a text that says how it ended; after that every
 * call fails the same way, and only gr_engine_close is of use. Failure to understand an engine (no
 * legal move in its answer) is GR_ERR_SYNTAX.
 *
 * Limits: ten seconds (GrEngineStart.start_ms) and 1 MB of output until it has introduced itself; ten seconds to read a
 * command; what gr_engine_set_patience says without a sign of life, which is a `readyok`, or more depth
 * or nodes than before. `stop` is sent five seconds after the time for a search, if it has one (a search
 * by nodes has a minute and 10 ms for each), or after 16 MB of output; five seconds or 16 MB later the
 * engine is killed. An XBoard engine is sent `?` instead, also after four times the patience without a
 * sign of life, as there is nothing to ask it for one.
 */
#ifndef GR_ANALYSIS_ENGINE_CLIENT_H
#define GR_ANALYSIS_ENGINE_CLIENT_H

#include "analysis/engine/search.h"
#include "notation/judge/verdict.h"
#include "rules/decls.h"
#include "rules/error.h"

GR_BEGIN_DECLS

typedef struct GrEngine GrEngine;

/* The longest name of an engine, in bytes; the rest of it is left out. */
enum { GR_ENGINE_NAME = 180 };

/* The protocol. An engine of the first version of the XBoard protocol cannot be distinguished from
 * one that is silent: GR_PROTOCOL_ANY does not detect it. */
typedef enum GrProtocol { GR_PROTOCOL_ANY, GR_PROTOCOL_UCI, GR_PROTOCOL_CECP } GrProtocol;

/* Is given each line that an engine is sent or prints, without its line end (no NUL follows), from the
 * thread that uses the engine. */
typedef void (*GrEngineLog)(void *user, bool sent, const char *line, size_t length);

typedef struct GrEngineStart {
    const char *command;
    GrProtocol protocol;
    GrStopCall stop; /* asked every 50 ms while the engine is waited for, now and later: true ends the
                        wait with GR_ERR_STOPPED; NULL: nobody */
    void *user;
    GrEngineLog log; /* NULL: none */
    void *log_user;
    int start_ms;    /* milliseconds that it has to introduce itself; 0: ten seconds */
} GrEngineStart;

/* Starts the command and waits until it has introduced itself. *engine is to be closed by
 * gr_engine_close. GR_ERR_NOT_FOUND if there is no such command; *engine is NULL after any failure. */
int gr_engine_start(const GrEngineStart *start, GrEngine **engine, GrError *error);

/* The same of a UCI engine. */
int gr_engine_open(const char *command, GrStopCall stop, void *user, GrEngine **engine,
                   GrError *error);

/* Asks the engine to quit, and kills its process group if it does not within two seconds, or at
 * once if `stop` says so. NULL is fine. */
void gr_engine_close(GrEngine *engine);

/* Milliseconds without a sign of life after which an engine is asked for one, and after which it
 * counts as hung (30,000 at first). The other limits are never longer than that. */
void gr_engine_set_patience(GrEngine *engine, int milliseconds);

/* Has it failed by silence, or by printing without end, so that it had to be killed? */
bool gr_engine_hung(const GrEngine *engine);

/* What its last answer states and cannot be, as it is written there ("score cp 9223372036854775808", "depth -1e9"), if
 * that is why the answer has no score; else NULL. Valid until it is asked again. */
const char *gr_engine_nonsense(const GrEngine *engine);

/* Can it play another game (an XBoard engine may say that it is good for one only)? */
bool gr_engine_can_go_on(const GrEngine *engine);

/* With true, each search by UCI names the legal moves of the position (`searchmoves`), for an engine whose own
 * rules allow more. */
void gr_engine_restrict(GrEngine *engine, bool on);

/* What the engine calls the variants that are played; NULL: by their short names, or as they are usually
 * called. The string must stay. */
void gr_engine_name_variant(GrEngine *engine, const char *name);

/* Its name, as it says, without control characters; the command if it does not say. */
const char *gr_engine_name(const GrEngine *engine);

/* Does it have an option of this name (upper and lower case alike)? */
bool gr_engine_has_option(const GrEngine *engine, const char *name);

/* The nth of its options (from 0): its name and, as text, the default that it states ("" if none).
 * False if there are fewer. */
bool gr_engine_option(const GrEngine *engine, size_t n, const char **name, const char **usual);

int gr_engine_set_option(GrEngine *engine, const char *name, const char *value, GrError *error);

/* Waits until the engine has read the options that were set. GR_ERR_NOT_FOUND if meanwhile it prints a line
 * that begins with "error", "no such option", "unknown option", "unknown command", "invalid", "cannot",
 * "could not", "failed" or "unable", in any case, also after "info string": neither protocol has another way
 * to refuse an option. An XBoard engine without `ping` cannot be waited for; nothing is found out of it. */
int gr_engine_confirm(GrEngine *engine, GrError *error);

/* Does it play a variant? All but chess it must list: among the values of UCI_Variant, or in its feature
 * `variants`. */
bool gr_engine_plays(const GrEngine *engine, const GrVariant *variant);

/* Makes the engine play a variant; GR_ERR_NOT_FOUND if it does not. If it does not list the variant but
 * options have been set, it is asked again what it plays: one of them may have named a file of variants. */
int gr_engine_set_variant(GrEngine *engine, const GrVariant *variant, GrError *error);

/* Announces a new game and waits until the engine is ready. */
int gr_engine_new_game(GrEngine *engine, GrError *error);

/* An engine may end the game instead of moving. */
typedef enum GrClaim {
    GR_CLAIM_NONE,
    GR_CLAIM_LOSS, /* it resigns, or says that it has lost */
    GR_CLAIM_DRAW,
    GR_CLAIM_WIN
} GrClaim;

/* What an engine answered. */
typedef struct GrAnswer {
    GrClaim claim;    /* if there is one there is no line */
    bool offers_draw; /* with its move */
    bool scored; /* line.score is set: the engine gave a score */
    GrLine line; /* from the view of the side to move; move[0] is the best move */
    uint64_t nodes;
} GrAnswer;

/* From now on `call` hears each line with a move and a score that a search prints, from the thread that uses the
 * engine. Of its moves those are given that are legal, GR_PROGRESS_PLIES at most; depth and nodes are 0 where they are
 * not said, and the time is the engine's, else that of the clock here. NULL: nobody hears. */
enum { GR_PROGRESS_PLIES = 24 };
void gr_engine_on_progress(GrEngine *engine, GrProgressCall call, void *user);

/* Is asked every 10 ms while a search runs: true has the engine end it, and answer with what it has found. NULL:
 * nobody. (What GrEngineStart.stop says ends the wait, and the engine.) */
void gr_engine_on_wait(GrEngine *engine, GrStopCall enough, void *user);

/* The other side offers a draw: an XBoard engine hears of it before its next move, and accepts by offering
 * one itself. */
void gr_engine_offer_draw(GrEngine *engine);

/* The game is over; `result` is "1-0" or the like. */
int gr_engine_end_game(GrEngine *engine, const char *result, const char *reason, GrError *error);

/* Searches the position that `moves` (null moves included) lead to from `start`. Limits as for
 * gr_search_run, but for `mate`, which is not sent, and for `lines`, of which up to GR_VERDICT_LINES are heard: its
 * MultiPV is the caller's business. An `infinite` search goes on until gr_engine_on_wait ends it. The position must
 * have a legal move. GR_ERR_NOT_FOUND if an XBoard engine cannot set up the position, or cannot limit a search in
 * this way, which is so of `only`. */
int gr_engine_search(GrEngine *engine, const GrPosition *start, const GrMove *moves, size_t count,
                     const GrLimits *limits, GrAnswer *answer, GrError *error);

/* Searches a position without its history, and takes limits->lines lines of the answer, up to
 * GR_VERDICT_LINES (the engine's MultiPV is the caller's business). Limits and position as for
 * gr_engine_search. GR_ERR_SYNTAX also if there is no score. */
int gr_engine_judge(GrEngine *engine, const GrPosition *pos, const GrLimits *limits,
                    GrVerdict *verdict, GrError *error);

GR_END_DECLS

#endif
