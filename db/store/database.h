/* A database of games in one SQLite file: open it, read, add and replace games.
 *
 * Games are numbered from 1 in the order in which they came in; a number stays with its game for
 * good. A GrDb belongs to one thread at a time; further threads or programs open the file for
 * themselves. Any number of them may read while one writes, and what they see does not change
 * between two of their calls that belong together only inside gr_db_begin_read.
 *
 * Writing uses transactions. After gr_db_begin, everything up to gr_db_commit happens as a
 * whole or not at all, whatever kills the program in between; gr_db_add_game and
 * gr_db_replace_game outside of one make their own, which is slow for many games. When a call
 * inside a transaction fails for another reason than its arguments, the whole transaction is
 * rolled back and has to be started again; gr_db_in_transaction reports it.
 *
 * Changing a game (an engine pass, say):
 *
 *     gr_db_get_game(db, id, &game, &error);
 *     ... set game.nodes[i].comment, .nags, add variations, set tags ...
 *     gr_db_replace_game(db, id, &game, &error);
 *
 * What gr_db_get_game gave and gr_db_replace_game takes is the game as text files know it, with
 * nothing lost on the way but the lines and columns of moves (GrNode.line) and of the game.
 */
#ifndef GR_DB_DATABASE_H
#define GR_DB_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrDb GrDb;

typedef enum GrDbMode {
    GR_DB_READ,  /* the file must exist; what it holds is not changed, and nothing stays beside it */
    GR_DB_WRITE, /* the file must exist */
    GR_DB_CREATE /* as GR_DB_WRITE, but a file that is missing or empty becomes a new database */
} GrDbMode;

/* Opens a database; on success *db is the caller's, to be closed by gr_db_close. The variants must stay
 * open as long. Codes to act on, all with *db NULL:
 *   GR_ERR_NOT_FOUND  there is no such file; or none may be made, as a log or a journal without a database is there
 *   GR_ERR_FOREIGN    it is not a database of ours, or of a version newer than this program
 *   GR_ERR_ILLEGAL   it describes a game that is another one than what the variants have by that name
 *   GR_ERR_DAMAGED    it is ours, but damaged too badly to be opened
 *   GR_ERR_BUSY       another program holds it (after waiting for a while) */
int gr_db_open(const char *path, const GrVariants *variants, GrDbMode mode, GrDb **db, GrError *error);

/* What a call does while it waits for a lock of another program. */
typedef struct GrDbWaiting {
    bool (*stop)(void *context);  /* asked again and again: when it has been true for a quarter of a second, the call
                                     returns GR_ERR_STOPPED; NULL: nothing is asked. Threads that a call starts ask it,
                                     too */
    void (*waits)(void *context); /* called in the caller's thread once a wait has lasted for a second; NULL: nothing is */
    void *context;
} GrDbWaiting;

/* The same for a caller who may want to end before the call does, or to know that it waits: so do all later calls on
 * the database. GR_ERR_STOPPED, too. */
int gr_db_open_until(const char *path, const GrVariants *variants, GrDbMode mode, const GrDbWaiting *waiting,
                     GrDb **db, GrError *error);

/* Brings what was committed, and lies in the log beside the file, into the file, as closing does, which does not say
 * that it failed: then the file alone is not the database, and the error says why. To be called before gr_db_close by
 * who has written; rolls back a transaction that is still open, and ends one for reading. 0, too, if
 * other programs have the database open, of which the last one does this, and if it was opened for reading. */
int gr_db_settle(GrDb *db, GrError *error);

/* Closes the database; a transaction that is still open is rolled back. NULL is fine. */
void gr_db_close(GrDb *db);

/* The most memory, in KiB, that caches pages of the file: 16384 at first, which whoever opens many
 * databases may divide among them. A request only: where it cannot be set, nothing changes. */
void gr_db_set_cache(GrDb *db, int kib);

/* The variants that the database was opened with. */
const GrVariants *gr_db_all_variants(const GrDb *db);

/* Transactions. gr_db_begin waits up to the time set by gr_db_set_patience (10 seconds at first)
 * for another writer and then returns GR_ERR_BUSY. After a failed gr_db_commit the transaction is
 * rolled back. gr_db_rollback does nothing without a transaction. */
int gr_db_begin(GrDb *db, GrError *error);
int gr_db_commit(GrDb *db, GrError *error);
void gr_db_rollback(GrDb *db);
bool gr_db_in_transaction(const GrDb *db);
void gr_db_set_patience(GrDb *db, int milliseconds);

/* Sets what calls do while they wait from now on; NULL: nothing, as at first with gr_db_open. */
void gr_db_set_waiting(GrDb *db, const GrDbWaiting *waiting);

/* Makes all reading up to gr_db_end_read see the same state of the database. It also saves time: outside, each
 * call that reads locks the file anew, which takes as long as finding an evaluation. */
int gr_db_begin_read(GrDb *db, GrError *error);
void gr_db_end_read(GrDb *db);

/* The highest number that a game has, 0 in an empty database. */
int64_t gr_db_last(GrDb *db, GrError *error);

/* Were games missing in what went through games with this handle, since their blocks are lost? They are passed over
 * without a code, as deleted ones are. If so, *error says which. */
bool gr_db_missing(const GrDb *db, GrError *error);

/* The rules of the nth variant (from 0) that games of the database came to have, in the order in
 * which they came; NULL past the end, and for a variant that is not among the variants. */
const GrRules *gr_db_variant(GrDb *db, size_t n);

/* How many there are; games of unknown variants are not counted. */
size_t gr_db_variants(GrDb *db);

/* Reads a game. *game, which gr_game_init has made, is overwritten. Codes to act on:
 *   GR_ERR_NOT_FOUND  no game has this number
 *   GR_ERR_DAMAGED    the game is damaged; *game holds nothing. Other games can still be read
 *   GR_ERR_FOREIGN    its variant is not among the variants, or it needs a newer program */
int gr_db_get_game(GrDb *db, int64_t id, GrGame *game, GrError *error);

/* The same without moves, comments and rest: tags, variant, result, plies and partial. The start
 * position is not set. Many times faster. */
int gr_db_get_header(GrDb *db, int64_t id, GrGame *game, GrError *error);

/* The same, perhaps with no tags but those (NULL ends the list), which takes less time. Damage to its
 * moves is not noticed. */
int gr_db_get_tags(GrDb *db, int64_t id, const char *const *tags, GrGame *game, GrError *error);

/* What became of a game that was to be added. */
typedef struct GrAdded {
    int64_t id;     /* its number; of the earlier game if it is a duplicate */
    bool duplicate; /* the same game stood there already, and nothing was added */
} GrAdded;

/* Adds a game at the end. It is a duplicate, and not added, if a game has the same variant, start
 * position and moves, the same rest that could not be replayed, and the same values of the tags
 * Event, Site, Date, Round, Board, White, Black, Result, Time and UTCTime (of Result, what the
 * game's result is: a text may have it behind the moves alone); comments, marks and variations do
 * not count. GR_ERR_LIMIT if the game is beyond a bound of db/codec/limits.h: it is not added, and
 * the transaction goes on. */
int gr_db_add_game(GrDb *db, const GrGame *game, GrAdded *added, GrError *error);

/* Puts another game (or the same one, annotated) in the place of game `id`. Fails as gr_db_add_game
 * does; GR_ERR_NOT_FOUND if there is no game of that number. */
int gr_db_replace_game(GrDb *db, int64_t id, const GrGame *game, GrError *error);

/* Deletes a game. Its number is not reused. */
int gr_db_delete_game(GrDb *db, int64_t id, GrError *error);

GR_END_DECLS

#endif
