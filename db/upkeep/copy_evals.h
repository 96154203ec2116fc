/* Evaluations that belong to some games, copied with them; and a database divided into shards. */
#ifndef GR_DB_COPY_EVALS_H
#define GR_DB_COPY_EVALS_H

#include "db/search/select.h"
#include "db/store/work.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Adds to a database the evaluations of another that are on positions of its selected games, those of
 * variations too; in large transactions, or in the one that `to` is in. *stored is added to. Games that
 * cannot be read are passed over. */
int gr_db_copy_evals(GrDb *from, const GrSelection *selection, GrDb *to, const GrWork *work,
                     uint64_t *stored, GrError *error);

/* Makes a new database that is the same as this one, and marks it as shard number `shard` of `shards`
 * (db/evals/evals.h). It appears under its name when it is whole. A file of that name which is the same, byte for byte,
 * as one from an earlier run that was killed is, stays; GR_ERR_ILLEGAL if there is another. */
int gr_db_make_shard(GrDb *db, const char *path, unsigned shard, unsigned shards, const GrWork *work,
                     GrError *error);

GR_END_DECLS

#endif
