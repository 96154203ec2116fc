/* The transcript of a game for its repair: its text, and the moves of its main line as the text states
 * them. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_TRANSCRIPT_H
#define GR_NOTATION_READER_TRANSCRIPT_H

#include "notation/move/script.h"
#include "notation/reader/comments.h"
#include "notation/reader/diagnostics.h"

/* Of a game whose text is longer than this no other language is tried. */
enum { GR_READER_LETTERS = 256 * 1024 };

/* The text of the game at hand is what lines->kept holds. */
typedef struct Record {
    Lines *lines;
    Output *out;
    GrScript *script;        /* moves are written down there, if it is not NULL */
    bool keep;               /* the text is kept, not just the first GR_READER_LETTERS of it */
    bool is_part;            /* the text is a part of another one, and not kept unless wanted */
    uint32_t line;           /* where the text of the game at hand begins, */
    uint32_t pad;            /* and how many characters stand before that in the line */
    bool between;            /* what stands after the last game is kept, and begins the next text */
    GrBuffer done;           /* the text of the game that was given last, */
    uint32_t done_line;      /* where it begins, */
    RestPlace rest;          /* and where the comment that holds the rest */
} Transcript;

/* Makes ready for the next game's text, if that has not begun. */
void reader_begin_keeping(Transcript *transcript);

/* The game is read: its text is what gr_reader_text gives. */
void reader_end_keeping(Transcript *transcript);

/* What was read since belongs to that text, too. */
void reader_keep_more(Transcript *transcript);

/* Writes a token of the main line, which may be unreadable (syntax is NULL), or a move number down,
 * if that is wanted. */
void reader_transcribe_move(Transcript *transcript, const GrSyntax *syntax, const char *at, size_t len);
void reader_transcribe_number(Transcript *transcript, uint32_t number, const char *at, size_t len);

#endif
