/* Changing stored games in a way that can be taken back.
 *
 * What is changed by the functions here, by gr_db_clean and gr_db_dedupe, or by an import that replaces or combines
 * games, is noted in a journal, which is a table of the database: the games as they were. gr_db_undo takes the last
 * change back, then the one before it.
 * The journal has at most GR_JOURNAL_CHANGES changes, and GR_JOURNAL_BYTES bytes; the oldest ones go first, but the
 * last one is kept in any case.
 *
 * Nothing else writes to the journal. Where a game has been changed in another way since, by gr_db_replace_game say,
 * the change of it cannot be taken back any more, for that would undo the later change, too.
 */
#ifndef GR_DB_CHANGE_H
#define GR_DB_CHANGE_H

#include "db/search/find.h"
#include "db/store/database.h"
#include "db/store/work.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

enum { GR_JOURNAL_CHANGES = 1000, GR_JOURNAL_BYTES = 16 << 20 };

typedef enum GrChangeKind {
    GR_CHANGE_EDIT = 1,
    GR_CHANGE_DELETE,
    GR_CHANGE_REPLACE,
    GR_CHANGE_COMBINE,
    GR_CHANGE_CLEAN
} GrChangeKind;

/* A change of one or more games. */
typedef struct GrChange {
    int64_t id; /* no two have the same in one journal, but what was taken back gives its own away */
    GrChangeKind kind;
    int64_t time;   /* seconds since 1970, UTC */
    int64_t game;   /* the first of the games, */
    uint64_t games; /* and how many */
    uint64_t bytes; /* of the journal */
} GrChange;

enum { GR_CHANGE_NAME = 80, GR_CHANGE_HANDLE = 120 };

/* What it was: "edit of game 7", "deletion of 12 games". */
void gr_change_name(const GrChange *change, char out[GR_CHANGE_NAME]);

/* Says which change is meant, in letters, digits and `-`: another one for each. */
void gr_change_handle(const GrChange *change, char out[GR_CHANGE_HANDLE]);

/* Puts `game` in the place of game `id`, if that is still as `was` says. Returns 1, or 0 if both are the same and
 * nothing is written. GR_ERR_BUSY if it has been changed since it was read, GR_ERR_NOT_FOUND if it is gone; otherwise
 * as gr_db_replace_game. */
int gr_db_edit_game(GrDb *db, int64_t id, const GrGame *was, const GrGame *game, GrError *error);

typedef struct GrDelete {
    const GrSelection *selection;
    const GrQuery *query;     /* NULL: none; with it all games are deleted in which it has hits */
    const GrJudging *judging; /* as in GrFind */
    bool dry;                 /* only finds them; then a database that is open for reading will do */
    const GrWork *work;
    /* May be NULL: a game that is deleted, with its header; gets work->context. */
    void (*found)(void *context, int64_t id, const GrGame *header);
} GrDelete;

/* Deletes games, all of them or, if it fails or is stopped, none. Games that cannot be read, or whose block is damaged,
 * are reported to work->unread and left alone. *deleted is set to how many were deleted, or with `dry` would be. In no
 * transaction of the caller's. */
int gr_db_delete_found(GrDb *db, const GrDelete *job, uint64_t *deleted, GrError *error);

/* Takes the last change of the journal back: all its games get back what they were, with their numbers. Returns 1 with
 * *undone set, or 0 if there is none. GR_ERR_ILLEGAL if one of the games has been changed since; then nothing has
 * changed. In no transaction of the caller's. */
int gr_db_undo(GrDb *db, const GrWork *work, GrChange *undone, GrError *error);

/* The same, if the last change has that handle (NULL: whichever it is): else GR_ERR_ILLEGAL, also where there is
 * none. */
int gr_db_undo_this(GrDb *db, const char *handle, const GrWork *work, GrChange *undone, GrError *error);

/* How many changes can be taken back; *last is the one that would be next, *bytes all that the journal has. */
int gr_db_changes(GrDb *db, uint64_t *count, GrChange *last, uint64_t *bytes, GrError *error);

/* Empties the journal. */
int gr_db_forget_changes(GrDb *db, GrError *error);

GR_END_DECLS

#endif
