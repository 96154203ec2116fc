/* Finding games that are nearly the same as another: doubles that gr_db_dedupe passes over, since a name is spelled in
 * another way, a date is turned, or the last moves differ. These may be two games after all, so they are to be looked
 * at before they are deleted.
 *
 * Two games are nearly the same if variant and start position are the same, and
 *
 *   moves    they are the same, or those of one are the beginning of the other's, or they differ in at most `plies`
 *            plies at the end of both; at least the first GR_DEDUPE_PLIES are the same
 *   players  the names may be spellings of one, by the words (as gr_db_suggest compares them); a name that is not known
 *            fits any if all moves are the same
 *   date     equal as far as both are known, or with day and month the other way round. Where a name goes
 *            together with the other one only as another transliteration or as a family name alone, or where the last
 *            moves differ, the years of both must be known
 *   round    equal, or one of them not known, or "3" and "3.1"
 *   result   equal, or one of them `*`; of a beginning it may differ
 */
#ifndef GR_DB_NEAR_H
#define GR_DB_NEAR_H

#include "db/upkeep/dedupe.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

enum { GR_NEAR_PLIES = 4, GR_NEAR_MOST_PLIES = 100 };

typedef struct GrNearFound {
    int64_t kept, gone;          /* numbers */
    const GrGame *stays, *goes;  /* and the games; valid during the call */
    uint32_t common;             /* so many plies are the same */
} GrNearFound;

typedef struct GrNear {
    bool dry;       /* only report */
    uint32_t plies; /* that may differ at the end, up to GR_NEAR_MOST_PLIES */
    /* May be NULL; gets work->context. */
    void (*found)(void *context, const GrNearFound *found);
    const GrWork *work;
} GrNear;

/* Deletes games that are nearly the same as another, all of them or (on failure) none; which one stays is decided as
 * by gr_db_dedupe, and as there one with comments is never deleted. *crowded is set to how many games begin like so
 * many others that they were compared with some alone. */
int gr_db_dedupe_near(GrDb *db, const GrNear *near, GrDeduped *deduped, uint64_t *crowded, GrError *error);

GR_END_DECLS

#endif
