/* What the files of the catalog share: how the five tables become rows of bytes, how those are
 * kept in memory, and their backups. Internal to db/catalog*.c.
 *
 * Each of the tables variant, dictionary, tag, shape and judge has a backup, a packed copy of its rows
 * with a checksum (see grimoire-format(5)). Triggers take it away when a table is written, so that
 * a backup that is there and whole is true, whatever the table says.
 */
#ifndef GR_DB_CATALOG_LOCAL_H
#define GR_DB_CATALOG_LOCAL_H

#include "db/codec/bytes.h"
#include "db/store/catalog.h"
#include "db/codec/integrity.h"

enum { GR_ROW_NUMBERS = 4 };

/* A row of one of the tables: its number; a name, or the tags of a shape, two bytes each, or engine
 * and options of a judge, separated by a line feed; and what further numbers the table has. */
typedef struct GrCatalogRow {
    uint64_t id;
    const void *bytes;
    size_t len;
    uint64_t number[GR_ROW_NUMBERS];
} GrCatalogRow;

/* The strings of a table, by the numbers of its rows. */
GrIntern *gr_catalog_strings(GrCatalog *catalog, GrCatalogPart part);

/* Keeps a row in memory. GR_ERR_DAMAGED if there cannot be such a row; its number is then taken all
 * the same, if it can be. */
int gr_catalog_keep(GrCatalog *catalog, GrCatalogPart part, const GrCatalogRow *row);

/* Adds the row to the end of bytes, or takes the next one from them. */
void gr_catalog_put_row(GrBuffer *out, GrCatalogPart part, const GrCatalogRow *row);
GrCatalogRow gr_catalog_get_row(GrInput *in, GrCatalogPart part);

/* Writes a dictionary's row, which may be there already. */
int gr_catalog_put_dictionary(GrCatalog *catalog, uint32_t id, GrError *error);

/* Can there be such a row of the table judge, as far as the row alone shows? */
bool gr_catalog_is_judge(const GrCatalogRow *row);

/* Keeps a judge's row in memory, as gr_catalog_keep does; its number can be had. */
bool gr_catalog_judge_room(GrCatalog *catalog, uint32_t id);
int gr_catalog_keep_judge(GrCatalog *catalog, const GrCatalogRow *row);

/* Writes a judge's row, which may be there already. */
int gr_catalog_put_judge(GrCatalog *catalog, uint32_t id, GrError *error);

/* Reads the backup of a table into *rows. Returns 1, or 0 if it has none, or none that can be read.
 * *health says whether it is as it was written, and is GR_CORRUPT if it cannot be read. */
int gr_backup_read(GrCatalog *catalog, GrCatalogPart part, GrBuffer *rows, GrHealth *health,
                  GrError *error);

/* Writes the backups that are not in the file; part of every commit. */
int gr_backups_write(GrCatalog *catalog, GrError *error);

#endif
