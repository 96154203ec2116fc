/* Packing lines, and unpacking them, which every search does that plays games through. */
#include "db/codec/line_code.h"

#include <string.h>

#include "db/codec/bytes.h"
#include "rules/variant.h"

/* Twelve plies are decoded at a time: six of each side have 54 bits, and 57 are there after any place in a byte. */
enum { GROUP = 12, STRETCHED = 192, LEN = 63, ESCAPED = 9, SQUARED = 10 };

/* What may be read beside a line, at either end. */
enum { MARGIN = 40 };

/* What the tables have for symbols behind which something follows, in place of a word. */
enum { RARE = 64 };

/* The stretch of twelve plies, of the first STRETCHED ones; later ones are in the last stretch. */
static const uint8_t stretch[STRETCHED / GROUP] = {0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5};

unsigned gr_line_code_of(uint32_t ply, unsigned side) {
    return 2u * (ply < STRETCHED ? stretch[ply / GROUP] : GR_LINE_STRETCHES - 1) + side;
}

unsigned gr_line_symbol(unsigned word) {
    unsigned byte = word >> GR_LINE_BYTE, kind = word & GR_LINE_KIND;
    return kind == GR_LINE_ANY ? (unsigned)GR_LINE_SQUARE : kind == GR_LINE_BISHOP ? 256 + byte % 16 : byte;
}

/* The word of a symbol that stands for one. */
static unsigned word_of(unsigned symbol) {
    return symbol < 256 ? symbol << GR_LINE_BYTE : symbol % 16 << GR_LINE_BYTE | GR_LINE_BISHOP;
}

/* ---- the tables ---- */

static unsigned reversed(unsigned number, unsigned bits) {
    unsigned other = 0;
    for (; bits; bits--, number >>= 1)
        other = other << 1 | (number & 1);
    return other;
}

/* Canonical codes: shorter ones first, among equal ones by symbol. White's begin with the lowest bit, Black's with the
 * highest one. */
static void learn_one(GrLineCode *code, unsigned n) {
    unsigned next = 0;
    for (unsigned bits = 1; bits <= GR_LINE_BITS; bits++, next <<= 1)
        for (unsigned symbol = 0; symbol < GR_LINE_SYMBOLS; symbol++) {
            if (gr_line_bits[n][symbol] != bits)
                continue;
            bool black = n % 2;
            unsigned number = black ? next : reversed(next, bits), others = 1u << (GR_LINE_BITS - bits);
            unsigned entry = (symbol < GR_LINE_WORDS ? word_of(symbol) : symbol % 2 << GR_LINE_BYTE | RARE) + bits;
            code->number[n][symbol] = (uint16_t)number;
            for (unsigned i = 0; i < others; i++)
                code->entry[n][black ? number * others + i : number + (i << bits)] = (uint16_t)entry;
            next++;
        }
}

void gr_line_code_learn(GrLineCode *code) {
    for (unsigned n = 0; n < GR_LINE_CODES && !code->known; n++)
        learn_one(code, n);
    code->known = true;
}

/* ---- packing ---- */

/* A word as it is packed: its symbol in a code, and what follows that. */
typedef struct Packed {
    unsigned symbol, bits; /* of both */
    uint32_t behind;
} Packed;

static unsigned bits_behind(unsigned symbol) {
    return symbol == GR_LINE_ESCAPED ? ESCAPED : symbol == GR_LINE_SQUARE ? SQUARED : 0;
}

static Packed look_up(unsigned n, unsigned word) {
    unsigned own = gr_line_symbol(word), symbol = gr_line_bits[n][own] ? own : (unsigned)GR_LINE_ESCAPED;
    uint32_t behind = own == GR_LINE_SQUARE ? word % 16 << 6 | word >> GR_LINE_BYTE : symbol == own ? 0 : own;
    return (Packed){.symbol = symbol, .bits = gr_line_bits[n][symbol] + bits_behind(symbol), .behind = behind};
}

static void put_number(uint8_t *bytes, size_t at, uint32_t number) {
    number <<= at % 8;
    for (uint8_t *byte = bytes + at / 8; number; number >>= 8)
        *byte++ |= (uint8_t)(number & 255);
}

/* The bits of a word as one number: what follows the symbol is above it for White, below it for Black. */
static uint32_t number_of(const GrLineCode *code, unsigned n, Packed packed) {
    uint32_t own = code->number[n][packed.symbol];
    return n % 2 ? own << bits_behind(packed.symbol) | packed.behind
                 : own | packed.behind << gr_line_bits[n][packed.symbol];
}

void gr_line_pack(const GrLineCode *code, unsigned first, const uint16_t *word, uint32_t plies, GrBuffer *out) {
    uint8_t bytes[GR_LINE_BYTES + sizeof(uint32_t)];
    size_t bits = 0, low = 0;
    for (uint32_t i = 0; i < plies; i++)
        bits += look_up(gr_line_code_of(i, (first + i) % 2), word[i]).bits;
    size_t len = (bits + 7) / 8, high = 8 * len;
    memset(bytes, 0, len);
    for (uint32_t i = 0; i < plies; i++) {
        unsigned n = gr_line_code_of(i, (first + i) % 2);
        Packed packed = look_up(n, word[i]);
        high -= n % 2 ? packed.bits : 0;
        put_number(bytes, n % 2 ? high : low, number_of(code, n, packed));
        low += n % 2 ? 0 : packed.bits;
    }
    gr_put_bytes(out, bytes, len);
}

/* ---- unpacking ---- */

/* A line while it is unpacked. */
typedef struct Unpacking {
    const uint8_t *bytes, *end;
    size_t low, high; /* bits that were taken at either end */
} Unpacking;

static inline uint64_t load(const uint8_t *at) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

/* The next bits of White, from the lowest on, and of Black, from the highest on. */
static inline uint64_t low_bits(const Unpacking *u) {
    return load(u->bytes + u->low / 8) >> u->low % 8;
}

static inline uint64_t high_bits(const Unpacking *u) {
    return load(u->end - u->high / 8 - sizeof(uint64_t)) << u->high % 8;
}

/* Takes a word with whatever follows its symbol. */
static uint16_t take_any(Unpacking *u, const uint16_t *entry, unsigned side) {
    uint64_t bits = side ? high_bits(u) : low_bits(u);
    unsigned word = entry[side ? bits >> (64 - GR_LINE_BITS) : bits % (1u << GR_LINE_BITS)];
    unsigned len = word & LEN, rare = (word & GR_LINE_KIND) == RARE;
    unsigned behind = !rare ? 0 : bits_behind(GR_LINE_ESCAPED + (word >> GR_LINE_BYTE));
    *(side ? &u->high : &u->low) += len + behind;
    if (!rare)
        return (uint16_t)word;
    unsigned more = (unsigned)(side ? bits << len >> (64 - behind) : bits >> len & ((1u << behind) - 1));
    return (uint16_t)(behind == ESCAPED ? word_of(more % GR_LINE_WORDS)
                                        : more % 64 << GR_LINE_BYTE | GR_LINE_ANY | more >> 6);
}

static __attribute__((noinline)) void take_rare(Unpacking *u, const uint16_t *white, const uint16_t *black,
                                                uint16_t *to, uint16_t *other) {
    for (unsigned i = 0; i < GROUP; i += 2) {
        to[i] = take_any(u, white, GR_WHITE);
        other[i] = take_any(u, black, GR_BLACK);
    }
}

/* Is one of these words in place of an escape? */
static inline bool any_rare(const uint16_t word[GROUP]) {
    uint64_t four[GROUP / 4];
    memcpy(four, word, sizeof four);
    return (four[0] | four[1] | four[2]) & (RARE * 0x0001000100010001u);
}

/* Takes GROUP words, White's to to[first], to[first + 2] ..., Black's between them. A one beside the bits, which goes
 * with them, says in the end how many were taken. */
static inline void take_group(Unpacking *u, const uint16_t *white, const uint16_t *black, uint16_t *to,
                              unsigned first) {
    uint64_t low = low_bits(u) | (uint64_t)1 << 63, high = high_bits(u) | 1;
    uint16_t *one = to + first, *two = to + !first;
#pragma GCC unroll 6
    for (unsigned i = 0; i < GROUP; i += 2) {
        unsigned a = white[low % (1u << GR_LINE_BITS)], b = black[high >> (64 - GR_LINE_BITS)];
        one[i] = (uint16_t)a;
        two[i] = (uint16_t)b;
        low >>= a & LEN;
        high <<= b & LEN;
    }
    if (__builtin_expect(any_rare(to), 0)) {
        take_rare(u, white, black, one, two);
        return;
    }
    u->low += (unsigned)__builtin_clzll(low);
    u->high += (unsigned)__builtin_ctzll(high);
}

uint32_t gr_line_unpack(const GrLineCode *code, unsigned first, const uint8_t *bytes, size_t len, uint16_t *word) {
    uint8_t padded[MARGIN + GR_LINE_BYTES + MARGIN];
    Unpacking u = {.bytes = padded + MARGIN, .end = padded + MARGIN + len};
    uint32_t n = 0;
    if (len > GR_LINE_BYTES)
        return 0;
    memset(padded, 0, MARGIN);
    memcpy(padded + MARGIN, bytes, len);
    memset(padded + MARGIN + len, 0, MARGIN);
    for (; u.low + u.high < 8 * len && n < GR_LINE_PLIES; n += GROUP) {
        const uint16_t(*entry)[1 << GR_LINE_BITS] = &code->entry[gr_line_code_of(n, 0)];
        take_group(&u, entry[0], entry[1], word + n, first);
    }
    return n;
}
