/* Records of games, bounded by keeping a random part of their clusters. */
#include <stdlib.h>

#include "analysis/report/report_local.h"

static uint64_t place_of(const GrRecord *record) {
    return gr_report_mix(record->cluster, UINT64_C(0x5DEECE66D));
}

/* Halves the part until there is room. Whether a cluster is kept depends on its number alone, so that
 * a cluster is kept as a whole whenever its games come. */
static void thin(GrRecords *records) {
    while (records->count >= records->most && records->threshold > 1) {
        size_t kept = 0;
        records->threshold /= 2;
        for (size_t i = 0; i < records->count; i++)
            if (place_of(&records->record[i]) <= records->threshold)
                records->record[kept++] = records->record[i];
        records->count = kept;
    }
}

int gr_records_add(GrRecords *records, const GrRecord *record) {
    if (place_of(record) > records->threshold)
        return 0;
    if (records->count == records->most)
        thin(records);
    if (place_of(record) > records->threshold || records->count == records->most)
        return 0;
    if (records->count == records->cap) {
        size_t cap = records->cap ? 2 * records->cap : 256;
        cap = cap > records->most ? records->most : cap;
        GrRecord *grown = realloc(records->record, cap * sizeof *grown);
        if (!grown)
            return GR_ERR_MEMORY;
        records->record = grown;
        records->cap = cap;
    }
    records->record[records->count++] = *record;
    return 0;
}

static int compare(const void *one, const void *other) {
    const GrRecord *a = one, *b = other;
    if (a->cluster != b->cluster)
        return a->cluster < b->cluster ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

void gr_records_sort(GrRecords *records) {
    if (records->count)
        qsort(records->record, records->count, sizeof *records->record, compare);
}
