/* The part of zlib that the library uses, for WebAssembly, for which no system has zlib ready: checksums, and unpacking
 * a stream that is in memory as a whole. RFC 1950 and 1951. Packing is only declared, since files that unpack also
 * pack: a program that calls it cannot be linked. */
#ifndef GR_ALONE_ZLIB_H
#define GR_ALONE_ZLIB_H

#include <stddef.h>

typedef unsigned long uLong;
typedef unsigned long uLongf;

enum { Z_OK = 0, Z_DATA_ERROR = -3, Z_MEM_ERROR = -4, Z_BUF_ERROR = -5, Z_BEST_COMPRESSION = 9 };

uLong crc32_z(uLong crc, const unsigned char *bytes, size_t len);

/* Unpacks all of `in` to `out`, which has room for *size bytes; *size is then how many there are. Z_DATA_ERROR;
 * Z_BUF_ERROR if there is no room for more. */
int uncompress(unsigned char *out, uLongf *size, const unsigned char *in, uLong len);

uLong compressBound(uLong len);
int compress2(unsigned char *out, uLongf *size, const unsigned char *in, uLong len, int level);

#endif
