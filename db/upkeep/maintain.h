/* Maintaining databases: rewriting one in its smallest form, copying games from one to
 * another. */
#ifndef GR_DB_MAINTAIN_H
#define GR_DB_MAINTAIN_H

#include "db/search/select.h"
#include "db/store/work.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrOptimised {
    uint64_t left;           /* games left as they are: damaged, or of unknown variants */
    uint64_t joined;         /* segments fewer of the index of positions */
    uint64_t dropped_blocks; /* blocks of evaluations that could not be read */
    uint64_t dropped;        /* evaluations in others that do not count: damaged, or nobody's */
    uint64_t before, after;  /* size of the file in bytes */
} GrOptimised;

/* Rebuilds the index of duplicates, joins small segments of
 * the index of positions, fills the blocks of evaluations and drops those that cannot be read, writes
 * corrected bytes back, makes damaged tables anew whose rows are known from elsewhere, and lets SQLite rewrite the file
 * without gaps. Games keep their numbers. If it is stopped or fails, no game has changed. */
int gr_db_optimise(GrDb *db, const GrWork *work, GrOptimised *optimised, GrError *error);

typedef struct GrCopied {
    uint64_t games, plies; /* looked at, and stored unless they were there already */
    uint64_t duplicates;   /* of these, games that the other database has already */
    uint64_t unread;       /* games that could not be read, and are not copied */
} GrCopied;

/* Adds the selected games of one database to another, as gr_db_add_game does, in large
 * transactions, or in the one that `to` is in. *copied is added to. GR_ERR_DAMAGED if games could not
 * be read: all others are copied. If it is stopped, what was copied stays. */
int gr_db_copy(GrDb *from, const GrSelection *selection, GrDb *to, const GrWork *work,
               GrCopied *copied, GrError *error);

/* Can any of the selected games be read, so that there is something to copy? 1, 0 or a code.
 * *unread is set to how many before the first of them cannot; work->unread is called for each. */
int gr_db_any_readable(GrDb *db, const GrSelection *selection, const GrWork *work, uint64_t *unread,
                       GrError *error);

GR_END_DECLS

#endif
