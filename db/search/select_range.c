/* Ranges of numbers and of dates. What can select no game is a mistake of who asks. */
#include <stdlib.h>
#include <string.h>

#include "notation/days.h"
#include "db/search/select_local.h"

static const char no_games[] = "'%s' is not a list of game numbers such as 5,10-20,100-";
static const char no_numbers[] = "'%s' is not a range such as 40, 40..80, 40.. or ..80";
static const char no_dates[] = "'%s' is not a date or range such as 1990, 1990.05.17, 1990..1995 or 1990..";

static int ends_early(const char *range, size_t len, GrError *error) {
    return gr_fail(error, GR_ERR_SYNTAX, "'%.*s' ends before it begins", (int)len, range);
}

/* ---- numbers ---- */

/* A number, or two with `between` in the middle, either of which may be missing. */
typedef struct Range {
    int64_t low, high; /* 0 and INT64_MAX if they are missing */
    size_t len;        /* the characters used, 0 if it is no range */
    bool large;        /* a number is beyond all that is counted */
} Range;

/* Reads a whole number that is not negative; 0 if there is none, else the characters used. */
static size_t read_number(const char *text, int64_t *value, bool *large) {
    enum { MOST_DIGITS = 18 };
    size_t len = strspn(text, "0123456789"), zeros = strspn(text, "0");
    *large |= len > zeros + MOST_DIGITS;
    *value = len && !*large ? strtoll(text, NULL, 10) : 0;
    return len;
}

static Range read_range(const char *text, const char *between) {
    Range range = {.high = INT64_MAX};
    size_t mark = strlen(between), first = read_number(text, &range.low, &range.large);
    if (strncmp(text + first, between, mark)) {
        range.high = range.low;
        range.len = first;
        return range;
    }
    size_t second = read_number(text + first + mark, &range.high, &range.large);
    if (!second)
        range.high = INT64_MAX;
    range.len = first || second ? first + mark + second : 0;
    return range;
}

/* What is wrong with the range at `text`, whose form is known to be right. */
static int check_range(const char *text, const Range *range, GrError *error) {
    if (range->large)
        return gr_fail(error, GR_ERR_SYNTAX, "a number in '%.*s' is too large", (int)range->len,
                       text);
    return range->low > range->high ? ends_early(text, range->len, error) : 0;
}

static int add_range(GrCondition *c, const Range *range, GrError *error) {
    int64_t(*grown)[2] = realloc(c->range, (c->ranges + 1) * sizeof *grown);
    if (!grown)
        return gr_no_memory(error);
    c->range = grown;
    c->range[c->ranges][0] = range->low;
    c->range[c->ranges++][1] = range->high;
    return 0;
}

int gr_select_games(GrCondition *c, const char *value, GrError *error) {
    for (const char *at = value;; at++) {
        Range range = read_range(at, "-");
        bool begins = range.len && *at != '-'; /* "-20" has no first number */
        if (!range.len || (at[range.len] && at[range.len] != ','))
            return gr_fail(error, GR_ERR_SYNTAX, no_games, value);
        int code = check_range(at, &range, error);
        if (!code && ((begins && !range.low) || !range.high))
            code = gr_fail(error, GR_ERR_SYNTAX, "'%.*s': games are counted from 1",
                           (int)range.len, at);
        if (!code)
            code = add_range(c, &range, error);
        at += range.len;
        if (code || !*at)
            return code;
    }
}

int gr_select_numbers(GrCondition *c, const char *value, GrError *error) {
    Range range = read_range(value, "..");
    if (!range.len || value[range.len])
        return gr_fail(error, GR_ERR_SYNTAX, no_numbers, value);
    c->low = range.low;
    c->high = range.high;
    return check_range(value, &range, error);
}

/* ---- dates ---- */

/* 1990, 1990.05 or 1990.05.17; returns the characters used, 0 if it is none. */
static size_t read_date(const char *text, char out[12]) {
    static const char form[] = "0000.00.00";
    size_t len = 0;
    while (len < sizeof form - 1 &&
           (form[len] == '.' ? text[len] == '.' && text[len + 1] != '.'
                             : text[len] >= '0' && text[len] <= '9'))
        len++;
    if (len != 4 && len != 7 && len != 10)
        return 0;
    memcpy(out, text, len);
    out[len] = '\0';
    return len;
}

/* Is there such a month, and such a day in it? */
static int check_date(const char *date, GrError *error) {
    size_t len = strlen(date);
    int year = atoi(date), month = len > 4 ? atoi(date + 5) : 1, day = len > 7 ? atoi(date + 8) : 1;
    if (month < 1 || month > 12)
        return gr_fail(error, GR_ERR_SYNTAX, "there is no month %02d in '%s'", month, date);
    if (day < 1 || day > gr_days_in(year, month))
        return gr_fail(error, GR_ERR_SYNTAX, "there is no day %02d in '%s'", day, date);
    return 0;
}

/* A date without month or day is all of its year or month, at the beginning as at the end. */
static bool is_after(const char *first, const char *last) {
    size_t len = strlen(first) < strlen(last) ? strlen(first) : strlen(last);
    return strncmp(first, last, len) > 0;
}

int gr_select_dates(GrCondition *c, const char *value, GrError *error) {
    size_t used = read_date(value, c->first), second = 0;
    const char *at = value + used;
    if (!*at) {
        memcpy(c->last, c->first, sizeof c->last);
        second = used;
    } else if (!strncmp(at, "..", 2)) {
        second = read_date(at + 2, c->last);
        at += 2 + second;
    }
    if ((!used && !second) || *at)
        return gr_fail(error, GR_ERR_SYNTAX, no_dates, value);
    int code = used ? check_date(c->first, error) : 0;
    if (!code && second)
        code = check_date(c->last, error);
    if (!code && used && second && is_after(c->first, c->last))
        code = ends_early(value, strlen(value), error);
    return code;
}
