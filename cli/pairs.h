/* Both boards of a record, of which a database has two games: for formats that write them as one. */
#ifndef GR_CLI_PAIRS_H
#define GR_CLI_PAIRS_H

#include "db/db.h"
#include "notation/write/format.h"

typedef struct CliPairs {
    GrGame other;     /* board B of the record, */
    bool paired;      /* if both are written as one */
    GrBuffer written; /* a bit for each number of a board A that was written */
} CliPairs;

void cli_pairs_init(CliPairs *pairs);
void cli_pairs_free(CliPairs *pairs);

/* Another database follows. */
void cli_pairs_begin(CliPairs *pairs);

/* The game of that number was read. Reads the other board of its record, which has the next number or the one before,
 * if the format writes both as one; then `game` is board A. Returns 1 if that was written already, 0, or a GrCode. */
int cli_pairs_read(CliPairs *pairs, GrDb *db, const GrFormat *format, GrGame *game, int64_t id, GrError *error);

#endif
