/* What an engine prints, line by line. */
#include "analysis/uci/engine_answer.h"

#include <stdlib.h>
#include <string.h>

#include "notation/json.h"
#include "notation/move/uci.h"
#include "rules/fen.h"

enum { MOST_DEPTH = 9999 };

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

static void ask_moves(GrBuffer *out, const GrPosition *pos) {
    char move[GR_UCI_SIZE];
    GrMoveList list;
    gr_moves(pos, &list);
    gr_buffer_puts(out, " searchmoves");
    for (size_t i = 0; i < (size_t)list.count; i++) {
        gr_uci_write(pos, list.move[i], move);
        gr_buffer_printf(out, " %s", move);
    }
}

void gr_ask_go(GrBuffer *out, const GrLimits *limits, const GrPosition *only) {
    gr_buffer_puts(out, "go");
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
    if (only)
        ask_moves(out, only);
    gr_buffer_putc(out, '\n');
}

/* ---- being answered ---- */

/* Reads the moves of a line as far as they are legal, `most` of them. */
static void read_line_moves(const GrPosition *from, const char *text, int most, GrLine *line) {
    GrPosition pos = *from;
    line->length = 0;
    while (line->length < most) {
        char name[GR_UCI_SIZE];
        text += strspn(text, " \t");
        size_t length = strcspn(text, " \t");
        if (length == 0 || length >= sizeof name)
            return;
        memcpy(name, text, length);
        name[length] = '\0';
        GrMove move;
        if (gr_uci_read(&pos, name, &move, NULL) != 0 || gr_move_kind(move) == GR_PASS)
            return;
        line->move[line->length++] = move;
        gr_play(&pos, move);
        text += length;
    }
}

/* `cp N` or `mate N`; returns what follows. */
static const char *read_score(const char *text, GrHeard *line) {
    char *end;
    text += strspn(text, " \t");
    bool mate = strncmp(text, "mate ", 5) == 0;
    if (!mate && strncmp(text, "cp ", 3) != 0)
        return text;
    text += mate ? 5 : 3;
    long value = strtol(text, &end, 10);
    if (end == text)
        return text;
    long limit = mate ? (GR_MATE - GR_MATE_FOUND) / 2 : GR_EVAL_LIMIT;
    value = value > limit ? limit : value < -limit ? -limit : value;
    line->score = mate ? gr_score_of_mate((int)value) : (GrScore)value;
    line->lower = line->upper = false;
    line->known = true;
    return end;
}

/* A number as engines give depths and nodes; 0 for what is none. */
static uint64_t read_count(const char *text) {
    text += strspn(text, " \t");
    return *text >= '0' && *text <= '9' ? strtoull(text, NULL, 10) : 0;
}

/* What an `info` line says, but for its moves. */
typedef struct Info {
    GrHeard line;
    uint64_t number; /* of the line, from 1 */
    uint64_t nodes;
    const char *moves; /* after `pv`, or NULL */
} Info;

static void read_words(const char *text, Info *info) {
    while (*(text += strspn(text, " \t"))) {
        size_t length = strcspn(text, " \t");
        const char *value = text + length;
        if (strncmp(text, "pv ", 3) == 0) {
            info->moves = value;
            return;
        }
        if (strncmp(text, "string ", 7) == 0)
            return;
        if (strncmp(text, "score ", 6) == 0) {
            text = read_score(value, &info->line);
            continue;
        }
        if (strncmp(text, "depth ", 6) == 0) {
            uint64_t depth = read_count(value);
            info->line.depth = depth < MOST_DEPTH ? (int)depth : MOST_DEPTH;
        }
        if (strncmp(text, "nodes ", 6) == 0)
            info->nodes = read_count(value);
        if (strncmp(text, "multipv ", 8) == 0)
            info->number = read_count(value);
        info->line.lower |= strncmp(text, "lowerbound", 10) == 0;
        info->line.upper |= strncmp(text, "upperbound", 10) == 0;
        text = value;
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
}

void gr_reading_free(GrReading *r) {
    for (int i = 0; i < r->lines; i++) {
        gr_buffer_free(&r->exact[i].moves);
        gr_buffer_free(&r->bound[i].moves);
    }
}

bool gr_reading_failed(const GrReading *r) {
    bool failed = false;
    for (int i = 0; i < r->lines; i++)
        failed |= r->exact[i].moves.failed || r->bound[i].moves.failed;
    return failed;
}

bool gr_reading_info(GrReading *r, const char *text) {
    Info info = {.number = 1};
    read_words(text, &info);
    bool news = info.nodes > r->nodes || info.line.depth > r->depth;
    if (info.nodes > 0)
        r->last = info.nodes;
    if (info.nodes > r->nodes)
        r->nodes = info.nodes;
    if (info.line.depth > r->depth)
        r->depth = info.line.depth;
    if (!info.line.known || info.number < 1 || info.number > (uint64_t)r->lines)
        return news;
    size_t i = (size_t)info.number - 1;
    bool bounds = info.line.lower || info.line.upper;
    keep_line(bounds ? &r->bound[i] : &r->exact[i], &info);
    if (!bounds)
        r->bound[i].known = false;
    return news;
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
    GrLine bound;
    bool known = take_line(r, &r->exact[n], plies, line);
    bool bounded = take_line(r, &r->bound[n], plies, &bound) && (!known || bound.depth > line->depth);
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
