/* Text from a file, a pipe or memory, in large blocks: unpacked if gzip, bzip2, xz or zstd has compressed it (its
 * first bytes say so), as UTF-8, with LF line ends.
 *
 * A source is a window on the text that slides forward. UTF-16 is known by its BOM or its NUL
 * bytes, Shift_JIS and its like by the record of games that they hold (legacy.h); else bytes that are not UTF-8 are
 * taken for Windows-1252 (which is Latin-1 and some punctuation), but in a record in UTF-8 become U+FFFD. Byte order
 * marks are dropped, CR LF and a lone CR become LF, VT, FF, 0x1A (Ctrl-Z), 0x1E and 0x1F become spaces, and NUL
 * characters U+FFFD, so that the window is always a C string. A text that looks like a page (notation/text/page.h)
 * rather than like PGN is given as its readable text.
 */
#ifndef GR_NOTATION_SOURCE_H
#define GR_NOTATION_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/decls.h"
#include "rules/error.h"

GR_BEGIN_DECLS

typedef struct GrSource GrSource;

/* The most bytes that are kept when the window slides; more is never asked for. And the longest line that is read:
 * one that goes on for longer ends the text with GR_ERR_LIMIT, as no text has such lines, but what a few kilobytes
 * unpack to may be gigabytes of one. */
enum { GR_SOURCE_KEEP = 256 * 1024, GR_SOURCE_LINE = 64 * 1024 * 1024 };

/* Opens a file, or standard input for "-". NULL with `error` filled if that fails; it names the
 * file, as later errors of gr_source_slide do. */
GrSource *gr_source_open(const char *path, GrError *error);

/* Reads from memory, which must stay as it is until the source is closed. */
GrSource *gr_source_open_memory(const char *text, size_t len, GrError *error);

/* NULL is fine. */
void gr_source_close(GrSource *source);

/* From now on `stop` is asked before each 128 KiB of text, however little of the file they take, and
 * ten times a second while it gives nothing, as a pipe may; true ends the reading with GR_ERR_STOPPED. */
void gr_source_set_stop(GrSource *source, bool (*stop)(void *user), void *user);

/* Slides the window so that it begins at `from`, a place in the present window with at most
 * GR_SOURCE_KEEP bytes after it (NULL for the first window), and reads on. *text and *end are then the
 * new window; *end points to a NUL. Returns 1 if something was added, 0 at the end of the text, which
 * is also where reading fails. */
int gr_source_slide(GrSource *source, const char *from, const char **text, const char **end,
                    GrError *error);

/* Before the first slide: does the text begin as an object of JSON? Then it is read as it stands. May
 * fail as gr_source_slide does, and is as that one's first call for gr_source_kind. */
int gr_source_peek(GrSource *source, bool *json, GrError *error);

/* Before the first slide: the text is no page, whatever it looks like. */
void gr_source_read_as_it_stands(GrSource *source);

/* Turns line and column of the text that was given into those of the file; the same, unless that
 * is a page. Both from 1, column 0 for the line as a whole. */
void gr_source_place(const GrSource *source, uint32_t *line, uint32_t *column);

/* Places before this line will no longer be asked for. */
void gr_source_forget(GrSource *source, uint32_t line);

/* Is the text a page? One of HTML? */
bool gr_source_is_page(const GrSource *source);
bool gr_source_is_html(const GrSource *source);

/* What the file is if it is no text (notation/text/kind.h), else NULL; after the first call of gr_source_slide, which
 * finds the end of what is binary. */
const char *gr_source_kind(const GrSource *source);

/* What the text is if it is no list of anything (games in PGN, a page), else NULL; after the same call. */
const char *gr_source_text_kind(const GrSource *source);

/* What record of Shogi the text is (notation/text/record_kind.h), a number of GrRecordKind; 0 if it is
 * none. After the same call. */
int gr_source_record(const GrSource *source);

/* Has every byte so far been ASCII? */
bool gr_source_is_ascii(const GrSource *source);

/* Bytes of the file read so far (compressed ones, if it is compressed), and how many there are in
 * all, 0 if that is not known. */
uint64_t gr_source_bytes(const GrSource *source);
uint64_t gr_source_size(const GrSource *source);

GR_END_DECLS

#endif
