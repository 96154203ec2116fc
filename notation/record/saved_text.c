/* The text of games that programs for all kinds of games have saved. */
#include "notation/record/saved_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const char rules_key[] = "VariantName=";

static bool begins(const char *p, const char *end, const char *with) {
    size_t len = strlen(with);
    return (size_t)(end - p) >= len && !memcmp(p, with, len);
}

static const char *line_end(const char *p, const char *end) {
    const char *feed = memchr(p, '\n', (size_t)(end - p));
    return feed ? feed : end;
}

static const char *skip_blanks(const char *p, const char *end) {
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p;
}

/* A square: its length, 0 if there is none at p. */
static size_t take_square(const char *p, const char *end, int square[2]) {
    size_t len = 1;
    if (p >= end || *p < 'a' || *p > 'p')
        return 0;
    square[0] = *p - 'a' + 1;
    square[1] = 0;
    for (; p + len < end && isdigit((unsigned char)p[len]) && len < 3; len++)
        square[1] = square[1] * 10 + p[len] - '0';
    return len > 1 && (p + len == end || !isalnum((unsigned char)p[len])) ? len : 0;
}

/* A step of a move, from one square to another. */
typedef struct Leg {
    const char *word, *word_end; /* before it: the piece; empty: not said */
    int from[2], to[2];
    const char *target, *end;
} Leg;

/* `Pawn e2 - e4`, `P e2-e4`, `e2 x d3` at p. */
static bool take_leg(const char *p, const char *end, Leg *leg) {
    size_t len;
    leg->word = leg->word_end = p;
    while (p < end && isalpha((unsigned char)*p) && !take_square(p, end, leg->from))
        p++;
    leg->word_end = p;
    p = skip_blanks(p, end);
    if (p == leg->word_end && p > leg->word)
        return false;
    if (!(len = take_square(p, end, leg->from)))
        return false;
    p = skip_blanks(p + len, end);
    if (p >= end || (*p != '-' && *p != 'x'))
        return false;
    p = skip_blanks(p + 1, end);
    leg->target = p;
    len = take_square(p, end, leg->to);
    leg->end = p + len;
    return len > 0;
}

/* Is the second step the rook's of a castling whose king makes the first? */
static bool is_castling(const Leg *king, const Leg *rook) {
    bool named = king->word < king->word_end && toupper((unsigned char)*king->word) == 'K';
    int least = king->from[0] < king->to[0] ? king->from[0] : king->to[0];
    int most = king->from[0] + king->to[0] - least;
    bool rank = king->from[1] == king->to[1] && king->to[1] == rook->from[1] && rook->from[1] == rook->to[1];
    return named && rank && most - least > 1 && rook->to[0] >= least && rook->to[0] <= most &&
           (rook->from[0] <= least || rook->from[0] >= most);
}

static void put(GrBuffer *out, const char *p, const char *end) {
    gr_buffer_add(out, p, (size_t)(end - p));
}

static void put_blank(GrBuffer *out, const char *p, const char *end) {
    for (; p < end; p++)
        if (((unsigned char)*p & 0xC0) != 0x80)
            gr_buffer_putc(out, ' ');
}

/* ---- what it looks like ---- */

/* A line with a move such as `p e7-e5`, of a piece of Black's, which begins it or stands behind a number or a move. */
static bool has_black_courier(const char *p, const char *end) {
    Leg leg;
    bool word = true;
    for (p = skip_blanks(p, end); p < end; p++) {
        bool move = word && isalpha((unsigned char)*p) && take_leg(p, end, &leg) && leg.word_end == leg.word + 1 &&
                    memchr(leg.word, '-', (size_t)(leg.end - leg.word));
        if (move && islower((unsigned char)*p))
            return true;
        if (move)
            p = leg.end - 1;
        else if (!strchr("0123456789. \t", *p))
            return false;
        word = *p == ' ' || *p == '\t' || *p == '.';
    }
    return false;
}

SavedKind saved_kind(const char *text, const char *end) {
    enum { LINES = 60 };
    for (int i = 0; i < LINES && text < end; i++) {
        const char *stop = line_end(text, end);
        if (*text == '[')
            return SAVED_NOT;
        if (begins(text, stop, rules_key))
            return SAVED_ZILLIONS;
        if (has_black_courier(text, stop))
            return SAVED_COURIER;
        text = stop + (stop < end);
    }
    return SAVED_NOT;
}

/* ---- Zillions of Games ---- */

/* What stands behind a move's first step. Returns where that ends which was understood. */
static const char *put_zillions_rest(GrBuffer *out, const Leg *first, const char *p, const char *end) {
    Leg second;
    const char *q = p, *word;
    while (q < end && strchr(" \t,;&", *q))
        q++;
    if (take_leg(q, end, &second) && is_castling(first, &second)) {
        put_blank(out, p, second.end);
        return second.end;
    }
    if (q < end && *q == '=') { /* `= Queen on e8` */
        int square[2];
        for (word = skip_blanks(q + 1, end); word < end && isalpha((unsigned char)*word);)
            word++;
        const char *on = skip_blanks(word, end), *at = begins(on, end, "on ") ? on + 3 : end;
        size_t len = take_square(at, end, square);
        if (len && square[0] == first->to[0] && square[1] == first->to[1]) {
            put(out, p, word);
            put_blank(out, word, at + len);
            return at + len;
        }
    }
    return p;
}

/* A line such as `12. Pawn e2 - e4`, or with a drop, `12. Disc d3`. */
static void put_zillions_move(GrBuffer *out, const char *p, const char *end) {
    const char *at = p, *stop = end;
    int square[2];
    Leg leg;
    while (at < end && isdigit((unsigned char)*at))
        at++;
    at = skip_blanks(at + (at < end && *at == '.'), end);
    if (take_leg(at, end, &leg)) {
        put(out, p, leg.end);
        p = put_zillions_rest(out, &leg, leg.end, end);
        put(out, p, end);
        return;
    }
    while (stop > at && isspace((unsigned char)stop[-1]))
        stop--;
    const char *last = stop;
    while (last > at && !isspace((unsigned char)last[-1]))
        last--;
    if (last > at && isalpha((unsigned char)*at) && take_square(last, stop, square) == (size_t)(stop - last)) {
        put(out, p, last - 1);
        gr_buffer_putc(out, '@');
        p = last;
    }
    put(out, p, end);
}

static void put_zillions_line(GrBuffer *out, const char *p, const char *end) {
    const char *value = p + sizeof rules_key - 1, *stop = end;
    while (stop > p && isspace((unsigned char)stop[-1]))
        stop--;
    if (begins(p, end, rules_key) && value < stop && !memchr(value, '"', (size_t)(stop - value)) && stop[-1] != '\\') {
        gr_buffer_puts(out, "  [Variant \""); /* so that the name stays in its columns */
        put(out, value, stop);
        gr_buffer_puts(out, "\"]");
    } else if (p < end && isdigit((unsigned char)*p)) {
        put_zillions_move(out, p, end);
    } else {
        put(out, p, end);
    }
}

/* ---- Game Courier ---- */

/* A step behind a semicolon at p: `; R h1-f1`, `; Q-e8`, `; @-d5`. Returns where it ends, p if it is something else. */
static const char *put_courier_step(GrBuffer *out, const Leg *first, const char *p, const char *end) {
    const char *q = skip_blanks(p + 1, end);
    int square[2] = {0, 0};
    Leg second;
    size_t len = end - q > 2 && q[1] == '-' ? take_square(q + 2, end, square) : 0;
    bool taken = square[0] == first->to[0] && square[1] == first->from[1] && first->from[0] != first->to[0];
    if (len && *q == '@' && taken) { /* captured in passing: the square becomes empty */
        put_blank(out, p, q + 2 + len);
        return q + 2 + len;
    }
    if (len && isalpha((unsigned char)*q) && square[0] == first->to[0] && square[1] == first->to[1]) {
        gr_buffer_putc(out, '=');
        gr_buffer_putc(out, (char)toupper((unsigned char)*q));
        put_blank(out, p + 2, q + 2 + len);
        return q + 2 + len;
    }
    if (take_leg(q, end, &second) && is_castling(first, &second)) {
        put_blank(out, p, second.end);
        return second.end;
    }
    return p;
}

/* A move at p, with its letter as a capital; p if there is none. */
static const char *put_courier_move(GrBuffer *out, const char *p, const char *end) {
    int square[2];
    Leg leg;
    if (end - p > 3 && p[1] == '*' && isalpha((unsigned char)*p) && take_square(p + 2, end, square)) {
        gr_buffer_putc(out, (char)toupper((unsigned char)*p));
        gr_buffer_putc(out, '@');
        return p + 2;
    }
    if (!take_leg(p, end, &leg) || leg.word_end > leg.word + 1)
        return p;
    if (leg.word < leg.word_end) { /* `n b8-c6` becomes `Nb8-c6 ` */
        const char *from = skip_blanks(leg.word_end, end);
        gr_buffer_putc(out, (char)toupper((unsigned char)*p));
        put(out, from, leg.end);
        put_blank(out, leg.word_end, from);
    } else {
        put(out, p, leg.end);
    }
    p = leg.end;
    for (const char *q = skip_blanks(p, end); q < end && *q == ';'; q = skip_blanks(p, end)) {
        put(out, p, q);
        p = put_courier_step(out, &leg, q, end);
        if (p == q) { /* what is not understood shall not be taken for a comment */
            gr_buffer_putc(out, ' ');
            return q + 1;
        }
    }
    return p;
}

static void put_courier_line(GrBuffer *out, const char *p, const char *end) {
    bool word = true;
    while (p < end) {
        const char *next = word ? put_courier_move(out, p, end) : p;
        if (begins(p, end, "//")) {
            gr_buffer_puts(out, "{ ");
            for (p += 2; p < end; p++)
                gr_buffer_putc(out, *p == '{' ? '(' : *p == '}' ? ')' : *p);
            gr_buffer_puts(out, " }");
            return;
        }
        if (next == p)
            gr_buffer_putc(out, *next++);
        word = !isalnum((unsigned char)next[-1]);
        p = next;
    }
}

void saved_mask(GrBuffer *out, const char *text, size_t len, SavedKind kind) {
    for (const char *end = text + len, *stop; text < end && !out->failed; text = stop + (stop < end)) {
        stop = line_end(text, end);
        if (kind == SAVED_ZILLIONS)
            put_zillions_line(out, text, stop);
        else
            put_courier_line(out, text, stop);
        if (stop < end)
            gr_buffer_putc(out, '\n');
    }
}
