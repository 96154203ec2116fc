/* The inside of a UCI session. Internal to analysis/. */
#ifndef GR_ANALYSIS_UCI_LOCAL_H
#define GR_ANALYSIS_UCI_LOCAL_H

#include <pthread.h>
#include <stdarg.h>

#include "analysis/engine/search.h"
#include "analysis/uci/uci.h"

enum { GR_DEFAULT_HASH = 16, GR_MAX_HASH = 65536, GR_DEFAULT_BENCH = 7 };

struct GrUci {
    const GrVariants *variants;
    GrUciSay say;
    void *user;
    pthread_mutex_t speaking; /* held while a line goes out */

    const GrRules *rules;
    GrPosition pos;
    uint64_t *before; /* keys of the positions before pos */
    size_t before_count, before_cap;
    int lines;      /* MultiPV */
    bool shows_wdl; /* UCI_ShowWDL */
    bool analyses;  /* UCI_AnalyseMode */
    bool limited;   /* UCI_LimitStrength, to */
    int elo;        /* UCI_Elo */
    bool refused;   /* something about the command at hand was */
    GrSearch *search;

    pthread_t thread;      /* of the search, */
    bool searching;        /* if there is one to join */
    bool endless;          /* its best move waits for `stop` or `ponderhit` */
    bool ends;             /* it would end by itself, but for that */
    GrLimits limits;       /* its limits */
    GrMove *only;          /* its root moves, limits.only */
    pthread_mutex_t lock;  /* guards `released`; */
    pthread_cond_t change; /* its change */
    bool released;         /* `stop` or `ponderhit` has come */
};

/* uci_line.c: the next word of a text that ends with NUL: returns its start, sets *length (0 at the
 * end). */
const char *gr_word(const char *text, size_t *length);
bool gr_word_is(const char *word, size_t length, const char *what);

/* Says a line. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gr_say(GrUci *uci, const char *format, ...);

/* Says an `info string` of that text: something about the command is wrong. */
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

/* uci_go.c: `go` with its arguments; `ponderhit`; the end of a search, forced or not. */
void gr_uci_go(GrUci *uci, const char *arguments);
void gr_uci_ponderhit(GrUci *uci);
void gr_uci_halt(GrUci *uci);
void gr_uci_wait(GrUci *uci);

/* uci_bench.c: searches fixed positions of all variants and says how many nodes it took. */
void gr_uci_bench(GrUci *uci, const char *arguments);

#endif
