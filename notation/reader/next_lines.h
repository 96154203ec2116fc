/* What the lines after the one at hand hold. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_NEXT_LINES_H
#define GR_NOTATION_READER_NEXT_LINES_H

#include "notation/reader/reader.h"

typedef enum FollowingKind { FOLLOWING_NOTHING, FOLLOWING_TAG, FOLLOWING_MOVES } FollowingKind;

/* The next line that is a tag pair or moves. */
typedef struct Following {
    FollowingKind kind;
    const char *at;          /* in the window */
    bool blank, words;       /* a blank line, a line of words stands before it */
} Following;

/* Looks past blank lines, comments and some lines of words. Nothing follows if a heading or the end of the text
 * comes first. The window may slide. */
Following reader_following(GrReader *r);

/* Are there moves at p, up to the line's end, or the attempt at some? */
bool reader_is_movetext(const GrReader *r, const char *line, const char *p, const char *end);

/* Is there a position among the words at p? */
bool reader_has_position(const char *p, const char *end);

/* Is the reader between a game's first tag and its first move? */
bool reader_in_header(const GrReader *r);

#endif
