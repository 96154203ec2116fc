/* Results. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_RESULTS_H
#define GR_NOTATION_READER_RESULTS_H

#include "notation/reader/reader.h"
#include "notation/reader/diagnostics.h"
#include "notation/result.h"

/* Is it a result that both players lose, `0-0`, that stands at p, and no castling? */
size_t reader_forfeit(GrReader *r, GrResult *result);

/* Do the moves of a game that has none yet come behind the result of that length at p, on its line? An asterisk ends a
 * game without moves where no tags say otherwise. */
bool reader_result_leads(const GrReader *r, size_t len);

/* The moves are read: finds the result that the text states or the final position gives, reports
 * where these differ, and brings the Result tag into the form of PGN. */
void reader_check_result(GrReader *r);

/* Reports a result at p that differs from the one that the game has ended with. */
void reader_report_second_result(GrReader *r, GrResult first);

/* Reads on after the result: text on the same line is a comment on the game, unless the next one begins there. */
Step reader_ending(GrReader *r);

#endif
