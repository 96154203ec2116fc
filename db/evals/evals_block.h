/* Blocks of verdicts in the file, and those that are kept in memory. Internal to db/evals and
 * db/upkeep.
 *
 * The room db/evals keeps verdicts by position. Those of a family of judges stand in one range of keys, packed into
 * blocks that fill a page of the file (db/codec/verdicts.h). evals_put.c merges a batch into them and divides full
 * ones, as a B-tree does with its leaves; evals_upkeep.h checks and repacks them; judged.h gives the positions of a
 * game their verdicts.
 */
#ifndef GR_DB_EVALS_BLOCK_H
#define GR_DB_EVALS_BLOCK_H

#include "db/codec/verdicts.h"
#include "db/evals/evals.h"
#include "db/store/internal.h"

enum { GR_KEPT_BLOCKS = 256 };

/* In memory as db->evals: blocks that were asked for lately. */
typedef struct GrEvalsCache {
    GrDbCache cache;
    uint64_t changes; /* when db->changes was this */
    unsigned shift;   /* keys whose prefixes differ only in this many low bits share a slot */
    GrVerdictBlock slot[GR_KEPT_BLOCKS]; /* count 0: none */
} GrEvalsCache;

/* The block that a key belongs to: 1, 0 if there is none, or a code. It is valid until the next call
 * on db. GR_ERR_DAMAGED if it cannot be read or is missing. */
int gr_evals_block(GrDb *db, uint32_t family, uint32_t variant, uint64_t key, GrVerdictBlock **block,
                   GrError *error);

/* Reads the block of the row `place`, from the file: 1, 0 if there is none, or a code. GR_ERR_DAMAGED also
 * if it says itself that it belongs elsewhere; it can be read then (block->count is not 0). *block is
 * to be freed. */
int gr_evals_read(GrDb *db, int64_t place, GrVerdictBlock *block, GrError *error);

/* The first row from `place` up to `most`; 0 if there is none. */
int64_t gr_evals_next(GrDb *db, int64_t place, int64_t most, GrError *error);

/* The last row from `least` up to `place`; 0 if there is none. */
int64_t gr_evals_last(GrDb *db, int64_t place, int64_t least, GrError *error);

/* Writes a row; blocks in memory that it makes untrue are forgotten. In a transaction. */
int gr_evals_write(GrDb *db, int64_t place, uint64_t end, const GrBuffer *bytes, GrError *error);

/* Deletes a row. */
int gr_evals_drop(GrDb *db, int64_t place, GrError *error);

/* Puts a block that says that it belongs elsewhere into its own row, if that is free, and deletes the
 * row where it was. */
int gr_evals_move(GrDb *db, int64_t place, const GrVerdictBlock *block, GrError *error);

/* Goes through all blocks that can be read, by family (in the order of gr_evals_judges), variant (by name)
 * and key. `visit` returns 0 to go on or a code, which ends it. GR_ERR_DAMAGED or GR_ERR_FOREIGN at the
 * end if there were others. */
typedef int (*GrEvalsVisit)(void *context, uint32_t family, const GrRules *rules,
                            GrVerdictBlock *block);
int gr_evals_walk(GrDb *db, GrEvalsVisit visit, void *context, GrError *error);

/* Can a verdict on a position of these rules be: are its numbers in their bounds, and the squares of its
 * moves on the board? */
bool gr_evals_can_be(const GrVerdict *verdict, const GrRules *rules);

/* What the catalog says of a judge that it has. */
void gr_evals_read_judge(const GrDb *db, uint32_t id, GrJudge *judge);

/* As gr_evals_judges; with `all`, those without a verdict, too. */
int gr_evals_all_judges(GrDb *db, bool all, GrJudgeCount **judges, size_t *count, GrError *error);

/* Adds verdicts of judges of one family, which come by their keys, each once; in a transaction.
 * *stored is added to. */
int gr_evals_merge(GrDb *db, uint32_t family, uint32_t variant, const GrJudgedKey *entry, size_t count,
                   uint64_t *stored, GrError *error);

#endif
