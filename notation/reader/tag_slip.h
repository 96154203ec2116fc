/* A tag pair with slips: what of it can be read. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_TAG_SLIP_H
#define GR_NOTATION_READER_TAG_SLIP_H

#include "notation/reader/tag_pairs.h"

/* What may be a tag pair with slips. */
typedef struct Slip {
    Pair pair;
    const char *end;        /* of all of it */
    bool known;             /* PGN knows the name */
    bool bracket, closed;   /* it begins with a bracket, ends with one; */
    bool quoted, unquoted;  /* the value begins with a quote, ends with one */
    bool sign;              /* a sign parts it from the name: `FEN: ...` */
} Slip;

/* Reads what may be a pair at p, in a line up to `end`; false if it is nothing like one. */
bool reader_slip(const char *p, const char *end, Slip *slip);

/* Is it a pair for sure, if one may stand there? In a header a value such as the name has is enough. */
bool reader_slip_is_sure(const GrReader *r, const Slip *slip, bool header);

/* Does a tag pair begin at p, perhaps with slips? */
bool reader_is_tag_line(const GrReader *r, const char *p, const char *end);

#endif
