/* How many days a month has. Internal. */
#ifndef GR_NOTATION_DAYS_H
#define GR_NOTATION_DAYS_H

/* Of month 1 to 12; of a year that is not known (0), as many as there can be. */
static inline int gr_days_in(int year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int leap = !year || (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    return days[month - 1] + (month == 2 ? leap : 0);
}

#endif
