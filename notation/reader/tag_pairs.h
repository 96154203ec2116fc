/* Tag pairs. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_TAG_PAIRS_H
#define GR_NOTATION_READER_TAG_PAIRS_H

#include "notation/reader/reader.h"
#include "notation/reader/diagnostics.h"

/* A tag's name and value, which need not end with a NUL. */
typedef struct Pair {
    const char *name, *value;
    size_t name_len, value_len;
} Pair;

/* Is there a tag pair at p? */
bool reader_at_tag(GrReader *r);

/* Reads the tag pair at p; false if there is none. The step is GAME_DONE, and nothing is read, if
 * it belongs to the next game. */
bool reader_tag(GrReader *r, Step *step);

/* Sets the tag, whose value stands there in the text; or GAME_DONE. */
Step reader_take_pair(GrReader *r, const Pair *pair, const char *at);

/* Length of the quotation mark at p, also one of those that word processors or HTML put in place of `"`; 0
 * if there is none. */
size_t reader_quote(const char *p);

/* Does a tag pair with a known name begin at p, right behind another one, whatever has become of the brackets and the
 * quote between them: behind blanks, a comma or a bracket, and with a blank and a value in quotes behind the name? */
bool reader_pair_follows(const char *p, const char *end);

/* Do the name and the value stand for a tag on which the moves depend, whatever is wrong with the brackets and quotes
 * around them? */
bool reader_is_vital(const GrReader *r, const Pair *pair);

#endif
