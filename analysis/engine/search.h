/* The search: which move is best, and how good is it?
 *
 * Principal variation search with iterative deepening, for every variant: it knows moves, whose
 * turn it is and how a position ends only from rules/position.h, and what a position is worth only
 * from analysis/engine/evaluate.h. With one thread and the same limits in depth or nodes, from the
 * same state (see gr_search_forget), it gives the same result on every machine.
 */
#ifndef GR_ANALYSIS_SEARCH_H
#define GR_ANALYSIS_SEARCH_H

#include "notation/score.h"
#include "rules/decls.h"
#include "rules/position.h"
#include "rules/repetition.h"

GR_BEGIN_DECLS

enum {
    GR_MAX_PLY = 128,  /* no line is longer */
    GR_MAX_LINES = 256, /* most lines to be asked for */
    GR_MAX_THREADS = 256,
    GR_DEFAULT_OVERHEAD = 25
};

/* When to stop. A limit of 0 is none; without any the search goes on to GR_MAX_PLY - 1 plies. But for `infinite` it
 * ends when it has found a mate that is known to be the shortest, or that no deeper iteration can shorten: then it
 * first looks for a shorter one, leaving no move out, with four times the nodes that it has visited and 20,000 more. */
typedef struct GrLimits {
    int depth;        /* plies */
    uint64_t nodes;   /* positions visited, by all threads together */
    int64_t movetime; /* milliseconds */
    int64_t time[2];  /* milliseconds left on White's and Black's clock */
    int64_t increment[2];
    int moves_to_go;    /* to the next time control; 0: the rest of the game */
    int mate;           /* look for a mate in this many moves, leaving no move out: the shortest; lines do not count */
    bool infinite;      /* go on after a mate that cannot be shortened */
    bool ponder;        /* no time counts before gr_search_ponderhit */
    int lines;          /* best lines wanted; 0 is taken for 1 */
    const GrMove *only; /* root moves to consider, all if NULL; the caller's */
    size_t only_count;
} GrLimits;

/* A line of play and its score from the view of the side to move at its start. */
typedef struct GrLine {
    GrScore score;
    bool lower, upper; /* the score is only a bound: at least, at most */
    int depth;         /* of the iteration; 0: not searched, but judged at a glance */
    int seldepth;      /* longest line looked at */
    int length;
    GrMove move[GR_MAX_PLY]; /* [0 .. length - 1]; in wizard placements are moves of the line */
} GrLine;

/* What a running search reports: line number `index` of an iteration is ready, or has failed low or high, so
 * that its score is only a bound so far. Whatever the limits, each line of
 * GrFound has been reported, the last ones last. */
typedef struct GrProgress {
    const GrLine *line;
    int index; /* from 0 */
    uint64_t nodes;
    int64_t ms;
    unsigned fill; /* of the table, in thousandths */
} GrProgress;

typedef void (*GrProgressCall)(void *user, const GrProgress *progress);

/* After some seconds: root move `number` (from 1) of an iteration is searched now. */
typedef void (*GrMoveCall)(void *user, GrMove move, int depth, size_t number);

typedef struct GrFound {
    int lines;          /* 0: there is no legal move; else the first is the best */
    const GrLine *line; /* [0 .. lines - 1], the search's; valid until its next run */
    uint64_t nodes;
    int64_t ms;
} GrFound;

typedef struct GrSearch GrSearch;

/* A search with a transposition table of `megabytes` (1 up); NULL when memory runs out. Free with
 * gr_search_free (NULL is fine). One thread at a time may use it, but for gr_search_stop. */
GrSearch *gr_search_new(size_t megabytes);
void gr_search_free(GrSearch *search);

/* Resizes the transposition table and clears it. If that fails, the old one stays. */
int gr_search_resize(GrSearch *search, size_t megabytes);

/* What evaluates positions: NULL: the built-in network of their variant, or where there is none the evaluation by
 * hand; GR_NET_NONE: the evaluation by hand; else the network in that file, for positions of its variant, and for
 * others as without it. The search forgets. Fails as gr_net_load does, and nothing has changed then. */
#define GR_NET_NONE "none"
int gr_search_set_net(GrSearch *search, const char *path, GrError *error);

/* The same with the bytes of such a file, which are copied; none: as NULL. GR_ERR_SYNTAX, GR_ERR_FOREIGN if they are no
 * network. */
int gr_search_set_net_bytes(GrSearch *search, const void *bytes, size_t size, GrError *error);

/* Whose network would judge a variant's positions, if it is there: its own name, another one's, or "general". */
const char *gr_search_net_name(const GrRules *rules);

/* Which networks that are, as an option of a judge: "networks=5e1f03aa", "EvalFile=none", or both a file's id and
 * that; "" if there is none. The id of a set changes with any network of it. */
enum { GR_NETS_TEXT = 64 };
void gr_search_nets(const GrSearch *search, char text[GR_NETS_TEXT]);

/* The static evaluation of a position, from the view of the side to move, while no search runs. `net` is the id of
 * the network that it comes from, "" if it is the evaluation by hand, as it may be against a bare king even with a
 * network. GR_ERR_MEMORY. */
enum { GR_NET_ID_SIZE = 9 };
int gr_search_evaluate(GrSearch *search, const GrPosition *pos, GrScore *score,
                       char net[GR_NET_ID_SIZE]);

/* How many threads search (1 .. GR_MAX_THREADS; 1 at first): the one that calls gr_search_run and
 * helpers, which search the same position and share the transposition table. Each
 * takes some megabytes. If memory runs out, the number stays as it was. Results are the same every
 * time with one thread only. Where the system has fewer threads to give, fewer search. */
int gr_search_set_threads(GrSearch *search, int threads);

/* Forgets everything learnt, as for a new game: what follows does not depend on earlier runs. */
void gr_search_forget(GrSearch *search);

/* Sets the callback for progress (NULL: none), called from the thread that runs the search. */
void gr_search_on_progress(GrSearch *search, GrProgressCall call, void *user);

/* Sets the callback for root moves, likewise. */
void gr_search_on_move(GrSearch *search, GrMoveCall call, void *user);

/* The part of each move's time that is lost outside the search, in milliseconds (0 up; GR_DEFAULT_OVERHEAD at
 * first). It is kept back where there is a clock, not of `movetime`. */
void gr_search_set_overhead(GrSearch *search, int64_t ms);

/* Is asked often while a search runs; true makes it stop. NULL for nobody. */
typedef bool (*GrStopCall)(void *user);
void gr_search_on_wait(GrSearch *search, GrStopCall stop, void *user);

/* Searches. `tracks` are those of the game's positions, oldest first and the last that of pos, for
 * repetitions (NULL and 0: none known). Where somebody may win by these (rules/repetition.h), that scores
 * GR_REPEATED less the turns until then, which is no mate: it depends on what came before. A position
 * that comes twice in a line counts as if it ended the game, but less than one that does. A stopped
 * search gives what it has found so far: of an iteration that was cut short a move better than the last
 * iteration's, its score a lower bound; at the least, one that a node limit ended before it had searched
 * any move, the move that looks best. */
enum { GR_REPEATED = GR_EVAL_LIMIT };
int gr_search_run(GrSearch *search, const GrPosition *pos, const GrTrack *tracks, size_t count,
                  const GrLimits *limits, GrFound *found);

/* Makes the running search, or the next one if none is running, end soon. From any thread or
 * signal handler. gr_search_ready takes a stop back that has not been used up; each run uses it. */
void gr_search_stop(GrSearch *search);
void gr_search_ready(GrSearch *search);

/* The move pondered on was played: a search with the limit `ponder` continues with its clock running.
 * From any thread; like a stop it lasts until a run has used it or gr_search_ready takes it back. */
void gr_search_ponderhit(GrSearch *search);

/* For tests: with false the search neither reads nor fills its table. */
void gr_search_use_table(GrSearch *search, bool use);

/* Milliseconds of a clock that never goes back. */
int64_t gr_now_ms(void);

GR_END_DECLS

#endif
