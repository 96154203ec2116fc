/* Findings in another order than that of the games: they wait until all are there.
 *
 * GrFind.show puts each finding between gr_sort_begin and gr_sort_end into its output, GrFind.put hands that to
 * gr_sort_take, and when gr_find has ended gr_sort_end_all puts them into their order.
 */
#ifndef GR_DB_SORTING_H
#define GR_DB_SORTING_H

#include "db/search/find.h"
#include "notation/buffer.h"

GR_BEGIN_DECLS

typedef enum GrSortKey {
    GR_SORT_NONE,
    GR_SORT_DATE,  /* what is not known of a date comes before what is */
    GR_SORT_ELO,   /* the mean of both ratings, or the one that is known */
    GR_SORT_PLIES,
    GR_SORT_COUNT, /* of findings in the game */
    GR_SORT_WHITE, /* names, in the order of bytes, letters of ASCII alike */
    GR_SORT_BLACK,
    GR_SORT_EVENT
} GrSortKey;

/* The names of the keys from GR_SORT_DATE on; NULL ends the list. */
extern const char *const gr_sort_keys[];

/* A finding that waits. */
typedef struct GrSorted {
    int64_t number;     /* what it is sorted by; INT64_MAX: not known, which comes last in any case */
    size_t words;       /* or a text in GrSorting.text */
    uint64_t order;     /* among the findings */
    size_t at, len;     /* its bytes, in GrSorting.text */
} GrSorted;

/* All zero but for the first three at the start; to be freed by gr_sort_free. */
typedef struct GrSorting {
    GrSortKey key;
    bool reverse;
    uint64_t limit;     /* so many are kept; 0: all */
    GrSorted *item;     /* [0 .. items - 1] */
    size_t items, cap;
    uint64_t taken;     /* how many there were */
    GrBuffer text;
    bool failed;        /* memory has run out */
} GrSorting;

/* All tags that keys are made of, and those that findings show, for GrFind.tags; NULL ends the list. */
extern const char *const gr_sort_tags[];

/* Begins and ends a finding, whose game has these tags. Begin returns what end is to be given. */
size_t gr_sort_begin(const GrSorting *sorting, const GrFinding *found, GrBuffer *out);
void gr_sort_end(GrBuffer *out, size_t begun);

/* A place in the order. */
typedef struct GrSortPlace {
    int64_t number;    /* as in GrSorted */
    const char *words; /* never NULL */
} GrSortPlace;

/* Does a finding come before a place (below 0), there (0) or behind it, by the key alone? From any thread. */
int gr_sort_compare(const GrSorting *sorting, const GrFinding *found, const GrSortPlace *place);

/* Takes whole findings; false without memory. */
bool gr_sort_take(GrSorting *sorting, const char *bytes, size_t len);

/* Puts what was taken into its order, and drops what is beyond the limit. False without memory. */
bool gr_sort_end_all(GrSorting *sorting);

void gr_sort_free(GrSorting *sorting);

GR_END_DECLS

#endif
