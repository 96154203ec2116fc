/* What a GrDb is made of. Internal to db/.
 *
 * The room db/store is the file. connection.h opens SQLite, sql.h runs statements and names what went wrong, schema.h
 * has the tables and their checksums. Games come in rows of the table block, up to 512 of them packed together
 * (block.h); row.c puts one in and takes one out, line.h gives just its moves. What games have in common stands in
 * tables of which all is kept in memory: variants, dictionaries of names, shapes of tags (catalog.h; catalog_local.h
 * has the tables and their backups). duplicates.h finds a game that is there already; transaction.c makes all of it
 * happen or nothing.
 *
 * beside.h knows the files that SQLite and we put beside a database, leftovers.h removes those of killed programs,
 * workers.h opens the file once for each thread, attach.h reads through a connection that somebody else has opened.
 */
#ifndef GR_DB_INTERNAL_H
#define GR_DB_INTERNAL_H

#include "db/store/block.h"
#include "db/store/connection.h"
#include "db/store/database.h"
#include "db/codec/pack.h"
#include "db/store/duplicates.h"
#include "db/store/long_rows.h"

/* What a room above this one keeps in memory of a database: the first member of a struct of its own,
 * which is freed with the database. */
typedef struct GrDbCache {
    void (*free)(struct GrDbCache *cache);
} GrDbCache;

/* Numbers of games that no block has, as far as a walk came across them (missing.c). */
typedef struct GrMissing {
    int64_t first, last; /* of the first run of them, 0: none; last 0: all from the first one on */
    bool others;         /* there are more runs */
} GrMissing;

struct GrDb {
    GrStatements sql;
    const GrVariants *variants;
    bool writable;
    bool helper;     /* a thread's, beside the caller's own handle, which is closed last */
    bool attached;   /* over a connection of somebody else's (db/store/attach.h) */
    bool writing;    /* in a transaction that writes */
    bool reading;    /* between gr_db_begin_read and gr_db_end_read */
    bool loaded;     /* catalog and blocks in memory are those of `version` */
    int64_t version; /* changes when another connection has written */
    int64_t most;    /* no block begins with a higher number: one that seems to is damaged, and as
                        if it was not there (GR_PAGE_GAMES in db/codec/limits.h; what we wrote) */
    GrCatalog catalog;
    GrBlock work;    /* the block that is being written to; games 0: none */
    bool dirty;      /* and it differs from what the file has */
    int64_t tail;    /* the first game of the last block, once this transaction has asked; 0: not yet */
    GrBlock peek;    /* the block read last; games 0: none */
    int64_t unread;  /* the first game of the block that could last not be read, and why; 0: none */
    GrError why;
    GrMissing missing;
    GrLongRows rows[GR_LONG_TABLES];
    GrBlobs blobs;   /* scratch for packing */
    GrDuplicates duplicates;
    uint64_t evals_lost; /* lookups that met damaged evaluations (gr_evals_lost) */
    uint64_t changes;  /* goes up when what memory has of the file may have become untrue */
    GrDbCache *cache;  /* of db/index (gr_coverage_load), NULL: none yet */
    GrDbCache *evals;  /* of db/evals (evals_block.h), NULL: none yet */
    GrDbCache *headers; /* of headers.c, NULL: none yet */
    GrDbCache *facts;  /* of db/search (facts.h), NULL: none yet */
    GrLineReader reader; /* scratch for reading lines of moves, */
    GrLineWriter writer; /* and for writing them */
    GrPacked packed; /* scratch for adding */
    GrBuffer texts;  /* scratch: texts of a row */
    uint32_t *cells; /* scratch: cells of a row, GR_MAX_SHAPE of them */
};

/* Does the code speak of what is in the file? That is reported and passed over, and the rest can be
 * read; but what is wrong with the disk, with memory or with locks ends what is being done. */
static inline bool gr_is_damage(int code) {
    return code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN;
}

/* Makes sure that the catalog is loaded and nothing in memory is older than the file. First thing
 * in everything that reads. */
int gr_db_refresh(GrDb *db, GrError *error);

/* What another thread needs to open the file once more, for reading; it then waits for locks as `db` does. path is
 * NULL if there is no file. */
typedef struct GrDbSource {
    const char *path;
    const GrVariants *variants;
    GrWait wait;
} GrDbSource;

GrDbSource gr_db_source(const GrDb *db);
int gr_db_open_again(const GrDbSource *source, GrDb **db, GrError *error);

/* Forgets everything that was read or not yet written. */
void gr_db_forget(GrDb *db);

/* In a transaction already: *own is false. Else begins one for the call: *own is true. */
int gr_db_enter(GrDb *db, bool *own, GrError *error);

/* Ends the call's own transaction, by commit if code is 0, and gives its code. A call that failed
 * inside the caller's transaction rolls that back, unless it failed for its arguments. */
int gr_db_leave(GrDb *db, bool own, int code, GrError *error);

/* Finds the block that has game `id`, up to and with the `parts`, and the game's place in it. The
 * block is valid until the next call on db. GR_ERR_NOT_FOUND if there is none, or the game was
 * deleted. */
int gr_db_find(GrDb *db, int64_t id, GrBlockParts parts, const GrBlock **block, uint32_t *index,
               GrError *error);

/* Reads the block that begins with game `first` into *block, up to and with the `parts`. */
int gr_db_read_block(GrDb *db, int64_t first, GrBlockParts parts, GrBlock *block, GrError *error);

/* The first game of the last block that begins at game `id` or earlier; 0 if there is none. */
int64_t gr_db_block_of(GrDb *db, int64_t id, GrError *error);

/* The first game of the first block that begins at game `from` or later; 0 if there is none. Work
 * that is not written yet is written first. */
int64_t gr_db_next_block(GrDb *db, int64_t from, GrError *error);

/* The lowest number from `id` on that a block may have a game of; 0 if there is none. A walk
 * through all games thus skips gaps: it visits at most GR_BLOCK_GAMES numbers for each block. */
int64_t gr_db_next_game(GrDb *db, int64_t id, GrError *error);

/* Whoever goes from one block to the next compares the numbers: where the next game should be `id`, but the next block
 * does not begin with it, games are missing, which is noted if it is so. At the end of all blocks there is nothing to
 * compare with, but what else the file has of later games. 0 or a code; damage is none. */
int gr_db_note_missing(GrDb *db, int64_t id, GrError *error);
int gr_db_note_missing_end(GrDb *db, GrError *error);

/* Adds what another handle of the same file has noted. */
void gr_missing_join(GrMissing *missing, const GrMissing *more);

/* Writes the work block, if it has changed. */
int gr_db_flush(GrDb *db, GrError *error);

/* Makes the last block the work block, or a new one behind it; it has room for a game. */
int gr_db_open_tail(GrDb *db, GrError *error);

/* Makes the block of game `id` the work block. */
int gr_db_open_work(GrDb *db, int64_t id, GrError *error);

/* Can game `id` be replaced or deleted? GR_ERR_DAMAGED if its block is damaged, which has to stay
 * as it is. */
int gr_db_can_change(GrDb *db, int64_t id, GrError *error);

/* The identity of a game that has been read, and the index of games seen with it. */
GrIdentity gr_db_identity(const GrGame *game);
int gr_db_see(GrDb *db, GrIdentity identity, int64_t id, GrError *error);
int gr_db_unsee(GrDb *db, GrIdentity identity, int64_t id, GrError *error);

/* The game that one that was packed is a duplicate of: *id, 0 if there is none. */
int gr_db_find_same(GrDb *db, const GrGame *game, const GrPacked *packed, int64_t *id,
                    GrError *error);

/* Adds a game that was packed already, as gr_db_add_game does; in a transaction. */
int gr_db_add_packed(GrDb *db, const GrGame *game, const GrPacked *packed, GrAdded *added,
                     GrError *error);

/* Puts a game in the place of one that was deleted. GR_ERR_NOT_FOUND if no game was deleted there. In a transaction. */
int gr_db_restore_game(GrDb *db, int64_t id, const GrGame *game, GrError *error);

/* Makes the row of a game, with what the catalog needs added; it points to scratch memory of db and
 * to packed. */
int gr_row_make(GrDb *db, const GrGame *game, const GrPacked *packed, GrRow *row, GrError *error);

/* A row that is being read. Its texts are, one behind the other: the FEN of the start position (if
 * the column start says so), the values of tags that are in no dictionary (with inline tags: their
 * number, then name and value of each), and the body. */
typedef struct GrRowReader {
    GrDb *db;
    const GrRow *row;
    const GrShape *shape;  /* NULL: inline tags */
    uint32_t tag, tags;    /* the next tag and how many there are */
    const char *start_fen; /* "" if it is not among the texts */
    GrInput texts;         /* from the next tag's value on; the body after the last tag */
} GrRowReader;

/* Begins to read a row; its block has texts. */
int gr_row_open(GrDb *db, const GrRow *row, GrRowReader *reader, GrError *error);

/* The next tag: 1 with name and value set, 0 after the last one. */
int gr_row_next_tag(GrRowReader *reader, const char **name, const char **value, GrError *error);

/* The rules of a row; NULL for the variant 0. GR_ERR_FOREIGN if there is no such variant. */
int gr_row_rules(const GrDb *db, const GrRow *row, const GrRules **rules, GrError *error);

/* Sets what a header has besides tags: rules (NULL if they are not known), result, plies. */
void gr_row_facts(const GrDb *db, const GrRow *row, GrGame *game);

/* Makes of a row, whose block may be without its texts, a header with no tags but those (NULL ends
 * the list). Returns 1, or 0 if that needs the texts. */
int gr_row_read_tags(GrDb *db, const GrRow *row, const char *const *tags, GrGame *game,
                     GrError *error);

/* Makes the game of a row: all of it, or its header alone. */
int gr_row_read(GrDb *db, const GrRow *row, bool whole, GrGame *game, GrError *error);

#endif
