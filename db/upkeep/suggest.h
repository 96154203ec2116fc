/* Spellings that may be one name's: of players, events and sites. What is found is written as a list of names
 * (db/upkeep/spelling.h), to be read, edited and given to gr_db_clean.
 *
 * Two names of players go together by their words: the same ones but for accents, marks, titles and order; initials for
 * given names; a family name alone; another transliteration, or one letter. The careers must allow it: the years, the
 * ratings of the same years, FIDE's numbers, opponents and events in common. Nobody plays himself, or two games in one
 * round: two names that did are never put together, nor are other initials, "Jr" and none, "I" and "II".
 *
 * Each line has a comment that says why. What is likely is written out, what is possible is commented out. Events and
 * sites go together if they differ in accents, case and marks alone, or in where "ch" stands ("URS-ch", "ch-URS").
 */
#ifndef GR_DB_SUGGEST_H
#define GR_DB_SUGGEST_H

#include "db/store/database.h"
#include "db/store/work.h"
#include "notation/buffer.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrSuggested {
    uint64_t games;    /* looked at */
    uint64_t players, events, sites; /* different ones in these, as they are spelled */
    uint64_t likely;   /* spellings that another one is to replace */
    uint64_t possible; /* those that are commented out */
} GrSuggested;

/* Appends the list to *list, nothing if there is nothing to suggest. Changes nothing. Games that cannot be read are
 * reported to work->unread. */
int gr_db_suggest(GrDb *db, const GrWork *work, GrBuffer *list, GrSuggested *suggested, GrError *error);

GR_END_DECLS

#endif
