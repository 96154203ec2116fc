/* Movetext. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_MOVETEXT_H
#define GR_NOTATION_READER_MOVETEXT_H

#include "notation/reader/reader.h"
#include "notation/reader/diagnostics.h"

/* Reads a token at p of the movetext. */
Step reader_token(GrReader *r);

#endif
