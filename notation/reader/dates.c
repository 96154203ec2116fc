/* Dates in tags. */
#include "notation/reader/dates.h"

#include <stdbool.h>
#include <string.h>

/* Digits or question marks, `count` of them; *value 0 if one is not known. */
static bool read_part(const char *p, size_t count, int *value) {
    bool known = true;
    *value = 0;
    for (size_t i = 0; i < count; i++) {
        if (p[i] != '?' && (p[i] < '0' || p[i] > '9'))
            return false;
        known &= p[i] != '?';
        *value = *value * 10 + (p[i] - '0');
    }
    if (!known)
        *value = 0;
    return true;
}

static bool is_known(const char *p, size_t count) {
    return !memchr(p, '?', count);
}

/* Days of a month, of one that is not known, and of February in a year that is not known. */
static int most_days(int year, int month) {
    static const int days[] = {31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month] - (month == 2 && !leap);
}

const char *reader_date_fault(const char *date, size_t len) {
    enum { YEAR = 4, MONTH = 7, DAY = 10 };
    int year, month = 0, day = 0;
    if (len == 0 || (len == 1 && strchr("?-", *date)))
        return NULL;
    if ((len != YEAR && len != MONTH && len != DAY) || !read_part(date, 4, &year) ||
        (len >= MONTH && (date[4] != '.' || !read_part(date + 5, 2, &month))) ||
        (len == DAY && (date[7] != '.' || !read_part(date + 8, 2, &day))))
        return "is not written as PGN writes dates, YYYY.MM.DD";
    if (len >= MONTH && is_known(date + 5, 2) && (month < 1 || month > 12))
        return "has no such month";
    if (len == DAY && is_known(date + 8, 2) && (day < 1 || day > most_days(year, month)))
        return "has no such day";
    return NULL;
}
