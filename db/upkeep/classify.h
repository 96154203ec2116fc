/* Naming the openings of games: the tags ECO, Opening and Variation by a list of openings. */
#ifndef GR_DB_CLASSIFY_H
#define GR_DB_CLASSIFY_H

#include "db/upkeep/maintain.h"
#include "notation/book/opening_names.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrClassify {
    bool dry;                     /* only report */
    const GrOpeningNames *names;  /* of rules of the variants of the database */
    const GrWork *work;
    /* The opening of game `id` becomes this one. May be NULL; gets work->context. */
    void (*changed)(void *context, int64_t id, const GrOpeningName *name);
} GrClassify;

typedef struct GrClassified {
    uint64_t games;   /* of the list's variant */
    uint64_t named;   /* of these, games with a position that has a name */
    uint64_t changed; /* of these, games whose tags said something else */
} GrClassified;

/* Sets the tags of all games that the list has a name for, or (on failure) of none. ECO is left as it is by names
 * without a code; Variation goes if the name has none. Games that cannot be read are reported to work->unread and
 * left alone. */
int gr_db_classify(GrDb *db, const GrClassify *job, GrClassified *done, GrError *error);

GR_END_DECLS

#endif
