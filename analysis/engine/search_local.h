/* The inside of a search. Internal to analysis/.
 *
 * Three rules hold everywhere:
 *  - A score is from the view of the side to move at its own ply. A child's score changes its sign
 *    only if the turn passed on the way (gr_child_score): a placement in wizard does not pass it.
 *  - A mate is counted in turns since the root (Frame.turns), in the table in turns from the entry.
 *  - Once `halted` is set, scores mean nothing, and nothing is stored or reported any more.
 *
 * The parts of a search, from the root to its ends: search.c runs iterations and their threads, search_root.c is one
 * iteration, search_tree.c an inner node (table, pruning, singular extension, moves), search_quiet.c the quiescence
 * search that ends all lines. search_order.c and search_history.c decide what comes first, search_prune.c what is left
 * out or searched less deeply, by search_numbers.h, which tests/fit/search.c fits all at once; search_threats.c finds
 * pieces in danger, search_repeats.c repetitions, exchange.c what capturing back and forth comes to, search_mate.c
 * proves the shortest mate.
 *
 * What a position is worth is said by a network (features.h: what it sees; net.h; nets.c has those that are built in)
 * or by hand: evaluate_core.h is linear in the numbers of weights.h, which are text in tables/ and fitted by
 * analysis/train/tune.h, and which values.c guesses for games without any.
 */
#ifndef GR_ANALYSIS_SEARCH_LOCAL_H
#define GR_ANALYSIS_SEARCH_LOCAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "analysis/engine/evaluate.h"
#include "analysis/engine/net.h"
#include "analysis/engine/search.h"
#include "analysis/engine/search_numbers.h"
#include "analysis/engine/ttable.h"

enum {
    GR_HISTORY_MAX = 16384,
    GR_KILLERS = 2,
    GR_TRIED = 64,
    GR_PERILS = 4,   /* see gr_peril */
    GR_LEARNT = 16,  /* types with statistics of their own in the histories of moves */
    GR_FOLLOWED = 2, /* plies back that the continuation history looks */
    GR_ORDER_LANES = 8, /* moves whose orders are compared at a time */
    GR_NO_STEP = -1,
    GR_CORRECTIONS = 16384,
    GR_CORRECTED = 3, /* corrections that add up in a position */
    GR_LESSER = 50,     /* centipawns by which a piece is worth less than another, to threaten it */
    GR_DECISIVE = 1000 /* centipawns; only a mate is better: what loses material may still mate */
};

/* What a search keeps for each ply of the line that it looks at. */
typedef struct Frame {
    GrPosition pos;
    GrMove move; /* that led from here to the next frame */
    GrMove killer[GR_KILLERS];
    GrScore eval;   /* static evaluation, GR_NO_SCORE in check */
    int turns;      /* passed since the root */
    int reversible; /* plies back to the last null move, capture or pawn move */
    int unbroken;   /* plies back to the last null move or the first position that is known */
    bool tracked;   /* its track is known, where these are kept */
    bool checked;
    bool threats_known; /* `threat` is what gr_threats returns */
    GrSet threat[GR_MAX_TYPES];
    int pv_length;
    GrMove pv[GR_MAX_PLY + 1];
    GrMove tried[GR_TRIED]; /* quiet moves searched before the current one */
    int tried_count;
    GrMove taken[GR_TRIED]; /* likewise captures and promotions */
    int taken_count;
    GrMove excluded; /* not searched here, to see whether another is as good; GR_NO_MOVE */
    int cutoffs;     /* nodes that failed high here since the one two plies before was entered */
    int reduced;     /* plies that the search of this frame is reduced by */
    int step;        /* what `move` is for the continuation history */
    GrMoveList list;
    int32_t order[GR_MAX_MOVES + GR_ORDER_LANES]; /* of list.move; the rest is lower than any */
    GrSums sums; /* the network's, if there is one; known once the position has been evaluated */
} Frame;

/* Alone in its line of the processor's cache, so that reading it slows down nobody else. */
typedef struct GrPublished {
    char before[64];
    _Atomic uint64_t nodes;
    char after[64];
} GrPublished;

/* What a search knows of its time. */
typedef struct GrClock {
    int64_t soft, hard; /* milliseconds: its share; the most it may take. 0: none */
    int64_t overhead;   /* kept back of each move for the program, the pipe and the other side */
    bool last_move;     /* before the time control: nothing is to be saved */
    GrMove move;        /* the best of the last iteration, */
    GrScore score;      /* its score, */
    int drop;           /* what it had lost since the one before, */
    int stable;         /* iterations that it had been the best before, */
    int share;          /* and the share of nodes it took, in hundredths */
    uint64_t best_nodes;
} GrClock;

struct GrSearch {
    GrTable table;
    bool use_table;
    GrEvaluator *eval;
    const GrRules *rules; /* that eval is for */
    const GrVariant *variant; /* theirs */
    int value[GR_MAX_TYPES]; /* of pieces, by type, as eval has it */
    uint32_t lesser[GR_MAX_TYPES]; /* by type: types worth clearly less, as bits; kings are none */
    const GrNet *net;     /* that evaluates; NULL: eval does */
    GrNet *builtin;       /* of these rules; NULL: there is none */
    void *net_bytes;      /* of a file that counts for its variant; NULL: none */
    size_t net_size;
    GrNet *given;         /* that network, if it is of these rules */
    bool by_hand;         /* no network is wanted */
    bool history_draws;   /* repetitions and fifty moves draw */
    bool repeats_decide;  /* or somebody may win by repetition */
    bool own_ends;        /* games end in other ways than by mate, too */
    bool must_take;       /* captures are compulsory */

    atomic_bool stop; /* requested from outside */
    bool halted;      /* the search is unwinding */
    int64_t start;    /* gr_now_ms when it began */
    uint64_t nodes, node_limit;
    int depth, seldepth; /* of the running iteration */
    GrLimits limits;
    GrProgressCall call;
    void *user;
    GrStopCall wait_call;
    void *wait_user;

    uint64_t *keys; /* of the game, then of the line looked at */
    size_t key_cap, root_key;
    GrTrack *track; /* the same, only where repetitions decide; of the line those that were asked for */
    size_t track_cap;

    GrClock clock;
    _Atomic int64_t hit; /* gr_now_ms of gr_search_ponderhit; 0: not yet */
    bool bound_said;     /* the last report was of a bound, of no line of the result */
    GrMoveCall move_call;
    void *move_user;

    /* Threads: a search and its helpers, which see its table through copies of their own. */
    GrSearch **helper; /* [0 .. helpers - 1], those that run first */
    int helpers, running;
    int number;             /* of a helper, from 1; 0: not one */
    const GrSearch *leader; /* whose helper it is */
    pthread_t thread;
    GrPublished published; /* nodes so far, for other threads to read */

    GrMove *root; /* root moves, the best of the last iteration first */
    size_t root_count, root_cap;
    size_t work_lines, line_count;
    GrLine work[GR_MAX_LINES]; /* of the running iteration, */
    GrLine line[GR_MAX_LINES]; /* of the last one that was finished */

    /* The search for the shortest mate (search_mate.c). */
    bool proving;        /* it runs */
    GrLine mate;         /* proved; length 0: none */
    int mate_last;       /* turns from the root within which it looks for one, */
    int mate_none;       /* within which there is none: -1 if nothing is known */
    uint64_t mate_nodes; /* `nodes` at which it gives up, */
    uint64_t mate_spent; /* and what went into it */

    /* Types as gr_learnt_type has them. */
    int16_t history[2][GR_PERILS][GR_LEARNT][GR_MAX_SQUARES]; /* by side, peril (gr_peril), moving type, square */
    int16_t drop_history[2][GR_LEARNT][GR_MAX_SQUARES];  /* by side, dropped type, its square */
    int16_t take_history[GR_LEARNT][GR_MAX_SQUARES][GR_LEARNT]; /* by moving type, square, type taken */
    /* What evaluations missed, in 1/256 of a centipawn, by what is looked at (find_entries), by side. */
    int16_t correction[GR_CORRECTED][2][GR_CORRECTIONS];
    int16_t *follow; /* continuation history: by step made before, by step; steps * steps of them, and a row of zeros */
    size_t steps;    /* types, and a hole, on squares */
    int squares;     /* of the board */
    GrSearchNumbers tuned;
    int16_t reduction[64][64]; /* by depth, by number of the move; 128ths of a ply */
    Frame frame[GR_MAX_PLY + 2];
};

/* ---- search_node.c: what all nodes share ---- */

/* Sets up frame[ply + 1] by playing the move in frame[ply]. */
void gr_descend(GrSearch *s, int ply, GrMove move);

/* Prepares the evaluation of frame[ply], which is about to be searched, while the table's line for it comes from
 * memory: that takes as long, and most positions need it. Changes nothing else. */
void gr_foresee(GrSearch *s, int ply);

/* The evaluation of frame[ply], from the view of the side to move. */
GrScore gr_evaluate_frame(GrSearch *s, int ply);

/* Puts the move, and then the line of frame[ply + 1], into the line of frame[ply]. */
void gr_extend_pv(GrSearch *s, int ply, GrMove move);

/* Counts frame[ply] as a node. True if it needs no search: the search is to unwind, the game is drawn by repetition,
 * fifty moves or a dead position, as far as the search looks for it, or is over by another rule, or there is no further
 * ply. *score is then its score. */
bool gr_ends_here(GrSearch *s, int ply, GrScore *score);

/* The score of a position without a legal move. */
GrScore gr_score_at_end(const GrSearch *s, int ply);

/* Does a score of that bound say all that a search within (alpha, beta) could? */
bool gr_bound_settles(GrBound bound, GrScore score, GrScore alpha, GrScore beta);

/* Does a table's score say more of a position than its evaluation? */
static inline bool gr_bound_refines(GrBound bound, GrScore score, GrScore eval) {
    return !gr_score_is_mate(score) &&
           ((bound & GR_BOUND_LOWER && score > eval) || (bound & GR_BOUND_UPPER && score < eval));
}

/* Does a score lie beyond beta? How far is then not known well, unless it is a mate. */
static inline bool gr_is_beyond(GrScore score, GrScore beta) {
    return score > beta && !gr_score_is_mate(score) && !gr_score_is_mate(beta);
}

GrScore gr_to_table(GrScore score, int turns);
GrScore gr_from_table(GrScore score, int turns);

/* ---- search_repeats.c: repetitions ---- */

/* Does frame[ply] repeat a position, as far as the search looks for that? *score is then its score. */
bool gr_repeats_here(GrSearch *s, int ply, GrScore *score);

/* Could the side to move take its last moves back, and so repeat a position of the line, which draws? Only such
 * repetitions are foreseen. */
bool gr_can_repeat(const GrSearch *s, int ply);

/* ---- search_root.c: an iteration ---- */

/* Searches all root moves to s->depth, and keeps and reports the lines found. */
void gr_iterate(GrSearch *s);

/* Gives a line to the progress callback, if there is one. */
void gr_report_line(GrSearch *s, const GrLine *line, int index);

/* ---- search_tree.c: the inner nodes ---- */

/* What has been learnt of quiet moves in frame[ply], by moving type and square: alone, by peril besides, and after the
 * moves before (zeros where there is none). */
typedef struct GrPast {
    const int16_t (*alone)[GR_LEARNT][GR_MAX_SQUARES];
    const int16_t *after[GR_FOLLOWED];
} GrPast;

/* A node that is being searched. */
typedef struct Node {
    int ply, depth;
    GrScore alpha, beta, best;
    GrScore entry_alpha; /* alpha when the node was entered */
    GrScore
        evaluated; /* by the evaluator, GR_NO_SCORE in check; frame[ply].eval refines it */
    GrMove best_move;
    GrMove hint;     /* the table's move; a legal one, or GR_NO_MOVE */
    bool pv;         /* the window is open */
    bool cut;        /* expected to fail high */
    bool quiet_only; /* neither in check nor with a placement to make */
    bool improving;  /* the evaluation is better than at the side's last turn */
    bool hint_takes; /* or promotes */
    bool was_pv;     /* now or by the table */
    int raised;      /* how often alpha was */
    int enough;      /* after so many moves, quiet ones are pruned: gr_enough_moves */
    bool late;       /* that many were searched */
    GrPast past;     /* set before its moves are searched */
    bool in_table;
    GrTableEntry entry; /* if in_table; its score as seen from the root */
} Node;

/* The score of frame[ply], searched `depth` plies, within (alpha, beta) or a bound beyond it.
 * `cut`: it is expected to fail high. */
GrScore gr_search_node(GrSearch *s, int ply, GrScore alpha, GrScore beta, int depth, bool null_ok,
                       bool cut);

/* The same for the position that follows frame[ply].pos and is set up in frame[ply + 1], from the
 * view of the side to move in frame[ply]. */
GrScore gr_child_score(GrSearch *s, int ply, GrScore alpha, GrScore beta, int depth, bool null_ok,
                       bool cut);

/* ---- search_mate.c: the shortest mate ---- */

/* Looks for a mate in limits.mate moves, leaving none out, the shortest first. If there is one, it becomes the line and
 * s->mate. */
void gr_prove_mate(GrSearch *s);

/* After an iteration in which a side seems to win: looks for a mate, or one shorter than that in line[0], with a share
 * of the nodes so far; with more of them if the search is `settled` and would end. What is proved becomes the line and
 * s->mate. */
void gr_seek_mate(GrSearch *s, bool settled);

/* Is the mate in line[0] known to be the shortest? */
bool gr_is_mate_shortest(const GrSearch *s);

/* ---- search_prune.c: moves that are not searched, or less deeply ---- */

/* After how many moves quiet ones are pruned for that alone. */
int gr_enough_moves(const GrSearch *s, const Node *n);

/* Can a move be left out that comes after `number` others? Not if it gives check, which the caller
 * looks at. */
bool gr_is_move_pruned(GrSearch *s, const Node *n, GrMove move, int number, int gain);

/* How many plies less a move is searched at first that comes late, and that gr_descend has played.
 */
int gr_late_move_reduction(GrSearch *s, const Node *n, GrMove move, int number, int gain);

/* The search's numbers, and what is made of them. */
void gr_search_set_numbers(GrSearch *s, const GrSearchNumbers *numbers);
extern const GrSearchNumbers gr_search_numbers;

/* ---- search_quiet.c: captures to the end ---- */

/* `depth` is 0 where the search enters and goes down from there. */
GrScore gr_search_quiet(GrSearch *s, int ply, GrScore alpha, GrScore beta, int depth);

/* ---- search_threats.c: pieces in danger ---- */

/* By type, the squares on which a piece of the side to move in frame[ply] is attacked by something of less worth; none
 * in check, or in the middle of a turn. Computed when first asked for. */
const GrSet *gr_threats(GrSearch *s, int ply);

/* Whether a piece moves out of such danger (2), into it (1), from one into another (3) or neither (0): the history of
 * quiet moves is kept apart for each. */
static inline int gr_peril(const GrSet *threat, int type, int from, int to) {
    return 2 * gr_set_has(threat[type], from) + gr_set_has(threat[type], to);
}

/* ---- search_order.c: which moves first ---- */

/* Gives each move of frame[ply].list its order: `first`, captures that win something, killers,
 * quiet moves, captures that lose something. With `quiet` it is asked which pieces are in danger,
 * and quiet moves out of it come before others, moves into it after them. */
void gr_order_moves(GrSearch *s, int ply, GrMove first, bool quiet);

/* Brings the best of list.move[at ..] to `at`. */
GrMove gr_next_move(const GrSearch *s, Frame *frame, unsigned at);

/* An ordinary move to an empty square, as most are: it takes nothing and becomes nothing. */
static inline bool gr_is_plain(const GrPosition *pos, GrMove move) {
    return gr_move_kind(move) == GR_NORMAL && gr_move_piece(move) == 0 && pos->board[gr_move_to(move)] == GR_EMPTY;
}

/* What a move wins at once: the value of what it takes and of what it becomes. */
int gr_gain_of_any(const GrSearch *s, const GrPosition *pos, GrMove move);

static inline int gr_gain(const GrSearch *s, const GrPosition *pos, GrMove move) {
    return gr_is_plain(pos, move) ? 0 : gr_gain_of_any(s, pos, move);
}

/* Is what the move wins likely lost again: it ventures more than it takes, onto a guarded square?
 */
bool gr_loses(const GrSearch *s, const GrPosition *pos, GrMove move);

/* The same of the move that gr_next_move has brought to `at`: mostly known by then. */
bool gr_picked_loses(const GrSearch *s, const Frame *frame, unsigned at);

/* ---- search_history.c: what has been learnt of moves ---- */

/* Empty histories for a variant; GR_ERR_MEMORY, and the old ones stay. */
int gr_history_make(GrSearch *s, const GrRules *rules);
void gr_history_forget(GrSearch *s);

/* What the move is for the continuation history: a type and where it goes; GR_NO_STEP for a null
 * move. */
int gr_history_step(const GrSearch *s, const GrPosition *pos, GrMove move);

/* A move refuted everything else in frame[ply]; those tried and taken before it did not. */
void gr_history_update(GrSearch *s, int ply, GrMove move, int depth, bool quiet);

/* Some of that for a quiet move of frame[ply], in 128ths of what a search to that depth is worth. */
void gr_history_reward(GrSearch *s, int ply, GrMove move, int depth, int share);

/* The last move, which was quiet, has changed the evaluation by so much, as the side to move now sees it. */
void gr_history_judge(GrSearch *s, int ply, GrScore change);

/* Looks up what has been learnt of quiet moves in frame[ply]. */
void gr_history_look(const GrSearch *s, int ply, GrPast *past);

_Static_assert(GR_FOLLOWED == 2, "each of the moves before has a weight below");

/* A type in the histories: in games with more, two share a number. */
static inline int gr_learnt_type(int type) {
    return (int)((unsigned)type % GR_LEARNT);
}

/* How good quiet moves of a type to a square have been, alone and after the moves before. */
static inline int gr_history_at(const GrSearch *s, const GrPast *past, int peril, int type, int to) {
    const GrSearchNumbers *t = &s->tuned;
    int learnt = gr_learnt_type(type), at = learnt * s->squares + to;
    return (past->alone[peril][learnt][to] * t->history_alone + past->after[0][at] * t->history_reply +
            past->after[1][at] * t->history_plan) / 128;
}

/* How good the move has been: a quiet one, of whatever kind; a capture; what it drops. */
int gr_history_of(GrSearch *s, const GrPast *past, int ply, GrMove move);
int gr_take_history_of(const GrSearch *s, const GrPosition *pos, GrMove move);
int gr_drop_history_of(const GrSearch *s, const GrPosition *pos, GrMove move);

/* Correction history: what searches of positions with the same pawns found beyond the evaluation,
 * in centipawns; and one more such finding. */
int gr_correction_of(const GrSearch *s, int ply);
void gr_correction_learn(GrSearch *s, int ply, int missed, int depth);

/* The evaluation of frame[ply] with `share` of that (128ths), nearer to 0 the nearer a draw by fifty moves is. */
GrScore gr_corrected(const GrSearch *s, int ply, GrScore eval, int share);

/* ---- exchange.c: what capturing back and forth comes to ---- */

/* Does a move that wins `gain` at once (gr_gain) come to less than `limit` for its side when both then take on its
 * square as long as that pays? */
bool gr_exchange_loses(const GrSearch *s, const GrPosition *pos, GrMove move, int gain, int limit);

/* ---- search_clock.c: when to stop ---- */

void gr_start_clock(GrSearch *s, const GrPosition *pos);

/* Is it time to unwind now; is it too late for another iteration? */
bool gr_must_halt(const GrSearch *s);
bool gr_enough_time_used(const GrSearch *s);

/* An iteration has ended that visited `nodes`; its best line is in line[0]. */
void gr_note_iteration(GrSearch *s, uint64_t nodes);

/* Asked now and then, as nodes are counted: as gr_must_halt, but with patience for the first iteration, and for a
 * search of several threads. */
bool gr_heed_stop(GrSearch *s);

/* ---- search_threads.c: several threads on one table ---- */

/* Starts the helpers, each with `work` on itself, after they were set up; as many as there are
 * threads to be had. gr_stop_helpers ends and joins them. */
void gr_start_helpers(GrSearch *s, void *(*work)(void *helper));
void gr_stop_helpers(GrSearch *s);

/* Nodes of all threads, as they last published them; called with the leader. */
uint64_t gr_total_nodes(const GrSearch *s);

/* Does this thread leave an iteration out, so that threads do not all do the same? */
bool gr_skips_depth(const GrSearch *s, int depth);

/* After the helpers were joined: the thread whose line is to be played. */
const GrSearch *gr_best_thread(const GrSearch *s);

#endif
