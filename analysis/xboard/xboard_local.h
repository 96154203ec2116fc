/* The inside of an XBoard session. Internal to analysis/.
 *
 * Three threads know a session: the one that gives commands; the one that carries out commands which wait for a move,
 * and meanwhile those behind them, too; and the search's, while the engine searches. All below `lock` is read and
 * changed under it. The search's thread goes on from a move to pondering on the answer, and ends when it has nothing to
 * do; `change` is signalled at each change of `state` and when no command waits any more.
 */
#ifndef GR_ANALYSIS_XBOARD_LOCAL_H
#define GR_ANALYSIS_XBOARD_LOCAL_H

#include <pthread.h>

#include "analysis/engine/search.h"
#include "analysis/uci/words.h"
#include "analysis/xboard/xboard.h"
#include "notation/move/uci.h"

typedef enum GrXboardState { GR_XB_IDLE, GR_XB_THINKING, GR_XB_PONDERING, GR_XB_ANALYSING } GrXboardState;

enum { GR_XB_HASH = 16, GR_XB_NOBODY = 2, GR_XB_MOVE_SIZE = GR_UCI_SIZE * 2, GR_XB_MOMENT = 300 };

/* The time control, milliseconds. */
typedef struct GrXboardControl {
    int moves;             /* `level`: moves to a control, 0: all */
    int64_t base, increment;
    int64_t per_move;      /* `st`, 0: none */
    int depth;             /* `sd`, 0: none */
    uint64_t nps;          /* `nps`, 0: real time counts */
    int64_t left[2];       /* on the engine's clock and the opponent's: [0], [1] */
} GrXboardControl;

/* A command that waits. */
typedef struct GrXboardLine {
    struct GrXboardLine *next;
    size_t length;
    bool hurried; /* `?` came after it */
    char text[];
} GrXboardLine;

struct GrXboard {
    const GrVariants *variants;
    GrXboardSay say;
    void *user;
    pthread_mutex_t speaking; /* held while a line goes out */
    GrSearch *search;
    pthread_t thread;
    bool joinable; /* there is a thread to join; who carries out commands knows */
    pthread_t waiter; /* carries out commands that wait */
    bool waiting;     /* there is one to join; the commands' thread knows */
    int (*carry_out)(GrXboard *x, char *line);
    int moment; /* milliseconds that the end leaves to answer what has been asked */

    pthread_mutex_t lock;
    pthread_cond_t change;
    GrXboardState state;
    bool discard; /* the search's thread is to end, and its move is not wanted */
    bool busy;    /* commands wait, or one of them is being carried out */
    GrXboardLine *first, *last; /* those that wait, */
    size_t bytes;               /* and how long they are */
    bool hurried; /* the move that is thought about is wanted now; */
    bool hurries; /* so is any that the command at hand asks for */
    bool leaving; /* no search begins any more */
    const GrRules *rules, *home; /* of the game; of a new one */
    GrPosition *line; /* the game: line[0 .. plies], the last is the position on the board */
    GrTracks tracks;  /* theirs */
    size_t plies, line_cap;
    bool unsound; /* the last setboard was refused: no move can be played until another */
    int engine;   /* the side it plays, or GR_XB_NOBODY: force mode */
    bool analyses, posts, ponders, resigns;
    bool over;    /* the result has been said */
    bool refused; /* the command at hand was */
    GrXboardControl control;
    GrMove expected; /* the opponent's move, GR_NO_MOVE: unknown */
    GrScore score;   /* of the engine's last move, for itself; GR_NO_SCORE */
    int hopeless;    /* its last moves that were */

    int depth; /* what the search has said last, for `.` */
    uint64_t nodes;
    int64_t ms;
    GrMove current;
    size_t number;
    GrTracks searched; /* the search's thread's: up to the position that it looks at */
};

/* ---- xboard_say.c ---- */

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gr_xb_say(GrXboard *x, const char *format, ...);

/* ---- xboard_game.c: the game so far. Under the lock. ---- */

const GrPosition *gr_xb_position(const GrXboard *x);

/* A new game from a position. */
void gr_xb_begin(GrXboard *x, const GrPosition *pos);

/* Plays a legal move; false without memory. */
bool gr_xb_play(GrXboard *x, GrMove move);

/* Takes back a number of turns; a placement goes with its turn. */
void gr_xb_take_back(GrXboard *x, int turns);

/* Says the result if the game is over by the rules. */
void gr_xb_say_result(GrXboard *x);

/* Moves as the protocol has them. gr_xb_read_move returns as gr_uci_read does. */
void gr_xb_write_move(const GrPosition *pos, GrMove move, char out[GR_XB_MOVE_SIZE]);
int gr_xb_read_move(const GrPosition *pos, const char *text, GrMove *move);

/* ---- xboard_setup.c: features and variants ---- */

void gr_xb_say_features(GrXboard *x);

/* The rules of a name as XBoard has it, NULL if there are none. */
const GrRules *gr_xb_variant(const GrXboard *x, const char *name);

/* Says the board, the pieces and the start of rules that XBoard does not know. */
void gr_xb_say_setup(GrXboard *x, const GrRules *rules);

/* Reads a FEN; one that has no reserves or marks, but the start's board, is the start. */
bool gr_xb_read_fen(const GrXboard *x, const char *fen, GrPosition *pos);

/* ---- xboard_wait.c: commands that wait. Called from the commands' thread, without the lock. ---- */

/* Has a command carried out later, if it waits while the engine thinks about a move, or others wait already; false: the
 * caller can do it. */
bool gr_xb_postpone(GrXboard *x, const char *line, bool waits);

/* `?`: the engine moves at once, as often as the commands so far have it move. */
void gr_xb_move_now(GrXboard *x);

/* The end: what has been asked gets a moment; then the engine moves, nothing but pings is answered, and all searches
 * have ended. A move is thrown away if `quits` and nothing waits for it. */
void gr_xb_leave(GrXboard *x, bool quits);

/* ---- xboard_clock.c: numbers in commands, and the time control ---- */

/* Reads a whole number, the first argument of a command; one that is out of bounds counts as the nearest, with a
 * remark. False, with an Error, if there is none. */
bool gr_xb_read_number(GrXboard *x, const char *command, const char *arguments, int64_t least, int64_t most,
                       int64_t *number);

void gr_xb_level(GrXboard *x, const char *arguments);
void gr_xb_st(GrXboard *x, const char *arguments);
void gr_xb_sd(GrXboard *x, const char *arguments);
void gr_xb_nps(GrXboard *x, const char *arguments);
void gr_xb_time(GrXboard *x, const char *arguments);
void gr_xb_otim(GrXboard *x, const char *arguments);

/* ---- xboard_think.c: the search's thread. Called by who carries out commands, without the lock. ---- */

/* Starts to think about the position on the board, or to analyse it. */
void gr_xb_think(GrXboard *x);
void gr_xb_analyse(GrXboard *x);

/* Waits until it does not think about a move; stops a search and throws its move away. */
void gr_xb_wait(GrXboard *x);
void gr_xb_halt(GrXboard *x);

#endif
