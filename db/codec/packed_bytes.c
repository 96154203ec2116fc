/* Compressed bytes with checksums. */
#include "db/codec/packed_bytes.h"

#include <stdlib.h>
#include <zlib.h>

#include "db/codec/inflate.h"
#include "db/codec/limits.h"

enum {
    LEVEL = 6,
    FLUSH_SIZE = 16, /* bytes that a cut takes at most */
    WINDOW = 15, MEMORY = 8, /* zlib's defaults */
    ZLIB_HEAD = 2            /* bytes before what is deflated */
};

/* ---- packing ---- */

/* All parts but the last end in a full flush. */
static bool deflate_parts(z_stream *stream, const GrCuts *cuts, size_t len) {
    size_t from = 0;
    for (unsigned i = 0; cuts && i < cuts->count; i++) {
        stream->avail_in = (uInt)(cuts->at[i] - from);
        if (deflate(stream, Z_FULL_FLUSH) != Z_OK || stream->avail_in)
            return false;
        from = cuts->at[i];
    }
    stream->avail_in = (uInt)(len - from);
    return deflate(stream, Z_FINISH) == Z_STREAM_END;
}

static bool deflate_by(int strategy, const void *bytes, size_t len, const GrCuts *cuts,
                       GrBuffer *out) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes};
    size_t start = out->len;
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW, MEMORY, strategy) != Z_OK)
        return false;
    uLong bound = deflateBound(&stream, (uLong)len) + (cuts ? cuts->count : 0) * FLUSH_SIZE;
    Bytef *packed = malloc(bound);
    stream.next_out = packed;
    stream.avail_out = (uInt)bound;
    bool done = packed && deflate_parts(&stream, cuts, len);
    if (done) {
        gr_put_varint(out, len);
        gr_put_bytes(out, packed, stream.total_out);
        if (!out->failed)
            gr_put_u32(out, gr_crc(out->data + start, out->len - start));
    }
    deflateEnd(&stream);
    free(packed);
    return done && !out->failed;
}

/* Do so few packed bytes stand for no more than they may? */
static bool is_in_ratio(uint64_t len, size_t packed) {
    return len / GR_UNPACKED_RATIO <= packed;
}

/* A megabyte of blanks would be packed into a kilobyte. Without references to what came before,
 * each byte takes a bit at least. */
bool gr_deflate(const void *bytes, size_t len, const GrCuts *cuts, GrBuffer *out) {
    size_t start = out->len;
    if (!len)
        return true;
    bool done = deflate_by(Z_DEFAULT_STRATEGY, bytes, len, cuts, out);
    if (!done || is_in_ratio(len, out->len - start))
        return done;
    out->len = start;
    return deflate_by(Z_HUFFMAN_ONLY, bytes, len, cuts, out);
}

/* ---- unpacking ---- */

/* Unpacks a stream that should have `len` bytes. False if it is damaged; *out then has what came before the damage. */
static bool unpack_damaged(GrInput in, uint64_t len, GrBuffer *out) {
    uint8_t chunk[1 << 15];
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)in.at, .avail_in = (uInt)gr_input_left(&in)};
    int result = inflateInit(&stream);
    while (result == Z_OK && out->len <= len && !out->failed) {
        stream.next_out = chunk;
        stream.avail_out = sizeof chunk;
        result = inflate(&stream, Z_NO_FLUSH);
        gr_put_bytes(out, chunk, sizeof chunk - stream.avail_out);
    }
    out->failed |= result == Z_MEM_ERROR;
    if (stream.state)
        inflateEnd(&stream);
    return result == Z_STREAM_END && out->len == len;
}

static bool unpack(GrInput in, uint64_t len, GrBuffer *out) {
    GrInflater *inflater = gr_inflater_new();
    bool room = gr_buffer_reserve(out, len + GR_INFLATE_SPARE);
    out->failed |= !inflater;
    bool sound = inflater && room &&
                 gr_inflate_whole(inflater, in.at, gr_input_left(&in), true, out->data, len, &out->failed);
    gr_inflater_free(inflater);
    if (sound) {
        out->len = len;
        out->data[len] = '\0';
    }
    return sound || (!out->failed && unpack_damaged(in, len, out));
}

/* Unpacks a packed blob. What zlib's own checksum fits, but not ours, is called corrected. */
static GrHealth unpack_blob(GrInput blob, size_t most, GrBuffer *out) {
    GrInput in = blob;
    uint64_t len = gr_input_varint(&in);
    gr_buffer_clear(out);
    if (in.bad || len > most || !is_in_ratio(len, gr_input_left(&blob)) || !unpack(in, len, out))
        return GR_CORRUPT;
    bool fits = gr_crc(blob.at, gr_input_left(&blob)) == GR_CRC_OF_WHOLE;
    return fits ? GR_SOUND : GR_CORRECTED;
}

/* Unpacks it with its one wrong byte set right, if that is all there is. */
static bool correct(GrInput blob, size_t most, GrBuffer *out) {
    size_t len = gr_input_left(&blob);
    uint8_t *copy = malloc(len);
    out->failed |= !copy;
    bool done = copy != NULL;
    if (done) {
        memcpy(copy, blob.at, len);
        done = gr_correct(copy, len, GR_CRC_OF_WHOLE) == GR_CORRECTED &&
               unpack_blob(gr_input(copy, len), most, out) == GR_SOUND;
    }
    free(copy);
    return done;
}

/* ---- parts of damaged streams ---- */

/* The parts as they are found in a stream: the first behind its head, the others behind full
 * flushes, which end in four known bytes. */
typedef struct Found {
    unsigned count;
    const uint8_t *at[GR_MAX_CUTS + 2]; /* and where the last one ends */
} Found;

/* The place behind the next full flush; NULL if there is none. */
static const uint8_t *next_part(const uint8_t *at, const uint8_t *end) {
    static const uint8_t mark[] = {0, 0, 0xFF, 0xFF};
    for (; end - at >= (ptrdiff_t)sizeof mark; at++)
        if (!memcmp(at, mark, sizeof mark))
            return at + sizeof mark;
    return NULL;
}

static void find_parts(GrInput stream, Found *found) {
    const uint8_t *at = stream.at + ZLIB_HEAD;
    for (found->count = 0; at && found->count <= GR_MAX_CUTS; at = next_part(at, stream.end))
        found->at[found->count++] = at;
    found->at[found->count] = at ? at : stream.end;
}

/* Unpacks the nth part that was found to where it may belong. Does it have exactly `len` bytes? */
static bool unpack_part(const Found *found, unsigned n, uint8_t *to, size_t len, GrBuffer *out) {
    uint8_t beyond;
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)found->at[n],
                       .avail_in = (uInt)(found->at[n + 1] - found->at[n])};
    int result = inflateInit2(&stream, -MAX_WBITS);
    if (result != Z_OK) {
        out->failed = true;
        return false;
    }
    stream.next_out = to;
    stream.avail_out = (uInt)len;
    result = inflate(&stream, Z_SYNC_FLUSH);
    bool filled = !stream.avail_out;
    stream.next_out = &beyond;
    stream.avail_out = 1;
    if (filled && result == Z_OK)
        result = inflate(&stream, Z_SYNC_FLUSH);
    out->failed |= result == Z_MEM_ERROR;
    bool ended = result == Z_STREAM_END || !stream.avail_in;
    inflateEnd(&stream);
    return filled && ended && stream.avail_out;
}

/* Where damage has destroyed a full flush, or made one up, the parts before it are found where they
 * are counted from the front, those behind it where they are counted from the end. */
static void unpack_parts(GrInput stream, const GrCuts *cuts, GrBuffer *out) {
    Found found;
    size_t from = 0, to;
    find_parts(stream, &found);
    for (unsigned i = 0; i <= cuts->count && !out->failed; i++, from = to) {
        uint8_t *at = (uint8_t *)out->data + from;
        unsigned from_end = found.count + i - cuts->count - 1;
        to = i < cuts->count ? cuts->at[i] : cuts->len;
        bool done = from_end != i && from_end < found.count &&
                    unpack_part(&found, from_end, at, to - from, out);
        if (!done && i < found.count)
            unpack_part(&found, i, at, to - from, out);
    }
}

/* Of a damaged blob, all parts that can be had. */
static void salvage(GrInput blob, const GrCuts *cuts, GrBuffer *out) {
    size_t left = gr_input_left(&blob);
    gr_input_varint(&blob); /* cuts->len, or damaged */
    if (gr_input_left(&blob) <= ZLIB_HEAD || !is_in_ratio(cuts->len, left))
        return;
    gr_buffer_clear(out);
    while (out->len < cuts->len && !out->failed)
        gr_put_u8(out, 0);
    if (!out->failed)
        unpack_parts(blob, cuts, out);
}

/* A wrong byte is set right even where zlib's checksum fits: that one, Adler-32, misses some changes of three letters
 * in a row, which a wrong distance brings about. */
GrHealth gr_inflate(GrInput in, const GrCuts *cuts, size_t most, GrBuffer *out) {
    if (!gr_input_left(&in))
        return cuts && cuts->len ? GR_CORRUPT : GR_SOUND;
    GrHealth health = unpack_blob(in, most, out);
    if (health == GR_SOUND || out->failed)
        return health;
    if (correct(in, most, out))
        return GR_CORRECTED;
    if (health == GR_CORRECTED && !out->failed) /* more than a byte of our checksum is wrong, or it is gone */
        return unpack_blob(in, most, out);
    if (cuts && cuts->len && cuts->len <= most && !out->failed)
        salvage(in, cuts, out);
    return GR_CORRUPT;
}
