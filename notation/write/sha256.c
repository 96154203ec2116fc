/* SHA-256, for the hashes by which a page allows its own script and style. */
#include "notation/write/sha256.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 64 };

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t ROUND[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t word, int bits) {
    return word >> bits | word << (32 - bits);
}

static uint32_t word_at(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void take_block(uint32_t state[8], const uint8_t *block) {
    uint32_t w[ROUNDS], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = word_at(block + 4 * i);
    for (int i = 16; i < ROUNDS; i++)
        w[i] = w[i - 16] + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, state, sizeof s);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + choice + ROUND[i] + w[i];
        uint32_t two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

void gr_sha256(const char *bytes, size_t len, uint8_t digest[GR_SHA256_SIZE]) {
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t last[2 * BLOCK] = {0};
    size_t whole = len / BLOCK * BLOCK, left = len - whole;
    for (size_t i = 0; i < whole; i += BLOCK)
        take_block(state, (const uint8_t *)bytes + i);
    /* What is left, a one bit, zeros, and the length in bits. */
    memcpy(last, bytes + whole, left);
    last[left] = 0x80;
    size_t end = left + 9 > BLOCK ? 2 * BLOCK : BLOCK;
    for (int i = 0; i < 8; i++)
        last[end - 1 - (size_t)i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
    for (size_t i = 0; i < end; i += BLOCK)
        take_block(state, last + i);
    for (int i = 0; i < GR_SHA256_SIZE; i++)
        digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

void gr_sha256_base64(const char *bytes, size_t len, char out[GR_SHA256_BASE64]) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t digest[GR_SHA256_SIZE + 1];
    gr_sha256(bytes, len, digest);
    digest[GR_SHA256_SIZE] = 0;
    for (int i = 0, o = 0; i < GR_SHA256_SIZE; i += 3, o += 4) {
        uint32_t bits = (uint32_t)digest[i] << 16 | (uint32_t)digest[i + 1] << 8;
        if (i + 2 < GR_SHA256_SIZE)
            bits |= digest[i + 2];
        for (int k = 0; k < 4; k++)
            out[o + k] = letters[bits >> (18 - 6 * k) & 63];
    }
    out[GR_SHA256_BASE64 - 2] = '='; /* 32 bytes are 10 groups of three and two bytes more */
    out[GR_SHA256_BASE64 - 1] = '\0';
}
