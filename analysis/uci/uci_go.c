/* The command `go`: limits, and the thread that searches. */
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/strength.h"
#include "analysis/uci/uci_local.h"
#include "notation/buffer.h"
#include "notation/judge/outcome.h"
#include "notation/move/uci.h"

/* ---- reporting ---- */

/* Adds the moves of a line as they follow from a position. */
static void add_moves(GrBuffer *out, const GrPosition *from, const GrMove *move, int count) {
    GrPosition pos = *from;
    for (int i = 0; i < count; i++) {
        char name[GR_UCI_SIZE];
        gr_uci_write(&pos, move[i], name);
        gr_buffer_printf(out, " %s", name);
        gr_play(&pos, move[i]);
    }
}

static void add_score(GrBuffer *out, const GrUci *uci, const GrLine *line) {
    if (gr_score_is_mate(line->score))
        gr_buffer_printf(out, " score mate %d", gr_score_mate_moves(line->score));
    else
        gr_buffer_printf(out, " score cp %d", line->score);
    if (uci->shows_wdl) {
        GrOutcome chances = gr_outcome(uci->rules, line->score);
        gr_buffer_printf(out, " wdl %d %d %d", chances.win, chances.draw, chances.loss);
    }
    gr_buffer_puts(out, line->lower ? " lowerbound" : line->upper ? " upperbound" : "");
}

static void on_move(void *user, GrMove move, int depth, size_t number) {
    GrUci *uci = user;
    char name[GR_UCI_SIZE];
    gr_uci_write(&uci->pos, move, name);
    gr_say(uci, "info depth %d currmove %s currmovenumber %zu", depth, name, number);
}

static void on_progress(void *user, const GrProgress *progress) {
    GrUci *uci = user;
    const GrLine *line = progress->line;
    GrBuffer out;
    gr_buffer_init(&out);
    gr_buffer_printf(&out, "info depth %d seldepth %d multipv %d", line->depth, line->seldepth,
                     progress->index + 1);
    add_score(&out, uci, line);
    unsigned long long nodes = progress->nodes;
    unsigned long long ms = progress->ms > 0 ? (unsigned long long)progress->ms : 1;
    gr_buffer_printf(&out, " nodes %llu nps %llu hashfull %u time %lld pv", nodes,
                     nodes * 1000 / ms, progress->fill, (long long)progress->ms);
    add_moves(&out, &uci->pos, line->move, line->length);
    if (!out.failed)
        gr_say_line(uci, out.data);
    gr_buffer_free(&out);
}

/* Nothing can be played: says how the game stands, if there is one. */
static void say_over(GrUci *uci) {
    bool lost = !uci->unsound && gr_winner(&uci->pos, gr_state(&uci->pos)) == !uci->pos.turn;
    gr_say(uci, "info depth 0 score %s 0", lost ? "mate" : "cp");
    gr_say(uci, "bestmove (none)");
}

static void say_best(GrUci *uci, const GrLine *line) {
    char best[GR_UCI_SIZE], ponder[GR_UCI_SIZE];
    gr_uci_write(&uci->pos, line->move[0], best);
    if (line->length < 2) {
        gr_say(uci, "bestmove %s", best);
        return;
    }
    GrPosition pos = uci->pos;
    gr_play(&pos, line->move[0]);
    gr_uci_write(&pos, line->move[1], ponder);
    gr_say(uci, "bestmove %s ponder %s", best, ponder);
}

/* ---- the search ---- */

/* Is the strength to be limited? Not where somebody analyses. */
static bool is_limited(const GrUci *uci) {
    return uci->limited && !uci->analyses && !uci->limits.infinite;
}

static int run_search(GrUci *uci, GrFound *found) {
    *found = (GrFound){.lines = 0};
    if (uci->unsound) {
        gr_say_error(uci, "there is nothing to search: the last position was refused");
        return 0;
    }
    if (uci->nothing)
        return 0;
    return gr_search_run(uci->search, &uci->pos, uci->tracks.track, uci->tracks.count, &uci->limits, found);
}

static void search(GrUci *uci) {
    GrFound found;
    gr_search_on_progress(uci->search, on_progress, uci);
    gr_search_on_move(uci->search, on_move, uci);
    gr_uci_begun(uci);
    int code = run_search(uci, &found);
    /* The protocol wants no best move of an endless search before `stop`. */
    gr_uci_await_release(uci);
    if (code != 0) {
        gr_say(uci, "info string out of memory");
        gr_say(uci, "bestmove 0000");
    } else if (found.lines == 0) {
        say_over(uci);
    } else {
        say_best(uci, &found.line[0]);
    }
    gr_uci_ended(uci);
}

/* ---- limits ---- */

typedef enum Limit { DEPTH, NODES, MOVETIME, WTIME, BTIME, WINC, BINC, MOVESTOGO, MATE, LIMITS } Limit;

static const int64_t LONG_TIME = INT64_C(1) << 40;

/* The numbers that limits take; one that lies beyond counts as the nearest. */
static const struct {
    const char *name;
    int64_t least, most;
} bounds[LIMITS] = {
    [DEPTH] = {"depth", 1, GR_MAX_PLY - 1}, [NODES] = {"nodes", 1, INT64_C(1) << 60},
    [MOVETIME] = {"movetime", 1, LONG_TIME}, [WTIME] = {"wtime", 1, LONG_TIME},
    [BTIME] = {"btime", 1, LONG_TIME},       [WINC] = {"winc", 0, LONG_TIME},
    [BINC] = {"binc", 0, LONG_TIME},         [MOVESTOGO] = {"movestogo", 0, 1000},
    [MATE] = {"mate", 1, GR_MAX_PLY / 2 - 1},
};

static void set_limit(GrLimits *l, Limit limit, int64_t number) {
    switch (limit) {
    case DEPTH:
        l->depth = (int)number;
        break;
    case NODES:
        l->nodes = (uint64_t)number;
        break;
    case MOVETIME:
        l->movetime = number;
        break;
    case WTIME:
    case BTIME:
        l->time[limit == WTIME ? GR_WHITE : GR_BLACK] = number;
        break;
    case WINC:
    case BINC:
        l->increment[limit == WINC ? GR_WHITE : GR_BLACK] = number;
        break;
    case MOVESTOGO:
        l->moves_to_go = (int)number;
        break;
    default:
        l->mate = (int)number;
    }
}

/* Takes the number at `text` for a limit; sets where it ends. False, with a word to the other side, if none is there. */
static bool read_limit(GrUci *uci, Limit limit, const char *text, const char **after) {
    const char *name = bounds[limit].name;
    size_t length;
    int64_t number;
    const char *word = gr_word(text, &length);
    if (!gr_word_number(word, length, &number)) {
        gr_refuse(uci, "go %s takes a whole number", name);
        *after = text; /* it may be the next limit */
        return false;
    }
    int64_t taken = number < bounds[limit].least ? bounds[limit].least
                    : number > bounds[limit].most ? bounds[limit].most
                                                  : number;
    if (taken != number)
        gr_say(uci, "info string go %s %.*s is out of bounds and counts as %lld", name, length < 40 ? (int)length : 40,
               word, (long long)taken);
    set_limit(&uci->limits, limit, taken);
    *after = word + length;
    return true;
}

static Limit find_limit(const char *word, size_t length) {
    Limit limit = DEPTH;
    while (limit < LIMITS && !gr_word_is(word, length, bounds[limit].name))
        limit++;
    return limit;
}

/* Does the word begin something else than a move? */
static bool is_of_go(const char *word, size_t length) {
    return find_limit(word, length) < LIMITS || gr_word_is(word, length, "infinite") ||
           gr_word_is(word, length, "ponder") || gr_word_is(word, length, "searchmoves");
}

/* ---- searchmoves ---- */

static bool add_only(GrUci *uci, GrMove move) {
    GrMove *only = realloc(uci->only, (uci->limits.only_count + 1) * sizeof *only);
    if (!only)
        return false;
    only[uci->limits.only_count++] = move;
    uci->limits.only = uci->only = only;
    return true;
}

/* Takes in the moves after `searchmoves`, as far as they are legal; returns the place where they end. */
static const char *read_only(GrUci *uci, const char *text) {
    size_t length;
    const char *word = gr_word(text, &length);
    for (; length && !is_of_go(word, length); word = gr_word(word + length, &length)) {
        char name[GR_UCI_SIZE * 2];
        GrMove move;
        gr_word_copy(word, length < sizeof name ? length : sizeof name - 1, name, sizeof name); /* no move is longer */
        if (gr_uci_read(&uci->pos, name, &move, NULL) != 0)
            gr_refuse(uci, "go searchmoves: '%s' is no legal move", name);
        else if (!add_only(uci, move))
            gr_refuse(uci, "go searchmoves: out of memory");
    }
    uci->nothing = !uci->limits.only_count;
    if (uci->nothing)
        gr_refuse(uci, "go searchmoves names no legal move");
    return word;
}

/* ---- the command ---- */

/* Takes in the word, and what belongs to it, and returns where that ends; *named is set if it limits the search. */
static const char *read_word(GrUci *uci, const char *word, size_t length, bool *named) {
    const char *after = word + length;
    Limit limit = find_limit(word, length);
    bool infinite = gr_word_is(word, length, "infinite"), ponder = gr_word_is(word, length, "ponder");
    uci->limits.infinite |= infinite;
    uci->limits.ponder |= ponder;
    *named |= infinite || ponder;
    if (limit < LIMITS)
        *named |= read_limit(uci, limit, after, &after);
    else if (gr_word_is(word, length, "searchmoves"))
        after = read_only(uci, after);
    else if (!infinite && !ponder)
        gr_refuse(uci, "go does not know '%.*s'", length < 60 ? (int)length : 60, word);
    return after;
}

static bool ends_by_itself(const GrUci *uci) {
    const GrLimits *l = &uci->limits;
    return l->depth || l->nodes || l->movetime || l->mate || l->time[uci->pos.turn];
}

/* Completes the limits that were read; the search can begin. */
static void prepare(GrUci *uci) {
    GrLimits *l = &uci->limits;
    uci->ends = ends_by_itself(uci);
    l->infinite |= !uci->ends;
    l->lines = uci->lines;
    uint64_t most = gr_strength_nodes(uci->elo);
    if (is_limited(uci) && (l->nodes == 0 || l->nodes > most))
        l->nodes = most;
    uci->moment = 0;
    uci->due = search;
}

/* Answers at once that there is no best move, unless the protocol wants that to wait for `stop`. */
static void answer_nothing(GrUci *uci) {
    bool waits = uci->limits.infinite || uci->limits.ponder;
    uci->nothing = true;
    prepare(uci);
    uci->limits.infinite = waits && uci->limits.infinite;
    uci->ends = true;
}

void gr_uci_go(GrUci *uci, const char *arguments) {
    size_t length;
    bool named = false; /* a limit */
    uci->limits = (GrLimits){0};
    uci->nothing = false;
    const char *word = gr_find_word(arguments, "perft");
    if (word) {
        gr_uci_perft(uci, word + strlen("perft"));
        return;
    }
    for (word = gr_word(arguments, &length); length; word = gr_word(word, &length))
        word = read_word(uci, word, length, &named);
    /* What is meant by the words that are not known was perhaps the limit: without it the search would be endless. */
    if (uci->nothing || (uci->refused && !named))
        answer_nothing(uci);
    else
        prepare(uci);
}
