/* Importing: games of a text into a database, as fast as the machine reads them.
 *
 * Threads share the work: one reads the text and replays its games, all pack, and one (the
 * caller's) writes to the database, in the order of the text. The result does not depend on
 * their number. Memory does not grow with the text.
 *
 * Games are stored in large transactions. Whatever stops an import, the games up to some point of the
 * text are stored as a whole; run again, it finds them as duplicates and continues from there.
 */
#ifndef GR_DB_IMPORT_H
#define GR_DB_IMPORT_H

#include "db/store/database.h"
#include "notation/eval_dialect.h"
#include "notation/repair/repair_text.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* What becomes of a game that is in the database already, with other comments, variations or tags. Both ways of
 * changing the stored game can be taken back (db/upkeep/change.h). */
typedef enum GrCopies {
    GR_COPIES_DROP,    /* the stored one stays */
    GR_COPIES_REPLACE, /* the new one takes its place */
    GR_COPIES_COMBINE  /* it gets what the new one has and it has not (gr_game_unite) */
} GrCopies;

typedef struct GrImported {
    uint64_t games;      /* read from the text */
    uint64_t plies;      /* legal ones of these games, variations not counted */
    uint64_t faulty;     /* games with an error, stored as far as they are legal */
    uint64_t duplicates; /* games that were there already, or in others: not stored again */
    uint64_t replaced;   /* of these, stored in place of the earlier game or united with it; */
    uint64_t differing;  /* dropped though they have what the earlier one has not; */
    uint64_t differing_number; /* the first of those: which game of its text it is, on */
    uint32_t differing_line;   /* which line, */
    int64_t differing_id;      /* and the number of the earlier game */
    uint32_t doubtful_eval; /* gr_reader_doubtful_eval of the last text */
    const char *looks_like; /* gr_reader_looks_like of the last text */
} GrImported;

/* What an import calls; all functions may be NULL. They are called on the caller's thread. */
typedef struct GrImportJob {
    const char *path;     /* "-" for standard input */
    const GrRules *rules; /* of games without a Variant tag; NULL: chess */
    GrEvalDialect evals;  /* who wrote the evaluations in comments */
    const GrRepairLimits *repair; /* how far damaged games are repaired; NULL: not at all */
    GrDb *const *others;  /* further databases, open and in no transaction: what one of them */
    const char *const *other_names; /* has is a duplicate. What they are called in messages; */
    int other_count;      /* how many; 0: none */
    GrCopies copies;      /* what becomes of duplicates that differ */
    int jobs;             /* threads, from 1 */
    void *context;        /* given to the functions */
    /* For an import without a database: opens it when the first game is to be stored, so that a
     * text without games makes none. It stays the caller's. */
    int (*open)(void *context, GrDb **db, GrError *error);
    const GrVariants *variants; /* with open: what games are read by */
    /* A game was read: the nth of this text, from 1. added->id is its number, of the earlier game
     * if it is a duplicate (0 if another database has that), or 0 if it could not be stored;
     * game->diags say why. */
    void (*read)(void *context, uint64_t number, const GrGame *game, const GrAdded *added);
    /* How many bytes of the text have been read, of how many (0: not known). */
    void (*progress)(void *context, uint64_t bytes, uint64_t size);
    /* Should the import stop here? Asked every few games, and while it waits for text, by any
     * thread. */
    bool (*stop)(void *context);
} GrImportJob;

/* Imports a text. *imported is added to, so that several texts can be counted together; *stray is
 * set to the line of the first text that belongs to no game, 0 if there is none. Fails as
 * gr_reader_next, gr_db_add_game and job->open do; even then the games counted in *imported are
 * stored for good. db may be NULL if there is job->open. */
int gr_import(GrDb *db, const GrImportJob *job, GrImported *imported, uint32_t *stray,
              GrError *error);

/* Games that come one by one, in a transaction of the caller's:
 *
 *     GrCopying *copying = gr_copying_open(db, GR_COPIES_COMBINE);
 *     code = gr_copying_add(copying, &game, &added, &error);    for each game
 *     code = gr_copying_end(copying, &error);                   before the transaction is committed
 *     gr_copying_close(copying);
 */
typedef struct GrCopying GrCopying;

/* NULL without memory. */
GrCopying *gr_copying_open(GrDb *db, GrCopies copies);

/* Adds a game as gr_db_add_game does; what becomes of a duplicate is as in an import. Returns 0, 1 if the stored game
 * was replaced or united with it, or a code. */
int gr_copying_add(GrCopying *copying, GrGame *game, GrAdded *added, GrError *error);

/* Writes what the journal has to know of stored games that have changed. */
int gr_copying_end(GrCopying *copying, GrError *error);

/* NULL is fine. */
void gr_copying_close(GrCopying *copying);

GR_END_DECLS

#endif
