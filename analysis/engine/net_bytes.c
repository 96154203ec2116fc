/* Numbers in the files of networks. */
#include <stdlib.h>
#include <zlib.h>

#include "analysis/engine/net_local.h"
#include "notation/missing.h"

void gr_net_put(GrBuffer *out, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++)
        gr_buffer_putc(out, (char)(number >> (8 * i) & 0xff));
}

uint64_t gr_net_get(GrNetSource *in, int bytes) {
    uint64_t number = 0;
    if (in->end - in->at < bytes) {
        in->bad = true;
        return 0;
    }
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)*in->at++ << (8 * i);
    return number;
}

bool gr_net_pack(const int16_t *number, size_t count, GrBuffer *out) {
    uLongf room = compressBound((uLong)(2 * count));
    unsigned char *plane = malloc(2 * count), *packed = malloc(room);
    for (size_t i = 0; plane && i < count; i++) {
        plane[i] = (unsigned char)(number[i] & 255);
        plane[count + i] = (unsigned char)((unsigned)number[i] >> 8 & 255);
    }
    bool good = plane && packed && compress2(packed, &room, plane, (uLong)(2 * count), Z_BEST_COMPRESSION) == Z_OK;
    if (good)
        gr_buffer_add(out, (const char *)packed, room);
    free(plane);
    free(packed);
    return good;
}

int gr_net_unpack(const GrNetSource *in, int16_t *number, size_t count, GrError *error) {
    uLongf size = (uLongf)(2 * count);
    unsigned char *plane = malloc(2 * count);
    int got = plane ? uncompress(plane, &size, in->at, (uLong)(in->end - in->at)) : Z_MEM_ERROR;
    for (size_t i = 0; got == Z_OK && i < count; i++)
        number[i] = (int16_t)(uint16_t)(plane[i] | plane[count + i] << 8);
    free(plane);
    if (got == Z_MEM_ERROR)
        return gr_no_memory(error);
    return got == Z_OK && size == 2 * count ? 0 : gr_net_not_whole(error);
}

int gr_net_not_whole(GrError *error) {
    return gr_fail(error, GR_ERR_SYNTAX, "the network is damaged or not whole");
}
