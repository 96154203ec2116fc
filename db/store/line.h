/* Main lines of stored games, to be gone through from inside their blocks. Internal to db/. */
#ifndef GR_DB_STORE_LINE_H
#define GR_DB_STORE_LINE_H

#include "db/store/internal.h"

/* A line, and what its block has beside it. */
typedef struct GrStoredLine {
    const GrRules *rules;  /* NULL: of an unknown variant, and without moves */
    uint32_t variant;      /* its number in the catalog */
    uint32_t flags, plies; /* db/codec/pack.h */
    const uint8_t *moves;  /* they stay where they are up to the next call on the database */
    size_t len;
} GrStoredLine;

/* The line of a row; GR_ERR_FOREIGN or GR_ERR_DAMAGED if it cannot be read. */
int gr_row_line(const GrDb *db, const GrRow *row, GrStoredLine *line, GrError *error);

/* The start position of a row of these rules, whose block has its texts unless the row begins as usual. */
int gr_row_start(GrDb *db, const GrRow *row, const GrRules *rules, GrPosition *start, GrError *error);

/* Both, of a game with rules. GR_ERR_NOT_FOUND if there is no such game; GR_ERR_FOREIGN or GR_ERR_DAMAGED if it cannot
 * be read, or its variant is not known. Where a checksum of the block does not fit, the game is checked. */
int gr_db_line(GrDb *db, int64_t id, GrStoredLine *line, GrPosition *start, GrError *error);

#endif
