/* Checking a database: every game decoded, replayed and compared with its checksum. */
#ifndef GR_DB_VERIFY_H
#define GR_DB_VERIFY_H

#include "db/store/database.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrVerified {
    uint64_t games, plies; /* that are sound; plies of main lines */
    uint64_t damaged;      /* games that are damaged or missing */
    uint64_t unknown;      /* games that only a newer program, or another variant, could read */
    uint64_t evaluations;  /* that are sound */
    uint64_t faults;       /* of the database beside its games */
} GrVerified;

typedef struct GrVerifyJob {
    void *context; /* given to the functions, any of which may be NULL */
    /* A fault: of game `id`, or, with id 0, of the database. */
    void (*fault)(void *context, int64_t id, const char *text);
    void (*progress)(void *context, uint64_t done, uint64_t total); /* games */
    bool (*stop)(void *context);
} GrVerifyJob;

/* Checks SQLite's structures, every game, that every game is found in the index of games that have
 * been seen, that the index has it as it is, that the values of tags can be read, and all evaluations. *verified is
 * filled. GR_ERR_DAMAGED if any fault was reported; another code if the file cannot be read at all. */
int gr_db_verify(GrDb *db, const GrVerifyJob *job, GrVerified *verified, GrError *error);

GR_END_DECLS

#endif
