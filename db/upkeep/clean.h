/* Cleaning tags: one spelling for what is the same, and nothing that the tags do not say.
 *
 *   dates    Date, EventDate and UTCDate as PGN writes them: "1990" becomes "1990.??.??",
 *            "17 May 1990" and "05/17/1990" become "1990.05.17". What can be read in two ways
 *            ("05/06/1990") or in none stays as it is; unknown stays unknown
 *   results  Result as PGN writes it: "1/2", "0.5:0.5" and "draw" become "1/2-1/2"; a Result that
 *            says nothing becomes that of the game, if that is known. One that contradicts the
 *            game stays
 *   names    White, Black, Event, Site and Annotator without leading, trailing or repeated spaces;
 *            White, Black, Event and Site by their canonical name, with a list that has it
 */
#ifndef GR_DB_CLEAN_H
#define GR_DB_CLEAN_H

#include "db/upkeep/maintain.h"
#include "db/upkeep/spelling.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrClean {
    bool dry;                  /* only report */
    const GrSpelling *players;  /* and events and sites, if it has some; NULL: none */
    const GrWork *work;
    /* A tag of game `id` changes. May be NULL; gets work->context. */
    void (*changed)(void *context, int64_t id, const char *tag, const char *from, const char *to);
} GrClean;

typedef struct GrCleaned {
    uint64_t games;   /* looked at */
    uint64_t changed; /* of these, games that were changed, or would be if dry */
    uint64_t tags;    /* tags of these */
} GrCleaned;

/* Cleans the tags of all games, or (on failure) of none. Games that cannot be read are reported to
 * work->unread and left alone. */
int gr_db_clean(GrDb *db, const GrClean *clean, GrCleaned *cleaned, GrError *error);

enum { GR_DATE_SIZE = 16 };

/* The date as PGN writes it; false if its meaning is not clear, or nothing is to change. */
bool gr_clean_date(const char *text, char out[GR_DATE_SIZE]);

/* The result that a text means, false if it means none. Unknown ("*", "?", "") is none. */
bool gr_clean_result(const char *text, GrResult *result);

GR_END_DECLS

#endif
