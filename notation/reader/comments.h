/* Comments of the game at hand. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_COMMENTS_H
#define GR_NOTATION_READER_COMMENTS_H

#include "notation/reader/reader.h"
#include "notation/reader/diagnostics.h"

/* Where the comment begins that holds a game's rest, as the writer of PGN keeps it; line 0: there
 * is none. */
typedef struct RestPlace {
    uint32_t line, column;
} RestPlace;

typedef struct Comments {
    bool open;               /* inside a comment, */
    uint32_t line, column;   /* which began here */
    GrBuffer text;           /* its text so far; a paragraph or a remark is put together here, too */
    GrText last;             /* the text that the last comment was added to, and the length that */
    size_t last_end;         /* the game's text had then */
    bool unclosed;           /* a comment or variation was never closed, and that was reported */
    GrBuffer prepared;
    RestPlace rest;          /* of the game at hand */
} Comments;

/* A comment begins at p, or goes on there, or is there and ends with the line. */
void reader_open_comment(GrReader *r);
Step reader_comment(GrReader *r);
Step reader_line_comment(GrReader *r);

/* The comment that is open ends here, whatever the text says; or because the text ends, which is
 * reported. */
void reader_break_comment(GrReader *r);
void reader_close_comment(GrReader *r);

/* Adds a comment to where the moves stand; the one in the buffer. */
void reader_add_comment(GrReader *r, const char *text, size_t len);
void reader_finish_comment(GrReader *r);

/* White space in it, line ends included, becomes single blanks; none is left at the ends. The new length. */
size_t reader_collapse(char *text, size_t len);

/* A captured variation or parenthesis is complete, and becomes a comment. */
void reader_end_capture(GrReader *r);

#endif
