/* What an engine prints, line by line. */
#include "analysis/uci/engine_answer.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/uci/words.h"
#include "notation/json.h"
#include "notation/move/uci.h"
#include "rules/fen.h"

void gr_engine_text(GrBuffer *out, const char *text, size_t most) {
    size_t left = strlen(text);
    while (left > 0) {
        size_t length = gr_utf8_length(text, left);
        unsigned char first = (unsigned char)text[0], second = (unsigned char)text[length > 1];
        bool control = first < ' ' || first == 0x7F || (first == 0xC2 && second < 0xA0);
        size_t used = length ? length : 1;
        if (used > most)
            return;
        if (length == 0 || control)
            gr_buffer_putc(out, '?');
        else
            gr_buffer_add(out, text, length);
        text += used;
        left -= used;
        most -= used;
    }
}

/* ---- asking ---- */

void gr_ask_fen(GrBuffer *out, const GrPosition *pos) {
    char fen[GR_FEN_SIZE];
    gr_fen_write(pos, fen);
    gr_buffer_printf(out, "position fen %s\n", fen);
}

void gr_ask_position(GrBuffer *out, const GrPosition *start, const GrMove *moves, size_t count) {
    char fen[GR_FEN_SIZE], move[GR_UCI_SIZE];
    GrPosition pos = *start;
    gr_fen_write(start, fen);
    if (strcmp(fen, gr_variant(start->rules)->start) == 0)
        gr_buffer_puts(out, "position startpos");
    else
        gr_buffer_printf(out, "position fen %s", fen);
    for (size_t i = 0; i < count; i++) {
        gr_uci_write(&pos, moves[i], move);
        gr_buffer_printf(out, "%s%s", i == 0 ? " moves " : " ", move);
        gr_play(&pos, moves[i]);
    }
    gr_buffer_putc(out, '\n');
}

static void ask_moves(GrBuffer *out, const GrPosition *pos, const GrMove *moves, size_t count) {
    char move[GR_UCI_SIZE];
    gr_buffer_puts(out, " searchmoves");
    for (size_t i = 0; i < count; i++) {
        gr_uci_write(pos, moves[i], move);
        gr_buffer_printf(out, " %s", move);
    }
}

void gr_ask_go(GrBuffer *out, const GrLimits *limits, const GrPosition *pos, bool restricted) {
    GrMoveList list;
    gr_buffer_puts(out, "go");
    if (limits->infinite)
        gr_buffer_puts(out, " infinite");
    if (limits->depth)
        gr_buffer_printf(out, " depth %d", limits->depth);
    if (limits->nodes)
        gr_buffer_printf(out, " nodes %llu", (unsigned long long)limits->nodes);
    if (limits->movetime)
        gr_buffer_printf(out, " movetime %lld", (long long)limits->movetime);
    if (limits->time[GR_WHITE] || limits->time[GR_BLACK])
        gr_buffer_printf(out, " wtime %lld btime %lld winc %lld binc %lld",
                         (long long)limits->time[GR_WHITE], (long long)limits->time[GR_BLACK],
                         (long long)limits->increment[GR_WHITE],
                         (long long)limits->increment[GR_BLACK]);
    if (limits->moves_to_go)
        gr_buffer_printf(out, " movestogo %d", limits->moves_to_go);
    if (limits->only) {
        ask_moves(out, pos, limits->only, limits->only_count);
    } else if (restricted) {
        gr_moves(pos, &list);
        ask_moves(out, pos, list.move, (size_t)list.count);
    }
    gr_buffer_putc(out, '\n');
}

/* ---- being answered ---- */

/* Reads the moves of a line as far as they are legal, `most` of them. */
static void read_line_moves(const GrPosition *from, const char *text, int most, GrLine *line) {
    GrPosition pos = *from;
    size_t length;
    line->length = 0;
    while (line->length < most) {
        char name[GR_UCI_SIZE];
        GrMove move;
        text = gr_word(text, &length);
        if (!gr_word_copy(text, length, name, sizeof name) || gr_uci_read(&pos, name, &move, NULL) != 0 ||
            (gr_move_kind(move) == GR_PASS && !gr_variant(pos.rules)->passes))
            return;
        line->move[line->length++] = move;
        gr_play(&pos, move);
        text += length;
    }
}

int gr_said_number(const char *word, size_t length, int64_t least, int64_t most, int64_t *number) {
    size_t digits = length > 0 && (*word == '-' || *word == '+');
    while (digits < length && word[digits] >= '0' && word[digits] <= '9')
        digits++;
    if (!gr_word_number(word, digits, number))
        return 0;
    return *number < least || *number > most ? -1 : 1;
}

GrScore gr_said_score(int64_t number, bool mate) {
    int64_t limit = mate ? (GR_MATE - GR_MATE_FOUND) / 2 : GR_EVAL_LIMIT;
    int value = (int)(number > limit ? limit : number < -limit ? -limit : number);
    return mate ? gr_score_of_mate(value) : value;
}

/* What an `info` line says, but for its moves. */
typedef struct Info {
    GrHeard line;
    int64_t number; /* of the line, from 1 */
    int64_t nodes;
    int64_t ms;     /* below 0: not said */
    const char *moves;    /* after `pv`, or NULL */
    const char *nonsense; /* what cannot be, or NULL: the name of it, up to */
    const char *nonsense_end;
} Info;

static void note_nonsense(Info *info, const char *from, const char *end) {
    if (!info->nonsense) {
        info->nonsense = from;
        info->nonsense_end = end;
    }
}

/* `cp N` or `mate N` after `score`; returns what follows. A fraction does not count. */
static const char *read_score(const char *score, const char *text, Info *info) {
    size_t length, number_length;
    int64_t value;
    const char *kind = gr_word(text, &length), *number = gr_word(kind + length, &number_length);
    bool mate = gr_word_is(kind, length, "mate");
    int64_t most = mate ? GR_MOST_SAID_MATE : GR_MOST_SAID_SCORE;
    if (!mate && !gr_word_is(kind, length, "cp"))
        return text;
    const char *after = number + number_length;
    bool whole = strspn(number, "+-0123456789.") >= number_length;
    if (!whole || gr_said_number(number, number_length, -most, most, &value) <= 0) {
        note_nonsense(info, score, after);
        return after;
    }
    info->line.score = gr_said_score(value, mate);
    info->line.lower = info->line.upper = false;
    info->line.known = true;
    return after;
}

/* The number after a word, as engines give depths and nodes; 0 for what is none. */
static int64_t read_count(const char *word, const char *text, int64_t most, Info *info) {
    size_t length;
    int64_t number;
    const char *value = gr_word(text, &length);
    if (*value == '-' || !gr_said_number(value, length, 0, INT64_MAX, &number))
        return 0;
    if (number > most)
        note_nonsense(info, word, value + length);
    return number < most ? number : most;
}

/* Milliseconds; -1 for what is none. */
static int64_t read_time(const char *text) {
    size_t length;
    int64_t ms;
    const char *value = gr_word(text, &length);
    return gr_said_number(value, length, 0, GR_MOST_SAID_NODES, &ms) > 0 ? ms : -1;
}

static void read_words(const char *text, Info *info) {
    size_t length;
    const char *after;
    for (const char *word = gr_word(text, &length); length; word = gr_word(after, &length)) {
        after = word + length;
        if (gr_word_is(word, length, "pv"))
            info->moves = after;
        if (info->moves || gr_word_is(word, length, "string"))
            return;
        if (gr_word_is(word, length, "score"))
            after = read_score(word, after, info);
        else if (gr_word_is(word, length, "depth"))
            info->line.depth = (int)read_count(word, after, GR_MOST_SAID_DEPTH, info);
        else if (gr_word_is(word, length, "nodes"))
            info->nodes = read_count(word, after, GR_MOST_SAID_NODES, info);
        else if (gr_word_is(word, length, "time"))
            info->ms = read_time(after);
        else if (gr_word_is(word, length, "multipv"))
            info->number = read_count(word, after, INT64_MAX, info);
        info->line.lower |= gr_word_is(word, length, "lowerbound");
        info->line.upper |= gr_word_is(word, length, "upperbound");
    }
}

/* Keeps the line in place of what was heard before. */
static void keep_line(GrHeard *to, const Info *info) {
    GrBuffer moves = to->moves;
    if (!moves.failed) /* that is to be noticed */
        gr_buffer_clear(&moves);
    if (info->moves)
        gr_buffer_puts(&moves, info->moves);
    *to = info->line;
    to->moves = moves;
}

void gr_reading_start(GrReading *r, const GrPosition *pos, int lines) {
    *r = (GrReading){.pos = pos, .lines = lines};
    for (int i = 0; i < lines; i++) {
        gr_buffer_init(&r->exact[i].moves);
        gr_buffer_init(&r->bound[i].moves);
    }
    gr_buffer_init(&r->nonsense);
}

void gr_reading_free(GrReading *r) {
    for (int i = 0; i < r->lines; i++) {
        gr_buffer_free(&r->exact[i].moves);
        gr_buffer_free(&r->bound[i].moves);
    }
    gr_buffer_free(&r->nonsense);
}

bool gr_reading_failed(const GrReading *r) {
    bool failed = r->nonsense.failed;
    for (int i = 0; i < r->lines; i++)
        failed |= r->exact[i].moves.failed || r->bound[i].moves.failed;
    return failed;
}

/* Keeps what cannot be; the line stays without a score until one comes that can. */
static void keep_nonsense(GrReading *r, size_t line, const Info *info) {
    char text[80];
    size_t length = (size_t)(info->nonsense_end - info->nonsense);
    gr_word_copy(info->nonsense, length < sizeof text ? length : sizeof text - 1, text, sizeof text);
    r->absurd[line] = true;
    if (!r->nonsense.failed)
        gr_buffer_clear(&r->nonsense);
    gr_engine_text(&r->nonsense, text, sizeof text);
}

bool gr_reading_info(GrReading *r, const char *text) {
    Info info = {.number = 1, .ms = -1};
    read_words(text, &info);
    r->news = NULL;
    uint64_t nodes = info.nonsense ? 0 : (uint64_t)info.nodes;
    int depth = info.nonsense ? 0 : info.line.depth;
    bool news = nodes > r->nodes || depth > r->depth;
    bool wanted = info.number >= 1 && info.number <= r->lines;
    if (nodes > 0)
        r->last = nodes;
    if (nodes > r->nodes)
        r->nodes = nodes;
    if (depth > r->depth)
        r->depth = depth;
    if (wanted && info.nonsense)
        keep_nonsense(r, (size_t)info.number - 1, &info);
    if (!wanted || info.nonsense || !info.line.known)
        return news;
    size_t i = (size_t)info.number - 1;
    bool bounds = info.line.lower || info.line.upper;
    keep_line(bounds ? &r->bound[i] : &r->exact[i], &info);
    if (!bounds)
        r->bound[i].known = false;
    r->absurd[i] = false;
    r->news = bounds ? &r->bound[i] : &r->exact[i];
    r->news_index = (int)i;
    r->news_ms = info.ms;
    return news;
}

bool gr_reading_progress(const GrReading *r, GrLine *line, GrProgress *progress) {
    if (!r->news || !r->news->moves.len)
        return false;
    const GrHeard *news = r->news;
    *line = (GrLine){.score = news->score, .lower = news->lower, .upper = news->upper, .depth = news->depth};
    read_line_moves(r->pos, r->news->moves.data, GR_PROGRESS_PLIES, line);
    *progress = (GrProgress){.line = line, .index = r->news_index, .nodes = r->last, .ms = r->news_ms};
    return line->length > 0;
}

bool gr_reading_best(GrReading *r, const char *text) {
    GrLine best = {0};
    read_line_moves(r->pos, text, 1, &best);
    r->best = best.length ? best.move[0] : GR_NO_MOVE;
    return best.length > 0;
}

/* The moves of a line are legal one after the other, as far as they are given. */
static bool take_line(const GrReading *r, const GrHeard *heard, int plies, GrLine *line) {
    *line = (GrLine){.score = heard->score, .depth = heard->depth, .lower = heard->lower,
                     .upper = heard->upper};
    if (heard->known && heard->moves.len)
        read_line_moves(r->pos, heard->moves.data, plies, line);
    return heard->known;
}

bool gr_reading_line(const GrReading *r, int n, int plies, GrLine *line) {
    static const GrHeard nothing;
    GrLine bound;
    bool known = take_line(r, r->absurd[n] ? &nothing : &r->exact[n], plies, line);
    bool bounded = take_line(r, r->absurd[n] ? &nothing : &r->bound[n], plies, &bound) &&
                   (!known || bound.depth > line->depth);
    if (n > 0) {
        if (!known && bounded)
            *line = bound;
        return (known || bounded) && line->length > 0;
    }
    bool ours = known && line->length > 0 && line->move[0] == r->best;
    bool better = bound.length > 0 && bound.move[0] == r->best;
    if (bounded && !ours && (better || !known)) {
        *line = bound;
        known = true;
    }
    if (line->length == 0 || line->move[0] != r->best) {
        line->move[0] = r->best;
        line->length = 1;
    }
    return known;
}
