/* Bytes packed by zlib: the texts of a block, the names of a page. Internal to db/.
 *
 * Packed are a varint, the number of bytes; a zlib stream; and the CRC-32 of both, four bytes.
 * Nothing is packed as nothing.
 *
 * Where a stream is damaged, all that follows is lost, for it refers to what came before. So a long
 * one is cut into parts, which refer to nothing outside themselves: the stream is the same for who
 * just unpacks it, but the parts behind the damage can be unpacked by themselves.
 */
#ifndef GR_DB_PACKED_BYTES_H
#define GR_DB_PACKED_BYTES_H

#include "db/codec/bytes.h"
#include "db/codec/correct.h"

enum { GR_MAX_CUTS = 8 };

/* Where bytes are cut into parts, none of which is empty. */
typedef struct GrCuts {
    size_t len; /* how many bytes there are */
    unsigned count;
    size_t at[GR_MAX_CUTS]; /* the beginnings of all parts but the first */
} GrCuts;

/* Packs to the end of `out`, into a byte for each GR_UNPACKED_RATIO at least; `cuts` may be NULL.
 * False when memory runs out. */
bool gr_deflate(const void *bytes, size_t len, const GrCuts *cuts, GrBuffer *out);

/* Unpacks into an empty buffer; more than `most` bytes, or than GR_UNPACKED_RATIO for each packed
 * one, are damage, and are not unpacked. With
 * GR_CORRUPT, *out has what could be made of it: with the cuts that it was packed with, cuts->len
 * bytes, each part in its place; without, what came before the damage. Which of them are right must
 * be told by other checks. out->failed tells that memory ran out, whatever the result is. */
GrHealth gr_inflate(GrInput in, const GrCuts *cuts, size_t most, GrBuffer *out);

#endif
