/* Tags of the game at hand. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_TAGS_H
#define GR_NOTATION_READER_TAGS_H

#include <stdbool.h>
#include <stdint.h>

/* Where a tag's value stands; line 0: nowhere. */
typedef struct Place {
    uint32_t line, column;
} Place;

typedef struct Tags {
    bool any;                /* there are tags */
    bool headed;             /* the Event is a heading */
    bool own_result;         /* the Result tag states one in a form of its own */
    bool forfeit;            /* it, or the text after the moves, says 0-0: both have lost */
    bool cased;              /* a name in another letter case was reported */
    bool too_many;           /* GR_READER_TAGS was reached, and that was reported */
    Place fen, variant, result, score;
} Tags;

#endif
