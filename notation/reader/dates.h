/* Dates in tags. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_DATES_H
#define GR_NOTATION_READER_DATES_H

#include <stddef.h>

/* What is wrong with a date of that length, as PGN writes it, with ? for what is not known; NULL if nothing is. A year
 * alone, or with its month, is a date, and so is no text at all, or `?`. */
const char *reader_date_fault(const char *date, size_t len);

#endif
