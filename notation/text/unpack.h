/* Unpacking what gzip, bzip2, xz and zstd have compressed, piece by piece. Internal to notation/.
 *
 * The last three only where the library was built with what they take.
 *
 * A file may be several compressed files put together (members). What follows the last one, and does not begin
 * as one, is not text and is left out.
 */
#ifndef GR_NOTATION_UNPACK_H
#define GR_NOTATION_UNPACK_H

#include <stddef.h>

#include "rules/error.h"

/* So many bytes at the beginning of a file show whether it is compressed. */
enum { GR_UNPACK_MAGIC = 6 };

typedef struct GrUnpack GrUnpack;

/* What is to be unpacked, and where to. */
typedef struct GrUnpackPiece {
    const unsigned char *in;
    size_t in_len;
    unsigned char *out;
    size_t room;
} GrUnpackPiece;

/* For a file that begins with these bytes (fewer than GR_UNPACK_MAGIC only if it is that short); *unpack is NULL
 * if it is not compressed, else to be closed. */
int gr_unpack_open(const unsigned char *bytes, size_t len, GrUnpack **unpack);

/* NULL is fine. */
void gr_unpack_close(GrUnpack *unpack);

/* Unpacks until all input is used or the room is full, and moves the piece's ends on. Returns 1, or 0 where the
 * compressed data have ended and what follows is something else. GR_ERR_DAMAGED; GR_ERR_LIMIT if it takes more
 * memory than 256 MiB (xz), or a window above 128 MiB (zstd). */
int gr_unpack_more(GrUnpack *unpack, GrUnpackPiece *piece);

/* May the data end here? Else something is missing. */
bool gr_unpack_complete(const GrUnpack *unpack);

#endif
