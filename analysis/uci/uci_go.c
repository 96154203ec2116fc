/* The command `go`: limits, and the thread that searches. */
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/strength.h"
#include "analysis/uci/uci_local.h"
#include "notation/buffer.h"
#include "notation/judge/outcome.h"
#include "notation/move/uci.h"
#include "rules/perft.h"

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

/* Nothing can be played: says how the game stands. */
static void say_over(GrUci *uci) {
    bool lost = gr_winner(&uci->pos, gr_state(&uci->pos)) == !uci->pos.turn;
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

static void search(GrUci *uci) {
    GrFound found;
    gr_search_on_progress(uci->search, on_progress, uci);
    gr_search_on_move(uci->search, on_move, uci);
    gr_uci_begun(uci);
    int code =
        gr_search_run(uci->search, &uci->pos, uci->before, uci->before_count, &uci->limits, &found);
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

static void perft(GrUci *uci, int depth) {
    GrMoveList *list = malloc(sizeof *list);
    if (!list) {
        gr_say(uci, "info string out of memory");
        return;
    }
    uint64_t total = depth == 0;
    gr_moves(&uci->pos, list);
    for (unsigned i = 0; depth > 0 && i < list->count; i++) {
        GrPosition next = uci->pos;
        char name[GR_UCI_SIZE];
        gr_uci_write(&uci->pos, list->move[i], name);
        gr_play(&next, list->move[i]);
        uint64_t count = gr_perft(&next, depth - 1);
        total += count;
        gr_say(uci, "%s: %llu", name, (unsigned long long)count);
    }
    gr_say_line(uci, "");
    gr_say(uci, "Nodes searched: %llu", (unsigned long long)total);
    free(list);
}

/* Reads the moves after `searchmoves`; returns the place where they end. */
static const char *read_only(GrUci *uci, const char *text) {
    size_t length, count = 0, cap = 0;
    const char *word = gr_word(text, &length);
    for (; length; word = gr_word(word + length, &length)) {
        char name[GR_UCI_SIZE];
        GrMove move;
        size_t kept = length < sizeof name ? length : 0;
        memcpy(name, word, kept);
        name[kept] = '\0';
        if (gr_uci_read(&uci->pos, name, &move, NULL) != 0)
            break;
        if (count == cap) {
            cap = cap ? cap * 2 : 16;
            GrMove *only = realloc(uci->only, cap * sizeof *only);
            if (!only)
                break;
            uci->only = only;
        }
        uci->only[count++] = move;
    }
    if (count) {
        uci->limits.only = uci->only;
        uci->limits.only_count = count;
    }
    return word;
}

static int64_t clamp(long long value, int64_t max) {
    return value < 0 ? 0 : value > max ? max : (int64_t)value;
}

/* Takes a limit that has a number in; false if there is none of the name. */
static bool set_limit(GrUci *uci, const char *word, size_t length, long long number) {
    GrLimits *l = &uci->limits;
    const int64_t long_time = INT64_C(1) << 40;
    if (gr_word_is(word, length, "depth"))
        l->depth = (int)clamp(number, GR_MAX_PLY - 1);
    else if (gr_word_is(word, length, "nodes"))
        l->nodes = (uint64_t)clamp(number, INT64_MAX);
    else if (gr_word_is(word, length, "movetime"))
        l->movetime = clamp(number < 1 ? 1 : number, long_time);
    else if (gr_word_is(word, length, "wtime"))
        l->time[GR_WHITE] = clamp(number < 1 ? 1 : number, long_time);
    else if (gr_word_is(word, length, "btime"))
        l->time[GR_BLACK] = clamp(number < 1 ? 1 : number, long_time);
    else if (gr_word_is(word, length, "winc"))
        l->increment[GR_WHITE] = clamp(number, long_time);
    else if (gr_word_is(word, length, "binc"))
        l->increment[GR_BLACK] = clamp(number, long_time);
    else if (gr_word_is(word, length, "movestogo"))
        l->moves_to_go = (int)clamp(number, 1000);
    else if (gr_word_is(word, length, "mate"))
        l->mate = (int)clamp(number, GR_MAX_PLY / 2 - 1);
    else
        return false;
    return true;
}

/* Takes a limit at `word`, and its number if it has one; sets where it ends. False if there is none. */
static bool read_limit(GrUci *uci, const char *word, size_t length, const char **after) {
    char *end;
    *after = word + length;
    if (gr_word_is(word, length, "infinite"))
        uci->limits.infinite = true;
    else if (gr_word_is(word, length, "ponder"))
        uci->limits.ponder = true;
    else {
        long long number = strtoll(*after, &end, 10);
        if (end == *after || !set_limit(uci, word, length, number))
            return false;
        *after = end;
    }
    return true;
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
    uci->due = search;
}

void gr_uci_go(GrUci *uci, const char *arguments) {
    size_t length;
    bool named = false; /* a limit */
    uci->limits = (GrLimits){0};
    const char *word = gr_word(arguments, &length);
    while (length) {
        const char *value;
        char *end;
        if (read_limit(uci, word, length, &value)) {
            named = true;
        } else if (gr_word_is(word, length, "searchmoves")) {
            value = read_only(uci, value);
        } else {
            long long number = strtoll(value, &end, 10);
            if (end != value && gr_word_is(word, length, "perft")) {
                perft(uci, (int)clamp(number, GR_MAX_PLY));
                return;
            }
            gr_refuse(uci, "go does not know '%.*s'", length < 60 ? (int)length : 60, word);
        }
        word = gr_word(value, &length);
    }
    /* What is meant by the words that are not known was perhaps the limit: without it the search would be endless. */
    if (named || !uci->refused)
        prepare(uci);
}
