/* The inside of a UCI session. Internal to analysis/. */
#ifndef GR_ANALYSIS_UCI_LOCAL_H
#define GR_ANALYSIS_UCI_LOCAL_H

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>

#include "analysis/engine/search.h"
#include "analysis/uci/uci.h"
#include "analysis/uci/words.h"

enum { GR_DEFAULT_HASH = 16, GR_MAX_HASH = 65536, GR_DEFAULT_BENCH = 7 };

/* A command that waits for the end of a search. */
typedef struct GrUciLine {
    struct GrUciLine *next;
    enum { GR_LINE_OTHER, GR_LINE_GO, GR_LINE_STOP, GR_LINE_PONDERHIT } kind;
    size_t length;
    char text[];
} GrUciLine;

struct GrUci {
    const GrVariants *variants;
    GrUciSay say;
    void *user;
    pthread_mutex_t speaking; /* held while a line goes out */

    const GrRules *rules;
    GrPosition pos;
    GrTracks tracks; /* of the game's positions; the last is that of pos */
    int lines;      /* MultiPV */
    bool shows_wdl; /* UCI_ShowWDL */
    bool analyses;  /* UCI_AnalyseMode */
    bool limited;   /* UCI_LimitStrength, to */
    int elo;        /* UCI_Elo */
    bool refused;   /* something about the command at hand was */
    bool nothing;   /* the last `go` left nothing to search: no limit that could be read, or no legal move */
    bool unsound;   /* the last `position` was refused: nothing is searched until one is accepted */
    GrSearch *search;
    GrLimits limits; /* of the search that `go` begins */
    GrMove *only;    /* its root moves, limits.only */
    int depth;       /* of `go perft` and `bench`, which are prepared instead */
    int moment;      /* milliseconds that `quit` leaves one of these, which has no result before its end; 0: a search */
    bool ends;       /* it would end by itself, but for `infinite` and `ponder` */
    void (*due)(GrUci *uci); /* it, prepared by `go`, until it begins */
    /* Carries out a command that needs the search to have ended. */
    void (*carry_out)(GrUci *uci, const char *line);

    int64_t last_given; /* when the last command that begins or awaits a search came, in gr_now_ms */
    pthread_t thread; /* searches, and carries out the lines that wait for that */
    bool joinable;    /* there is one to join; the commands' thread knows */

    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t change;
    bool busy;      /* the thread is at work; what stands above belongs to it meanwhile */
    bool searching; /* it searches */
    bool endless;   /* its best move waits for `stop` or `ponderhit` */
    bool ponders;   /* no `ponderhit` has come yet */
    bool released;  /* the best move may be said */
    bool stopping;  /* `stop` waits for the last `go` to end, */
    bool quitting;  /* or `quit` does; */
    int64_t until;  /* so long, in gr_now_ms, where it has to come to its end; 0: it is not waited for */
    atomic_bool cut; /* what runs is to end */
    bool closing;   /* the input has ended */
    GrUciLine *first, *last; /* commands that wait for the search, */
    size_t goes, bytes;      /* the number of `go` among them, and how long they are */
};

/* uci_line.c: says a line. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gr_say(GrUci *uci, const char *format, ...);

/* Says an `info string` of that text: something about a command is wrong. gr_refuse notes it of the command at hand. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gr_say_error(GrUci *uci, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gr_refuse(GrUci *uci, const char *format, ...);

/* Says a line that may be long. */
void gr_say_line(GrUci *uci, const char *line);

/* uci_position.c: the start of the variant; `position`. */
void gr_uci_set_start(GrUci *uci);
void gr_uci_position(GrUci *uci, const char *arguments);

/* uci_options.c: naming the engine and its options, setting one. */
void gr_uci_introduce(GrUci *uci);
void gr_uci_setoption(GrUci *uci, const char *arguments);

/* uci_go.c: `go` with its arguments. */
void gr_uci_go(GrUci *uci, const char *arguments);

/* Reads a depth into uci->depth, the only argument of a command; else refuses that. */
bool gr_uci_read_depth(GrUci *uci, const char *what, const char *arguments, int least, int most);

/* Has the thread of searches do other work than searching, which `quit` ends after a moment, in milliseconds. */
void gr_uci_prepare(GrUci *uci, void (*work)(GrUci *uci), int moment);

/* uci_perft.c: `go perft` with its argument. */
void gr_uci_perft(GrUci *uci, const char *arguments);

/* uci_wait.c: the thread of searches, and the commands that wait for it. Called from the commands' thread. */

/* Begins a search that is due. */
void gr_uci_start(GrUci *uci);

/* Has a command carried out after the search that runs; false: none runs, and the caller can do it. An endless search
 * is stopped for it. */
bool gr_uci_postpone(GrUci *uci, const char *line);

/* `stop`, `ponderhit`, `quit`. They are about the last `go` before them. */
void gr_uci_stop(GrUci *uci);
void gr_uci_ponderhit(GrUci *uci);
void gr_uci_quit(GrUci *uci);

/* Waits until all commands are carried out; endless searches are stopped. */
void gr_uci_wait(GrUci *uci);

/* Called from the thread of searches: one begins; ends; waits until its best move may be said. */
void gr_uci_begun(GrUci *uci);
void gr_uci_ended(GrUci *uci);
void gr_uci_await_release(GrUci *uci);

/* Is what runs to end before its end? From any thread. */
bool gr_uci_is_cut(GrUci *uci);

/* uci_bench.c: searches fixed positions of all variants and says how many nodes it took. */
void gr_uci_bench(GrUci *uci, const char *arguments);

#endif
