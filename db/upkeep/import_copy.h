/* A game that is imported, and is in the database already. Internal to db/. */
#ifndef GR_DB_IMPORT_COPY_H
#define GR_DB_IMPORT_COPY_H

#include "db/upkeep/import.h"
#include "db/upkeep/journal.h"

typedef struct GrCopyJob {
    GrDb *db;
    GrCopies how;
    GrJournal journal; /* of what replaces stored games */
    GrGame stored, united; /* scratch */
    GrPacked packed;       /* scratch */
} GrCopyJob;

void gr_copy_init(GrCopyJob *job, GrCopies how);
void gr_copy_free(GrCopyJob *job);

/* What became of the copy. */
typedef enum GrCopyDone { GR_COPY_DROPPED, GR_COPY_DIFFERED, GR_COPY_STORED } GrCopyDone;

/* Deals with a copy of game `id`, in a transaction: GR_COPY_STORED, or the stored game stays, though the copy has
 * comments, variations or tags that it has not (GR_COPY_DIFFERED), or without any loss; or a code. */
int gr_copy_take(GrCopyJob *job, int64_t id, GrGame *game, const GrPacked *packed, GrError *error);

#endif
