/* Writing games as text: PGN, SAN, long form, UCI, FEN, JSON.
 *
 * PGN is the standard's export format: the seven roster tags first, the others in ASCII order,
 * lines below 80 columns, and everything the game has: comments, NAGs, variations. What is written
 * reads back as the same game, and writing that again gives the same bytes. The other formats are
 * for other programs and leave out what they have no place for.
 *
 *   SAN, UCI   a line a game: the moves of the main line, parted by blanks
 *   long       a heading, an empty line, one ply to a line with its number, an empty line
 *   FEN        a line for the position after each ply; an empty line between games
 *   JSON       an object a game on one line; see gr_write_json
 *
 * A game that could not be replayed to its end is written to its last legal ply; PGN and JSON also
 * keep the rest. In PGN that is a last comment, `{[%unplayable REASON] REST}`, where `}`, `%` and
 * line ends are written as %7D, %25 and %0A; the reader makes the rest of the game of it again.
 * In the same way `{[%quoted] TEXT}` is a comment with a closing brace in it.
 * A game without rules is written in PGN with its movetext as it stands, and in JSON with none.
 */
#ifndef GR_NOTATION_WRITER_H
#define GR_NOTATION_WRITER_H

#include "notation/buffer.h"
#include "notation/game.h"

typedef enum GrFormat {
    GR_FORMAT_PGN,
    GR_FORMAT_SAN,
    GR_FORMAT_LONG,
    GR_FORMAT_UCI,
    GR_FORMAT_FEN,
    GR_FORMAT_JSON
} GrFormat;

/* Beginnings of the comments that keep what PGN has no other place for. */
#define GR_UNPLAYABLE "[%unplayable "
#define GR_QUOTED "[%quoted] "

/* Names of the formats, in their order ("pgn", "san" ...), ended by NULL. */
const char *const *gr_format_names(void);

/* Appends the game to out. `number` counts the games written, from 1. If memory runs out,
 * out->failed is set. */
void gr_write_game(GrBuffer *out, const GrGame *game, GrFormat format, uint64_t number);

/* The parts of it. */
void gr_write_pgn(GrBuffer *out, const GrGame *game);
void gr_write_json(GrBuffer *out, const GrGame *game);

/* The variant's short name, as JSON has it; NULL for a game without rules. */
const char *gr_game_variant(const GrGame *game);

/* Why the main line stops: its first error; "" if it does not, or nobody said. */
const char *gr_game_stop_reason(const GrGame *game);

#endif
