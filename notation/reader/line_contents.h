/* What lines of text consist of. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_LINE_CONTENTS_H
#define GR_NOTATION_READER_LINE_CONTENTS_H

#include "notation/move/lexicon.h"
#include "notation/reader/reader.h"

typedef struct LineContents {
    unsigned moves, words;
    unsigned garbled; /* words that look as if they were meant for moves */
    bool counted;   /* it begins with a number and a dot */
    bool ends;      /* with a result */
    bool numbered;  /* it begins with a move number and a move */
    bool named;     /* its first move has a piece's name */
    bool word_first;
    bool dotted;    /* it has a number with a dot */
    bool parted;    /* it has commas or the like between its moves */
} LineContents;

/* Looks at the text [p, end) of the line that begins at `line`. */
LineContents reader_contents(const GrLexicon *lexicon, const char *line, const char *p, const char *end);

/* Length of "Game #3" at p, 0 if there is none. *hash: there is a '#'. */
size_t reader_numbered_heading(const char *p, bool *hash);

/* Is there a heading ("Game #3") at p? */
bool reader_heading_at(const char *p, const char *end);

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
