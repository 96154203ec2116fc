/* Reading dates of any form that can be understood in one way only. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "db/upkeep/clean.h"
#include "notation/days.h"

/* A date in words: numbers, names of months, and what is not known. */
enum { WORDS = 3 };
typedef struct Word {
    int value;   /* -1: not known */
    int digits;  /* 0: the name of a month, or not known */
    bool month;  /* it is a name */
} Word;

typedef struct Date {
    int year, month, day; /* 0: not known */
} Date;

static int month_of(const char *text, size_t len) {
    static const char *const name[] = {"january", "february", "march",     "april",
                                       "may",     "june",     "july",      "august",
                                       "september", "october", "november", "december"};
    for (int m = 0; m < 12; m++) {
        size_t i = 0;
        while (i < len && name[m][i] && tolower((unsigned char)text[i]) == name[m][i])
            i++;
        if (i == len && (len == 3 || !name[m][len] || (len == 4 && m == 8)))
            return m + 1;
    }
    return 0;
}

/* Reads one word; the characters it has, 0 if it is none. */
static size_t read_word(const char *text, Word *word) {
    size_t len = strspn(text, "0123456789");
    *word = (Word){.value = -1};
    if (len) {
        word->digits = (int)len;
        word->value = 0;
        for (size_t i = 0; i < len && i < 5; i++)
            word->value = word->value * 10 + (text[i] - '0');
        return len > 4 ? 0 : len;
    }
    len = strspn(text, "?");
    if (len)
        return len;
    while (isalpha((unsigned char)text[len]))
        len++;
    word->month = true;
    word->value = month_of(text, len);
    return word->value ? len : 0;
}

/* Splits the text at points, dashes, slashes, commas and blanks. Returns the number of words, -1 if
 * there is anything else. */
static int split(const char *text, Word word[WORDS]) {
    int count = 0;
    if (!text[strspn(text, ".-/, ")])
        return 0;
    text += strspn(text, " ");
    while (*text) {
        size_t len = count < WORDS ? read_word(text, &word[count]) : 0;
        if (!len)
            return -1;
        count++;
        text += len;
        size_t gap = strspn(text, ".-/, ");
        if (!gap && *text)
            return -1;
        text += gap;
    }
    return count;
}

static bool is_day(const Date *date) {
    if (date->month > 12 || date->day > 31)
        return false;
    return !date->month || date->day <= gr_days_in(date->year, date->month);
}

/* A year has four digits; zeros stand for what is not known. */
static bool is_year(const Word *word) {
    return word->digits == 4;
}

static int known(const Word *word) {
    return word->value > 0 ? word->value : 0;
}

/* Two words beside the year, neither of which says which it is: 1 if only the first can be the
 * month, 2 if only the second can, 0 if that is not clear. */
static int month_among(const Word *a, const Word *b) {
    bool first = a->month || (a->value <= 12 && !b->month);
    bool second = b->month || (b->value <= 12 && !a->month);
    if (a->value == b->value && !a->month && first && second)
        return 1;
    return first == second ? 0 : first ? 1 : 2;
}

/* Gives the words their meaning; false if they have none, or several. */
static bool understand(const Word word[WORDS], int count, Date *date) {
    *date = (Date){0};
    if (count == 1) {
        date->year = known(&word[0]);
        return is_year(&word[0]);
    }
    if (count == 2) { /* 1990.05, May 1990 */
        bool second = is_year(&word[1]);
        const Word *month = &word[!second];
        date->year = known(&word[second]);
        date->month = known(month);
        return is_year(&word[second]) && month->digits <= 2;
    }
    bool last = count == WORDS && is_year(&word[2]);
    if (count == WORDS && (is_year(&word[0]) || (!last && !word[0].digits && !word[0].month))) {
        *date = (Date){known(&word[0]), known(&word[1]), known(&word[2])};
        return !word[2].month && word[1].digits <= 2 && word[2].digits <= 2;
    }
    int month = last ? month_among(&word[0], &word[1]) : 0;
    if (!month || word[0].digits > 2 || word[1].digits > 2)
        return false;
    *date = (Date){known(&word[2]), known(&word[month - 1]), known(&word[2 - month])};
    return true;
}

static void put(char *out, int width, int value) {
    for (int i = width - 1; i >= 0; i--, value /= 10)
        out[i] = (char)('0' + value % 10);
}

/* "1909/10" may be October or a season. */
static bool is_season(const char *text, const Word word[WORDS], int count) {
    return count == 2 && is_year(&word[0]) && word[1].digits == 2 && !strchr(text, '.') &&
           word[1].value == (word[0].value + 1) % 100;
}

bool gr_clean_date(const char *text, char out[GR_DATE_SIZE]) {
    Word word[WORDS];
    Date date = {0};
    int count = split(text, word);
    bool unknown = count == 0 || (count == 1 && word[0].value < 0);
    if (!unknown && (count < 0 || is_season(text, word, count) ||
                     !understand(word, count, &date) || !is_day(&date)))
        return false;
    strcpy(out, "????.??.??");
    if (date.year)
        put(out, 4, date.year);
    if (date.month)
        put(out + 5, 2, date.month);
    if (date.day)
        put(out + 8, 2, date.day);
    return strcmp(text, out) != 0;
}
