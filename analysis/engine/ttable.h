/* The transposition table: what earlier searches found out about positions. Internal to analysis/.
 *
 * Entries are two words each, the first XORed with the second (Hyatt and Mann's lock-free scheme),
 * so that threads may share a table: an entry torn by two writers does not match its key. A move
 * read from the table is a hint only and must be checked against the legal moves.
 */
#ifndef GR_ANALYSIS_TTABLE_H
#define GR_ANALYSIS_TTABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation/score.h"
#include "rules/move.h"

typedef enum GrBound { GR_BOUND_NONE, GR_BOUND_UPPER, GR_BOUND_LOWER, GR_BOUND_EXACT } GrBound;

typedef struct GrTableSlot {
    _Atomic uint64_t check, data;
} GrTableSlot;

typedef struct GrTable {
    void *memory;      /* that holds the slots, */
    GrTableSlot *slot; /* from a cache line on, so that a bucket lies in one */
    size_t buckets; /* of GR_BUCKET slots */
    unsigned epoch; /* since when it was last made to forget: only entries of it count; 1 up */
    unsigned age;   /* of the running search, going round */
} GrTable;

enum { GR_BUCKET = 4, GR_TABLE_EPOCHS = 2048, GR_TABLE_DEPTH = 127 };

/* What is known of a position. Mate scores count from the position itself, not from the root. */
typedef struct GrTableEntry {
    GrMove move;   /* best or refuting move, GR_NO_MOVE */
    GrScore score; /* as `bound` says */
    GrScore eval;  /* the static evaluation, GR_NO_SCORE if not made */
    int depth;     /* searched to this depth, 0 .. GR_TABLE_DEPTH; 0 is a quiescence search */
    GrBound bound;
    bool pv; /* there was a PV node here */
} GrTableEntry;

/* A copy of a GrTable shares its slots: each thread of a search has one, made while no search runs,
 * and only the original is resized, freed or made to forget. */

/* Gives an empty table `megabytes` (1 up). If that fails, the table is as before. A table filled
 * with zero bytes is valid here and for gr_table_free. */
int gr_table_resize(GrTable *table, size_t megabytes);
void gr_table_free(GrTable *table);

/* A new search begins: entries of earlier ones are replaced first. */
void gr_table_next(GrTable *table);

/* Makes the table forget all it knows, at the cost of erasing a two-thousandth of it: what is
 * looked up and what is replaced afterwards is as in an empty table. No search may be running. */
void gr_table_forget(GrTable *table);

bool gr_table_find(const GrTable *table, uint64_t key, GrTableEntry *entry);
void gr_table_store(GrTable *table, uint64_t key, const GrTableEntry *entry);

/* Begins to load what is known of a position that will soon be looked up. */
void gr_table_prefetch(const GrTable *table, uint64_t key);

/* How full, in thousandths, judged by the first thousand slots. */
unsigned gr_table_fill(const GrTable *table);

#endif
