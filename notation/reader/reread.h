/* Reading a part of a text once more. Internal to notation/. */
#ifndef GR_NOTATION_READER_REREAD_H
#define GR_NOTATION_READER_REREAD_H

#include "notation/buffer.h"
#include "notation/reader/piece_letters.h"
#include "notation/reader/reader.h"

/* A reader of the text of the last game of `whole`, or what has become of it, which begins on that
 * line; in the language, NULL for English. NULL if that fails. */
GrReader *reader_open_part(const GrReader *whole, const char *text, size_t len, uint32_t line,
                           const GrLanguage *language, GrError *error);

/* The language of the last game; NULL: English. */
const GrLanguage *reader_game_language(const GrReader *r);

/* Where the comment begins that holds the last game's rest, as the writer of PGN keeps it; false if
 * there is none. */
bool reader_rest_place(const GrReader *r, uint32_t *line, uint32_t *column);

/* Appends the text up to `end` with %7D and the like put back in place, as the writer of PGN
 * escapes them, and "%0A " as a line end. What it never writes so, other control characters, stays
 * as it stands. */
void reader_unescape(GrBuffer *out, const char *text, const char *end);

#endif
