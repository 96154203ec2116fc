/* Reading the values of conditions, what select.c is made of. Internal to db/. */
#ifndef GR_DB_SELECT_LOCAL_H
#define GR_DB_SELECT_LOCAL_H

#include "db/search/select.h"

/* Games of these numbers, a list; numbers in a range; dates in a range. GR_ERR_SYNTAX says what is
 * wrong with the value. */
int gr_select_games(GrCondition *c, const char *value, GrError *error);
int gr_select_numbers(GrCondition *c, const char *value, GrError *error);
int gr_select_dates(GrCondition *c, const char *value, GrError *error);

#endif
