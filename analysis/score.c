#include "analysis/score.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double gr_score_chance(GrScore score) {
    if (gr_score_is_mate(score))
        return score > 0 ? 1.0 : 0.0;
    /* One pawn is worth about 60 % of the points, three pawns about 77 %. */
    return 1.0 / (1.0 + exp(-0.004 * score));
}

size_t gr_score_write(GrScore white, char out[GR_SCORE_SIZE]) {
    int length;
    if (gr_score_is_mate(white)) {
        length = snprintf(out, GR_SCORE_SIZE, "#%d", gr_score_mate_moves(white));
    } else {
        int size = abs(white);
        length =
            snprintf(out, GR_SCORE_SIZE, "%s%d.%02d", white < 0 ? "-" : "", size / 100, size % 100);
    }
    return length > 0 ? (size_t)length : 0;
}

/* Digits at `text`; returns how many, *value is cut at one million. */
static size_t read_digits(const char *text, int *value) {
    size_t n = strspn(text, "0123456789");
    *value = 0;
    for (size_t i = 0; i < n && *value < 100000; i++)
        *value = *value * 10 + (text[i] - '0');
    return n;
}

/* Up to two decimals after a point count; further ones are read over. */
static size_t read_decimals(const char *text, int *hundredths) {
    *hundredths = 0;
    if (text[0] != '.')
        return 0;
    size_t n = strspn(text + 1, "0123456789");
    if (n > 0)
        *hundredths += (text[1] - '0') * 10;
    if (n > 1)
        *hundredths += text[2] - '0';
    return n + 1;
}

static int clamp(int value, int limit) {
    return value > limit ? limit : value;
}

size_t gr_score_read(const char *text, GrScore *white) {
    size_t at = 0;
    bool mate = text[at] == '#';
    at += mate;
    bool negative = text[at] == '-';
    at += text[at] == '-' || text[at] == '+';
    int whole, hundredths = 0;
    size_t digits = read_digits(text + at, &whole);
    if (digits == 0)
        return 0;
    at += digits;
    if (mate) {
        int moves = clamp(whole, (GR_MATE - GR_MATE_FOUND) / 2);
        *white = negative ? gr_score_of_mate(-moves) : gr_score_of_mate(moves);
        return at;
    }
    at += read_decimals(text + at, &hundredths);
    int value = clamp(whole * 100 + hundredths, GR_EVAL_LIMIT);
    *white = negative ? -value : value;
    return at;
}
