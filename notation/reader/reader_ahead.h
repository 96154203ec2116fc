/* Telling moves from prose that mentions moves. Internal to notation/, beside reader_local.h. */
#ifndef GR_NOTATION_READER_AHEAD_H
#define GR_NOTATION_READER_AHEAD_H

#include "notation/reader/reader_local.h"

/* What a line of text without tags consists of. */
typedef struct Sight {
    unsigned moves, words;
    unsigned garbled; /* words that look as if they were meant for moves */
    bool counted;   /* it begins with a number and a dot */
    bool ends;      /* with a result */
    bool numbered;  /* it begins with a move number and a move */
    bool named;     /* its first move has a piece's name */
    bool word_first;
    bool dotted;    /* it has a number with a dot */
    bool parted;    /* it has commas or the like between its moves */
} Sight;

/* Looks at the line [p, end). (reader_text.c) */
Sight reader_sight(const Reader *r, const char *p, const char *end);

/* Is there a heading ("Game #3") at p? (reader_heading.c, as what follows) */
bool reader_heading_at(const char *p, const char *end);

/* Is the fresh line nothing but a rule (`-----`) in a text without tags? It parts paragraphs. */
bool reader_at_rule(const Reader *r);

/* Could the paragraph that stands complete in `comment` be a heading? If so, and once it is added
 * to the game or to the prose before it, where it stands is noted. */
bool reader_like_heading(const Reader *r);
void reader_note_heading(Reader *r);

/* The moves of a game begin: the last heading before them becomes its Event, unless it has one. */
void reader_take_heading(Reader *r);

/* The next game begins here: the last heading after a move, with what follows it, is no comment on
 * that move, but belongs to the next game. */
void reader_reclaim_heading(Reader *r);

/* The fresh line begins with a move or a result and has words. Is it prose all the same, because
 * the lines after it go on as if it were not there? A line whose move makes the next one legal, and
 * any line that nothing follows, is taken at its word. */
bool reader_is_mention(Reader *r);

/* Can all moves of the fresh line be played, one after the other? */
bool reader_fits(const Reader *r);

/* Does the fresh line, or the number at p, begin the next game, though nothing has ended this one?
 * It does if its moves cannot go on from here, but can from the start position; a line without a
 * number 1 has to have some of them, so that a slip is not taken for the end, and counts only in a
 * text without tags. */
bool reader_begins_anew(Reader *r);

/* Among the words of a remark, in a text without tags: do the game's moves go on at p? They do with
 * a move that is legal, or one that has the number that is due. */
bool reader_goes_on(const Reader *r, const char *p);

/* The same for a result: does it end the game, or is it only spoken of? */
bool reader_result_ends(const Reader *r, const char *p, size_t len);

#endif
