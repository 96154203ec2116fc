/* The text of a record of Bughouse: what belongs to which of its two boards. */
#include "notation/record/bpgn_text.h"

#include <ctype.h>
#include <string.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

size_t bpgn_number(const char *p, const char *end, int *board) {
    size_t len = 0;
    while (p + len < end && is_digit(p[len]) && len < 6)
        len++;
    if (!len || end - p < (ptrdiff_t)len + 2 || !strchr("AaBb", p[len]) || p[len + 1] != '.')
        return 0;
    *board = (p[len] | 0x20) == 'b';
    return len + 2;
}

/* The result at p that is a word by itself: its length, 0 if there is none. */
static size_t result_at(const char *p, const char *end) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        size_t len = strlen(results[i]);
        if ((size_t)(end - p) >= len && !memcmp(p, results[i], len) &&
            (p + len == end || isspace((unsigned char)p[len]) || p[len] == '{'))
            return len;
    }
    return 0;
}

static bool is_tag(const char *p, const char *end) {
    return end - p > 2 && *p == '[' && isalnum((unsigned char)p[1]);
}

static bool begins(const char *p, const char *end, const char *with) {
    size_t len = strlen(with);
    return (size_t)(end - p) >= len && !memcmp(p, with, len);
}

/* Past a comment at p; the end if it is not closed. */
static const char *past_comment(const char *p, const char *end) {
    const char *close = memchr(p, '}', (size_t)(end - p));
    return close ? close + 1 : end;
}

static const char *line_end(const char *p, const char *end) {
    const char *feed = memchr(p, '\n', (size_t)(end - p));
    return feed ? feed : end;
}

bool bpgn_begins(const char *text, const char *end) {
    bool two = false;
    for (const char *p = text; p < end;) {
        int board;
        if (isspace((unsigned char)*p)) {
            p++;
        } else if (*p == '{') {
            p = past_comment(p, end);
        } else if (*p == '[') {
            if (begins(p, end, "[White ")) /* a game of PGN, perhaps one that was made of a record */
                return false;
            two |= begins(p, end, "[WhiteA ") || begins(p, end, "[WhiteB ");
            p = line_end(p, end);
        } else if (bpgn_number(p, end, &board)) {
            return true;
        } else {
            break;
        }
    }
    return two;
}

/* ---- records ---- */

void bpgn_pass(BpgnEnd *at, const char *p, const char *end, bool begins) {
    if (begins && !at->comment && !at->moves && p < end && *p == '[')
        return;
    while (p < end) {
        if (at->comment) {
            at->comment = !memchr(p, '}', (size_t)(end - p));
            p = past_comment(p, end);
            continue;
        }
        if (!isspace((unsigned char)*p)) {
            size_t result = result_at(p, end);
            at->moves = true;
            at->comment = *p == '{';
            at->result = result > 0 || (at->result && at->comment);
            p += result ? result - 1 : 0;
        }
        p++;
    }
}

bool bpgn_is_next(const BpgnEnd *at, const char *p, const char *end) {
    int board;
    if (!at->moves)
        return false;
    if (at->comment) /* it may never be closed */
        return begins(p, end, "[Event \"") || begins(p, end, "[WhiteA \"");
    return is_tag(p, end) || (at->result && bpgn_number(p, end, &board) && *p == '1' && !is_digit(p[1]));
}

/* ---- one of the boards ---- */

typedef struct Mask {
    GrBuffer *out;
    const char *text;
    int board;  /* whose text is collected */
    int now;    /* whose what is read is */
    int depth;  /* of parentheses */
    bool moves; /* the tags are over */
} Mask;

static void put(Mask *m, const char *p, const char *end, bool own) {
    if (own) {
        gr_buffer_add(m->out, p, (size_t)(end - p));
        return;
    }
    for (; p < end; p++)
        if (*p == '\n' || *p == '\t')
            gr_buffer_putc(m->out, *p);
        else if (((unsigned char)*p & 0xC0) != 0x80)
            gr_buffer_putc(m->out, ' ');
}

static void put_result(Mask *m, const char *p, size_t len) {
    if (len == 3 && m->board) /* White is of the other side there */
        gr_buffer_puts(m->out, *p == '1' ? "0-1" : "1-0");
    else
        gr_buffer_add(m->out, p, len);
}

/* `12A.` becomes `12. `, `12a.` `12..`. */
static void put_number(Mask *m, const char *p, size_t len, int board) {
    if (board != m->board) {
        put(m, p, p + len, false);
        return;
    }
    gr_buffer_add(m->out, p, len - 2);
    gr_buffer_puts(m->out, isupper((unsigned char)p[len - 2]) ? ". " : "..");
}

/* The two boards of a FEN are parted by a bar. */
static void put_fen(Mask *m, const char *p, const char *end) {
    const char *bar = memchr(p, '|', (size_t)(end - p)), *close = bar;
    for (const char *q = bar; q && q < end; q++)
        close = *q == '"' ? q : close;
    if (!bar || close == bar) {
        put(m, p, end, true);
    } else if (m->board == 0) {
        gr_buffer_add(m->out, p, (size_t)(bar - p));
        gr_buffer_puts(m->out, "\"]");
        put(m, bar + 2, end, false);
    } else {
        const char *quote = memchr(p, '"', (size_t)(bar - p));
        gr_buffer_add(m->out, p, (size_t)((quote ? quote : bar) - p));
        put(m, quote ? quote : bar, bar, false);
        gr_buffer_putc(m->out, '"');
        put(m, bar + 1, end, true);
    }
}

/* A line of tags, of which some have several. */
static void put_tags(Mask *m, const char *p, const char *end) {
    while (p < end) {
        const char *stop = p + 1;
        for (bool quoted = false; stop < end && (quoted || *stop != ']'); stop++)
            quoted ^= *stop == '"';
        stop += stop < end;
        if (begins(p, stop, "[FEN \"")) {
            put_fen(m, p, stop);
        } else if (begins(p, stop, "[Result \"") && result_at(p + 9, stop - 2)) {
            gr_buffer_add(m->out, p, 9);
            put_result(m, p + 9, result_at(p + 9, stop - 2));
            put(m, stop - 2, stop, true);
        } else {
            put(m, p, stop, true);
        }
        p = stop;
    }
}

/* A number, a result, a comment or a character at p; returns where it ends. */
static const char *put_token(Mask *m, const char *p, const char *end) {
    int board;
    bool word = p == m->text || !isalnum((unsigned char)p[-1]);
    size_t number = word ? bpgn_number(p, end, &board) : 0, result = word && !m->depth ? result_at(p, end) : 0;
    bool own = m->now == m->board;
    if (number && (!m->depth || board == m->now)) {
        m->now = m->depth ? m->now : board;
        put_number(m, p, number, board);
        return p + number;
    }
    if (result) {
        put_result(m, p, result);
        return p + result;
    }
    const char *stop = *p == '{' ? past_comment(p, end) : *p == ';' ? line_end(p, end) : p + 1;
    m->depth += *p == '(';
    m->depth -= *p == ')' && m->depth;
    while (stop < end && ((unsigned char)*stop & 0xC0) == 0x80)
        stop++;
    put(m, p, stop, own);
    return stop;
}

void bpgn_mask(GrBuffer *out, const char *text, size_t len, int board) {
    Mask m = {.out = out, .text = text, .board = board};
    const char *p = text, *end = text + len;
    while (p < end && !out->failed) {
        bool line = p == text || p[-1] == '\n';
        if (line && !m.moves && *p == '[') {
            const char *stop = line_end(p, end);
            put_tags(&m, p, stop);
            p = stop;
        } else {
            m.moves |= !isspace((unsigned char)*p) && *p != '{';
            p = put_token(&m, p, end);
        }
    }
}

/* ---- its parts ---- */

bool bpgn_is_clock(const char *comment) {
    size_t digits = strspn(comment, "0123456789"), more = 0;
    if (!digits || digits > 7)
        return false;
    if (comment[digits] == '.')
        more = 1 + strspn(comment + digits + 1, "0123456789");
    return !comment[digits + more] && more != 1;
}

size_t bpgn_hands(const char *fens, int board, const char **letters) {
    const char *bar = strchr(fens, '|'), *p = board && bar ? bar + 1 : fens;
    p += strspn(p, " ");
    size_t len = strcspn(p, " |"), ranks = 0;
    for (size_t i = 0; i < len; i++) {
        ranks += p[i] == '/';
        if (p[i] == '[' || ranks == 8) {
            size_t from = i + 1, used = 0;
            while (from + used < len && isalpha((unsigned char)p[from + used]))
                used++;
            *letters = p + from;
            return used;
        }
    }
    return 0;
}
