/* Deflated bytes (RFC 1951, RFC 1950) whose number is known, unpacked at once, and CRC-32 (RFC 1952): by libdeflate if
 * the library is built with it, which takes from half to nine tenths of zlib's time for the one and three tenths for
 * the other (zlib 1.2.13), else by zlib. The results are the same. Internal to db/. */
#ifndef GR_DB_INFLATE_H
#define GR_DB_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What unpacking needs; one thread at a time may use it. NULL when memory runs out; free with gr_inflater_free (NULL is
 * fine). */
typedef struct GrInflater GrInflater;
GrInflater *gr_inflater_new(void);
void gr_inflater_free(GrInflater *inflater);

enum { GR_INFLATE_SPARE = 512 }; /* bytes behind the result that may be written to, too */

/* Unpacks a stream that is to have exactly `len` bytes to `out`, which has room for these and GR_INFLATE_SPARE more.
 * What lies behind the stream's end does not count. `wrapped`: as zlib has it, with its checksum. False if it is
 * damaged, or when memory runs out (*failed). */
bool gr_inflate_whole(GrInflater *inflater, const void *packed, size_t size, bool wrapped, void *out, size_t len,
                      bool *failed);

/* Unpacks, by zlib, the first `len` bytes of a stream that is not wrapped, and no more than to the end of its block of
 * which they are, or what there is room for. False if it has fewer, or as above. */
bool gr_inflate_first(GrInflater *inflater, const void *packed, size_t size, void *out, size_t len, bool *failed);

/* The CRC-32 of what has the CRC-32 `crc` and of `len` bytes behind it. */
uint32_t gr_crc32(uint32_t crc, const void *bytes, size_t len);

#endif
