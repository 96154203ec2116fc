/* Reading games from text: PGN, and games as people write them down.
 *
 * A reader gives the games of a text one after the other, each replayed move by move. It reads PGN
 * in import format, tables of SAN, and moves in long form with piece names, one ply to a line or
 * more; compression, BOM, CRLF and Latin-1 are recognized. Memory does not grow with the text, only with
 * the longest game, and of that no more than GR_READER_TEXT and GR_READER_MOVES are kept.
 *
 * A game that cannot be replayed to its end is given all the same: its legal part as moves, the
 * rest as text, and what is wrong as diagnostics. Where there is no Variant tag a game is taken for
 * the variant given, never for one that it merely resembles; a Variant tag that names no variant we
 * know makes a game without rules, whose movetext is kept unread.
 *
 * Evaluations in comments are brought into one form, if it is known who wrote them
 * (notation/eval_dialect.h).
 *
 * Prose is kept: between moves it becomes comments, before a game the comment before its first
 * move, after the last game the comment after that one's last move. A game with tags is read as
 * pure PGN until there are words in it that are no moves. Marks of quoting (`>`) at the beginning
 * of lines are left out, and so are the rules and bars of tables.
 */
#ifndef GR_NOTATION_READER_H
#define GR_NOTATION_READER_H

#include "notation/eval_dialect.h"
#include "notation/game.h"
#include "notation/move/script.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Bounds: text kept of one game (comments, or what could not be replayed); its moves, variations
 * included, those beyond being kept as text; how deep variations nest, deeper ones being kept as
 * comments; and tags of one game. */
enum { GR_READER_TEXT = 16 * 1024 * 1024, GR_READER_MOVES = 2 * 1024 * 1024, GR_READER_DEPTH = 48,
       GR_READER_TAGS = 1000 };

typedef struct GrReader GrReader;

/* Opens a file, "-" for standard input. `rules` is the variant of games without a Variant tag; NULL
 * stands for chess. The variants must stay open as long as the reader and its games are used. NULL with
 * `error` filled if the file cannot be read. */
GrReader *gr_reader_open(const char *path, const GrVariants *variants, const GrRules *rules,
                         GrError *error);

/* The same for a text in memory, which must stay as it is. */
GrReader *gr_reader_open_memory(const char *text, size_t len, const GrVariants *variants,
                                const GrRules *rules, GrError *error);

/* The same for a source that was at most peeked into (notation/text/source.h), which is the reader's
 * from now on, even if this fails. */
struct GrSource;
GrReader *gr_reader_open_source(struct GrSource *source, const GrVariants *variants,
                                const GrRules *rules, GrError *error);

/* Says who wrote the evaluations in comments; GR_EVAL_AUTO until then. Before the first game. */
void gr_reader_set_evals(GrReader *reader, GrEvalDialect dialect);

/* Ends the reading with GR_ERR_STOPPED once `stop` is true, also while the source gives nothing
 * (gr_source_set_stop). Half of a game is not given then. Before the first game. */
void gr_reader_set_stop(GrReader *reader, bool (*stop)(void *user), void *user);

/* NULL is fine. */
void gr_reader_close(GrReader *reader);

/* Reads the next game into `game`, which is cleared first. Returns 1, or 0 if there are no more.
 * After a failure it must not be called again. Faults of the text are no failures: they are in
 * game->diags. */
int gr_reader_next(GrReader *reader, GrGame *game, GrError *error);

/* For repair (repair_text.h). From here on the text of each game is kept as it stands, so that
 * gr_reader_text can give it: from the line on which the game begins up to where it ends, as UTF-8
 * with LF line ends. *line is the number of its first line; blanks stand for what comes before the
 * game on that line. The text is the reader's, until the next game is read; NULL if it is longer
 * than GR_READER_TEXT. Of a page (notation/text/page.h) it is what is read of it, and its lines are
 * counted in that; gr_reader_place_game turns them into lines of the file. */
void gr_reader_keep_text(GrReader *reader);
const char *gr_reader_text(const GrReader *reader, size_t *len, uint32_t *line);

/* The text is a part of another one, as gr_reader_text gives it: its first line is that one's line
 * `line`. */
void gr_reader_begin_at(GrReader *reader, uint32_t line);

/* Turns the places of a game that was read from such a text, moves, diagnostics and edits, into
 * those of the file. */
void gr_reader_place_game(const GrReader *reader, GrGame *game);

/* The tokens of games' main lines are added to the script as well, with the numbers before and the
 * remarks after them, and the result that the text states. After one that cannot be played all
 * others are, too; the game itself then ends before it, and no rest is kept. */
void gr_reader_record(GrReader *reader, GrScript *script);

/* How many bytes of the file are read, and how many there are (0: not known). */
uint64_t gr_reader_bytes(const GrReader *reader);
uint64_t gr_reader_size(const GrReader *reader);

/* After gr_reader_next has returned 0: the line of the first text that belongs to no game, because
 * there is none, or the text after the last one is longer than what is kept of such text, 64 KiB. 0
 * if there is no such text. */
uint32_t gr_reader_stray(const GrReader *reader);

/* After gr_reader_next has returned 0 without any game before: what the text looks like instead, as
 * a sentence; NULL if that is not known. */
const char *gr_reader_looks_like(const GrReader *reader);

/* Line of the first move whose comment has an evaluation that may mean one thing or another, 0 if
 * there is none so far. The game in which it stands has a warning, too; others have not. */
uint32_t gr_reader_doubtful_eval(const GrReader *reader);

GR_END_DECLS

#endif
