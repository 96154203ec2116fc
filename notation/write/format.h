/* The formats in which games are written: one table for all programs. A new format is a file with a
 * GrFormat, and a word in GR_FORMATS.
 *
 * PGN is the standard's export format: the seven roster tags first, the others in ASCII order,
 * lines below 80 columns, and everything the game has: comments, NAGs, variations. What is written
 * reads back as the same game, and writing that again gives the same bytes. The other formats are
 * for other programs and leave out what they have no place for.
 *
 *   SAN, UCI   a line a game: the moves of the main line, separated by spaces; with its result where the next game could
 *              be read as more of it
 *   long       a heading, an empty line, one ply to a line with its number, an empty line
 *   FEN        a line for the position after each ply; an empty line between games
 *   CSA, KIF, KI2   records of Shogi and what has its pieces, as their programs read them; CSA has the main line alone
 *   USI        a line a game of Shogi: `position startpos moves 7g7f 3c3d`
 *   WXF, ICCS, Chinese   PGN of Xiangqi as its programs have it: `C2.5`, `H2-E2`, 炮二平五
 *   UCCI       a line a game of Xiangqi: `position startpos moves h2e2 h9g7`
 *   BPGN       records of Bughouse, both boards in one: two games make one
 *   JSON       an object a game on one line, with game->judgement and times of moves if they are known
 *   CSV        a line a game with its most usual tags and its judgement's sums, without moves; a first
 *              line names the columns; "csv" is safe to open in a spreadsheet, "csv-plain" has the
 *              text of tags as it is (notation/csv.h)
 *   HTML       a page that plays the games (notation/write/html.h)
 *
 * A game that could not be replayed to its end is written to its last legal ply; PGN and JSON also
 * keep the rest. In PGN that is a last comment, `{[%unplayable REASON] REST}`, where `}`, `%` and
 * line ends are written as %7D, %25 and %0A; the reader makes the rest of the game of it again.
 * In the same way `{[%quoted] TEXT}` is a comment with a closing brace in it.
 * A game without rules is written in PGN with its movetext as it stands, and in JSON with none.
 */
#ifndef GR_NOTATION_FORMAT_H
#define GR_NOTATION_FORMAT_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* What the next game of a text is told apart from: the last one with moves that was written. Zeroed: there is none. */
typedef struct GrGameBefore {
    const GrRules *rules; /* NULL: none */
    GrPosition last;      /* at its end, after so many plies */
    uint32_t plies;
    GrResult result;
    bool open;            /* the last line has no end yet */
    bool empty;           /* nor anything else */
} GrGameBefore;

typedef struct GrFormat {
    const char *name;    /* as given to programs, "pgn" */
    const char *summary; /* what it is, in a few words; NULL: its name says so */
    bool header;         /* it shows tags, result and judgement: the game may come without its moves */
    bool judged;         /* it shows game->judgement, if there is one */
    /* What stands before the first game, under this heading (UTF-8 of any kind), and behind the
     * last one; NULL: nothing. */
    void (*begin)(GrBuffer *out, const char *title);
    void (*end)(GrBuffer *out);
    /* Appends a game. `number` counts the games written, from 1; `id` is its number where it comes
     * from. */
    void (*game)(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id);
    /* Of a format with a game to a line: could it be read as more of the one before? NULL: games are always told
     * apart. */
    bool (*runs_on)(const GrGameBefore *before, const GrGame *game);
    /* Appends two games that are the boards A and B of one record (notation/write/boards.h); `number` counts records.
     * NULL: each is written by itself. */
    void (*pair)(GrBuffer *out, const GrGame *a, const GrGame *b, uint64_t number);
    /* The same as `game` for games of several databases, of which each is said to be from the file `db`. NULL:
     * the format has no place for that; then `game` is given the count for the id, too. */
    void (*begin_parts)(GrBuffer *out, const char *title);
    void (*part)(GrBuffer *out, const GrGame *game, const char *db, uint64_t id);
    /* Why the format has no way to write the game, the rest of a sentence ("it is none of Shogi"), or NULL if it has
     * one; `game` writes a remark in its place then. NULL: it writes all. */
    const char *(*refuses)(const GrGame *game);
    /* Has it no place for the game's tag of that name, though it has tags? NULL: for all, or it has none. */
    bool (*leaves_out)(const GrGame *game, const char *tag);
} GrFormat;

/* The functions add to a buffer that may be written out and cleared between calls. The only failure
 * is memory: out->failed. */

/* All of them, in the order in which they are listed to people. */
#define GR_FORMATS(row)                                                                                                \
    row(gr_format_pgn) row(gr_format_san) row(gr_format_long) row(gr_format_uci) row(gr_format_fen)                    \
    row(gr_format_csa) row(gr_format_kif) row(gr_format_ki2) row(gr_format_usi) row(gr_format_wxf)                     \
    row(gr_format_iccs) row(gr_format_chinese) row(gr_format_ucci) row(gr_format_bpgn)                            \
    row(gr_format_json) row(gr_format_csv) row(gr_format_csv_plain) row(gr_format_html)

#define GR_DECLARE_FORMAT(format) extern const GrFormat format;
GR_FORMATS(GR_DECLARE_FORMAT)
#undef GR_DECLARE_FORMAT

/* The same as a table, which NULL ends. */
extern const GrFormat *const gr_formats[];

/* Appends a game behind others of the same text as format->game does, but so that they are not read as one: where they
 * could be, the line of the first ends with its result. The last line is ended by gr_format_close. */
void gr_format_put(const GrFormat *format, GrBuffer *out, GrGameBefore *before, const GrGame *game, uint64_t number,
                   uint64_t id);
void gr_format_close(GrBuffer *out, GrGameBefore *before);

/* The format of that name, in letters of any case; NULL if there is none. */
const GrFormat *gr_format_find(const char *name);

GR_END_DECLS

#endif
