/* The search's thread of an XBoard session: thinking, pondering, analysing. */
#include <stdlib.h>
#include <string.h>

#include "analysis/xboard/xboard_local.h"
#include "notation/buffer.h"

/* If allowed, it resigns after this many moves in a row this far behind. */
enum { HOPELESS_SCORE = -900, HOPELESS_MOVES = 3, MOVES_AHEAD = 30 };

/* What a search is about: copies, since commands change the game meanwhile. */
typedef struct Task {
    GrPosition pos;
    GrLimits limits;
} Task;

/* ---- reporting ---- */

/* Mates are 100,000 and the moves until then. */
static int protocol_score(GrScore score) {
    if (!gr_score_is_mate(score))
        return score;
    int moves = gr_score_mate_moves(score);
    return score > 0 ? 100000 + moves : -100000 + moves;
}

typedef struct Listener {
    GrXboard *x;
    const GrPosition *pos;
} Listener;

static void add_line(GrBuffer *out, const GrPosition *from, const GrLine *line) {
    GrPosition pos = *from;
    for (int i = 0; i < line->length; i++) {
        char name[GR_XB_MOVE_SIZE];
        gr_xb_write_move(&pos, line->move[i], name);
        gr_buffer_printf(out, " %s", name);
        gr_play(&pos, line->move[i]);
    }
}

/* Depth, score, hundredths of seconds, nodes, moves. Bounds carry the marks of fail high and low. */
static void on_progress(void *user, const GrProgress *progress) {
    const Listener *listener = user;
    GrXboard *x = listener->x;
    pthread_mutex_lock(&x->lock);
    x->depth = progress->line->depth;
    x->nodes = progress->nodes;
    x->ms = progress->ms;
    bool posts = x->posts;
    pthread_mutex_unlock(&x->lock);
    if (!posts)
        return;
    GrBuffer out;
    gr_buffer_init(&out);
    gr_buffer_printf(&out, "%d %d %lld %llu", progress->line->depth,
                     protocol_score(progress->line->score), (long long)(progress->ms / 10),
                     (unsigned long long)progress->nodes);
    add_line(&out, listener->pos, progress->line);
    gr_buffer_puts(&out, progress->line->lower ? " !" : progress->line->upper ? " ?" : "");
    if (!out.failed)
        gr_xb_say(x, "%s", out.data);
    gr_buffer_free(&out);
}

static void on_move(void *user, GrMove move, int depth, size_t number) {
    GrXboard *x = ((Listener *)user)->x;
    pthread_mutex_lock(&x->lock);
    x->current = move;
    x->depth = depth;
    x->number = number;
    pthread_mutex_unlock(&x->lock);
}

/* ---- what to search. Under the lock. ---- */

/* Moves of a side since the last time control. */
static int moves_to_go(const GrXboard *x, int side) {
    int made = 0;
    if (x->control.moves == 0)
        return 0;
    for (size_t i = 0; i < x->plies; i++)
        made += x->line[i].turn == side && x->line[i + 1].turn != side;
    return x->control.moves - made % x->control.moves;
}

/* Time as nodes, for `nps`. */
static void count_nodes_as_time(const GrXboard *x, GrLimits *limits, int side) {
    int moves = limits->moves_to_go ? limits->moves_to_go + 1 : MOVES_AHEAD;
    int64_t ms = limits->movetime;
    if (ms == 0)
        ms = limits->time[side] / moves + limits->increment[side] * 3 / 4;
    double nodes = (double)ms * (double)x->control.nps / 1000;
    limits->nodes = nodes < 1e18 ? (uint64_t)nodes + 1 : UINT64_C(1000000000000000000);
    limits->movetime = limits->time[side] = 0;
}

static GrLimits make_limits(const GrXboard *x, int side) {
    const GrXboardControl *control = &x->control;
    GrLimits limits = {.depth = control->depth};
    if (control->per_move > 0) {
        limits.movetime = control->per_move;
    } else {
        limits.time[side] = control->left[0] > 1 ? control->left[0] : 1;
        limits.increment[side] = control->increment;
        limits.moves_to_go = moves_to_go(x, side);
    }
    if (control->nps)
        count_nodes_as_time(x, &limits, side);
    return limits;
}

/* The position on the board, after a move if there is one; false without memory. */
static bool make_task(GrXboard *x, GrMove move, Task *task) {
    task->pos = *gr_xb_position(x);
    x->searched.count = 0;
    if (!gr_tracks_append(&x->searched, &x->tracks))
        return false;
    if (move != GR_NO_MOVE) {
        gr_play(&task->pos, move);
        if (!gr_tracks_add(&x->searched, gr_xb_position(x), move, &task->pos))
            return false;
    }
    task->limits = make_limits(x, task->pos.turn);
    return true;
}

/* ---- after a search. Under the lock. ---- */

static void set_state(GrXboard *x, GrXboardState state) {
    x->state = state;
    pthread_cond_broadcast(&x->change);
}

/* Should it rather resign? */
static bool is_hopeless(GrXboard *x, GrScore score) {
    x->score = score;
    x->hopeless = score <= HOPELESS_SCORE ? x->hopeless + 1 : 0;
    return x->resigns && x->hopeless >= HOPELESS_MOVES;
}

/* Plays the move found. */
static void make_move(GrXboard *x, const GrFound *found, bool pondered) {
    char name[GR_XB_MOVE_SIZE];
    const GrLine *line = &found->line[0];
    x->expected = GR_NO_MOVE;
    if (!pondered) /* until the next `time` says what is left */
        x->control.left[0] += x->control.increment - found->ms;
    if (found->lines == 0)
        return;
    if (is_hopeless(x, line->score)) {
        x->over = true;
        gr_xb_say(x, "resign");
        return;
    }
    gr_xb_write_move(gr_xb_position(x), line->move[0], name);
    if (!gr_xb_play(x, line->move[0])) {
        gr_xb_say(x, "tellusererror out of memory");
        return;
    }
    gr_xb_say(x, "move %s", name);
    if (line->length > 1)
        x->expected = line->move[1];
    gr_xb_say_result(x);
}

/* ---- the thread ---- */

static void search(GrXboard *x, const Task *task, GrFound *found) {
    Listener listener = {x, &task->pos};
    gr_search_on_progress(x->search, on_progress, &listener);
    gr_search_on_move(x->search, on_move, &listener);
    *found = (GrFound){0};
    if (gr_search_run(x->search, &task->pos, x->searched.track, x->searched.count, &task->limits, found) != 0)
        gr_xb_say(x, "tellusererror out of memory");
    gr_search_on_progress(x->search, NULL, NULL);
    gr_search_on_move(x->search, NULL, NULL);
}

/* What there is to do after a move: true, with the task, if anything. */
static bool next_task(GrXboard *x, Task *task) {
    const GrPosition *pos = gr_xb_position(x);
    if (x->over || x->leaving || x->engine == GR_XB_NOBODY)
        return false;
    if (pos->turn == x->engine) { /* after a placement */
        set_state(x, GR_XB_THINKING);
        if (x->hurried)
            gr_search_stop(x->search);
        return make_task(x, GR_NO_MOVE, task);
    }
    x->hurried = false;
    if (!x->ponders || x->expected == GR_NO_MOVE || !gr_is_legal(pos, x->expected) ||
        !make_task(x, x->expected, task) || task->pos.turn != x->engine)
        return false;
    task->limits.ponder = true;
    set_state(x, GR_XB_PONDERING);
    return true;
}

static void *think(void *argument) {
    GrXboard *x = argument;
    Task task;
    GrFound found;
    pthread_mutex_lock(&x->lock);
    bool go = make_task(x, GR_NO_MOVE, &task);
    while (go && !x->discard) {
        pthread_mutex_unlock(&x->lock);
        search(x, &task, &found);
        pthread_mutex_lock(&x->lock);
        while (x->state == GR_XB_PONDERING && !x->discard)
            pthread_cond_wait(&x->change, &x->lock);
        gr_search_ready(x->search);
        if (x->discard)
            break;
        make_move(x, &found, task.limits.ponder);
        go = found.lines > 0 && next_task(x, &task);
    }
    set_state(x, GR_XB_IDLE);
    pthread_mutex_unlock(&x->lock);
    return NULL;
}

static void *analyse(void *argument) {
    GrXboard *x = argument;
    Task task;
    GrFound found;
    pthread_mutex_lock(&x->lock);
    bool go = make_task(x, GR_NO_MOVE, &task) && !x->discard;
    pthread_mutex_unlock(&x->lock);
    task.limits = (GrLimits){.infinite = true};
    if (go)
        search(x, &task, &found);
    pthread_mutex_lock(&x->lock);
    set_state(x, GR_XB_IDLE);
    pthread_mutex_unlock(&x->lock);
    return NULL;
}

/* Unless the session ends. Under the lock. */
static bool begin(GrXboard *x, GrXboardState state) {
    if (x->leaving)
        return false;
    x->discard = false;
    x->state = state;
    x->hurried = x->hurries;
    gr_search_ready(x->search);
    if (x->hurried && state == GR_XB_THINKING)
        gr_search_stop(x->search);
    return true;
}

static void start(GrXboard *x, GrXboardState state, void *(*work)(void *)) {
    if (x->joinable)
        pthread_join(x->thread, NULL);
    x->joinable = false;
    pthread_mutex_lock(&x->lock);
    bool begun = begin(x, state);
    pthread_mutex_unlock(&x->lock);
    if (!begun)
        return;
    x->joinable = pthread_create(&x->thread, NULL, work, x) == 0;
    if (!x->joinable) {
        pthread_mutex_lock(&x->lock);
        set_state(x, GR_XB_IDLE);
        pthread_mutex_unlock(&x->lock);
        gr_xb_say(x, "tellusererror no thread to search with");
    }
}

void gr_xb_think(GrXboard *x) {
    start(x, GR_XB_THINKING, think);
}

void gr_xb_analyse(GrXboard *x) {
    start(x, GR_XB_ANALYSING, analyse);
}

void gr_xb_wait(GrXboard *x) {
    pthread_mutex_lock(&x->lock);
    while (x->state == GR_XB_THINKING)
        pthread_cond_wait(&x->change, &x->lock);
    pthread_mutex_unlock(&x->lock);
}

void gr_xb_halt(GrXboard *x) {
    if (!x->joinable)
        return;
    pthread_mutex_lock(&x->lock);
    x->discard = true;
    if (x->state != GR_XB_IDLE)
        gr_search_stop(x->search);
    pthread_cond_broadcast(&x->change);
    pthread_mutex_unlock(&x->lock);
    pthread_join(x->thread, NULL);
    x->joinable = false;
    x->discard = false;
    gr_search_ready(x->search);
}
