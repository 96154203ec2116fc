/* Checksums, and unpacking streams of zlib (RFC 1950, RFC 1951) that are at hand as a whole. */
#include <zlib.h>

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---- checksums ---- */

/* Half a byte at a time, with the polynomial of RFC 1952, lowest bit first. */
uLong crc32_z(uLong crc, const unsigned char *bytes, size_t len) {
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
        0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t sum = ~(uint32_t)crc;
    for (size_t i = 0; i < len; i++) {
        sum ^= bytes[i];
        sum = sum >> 4 ^ table[sum & 15];
        sum = sum >> 4 ^ table[sum & 15];
    }
    return (uint32_t)~sum;
}

static uint32_t adler(const unsigned char *bytes, size_t len) {
    uint32_t low = 1, high = 0;
    for (size_t i = 0; i < len; i++) {
        low = (low + bytes[i]) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

/* ---- bits ---- */

enum { MOST_BITS = 15, LITERALS = 288, DISTANCES = 30, LENGTHS = 19 };

typedef struct Stream {
    const unsigned char *in, *end;
    unsigned char *out;
    size_t at, room; /* bytes that are unpacked, and may be */
    uint32_t bits;   /* `held` bits that are read, but not used */
    int held;
    int code;        /* what has gone wrong: all bits are 0 from then on */
} Stream;

/* Up to 13 bits; the first is the lowest. */
static unsigned get_bits(Stream *s, int count) {
    while (s->held < count && !s->code) {
        if (s->in == s->end) {
            s->code = Z_DATA_ERROR;
            break;
        }
        s->bits |= (uint32_t)*s->in++ << s->held;
        s->held += 8;
    }
    if (s->code)
        return 0;
    unsigned value = s->bits & ((1u << count) - 1);
    s->bits >>= count;
    s->held -= count;
    return value;
}

/* ---- codes ---- */

/* A code whose symbols of the same length follow each other: how many have each length, and which they are. */
typedef struct Code {
    uint16_t count[MOST_BITS + 1], symbol[LITERALS];
} Code;

/* From the length of each symbol, 0 for those without a code. False if there are more than there is room for. */
static bool make_code(Code *code, const uint8_t *length, unsigned symbols) {
    uint16_t at[MOST_BITS + 2] = {0};
    int left = 1;
    memset(code, 0, sizeof *code);
    for (unsigned i = 0; i < symbols; i++)
        code->count[length[i]]++;
    code->count[0] = 0;
    for (int bits = 1; bits <= MOST_BITS; bits++) {
        left = 2 * left - code->count[bits];
        if (left < 0)
            return false;
        at[bits + 1] = (uint16_t)(at[bits] + code->count[bits]);
    }
    for (unsigned i = 0; i < symbols; i++)
        if (length[i])
            code->symbol[at[length[i]]++] = (uint16_t)i;
    return true;
}

/* Codes are read from their highest bit on. Those of `bits` bits are `count` numbers from `first` on. */
static unsigned get_symbol(Stream *s, const Code *code) {
    int number = 0, first = 0, before = 0;
    for (int bits = 1; bits <= MOST_BITS && !s->code; bits++) {
        int count = code->count[bits];
        number |= (int)get_bits(s, 1);
        if (number - first < count)
            return code->symbol[before + number - first];
        before += count;
        first = (first + count) << 1;
        number <<= 1;
    }
    s->code = Z_DATA_ERROR;
    return 0;
}

/* ---- blocks ---- */

static void put_byte(Stream *s, unsigned byte) {
    if (s->at == s->room)
        s->code = Z_BUF_ERROR;
    else
        s->out[s->at++] = (unsigned char)byte;
}

/* `length` bytes once more, from `distance` bytes before. */
static void put_again(Stream *s, unsigned length, unsigned distance) {
    if (distance > s->at) {
        s->code = Z_DATA_ERROR;
        return;
    }
    while (length-- && !s->code)
        put_byte(s, s->out[s->at - distance]);
}

static void unpack_stored(Stream *s) {
    s->bits = 0;
    s->held = 0;
    size_t left = (size_t)(s->end - s->in);
    unsigned length = left < 4 ? 0 : s->in[0] | (unsigned)s->in[1] << 8;
    if (left < 4 || (length ^ 0xffff) != (s->in[2] | (unsigned)s->in[3] << 8) || length > left - 4) {
        s->code = Z_DATA_ERROR;
        return;
    }
    s->in += 4;
    while (length-- && !s->code)
        put_byte(s, *s->in++);
}

/* Lengths from 257 on and distances: the first of each symbol; extra bits follow. RFC 1951, 3.2.5. */
static unsigned length_of(Stream *s, unsigned symbol) {
    if (symbol < 265)
        return symbol - 254;
    if (symbol == 285)
        return 258;
    int extra = (int)(symbol - 261) / 4;
    return ((4 + (symbol - 261) % 4) << extra) + 3 + get_bits(s, extra);
}

static unsigned distance_of(Stream *s, unsigned symbol) {
    if (symbol < 4)
        return symbol + 1;
    int extra = (int)(symbol - 2) / 2;
    return ((2 + symbol % 2) << extra) + 1 + get_bits(s, extra);
}

static void unpack_symbols(Stream *s, const Code *literal, const Code *distance) {
    while (!s->code) {
        unsigned symbol = get_symbol(s, literal);
        if (symbol == 256)
            return;
        if (symbol < 256) {
            put_byte(s, symbol);
            continue;
        }
        unsigned length = symbol > 285 ? 0 : length_of(s, symbol), far = get_symbol(s, distance);
        if (symbol > 285 || far >= DISTANCES)
            s->code = Z_DATA_ERROR;
        if (!s->code)
            put_again(s, length, distance_of(s, far));
    }
}

static void unpack_fixed(Stream *s) {
    uint8_t length[LITERALS];
    Code literal, distance;
    for (int i = 0; i < LITERALS; i++)
        length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    make_code(&literal, length, LITERALS);
    memset(length, 5, DISTANCES);
    make_code(&distance, length, DISTANCES);
    unpack_symbols(s, &literal, &distance);
}

/* The lengths of the codes, which are coded themselves. */
static bool get_lengths(Stream *s, const Code *code, uint8_t *length, unsigned count) {
    for (unsigned i = 0; i < count && !s->code;) {
        unsigned symbol = get_symbol(s, code), times = 1;
        uint8_t value = (uint8_t)symbol;
        if (symbol == 16) {
            if (!i)
                return false;
            value = length[i - 1];
            times = 3 + get_bits(s, 2);
        } else if (symbol > 16) {
            value = 0;
            times = symbol == 17 ? 3 + get_bits(s, 3) : 11 + get_bits(s, 7);
        }
        if (times > count - i)
            return false;
        memset(length + i, value, times);
        i += times;
    }
    return true;
}

static void unpack_own(Stream *s) {
    static const uint8_t order[LENGTHS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t length[LITERALS + 32] = {0};
    Code literal, distance;
    unsigned literals = get_bits(s, 5) + 257, distances = get_bits(s, 5) + 1, lengths = get_bits(s, 4) + 4;
    for (unsigned i = 0; i < lengths; i++)
        length[order[i]] = (uint8_t)get_bits(s, 3);
    bool good = literals <= 286 && make_code(&literal, length, LENGTHS);
    good = good && get_lengths(s, &literal, length, literals + distances) && length[256] &&
           make_code(&literal, length, literals) && make_code(&distance, length + literals, distances);
    if (!good)
        s->code = Z_DATA_ERROR;
    else
        unpack_symbols(s, &literal, &distance);
}

int uncompress(unsigned char *out, uLongf *size, const unsigned char *in, uLong len) {
    Stream s = {.in = in, .end = in + len, .out = out, .room = *size};
    if (len < 6 || (in[0] & 15) != 8 || (in[1] & 0x20) || (in[0] << 8 | in[1]) % 31 != 0)
        return Z_DATA_ERROR;
    s.in += 2;
    for (bool last = false; !last && !s.code;) {
        last = get_bits(&s, 1);
        unsigned kind = get_bits(&s, 2);
        if (s.code)
            break;
        if (kind == 0)
            unpack_stored(&s);
        else if (kind == 1)
            unpack_fixed(&s);
        else if (kind == 2)
            unpack_own(&s);
        else
            s.code = Z_DATA_ERROR;
    }
    if (s.code)
        return s.code;
    *size = (uLongf)s.at;
    if (s.end - s.in < 4)
        return Z_DATA_ERROR;
    uint32_t sum = (uint32_t)s.in[0] << 24 | (uint32_t)s.in[1] << 16 | (uint32_t)s.in[2] << 8 | s.in[3];
    return sum == adler(out, s.at) ? Z_OK : Z_DATA_ERROR;
}
