/* A plain SQLite file that a dump (db/upkeep/dump.h) makes: it needs no extension to be read. */
#ifndef GR_DB_DUMP_FILE_H
#define GR_DB_DUMP_FILE_H

#include <stdbool.h>

#include "rules/decls.h"
#include "rules/error.h"

GR_BEGIN_DECLS

typedef struct GrDumpFile GrDumpFile;

/* Begins a file, which appears under its name when it is whole; one that is there already, of whatever kind, is
 * refused. GR_ERR_NOT_FOUND if its folder is missing. *file is to be closed. */
int gr_dump_file_open(const char *path, GrDumpFile **file, GrError *error);

/* Runs the text of a dump, or whole statements of it. */
int gr_dump_file_run(GrDumpFile *file, const char *sql, GrError *error);

/* Closes the file and gives it its name, if `keep` and all went well until then; else it is gone. NULL is fine. */
int gr_dump_file_close(GrDumpFile *file, bool keep, GrError *error);

GR_END_DECLS

#endif
