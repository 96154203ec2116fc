/* What verify says of damaged tables: what is lost, and what sets it right. Internal to db/. */
#ifndef GR_DB_TABLE_FLAWS_H
#define GR_DB_TABLE_FLAWS_H

#include "db/store/internal.h"
#include "db/upkeep/structure.h"

typedef struct GrTableFlaws {
    GrDb *db; /* whose catalog is loaded */
    void (*report)(void *context, const char *text);
    void *context;
    bool told[GR_PARTS];      /* this table of the catalog was reported */
    bool duplicates;          /* the index of duplicates is damaged, which was reported */
    bool games;               /* games may be lost, and nobody knows which */
    bool meta;                /* rows of the table meta may be lost */
    bool evaluations;         /* the table of evaluations is damaged */
    bool shared;              /* two tables have the same pages: optimise changes nothing */
    char names[GR_FLAW_SAID]; /* what SQLite says of the table name, "" if it is sound: it is reported with its values */
} GrTableFlaws;

/* Reports a flaw. `flaws` is a GrTableFlaws. */
void gr_report_flaw(void *flaws, GrFlaw flaw, const char *table, const char *said);

#endif
