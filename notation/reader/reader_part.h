/* Reading a part of a text once more. Internal to notation/. */
#ifndef GR_NOTATION_READER_PART_H
#define GR_NOTATION_READER_PART_H

#include "notation/reader/language.h"
#include "notation/reader/reader.h"

/* A reader of the text of the last game of `whole`, or what has become of it, which begins on that
 * line; in the language, NULL for English. NULL if that fails. */
GrReader *reader_open_part(const GrReader *whole, const char *text, size_t len, uint32_t line,
                           const GrLanguage *language, GrError *error);

/* The language of the last game; NULL: English. */
const GrLanguage *reader_game_language(const GrReader *r);

#endif
