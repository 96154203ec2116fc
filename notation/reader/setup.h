/* The rules and the start position of the game at hand. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_SETUP_H
#define GR_NOTATION_READER_SETUP_H

#include "notation/reader/reader.h"

/* The lexicon becomes that of the rules, in the reader's language. */
void reader_set_rules(GrReader *r, const GrRules *rules);

/* The tags are complete: finds the rules and the start position. */
void reader_begin_moves(GrReader *r);

#endif
