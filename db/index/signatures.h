/* The signatures of a database's games (db/store/signature_row.h): made, checked, and asked which
 * games never come to a position. Internal to db/.
 */
#ifndef GR_DB_SIGNATURES_H
#define GR_DB_SIGNATURES_H

#include "db/index/position_index.h"
#include "db/store/signature_row.h"
#include "db/store/work.h"

/* Makes the signatures of all blocks that have none. In a transaction. */
int gr_signatures_complete(GrDb *db, const GrWork *work, GrError *error);

/* Rebuilds the signatures of all blocks, in the same way. */
int gr_signatures_make(GrDb *db, const GrWork *work, GrError *error);

/* Compares the games of a block, which are read anyway, with the signatures stored for it. */
typedef struct GrSignatureCheck {
    GrSignatures stored;
    GrSignatureCursor cursor;
    GrSignatureMaker maker;
    bool any;    /* there are signatures */
    bool agrees; /* so far */
} GrSignatureCheck;

void gr_signature_check_init(GrSignatureCheck *check);
void gr_signature_check_free(GrSignatureCheck *check);

/* Begins with a block; a damaged row is found out and is no failure. */
int gr_signature_check_begin(GrSignatureCheck *check, GrDb *db, const GrBlock *block, GrError *error);

/* Takes the block's next game, from the first to the last; NULL: it cannot be read. */
void gr_signature_check_game(GrSignatureCheck *check, const GrBlock *block, const GrGame *game);

/* A question to all signatures. */
typedef struct GrSignatureAsk {
    void *context;
    /* Not NULL: how many of the parts of GR_SIGNED_GONE are enough to know all that is asked, if no home square comes
     * back? Then `row` is asked as soon as these are unpacked. 0: more is needed. */
    unsigned (*first)(void *context, const GrSignatures *signatures);
    /* By their traits, which games of the row may be what is looked for? And what of the row has to be unpacked to know
     * more: bits GR_SIGNATURES_... */
    unsigned (*traits)(void *context, const GrSignatures *signatures, bool may[GR_BLOCK_GAMES]);
    /* And by all that is known then? False if the row has no sense: then it may be any of them. */
    bool (*row)(void *context, const GrSignatures *signatures, bool may[GR_BLOCK_GAMES]);
} GrSignatureAsk;

/* Takes games out of *set, which becomes one of single games. Those without signature stay. */
int gr_signatures_ask(GrDb *db, const GrSignatureAsk *ask, GrGameSet *set, GrError *error);

/* Takes games out of *set whose signatures show that the board of pos never occurred in them.
 * Where the set was all games, or many, it becomes one of single games. */
int gr_signatures_narrow(GrDb *db, const GrPosition *pos, GrGameSet *set, GrError *error);

#endif
