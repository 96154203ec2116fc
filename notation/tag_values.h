/* What the values of the tags Date, WhiteElo and BlackElo state: one reading for selections, queries, orders, sums and
 * tables. Internal.
 */
#ifndef GR_NOTATION_TAG_VALUES_H
#define GR_NOTATION_TAG_VALUES_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "notation/days.h"

#define GR_DIGITS "0123456789"

/* A rating: the whole number at the start of the text, behind blanks and a plus. 0: none is stated; so do many
 * collections write it. Numbers of more than four digits are none. `text` may be NULL. */
static inline unsigned gr_rating_of(const char *text) {
    if (!text)
        return 0;
    text += strspn(text, " \t");
    text += *text == '+';
    size_t digits = strspn(text, GR_DIGITS);
    return digits && digits <= 4 ? (unsigned)strtoul(text, NULL, 10) : 0;
}

/* Year, month and day of "1990.05.17", "1990.5.17", "1990.05.??" or "1990"; 0 for what is not known, and for what there
 * is not, such as a month 13 or February 30. False, and all is 0, if not even the year is known; it has four digits.
 * `text` may be NULL. */
static inline bool gr_date_of(const char *text, int part[3]) {
    memset(part, 0, 3 * sizeof *part);
    if (!text || strspn(text, GR_DIGITS) != 4)
        return false;
    part[0] = (int)strtol(text, NULL, 10);
    text += 4;
    for (int n = 1; n < 3; n++) {
        size_t digits = *text == '.' ? strspn(text + 1, GR_DIGITS) : 0;
        int value = digits && digits <= 2 ? (int)strtol(text + 1, NULL, 10) : 0;
        if (value < 1 || value > (n == 1 ? 12 : gr_days_in(part[0], part[1])))
            break;
        part[n] = value;
        text += 1 + digits;
    }
    return part[0] > 0;
}

#endif
