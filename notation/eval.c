/* Reading and writing [%eval]. */
#include "notation/eval.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number with at most two decimals that count, as hundredths. One without a point must be 0, as
 * its unit is not known. */
static bool read_hundredths(const char **p, int *value) {
    const char *q = *p;
    bool negative = *q == '-';
    q += *q == '-' || *q == '+';
    size_t digits = strspn(q, "0123456789");
    if (digits > 5 || (digits == 0 && *q != '.'))
        return false;
    int n = 0;
    for (size_t i = 0; i < digits; i++)
        n = n * 10 + (*q++ - '0') * 100;
    if (*q == '.') {
        size_t decimals = strspn(q + 1, "0123456789");
        if (digits == 0 && decimals == 0)
            return false;
        n += decimals > 0 ? (q[1] - '0') * 10 : 0;
        n += decimals > 1 ? q[2] - '0' : 0;
        q += 1 + decimals;
    } else if (n) {
        return false;
    }
    *value = negative ? -n : n;
    *p = q;
    return true;
}

/* The depth after a comma or a slash, if there is one; false if no search is so deep. Below 0 it is not known. */
static bool read_depth(const char *p, int *depth) {
    long n = *p != ']' ? strtol(p + 1, NULL, 10) : 0;
    *depth = n > 0 && n <= 9999 ? (int)n : 0;
    return n <= 9999;
}

/* Does a mate stand at p: `#-1`, `-#1`, `M1`, `-M1`? */
static bool at_mate(const char *p) {
    p += *p == '-' || *p == '+';
    return *p == '#' || *p == 'M';
}

static bool read_mate(const char **p, int *value) {
    char *end;
    bool negative = **p == '-';
    const char *number = *p + 1 + (**p == '-' || **p == '+');
    long n = strtol(number, &end, 10);
    if (end == number || n < -9999 || n > 9999 || (negative && n < 0))
        return false;
    *value = (int)(negative ? -n : n);
    *p = end;
    return true;
}

bool gr_eval_find(const char *comment, GrEval *eval) {
    const char *p = strstr(comment, "[%eval ");
    if (!p)
        return false;
    p += 7;
    p += strspn(p, " ");
    *eval = (GrEval){.mate = at_mate(p)};
    if (eval->mate ? !read_mate(&p, &eval->moves) : !read_hundredths(&p, &eval->centipawns))
        return false;
    return (*p == ']' || *p == ',' || *p == '/') && read_depth(p, &eval->depth);
}

size_t gr_eval_write(const GrEval *eval, char out[GR_EVAL_SIZE]) {
    int n, c = eval->centipawns;
    if (eval->mate)
        n = snprintf(out, GR_EVAL_SIZE, "#%d", eval->moves);
    else
        n = snprintf(out, GR_EVAL_SIZE, "%s%d.%02d", c < 0 ? "-" : "", abs(c) / 100, abs(c) % 100);
    if (eval->depth > 0)
        n += snprintf(out + n, GR_EVAL_SIZE - (size_t)n, ",%d", eval->depth);
    return (size_t)n;
}
