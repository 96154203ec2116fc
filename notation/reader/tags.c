/* Tags: names that are known, in whatever letters they are written, and dates. */
#include "notation/reader/tags.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* ---- names ---- */

enum { SHORTEST = 3, LONGEST = 12, MOST = 10 };

/* By their length. The names that each game has come first. */
static const char *const names[LONGEST - SHORTEST + 1][MOST] = {
    {"ECO", "FEN", "NIC"},
    {"Site", "Date", "Time", "Mode"},
    {"White", "Black", "Event", "Round", "SetUp", "Board", "Stage", "Score"},
    {"Result"},
    {"Opening", "Variant", "UTCDate", "UTCTime", "Scoring", "Section", "WhiteNA", "BlackNA"},
    {"WhiteElo", "BlackElo", "PlyCount"},
    {"EventDate", "Variation", "Annotator", "WhiteTeam", "BlackTeam", "MoveLimit", "WhiteType", "BlackType",
     "WhiteUSCF", "BlackUSCF"},
    {"WhiteTitle", "BlackTitle"},
    {"TimeControl", "Termination", "WhiteFideId", "BlackFideId"},
    {"EventSponsor", "SubVariation"},
};

/* Are the letters the same? *exact: their case, too. */
static bool same_letters(const char *known, const char *name, size_t len, bool *exact) {
    unsigned all = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned differ = (unsigned)(known[i] ^ name[i]);
        if (differ & ~0x20u)
            return false;
        all |= differ;
    }
    *exact = !all;
    return true;
}

const char *reader_known_tag(const char *name, size_t len, bool *exact) {
    if (len < SHORTEST || len > LONGEST)
        return NULL;
    const char *const *known = names[len - SHORTEST];
    for (size_t i = 0; i < MOST && known[i]; i++)
        if (same_letters(known[i], name, len, exact))
            return known[i];
    return NULL;
}

size_t reader_spaced_tag(const char *p, const char **known) {
    char letters[LONGEST];
    size_t len = 0, used = 0;
    bool exact;
    *known = NULL;
    for (const char *q = p; len < LONGEST && (isalpha((unsigned char)*q) || (len && strchr(" \t", *q) && *q)); q++) {
        if (!isalpha((unsigned char)*q))
            continue;
        letters[len++] = *q;
        const char *found = isalnum((unsigned char)q[1]) ? NULL : reader_known_tag(letters, len, &exact);
        if (found) {
            *known = found;
            used = (size_t)(q + 1 - p);
        }
    }
    return used;
}

/* Is `name` what one edit makes of `known`? Behind the letters that both begin with, the rest is the same but for one
 * letter, or two that are swapped. */
static bool is_one_edit(const char *known, const char *name, size_t len) {
    size_t known_len = strlen(known), same = 0;
    while (same < len && tolower((unsigned char)known[same]) == tolower((unsigned char)name[same]))
        same++;
    const char *a = known + same, *b = name + same;
    size_t a_left = known_len - same, b_left = len - same;
    if (a_left == b_left + 1)
        return !strncasecmp(a + 1, b, b_left);
    if (a_left + 1 == b_left)
        return !strncasecmp(a, b + 1, a_left);
    if (a_left != b_left || !a_left)
        return false;
    return !strncasecmp(a + 1, b + 1, a_left - 1) ||
           (a_left > 1 && tolower((unsigned char)a[0]) == tolower((unsigned char)b[1]) &&
            tolower((unsigned char)a[1]) == tolower((unsigned char)b[0]) && !strncasecmp(a + 2, b + 2, a_left - 2));
}

const char *reader_nearest_tag(const char *name, size_t len) {
    static const char *const vital[] = {"FEN", "Variant", "SetUp", "Result"};
    for (size_t i = 0; i < sizeof vital / sizeof *vital; i++)
        if (is_one_edit(vital[i], name, len))
            return vital[i];
    return NULL;
}

/* ---- dates ---- */

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
