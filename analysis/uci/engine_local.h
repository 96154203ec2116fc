/* The inside of the client of another engine. Internal to analysis/. */
#ifndef GR_ANALYSIS_ENGINE_LOCAL_H
#define GR_ANALYSIS_ENGINE_LOCAL_H

#include "analysis/uci/engine_client.h"
#include "analysis/uci/engine_process.h"
#include "analysis/uci/words.h"
#include "notation/buffer.h"

enum {
    ENGINE_MOST_BYTES = 16 << 20, /* in a search; more is a flood */
    ENGINE_START_MS = 10000,      /* to introduce itself, unless said otherwise */
    ENGINE_START_BYTES = 1 << 20, /* meanwhile: more is a flood */
    ENGINE_GRACE_MS = 5000 /* beyond the time of a search before it is ordered to move, and after that */
};

/* What the functions of the client do, in one protocol. */
typedef struct EngineProtocol {
    int (*introduce)(GrEngine *engine, GrError *error);
    int (*set_option)(GrEngine *engine, const char *name, const char *value, GrError *error);
    bool (*plays)(const GrEngine *engine, const GrVariant *variant);
    int (*set_variant)(GrEngine *engine, const GrVariant *variant, GrError *error);
    int (*new_game)(GrEngine *engine, GrError *error);
    int (*ready)(GrEngine *engine, GrError *error); /* waits until it has read everything */
    int (*search)(GrEngine *engine, const GrPosition *start, const GrMove *moves, size_t count,
                  const GrLimits *limits, GrAnswer *answer, GrError *error);
    int (*judge)(GrEngine *engine, const GrPosition *pos, const GrLimits *limits, GrVerdict *verdict,
                 GrError *error);
    const char *quit; /* what makes it end, with line ends */
} EngineProtocol;

extern const EngineProtocol engine_uci, engine_xboard;

/* What an engine of the XBoard protocol has said it can do, and what it knows of the game. */
typedef struct EngineXboard {
    bool ping, setboard, usermove, san, time, draw, reuse, nps, memory, smp; /* its features */
    bool features;      /* it has stated some */
    bool done;          /* and said that these are all */
    bool slow;          /* it has asked for more time */
    bool numbers;       /* its moves, as old engines do: `N. ... MOVE` */
    char game[48];      /* what it calls the variant; "" for chess */
    unsigned pings;     /* sent so far */
    unsigned games;     /* begun so far */
    bool fresh;         /* a game has begun, and the engine has heard nothing of it yet */
    bool runs;          /* a move of the other side sets it thinking */
    bool draw_offered;  /* by the other side, since its last move */
    GrPosition start;   /* of the game, */
    GrMove *moves;      /* and the moves that it knows */
    size_t count, cap;
} EngineXboard;

struct GrEngine {
    GrProcess process;
    const EngineProtocol *protocol;
    char *command;
    GrBuffer name;
    GrBuffer options;  /* of each the name, the default and what UCI says after `type`, each with a NUL */
    GrBuffer variants; /* " name" for each that it lists, and a last blank */
    GrBuffer refusal;  /* the first line of an answer that says that something is wrong; empty: none */
    GrBuffer nonsense; /* what cannot be of the last answer, which therefore has no score; empty: nothing */
    GrStopCall stop;
    void *user;
    GrEngineLog log;
    void *log_user;
    GrProgressCall progress;
    void *progress_user;
    GrStopCall enough; /* has a search end */
    void *enough_user;
    int64_t began; /* the search, by gr_now_ms */
    int patience;
    int start_ms; /* to introduce itself */
    const char *awaited; /* what is waited for, in words */
    const char *variant; /* what it calls the variant; NULL: as everybody does */
    bool chess960;   /* its option UCI_Chess960 was set to true */
    bool introduced; /* it has said what it is */
    bool restricted; /* it is given the legal moves */
    bool changed;    /* an option was set since it introduced itself */
    bool unsure;     /* an option was set since gr_engine_confirm */
    bool hung;       /* it had to be killed */
    bool dead;
    char how[GR_PROCESS_HOW]; /* it ended */
    EngineXboard x;
};

/* ---- engine_base.c ---- */

/* It is running, but of no use: kills it, and fails. */
int engine_hung_up(GrEngine *engine, GrCode code, const char *why, GrError *error);

/* Less than `ms` where the engine's patience is shorter. */
int engine_at_most(const GrEngine *engine, int ms);

/* Does the caller want to stop? */
bool engine_is_stopped(const GrEngine *engine);

int engine_send(GrEngine *engine, const char *text, size_t length, GrError *error);
int engine_send_line(GrEngine *engine, const char *text, GrError *error);

/* The next line before `until`: 1 with it, 0 if time is up, however many lines may still come; a
 * code below 0. */
int engine_next_line(GrEngine *engine, int64_t until, char **line, GrError *error);

/* Reports progress, whose time is what the engine says, or below 0 if it does not. */
void engine_report(const GrEngine *engine, GrProgress *progress);

/* When a search that runs is to be looked at again: before `due`, if somebody may want it to end. */
int64_t engine_look_at(const GrEngine *engine, int64_t due);

/* Does the caller have enough of the search that runs? */
bool engine_has_enough(const GrEngine *engine);

/* Throws away what has come unasked, so that it is not taken for an answer. */
int engine_drop_leftovers(GrEngine *engine, GrError *error);

/* gr_after_word of a line that may be changed. */
char *engine_after_word(char *line, const char *word);

/* Keeps an option that the engine has, with its default and what UCI says after `type`. */
void engine_note_option(GrEngine *engine, const char *name, const char *usual, size_t length,
                        const char *type);

/* The type of the nth option; NULL if there are fewer. */
const char *engine_option_type(const GrEngine *engine, size_t n);

/* Keeps a line that says that something is wrong, if it is the first. */
void engine_note_refusal(GrEngine *engine, char *line);

/* Fails, since what it states of the position cannot be. */
int engine_talks_nonsense(const GrEngine *engine, GrError *error);

/* Does it list a variant of that name, upper and lower case alike? */
bool engine_lists_variant(const GrEngine *engine, const char *name);

/* Fails, since it does not list the variant by that name; `where` is the list in words. */
int engine_no_variant(const GrEngine *engine, const GrVariant *variant, const char *name,
                      const char *where, GrError *error);

/* How long a search may take, in milliseconds; 0 if its limits do not say. */
int64_t engine_time_of(const GrPosition *pos, const GrLimits *limits);

/* ---- UCI ---- */

/* Takes in a line of the introduction. */
void engine_uci_note(GrEngine *engine, char *line);

int engine_uci_search(GrEngine *engine, const GrPosition *start, const GrMove *moves, size_t count,
                      const GrLimits *limits, GrAnswer *answer, GrError *error);
int engine_uci_judge(GrEngine *engine, const GrPosition *pos, const GrLimits *limits,
                     GrVerdict *verdict, GrError *error);

/* ---- XBoard ---- */

/* Takes in the engine's features, up to the last; `line` is the first one, if it has come already, else
 * NULL. An engine that states none is taken for one of the first version of the protocol. */
int engine_xboard_features(GrEngine *engine, char *line, GrError *error);

/* Makes the engine begin a game. */
int engine_xboard_begin(GrEngine *engine, GrError *error);

/* Waits until it has carried out all that it was sent; at once if it cannot say so. */
int engine_xboard_ready(GrEngine *engine, GrError *error);

int engine_xboard_search(GrEngine *engine, const GrPosition *start, const GrMove *moves, size_t count,
                         const GrLimits *limits, GrAnswer *answer, GrError *error);
int engine_xboard_judge(GrEngine *engine, const GrPosition *pos, const GrLimits *limits,
                        GrVerdict *verdict, GrError *error);

#endif
