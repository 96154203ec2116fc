/* SHA-256 (FIPS 180-4). Internal to notation/. */
#ifndef GR_NOTATION_SHA256_H
#define GR_NOTATION_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { GR_SHA256_SIZE = 32, GR_SHA256_BASE64 = 45 };

void gr_sha256(const char *bytes, size_t len, uint8_t digest[GR_SHA256_SIZE]);

/* The same in Base64 with its padding, and a NUL, as a Content-Security-Policy wants it. */
void gr_sha256_base64(const char *bytes, size_t len, char out[GR_SHA256_BASE64]);

#endif
