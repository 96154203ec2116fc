/* Rows of signatures, packed. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "db/codec/column.h"
#include "db/codec/integrity.h"
#include "db/store/signature_row.h"

/* Packs parts into one stream, each with a code of its own. What is alike in them are single bytes, not strings
 * of them. */
static bool squeeze(const GrBuffer *part, unsigned parts, GrBuffer *out) {
    z_stream stream = {.avail_in = 0};
    uLong bound = 0;
    if (deflateInit2(&stream, 6, Z_DEFLATED, -15, 8, Z_HUFFMAN_ONLY) != Z_OK)
        return false;
    for (unsigned i = 0; i < parts; i++)
        bound += deflateBound(&stream, (uLong)part[i].len) + 16;
    Bytef *packed = malloc(bound);
    bool done = packed;
    stream.next_out = packed;
    stream.avail_out = (uInt)bound;
    for (unsigned i = 0; i < parts && done; i++) {
        bool last = i + 1 == parts;
        stream.next_in = (Bytef *)(uintptr_t)part[i].data;
        stream.avail_in = (uInt)part[i].len;
        if (last || part[i].len)
            done = deflate(&stream, last ? Z_FINISH : Z_BLOCK) == (last ? Z_STREAM_END : Z_OK);
    }
    if (done)
        gr_put_bytes(out, packed, stream.total_out);
    deflateEnd(&stream);
    free(packed);
    return done;
}

/* A chunk: how many bytes follow, the lengths of its parts, and these, packed. */
static void put_chunk(const GrBuffer *part, unsigned parts, GrBuffer *out) {
    GrBuffer packed;
    bool any = false;
    gr_buffer_init(&packed);
    for (unsigned i = 0; i < parts; i++) {
        any |= part[i].len > 0;
        packed.failed |= part[i].failed;
    }
    for (unsigned i = 0; i < parts && any; i++)
        gr_put_varint(&packed, part[i].len);
    out->failed |= (any && !squeeze(part, parts, &packed)) || packed.failed;
    gr_put_varint(out, packed.len);
    gr_put_bytes(out, packed.data, packed.len);
    gr_buffer_free(&packed);
}

/* Copies `count` numbers of plies. */
static void put_plies(const uint8_t *plies, uint32_t count, const uint8_t *end, GrBuffer *out) {
    const uint8_t *at = plies;
    gr_signature_pass(&at, end, count);
    gr_put_bytes(out, plies, (size_t)(at - plies));
}

static void put_ply(uint32_t plies, GrBuffer *out) {
    uint8_t bytes[GR_MAX_PLIES / GR_SIGNATURE_STRIDE + 1];
    gr_put_bytes(out, bytes, gr_signature_put_ply(plies, bytes));
}

/* What is recorded of a game in which pieces only went. */
static void take_apart(const GrSignatureParts *of, GrBuffer *part) {
    gr_put_bytes(&part[GR_SIGNED_COUNTS], of->count, of->kinds - 1);
    gr_put_u8(&part[GR_SIGNED_LASTS], of->last_count);
    if (!of->event)
        return;
    gr_put_bytes(&part[GR_SIGNED_EVENTS], of->event, of->events + 1);
    put_ply(of->first, &part[GR_SIGNED_FIRSTS]);
    put_plies(of->plies, of->events, of->end, &part[GR_SIGNED_PLIES]);
    put_ply(of->rest, &part[GR_SIGNED_RESTS]);
}

/* And of another one. */
static void put_other(const GrSignatureParts *of, GrBuffer *part) {
    gr_put_u8(&part[GR_SIGNED_OTHERS], of->kinds);
    if (of->kinds)
        gr_put_bytes(&part[GR_SIGNED_OTHERS], of->count, of->kinds * (of->least ? 3u : 1u));
    if (of->promotion) {
        gr_put_bytes(&part[GR_SIGNED_OTHER_EVENTS], of->promotion, of->promotions + 1);
        put_plies(of->promoted, of->promotions, of->end, &part[GR_SIGNED_OTHER_PLIES]);
        put_ply(of->after, &part[GR_SIGNED_OTHER_PLIES]);
    }
    if (of->event) {
        gr_put_bytes(&part[GR_SIGNED_OTHER_EVENTS], of->event, of->events + 1);
        put_ply(of->first, &part[GR_SIGNED_OTHER_PLIES]);
        put_plies(of->plies, of->events, of->end, &part[GR_SIGNED_OTHER_PLIES]);
        put_ply(of->rest, &part[GR_SIGNED_OTHER_PLIES]);
    }
}

/* Shares the bytes of a signature out to the parts; returns how many kinds it has, if its counts are among these. */
static uint32_t share_out(const uint8_t *signature, uint32_t len, GrBuffer *part) {
    static const uint8_t any[] = {GR_TRAIT_UNKNOWN, GR_SIGNATURE_ANY};
    const uint8_t *start = len ? signature : any, *end = start + (len ? len : sizeof any), *at = start + 1;
    GrSignatureParts parts = {.traits = *start};
    gr_put_u8(&part[GR_SIGNED_TRAITS], parts.traits);
    for (unsigned gone = 0, byte = GR_SIGNATURE_LEFT; byte >= GR_SIGNATURE_LEFT;) {
        byte = *at++;
        gr_put_u8(&part[gr_signature_gone(gone)], byte);
        gone = gr_signature_go_on(gone, (uint8_t)byte);
    }
    if (gr_signature_is_unknown(parts.traits))
        return 0;
    GrInput rest = gr_input(at, (size_t)(end - at));
    bool plain = gr_signature_is_plain_game(parts.traits);
    gr_signature_read(&parts, &rest, &rest, &rest);
    if (plain)
        take_apart(&parts, part);
    else
        put_other(&parts, part);
    gr_put_bytes(&part[GR_SIGNED_ENDS], rest.at, gr_input_left(&rest));
    return plain ? parts.kinds : 0;
}

/* Games without material take the number of another one, so that a column has but one, if it
 * can. */
static void fill_kinds(uint32_t *kinds, uint32_t games) {
    uint32_t fill = 0;
    for (uint32_t i = 0; i < games && !fill; i++)
        fill = kinds[i];
    for (uint32_t i = 0; i < games; i++)
        kinds[i] = fill = kinds[i] ? kinds[i] : fill;
}

void gr_signatures_pack(const GrBlock *block, uint32_t from, uint32_t to, GrBuffer *out) {
    GrBuffer part[GR_SIGNED_PARTS];
    uint32_t kinds[GR_BLOCK_GAMES];
    size_t start = out->len;
    for (unsigned i = 0; i < GR_SIGNED_PARTS; i++)
        gr_buffer_init(&part[i]);
    for (uint32_t i = from; i < to; i++) {
        uint32_t at = block->signatures_at[i];
        kinds[i - from] = share_out((const uint8_t *)block->signatures.data + at, block->signatures_at[i + 1] - at,
                                    part);
    }
    fill_kinds(kinds, to - from);
    gr_put_u32(out, 0);
    gr_put_u8(out, GR_SIGNATURE_VERSION);
    gr_put_varint(out, to - from);
    gr_column_write(out, block->column[GR_COL_VARIANT] + from, to - from);
    gr_column_write(out, kinds, to - from);
    put_chunk(&part[GR_SIGNED_TRAITS], 1, out);
    put_chunk(&part[GR_SIGNED_ENDS], 1, out);
    put_chunk(&part[GR_SIGNED_GONE], GR_SIGNED_PARTS - GR_SIGNED_GONE, out);
    put_chunk(&part[GR_SIGNED_COUNTS], GR_SIGNED_OTHERS - GR_SIGNED_COUNTS, out);
    put_chunk(&part[GR_SIGNED_OTHERS], GR_SIGNED_GONE - GR_SIGNED_OTHERS, out);
    for (unsigned i = 0; i < GR_SIGNED_PARTS; i++)
        gr_buffer_free(&part[i]);
    gr_sum_row(out, start, (uint32_t)(block->first + from));
}
